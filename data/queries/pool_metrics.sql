-- The metrics of the pools of known models, in file order.
SELECT id, label, name, direction, measures, reference
FROM pool_metric
WHERE suite = $suite
ORDER BY position;
