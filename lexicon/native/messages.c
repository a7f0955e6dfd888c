/* The texts of a serialized message: which are words, or what is to be said of each.
 *
 * In: the bytes of a message. Out: a bitmap, or the bytes of an answer.
 * Never: a message that is not as the usual caller writes it; the caller's own parser decides about such.
 */
#include "walking.h"

/* Messages with more texts are left to the caller's own parser, which refuses them. */
#define MOST_TEXTS (1 << 16)

/* Below this many bytes, some thirty words, the interpreter lock is kept: giving it up costs more than the work. */
#define MANY_BYTES (1 << 9)

/* --- fields ---------------------------------------------------------------------------------------------------- */

/* A message is a run of fields (the protocol buffers encoding). Only the usual is read here: a key of one byte, text
 * (wire type 2) or one of the numbers 0 and 1 (wire type 0), lengths in their shortest form, well-formed UTF-8. On anything else
 * the caller lets its own parser decide, so that nothing is accepted or refused here that it would not. */
typedef struct {
    uint8_t key;
    const uint8_t *bytes; /* NULL for a number */
    uint32_t length;      /* or the number */
} Field;

enum { TEXT = 2, NUMBER = 0 };

/* Read the field at `*at`. Return 1, or 0 when it is unusual. */
static inline int read_field(const uint8_t **at, const uint8_t *end, Field *field)
{
    const uint8_t *bytes = *at;
    field->key = *bytes++;
    if (field->key < 8 || field->key >= 0x80 || bytes == end)
        return 0;
    if ((field->key & 7) == NUMBER) {
        if (*bytes > 1)
            return 0;
        *field = (Field){.key = field->key, .length = *bytes};
        *at = bytes + 1;
        return 1;
    }
    if ((field->key & 7) != TEXT)
        return 0;
    uint32_t length = 0;
    for (int shift = 0;; shift += 7) {
        if (bytes == end || shift > 21)
            return 0;
        uint8_t byte = *bytes++;
        length |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            if (!byte && shift)
                return 0;
            break;
        }
    }
    if ((size_t)(end - bytes) < length)
        return 0;
    field->bytes = bytes;
    field->length = length;
    *at = bytes + length;
    return 1;
}

/* Whether the bytes are UTF-8 as the encoding asks. */
static int is_utf8(const uint8_t *at, const uint8_t *end)
{
    while (at < end) {
        uint8_t lead = *at++;
        if (lead < 0x80)
            continue;
        int more = lead < 0xC2 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : 0;
        if (!more || end - at < more)
            return 0;
        uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (*at < low || *at > high)
            return 0;
        while (--more)
            if ((*++at & 0xC0) != 0x80)
                return 0;
        at++;
    }
    return 1;
}

/* Put the field as (number, value) behind the others; a later one of a number replaces the earlier. */
static int add_other(PyObject *others, const Field *field)
{
    PyObject *number = PyLong_FromLong(field->key >> 3);
    PyObject *value = field->bytes ? PyUnicode_DecodeUTF8((const char *)field->bytes, field->length, NULL)
                                   : PyBool_FromLong(field->length);
    int failed = number && value ? PyDict_SetItem(others, number, value) : -1;
    Py_XDECREF(number);
    Py_XDECREF(value);
    return failed;
}

/* Whether a field beside the texts may stand there: not theirs in another form, and well-formed. */
static inline int is_usual_other(const Field *field, uint8_t wanted)
{
    return field->key >> 3 != wanted >> 3 && (!field->bytes || is_utf8(field->bytes, field->bytes + field->length));
}

/* Count the texts of the wanted field and collect the other fields. Return -2 when unusual, -1 with an exception. */
static Py_ssize_t count_texts(const uint8_t *at, const uint8_t *end, uint8_t wanted, PyObject *others)
{
    Py_ssize_t count = 0;
    while (at < end) {
        Field field;
        if (!read_field(&at, end, &field))
            return -2;
        if (field.key == wanted) {
            if (++count > MOST_TEXTS)
                return -2;
        } else if (!is_usual_other(&field, wanted))
            return -2;
        else if (add_other(others, &field) < 0)
            return -1;
    }
    return count;
}

