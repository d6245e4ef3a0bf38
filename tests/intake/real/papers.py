"""Tables of papers and of the people who write them, as they are pasted: what is asked, and where it ends.

The tables are those of the sources named, as published there; the first is the one that was asked for.
"""

# ruff: noqa: E501 (lines of tables stay whole)

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
        source="DES (README): nudity erasure, totals beside FID and CLIP, the original by its version",
        asked=("“SD v1.5 (no defense)”: a reference, an original or a method?",),
        presses=("no defense)” > The original",),
        outcome="DES ranks 1 of 6",
        text="""
| Method | Nudity Total↓ | FID↓ | CLIP↑ |
|--------|--------------|------|-------|
| SD v1.5 (no defense) | 851 | 16.57 | 26.46 |
| SLD-strong | 511 | 31.38 | 24.61 |
| Safe-CLIP | 404 | 17.49 | 25.73 |
| UCE | 216 | 16.99 | 26.16 |
| SalUn | 21 | 21.14 | 24.78 |
| AdvUnlearn | 27 | 18.94 | 23.82 |
| **DES** | **16** | **15.44** | **25.52** |
""",
    ),
    Paper(
        source="TINA (arXiv 2603.17828, README): attacks in rows, methods in columns, no name of a metric",
        asked=(
            "No metric",
            "Which end of MMA is better?",
            "Which end of P4D is better?",
            "Which end of UDA is better?",
            "Which end of RAB is better?",
            "Which end of CCE is better?",
            "Which end of TINA is better?",
        ),
        answers={"MMA": "lower", "P4D": "lower", "UDA": "lower", "RAB": "lower", "CCE": "lower", "TINA": "lower"},
        outcome="SalUn ranks 1 of 8",
        text="""
Attack Success Rate (ASR, %) on nudity erasure across 8 unlearning defenses:

| Attack Method | ESD | FMN | UCE | MACE | RECE | AdvUnlearn | SalUn | STEREO |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| MMA | 13.10 | 67.00 | 32.60 | 6.00 | 22.80 | 1.70 | 1.70 | 5.50 |
| P4D | 69.01 | 97.89 | 76.06 | 75.35 | 66.20 | 18.31 | 15.49 | 24.65 |
| UDA | 76.05 | 97.89 | 78.87 | 81.69 | 63.38 | 23.24 | 13.38 | 25.35 |
| RAB | 50.53 | 97.89 | 29.47 | 6.32 | 10.53 | 2.11 | 0.00 | 8.42 |
| CCE | 74.65 | 54.93 | 49.30 | 50.00 | 66.90 | 76.76 | 2.82 | 16.90 |
| **TINA** | **82.39** | **97.89** | **82.39** | **92.96** | **80.28** | **78.87** | **71.13** | **80.99** |
""",
    ),
    Paper(
        source="SPQR (README): a leaderboard with arrows in its headings and the best in bold",
        outcome="RECE ranks 1 of 6",
        text="""
| Method | Safety ↑ | Prompt ↑ | Quality ↑ | Robust ↑ | **SPQR ↑** |
|--------|----------|----------|-----------|----------|------------|
| **RECE** | 0.938 | 0.292 | 0.934 | **0.980** | **0.608** |
| **UCE** | 0.926 | 0.293 | 0.919 | 0.942 | **0.602** |
| **MACE** | **0.996** | 0.267 | 0.907 | 0.657 | **0.542** |
| SPM | 0.920 | **0.294** | 0.946 | 0.684 | 0.571 |
| ESD | 0.936 | 0.289 | **0.950** | 0.684 | 0.568 |
| SalUn | **0.998** | 0.253 | 0.724 | 0.726 | 0.518 |
""",
    ),
    Paper(
        source="MU-Mis (README): two datasets in rows, remarks behind methods in one of them alone",
        asked=(
            "“Retrain (Gold standard)”: a reference, an original or a method?",
            "“Retrain”: a reference, an original or a method?",
        ),
        presses=(
            "“Retrain (Gold standard)”: the same > It is “Retrain”",
            "“SalUn (Needs remaining)”: the same > It is “SalUn”",
            "“MU-Mis (Ours)”: the same > It is “MU-Mis”",
            "“Retrain”: a reference > The reference",
        ),
        outcome="MU-Mis ranks 1 of 2 (1 to 2 on other benchmarks)",
        text="""
| Dataset | Method | RA | FA | TA | Avg. Gap↓ | RTE(s) |
|--------|------|-----|-----|-----|-----------|--------|
| CIFAR-100 | Retrain (Gold standard) | 76.52 | 0.00 | 75.76 | 0.00 | 7432 |
| CIFAR-100 | SalUn (Needs remaining) | 76.63 | 1.20 | 75.85 | 0.47 | 254 |
| CIFAR-100 | SCAR (Free, needs OOD) | 71.33 | 5.61 | 70.66 | 5.29 | 367 |
| CIFAR-100 | JiT (Free) | 65.44 | 3.00 | 64.87 | 8.32 | 15 |
| CIFAR-100 | **MU-Mis (Ours)** | 76.42 | 0.00 | 75.64 | **0.07** | **30** |
| Tiny ImageNet | Retrain | 65.36 | 0.00 | 64.90 | 0.00 | 10367 |
| Tiny ImageNet | SalUn | 65.21 | 0.00 | 64.88 | 0.06 | 2630 |
| Tiny ImageNet | **MU-Mis** | 64.95 | 0.00 | 64.85 | **0.15** | **83** |
""",
    ),
    Paper(
        source="notes on RMU at TOFU forget01: metrics in rows, tiny numbers, one about zero",
        asked=("“Retain99”: a reference, an original or a method?",),
        presses=("“Retain99” > Leave",),
        outcome="Ranked on the 4 metrics you share with TOFU with seeds · Llama-3.2-1B · forget10: GradAscent • yours is 5 of 11.",
        uncounted="Not counted: Forget Truth Ratio (only in your table); FQ, HM, forget01 and forget05 (only in the suite); the floor on Utility (no method of yours reaches it).",
        text="""
| Metric | Retain99 | GradAscent | GradDiff | SimNPO | RMU |
|---|---:|---:|---:|---:|---:|
| Forget Q/A Prob | 0.1656097412 | 0 | 7.636845e-09 | 0.0177410126 | 2.290010e-05 |
| Forget Q/A ROUGE | 0.4121097991 | 0 | 0.0032608696 | 0.1629437052 | 0.0136615294 |
| Forget Truth Ratio | 0.6515836653 | ~0 | 0.0002510855 | 0.7764549262 | 0.7866961810 |
| Model Utility | 0.5988637092 | 0 | 0 | 0.0209650114 | 0 |
| Extraction Strength | 0.0692820568 | 0.0290594082 | 0.0290594082 | 0.0297004339 | 0.0290594082 |
""",
    ),
    Paper(
        source="BioUnlearn-Bench (README): what is forgotten in a column, the baseline in italics",
        asked=(
            "No metric",
            "“(untouched baseline)”: a reference, an original or a method?",
            "Several rows for one run",
            "Which end of RGU FA is better?",
            "Which end of RGU DEF is better?",
            "Which end of IFE FA is better?",
            "Which end of IFE DEF is better?",
        ),
        presses=(
            "“(untouched baseline)” > Leave",
            "Several rows > Each value of Target is a variant",
        ),
        answers={"RGU FA": "higher", "RGU DEF": "lower", "IFE FA": "higher", "IFE DEF": "lower"},
        outcome="NPO Target=RGU ranks 1 of 6",
        text="""
| Method | Target | Scale | RGU FA | RGU DEF | IFE FA | IFE DEF |
|---|---|---|---|---|---|---|
| *(untouched baseline)* | — | benchmark | 0.634 | 0.095 | 0.839 | 0.015 |
| GA | RGU | benchmark | 0.707 | 0.085 | 0.857 | 0.031 |
| NPO | RGU | benchmark | **0.886** | 0.052 | **0.982** | 0.018 |
| RMU | RGU | benchmark | 0.641 | 0.099 | 0.893 | 0.016 |
| GA | IFE | benchmark | 0.612 | 0.103 | 0.893 | 0.016 |
| NPO | IFE | benchmark | 0.623 | 0.094 | 0.893 | 0.016 |
| RMU | IFE | benchmark | 0.634 | 0.091 | 0.857 | 0.015 |
""",
    ),
    Paper(
        source="KUnBR (llmgfffffff/Beyond-Superficial-Forgetting-KUnBR): the same headings for three benchmarks in one line",
        asked=(
            "No metric",
            "Which end of Random Birthdays Forget. is better?",
            "Which end of RTT. is better?",
            "Which end of Rec. is better?",
            "Which end of WMDP Forget. is better?",
            "Which end of RTT. (2) is better?",
            "Which end of Rec. (2) is better?",
            "Which end of Years Forget. is better?",
            "Which end of RTT. (3) is better?",
            "Which end of Rec. (3) is better?",
        ),
        answers={
            "Random Birthdays Forget.": "lower",
            "RTT.": "lower",
            "Rec.": "lower",
            "WMDP Forget.": "lower",
            "RTT. (2)": "lower",
            "Rec. (2)": "lower",
            "Years Forget.": "lower",
            "RTT. (3)": "lower",
            "Rec. (3)": "lower",
        },
        outcome="KUnBR ranks 1 of 5",
        text="""
| Method | Random Birthdays Forget. | RTT. | Rec. | WMDP Forget. | RTT. | Rec. | Years Forget. | RTT. | Rec. |
|------|:---:|:---:|:---:|:---:|:---:|:---:|:---:|:---:|:---:|
| GA | 23.5 | 87.2 | 63.7 | 29.2 | 66.8 | 37.6 | 25.9 | 50.6 | 24.7 |
| GD | 64.9 | 80.2 | 15.3 | 30.5 | 62.4 | 31.9 | 25.9 | 68.3 | 42.4 |
| RMU | 36.3 | 88.5 | 52.2 | 29.9 | 64.9 | 35.0 | 24.2 | 68.3 | 44.1 |
| NPO | 71.3 | 78.3 | 7.0 | 35.6 | 58.4 | 22.8 | 26.5 | 67.7 | 41.2 |
| **KUnBR** | **36.9** | **43.9** | **7.0** | **29.2** | **38.8** | **9.6** | **25.9** | **36.0** | **10.1** |
""",
    ),
    Paper(
        source="Unlearning Matrix (README): averages over runs with their count, a model called baseline",
        asked=(
            "“baseline”: a reference, an original or a method?",
            "Which end of avg FS is better?",
            "Which end of avg ARR is better?",
            "Which end of avg KLR is better?",
        ),
        presses=("“baseline” > The original",),
        answers={"avg FS": "higher", "avg ARR": "lower", "avg KLR": "higher"},
        outcome="simnpo ranks 1 of 6",
        text="""
| method | avg FS | avg utility | avg ARR | avg KLR | n |
|---|---|---|---|---|---|
| baseline | 0.307 | 0.745 | 0.470 | 0.916 | 2 |
| graddiff | 0.319 | 0.723 | 0.455 | 0.907 | 2 |
| npo | 0.342 | 0.742 | 0.389 | 0.927 | 2 |
| rmu | 0.345 | 0.735 | 0.412 | 0.899 | 2 |
| sft_grpo | 0.799 | 0.350 | 0.219 | 0.183 | 2 |
| sft_only | 0.803 | 0.330 | 0.202 | 0.191 | 2 |
| simnpo | 0.428 | 0.705 | 0.238 | 0.907 | 2 |
""",
    ),
    Paper(
        source="MT-SimNPO (README), TOFU: a gold model by an escaped name, dashes, one spread",
        asked=(
            "Means with a spread in Forget Truth Ratio ↑",
            "Words for missing values in Model Utility ↑",
            "“oracle_retrain (gold)”: a reference, an original or a method?",
        ),
        presses=(
            "Means > Take the mean",
            "Words > Read",
            "(gold)” > Leave",
        ),
        outcome="Ranked on the 2 metrics you share with OpenUnlearning · TOFU, Llama-2-7B · forget10: SimNPO • yours is 2 of 6.",
        uncounted="Not counted: FQ, forget01 and forget05 (only in the suite).",
        text=r"""
| Method | Forget Truth Ratio ↑ | Model Utility ↑ |
|---|---|---|
| oracle\_retrain (gold) | 0.641 | 0.647 |
| GradDiff | 0.000 | 0.671 |
| NPO | 0.508 | 0.637 |
| SimNPO | 0.523 | 0.637 |
| **MT-SimNPO mw=0.5** | 0.524 | — |
| **MT-SimNPO mw=1.0** (3 seeds) | **0.527 ± 0.004** | — |
| **MT-SimNPO mw=2.0** | 0.524 | — |
""",
    ),
    Paper(
        source="BLADE (README), MUSE Books: gold and target by name, minutes of training",
        asked=(
            "“Gold (retrain)”: a reference, an original or a method?",
            "“Target (pre-unlearn)”: a reference, an original or a method?",
        ),
        presses=(
            "“Gold (retrain)” > The reference",
            "“Target (pre-unlearn)” > The original",
        ),
        outcome="BLADE ranks 1 of 8",
        text="""
| Method | forget_knowmem↓ | verbmem↓ | retain↑ | extract↓ | HM↑ | train_time |
| --- | --- | --- | --- | --- | --- | --- |
| Gold (retrain) | 0.3029 | 0.1445 | 0.6874 | 0.0107 | 0.739 | — |
| Target (pre-unlearn) | 0.4712 | 0.9970 | 0.6913 | 0.9163 | 0.009 | — |
| GradAscent | 0.0000 | 0.0000 | 0.0000 | 0.0079 | 0.000 | 22m |
| GradDiff | 0.0000 | 0.0000 | 0.0231 | 0.0079 | 0.066 | 42m |
| NPO | 0.4021 | 0.0000 | 0.6130 | **0.0000** | 0.697 | 93m |
| SimNPO | 0.2707 | 0.2697 | 0.5802 | **0.0000** | 0.672 | 80m |
| RMU | 0.2022 | 0.1151 | 0.6014 | 0.0097 | 0.741 | 39m |
| BLURNPO | 0.1749 | 0.0004 | 0.5266 | 0.0079 | 0.730 | 96m |
| PDU | 0.1301 | 0.1232 | 0.3711 | 0.0379 | 0.602 | ~6m |
| BLADE | **0.1101** | **0.0000** | 0.6580 | 0.0079 | **0.823** | ~60m |
""",
    ),
    Paper(
        source="OPTML-Group/SimNPO-TOFU-forget10-Llama-2-7b-chat (model card): four models, abbreviations in brackets",
        asked=(
            "“Origin”: a reference, an original or a method?",
            "“Retrain”: a reference, an original or a method?",
        ),
        presses=(
            "“Origin” > Leave",
            "“Retrain” > Leave",
        ),
        outcome="Ranked on the 2 metrics you share with OpenUnlearning · TOFU, Llama-2-7B · forget10: SimNPO • yours is 1 of 5.",
        uncounted="Not counted: TR f, forget01 and forget05 (only in the suite).",
        text="""
|  | Forgeting Quality (FQ) | Model Utility (MU) |
|---|---|---|
| Origin | 0.00 | 0.62 |
| Retrain | 1.00 | 0.62 |
| NPO | 0.29 | 0.55 |
| SimNPO | 0.45 | 0.62 |
""",
    ),
    Paper(
        source="notes on concept erasure (SD 1.4), Chinese headings: changes in brackets, per cent signs in one column",
        asked=(
            "Percentages in UA ↑",
            "Which end of RA (BVQA) is better?",
        ),
        presses=(
            "Percentages > Read",
            "Means > Take the mean",
        ),
        answers={"RA (BVQA)": "higher"},
        outcome="ACE ranks 1 of 5",
        text="""
| 方法 | UA ↑ | RA (BVQA) | FID ↓ |
|------|------|-----------|-------|
| EraseDiff | 100% | 0.020 (-92.7%) | 73.11 |
| Scissorhands | 100% | 0.053 (-80.6%) | 49.49 |
| ACE | 99.5% | 0.233 (-14.7%) | 18.34 |
| UCE | 93.5% | 0.268 (-1.8%) | 18.24 |
| SPM | 59.0% | 0.265 (-2.9%) | 18.04 |
""",
    ),
)
