// SPDX-License-Identifier: Apache-2.0
// The reader's attributes: on functions, return values, parameters and in groups. What stands in
// the parentheses of an ATTR_TEXT attribute is checked and kept in one spelling.
#include "ir/parse_int.h"

// The attribute that the word at hand is, or -1.
static IrAttr by_name(const Parser *parser) {
    return (IrAttr)pa_word_in(parser, &parser->attrs);
}

// ---- integers ----

// A number as (8), in groups also as =8, or behind a blank.
static bool paren_number(Parser *parser, bool group, uint64_t *v) {
    if (group && pa_eat(parser, '=')) return pa_u64(parser, v, UINT64_MAX);
    if (parser->tok.kind == T_INT) return pa_u64(parser, v, UINT64_MAX);
    return pa_expect(parser, '(') && pa_u64(parser, v, UINT64_MAX) && pa_expect(parser, ')');
}

static const char *const access_names[] = {"none", "read", "write", "readwrite"};

// The form memory(read, argmem: readwrite): a default for all locations, then single ones.
// Locations of newer LLVMs are read and left out.
static bool memory_attr(Parser *parser, uint64_t *mem) {
    bool located = false;
    *mem = 0;
    if (!pa_expect(parser, '(')) return false;
    do {
        int shift = -1;
        if (parser->tok.kind == T_LABEL) {
            const char *s = atom_str(parser->ctx, pa_name(parser));
            if (strcmp(s, "argmem") == 0) shift = 0;
            if (strcmp(s, "inaccessiblemem") == 0) shift = 2;
            bool newer = strncmp(s, "target_mem", 10) == 0 || strcmp(s, "errnomem") == 0;
            if (shift < 0 && !newer)
                return pa_fail(parser, "memory location or access kind expected");
            pa_next(parser);
        } else if (located) {
            return pa_fail(parser, "the default access kind comes first");
        }
        bool here = parser->tok_at != NULL && parser->tok.kind == T_WORD;
        int a = pa_word_of(parser, 4, access_names);
        if (!here || a < 0) return pa_fail(parser, "access kind expected");
        if (shift >= 0) {
            *mem = (*mem & ~(3ull << shift)) | (uint64_t)a << shift;
            located = true;
        } else if (!located) {
            // the default for all three locations, two bits each
            *mem = (uint64_t)a * 0x15;
        }
    } while (pa_eat(parser, ','));
    return pa_expect(parser, ')');
}

// ---- texts ----

// The form (i32 0, 10); kept as it is printed.
static bool range_text(Parser *parser, Buf *out) {
    if (!pa_expect(parser, '(')) return false;
    IrType *type = pa_type(parser);
    if (!type) return false;
    if (type->kind != IR_TY_INT) return pa_fail(parser, "the range must have an integer type");
    IrConst *lo = parser->tok.kind == T_INT ? pa_int_const(parser, type) : NULL;
    if (!lo || !pa_expect(parser, ',')) return pa_fail(parser, "integer expected");
    IrConst *hi = parser->tok.kind == T_INT ? pa_int_const(parser, type) : NULL;
    if (!hi) return pa_fail(parser, "integer expected");
    if (lo == hi) return pa_fail(parser, "the range must not be full or empty");

    // as printed, the upper bound without its type
    ir_print_value(&lo->v, out);
    buf_puts(out, ", ");
    size_t at = out->n;
    ir_print_value(&hi->v, out);
    const char *blank = memchr(out->at + at, ' ', out->n - at); // without the type
    size_t cut = (size_t)(blank + 1 - (out->at + at));
    memmove(out->at + at, out->at + at + cut, out->n - at - cut);
    out->n -= cut;
    return pa_expect(parser, ')');
}

// A signed number of 64 bits.
static bool int64(Parser *parser, int64_t *v) {
    if (parser->tok.kind != T_INT) return pa_fail(parser, "integer expected");
    IrConst *c = pa_int_const(parser, parser->m->ty_i64);
    if (c) *v = ir_sval(c);
    return c != NULL;
}

