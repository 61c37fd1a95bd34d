// SPDX-License-Identifier: Apache-2.0
// Text of numbers, constants and attributes, as MLIR writes them.
#include "tile/write/print_int.h"

#include <stdio.h>
#include <stdlib.h>

// f8E5M3FNU has no sign, 5 bits of exponent with bias 15, 3 of fraction, and one NaN.
static ApFloat unsigned_e5m3(uint64_t bits) {
    if (bits == 0xff) return apf_nan(APF_F32);
    uint64_t exp = bits >> 3, fraction = bits & 7;
    u128 sig = exp ? fraction | 8 : fraction;
    return apf_scaled(APF_F32, false, sig, (int64_t)(exp ? exp : 1) - 15 - 3, APF_RNE, NULL);
}

ApFloat tp_float(TileTypeKind kind, uint64_t bits) {
    if (kind == TILE_T_E5M3) return unsigned_e5m3(bits);
    return apf_from_bits((ApfFormat)tile_type_row[kind].format, bits);
}

// ---- decimal ----
// llvm's APFloat::toString, digit by digit: MLIR prints what it gives. The exact digits are cut to
// about the wanted number without rounding first, by the count of bits, then rounded half up.

enum { MOST_DIGITS = 800 }; // of a double, exactly: 767
typedef struct {
    char digit[MOST_DIGITS]; // the most significant first
    int n, exp;              // the value is digit[0..n) * 10^exp
} Decimal;

// How many bits the number of these digits has.
static int count_bits(const Decimal *d) {
    uint32_t word[120] = {0};
    int words = 0;
    for (int i = 0; i < d->n; i++) {
        uint64_t carry = (uint64_t)(d->digit[i] - '0');
        for (int k = 0; k < words; k++) {
            carry += (uint64_t)word[k] * 10;
            word[k] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry && words < 120) word[words++] = (uint32_t)carry;
    }
    return words ? 32 * words - __builtin_clz(word[words - 1]) : 0;
}

// Trailing zeros go into the exponent.
static void drop_zeros(Decimal *d) {
    while (d->n > 1 && d->digit[d->n - 1] == '0') d->n--, d->exp++;
}

static void exact_digits(Arena *arena, ApFloat value, Decimal *d) {
    Buf text;
    buf_init(&text, arena);
    apf_print(&text, apf_abs(value), 'e', MOST_DIGITS - 2, false);
    const char *s = buf_cstr(&text), *e = strchr(s, 'e');
    d->n = 0;
    for (; s < e; s++) {
        if (*s != '.' && d->n < MOST_DIGITS) d->digit[d->n++] = *s;
    }
    d->exp = atoi(e + 1) - (d->n - 1);
    drop_zeros(d);
    // Whole numbers keep their zeros.
    while (d->exp > 0 && d->n < MOST_DIGITS) d->digit[d->n++] = '0', d->exp--;
}

// Half up, as toString does it, whatever the exact digits behind would say.
static void round_digits(Decimal *d, int wanted) {
    if (d->n <= wanted) return;
    bool up = d->digit[wanted] >= '5';
    d->exp += d->n - wanted;
    d->n = wanted;
    while (up && d->n && d->digit[d->n - 1] == '9') d->n--, d->exp++;
    if (up && !d->n) d->digit[d->n++] = '0';
    if (up) d->digit[d->n - 1]++;
    drop_zeros(d);
}

// 59/196 is toString's value for the logarithm of 2.
static void cut_digits(Decimal *d, int wanted) {
    int over = count_bits(d) - (wanted * 196 + 58) / 59;
    int tens = over > 0 ? over * 59 / 196 : 0;
    tens = CU_MIN(tens, d->n - 1);
    d->n -= tens;
    d->exp += tens;
    drop_zeros(d);
    round_digits(d, wanted);
}

