/* Which clause decides a form: the type `Decisions`, which looks forms up in one source's evidence.
 *
 * In: the bytes of an evidence section (form: `lexicon/evidence.py`), the rank of each clause. Out: the highest rank
 * among the entries of each form. Twin of `Evidence.readings`, which tells more and is slower.
 * Never: files. All bytes are checked once, when they are taken; after that no number can lead outside.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "edges.h"

/* A change of what Python sees here is a new number; `lexicon/evidence.py` expects it. */
#define INTERFACE 2

enum {
    PREFIX_SHIFT = 20,
    CLAUSE_SHIFT = 20,
    SUFFIX = (1 << PREFIX_SHIFT) - 1,
    LONGEST_KEY = 256,    /* characters; longer forms are left to the caller */
    MOST_CHARACTERS = 254,
    MOST_CODE_POINT = 0x2FFF, /* higher characters are few, and looked for one by one */
    MOST_STEMS = 1 << 24,
    MOST_CROWDED = 1 << 12,
    MANY_KEYS = 4096,     /* below this the interpreter lock is kept */
    NOBODY = -1,          /* no entry */
    MOST_VISITS = 1 << 24 /* slots looked at for one form; no dictionary needs a hundredth of it */
};

/* A character beyond the tables. */
typedef struct {
    Py_UCS4 character;
    uint8_t code, tile;
} Strange;

typedef struct {
    uint32_t number; /* of the affix, + 1; 0: free */
    uint32_t next;   /* another affix that compares alike: its place in `links` + 1 */
} Link;

typedef struct {
    uint32_t paradigm, size; /* size in edges */
    const uint32_t *edges;
} Listed;

/* One bit for each of 256 hashes of the affixes in a paradigm: most paradigms can be left unread. */
typedef struct {
    uint64_t bits[4];
} Sieve;

typedef struct {
    PyObject_HEAD
    PyObject *content;
    const uint32_t *stem_starts, *lexeme_starts, *lexemes, *paradigm_starts, *slots;
    const uint8_t *text;
    uint32_t stem_count, lexeme_count, paradigm_count, slot_count, text_size;
    int character_count, tile_count;
    uint8_t to_key[256];                  /* spelled byte to compared byte */
    uint8_t codes[MOST_CODE_POINT + 1];   /* code point to byte */
    uint8_t tiles[MOST_CODE_POINT + 1];   /* code point to tile of the listed forms */
    Strange strange[2 * MOST_CHARACTERS];
    int strange_count;
    uint32_t *stems, stem_mask;           /* hash of the compared bytes to mark and first stem, see `hang_stems` */
    uint8_t *affix_text;                  /* compared bytes of all affixes */
    uint32_t *affix_starts, affix_count;
    uint32_t *buckets, bucket_mask;       /* hash of the compared bytes to place in `links` + 1 */
    Link *links;
    uint32_t *prefixes, prefix_count;     /* affix numbers in use as prefixes */
    Sieve *sieves;                        /* of each paradigm */
    int32_t *ranks, rank_count;
    Listed *listed;
    Py_ssize_t listed_count;
} Decisions;

typedef struct {
    uint8_t bytes[LONGEST_KEY], tiles[LONGEST_KEY];
    uint32_t hashes[LONGEST_KEY + 1]; /* of the bytes from each place to the end */
    int length, known, listable; /* whether all its characters occur in inflected forms, in listed ones */
} Key;

/* --- what is checked when the bytes are taken ------------------------------------------------------------------ */

static int refuse(const char *field, Py_ssize_t place, Py_ssize_t found, Py_ssize_t most)
{
    PyErr_Format(PyExc_ValueError, "%s %zd: found %zd; expected at most %zd", field, place, found, most);
    return -1;
}

/* Starts rise from 0 to `end`. */
static int check_starts(const char *field, const uint32_t *starts, uint32_t count, uint32_t end)
{
    uint32_t before = 0;
    for (uint32_t place = 0; place <= count; place++) {
        if (starts[place] < before || starts[place] > end) {
            PyErr_Format(PyExc_ValueError, "%s %u: found %u; expected %u to %u", field, place, starts[place], before, end);
            return -1;
        }
        before = starts[place];
    }
    return 0;
}

