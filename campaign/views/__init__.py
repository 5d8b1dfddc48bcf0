"""The campaign's pages: access, form, service, answer."""
