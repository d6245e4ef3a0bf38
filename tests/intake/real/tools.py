"""Tables as tools write them (pandas, wandb, MLflow, TensorBoard, spreadsheets, R) and as people make them by hand."""

import io

import openpyxl

from tests.intake.real.cases import Case, Files, jsons, text


def _merged() -> Files:
    """A workbook with a header of two rows, the upper cells merged."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    rows = [["Table 2: results"], ["Method", "Seed", "forget05", "", "forget10", ""]]
    rows += [["", "", "Forget Quality", "Model Utility", "Forget Quality", "Model Utility"]]
    for line in [*rows, ["GA", 1, 0.1, 0.5, 0.2, 0.4], ["NPO", 1, 0.3, 0.6, 0.25, 0.55]]:
        sheet.append(line)
    for cells in ("A1:F1", "A2:A3", "B2:B3", "C2:D2", "E2:F2"):
        sheet.merge_cells(cells)
    out = io.BytesIO()
    book.save(out)
    return (("results.xlsx", out.getvalue()),)


CASES = (
    Case(
        source="wandb: export of runs",
        columns=(
            "Name: left out; State: left out; Notes: left out; Created: left out; Runtime: left out; "
            "forget_split: benchmark; lr: setting; seed: seed; trainer: method; eval/forget_quality: "
            "higher forget_quality; eval/model_utility: higher model_utility"
        ),
        methods="NPO, GradDiff",
        rows=3,
        values={
            "NPO · forget10 · 1": {"eval/forget_quality": 0.33, "eval/model_utility": 0.57},
            "GradDiff · forget10 · 0": {"eval/forget_quality": None},
        },
        files=text(
            """
"Name","State","Notes","Created","Runtime","forget_split","lr","seed","trainer","eval/forget_quality","eval/model_utility"
"sunny-1","finished","-","2025-01-02T03:04:05.000Z","3601","forget10","1e-05","0","NPO","0.31","0.58"
"sunny-2","finished","-","2025-01-02T03:04:05.000Z","3601","forget10","1e-05","1","NPO","0.33","0.57"
"sunny-3","crashed","-","2025-01-02T03:04:05.000Z","36","forget10","1e-05","0","GradDiff","","0.56"
""",
            "wandb_export.csv",
        ),
    ),
    Case(
        source="MLflow: runs.csv",
        columns=(
            "Start Time: left out; Duration: left out; Run ID: left out; Name: left out; Source Type: "
            "left out; Source Name: left out; User: left out; Status: left out; alpha: setting; "
            "method: method; seed: seed; forget_acc: lower FA; retain_acc: higher RA"
        ),
        methods="SCRUB",
        rows=2,
        values={"SCRUB · all data · 2": {"forget_acc": 0.06, "retain_acc": 0.92}},
        files=text(
            """
Start Time,Duration,Run ID,Name,Source Type,Source Name,User,Status,alpha,method,seed,forget_acc,retain_acc
2025-01-02 03:04:05,2.1min,0a1b2c,eager-fox-1,LOCAL,main.py,me,FINISHED,0.5,SCRUB,1,0.05,0.93
2025-01-02 03:04:05,2.1min,0a1b2d,eager-fox-2,LOCAL,main.py,me,FINISHED,0.5,SCRUB,2,0.06,0.92
""",
            "runs.csv",
        ),
    ),
    Case(
        source="TensorBoard: one curve",
        columns="Wall time: left out; Step: setting; Value: asked",
        methods="",
        blocking="nameless, no_metric, repeats",
        rows=2,
        mends=("Call it", "Each value of"),
        answers={"Value": "lower"},
        values={"My method Step=20 · all data · 1": {"Value": 0.4}},
        files=text("Wall time,Step,Value\n1700000000.1,10,0.5\n1700000001.2,20,0.4\n", "run_tag_eval.csv"),
    ),
    Case(
        source="pandas to_csv: row names without a heading",
        columns="column 1: method; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        rows=2,
        values={"NPO · all data · 1": {"FA": 0.2, "RA": 0.8}},
        files=text(",FA,RA\nGA,0.1,0.9\nNPO,0.2,0.8\n", "df.csv"),
    ),
    Case(
        source="pandas to_csv: a numbered index",
        columns="Unnamed: 0: left out; method: method; seed: seed; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        rows=2,
        values={"NPO · all data · 1": {"FA": 0.2, "RA": 0.8}},
        files=text("Unnamed: 0,method,seed,FA,RA\n0,GA,1,0.1,0.9\n1,NPO,1,0.2,0.8\n", "df.csv"),
    ),
    Case(
        source="pandas to_csv: columns of two levels and a named index",
        columns=(
            "method: method; benchmark: benchmark; forget_quality: higher forget_quality; "
            "model_utility: higher model_utility"
        ),
        methods="GA, NPO",
        told="the header has two rows: forget05 and forget10 bec",
        rows=4,
        values={
            "GA · forget10 · 1": {"forget_quality": 0.2, "model_utility": 0.4},
            "NPO · forget05 · 1": {"forget_quality": 0.3, "model_utility": 0.6},
        },
        files=text(
            ",forget05,forget05,forget10,forget10\n,forget_quality,model_utility,forget_quality,model_utility\n"
            "method,,,,\nGA,0.1,0.5,0.2,0.4\nNPO,0.3,0.6,0.25,0.55\n",
            "pivot.csv",
        ),
    ),
    Case(
        source="pandas groupby: means and standard deviations",
        columns=("method: method; FA mean: lower FA; FA std: left out; RA mean: higher RA; RA std: left out"),
        methods="GA, NPO",
        rows=2,
        values={"NPO · all data · 1": {"FA mean": 0.2, "RA mean": 0.8}},
        files=text(
            ",FA,FA,RA,RA\n,mean,std,mean,std\nmethod,,,,\nGA,0.1,0.02,0.9,0.01\nNPO,0.2,0.03,0.8,0.02\n", "g.csv"
        ),
    ),
    Case(
        source="pandas to_html of a notebook",
        columns="column 1: left out; method: method; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        blocking="missing",
        rows=2,
        mends=("Read as not measured",),
        values={"GA · all data · 1": {"FA": 0.1, "RA": 0.9}, "NPO · all data · 1": {"FA": None, "RA": 0.8}},
        files=text("""
