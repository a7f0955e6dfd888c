/* Compile a sorted word list into the minimal automaton: the native twin of `lexicon/building/minimal.py`.
 *
 * In: UTF-8 text, one word a line, in any pieces. Out: edges (see `lexicon/native/edges.h`), equal byte for byte to
 * those of the Python twin. Never: files, exceptions of its own (a refusal is a value; Python says it).
 *
 * Method: Daciuk, Mihov, Watson, Watson 2000, algorithm 1: words come in order, so the states along the last word
 * that the next word leaves are complete, and each is looked up among the distinct states seen (the *arena*).
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#include "../../native/edges.h"

/* What is wrong with a line; Python turns the letter into a sentence. */
enum { FINE = 0, UNSORTED = 'u', FOREIGN = 'f', EMPTY = 'e', TOO_LONG = 'l', NOT_UTF8 = '8', TOO_MANY = 'm', NO_MEMORY = 'n' };

#if defined(__GNUC__)
#define SOON(address) __builtin_prefetch(address)
#else
#define SOON(address) ((void)(address))
#endif

/* A line of LONGEST letters has at most so many bytes. */
#define LINE_BYTES (4 * LONGEST)

typedef struct {
    /* Distinct states in order of completion, each as its run of edges; `child` is a place in here. Place 0 is free. */
    uint32_t *arena;
    uint32_t used, room;
    /* Open-addressing table of the states: 8 bits of hash, 24 bits of place; 0 is a free slot. */
    uint32_t *slots;
    uint32_t slot_mask, states;
    /* The states along the last word, still open: open[d] is the state after d tiles. */
    uint32_t open[LONGEST + 1][MOST_TILES + 1];
    uint8_t open_count[LONGEST + 1];
} States;

/* One distinct beginning of a word: a node of the trie that the GADDAG is made from. */
typedef struct {
    uint32_t parent;
    uint32_t edge; /* its last tile; ACCEPT when a word ends here; the place of the state behind it */
} Beginning;

typedef struct {
    PyObject_HEAD
    States states;
    uint8_t *tile_of; /* by code point */
    uint32_t tile_of_size;
    uint8_t previous[LONGEST];
    int previous_length, longest;
    uint8_t carry[LINE_BYTES]; /* the beginning of a line whose end has not come yet */
    int carry_length;
    Py_ssize_t lines;
    int busy, finished;
    int turned;            /* whether a GADDAG is wanted */
    Beginning *beginnings; /* numbered from 1 in order of opening */
    uint32_t beginning_count, beginning_room;
    uint32_t open_beginning[LONGEST + 1];
} Compiler;

/* --- distinct states ------------------------------------------------------------------------------------------- */

static inline uint64_t fold(uint64_t hash, uint32_t edge)
{
    hash = (hash ^ edge) * 0x9E3779B97F4A7C15ull;
    return hash ^ (hash >> 29);
}

static inline uint64_t mixed(uint64_t hash) { return hash ^ (hash >> 32); }

static inline uint32_t tag_of(uint64_t hash) { return (uint32_t)(hash >> 56) << 24; }

/* Edges are folded from the last to the first, so the hashes of all ends of a run come on the way. */
static uint64_t hash_of(const uint32_t *edges, int count)
{
    uint64_t hash = 0;
    while (count-- > 0)
        hash = fold(hash, edges[count]);
    return mixed(hash);
}

static int run_length(const uint32_t *edges)
{
    int count = 1;
    while (!(edges[count - 1] & LAST))
        count++;
    return count;
}

/* Return the slot of the state with these edges, or the free slot where it belongs. */
static inline uint32_t slot_of(const States *states, const uint32_t *edges, int count, uint64_t hash)
{
    uint32_t slot = (uint32_t)hash & states->slot_mask;
    for (;; slot = (slot + 1) & states->slot_mask) {
        uint32_t entry = states->slots[slot];
        if (!entry)
            return slot;
        if ((entry & ~CHILD) != tag_of(hash))
            continue;
        /* `last` is part of an edge, so a longer or shorter run differs within `count`. */
        const uint32_t *other = states->arena + (entry & CHILD);
        int same = 0;
        while (same < count && other[same] == edges[same])
            same++;
        if (same == count)
            return slot;
    }
}

