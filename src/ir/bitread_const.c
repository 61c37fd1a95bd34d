// SPDX-License-Identifier: Apache-2.0
// Constants of bitcode. One that refers to others may come before them: its record is kept and it
// is made when asked for. The rest is made at once.
#include "ir/bitread_int.h"

static bool refers(uint32_t code) { // to other constants
    switch (code) {
    case CST_NULL:
    case CST_UNDEF:
    case CST_POISON:
    case CST_INTEGER:
    case CST_WIDE_INTEGER:
    case CST_FLOAT:
    case CST_STRING:
    case CST_CSTRING:
    case CST_DATA:
    case CST_INLINEASM_OLD:
    case CST_INLINEASM_OLD2:
    case CST_INLINEASM_OLD3:
    case CST_INLINEASM: return false;
    default: return true;
    }
}

static IrValue *make(Bc *c, IrType *t, uint32_t tid, const Rec *r);

bool bc_constants(Bc *c) {
    BlockMark m;
    Rec r = {0};
    IrType *t = c->m->ty_i32;
    uint32_t tid = 0;
    int k;
    if (!bits_enter(&c->b, BLK_CONSTANTS, &m)) return false;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&c->b);
            continue;
        }
        if (r.code == CST_SETTYPE) {
            t = bc_type(c, rec(&r, 0));
            if (!t) return false;
            if (t->kind == IR_TY_VOID) return bc_fail(c, "constant of no type") != NULL;
            tid = (uint32_t)rec(&r, 0) + 1;
            continue;
        }
        BcValue v = {.type = t, .tid = tid};
        if (refers(r.code)) {
            v.pending = true;
            v.rec = arena_copy(c->a, &r, sizeof r, sizeof(void *));
            v.rec->op.at = arena_copy(c->a, r.op.at, r.op.n * sizeof(uint64_t), 8);
            v.rec->op.cap = r.op.n;
        } else {
            v.value = make(c, t, tid, &r);
            if (!v.value) return false;
        }
        vec_push(c->a, &c->value, v);
    }
    bits_leave(&c->b, &m);
    return !c->b.error;
}

static IrConst *aggregate(Bc *c, IrType *t, const Rec *r) {
    if (r->op.n != t->n || (!ir_ty_is_agg(t) && !ir_ty_is_vec(t))) {
        return bc_fail(c, "aggregate constant of a wrong type");
    }
    IrConst **e = arena_array(c->a, IrConst *, r->op.n);
    for (uint32_t i = 0; i < r->op.n; i++) {
        e[i] = bc_const(c, r->op.at[i]);
        if (!e[i]) return NULL;
        if (e[i]->v.type != ir_ty_member(t, i)) return bc_fail(c, "member of a wrong type");
    }
    return ir_agg(c->m, t, r->op.n, e);
}

static IrConst *data(Bc *c, IrType *t, const Rec *r, bool bytes, bool nul) {
    uint32_t n = r->op.n + nul;
    if ((t->kind != IR_TY_ARRAY && t->kind != IR_TY_VECTOR) || t->n != n) {
        return bc_fail(c, "constant data of a wrong type");
    }
    uint32_t w = t->elem->bits / 8;
    bool plain = ir_ty_is_int(t->elem) || ir_ty_is_fp(t->elem);
    if (!plain || (w != 1 && w != 2 && w != 4 && w != 8) || (bytes && w != 1) ||
        t->elem->bits % 8) {
        return bc_fail(c, "constant data of a wrong type");
    }
    ArenaMark mark = arena_mark(c->a);
    uint8_t *p = arena_alloc(c->a, (size_t)n * w + 8, 8);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t v = rec(r, i);
        memcpy(p + (size_t)i * w, &v, w);
    }
    IrConst *x = ir_data(c->m, t, p, (size_t)n * w);
    arena_reset(c->a, mark);
    return x;
}

