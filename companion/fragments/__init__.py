"""The live board as fragments of HTML: what each shows, and the words and pictures in it."""