/* Read one text into tiles as `read_form` does, `apart` bytes from each other; a fault of the encoding gives -1. */
static inline int read_utf8(const Edges *self, const Field *field, uint8_t *tiles, int apart, int *length)
{
    const uint8_t *at = field->bytes, *end = at + field->length;
    int read = 0;
    while (at < end) {
        uint32_t code = *at;
        int bytes = 1;
        if (code >= 0x80) {
            /* Letters of two bytes; whatever else is left to Python. */
            if (code < 0xC2 || code >= 0xE0 || end - at < 2 || (at[1] & 0xC0) != 0x80)
                break;
            code = (code & 0x1F) << 6 | (at[1] & 0x3F);
            bytes = 2;
        }
        uint8_t tile = tile_of(&self->forms, code);
        if (!tile)
            break;
        if (read < LONGEST)
            tiles[read * apart] = tile;
        read++;
        at += bytes;
    }
    *length = 0;
    if (at < end)
        return is_utf8(at, end) ? UNUSUAL : -1;
    *length = read <= LONGEST ? read : 0;
    return OUT;
}

typedef struct {
    Py_ssize_t number;
    const uint8_t *bytes;
    uint32_t length;
} Unusual;

/* Set the bits of the group, whose first one is the lowest of `*bitmap`, and go on behind them. */
static void set_bits(const Edges *self, Group *group, uint8_t **bitmap)
{
    uint64_t in = walk_together(self, group);
    for (; group->count > 0; group->count -= 8, in >>= 8)
        *(*bitmap)++ = (uint8_t)in;
    group->count = 0;
}

/* Write the bits of the texts, 1 for words, and list the unusual ones. Return 0, -2 when the message is unusual or has
 * not as many texts as there are bits. */
static int look_up_texts(const Edges *self, const uint8_t *at, const uint8_t *end, uint8_t wanted, Py_ssize_t count,
                         uint8_t *bitmap, Unusual *unusual, Py_ssize_t *unusual_count)
{
    Group group;
    group.count = 0; /* tiles are written before they are read */
    Py_ssize_t number = 0;
    while (at < end) {
        Field field;
        if (!read_field(&at, end, &field))
            return -2;
        if (field.key != wanted) {
            if (!is_usual_other(&field, wanted))
                return -2;
            continue;
        }
        if (number == count)
            return -2;
        int length;
        int read = read_utf8(self, &field, &group.tiles[0][group.count], TOGETHER, &length);
        if (read < 0)
            return -2;
        if (read == UNUSUAL)
            unusual[(*unusual_count)++] = (Unusual){.number = number, .bytes = field.bytes, .length = field.length};
        group.length[group.count++] = (uint8_t)length;
        if (group.count == TOGETHER)
            set_bits(self, &group, &bitmap);
        number++;
    }
    set_bits(self, &group, &bitmap);
    return number == count ? 0 : -2;
}

/* Return [(number, text)] of the unusual texts. */
static PyObject *list_unusual(const Unusual *unusual, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t at = 0; list && at < count; at++) {
        PyObject *pair = Py_BuildValue("(ns#)", unusual[at].number, (const char *)unusual[at].bytes,
                                       (Py_ssize_t)unusual[at].length);
        if (!pair)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, at, pair);
    }
    return list;
}

/* Take a message and the number of a field from the arguments. */
static int take_message(PyObject *message, PyObject *field, const uint8_t **at, const uint8_t **end, uint8_t *wanted)
{
    if (!PyBytes_Check(message)) {
        PyErr_Format(PyExc_TypeError, "found %s; expected bytes", Py_TYPE(message)->tp_name);
        return -1;
    }
    long number = PyLong_AsLong(field);
    if (number < 1 || number > 15) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "found field %ld; expected 1 to 15", number);
        return -1;
    }
    *at = (const uint8_t *)PyBytes_AS_STRING(message);
    *end = *at + PyBytes_GET_SIZE(message);
    *wanted = (uint8_t)(number << 3 | TEXT);
    return 0;
}