static int check_numbers(const Decisions *self)
{
    if (check_starts("stem start", self->stem_starts, self->stem_count, self->text_size) < 0 ||
        check_starts("lexeme start", self->lexeme_starts, self->stem_count, self->lexeme_count) < 0 ||
        check_starts("paradigm start", self->paradigm_starts, self->paradigm_count, self->slot_count) < 0)
        return -1;
    for (uint32_t place = 0; place < self->lexeme_count; place++)
        if (self->lexemes[place] >= self->paradigm_count)
            return refuse("lexeme", place, self->lexemes[place], (Py_ssize_t)self->paradigm_count - 1);
    for (uint32_t place = 0; place < self->slot_count; place++) {
        uint32_t affixes = self->slots[2 * place], decision = self->slots[2 * place + 1];
        if (affixes >> PREFIX_SHIFT >= self->affix_count || (affixes & SUFFIX) >= self->affix_count)
            return refuse("affixes of slot", place, affixes, (Py_ssize_t)self->affix_count - 1);
        if (decision >> CLAUSE_SHIFT >= (uint32_t)self->rank_count)
            return refuse("clause of slot", place, decision >> CLAUSE_SHIFT, self->rank_count - 1);
    }
    for (uint32_t place = 0; place < self->text_size; place++)
        if (!self->text[place] || self->text[place] > self->character_count)
            return refuse("stem text", place, self->text[place], self->character_count);
    return 0;
}

/* --- what is made of them --------------------------------------------------------------------------------------- */

static const Strange *find_strange(const Decisions *self, Py_UCS4 character)
{
    for (int place = 0; place < self->strange_count; place++)
        if (self->strange[place].character == character)
            return &self->strange[place];
    return NULL;
}

static inline uint8_t code_of(const Decisions *self, Py_UCS4 character)
{
    if (character <= MOST_CODE_POINT)
        return self->codes[character];
    const Strange *strange = find_strange(self, character);
    return strange ? strange->code : 0;
}

static inline uint8_t tile_of(const Decisions *self, Py_UCS4 character)
{
    if (character <= MOST_CODE_POINT)
        return self->tiles[character];
    const Strange *strange = find_strange(self, character);
    return strange ? strange->tile : 0;
}

/* Let a character stand for a byte (code), or for a tile; the other is 0. */
static void enter(Decisions *self, Py_UCS4 character, uint8_t code, uint8_t tile)
{
    if (character <= MOST_CODE_POINT) {
        self->codes[character] |= code;
        self->tiles[character] |= tile;
        return;
    }
    Strange *strange = (Strange *)find_strange(self, character);
    if (!strange) {
        strange = &self->strange[self->strange_count++];
        strange->character = character;
    }
    strange->code |= code;
    strange->tile |= tile;
}

static int take_characters(Decisions *self, PyObject *characters, PyObject *keys, PyObject *tiles)
{
    Py_ssize_t count = PyUnicode_GET_LENGTH(characters), tile_count = PyUnicode_GET_LENGTH(tiles);
    if (count > MOST_CHARACTERS || PyUnicode_GET_LENGTH(keys) != count || tile_count > MOST_TILES) {
        PyErr_Format(PyExc_ValueError, "found %zd characters, %zd keys, %zd tiles; expected as many keys as characters",
                     count, PyUnicode_GET_LENGTH(keys), tile_count);
        return -1;
    }
    self->character_count = (int)count;
    self->tile_count = (int)tile_count;
    for (Py_ssize_t place = 0; place < count; place++) {
        Py_UCS4 character = PyUnicode_READ_CHAR(characters, place);
        if (code_of(self, character))
            return refuse("character", place, character, 0);
        enter(self, character, (uint8_t)(place + 1), 0);
    }
    for (Py_ssize_t place = 0; place < count; place++) {
        Py_UCS4 key = PyUnicode_READ_CHAR(keys, place);
        if (!code_of(self, key))
            return refuse("key", place, key, 0);
        self->to_key[place + 1] = code_of(self, key);
    }
    for (Py_ssize_t place = 0; place < tile_count; place++) {
        Py_UCS4 character = PyUnicode_READ_CHAR(tiles, place);
        if (tile_of(self, character))
            return refuse("listed character", place, character, 0);
        enter(self, character, 0, (uint8_t)(place + 1));
    }
    return 0;
}

static inline uint32_t hashed(uint32_t behind, uint8_t byte) { return (behind + byte + 1) * 0x9E3779B1u; }

/* The low bits of a hash, made of all of them. */
static inline uint32_t spread(uint32_t hash) { return hash ^ hash >> 15; }

