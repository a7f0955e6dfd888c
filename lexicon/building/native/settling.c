/* Settle forms: each once, with the highest rank that any entry of any source gives it. Twin of `PlainForms` in
 * `lexicon/building/settling.py`.
 *
 * In: stems with paradigms, and the rank of each form that a paradigm makes. Out: forms in alphabet order, as lines.
 * Never: what a rank means, files. A form with a character that is no letter goes back to Python, which reads it with
 * care, unless it has one that no care makes a letter.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "../../native/edges.h"

/* A change of what Python sees here is a new number; `lexicon/building/settling.py` expects it. */
#define INTERFACE 1

enum { MOST_RANK = 255, PACKED = 10, TILE_BITS = 6, FIRST_SLOTS = 1 << 12, OVERLONG = LONGEST + 1 };

/* A form in the arena: its length, its rank, its tiles. */
enum { LENGTH = 0, RANK = 1, TILES = 2 };

typedef struct {
    PyObject_HEAD
    uint8_t *tile_of; /* by code point: of every character that always stands for one letter */
    uint32_t tile_of_size;
    Py_UCS4 letters[MOST_TILES + 1];
    int letter_count, shortest, longest, admitting; /* ranks from `admitting` on admit */
    uint8_t *arena;
    size_t used, room;
    uint32_t *slots, slot_mask; /* hash of the tiles to place in the arena + 1 */
    uint32_t count;
    uint32_t *order; /* places in alphabet order, NULL while they are not sorted */
    Py_ssize_t outside_lengths, outside_alphabet; /* admitted forms that are no words here, once a lexeme */
} Forms;

/* How a paradigm makes a form: places in a buffer of tiles. */
typedef struct {
    uint32_t prefix, suffix; /* where their tiles begin */
    uint8_t prefix_length, suffix_length, rank, strange, hopeless;
} Affixes;

/* All paradigms of one source. */
typedef struct {
    uint8_t *tiles;
    size_t used, room;
    Affixes *affixes;
    uint32_t *starts; /* of each paradigm in `affixes`, and the end */
    Py_ssize_t count;
} Paradigms;

static int no_memory(void)
{
    PyErr_NoMemory();
    return -1;
}

/* Characters that never become part of a letter, whatever stands beside them. */
static inline int is_hopeless(Py_UCS4 character)
{
    return character == '-' || character == ' ' || character == '.' || character == '\'' ||
           (character >= '0' && character <= '9');
}

/* Read text into tiles; return how many letters it has, OVERLONG for more than are read. A character that is no letter
 * makes the text strange, or hopeless. */
static int read_text(const Forms *self, PyObject *text, uint8_t *tiles, uint8_t *strange, uint8_t *hopeless)
{
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    for (Py_ssize_t place = 0; place < length; place++) {
        Py_UCS4 character = PyUnicode_READ_CHAR(text, place);
        uint8_t tile = character < self->tile_of_size ? self->tile_of[character] : 0;
        *strange |= !tile;
        *hopeless |= is_hopeless(character);
        if (place < LONGEST)
            tiles[place] = tile;
    }
    return length > LONGEST ? OVERLONG : (int)length;
}

/* Return the tile of a letter, 0 of another character. */
static uint8_t tile_of_letter(const Forms *self, Py_UCS4 character)
{
    for (int tile = 1; tile <= self->letter_count; tile++)
        if (self->letters[tile] == character)
            return (uint8_t)tile;
    return 0;
}

/* --- the table ------------------------------------------------------------------------------------------------- */

static inline uint32_t hash_of(const uint8_t *tiles, int length)
{
    uint64_t hash = (uint64_t)length;
    for (int place = 0; place < length; place += 8) {
        uint64_t eight = 0;
        memcpy(&eight, tiles + place, length - place < 8 ? (size_t)(length - place) : 8);
        hash = (hash ^ eight) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 16);
}

/* Return the slot of a form: where it is, or where it belongs. */
static inline uint32_t slot_of(const Forms *self, const uint8_t *tiles, int length)
{
    uint32_t slot = hash_of(tiles, length) & self->slot_mask;
    for (; self->slots[slot]; slot = (slot + 1) & self->slot_mask) {
        const uint8_t *form = self->arena + self->slots[slot] - 1;
        if (form[LENGTH] == length && !memcmp(form + TILES, tiles, (size_t)length))
            break;
    }
    return slot;
}

