-- Clusters of metrics that were published, in file order.
SELECT partition, label, metric, cluster, "where", url, note
FROM partition
WHERE suite = $suite
ORDER BY position;
