// SPDX-License-Identifier: Apache-2.0
// The reader's attributes: on functions, return values, parameters and in groups. What stands in
// the parentheses of an ATTR_TEXT attribute is checked and kept in one spelling.
#include "ir/parse_int.h"

static IrAttr by_name(const Parser *p) {
    return (IrAttr)pa_word_in(p, &p->attrs);
}

// ---- integers ----

static bool paren_number(Parser *p, bool group, uint64_t *v) { // (8), =8, or a blank and 8
    if (group && pa_eat(p, '=')) return pa_u64(p, v, UINT64_MAX);
    if (p->tok.kind == T_INT) return pa_u64(p, v, UINT64_MAX);
    return pa_expect(p, '(') && pa_u64(p, v, UINT64_MAX) && pa_expect(p, ')');
}

static const char *const access_names[] = {"none", "read", "write", "readwrite"};

static bool memory_attr(Parser *p, uint64_t *mem) { // memory(read, argmem: readwrite)
    bool located = false;
    *mem = 0;
    if (!pa_expect(p, '(')) return false;
    do {
        int shift = -1;
        if (p->tok.kind == T_LABEL) {
            const char *s = atom_str(p->ctx, pa_name(p));
            if (strcmp(s, "argmem") == 0) shift = 0;
            if (strcmp(s, "inaccessiblemem") == 0) shift = 2;
            bool newer = strncmp(s, "target_mem", 10) == 0 || strcmp(s, "errnomem") == 0;
            if (shift < 0 && !newer) return pa_fail(p, "memory location or access kind expected");
            pa_next(p);
        } else if (located) {
            return pa_fail(p, "the default access kind comes first");
        }
        bool here = p->tok_at != NULL && p->tok.kind == T_WORD;
        int a = pa_word_of(p, 4, access_names);
        if (!here || a < 0) return pa_fail(p, "access kind expected");
        if (shift >= 0) {
            *mem = (*mem & ~(3ull << shift)) | (uint64_t)a << shift;
            located = true;
        } else if (!located) {
            *mem = (uint64_t)a * 0x15;
        }
    } while (pa_eat(p, ','));
    return pa_expect(p, ')');
}

// ---- texts ----

static bool range_text(Parser *p, Buf *b) { // (i32 0, 10)
    if (!pa_expect(p, '(')) return false;
    IrType *t = pa_type(p);
    if (!t) return false;
    if (t->kind != IR_TY_INT) return pa_fail(p, "the range must have an integer type");
    IrConst *lo = p->tok.kind == T_INT ? pa_int_const(p, t) : NULL;
    if (!lo || !pa_expect(p, ',')) return pa_fail(p, "integer expected");
    IrConst *hi = p->tok.kind == T_INT ? pa_int_const(p, t) : NULL;
    if (!hi) return pa_fail(p, "integer expected");
    if (lo == hi && !ir_is_zero(&lo->v)) return pa_fail(p, "the range must not be full or empty");
    if (lo == hi) return pa_fail(p, "the range must not be full or empty");
    ir_print_value(&lo->v, b);
    buf_puts(b, ", ");
    size_t at = b->n;
    ir_print_value(&hi->v, b);
    const char *blank = memchr(b->at + at, ' ', b->n - at); // without the type
    size_t cut = (size_t)(blank + 1 - (b->at + at));
    memmove(b->at + at, b->at + at + cut, b->n - at - cut);
    b->n -= cut;
    return pa_expect(p, ')');
}

static bool int64(Parser *p, int64_t *v) {
    if (p->tok.kind != T_INT) return pa_fail(p, "integer expected");
    IrConst *c = pa_int_const(p, p->m->ty_i64);
    if (c) *v = ir_sval(c);
    return c != NULL;
}

static bool initializes_text(Parser *p, Buf *b) { // ((0, 4), (8, 12))
    int64_t lo = 0, hi = 0, before = 0;
    bool first = true;
    if (!pa_expect(p, '(')) return false;
    do {
        if (!pa_expect(p, '(') || !int64(p, &lo) || !pa_expect(p, ',') || !int64(p, &hi)) {
            return false;
        }
        if (lo == hi) return pa_fail(p, "the range must not be full or empty");
        if (lo > hi || (!first && lo <= before)) {
            return pa_fail(p, "unordered or overlapping ranges");
        }
        buf_printf(b, first ? "(%lld, %lld)" : ", (%lld, %lld)", (long long)lo, (long long)hi);
        before = hi;
        first = false;
        if (!pa_expect(p, ')')) return false;
    } while (pa_eat(p, ','));
    return pa_expect(p, ')');
}