static int double_slots(States *states)
{
    uint32_t mask = states->slot_mask * 2 + 1;
    uint32_t *slots = PyMem_RawCalloc((size_t)mask + 1, sizeof *slots);
    if (!slots)
        return NO_MEMORY;
    for (uint32_t place = 1, count; place < states->used; place += count) {
        const uint32_t *edges = states->arena + place;
        count = (uint32_t)run_length(edges);
        uint64_t hash = hash_of(edges, (int)count);
        uint32_t slot = (uint32_t)hash & mask;
        while (slots[slot])
            slot = (slot + 1) & mask;
        slots[slot] = tag_of(hash) | place;
    }
    PyMem_RawFree(states->slots);
    states->slots = slots;
    states->slot_mask = mask;
    return FINE;
}

/* Complete the open state at `depth` and give its place in the arena: 0 when no edge leaves it. */
static int complete(States *states, int depth, uint32_t *place)
{
    int count = states->open_count[depth];
    uint32_t *edges = states->open[depth];
    states->open_count[depth] = 0;
    *place = 0;
    if (!count)
        return FINE;
    edges[count - 1] |= LAST;
    uint64_t hash = hash_of(edges, count);
    uint32_t slot = slot_of(states, edges, count, hash);
    if (states->slots[slot]) {
        *place = states->slots[slot] & CHILD;
        return FINE;
    }
    if (states->used + (uint32_t)count > MOST_EDGES)
        return TOO_MANY;
    if (states->used + (uint32_t)count > states->room) {
        /* By halves, not by doubling: the arena is most of what compiling needs. */
        uint32_t room = states->room + states->room / 2;
        uint32_t *arena = PyMem_RawRealloc(states->arena, room * sizeof *arena);
        if (!arena)
            return NO_MEMORY;
        states->arena = arena;
        states->room = room;
    }
    memcpy(states->arena + states->used, edges, count * sizeof *edges);
    *place = states->used;
    states->slots[slot] = tag_of(hash) | states->used;
    states->used += count;
    states->states++;
    if (states->states > states->slot_mask / 4 * 3)
        return double_slots(states);
    return FINE;
}

static inline void add_edge(States *states, int depth, uint32_t edge)
{
    states->open[depth][states->open_count[depth]++] = edge;
}

static inline uint32_t *newest_edge(States *states, int depth)
{
    return &states->open[depth][states->open_count[depth] - 1];
}

/* --- words ----------------------------------------------------------------------------------------------------- */

/* Open a beginning of `depth + 1` tiles. */
static int open_beginning(Compiler *self, int depth, uint8_t tile)
{
    if (self->beginning_count + 1 >= self->beginning_room) {
        uint32_t room = self->beginning_room ? self->beginning_room + self->beginning_room / 2 : 1024;
        Beginning *beginnings = PyMem_RawRealloc(self->beginnings, room * sizeof *beginnings);
        if (!beginnings)
            return NO_MEMORY;
        self->beginnings = beginnings;
        self->beginning_room = room;
    }
    uint32_t number = ++self->beginning_count;
    self->beginnings[number] = (Beginning){.parent = depth ? self->open_beginning[depth] : 0,
                                             .edge = (uint32_t)tile << TILE_SHIFT};
    self->open_beginning[depth + 1] = number;
    return FINE;
}

