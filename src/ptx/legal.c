// SPDX-License-Identifier: Apache-2.0
// IR that selection does not take, rewritten as IR that it does:
//   memcpy memmove memset   constant size: wide loads and stores; else a loop
//   *.with.overflow, *.sat  compares and selects
//   fshl fshr               other widths than 32: shifts
//   i128 division           calls of a helper function made here
//   atomicrmw               operations without an atom instruction: a compare-and-swap loop
//   min max abs, counts     of 128 bits: by parts
// Each expansion stands where the instruction stood; loops split the block.
#include "ptx/sel.h"

typedef struct Legal {
    SelModule *g;
    IrFunc *f;
    IrModule *m;
} Legal;

static IrValue *i64c(Legal *l, uint64_t v) {
    return &ir_int(l->m->ty_i64, v)->v;
}

// ---- memory functions ---------------------------------------------------------------------------

static uint32_t pointer_align(IrInst *i, int k) {
    return (uint32_t)CU_MAX(ir_attr_int(ir_attrs_get(&i->call->attrs, k), IR_ATTR_ALIGN, 1),
                            (uint64_t)1);
}

enum { UNROLL_MAX = 1024 }; // bytes moved without a loop

static IrType *chunk_type(Legal *l, uint32_t n) {
    return n == 16 ? ir_ty_vector(l->m, l->m->ty_i32, 4) : ir_ty_int(l->m, n * 8);
}

static uint32_t chunk_size(uint64_t left, uint64_t off, uint32_t align) {
    uint32_t n = 16;
    while (n > left || n > align || off % n) n /= 2;
    return n;
}

static IrValue *at_offset(IrBuilder *b, IrValue *p, uint64_t off) {
    return off ? ir_ptradd_c(b, p, (int64_t)off, IR_INBOUNDS) : p;
}

// All loads first, then all stores, in groups: right for memmove of up to a group, and good for the
// memory pipeline. memmove beyond one group goes by a loop that minds the direction.
enum { GROUP = 128 };

static void copy_unrolled(Legal *l, IrBuilder *b, IrInst *i, uint64_t size, uint32_t align) {
    IrValue *d = ir_op(i, 0), *s = ir_op(i, 1);
    IrValue *v[GROUP];
    uint64_t offs[GROUP];
    for (uint64_t off = 0; off < size;) {
        uint32_t n = 0;
        uint64_t start = off;
        while (off < size && off - start < GROUP) {
            uint32_t c = chunk_size(size - off, off, align);
            IrInst *ld = ir_load(b, chunk_type(l, c), at_offset(b, s, off), c);
            offs[n] = off;
            v[n++] = &ld->v;
            off += c;
        }
        for (uint32_t k = 0; k < n; k++) {
            ir_store(b, v[k], at_offset(b, d, offs[k]), (uint32_t)v[k]->type->store_size);
        }
    }
}

static void set_unrolled(Legal *l, IrBuilder *b, IrInst *i, uint64_t size, uint32_t align) {
    IrValue *byte = ir_op(i, 1), *wide[17] = {0};
    for (uint64_t off = 0; off < size;) {
        uint32_t c = CU_MIN(chunk_size(size - off, off, align), 8u);
        if (!wide[c]) {
            IrType *t = ir_ty_int(l->m, c * 8);
            IrValue *x = ir_zext(b, byte, t);
            wide[c] = c == 1 ? byte : ir_mul(b, x, &ir_int(t, 0x0101010101010101ull)->v);
        }
        ir_store(b, wide[c], at_offset(b, ir_op(i, 0), off), c);
        off += c;
    }
}