static inline int affix_is(const Decisions *self, uint32_t affix, const uint8_t *bytes, uint32_t length)
{
    uint32_t start = self->affix_starts[affix];
    return self->affix_starts[affix + 1] - start == length && !memcmp(self->affix_text + start, bytes, length);
}

/* Return the place in `links` + 1 of the first affix with these compared bytes, 0 for none. */
static inline uint32_t find_affix(const Decisions *self, uint32_t hash, const uint8_t *bytes, uint32_t length)
{
    for (uint32_t bucket = spread(hash) & self->bucket_mask; self->buckets[bucket]; bucket = (bucket + 1) & self->bucket_mask)
        if (affix_is(self, self->buckets[bucket] - 1, bytes, length))
            return self->buckets[bucket];
    return 0;
}

/* Affixes are linked by their own number: `links[number]`; the bucket holds the latest one that compares so. */
static int hang_affix(Decisions *self, uint32_t affix, uint64_t *crowd)
{
    uint32_t start = self->affix_starts[affix], end = self->affix_starts[affix + 1], hash = 0;
    for (uint32_t place = end; place > start; place--)
        hash = hashed(hash, self->affix_text[place - 1]);
    uint32_t bucket = spread(hash) & self->bucket_mask;
    while (self->buckets[bucket] && !affix_is(self, self->buckets[bucket] - 1, self->affix_text + start, end - start)) {
        bucket = (bucket + 1) & self->bucket_mask;
        if (++*crowd > MOST_CROWDED + 64 * (uint64_t)self->affix_count)
            return refuse("affix", affix, (Py_ssize_t)*crowd, MOST_CROWDED);
    }
    self->links[affix] = (Link){.number = affix, .next = self->buckets[bucket]};
    self->buckets[bucket] = affix + 1;
    return 0;
}

static int take_affixes(Decisions *self, PyObject *affixes)
{
    Py_ssize_t count = PyTuple_GET_SIZE(affixes), size = 0;
    if (count > SUFFIX)
        return refuse("affixes", 0, count, SUFFIX);
    for (Py_ssize_t number = 0; number < count; number++) {
        PyObject *affix = PyTuple_GET_ITEM(affixes, number);
        if (!PyUnicode_Check(affix)) {
            PyErr_Format(PyExc_ValueError, "affix %zd: found %s; expected text", number, Py_TYPE(affix)->tp_name);
            return -1;
        }
        size += PyUnicode_GET_LENGTH(affix);
    }
    uint32_t buckets = 8;
    while (buckets < 2 * (uint32_t)count)
        buckets *= 2;
    self->affix_count = (uint32_t)count;
    self->bucket_mask = buckets - 1;
    self->affix_text = PyMem_Malloc(size ? size : 1);
    self->affix_starts = PyMem_Calloc(count + 1, sizeof *self->affix_starts);
    self->buckets = PyMem_Calloc(buckets, sizeof *self->buckets);
    self->links = PyMem_Calloc(count ? count : 1, sizeof *self->links);
    if (!self->affix_text || !self->affix_starts || !self->buckets || !self->links) {
        PyErr_NoMemory();
        return -1;
    }
    uint32_t at = 0;
    uint64_t crowd = 0;
    for (Py_ssize_t number = 0; number < count; number++) {
        PyObject *affix = PyTuple_GET_ITEM(affixes, number);
        for (Py_ssize_t place = 0; place < PyUnicode_GET_LENGTH(affix); place++) {
            Py_UCS4 character = PyUnicode_READ_CHAR(affix, place);
            uint8_t code = code_of(self, character);
            if (!code)
                return refuse("letter of affix", number, character, MOST_CODE_POINT);
            self->affix_text[at++] = self->to_key[code];
        }
        self->affix_starts[number + 1] = at;
        if (hang_affix(self, (uint32_t)number, &crowd) < 0)
            return -1;
    }
    return 0;
}

static int take_ranks(Decisions *self, PyObject *ranks)
{
    self->rank_count = (int32_t)PyTuple_GET_SIZE(ranks);
    self->ranks = PyMem_Calloc(self->rank_count ? self->rank_count : 1, sizeof *self->ranks);
    if (!self->ranks) {
        PyErr_NoMemory();
        return -1;
    }
    for (int32_t clause = 0; clause < self->rank_count; clause++) {
        self->ranks[clause] = (int32_t)PyLong_AsLong(PyTuple_GET_ITEM(ranks, clause));
        if (PyErr_Occurred())
            return -1;
    }
    return 0;
}

