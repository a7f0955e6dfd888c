/* The native reading engine: the type `Edges`, which walks a compiled word list. Twin of `lexicon/plain_engine.py`.
 *
 * In: the bytes of an automaton, an alphabet. Out: membership, batches, searches, counts; nothing but Python values.
 * Never: files, exceptions about words. Every index is checked at every step, whatever the bytes.
 *
 * membership.c looks words up, messages.c those of serialized messages, settled.c says what settles a form, searching.c finds words by their letters, counting.c checks the form and numbers words.
 */
#include "walking.h"

/* A change of what Python sees here is a new number; `lexicon/engine.py` expects it. */
#define INTERFACE 4

/* Read a text of at most LONGEST letters into tiles that lie `apart` bytes from each other. Return 1, or 0 when a
 * character is no letter of the table or the text is longer; then `length` counts the letters read. */
int read_tiles(const TileTable *table, PyObject *text, uint8_t *tiles, Py_ssize_t apart, Py_ssize_t *length)
{
    Py_ssize_t count = PyUnicode_GET_LENGTH(text);
    Py_ssize_t most = count < LONGEST ? count : LONGEST, read = 0;
    const void *data = PyUnicode_DATA(text);
    uint8_t tile = 1;
    switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND:
        for (; read < most && (tile = tile_of(table, ((const Py_UCS1 *)data)[read])); read++)
            tiles[read * apart] = tile;
        break;
    case PyUnicode_2BYTE_KIND:
        for (; read < most && (tile = tile_of(table, ((const Py_UCS2 *)data)[read])); read++)
            tiles[read * apart] = tile;
        break;
    default:
        for (; read < most && (tile = tile_of(table, ((const Py_UCS4 *)data)[read])); read++)
            tiles[read * apart] = tile;
    }
    *length = read;
    return read == count;
}

/* Return the word that the tiles spell. */
PyObject *spelled(const Edges *self, const uint8_t *tiles, Py_ssize_t length)
{
    Py_UCS4 highest = 0;
    for (Py_ssize_t place = 0; place < length; place++)
        highest |= self->letters[tiles[place]];
    /* `highest` has all bits of the letters: never below the highest of them, and of the same width. */
    PyObject *word = PyUnicode_New(length, highest < CODE_POINTS ? highest : CODE_POINTS - 1);
    if (!word)
        return NULL;
    void *data = PyUnicode_DATA(word);
    switch (PyUnicode_KIND(word)) {
    case PyUnicode_1BYTE_KIND:
        for (Py_ssize_t place = 0; place < length; place++)
            ((Py_UCS1 *)data)[place] = (Py_UCS1)self->letters[tiles[place]];
        break;
    case PyUnicode_2BYTE_KIND:
        for (Py_ssize_t place = 0; place < length; place++)
            ((Py_UCS2 *)data)[place] = (Py_UCS2)self->letters[tiles[place]];
        break;
    default:
        for (Py_ssize_t place = 0; place < length; place++)
            ((Py_UCS4 *)data)[place] = self->letters[tiles[place]];
    }
    return word;
}

/* --- construction ---------------------------------------------------------------------------------------------- */

/* Make room for code points up to `highest`. */
static int make_table(TileTable *table, Py_UCS4 highest)
{
    table->size = highest + 1;
    table->tiles = PyMem_Calloc(table->size, 1);
    if (table->tiles)
        return 0;
    PyErr_NoMemory();
    return -1;
}

static int take_letters(Edges *self, PyObject *letters)
{
    Py_ssize_t count = PyUnicode_GET_LENGTH(letters);
    if (count < 1 || count > MOST_TILES) {
        PyErr_Format(PyExc_ValueError, "found %zd letters; expected 1 to %d", count, MOST_TILES);
        return -1;
    }
    Py_UCS4 highest = 0;
    self->tile_count = (int)count;
    for (int tile = 1; tile <= count; tile++) {
        self->letters[tile] = PyUnicode_READ_CHAR(letters, tile - 1);
        highest = self->letters[tile] > highest ? self->letters[tile] : highest;
    }
    if (make_table(&self->exact, highest) < 0)
        return -1;
    for (int tile = 1; tile <= count; tile++)
        self->exact.tiles[self->letters[tile]] = (uint8_t)tile;
    return 0;
}

/* `spellings` and `compared` are as long as each other: a character, and the letter it is compared as. */
static int take_forms(Edges *self, PyObject *spellings, PyObject *compared)
{
    Py_ssize_t count = PyUnicode_GET_LENGTH(spellings);
    Py_UCS4 highest = 0;
    if (PyUnicode_GET_LENGTH(compared) != count) {
        PyErr_SetString(PyExc_ValueError, "found spellings and compared letters of two lengths; expected one");
        return -1;
    }
    for (Py_ssize_t place = 0; place < count; place++) {
        Py_UCS4 character = PyUnicode_READ_CHAR(spellings, place);
        highest = character > highest ? character : highest;
    }
    if (make_table(&self->forms, highest) < 0)
        return -1;
    for (Py_ssize_t place = 0; place < count; place++) {
        uint8_t tile = tile_of(&self->exact, PyUnicode_READ_CHAR(compared, place));
        self->forms.tiles[PyUnicode_READ_CHAR(spellings, place)] = tile;
    }
    return 0;
}

