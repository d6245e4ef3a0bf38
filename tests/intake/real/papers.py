"""Tables of papers and of the people who write them, as they are pasted: what is asked, and where it ends.

Typed in the forms of the sources named, from memory where a paper is named; the values are our own.
"""

# ruff: noqa: E501 (lines of tables stay whole)

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Paper:
    """`asked` are the titles of the cards that ask, `presses` the labels pressed in order (`Case.mends`), `answers` say which
    end of a column is better; `outcome` is the first sentence of the ranking up to its interval, `uncounted` what it does without.
    """

    source: str
    text: str
    asked: tuple[str, ...] = ()
    presses: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    outcome: str
    uncounted: str = ""


PAPERS = (
    Paper(
        source="the issue's own paste",
        asked=("“retain”: a reference, an original or a method?",),
        presses=("“retain” > Leave it out",),
        answers={},
        outcome="Ranked on the 2 metrics you share with TOFU with seeds · Llama-3.2-1B · forget10: MyMethod • yours is 1 of 8.",
        uncounted="Not counted: privleak (only in your table); ES, Prob f, ROUGE f, HM, forget01 and forget05 (only in the suite).",
        text="""
method,seed,forget_quality,model_utility,privleak
NPO,1,0.42,0.55,-20
NPO,2,0.40,0.56,-22
MyMethod,1,0.61,0.58,-5
MyMethod,2,0.58,0.59,-7
GradDiff,1,0.05,0.50,-60
GradDiff,2,0.06,0.49,-62
retain,1,1.0,0.61,0
""",
    ),
    Paper(
        source="SimNPO (arXiv 2410.07163), TOFU: LaTeX with a header of three rows, multirow and multicolumn",
        asked=("“Original”: a reference, an original or a method?", "“Retrain”: a reference, an original or a method?"),
        presses=("“Original” > The original", "“Retrain” > The reference"),
        answers={},
        outcome="SimNPO ranks 1 of 3",
        uncounted="",
        text=r"""
\begin{table}[htb]\centering
\resizebox{\linewidth}{!}{
\begin{tabular}{c|cccc|ccccccccccc}
\toprule[1pt]\midrule
\multirow{3}{*}{\textbf{Method}} & \multicolumn{4}{c|}{\textbf{Unlearning Efficacy}} & \multicolumn{10}{c}{\textbf{Utility Preservation}} \\
& \multicolumn{3}{c}{Forget Set} & \multirow{2}{*}{FQ$\uparrow$} & \multicolumn{3}{c}{Real Authors} & \multicolumn{3}{c}{World Facts} & \multicolumn{3}{c}{Retain Set} & \multirow{2}{*}{MU$\uparrow$} \\
& 1-Rouge-L$\uparrow$ & 1-Prob.$\uparrow$ & Truth ratio$\uparrow$ & & Rouge-L$\uparrow$ & Prob.$\uparrow$ & Truth ratio$\uparrow$ & Rouge-L$\uparrow$ & Prob.$\uparrow$ & Truth ratio$\uparrow$ & Rouge-L$\uparrow$ & Prob.$\uparrow$ & Truth ratio$\uparrow$ & \\
\midrule
\rowcolor{Gray} Original & 0.04 & 0.01 & 0.49 & 0.00 & 0.93 & 0.44 & 0.58 & 0.91 & 0.43 & 0.55 & 0.98 & 0.99 & 0.48 & 0.62 \\
Retrain & 0.61 & 0.85 & 0.66 & 1.00 & 0.92 & 0.44 & 0.57 & 0.90 & 0.43 & 0.54 & 0.97 & 0.99 & 0.48 & 0.62 \\
\midrule
GA & 0.90 & 0.93 & 0.75 & 1.1e-5 & 0.00 & 0.20 & 0.40 & 0.00 & 0.30 & 0.28 & 0.00 & 0.00 & 0.15 & 0.00 \\
NPO & 0.74 & 0.94 & 0.69 & \underline{0.79} & 0.91 & 0.50 & 0.62 & 0.90 & 0.50 & 0.61 & 0.47 & 0.51 & 0.44 & 0.57 \\
SimNPO & 0.72 & 0.97 & 0.71 & \textbf{0.99} & 0.90 & 0.50 & 0.64 & 0.90 & 0.48 & 0.60 & 0.54 & 0.70 & 0.44 & \textbf{0.58} \\
\midrule\bottomrule[1pt]
\end{tabular}}
\caption{TOFU forget05}\end{table}
""",
    ),
    Paper(
        source="an answer to reviewers (jASONSDFDSA/Additional-Experiments): Markdown turned on its side, LaTeX in its cells",
        asked=(
            "No metric",
            "“Original”: a reference, an original or a method?",
            "“Retrain”: a reference, an original or a method?",
            "Which end of D_r is better?",
            "Which end of D_f is better?",
            "Which end of D_test is better?",
            "Which end of MIA is better?",
        ),
        presses=("“Original” > The original", "“Retrain” > The reference", "Take the mean"),
        answers={"D_r": "higher", "D_f": "lower", "D_test": "higher", "MIA": "lower"},
        outcome="VGE-BF ranks 1 of 6",
        uncounted="",
        text=r"""
| Metric | Original | Retrain | FT w/o $\mathcal{D}_f$ | Random | BadT | SalUn | SSD | VGE-BF|
| :---: | :---: | :---: | :---: | :---: | :---: | :---: | :---: | :---: |
| $\mathcal{D}_r$ | 100.00 $\scriptsize{\pm}$ 0.00 | **100.00 $\scriptsize{\pm}$ 0.01** | 97.10 $\scriptsize{\pm}$ 1.20 | 86.50 $\scriptsize{\pm}$ 5.70 | **100.00 $\scriptsize{\pm}$ 0.00**  | 99.10 $\scriptsize{\pm}$ 0.09 | **100.00 $\scriptsize{\pm}$ 0.00** | 99.90 $\scriptsize{\pm}$ 0.02 |
| $\mathcal{D}_f$ | 100.00 $\scriptsize{\pm}$ 0.00 | **64.80 $\scriptsize{\pm}$ 2.10** | 81.10 $\scriptsize{\pm}$ 5.20 | 51.40 $\scriptsize{\pm}$ 6.90 | 100.00 $\scriptsize{\pm}$ 0.00 | 92.00 $\scriptsize{\pm}$ 0.30 | 100.00 $\scriptsize{\pm}$ 0.00 | **67.30 $\scriptsize{\pm}$ 2.50** |
| $\mathcal{D}_{test}$ | 70.70 $\scriptsize{\pm}$ 0.40 | **69.30 $\scriptsize{\pm}$ 1.50** | 53.30 $\scriptsize{\pm}$ 2.60 | 45.30 $\scriptsize{\pm}$ 5.30 | **69.00 $\scriptsize{\pm}$ 1.10**  | 49.20 $\scriptsize{\pm}$ 0.20 | 72.40 $\scriptsize{\pm}$ 0.30 | 67.00 $\scriptsize{\pm}$ 1.40 |
| MIA | 79.60 $\scriptsize{\pm}$ 0.50 | **51.20 $\scriptsize{\pm}$ 1.50** | 65.20 $\scriptsize{\pm}$ 1.50 | **52.30 $\scriptsize{\pm}$ 1.40** | 78.50 $\scriptsize{\pm}$ 0.60 | 73.20 $\scriptsize{\pm}$ 0.90 | 81.40 $\scriptsize{\pm}$ 1.30 | 48.70 $\scriptsize{\pm}$ 2.50 |
""",
    ),
    Paper(
        source="SemEval-2025 Task 4, unlearning: a leaderboard with ranks beside its baselines",
        asked=(),
        presses=(),
        answers={},
        outcome="AILS-NTUA ranks 1 of 6",
        uncounted="",
        text="""
| Rank | Team | Final Score ↑ | Task Aggregate ↑ | MIA Score ↑ | MMLU Avg. ↑ |
|---|---|---|---|---|---|
| 1. | AILS-NTUA | **0.706** | 0.827 | 0.847 | 0.443 |
| 2. | ZJUKLAB | 0.487 | **0.944** | 0.048 | 0.471 |
| 3. | ch**3@stony | 0.470 | 0.834 | 0.139 | 0.436 |
| - | Gradient Ascent | 0.394 | 0 | 0.912 | 0.269 |
| - | Gradient Difference | 0.243 | 0 | 0.382 | 0.348 |
| - | NPO | 0.188 | 0.021 | 0.080 | 0.463 |
""",
    ),
    Paper(
        source="MUSE (arXiv 2407.06460), main table: a section for each corpus, changes in brackets",
        asked=(
            "Means with a spread in 4 columns",
            "Values outside the bounds of 3 columns",
            "Values of PrivLeak ( [-5%, 5%]) outside its bounds",
            "“Target f_target”: a reference, an original or a method?",
            "“Retrain f_retrain”: a reference, an original or a method?",
        ),
        presses=(
            "Take the mean",
            "They are percentages",
            "PrivLeak > Leave the column out",
            "“Target > Leave it out",
            "“Retrain > Leave it out",
        ),
        answers={},
        outcome="Ranked on the 3 metrics you share with OpenUnlearning · MUSE, Llama-2-7B: NPO_GDR • yours is 1 of 7.",
        uncounted="Not counted: PrivLeak (only in the suite); the floor on KnowMem r (no method of yours reaches it).",
        text=r"""
\begin{tabular}{lcccc}
\toprule
& \textbf{C1. No Verbatim Mem.} & \textbf{C2. No Knowledge Mem.} & \textbf{C3. No Privacy Leak.} & \textbf{C4. Utility Preserv.} \\
& VerbMem on $\mathcal{D}_\text{forget}$ ($\downarrow$) & KnowMem on $\mathcal{D}_\text{forget}$ ($\downarrow$) & PrivLeak ($\in [-5\%, 5\%]$) & KnowMem on $\mathcal{D}_\text{retain}$ ($\uparrow$) \\
\midrule
\multicolumn{5}{c}{\textsc{News}} \\
\midrule
Target $f_\text{target}$ & 58.4 & 63.9 & -99.8 & 55.2 \\
Retrain $f_\text{retrain}$ & 20.8 & 33.1 & 0.0 & 55.0 \\
GA & 0.0 {\scriptsize ($\downarrow$100\%)} & 0.0 {\scriptsize ($\downarrow$100\%)} & 5.2 {\scriptsize (over-unlearn)} & 0.0 {\scriptsize ($\downarrow$100\%)} \\
NPO$_\text{GDR}$ & 1.2 {\scriptsize ($\downarrow$94\%)} & 54.6 {\scriptsize ($\uparrow$65\%)} & 105.8 & 40.5 {\scriptsize ($\downarrow$26\%)} \\
\midrule
\multicolumn{5}{c}{\textsc{Books}} \\
\midrule
Target $f_\text{target}$ & 99.8 & 59.4 & -57.5 & 66.9 \\
Retrain $f_\text{retrain}$ & 14.3 & 28.9 & 0.0 & 74.5 \\
GA & 0.0 {\scriptsize ($\downarrow$100\%)} & 0.0 {\scriptsize ($\downarrow$100\%)} & -25.0 & 0.0 {\scriptsize ($\downarrow$100\%)} \\
NPO$_\text{GDR}$ & 0.0 {\scriptsize ($\downarrow$100\%)} & 0.0 {\scriptsize ($\downarrow$100\%)} & -24.3 & 22.8 {\scriptsize ($\downarrow$69\%)} \\
\bottomrule
\end{tabular}
""",
    ),
    Paper(
        source="Boundary Unlearning (CVPR 2023): methods in columns, a block of metrics for each dataset",
        asked=("“Original”: a reference, an original or a method?", "“Retrain”: a reference, an original or a method?"),
        presses=("“Original” > The original", "“Retrain” > The reference"),
        answers={},
        outcome="Finetune ranks 1 of 4",
        uncounted="",
        text=r"""
\begin{tabular}{c|l|cccccc}
\hline
Dataset & Metrics & Original & Retrain & Finetune & Negative Gradient & Boundary Shrink & Boundary Expanding \\ \hline
\multirow{4}{*}{CIFAR-10} & Acc on $D_r$ & 99.97 & 99.96 & 99.86 & 88.30 & 99.20 & 98.40 \\
 & Acc on $D_f$ & 100.00 & 0.00 & 0.56 & 9.80 & 5.90 & 8.20 \\
 & Acc on $D_{rt}$ & 85.10 & 84.70 & 83.90 & 71.20 & 82.00 & 80.60 \\
 & Acc on $D_{ft}$ & 83.20 & 0.00 & 0.20 & 8.10 & 4.20 & 6.30 \\ \hline
\multirow{4}{*}{VGGFace2} & Acc on $D_r$ & 99.90 & 99.80 & 99.70 & 93.10 & 98.60 & 97.30 \\
 & Acc on $D_f$ & 99.80 & 0.00 & 0.70 & 4.30 & 2.90 & 3.80 \\
 & Acc on $D_{rt}$ & 94.60 & 94.10 & 93.50 & 86.40 & 91.80 & 90.90 \\
 & Acc on $D_{ft}$ & 93.80 & 0.00 & 0.60 & 4.10 & 2.30 & 3.20 \\ \hline
\end{tabular}
""",
    ),
    Paper(
        source="copied from Excel: merged method cells, a row for each seed, mean and deviation below, decimal commas",
        asked=("Percentages in 3 columns",),
        presses=("Read as",),
        answers={},
        outcome="Ranked on the 3 metrics you share with TOFU with seeds · Llama-3.2-1B · forget10: Ours • yours is 1 of 7.",
        uncounted="Not counted: Prob f, ROUGE f, HM, forget01 and forget05 (only in the suite).",
        text="""
Method\tSeed\tFQ ↑\tMU ↑\tES ↓
NPO\t0\t42,1%\t56,2%\t9,1%
\t1\t40,8%\t55,9%\t9,6%
\t2\t43,0%\t56,6%\t8,8%
\tMean\t42,0%\t56,2%\t9,2%
\tStd\t1,1%\t0,4%\t0,4%
Ours\t0\t61,1%\t59,2%\t7,1%
\t1\t60,8%\t58,9%\t7,6%
\t2\t63,0%\t58,6%\t7,8%
\tMean\t61,6%\t58,9%\t7,5%
\tStd\t1,2%\t0,3%\t0,4%
""",
    ),
    Paper(
        source="an experiment summary (PUM, on OpenUnlearning): a task that names the whole run, the split in another column",
        asked=("Several rows for one run", "Which end of Forget Truth Ratio is better?"),
        presses=("Each value of Forget is a benchmark",),
        answers={},
        outcome="PUM ranks 1 of 3",
        uncounted="",
        text="""
# TOFU Experiment Summary

- Generated at: `2025-08-27 17:44:21 +08`

| Task | Model | Method | Forget | Holdout | Retain | Forget Quality | Forget Truth Ratio | Model Utility | Privleak | Extraction Strength |
|---|---|---|---|---|---|---:|---:|---:|---:|---:|
| tofu_Llama-3.1-8B-Instruct_forget01_GradAscent | Llama-3.1-8B-Instruct | GradAscent | forget01 |  |  | 0.00127 | 0.51 | 0.62 | 90.37 | 0.0698 |
| tofu_Llama-3.1-8B-Instruct_forget01_GradDiff | Llama-3.1-8B-Instruct | GradDiff | forget01 |  |  | 0.000504 | 0.54 | 0.61 | 90.25 | 0.0751 |
| tofu_Llama-3.1-8B-Instruct_forget01_PUM | Llama-3.1-8B-Instruct | PUM | forget01 |  |  | 0.405 | 0.62 | 0.63 | 12.5 | 0.0601 |
| tofu_Llama-3.1-8B-Instruct_forget10_GradAscent | Llama-3.1-8B-Instruct | GradAscent | forget10 |  |  | 1e-20 | 0.41 | 0.0 | 80.1 | 0.01 |
| tofu_Llama-3.1-8B-Instruct_forget10_GradDiff | Llama-3.1-8B-Instruct | GradDiff | forget10 |  |  | 1e-19 | 0.44 | 0.49 | 81.2 | 0.02 |
| tofu_Llama-3.1-8B-Instruct_forget10_PUM | Llama-3.1-8B-Instruct | PUM | forget10 |  |  | 0.305 | 0.60 | 0.60 | 14.5 | 0.0501 |
""",
    ),
    Paper(
        source="ELM (arXiv 2410.02760): what is measured above the metrics, two models",
        asked=("“Original”: a reference, an original or a method?",),
        presses=("“Original” > The original",),
        answers={},
        outcome="ELM",
        uncounted="",
        text=r"""
\begin{tabular}{lllccccc}
\toprule
\multirow{2}{*}{Model} & \multirow{2}{*}{Method} & \multicolumn{2}{c}{Innocence ($\downarrow$)} & \multicolumn{2}{c}{Specificity ($\uparrow$)} & \multicolumn{1}{c}{Seamlessness ($\downarrow$)} \\
\cmidrule(lr){3-4}\cmidrule(lr){5-6}\cmidrule(lr){7-7}
& & WMDP-Bio & WMDP-Cyber & MMLU & MT-Bench & R-PPL \\
\midrule
\multirow{4}{*}{Zephyr-7B} & Original & 64.4 & 44.3 & 58.5 & 7.3 & 6.0 \\
& RMU & 30.5 & 27.3 & 57.5 & 7.2 & 24.8 \\
& RepNoise & 29.7 & 37.7 & 53.3 & 6.6 & 25.0 \\
& ELM (Ours) & 29.7 & 27.2 & 56.6 & 7.1 & 11.0 \\
\midrule
\multirow{3}{*}{Mistral-7B} & Original & 67.6 & 44.3 & 59.7 & 3.2 & 10.5 \\
& RMU & 33.5 & 28.7 & 27.1 & 1.0 & 32.2 \\
& ELM (Ours) & 28.7 & 26.4 & 55.4 & 3.8 & 15.3 \\
\bottomrule
\end{tabular}
""",
    ),
    Paper(
        source="AltPO (arXiv 2409.13474), TOFU: splits before the metrics in one row of headings, mean (std)",
        asked=("Means with a spread in 2 columns", "“Retain”: a reference, an original or a method?"),
        presses=("Take the mean", "“Retain” > Leave it out"),
        answers={},
        outcome="Ranked on the 2 metrics you share with OpenUnlearning · TOFU, Llama-2-7B: AltPO • yours is 1 of 6.",
        uncounted="Not counted: TR f (only in the suite).",
        text="""
| Method | forget01 FQ | forget01 MU | forget05 FQ | forget05 MU | forget10 FQ | forget10 MU |
| --- | --- | --- | --- | --- | --- | --- |
| Retain | 1.00 (0.00) | 0.63 (0.00) | 1.00 (0.00) | 0.63 (0.00) | 1.00 (0.00) | 0.61 (0.00) |
| NPO | 0.92 (0.05) | 0.56 (0.01) | 0.14 (0.03) | 0.57 (0.01) | 0.02 (0.01) | 0.55 (0.02) |
| IdkPO | 0.70 (0.09) | 0.62 (0.01) | 0.06 (0.01) | 0.61 (0.01) | 0.02 (0.00) | 0.61 (0.01) |
| AltPO | 0.95 (0.03) | 0.63 (0.00) | 0.68 (0.10) | 0.63 (0.01) | 0.42 (0.08) | 0.62 (0.00) |
""",
    ),
    Paper(
        source="VLA-Forget: percentages beside shares, none of its metrics known",
        asked=(),
        presses=(),
        answers={},
        outcome="VLA-Forget ranks 1 of 5",
        uncounted="",
        text="""
| Method | FC↑ | RC↑ | FAD↑ | RAD↓ | TSR↑ | SVR↓ |
|------|-----|-----|------|------|------|------|
| SSD | 78 | 83 | 0.70 | 0.28 | 68 | 17 |
| SalUn | 89 | 88 | 0.76 | 0.26 | 71 | 12 |
| GA | 93 | 60 | 0.89 | 0.45 | 40 | 5 |
| NPO | 90 | 88 | 0.83 | 0.23 | 74 | 8 |
| VLA-Forget | **93** | **91** | **0.88** | **0.21** | **78** | **5** |
""",
    ),
    Paper(
        source="Deep Unlearn (arXiv 2410.01276): a rank beside each metric, ±, speed-ups with ×",
        asked=("Means with a spread in 3 columns",),
        presses=("Take the mean",),
        answers={},
        outcome="MSG ranks 1 of 4",
        uncounted="",
        text="""
Method\tRA Rank\tFA Rank\tTA Rank\tRA\tFA\tTA\tSpeed-up (×) ↑
MSG\t1\t2\t1\t99.2 ± 0.1\t91.3 ± 0.4\t91.0 ± 0.3\t8.1×
CT\t2\t1\t2\t98.9 ± 0.2\t91.1 ± 0.5\t90.8 ± 0.2\t7.9×
SCRUB\t3\t4\t3\t98.1 ± 0.4\t92.6 ± 0.6\t90.1 ± 0.5\t5.2×
BT\t4\t3\t4\t97.7 ± 0.5\t90.2 ± 0.9\t88.8 ± 0.6\t6.0×
""",
    ),
)