/* List the prefixes that slots use. */
static int gather_prefixes(Decisions *self)
{
    uint8_t *used = PyMem_Calloc(self->affix_count + 1, 1);
    if (!used) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t slot = 0; slot < self->slot_count; slot++)
        used[self->slots[2 * slot] >> PREFIX_SHIFT] = 1;
    uint32_t count = 0;
    for (uint32_t number = 0; number < self->affix_count; number++)
        count += used[number];
    self->prefixes = PyMem_Calloc(count ? count : 1, sizeof *self->prefixes);
    for (uint32_t number = 0; self->prefixes && number < self->affix_count; number++)
        if (used[number])
            self->prefixes[self->prefix_count++] = number;
    PyMem_Free(used);
    if (self->prefixes)
        return 0;
    PyErr_NoMemory();
    return -1;
}

static inline uint32_t sieve_bit(uint32_t affixes) { return affixes * 0x9E3779B1u >> 24; }

static int make_sieves(Decisions *self)
{
    self->sieves = PyMem_Calloc(self->paradigm_count ? self->paradigm_count : 1, sizeof *self->sieves);
    if (!self->sieves) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t paradigm = 0; paradigm < self->paradigm_count; paradigm++)
        for (uint32_t slot = self->paradigm_starts[paradigm]; slot < self->paradigm_starts[paradigm + 1]; slot++) {
            uint32_t bit = sieve_bit(self->slots[2 * slot]);
            self->sieves[paradigm].bits[bit / 64] |= (uint64_t)1 << bit % 64;
        }
    return 0;
}

/* The compared byte at a place of a stem, 0 behind its end. */
static inline uint8_t byte_at(const Decisions *self, uint32_t stem, uint32_t place)
{
    uint32_t at = self->stem_starts[stem] + place;
    return at < self->stem_starts[stem + 1] ? self->to_key[self->text[at]] : 0;
}

static inline int stem_is(const Decisions *self, uint32_t stem, const uint8_t *bytes, uint32_t length)
{
    const uint8_t *text = self->text + self->stem_starts[stem];
    if (self->stem_starts[stem + 1] - self->stem_starts[stem] != length)
        return 0;
    for (uint32_t place = 0; place < length; place++)
        if (self->to_key[text[place]] != bytes[place])
            return 0;
    return 1;
}

static int same_stem(const Decisions *self, uint32_t one, uint32_t other)
{
    uint32_t length = self->stem_starts[one + 1] - self->stem_starts[one];
    if (self->stem_starts[other + 1] - self->stem_starts[other] != length)
        return 0;
    for (uint32_t place = 0; place < length; place++)
        if (byte_at(self, one, place) != byte_at(self, other, place))
            return 0;
    return 1;
}

/* A table of stems by the hash of their compared bytes. An entry is a mark of 8 bits, by which most strangers are known
 * without a look at the stem, and the number of the first of the stems that compare alike, + 1; 0 is free. */
static inline uint32_t mark_of(uint32_t hash) { return hash & 0xFF000000u; }

static int hang_stems(Decisions *self)
{
    uint32_t size = 8;
    uint64_t crowd = 0; /* steps over taken places: many only where somebody chose stems of equal hashes */
    if (self->stem_count >= MOST_STEMS)
        return refuse("stems", 0, self->stem_count, MOST_STEMS - 1);
    while (size < 2 * self->stem_count)
        size *= 2;
    self->stem_mask = size - 1;
    self->stems = PyMem_Calloc(size, sizeof *self->stems);
    if (!self->stems) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t stem = 0; stem < self->stem_count; stem++) {
        if (stem && same_stem(self, stem - 1, stem))
            continue;
        uint32_t hash = 0;
        for (uint32_t place = self->stem_starts[stem]; place < self->stem_starts[stem + 1]; place++)
            hash = hashed(hash, self->to_key[self->text[place]]);
        uint32_t bucket = spread(hash) & self->stem_mask;
        for (; self->stems[bucket]; bucket = (bucket + 1) & self->stem_mask)
            if (++crowd > MOST_CROWDED + 64 * (uint64_t)self->stem_count)
                return refuse("stem", stem, (Py_ssize_t)crowd, MOST_CROWDED);
        self->stems[bucket] = mark_of(hash) | (stem + 1);
    }
    return 0;
}