/* Complete the states deeper than `depth` tiles. */
static int close_to(Compiler *self, int depth)
{
    States *states = &self->states;
    for (int deep = self->previous_length; deep > depth; deep--) {
        uint32_t place;
        int fault = complete(states, deep, &place);
        if (fault)
            return fault;
        uint32_t *edge = newest_edge(states, deep - 1);
        *edge |= place;
        if (self->turned)
            self->beginnings[self->open_beginning[deep]].edge |= place | (*edge & ACCEPT);
    }
    return FINE;
}

static int add_word(Compiler *self, const uint8_t *tiles, int length)
{
    int common = 0, shorter = length < self->previous_length ? length : self->previous_length;
    while (common < shorter && tiles[common] == self->previous[common])
        common++;
    if (common == length || (common < self->previous_length && tiles[common] < self->previous[common]))
        return UNSORTED;
    int fault = close_to(self, common);
    for (int depth = common; depth < length && !fault; depth++) {
        add_edge(&self->states, depth, (uint32_t)tiles[depth] << TILE_SHIFT);
        if (self->turned)
            fault = open_beginning(self, depth, tiles[depth]);
    }
    if (fault)
        return fault;
    *newest_edge(&self->states, length - 1) |= ACCEPT;
    memcpy(self->previous, tiles, length);
    self->previous_length = length;
    if (length > self->longest)
        self->longest = length;
    return FINE;
}

/* Decode one code point at `*at` (before `end`) strictly; -1 when the bytes are not UTF-8. */
static int32_t code_point(const uint8_t **at, const uint8_t *end)
{
    const uint8_t *bytes = *at;
    uint8_t lead = *bytes;
    int more = lead < 0x80 ? 0 : lead < 0xC2 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
    if (more < 0 || end - bytes <= more)
        return -1;
    int32_t code = more ? lead & (0x3F >> more) : lead;
    for (int number = 1; number <= more; number++) {
        if ((bytes[number] & 0xC0) != 0x80)
            return -1;
        code = code << 6 | (bytes[number] & 0x3F);
    }
    if ((more == 2 && (code < 0x800 || (code >= 0xD800 && code < 0xE000))) ||
        (more == 3 && (code < 0x10000 || code >= CODE_POINTS)))
        return -1;
    *at = bytes + more + 1;
    return code;
}

/* Take one line without its LF. `stranger` gets the code point that is no letter. */
static int add_line(Compiler *self, const uint8_t *at, const uint8_t *end, int32_t *stranger)
{
    uint8_t tiles[LONGEST];
    int length = 0;
    self->lines++;
    if (end - at > LINE_BYTES)
        return TOO_LONG;
    while (at < end) {
        int32_t code;
        if (*at < 0x80)
            code = *at++;
        else if ((code = code_point(&at, end)) < 0)
            return NOT_UTF8;
        uint8_t tile = (uint32_t)code < self->tile_of_size ? self->tile_of[code] : 0;
        if (!tile) {
            *stranger = code;
            return FOREIGN;
        }
        if (length == LONGEST)
            return TOO_LONG;
        tiles[length++] = tile;
    }
    return length ? add_word(self, tiles, length) : EMPTY;
}

/* Take a piece of text; a line may be cut between pieces. */
static int add_text(Compiler *self, const uint8_t *at, const uint8_t *end, int32_t *stranger)
{
    int fault = FINE;
    while (at < end && !fault) {
        const uint8_t *line_end = memchr(at, '\n', end - at);
        const uint8_t *stop = line_end ? line_end : end;
        if (line_end && !self->carry_length) {
            fault = add_line(self, at, line_end, stranger);
        } else {
            if (stop - at > LINE_BYTES - self->carry_length) {
                self->lines++;
                return TOO_LONG;
            }
            memcpy(self->carry + self->carry_length, at, stop - at);
            self->carry_length += (int)(stop - at);
            if (line_end) {
                fault = add_line(self, self->carry, self->carry + self->carry_length, stranger);
                self->carry_length = 0;
            }
        }
        at = stop + 1;
    }
    return fault;
}

/* --- rotated words --------------------------------------------------------------------------------------------- */

