"""What a row is, by its name: a method, the retrained or the original model, or none of them."""

import re
from collections.abc import Collection, Sequence

from data.read.lexicon import BASE_MODEL, bare, bracketed, letters, listed, method_like

METHOD, OTHER, RETRAINED, ORIGINAL, IGNORE, ASK = (
    "method",
    "other",
    "retrained",
    "original",
    "ignore",
    "",
)
"""The roles; `OTHER` is a method that is not the known one of its name, `ASK` is to decide."""


def roles(names: Sequence[str], unmeasured: Collection[str] = ()) -> dict[str, tuple[str, str]]:
    """Return the role of each name (ASK where it must be said) and why; `unmeasured` have no value
    in any metric."""
    found = {name: _alone(name) for name in dict.fromkeys(names)}
    stems = {bare(n).split("+")[0].strip().casefold() for n in found if "+" in n}
    stems |= {
        bare(n).casefold()
        for n in found
        if any(letters(b) in ("ours", "our", "mine") for b in bracketed(n))
    }
    bases = {n for n in found if BASE_MODEL.match(n.rpartition("/")[2])}
    for name, (role, _) in found.items():
        base = name in bases
        if name in unmeasured:
            found[name] = IGNORE, "no value in any metric"
        elif role == METHOD and name.casefold() in stems and not method_like(name):
            found[name] = (ORIGINAL if base else ASK), "others build on it"
        elif (
            role == METHOD
            and base
            and any(c.isdigit() for c in name)
            and 2 * len(bases) <= len(found)
        ):
            found[name] = ASK, "named like a base model"
    taken = {role for role, _ in found.values()}
    for name, (role, _) in found.items():
        own = letters(bare(name))
        if (
            role == ASK
            and own in ("reference", "ref")
            and ORIGINAL in taken
            and RETRAINED not in taken
        ):
            found[name] = RETRAINED, "a reference beside the original model"
        elif role == ASK and own == "final" and any("ideal" in _tokens(n) for n in found):
            found[name] = ORIGINAL, "the final model beside an ideal one"
        elif (
            role == ASK
            and _tokens(name) & {"finetune", "finetuning", "random"}
            and ORIGINAL in taken
        ):
            found[name] = METHOD, "a method beside the original model"
    originals = [n for n, (role, _) in found.items() if role == ORIGINAL]
    firm = [n for n in originals if not _tokens(n) & listed("rows", "later")] or originals
    alone = len({"".join(sorted(_tokens(n))) for n in originals}) > 1
    for name in originals if len(originals) > 1 else ():
        if not alone or name != firm[0]:
            found[name] = ASK, "there is one original model"
    return found


def _alone(name: str) -> tuple[str, str]:
    """Return the role of a name, whatever is beside it."""
    own, words = letters(bare(name)), _tokens(name)
    inside = set(map(letters, bracketed(name)))
    if letters(name) in ("w0", "θ0", "θo", "thetao", "theta0", "wref", "θref", "thetaref"):
        return RETRAINED if "ref" in letters(name) else ORIGINAL, "its name"
    for role in (RETRAINED, ORIGINAL):
        names, wholes = listed("rows", role), listed("rows", f"{role}_whole")
        filled = words <= listed("rows", "fill") | listed("rows", f"fill_{role}") | names
        whole = {own, own.rstrip("0123456789"), *(words if len(words) == 1 else ())}
        if whole & (wholes | names) or (filled and words & names):
            return role, "its name"
    for role in (RETRAINED, ORIGINAL):
        if inside & listed("rows", f"bracket_{role}"):
            return role, "what its brackets say"
    if own in listed("rows", "no_row") | listed("words", "spread") or not (own or inside):
        return IGNORE, "no method by its name"
    doubt = listed("rows", "doubt")
    asked = own in doubt or inside & {"reference", "ref"}
    if asked or (
        words & doubt and words <= doubt | listed("rows", "fill") | listed("rows", ORIGINAL)
    ):
        return ASK, "a name of several meanings"
    parts = bare(name).split()
    rest = " ".join(p for p in parts if not (BASE_MODEL.match(p) and any(map(str.isdigit, p))))
    return _alone(rest) if rest and len(rest.split()) < len(parts) else (METHOD, "")


def _tokens(name: str) -> frozenset[str]:
    """Return the words of a name without digits and single letters, fine-tuned as one word."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", bare(name))
    plain = re.sub(
        r"\b(fine|pre|re)[ -](tuned|tune|tuning|trained|train|training)\b",
        r"\1\2",
        parted.casefold(),
    )
    return frozenset(w for w in re.findall(r"[^\W\d_]+", plain) if len(w) > 1)


def alike(names: Sequence[str], places: Sequence[tuple[str, ...]]) -> dict[str, str]:
    """Return the names that are another one with a remark in brackets, where no benchmark has
    both."""
    at: dict[str, set[tuple[str, ...]]] = {}
    for name, place in zip(names, places, strict=True):
        at.setdefault(name, set()).add(place)
    remarked = {
        n: bare(n)
        for n in at
        if bare(n) in at and bare(n) != n and not any(map(str.isdigit, n.partition("(")[2]))
    }
    return {n: plain for n, plain in remarked.items() if not at[n] & at[plain]}
