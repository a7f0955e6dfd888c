"""The building side: from dictionaries to editions. A game that only reads lexicons never imports it."""
