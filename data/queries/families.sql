-- The methods of which a suite has several checkpoints, in file order.
SELECT id, label, name, description, reference, url
FROM family
WHERE suite = $suite
ORDER BY position;