static int grow_slots(Forms *self)
{
    uint32_t room = 2 * (self->slot_mask + 1);
    uint32_t *slots = PyMem_Calloc(room, sizeof *slots);
    if (!slots)
        return no_memory();
    PyMem_Free(self->slots);
    self->slots = slots;
    self->slot_mask = room - 1;
    for (size_t at = 0; at < self->used; at += TILES + self->arena[at + LENGTH])
        self->slots[slot_of(self, self->arena + at + TILES, self->arena[at + LENGTH])] = (uint32_t)at + 1;
    return 0;
}

/* Make room for one form more, so that it can be written behind the arena. */
static int make_room(Forms *self)
{
    if (self->used + TILES + LONGEST > self->room) {
        size_t room = self->room + self->room / 2 + (1 << 16);
        uint8_t *arena = room < UINT32_MAX ? PyMem_Realloc(self->arena, room) : NULL;
        if (!arena)
            return no_memory();
        self->arena = arena;
        self->room = room;
    }
    return self->count < self->slot_mask / 3 * 2 ? 0 : grow_slots(self);
}

/* Settle the form whose tiles stand behind the arena: keep its highest rank, or, when `forced`, the given one. */
static void settle(Forms *self, int length, int rank, int forced)
{
    uint8_t *form = self->arena + self->used;
    uint32_t slot = slot_of(self, form + TILES, length);
    if (self->slots[slot]) {
        uint8_t *known = self->arena + self->slots[slot] - 1;
        if (forced || rank > known[RANK])
            known[RANK] = (uint8_t)rank;
        return;
    }
    form[LENGTH] = (uint8_t)length;
    form[RANK] = (uint8_t)rank;
    self->slots[slot] = (uint32_t)self->used + 1;
    self->used += TILES + (size_t)length;
    self->count++;
    PyMem_Free(self->order);
    self->order = NULL;
}

/* --- sources --------------------------------------------------------------------------------------------------- */

/* Read an affix behind the tiles of the paradigms. */
static int take_affix(const Forms *self, Paradigms *paradigms, PyObject *text, uint32_t *start, uint8_t *length,
                      Affixes *affixes)
{
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "found affix of %s; expected text", Py_TYPE(text)->tp_name);
        return -1;
    }
    if (paradigms->used + OVERLONG > paradigms->room) {
        size_t room = 2 * paradigms->room + (1 << 12);
        uint8_t *tiles = room < UINT32_MAX ? PyMem_Realloc(paradigms->tiles, room) : NULL;
        if (!tiles)
            return no_memory();
        paradigms->tiles = tiles;
        paradigms->room = room;
    }
    *start = (uint32_t)paradigms->used;
    *length = (uint8_t)read_text(self, text, paradigms->tiles + paradigms->used, &affixes->strange, &affixes->hopeless);
    paradigms->used += *length;
    return 0;
}

static int take_form(const Forms *self, Paradigms *paradigms, PyObject *made, Affixes *affixes)
{
    /* A number of another type could run any code, and change what is being read. */
    if (!PyTuple_Check(made) || PyTuple_GET_SIZE(made) != 3 || !PyLong_Check(PyTuple_GET_ITEM(made, 2))) {
        PyErr_SetString(PyExc_TypeError, "found another form; expected prefix, suffix, rank");
        return -1;
    }
    long rank = PyLong_AsLong(PyTuple_GET_ITEM(made, 2));
    if (rank < 0 || rank > MOST_RANK) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "found rank %ld; expected 0 to %d", rank, MOST_RANK);
        return -1;
    }
    *affixes = (Affixes){.rank = (uint8_t)rank};
    return take_affix(self, paradigms, PyTuple_GET_ITEM(made, 0), &affixes->prefix, &affixes->prefix_length, affixes) < 0
               ? -1
               : take_affix(self, paradigms, PyTuple_GET_ITEM(made, 1), &affixes->suffix, &affixes->suffix_length,
                            affixes);
}

