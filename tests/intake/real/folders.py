"""OpenUnlearning's saves folder in the forms that its scripts and its users leave behind."""

from tests.intake.real.cases import Case, text, zipped

_1B = "saves/unlearn/tofu_Llama-3.2-1B-Instruct_forget10_"


def _summary(quality: float | None, utility: float) -> dict[str, float]:
    known = {} if quality is None else {"forget_quality": quality}
    return {"extraction_strength": 0.06, **known, "model_utility": utility, "privleak": -20.5}


def _evaluation(quality: float | None, utility: float) -> dict[str, object]:
    by_index = {"0": {"prob": 0.25, "avg_loss": 1.5}, "1": {"prob": 0.75, "avg_loss": 0.25}}
    return {m: {"agg_value": v} for m, v in _summary(quality, utility).items()} | {
        "forget_Q_A_PARA_Prob": {"agg_value": 0.5, "value_by_index": by_index}
    }


CASES = (
    Case(
        source="scripts/tofu_unlearn.sh: three methods, with weights and the retain logs",
        columns=(
            "method: method; benchmark: benchmark; model: panel; extraction_strength: lower "
            "extraction_strength; forget_quality: higher forget_quality; model_utility: higher "
            "model_utility; privleak: asked"
        ),
        methods="NPO, GradAscent, retain",
        references="retain",
        blocking="role",
        told="2 other files (0.1 MB) were passed over without be",
        rows=3,
        mends=("The reference",),
        values={
            "GradAscent · forget10 · 1": {
                "forget_quality": 1.06e-239,
                "model_utility": 0.0,
                "extraction_strength": 0.06,
            },
            "retain · forget10 · 1": {"forget_quality": None, "model_utility": 0.59},
        },
        files=zipped(
            {
                f"{_1B}NPO/evals/TOFU_SUMMARY.json": _summary(0.42, 0.54),
                f"{_1B}NPO/evals/TOFU_EVAL.json": _evaluation(0.42, 0.54),
                f"{_1B}NPO/model.safetensors": bytes(50_000),
                f"{_1B}NPO/trainer_state.json": {"log_history": [{"loss": 1.0}]},
                f"{_1B}GradAscent/evals/TOFU_SUMMARY.json": _summary(1.06e-239, 0.0),
                f"{_1B}GradAscent/evals/TOFU_EVAL.json": _evaluation(1.06e-239, 0.0),
                "saves/eval/tofu_Llama-3.2-1B-Instruct_retain90/TOFU_EVAL.json": _evaluation(None, 0.59),
                "saves/eval/tofu_Llama-3.2-1B-Instruct_retain90/TOFU_SUMMARY.json": _summary(None, 0.59),
            }
        ),
    ),
    Case(
        source="saves/unlearn: checkpoints while it trains",
        columns=(
            "method: method; benchmark: benchmark; model: panel; checkpoint: setting; "
            "extraction_strength: lower extraction_strength; forget_quality: higher forget_quality; "
            "model_utility: higher model_utility; privleak: asked"
        ),
        methods="SimNPO",
        blocking="repeats",
        rows=2,
        mends=("Each value of checkpoint",),
        values={"SimNPO checkpoint=24 · forget10 · 1": {"forget_quality": 0.24}},
        files=zipped({f"{_1B}SimNPO/checkpoint-{n}/evals/TOFU_SUMMARY.json": _summary(n / 100, 0.6) for n in (12, 24)}),
    ),
    Case(
        source="a sweep: hyper-parameters in the task, seeds in folders",
        columns=(
            "method: method; benchmark: benchmark; model: panel; seed: seed; lr: setting; beta: "
            "setting; alpha: setting; epochs: setting; extraction_strength: lower "
            "extraction_strength; forget_quality: higher forget_quality; model_utility: higher "
            "model_utility; privleak: asked"
        ),
        methods="NPO",
        blocking="repeats",
        rows=4,
        mends=("Each value of lr",),
        values={
            "NPO lr=1e-05 · forget10 · 2": {"forget_quality": 0.2},
            "NPO lr=5e-05 · forget10 · 1": {"forget_quality": 0.3},
        },
        files=zipped(
            {
                f"{_1B}NPO_lr{lr}_beta0.1_alpha1_epoch5/seed{s}/evals/TOFU_SUMMARY.json": _summary(q, 0.5)
                for lr, s, q in (("1e-05", 1, 0.1), ("1e-05", 2, 0.2), ("5e-05", 1, 0.3), ("5e-05", 2, 0.4))
            }
        ),
    ),
    Case(
        source="scripts/muse_unlearn.sh: two corpora, seeds at the end of the task",
        columns=(
            "method: method; benchmark: benchmark; model: panel; seed: seed; forget_knowmem_ROUGE: "
            "lower forget_knowmem_ROUGE; forget_verbmem_ROUGE: lower forget_verbmem_ROUGE; privleak: "
            "aims 0 privleak; retain_knowmem_ROUGE: higher retain_knowmem_ROUGE"
        ),
        methods="NPO, RMU",
        rows=4,
        values={"NPO · books · 42": {"privleak": -54.2}, "NPO · news · 123": {"privleak": -85.5}},
        files=zipped(
            {
                f"saves/unlearn/muse_Llama-2-7b-hf_{corpus}_{m}_s{s}/evals/MUSE_SUMMARY.json": {
                    "forget_knowmem_ROUGE": 0.5,
                    "forget_verbmem_ROUGE": 0.25,
                    "privleak": leak,
                    "retain_knowmem_ROUGE": 0.4,
                }
                for corpus, m, s, leak in (
                    ("News", "NPO", 42, -86.0),
                    ("News", "NPO", 123, -85.5),
                    ("Books", "NPO", 42, -54.2),
                    ("News", "RMU", 42, 56.4),
                )
            }
        ),
    ),
    Case(
        source="wmdp: lm-eval beside the run, overrides of Hydra",
        columns=(
            "method: method; benchmark: benchmark; model: panel; steering coeff: setting; wmdp_cyber "
            "acc: lower wmdp_cyber; mmlu acc: higher mmlu"
        ),
        methods="RMU",
        told="standard errors of lm-eval were left out",
        rows=1,
        values={"RMU · cyber · 1": {"wmdp_cyber acc": 0.28, "mmlu acc": 0.57}},
        files=zipped(
            {
                "saves/unlearn/run_1/evals/LMEval_SUMMARY.json": {
                    "wmdp_cyber/acc,none": 0.28,
                    "wmdp_cyber/acc_stderr,none": 0.01,
                    "mmlu/acc,none": 0.57,
                },
                "saves/unlearn/run_1/.hydra/overrides.yaml": "- experiment=unlearn/wmdp/default.yaml\n- trainer=RMU\n"
                "- model=zephyr-7b-beta\n- data_split=cyber\n- trainer.method_args.steering_coeff=20\n",
                "saves/unlearn/run_1/evals/LMEval_EVAL.json": {"wmdp_cyber": {"wmdp_cyber": [{"doc_id": 0}]}},
            }
        ),
    ),
    Case(
        source="one summary without its folder",
        columns=("method: method; forget_quality: higher forget_quality; model_utility: higher model_utility"),
        methods="",
        blocking="nameless",
        rows=1,
        mends=("Call it",),
        values={"My method · forget10 · 1": {"forget_quality": 0.5, "model_utility": 0.25}},
        files=(("TOFU_SUMMARY.json", text('{"forget_quality": 0.5, "model_utility": 0.25}')[0][1]),),
    ),
    Case(
        source="summaries without their folders",
        refused="found 2 evaluations without their folders (TOFU_SUMMARY.json",
        files=(
            ("TOFU_SUMMARY.json", b'{"model_utility": 0.5}'),
            ("TOFU_SUMMARY.json", b'{"model_utility": 0.6}'),
        ),
    ),
)
