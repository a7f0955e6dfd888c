/* Finding words: by their shape (pattern) or by the tiles they are made of (anagram), in alphabet order.
 *
 * A `Walk` goes through the automaton depth first and stops whenever enough words are found, so the first words come
 * at once and nothing grows with the number of words.
 */
#include "walking.h"

/* Results of one call are kept as tiles until the interpreter lock is back. */
#define MOST_AT_ONCE 1024
/* So many steps are walked before the interpreter lock is given up: short searches keep it. */
#define SHORT_WALK 2048

/* A shape is a row of at most LONGEST elements, each a set of tiles, with any letters allowed before some of them.
 * `at` has bit i when the letters so far fit the first i elements; `whole` is that bit for all elements. */
typedef struct {
    uint64_t fits[MOST_TILES + 1]; /* by tile: bit i when element i holds the tile */
    uint64_t any;                  /* bit i: any letters may stand before element i */
    int count, any_after;          /* number of elements; whether any letters may stand after the last */
    uint32_t needs[LONGEST + 1];   /* by element: the letters that it and later ones cannot do without */
} Shape;

/* A letter in a set of 32 bits. Two letters of a large alphabet may share a bit: then less is ruled out. */
#define LETTER_BIT(tile) (1u << ((tile) & 31))

/* One state on the way. */
typedef struct {
    uint64_t at;
    uint32_t next, state; /* edge to take next, 0 when all are taken; the state's first edge */
    uint8_t whole;
    uint8_t found;    /* whether a word was found behind this state */
    uint8_t tile;     /* anagram: the tile that led here */
    uint8_t by_blank; /* anagram: whether a blank showed it */
} Step;

/* A state behind which nothing fits, so that other ways to it are not walked again. A slot is simply overwritten. */
typedef struct {
    uint64_t at;
    uint32_t state;
    uint8_t whole, length;
} Dead;

#define DEAD_SLOTS (1u << 16)

typedef struct {
    PyObject_HEAD
    Edges *edges;
    int is_anagram, busy, shortest, longest, length_matters;
    Shape shape;
    Dead *dead;
    uint32_t *letters_behind; /* by edge: the letters on it, its later siblings, and all ways behind them */
    uint8_t tiles_left[MOST_TILES + 1];
    int blanks_left;
    int depth; /* -1 when all is walked */
    Step steps[LONGEST + 1];
    uint8_t word[LONGEST];
} Walk;

static uint32_t dead_slot(uint32_t state, uint64_t at, int whole, int length)
{
    uint64_t hash = (at ^ ((uint64_t)state << 20) ^ ((uint64_t)whole << 8) ^ (uint64_t)length) * 0x9E3779B97F4A7C15ull;
    return (uint32_t)(hash >> 40) & (DEAD_SLOTS - 1);
}

static int is_dead(const Walk *self, uint32_t state, uint64_t at, int whole, int length)
{
    if (!self->dead)
        return 0;
    const Dead *dead = &self->dead[dead_slot(state, at, whole, length)];
    return dead->state == state && dead->at == at && dead->whole == whole && dead->length == length;
}

static void bury(Walk *self, const Step *step, int length)
{
    if (!self->dead && !(self->dead = PyMem_RawCalloc(DEAD_SLOTS, sizeof *self->dead)))
        return; /* only slower */
    self->dead[dead_slot(step->state, step->at, step->whole, length)] =
        (Dead){.at = step->at, .state = step->state, .whole = step->whole, .length = (uint8_t)length};
}

/* Take an edge in a pattern: where its letter leads in the shape. Return 0 when nowhere. */
static int fit(const Walk *self, const Step *from, uint32_t tile, Step *to)
{
    const Shape *shape = &self->shape;
    uint64_t hit = from->at & shape->fits[tile];
    to->at = (from->at & shape->any) | (hit << 1);
    to->whole = from->whole && shape->any_after;
    if (shape->count) {
        to->whole |= (uint8_t)(hit >> (shape->count - 1) & 1);
        if (shape->count < 64)
            to->at &= ((uint64_t)1 << shape->count) - 1;
    }
    return to->at || to->whole;
}

/* Whether some word behind the state might fit: no when nothing is left to fit or a needed letter is nowhere there. */
static int hopeful(const Walk *self, uint32_t state, const Step *to)
{
    const Shape *shape = &self->shape;
    if (to->whole && shape->any_after)
        return 1;
    if (!to->at)
        return 0;
    if (!self->letters_behind)
        return 1;
    /* The more elements are fitted, the fewer letters are needed. */
    int fitted = LONGEST - 1;
    while (!(to->at >> fitted & 1))
        fitted--;
    return (shape->needs[fitted] & ~self->letters_behind[state]) == 0;
}

