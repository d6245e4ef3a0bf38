"""Ids of what a user brought: suites that live in one session, and methods added beside others."""

import re

YOURS = "_yours"
"""How the id of every suite ends that lives in one session: a link that names one needs its owner's
file. So does the id of an added method that is one the suite has: the two share a page."""
NAMESAKE = "_own"
"""How the id of a method ends that is called like another and is not the same."""
_WITH = "_with"
_SUITE = re.compile(rf"(?P<base>.+?)(?:__(?P<nth>[1-9][0-9]?))?{YOURS}")
_METHOD = re.compile(rf"(?P<twin>.+){YOURS}(?:_\d+)?")


def private_id(base: str, nth: int) -> str:
    """Return the id of the suite of a user's nth table: ids made of names hold no two underscores
    in a row."""
    return f"{base}__{nth}{YOURS}" if nth > 1 else f"{base}{YOURS}"


def private_parts(suite_id: str) -> tuple[str, int]:
    """Return what `private_id` was made of; any other id is itself, of a first table."""
    id_match = _SUITE.fullmatch(suite_id)
    return (id_match["base"], int(id_match["nth"] or 1)) if id_match else (suite_id, 1)


def enlarged_id(suite_id: str, nth: int) -> str:
    """Return the id of a suite with a user's methods, from that of the suite."""
    return private_id(f"{suite_id}{_WITH}", nth)


def enlarged_of(suite_id: str) -> str:
    """Return the suite that a private one was made from by adding methods, its base if none was
    added."""
    return private_parts(suite_id)[0].removesuffix(_WITH)


def twin_of(method_id: str) -> str:
    """Return the method of the suite that an added one is, "" for every other."""
    id_match = _METHOD.fullmatch(method_id)
    return id_match["twin"] if id_match else ""
