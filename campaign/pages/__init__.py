"""What each page shows, in the words and colours it is shown with."""
