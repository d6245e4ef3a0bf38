"""Every choice of the calibration suite as plain data: benchmarks, seeds, training, methods and
their settings."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

VERSION = 2
"""Raised whenever code changes the numbers, so that no cached result of older code is kept."""

SEEDS = (1, 2, 3, 4, 5)
REFERENCES = (101, 102, 103, 104, 105)
"""Seeds of the reference ensemble: retrained models that are never candidates."""
RETRAIN_OFFSET = 200
"""A retrained candidate of seed s is trained with seed s + 200: independent of the base model and
the ensemble."""
TUNING_SEED = 11
"""The base model on which strengths are chosen; it is never a run."""

Settings = Mapping[str, float]


@dataclass(frozen=True)
class Benchmark:
    """A task with one forget set: a random tenth, or the mislabelled samples (canaries); `images`:
    of what, or none."""

    id: str
    task: str
    forget: str
    panel: str
    images: str


BENCHMARKS = (
    Benchmark("digits", "digits", "random", "unimodal", "digits"),
    Benchmark("digits_canary", "digits", "canary", "unimodal", "digits"),
    Benchmark("mnist5k", "mnist5k", "random", "unimodal", "mnist5k"),
    Benchmark("mnist5k_canary", "mnist5k", "canary", "unimodal", "mnist5k"),
    Benchmark("digit_vqa", "digit_vqa", "random", "multimodal", "digits"),
    Benchmark("digit_vqa_canary", "digit_vqa", "canary", "multimodal", "digits"),
    Benchmark("facts", "facts", "random", "sequence", "none"),
    Benchmark("facts_canary", "facts", "canary", "sequence", "none"),
)

BY_ID = {b.id: b for b in BENCHMARKS}
CANARIES = tuple(b.id for b in BENCHMARKS if b.forget == "canary")

TRAINING: Mapping[str, Settings] = {
    "digits": {"epochs": 150, "lr": 5e-3, "batch": 64},
    "mnist5k": {"epochs": 60, "lr": 5e-3, "batch": 64},
    "digit_vqa": {"epochs": 120, "lr": 5e-3, "batch": 64},
    "facts": {"epochs": 80, "lr": 5e-3, "batch": 96},
}
"""Adam with a learning rate that falls along a cosine to zero; random shuffles of the training
set."""

RELEARN: Settings = {"lr": 2e-3, "cap": 60, "share": 0.9}
"""Relearning: Adam steps on the forget set until this share of the original model's forget accuracy
is reached."""

FORGET_BATCH, RETAIN_BATCH = 64, 128
FISHER_SAMPLES = 256

METHODS: Mapping[str, Settings] = {
    "gradient_ascent": {"lr": 5e-4, "steps": 20},
    "neggrad_plus": {"lr": 2e-3, "steps": 60, "beta": 0.9},
    "random_labels": {"lr": 1e-3, "steps": 30},
    "finetune_retain": {"lr": 4e-3, "steps": 120},
    "salun": {"lr": 2e-3, "steps": 80, "share": 0.5},
    "scrub": {"lr": 2e-3, "steps": 100, "ascent_steps": 40, "alpha": 0.1, "temperature": 2.0},
    "l1_sparse": {"lr": 3e-3, "steps": 120, "gamma": 1e-4},
    "bad_teacher": {"lr": 2e-3, "steps": 60},
    "npo": {"lr": 2e-3, "steps": 60, "beta": 0.5},
    "ssd": {"lr": 0.03, "lambda": 1.0},
    "noise": {"lr": 0.2},
    "original": {},
    "retrain": {},
}
"""In row order. `lr` is the strength that the grid multiplies: for SSD the inverse of its threshold
alpha, for the noise its standard deviation in units of each tensor's root mean square."""

GRID = (0.1, 0.3, 1.0, 3.0, 10.0)
"""Strengths tried on the canary benchmark of each task, where too little forgetting shows; the one
chosen serves both benchmarks of the task."""
TUNED = tuple(m for m in METHODS if m not in ("noise", "original", "retrain"))

FADE_SAMPLES = 8
"""Answers drawn from each model per forget prompt of `facts`."""
ANSWER_LIMIT = 8
"""Tokens after which a drawn answer is cut; the cut answer is scored as it is under both models."""


def configuration(name: str, method: str, strength: float) -> dict[str, Any]:
    """Return everything a run depends on besides its seed."""
    b = BY_ID[name]
    return {
        "version": VERSION,
        "task": b.task,
        "forget": b.forget,
        "training": dict(TRAINING[b.task]),
        "method": method,
        "settings": scaled(method, strength),
        "relearn": dict(RELEARN),
    }


def scaled(method: str, strength: float) -> dict[str, float]:
    """Return the settings of a method with its strength multiplied."""
    settings = dict(METHODS[method])
    if "lr" in settings:
        settings["lr"] = float(f"{settings['lr'] * strength:.6g}")
    return settings


def digest(content: Mapping[str, Any]) -> str:
    """Return `c` and the first 10 hex digits of the SHA-256 over the content as JSON."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return "c" + hashlib.sha256(text.encode()).hexdigest()[:10]


def stream(*parts: object) -> int:
    """Return a seed for the random numbers of one purpose, the same whatever ran before."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:4], "big")
