/* Is a word in: one, or a list of them (those of a serialized message: `messages.c`).
 *
 * Text from outside may be unusual: a character that is no form of a letter, which might still be composed into one.
 * Such text is handed back to Python, which reads it as it reads all text.
 */
#include "walking.h"

/* Below this many words the interpreter lock is kept: giving it up costs more than the work. */
#define MANY_WORDS 4096

/* --- the walk -------------------------------------------------------------------------------------------------- */

/* Make the table of the edges behind each three tiles. */
int make_jump(Edges *self)
{
    size_t radix = (size_t)self->tile_count + 1;
    uint32_t *jump = PyMem_Calloc(radix * radix * radix, sizeof *jump);
    if (!jump) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t first = 1; first < radix; first++) {
        uint32_t one = follow(self, root_of(self), first);
        for (uint32_t second = 1; one && second < radix; second++) {
            uint32_t two = follow(self, one & CHILD, second);
            for (uint32_t third = 1; two && third < radix; third++)
                jump[(first * radix + second) * radix + third] = follow(self, two & CHILD, third);
        }
    }
    self->jump = jump;
    return 0;
}

/* Whether the tiles spell a word. The jump table must be there. */
int accepts(const Edges *self, const uint8_t *tiles, Py_ssize_t length)
{
    uint32_t edge, radix = (uint32_t)self->tile_count + 1;
    Py_ssize_t place;
    if (length >= 3) {
        edge = self->jump[(tiles[0] * radix + tiles[1]) * radix + tiles[2]];
        place = 3;
    } else {
        if (length == 0)
            return 0;
        edge = follow(self, root_of(self), tiles[0]);
        place = 1;
    }
    for (; edge && place < length; place++)
        edge = follow(self, edge & CHILD, tiles[place]);
    return (edge & ACCEPT) != 0;
}

int edges_contains(Edges *self, PyObject *word)
{
    uint8_t tiles[LONGEST];
    Py_ssize_t length;
    if (!PyUnicode_Check(word)) {
        PyErr_Format(PyExc_TypeError, "found %s; expected str", Py_TYPE(word)->tp_name);
        return -1;
    }
    if (ensure_jump(self) < 0)
        return -1;
    return read_tiles(&self->exact, word, tiles, 1, &length) && accepts(self, tiles, length);
}

/* Ask memory for the state behind an edge, which the other words of the group leave time for. */
#if defined(__GNUC__)
#define SOON(edges, edge) __builtin_prefetch((edges) + ((edge) & CHILD))
#else
#define SOON(edges, edge) ((void)(edges), (void)(edge))
#endif

#ifdef __SSE2__

/* Which of eight edges have the tile (bits 0 to 7), and which are the last of their state (8 to 15). */
static inline unsigned eight(const uint32_t *edges, __m128i tile)
{
    __m128i first = _mm_loadu_si128((const __m128i *)(const void *)edges);
    __m128i second = _mm_loadu_si128((const __m128i *)(const void *)(edges + 4));
    __m128i same = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_srli_epi32(first, TILE_SHIFT), tile),
                                   _mm_cmpeq_epi32(_mm_srli_epi32(second, TILE_SHIFT), tile));
    /* Packing keeps the sign, which the mark of the last one is made to. */
    __m128i last = _mm_packs_epi32(_mm_slli_epi32(first, 31 - 24), _mm_slli_epi32(second, 31 - 24));
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(same, last));
}

/* The hits up to the lowest end: ends ^ (ends - 1) has the bits up to that. */
static inline uint32_t up_to_the_last(uint32_t hits, uint32_t ends) { return hits & (ends ^ (ends - 1)); }

/* `follow` out of a state with more than eight edges, without a loop to guess about. */
static uint32_t follow_far(const Edges *self, uint32_t index, uint32_t tile)
{
    if (self->size - index < 32) /* near the end of the edges */
        return follow(self, index, tile);
    const uint32_t *edges = self->edges + index;
    uint32_t hits = 0, ends = 0;
    for (int at = 0; at < 32; at += 8) {
        unsigned found = eight(edges + at, _mm_set1_epi32((int)tile));
        hits |= (found & 0xFF) << at;
        ends |= (found >> 8) << at;
    }
    /* Of damaged edges too, none is found that `follow` would not look at. */
    hits = up_to_the_last(hits, ends) & (self->tile_count < 32 ? (1u << self->tile_count) - 1 : UINT32_MAX);
    if (hits)
        return edges[__builtin_ctz(hits)];
    return ends || self->tile_count <= 32 ? 0 : follow(self, index, tile);
}