static int expect_arguments(Py_ssize_t found, Py_ssize_t expected)
{
    if (found == expected)
        return 0;
    PyErr_Format(PyExc_TypeError, "found %zd arguments; expected %zd", found, expected);
    return -1;
}

PyObject *message_fields(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t argument_count)
{
    const uint8_t *at, *end;
    uint8_t wanted;
    if (expect_arguments(argument_count, 2) < 0 || take_message(arguments[0], arguments[1], &at, &end, &wanted) < 0)
        return NULL;
    PyObject *others = PyDict_New(), *answer = NULL;
    Py_ssize_t count = others ? count_texts(at, end, wanted, others) : -1;
    if (count >= 0)
        answer = Py_BuildValue("(nO)", count, others);
    else if (count == -2)
        answer = Py_NewRef(Py_None);
    Py_XDECREF(others);
    return answer;
}

PyObject *edges_check_message(Edges *self, PyObject *const *arguments, Py_ssize_t argument_count)
{
    const uint8_t *at, *end;
    uint8_t wanted;
    if (expect_arguments(argument_count, 3) < 0 || take_message(arguments[0], arguments[1], &at, &end, &wanted) < 0)
        return NULL;
    Py_ssize_t count = PyLong_AsSsize_t(arguments[2]), unusual_count = 0;
    if (count < 0 || count > MOST_TEXTS) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "found %zd texts; expected at most %d", count, MOST_TEXTS);
        return NULL;
    }
    if (ensure_jump(self) < 0)
        return NULL;
    PyObject *bitmap = PyBytes_FromStringAndSize(NULL, (count + 7) / 8), *listed = NULL, *answer = NULL;
    Unusual *unusual = PyMem_Malloc((count ? count : 1) * sizeof *unusual);
    int read = bitmap && unusual ? 0 : -1;
    if (bitmap && !unusual)
        PyErr_NoMemory();
    if (read == 0) {
        uint8_t *bits = (uint8_t *)PyBytes_AS_STRING(bitmap);
        memset(bits, 0, (count + 7) / 8);
        if (end - at >= MANY_BYTES) {
            Py_BEGIN_ALLOW_THREADS;
            read = look_up_texts(self, at, end, wanted, count, bits, unusual, &unusual_count);
            Py_END_ALLOW_THREADS;
        } else
            read = look_up_texts(self, at, end, wanted, count, bits, unusual, &unusual_count);
    }
    if (read == 0 && (listed = list_unusual(unusual, unusual_count)))
        answer = PyTuple_Pack(2, bitmap, listed);
    else if (read == -2)
        answer = Py_NewRef(Py_None);
    PyMem_Free(unusual);
    Py_XDECREF(bitmap);
    Py_XDECREF(listed);
    return answer;
}

/* --- answers --------------------------------------------------------------------------------------------------- */

/* What an answer is made of; see `MessageForm` in `lexicon/engine.py`. */
typedef struct {
    int field, answer_key, word_key, query_key; /* keys of fields as they stand in the bytes, of one byte each */
    int base, digits, shortest, longest;
    PyObject *tails; /* what follows the word: by sign + 1 and whether it is in; last for words of other lengths */
    PyObject *unusual;
} AnswerForm;

typedef struct {
    uint8_t *bytes;
    size_t used, room;
} Answer;

static int make_room(Answer *answer, size_t more)
{
    if (answer->used + more <= answer->room)
        return 0;
    size_t room = 2 * answer->room + more + (1 << 12);
    uint8_t *bytes = PyMem_Realloc(answer->bytes, room);
    if (!bytes) {
        PyErr_NoMemory();
        return -1;
    }
    answer->bytes = bytes;
    answer->room = room;
    return 0;
}

/* A key and the length of any bytes that there is memory for. */
#define MOST_HEAD 11