// The form ((0, 4), (8, 12)): byte ranges in increasing order.
static bool initializes_text(Parser *parser, Buf *out) {
    int64_t lo = 0, hi = 0, before = 0;
    bool first = true;
    if (!pa_expect(parser, '(')) return false;
    do {
        if (!pa_expect(parser, '(') || !int64(parser, &lo)) return false;
        if (!pa_expect(parser, ',') || !int64(parser, &hi)) return false;
        if (lo == hi) return pa_fail(parser, "the range must not be full or empty");
        if (lo > hi || (!first && lo <= before)) {
            return pa_fail(parser, "unordered or overlapping ranges");
        }
        buf_printf(out, first ? "(%lld, %lld)" : ", (%lld, %lld)", (long long)lo, (long long)hi);
        before = hi;
        first = false;
        if (!pa_expect(parser, ')')) return false;
    } while (pa_eat(parser, ','));
    return pa_expect(parser, ')');
}

// The form (nan inf), or a mask; kept as words, the widest ones first.
static bool nofpclass_text(Parser *parser, Buf *out) {
    static const struct {
        const char *name;
        uint32_t mask;
    } rows[] = {{"all", 1023},  {"nan", 3},     {"snan", 1},   {"qnan", 2},
                {"inf", 0x204}, {"ninf", 4},    {"pinf", 512}, {"norm", 0x108},
                {"nnorm", 8},   {"pnorm", 256}, {"sub", 0x90}, {"nsub", 16},
                {"psub", 128},  {"zero", 0x60}, {"nzero", 32}, {"pzero", 64}};
    uint64_t mask = 0;
    if (!pa_expect(parser, '(')) return false;
    if (parser->tok.kind == T_INT) {
        const char *at = parser->tok_at;
        if (!pa_u64(parser, &mask, UINT32_MAX)) return false;
        if (!mask || mask > 1023) return pa_fail_at(parser, at, "invalid mask for nofpclass");
    } else {
        do {
            size_t k = 0;
            while (k < CU_COUNT(rows) && !pa_is_word(parser, rows[k].name)) k++;
            if (k == CU_COUNT(rows))
                return pa_fail(parser, "class of floating-point values expected");
            mask |= rows[k].mask;
            pa_next(parser);
        } while (!pa_is(parser, ')'));
    }
    bool first = true;
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        // rows with more classes come first, and take theirs away from the mask
        if ((mask & rows[k].mask) != rows[k].mask) continue;
        mask &= ~(uint64_t)rows[k].mask;
        buf_printf(out, first ? "%s" : " %s", rows[k].name);
        first = false;
    }
    return pa_expect(parser, ')');
}

// The kind in parentheses, if it stands there.
static bool uwtable_text(Parser *parser, Buf *out) {
    static const char *const kinds[] = {"sync", "async"};
    if (!pa_eat(parser, '(')) return true;
    int k = pa_word_of(parser, 2, kinds);
    if (k < 0) return pa_fail(parser, "kind of unwind table expected");
    if (k == 0) buf_puts(out, "sync"); // async is what stands for nothing
    return pa_expect(parser, ')');
}

// The form (1) or (1, 16).
static bool two_numbers(Parser *parser, Buf *out, bool distinct) {
    uint32_t x, y;
    if (!pa_expect(parser, '(') || !pa_u32(parser, &x)) return false;
    buf_printf(out, "%u", x);
    if (pa_eat(parser, ',')) {
        const char *at = parser->tok_at;
        if (!pa_u32(parser, &y)) return false;
        if (distinct && x == y) {
            return pa_fail_at(parser, at, "'allocsize' indices cannot refer to the same parameter");
        }
        buf_printf(out, ",%u", y);
    }
    return pa_expect(parser, ')');
}

static bool allocsize_text(Parser *parser, Buf *out) {
    return two_numbers(parser, out, true);
}

static bool vscale_range_text(Parser *parser, Buf *out) {
    return two_numbers(parser, out, false);
}