#endif

/* `follow` for words side by side, with few guesses: eight edges at once, for nine states in ten have no more before the
 * one sought. `limit` is the last place from which eight can be read, 0 for none. */
static inline uint32_t follow_soon(const Edges *self, const uint32_t *edges, uint32_t limit, uint32_t index,
                                   uint32_t tile)
{
#ifdef __SSE2__
    /* Place 0 is no state: with 1 taken away it is beyond every limit. */
    if (index - 1 < limit) {
        unsigned found = eight(edges + index, _mm_set1_epi32((int)tile));
        uint32_t ends = found >> 8, hits = up_to_the_last(found & 0xFF, ends);
        if (hits | ends)
            return edges[index + (uint32_t)__builtin_ctz(hits | 0x80)] & (hits ? UINT32_MAX : 0);
        return follow_far(self, index, tile);
    }
#else
    (void)edges, (void)limit;
#endif
    return follow(self, index, tile);
}

/* Look up the words of a group side by side, one letter of each in turn, so that waits for memory overlap. No branch
 * asks how a word goes on: the processor would guess wrong about once a letter. Bits beyond the count are 0. */
uint64_t walk_together(const Edges *self, Group *group)
{
    uint64_t live[TOGETHER]; /* the words that go on: the last edge taken, and in the upper half which word */
    uint64_t in = 0;
    const uint32_t *edges = self->edges, *jump = self->jump;
    uint32_t radix = (uint32_t)self->tile_count + 1;
    uint32_t limit = self->size > 8 && self->tile_count >= 8 ? self->size - 8 : 0;
    int alive = 0;
    for (int word = 0; word < group->count; word++) {
        uint8_t *column = &group->tiles[0][word];
        int length = group->length[word];
        column[length * TOGETHER] = 0;
        if (length < 3) {
            const uint8_t tiles[] = {column[0], column[TOGETHER]};
            in |= (uint64_t)accepts(self, tiles, length) << word;
            continue;
        }
        uint32_t edge = jump[(column[0] * radix + column[TOGETHER]) * radix + column[2 * TOGETHER]];
        SOON(edges, edge);
        in |= (uint64_t)(length == 3 && edge & ACCEPT) << word;
        live[alive] = (uint64_t)word << 32 | edge;
        alive += length > 3 && edge;
    }
    for (const uint8_t *row = group->tiles[3]; alive; row += TOGETHER) {
        int still = 0;
        for (int turn = 0; turn < alive; turn++) {
            uint64_t one = live[turn];
            uint32_t word = (uint32_t)(one >> 32);
            uint32_t next = follow_soon(self, edges, limit, (uint32_t)one & CHILD, row[word]);
            uint32_t ended = ((uint32_t)row[TOGETHER + word] - 1) >> 31; /* 1 when no tile follows */
            SOON(edges, next);
            in |= (uint64_t)(next / ACCEPT & ended) << word;
            live[still] = (uint64_t)word << 32 | next;
            still += (int)((ended ^ 1) & (next != 0));
        }
        alive = still;
    }
    return in;
}

/* --- lists ----------------------------------------------------------------------------------------------------- */

/* Read a text from outside into the group. The mark OUT with length 0 says that no look-up is needed. */
static inline int read_form(const Edges *self, PyObject *text, Group *group, Py_ssize_t *length)
{
    if (read_tiles(&self->forms, text, &group->tiles[0][group->count], TOGETHER, length))
        return OUT;
    int overlong = *length == LONGEST;
    for (Py_ssize_t place = LONGEST; overlong && place < PyUnicode_GET_LENGTH(text); place++)
        overlong = tile_of(&self->forms, PyUnicode_READ_CHAR(text, place)) != 0;
    *length = 0;
    return overlong ? OUT : UNUSUAL;
}

/* Mark the words of the group, which are the last ones before `marks`. */
static void mark_group(const Edges *self, Group *group, char *marks)
{
    uint64_t in = walk_together(self, group);
    for (int word = 0; word < group->count; word++)
        marks[word - group->count] |= (char)(in >> word & 1);
    group->count = 0;
}

static void mark_texts(const Edges *self, PyObject **texts, char *marks, Py_ssize_t count)
{
    Group group;
    group.count = 0; /* tiles are written before they are read */
    for (Py_ssize_t number = 0; number < count; number++) {
        Py_ssize_t length;
        marks[number] = (char)read_form(self, texts[number], &group, &length);
        group.length[group.count++] = (uint8_t)length;
        if (group.count == TOGETHER)
            mark_group(self, &group, marks + number + 1);
    }
    mark_group(self, &group, marks + count);
}

