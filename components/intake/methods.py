"""One method in many spellings: when two names may mean the same, so that it can be asked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

_PART = re.compile(r"\d+(?:[.,]\d+)*(?:e[+-]?\d+)?|[^\W\d_]+|[^\w\s]|_")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SILENT = frozenset(' _-‐‑‒–—.,;:"`“”()[]{}*†‡§#=|…~')
"""Marks that say nothing between words. A plus, a prime or a slash may make another method of a name."""
_ASIDE = re.compile(r"\A(?P<outer>[^()\[\]]+?)\s*[(\[](?P<inner>[^()\[\]]+)[)\]]\s*\Z")
_OURS = re.compile(
    r"\A(?:ours?|our (?:run|runs|implementation|reproduction|version)|mine|my run|this work|re-?run|re-?produced"
    r"|reproduction|re-?implementation|re-?implemented|official|reported|baseline|paper"
    r"|[^\W\d][\w .'’-]*\bet al\.?,?\s*(?:(?:19|20)\d\d[a-z]?)?)\Z",
    re.I,
)
_BEHIND = re.compile(r"[\s,_–—-]+ours\Z", re.I)
TYPO, LONG = 6, 10
"""Letters of a word from which one, and from which two of them may be off; shorter words and acronyms must agree."""
OPPOSED = frozenset(
    (
        *("retain", "retained", "retrain", "retrained", "retraining", "pretrained", "pretrain", "trained", "train"),
        *("finetune", "finetuned", "finetuning", "ascent", "descent", "forget", "forgotten", "remember"),
        *("original", "marginal", "positive", "negative", "maximisation", "minimisation"),
    )
)
"""Words that differ from another by a letter or two and mean something else: none is a slip of the pen."""


@dataclass(frozen=True)
class Known:
    """A method that some suite has: the address of its page, its label there and every spelling.

    `own` is its id in the suite that runs are added to, empty where that has none of it. The rest is what the suite
    says of it.
    """

    address: str
    label: str
    spellings: tuple[str, ...]
    own: str = ""
    family: str = ""
    description: str = ""
    reference: str = ""
    url: str = ""

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of its spellings."""
        return frozenset(key(s) for s in self.spellings)

    @cached_property
    def words(self) -> tuple[list[str], ...]:
        """Its spellings in words."""
        return tuple(words_of(s) for s in self.spellings)


def key(text: str) -> str:
    """What two spellings of one name share: letters without case, accents, blanks and hyphens; numbers as they stand.

    Numbers keep their bounds and their digits, so that no two names that differ in a digit have one key.
    """
    return "".join(f"|{w}|" if w[0].isdigit() else w for w in _parts(text))


def same(text: str, known: Sequence[Known]) -> list[Known]:
    """The known methods whose name a text is, in any spelling, with “(ours)” or an acronym behind it."""
    outer, inner = _parted(text)
    hits = _named(text, known)
    if hits or not outer:
        return hits
    hits = _named(outer, known)
    return hits if _OURS.match(inner) else [k for k in hits if k in _named(inner, known)]


def near(text: str, known: Sequence[Known]) -> list[Known]:
    """The known methods whose name is one or two letters off."""
    outer, inner = _parted(text)
    ours = bool(_OURS.match(inner))
    whole, part = words_of(text), words_of(outer)
    return [
        k
        for k in known
        if any(slip(whole, w) for w in k.words)
        or (outer and (ours or key(inner) in k.keys) and any(slip(part, w) for w in k.words))
    ]


