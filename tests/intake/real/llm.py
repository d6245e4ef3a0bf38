"""Tables of work on language models: TOFU, MUSE, WMDP, RWKU, OpenUnlearning's pages, lm-eval, released figures."""

from tests.intake.real.cases import Case, jsons, text

_REPRO = """
### TOFU unlearning on the `Llama-2-7b-hf-chat` architecture
<div style="overflow-x: auto; max-width: 100%;">
<table class="dataframe"><thead>
<tr><th>Method</th><th style="text-align: center;" colspan="3" halign="left">forget01</th>
<th style="text-align: center;" colspan="3" halign="left">forget10</th></tr>
<tr><th></th><th>forget_quality</th><th>model_utility</th><th>forget_truth_ratio</th>
<th>forget_quality</th><th>model_utility</th><th>forget_truth_ratio</th></tr></thead><tbody>
<tr><th>Finetuned</th><td>1.2e-03</td><td>0.63</td><td>0.53</td><td>4.3e-25</td><td>0.62</td><td>0.52</td></tr>
<tr><th>Retain</th><td>1.0</td><td>0.63</td><td>0.68</td><td>1.0</td><td>0.61</td><td>0.67</td></tr>
<tr><td colspan="20"> </td></tr>
<tr><th>GradAscent</th><td>1.8e-04</td><td>0.55</td><td>0.36</td><td>1.06e-239</td><td>0.00e+00</td><td>2.2e-32</td></tr>
<tr><th>NPO</th><td><b>0.4</b></td><td>0.58</td><td>0.65</td><td>0.09</td><td>0.53</td><td>0.71</td></tr>
</tbody></table></div>
"""
_MUSE = """
<table><thead><tr><th>Method</th><th colspan="4">News</th><th colspan="4">Books</th></tr>
<tr><th></th><th>forget_knowmem_ROUGE</th><th>forget_verbmem_ROUGE</th><th>privleak</th><th>retain_knowmem_ROUGE</th>
<th>forget_knowmem_ROUGE</th><th>forget_verbmem_ROUGE</th><th>privleak</th><th>retain_knowmem_ROUGE</th></tr></thead>
<tbody>
<tr><th>Retain</th><td>0.33</td><td>0.2</td><td>0</td><td>0.56</td><td>0.3</td><td>0.14</td><td>0</td><td>0.69</td></tr>
<tr><td colspan="20"> </td></tr>
<tr><th>NPO</th><td>0.56</td><td>0.35</td><td>-86.00</td><td>0.51</td><td>0.32</td><td>0.84</td><td>−54.2</td><td>0.55</td></tr>
<tr><th>RMU</th><td>0.48</td><td>0.05</td><td>56.36</td><td>0.51</td><td>0.29</td><td>0.79</td><td>-60.5</td><td>0.48</td></tr>
</tbody></table>
"""
_LM_EVAL = """
hf (pretrained=me/zephyr_rmu,dtype=bfloat16), gen_kwargs: (None), limit: None, num_fewshot: None, batch_size: 8
|   Tasks    |Version|Filter|n-shot|Metric|   |Value |   |Stderr|
|------------|------:|------|-----:|------|---|-----:|---|-----:|
|mmlu        |      2|none  |      |acc   |↑  |0.5832|±  |0.0039|
| - humanities|     2|none  |      |acc   |↑  |0.5331|±  |0.0067|
|wmdp_bio    |      1|none  |     0|acc   |↑  |0.3103|±  |0.0130|
|wmdp_cyber  |      1|none  |     0|acc   |↑  |0.2713|±  |0.0100|
"""