// for (k = 0; k < n; k++) d[k] = s ? s[k] : v -- bytes, from the end when `down`.
static IrBlock *byte_loop(Legal *l, IrBlock *before, IrBlock *after, IrInst *i, bool copy,
                          bool down) {
    Ctx *ctx = l->m->ctx;
    IrBlock *head = ir_block_new(l->f, atom_cstr(ctx, "mem.loop")),
            *body = ir_block_new(l->f, atom_cstr(ctx, "mem.body"));
    IrBuilder b = ir_builder(l->f, head);
    IrValue *n = ir_op(i, 2);
    n = ir_int_resize(&b, n, l->m->ty_i64, false);
    IrInst *k = ir_phi(&b, l->m->ty_i64, 2);
    ir_phi_add(k, i64c(l, 0), before);
    ir_condbr(&b, ir_cmp(&b, IR_ULT, &k->v, n), body, after);
    ir_at_end(&b, body);
    IrValue *at = &k->v;
    if (down) at = ir_sub(&b, ir_sub(&b, n, i64c(l, 1)), at);
    IrValue *v =
        copy ? &ir_load(&b, l->m->ty_i8, ir_ptradd(&b, ir_op(i, 1), at, 0), 1)->v : ir_op(i, 1);
    ir_store(&b, v, ir_ptradd(&b, ir_op(i, 0), at, 0), 1);
    ir_phi_add(k, ir_add(&b, &k->v, i64c(l, 1)), body);
    ir_br(&b, head);
    return head;
}

static void memory_loop(Legal *l, IrInst *i, uint32_t id) {
    bool copy = id != IR_I_memset && id != IR_I_memset_inline;
    IrBlock *before = i->block;
    IrBlock *after = ir_block_split(before, i, atom_cstr(l->m->ctx, "mem.end"));
    ir_erase(ir_term(before));
    IrBuilder b = ir_builder(l->f, before);
    if (id == IR_I_memmove) { // upwards unless the destination lies above the source
        IrValue *d = ir_ptrtoint(&b, ir_op(i, 0), l->m->ty_i64),
                *s = ir_ptrtoint(&b, ir_op(i, 1), l->m->ty_i64);
        IrValue *above = ir_cmp(&b, IR_UGT, d, s);
        IrBlock *up = byte_loop(l, before, after, i, true, false),
                *down = byte_loop(l, before, after, i, true, true);
        ir_condbr(&b, above, down, up);
    } else {
        ir_br(&b, byte_loop(l, before, after, i, copy, false));
    }
    ir_erase(i);
}

static bool expand_memory(Legal *l, IrInst *i, uint32_t id) {
    bool set = id == IR_I_memset || id == IR_I_memset_inline;
    if (!set && id != IR_I_memcpy && id != IR_I_memcpy_inline && id != IR_I_memmove) return false;
    IrConst *n = ir_as_cint(ir_op(i, 2));
    uint64_t limit = id == IR_I_memmove ? GROUP : UNROLL_MAX;
    if (!n || ir_uval(n) > limit) {
        memory_loop(l, i, id);
        return true;
    }
    IrBuilder b = ir_builder_at(i);
    uint32_t align = pointer_align(i, 0);
    if (set)
        set_unrolled(l, &b, i, ir_uval(n), align);
    else
        copy_unrolled(l, &b, i, ir_uval(n), CU_MIN(align, pointer_align(i, 1)));
    ir_erase(i);
    return true;
}

// ---- overflow and saturation --------------------------------------------------------------------

static IrValue *overflow_flag(IrBuilder *b, IrModule *m, uint32_t id, IrValue *x, IrValue *y,
                              IrValue *r) {
    IrType *t = x->type;
    IrValue *zero = &ir_null(m, t)->v;
    switch (id) {
    case IR_I_uadd_with_overflow:
    case IR_I_uadd_sat: return ir_cmp(b, IR_ULT, r, x);
    case IR_I_usub_with_overflow:
    case IR_I_usub_sat: return ir_cmp(b, IR_ULT, x, y);
    case IR_I_sadd_with_overflow:
    case IR_I_sadd_sat: // operands agree in sign, the result does not
        return ir_cmp(b, IR_SLT, ir_and(b, ir_xor(b, x, r), ir_xor(b, y, r)), zero);
    default: return ir_cmp(b, IR_SLT, ir_and(b, ir_xor(b, x, y), ir_xor(b, x, r)), zero);
    }
}

static IrValue *multiply_overflow(IrBuilder *b, IrModule *m, bool sign, IrValue *x, IrValue *y,
                                  IrValue **product) {
    uint32_t w = x->type->bits;
    IrType *wide = ir_ty_int(m, w * 2);
    IrValue *p = sign ? ir_mul(b, ir_sext(b, x, wide), ir_sext(b, y, wide))
                      : ir_mul(b, ir_zext(b, x, wide), ir_zext(b, y, wide));
    *product = ir_trunc(b, p, x->type);
    IrValue *back = sign ? ir_sext(b, *product, wide) : ir_zext(b, *product, wide);
    return ir_cmp(b, IR_NE, back, p);
}