/* Return the first stem with these compared bytes, `stem_count` for none. */
static inline uint32_t find_stem(const Decisions *self, uint32_t hash, const uint8_t *bytes, uint32_t length)
{
    for (uint32_t bucket = spread(hash) & self->stem_mask; self->stems[bucket]; bucket = (bucket + 1) & self->stem_mask) {
        uint32_t stem = (self->stems[bucket] & (MOST_STEMS - 1)) - 1;
        if (mark_of(self->stems[bucket]) == mark_of(hash) && stem_is(self, stem, bytes, length))
            return stem;
    }
    return self->stem_count;
}

/* --- looking up ------------------------------------------------------------------------------------------------- */

typedef struct {
    int32_t best;
    uint32_t visits;
} Search;

/* Look through the paradigms of a stem for slots with the prefix and one of the suffixes that compare alike. */
static void visit_stem(const Decisions *self, Search *search, uint32_t stem, uint32_t prefix, uint32_t link)
{
    for (uint32_t lexeme = self->lexeme_starts[stem]; lexeme < self->lexeme_starts[stem + 1]; lexeme++) {
        uint32_t paradigm = self->lexemes[lexeme];
        uint32_t start = self->paradigm_starts[paradigm], end = self->paradigm_starts[paradigm + 1];
        search->visits += 1;
        for (uint32_t suffix = link; suffix; suffix = self->links[suffix - 1].next) {
            uint32_t wanted = prefix << PREFIX_SHIFT | (suffix - 1), bit = sieve_bit(wanted);
            if (!(self->sieves[paradigm].bits[bit / 64] >> bit % 64 & 1))
                continue;
            search->visits += end - start;
            if (search->visits > MOST_VISITS)
                return;
            for (uint32_t slot = start; slot < end; slot++) {
                int32_t rank = self->ranks[self->slots[2 * slot + 1] >> CLAUSE_SHIFT];
                if (self->slots[2 * slot] == wanted && rank > search->best)
                    search->best = rank;
            }
        }
    }
}

/* Cut the key behind a prefix everywhere into stem and suffix. */
static void search_behind(const Decisions *self, Search *search, const Key *key, uint32_t prefix)
{
    uint32_t skipped = self->affix_starts[prefix + 1] - self->affix_starts[prefix];
    if (skipped > (uint32_t)key->length || memcmp(key->bytes, self->affix_text + self->affix_starts[prefix], skipped))
        return;
    const uint8_t *bytes = key->bytes + skipped;
    uint32_t length = (uint32_t)key->length - skipped, hash = 0;
    for (uint32_t cut = 0; cut <= length; cut++) {
        uint32_t link = find_affix(self, key->hashes[skipped + cut], bytes + cut, length - cut);
        if (link) {
            uint32_t stem = find_stem(self, hash, bytes, cut);
            /* Stems that compare alike stand side by side. */
            for (uint32_t first = stem; stem < self->stem_count; stem++) {
                if (stem > first && !stem_is(self, stem, bytes, cut))
                    break;
                visit_stem(self, search, stem, prefix, link);
            }
        }
        if (search->visits > MOST_VISITS)
            return;
        if (cut < length)
            hash = hashed(hash, bytes[cut]);
    }
}

static int is_listed(const Listed *listed, const Key *key, int tile_count)
{
    uint32_t edge = listed->edges[0] & CHILD;
    for (int place = 0; place < key->length; place++) {
        uint32_t index = edge & CHILD, found = 0;
        if (!index)
            return 0;
        for (int sibling = 0; sibling < tile_count && index < listed->size; sibling++, index++) {
            if (listed->edges[index] >> TILE_SHIFT == key->tiles[place])
                found = listed->edges[index];
            if (found || listed->edges[index] & LAST)
                break;
        }
        if (!found)
            return 0;
        edge = found;
    }
    return (edge & ACCEPT) != 0;
}

/* Return the highest rank, NOBODY without entries; more than MOST_VISITS visits are for the caller to refuse. */
static Search decide(const Decisions *self, const Key *key)
{
    Search search = {.best = NOBODY};
    for (Py_ssize_t number = 0; key->listable && number < self->listed_count; number++) {
        const Listed *listed = &self->listed[number];
        if (!is_listed(listed, key, self->tile_count))
            continue;
        uint32_t slot = self->paradigm_starts[listed->paradigm];
        int32_t rank = self->ranks[self->slots[2 * slot + 1] >> CLAUSE_SHIFT];
        search.best = rank > search.best ? rank : search.best;
    }
    for (uint32_t number = 0; key->known && number < self->prefix_count; number++)
        search_behind(self, &search, key, self->prefixes[number]);
    return search;
}