// Two spellings: C's with filled digits, and toString's own.
static void print_scientific(Buf *out, const Decimal *d, int fill) {
    int exp = d->exp + d->n - 1;
    buf_printf(out, "%c.", d->digit[0]);
    if (d->n > 1)
        buf_write(out, d->digit + 1, (size_t)(d->n - 1));
    else if (!fill)
        buf_putc(out, '0');
    for (int i = d->n - 1; i < fill; i++) buf_putc(out, '0');
    buf_printf(out, fill ? "e%+03d" : "E%+d", exp);
}

// In plain notation where few zeros are needed for it; false if that has no point.
static bool print_plain(Buf *out, const Decimal *d, int digits) {
    enum { PADDING = 3 };
    int top = d->exp + d->n - 1;
    bool scientific = d->exp >= 0 ? d->exp > PADDING || d->n + d->exp > digits : top < -PADDING;
    if (scientific) {
        print_scientific(out, d, 0);
        return true;
    }
    if (d->exp >= 0) return false;
    if (top < 0) {
        buf_puts(out, "0.");
        for (int i = top + 1; i < 0; i++) buf_putc(out, '0');
        buf_write(out, d->digit, (size_t)d->n);
    } else {
        buf_write(out, d->digit, (size_t)top + 1);
        buf_putc(out, '.');
        buf_write(out, d->digit + top + 1, (size_t)(d->n - top - 1));
    }
    return true;
}

static void print_bits(Buf *out, TileTypeKind kind, uint64_t bits) {
    buf_puts(out, "0x");
    for (int i = (int)(tile_bits(kind) + 3) / 4 - 1; i >= 0; i--) {
        buf_putc(out, "0123456789ABCDEF"[bits >> (4 * i) & 15]);
    }
}

// Six digits if they give the value back, else as many as tell the format's values apart.
static void print_float(Buf *out, TileTypeKind kind, uint64_t bits) {
    enum { SHORT = 6 };
    ApFloat value = tp_float(kind, bits), back;
    if (is_any_of(value.cat, APC_NAN, APC_INF)) {
        print_bits(out, kind, bits);
        return;
    }
    Decimal d;
    Buf text;
    buf_init(&text, out->arena);
    exact_digits(out->arena, value, &d);
    cut_digits(&d, SHORT);
    print_scientific(&text, &d, SHORT);
    if (!apf_parse(text.at, text.n, (ApfFormat)value.fmt, APF_RNE, &back, NULL) ||
        !apf_same(back, apf_abs(value))) {
        int digits = 2 + apf_info[value.fmt].precision * 59 / 196;
        exact_digits(out->arena, value, &d);
        cut_digits(&d, digits);
        text.n = 0;
        if (!print_plain(&text, &d, digits)) {
            print_bits(out, kind, bits);
            return;
        }
    }
    if (value.sign) buf_putc(out, '-');
    buf_write(out, text.at, text.n);
}

void tp_number(Buf *out, TileTypeKind kind, uint64_t bits) {
    uint32_t width = tile_bits(kind);
    if (kind == TILE_T_I1)
        buf_puts(out, bits & 1 ? "true" : "false");
    else if (tile_type_row[kind].class == TILE_CLASS_FLOAT)
        print_float(out, kind, bits);
    else
        buf_i64(out, (int64_t)(bits << (64 - width)) >> (64 - width));
}

// ---- constants ---------------------------------------------------------------------------------

// Lists in lists, by dimension.
static void print_nested(Printer *p, const TileAttr *dense) {
    const TileType *type = dense->type;
    TileTypeKind kind = (TileTypeKind)type->sub->kind;
    uint64_t n = tile_count(type);
    for (uint64_t i = 0; i < n; i++) {
        // Brackets open and close where the index of a dimension begins and ends.
        uint64_t size = 1;
        uint32_t edges = 0;
        for (uint32_t d = type->nshape; d > 0; d--) {
            size *= (uint64_t)type->shape[d - 1];
            if (i % size) break;
            edges++;
        }
        if (i) buf_puts(p->out, ", ");
        for (uint32_t k = 0; k < edges; k++) buf_putc(p->out, '[');
        tp_number(p->out, kind, tile_dense_bits(dense, i));
        size = 1;
        for (uint32_t d = type->nshape; d > 0; d--) {
            size *= (uint64_t)type->shape[d - 1];
            if ((i + 1) % size) break;
            buf_putc(p->out, ']');
        }
    }
}

