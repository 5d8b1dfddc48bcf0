"""Every read of the campaign, each in a fixed number of queries."""