/* Take an edge in an anagram: the tile itself when it is left, else a blank. Return 0 when there is neither. */
static int spend(Walk *self, uint32_t tile, Step *to)
{
    to->at = 0;
    to->whole = 1;
    to->tile = (uint8_t)tile;
    to->by_blank = !self->tiles_left[tile];
    if (!to->by_blank)
        self->tiles_left[tile]--;
    else if (self->blanks_left)
        self->blanks_left--;
    else
        return 0;
    return 1;
}

static void give_back(Walk *self, const Step *step)
{
    if (!step->tile)
        return;
    if (step->by_blank)
        self->blanks_left++;
    else
        self->tiles_left[step->tile]++;
}

/* Leave the state: tell the one before whether anything was found behind it. */
static void leave(Walk *self)
{
    Step *step = &self->steps[self->depth];
    if (!self->is_anagram && !step->found)
        bury(self, step, self->length_matters ? self->depth : 0);
    give_back(self, step);
    if (self->depth)
        step[-1].found |= step->found;
    self->depth--;
}

/* Take the next edge of the state. Return 1 when it ends a word that was sought. */
static int advance(Walk *self)
{
    Step *step = &self->steps[self->depth], to = {0};
    const Edges *edges = self->edges;
    uint32_t index = step->next, edge = edges->edges[index];
    uint32_t tile = edge >> TILE_SHIFT, child = edge & CHILD;
    int length = self->depth + 1, found = 0;
    step->next = edge & LAST || index + 1 >= edges->size ? 0 : index + 1;
    if (self->is_anagram ? !spend(self, tile, &to) : !fit(self, step, tile, &to))
        return 0;
    self->word[self->depth] = (uint8_t)tile;
    if (edge & ACCEPT && to.whole && length >= self->shortest) {
        step->found = 1;
        found = 1;
    }
    int remembered = self->length_matters ? length : 0;
    if (child && child < edges->size && length < self->longest &&
        (self->is_anagram || (hopeful(self, child, &to) && !is_dead(self, child, to.at, to.whole, remembered)))) {
        to.next = to.state = child;
        self->steps[++self->depth] = to;
    } else {
        give_back(self, &to);
    }
    return found;
}

/* Walk on until `most` words are found, all is walked, or `patience` steps are done; words go to `lengths`, `tiles`. */
static int walk(Walk *self, int found, int most, long patience, uint8_t *lengths, uint8_t *tiles)
{
    while (self->depth >= 0 && found < most && patience-- > 0) {
        int depth = self->depth;
        if (!self->steps[depth].next) {
            leave(self);
        } else if (advance(self)) {
            lengths[found] = (uint8_t)(depth + 1);
            memcpy(tiles + found * LONGEST, self->word, depth + 1);
            found++;
        }
    }
    return found;
}

static PyObject *walk_take(Walk *self, PyObject *argument)
{
    long most = PyLong_AsLong(argument);
    if (most == -1 && PyErr_Occurred())
        return NULL;
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is taking words from this search");
        return NULL;
    }
    most = most < 1 ? 1 : most > MOST_AT_ONCE ? MOST_AT_ONCE : most;
    uint8_t *tiles = PyMem_Malloc(most * (LONGEST + 1));
    if (!tiles)
        return PyErr_NoMemory();
    uint8_t *lengths = tiles + most * LONGEST;
    PyObject *words = NULL;
    self->busy = 1;
    int found = walk(self, 0, (int)most, SHORT_WALK, lengths, tiles);
    while (self->depth >= 0 && found < most) {
        /* In pieces, so that a search without results can be interrupted. */
        Py_BEGIN_ALLOW_THREADS;
        found = walk(self, found, (int)most, 1 << 20, lengths, tiles);
        Py_END_ALLOW_THREADS;
        if (PyErr_CheckSignals() < 0)
            goto done;
    }
    words = PyList_New(found);
    for (int number = 0; words && number < found; number++) {
        PyObject *word = spelled(self->edges, tiles + number * LONGEST, lengths[number]);
        if (!word)
            Py_CLEAR(words);
        else
            PyList_SET_ITEM(words, number, word);
    }
done:
    self->busy = 0;
    PyMem_Free(tiles);
    return words;
}

/* --- construction ---------------------------------------------------------------------------------------------- */

