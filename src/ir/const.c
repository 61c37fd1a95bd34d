// SPDX-License-Identifier: Apache-2.0
// Interned constants. Canonical forms (equal constants are the same pointer):
//  - integers and floats by their bits; an aggregate whose parts are all zero is IR_C_ZERO, all
//    poison IR_C_POISON, all undef IR_C_UNDEF; an array or vector of plain 8 to 64-bit numbers is
//    IR_C_DATA; everything else IR_C_AGG.
//  - an address plus a constant is `getelementptr i8, base, i64 n`, never nested.
#include "ir/ir_int.h"

static uint64_t const_hash(const IrConst *c) {
    uint64_t h = hash_mix(hash_mix(c->v.kind, c->v.type->id), c->n);
    switch (c->v.kind) {
    case IR_C_INT:
    case IR_C_FP:
        if (c->n <= 1) return hash_mix(h, c->bits);
        return hash_bytes(c->words, c->n * 8u, h);
    case IR_C_DATA: return hash_bytes(c->data, c->n, h);
    case IR_C_BLOCKADDR: return hash_mix(h, (uintptr_t)c->block);
    case IR_C_EXPR:
        h = hash_mix(h, c->v.op * 65536u + c->v.flags);
        h = hash_mix(h, c->aty ? c->aty->id : 0); // fall through
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
    case IR_C_PTRAUTH:
    case IR_C_AGG:
        for (uint32_t i = 0; i < c->n; i++) h = hash_mix(h, (uintptr_t)c->elem[i]);
        return h;
    default: return h;
    }
}

static bool const_eq(const void *key, const void *item) {
    const IrConst *a = key, *b = item;
    if (a->v.kind != b->v.kind || a->v.type != b->v.type || a->n != b->n) return false;
    switch (a->v.kind) {
    case IR_C_INT:
    case IR_C_FP:
        return a->n <= 1 ? a->bits == b->bits : memcmp(a->words, b->words, a->n * 8u) == 0;
    case IR_C_DATA: return memcmp(a->data, b->data, a->n) == 0;
    case IR_C_EXPR:
        if (a->v.op != b->v.op || a->v.flags != b->v.flags || a->aty != b->aty) return false;
        return memcmp(a->elem, b->elem, a->n * sizeof(IrConst *)) == 0;
    case IR_C_BLOCKADDR: return a->block == b->block;
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
    case IR_C_PTRAUTH:
    case IR_C_AGG: return memcmp(a->elem, b->elem, a->n * sizeof(IrConst *)) == 0;
    default: return true;
    }
}

static IrConst *intern(IrModule *m, const IrConst *key) {
    uint64_t h = const_hash(key);
    IrConst *c = cons_find(&m->intern->consts, h, const_eq, key);
    if (c) return c;
    ir_lock(m);
    c = cons_find(&m->intern->consts, h, const_eq, key); // made by another thread meanwhile?
    if (!c) {
        c = arena_new(&m->arena, IrConst);
        *c = *key;
        c->v.id = m->intern->nconsts++;
        Arena *a = &m->arena;
        switch (key->v.kind) {
        case IR_C_INT:
        case IR_C_FP:
            if (key->n > 1) c->words = arena_copy(a, key->words, key->n * 8u, 8);
            break;
        case IR_C_DATA: c->data = arena_copy(a, key->data, key->n, 8); break;
        case IR_C_AGG:
        case IR_C_BLOCKADDR:
        case IR_C_DSO_LOCAL:
        case IR_C_NO_CFI:
        case IR_C_PTRAUTH:
        case IR_C_EXPR:
            c->elem = arena_copy(a, key->elem, key->n * sizeof(IrConst *), sizeof(void *));
            for (uint32_t k = 0; k < c->n; k++)
                c->depth = CU_MAX(c->depth, ir_const_depth(c->elem[k]) + 1);
            break;
        default: break;
        }
        cons_add(&m->intern->consts, h, c);
    }
    ir_unlock(m);
    return c;
}

