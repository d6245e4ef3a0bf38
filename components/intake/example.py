"""A template to fill in, and an example with the faults that tables usually have. All its numbers are made up."""

from data.registry import RUN_KEYS, Tables

EXAMPLE_NAME = "example.csv"
_EXAMPLE = """Unlearning Method;Dataset;Seed;Forget Acc. (%);RA ↑;MIA recall;Act. Distance;JS divergence;GPU
Example A;MLLMU Bench;42;4 %;0,02;0,44;38,5;0,012;A100
Example A;MLLMU Bench;123;2 %;0,04;0,46;36,25;0,011;A100
Example A;UnlokVQA;42;92 %;0,96;0,08;88;0,14;A100
Example A;UnlokVQA;123;90 %;0,98;0,06;84,5;0,13;A100
Example A;MMUBench;42;63 %;0,88;0,47;24;0,003;A100
Example A;MMUBench;123;60 %;0,86;0,5;26,5;0,004;A100
Example A;MMUBench;123;60 %;0,86;0,5;26,5;0,004;A100
Example B;MLLMU Bench;42;8 %;0,06;0,48;15;0,006;H100
Example B;MLLMU Bench;123;6 %;0,06;0,5;14,75;n/a;H100
Example B;UnlokVQA;42;98 %;1;0,02;70,5;0,11;H100
Example B;UnlokVQA;123;98 %;0,98;0,02;72;0,12;H100
Example B;MMUBench;42;80 %;0,9;0,5;12;0,001;H100
Example B;MMUBench;123;77 %;0,92;0,53;11,25;0,001;H100
"""


def example() -> bytes:
    """Two made-up methods on the benchmarks of the first suite, with the usual faults of a table."""
    return _EXAMPLE.encode()


def template(suite: Tables, panel: str) -> bytes:
    """A CSV file with the columns of a suite, and one empty row for each benchmark of a panel."""
    runs = suite.runs_of(panel)
    columns = [*RUN_KEYS[1:], *(m.id for m in suite.metrics)]
    rows = [f"{b},my_method,1{',' * len(suite.metrics)}" for b in dict.fromkeys(runs["benchmark"])]
    return ("\n".join([",".join(columns), *rows]) + "\n").encode()
