"""Tables of work on pictures and on models of both: SalUn, Sparsity, MLLMU-Bench, CLEAR, UnlearnCanvas, UnifiedUnl."""

from tests.intake.real.cases import Case, jsons, text

_RUN = {"dataset": "mllmu_bench", "seed": 42, "FA": 0.0, "RA": 0.02, "retrained_distance": 0.4}

CASES = (
    Case(
        source="SalUn: mean, spread, and the gap to Retrain in brackets",
        columns=(
            "Methods: method; UA: asked UA; RA: higher RA; TA: higher TA; MIA: asked MIA; Avg. Gap: "
            "lower avg_gap; RTE: lower rte"
        ),
        methods="Retrain, FT, SalUn",
        references="Retrain",
        blocking="role, spread",
        rows=3,
        mends=("The reference", "Take the mean"),
        answers={"UA": "higher", "MIA": "higher"},
        values={
            "FT · all data · 1": {"UA": 0.63, "RA": 99.88, "TA": 94.06, "MIA": 2.7, "Avg. Gap": 3.78},
            "SalUn · all data · 1": {"UA": 2.85, "MIA": 14.39, "RTE": 2.66},
        },
        files=text("""
| Methods | UA | RA | TA | MIA | Avg. Gap | RTE |
|:--------|---:|---:|---:|----:|---------:|----:|
| Retrain | 5.24±0.69 (0.00) | 100.00±0.00 (0.00) | 94.26±0.02 (0.00) | 12.88±0.09 (0.00) | 0.00 | 43.29 |
| FT | 0.63±0.55 (4.61) | 99.88±0.08 (0.12) | 94.06±0.27 (0.20) | 2.70±0.01 (10.19) | 3.78 | 2.37 |
| **SalUn** | 2.85±0.43 (2.39) | 99.62±0.12 (0.38) | 93.93±0.29 (0.33) | 14.39±0.82 (1.51) | **1.15** | 2.66 |
"""),
    ),
    Case(
        source="Unlearn-Sparse: percentages as bare numbers",
        columns=("method: method; UA: asked UA; RA: higher RA; TA: higher TA; MIA: asked MIA; RTE: lower rte"),
        methods="Retrain, GA",
        references="Retrain",
        blocking="role",
        rows=2,
        mends=("The reference",),
        answers={"UA": "higher", "MIA": "higher"},
        values={"GA · all data · 1": {"UA": 7.54, "RA": 93.3, "TA": 87.7, "MIA": 14.03, "RTE": 0.13}},
        files=text(
            "method,UA,RA,TA,MIA,RTE\nRetrain,5.41,100.0,94.42,13.12,42.15\nGA,7.54,93.3,87.7,14.03,0.13\n", "res.csv"
        ),
    ),
    Case(
        source="a paper on classification: two kinds of forgetting side by side",
        columns="Methods: method; benchmark: benchmark; FA ↓: lower FA; RA ↑: higher RA; TA ↑: higher TA",
        methods="Retrain, SCRUB",
        references="Retrain",
        blocking="role",
        told="the header has two rows: Random data forgetting an",
        rows=4,
        mends=("The reference",),
        values={
            "SCRUB · Random data forgetting · 1": {"FA ↓": 0.97, "RA ↑": 0.99},
            "SCRUB · Class-wise forgetting · 1": {"FA ↓": 0.01, "TA ↑": 0.94},
        },
        files=text(r"""
\begin{tabular}{l|ccc|ccc} \toprule
\multirow{2}{*}{Methods} & \multicolumn{3}{c|}{Random data forgetting} & \multicolumn{3}{c}{Class-wise forgetting} \\
 & FA $\downarrow$ & RA $\uparrow$ & TA $\uparrow$ & FA $\downarrow$ & RA $\uparrow$ & TA $\uparrow$ \\ \midrule
Retrain & 0.95 & 1.00 & 0.94 & 0.00 & 1.00 & 0.95 \\
SCRUB & 0.97 & 0.99 & 0.93 & 0.01 & 0.98 & 0.94 \\ \bottomrule
\end{tabular}
"""),
    ),
    Case(
        source="MLLMU-Bench: four sets, three tasks",
        columns=(
            "Models: method; Forget Set Class. Acc (↓): lower forget_classification; Forget Set Rouge Score "
            "(↓): lower forget_rouge; Forget Set Cloze Acc (↓): lower forget_cloze; Retain Set Class. Acc (↑): higher "
            "retain_classification; Retain Set Rouge Score (↑): higher retain_rouge; Retain Set Cloze Acc (↑): higher "
            "retain_cloze"
        ),
        methods="Vanilla, GA, GA_Difference",
        references="Vanilla",
        blocking="percent, role",
        rows=3,
        mends=("The original", "Read as shares"),
        values={
            "GA · all data · 1": {
                "Forget Set Class. Acc (↓)": 0.444,
                "Forget Set Rouge Score (↓)": 0.485,
                "Retain Set Cloze Acc (↑)": 0.1897,
            }
        },
        files=text(
            """
Models,Forget Set,,,Retain Set,,
,Class. Acc (↓),Rouge Score (↓),Cloze Acc (↓),Class. Acc (↑),Rouge Score (↑),Cloze Acc (↑)
Vanilla,51.70%,0.645,25.81%,46.11%,0.632,27.83%
GA,44.40%,0.485,17.19%,39.09%,0.495,18.97%
GA_Difference,43.60%,0.507,17.81%,41.11%,0.508,8.90%
""",
            "mllmu.csv",
        ),
    ),
    Case(
        source="CLEAR: gold model, accuracies of four splits",
        columns="column 1: method; Forget ↓: lower; Holdout ↑: higher; Real ↑: higher; Retain ↑: higher",
        methods="Gold, SCRUB, LLMU",
        references="Gold",
        blocking="role",
        rows=3,
        mends=("The reference",),
        values={"SCRUB · all data · 1": {"Forget ↓": 0.11, "Retain ↑": 0.6}},
        files=text("""
|        | Forget ↓ | Holdout ↑ | Real ↑ | Retain ↑ |
|--------|---------:|----------:|-------:|---------:|
| Gold   |     0.22 |      0.50 |   0.60 |     0.70 |
| SCRUB  |     0.11 |      0.40 |   0.55 |     0.60 |
| LLMU   |     0.20 |      0.41 |   0.52 |     0.61 |
"""),
    ),
    Case(
        source="UnlearnCanvas: styles and objects, then costs",
        columns=(
            "Method: method; Style UA (↑): higher style_UA; Style IRA (↑): higher style_IRA; Style CRA (↑): "
            "higher style_CRA; Object UA (↑): higher object_UA; Object IRA (↑): higher object_IRA; Object CRA (↑): "
            "higher object_CRA; FID (↓): lower FID; Time (s) (↓): lower"
        ),
        methods="ESD, FMN",
        blocking="percent",
        rows=2,
        mends=("Read as percentages",),
        values={
            "ESD · unlearncanvas · 1": {"Style UA (↑)": 98.58, "Object UA (↑)": 92.15, "FID (↓)": 65.55},
            "FMN · unlearncanvas · 1": {"Style CRA (↑)": 46.6, "FID (↓)": 131.37},
        },
        files=text("""
| Method | Style | | | Object | | | FID (↓) | Time (s) (↓) |
|--|--|--|--|--|--|--|--|--|
| | UA (↑) | IRA (↑) | CRA (↑) | UA (↑) | IRA (↑) | CRA (↑) | | |
| ESD | **98.58%** | 80.97% | 93.96% | 92.15% | 55.78% | 44.23% | 65.55 | 6163 |
| FMN | 88.48% | 56.77% | 46.60% | 45.64% | 90.63% | 73.46% | 131.37 | 350 |
"""),
    ),
    Case(
        source="NeurIPS 2023 unlearning challenge",
        columns=(
            "Rank: setting; Submission: method; Forgetting quality: asked; Retain accuracy: higher "
            "RA; Test accuracy: higher TA; Score: asked"
        ),
        methods="fanchuan, kookmin Y",
        rows=2,
        answers={"Forgetting quality": "higher", "Score": "higher"},
        values={"kookmin Y · all data · 1": {"Forgetting quality": 0.11, "Retain accuracy": 0.99, "Score": 0.0957}},
        files=text(
            "Rank,Submission,Forgetting quality,Retain accuracy,Test accuracy,Score\n1,fanchuan,0.12,0.98,0.97,0.0972\n"
            "2,kookmin Y,0.11,0.99,0.96,0.0957\n",
            "leaderboard.csv",
        ),
    ),
    Case(
        source="UnifiedUnl: one JSON per run",
        columns=(
            "dataset: benchmark; seed: seed; FA: lower FA; RA: higher RA; retrained_distance: oracle; method: method"
        ),
        methods="salun, gradient_ascent",
        rows=3,
        values={
            "salun · mllmu_bench · 123": {"FA": 0.125, "RA": 0.02, "retrained_distance": 0.4},
            "gradient_ascent · mllmu_bench · 42": {"RA": None},
        },
        files=jsons(
            eval_mllmu_bench_salun_seed42__json={**_RUN, "method": "salun"},
            eval_mllmu_bench_salun_seed123__json={**_RUN, "method": "salun", "seed": 123, "FA": 0.125},
            eval_mllmu_bench_ga_seed42__json={**_RUN, "method": "gradient_ascent", "RA": None},
        ),
    ),
    Case(
        source="UnifiedUnl: a summary with its runs in a list",
        columns=(
            "dataset: benchmark; seed: seed; FA: lower FA; RA: higher RA; retrained_distance: oracle; method: method"
        ),
        methods="salun, scrub",
        told="the list 'blip2_results' was read; beside it were",
        rows=2,
        values={"scrub · mllmu_bench · 42": {"FA": 0.0, "RA": 0.02}},
        files=jsons(
            summary__json={"blip2_results": [{**_RUN, "method": "salun"}, {**_RUN, "method": "scrub"}], "note": "x"}
        ),
    ),
    Case(
        source="SCRUB: errors in percent, mean and spread",
        columns=("Model: method; Test error: asked; Retain error: asked; Forget error: asked; MIA: asked MIA"),
        methods="Retrain, Finetuning, NegGrad+",
        references="Retrain",
        blocking="no_metric, role",
        told="columns are separated by two or more blanks",
        rows=3,
        mends=("The reference", "Take the mean"),
        answers={"Test error": "lower", "Retain error": "lower", "Forget error": "higher", "MIA": "lower"},
        values={
            "NegGrad+ · all data · 1": {"Test error": 21.65, "Retain error": 4.54, "Forget error": 47.0, "MIA": 69.67}
        },
        files=text("""
Model           Test error    Retain error  Forget error  MIA
Retrain         16.71 ± 0.05  0.00 ± 0.00   26.67 ± 3.09  51.33 ± 4.71
Finetuning      16.86 ± 0.13  0.00 ± 0.00   0.00 ± 0.00   79.33 ± 0.94
NegGrad+        21.65 ± 0.40  4.54 ± 0.70   47.00 ± 3.74  69.67 ± 4.03
"""),
    ),
    Case(
        source="a paper: accuracies on sets that only symbols name",
        columns="Method: method; Acc_Dr: higher RA; Acc_Df: lower FA; Acc_Drt: higher; AIN: aims 1 ain",
        methods="Retrain, Boundary Shrink",
        references="Retrain",
        blocking="role",
        rows=2,
        mends=("The reference",),
        values={"Boundary Shrink · all data · 1": {"Acc_Dr": 99.1, "Acc_Df": 5.9, "Acc_Drt": 77.1, "AIN": 0.9}},
        files=text(
            "Method,Acc_Dr,Acc_Df,Acc_Drt,AIN\nRetrain,99.9,0.0,78.3,1.0\nBoundary Shrink,99.1,5.9,77.1,0.9\n", "b.csv"
        ),
    ),
    Case(
        source="MMUBench: concepts as benchmarks, percentages beside bare numbers",
        columns=(
            "Method: method; Concept: left out; EM ↓: lower; G-Eval ↓: lower; C-Dis ↑: higher; PPL ↓: lower perplexity"
        ),
        methods="PO, SIU",
        blocking="percent, repeats",
        rows=3,
        mends=("Read as shares",),
        values={"PO · all data · 1": {"EM ↓": 0.583, "G-Eval ↓": 2.0}},
        ready=False,
        files=text("""
| Method | Concept | EM ↓ | G-Eval ↓ | C-Dis ↑ | PPL ↓ |
|---|---|---|---|---|---|
| PO | Trump | 58.3% | 2.0 | 0.4 | 38.1 |
| SIU | Trump | 99.0% | 1.8 | 1.8 | 26.4 |
| SIU | Pikachu | 97.5% | 1.7 | 1.6 | 25.9 |
"""),
    ),
)
