-- How many samples stand behind a proportion, in file order.
SELECT panel, benchmark, metric, n, basis
FROM sample
WHERE suite = $suite
ORDER BY position;