/* Read a key. Return 0 when a character is in no form of this source, or it is too long: then there is no entry. */
static int read_key(const Decisions *self, PyObject *text, Key *key)
{
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    key->known = key->listable = 1;
    if (length > LONGEST_KEY)
        return 0;
    key->length = (int)length;
    for (Py_ssize_t place = 0; place < length; place++) {
        Py_UCS4 character = PyUnicode_READ_CHAR(text, place);
        key->bytes[place] = code_of(self, character);
        key->tiles[place] = tile_of(self, character);
        key->known &= key->bytes[place] != 0;
        key->listable &= key->tiles[place] != 0;
    }
    key->hashes[length] = 0;
    for (Py_ssize_t place = length; place > 0; place--)
        key->hashes[place - 1] = hashed(key->hashes[place], key->bytes[place - 1]);
    return key->known || key->listable;
}

static Py_ssize_t decide_all(const Decisions *self, PyObject *const *texts, Py_ssize_t count, int32_t *ranks)
{
    Key key;
    for (Py_ssize_t number = 0; number < count; number++) {
        ranks[number] = NOBODY;
        if (!read_key(self, texts[number], &key))
            continue;
        Search search = decide(self, &key);
        if (search.visits > MOST_VISITS)
            return number;
        ranks[number] = search.best;
    }
    return count;
}

static PyObject *as_list(const int32_t *ranks, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t number = 0; list && number < count; number++) {
        PyObject *rank = PyLong_FromLong(ranks[number]);
        if (!rank)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, number, rank);
    }
    return list;
}

static PyObject *decisions_ranks(Decisions *self, PyObject *sequence)
{
    /* A tuple of our own keeps the texts alive and in place while other threads run. */
    PyObject *texts = PySequence_Tuple(sequence), *answer = NULL;
    if (!texts)
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(texts), done = 0;
    PyObject **items = &PyTuple_GET_ITEM(texts, 0);
    int32_t *ranks = PyMem_Malloc((count ? count : 1) * sizeof *ranks);
    if (!ranks) {
        PyErr_NoMemory();
        goto end;
    }
    for (Py_ssize_t number = 0; number < count; number++)
        if (!PyUnicode_Check(items[number])) {
            PyErr_Format(PyExc_TypeError, "key %zd: found %s; expected str", number, Py_TYPE(items[number])->tp_name);
            goto end;
        }
    if (count >= MANY_KEYS) {
        Py_BEGIN_ALLOW_THREADS;
        done = decide_all(self, items, count, ranks);
        Py_END_ALLOW_THREADS;
    } else
        done = decide_all(self, items, count, ranks);
    if (done < count)
        PyErr_Format(PyExc_ValueError, "key %zd: found more than %d slots to look through; expected fewer", done,
                     MOST_VISITS);
    else
        answer = as_list(ranks, count);
end:
    PyMem_Free(ranks);
    Py_DECREF(texts);
    return answer;
}

/* --- construction ----------------------------------------------------------------------------------------------- */

/* Return where `count` numbers begin in the content, NULL with an exception when they do not lie in it. */
static const uint32_t *numbers_at(PyObject *content, Py_ssize_t offset, uint64_t count)
{
    Py_ssize_t size = PyBytes_GET_SIZE(content);
    if (offset >= 0 && offset <= size && offset % 4 == 0 && count <= (uint64_t)(size - offset) / 4)
        return (const uint32_t *)(const void *)(PyBytes_AS_STRING(content) + offset);
    PyErr_Format(PyExc_ValueError, "found %llu numbers at byte %zd of %zd; expected them inside",
                 (unsigned long long)count, offset, size);
    return NULL;
}

