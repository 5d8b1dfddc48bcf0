"""A result for use elsewhere: BG Stats, a picture, a spreadsheet."""
