"""From kept results to the tables of the suite. What is written by hand (metrics.csv and the like)
stays as it is."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from data.tables.calibration.source import config

TABLES = Path(__file__).resolve().parents[1]
METRICS = ("FA", "RA", "TA", "MIA", "MIAc", "AD", "JS", "FADE", "RT", "KR", "oracle_distance")
Results = Mapping[str, Any]


def write(name: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """One CSV file; floats in their shortest exact form."""
    listed = list(rows)
    with (TABLES / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(listed[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(listed)


def assemble(results: Results, strengths: Mapping[tuple[str, str], float]) -> None:
    """Write every computed table."""
    runs = [
        (b, seed, m) for b in config.BENCHMARKS for seed in config.SEEDS for m in config.METHODS
    ]
    by_run = {(b.id, seed, m): results[f"run/{b.id}/{m}/{seed}"] for b, seed, m in runs}
    own = {
        (b.id, seed, m): {"panel": b.panel, "benchmark": b.id, "method": m, "seed": seed}
        for b, seed, m in runs
    }
    write("runs", ({**own[k], **{x: r["metrics"][x] for x in METRICS}} for k, r in by_run.items()))
    write(
        "runs_meta",
        (
            own[k] | {"config": r["config"], "seconds": round(r["seconds"], 3)}
            for k, r in by_run.items()
        ),
    )
    write("fade", ({**own[k], **_parts(r["fade"])} for k, r in by_run.items()))
    write(
        "fade_samples", (row for k, r in by_run.items() for row in _samples(own[k], r["samples"]))
    )
    write("fade_bounds", _bounds(results, by_run))
    write("settings", _settings(strengths))
    write("tuning", _tuning(results))
    write("samples", _sizes(results))
    write(
        "forget_sets",
        ({"benchmark": b.id, "forget": b.forget, "images": b.images} for b in config.BENCHMARKS),
    )
    for table in ("inversion", "inversion_judges", "inversion_classes"):
        write(
            table,
            (row for key, rows in results.items() if key.startswith(f"{table}/") for row in rows),
        )


def _parts(fade: Mapping[str, float]) -> dict[str, float]:
    forward, backward = fade["forward"], fade["backward"]
    # per token: a ratio of means, each direction by the length of the answers it is a mean over
    per_token = forward / fade["tokens_forward"] + backward / fade["tokens_backward"]
    numbers = {
        "j": forward + backward,
        "j_per_token": per_token,
        "forward": forward,
        "backward": backward,
    }
    numbers |= {"j_sampled": fade["sampled"]}
    numbers |= {
        "tokens_unlearned": fade["tokens_forward"],
        "tokens_reference": fade["tokens_backward"],
    }
    return {k: float(f"{v:.6g}") for k, v in numbers.items()}


def _samples(own: Mapping[str, Any], rows: Sequence[Sequence[Any]]) -> Iterable[dict[str, Any]]:
    names = ("prompt", "generated_by", "loglik_unlearned", "loglik_reference", "tokens")
    for row in rows if own["panel"] != "unimodal" else ():
        # the panel follows from the benchmark: without it the file is smaller
        yield {key: own[key] for key in ("benchmark", "method", "seed")} | dict(
            zip(names, row, strict=True)
        )


def _bounds(
    results: Results, by_run: Mapping[tuple[str, int, str], Any]
) -> Iterable[dict[str, Any]]:
    for b in config.BENCHMARKS:
        for row in results[f"bounds/{b.id}"]["floor"]:
            yield {"benchmark": b.id, "kind": "floor", "pair": row["pair"], **_parts(row["fade"])}
        for seed, reference in zip(config.SEEDS, config.REFERENCES, strict=True):
            pair = f"base {seed} and retrained {reference}"
            yield {
                "benchmark": b.id,
                "kind": "ceiling",
                "pair": pair,
                **_parts(by_run[b.id, seed, "original"]["fade"]),
            }


def _settings(strengths: Mapping[tuple[str, str], float]) -> Iterable[dict[str, Any]]:
    for b in config.BENCHMARKS:
        for m in config.METHODS:
            strength = strengths[b.id, m]
            setup = config.digest(config.configuration(b.id, m, strength))
            row = {"benchmark": b.id, "method": m, "config": setup, "strength": strength}
            yield row | {
                "settings": _words(config.scaled(m, strength)),
                "training": _words(config.TRAINING[b.task]),
            }


def _words(settings: Mapping[str, float]) -> str:
    return " ".join(f"{k}={v:g}" for k, v in settings.items()) or "none"


def _tuning(results: Results) -> Iterable[dict[str, Any]]:
    for name in config.CANARIES:
        for m in config.TUNED:
            for row in results[f"tune/{name}/{m}"]:
                numbers = {k: float(f"{row[k]:.6g}") for k in ("gap", "FA", "RA", "TA")}
                yield {"benchmark": name, "method": m, "strength": row["strength"], **numbers}


def _sizes(results: Results) -> Iterable[dict[str, Any]]:
    for b in config.BENCHMARKS:
        n = results[f"bounds/{b.id}"]
        for metric in ("FA", "RA", "TA", "MIA", "KR"):
            size = {"RA": n["retain"], "TA": n["test"]}.get(metric, n["forget"])
            yield {
                "panel": b.panel,
                "benchmark": b.id,
                "metric": metric,
                "n": size,
                "basis": "counted",
            }
