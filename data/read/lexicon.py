"""Names as people write them: words in a plain form, the lists of words.toml, metrics and methods
by their names."""

import csv
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

NAMES = Path(__file__).parents[1] / "names"
_LISTS = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
_HIGHER, _LOWER = "↑⬆▲🔼⇑", "↓⬇▼🔽⇓"
_MARKS = re.compile(f"[{_HIGHER}{_LOWER}↗↘→⟶%*†‡§¶]")
_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|（([^（）]*)）")
_SET = re.compile(
    r"(?<![A-Za-z0-9])D[ _]?\{?([frt])(?:orget|etain|emain|est)?(t?)\}?(?![A-Za-z0-9])"
)
_SETS = {"f": "forget", "r": "retain", "t": "test"}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DELTA = re.compile("[Δ∆δ]")
_OUTER = re.compile(
    r"\A(?:metrics?|results?|scores?|eval|evaluation|config|params|args|m\d+)[./_](?=\w)", re.I
)
_AROUND = re.compile(r"\A(?:avg|average|mean)[ _.]+(?=\w)|[ _](?:mean|avg|up|down)\Z", re.I)
_SILENT = frozenset(
    ("set", "results", "value", "percent", "pct", "the", "of", "on", "score", "rate", "data")
)
_LOWER_WORDS = re.compile(
    r"lower\s*(?:values?)?\s*(?:is|are|=|indicates?|means?)?\s*better|越低越好|\bdown\)?\Z", re.I
)
_HIGHER_WORDS = re.compile(
    r"higher\s*(?:values?)?\s*(?:is|are|=|indicates?|means?)?\s*better|越高越好|\bup\)?\Z", re.I
)
_RETRAINED_WORDS = re.compile(
    r"clos(?:er|est)\s*(?:to|is)\s*(?:the\s*)?(?:retrain|gold|oracle|retain)|距\s*retrain", re.I
)
_PART = re.compile(r"\d+(?:[.,]\d+)*(?:e[+-]?\d+)?|[^\W\d_]+|[^\w\s]|_")
_NO_WORD = frozenset(' _-‐‑‒–—.,;:"`“”()[]{}*†‡§#=|…~')
"""Marks that mean nothing between words. A plus, a prime or a slash may make another method of a
name."""
BASE_MODEL = re.compile(
    r"\A(?:meta-?|stable[-"
    r" ]?diffusion)?(?:llama|zephyr|sd|phi|gpt|vit|resnet|pythia|qwen|mistral|gemma|opt|vicuna"
    r"|llava|yi|mixtral|vgg|bert|flux|olmo|falcon)"
    r"[-_ ]?(?:v?\d[\w.-]*)?(?:[-_ ](?:instruct|chat|hf|base|\d+(?:\.\d+)?b))*\Z",
    re.I,
)
_AIM = re.compile(r"[→⟶➔]\s*([-−+]?\d+(?:\.\d+)?)")


def letters(text: str) -> str:
    """Return the letters and digits of a text, without case: two spellings of one name have the
    same."""
    return "".join(c for c in text.casefold() if c.isalnum())


def key(text: str) -> str:
    """Return what two spellings of one name share: letters without case, accents and hyphens;
    numbers as written.

    Numbers keep their bounds and their digits, so that no two names that differ in a digit have one
    key."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(
        c for c in plain if not unicodedata.combining(c) and unicodedata.category(c) != "Cf"
    ).casefold()
    plain = plain.translate({0x2019: "'", 0x2032: "'", 0x2212: "-"}).replace("isation", "ization")
    found = [w for w in _PART.findall(plain) if w not in _NO_WORD]
    return "".join(f"|{w.replace(',', '.')}|" if w[0].isdigit() else w for w in found)


@cache
def listed(group: str, name: str) -> frozenset[str]:
    """Return a list of words.toml, each entry by its letters; those of `texts` as they are."""
    return frozenset(
        entry if group == "texts" else letters(entry) for entry in _LISTS[group][name].split()
    )


@cache
def spelled(group: str) -> Mapping[str, str]:
    """Return the words of a group of words.toml, by each form in which they are written."""
    return {form: word for word, forms in _LISTS[group].items() for form in forms.split()}


def bare(text: str) -> str:
    """Return a name without brackets, arrows and marks."""
    return " ".join(_MARKS.sub(" ", _BRACKETS.sub(" ", text)).split()) or " ".join(
        _MARKS.sub(" ", text).split()
    )


def bracketed(text: str) -> list[str]:
    """Return what the brackets of a name hold."""
    return [next(filter(None, found), "").strip() for found in _BRACKETS.findall(text)]


@lru_cache(16384)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a name: camel case parted, short forms written out, sets by their
    word."""
    named = _SET.sub(
        lambda m: f" {_SETS[m[1]]} {'test' * bool(m[2])} ",
        _MARKS.sub(
            " ", _DELTA.sub(" delta ", text.replace("++", " plusplus ").replace("LiRA", "lira"))
        ),
    )
    plain = unicodedata.normalize("NFKD", _CAMEL.sub(" ", named))
    plain = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    for form, word in spelled("synonyms").items():
        if not form.isascii():
            plain = plain.replace(form, f" {word} ")
    return tuple(spelled("synonyms").get(w, w) for w in re.findall(r"[^\W_]+", plain))


