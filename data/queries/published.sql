-- What a paper prints about these runs, in file order.
SELECT claim, "where", url, status, statistic, protocol, panel, subject, printed, decimals, sentence, value
FROM published
WHERE suite = $suite
ORDER BY position;
