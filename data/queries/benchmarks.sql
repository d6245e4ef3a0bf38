-- The data sets on which methods are compared, in file order.
SELECT id, label, name, description, reference, url, within
FROM benchmark
WHERE suite = $suite
ORDER BY position;
