"""The grading benchmark: made-up test sets of the real size, plain Python scorers, a table of ratios."""
