/* What the files of the reading extension share. See `walking.c` for the whole. */
#ifndef SLOVOSUD_WALKING_H
#define SLOVOSUD_WALKING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "edges.h"

/* More words than any list has: a damaged file may spell 63^64. */
#define MOST_WORDS (1u << 28)

/* Which tile a code point shows, 0 for a stranger; code points from `size` on are strangers. */
typedef struct {
    uint8_t *tiles;
    uint32_t size;
} TileTable;

typedef struct {
    PyObject_HEAD
    PyObject *content; /* the bytes object that `edges` lies in; nobody can cut it */
    const uint32_t *edges;
    uint32_t size; /* number of edges, edge 0 included */
    int tile_count, longest;
    Py_UCS4 letters[MOST_TILES + 1];
    TileTable exact; /* letters only: of words */
    TileTable forms; /* every form of a letter: of text from outside */
    uint32_t *jump;  /* the edge behind each three tiles, made at the first look-up; see `membership.c` */
    uint32_t *words; /* how many words begin at each edge and its later siblings; made when first counted */
    int sound;       /* whether `edges_fault` found the form kept */
} Edges;

typedef struct {
    PyTypeObject *walk_type;
} State;

extern PyType_Spec walk_spec;

/* --- shared by all walks --- */

/* Return the edge with `tile` out of the state at `index`, 0 when there is none. Any index may be given: a run is
 * never longer than the alphabet, so the scan is bounded whatever the bytes. */
static inline uint32_t follow(const Edges *self, uint32_t index, uint32_t tile)
{
    if (index == 0 || index >= self->size)
        return 0;
    uint32_t end = self->size - index > (uint32_t)self->tile_count ? index + self->tile_count : self->size;
#ifdef __SSE2__
    /* Four edges at once, for most states have few: the processor guesses one branch instead of four. */
    for (; index + 4 <= end; index += 4) {
        __m128i four = _mm_loadu_si128((const __m128i *)(const void *)(self->edges + index));
        __m128i same = _mm_cmpeq_epi32(_mm_srli_epi32(four, TILE_SHIFT), _mm_set1_epi32((int)tile));
        __m128i last = _mm_slli_epi32(four, 31 - 24);
        unsigned hits = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same));
        unsigned ends = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(last));
        /* Only edges up to the last one count: ends ^ (ends - 1) has the bits up to the lowest. */
        if (hits & (ends ^ (ends - 1)))
            return self->edges[index + (unsigned)__builtin_ctz(hits)];
        if (ends)
            return 0;
    }
#endif
    for (; index < end; index++) {
        uint32_t edge = self->edges[index];
        if (edge >> TILE_SHIFT == tile)
            return edge;
        if (edge & LAST)
            return 0;
    }
    return 0;
}

static inline uint32_t root_of(const Edges *self) { return self->edges[0] & CHILD; }

static inline uint8_t tile_of(const TileTable *table, uint32_t code)
{
    return code < table->size ? table->tiles[code] : 0;
}

/* Marks of texts: not in, in, to be read with care. */
enum { OUT = 0, IN = 1, UNUSUAL = 2 };

/* So many words are read before they are looked up: a set of 64 bits says which are in. */
#define TOGETHER 64

/* Texts that follow each other. Tiles lie by place and then by text, for all of a place are wanted together; one behind
 * the last of a text is 0. A text that is not looked up has length 0. */
typedef struct {
    uint8_t tiles[LONGEST + 1][TOGETHER];
    uint8_t length[TOGETHER];
    int count;
} Group;

/* membership.c */
int make_jump(Edges *self);
uint64_t walk_together(const Edges *self, Group *group);
int accepts(const Edges *self, const uint8_t *tiles, Py_ssize_t length);
int edges_contains(Edges *self, PyObject *word);
PyObject *edges_marks(Edges *self, PyObject *texts);
PyObject *edges_flags(Edges *self, PyObject *texts);
PyObject *edges_bitmap(Edges *self, PyObject *texts);

static inline int ensure_jump(Edges *self) { return self->jump ? 0 : make_jump(self); }

/* messages.c */
PyObject *edges_check_message(Edges *self, PyObject *const *arguments, Py_ssize_t count);
PyObject *edges_answer_message(Edges *self, PyObject *arguments);
PyObject *message_fields(PyObject *module, PyObject *const *arguments, Py_ssize_t count);

/* settled.c */

/* A sign has no more: its number is below MOST_TILES squared. */
#define MOST_DIGITS 2

int sign_of(const Edges *self, const uint8_t *tiles, Py_ssize_t length, int base, int digits);
PyObject *edges_signs(Edges *self, PyObject *arguments);

/* counting.c */
PyObject *edges_fault(Edges *self, PyObject *expected);
int require_sound(Edges *self);
PyObject *edges_count(Edges *self, PyObject *ignored);
PyObject *edges_index(Edges *self, PyObject *word);
PyObject *edges_word(Edges *self, PyObject *index);
PyObject *edges_counts_by_length(Edges *self, PyObject *ignored);

/* searching.c */
PyObject *edges_pattern(Edges *self, PyObject *arguments, PyObject *keywords);
PyObject *edges_anagram(Edges *self, PyObject *arguments, PyObject *keywords);

/* walking.c */
int read_tiles(const TileTable *table, PyObject *text, uint8_t *tiles, Py_ssize_t apart, Py_ssize_t *length);
PyObject *spelled(const Edges *self, const uint8_t *tiles, Py_ssize_t length);

#endif
