// SPDX-License-Identifier: Apache-2.0
// The PTX reader: initializers of variables (PTX ISA 5.4.4). The values become the bytes of the
// variable, flat and little endian; addresses in them are relocations.
#include "ptx/read/reader.h"

// What an initializer has filled so far.
typedef struct {
    Reader *reader;
    PtxVar *var;
    uint64_t at;       // the next byte
    uint64_t size;     // bytes of the variable; 0 while unsized
    uint64_t element;  // bytes of an element
    uint64_t capacity; // bytes that there is room for
    uint32_t depth;    // open braces
    uint32_t nerr;     // of the reader before it
} Init;

// One mistake in a table of numbers is told; what follows from it is passed over.
static bool is_wrong(const Init *init) {
    return init->reader->nerr != init->nerr;
}

// Room for one more element. The array grows by doubling: no one knows its length before the end if
// it is unsized.
static bool make_room(Init *init) {
    // The size is known for all but arrays whose first dimension is open.
    uint64_t behind = init->at + init->element;
    if (behind > (init->size ? init->size : PTX_MAX_VAR_BYTES)) {
        rd_error(init->reader, DIAG_OF(ptx, bad_init), "too many values");
        return false;
    }
    if (behind <= init->capacity) return true;

    init->capacity = CU_MAX(init->capacity * 2, behind + 64);
    uint8_t *bytes = arena_zalloc(init->reader->arena, init->capacity, 16);
    if (init->at) memcpy(bytes, init->var->init, init->at);
    init->var->init = bytes;
    return true;
}

static void end_element(Init *init) {
    init->at += init->element;
    init->var->ninit = init->at;
}

// One element, little endian.
static void put_bits(Init *init, uint64_t bits) {
    if (!make_room(init)) return;
    uint8_t *to = init->var->init + init->at;
    for (uint64_t i = 0; i < init->element; i++) to[i] = (uint8_t)(bits >> (8 * i));
    end_element(init);
}

// name, name+4, generic(name)+4. An address takes the whole element, or one byte of it (`shift`
// says which).
static void read_symbol(Init *init, uint8_t size, uint8_t shift) {
    Reader *reader = init->reader;
    PtxReloc reloc = {.off = (uint32_t)init->at, .size = size, .shift = shift};
    if (rd_is(reader, "generic")) {
        rd_next(reader);
        reloc.generic = true;
        rd_expect(reader, '(');
    }

    // Only names that are declared already are known; the compiler writes them in that order.
    Bind *bind = reader->tok.kind == TK_ID ? rd_lookup(reader, reader->tok.atom) : NULL;
    if (!bind || bind->kind != BIND_SYM) {
        rd_error(reader, DIAG_OF(ptx, undeclared), rd_tok_text(reader));
        rd_next(reader);
        return;
    }
    reloc.sym = bind->id;
    rd_next(reader);
    if (reloc.generic) rd_expect(reader, ')');

    // The sign belongs to the number.
    if (rd_punct(reader, '+') || rd_punct(reader, '-')) reloc.addend = rd_const(reader);
    if (!make_room(init)) return;
    vec_push(reader->arena, &init->var->reloc, reloc);
    end_element(init);
}

static double float_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, 4);
    return (double)value;
}