/* The beginnings read backwards, sorted: keys of `limbs` 64-bit numbers, 10 tiles to a number, first tile first. */
#define TILES_A_LIMB 10
/* Keys lie in memory as beginnings were opened, not as they are sorted: ask for them this many early. */
#define LOOK_AHEAD 16

typedef struct {
    uint64_t *keys; /* of beginning n: keys + n * limbs */
    uint32_t *order, *spare;
    uint8_t *tiles; /* by place in the order: the tile that is being sorted by */
    int limbs;
} Turned;

static inline uint32_t tile_at(const Turned *turned, uint32_t number, int place)
{
    uint64_t limb = turned->keys[(size_t)number * turned->limbs + place / TILES_A_LIMB];
    return (uint32_t)(limb >> (54 - 6 * (place % TILES_A_LIMB))) & 63;
}

static int before(const Turned *turned, uint32_t one, uint32_t other)
{
    const uint64_t *left = turned->keys + (size_t)one * turned->limbs;
    const uint64_t *right = turned->keys + (size_t)other * turned->limbs;
    for (int limb = 0; limb < turned->limbs; limb++)
        if (left[limb] != right[limb])
            return left[limb] < right[limb];
    return 0;
}

/* How many tiles two numbers of keys share before the first that differs; `difference` is not 0. */
static inline int same_tiles(uint64_t difference)
{
#if defined(__GNUC__)
    return (__builtin_clzll(difference) - 4) / 6;
#else
    int same = 0;
    while (!(difference >> (54 - 6 * same)))
        same++;
    return same;
#endif
}

/* Sort order[first, end), whose keys agree before `place`, by the tile at `place` and what follows. */
static void sort_turned(Turned *turned, uint32_t first, uint32_t end, int place)
{
    if (end - first < 48 || place == turned->limbs * TILES_A_LIMB) {
        for (uint32_t at = first + 1; at < end; at++) {
            uint32_t number = turned->order[at], to = at;
            for (; to > first && before(turned, number, turned->order[to - 1]); to--)
                turned->order[to] = turned->order[to - 1];
            turned->order[to] = number;
        }
        return;
    }
    uint32_t starts[MOST_TILES + 2] = {0}, fill[MOST_TILES + 1];
    for (uint32_t at = first; at < end; at++) {
        if (at + LOOK_AHEAD < end)
            SOON(turned->keys + (size_t)turned->order[at + LOOK_AHEAD] * turned->limbs);
        turned->tiles[at] = (uint8_t)tile_at(turned, turned->order[at], place);
        starts[turned->tiles[at] + 1]++;
    }
    for (int tile = 0; tile <= MOST_TILES; tile++)
        starts[tile + 1] += starts[tile];
    memcpy(fill, starts, sizeof fill);
    for (uint32_t at = first; at < end; at++)
        turned->spare[first + fill[turned->tiles[at]]++] = turned->order[at];
    memcpy(turned->order + first, turned->spare + first, (end - first) * sizeof *turned->order);
    for (int tile = 1; tile <= MOST_TILES; tile++)
        if (starts[tile + 1] > starts[tile])
            sort_turned(turned, first + starts[tile], first + starts[tile + 1], place + 1);
}

/* Give every beginning its key: its own last tile, then the key of the beginning before it. */
static void make_keys(const Compiler *self, Turned *turned)
{
    int limbs = turned->limbs;
    memset(turned->keys, 0, limbs * sizeof *turned->keys);
    for (uint32_t number = 1; number <= self->beginning_count; number++) {
        const Beginning *beginning = &self->beginnings[number];
        const uint64_t *parent = turned->keys + (size_t)beginning->parent * limbs;
        uint64_t *key = turned->keys + (size_t)number * limbs;
        uint64_t pushed = beginning->edge >> TILE_SHIFT;
        for (int limb = 0; limb < limbs; limb++) {
            key[limb] = pushed << 54 | parent[limb] >> 6;
            pushed = parent[limb] & 63;
        }
        turned->order[number - 1] = number;
    }
}

