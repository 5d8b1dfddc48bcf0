// The television.