static IrConst *simple(IrModule *m, IrValueKind kind, IrType *t) {
    return intern(m, &(IrConst){.v = {.kind = (uint8_t)kind, .type = t}});
}

IrConst *ir_int_words(IrModule *m, IrType *t, uint32_t n, const uint64_t *w) {
    uint32_t want = (t->bits + 63) / 64;
    IrConst key = {.v = {.kind = IR_C_INT, .type = t}, .n = want};
    if (want == 1) {
        uint64_t mask = t->bits == 64 ? ~0ull : (1ull << t->bits) - 1;
        key.bits = (n ? w[0] : 0) & mask;
        return intern(m, &key);
    }
    uint64_t local[16], *words = local;
    if (want > 16) {
        ir_lock(m);
        words = arena_array(&m->arena, uint64_t, want);
        ir_unlock(m);
    }
    for (uint32_t i = 0; i < want; i++) words[i] = i < n ? w[i] : 0;
    if (t->bits % 64) words[want - 1] &= (1ull << t->bits % 64) - 1;
    key.words = words;
    return intern(m, &key);
}

IrConst *ir_int(IrType *t, uint64_t v) {
    return ir_int_words(t->m, t, 1, &v);
}

IrConst *ir_sint(IrType *t, int64_t v) {
    uint64_t local[16], *w = local;
    uint32_t n = (t->bits + 63) / 64;
    if (n > 16) {
        ir_lock(t->m);
        w = arena_array(&t->m->arena, uint64_t, n);
        ir_unlock(t->m);
    }
    w[0] = (uint64_t)v;
    for (uint32_t i = 1; i < n; i++) w[i] = v < 0 ? ~0ull : 0;
    return ir_int_words(t->m, t, n, w);
}

IrConst *ir_fp_bits(IrModule *m, IrType *t, uint64_t lo, uint64_t hi) {
    IrConst key = {.v = {.kind = IR_C_FP, .type = t}, .n = t->bits > 64 ? 2 : 1};
    uint64_t w[2] = {lo, hi};
    if (key.n == 2) {
        key.words = w;
    } else {
        key.bits = t->bits == 64 ? lo : lo & ((1ull << t->bits) - 1);
    }
    return intern(m, &key);
}

IrConst *ir_null(IrModule *m, IrType *t) {
    switch (t->kind) {
    case IR_TY_INT: return ir_int(t, 0);
    case IR_TY_PTR: return simple(m, IR_C_NULL, t);
    case IR_TY_ARRAY:
    case IR_TY_VECTOR:
    case IR_TY_X86_AMX:
    case IR_TY_TOKEN: // none
    case IR_TY_TARGET:
    case IR_TY_STRUCT: return simple(m, IR_C_ZERO, t);
    default: return ir_fp_bits(m, t, 0, 0);
    }
}

IrConst *ir_block_address(IrModule *m, IrFunc *f, IrBlock *bb) {
    IrConst *fn = (IrConst *)&f->g;
    IrConst key = {.v = {.kind = IR_C_BLOCKADDR, .type = f->g.v.type}, .n = 1, .elem = &fn};
    key.block = bb;
    m->names_blocks = true;
    return intern(m, &key);
}

IrConst *ir_no_block(IrModule *m, IrType *t) {
    IrConst *one = ir_int(m->ty_i32, 1);
    return ir_cexpr_raw(m, IR_INTTOPTR, t, 1, &one, 0);
}

bool ir_block_gone(const IrConst *c) {
    const IrFunc *f = (const IrFunc *)c->elem[0];
    return f->g.dead || !f->first || c->block->removed;
}

IrConst *ir_unwrapped(IrConst *c) {
    while (c->v.kind == IR_C_NO_CFI || c->v.kind == IR_C_DSO_LOCAL) c = c->elem[0];
    return c;
}

