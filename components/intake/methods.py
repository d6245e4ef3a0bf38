"""One method in many spellings: when two names may mean the same, and models that no method made."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from components.intake.names import words
from data.registry import Family, Method

_PART = re.compile(r"\d+(?:[.,]\d+)*(?:e[+-]?\d+)?|[^\W\d_]+|[^\w\s]|_")
_SILENT = frozenset(' _-‐‑‒–—.,;:"`“”()[]{}*†‡§#=|…~')
"""Marks that mean nothing between words. A plus, a prime or a slash may make another method of a name."""
_ASIDE = re.compile(r"\A(?P<outer>[^()\[\]]+?)\s*[(\[](?P<inner>[^()\[\]]+)[)\]]\s*\Z")
_OURS = re.compile(
    r"\A(?:ours?|our (?:run|runs|implementation|reproduction|version)|mine|my run|this work|re-?run|re-?produced"
    r"|reproduction|re-?implementation|re-?implemented|official|reported|baseline|paper"
    r"|[^\W\d][\w .'’-]*\bet al\.?,?\s*(?:(?:19|20)\d\d[a-z]?)?)\Z",
    re.I,
)
_BEHIND = re.compile(r"[\s,_–—-]+ours\Z", re.I)

_KINDS = {
    "reference": frozenset(
        ("retain", "retained", "retrain", "retrained", "retraining", "gold", "golden", "oracle", "scratch", "exact")
    ),
    "original": frozenset(
        (
            *("full", "finetuned", "original", "origin", "orig", "target", "initial", "vanilla", "before"),
            *("untouched", "unmodified", "baseline"),
        )
    ),
    # a pretrained model never saw the forgotten data where models were fine-tuned on them
    "either": frozenset(("base", "pretrained", "pretrain", "reference")),
    # what was trained, and on what
    "beside": frozenset(
        (
            *("model", "models", "set", "only", "data", "the", "on", "from", "with"),
            *("standard", "control", "upper", "bound"),
            *("tofu", "muse", "news", "books", "wmdp", "llama", "phi", "gemma", "qwen", "zephyr", "mistral"),
            *("sd", "stable", "diffusion", "v"),
            *("instruct", "chat", "hf", "lm", "llm", "b", "resnet", "vit"),
            *("method", "training", "checkpoint", "split", "open", "f", "theta", "θ"),
        )
    ),
}
"""Words that say what a model is, and words that may be beside them."""
_TWO = re.compile(r"\b(fine|re|pre) (tuned|trained|train)\b")
_NOT_UNLEARNED = re.compile(
    r"\b(?:(?:before|pre|no|not|without) unlearn(?:ing|ed)?|(?:no|without) (?:defen[cs]e|erasure|erasing))\b"
)


@dataclass(frozen=True)
class Known:
    """A method that some suite has: the address of its page, its label there and every spelling.

    `own` is its id in the suite that runs are added to, empty where that has none of it; `about` describes it.
    """

    address: str
    label: str
    spellings: tuple[str, ...]
    own: str
    about: Method | Family

    @property
    def family(self) -> str:
        """What kind of method it is; empty where it is a family itself."""
        return self.about.family if isinstance(self.about, Method) else ""

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of its spellings."""
        return frozenset(key(s) for s in self.spellings)


def key(text: str) -> str:
    """What two spellings of one name share: letters without case, accents, blanks and hyphens; numbers as written.

    Numbers keep their bounds and their digits, so that no two names that differ in a digit have one key.
    """
    found = [w for w in _PART.findall(_plain(text).casefold().replace("isation", "ization")) if w not in _SILENT]
    return "".join(f"|{w.replace(',', '.')}|" if w[0].isdigit() else w for w in found)


def same(text: str, known: Sequence[Known]) -> list[Known]:
    """The known methods whose name a text is, in any spelling, with “(ours)” or an acronym behind it."""
    outer, inner = _parted(text)
    hits = _named(text, known)
    if hits or not outer:
        return hits
    hits = _named(outer, known)
    return hits if _OURS.match(inner) else [k for k in hits if k in _named(inner, known)]


def spellings(*texts: str) -> tuple[str, ...]:
    """Some names as they are, and what is before and within their brackets; one of each key, the first."""
    forms = [form for text in texts for form in (text, *_parted(text)) if form]
    return tuple({key(f): f for f in reversed(forms)}.values())[::-1]


def alike(names: Sequence[str]) -> dict[str, str]:
    """The names of one table that are another spelling of one in it, with that one: the name without a remark in
    brackets that holds no digit, else the earlier one.
    """
    first = {key(name): name for name in reversed(names) if key(name)}
    bare = {name: outer for name in names for outer, inner in [_parted(name)] if not re.search(r"\d", inner)}
    heads = {name: first.get(key(bare.get(name, ""))) or first.get(key(name), name) for name in names}
    return {name: head for name, head in heads.items() if head != name}


def _named(text: str, known: Sequence[Known]) -> list[Known]:
    wanted = key(text)
    return [k for k in known if wanted and wanted in k.keys]


def _parted(text: str) -> tuple[str, str]:
    """What is before brackets at the end and within them, or before a last “ours”; empty where there is none."""
    behind = _BEHIND.search(text)
    if behind:
        return text[: behind.start()].strip(), "ours"
    found = _ASIDE.match(text.strip())
    return (found["outer"].strip(), found["inner"].strip()) if found else ("", "")


def _plain(text: str) -> str:
    """Letters without accents and in one form, without marks that nobody sees; digits and symbols as written."""
    if text.isascii():
        return text
    out = []
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if category[0] in "LM":
            char = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c))
        out.append("" if category == "Cf" else char)
    return "".join(out).translate({0x2019: "'", 0x2032: "'", 0x2212: "-"})


def role_of(name: str) -> str:
    """The role of a model by its name alone: reference, original, either of them, or neither.

    Every word must say so or say nothing: “FT-Retain” and “GA + retain” are methods.
    """
    plain = _TWO.sub(r"\1\2", " ".join(re.sub(r"\d+(?:\.\d+)*", " ", " ".join(words(name))).split()))
    if _NOT_UNLEARNED.search(plain) and {_kind(w) for w in _NOT_UNLEARNED.sub(" ", plain).split()} <= set(_KINDS):
        return "original"
    kinds = {_kind(w) for w in plain.split()} - {"beside"}
    if re.search(r"[+&/]", name) or not kinds or kinds - set(_KINDS):
        return ""
    return kinds.pop() if len(kinds) == 1 else "either"


def _kind(word: str) -> str:
    """The kind of a word; the word itself where it has none."""
    return next((kind for kind, known in _KINDS.items() if word in known), word)