static int take_content(Edges *self, PyObject *content)
{
    Py_ssize_t length = PyBytes_GET_SIZE(content);
    const char *bytes = PyBytes_AS_STRING(content);
    if (length < 4 || length % 4 || length / 4 > (Py_ssize_t)MOST_EDGES + 1 || (uintptr_t)bytes % 4) {
        PyErr_Format(PyExc_ValueError, "found %zd bytes; expected a multiple of 4, from 4 to 2^26", length);
        return -1;
    }
    self->content = Py_NewRef(content);
    self->edges = (const uint32_t *)(const void *)bytes;
    self->size = (uint32_t)(length / 4);
    return 0;
}

static PyObject *edges_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"content", "letters", "spellings", "compared", "longest", NULL};
    PyObject *content, *letters, *spellings, *compared;
    int longest;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "SUUUi:Edges", names, &content, &letters, &spellings,
                                     &compared, &longest))
        return NULL;
    Edges *self = (Edges *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->longest = longest < 0 ? 0 : longest > LONGEST ? LONGEST : longest;
    if (take_content(self, content) == 0 && take_letters(self, letters) == 0 &&
        take_forms(self, spellings, compared) == 0)
        return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static void edges_dealloc(Edges *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->content);
    PyMem_Free(self->exact.tiles);
    PyMem_Free(self->forms.tiles);
    PyMem_Free(self->jump);
    PyMem_Free(self->words);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef edges_methods[] = {
    {"marks", (PyCFunction)edges_marks, METH_O, "Mark each text of a list: 0 not in, 1 in, 2 unusual."},
    {"flags", (PyCFunction)edges_flags, METH_O, "Return whether each text is in, and the places of the unusual ones."},
    {"bitmap", (PyCFunction)edges_bitmap, METH_O, "Return one bit a text, and the places of the unusual ones."},
    {"check_message", (PyCFunction)(void (*)(void))edges_check_message, METH_FASTCALL,
     "Look up the so many texts of one field of a serialized message; None when it is unusual."},
    {"answer_message", (PyCFunction)edges_answer_message, METH_VARARGS,
     "Answer the texts of one field of a serialized message, each with a message; None when it is unusual."},
    {"signs", (PyCFunction)edges_signs, METH_VARARGS, "Return the number that stands behind each word, -1 for none."},
    {"fault", (PyCFunction)edges_fault, METH_O, "Return None when the form is kept, else (edge, code, value)."},
    {"count", (PyCFunction)edges_count, METH_NOARGS, "Return how many words there are."},
    {"index", (PyCFunction)edges_index, METH_O, "Return the place of a word in alphabet order from 0, -1 for none."},
    {"word", (PyCFunction)edges_word, METH_O, "Return the word at a place in alphabet order."},
    {"counts_by_length", (PyCFunction)edges_counts_by_length, METH_NOARGS, "Return how many words have each length."},
    {"pattern", (PyCFunction)(void (*)(void))edges_pattern, METH_VARARGS | METH_KEYWORDS, "Search for a shape."},
    {"anagram", (PyCFunction)(void (*)(void))edges_anagram, METH_VARARGS | METH_KEYWORDS, "Search for tiles."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot edges_slots[] = {
    {Py_tp_new, edges_new},
    {Py_tp_dealloc, edges_dealloc},
    {Py_sq_contains, edges_contains},
    {Py_tp_methods, edges_methods},
    {Py_tp_doc, "A compiled word list, walked."},
    {0, NULL},
};

static PyType_Spec edges_spec = {
    .name = "lexicon._walking.Edges",
    .basicsize = sizeof(Edges),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = edges_slots,
};

static int fill_module(PyObject *module)
{
    State *state = PyModule_GetState(module);
    state->walk_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &walk_spec, NULL);
    if (!state->walk_type || PyModule_AddIntConstant(module, "INTERFACE", INTERFACE) < 0)
        return -1;
    PyObject *edges_type = PyType_FromModuleAndSpec(module, &edges_spec, NULL);
    if (!edges_type)
        return -1;
    int failed = PyModule_AddType(module, (PyTypeObject *)edges_type);
    Py_DECREF(edges_type);
    return failed;
}

static int visit_module(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((State *)PyModule_GetState(module))->walk_type);
    return 0;
}

static int clear_module(PyObject *module)
{
    Py_CLEAR(((State *)PyModule_GetState(module))->walk_type);
    return 0;
}

static PyMethodDef module_methods[] = {
    {"message_fields", (PyCFunction)(void (*)(void))message_fields, METH_FASTCALL,
     "Return how often a field of texts occurs in a message, and the other fields; None when unusual."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "lexicon._walking",
    .m_doc = "Walk a compiled word list.",
    .m_size = sizeof(State),
    .m_methods = module_methods,
    .m_slots = module_slots,
    .m_traverse = visit_module,
    .m_clear = clear_module,
};

PyMODINIT_FUNC PyInit__walking(void) { return PyModuleDef_Init(&definition); }