// The form ("alloc,zeroed"), of known words; kept with its quotes.
static bool allockind_text(Parser *parser, Buf *out) {
    static const char *const kinds[] = {"alloc",         "realloc", "free",
                                        "uninitialized", "zeroed",  "aligned"};
    if (!pa_expect(parser, '(')) return false;
    if (parser->tok.kind != T_STRING) return pa_fail(parser, "kind of allocation expected");
    const char *s = parser->tok.s, *end = s + parser->tok.n;
    while (s <= end) {
        const char *e = s;
        size_t k = 0;
        while (e < end && *e != ',') e++;
        while (k < CU_COUNT(kinds) &&
               (strlen(kinds[k]) != (size_t)(e - s) || memcmp(kinds[k], s, (size_t)(e - s)) != 0)) {
            k++;
        }
        if (k == CU_COUNT(kinds)) return pa_fail(parser, "unknown kind of allocation");
        s = e + 1;
    }
    buf_putc(out, '"');
    buf_write(out, parser->tok.s, parser->tok.n);
    buf_putc(out, '"');
    pa_next(parser);
    return pa_expect(parser, ')');
}

// What stands behind an attribute that we keep as text.
static bool text_attr(Parser *parser, const IrAttrSet **s, IrAttr attr) {
    typedef bool Reader(Parser *, Buf *);
    static Reader *const readers[] = {
        [IR_ATTR_RANGE] = range_text,
        [IR_ATTR_INITIALIZES] = initializes_text,
        [IR_ATTR_NOFPCLASS] = nofpclass_text,
        [IR_ATTR_UWTABLE] = uwtable_text,
        [IR_ATTR_ALLOCKIND] = allockind_text,
        [IR_ATTR_ALLOCSIZE] = allocsize_text,
        [IR_ATTR_VSCALE_RANGE] = vscale_range_text,
    };
    Buf out;
    buf_init(&out, &parser->tmp);
    if (!readers[attr](parser, &out)) return false;
    *s = ir_attr_add_text(parser->m, *s, attr, atom_intern(parser->ctx, out.at, out.n));
    return true;
}

// ---- one attribute ----

// What stands behind an attribute with a number.
static bool int_attr(Parser *parser, const IrAttrSet **s, IrAttr attr, bool group) {
    uint64_t v;
    const char *at = parser->tok_at;
    if (attr == IR_ATTR_MEMORY) {
        if (!memory_attr(parser, &v)) return false;
    } else if (!paren_number(parser, group, &v)) {
        return false;
    }
    bool align = is_any_of(attr, IR_ATTR_ALIGN, IR_ATTR_ALIGNSTACK);
    bool power_of_two = v && v <= 1ull << 32 && !(v & (v - 1));
    if (align && !power_of_two) {
        return pa_fail_at(parser, at, "alignment is no power of two, or too large");
    }
    if (!v && is_any_of(attr, IR_ATTR_DEREFERENCEABLE, IR_ATTR_DEREFERENCEABLE_OR_NULL)) {
        return pa_fail_at(parser, at, "number of dereferenceable bytes must not be zero");
    }
    *s = ir_attr_add_int(parser->m, *s, attr, v);
    return true;
}

// What stands behind byval and its like.
static bool type_attr(Parser *parser, const IrAttrSet **s, IrAttr attr) {
    IrType *t = parser->pointee; // the typed-pointer dialects leave it out
    if (!t || pa_is(parser, '(')) {
        if (!pa_expect(parser, '(')) return false;
        t = pa_type_void(parser);
        if (!t || !pa_expect(parser, ')')) return false;
    }
    *s = ir_attr_add_type(parser->m, *s, attr, t);
    return true;
}

