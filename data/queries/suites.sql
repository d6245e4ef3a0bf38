-- The suites, in the order in which they are offered.
SELECT id, title, description, paper, url, authors, year, source_url, licence, retrieved
FROM suite
ORDER BY position;