static Walk *new_walk(Edges *edges, int shortest, int longest)
{
    if (require_sound(edges) < 0)
        return NULL;
    PyObject *module = PyType_GetModule(Py_TYPE(edges));
    if (!module)
        return NULL;
    PyTypeObject *type = ((State *)PyModule_GetState(module))->walk_type;
    Walk *self = (Walk *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->edges = (Edges *)Py_NewRef((PyObject *)edges);
    self->shortest = shortest;
    self->longest = longest < edges->longest ? longest : edges->longest;
    self->length_matters = shortest > 1 || longest < edges->longest;
    uint32_t root = root_of(edges);
    self->depth = root && self->longest > 0 ? 0 : -1;
    self->steps[0] = (Step){.next = root, .state = root};
    return self;
}

/* Read the sets of a shape: a sequence of numbers, bit t set when tile t fits. */
static int take_shape(Walk *self, PyObject *sets, unsigned long long any, int any_after)
{
    Shape *shape = &self->shape;
    Py_ssize_t count = PyTuple_GET_SIZE(sets);
    if (count > LONGEST) {
        PyErr_Format(PyExc_ValueError, "found a shape of %zd elements; expected at most %d", count, LONGEST);
        return -1;
    }
    for (Py_ssize_t element = 0; element < count; element++) {
        unsigned long long set = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(sets, element));
        if (PyErr_Occurred())
            return -1;
        for (int tile = 1; tile <= MOST_TILES; tile++)
            if (set >> tile & 1)
                shape->fits[tile] |= (uint64_t)1 << element;
    }
    for (Py_ssize_t element = count; element-- > 0;) {
        unsigned long long set = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(sets, element));
        shape->needs[element] = shape->needs[element + 1];
        for (int tile = 1; tile <= MOST_TILES; tile++)
            if (set == 1ull << tile)
                shape->needs[element] |= LETTER_BIT(tile);
    }
    shape->count = (int)count;
    shape->any = any;
    shape->any_after = any_after;
    self->steps[0].at = count ? 1 : 0;
    self->steps[0].whole = !count;
    return 0;
}

/* Gather the letters behind every edge, children first. Without room for them a search is only slower. */
static void gather_letters(Walk *self)
{
    const Edges *edges = self->edges;
    uint32_t *behind = PyMem_RawCalloc(edges->size, sizeof *behind);
    self->letters_behind = behind;
    for (uint32_t run = 1, end; behind && run < edges->size; run = end) {
        uint32_t letters = 0;
        for (end = run + 1; !(edges->edges[end - 1] & LAST);)
            end++;
        for (uint32_t index = end; index-- > run;) {
            uint32_t edge = edges->edges[index];
            letters |= LETTER_BIT(edge >> TILE_SHIFT) | behind[edge & CHILD];
            behind[index] = letters;
        }
    }
}

PyObject *edges_pattern(Edges *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"sets", "any_before", "any_after", "shortest", "longest", NULL};
    PyObject *sets;
    unsigned long long any_before;
    int any_after, shortest, longest;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!Kpii:pattern", names, &PyTuple_Type, &sets, &any_before,
                                     &any_after, &shortest, &longest))
        return NULL;
    Walk *walk = new_walk(self, shortest, longest);
    if (walk && take_shape(walk, sets, any_before, any_after) < 0)
        Py_CLEAR(walk);
    /* Worth its pass over all edges where letters may stand before a letter that is needed. */
    if (walk && walk->shape.any && walk->shape.needs[0])
        gather_letters(walk);
    return (PyObject *)walk;
}

PyObject *edges_anagram(Edges *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"tiles", "blanks", "shortest", "longest", NULL};
    Py_buffer tiles;
    int blanks, shortest, longest;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "y*iii:anagram", names, &tiles, &blanks, &shortest, &longest))
        return NULL;
    Walk *walk = NULL;
    const uint8_t *bytes = tiles.buf;
    int total = blanks;
    if (tiles.len > LONGEST || blanks < 0 || blanks > LONGEST)
        PyErr_Format(PyExc_ValueError, "found %zd tiles and %d blanks; expected at most %d", tiles.len, blanks, LONGEST);
    else if ((walk = new_walk(self, shortest, longest))) {
        walk->is_anagram = 1;
        walk->blanks_left = blanks;
        for (Py_ssize_t place = 0; place < tiles.len; place++, total++)
            walk->tiles_left[bytes[place] & MOST_TILES]++;
        walk->longest = total < walk->longest ? total : walk->longest;
        if (walk->longest < 1)
            walk->depth = -1;
    }
    PyBuffer_Release(&tiles);
    return (PyObject *)walk;
}

static void walk_dealloc(Walk *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF((PyObject *)self->edges);
    PyMem_RawFree(self->dead);
    PyMem_RawFree(self->letters_behind);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef walk_methods[] = {
    {"take", (PyCFunction)walk_take, METH_O, "Return the next words found, at most so many; none when all are."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot walk_slots[] = {
    {Py_tp_dealloc, walk_dealloc},
    {Py_tp_methods, walk_methods},
    {Py_tp_doc, "A search on its way."},
    {0, NULL},
};

PyType_Spec walk_spec = {
    .name = "lexicon._walking.Walk",
    .basicsize = sizeof(Walk),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = walk_slots,
};