IrConst *ir_wrapped(IrModule *m, IrValueKind kind, IrType *t, uint32_t n, IrConst *const *elem) {
    IrConst key = {.v = {.kind = (uint8_t)kind, .type = t}, .n = n};
    key.elem = (IrConst **)(uintptr_t)elem;
    return intern(m, &key);
}

IrConst *ir_undef(IrModule *m, IrType *t) {
    return simple(m, IR_C_UNDEF, t);
}

IrConst *ir_poison(IrModule *m, IrType *t) {
    return simple(m, IR_C_POISON, t);
}

IrConst *ir_true(IrModule *m) {
    return ir_int(m->ty_i1, 1);
}

IrConst *ir_false(IrModule *m) {
    return ir_int(m->ty_i1, 0);
}

static bool is_data_type(const IrType *e) {
    if (e->kind == IR_TY_INT) {
        return e->bits == 8 || e->bits == 16 || e->bits == 32 || e->bits == 64;
    }
    return e->kind >= IR_TY_HALF && e->kind <= IR_TY_DOUBLE;
}

static IrConst *agg_data(IrModule *m, IrType *t, uint32_t n, IrConst *const *elem) {
    uint32_t width = t->elem->bits / 8;
    uint8_t local[256], *bytes = local;
    Arena big; // of this thread: the module's are shared
    arena_init(&big, m->ctx, "ir-data");
    if ((uint64_t)n * width > sizeof local) bytes = arena_alloc(&big, (size_t)n * width, 8);
    for (uint32_t i = 0; i < n; i++) memcpy(bytes + (size_t)i * width, &elem[i]->bits, width);
    IrConst key = {.v = {.kind = IR_C_DATA, .type = t}, .n = n * width, .data = bytes};
    IrConst *c = intern(m, &key);
    arena_free(&big);
    return c;
}

IrConst *ir_agg(IrModule *m, IrType *t, uint32_t n, IrConst *const *elem) {
    bool zero = true, undef = n > 0, poison = n > 0, plain = t->kind != IR_TY_STRUCT;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t k = elem[i]->v.kind;
        zero = zero && ir_is_zero(&elem[i]->v);
        undef = undef && k == IR_C_UNDEF;
        poison = poison && k == IR_C_POISON;
        plain = plain && (k == IR_C_INT || k == IR_C_FP);
    }
    if (zero) return ir_null(m, t);
    if (poison) return ir_poison(m, t);
    if (undef) return ir_undef(m, t);
    if (plain && is_data_type(t->elem)) return agg_data(m, t, n, elem);
    IrConst key = {.v = {.kind = IR_C_AGG, .type = t}, .n = n};
    key.elem = (IrConst **)(uintptr_t)elem;
    return intern(m, &key);
}

IrConst *ir_data(IrModule *m, IrType *t, const void *bytes, size_t n) {
    const uint8_t *p = bytes;
    if (!is_data_type(t->elem) || n > UINT32_MAX) cu_fatal(m->ctx, "constant data of a wrong type");
    bool zero = n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
    if (zero) return ir_null(m, t);
    return intern(m, &(IrConst){.v = {.kind = IR_C_DATA, .type = t}, .n = (uint32_t)n, .data = p});
}

IrConst *ir_cstring(IrModule *m, const char *s, size_t n, bool add_nul) {
    IrType *t = ir_ty_array(m, m->ty_i8, n + add_nul);
    if (!add_nul) return ir_data(m, t, s, n);
    ir_lock(m);
    char *p = arena_strndup(&m->arena, s, n);
    ir_unlock(m);
    return ir_data(m, t, p, n + 1);
}

