/* What settles a form: the sign that stands behind it among the settled forms; see `lexicon/settled.py`. */
#include "walking.h"

/* Return the number behind the tiles, -1 when there is none. Digits are the lowest tiles, and no form has two signs:
 * the first edge behind the form is the digit, or there is none. */
int sign_of(const Edges *self, const uint8_t *tiles, Py_ssize_t length, int base, int digits)
{
    uint32_t edge = root_of(self);
    int number = 0;
    for (Py_ssize_t place = 0; place < length; place++) {
        edge = follow(self, edge & CHILD, tiles[place]);
        if (!edge)
            return -1;
    }
    for (int place = 0; place < digits; place++) {
        uint32_t index = edge & CHILD;
        edge = index && index < self->size ? self->edges[index] : 0;
        int digit = (int)(edge >> TILE_SHIFT) - 1;
        if (digit < 0 || digit >= base)
            return -1;
        number = number * base + digit;
    }
    return number;
}

PyObject *edges_signs(Edges *self, PyObject *arguments)
{
    PyObject *sequence;
    int base, digits;
    if (!PyArg_ParseTuple(arguments, "Oii", &sequence, &base, &digits))
        return NULL;
    if (base < 1 || base > MOST_TILES || digits < 1 || digits > MOST_DIGITS) {
        PyErr_Format(PyExc_ValueError, "found %d digits to the base %d; expected 1 or 2, 1 to %d", digits, base, MOST_TILES);
        return NULL;
    }
    PyObject *words = PySequence_Fast(sequence, "expected words"), *signs = NULL;
    Py_ssize_t count = words ? PySequence_Fast_GET_SIZE(words) : 0;
    if (words)
        signs = PyList_New(count);
    for (Py_ssize_t number = 0; signs && number < count; number++) {
        PyObject *word = PySequence_Fast_GET_ITEM(words, number);
        uint8_t tiles[LONGEST];
        Py_ssize_t length;
        int sign = -1;
        if (!PyUnicode_Check(word)) {
            PyErr_Format(PyExc_TypeError, "word %zd: found %s; expected str", number, Py_TYPE(word)->tp_name);
            Py_CLEAR(signs);
            break;
        }
        if (read_tiles(&self->exact, word, tiles, 1, &length))
            sign = sign_of(self, tiles, length, base, digits);
        PyObject *value = PyLong_FromLong(sign);
        if (!value)
            Py_CLEAR(signs);
        else
            PyList_SET_ITEM(signs, number, value);
    }
    Py_XDECREF(words);
    return signs;
}
