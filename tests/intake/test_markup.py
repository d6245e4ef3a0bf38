"""Tables of pages and papers: marks go, numbers stay digit for digit, and what is no plain number never becomes one."""

import pytest

from components.intake.reading import child
from components.intake.reading.sheet import FileRefused, Sheet


def pasted(text: str) -> Sheet:
    """What the reading process makes of a pasted text."""
    return child.read([("pasted table", text.encode())])


def html_cell(cell: str) -> str:
    """What a cell of HTML is read as."""
    return pasted(f"<table><tr><th>m</th><th>x</th></tr><tr><td>GA</td><td>{cell}</td></tr></table>").rows[0][1]


def markdown_cell(cell: str) -> str:
    """What a cell of Markdown is read as."""
    return pasted(f"| m | x |\n|---|---|\n| GA | {cell} |\n").rows[0][1]


def latex_cell(cell: str) -> str:
    """What a cell of LaTeX is read as."""
    return pasted(f"\\begin{{tabular}}{{lc}} m & x \\\\ GA & {cell} \\\\ \\end{{tabular}}").rows[0][1]


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("<b>0.5</b>", "0.5"),
        ("0.5<sup>†</sup>", "0.5"),
        ("0.5<sup>1</sup>", "0.5^1"),
        ("10<sup>-5</sup>", "10^-5"),
        ("1.1 × 10<sup>−19</sup>", "1.1 × 10^−19"),
        ("94.5<sub>±0.3</sub>", "94.5±0.3"),
        ("94.5<sup>±0.3</sup>", "94.5±0.3"),
        ("0.5<br>0.6", "0.5 0.6"),
        ("&minus;3&nbsp;%", "−3 %"),
        ("<script>9</script>0.5", "0.5"),
        ('<a href="https://example.org">NPO</a> [3]', "NPO [3]"),
        ("0.5 [3]", "0.5"),
    ],
)
def test_cells_of_html(cell: str, read: str) -> None:
    assert html_cell(cell) == read


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("**0.5**", "0.5"),
        ("*0.5*", "0.5"),
        ("`0.5`", "0.5"),
        ("__0.5__", "0.5"),
        ("0.5*", "0.5"),
        ("0.5[^2]", "0.5"),
        ("0.5<sup>2</sup>", "0.5^2"),
        ("10<sup>2</sup>", "10^2"),
        ("[NPO](https://example.org) ours", "NPO ours"),
        ("a \\| b", "a | b"),
        ("forget_Q_A_Prob", "forget_Q_A_Prob"),
        ("NPO\\*", "NPO*"),
        ("2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_cells_of_markdown(cell: str, read: str) -> None:
    assert markdown_cell(cell) == read


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        (r"\textbf{0.5}", "0.5"),
        (r"$\mathbf{0.5}$", "0.5"),
        (r"$94.5_{\pm 0.3}$", "94.5 ± 0.3"),
        (r"94.5 {\tiny $\pm$ 0.3}", "94.5 ± 0.3"),
        (r"$12_{345}$", "12 (345)"),
        (r"0.5\textsuperscript{1}", "0.5 1"),
        (r"\phantom{0}0.5", "0.5"),
        (r"$1.1 \times 10^{-19}$", "1.1 × 10^-19"),
        (r"85.3\%", "85.3%"),
        (r"NPO~\cite{x}", "NPO"),
        (r"forget\_acc", "forget_acc"),
        (r"\cellcolor{red!20}0.5", "0.5"),
        (r"0.5$^{\dagger}$", "0.5"),
    ],
)
def test_cells_of_latex(cell: str, read: str) -> None:
    assert latex_cell(cell) == read


def test_rows_across_the_table_are_a_column_and_cells_reach_down() -> None:
    table = pasted(
        "<table><tr><th>Method</th><th>a</th></tr><tr><td colspan=2>Gradients</td></tr><tr><td>GA</td><td>1</td></tr>"
        "<tr><td colspan=2>Others</td></tr><tr><td rowspan=2>RMU</td><td>2</td></tr><tr><td>3</td></tr></table>"
    )
    assert table.header == ("Method", "a", "section")
    assert table.rows == (("GA", "1", "Gradients"), ("RMU", "2", "Others"), ("RMU", "3", "Others"))


def test_headers_of_two_rows_and_long_lines_of_marks() -> None:
    table = pasted("Method;A;;B\n;fq;mu;fq\nGA;1;2;3\n")
    assert (table.header, table.above) == (("Method", "A fq", "A mu", "B fq"), ("", "A", "A", "B"))
    for text in ("| m | x |\n|---|---|\n| " + "*" * 200_000 + " | 1 |", "a,b\n--| " + " " * 100_000 + "x,2\n3,4"):
        assert pasted(text).rows


@pytest.mark.parametrize(
    "text",
    ["m,,x\nGA,a,1\n", "m,x,x\nGA,one,two\nNPO,three,four\n", "m,x\nGA,low\nNPO,1\nRMU,2\n"],
)
def test_a_row_of_values_is_not_taken_for_a_header(text: str) -> None:
    assert len(pasted(text).rows) == text.count("\n") - 1


def test_of_several_tables_one_is_read_and_has_a_notice() -> None:
    one = "<table><tr><th>m</th><th>{}</th></tr><tr><td>GA</td><td>1</td></tr></table>"
    found = pasted(one.format("a") + "text" + one.format("b"))
    assert found.header == ("m", "a")
    assert "2 tables were found" in found.notices[0]
    both = pasted("|m|a|\n|-|-|\n|GA|1|\n\n|m|b|\n|-|-|\n|GA|2|\n")
    assert (both.header, both.rows) == (("m", "a"), (("GA", "1"),))
    assert "2 tables were found" in both.notices[0]


@pytest.mark.parametrize(
    "text",
    [
        "<table>" + "<tr><td colspan=400 rowspan=900>x" * 60,
        "<table><tr>" + "<td>x" * 2_000 + "<tr><td>1",
        "<table><tr><td colspan=99999999999>x</table>",
        "<table></table>",
        "|" + "-|" * 5,
        "\\begin{tabular}" + "{" * 500,
        "&" * 2_000 + "\\\\",
    ],
)
def test_hostile_markup_is_refused(text: str) -> None:
    with pytest.raises(FileRefused, match="expected"):
        pasted(text)