// The record of an address computation: [type,] [flags,] [range,] then base and indices with types.
static IrConst *gep(Bc *c, const Rec *r) {
    uint32_t at = 0;
    uint16_t flags = 0;
    IrType *src = NULL;
    IrConst **v = arena_array(c->a, IrConst *, r->op.n / 2 + 1);
    uint32_t n = 0;
    if (r->code == CST_GEP_OLD || r->code == CST_INBOUNDS_GEP) {
        if (r->op.n % 2) src = bc_type(c, rec(r, at++));
        if (r->code == CST_INBOUNDS_GEP) flags = IR_INBOUNDS | IR_NUSW;
    } else {
        src = bc_type(c, rec(r, at++));
        uint64_t f = rec(r, at++);
        if (f & 1) flags |= IR_INBOUNDS | IR_NUSW;
        if (r->code != CST_GEP_INRANGE_OLD && (f & 2)) flags |= IR_NUSW;
        if (r->code != CST_GEP_INRANGE_OLD && (f & 4)) flags |= IR_NUW;
        if (r->code == CST_GEP_INRANGE) { // a hint: width, low, high
            uint64_t width = rec(r, at++);
            if (width > 64) return bc_fail(c, "inrange of wide integers");
            at += 2;
        }
    }
    for (; at + 1 < r->op.n; at += 2) {
        if (!src && n == 0) { // before LLVM 3.7: what the base points at
            uint32_t to = bc_contained(c, (uint32_t)rec(r, at) + 1, 0);
            src = to ? bc_type(c, to - 1) : NULL;
        }
        v[n] = bc_const(c, rec(r, at + 1));
        if (!v[n++]) return NULL;
    }
    if (!src || !src->sized || n < 1 || ir_ty_scalar(v[0]->v.type)->kind != IR_TY_PTR) {
        return bc_fail(c, "bad address constant");
    }
    for (uint32_t i = 1; i < n; i++) {
        if (ir_ty_scalar(v[i]->v.type)->kind != IR_TY_INT) {
            return bc_fail(c, "bad index of an address constant");
        }
    }
    IrType *t = src;
    for (uint32_t i = 2; i < n; i++) {
        if (ir_ty_is_vec(v[i]->v.type)) break;
        uint64_t k = v[i]->v.kind == IR_C_INT ? ir_uval(v[i]) : 0;
        bool ok = t->kind == IR_TY_STRUCT ? v[i]->v.kind == IR_C_INT && k < t->n
                                          : t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR;
        if (!ok) return bc_fail(c, "index of an address constant leads nowhere");
        t = t->kind == IR_TY_STRUCT ? t->sub[k] : t->elem;
    }
    return ir_cgep(c->m, src, v[0], n - 1, v + 1, flags);
}

static IrValue *inline_asm(Bc *c, IrType *t, uint32_t tid, const Rec *r) {
    uint32_t at = 0;
    if (r->code == CST_INLINEASM) {
        t = bc_type(c, rec(r, at++));
    } else { // the type is the pointer's
        uint32_t to = bc_contained(c, tid, 0);
        t = to ? bc_type(c, to - 1) : NULL;
    }
    if (!t || t->kind != IR_TY_FUNC) return bc_fail(c, "inline asm of no function type");
    uint64_t flags = rec(r, at++), n = rec(r, at++);
    if (n > r->op.n || at + n >= r->op.n) return bc_fail(c, "bad inline asm");
    Rec part = *r;
    part.op.n = at + (uint32_t)n;
    Atom text = bc_text(c, &part, at);
    at += (uint32_t)n;
    uint64_t k = rec(r, at++);
    if (k > r->op.n - at) return bc_fail(c, "bad inline asm");
    part.op.n = at + (uint32_t)k;
    IrAsm *a = ir_asm(c->m, t, text, bc_text(c, &part, at), flags & 1);
    a->align_stack = flags & 2;
    a->intel = r->code != CST_INLINEASM_OLD && (flags & 4);
    a->unwind = (r->code == CST_INLINEASM || r->code == CST_INLINEASM_OLD3) && (flags & 8);
    return &a->v;
}

static IrConst *wide_int(Bc *c, IrType *t, const Rec *r) {
    uint32_t n = CU_MIN(r->op.n, (t->bits + 63) / 64);
    uint64_t *w = arena_array(c->a, uint64_t, n + 1);
    if (t->kind != IR_TY_INT) return bc_fail(c, "integer constant of a wrong type");
    for (uint32_t i = 0; i < n; i++) w[i] = (uint64_t)rec_signed(r->op.at[i]);
    if (!bc_charge(c, t->bits / 64)) return NULL;
    return ir_int_words(c->m, t, n, w);
}

static IrConst *cast(Bc *c, IrType *t, const Rec *r) {
    uint64_t op = rec(r, 0);
    IrConst *v = bc_const(c, rec(r, 2));
    if (!v) return NULL;
    if (op >= 13) return bc_fail(c, "bad constant cast");
    IrOp k = bc_casts[op];
    if (k == IR_BITCAST && v->v.type->kind == IR_TY_PTR && t->kind == IR_TY_PTR && v->v.type != t) {
        k = IR_ADDRSPACECAST; // what LLVM 3.3 and before wrote
    }
    if (!ir_cast_valid(k, v->v.type, t)) return bc_fail(c, "bad constant cast");
    IrConst *x = ir_ccast(c->m, k, v, t);
    return x ? x : ir_cexpr_old(c->m, k, 0, t, 1, &v);
}

