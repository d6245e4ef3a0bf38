"""Models that no method made: named for what they are, they are offered as reference or original."""

from __future__ import annotations

import re

from components.intake.methods import slip
from components.intake.names import words

REFERENCE = frozenset(
    ("retain", "retained", "retrain", "retrained", "retraining", "gold", "golden", "oracle", "scratch")
)
ORIGINAL = frozenset(("full", "finetuned", "original", "orig", "target", "initial", "vanilla", "before"))
EITHER = frozenset(("base", "pretrained", "pretrain", "reference"))
"""What may be either: a pretrained model never saw the forgotten data where models were fine-tuned on them."""
_BESIDE = frozenset(
    (
        *("model", "models", "set", "only", "data", "the", "on", "from", "with"),
        *("standard", "control", "upper", "bound"),
        *("tofu", "muse", "news", "books", "wmdp", "llama", "phi", "gemma", "qwen", "zephyr", "mistral", "instruct"),
        *("chat", "hf", "lm", "llm", "b", "resnet", "vit"),
        *("method", "training", "checkpoint", "split", "open", "f", "theta", "θ", "exact"),
    )
)
"""Words that may stand beside: what was trained, and on what."""
_TWO = (
    ("fine tuned", "finetuned"),
    ("re trained", "retrained"),
    ("pre trained", "pretrained"),
    ("re train", "retrain"),
)
_NOT_UNLEARNED = re.compile(r"\b(?:before|pre|no|not|without) unlearn(?:ing|ed)\b")


_TOLD = {"reference", "original", "either", "beside"}


def role_of(name: str) -> str:
    """What a model is by its name alone: reference, original, either of them, or nothing of the kind.

    Every word must say so or say nothing: “FT-Retain” and “GA + retain” are methods.
    """
    plain = " ".join(re.sub(r"\d+(?:\.\d+)*", " ", " ".join(words(name))).split())
    for parted, whole in _TWO:
        plain = plain.replace(parted, whole)
    if _NOT_UNLEARNED.search(plain) and {_word(w) for w in _NOT_UNLEARNED.sub(" ", plain).split()} <= _TOLD:
        return "original"
    if re.search(r"[+&/]", name):
        return ""
    told = {_word(w) for w in plain.split()} - {"beside"}
    if not told or told - {"reference", "original", "either"}:
        return ""
    return told.pop() if len(told) == 1 else "either"


def _word(word: str) -> str:
    kinds = {"reference": REFERENCE, "original": ORIGINAL, "either": EITHER, "beside": _BESIDE}
    exact = next((kind for kind, known in kinds.items() if word in known), "")
    if exact:
        return exact
    close = {
        kind for kind, known in kinds.items() if kind != "beside" for k in known if len(k) > 6 and slip([word], [k])
    }
    return close.pop() if len(close) == 1 else word
