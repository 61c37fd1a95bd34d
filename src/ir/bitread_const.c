// SPDX-License-Identifier: Apache-2.0
// Constants of bitcode. One that refers to others may come before them: its record is kept and it
// is made when asked for. The rest is made at once.
#include "ir/bitread_int.h"

// Whether a constant of this record may name other constants, which may come later in the file.
static bool refers(uint32_t code) {
    static const bool alone[] = {
        [CST_NULL] = true,          [CST_UNDEF] = true,          [CST_POISON] = true,
        [CST_INTEGER] = true,       [CST_WIDE_INTEGER] = true,   [CST_FLOAT] = true,
        [CST_STRING] = true,        [CST_CSTRING] = true,        [CST_DATA] = true,
        [CST_INLINEASM_OLD] = true, [CST_INLINEASM_OLD2] = true, [CST_INLINEASM_OLD3] = true,
        [CST_INLINEASM] = true,
    };
    return code >= CU_COUNT(alone) || !alone[code];
}

static IrValue *make(Bc *bc, IrType *type, uint32_t tid, const Rec *rec);

// SETTYPE gives the type of what follows it; the rest of the records are one value each.
bool bc_constants(Bc *bc) {
    BlockMark mark;
    Rec r = {0};
    IrType *type = bc->m->ty_i32;
    uint32_t tid = 0;
    int k;
    if (!bits_enter(&bc->b, BLK_CONSTANTS, &mark)) return false;
    while ((k = bits_next(&bc->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&bc->b);
            continue;
        }
        if (r.code == CST_SETTYPE) {
            type = bc_type(bc, rec(&r, 0));
            if (!type) return false;
            if (type->kind == IR_TY_VOID) return bc_fail(bc, "constant of no type") != NULL;
            tid = (uint32_t)rec(&r, 0) + 1;
            continue;
        }
        BcValue entry = {.type = type, .tid = tid};
        // what refers to other values may refer to later ones: kept, and made when it is asked for
        if (refers(r.code)) {
            entry.pending = true;
            entry.rec = arena_copy(bc->a, &r, sizeof r, sizeof(void *));
            entry.rec->op.at = arena_copy(bc->a, r.op.at, r.op.n * sizeof(uint64_t), 8);
            entry.rec->op.cap = r.op.n;
        } else {
            entry.value = make(bc, type, tid, &r);
            if (!entry.value) return false;
        }
        vec_push(bc->a, &bc->value, entry);
    }
    bits_leave(&bc->b, &mark);
    return !bc->b.error;
}

// Record: a value id for each member.
static IrConst *aggregate(Bc *bc, IrType *type, const Rec *rec) {
    if (rec->op.n != type->n || (!ir_ty_is_agg(type) && !ir_ty_is_vec(type))) {
        return bc_fail(bc, "aggregate constant of a wrong type");
    }
    IrConst **e = arena_array(bc->a, IrConst *, rec->op.n);
    for (uint32_t i = 0; i < rec->op.n; i++) {
        e[i] = bc_const(bc, rec->op.at[i]);
        if (!e[i]) return NULL;
        if (e[i]->v.type != ir_ty_member(type, i)) return bc_fail(bc, "member of a wrong type");
    }
    return ir_agg(bc->m, type, rec->op.n, e);
}

// Elements as numbers: `bytes` for strings (i8 only), `nul` for those whose final zero is left out.
static IrConst *data(Bc *bc, IrType *type, const Rec *r, bool bytes, bool nul) {
    uint32_t n = r->op.n + nul;
    if ((type->kind != IR_TY_ARRAY && type->kind != IR_TY_VECTOR) || type->n != n) {
        return bc_fail(bc, "constant data of a wrong type");
    }
    uint32_t w = type->elem->bits / 8;
    bool plain = ir_ty_is_int(type->elem) || ir_ty_is_fp(type->elem);
    bool whole_bytes = type->elem->bits % 8 == 0 && (w == 1 || w == 2 || w == 4 || w == 8);
    if (!plain || !whole_bytes || (bytes && w != 1))
        return bc_fail(bc, "constant data of a wrong type");
    ArenaMark mark = arena_mark(bc->a);
    uint8_t *p = arena_alloc(bc->a, (size_t)n * w + 8, 8);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t v = rec(r, i);
        memcpy(p + (size_t)i * w, &v, w);
    }
    IrConst *x = ir_data(bc->m, type, p, (size_t)n * w);
    arena_reset(bc->a, mark);
    return x;
}