/* Take one turned beginning: its tiles, then the mark that leads on to the rest of the word, if there is a rest. */
static int add_turned(Compiler *self, const uint8_t *tiles, int length, int common, uint32_t state)
{
    States *states = &self->states;
    for (int deep = self->previous_length; deep > common; deep--) {
        uint32_t place;
        int fault = complete(states, deep, &place);
        if (fault)
            return fault;
        *newest_edge(states, deep - 1) |= place;
    }
    for (int depth = common; depth < length; depth++)
        add_edge(states, depth, (uint32_t)tiles[depth] << TILE_SHIFT);
    *newest_edge(states, length - 1) |= state & ACCEPT;
    if (state & CHILD)
        add_edge(states, length, state & CHILD);
    return FINE;
}

/* Add the states of all rotations behind those of the words; `root` gets the place of their root. */
static int turn(Compiler *self, uint32_t *root)
{
    int limbs = (self->longest + TILES_A_LIMB - 1) / TILES_A_LIMB;
    size_t count = (size_t)self->beginning_count + 1;
    Turned turned = {
        .limbs = limbs ? limbs : 1,
        .keys = PyMem_RawMalloc(count * (limbs ? limbs : 1) * sizeof *turned.keys),
        .order = PyMem_RawMalloc(count * sizeof *turned.order),
        .spare = PyMem_RawMalloc(count * sizeof *turned.spare),
        .tiles = PyMem_RawMalloc(count),
    };
    int fault = turned.keys && turned.order && turned.spare && turned.tiles ? FINE : NO_MEMORY;
    *root = 0;
    if (!fault) {
        make_keys(self, &turned);
        sort_turned(&turned, 0, self->beginning_count, 0);
        PyMem_RawFree(turned.spare);
        PyMem_RawFree(turned.tiles);
        turned.spare = NULL;
        turned.tiles = NULL;
    }
    self->previous_length = 0;
    const uint64_t *last = turned.keys;
    uint8_t tiles[LONGEST];
    for (uint32_t at = 0; at < self->beginning_count && !fault; at++) {
        int length, common;
        uint32_t tile;
        if (at + LOOK_AHEAD < self->beginning_count) {
            uint32_t number = turned.order[at + LOOK_AHEAD];
            SOON(turned.keys + (size_t)number * turned.limbs);
            SOON(&self->beginnings[number]);
        }
        /* Keys differ first where the tiles do: only those behind are read anew. */
        const uint64_t *key = turned.keys + (size_t)turned.order[at] * turned.limbs;
        int limb = 0;
        while (limb + 1 < turned.limbs && key[limb] == last[limb])
            limb++;
        length = common = limb * TILES_A_LIMB + same_tiles(key[limb] ^ last[limb]);
        while (length < self->longest && (tile = tile_at(&turned, turned.order[at], length)))
            tiles[length++] = (uint8_t)tile;
        last = key;
        fault = add_turned(self, tiles, length, common, self->beginnings[turned.order[at]].edge);
        self->previous_length = length;
    }
    PyMem_RawFree(turned.keys);
    PyMem_RawFree(turned.order);
    PyMem_RawFree(turned.spare);
    PyMem_RawFree(turned.tiles);
    for (int deep = self->previous_length; deep > 0 && !fault; deep--) {
        uint32_t place;
        fault = complete(&self->states, deep, &place);
        *newest_edge(&self->states, deep - 1) |= place;
    }
    return fault ? fault : complete(&self->states, 0, root);
}

/* --- laying out ------------------------------------------------------------------------------------------------ */

/* Low states come by rising height (the longest way to an end), longer ones first: so most find a run to share. Then
 * come the others as they were completed, each right behind the states that it leads to, which a walk needs next. */
#define LOW 6
#define STATE_LENGTHS (MOST_TILES + 2)
#define RANKS ((LOW + 1) * STATE_LENGTHS + 1)

