-- The runs analysed together: one base model in one setting, in file order.
SELECT id, label, base_model, setting, reference, description
FROM panel
WHERE suite = $suite
ORDER BY position;
