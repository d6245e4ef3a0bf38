-- Rows and fingerprint of each table of a suite.
SELECT name, rows, fingerprint
FROM manifest
WHERE suite = $suite
ORDER BY name;
