-- Weights that were published, beside those computed by rule, in file order.
SELECT preset, label, metric, weight, transform, "where", url, note
FROM weight
WHERE suite = $suite
ORDER BY position;