static int take_paradigms(const Forms *self, PyObject *all, Paradigms *paradigms)
{
    Py_ssize_t total = 0;
    paradigms->count = PyTuple_GET_SIZE(all);
    for (Py_ssize_t number = 0; number < paradigms->count; number++) {
        if (!PyTuple_Check(PyTuple_GET_ITEM(all, number))) {
            PyErr_Format(PyExc_TypeError, "paradigm %zd: expected a tuple", number);
            return -1;
        }
        total += PyTuple_GET_SIZE(PyTuple_GET_ITEM(all, number));
    }
    paradigms->affixes = PyMem_Calloc((size_t)total + 1, sizeof *paradigms->affixes);
    paradigms->starts = PyMem_Calloc((size_t)paradigms->count + 1, sizeof *paradigms->starts);
    if (!paradigms->affixes || !paradigms->starts)
        return no_memory();
    uint32_t at = 0;
    for (Py_ssize_t number = 0; number < paradigms->count; number++) {
        PyObject *made = PyTuple_GET_ITEM(all, number);
        for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(made); place++)
            if (take_form(self, paradigms, PyTuple_GET_ITEM(made, place), &paradigms->affixes[at++]) < 0)
                return -1;
        paradigms->starts[number + 1] = at;
    }
    return 0;
}

/* Put a form that is spelled in an unusual way behind the list, with its rank. */
static int add_unusual(PyObject *unusual, PyObject *made, PyObject *stem)
{
    PyObject *form = PyUnicode_FromFormat("%U%U%U", PyTuple_GET_ITEM(made, 0), stem, PyTuple_GET_ITEM(made, 1));
    PyObject *pair = form ? PyTuple_Pack(2, form, PyTuple_GET_ITEM(made, 2)) : NULL;
    int failed = pair ? PyList_Append(unusual, pair) : -1;
    Py_XDECREF(form);
    Py_XDECREF(pair);
    return failed;
}

/* Settle all forms of one lexeme; `made` is its paradigm as Python has it. */
static int take_lexeme(Forms *self, const Paradigms *paradigms, PyObject *stem, Py_ssize_t number, PyObject *made,
                       PyObject *unusual)
{
    uint8_t tiles[LONGEST], strange = 0, hopeless = 0;
    int length = read_text(self, stem, tiles, &strange, &hopeless);
    const Affixes *first = paradigms->affixes + paradigms->starts[number];
    const Affixes *end = paradigms->affixes + paradigms->starts[number + 1];
    for (const Affixes *affixes = first; affixes < end; affixes++) {
        int whole = affixes->prefix_length + length + affixes->suffix_length;
        if (hopeless || affixes->hopeless) {
            self->outside_alphabet += affixes->rank >= self->admitting;
            continue;
        }
        if (strange || affixes->strange) {
            if (add_unusual(unusual, PyTuple_GET_ITEM(made, affixes - first), stem) < 0)
                return -1;
            continue;
        }
        if (whole < self->shortest || whole > self->longest) {
            self->outside_lengths += affixes->rank >= self->admitting;
            continue;
        }
        if (make_room(self) < 0)
            return -1;
        uint8_t *to = self->arena + self->used + TILES;
        memcpy(to, paradigms->tiles + affixes->prefix, affixes->prefix_length);
        memcpy(to + affixes->prefix_length, tiles, (size_t)length);
        memcpy(to + affixes->prefix_length + length, paradigms->tiles + affixes->suffix, affixes->suffix_length);
        settle(self, whole, affixes->rank, 0);
    }
    return 0;
}

static int take_lexemes(Forms *self, const Paradigms *paradigms, PyObject *stems, PyObject *made, PyObject *unusual)
{
    for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(stems); place++) {
        PyObject *pair = PyTuple_GET_ITEM(stems, place);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2 || !PyUnicode_Check(PyTuple_GET_ITEM(pair, 0)) ||
            !PyLong_Check(PyTuple_GET_ITEM(pair, 1))) {
            PyErr_Format(PyExc_TypeError, "lexeme %zd: expected a stem and the number of a paradigm", place);
            return -1;
        }
        Py_ssize_t number = PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 1));
        if (number < 0 || number >= paradigms->count) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_ValueError, "lexeme %zd: found paradigm %zd of %zd", place, number, paradigms->count);
            return -1;
        }
        if (take_lexeme(self, paradigms, PyTuple_GET_ITEM(pair, 0), number, PyTuple_GET_ITEM(made, number), unusual) < 0)
            return -1;
        if (place % 4096 == 0 && PyErr_CheckSignals() < 0)
            return -1;
    }
    return 0;
}

