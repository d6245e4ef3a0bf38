-- The knowledge recoverability pilot, in file order.
SELECT source, url, method, directly_suppressed, any_evidence, mean_score, note
FROM recoverability
WHERE suite = $suite
ORDER BY position;
