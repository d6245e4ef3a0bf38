# Expected values for test_pairs.py, test_agreement_p.py and test_concordance.py, by R's own functions and by counting in plain loops.
# Run in this folder: Rscript agreement.R   (R 4.2.2; the tests read the CSV files and need no R)
options(digits = 17)

number <- function(x) ifelse(is.na(x), "", format(x, digits = 17, trim = TRUE, scientific = FALSE))

# tau-b, pair counts, asymptotic p ------------------------------------------------------------------------------
pairs <- read.csv("pairs.csv")
rows <- lapply(unique(pairs$case), function(name) {
  d <- pairs[pairs$case == name & !is.na(pairs$x) & !is.na(pairs$y), ]
  n <- nrow(d)
  count <- c(concordant = 0, discordant = 0, ties_x = 0, ties_y = 0, ties_both = 0)
  for (i in seq_len(n - 1)) for (j in (i + 1):n) {
    a <- sign(d$x[i] - d$x[j]); b <- sign(d$y[i] - d$y[j])
    if (a * b > 0) count["concordant"] <- count["concordant"] + 1
    if (a * b < 0) count["discordant"] <- count["discordant"] + 1
    if (a == 0) count["ties_x"] <- count["ties_x"] + 1
    if (b == 0) count["ties_y"] <- count["ties_y"] + 1
    if (a == 0 && b == 0) count["ties_both"] <- count["ties_both"] + 1
  }
  varies <- length(unique(d$x)) > 1 && length(unique(d$y)) > 1
  tau <- if (varies) cor(d$x, d$y, method = "kendall") else NA
  p <- if (varies && n > 2) cor.test(d$x, d$y, method = "kendall", exact = FALSE)$p.value else NA
  data.frame(case = name, n = n, t(count), tau_b = number(tau), p_asymptotic = number(p))
})
write.csv(do.call(rbind, rows), "expected_pairs.csv", row.names = FALSE, quote = FALSE)

# Kendall's W from Friedman's test, which corrects for ties ------------------------------------------------------
tables <- read.csv("tables.csv")
rows <- lapply(unique(tables$case), function(name) {
  d <- tables[tables$case == name, ]
  values <- xtabs(value ~ rater + row, d)            # raters are Friedman's blocks
  test <- friedman.test(matrix(values, nrow(values)))
  m <- nrow(values); n <- ncol(values)
  data.frame(case = name, w = number(unname(test$statistic) / (m * (n - 1))),
             chi2 = number(unname(test$statistic)), p = number(test$p.value))
})
write.csv(do.call(rbind, rows), "expected_w.csv", row.names = FALSE, quote = FALSE)

# stratified permutation by brute force: every combination of orders of every benchmark ---------------------------
orders <- function(n) {
  if (n == 1) return(matrix(1, 1, 1))
  smaller <- orders(n - 1)
  do.call(rbind, lapply(seq_len(n), function(first) {
    rest <- seq_len(n)[-first]
    cbind(first, matrix(rest[smaller], nrow(smaller)))
  }))
}
designs <- read.csv("designs.csv")
rows <- lapply(unique(designs$case), function(name) {
  d <- designs[designs$case == name, ]
  addends <- lapply(unique(d$benchmark), function(b) {
    here <- d[d$benchmark == b, ]
    apply(orders(max(here$method) + 1), 1, function(new) {
      mean(sapply(unique(here$seed), function(s) {
        block <- here[here$seed == s, ]
        block <- block[order(block$method), ]
        cor(block$x, block$y[new], method = "kendall")
      }))
    })
  })
  values <- rowMeans(expand.grid(addends))
  observed <- values[1]                              # the first order of every benchmark is the identity
  data.frame(case = name, tau = number(observed), arrangements = length(values),
             p = number(mean(abs(values) >= abs(observed) - 1e-12)),
             p_min = number(mean(abs(values) >= max(abs(values)) - 1e-12)))
})
write.csv(do.call(rbind, rows), "expected_p.csv", row.names = FALSE, quote = FALSE)