/* How many bytes the length of a text of at most LONGEST letters takes. */
static inline size_t length_size(size_t length) { return length < 0x80 ? 1 : length < 0x4000 ? 2 : 3; }

static inline void put_length(Answer *answer, size_t length)
{
    for (; length >= 0x80; length >>= 7)
        answer->bytes[answer->used++] = (uint8_t)(length | 0x80);
    answer->bytes[answer->used++] = (uint8_t)length;
}

static inline void put_bytes(Answer *answer, const void *bytes, size_t length)
{
    memcpy(answer->bytes + answer->used, bytes, length);
    answer->used += length;
}

/* Put text as a field. Texts are never empty here: the encoding would leave them out. */
static inline void put_text(Answer *answer, int key, const uint8_t *bytes, size_t length)
{
    answer->bytes[answer->used++] = (uint8_t)key;
    put_length(answer, length);
    put_bytes(answer, bytes, length);
}

static size_t spell(const Edges *self, const uint8_t *tiles, int length, uint8_t *text)
{
    uint8_t *to = text;
    for (int place = 0; place < length; place++)
        to = put_utf8(to, self->letters[tiles[place]]);
    return (size_t)(to - text);
}

/* Put the answer on a text of `length` letters: `tiles` are those of the list of words. */
static int put_answer(Answer *answer, const Edges *words, const Edges *settled, const AnswerForm *form,
                      const uint8_t *tiles, int length, const Field *query)
{
    uint8_t signed_tiles[LONGEST], text[4 * LONGEST];
    for (int place = 0; place < length; place++)
        signed_tiles[place] = (uint8_t)(tiles[place] + form->base);
    int in = accepts(words, tiles, length);
    Py_ssize_t last = PyTuple_GET_SIZE(form->tails) - 2;
    Py_ssize_t tail_number = 2 * ((Py_ssize_t)sign_of(settled, signed_tiles, length, form->base, form->digits) + 1);
    if (length < form->shortest || length > form->longest)
        tail_number = last;
    else if (tail_number >= last) /* a number that nothing has: the edges are damaged */
        tail_number = 0;
    PyObject *tail = PyTuple_GET_ITEM(form->tails, tail_number + in);
    size_t tail_length = (size_t)PyBytes_GET_SIZE(tail), text_length = spell(words, tiles, length, text);
    size_t whole = 1 + length_size(text_length) + text_length + tail_length + 1 + length_size(query->length) + query->length;
    if (make_room(answer, whole + MOST_HEAD) < 0)
        return -1;
    answer->bytes[answer->used++] = (uint8_t)form->answer_key;
    put_length(answer, whole);
    put_text(answer, form->word_key, text, text_length);
    put_bytes(answer, PyBytes_AS_STRING(tail), tail_length);
    put_text(answer, form->query_key, query->bytes, query->length);
    return 0;
}

/* Put the answer on a text that Python reads with care. */
static int put_unusual(Answer *answer, const AnswerForm *form, const Field *query)
{
    PyObject *told = PyObject_CallFunction(form->unusual, "s#", (const char *)query->bytes, (Py_ssize_t)query->length);
    int failed = told ? 0 : -1;
    if (told && !PyBytes_Check(told)) {
        PyErr_Format(PyExc_TypeError, "found %s; expected bytes", Py_TYPE(told)->tp_name);
        failed = -1;
    }
    if (!failed && !(failed = make_room(answer, (size_t)PyBytes_GET_SIZE(told) + MOST_HEAD))) {
        answer->bytes[answer->used++] = (uint8_t)form->answer_key;
        put_length(answer, (size_t)PyBytes_GET_SIZE(told));
        put_bytes(answer, PyBytes_AS_STRING(told), (size_t)PyBytes_GET_SIZE(told));
    }
    Py_XDECREF(told);
    return failed;
}

