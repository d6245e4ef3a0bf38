"""What changed as an Atom feed (RFC 4287): one entry per data version of every suite, newest first."""

import re
from collections.abc import Callable, Sequence
from uuid import UUID, uuid5
from xml.etree import ElementTree as ET

from components.answers.changes.versions import ChangesResult, Version, entry_title, verdicts
from components.defaults import NAME, TAGLINE
from components.markup import tag, text
from components.text import cleaned

FILE = "changes.atom"
TITLE = f"{NAME}: what changed"
MEDIA = "application/atom+xml"
MOST = 60
"""Most entries; older ones are on the page."""
_ATOM = "http://www.w3.org/2005/Atom"
_SPACE = UUID("7f0d4d5e-0d0b-5c0e-9d43-5b6d0c6a6f11")
"""Every id is made from this, the suite and the data version: the same wherever the feed is served."""
_NO_XML = re.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\U00010000-\\U0010FFFF]")
_BEGINNING = "1970-01-01T00:00:00Z"


def atom(results: Sequence[ChangesResult], own: str, page: Callable[[str], str]) -> bytes:
    """The feed. `own` is its address, `page` the one of what changed in a suite, or in all of them for an empty id.

    Addresses may be relative. The bytes follow from the versions and the addresses alone.
    """
    entries = [(v, r) for r in results for v in r.versions]
    entries.sort(key=lambda e: (e[0].moment, e[1].suite_id, e[0].version), reverse=True)
    feed = ET.Element("feed", xmlns=_ATOM)
    _add(feed, "id", _id(""))
    _add(feed, "title", TITLE)
    _add(feed, "subtitle", TAGLINE)
    _add(feed, "updated", entries[0][0].moment if entries else _BEGINNING)
    ET.SubElement(feed, "link", rel="self", type=MEDIA, href=own)
    ET.SubElement(feed, "link", rel="alternate", type="text/html", href=page(""))
    _add(ET.SubElement(feed, "author"), "name", f"The {NAME.lower()} contributors")
    for version, result in entries[:MOST]:
        _entry(feed, version, result, page(result.suite_id))
    ET.indent(feed, " ")
    content: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _entry(feed: ET.Element, version: Version, result: ChangesResult, address: str) -> None:
    entry = ET.SubElement(feed, "entry")
    _add(entry, "id", _id(f"{result.suite_id}/{version.version}"))
    _add(entry, "title", entry_title(version, result.suite))
    _add(entry, "updated", version.moment)
    ET.SubElement(entry, "link", rel="alternate", type="text/html", href=address)
    content = tag("ul", *(tag("li", text(s)) for s in verdicts(version)))
    _add(entry, "content", content).set("type", "html")


def _add(parent: ET.Element, name: str, value: str) -> ET.Element:
    element = ET.SubElement(parent, name)
    element.text = _NO_XML.sub("\N{REPLACEMENT CHARACTER}", cleaned(value))
    return element


def _id(about: str) -> str:
    return uuid5(_SPACE, about).urn