// Long constants are their bytes, as they lie in the file.
static void print_hex(Printer *p, const TileAttr *dense) {
    buf_puts(p->out, "\"0x");
    for (uint64_t i = 0; i < dense->size; i++) {
        buf_putc(p->out, "0123456789ABCDEF"[dense->data[i] >> 4]);
        buf_putc(p->out, "0123456789ABCDEF"[dense->data[i] & 15]);
    }
    buf_putc(p->out, '"');
}

void tp_dense(Printer *p, const TileAttr *dense) {
    enum { HEX_ABOVE = 100 }; // elements
    TileTypeKind kind = (TileTypeKind)dense->type->sub->kind;
    buf_printf(p->out, "<%s: ", tile_type_row[kind].name);
    if (tile_dense_splat(dense))
        tp_number(p->out, kind, tile_dense_bits(dense, 0));
    else if (tile_count(dense->type) > HEX_ABOVE)
        print_hex(p, dense);
    else
        print_nested(p, dense);
    buf_puts(p->out, "> : ");
    tile_type_print(p->ctx, dense->type, p->out);
}

// ---- attributes --------------------------------------------------------------------------------

void tp_string(Printer *p, Atom text) {
    const char *s = atom_str(p->ctx, text);
    buf_putc(p->out, '"');
    for (uint32_t i = 0; i < atom_len(p->ctx, text); i++) {
        uint8_t c = (uint8_t)s[i];
        if (c == '\\')
            buf_puts(p->out, "\\\\");
        else if (c >= ' ' && c < 0x7f && c != '"')
            buf_putc(p->out, (char)c);
        else
            buf_printf(p->out, "\\%02X", c);
    }
    buf_putc(p->out, '"');
}

// Quoted where it is no plain word.
// As a word where it is one.
static void print_name(Printer *p, Atom name) {
    const char *s = atom_str(p->ctx, name);
    uint32_t n = atom_len(p->ctx, name);
    bool word = n && (s[0] == '_' || tp_letter(s[0]));
    for (uint32_t i = 0; i < n; i++) {
        word &= tp_letter(s[i]) || (s[i] >= '0' && s[i] <= '9') || is_any_of(s[i], '_', '$', '.');
    }
    if (word)
        buf_atom(p->ctx, p->out, name);
    else
        tp_string(p, name);
}

void tp_symbol(Printer *p, Atom name) {
    buf_putc(p->out, '@');
    print_name(p, name);
}

typedef struct {
    const char *text;
    TileNamed named;
} Entry;

static int by_name(const void *a, const void *b) {
    return strcmp(((const Entry *)a)->text, ((const Entry *)b)->text);
}

static void print_entries(Printer *p, const TileAttr *entries, const char *open, const char *close,
                          bool typed);

// `typed`: numbers have their types, also where text without one means the same.
static void print_entry(Printer *p, const TileAttr *value, bool typed) {
    buf_puts(p->out, " = ");
    if (value->kind == TILE_A_DICTIONARY) {
        print_entries(p, value, "{", "}", typed);
        return;
    }
    tp_attr(p, value, typed);
    bool number = is_any_of(value->kind, TILE_A_INTEGER, TILE_A_FLOAT);
    if (typed && number && is_any_of(value->type->kind, TILE_T_I64, TILE_T_F64))
        buf_printf(p->out, " : %s", tile_type_row[value->type->kind].name);
}