// The record of an address computation: [type,] [flags,] [range,] then base and indices with types.
// The result is NULL after bc_fail; every index is checked here, since ir_cgep asserts its
// operands.
static IrConst *gep(Bc *bc, const Rec *r) {
    uint32_t at = 0;
    uint16_t flags = 0;
    IrType *src = NULL;
    IrConst **v = arena_array(bc->a, IrConst *, r->op.n / 2 + 1);
    uint32_t n = 0;
    if (r->code == CST_GEP_OLD || r->code == CST_INBOUNDS_GEP) {
        if (r->op.n % 2) src = bc_type(bc, rec(r, at++));
        if (r->code == CST_INBOUNDS_GEP) flags = IR_INBOUNDS | IR_NUSW;
    } else {
        src = bc_type(bc, rec(r, at++));
        uint64_t f = rec(r, at++);
        if (f & 1) flags |= IR_INBOUNDS | IR_NUSW;
        if (r->code != CST_GEP_INRANGE_OLD && (f & 2)) flags |= IR_NUSW;
        if (r->code != CST_GEP_INRANGE_OLD && (f & 4)) flags |= IR_NUW;
        if (r->code == CST_GEP_INRANGE) { // a hint: width, low, high
            uint64_t width = rec(r, at++);
            if (width > 64) return bc_fail(bc, "inrange of wide integers");
            at += 2;
        }
    }
    for (; at + 1 < r->op.n; at += 2) {
        if (!src && n == 0) { // before LLVM 3.7: what the base points at
            uint32_t to = bc_contained(bc, (uint32_t)rec(r, at) + 1, 0);
            src = to ? bc_type(bc, to - 1) : NULL;
        }
        v[n] = bc_const(bc, rec(r, at + 1));
        if (!v[n++]) return NULL;
    }
    if (!src || !src->sized || n < 1 || ir_ty_scalar(v[0]->v.type)->kind != IR_TY_PTR) {
        return bc_fail(bc, "bad address constant");
    }
    for (uint32_t i = 1; i < n; i++) {
        if (ir_ty_scalar(v[i]->v.type)->kind != IR_TY_INT) {
            return bc_fail(bc, "bad index of an address constant");
        }
    }
    // the path must exist: members of structures by a constant in range, elements of arrays by
    // anything
    IrType *t = src;
    for (uint32_t i = 2; i < n; i++) {
        if (ir_ty_is_vec(v[i]->v.type)) break;
        uint64_t k = v[i]->v.kind == IR_C_INT ? ir_uval(v[i]) : 0;
        bool ok = t->kind == IR_TY_STRUCT ? v[i]->v.kind == IR_C_INT && k < t->n
                                          : t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR;
        if (!ok) return bc_fail(bc, "index of an address constant leads nowhere");
        t = t->kind == IR_TY_STRUCT ? t->sub[k] : t->elem;
    }
    return ir_cgep(bc->m, src, v[0], n - 1, v + 1, flags);
}

// Record: [type,] flags, length and characters of the text, then of the constraints. The codes of
// older LLVMs differ in the flags they know: intel since the second, unwind since the third.
static IrValue *inline_asm(Bc *bc, IrType *type, uint32_t tid, const Rec *r) {
    uint32_t at = 0;
    if (r->code == CST_INLINEASM) {
        type = bc_type(bc, rec(r, at++));
    } else { // the type is the pointer's
        uint32_t to = bc_contained(bc, tid, 0);
        type = to ? bc_type(bc, to - 1) : NULL;
    }
    if (!type || type->kind != IR_TY_FUNC) return bc_fail(bc, "inline asm of no function type");
    uint64_t flags = rec(r, at++), n = rec(r, at++);
    if (n > r->op.n || at + n >= r->op.n) return bc_fail(bc, "bad inline asm");
    Rec part = *r;
    part.op.n = at + (uint32_t)n;
    Atom text = bc_text(bc, &part, at);
    at += (uint32_t)n;
    uint64_t k = rec(r, at++);
    if (k > r->op.n - at) return bc_fail(bc, "bad inline asm");
    part.op.n = at + (uint32_t)k;
    IrAsm *a = ir_asm(bc->m, type, text, bc_text(bc, &part, at), flags & 1);
    a->align_stack = flags & 2;
    a->intel = r->code != CST_INLINEASM_OLD && (flags & 4);
    a->unwind = (r->code == CST_INLINEASM || r->code == CST_INLINEASM_OLD3) && (flags & 8);
    return &a->v;
}

