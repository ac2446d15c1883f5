"""One module for each family of metrics: `make` invents a test set, `score` is the plain scorer."""
