// The live table.
