-- Every measured value of a suite with the place of its run and of its metric.
SELECT score.run_id, metric.position, score.value
FROM score
JOIN metric ON metric.suite = score.suite AND metric.id = score.metric_id
WHERE score.suite = $suite;
