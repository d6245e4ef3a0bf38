"""J of FADE from a table of drawn answers, on the command line.

    python -m components.answers.equivalence.command TABLE [--draws N] [--rng S] [--format json|markdown]

TABLE (CSV, TSV, JSON, JSON Lines, Parquet, Excel) has one row per answer: prompt, generated_by (unlearned or
reference), loglik_unlearned, loglik_reference, and if known tokens, sample, method, benchmark, seed.
"""

import argparse
import sys
from pathlib import Path

from components.answers.equivalence.models import NORMALISATION, models_table
from components.answers.equivalence.own_answers import OwnAnswers, content, own_answers
from components.errors import LeaderboardError
from components.formats import markdown_table
from components.plain import json_of
from components.stats.audits.equivalence import DRAWS

MOST_DRAWS = 20_000


def as_markdown(result: OwnAnswers) -> str:
    """The table of the page, what a reader should know of it, and what J is."""
    return "\n".join([markdown_table(models_table(result.models), None, {}), *result.notices, NORMALISATION])


def main(arguments: list[str] | None = None) -> int:
    """Print the result; exit status 2 with one sentence per problem when the table cannot be used."""
    parser = argparse.ArgumentParser(
        prog="python -m components.answers.equivalence.command",
        description="J of FADE from drawn answers.",
        allow_abbrev=False,
    )
    parser.add_argument("table", type=Path, help="one row per answer")
    parser.add_argument("--draws", type=int, default=DRAWS, help="bootstrap draws over prompts")
    parser.add_argument("--rng", type=int, default=0, help="seed of the draws")
    parser.add_argument("--format", choices=("json", "markdown"), default="json")
    options = parser.parse_args(arguments)
    try:
        if not 100 <= options.draws <= MOST_DRAWS or options.rng < 0:
            raise LeaderboardError(f"expected --draws from 100 to {MOST_DRAWS} and --rng of at least 0")
        try:
            table = options.table.read_bytes()
        except OSError as error:
            raise LeaderboardError(f"{options.table}: {error.strerror}") from None
        result = own_answers(options.table.name, table, options.draws, options.rng)
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 2
    print(as_markdown(result) if options.format == "markdown" else json_of(content(result)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