typedef struct {
    uint32_t *place;  /* by place in the arena: place in the file, 0 when not yet placed */
    uint32_t *starts; /* places in the arena of the states that lie there, in order of the file */
    uint32_t start_count, free;
} Layout;

static void heights(const States *states, uint8_t *height)
{
    for (uint32_t at = 1; at < states->used;) {
        uint32_t start = at;
        int highest = 0;
        for (;; at++) {
            uint32_t child = states->arena[at] & CHILD;
            int reach = 1 + (child ? height[child] : 0);
            if (reach > highest)
                highest = reach;
            if (states->arena[at] & LAST)
                break;
        }
        at++;
        height[start] = (uint8_t)highest;
    }
}

static int rank_of(const States *states, uint32_t start, const uint8_t *height)
{
    if (height[start] > LOW)
        return RANKS - 1;
    return height[start] * STATE_LENGTHS + MOST_TILES + 1 - run_length(states->arena + start);
}

/* Sort the states that lie in the arena from `first` to `end` into `sorted`; return how many there are. */
static uint32_t sort_states(const States *states, uint32_t first, uint32_t end, const uint8_t *height, uint32_t *sorted)
{
    uint32_t starts[RANKS + 1] = {0};
    uint32_t count = 0;
    for (uint32_t at = first; at < end; at += run_length(states->arena + at), count++)
        starts[rank_of(states, at, height) + 1]++;
    for (int rank = 0; rank < RANKS; rank++)
        starts[rank + 1] += starts[rank];
    for (uint32_t at = first; at < end; at += run_length(states->arena + at))
        sorted[starts[rank_of(states, at, height)]++] = at;
    return count;
}

/* Place the sorted states; one that is the end of an earlier run lies inside it. */
static void place_states(const States *states, Layout *layout, const uint32_t *sorted, uint32_t count)
{
    for (uint32_t number = 0; number < count; number++) {
        uint32_t start = sorted[number];
        if (layout->place[start])
            continue;
        const uint32_t *edges = states->arena + start;
        int length = run_length(edges);
        layout->starts[layout->start_count++] = start;
        layout->place[start] = layout->free;
        uint64_t hash = 0;
        for (int from = length - 1; from > 0; from--) {
            hash = fold(hash, edges[from]);
            uint32_t entry = states->slots[slot_of(states, edges + from, length - from, mixed(hash))];
            if (entry && !layout->place[entry & CHILD])
                layout->place[entry & CHILD] = layout->free + from;
        }
        layout->free += length;
    }
}

static inline void put_edge(uint8_t *bytes, uint32_t edge)
{
    bytes[0] = (uint8_t)edge;
    bytes[1] = (uint8_t)(edge >> 8);
    bytes[2] = (uint8_t)(edge >> 16);
    bytes[3] = (uint8_t)(edge >> 24);
}

/* Write the runs number `first` to `end` of the layout. */
static void write_runs(const States *states, const Layout *layout, uint32_t first, uint32_t end, uint8_t *bytes)
{
    for (uint32_t number = first; number < end; number++) {
        const uint32_t *edges = states->arena + layout->starts[number];
        uint32_t edge;
        do {
            edge = *edges++;
            put_edge(bytes, (edge & ~CHILD) | (edge & CHILD ? layout->place[edge & CHILD] : 0));
            bytes += 4;
        } while (!(edge & LAST));
    }
}

