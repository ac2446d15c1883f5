"""One file for each competition: its made-up raw data and its plain preparation."""