// Spellings of newer LLVM that mean nothing here or that have an older one, and of older LLVM.
// `*taken` is false if the word is none of them. Old function attributes about memory narrow
// memory(...).
static bool other_attr(Parser *parser, const IrAttrSet **s, int at, bool *taken) {
    static const char *const newer[] = {"noext",
                                        "dead_on_return",
                                        "coro_elide_safe",
                                        "sanitize_type",
                                        "sanitize_realtime",
                                        "sanitize_realtime_blocking",
                                        "nocreateundeforpoison",
                                        "sanitize_alloc_token"};
    static const struct {
        const char *name;
        uint8_t mem;
    } old[] = {{"readnone", IR_MEM_NONE},
               {"readonly", IR_MEM_READ},
               {"writeonly", IR_MEM_WRITE},
               {"argmemonly", IR_MEM_ARG},
               {"inaccessiblememonly", IR_MEM_INACC},
               {"inaccessiblemem_or_argmemonly", IR_MEM_ARG | IR_MEM_INACC}};
    *taken = true;
    for (size_t i = 0; at == IR_AT_FN && i < CU_COUNT(old); i++) {
        if (!pa_eat_word(parser, old[i].name)) continue;
        uint64_t have = ir_attr_int(*s, IR_ATTR_MEMORY, IR_MEM_ANY);
        *s = ir_attr_add_int(parser->m, *s, IR_ATTR_MEMORY, have & old[i].mem);
        return true;
    }
    if (pa_eat_word(parser, "captures")) { // captures(none) is nocapture
        bool none = false;
        PaMark m = pa_mark(parser);
        if (pa_eat(parser, '(')) none = pa_eat_word(parser, "none") && pa_is(parser, ')');
        pa_back(parser, &m);
        if (none && at >= 0) *s = ir_attr_add(parser->m, *s, IR_ATTR_NOCAPTURE);
        return pa_is(parser, '(') ? pa_skip_parens(parser) : pa_expect(parser, '(');
    }
    if (pa_word_of(parser, CU_COUNT(newer), newer) >= 0) {
        return pa_is(parser, '(') ? pa_skip_parens(parser) : true;
    }
    *taken = false;
    return true;
}

// Whether the attribute may stand there; an error if not.
static bool fits_place(Parser *parser, IrAttr a, int at) {
    static const char *const what[] = {"functions", "return values", "parameters"};
    int place = 2;
    if (at == IR_AT_FN) place = 0;
    if (at == IR_AT_RET) place = 1;
    if (ir_attr_places[a] >> place & 1) return true;
    return pa_fail(parser, "attribute '%s' does not apply to %s", ir_attr_names[a], what[place]);
}

// The word at hand as an attribute; *taken is false if it is something else.
static bool word_attr(Parser *parser, const IrAttrSet **s, int at, bool group, bool *taken) {
    int a = (int)by_name(parser);

    // on a function these are old spellings of memory(...)
    bool about_memory = is_any_of(a, IR_ATTR_READNONE, IR_ATTR_READONLY, IR_ATTR_WRITEONLY);
    if (at == IR_AT_FN && about_memory) a = -1;
    if (a < 0) return other_attr(parser, s, at, taken);
    *taken = true;
    if (!(group && a == IR_ATTR_ALIGN) && !fits_place(parser, (IrAttr)a, at)) return false;
    pa_next(parser);
    switch (ir_attr_form[a]) {
    case IR_ATTR_FLAG: *s = ir_attr_add(parser->m, *s, (IrAttr)a); return true;
    case IR_ATTR_NUM: return int_attr(parser, s, (IrAttr)a, group);
    case IR_ATTR_TY: return type_attr(parser, s, (IrAttr)a);
    default: return text_attr(parser, s, (IrAttr)a);
    }
}

// Reads attributes as long as there are some, words, groups and strings, and adds them to the place
// `at` of `into`, or to *set where there is no list. Groups are looked up at the end of the file:
// they may be defined below.
bool pa_attrs(Parser *parser, IrAttrList *into, const IrAttrSet **set, int at, bool in_group) {
    const IrAttrSet *attrs = into ? ir_attrs_get(into, at) : *set;
    while (!parser->failed) {
        if (parser->tok.kind == T_WORD) {
            bool taken;
            if (at == IR_AT_FN && !in_group && pa_is_word(parser, "align"))
                break; // the function's own
            if (!word_attr(parser, &attrs, at, in_group, &taken)) return false;
            if (!taken) break;
        } else if (parser->tok.kind == T_ATTRNO && at == IR_AT_FN && !in_group) {
            vec_push(&parser->tmp, &parser->group_refs, ((GroupRef){into, parser->tok.num, set}));
            pa_next(parser);
        } else if (parser->tok.kind == T_STRING) {
            Atom key = pa_string(parser), value = 0;
            if (pa_eat(parser, '=')) value = pa_string(parser);
            attrs = ir_attr_add_str(parser->m, attrs, key, value);
        } else {
            break;
        }
    }
    if (into) {
        ir_attrs_set(parser->m, into, at, attrs);
    } else {
        *set = attrs;
    }
    return !parser->failed;
}