// Entries in the order of their names, whatever that of the file.
static void print_entries(Printer *p, const TileAttr *entries, const char *open, const char *close,
                          bool typed) {
    Entry *entry = arena_array(p->arena, Entry, entries->n);
    for (uint32_t i = 0; i < entries->n; i++) {
        entry[i] = (Entry){atom_str(p->ctx, entries->named[i].name), entries->named[i]};
    }
    if (entries->n) qsort(entry, entries->n, sizeof *entry, by_name);
    buf_puts(p->out, open);
    for (uint32_t i = 0; i < entries->n; i++) {
        if (i) buf_puts(p->out, ", ");
        const TileAttr *value = entry[i].named.value;
        print_name(p, entry[i].named.name);
        if (value->kind != TILE_A_UNIT) print_entry(p, value, typed);
    }
    buf_puts(p->out, close);
}

void tp_hints(Printer *p, const TileAttr *hints) {
    print_entries(p, hints, "<", ">", false);
}

void tp_further(Printer *p, const TileAttr *further) {
    print_entries(p, further, "{", "}", true);
}

static void print_bound(Printer *p, const TileAttr *bounds, int which) {
    if (bounds->flags >> which & 1)
        buf_i64(p->out, which ? bounds->second : bounds->first);
    else
        buf_putc(p->out, '?');
}

static void print_predicate(Printer *p, const TileAttr *predicate) {
    buf_printf(p->out, "%s<", tile_attr_row[predicate->kind].name);
    if (predicate->kind == TILE_A_DIV_BY) {
        buf_u64(p->out, predicate->bits);
        if (predicate->flags) {
            buf_printf(p->out, ", every %lld along %lld", (long long)predicate->first,
                       (long long)predicate->second);
        }
    } else if (predicate->kind == TILE_A_BOUNDED) {
        print_bound(p, predicate, 0);
        buf_puts(p->out, ", ");
        print_bound(p, predicate, 1);
    } else {
        buf_putc(p->out, '[');
        for (uint32_t i = 0; i < predicate->n; i++) {
            if (i) buf_puts(p->out, ", ");
            buf_i64(p->out, predicate->number[i]);
        }
        buf_putc(p->out, ']');
    }
    buf_putc(p->out, '>');
}

// Numbers, booleans or attributes.
static void print_list(Printer *p, const TileAttr *list) {
    buf_putc(p->out, '[');
    for (uint32_t i = 0; i < list->n; i++) {
        if (i) buf_puts(p->out, ", ");
        if (list->kind == TILE_A_ARRAY)
            tp_attr(p, list->item[i], true);
        else if (list->which)
            buf_puts(p->out, list->number[i] ? "true" : "false");
        else
            buf_i64(p->out, list->number[i]);
    }
    buf_putc(p->out, ']');
}

void tp_attr(Printer *p, const TileAttr *printed, bool typed) {
    switch (printed->kind) {
    case TILE_A_INTEGER:
    case TILE_A_FLOAT:
        tp_number(p->out, (TileTypeKind)printed->type->kind, printed->bits);
        if (typed && !is_any_of(printed->type->kind, TILE_T_I64, TILE_T_F64)) {
            buf_puts(p->out, " : ");
            tile_type_print(p->ctx, printed->type, p->out);
        }
        break;
    case TILE_A_BOOL: buf_puts(p->out, printed->bits ? "true" : "false"); break;
    case TILE_A_TYPE:
        buf_puts(p->out, "!cuda_tile.");
        tile_type_print(p->ctx, printed->type, p->out);
        break;
    case TILE_A_STRING: tp_string(p, printed->text); break;
    case TILE_A_SYMBOL: tp_symbol(p, printed->text); break;
    case TILE_A_ARRAY:
    case TILE_A_INTS: print_list(p, printed); break;
    case TILE_A_DENSE: tp_dense(p, printed); break;
    case TILE_A_DICTIONARY: print_entries(p, printed, "{", "}", typed); break;
    case TILE_A_HINTS: tp_hints(p, printed); break;
    default: print_predicate(p, printed); break;
    }
}