/* Mark the texts of a sequence: `*texts` gets a tuple of them, `*marks` room of their number, both to be released.
 * Return their number, -1 with an exception. */
static Py_ssize_t mark_sequence(Edges *self, PyObject *sequence, PyObject **texts, char **marks)
{
    *marks = NULL;
    /* A tuple of our own keeps the texts alive and in place while other threads run. */
    *texts = PySequence_Tuple(sequence);
    if (!*texts)
        return -1;
    Py_ssize_t count = PyTuple_GET_SIZE(*texts);
    PyObject **items = &PyTuple_GET_ITEM(*texts, 0);
    for (Py_ssize_t number = 0; number < count; number++)
        if (!PyUnicode_Check(items[number])) {
            PyErr_Format(PyExc_TypeError, "text %zd: found %s; expected str", number, Py_TYPE(items[number])->tp_name);
            return -1;
        }
    if (ensure_jump(self) < 0)
        return -1;
    *marks = PyMem_Malloc(count ? count : 1);
    if (!*marks) {
        PyErr_NoMemory();
        return -1;
    }
    /* Texts are Python's, but nobody changes a str, and the tuple holds them: reading them needs no lock. */
    if (count >= MANY_WORDS) {
        Py_BEGIN_ALLOW_THREADS;
        mark_texts(self, items, *marks, count);
        Py_END_ALLOW_THREADS;
    } else
        mark_texts(self, items, *marks, count);
    return count;
}

/* Put the places of the unusual texts behind the list. */
static int add_unusual(PyObject *list, const char *marks, Py_ssize_t count)
{
    const char *at = marks, *end = marks + count;
    while (at < end && (at = memchr(at, UNUSUAL, end - at))) {
        PyObject *number = PyLong_FromSsize_t(at - marks);
        int failed = number ? PyList_Append(list, number) : -1;
        Py_XDECREF(number);
        if (failed < 0)
            return -1;
        at++;
    }
    return 0;
}

PyObject *edges_marks(Edges *self, PyObject *sequence)
{
    PyObject *texts;
    char *marks;
    Py_ssize_t count = mark_sequence(self, sequence, &texts, &marks);
    PyObject *answer = count < 0 ? NULL : PyBytes_FromStringAndSize(marks, count);
    PyMem_Free(marks);
    Py_XDECREF(texts);
    return answer;
}

/* Return what `fill` makes of the marks, with the places of the unusual texts. */
static PyObject *marked(Edges *self, PyObject *sequence, PyObject *(*fill)(const char *, Py_ssize_t))
{
    PyObject *texts, *unusual = NULL, *filled = NULL, *answer = NULL;
    char *marks;
    Py_ssize_t count = mark_sequence(self, sequence, &texts, &marks);
    if (count >= 0 && (filled = fill(marks, count)) && (unusual = PyList_New(0)) &&
        add_unusual(unusual, marks, count) == 0)
        answer = PyTuple_Pack(2, filled, unusual);
    PyMem_Free(marks);
    Py_XDECREF(texts);
    Py_XDECREF(filled);
    Py_XDECREF(unusual);
    return answer;
}

static PyObject *fill_flags(const char *marks, Py_ssize_t count)
{
    PyObject *flags = PyList_New(count);
    for (Py_ssize_t number = 0; flags && number < count; number++)
        PyList_SET_ITEM(flags, number, Py_NewRef(marks[number] == IN ? Py_True : Py_False));
    return flags;
}

static PyObject *fill_bitmap(const char *marks, Py_ssize_t count)
{
    PyObject *bitmap = PyBytes_FromStringAndSize(NULL, (count + 7) / 8);
    if (!bitmap)
        return NULL;
    uint8_t *bits = (uint8_t *)PyBytes_AS_STRING(bitmap);
    memset(bits, 0, (count + 7) / 8);
    for (Py_ssize_t number = 0; number < count; number++)
        bits[number >> 3] |= (uint8_t)((marks[number] == IN) << (number & 7));
    return bitmap;
}

PyObject *edges_flags(Edges *self, PyObject *texts) { return marked(self, texts, fill_flags); }

PyObject *edges_bitmap(Edges *self, PyObject *texts) { return marked(self, texts, fill_bitmap); }
