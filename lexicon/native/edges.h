/* The edges of the minimal automaton, as `lexicon/automaton.py` tells them; both languages read the same bytes.
 *
 * An edge is 32 bits, most significant first:
 *
 *     tile:6 | accept:1 | last:1 | child:24
 *
 * Edges out of one state lie side by side in rising tile order; the one marked `last` ends them and ends a *run*.
 * A state may be the end of a longer run. `child` is the index of the first edge of the next state, 0 when there
 * is none, and always lies in an earlier run: so no walk can loop, and a reader proves it in one pass.
 * Edge 0 is no edge: its child field names the root.
 */
#ifndef SLOVOSUD_EDGES_H
#define SLOVOSUD_EDGES_H

#include <stdint.h>

#define TILE_SHIFT 26
#define ACCEPT (1u << 25)
#define LAST (1u << 24)
#define CHILD (LAST - 1)

/* Tiles are 1 to 63; 0 is the mark that turns a rotated word round (GADDAG only). */
#define MOST_TILES 63
#define MOST_EDGES CHILD
/* No word is longer (`lexicon/alphabet.py`, LONGEST_TEXT). */
#define LONGEST 64

/* Code points end here. */
#define CODE_POINTS 0x110000

/* Write a code point in UTF-8; return where the next one goes. */
static inline uint8_t *put_utf8(uint8_t *to, uint32_t code)
{
    if (code < 0x80) {
        *to++ = (uint8_t)code;
        return to;
    }
    if (code < 0x800) {
        *to++ = (uint8_t)(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *to++ = (uint8_t)(0xE0 | code >> 12);
        } else {
            *to++ = (uint8_t)(0xF0 | code >> 18);
            *to++ = (uint8_t)(0x80 | (code >> 12 & 0x3F));
        }
        *to++ = (uint8_t)(0x80 | (code >> 6 & 0x3F));
    }
    *to++ = (uint8_t)(0x80 | (code & 0x3F));
    return to;
}

#endif
