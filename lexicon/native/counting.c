/* Checking the form of the edges, and numbering words in alphabet order.
 *
 * A fault is a value (edge, code, number): `lexicon/automaton.py` says it in words, and finds the same ones.
 */
#include "walking.h"

/* --- the form -------------------------------------------------------------------------------------------------- */

static PyObject *fault_of(uint32_t index, const char *code, unsigned long long value)
{
    return Py_BuildValue("(IsK)", index, code, value);
}

/* Whether some edge after the first breaks the form, all looked at in one pass without branches. */
static int edges_break(const Edges *self)
{
    const uint32_t *edges = self->edges;
    uint32_t run = 1, before = 0, broken = 0, tile_count = (uint32_t)self->tile_count;
    for (uint32_t index = 1; index < self->size; index++) {
        uint32_t edge = edges[index], tile = edge >> TILE_SHIFT, child = edge & CHILD;
        broken |= (uint32_t)(tile - 1 >= tile_count) | (tile <= before) | (child >= run) | !(edge & (CHILD | ACCEPT));
        before = edge & LAST ? 0 : tile;
        run = edge & LAST ? index + 1 : run;
    }
    return broken || run != self->size;
}

/* Tiles of the alphabet, rising, every child in an earlier run, every way leading to a word. */
static PyObject *form_fault(const Edges *self)
{
    const uint32_t *edges = self->edges;
    uint32_t run = 1;
    if (edges[0] & ~CHILD || root_of(self) >= self->size)
        return fault_of(0, "root", edges[0]);
    if (!edges_break(self))
        return NULL;
    for (uint32_t index = 1; index < self->size; index++) {
        uint32_t edge = edges[index], tile = edge >> TILE_SHIFT, child = edge & CHILD;
        if (tile < 1 || tile > (uint32_t)self->tile_count)
            return fault_of(index, "tile", tile);
        if (index > run && tile <= edges[index - 1] >> TILE_SHIFT)
            return fault_of(index, "order", tile);
        if (child >= run)
            return fault_of(index, "child", child);
        if (!child && !(edge & ACCEPT))
            return fault_of(index, "dead", 0);
        if (edge & LAST)
            run = index + 1;
    }
    return run == self->size ? NULL : fault_of(self->size - 1, "last", 0);
}

/* The form being kept, see that no word is too long and that there are as many as expected. */
static PyObject *count_fault(const Edges *self, unsigned long long expected)
{
    uint8_t *reach = PyMem_Calloc(self->size, 1);
    uint32_t *words = PyMem_Calloc(self->size, sizeof *words);
    PyObject *fault = NULL;
    if (!reach || !words) {
        PyErr_NoMemory();
        goto done;
    }
    for (uint32_t run = 1, end; run < self->size; run = end) {
        for (end = run + 1; !(self->edges[end - 1] & LAST);)
            end++;
        int longest = 0;
        uint64_t count = 0;
        for (uint32_t index = end; index-- > run;) {
            uint32_t edge = self->edges[index], child = edge & CHILD;
            int behind = 1 + reach[child];
            longest = behind > longest ? behind : longest;
            count += (uint64_t)words[child] + (edge >> 25 & 1);
            count = count > MOST_WORDS ? MOST_WORDS : count;
            if (longest > self->longest) {
                fault = fault_of(index, "overlong", longest);
                goto done;
            }
            reach[index] = (uint8_t)longest;
            words[index] = (uint32_t)count;
        }
    }
    if (words[root_of(self)] != expected)
        fault = fault_of(0, "count", words[root_of(self)]);
done:
    PyMem_Free(reach);
    PyMem_Free(words);
    return fault;
}

/* `expected` is the number of words. */
PyObject *edges_fault(Edges *self, PyObject *expected)
{
    unsigned long long count = PyLong_AsUnsignedLongLong(expected);
    if (PyErr_Occurred())
        return NULL;
    self->sound = 0;
    PyObject *fault = form_fault(self);
    if (!fault && !PyErr_Occurred())
        fault = count_fault(self, count);
    if (fault || PyErr_Occurred())
        return fault;
    self->sound = 1;
    Py_RETURN_NONE;
}

/* Searching and counting walk far: only edges whose form was checked are let in. */
int require_sound(Edges *self)
{
    if (self->sound)
        return 0;
    PyErr_SetString(PyExc_RuntimeError, "these edges were not checked, or are faulty; ask fault() first");
    return -1;
}

/* --- numbers of words ------------------------------------------------------------------------------------------ */

