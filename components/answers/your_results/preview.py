"""What a reader's suite changes against another one, as Markdown."""

from components.answers.changes.difference import difference
from components.answers.changes.markdown import as_markdown
from components.answers.changes.words import compared_title
from data.registry import Tables


def preview(made: Tables, before: Tables | None) -> str:
    """All ranks of a suite beside another one's, or the ranks of a new suite."""
    head = compared_title(made.suite.title, "" if before is None else before.suite.title)
    return as_markdown(difference(before, made), head)