static IrConst *binary(Bc *c, IrType *t, const Rec *r) {
    uint64_t op = rec(r, 0), f = rec(r, 3);
    IrConst *v[2] = {bc_const(c, rec(r, 1)), NULL};
    if (!v[0] || !(v[1] = bc_const(c, rec(r, 2)))) return NULL;
    bool fp = ir_ty_is_fp(ir_ty_scalar(t));
    bool fits =
        v[0]->v.type == t && v[1]->v.type == t && (fp || ir_ty_scalar(t)->kind == IR_TY_INT);
    if (op >= 13 || !fits || (fp && !bc_binops[1][op])) {
        return bc_fail(c, "bad constant expression");
    }
    IrOp k = bc_binops[fp][op];
    uint16_t flags = 0;
    if (ir_ops[k].flags & IR_NSW) flags = (f & 1 ? IR_NUW : 0) | (f & 2 ? IR_NSW : 0);
    if ((ir_ops[k].flags & IR_EXACT) && (f & 1)) flags = IR_EXACT;
    IrConst *x = ir_cexpr(c->m, k, flags, t, NULL, 2, v);
    return x ? x : ir_cexpr_old(c->m, k, flags, t, 2, v);
}

static IrConst *integer(Bc *c, IrType *t, const Rec *r) {
    if (t->kind != IR_TY_INT) return bc_fail(c, "integer constant of a wrong type");
    return bc_charge(c, t->bits / 64) ? ir_sint(t, rec_signed(rec(r, 0))) : NULL;
}

// Older bitcode has more constant expressions: those that do not fold become instructions
// (upgrade_expr.c).
static IrConst *compare(Bc *c, const Rec *r) { // type of the operands, two of them, predicate
    IrConst *v[2] = {bc_const(c, rec(r, 1)), NULL};
    if (!v[0] || !(v[1] = bc_const(c, rec(r, 2)))) return NULL;
    uint64_t p = rec(r, 3);
    IrType *t = v[0]->v.type, *e = ir_ty_scalar(t);
    bool fp = p < 16, fits = v[1]->v.type == t && (fp || (p >= 32 && p < 42));
    fits = fits && (fp ? ir_ty_is_fp(e) : e->kind == IR_TY_INT || e->kind == IR_TY_PTR);
    if (!fits) return bc_fail(c, "bad constant expression");
    IrPred pred = fp ? (IrPred)p : bc_icmp[p - 32];
    IrConst *x = ir_fold_cmp(c->m, pred, v[0], v[1]);
    if (x) return x;
    IrType *to = ir_ty_with_shape(c->m, c->m->ty_i1, t);
    return ir_cexpr_old(c->m, fp ? IR_FCMP : IR_ICMP, (uint16_t)pred, to, 2, v);
}

static IrConst *choice(Bc *c, IrType *t, const Rec *r) {
    IrConst *v[3] = {NULL};
    for (int i = 0; i < 3; i++) {
        if (!(v[i] = bc_const(c, rec(r, (uint32_t)i)))) return NULL;
    }
    IrType *ct = v[0]->v.type;
    bool shape = ct->kind != IR_TY_VECTOR ||
                 (t->kind == IR_TY_VECTOR && t->n == ct->n && t->scalable == ct->scalable);
    if (v[1]->v.type != t || v[2]->v.type != t || !shape || !ir_ty_is_i(ir_ty_scalar(ct), 1))
        return bc_fail(c, "bad constant expression");
    if (v[0]->v.kind == IR_C_INT) return ir_is_zero(&v[0]->v) ? v[2] : v[1];
    return v[1] == v[2] ? v[1] : ir_cexpr_old(c->m, IR_SELECT, 0, t, 3, v);
}

static IrConst *unary(Bc *c, IrType *t, const Rec *r) { // operation (0: fneg), operand
    IrConst *v = bc_const(c, rec(r, 1));
    if (!v) return NULL;
    if (rec(r, 0) || v->v.type != t || !ir_ty_is_fp(ir_ty_scalar(t)))
        return bc_fail(c, "bad constant expression");
    return ir_cexpr_old(c->m, IR_FNEG, 0, t, 1, &v);
}

