"""Position and move to ruling; challenge to verdict. Pure: reads a ruleset, then asks nobody but a lexicon."""
