"""Every write of the campaign, each in one transaction."""
