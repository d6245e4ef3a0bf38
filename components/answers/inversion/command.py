"""The evaluator audit of your own reconstructions: `python -m components.answers.inversion.command TABLE`.

TABLE has one row per reconstruction with the columns standard and judge (or judge1, judge2, …), each yes, no or
refused, and where known attack, private_set, target and identity.
"""

import argparse
import sys
from pathlib import Path

from components.answers.inversion.audit import InversionResult, audit
from components.answers.inversion.confusion import confusion_table, rates_table
from components.answers.inversion.evaluators import agreement, agreement_table, paradox, quality_table
from components.answers.inversion.slopes import false_positives, headline, qualifications, slopes_table
from components.errors import LeaderboardError
from components.formats import markdown_table, records
from components.intake.inversion import read
from components.plain import json_of

IMAGES = ("gallery", "real")
"""What is left out of the JSON, which counts the images."""


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m components.answers.inversion.command",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", type=Path, help="one row per reconstruction")
    parser.add_argument("--judge", default="", help="the column of the judge in use (default: the first)")
    parser.add_argument("--private-set", default="", help="only this private set")
    parser.add_argument("--rng", type=int, default=42, help="seed of the random numbers")
    parser.add_argument("--format", choices=("json", "markdown"), default="json")
    return parser


def sentences(result: InversionResult) -> list[str]:
    """Every sentence about an audit, in the order of the page; empty ones are left out."""
    first, evaluators = (headline(result), false_positives(result)), (agreement(result), paradox(result))
    return [t for t in (*first, *qualifications(result), *evaluators) if t]


def main(arguments: list[str] | None = None) -> int:
    """Print the audit; exit status 2 with the reason when something cannot be read."""
    options = _arguments().parse_args(arguments)
    try:
        table = read(options.file.name, options.file.read_bytes())
        for name, value, known in (
            ("--judge", options.judge, table.judges),
            ("--private-set", options.private_set, sorted(table.rows["private_set"].unique())),
        ):
            if value and value not in known:
                raise LeaderboardError(f"{name}: found {value!r}, expected one of {', '.join(known)}")
        result = audit(table, options.judge, options.private_set, options.rng)
    except (LeaderboardError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if options.format == "json":
        flat = {
            "overall": result.overall.flat,
            "rows": records(slopes_table(result)),
            "agreement": records(agreement_table(result)),
            "quality": records(quality_table(result)),
        }
        print(json_of({name: value for name, value in (vars(result) | flat).items() if name not in IMAGES}))
    else:
        tables = [t(result) for t in (confusion_table, slopes_table, rates_table, agreement_table)]
        print("\n\n".join([*sentences(result), *result.notices, *(markdown_table(t, None, {}) for t in tables)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