IrConst *ir_splat(IrModule *m, IrType *vec, IrConst *c) {
    if (ir_is_zero(&c->v)) return ir_null(m, vec);
    if (c->v.kind == IR_C_UNDEF) return ir_undef(m, vec);
    if (c->v.kind == IR_C_POISON) return ir_poison(m, vec);
    IrConst *local[64], **e = local;
    if (vec->n > 64) {
        ir_lock(m);
        e = arena_array(&m->arena, IrConst *, vec->n);
        ir_unlock(m);
    }
    for (uint64_t i = 0; i < vec->n; i++) e[i] = c;
    return ir_agg(m, vec, (uint32_t)vec->n, e);
}

IrConst *ir_elem(IrModule *m, IrConst *c, uint64_t i) {
    IrType *t = ir_ty_member(c->v.type, i);
    if (!t) return NULL;
    switch (c->v.kind) {
    case IR_C_ZERO: return ir_null(m, t);
    case IR_C_UNDEF: return ir_undef(m, t);
    case IR_C_POISON: return ir_poison(m, t);
    case IR_C_AGG: return i < c->n ? c->elem[i] : NULL;
    case IR_C_DATA: {
        uint64_t bits = 0;
        memcpy(&bits, c->data + i * (t->bits / 8), t->bits / 8);
        return t->kind == IR_TY_INT ? ir_int(t, bits) : ir_fp_bits(m, t, bits, 0);
    }
    default: return NULL;
    }
}

IrConst *ir_splat_value(IrModule *m, IrConst *c) {
    if (c->v.type->kind != IR_TY_VECTOR) return NULL;
    IrConst *first = ir_elem(m, c, 0);
    if (!first || c->v.kind <= IR_C_POISON) return first;
    for (uint64_t i = 1; i < c->v.type->n; i++) {
        if (ir_elem(m, c, i) != first) return NULL;
    }
    return first;
}

bool ir_is_zero(const IrValue *v) {
    const IrConst *c = (const IrConst *)v;
    switch (v->kind) {
    case IR_C_INT:
    case IR_C_FP:
        if (c->n <= 1) return c->bits == 0;
        for (uint32_t i = 0; i < c->n; i++) {
            if (c->words[i]) return false;
        }
        return true;
    case IR_C_NULL:
    case IR_C_ZERO: return true;
    default: return false;
    }
}

bool ir_is_all_ones(const IrValue *v) {
    const IrConst *c = (const IrConst *)v;
    if (v->kind == IR_C_DATA && v->type->kind == IR_TY_VECTOR && v->type->elem->kind == IR_TY_INT) {
        for (uint32_t i = 0; i < c->n; i++) {
            if (c->data[i] != 0xff) return false;
        }
        return true;
    }
    if (v->kind == IR_C_AGG && v->type->kind == IR_TY_VECTOR) {
        for (uint32_t i = 0; i < c->n; i++) {
            if (!ir_is_all_ones(&c->elem[i]->v)) return false;
        }
        return true;
    }
    if (v->kind != IR_C_INT) return false;
    const uint64_t *w = ir_words(c);
    uint32_t b = v->type->bits;
    for (uint32_t i = 0; i < c->n; i++, b -= 64) {
        if (w[i] != (b >= 64 ? ~0ull : (1ull << b) - 1)) return false;
    }
    return true;
}

bool ir_is_undef(const IrValue *v) {
    return v->kind == IR_C_UNDEF || v->kind == IR_C_POISON;
}

bool ir_fits_u64(const IrConst *c) {
    if (c->v.kind != IR_C_INT) return false;
    for (uint32_t i = 1; c->n > 1 && i < c->n; i++) {
        if (c->words[i]) return false;
    }
    return true;
}

bool ir_fits_i64(const IrConst *c) {
    if (c->v.kind != IR_C_INT) return false;
    if (c->n <= 1) return true;
    uint64_t sign = c->words[0] >> 63 ? ~0ull : 0;
    for (uint32_t i = 1; i < c->n; i++) {
        uint32_t top = c->v.type->bits - i * 64;
        uint64_t mask = top >= 64 ? ~0ull : (1ull << top) - 1;
        if (c->words[i] != (sign & mask)) return false;
    }
    return true;
}