def has(text: str, group: str, *names: str) -> bool:
    """Return whether a word of a name is in one of these lists."""
    own = words(text)
    return any(w in listed(group, name) for name in names for w in own)


def belongs(text: str, group: str, name: str) -> bool:
    """Return whether a whole name, without brackets and arrows, is in a list."""
    return letters(bare(text)) in listed(group, name)


def stated(text: str) -> str:
    """Return which end a heading says is better: higher, lower, retrained, a number, "" for none or
    several."""
    if _RETRAINED_WORDS.search(text):
        return "retrained"
    if aim := _AIM.search(text):
        return f"{float(aim[1].replace('−', '-')):g}"
    higher = any(a in text for a in _HIGHER) or bool(_HIGHER_WORDS.search(text))
    lower = any(a in text for a in _LOWER) or bool(_LOWER_WORDS.search(text))
    return "" if higher == lower else "higher" if higher else "lower"


def _sorted(text: str) -> str:
    own = words(text)
    return " ".join(
        sorted(w for w in own if w not in _SILENT and not (w == "l" and "rouge" in own))
    )


class Metrics:
    """Metrics by their names: of the dictionary, then of suites."""

    def __init__(self, named: Iterable[tuple[str, Iterable[str]]]) -> None:
        self._whole: dict[str, str] = {}
        self._sorted: dict[str, str] = {}
        listed_metrics = [(own, list(names)) for own, names in named]
        for own, _ in listed_metrics:
            self._whole.setdefault(letters(own), own)
        for own, names in listed_metrics:
            for name in names:
                self._whole.setdefault(letters(name), own)
                self._sorted.setdefault(_sorted(name), own)

    def find(self, name: str) -> tuple[str, str]:
        """Return the id of a metric and the form of the name that means it, both "" if none
        does."""
        for form in _forms(name):
            if own := self._whole.get(letters(form)) or self._sorted.get(_sorted(form) or "\0"):
                return own, form
        return "", ""

    @staticmethod
    def is_whole(name: str, form: str) -> bool:
        """Return whether a form of a name is all of it, but for brackets, arrows and a mean."""
        plain = bare(_OUTER.sub("", name.strip()))
        return letters(form) in map(letters, (name, plain, _AROUND.sub("", plain)))


@lru_cache(4096)
def _forms(name: str) -> tuple[str, ...]:
    """Return a name in the forms by which it may be known, the whole first, what its brackets hold
    last."""
    plain = bare(_OUTER.sub("", name.strip()))
    inner = _AROUND.sub("", plain)
    found = [
        name.strip(),
        plain,
        inner,
        re.sub(r"[ _]before(?:[ _]attack)?\Z", "", inner, flags=re.I),
    ]
    group = re.match(r"(?P<set>.*)\bset\b[ _]+(?P<rest>.+)", inner, re.I)
    if group and not has(group["set"], "words", "forget"):
        found.append(group["rest"])
    first, *others = re.split(r"[\s_:]+", inner)
    rest = " ".join(others)
    forgotten = bool(re.fullmatch(r"forget\d+|wmdp", first, re.I))
    if forgotten > has(rest, "words", "good", "bad") or (
        letters(first) in listed("words", "values") and not forgotten
    ):
        found.append(rest)
    named = [w for w in words(inner) if w not in listed("words", "counted_by")]
    if len(named) < len(words(inner)) and "".join(named) in {
        letters(g) for g in listed("words", "general")
    }:
        found.append(" ".join(named))
    return tuple(dict.fromkeys(filter(None, [*found, *bracketed(name)])))


def _rows(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        yield from csv.DictReader(opened)


@cache
def dictionary() -> Metrics:
    """Return the metrics of the field by their names."""
    return Metrics(
        (r["id"], (r["id"], r["label"], r["name"], *r["aliases"].split("|")))
        for r in _rows(NAMES / "known_metrics.csv")
    )


@cache
def _methods() -> frozenset[str]:
    found = [
        n
        for r in _rows(NAMES / "methods.csv")
        for n in (r["address"], r["label"], *r["aliases"].split("|"))
    ]
    suites = sorted((NAMES.parent / "tables").glob("*/methods.csv"))
    found += [
        n
        for file in suites
        for r in _rows(file)
        if r.get("role") != "reference"
        for n in (r["id"], r["label"])
    ]
    return frozenset(letters(n) for n in found if n)


def metric_like(name: str) -> bool:
    """Return whether a name is one of a metric: known, with an arrow, or with a word of
    measuring."""
    return bool(
        dictionary().find(name)[0]
        or stated(name)
        or has(name, "words", "good", "bad", "harm", "metric_like", "asked")
        or has(name, "columns", "cost")
    )


def surely_metric(name: str) -> bool:
    """Return whether a name is one of a known metric and no common word."""
    own, form = dictionary().find(name)
    return bool(own) and not common(form)


def common(form: str) -> bool:
    """Return whether a name is too short or too common to settle what a column is."""
    short = letters(form)
    return len(short) <= 3 or short in listed("words", "common")


def method_like(name: str) -> bool:
    """Return whether a name is one of a known method or of a model for comparison."""
    own = letters(bare(name))
    return (
        own in _methods()
        or own
        in listed("rows", "retrained")
        | listed("rows", "original")
        | listed("rows", "original_whole")
        or own in listed("rows", "retrained_whole")
        or bool(re.search(r"w/o\b", name))
    )