static bool nofpclass_text(Parser *p, Buf *b) { // (nan inf) or a mask
    static const struct {
        const char *name;
        uint32_t mask;
    } rows[] = {{"all", 1023},  {"nan", 3},     {"snan", 1},   {"qnan", 2},
                {"inf", 0x204}, {"ninf", 4},    {"pinf", 512}, {"norm", 0x108},
                {"nnorm", 8},   {"pnorm", 256}, {"sub", 0x90}, {"nsub", 16},
                {"psub", 128},  {"zero", 0x60}, {"nzero", 32}, {"pzero", 64}};
    uint64_t mask = 0;
    if (!pa_expect(p, '(')) return false;
    if (p->tok.kind == T_INT) {
        const char *at = p->tok_at;
        if (!pa_u64(p, &mask, UINT32_MAX)) return false;
        if (!mask || mask > 1023) return pa_fail_at(p, at, "invalid mask for nofpclass");
    } else {
        do {
            size_t k = 0;
            while (k < CU_COUNT(rows) && !pa_is_word(p, rows[k].name)) k++;
            if (k == CU_COUNT(rows)) return pa_fail(p, "class of floating-point values expected");
            mask |= rows[k].mask;
            pa_next(p);
        } while (!pa_is(p, ')'));
    }
    bool first = true;
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if ((mask & rows[k].mask) != rows[k].mask) continue;
        mask &= ~(uint64_t)rows[k].mask;
        buf_printf(b, first ? "%s" : " %s", rows[k].name);
        first = false;
    }
    return pa_expect(p, ')');
}

static bool uwtable_text(Parser *p, Buf *b) {
    static const char *const kinds[] = {"sync", "async"};
    if (!pa_eat(p, '(')) return true;
    int k = pa_word_of(p, 2, kinds);
    if (k < 0) return pa_fail(p, "kind of unwind table expected");
    if (k == 0) buf_puts(b, "sync"); // async is what stands for nothing
    return pa_expect(p, ')');
}

static bool two_numbers_text(Parser *p, Buf *b, bool distinct) { // (1) or (1, 16)
    uint32_t x, y;
    if (!pa_expect(p, '(') || !pa_u32(p, &x)) return false;
    buf_printf(b, "%u", x);
    if (pa_eat(p, ',')) {
        const char *at = p->tok_at;
        if (!pa_u32(p, &y)) return false;
        if (distinct && x == y) {
            return pa_fail_at(p, at, "'allocsize' indices cannot refer to the same parameter");
        }
        buf_printf(b, ",%u", y);
    }
    return pa_expect(p, ')');
}

static bool allockind_text(Parser *p, Buf *b) { // ("alloc,zeroed")
    static const char *const kinds[] = {"alloc",         "realloc", "free",
                                        "uninitialized", "zeroed",  "aligned"};
    if (!pa_expect(p, '(')) return false;
    if (p->tok.kind != T_STRING) return pa_fail(p, "kind of allocation expected");
    const char *s = p->tok.s, *end = s + p->tok.n;
    while (s <= end) {
        const char *e = s;
        size_t k = 0;
        while (e < end && *e != ',') e++;
        while (k < CU_COUNT(kinds) &&
               (strlen(kinds[k]) != (size_t)(e - s) || memcmp(kinds[k], s, (size_t)(e - s)) != 0)) {
            k++;
        }
        if (k == CU_COUNT(kinds)) return pa_fail(p, "unknown kind of allocation");
        s = e + 1;
    }
    buf_putc(b, '"');
    buf_write(b, p->tok.s, p->tok.n);
    buf_putc(b, '"');
    pa_next(p);
    return pa_expect(p, ')');
}

static bool text_attr(Parser *p, const IrAttrSet **s, IrAttr a) {
    Buf b;
    bool ok = false;
    buf_init(&b, &p->tmp);
    switch (a) {
    case IR_ATTR_RANGE: ok = range_text(p, &b); break;
    case IR_ATTR_INITIALIZES: ok = initializes_text(p, &b); break;
    case IR_ATTR_NOFPCLASS: ok = nofpclass_text(p, &b); break;
    case IR_ATTR_UWTABLE: ok = uwtable_text(p, &b); break;
    case IR_ATTR_ALLOCKIND: ok = allockind_text(p, &b); break;
    default: ok = two_numbers_text(p, &b, a == IR_ATTR_ALLOCSIZE);
    }
    if (!ok) return false;
    *s = ir_attr_add_text(p->m, *s, a, atom_intern(p->ctx, b.at, b.n));
    return true;
}

// ---- one attribute ----

