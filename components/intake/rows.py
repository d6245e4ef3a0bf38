"""What a row is, by its name: a method, the retrained or the original model, or none of them."""

import re
from collections.abc import Collection, Sequence

from components.intake.grades import Decision
from data.read.lexicon import BASE_MODEL, bare, bracketed, letters, listed, method_like

METHOD, OTHER, RETRAINED, ORIGINAL, IGNORE = (
    "method",
    "other",
    "retrained",
    "original",
    "ignore",
)
"""The roles; `OTHER` is a method that is not the known one of its name."""
_SYMBOLS = {
    "w0": ORIGINAL,
    "θ0": ORIGINAL,
    "θo": ORIGINAL,
    "thetao": ORIGINAL,
    "theta0": ORIGINAL,
    "wref": RETRAINED,
    "θref": RETRAINED,
    "thetaref": RETRAINED,
}
_VARIANT = re.compile(r"\bw/o\b|\bwithout\b|\A[-+] ", re.I)


def roles(names: Sequence[str], unmeasured: Collection[str] = ()) -> dict[str, Decision]:
    """Return the role of each name, known by a whole name of the lists; `unmeasured` have no value
    in any metric."""
    found = {}
    for name in dict.fromkeys(names):
        found[name] = _alone(name)
        if name in unmeasured:
            found[name] = Decision(IGNORE, "known", "no value in any metric")
    built_on = {bare(name).split("+")[0].strip().casefold() for name in found if "+" in name}
    for name in found:
        if any(letters(inside) in ("ours", "our", "mine") for inside in bracketed(name)):
            built_on.add(bare(name).casefold())
    bases = [name for name in found if BASE_MODEL.match(name.rpartition("/")[2])]
    for name, role in found.items():
        is_base = name in bases and any(map(str.isdigit, name)) and 2 * len(bases) <= len(found)
        is_built_on = name.casefold() in built_on and not method_like(name)
        if role.value == METHOD and not role.is_proposed and (is_base or is_built_on):
            reason = "named like a base model" if is_base else "others build on it"
            found[name] = Decision(ORIGINAL, "proposed", reason)
    return _one_original(_among_variants(found))


def _among_variants(found: dict[str, Decision]) -> dict[str, Decision]:
    """Return the roles; a name that may be a whole method is none for certain where others are
    variants of it."""
    variants = [name for name, role in found.items() if role.value == METHOD]
    is_ablation = any(map(_VARIANT.search, variants))
    judged = {}
    for name, role in found.items():
        judged[name] = role
        if role.value in (METHOD, IGNORE) or letters(name) in listed("rows", "certain"):
            continue
        is_stem = any(other.casefold().startswith(name.casefold()) for other in variants)
        if is_ablation or is_stem:
            guess = METHOD if is_ablation else role.value
            judged[name] = Decision(guess, "proposed", "beside variants")
    return judged


def _one_original(found: dict[str, Decision]) -> dict[str, Decision]:
    """Return the roles; of several original models each is proposed, the first the likeliest."""
    originals = [name for name, role in found.items() if role.value == ORIGINAL]
    firm = [name for name in originals if not found[name].is_proposed]
    if len(originals) < 2:
        return found
    first = (firm or originals)[0]
    for name in originals:
        if name != first or len(firm) > 1:
            role = ORIGINAL if name == first else METHOD
            found[name] = Decision(role, "proposed", "there is one original model")
    return found


def _alone(name: str) -> Decision:
    """Return the role of a name, whatever is beside it."""
    whole = letters(bare(name))
    words = _words(name)
    inside = set(map(letters, bracketed(name)))
    if letters(name) in _SYMBOLS:
        return Decision(_SYMBOLS[letters(name)], "known", "its name")
    if _VARIANT.search(name) and letters(name) not in listed("rows", "original_whole"):
        return Decision(METHOD, "known")
    for role in (RETRAINED, ORIGINAL):
        names = listed("rows", role)
        forms = {whole, whole.rstrip("0123456789")} | (words if len(words) == 1 else set())
        if forms & (names | listed("rows", f"{role}_whole")):
            return Decision(role, "known", "its name")
        fill = listed("rows", "fill") | listed("rows", f"fill_{role}")
        if words & names and words <= fill | names:
            return Decision(role, "known", "its name")
    for role in (RETRAINED, ORIGINAL):
        if inside & listed("rows", f"bracket_{role}") and not method_like(bare(name)):
            return Decision(role, "proposed", "what its brackets say")
    if inside & {"reference", "ref"}:
        return Decision(METHOD, "proposed", "a method, or the model to compare with?")
    if whole in listed("rows", "no_row") | listed("words", "spread") or not (whole or inside):
        return Decision(IGNORE, "proposed", "no method by its name")
    doubt = listed("rows", "doubt") | listed("rows", ORIGINAL)
    if whole in doubt or (words & doubt and words <= doubt | listed("rows", "fill")):
        is_reference = bool(words & {"reference", "ref", "retain", "perfect", "exact", "gold"})
        guess = RETRAINED if is_reference else ORIGINAL
        return Decision(guess, "proposed", "a name of several meanings")
    parts = bare(name).split()
    others = [part for part in parts if not (BASE_MODEL.match(part) and re.search(r"\d|SD", part))]
    if others and len(others) < len(parts):
        return _alone(" ".join(others))
    return Decision(METHOD, "known")


def _words(name: str) -> set[str]:
    """Return the words of a name without digits and single letters, fine-tuned as one word."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", bare(name)).casefold()
    plain = re.sub(
        r"\b(fine|pre|re)[ -](tuned|tune|tuning|trained|train|training)\b", r"\1\2", parted
    )
    return {word for word in re.findall(r"[^\W\d_]+", plain) if len(word) > 1}