// Record: words of 64 bits, least significant first, each with its sign in bit 0.
static IrConst *wide_int(Bc *bc, IrType *type, const Rec *r) {
    uint32_t n = CU_MIN(r->op.n, (type->bits + 63) / 64);
    uint64_t *w = arena_array(bc->a, uint64_t, n + 1);
    if (type->kind != IR_TY_INT) return bc_fail(bc, "integer constant of a wrong type");
    for (uint32_t i = 0; i < n; i++) w[i] = (uint64_t)rec_signed(r->op.at[i]);
    if (!bc_charge(bc, type->bits / 64)) return NULL;
    return ir_int_words(bc->m, type, n, w);
}

// Record: opcode, type id of the operand, operand.
static IrConst *cast(Bc *bc, IrType *type, const Rec *r) {
    uint64_t op = rec(r, 0);
    IrConst *v = bc_const(bc, rec(r, 2));
    if (!v) return NULL;
    if (op >= 13) return bc_fail(bc, "bad constant cast");
    IrOp k = bc_casts[op];
    if (k == IR_BITCAST && v->v.type->kind == IR_TY_PTR && type->kind == IR_TY_PTR &&
        v->v.type != type) {
        k = IR_ADDRSPACECAST; // what LLVM 3.3 and before wrote
    }
    if (!ir_cast_valid(k, v->v.type, type)) return bc_fail(bc, "bad constant cast");
    IrConst *x = ir_ccast(bc->m, k, v, type);
    return x ? x : ir_cexpr_old(bc->m, k, 0, type, 1, &v);
}

// Record: opcode, operands, [flags].
static IrConst *binary(Bc *bc, IrType *type, const Rec *r) {
    uint64_t op = rec(r, 0), f = rec(r, 3);
    IrConst *constant[2] = {bc_const(bc, rec(r, 1)), NULL};
    if (!constant[0] || !(constant[1] = bc_const(bc, rec(r, 2)))) return NULL;
    bool fp = ir_ty_is_fp(ir_ty_scalar(type));
    bool fits = constant[0]->v.type == type && constant[1]->v.type == type &&
                (fp || ir_ty_scalar(type)->kind == IR_TY_INT);
    if (op >= 13 || !fits || (fp && !bc_binops[1][op])) {
        return bc_fail(bc, "bad constant expression");
    }
    IrOp k = bc_binops[fp][op];
    uint16_t flags = 0;
    if (ir_ops[k].flags & IR_NSW) flags = (f & 1 ? IR_NUW : 0) | (f & 2 ? IR_NSW : 0);
    if ((ir_ops[k].flags & IR_EXACT) && (f & 1)) flags = IR_EXACT;
    IrConst *x = ir_cexpr(bc->m, k, flags, type, NULL, 2, constant);
    return x ? x : ir_cexpr_old(bc->m, k, flags, type, 2, constant);
}

static IrConst *integer(Bc *bc, IrType *type, const Rec *r) {
    if (type->kind != IR_TY_INT) return bc_fail(bc, "integer constant of a wrong type");
    return bc_charge(bc, type->bits / 64) ? ir_sint(type, rec_signed(rec(r, 0))) : NULL;
}