static int take_listed(Decisions *self, PyObject *listed)
{
    self->listed_count = PyTuple_GET_SIZE(listed);
    self->listed = PyMem_Calloc(self->listed_count ? self->listed_count : 1, sizeof *self->listed);
    if (!self->listed) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t number = 0; number < self->listed_count; number++) {
        Listed *one = &self->listed[number];
        Py_ssize_t offset;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(listed, number), "InI", &one->paradigm, &offset, &one->size))
            return -1;
        one->edges = numbers_at(self->content, offset, one->size);
        if (!one->edges)
            return -1;
        if (!one->size || one->paradigm >= self->paradigm_count ||
            self->paradigm_starts[one->paradigm] == self->paradigm_starts[one->paradigm + 1])
            return refuse("paradigm of listed forms", number, one->paradigm, (Py_ssize_t)self->paradigm_count - 1);
    }
    return 0;
}

static PyObject *decisions_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"content", "places", "counts", "characters", "keys", "affixes",
                            "ranks", "listed_characters", "listed", NULL};
    PyObject *content, *characters, *keys, *affixes, *ranks, *listed_characters, *listed;
    Py_ssize_t stem_starts, lexeme_starts, lexemes, paradigm_starts, slots, text;
    uint32_t counts[5];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "S(nnnnnn)(IIIII)UUO!O!UO!:Decisions", names, &content,
                                     &stem_starts, &lexeme_starts, &lexemes, &paradigm_starts, &slots, &text,
                                     &counts[0], &counts[1], &counts[2], &counts[3], &counts[4], &characters, &keys,
                                     &PyTuple_Type, &affixes, &PyTuple_Type, &ranks, &listed_characters,
                                     &PyTuple_Type, &listed))
        return NULL;
    Decisions *self = (Decisions *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->content = Py_NewRef(content);
    self->stem_count = counts[0];
    self->lexeme_count = counts[1];
    self->paradigm_count = counts[2];
    self->slot_count = counts[3];
    self->text_size = counts[4];
    if (text < 0 || text > PyBytes_GET_SIZE(content) || self->text_size > PyBytes_GET_SIZE(content) - text) {
        refuse("stem text", text, self->text_size, PyBytes_GET_SIZE(content));
        goto fail;
    }
    self->text = (const uint8_t *)PyBytes_AS_STRING(content) + text;
    if ((self->stem_starts = numbers_at(content, stem_starts, (uint64_t)counts[0] + 1)) &&
        (self->lexeme_starts = numbers_at(content, lexeme_starts, (uint64_t)counts[0] + 1)) &&
        (self->lexemes = numbers_at(content, lexemes, counts[1])) &&
        (self->paradigm_starts = numbers_at(content, paradigm_starts, (uint64_t)counts[2] + 1)) &&
        (self->slots = numbers_at(content, slots, 2 * (uint64_t)counts[3])) &&
        take_characters(self, characters, keys, listed_characters) == 0 && take_affixes(self, affixes) == 0 &&
        take_ranks(self, ranks) == 0 && check_numbers(self) == 0 && take_listed(self, listed) == 0 &&
        gather_prefixes(self) == 0 && make_sieves(self) == 0 && hang_stems(self) == 0)
        return (PyObject *)self;
fail:
    Py_DECREF(self);
    return NULL;
}

static void decisions_dealloc(Decisions *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->content);
    PyMem_Free(self->stems);
    PyMem_Free(self->affix_text);
    PyMem_Free(self->affix_starts);
    PyMem_Free(self->buckets);
    PyMem_Free(self->links);
    PyMem_Free(self->prefixes);
    PyMem_Free(self->sieves);
    PyMem_Free(self->ranks);
    PyMem_Free(self->listed);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef decisions_methods[] = {
    {"ranks", (PyCFunction)decisions_ranks, METH_O,
     "Return for each form, as it is compared, the highest rank of the clauses that decided it; -1: no entry."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot decisions_slots[] = {
    {Py_tp_new, decisions_new},
    {Py_tp_dealloc, decisions_dealloc},
    {Py_tp_methods, decisions_methods},
    {Py_tp_doc, "One source's decisions on forms."},
    {0, NULL},
};

static PyType_Spec decisions_spec = {
    .name = "lexicon._deciding.Decisions",
    .basicsize = sizeof(Decisions),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = decisions_slots,
};

static int fill_module(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &decisions_spec, NULL);
    if (!type)
        return -1;
    int failed = PyModule_AddIntConstant(module, "INTERFACE", INTERFACE) < 0 ||
                 PyModule_AddType(module, (PyTypeObject *)type) < 0;
    Py_DECREF(type);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, fill_module},
    {0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_deciding",
    .m_doc = "Which clause decides a form; see lexicon/evidence.py.",
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__deciding(void) { return PyModuleDef_Init(&module_definition); }
