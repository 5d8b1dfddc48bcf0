"""What a browser calls itself, in two words that its owner recognises."""

# In this order: each of them also claims to be the ones below it.
BROWSERS = (
    ("Firefox", ("Firefox/", "FxiOS/")),
    ("Edge", ("Edg/", "EdgA/", "EdgiOS/")),
    ("Opera", ("OPR/",)),
    ("Samsung Internet", ("SamsungBrowser/",)),
    ("Chrome", ("Chrome/", "CriOS/", "Chromium/")),
    ("Safari", ("Safari/",)),
)
SYSTEMS = (
    ("iPhone", ("iPhone",)),
    ("iPad", ("iPad",)),
    ("Android", ("Android",)),
    ("ChromeOS", ("CrOS",)),
    ("Windows", ("Windows",)),
    ("macOS", ("Macintosh",)),
    ("Linux", ("Linux",)),
)


def named(user_agent: str) -> str:
    """Browser and system, such as "Firefox, Android"; empty for anything unknown."""
    found = (_first(user_agent, BROWSERS), _first(user_agent, SYSTEMS))
    return ", ".join(filter(None, found))


def _first(text: str, names: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    return next((name for name, signs in names if any(sign in text for sign in signs)), "")
