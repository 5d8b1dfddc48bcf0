"""How dates are written where Django's own way would be read wrongly."""