/* Lay out the words (arena below `turned_from`), then the rotations, and write each with its root in front. */
static PyObject *lay_out(Compiler *self, uint32_t root, uint32_t turned_from, uint32_t turned_root)
{
    States *states = &self->states;
    size_t room = states->used;
    uint8_t *height = PyMem_RawCalloc(room, 1);
    uint32_t *sorted = PyMem_RawMalloc((states->states + 1) * sizeof *sorted);
    Layout layout = {
        .place = PyMem_RawCalloc(room, sizeof *layout.place),
        .starts = PyMem_RawMalloc((states->states + 1) * sizeof *layout.starts),
        .free = 1,
    };
    PyObject *words = NULL, *rotations = NULL, *both = NULL;
    if (!height || !sorted || !layout.place || !layout.starts) {
        PyErr_NoMemory();
        goto done;
    }
    uint32_t words_end, words_free;
    Py_BEGIN_ALLOW_THREADS;
    heights(states, height);
    place_states(states, &layout, sorted, sort_states(states, 1, turned_from, height, sorted));
    words_end = layout.start_count;
    words_free = layout.free;
    place_states(states, &layout, sorted, sort_states(states, turned_from, states->used, height, sorted));
    PyMem_RawFree(height);
    PyMem_RawFree(sorted);
    height = NULL;
    sorted = NULL;
    Py_END_ALLOW_THREADS;
    words = PyBytes_FromStringAndSize(NULL, 4 * (Py_ssize_t)words_free);
    rotations = PyBytes_FromStringAndSize(NULL, self->turned ? 4 * (Py_ssize_t)(layout.free - words_free + 1) : 0);
    if (!words || !rotations)
        goto done;
    put_edge((uint8_t *)PyBytes_AS_STRING(words), root ? layout.place[root] : 0);
    write_runs(states, &layout, 0, words_end, (uint8_t *)PyBytes_AS_STRING(words) + 4);
    if (self->turned) {
        put_edge((uint8_t *)PyBytes_AS_STRING(rotations), turned_root ? layout.place[turned_root] : 0);
        write_runs(states, &layout, words_end, layout.start_count, (uint8_t *)PyBytes_AS_STRING(rotations) + 4);
    }
    both = PyTuple_Pack(2, words, rotations);
done:
    PyMem_RawFree(height);
    PyMem_RawFree(sorted);
    PyMem_RawFree(layout.place);
    PyMem_RawFree(layout.starts);
    Py_XDECREF(words);
    Py_XDECREF(rotations);
    return both;
}

/* --- the Python type ------------------------------------------------------------------------------------------- */

/* Return None when fine, else (letter of the fault, line, code point). */
static PyObject *told(const Compiler *self, int fault, int32_t stranger)
{
    if (fault == NO_MEMORY)
        return PyErr_NoMemory();
    if (fault == FINE)
        Py_RETURN_NONE;
    return Py_BuildValue("(Cni)", fault, self->lines, (int)stranger);
}

static int enter(Compiler *self)
{
    if (self->busy || self->finished) {
        PyErr_SetString(PyExc_RuntimeError, self->busy ? "another thread is compiling with this compiler"
                                                       : "this compiler is finished; make another");
        return 0;
    }
    self->busy = 1;
    return 1;
}

static PyObject *compiler_feed(Compiler *self, PyObject *argument)
{
    Py_buffer text;
    if (PyObject_GetBuffer(argument, &text, PyBUF_SIMPLE) < 0)
        return NULL;
    if (!enter(self)) {
        PyBuffer_Release(&text);
        return NULL;
    }
    int fault;
    int32_t stranger = 0;
    const uint8_t *bytes = text.buf;
    Py_BEGIN_ALLOW_THREADS;
    fault = add_text(self, bytes, bytes + text.len, &stranger);
    Py_END_ALLOW_THREADS;
    PyBuffer_Release(&text);
    self->busy = 0;
    self->finished = fault != FINE;
    return told(self, fault, stranger);
}