// Older bitcode has more constant expressions: those that do not fold become instructions
// (upgrade_expr.c). Record: type id of the operands, two of them, predicate.
static IrConst *compare(Bc *bc, const Rec *r) {
    IrConst *constant[2] = {bc_const(bc, rec(r, 1)), NULL};
    if (!constant[0] || !(constant[1] = bc_const(bc, rec(r, 2)))) return NULL;
    uint64_t p = rec(r, 3);
    IrType *t = constant[0]->v.type, *e = ir_ty_scalar(t);
    bool fp = p < 16, fits = constant[1]->v.type == t && (fp || (p >= 32 && p < 42));
    fits = fits && (fp ? ir_ty_is_fp(e) : e->kind == IR_TY_INT || e->kind == IR_TY_PTR);
    if (!fits) return bc_fail(bc, "bad constant expression");
    IrPred pred = fp ? (IrPred)p : bc_icmp[p - 32];
    IrConst *x = ir_fold_cmp(bc->m, pred, constant[0], constant[1]);
    if (x) return x;
    IrType *to = ir_ty_with_shape(bc->m, bc->m->ty_i1, t);
    return ir_cexpr_old(bc->m, fp ? IR_FCMP : IR_ICMP, (uint16_t)pred, to, 2, constant);
}

// Record of a select: condition, two values. A vector of conditions selects among vectors of its
// shape.
static IrConst *choice(Bc *bc, IrType *type, const Rec *r) {
    IrConst *constant[3] = {NULL};
    for (int i = 0; i < 3; i++) {
        if (!(constant[i] = bc_const(bc, rec(r, (uint32_t)i)))) return NULL;
    }
    IrType *ct = constant[0]->v.type;
    bool shape = ct->kind != IR_TY_VECTOR ||
                 (type->kind == IR_TY_VECTOR && type->n == ct->n && type->scalable == ct->scalable);
    bool typed = constant[1]->v.type == type && constant[2]->v.type == type;
    bool condition = ir_ty_is_i(ir_ty_scalar(ct), 1);
    if (!shape || !typed || !condition) return bc_fail(bc, "bad constant expression");

    if (constant[0]->v.kind == IR_C_INT)
        return ir_is_zero(&constant[0]->v) ? constant[2] : constant[1];
    if (constant[1] == constant[2]) return constant[1];
    return ir_cexpr_old(bc->m, IR_SELECT, 0, type, 3, constant);
}

// Record: operation (0 is fneg, the only one), operand.
static IrConst *unary(Bc *bc, IrType *type, const Rec *r) {
    IrConst *v = bc_const(bc, rec(r, 1));
    if (!v) return NULL;
    if (rec(r, 0) || v->v.type != type || !ir_ty_is_fp(ir_ty_scalar(type)))
        return bc_fail(bc, "bad constant expression");
    return ir_cexpr_old(bc->m, IR_FNEG, 0, type, 1, &v);
}

// Records of extractelement, insertelement and shufflevector, in the forms with and without types
// before the operands.
static IrConst *vector_expr(Bc *bc, IrType *type, const Rec *r) {
    IrConst *constant[3] = {NULL};
    bool ex = r->code == CST_SHUFFLEVEC_EX, two = r->code == CST_EXTRACTELT;
    // operands, with types before the first (extraction, _EX) and before the index
    uint32_t at = two || ex ? 1 : 0, n = two ? 2 : 3;
    for (uint32_t i = 0; i < n; i++) {
        bool index = r->code != CST_SHUFFLEVEC && !ex && i + 1 == n;
        if (index && at + 1 < r->op.n) at++;
        if (!(constant[i] = bc_const(bc, rec(r, at++)))) return NULL;
    }
    IrType *vt = constant[0]->v.type, *last = constant[n - 1]->v.type;
    if (!ir_ty_is_vec(vt)) return bc_fail(bc, "vector expected");
    // extraction: the element itself where the index is known
    if (two) {
        if (last->kind != IR_TY_INT || vt->elem != type) return bc_fail(bc, "bad vector constant");
        IrConst *e = constant[1]->v.kind == IR_C_INT && !vt->scalable
                         ? ir_elem(bc->m, constant[0], ir_uval(constant[1]))
                         : NULL;
        return e ? e : ir_cexpr_raw(bc->m, IR_EXTRACTELEMENT, type, 2, constant, 0);
    }
    // insertion and shuffle share the form of three operands
    bool insert = r->code == CST_INSERTELT;
    bool fits;
    if (insert) {
        fits = vt == type && constant[1]->v.type == type->elem && last->kind == IR_TY_INT;
    } else {
        bool vectors = constant[1]->v.type == vt && ir_ty_is_vec(last) && ir_ty_is_vec(type);
        fits = vectors && type->n == last->n && type->elem == vt->elem &&
               last->elem->kind == IR_TY_INT;
    }
    if (!fits) return bc_fail(bc, "bad vector constant");

    // A splat of a scalable vector can be said only as insertion at 0 and a shuffle of zeros.
    bool splat = !insert && type->scalable && constant[0]->v.kind == IR_C_EXPR &&
                 constant[0]->v.op == IR_INSERTELEMENT && ir_is_zero(&constant[0]->elem[2]->v) &&
                 ir_is_zero(&constant[2]->v);
    if (splat) return bc_charge(bc, type->n) ? ir_splat(bc->m, type, constant[0]->elem[1]) : NULL;
    return ir_cexpr_raw(bc->m, insert ? IR_INSERTELEMENT : IR_SHUFFLEVECTOR, type, 3, constant, 0);
}