// ---- constant expressions ----

static IrConst *raw_expr(IrModule *m, IrOp op, uint16_t flags, IrType *t, IrType *gep_src,
                         uint32_t n, IrConst *const *ops) {
    IrConst key = {.v = {.kind = IR_C_EXPR, .type = t, .op = (uint8_t)op, .flags = flags}};
    key.n = n;
    key.aty = gep_src;
    key.elem = (IrConst **)(uintptr_t)ops;
    return intern(m, &key);
}

IrConst *ir_cexpr_raw(IrModule *m, IrOp op, IrType *t, uint32_t n, IrConst *const *ops,
                      uint16_t flags) {
    return raw_expr(m, op, flags, t, NULL, n, ops);
}

// The base and offset of "address plus constant" in its canonical form.
static IrConst *split_offset(IrConst *c, int64_t *off, uint16_t *flags) {
    *off = 0;
    if (c->v.kind == IR_C_EXPR && c->v.op == IR_GEP && c->n == 2 &&
        c->elem[1]->v.kind == IR_C_INT && ir_ty_is_i(c->aty, 8)) {
        *off = ir_sval(c->elem[1]);
        *flags &= c->v.flags;
        return c->elem[0];
    }
    return c;
}

IrConst *ir_cptradd(IrModule *m, IrConst *base, int64_t bytes, uint16_t flags) {
    int64_t off;
    if (bytes == 0 || ir_is_undef(&base->v)) return base;
    base = split_offset(base, &off, &flags);
    off = (int64_t)((uint64_t)off + (uint64_t)bytes);
    if (off == 0) return base;
    if (off < 0) flags &= (uint16_t)~IR_NUW;
    IrConst *ops[2] = {base, ir_sint(m->ty_i64, off)};
    return raw_expr(m, IR_GEP, flags, base->v.type, m->ty_i8, 2, ops);
}

// Byte offset of constant indices; false if one is not a plain integer.
static bool const_indices(IrType *t, uint32_t n, IrConst *const *idx, int64_t *off) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (idx[i]->v.kind != IR_C_INT || !ir_fits_i64(idx[i])) return false;
        if (t->scalable) return false; // its size is not known
        int64_t k = ir_sval(idx[i]);
        if (i == 0) {
            sum += (uint64_t)k * t->size;
        } else if (t->kind == IR_TY_STRUCT) {
            if ((uint64_t)k >= t->n) return false;
            sum += t->offset[k];
            t = t->sub[k];
        } else if (t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR) {
            sum += (uint64_t)k * t->elem->size;
            t = t->elem;
        } else {
            return false;
        }
    }
    *off = (int64_t)sum;
    return true;
}

IrConst *ir_cgep(IrModule *m, IrType *src, IrConst *base, uint32_t n, IrConst *const *idx,
                 uint16_t flags) {
    int64_t off;
    if (base->v.type->kind == IR_TY_PTR && src->sized && const_indices(src, n, idx, &off)) {
        return ir_cptradd(m, base, off, flags);
    }
    IrConst *local[9], **ops = local;
    if (n > 8) {
        ir_lock(m);
        ops = arena_array(&m->arena, IrConst *, n + 1);
        ir_unlock(m);
    }
    IrType *t = base->v.type;
    ops[0] = base;
    for (uint32_t i = 0; i < n; i++) {
        ops[i + 1] = idx[i];
        if (t->kind == IR_TY_PTR) t = ir_ty_with_shape(m, t, idx[i]->v.type);
    }
    return raw_expr(m, IR_GEP, flags, t, src, n + 1, ops);
}

static bool is_expr(const IrConst *c, IrOp op) {
    return c->v.kind == IR_C_EXPR && c->v.op == op;
}