/* How many words begin at an edge or a later sibling; the words before an edge are the difference of two. */
static int ensure_words(Edges *self)
{
    if (require_sound(self) < 0)
        return -1;
    if (self->words)
        return 0;
    uint32_t *words = PyMem_Calloc(self->size, sizeof *words);
    if (!words) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t run = 1, end; run < self->size; run = end) {
        for (end = run + 1; !(self->edges[end - 1] & LAST);)
            end++;
        for (uint32_t index = end; index-- > run;) {
            uint32_t edge = self->edges[index];
            words[index] = words[edge & CHILD] + ((edge & ACCEPT) != 0) + (index + 1 < end ? words[index + 1] : 0);
        }
    }
    self->words = words;
    return 0;
}

PyObject *edges_count(Edges *self, PyObject *Py_UNUSED(ignored))
{
    return ensure_words(self) < 0 ? NULL : PyLong_FromUnsignedLong(self->words[root_of(self)]);
}

PyObject *edges_index(Edges *self, PyObject *word)
{
    uint8_t tiles[LONGEST];
    Py_ssize_t length;
    if (!PyUnicode_Check(word)) {
        PyErr_Format(PyExc_TypeError, "found %s; expected str", Py_TYPE(word)->tp_name);
        return NULL;
    }
    if (ensure_words(self) < 0)
        return NULL;
    if (!read_tiles(&self->exact, word, tiles, 1, &length))
        return PyLong_FromLong(-1);
    uint32_t before = 0, edge = 0, state = root_of(self);
    for (Py_ssize_t place = 0; place < length; place++) {
        uint32_t index = state;
        if (!index)
            return PyLong_FromLong(-1);
        while (self->edges[index] >> TILE_SHIFT < tiles[place] && !(self->edges[index] & LAST))
            index++;
        /* A word ends before the words that go on from it. */
        before += (edge & ACCEPT) != 0;
        before += self->words[state] - self->words[index];
        edge = self->edges[index];
        if (edge >> TILE_SHIFT != tiles[place])
            return PyLong_FromLong(-1);
        state = edge & CHILD;
    }
    return PyLong_FromLong(edge & ACCEPT ? (long)before : -1);
}

PyObject *edges_word(Edges *self, PyObject *argument)
{
    uint8_t tiles[LONGEST];
    Py_ssize_t length = 0;
    if (ensure_words(self) < 0)
        return NULL;
    Py_ssize_t before = PyLong_AsSsize_t(argument);
    if (before == -1 && PyErr_Occurred())
        return NULL;
    uint32_t index = root_of(self);
    if (before < 0 || !index || before >= (Py_ssize_t)self->words[index]) {
        PyErr_Format(PyExc_IndexError, "found word %zd; expected 0 to %u", before, self->words[index] - 1);
        return NULL;
    }
    while (length < LONGEST) {
        uint32_t edge = self->edges[index];
        Py_ssize_t later = edge & LAST ? 0 : self->words[index + 1];
        Py_ssize_t here = (Py_ssize_t)self->words[index] - later;
        if (before >= here) {
            before -= here;
            index++;
            continue;
        }
        tiles[length++] = (uint8_t)(edge >> TILE_SHIFT);
        if (edge & ACCEPT && before-- == 0)
            break;
        index = edge & CHILD;
    }
    return spelled(self, tiles, length);
}

/* Length by length, the number of ways that lead from the root to each edge is pushed on to its child. */
PyObject *edges_counts_by_length(Edges *self, PyObject *Py_UNUSED(ignored))
{
    if (require_sound(self) < 0)
        return NULL;
    uint32_t *ways = PyMem_Calloc(self->size, sizeof *ways), *next = PyMem_Calloc(self->size, sizeof *next);
    PyObject *counts = PyDict_New();
    if (!ways || !next)
        PyErr_NoMemory();
    else if (counts && root_of(self))
        ways[root_of(self)] = 1;
    for (int length = 1; length <= self->longest && !PyErr_Occurred(); length++) {
        uint32_t ended = 0;
        for (uint32_t index = 1; index < self->size; index++) {
            if (!ways[index])
                continue;
            uint32_t edge = self->edges[index];
            ended += edge & ACCEPT ? ways[index] : 0;
            if (edge & CHILD)
                next[edge & CHILD] += ways[index];
            if (!(edge & LAST))
                ways[index + 1] += ways[index];
            ways[index] = 0;
        }
        uint32_t *spare = ways;
        ways = next;
        next = spare;
        if (ended) {
            PyObject *key = PyLong_FromLong(length), *value = PyLong_FromUnsignedLong(ended);
            if (key && value)
                PyDict_SetItem(counts, key, value);
            Py_XDECREF(key);
            Py_XDECREF(value);
        }
    }
    PyMem_Free(ways);
    PyMem_Free(next);
    if (PyErr_Occurred())
        Py_CLEAR(counts);
    return counts;
}
