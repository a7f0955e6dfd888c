"""Reports for people: what the command line and pages tell of editions, in the languages of ``interface/``."""