/* Answer every text. Return 0, -2 when the message is unusual, -1 with an exception. */
static int put_answers(Answer *answer, const Edges *words, const Edges *settled, const AnswerForm *form,
                       const uint8_t *at, const uint8_t *end, uint8_t wanted)
{
    while (at < end) {
        Field field;
        uint8_t tiles[LONGEST + 1];
        int length, failed;
        if (!read_field(&at, end, &field))
            return -2;
        if (field.key != wanted) {
            if (!is_usual_other(&field, wanted))
                return -2;
            continue;
        }
        int read = read_utf8(words, &field, tiles, 1, &length);
        if (read < 0)
            return -2;
        /* An empty or overlong text has no letters to look up: that too is told with care. */
        if (read == UNUSUAL || !length)
            failed = put_unusual(answer, form, &field);
        else
            failed = put_answer(answer, words, settled, form, tiles, length, &field);
        if (failed)
            return -1;
    }
    return 0;
}

/* Whether a number of a field or the key of one is written in one byte. */
static int is_short(int number, int most)
{
    if (number >= 1 && number <= most)
        return 1;
    PyErr_Format(PyExc_ValueError, "found field or key %d; expected 1 to %d", number, most);
    return 0;
}

static int check_form(const Edges *words, const Edges *settled, const AnswerForm *form)
{
    for (Py_ssize_t number = 0; number < PyTuple_GET_SIZE(form->tails); number++)
        if (!PyBytes_Check(PyTuple_GET_ITEM(form->tails, number))) {
            PyErr_Format(PyExc_TypeError, "tail %zd: expected bytes", number);
            return -1;
        }
    if (!is_short(form->field, 15) || !is_short(form->answer_key, 0x7F) || !is_short(form->word_key, 0x7F) ||
        !is_short(form->query_key, 0x7F))
        return -1;
    if (form->base < 1 || words->tile_count + form->base != settled->tile_count || form->digits < 1 ||
        form->digits > MOST_DIGITS || PyTuple_GET_SIZE(form->tails) < 4 || PyTuple_GET_SIZE(form->tails) % 2) {
        PyErr_Format(PyExc_ValueError,
                     "found %d letters, %d digits to the base %d, %d tiles of settled forms, %zd tails; expected them "
                     "to fit",
                     words->tile_count, form->digits, form->base, settled->tile_count, PyTuple_GET_SIZE(form->tails));
        return -1;
    }
    return 0;
}

/* Take (words, message, form, unusual) from the arguments. The form must be a tuple: of another sequence nobody would
 * hold the items. */
static int take_form(Edges *self, PyObject *arguments, PyObject **words, PyObject **message, AnswerForm *form)
{
    PyObject *numbers;
    return PyArg_ParseTuple(arguments, "O!SO!O:answer_message", Py_TYPE(self), words, message, &PyTuple_Type, &numbers,
                            &form->unusual) &&
                   PyArg_ParseTuple(numbers, "iiiiiiiiO!;expected eight numbers and the tails", &form->field,
                                    &form->answer_key, &form->word_key, &form->query_key, &form->base, &form->digits,
                                    &form->shortest, &form->longest, &PyTuple_Type, &form->tails)
               ? check_form((Edges *)*words, self, form)
               : -1;
}

PyObject *edges_answer_message(Edges *self, PyObject *arguments)
{
    AnswerForm form;
    PyObject *words, *message;
    if (take_form(self, arguments, &words, &message, &form) < 0 || ensure_jump((Edges *)words) < 0)
        return NULL;
    const uint8_t *at = (const uint8_t *)PyBytes_AS_STRING(message);
    Answer answer = {.used = 0};
    int failed = put_answers(&answer, (Edges *)words, self, &form, at, at + PyBytes_GET_SIZE(message),
                             (uint8_t)(form.field << 3 | TEXT));
    PyObject *told = NULL;
    if (failed == 0)
        told = PyBytes_FromStringAndSize((const char *)answer.bytes, (Py_ssize_t)answer.used);
    else if (failed == -2)
        told = Py_NewRef(Py_None);
    PyMem_Free(answer.bytes);
    return told;
}