static IrConst *vector_expr(Bc *c, IrType *t, const Rec *r) {
    IrConst *v[3] = {NULL};
    bool ex = r->code == CST_SHUFFLEVEC_EX, two = r->code == CST_EXTRACTELT;
    // operands, with types before the first (extraction, _EX) and before the index
    uint32_t at = two || ex ? 1 : 0, n = two ? 2 : 3;
    for (uint32_t i = 0; i < n; i++) {
        bool index = r->code != CST_SHUFFLEVEC && !ex && i + 1 == n;
        if (index && at + 1 < r->op.n) at++;
        if (!(v[i] = bc_const(c, rec(r, at++)))) return NULL;
    }
    IrType *vt = v[0]->v.type, *last = v[n - 1]->v.type;
    if (!ir_ty_is_vec(vt)) return bc_fail(c, "vector expected");
    if (two) {
        if (last->kind != IR_TY_INT || vt->elem != t) return bc_fail(c, "bad vector constant");
        IrConst *e =
            v[1]->v.kind == IR_C_INT && !vt->scalable ? ir_elem(c->m, v[0], ir_uval(v[1])) : NULL;
        return e ? e : ir_cexpr_raw(c->m, IR_EXTRACTELEMENT, t, 2, v, 0);
    }
    bool insert = r->code == CST_INSERTELT;
    bool fits = insert
                    ? vt == t && v[1]->v.type == t->elem && last->kind == IR_TY_INT
                    : v[1]->v.type == vt && ir_ty_is_vec(last) && ir_ty_is_vec(t) &&
                          t->n == last->n && t->elem == vt->elem && last->elem->kind == IR_TY_INT;
    if (!fits) return bc_fail(c, "bad vector constant");
    bool splat = !insert && t->scalable && v[0]->v.kind == IR_C_EXPR &&
                 v[0]->v.op == IR_INSERTELEMENT && ir_is_zero(&v[0]->elem[2]->v) &&
                 ir_is_zero(&v[2]->v);
    if (splat) return bc_charge(c, t->n) ? ir_splat(c->m, t, v[0]->elem[1]) : NULL;
    return ir_cexpr_raw(c->m, insert ? IR_INSERTELEMENT : IR_SHUFFLEVECTOR, t, 3, v, 0);
}

static IrConst *block_address(Bc *c, const Rec *r) { // type, function, block
    IrConst *v = bc_const(c, rec(r, 1));
    IrFunc *f = v ? ir_as_func(&v->v) : NULL;
    uint64_t n = rec(r, 2);
    if (!f) return bc_fail(c, "address of a block of no function");
    IrBlock *bb = bc_block_of(c, f, n);
    return bb ? ir_block_address(c->m, f, bb) : NULL;
}

static IrConst *wrapped(Bc *c, const Rec *r, IrValueKind kind) { // type, symbol
    IrConst *v = bc_const(c, rec(r, 1));
    if (!v) return NULL;
    if (v->v.kind < IR_C_VAR) return bc_fail(c, "symbol expected");
    return ir_wrapped(c->m, kind, v->v.type, 1, &v);
}

static IrConst *ptrauth(Bc *c, IrType *t, const Rec *r) {
    IrConst *e[4];
    for (uint32_t i = 0; i < 4; i++) {
        if (!(e[i] = bc_const(c, rec(r, i)))) return NULL;
    }
    return ir_wrapped(c->m, IR_C_PTRAUTH, t, 4, e);
}

static IrConst *fp(Bc *c, IrType *t, const Rec *r) {
    if (!ir_ty_is_any_fp(t)) return bc_fail(c, "floating-point constant of a wrong type");
    uint64_t lo = rec(r, 0), hi = rec(r, 1);
    if (t->kind == IR_TY_X86_FP80) { // the upper 64 bits come first
        uint64_t top = lo;
        lo = top << 16 | (hi & 0xffff);
        hi = top >> 48;
    }
    return ir_fp_bits(c->m, t, lo, hi);
}

