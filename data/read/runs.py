"""What a suite says of itself where a table says nothing."""

import datetime


def suite_record(name: str, title: str, description: str) -> dict[str, str | int]:
    """Return the keys of suite.toml for results without further facts."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return {
        "id": name,
        "title": title,
        "description": description,
        "paper": "not stated",
        "url": "",
        "authors": "not stated",
        "year": today.year,
        "source_url": "",
        "licence": "not stated",
        "retrieved": today.isoformat(),
    }