static PyObject *forms_add(Forms *self, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !PyList_Check(arguments[0]) || !PyList_Check(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "expected a list of lexemes and a list of paradigms");
        return NULL;
    }
    Paradigms paradigms = {.count = 0};
    /* Tuples of our own: a signal may be answered meanwhile, by code that changes the lists. */
    PyObject *stems = PyList_AsTuple(arguments[0]), *made = PyList_AsTuple(arguments[1]);
    PyObject *unusual = stems && made ? PyList_New(0) : NULL;
    if (unusual &&
        (take_paradigms(self, made, &paradigms) < 0 || take_lexemes(self, &paradigms, stems, made, unusual) < 0))
        Py_CLEAR(unusual);
    Py_XDECREF(stems);
    Py_XDECREF(made);
    PyMem_Free(paradigms.tiles);
    PyMem_Free(paradigms.affixes);
    PyMem_Free(paradigms.starts);
    return unusual;
}

/* --- single words ---------------------------------------------------------------------------------------------- */

/* Read a word, letters only, behind the arena; return its length, -1 with an exception. A letter that may be composed
 * with the one before it is none of the characters that `read_text` knows. */
static int take_word(Forms *self, PyObject *word)
{
    if (!PyUnicode_Check(word)) {
        PyErr_Format(PyExc_TypeError, "found %s; expected a word", Py_TYPE(word)->tp_name);
        return -1;
    }
    if (make_room(self) < 0)
        return -1;
    Py_ssize_t length = PyUnicode_GET_LENGTH(word), read = 0;
    uint8_t *tiles = self->arena + self->used + TILES;
    while (read < length && read < LONGEST && (tiles[read] = tile_of_letter(self, PyUnicode_READ_CHAR(word, read))))
        read++;
    if (read < length || !length) {
        PyErr_Format(PyExc_ValueError, "found %R; expected a word of the alphabet", word);
        return -1;
    }
    return (int)length;
}

static PyObject *put_word(Forms *self, PyObject *arguments, int forced)
{
    PyObject *word;
    int rank;
    if (!PyArg_ParseTuple(arguments, "Oi", &word, &rank))
        return NULL;
    if (rank < 0 || rank > MOST_RANK) {
        PyErr_Format(PyExc_ValueError, "found rank %d; expected 0 to %d", rank, MOST_RANK);
        return NULL;
    }
    int length = take_word(self, word);
    if (length < 0)
        return NULL;
    settle(self, length, rank, forced);
    Py_RETURN_NONE;
}

static PyObject *forms_raise_to(Forms *self, PyObject *arguments) { return put_word(self, arguments, 0); }

static PyObject *forms_force(Forms *self, PyObject *arguments) { return put_word(self, arguments, 1); }

static PyObject *forms_rank(Forms *self, PyObject *word)
{
    int length = take_word(self, word);
    if (length < 0)
        return NULL;
    uint32_t slot = slot_of(self, self->arena + self->used + TILES, length);
    return PyLong_FromLong(self->slots[slot] ? self->arena[self->slots[slot] - 1 + RANK] : -1);
}

/* --- all forms ------------------------------------------------------------------------------------------------- */

/* A form and its first ten tiles, which mostly tell how it sorts. */
typedef struct {
    uint64_t packed;
    const uint8_t *form;
} Sorted;

static int compare(const void *one, const void *other)
{
    const Sorted *left = one, *right = other;
    if (left->packed != right->packed)
        return left->packed < right->packed ? -1 : 1;
    int shorter = left->form[LENGTH] < right->form[LENGTH] ? left->form[LENGTH] : right->form[LENGTH];
    int order = shorter > PACKED ? memcmp(left->form + TILES + PACKED, right->form + TILES + PACKED, (size_t)shorter - PACKED) : 0;
    return order ? order : left->form[LENGTH] - right->form[LENGTH];
}