// Record: type id, function, number of the block in it.
static IrConst *block_address(Bc *bc, const Rec *r) {
    IrConst *v = bc_const(bc, rec(r, 1));
    IrFunc *f = v ? ir_as_func(&v->v) : NULL;
    uint64_t n = rec(r, 2);
    if (!f) return bc_fail(bc, "address of a block of no function");
    IrBlock *bb = bc_block_of(bc, f, n);
    return bb ? ir_block_address(bc->m, f, bb) : NULL;
}

// Record: type id, symbol.
static IrConst *wrapped(Bc *bc, const Rec *r, IrValueKind kind) {
    IrConst *v = bc_const(bc, rec(r, 1));
    if (!v) return NULL;
    if (v->v.kind < IR_C_VAR) return bc_fail(bc, "symbol expected");
    return ir_wrapped(bc->m, kind, v->v.type, 1, &v);
}

// Record: pointer, key, discriminator, address discriminator.
static IrConst *ptrauth(Bc *bc, IrType *type, const Rec *r) {
    IrConst *e[4];
    for (uint32_t i = 0; i < 4; i++) {
        if (!(e[i] = bc_const(bc, rec(r, i)))) return NULL;
    }
    return ir_wrapped(bc->m, IR_C_PTRAUTH, type, 4, e);
}

// The bits as numbers of 64, least significant first, except for x86_fp80.
static IrConst *fp(Bc *bc, IrType *type, const Rec *r) {
    if (!ir_ty_is_any_fp(type)) return bc_fail(bc, "floating-point constant of a wrong type");
    uint64_t lo = rec(r, 0), hi = rec(r, 1);
    if (type->kind == IR_TY_X86_FP80) { // the upper 64 bits come first
        uint64_t top = lo;
        lo = top << 16 | (hi & 0xffff);
        hi = top >> 48;
    }
    return ir_fp_bits(bc->m, type, lo, hi);
}

// The constant of a record, or NULL after bc_fail. `tid` is the id + 1 of its type, which old asm
// needs to learn its function type.
static IrValue *make(Bc *bc, IrType *type, uint32_t tid, const Rec *rec) {
    IrConst *constant = NULL;
    bool asm_ = rec->code == CST_INLINEASM || rec->code == CST_INLINEASM_OLD ||
                rec->code == CST_INLINEASM_OLD2 || rec->code == CST_INLINEASM_OLD3;
    bool nothing =
        type->kind == IR_TY_TOKEN || type->kind == IR_TY_TARGET; // has only null or undef
    if (!type->sized && !asm_ && !nothing) return bc_fail(bc, "constant of a type without size");
    switch (rec->code) {
    case CST_NULL:
        constant = type->kind == IR_TY_INT && !bc_charge(bc, type->bits / 64)
                       ? NULL
                       : ir_null(bc->m, type);
        break;
    case CST_UNDEF: constant = ir_undef(bc->m, type); break;
    case CST_POISON: constant = ir_poison(bc->m, type); break;
    case CST_INTEGER: constant = integer(bc, type, rec); break;
    case CST_WIDE_INTEGER: constant = wide_int(bc, type, rec); break;
    case CST_FLOAT: constant = fp(bc, type, rec); break;
    case CST_AGGREGATE: constant = aggregate(bc, type, rec); break;
    case CST_STRING: constant = data(bc, type, rec, true, false); break;
    case CST_CSTRING: constant = data(bc, type, rec, true, true); break;
    case CST_DATA: constant = data(bc, type, rec, false, false); break;
    case CST_BINOP: constant = binary(bc, type, rec); break;
    case CST_CAST: constant = cast(bc, type, rec); break;
    case CST_GEP_OLD:
    case CST_INBOUNDS_GEP:
    case CST_GEP_INRANGE_OLD:
    case CST_GEP_INRANGE:
    case CST_GEP: constant = gep(bc, rec); break;
    case CST_INLINEASM_OLD:
    case CST_INLINEASM_OLD2:
    case CST_INLINEASM_OLD3:
    case CST_INLINEASM: return inline_asm(bc, type, tid, rec);
    case CST_BLOCKADDRESS: constant = block_address(bc, rec); break;
    case CST_DSO_LOCAL_EQUIVALENT: constant = wrapped(bc, rec, IR_C_DSO_LOCAL); break;
    case CST_NO_CFI: constant = wrapped(bc, rec, IR_C_NO_CFI); break;
    case CST_PTRAUTH: constant = ptrauth(bc, type, rec); break;
    case CST_EXTRACTELT:
    case CST_INSERTELT:
    case CST_SHUFFLEVEC:
    case CST_SHUFFLEVEC_EX: constant = vector_expr(bc, type, rec); break;
    case CST_SELECT: constant = choice(bc, type, rec); break;
    case CST_CMP: constant = compare(bc, rec); break;
    case CST_UNOP: constant = unary(bc, type, rec); break;
    default: return bc_fail(bc, "unknown kind of constant");
    }
    return constant ? &constant->v : NULL;
}

