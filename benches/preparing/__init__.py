"""The preparation benchmark: made-up raw archives, plain preparations, a table of ratios."""
