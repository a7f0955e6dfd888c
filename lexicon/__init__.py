"""Dictionaries, policies, word lists, compiled lexicons: which words are in, and why.

The reading side, which a game embeds, needs only `Lexicon` or `Catalogue`; building lives in `lexicon.building`.
"""

from lexicon.alphabet import Alphabet, Malformed, Word
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.explanation import Explanation, Verdict, WordStatus

__all__ = ["Alphabet", "Catalogue", "Explanation", "Lexicon", "Malformed", "Verdict", "Word", "WordStatus"]