// The value of an id outside of functions, made if need be.
enum { MAX_DEPTH = 500 }; // so that recursion over constants needs no limit of its own
// The making of a constant may add to the table, so that the row is looked up again after it.
static IrValue *settle(Bc *bc, uint64_t id) {
    if (id >= bc->value.n) return bc_fail(bc, "value that does not exist");
    BcValue *value = &bc->value.at[id];
    if (!value->pending) return value->value;
    if (value->later) return bc_later_make(bc, value->later - 1);
    if (value->busy) return bc_fail(bc, "constant contains itself");
    if (++bc->depth > MAX_DEPTH) return bc_fail(bc, "constant nested too deeply");
    value->busy = true;
    Rec rec = *value->rec;
    IrValue *x = make(bc, value->type, value->tid, &rec);
    value = &bc->value.at[id];
    value->busy = false;
    value->pending = false;
    value->value = x;
    if (x) value->type = x->type;
    bc->depth--;
    if (x && ir_is_const(x) && ir_const_depth((IrConst *)x) > MAX_DEPTH)
        return bc_fail(bc, "constant nested too deeply");
    return x;
}

// As settle, for what must be a constant: NULL after bc_fail for asm.
IrConst *bc_const(Bc *bc, uint64_t id) {
    IrValue *v = settle(bc, id);
    if (v && !ir_is_const(v)) return bc_fail(bc, "constant expected");
    return (IrConst *)v;
}

// In a function an id beyond the table is a forward reference: a placeholder of the given type
// stands for it (bc->fwd) until its definition replaces it.
IrValue *bc_value(Bc *bc, uint64_t id, IrType *type) {
    if (type && type->kind == IR_TY_METADATA) { // operands of debug intrinsics
        IrMd *d = bc_md_known(bc, id);
        return d ? &ir_md_as_value(bc->m, d)->v : NULL;
    }
    if (id < bc->value.n) {
        IrValue *v = settle(bc, id);
        if (v && type && v->type != type && v->kind != IR_V_ASM) {
            return bc_fail(bc, "value of another type than expected");
        }
        return v;
    }

    bool possible = bc->fn && type && id <= UINT32_MAX;
    bool has_values = possible && type->kind != IR_TY_VOID && type->kind != IR_TY_FUNC &&
                      type->kind != IR_TY_LABEL;
    if (!has_values) return bc_fail(bc, "forward reference");
    void **slot = map_slot(&bc->fwd, id + 1);
    if (!*slot) *slot = ir_inst_new(bc->fn, IR_FREEZE, type, 0);
    IrValue *v = &((IrInst *)*slot)->v;
    return v->type == type ? v : bc_fail(bc, "forward reference of two types");
}
