"""The forms around the table, checked for their shape; services check the rest."""
