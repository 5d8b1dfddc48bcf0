"""How dates are written where Django's own format could be misread."""
