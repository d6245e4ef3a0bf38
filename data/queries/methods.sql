-- The unlearning methods, in file order.
SELECT id, label, name, family, description, reference, url, role, settings
FROM method
WHERE suite = $suite
ORDER BY position;
