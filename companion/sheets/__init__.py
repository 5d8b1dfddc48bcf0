"""The sheets that people fill in around the table, checked for their shape; services check the rest."""