static PyObject *compiler_finish(Compiler *self, PyObject *Py_UNUSED(ignored))
{
    if (!enter(self))
        return NULL;
    int fault = FINE;
    int32_t stranger = 0;
    uint32_t root = 0, turned_from = 1, turned_root = 0;
    Py_BEGIN_ALLOW_THREADS;
    if (self->carry_length)
        fault = add_line(self, self->carry, self->carry + self->carry_length, &stranger);
    if (!fault)
        fault = close_to(self, 0);
    if (!fault)
        fault = complete(&self->states, 0, &root);
    turned_from = self->states.used;
    if (!fault && self->turned)
        fault = turn(self, &turned_root);
    PyMem_RawFree(self->beginnings);
    self->beginnings = NULL;
    Py_END_ALLOW_THREADS;
    self->finished = 1;
    self->busy = 0;
    if (fault)
        return told(self, fault, stranger);
    return lay_out(self, root, turned_from, turned_root);
}

static void compiler_dealloc(Compiler *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_RawFree(self->states.arena);
    PyMem_RawFree(self->states.slots);
    PyMem_RawFree(self->tile_of);
    PyMem_RawFree(self->beginnings);
    freefunc release = PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* Give each letter its tile, 1 and up in the order given. */
static int take_letters(Compiler *self, PyObject *letters)
{
    Py_ssize_t count = PyUnicode_GetLength(letters);
    if (count < 1 || count > MOST_TILES) {
        PyErr_Format(PyExc_ValueError, "found %zd letters; expected 1 to %d", count, MOST_TILES);
        return -1;
    }
    Py_UCS4 highest = 0;
    for (Py_ssize_t number = 0; number < count; number++) {
        Py_UCS4 letter = PyUnicode_ReadChar(letters, number);
        highest = letter > highest ? letter : highest;
    }
    self->tile_of_size = highest + 1;
    self->tile_of = PyMem_RawCalloc(self->tile_of_size, 1);
    if (!self->tile_of) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t number = 0; number < count; number++)
        self->tile_of[PyUnicode_ReadChar(letters, number)] = (uint8_t)(number + 1);
    return 0;
}

static PyObject *compiler_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"letters", "rotations", NULL};
    PyObject *letters;
    int turned = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "U|$p:Compiler", names, &letters, &turned))
        return NULL;
    allocfunc allocate = PyType_GetSlot(type, Py_tp_alloc);
    Compiler *self = (Compiler *)allocate(type, 0);
    if (!self)
        return NULL;
    self->turned = turned;
    States *states = &self->states;
    states->used = 1;
    states->room = 1 << 12;
    states->arena = PyMem_RawMalloc(states->room * sizeof *states->arena);
    states->slot_mask = (1 << 12) - 1;
    states->slots = PyMem_RawCalloc((size_t)states->slot_mask + 1, sizeof *states->slots);
    if (!states->arena || !states->slots)
        PyErr_NoMemory();
    else if (take_letters(self, letters) == 0)
        return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static PyObject *compiler_lines(Compiler *self, void *Py_UNUSED(ignored)) { return PyLong_FromSsize_t(self->lines); }

static PyMethodDef compiler_methods[] = {
    {"feed", (PyCFunction)compiler_feed, METH_O, "Take a piece of text; return None, or what is wrong with a line."},
    {"finish", (PyCFunction)compiler_finish, METH_NOARGS, "Return (words, rotations) as edges, or what is wrong."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef compiler_values[] = {
    {"lines", (getter)compiler_lines, NULL, "How many lines were taken.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot compiler_slots[] = {
    {Py_tp_new, compiler_new},         {Py_tp_dealloc, compiler_dealloc}, {Py_tp_methods, compiler_methods},
    {Py_tp_getset, compiler_values},   {Py_tp_doc, "Compiles one sorted word list."},
    {0, NULL},
};

static PyType_Spec compiler_spec = {
    .name = "lexicon.building._compiling.Compiler",
    .basicsize = sizeof(Compiler),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = compiler_slots,
};

static int fill_module(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &compiler_spec, NULL);
    if (!type)
        return -1;
    int failed = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return failed;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "lexicon.building._compiling",
    .m_doc = "Compile a sorted word list into the minimal automaton.",
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__compiling(void) { return PyModuleDef_Init(&definition); }