<div><style scoped>.dataframe tbody tr th { vertical-align: top; }</style>
<table border="1" class="dataframe"><thead>
<tr style="text-align: right;"><th></th><th>method</th><th>FA</th><th>RA</th></tr></thead><tbody>
<tr><th>0</th><td>GA</td><td>0.10</td><td>0.90</td></tr><tr><th>1</th><td>NPO</td><td>NaN</td><td>0.80</td></tr></tbody></table>
<p>2 rows × 3 columns</p></div>
"""),
    ),
    Case(
        source="pandas to_string",
        columns="column 1: left out; method: method; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        told="columns are separated by two or more blanks",
        rows=2,
        values={"GA · all data · 1": {"FA": 0.1, "RA": 0.9}},
        files=text("  method    FA    RA\n0     GA  0.10  0.90\n1    NPO  0.20  0.80\n"),
    ),
    Case(
        source="pandas to_latex",
        columns="column 1: left out; method: method; forget_acc: lower FA; retain_acc: higher RA",
        methods="GA, NPO",
        rows=2,
        values={"NPO · all data · 1": {"forget_acc": 0.2, "retain_acc": 0.8}},
        files=text(r"""
\begin{tabular}{llrr}
\toprule
 & method & forget\_acc & retain\_acc \\
\midrule
0 & GA & 0.100000 & 0.900000 \\
1 & NPO & 0.200000 & 0.800000 \\
\bottomrule
\end{tabular}
"""),
    ),
    Case(
        source="pandas to_json, orient split",
        columns="method: method; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        rows=2,
        values={"NPO · all data · 1": {"FA": None, "RA": 0.8}},
        files=jsons(
            d__json={"columns": ["method", "FA", "RA"], "index": [0, 1], "data": [["GA", 0.1, 0.9], ["NPO", None, 0.8]]}
        ),
    ),
    Case(
        source="a workbook with merged headings",
        columns=(
            "Method: method; Seed: seed; benchmark: benchmark; Forget Quality: higher forget_quality; "
            "Model Utility: higher model_utility"
        ),
        methods="GA, NPO",
        told="the header has two rows: forget05 and forget10 bec",
        rows=4,
        values={
            "GA · forget05 · 1": {"Forget Quality": 0.1, "Model Utility": 0.5},
            "NPO · forget10 · 1": {"Forget Quality": 0.25, "Model Utility": 0.55},
        },
        files=_merged(),
    ),
    Case(
        source="by hand: methods as columns",
        columns=("method: method; Forget Quality ↑: higher forget_quality; Model Utility ↑: higher model_utility"),
        methods="GA, NPO, RMU",
        told="methods were in columns: 3 columns became rows, 2",
        rows=3,
        values={"NPO · forget10 · 1": {"Forget Quality ↑": 0.2, "Model Utility ↑": 0.6}},
        files=text("Metric,GA,NPO,RMU\nForget Quality ↑,0.1,0.2,0.3\nModel Utility ↑,0.5,0.6,0.7\n", "t.csv"),
    ),
    Case(
        source="by hand: seeds in headings",
        columns="method: method; seed: seed; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        told="seeds were in headings: 1 and 2 became the column",
        rows=4,
        values={"NPO · all data · 2": {"FA": 0.4, "RA": 0.6}, "GA · all data · 1": {"FA": 0.1, "RA": 0.9}},
        files=text("method,FA_seed1,FA_seed2,RA_seed1,RA_seed2\nGA,0.1,0.2,0.9,0.8\nNPO,0.3,0.4,0.7,0.6\n", "s.csv"),
    ),
    Case(
        source="by hand: a column of spreads behind each metric",
        columns=("method: method; FA_mean: lower FA; FA_std: left out; RA_mean: higher RA; RA_std: left out"),
        methods="GA, NPO",
        rows=2,
        values={"NPO · all data · 1": {"FA_mean": 0.3, "RA_mean": 0.8}},
        files=text("method,FA_mean,FA_std,RA_mean,RA_std\nGA,0.1,0.02,0.9,0.01\nNPO,0.3,0.04,0.8,0.01\n", "m.csv"),
    ),
    Case(
        source="by hand: one value a row",
        columns="method: method; dataset: benchmark; seed: seed; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        told="one value a row: 4 rows made 2 runs with 2 metrics",
        rows=2,
        values={"NPO · A · 1": {"FA": 0.2, "RA": 0.8}},
        files=text(
            "method,dataset,seed,metric,value\nGA,A,1,FA,0.1\nGA,A,1,RA,0.9\nNPO,A,1,FA,0.2\nNPO,A,1,RA,0.8\n", "l.csv"
        ),
    ),
    Case(
        source="by hand: seeds with their word",
        columns="Method: method; Seed #: seed; FA: lower FA; RA: higher RA",
        methods="GA",
        rows=2,
        values={"GA · all data · 123": {"FA": 0.2, "RA": 0.8}, "GA · all data · 42": {"FA": 0.1}},
        files=text("Method,Seed #,FA,RA\nGA,seed 42,0.1,0.9\nGA,seed 123,0.2,0.8\n", "s.csv"),
    ),
    Case(
        source="by hand: a rand seed beside a column of runs",
        columns="Method: method; run: left out; rand seed: seed; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        rows=4,
        values={"GA · all data · 123": {"FA": 0.2}, "NPO · all data · 42": {"FA": 0.3}},
        files=text(
            "Method,run,rand seed,FA,RA\nGA,1,42,0.1,0.9\nGA,1,123,0.2,0.8\nNPO,2,42,0.3,0.7\nNPO,2,123,0.4,0.6\n",
            "s.csv",
        ),
    ),
    Case(
        source="a spreadsheet of the continent: semicolons, decimal commas, Windows-1252",
        columns="Méthode: left out; method: method; benchmark: benchmark; FA: lower FA; RA: higher RA",
        methods="Ünlearn, GA",
        blocking="comma",
        told="columns are separated by semicolons",
        rows=2,
        mends=("Read the comma",),
        values={"Ünlearn · A · 1": {"FA": 0.05, "RA": 0.93}},
        files=text("Méthode;method;benchmark;FA;RA\nx;Ünlearn;A;0,05;0,93\ny;GA;A;0,15;0,83\n", "d.csv", "cp1252"),
    ),
    Case(
        source="a spreadsheet: UTF-16 and tabs, thousands in a loss",
        columns="method: method; Forget loss: higher; FA: lower FA",
        methods="GA, NPO",
        blocking="grouped",
        told="columns are separated by tabs",
        rows=2,
        mends=("Remove the separators",),
        values={"GA · all data · 1": {"Forget loss": 1234.5, "FA": 0.1}, "NPO · all data · 1": {"Forget loss": 987.5}},
        files=text("method\tForget loss\tFA\nGA\t1,234.5\t0.1\nNPO\t987.5\t0.2\n", "t.tsv", "utf-16"),
    ),
    Case(
        source="by hand: per cent signs beside bare percentages",
        columns="method: method; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        blocking="percent",
        rows=2,
        mends=("Read as shares",),
        values={"NPO · all data · 1": {"FA": 0.15, "RA": 83.0}},
        files=text("method,FA,RA\nGA,5%,93\nNPO,15 %,83\n", "p.csv"),
    ),
    Case(
        source="R: write.csv with row names",
        columns="column 1: left out; method: method; FA: lower FA; RA: higher RA",
        methods="GA, NPO",
        blocking="missing",
        rows=2,
        mends=("Read as not measured",),
        values={"GA · all data · 1": {"FA": 0.1, "RA": None}},
        files=text('"","method","FA","RA"\n"1","GA",0.1,NA\n"2","NPO",0.2,0.8\n', "r.csv"),
    ),
    Case(
        source="a decimal comma in a file with commas",
        refused="found more cells than the 3 columns of the header in line 2,",
        files=text("method,FA,RA\nGA,0,1,0,9\nNPO,0,2,0,8\n", "d.csv"),
    ),
    Case(
        source="a page without a table",
        refused="found a web page without a table or XML, expected a table as",
        files=text("<!doctype html><html><body><p>Sign in</p></body></html>", "r.html"),
    ),
)