CASES = (
    Case(
        source="OpenUnlearning docs/repro.md: TOFU",
        columns=(
            "Method: method; benchmark: benchmark; forget_quality: higher forget_quality; "
            "model_utility: higher model_utility; forget_truth_ratio: aims reference "
            "forget_truth_ratio"
        ),
        methods="Finetuned, Retain, GradAscent, NPO",
        references="Finetuned, Retain",
        blocking="role",
        told="the header has two rows: forget01 and forget10 bec",
        rows=8,
        mends=("“Finetuned” > Leave it out", "“Retain” > Leave it out"),
        left=4,
        values={
            "GradAscent · forget10 · 1": {
                "forget_quality": 1.06e-239,
                "model_utility": 0.0,
                "forget_truth_ratio": 2.2e-32,
            },
            "NPO · forget01 · 1": {"forget_quality": 0.4, "model_utility": 0.58},
            "NPO · forget10 · 1": {"forget_quality": 0.09, "model_utility": 0.53, "forget_truth_ratio": 0.71},
        },
        files=text(_REPRO),
    ),
    Case(
        source="OpenUnlearning docs/repro.md: MUSE",
        columns=(
            "Method: method; benchmark: benchmark; forget_knowmem_ROUGE: lower forget_knowmem_ROUGE; "
            "forget_verbmem_ROUGE: lower forget_verbmem_ROUGE; privleak: aims 0 privleak; "
            "retain_knowmem_ROUGE: higher retain_knowmem_ROUGE"
        ),
        methods="Retain, NPO, RMU",
        references="Retain",
        blocking="role",
        told="the header has two rows: News and Books became the",
        rows=6,
        mends=("Leave it out: the suite has Retain",),
        left=4,
        values={
            "NPO · books · 1": {"privleak": -54.2, "forget_verbmem_ROUGE": 0.84, "retain_knowmem_ROUGE": 0.55},
            "RMU · news · 1": {"privleak": 56.36, "forget_verbmem_ROUGE": 0.05},
        },
        files=text(_MUSE),
    ),
    Case(
        source="OpenUnlearning community/leaderboard.md: WMDP, rows left open for others",
        columns=(
            "Method: method; benchmark: benchmark; wmdp_cyber_accuracy: lower wmdp_cyber; model_utility (MMLU): higher"
        ),
        methods="Base Model (No Unlearning), Other 2026",
        references="Base Model (No Unlearning)",
        blocking="role",
        mends=("The original",),
        told="the header has two rows: Cyber Split became the co",
        rows=2,
        values={"Other 2026 · Cyber Split · 1": {"wmdp_cyber_accuracy": 0.574, "model_utility (MMLU)": 0.782}},
        files=text("""
<table class="dataframe"><thead><tr><th>Method</th><th colspan="2" halign="left">Cyber Split</th></tr>
<tr><th></th><th>wmdp_cyber_accuracy</th><th>model_utility (MMLU)</th></tr></thead><tbody>
<tr><th>Base Model (No Unlearning)</th><td>0.75</td><td>0.795</td></tr>
<tr><th>Other 2026</th><td>0.574</td><td>0.782</td></tr><tr>
    </tr>
    </tr></tbody></table>
"""),
    ),
    Case(
        source="TOFU aggregate_stat.csv",
        columns=(
            "Retain ROUGE: higher rouge_retain; Retain Truth Ratio: higher truth_ratio_retain; "
            "Forget ROUGE: lower rouge_forget; "
            "Forget Truth Ratio: aims reference truth_ratio_forget; Model Utility: higher model_utility; "
            "Forget Quality: higher forget_quality; Method: method; Submitted By: left out"
        ),
        methods="grad_ascent, grad_diff",
        rows=2,
        values={
            "grad_diff · forget10 · 1": {"Forget Truth Ratio": 0.65, "Model Utility": 0.52, "Forget Quality": 0.0032}
        },
        files=text(
            """
Retain ROUGE,Retain Truth Ratio,Forget ROUGE,Forget Truth Ratio,Model Utility,Forget Quality,Method,Submitted By
0.98,0.48,0.41,0.55,0.62,3.2e-05,grad_ascent,someone
0.88,0.47,0.31,0.65,0.52,3.2e-03,grad_diff,someone
""",
            "aggregate_stat.csv",
        ),
    ),
    Case(
        source="TOFU leaderboard: forget sets beneath the metrics",
        columns=(
            "Method: method; benchmark: benchmark; Forget Quality ↑: higher forget_quality; Model "
            "Utility ↑: higher model_utility"
        ),
        methods="Retain Model, KL Min., Pref. Opt.",
        references="Retain Model",
        blocking="role",
        told="the header has two rows: 5% and 10% became the col",
        rows=6,
        mends=("The reference",),
        values={
            "KL Min. · 5% · 1": {"Forget Quality ↑": 1.8e-16, "Model Utility ↑": 0.05},
            "Pref. Opt. · 10% · 1": {"Forget Quality ↑": 4.4e-22, "Model Utility ↑": 0.52},
        },
        files=text("""
<table><thead><tr><th rowspan="2">Method</th>
<th colspan="2">Forget Quality ↑</th><th colspan="2">Model Utility ↑</th></tr>
<tr><th>5%</th><th>10%</th><th>5%</th><th>10%</th></tr></thead>
<tr><td>Retain Model</td><td>1</td><td>1</td><td>0.62</td><td>0.61</td></tr>
<tr><td><a href="x">KL Min.</a></td><td>1.8e-16</td><td>2.1e-19</td><td>0.05</td><td>0.04</td></tr>
<tr><td>Pref. Opt.</td><td>2.4e-12</td><td>4.4e-22</td><td>0.55</td><td><b>0.52</b><sup>†</sup></td></tr></table>
"""),
    ),
    Case(
        source="MUSE README",
        columns=(
            "Method: method; VerbMem on D_f (↓): lower verbmem_forget; KnowMem on D_f (↓): lower knowmem_forget; "
            "PrivLeak: aims 0 privleak; KnowMem on D_r (↑): higher knowmem_retain"
        ),
        methods="Retrain, GA, NPO_GDR",
        references="Retrain",
        blocking="role",
        rows=3,
        mends=("Leave it out: the suite has Retrain",),
        left=2,
        values={
            "GA · news · 1": {"PrivLeak": 5.2, "VerbMem on D_f (↓)": 0.0},
            "NPO_GDR · news · 1": {"PrivLeak": 105.8, "KnowMem on D_r (↑)": 40.5},
        },
        files=text("""
| Method | VerbMem on D_f (↓) | KnowMem on D_f (↓) | PrivLeak | KnowMem on D_r (↑) |
| :----- | -----------------: | -----------------: | -------: | -----------------: |
| Retrain | 20.8 | 33.1 | 0.0 | 55.0 |
| **GA** | **0.0** | 0.0 | 5.2 | 0.0 |
| NPO_GDR | 1.2 | 54.6 | 105.8 | 40.5 |
"""),
    ),
    Case(
        source="MUSE eval.py: out.csv",
        columns=(
            "name: method; verbmem_f: lower verbmem_forget; knowmem_f: lower knowmem_forget; "
            "privleak: aims 0 privleak; knowmem_r: higher knowmem_retain"
        ),
        methods="target, retrain, npo_gdr",
        references="target, retrain",
        blocking="role",
        rows=3,
        mends=("“target” > Leave it out", "“retrain” > Leave it out"),
        left=1,
        values={"npo_gdr · news · 1": {"verbmem_f": 1.2, "knowmem_f": 54.6, "privleak": 85.8, "knowmem_r": 40.5}},
        files=text(
            "name,verbmem_f,knowmem_f,privleak,knowmem_r\ntarget,58.4,63.9,-99.8,55.2\nretrain,20.8,33.1,0.0,55.0\n"
            "npo_gdr,1.2,54.6,85.8,40.5\n",
            "out.csv",
        ),
    ),
    Case(
        source="WMDP README",
        columns=(
            "Model: method; WMDP-Bio (↓): lower wmdp_bio; WMDP-Cyber (↓): lower wmdp_cyber; MMLU (↑): "
            "higher mmlu; MT-Bench (↑): higher mt_bench"
        ),
        methods="Base, LLMU, RMU (ours)",
        references="Base",
        blocking="role",
        rows=3,
        mends=("Leave it out",),
        left=2,
        values={
            "RMU (ours) · wmdp · 1": {
                "WMDP-Bio (↓)": 31.2,
                "WMDP-Cyber (↓)": 28.2,
                "MMLU (↑)": 57.1,
                "MT-Bench (↑)": 7.1,
            }
        },
        files=text("""
| Model | WMDP-Bio (↓) | WMDP-Cyber (↓) | MMLU (↑) | MT-Bench (↑) |
|:------|------:|------:|------:|-----:|
| Base | 63.7 | 44.0 | 58.1 | 7.33 |
| LLMU | 59.5 | 39.5 | 44.7 | 1.00 |
| **RMU (ours)** | **31.2** | **28.2** | **57.1** | 7.10 |
"""),
    ),
    Case(
        source="RWKU README: groups of columns",
        columns=(
            "Method: method; Forget Set FB ↓: lower forget_fb; Forget Set QA ↓: lower forget_qa; "
            "Forget Set AA ↓: lower forget_aa; Neighbor Set FB ↑: higher neighbor_fb; Neighbor Set QA "
            "↑: higher neighbor_qa; FM ↑: higher fm; RM ↓: lower rm; MMLU ↑: higher mmlu; BBH ↑: "
            "higher bbh"
        ),
        methods="Before, GA* (Full), NPO* (Full)",
        references="Before",
        blocking="role",
        mends=("The original",),
        rows=3,
        values={
            "NPO* (Full) · all data · 1": {
                "Forget Set FB ↓": 28.9,
                "Neighbor Set QA ↑": 53.1,
                "RM ↓": 225.7,
                "MMLU ↑": 65.6,
            }
        },
        files=text("""
| Method | Forget Set | | | Neighbor Set | | MIA Set | | Utility Set | |
|---|---|---|---|---|---|---|---|---|---|
| | FB ↓ | QA ↓ | AA ↓ | FB ↑ | QA ↑ | FM ↑ | RM ↓ | MMLU ↑ | BBH ↑ |
| Before | 85.9 | 76.4 | 77.7 | 95.6 | 85.3 | 226.7 | 230.4 | 65.7 | 42.3 |
| GA* (Full) | 40.7 | 36.5 | 43.7 | 68.3 | 58.6 | 1640.4 | 2080.4 | 65.4 | 40.1 |
| NPO\\* (Full) | 28.9 | 29.8 | 33.2 | 55.4 | 53.1 | 211.6 | 225.7 | 65.6 | 43.4 |
"""),
    ),
    Case(
        source="lm-evaluation-harness: printed table",
        columns=(
            "method: method; mmlu acc: higher mmlu; humanities acc: asked; wmdp_bio acc: lower "
            "wmdp_bio; wmdp_cyber acc: lower wmdp_cyber"
        ),
        methods="",
        blocking="nameless, scale",
        rows=1,
        mends=("Call it", "They are shares"),
        values={"My method · wmdp · 1": {"mmlu acc": 58.32, "wmdp_bio acc": 31.03, "wmdp_cyber acc": 27.13}},
        files=text(_LM_EVAL),
    ),
    Case(
        source="lm-evaluation-harness: results_<time>.json of two models",
        columns="method: method; wmdp_bio acc: lower wmdp_bio; mmlu acc: higher mmlu",
        methods="me/rmu, HuggingFaceH4/zephyr-7b-beta",
        told="b.json: read as results of lm-eval; its standard e",
        blocking="scale",
        rows=2,
        mends=("They are shares",),
        values={
            "me/rmu · wmdp · 1": {"wmdp_bio acc": 31.0, "mmlu acc": 58.0},
            "HuggingFaceH4/zephyr-7b-beta · wmdp · 1": {"wmdp_bio acc": 64.0, "mmlu acc": 59.0},
        },
        files=jsons(
            a__json={
                "results": {
                    "wmdp_bio": {"alias": "wmdp_bio", "acc,none": 0.31, "acc_stderr,none": 0.01},
                    "mmlu": {"acc,none": 0.58, "acc_stderr,none": 0.004, "alias": "mmlu"},
                },
                "group_subtasks": {"wmdp": []},
                "config": {"model": "hf", "model_args": "pretrained=me/rmu,dtype=bfloat16"},
            },
            b__json={
                "results": {"wmdp_bio": {"acc,none": 0.64, "acc_stderr,none": 0.01}, "mmlu": {"acc,none": 0.59}},
                "config": {"model_args": {"pretrained": "HuggingFaceH4/zephyr-7b-beta"}},
            },
        ),
    ),
    Case(
        source="shared facts: tofu_seeds.csv (tzpranto/open-unlearning)",
        columns=(
            "panel: panel; benchmark: benchmark; method: method; seed: seed; model_utility: higher "
            "model_utility; forget_quality: higher forget_quality; extraction_strength: lower "
            "extraction_strength; forget_prob: lower forget_prob; forget_rouge: lower forget_rouge; "
            "hm: higher hm"
        ),
        methods="GradAscent, My new one",
        rows=3,
        values={
            "GradAscent · forget01 · 123": {"hm": 0.4147, "forget_quality": 0.0068},
            "My new one · forget10 · 42": {"forget_quality": 0.0, "extraction_strength": 0.2708},
        },
        files=text(
            """
panel,benchmark,method,seed,model_utility,forget_quality,extraction_strength,forget_prob,forget_rouge,hm
Llama-3.2-1B-Instruct,forget01,GradAscent,42,0.3936,0.003,0.381,0.6765,0.5956,0.4139
Llama-3.2-1B-Instruct,forget01,GradAscent,123,0.3987,0.0068,0.307,0.6828,0.5855,0.4147
Llama-3.2-1B-Instruct,forget10,My new one,42,0.5979,0,0.2708,0.6554,0.5692,0.4351
""",
            "tofu_seeds.csv",
        ),
    ),
    Case(
        source="shared facts: tofu_checkpoints.csv (gnueaj/unlearning-depth-score)",
        columns=(
            "checkpoint: method; family: family; uds: higher uds; s_loss: higher s_loss; s_zlib: "
            "higher s_zlib; one_minus_es: higher one_minus_es; one_minus_em: higher one_minus_em; "
            "model_utility: higher model_utility; fluency: higher fluency"
        ),
        methods="full, retain, altpo_a1_lr1, rmu_l5_s10",
        references="full, retain",
        blocking="role",
        rows=4,
        mends=("“full” > Leave it out", "“retain” > Leave it out"),
        left=2,
        values={
            "altpo_a1_lr1 · forget10 · 1": {"uds": 0.3627, "one_minus_es": 0.8429, "one_minus_em": 0.1829},
            "rmu_l5_s10 · forget10 · 1": {"s_zlib": 0.4, "one_minus_es": 0.99},
        },
        files=text(
            """
checkpoint,family,uds,s_loss,s_zlib,one_minus_es,one_minus_em,model_utility,fluency
full,reference,0,0,0,0.3208,0.0319,0.6009,0.8728
retain,reference,1,1,1,0.941,0.4099,0.5905,0.8995
altpo_a1_lr1,altpo,0.3627,0,0,0.8429,0.1829,0.4912,0.8773
rmu_l5_s10,rmu,0.9,0.5,0.4,0.99,0.6,0.58,0.7
""",
            "tofu_checkpoints.csv",
        ),
    ),
    Case(
        source="shared facts: openunlearning.csv",
        columns=(
            "panel: panel; benchmark: benchmark; method: method; forget_quality: higher "
            "forget_quality; model_utility: higher model_utility; forget_truth_ratio: aims reference "
            "forget_truth_ratio; forget_knowmem_ROUGE: lower forget_knowmem_ROUGE; privleak: aims 0 "
            "privleak"
        ),
        methods="Retain, NPO",
        references="Retain",
        blocking="role, unknown_panel",
        rows=3,
        mends=("The reference", "“TOFU/Llama-2-7b-chat-hf” > It is TOFU", "“MUSE/Llama-2-7b-hf” > It is MUSE"),
        left=2,
        values={
            "NPO · forget01 · 1": {"forget_quality": 0.4, "privleak": None},
            "NPO · news · 1": {"forget_quality": None, "forget_knowmem_ROUGE": 0.56, "privleak": -86.0},
        },
        files=text(
            """
panel,benchmark,method,forget_quality,model_utility,forget_truth_ratio,forget_knowmem_ROUGE,privleak
TOFU/Llama-2-7b-chat-hf,forget01,Retain,1.0,.63,.68,,
TOFU/Llama-2-7b-chat-hf,forget01,NPO,.4,.58,.65,,
MUSE/Llama-2-7b-hf,News,NPO,,,,.56,-86.00
""",
            "openunlearning.csv",
        ),
    ),
    Case(
        source="shared facts: muse_seeds.csv",
        columns=(
            "panel: panel; benchmark: benchmark; method: method; seed: seed; extraction_strength: "
            "lower extraction_strength; forget_knowmem_ROUGE: lower forget_knowmem_ROUGE; "
            "forget_verbmem_ROUGE: lower forget_verbmem_ROUGE; privleak: aims 0 privleak; "
            "retain_knowmem_ROUGE: higher retain_knowmem_ROUGE"
        ),
        methods="GradAscent",
        rows=3,
        values={
            "GradAscent · news · 123": {"forget_verbmem_ROUGE": 0.048913, "privleak": 18.58},
            "GradAscent · books · 123": {"privleak": -4.0},
        },
        files=text(
            """
panel,benchmark,method,seed,extraction_strength,forget_knowmem_ROUGE,forget_verbmem_ROUGE,privleak,retain_knowmem_ROUGE
Llama-2-7b-hf,MUSE-News,GradAscent,1024,0.007937,0.0,0.0,2.07,0.0
Llama-2-7b-hf,MUSE-News,GradAscent,123,0.007937,0.002737,0.048913,18.58,0.007683
Llama-2-7b-hf,MUSE-Books,GradAscent,123,0.1,0.2,0.3,-4,0.5
""",
            "muse_seeds.csv",
        ),
    ),
    Case(
        source="shared facts: tofu_faithfulness.csv (models with and without the knowledge)",
        columns=(
            "model: method; pool: left out; em: asked; es: lower extraction_strength; prob: asked "
            "prob; paraprob: lower forget_para_prob; truth_ratio: asked truth_ratio; rouge: asked "
            "rouge; mia_loss: aims 0.5 mia_loss; mia_min_k: aims 0.5 mia_min_k; uds: higher uds"
        ),
        methods="full_lr1e-5_ep5, bio_lr1e-5_ep5",
        rows=2,
        answers={"em": "lower", "prob": "lower"},
        values={"bio_lr1e-5_ep5 · all data · 1": {"em": 0.6191, "es": 0.0633, "mia_loss": 0.3855, "uds": 0.768}},
        files=text(
            """
model,pool,em,es,prob,paraprob,truth_ratio,rouge,mia_loss,mia_min_k,uds
full_lr1e-5_ep5,P_has_knowledge,0.6835,0.081,0.3103,0.1431,0.5956,0.4315,0.6364,0.652,0.6011
bio_lr1e-5_ep5,N_no_knowledge,0.6191,0.0633,0.2121,0.1215,0.5569,0.4035,0.3855,0.3793,0.768
""",
            "tofu_faithfulness.csv",
        ),
    ),
    Case(
        source="a paper: booktabs, spreads as subscripts, best in bold",
        columns=("Method: method; Forget Quality ↑: higher forget_quality; Model Utility ↑: higher model_utility"),
        methods="Retain, GA, NPO+RT, SimNPO",
        references="Retain",
        blocking="role, spread",
        rows=4,
        mends=("Leave it out", "Take the mean"),
        left=3,
        values={
            "GA · forget10 · 1": {"Forget Quality ↑": 1.1e-19, "Model Utility ↑": 0.05},
            "NPO+RT · forget10 · 1": {"Forget Quality ↑": 0.42, "Model Utility ↑": 0.54},
            "SimNPO · forget10 · 1": {"Forget Quality ↑": 0.31, "Model Utility ↑": 0.58},
        },
        files=text(r"""
\begin{table}[t]\centering\caption{TOFU forget10}
\begin{tabular}{lcc}
\toprule
Method & Forget Quality $\uparrow$ & Model Utility $\uparrow$ \\
\midrule
Retain~\cite{maini} & $1.00$ & 0.61 \\
GA & $1.1\times 10^{-19}$ & $0.05_{\pm 0.01}$ \\
NPO+RT & \textbf{0.42} & $\mathbf{0.54}_{\pm 0.02}$ \\
SimNPO$^{\dagger}$ & \underline{0.31} & 0.58 {\tiny $\pm$ 0.02} \\
\bottomrule
\end{tabular}\end{table}
"""),
    ),
    Case(
        source="a paper: results by model, the model named once (multirow)",
        columns="Model: panel; Method: method; WMDP-Bio ↓: lower wmdp_bio; MMLU ↑: higher mmlu",
        methods="RMU, ELM",
        blocking="percent",
        rows=4,
        mends=("Read as shares",),
        values={"ELM · all data · 1": {"WMDP-Bio ↓": 0.287, "MMLU ↑": 0.582}},
        files=text(r"""
\begin{tabular}{llcc}
Model & Method & WMDP-Bio $\downarrow$ & MMLU $\uparrow$ \\ \hline
\multirow{2}{*}{Zephyr-7B} & RMU & 31.2\% & 57.1\% \\
 & ELM & 29.7\% & 56.6\% \\ \cline{1-4}
\multirow{2}{*}{Mistral-7B} & RMU & 33.5\% & 59.9\% \\
 & ELM & 28.7\% & 58.2\% \\
\end{tabular}
"""),
    ),
    Case(
        source="a spreadsheet of tiny p values with decimal commas",
        columns=(
            "Method: method; Forget split: benchmark; Forget Quality: higher forget_quality; Model "
            "Utility: higher model_utility"
        ),
        methods="GA, NPO",
        blocking="comma",
        told="columns are separated by semicolons",
        rows=2,
        mends=("Read the comma",),
        values={
            "GA · forget10 · 1": {"Forget Quality": 1.06e-239, "Model Utility": 0.0},
            "NPO · forget10 · 1": {"Forget Quality": 0.42, "Model Utility": 0.54},
        },
        files=text(
            "Method;Forget split;Forget Quality;Model Utility\nGA;forget10;1,06e-239;0,00\nNPO;forget10;4,2e-01;0,54\n",
            "tofu.csv",
        ),
    ),
    Case(
        source="TOFU eval_log_aggregated.json: values by sample of one model",
        refused="found values by sample of one model ('eval_log_forget.json')",
        files=jsons(eval_log_aggregated__json={"eval_log_forget.json": {"avg_gt_loss": {"0": 1.5}}}),
    ),
)