static int sort(Forms *self)
{
    if (self->order)
        return 0;
    Sorted *sorted = PyMem_Malloc(((size_t)self->count + 1) * sizeof *sorted);
    uint32_t *order = PyMem_Malloc(((size_t)self->count + 1) * sizeof *order);
    if (!sorted || !order) {
        PyMem_Free(sorted);
        PyMem_Free(order);
        return no_memory();
    }
    uint32_t number = 0;
    for (size_t at = 0; at < self->used; at += TILES + self->arena[at + LENGTH], number++) {
        const uint8_t *form = self->arena + at;
        uint64_t packed = 0;
        for (int place = 0; place < PACKED; place++)
            packed = packed << TILE_BITS | (place < form[LENGTH] ? form[TILES + place] : 0);
        sorted[number] = (Sorted){.packed = packed, .form = form};
    }
    qsort(sorted, self->count, sizeof *sorted, compare);
    for (number = 0; number < self->count; number++)
        order[number] = (uint32_t)(sorted[number].form - self->arena);
    PyMem_Free(sorted);
    self->order = order;
    return 0;
}

/* lines(first, most, signs): the forms from place `first` on, each followed by the sign of its rank; without signs,
 * those that are admitted. */
static PyObject *forms_lines(Forms *self, PyObject *arguments)
{
    Py_ssize_t first, most, longest_sign = 0;
    PyObject *signs;
    if (!PyArg_ParseTuple(arguments, "nnO!", &first, &most, &PyTuple_Type, &signs) || sort(self) < 0)
        return NULL;
    Py_ssize_t sign_count = PyTuple_GET_SIZE(signs);
    for (Py_ssize_t number = 0; number < sign_count; number++) {
        PyObject *sign = PyTuple_GET_ITEM(signs, number);
        if (!PyBytes_Check(sign)) {
            PyErr_Format(PyExc_TypeError, "found sign of %s; expected bytes", Py_TYPE(sign)->tp_name);
            return NULL;
        }
        longest_sign = PyBytes_GET_SIZE(sign) > longest_sign ? PyBytes_GET_SIZE(sign) : longest_sign;
    }
    if ((sign_count && sign_count < self->admitting) || first < 0 || most < 0) {
        PyErr_Format(PyExc_ValueError, "found %zd signs, places from %zd on; expected %d signs or none", sign_count,
                     first, self->admitting);
        return NULL;
    }
    Py_ssize_t end = first >= (Py_ssize_t)self->count          ? first
                     : most > (Py_ssize_t)self->count - first ? (Py_ssize_t)self->count
                                                               : first + most;
    uint8_t *text = PyMem_Malloc((size_t)(end - first) * (size_t)(4 * LONGEST + longest_sign + 1) + 1), *to = text;
    if (!text)
        return PyErr_NoMemory();
    for (Py_ssize_t number = first; number < end; number++) {
        const uint8_t *form = self->arena + self->order[number];
        if (!sign_count && form[RANK] < self->admitting)
            continue;
        for (int place = 0; place < form[LENGTH]; place++)
            to = put_utf8(to, self->letters[form[TILES + place]]);
        if (sign_count) {
            PyObject *sign = PyTuple_GET_ITEM(signs, form[RANK] % self->admitting);
            memcpy(to, PyBytes_AS_STRING(sign), (size_t)PyBytes_GET_SIZE(sign));
            to += PyBytes_GET_SIZE(sign);
        }
        *to++ = '\n';
    }
    PyObject *lines = PyBytes_FromStringAndSize((const char *)text, to - text);
    PyMem_Free(text);
    return lines;
}