// An object of space t, seen as generic, or a number of bytes behind it, is the same in t.
static IrConst *cast_back(IrModule *m, IrConst *c, IrType *t) {
    int64_t off;
    uint16_t flags = 0;
    if (is_expr(c, IR_ADDRSPACECAST) && c->elem[0]->v.type == t) return c->elem[0];
    if (!is_expr(c, IR_GEP)) return NULL;
    IrConst *base = split_offset(c, &off, &flags);
    bool same = is_expr(base, IR_ADDRSPACECAST) && base->elem[0]->v.type == t;
    return same ? ir_cptradd(m, base->elem[0], off, 0) : NULL;
}

IrConst *ir_ccast(IrModule *m, IrOp op, IrConst *c, IrType *t) {
    if (c->v.type == t && op != IR_ADDRSPACECAST) return c;
    IrConst *f = ir_fold_cast(m, op, c, t);
    if (f) return f;
    switch (op) {
    case IR_INTTOPTR: // inttoptr (ptrtoint p to i64) is p when nothing is cut off
        if (is_expr(c, IR_PTRTOINT) && c->elem[0]->v.type == t && c->v.type->bits >= t->bits) {
            return c->elem[0];
        }
        break;
    case IR_TRUNC:
    case IR_PTRTOINT:
    case IR_BITCAST: break;
    case IR_ADDRSPACECAST:
        f = cast_back(m, c, t);
        if (f) return f;
        break;
    default: return NULL;
    }
    return raw_expr(m, op, 0, t, NULL, 1, &c);
}

// &g + a - (&g + b) is a - b.
static IrConst *sub_addresses(IrModule *m, IrConst *x, IrConst *y) {
    int64_t a, b;
    uint16_t flags = 0;
    if (!is_expr(x, IR_PTRTOINT) || !is_expr(y, IR_PTRTOINT)) return NULL;
    if (x->v.type != y->v.type || x->v.type->kind != IR_TY_INT) return NULL;
    if (split_offset(x->elem[0], &a, &flags) != split_offset(y->elem[0], &b, &flags)) return NULL;
    return ir_sint(x->v.type, (int64_t)((uint64_t)a - (uint64_t)b));
}

IrConst *ir_cexpr(IrModule *m, IrOp op, uint16_t flags, IrType *t, IrType *gep_src, uint32_t n,
                  IrConst *const *ops) {
    if (op == IR_GEP) return ir_cgep(m, gep_src, ops[0], n - 1, ops + 1, flags);
    if (ir_ops[op].class == IRC_CAST) return ir_ccast(m, op, ops[0], t);
    if (ir_ops[op].class != IRC_BINARY) return NULL;
    IrConst *f = ir_fold_bin(m, op, flags, ops[0], ops[1]);
    if (f) return f;
    if (op == IR_SUB && (f = sub_addresses(m, ops[0], ops[1]))) return f;
    if ((op == IR_ADD || op == IR_SUB) && ir_is_zero(&ops[1]->v)) return ops[0];
    if (op == IR_ADD || op == IR_SUB || op == IR_MUL || op == IR_XOR) {
        return raw_expr(m, op, flags, t, NULL, 2, ops);
    }
    return NULL;
}

IrAsm *ir_asm(IrModule *m, IrType *fty, Atom text, Atom constraints, bool side_effect) {
    ir_lock(m);
    IrAsm *a = arena_new(&m->arena, IrAsm);
    ir_unlock(m);
    a->v.kind = IR_V_ASM;
    a->v.type = fty;
    a->text = text;
    a->constraints = constraints;
    a->side_effect = side_effect;
    return a;
}

IrMdValue *ir_md_as_value(IrModule *m, IrMd *md) {
    ir_lock(m);
    IrMdValue *v = arena_new(&m->arena, IrMdValue);
    ir_unlock(m);
    v->v.kind = IR_V_MD;
    v->v.type = m->ty_metadata;
    v->md = md;
    return v;
}