def slip(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether two names, in words, differ by one or two letters in all, and only where a pen may slip: in long words.

    Numbers and symbols must agree, and so must acronyms, short words and words that mean something else.
    """
    left, right = a, b
    if len(left) != len(right):
        left, right = _joined(left), _joined(right)
        if len(left) != len(right):
            return False
    off = 0
    for x, y in zip(left, right, strict=True):
        if x.casefold() != y.casefold():
            edits = _slips(x, y)
            if not edits:
                return False
            off += edits
    return 0 < off <= 2


def spellings(*texts: str) -> tuple[str, ...]:
    """Every form of some names: as they stand, and what stands outside and inside brackets; one of each key, the first.

    Labels come before ids, whose capitals no longer tell an acronym.
    """
    forms = [form for text in texts for form in (text, *_parted(text)) if form]
    return tuple({key(f): f for f in reversed(forms)}.values())[::-1]


def alike(names: Sequence[str], leaders: Collection[str]) -> dict[str, str]:
    """Names of one table that may mean the same: from a name to the one that it may be another spelling of.

    `names` are in the order in which they lead. `leaders`, at its beginning, are known as they stand: no slips of the
    pen.
    """
    first: dict[str, str] = {}
    meant = {name: head for name in names if (head := first.setdefault(key(name), name)) != name and key(name)}
    words = {n: words_of(n) for n in names if n not in meant}
    heads: list[str] = []
    for name in words:
        other = next((h for h in heads if slip(words[name], words[h])), "") if name not in leaders else ""
        if other:
            meant[name] = other
        else:
            heads.append(name)
    return meant


def _named(text: str, known: Sequence[Known]) -> list[Known]:
    wanted = key(text)
    return [k for k in known if wanted and wanted in k.keys]


def _parted(text: str) -> tuple[str, str]:
    """What stands before brackets at the end and within them, or before a last “ours”; empty where there is none."""
    behind = _BEHIND.search(text)
    if behind:
        return text[: behind.start()].strip(), "ours"
    found = _ASIDE.match(text.strip())
    return (found["outer"].strip(), found["inner"].strip()) if found else ("", "")


def _plain(text: str) -> str:
    """Letters without accents and in one form; digits and symbols as they stand."""
    out = []
    for char in unicodedata.normalize("NFC", text):
        if unicodedata.category(char) == "Cf":
            continue  # marks that nobody sees
        if unicodedata.category(char)[0] in "LM":
            char = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c))
        out.append(char)
    return "".join(out).translate({0x2019: "'", 0x2032: "'", 0x2212: "-"})


def _parts(text: str) -> list[str]:
    """Words, numbers and symbols in order, without what is silent."""
    found = _PART.findall(_plain(text).casefold())
    return [w.replace(",", ".") if w[0].isdigit() else w for w in found if w not in _SILENT]


def words_of(text: str) -> list[str]:
    """Words, numbers and symbols in order and in their own case, camel case parted."""
    found = [w for w in _PART.findall(_plain(text)) if w not in _SILENT]
    return [w for part in found for w in ([part] if part[0].isdigit() else _CAMEL.split(part))]


def _joined(words: Sequence[str]) -> Sequence[str]:
    """Long plain words written as one."""
    whole = words and all(w.isalpha() and len(w) > TYPO - 2 and not _acronym(w) for w in words)
    return ["".join(words)] if whole else words


def _acronym(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def _slips(x: str, y: str) -> int:
    """By how many letters two different words are off; 0 where that is no slip of the pen."""
    a, b = x.casefold(), y.casefold()
    size = max(len(a), len(b))
    # the first letters are hardly ever wrong, and cheap to compare
    if size < TYPO or a[:2] != b[:2] or _acronym(x) or _acronym(y) or not (a.isalpha() and b.isalpha()):
        return 0
    if (a in OPPOSED and b in OPPOSED) or a.endswith(b) or b.endswith(a):
        return 0
    edits = _distance(a, b)
    return edits if edits == 1 or (edits == 2 and size >= LONG and a[:3] == b[:3]) else 0


def _distance(a: str, b: str) -> int:
    """Edits between two words: letters put in, left out, changed, or two neighbours swapped (optimal string alignment,
    Boytsov 2011); 3 stands for any larger number.
    """
    if abs(len(a) - len(b)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, older[j - 2] + 1)
            row.append(best)
    return min(row[-1], 3)
