-- How much each suite holds, in the order in which they are offered.
SELECT
    id AS suite,
    (SELECT count(*) FROM method WHERE suite = s.id AND role = 'candidate') AS methods,
    (SELECT count(*) FROM family WHERE suite = s.id) AS families,
    (SELECT count(*) FROM metric WHERE suite = s.id AND role = 'score') AS metrics,
    (SELECT count(*) FROM run WHERE suite = s.id) AS runs,
    (SELECT count(*) FROM published WHERE suite = s.id AND statistic <> 'cited') AS claims,
    (SELECT count(*) FROM pool_metric WHERE suite = s.id) AS pool_metrics
FROM suite AS s
ORDER BY position;