static PyObject *forms_lengths(Forms *self, PyObject *Py_UNUSED(ignored))
{
    Py_ssize_t lengths[LONGEST + 1] = {0};
    for (size_t at = 0; at < self->used; at += TILES + self->arena[at + LENGTH])
        lengths[self->arena[at + LENGTH]] += self->arena[at + RANK] >= self->admitting;
    PyObject *counts = PyDict_New();
    for (int length = 0; counts && length <= LONGEST; length++) {
        if (!lengths[length])
            continue;
        PyObject *key = PyLong_FromLong(length), *value = PyLong_FromSsize_t(lengths[length]);
        if (!key || !value || PyDict_SetItem(counts, key, value) < 0)
            Py_CLEAR(counts);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    return counts;
}

static PyObject *forms_left_out(Forms *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("(nn)", self->outside_alphabet, self->outside_lengths);
}

static Py_ssize_t forms_length(Forms *self) { return self->count; }

/* --- construction ---------------------------------------------------------------------------------------------- */

static int take_letters(Forms *self, PyObject *letters, PyObject *spellings, PyObject *compared)
{
    Py_ssize_t count = PyUnicode_GET_LENGTH(letters), spelled = PyUnicode_GET_LENGTH(spellings);
    Py_UCS4 highest = 0;
    if (count < 1 || count > MOST_TILES || PyUnicode_GET_LENGTH(compared) != spelled) {
        PyErr_Format(PyExc_ValueError, "found %zd letters, %zd spellings; expected 1 to %d letters", count, spelled,
                     MOST_TILES);
        return -1;
    }
    for (Py_ssize_t place = 0; place < spelled; place++)
        highest = PyUnicode_READ_CHAR(spellings, place) > highest ? PyUnicode_READ_CHAR(spellings, place) : highest;
    self->letter_count = (int)count;
    self->tile_of_size = highest + 1;
    self->tile_of = PyMem_Calloc(self->tile_of_size, 1);
    if (!self->tile_of)
        return no_memory();
    for (int tile = 1; tile <= count; tile++)
        self->letters[tile] = PyUnicode_READ_CHAR(letters, tile - 1);
    for (Py_ssize_t place = 0; place < spelled; place++)
        self->tile_of[PyUnicode_READ_CHAR(spellings, place)] =
            tile_of_letter(self, PyUnicode_READ_CHAR(compared, place));
    return 0;
}

static PyObject *forms_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"letters", "spellings", "compared", "shortest", "longest", "admitting", NULL};
    PyObject *letters, *spellings, *compared;
    int shortest, longest, admitting;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "UUUiii:Forms", names, &letters, &spellings, &compared,
                                     &shortest, &longest, &admitting))
        return NULL;
    if (shortest < 1 || longest > LONGEST || admitting < 1 || 2 * admitting - 1 > MOST_RANK) {
        PyErr_Format(PyExc_ValueError, "found lengths %d to %d, %d ranks that reject; expected 1 to %d, 1 to %d",
                     shortest, longest, admitting, LONGEST, (MOST_RANK + 1) / 2);
        return NULL;
    }
    Forms *self = (Forms *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->shortest = shortest;
    self->longest = longest;
    self->admitting = admitting;
    self->slots = PyMem_Calloc(FIRST_SLOTS, sizeof *self->slots);
    self->slot_mask = FIRST_SLOTS - 1;
    if (!self->slots)
        PyErr_NoMemory();
    else if (take_letters(self, letters, spellings, compared) == 0)
        return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static void forms_dealloc(Forms *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->tile_of);
    PyMem_Free(self->arena);
    PyMem_Free(self->slots);
    PyMem_Free(self->order);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef forms_methods[] = {
    {"add", (PyCFunction)(void (*)(void))forms_add, METH_FASTCALL,
     "Settle the forms of lexemes; return those that must be read with care, with their ranks."},
    {"raise_to", (PyCFunction)forms_raise_to, METH_VARARGS, "Settle a word: its rank is at least the given one."},
    {"force", (PyCFunction)forms_force, METH_VARARGS, "Give a word this rank, whatever it had."},
    {"rank", (PyCFunction)forms_rank, METH_O, "Return the rank of a word, -1 when nobody knows it."},
    {"lines", (PyCFunction)forms_lines, METH_VARARGS, "Return forms in alphabet order, one a line."},
    {"lengths", (PyCFunction)forms_lengths, METH_NOARGS, "Return how many admitted forms have each length."},
    {"left_out", (PyCFunction)forms_left_out, METH_NOARGS,
     "Return how many admitted forms were left out: outside the alphabet, outside the lengths."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot forms_slots[] = {
    {Py_tp_new, forms_new},
    {Py_tp_dealloc, forms_dealloc},
    {Py_sq_length, forms_length},
    {Py_tp_methods, forms_methods},
    {Py_tp_doc, "Forms, each once, with the highest rank that an entry gives it."},
    {0, NULL},
};

static PyType_Spec forms_spec = {
    .name = "lexicon.building._settling.Forms",
    .basicsize = sizeof(Forms),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = forms_slots,
};

static int fill_module(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &forms_spec, NULL);
    if (!type)
        return -1;
    int failed = PyModule_AddIntConstant(module, "INTERFACE", INTERFACE) < 0 ||
                 PyModule_AddType(module, (PyTypeObject *)type) < 0;
    Py_DECREF(type);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_settling",
    .m_doc = "Settle forms; see lexicon/building/settling.py.",
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__settling(void) { return PyModuleDef_Init(&module_definition); }