static bool int_attr(Parser *p, const IrAttrSet **s, IrAttr a, bool group) {
    uint64_t v;
    const char *at = p->tok_at;
    if (a == IR_ATTR_MEMORY) {
        if (!memory_attr(p, &v)) return false;
    } else if (!paren_number(p, group, &v)) {
        return false;
    }
    bool align = a == IR_ATTR_ALIGN || a == IR_ATTR_ALIGNSTACK;
    if (align && (!v || v > 1ull << 32 || (v & (v - 1)))) {
        return pa_fail_at(p, at, "alignment is no power of two, or too large");
    }
    if (!v && (a == IR_ATTR_DEREFERENCEABLE || a == IR_ATTR_DEREFERENCEABLE_OR_NULL)) {
        return pa_fail_at(p, at, "number of dereferenceable bytes must not be zero");
    }
    *s = ir_attr_add_int(p->m, *s, a, v);
    return true;
}

static bool type_attr(Parser *p, const IrAttrSet **s, IrAttr a) {
    IrType *t = p->pointee; // the typed-pointer dialects leave it out
    if (!t || pa_is(p, '(')) {
        if (!pa_expect(p, '(')) return false;
        t = pa_type_void(p);
        if (!t || !pa_expect(p, ')')) return false;
    }
    *s = ir_attr_add_type(p->m, *s, a, t);
    return true;
}

// Spellings of newer LLVM that mean nothing here or that have an older one, and of older LLVM.
static bool other_attr(Parser *p, const IrAttrSet **s, int at, bool *taken) {
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
        if (!pa_eat_word(p, old[i].name)) continue;
        uint64_t have = ir_attr_int(*s, IR_ATTR_MEMORY, IR_MEM_ANY);
        *s = ir_attr_add_int(p->m, *s, IR_ATTR_MEMORY, have & old[i].mem);
        return true;
    }
    if (pa_eat_word(p, "captures")) { // captures(none) is nocapture
        bool none = false;
        PaMark m = pa_mark(p);
        if (pa_eat(p, '(')) none = pa_eat_word(p, "none") && pa_is(p, ')');
        pa_back(p, &m);
        if (none && at >= 0) *s = ir_attr_add(p->m, *s, IR_ATTR_NOCAPTURE);
        return pa_is(p, '(') ? pa_skip_parens(p) : pa_expect(p, '(');
    }
    if (pa_word_of(p, CU_COUNT(newer), newer) >= 0) {
        return pa_is(p, '(') ? pa_skip_parens(p) : true;
    }
    *taken = false;
    return true;
}

static bool fits_place(Parser *p, IrAttr a, int at) {
    static const char *const what[] = {"functions", "return values", "parameters"};
    int place = at == IR_AT_FN ? 0 : at == IR_AT_RET ? 1 : 2;
    if (ir_attr_places[a] >> place & 1) return true;
    return pa_fail(p, "attribute '%s' does not apply to %s", ir_attr_names[a], what[place]);
}

static bool word_attr(Parser *p, const IrAttrSet **s, int at, bool group, bool *taken) {
    int a = (int)by_name(p);
    if (at == IR_AT_FN &&
        (a == IR_ATTR_READNONE || a == IR_ATTR_READONLY || a == IR_ATTR_WRITEONLY)) {
        a = -1; // on a function these are old spellings of memory(...)
    }
    if (a < 0) return other_attr(p, s, at, taken);
    *taken = true;
    if (!(group && a == IR_ATTR_ALIGN) && !fits_place(p, (IrAttr)a, at)) return false;
    pa_next(p);
    switch (ir_attr_form[a]) {
    case IR_ATTR_FLAG: *s = ir_attr_add(p->m, *s, (IrAttr)a); return true;
    case IR_ATTR_NUM: return int_attr(p, s, (IrAttr)a, group);
    case IR_ATTR_TY: return type_attr(p, s, (IrAttr)a);
    default: return text_attr(p, s, (IrAttr)a);
    }
}

bool pa_attrs(Parser *p, IrAttrList *l, const IrAttrSet **set, int at, bool in_group) {
    const IrAttrSet *s = l ? ir_attrs_get(l, at) : *set;
    while (!p->failed) {
        if (p->tok.kind == T_WORD) {
            bool taken;
            if (at == IR_AT_FN && !in_group && pa_is_word(p, "align")) break; // the function's own
            if (!word_attr(p, &s, at, in_group, &taken)) return false;
            if (!taken) break;
        } else if (p->tok.kind == T_ATTRNO && at == IR_AT_FN && !in_group) {
            vec_push(&p->tmp, &p->group_refs, ((GroupRef){l, p->tok.num, set}));
            pa_next(p);
        } else if (p->tok.kind == T_STRING) {
            Atom key = pa_string(p), value = 0;
            if (pa_eat(p, '=')) value = pa_string(p);
            s = ir_attr_add_str(p->m, s, key, value);
        } else {
            break;
        }
    }
    if (l) {
        ir_attrs_set(p->m, l, at, s);
    } else {
        *set = s;
    }
    return !p->failed;
}