static bool expand_overflow(Legal *l, IrInst *i, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t op;
    } rows[] = {{IR_I_sadd_with_overflow, IR_ADD}, {IR_I_uadd_with_overflow, IR_ADD},
                {IR_I_ssub_with_overflow, IR_SUB}, {IR_I_usub_with_overflow, IR_SUB},
                {IR_I_smul_with_overflow, IR_MUL}, {IR_I_umul_with_overflow, IR_MUL},
                {IR_I_sadd_sat, IR_ADD},           {IR_I_uadd_sat, IR_ADD},
                {IR_I_ssub_sat, IR_SUB},           {IR_I_usub_sat, IR_SUB}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrBuilder b = ir_builder_at(i);
        IrValue *x = ir_op(i, 0), *y = ir_op(i, 1), *r, *o;
        IrType *t = x->type;
        bool sat = k >= 6, sign = id == IR_I_sadd_sat || id == IR_I_ssub_sat;
        if (rows[k].op == IR_MUL) {
            o = multiply_overflow(&b, l->m, id == IR_I_smul_with_overflow, x, y, &r);
        } else {
            r = ir_bin(&b, (IrOp)rows[k].op, 0, x, y);
            o = overflow_flag(&b, l->m, id, x, y, r);
        }
        IrValue *res;
        if (sat && sign) { // the limit on x's side: sign of x spread, xor the largest value
            IrValue *s = ir_ashr(&b, x, &ir_int(t, t->bits - 1)->v);
            IrValue *max = ir_lshr(&b, ir_not(&b, &ir_null(l->m, t)->v), &ir_int(t, 1)->v);
            res = ir_select(&b, o, ir_xor(&b, s, max), r);
        } else if (sat) {
            IrValue *limit =
                id == IR_I_uadd_sat ? ir_not(&b, &ir_null(l->m, t)->v) : &ir_null(l->m, t)->v;
            res = ir_select(&b, o, limit, r);
        } else {
            res = ir_insert(&b, ir_insert(&b, &ir_undef(l->m, i->v.type)->v, r, 0), o, 1);
        }
        ir_replace_erase(i, res);
        return true;
    }
    return false;
}

// ---- funnel shifts, 128-bit odds and ends -------------------------------------------------------

