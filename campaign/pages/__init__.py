"""What each page shows, ready for its template."""
