-- The metrics, in the order in which they are shown, in file order.
SELECT id, label, name, direction, role, lower_bound, upper_bound, utilities, family, measures, reference,
    target, aims, scale, "group", parts, under, unit
FROM metric
WHERE suite = $suite
ORDER BY position;
