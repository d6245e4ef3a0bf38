"""Names stay text wherever they are shown, and numbers look alike."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.format import (
    cleaned,
    figure_text,
    forge_text,
    latex_text,
    markdown_text,
    number,
    p_value,
    percent,
    shortened,
)
from tests.cases import stored

WRITTEN = stored("written.json")


@pytest.mark.parametrize(("text", "line"), WRITTEN["lines"])
def test_one_line_without_hidden_marks(text, line):
    assert cleaned(text) == line


def test_markdown_is_escaped_by_its_own_rule():
    # CommonMark: a backslash before any ASCII punctuation character makes it that character
    assert markdown_text(string.punctuation) == "".join(f"\\{c}" for c in string.punctuation)
    assert markdown_text("FA 0.5 τ") == "FA 0\\.5 τ"


def test_figures_and_latex_read_no_markup():
    assert latex_text("a|b_<b>x</b>$\\input{/etc/passwd}^~%&#{}\u202e") == (
        r"a\textbar{}b\_\textless{}b\textgreater{}x\textless{}/b\textgreater{}\$\textbackslash{}input\{/etc/passwd\}"
        "\\textasciicircum{}\\textasciitilde{}\\%\\&\\#\\{\\}\N{REPLACEMENT CHARACTER}"
    )
    assert figure_text("<b>x</b> & <a href='y'>") == "&lt;b&gt;x&lt;/b&gt; &amp; &lt;a href='y'&gt;"
    assert figure_text("&lt;") == "&amp;lt;"


@given(st.text())
def test_markdown_shows_exactly_the_line(text):
    escaped = markdown_text(text)
    assert "\n" not in escaped
    assert re.sub(r"\\(.)", r"\1", escaped) == cleaned(text)


def test_long_names_are_cut_visibly():
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 39 + "…"
    assert len(shortened("word " * 100, 20)) <= 20


@pytest.mark.parametrize(("value", "decimals", "shown"), WRITTEN["numbers"])
def test_numbers_have_two_digits_or_the_decimals_asked_for_and_a_real_minus(value, decimals, shown):
    assert number(None if value is None else float(value), decimals) == shown


def test_a_sign_on_request():
    assert [number(x, 2, sign=True) for x in (0.56, -0.56)] == ["+0.56", "−0.56"]


@pytest.mark.parametrize(("p", "text"), WRITTEN["p values"])
def test_no_p_is_shown_as_nought(p, text):
    assert p_value(None if p is None else float(p)) == text


@pytest.mark.parametrize(("share", "text"), WRITTEN["shares"])
def test_what_is_not_quite_nothing_or_everything_is_not_shown_as_such(share, text):
    assert percent(share) == text


def test_a_markdown_file_shows_names_as_text():
    hostile = "<script>x</script> *a* _b_ `c` [d](e) | $f$ #g ~h~ \\ www.i.j https://k @l &lt;"
    shown = (
        r"\<script\>x\</script\> \*a\* \_b\_ \`c\` \[d\](e) \| \$f\$ \#g \~h\~ \\ www\.i.j"
        r" https\://k @"
        "\u200b"
        r"l \&lt;"
    )
    assert forge_text(hostile) == shown