static IrValue *make(Bc *c, IrType *t, uint32_t tid, const Rec *r) {
    IrConst *x = NULL;
    bool asm_ = r->code == CST_INLINEASM || r->code == CST_INLINEASM_OLD ||
                r->code == CST_INLINEASM_OLD2 || r->code == CST_INLINEASM_OLD3;
    bool nothing = t->kind == IR_TY_TOKEN || t->kind == IR_TY_TARGET; // has only null or undef
    if (!t->sized && !asm_ && !nothing) return bc_fail(c, "constant of a type without size");
    switch (r->code) {
    case CST_NULL:
        x = t->kind == IR_TY_INT && !bc_charge(c, t->bits / 64) ? NULL : ir_null(c->m, t);
        break;
    case CST_UNDEF: x = ir_undef(c->m, t); break;
    case CST_POISON: x = ir_poison(c->m, t); break;
    case CST_INTEGER: x = integer(c, t, r); break;
    case CST_WIDE_INTEGER: x = wide_int(c, t, r); break;
    case CST_FLOAT: x = fp(c, t, r); break;
    case CST_AGGREGATE: x = aggregate(c, t, r); break;
    case CST_STRING: x = data(c, t, r, true, false); break;
    case CST_CSTRING: x = data(c, t, r, true, true); break;
    case CST_DATA: x = data(c, t, r, false, false); break;
    case CST_BINOP: x = binary(c, t, r); break;
    case CST_CAST: x = cast(c, t, r); break;
    case CST_GEP_OLD:
    case CST_INBOUNDS_GEP:
    case CST_GEP_INRANGE_OLD:
    case CST_GEP_INRANGE:
    case CST_GEP: x = gep(c, r); break;
    case CST_INLINEASM_OLD:
    case CST_INLINEASM_OLD2:
    case CST_INLINEASM_OLD3:
    case CST_INLINEASM: return inline_asm(c, t, tid, r);
    case CST_BLOCKADDRESS: x = block_address(c, r); break;
    case CST_DSO_LOCAL_EQUIVALENT: x = wrapped(c, r, IR_C_DSO_LOCAL); break;
    case CST_NO_CFI: x = wrapped(c, r, IR_C_NO_CFI); break;
    case CST_PTRAUTH: x = ptrauth(c, t, r); break;
    case CST_EXTRACTELT:
    case CST_INSERTELT:
    case CST_SHUFFLEVEC:
    case CST_SHUFFLEVEC_EX: x = vector_expr(c, t, r); break;
    case CST_SELECT: x = choice(c, t, r); break;
    case CST_CMP: x = compare(c, r); break;
    case CST_UNOP: x = unary(c, t, r); break;
    default: return bc_fail(c, "unknown kind of constant");
    }
    return x ? &x->v : NULL;
}

// The value of an id outside of functions, made if need be.
enum { MAX_DEPTH = 500 }; // so that recursion over constants needs no limit of its own
static IrValue *settle(Bc *c, uint64_t id) {
    if (id >= c->value.n) return bc_fail(c, "value that does not exist");
    BcValue *v = &c->value.at[id];
    if (!v->pending) return v->value;
    if (v->later) return bc_later_make(c, v->later - 1);
    if (v->busy) return bc_fail(c, "constant contains itself");
    if (++c->depth > MAX_DEPTH) return bc_fail(c, "constant nested too deeply");
    v->busy = true;
    Rec r = *v->rec;
    IrValue *x = make(c, v->type, v->tid, &r);
    v = &c->value.at[id];
    v->busy = false;
    v->pending = false;
    v->value = x;
    if (x) v->type = x->type;
    c->depth--;
    if (x && ir_is_const(x) && ir_const_depth((IrConst *)x) > MAX_DEPTH)
        return bc_fail(c, "constant nested too deeply");
    return x;
}

IrConst *bc_const(Bc *c, uint64_t id) {
    IrValue *v = settle(c, id);
    if (v && !ir_is_const(v)) return bc_fail(c, "constant expected");
    return (IrConst *)v;
}

IrValue *bc_value(Bc *c, uint64_t id, IrType *t) {
    if (t && t->kind == IR_TY_METADATA) { // operands of debug intrinsics
        IrMd *d = bc_md_known(c, id);
        return d ? &ir_md_as_value(c->m, d)->v : NULL;
    }
    if (id < c->value.n) {
        IrValue *v = settle(c, id);
        if (v && t && v->type != t && v->kind != IR_V_ASM) {
            return bc_fail(c, "value of another type than expected");
        }
        return v;
    }
    if (!c->fn || !t || id > UINT32_MAX || t->kind == IR_TY_VOID || t->kind == IR_TY_FUNC ||
        t->kind == IR_TY_LABEL) {
        return bc_fail(c, "forward reference");
    }
    void **slot = map_slot(&c->fwd, id + 1);
    if (!*slot) *slot = ir_inst_new(c->fn, IR_FREEZE, t, 0);
    IrValue *v = &((IrInst *)*slot)->v;
    return v->type == t ? v : bc_fail(c, "forward reference of two types");
}
