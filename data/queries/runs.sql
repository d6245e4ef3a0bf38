-- The runs of a suite, in file order.
SELECT run_id, panel, benchmark, method, seed
FROM run
WHERE suite = $suite
ORDER BY run_id;