static uint32_t bits_of_float(double wide) {
    float value = (float)wide;
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

// A number of any kind in an array of floats: integers are converted, hexadecimal floats (0f, 0d)
// keep their bits, a NaN's among them.
static void read_float(Init *init) {
    Reader *reader = init->reader;
    const PtxTok *token = &reader->tok;
    bool negative = rd_accept(reader, '-');
    if (!negative) rd_accept(reader, '+');

    // Hexadecimal floats of either width come as their bits.
    uint64_t bits = (uint64_t)token->ival;
    double value = 0;
    if (token->kind == TK_INT) {
        value = (double)token->ival;
    } else if (token->is_f32) {
        value = float_of_bits((uint32_t)bits);
    } else {
        memcpy(&value, &bits, 8);
    }
    if (negative) value = -value;

    // A float's bits are kept, as a conversion would change a signalling NaN.
    bool keep = token->is_f32 && !negative;
    if (init->var->type == PTX_F32)
        bits = keep ? (uint32_t)bits : bits_of_float(value);
    else
        memcpy(&bits, &value, 8);
    put_bits(init, bits);
    rd_next(reader);
}

// Integers, and 0xFF00(name): one byte of an address, which the mask picks.
static void read_integer(Init *init) {
    Reader *reader = init->reader;
    uint64_t value = (uint64_t)rd_const(reader);
    if (!rd_accept(reader, '(')) {
        put_bits(init, value);
        return;
    }
    // The byte of the address that the mask has in its lowest place.
    uint8_t shift = 0;
    while (shift < 56 && !(value >> shift & 0xff)) shift += 8;
    rd_refuse(reader, value != 0xffull << shift, DIAG_OF(ptx, bad_init), "a mask picks one byte");
    read_symbol(init, 1, shift);
    rd_expect(reader, ')');
}

static void read_element(Init *init) {
    Reader *reader = init->reader;
    rd_refuse(reader, init->depth != rd_init_depth(init->var), DIAG_OF(ptx, bad_init),
              "its braces are not those of the type");
    if (reader->tok.kind == TK_ID && !rd_is(reader, "WARP_SZ")) {
        rd_refuse(reader, init->element == 1, DIAG_OF(ptx, bad_init), "a byte holds no address");
        read_symbol(init, (uint8_t)init->element, 0);
        return;
    }

    char kind = ptx_types[init->var->type].kind;
    bool is_float = reader->tok.kind == TK_FLT;
    bool is_other = kind == 'f' ? reader->tok.kind == TK_INT : is_float && kind != 'b';
    rd_refuse(reader, is_other, DIAG_OF(ptx, bad_init), "a value of another type");
    if (kind == 'f' || is_float)
        read_float(init);
    else
        read_integer(init);
}

static void read_value(Init *init);

// Values in braces. An inner brace starts at a multiple of its row, which flat data keep by
// themselves.
static void read_braces(Init *init) {
    enum { DEEPEST = 8 }; // bounded by the dimensions, but the text may be hostile
    Reader *reader = init->reader;
    if (++init->depth > DEEPEST) {
        rd_error(reader, DIAG_OF(ptx, too_deep));
        reader->rest = reader->end;
    }
    rd_next(reader);

    uint64_t items = 0, most = reader->strict ? rd_init_items(init->var, init->depth) : 0;
    while (reader->tok.kind != TK_END && !rd_punct(reader, '}')) {
        read_value(init);
        if (++items > most && most) rd_error(reader, DIAG_OF(ptx, bad_init), "too many values");
        if (is_wrong(init)) return;
        bool comma = rd_accept(reader, ',');
        if (!comma && !rd_punct(reader, '}')) break;
        rd_refuse(reader, comma && rd_punct(reader, '}'), DIAG_OF(ptx, comma));
    }
    init->depth--;
    rd_expect(reader, '}');
}

// One value, or a list in braces, which may nest. Data are laid out flat.
static void read_value(Init *init) {
    if (rd_punct(init->reader, '{'))
        read_braces(init);
    else
        read_element(init);
}

static void skip_to_semicolon(Reader *reader) {
    while (reader->tok.kind != TK_END && !rd_punct(reader, ';')) rd_next(reader);
}

// After `=`. An unsized array of one dimension gets its length from what follows.
void rd_initializer(Reader *reader, PtxVar *initialised) {
    initialised->has_init = true;
    if (ptx_types[initialised->type].kind == 'o') { // sampler settings: no meaning here
        skip_to_semicolon(reader);
        return;
    }

    Init init = {.reader = reader, .var = initialised, .nerr = reader->nerr};
    init.size = initialised->unsized ? 0 : ptx_var_size(initialised);
    init.element = CU_MAX(1u, ptx_type_bits((PtxType)initialised->type) / 8);
    read_value(&init);
    if (is_wrong(&init)) skip_to_semicolon(reader);

    // Only of one dimension does the length follow from the values.
    if (initialised->unsized && initialised->ndim == 1) {
        initialised->unsized = false;
        initialised->count = init.at / init.element / CU_MAX(1u, initialised->vec);
    }
}