static bool expand_funnel(Legal *l, IrInst *i, uint32_t id) {
    IrType *t = i->v.type;
    if ((id != IR_I_fshl && id != IR_I_fshr) || ir_ty_is_i(t, 32) || !ir_ty_is_int(t)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *w = &ir_int(t, t->bits)->v, *n = ir_urem(&b, ir_op(i, 2), w);
    IrValue *inv = ir_sub(&b, w, n), *hi = ir_op(i, 0), *lo = ir_op(i, 1);
    IrValue *zero = ir_cmp(&b, IR_EQ, n, &ir_null(l->m, t)->v);
    bool left = id == IR_I_fshl;
    IrValue *r = left ? ir_or(&b, ir_shl(&b, hi, n), ir_lshr(&b, lo, inv))
                      : ir_or(&b, ir_lshr(&b, lo, n), ir_shl(&b, hi, inv));
    ir_replace_erase(i, ir_select(&b, zero, left ? hi : lo, r));
    return true;
}

static bool expand_wide_minmax(Legal *l, IrInst *i, uint32_t id) {
    if (!ir_ty_is_int(i->v.type) || (i->v.type->bits <= 64 && i->v.type->bits != 1)) return false;
    IrPred p;
    switch (id) {
    case IR_I_smin: p = IR_SLT; break;
    case IR_I_smax: p = IR_SGT; break;
    case IR_I_umin: p = IR_ULT; break;
    case IR_I_umax: p = IR_UGT; break;
    case IR_I_abs: {
        IrBuilder b = ir_builder_at(i);
        IrValue *x = ir_op(i, 0), *neg = ir_cmp(&b, IR_SLT, x, &ir_null(l->m, x->type)->v);
        ir_replace_erase(i, ir_select(&b, neg, ir_neg(&b, x), x));
        return true;
    }
    default: return false;
    }
    IrBuilder b = ir_builder_at(i);
    ir_replace_erase(
        i, ir_select(&b, ir_cmp(&b, p, ir_op(i, 0), ir_op(i, 1)), ir_op(i, 0), ir_op(i, 1)));
    return true;
}

static bool expand_wide_bits(Legal *l, IrInst *i, uint32_t id) {
    if (!ir_ty_is_i(i->v.type, 128)) return false;
    if (id != IR_I_ctpop && id != IR_I_ctlz && id != IR_I_cttz && id != IR_I_bswap &&
        id != IR_I_bitreverse)
        return false;
    IrBuilder b = ir_builder_at(i);
    IrType *t = i->v.type, *h = l->m->ty_i64;
    IrValue *x = ir_op(i, 0), *lo = ir_trunc(&b, x, h),
            *hi = ir_trunc(&b, ir_lshr(&b, x, &ir_int(t, 64)->v), h);
    IrValue *r, *no = &ir_false(l->m)->v;
    if (id == IR_I_ctpop) {
        r = ir_add(&b, IR_CALL(&b, IR_I_ctpop, NULL, lo), IR_CALL(&b, IR_I_ctpop, NULL, hi));
    } else if (id == IR_I_ctlz || id == IR_I_cttz) {
        IrValue *near = id == IR_I_ctlz ? hi : lo, *far = id == IR_I_ctlz ? lo : hi;
        IrValue *a = IR_CALL(&b, (IrIntrin)id, NULL, near, no),
                *c = IR_CALL(&b, (IrIntrin)id, NULL, far, no);
        IrValue *none = ir_cmp(&b, IR_EQ, near, &ir_int(h, 0)->v);
        r = ir_select(&b, none, ir_add(&b, c, &ir_int(h, 64)->v), a);
    } else { // halves change places
        IrValue *a = IR_CALL(&b, (IrIntrin)id, NULL, lo), *c = IR_CALL(&b, (IrIntrin)id, NULL, hi);
        r = ir_or(&b, ir_shl(&b, ir_zext(&b, a, t), &ir_int(t, 64)->v), ir_zext(&b, c, t));
        ir_replace_erase(i, r);
        return true;
    }
    ir_replace_erase(i, ir_zext(&b, r, t));
    return true;
}

// Restoring division, one bit a step: q and r of unsigned 128-bit integers in a struct.
static IrFunc *divide_helper(Legal *l) {
    IrModule *m = l->m;
    Ctx *ctx = m->ctx;
    Atom name = atom_cstr(ctx, "__cuprum_udivrem128");
    IrGlobal *known = ir_find(m, name);
    if (known) return (IrFunc *)known;
    IrType *t = ir_ty_int(m, 128), *pair = ir_ty_struct(m, 2, (IrType *[]){t, t}, false);
    IrFunc *f =
        ir_func_new(m, name, ir_ty_func(m, pair, 2, (IrType *[]){t, t}, false), IR_INTERNAL);
    IrBlock *entry = ir_block_new(f, atom_cstr(ctx, "entry")),
            *loop = ir_block_new(f, atom_cstr(ctx, "loop"));
    IrBlock *end = ir_block_new(f, atom_cstr(ctx, "end"));
    IrBuilder b = ir_builder(f, entry);
    IrValue *zero = &ir_int(t, 0)->v, *one = &ir_int(t, 1)->v, *d = &f->arg[1]->v;
    ir_br(&b, loop);
    ir_at_end(&b, loop);
    IrInst *n = ir_phi(&b, t, 2), *q = ir_phi(&b, t, 2), *r = ir_phi(&b, t, 2),
           *k = ir_phi(&b, m->ty_i32, 2);
    ir_phi_add(n, &f->arg[0]->v, entry);
    ir_phi_add(q, zero, entry);
    ir_phi_add(r, zero, entry);
    ir_phi_add(k, &ir_int(m->ty_i32, 0)->v, entry);
    IrValue *top = ir_lshr(&b, &n->v, &ir_int(t, 127)->v), *out = ir_cmp(&b, IR_SLT, &r->v, zero);
    IrValue *r2 = ir_or(&b, ir_shl(&b, &r->v, one), top);
    IrValue *fits = ir_or(&b, out, ir_cmp(&b, IR_UGE, r2, d)); // a bit shifted out: larger than d
    IrValue *r3 = ir_select(&b, fits, ir_sub(&b, r2, d), r2);
    IrValue *q2 = ir_or(&b, ir_shl(&b, &q->v, one), ir_zext(&b, fits, t));
    IrValue *k2 = ir_add(&b, &k->v, &ir_int(m->ty_i32, 1)->v);
    ir_phi_add(n, ir_shl(&b, &n->v, one), loop);
    ir_phi_add(q, q2, loop);
    ir_phi_add(r, r3, loop);
    ir_phi_add(k, k2, loop);
    ir_condbr(&b, ir_cmp(&b, IR_EQ, k2, &ir_int(m->ty_i32, 128)->v), end, loop);
    ir_at_end(&b, end);
    ir_ret(&b, ir_insert(&b, ir_insert(&b, &ir_undef(m, pair)->v, q2, 0), r3, 1));
    return f;
}

static bool expand_division(Legal *l, IrInst *i) {
    bool div = i->v.op == IR_UDIV || i->v.op == IR_SDIV,
         sign = i->v.op == IR_SDIV || i->v.op == IR_SREM;
    if (!div && i->v.op != IR_UREM && i->v.op != IR_SREM) return false;
    if (!ir_ty_is_int(i->v.type) || i->v.type->bits <= 64) return false;
    IrType *t = i->v.type, *w = ir_ty_int(l->m, 128);
    if (t->bits > 128) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = ir_int_resize(&b, ir_op(i, 0), w, sign),
            *y = ir_int_resize(&b, ir_op(i, 1), w, sign);
    IrValue *zero = &ir_int(w, 0)->v, *nx = NULL, *ny = NULL;
    if (sign) {
        nx = ir_cmp(&b, IR_SLT, x, zero);
        ny = ir_cmp(&b, IR_SLT, y, zero);
        x = ir_select(&b, nx, ir_neg(&b, x), x);
        y = ir_select(&b, ny, ir_neg(&b, y), y);
    }
    IrFunc *h = divide_helper(l);
    IrValue *a[2] = {x, y};
    IrValue *r = ir_extract(&b, &ir_call_fn(&b, h, 2, a)->v, div ? 0 : 1);
    if (sign) r = ir_select(&b, div ? ir_xor(&b, nx, ny) : nx, ir_neg(&b, r), r);
    ir_replace_erase(i, ir_int_resize(&b, r, t, sign));
    return true;
}

// ---- atomics ------------------------------------------------------------------------------------

static bool has_atom(const IrInst *i) {
    const IrType *t = i->v.type;
    uint32_t bits = t->bits;
    bool fp = ir_ty_is_fp(t);
    switch (i->pred) {
    case IR_RMW_XCHG: return bits == 32 || bits == 64;
    case IR_RMW_ADD:
    case IR_RMW_SUB:
    case IR_RMW_AND:
    case IR_RMW_OR:
    case IR_RMW_XOR:
    case IR_RMW_MAX:
    case IR_RMW_MIN:
    case IR_RMW_UMAX:
    case IR_RMW_UMIN: return bits == 32 || bits == 64;
    case IR_RMW_UINC_WRAP:
    case IR_RMW_UDEC_WRAP: return bits == 32;
    case IR_RMW_FADD: return fp && (bits == 32 || bits == 64);
    default: return false;
    }
}

static IrValue *rmw_value(IrBuilder *b, Legal *l, IrInst *i, IrValue *old) {
    IrValue *v = ir_op(i, 1);
    static const uint8_t bin[IR_RMW_NOPS] = {
        [IR_RMW_ADD] = IR_ADD, [IR_RMW_SUB] = IR_SUB,   [IR_RMW_AND] = IR_AND,  [IR_RMW_OR] = IR_OR,
        [IR_RMW_XOR] = IR_XOR, [IR_RMW_FADD] = IR_FADD, [IR_RMW_FSUB] = IR_FSUB};
    static const uint8_t pred[IR_RMW_NOPS] = {
        [IR_RMW_MAX] = IR_SGT,  [IR_RMW_MIN] = IR_SLT,       [IR_RMW_UMAX] = IR_UGT,
        [IR_RMW_UMIN] = IR_ULT, [IR_RMW_FMAX] = IR_FCMP_OGT, [IR_RMW_FMIN] = IR_FCMP_OLT};
    if (i->pred == IR_RMW_XCHG) return v;
    if (i->pred == IR_RMW_NAND) return ir_not(b, ir_and(b, old, v));
    if (bin[i->pred]) return ir_bin(b, (IrOp)bin[i->pred], 0, old, v);
    if (pred[i->pred]) return ir_select(b, ir_cmp(b, (IrPred)pred[i->pred], old, v), old, v);
    IrValue *zero = &ir_null(l->m, v->type)->v, *one = &ir_int(v->type, 1)->v;
    if (i->pred == IR_RMW_UINC_WRAP) {
        return ir_select(b, ir_cmp(b, IR_UGE, old, v), zero, ir_add(b, old, one));
    }
    IrValue *wrap = ir_or(b, ir_cmp(b, IR_EQ, old, zero), ir_cmp(b, IR_UGT, old, v));
    return ir_select(b, wrap, v, ir_sub(b, old, one));
}

// old = load; do { new = op(old); } while (!cas(p, old, new)), on the aligned word that holds p
// when the type is narrower than 32 bits.
static bool expand_rmw(Legal *l, IrInst *i) {
    if (i->v.op != IR_ATOMICRMW || has_atom(i)) return false;
    IrModule *m = l->m;
    IrType *t = i->v.type;
    bool narrow = t->bits < 32;
    IrType *w = ir_ty_int(m, narrow ? 32 : t->bits), *ti = ir_ty_int(m, t->bits);
    IrBlock *before = i->block;
    IrBlock *after = ir_block_split(before, i, atom_cstr(m->ctx, "atomic.end"));
    ir_erase(ir_term(before));
    IrBuilder b = ir_builder(l->f, before);
    IrValue *p = ir_op(i, 0), *shift = NULL, *mask = NULL;
    if (narrow) {
        IrValue *a = ir_ptrtoint(&b, p, m->ty_i64), *low = ir_and(&b, a, i64c(l, 3));
        p = ir_ptradd(&b, p, ir_neg(&b, low), 0);
        shift = ir_trunc(&b, ir_shl(&b, low, i64c(l, 3)), w);
        mask = ir_shl(&b, &ir_int(w, (1ull << t->bits) - 1)->v, shift);
    }
    IrInst *first = ir_load(&b, w, p, w->bits / 8);
    first->order = IR_MONOTONIC;
    first->scope = i->scope;
    IrBlock *loop = ir_block_new(l->f, atom_cstr(m->ctx, "atomic.loop"));
    ir_br(&b, loop);
    ir_at_end(&b, loop);
    IrInst *word = ir_phi(&b, w, 2);
    ir_phi_add(word, &first->v, before);
    IrValue *old = narrow ? ir_trunc(&b, ir_lshr(&b, &word->v, shift), ti) : &word->v;
    IrValue *oldt = ir_ty_is_fp(t) ? ir_bitcast(&b, old, t) : old;
    IrValue *neu = rmw_value(&b, l, i, oldt);
    if (ir_ty_is_fp(t)) neu = ir_bitcast(&b, neu, ti);
    if (narrow) {
        IrValue *in = ir_shl(&b, ir_zext(&b, neu, w), shift);
        neu = ir_or(&b, ir_and(&b, &word->v, ir_not(&b, mask)), in);
    }
    IrInst *cas =
        ir_cmpxchg(&b, p, &word->v, neu, (IrOrder)i->order, IR_MONOTONIC, (IrScope)i->scope);
    ir_phi_add(word, ir_extract(&b, &cas->v, 0), loop);
    ir_condbr(&b, ir_extract(&b, &cas->v, 1), after, loop);
    ir_replace_erase(i, oldt);
    return true;
}

// ---- the walk -----------------------------------------------------------------------------------

void ptx_legalize(SelModule *g, IrFunc *f) {
    Legal l = {g, f, g->m};
    static bool (*const expand[])(Legal *, IrInst *, uint32_t) = {
        expand_memory, expand_overflow, expand_funnel, expand_wide_minmax, expand_wide_bits};
    // Expansion appends blocks, and what they hold is walked as well (overflow of i64 makes i128).
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->block != bb) break; // the rest moved to a new block, which comes later
            uint32_t id = ir_intrin_of(i);
            bool done = expand_division(&l, i) || expand_rmw(&l, i);
            for (uint32_t k = 0; id && !done && k < CU_COUNT(expand); k++)
                done = expand[k](&l, i, id);
        }
    }
}
