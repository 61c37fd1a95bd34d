// SPDX-License-Identifier: Apache-2.0
// Integers beyond 64 bits. Selection has add, subtract, multiply, shifts, logic and comparison of
// whole 64-bit parts, division is legal/divide.c's; here are conversions from and to floating
// point, widths that are no multiple of 64, switches, and memory accesses of odd sizes.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

static bool is_wide(const IrType *type) {
    return type->kind == IR_TY_INT && type->bits > 64;
}

IrType *legal_wide_type(Legal *legal, const IrType *type) { // with whole parts, two at least
    return ir_ty_int(legal->m, CU_MAX((type->bits + 63) / 64 * 64, 128u));
}

// ---- conversions --------------------------------------------------------------------------------

static IrValue *power_of_two(Legal *legal, IrBuilder *builder, IrType *ft,
                             IrValue *exponent) { // 2^exponent, an i64
    bool d = ft->kind == IR_TY_DOUBLE;
    IrValue *bits = ir_shl(builder, ir_add(builder, exponent, legal_i64(legal, d ? 1023 : 127)),
                           legal_i64(legal, d ? 52 : 23));
    return ir_bitcast(builder, d ? bits : ir_trunc(builder, bits, legal->m->ty_i32), ft);
}

// The 64 (16 for bfloat, so that float holds them) leading bits, the lowest of which also says
// whether anything follows, are rounded once by the hardware; a power of two makes up the rest.
static bool expand_to_float(Legal *legal, IrInst *cast) {
    bool sign = cast->v.op == IR_SITOFP;
    if (!sign && cast->v.op != IR_UITOFP) return false;
    IrType *type = ir_op(cast, 0)->type, *of_type = legal->m->ty_i64, *ft = cast->v.type;
    if (!is_wide(type) || ft->kind == IR_TY_FP128) return false;
    IrType *w = legal_wide_type(legal, type), *rt = ir_ty_int(legal->m, w->bits - 64);
    IrBuilder builder = ir_builder_at(cast);
    IrType *work = ft->kind == IR_TY_DOUBLE ? ft : legal->m->ty_float;
    IrValue *value = ir_int_resize(&builder, ir_op(cast, 0), w, sign), *neg = NULL,
            *no = &ir_false(legal->m)->v;
    // The magnitude is converted, and gets its sign back at the end.
    if (sign) {
        neg = ir_cmp(&builder, IR_SLT, value, legal_zero(legal, w));
        value = ir_select(&builder, neg, ir_neg(&builder, value), value);
    }
    // Zero has all its bits in front; it stays zero whatever it is shifted by.
    IrValue *n = IR_CALL(&builder, IR_I_ctlz, NULL, value, no);
    n = ir_select(&builder, ir_cmp(&builder, IR_EQ, n, legal_num(w, w->bits)), legal_zero(legal, w),
                  n);
    IrValue *top = ir_shl(&builder, value, n);
    IrValue *lead = ir_trunc(&builder, ir_lshr(&builder, top, legal_num(w, w->bits - 64)), of_type),
            *rest = ir_trunc(&builder, top, rt);
    // The sticky bit: what is cut off decides only ties.
    lead = ir_or(&builder, lead,
                 ir_zext(&builder, ir_cmp(&builder, IR_NE, rest, legal_zero(legal, rt)), of_type));
    if (ft->bits == 16) {
        IrValue *few = ir_lshr(&builder, lead, legal_i64(legal, 48));
        IrValue *low = ir_and(&builder, lead, legal_i64(legal, (1ull << 48) - 1));
        IrValue *sticky =
            ir_zext(&builder, ir_cmp(&builder, IR_NE, low, legal_zero(legal, of_type)), of_type);
        lead = ir_shl(&builder, ir_or(&builder, few, sticky), legal_i64(legal, 48));
    }
    // What the shift has taken away.
    IrValue *e = ir_sub(&builder, legal_i64(legal, w->bits - 64), ir_trunc(&builder, n, of_type));
    uint32_t most = work == ft && ft->kind == IR_TY_DOUBLE ? 1023 : 127;
    if (w->bits - 64 > most) // beyond the largest power it is infinity all the same
        e = IR_CALL(&builder, IR_I_smin, NULL, e, legal_i64(legal, most));
    IrValue *f = ir_uitofp(&builder, lead, work);
    f = ir_fmul(&builder, f, power_of_two(legal, &builder, work, e));
    if (neg) f = ir_select(&builder, neg, ir_fneg(&builder, f), f);
    ir_replace_erase(cast, ft == work ? f : ir_fptrunc(&builder, f, ft));
    return true;
}

// The high word is the number over 2^64 cut off, the low one what remains: both exact.
static IrValue *magnitude_of_two(Legal *legal, IrBuilder *builder, IrValue *number, IrType *to) {
    IrType *h = legal->m->ty_i64, *work = number->type;
    IrValue *hi =
        ir_fptoui(builder, ir_fmul(builder, number, &ir_fp(legal->m, work, 0x1p-64)->v), h);
    IrValue *part =
        ir_fmul(builder, ir_uitofp(builder, hi, work), &ir_fp(legal->m, work, 0x1p64)->v);
    IrValue *lo = ir_fptoui(builder, ir_fsub(builder, number, part), h);
    lo = ir_zext(builder, lo, to);
    return ir_or(builder, ir_shl(builder, ir_zext(builder, hi, to), legal_num(to, 64)), lo);
}

// The significand of a double (or of an fp128), shifted by its exponent. Only the numbers that fit
// matter: others give poison [LangRef: fptoui].
static IrValue *magnitude(Legal *legal, IrBuilder *builder, IrValue *number, IrType *to) {
    bool quad = number->type->kind == IR_TY_FP128;
    if (!quad) number = ir_fpext(builder, number, legal->m->ty_double);
    IrType *of_type = quad ? legal->m->ty_i128 : legal->m->ty_i64;
    uint32_t mant = quad ? 112 : 52, max = quad ? 0x7fff : 0x7ff, point = mant + max / 2;
    IrValue *bits = ir_bitcast(builder, number, of_type),
            *one = ir_shl(builder, legal_num(of_type, 1), legal_num(of_type, mant));
    IrValue *e =
        ir_and(builder, ir_lshr(builder, bits, legal_num(of_type, mant)), legal_num(of_type, max));
    IrValue *m =
        ir_or(builder, ir_and(builder, bits, ir_sub(builder, one, legal_num(of_type, 1))), one);
    // One of the two shifts is by zero.
    IrValue *up = ir_sub(builder, e, legal_num(of_type, point)),
            *down = ir_sub(builder, legal_num(of_type, point), e);
    IrValue *left = IR_CALL(builder, IR_I_smax, NULL, up, legal_zero(legal, of_type));
    IrValue *right = IR_CALL(builder, IR_I_smax, NULL, down, legal_zero(legal, of_type));
    right = IR_CALL(builder, IR_I_smin, NULL, right, legal_num(of_type, of_type->bits - 1));
    m = ir_int_resize(builder, ir_lshr(builder, m, right), to, false);
    return ir_shl(builder, m, ir_int_resize(builder, left, to, false));
}

static bool expand_from_float(Legal *legal, IrInst *cast) {
    bool sign = cast->v.op == IR_FPTOSI;
    IrType *type = cast->v.type;
    if ((!sign && cast->v.op != IR_FPTOUI) || !is_wide(type)) return false;
    IrType *ft = ir_op(cast, 0)->type, *of_type = legal_wide_type(legal, type);
    IrBuilder builder = ir_builder_at(cast);
    bool quad = ft->kind == IR_TY_FP128;
    if (quad && type->bits <= 128) return false; // legal/fp128.c
    IrType *work = ft->kind == IR_TY_DOUBLE || quad ? ft : legal->m->ty_float;
    IrValue *f = ft == work ? ir_op(cast, 0) : ir_fpext(&builder, ir_op(cast, 0), work),
            *neg = NULL;
    if (sign) {
        neg = ir_cmp(&builder, IR_FCMP_OLT, f, legal_zero(legal, work));
        f = IR_CALL(&builder, IR_I_fabs, NULL, f);
    }
    // 128 bits are two words; wider types take the general way.
    IrValue *r = of_type->bits == 128 ? magnitude_of_two(legal, &builder, f, of_type)
                                      : magnitude(legal, &builder, f, of_type);
    if (neg) r = ir_select(&builder, neg, ir_neg(&builder, r), r);
    ir_replace_erase(cast, ir_int_resize(&builder, r, type, sign));
    return true;
}

// ---- widths that are no multiple of 64 ----------------------------------------------------------

// Operations that look at the bits above the width work on the extended value.
static bool expand_between(Legal *legal, IrInst *operation) {
    if (!operation->nops || !is_wide(ir_op(operation, 0)->type) ||
        ir_op(operation, 0)->type->bits % 64 == 0)
        return false;
    IrType *type = legal_wide_type(legal, ir_op(operation, 0)->type);
    IrBuilder builder = ir_builder_at(operation);
    // A comparison extends as its predicate sees the sign.
    if (operation->v.op == IR_ICMP) {
        bool sign = ir_pred_is_signed((IrPred)operation->pred);
        IrValue *x = ir_int_resize(&builder, ir_op(operation, 0), type, sign),
                *y = ir_int_resize(&builder, ir_op(operation, 1), type, sign);
        ir_replace_erase(operation, ir_cmp(&builder, (IrPred)operation->pred, x, y));
        return true;
    }
    if (!is_any_of(operation->v.op, IR_LSHR, IR_ASHR)) return false;
    bool sign = operation->v.op == IR_ASHR;
    // Shifts right bring in what is above the width.
    IrValue *x = ir_int_resize(&builder, ir_op(operation, 0), type, sign),
            *n = ir_int_resize(&builder, ir_op(operation, 1), type, false);
    ir_replace_erase(operation, ir_trunc(&builder, ir_bin(&builder, (IrOp)operation->v.op, 0, x, n),
                                         operation->v.type));
    return true;
}

// ---- switches -----------------------------------------------------------------------------------

// The phis of `to` get for the edge from `now` what they have for the one from `was`.
static void copy_edge(IrBlock *to, IrBlock *was, IrBlock *now) {
    for (IrInst *p = to->first; p && p->v.op == IR_PHI; p = p->next)
        ir_phi_add(p, ir_phi_value(p, (uint32_t)ir_phi_find(p, was)), now);
}

// On wide integers: comparisons one after the other, each in a block of its own. What is behind the
// switch in the list of blocks comes later in the walk, the new blocks too.
static bool expand_switch(Legal *legal, IrInst *terminator) {
    if (terminator->v.op != IR_SWITCH || !is_wide(ir_op(terminator, 0)->type)) return false;
    uint32_t n = (terminator->nops - 2) / 2;
    IrBlock *bb = terminator->block, *at = bb, *dflt = (IrBlock *)ir_op(terminator, 1);
    IrValue *value = ir_op(terminator, 0);
    IrBuilder builder = ir_builder_at(terminator);
    IrBlock **to = arena_array(&legal->g->ctx->scratch, IrBlock *, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        to[k] = (IrBlock *)ir_op(terminator, 3 + 2 * k);
        bool last = k + 1 == n;
        IrBlock *next = last ? dflt : ir_block_new(legal->f, atom_cstr(legal->m->ctx, "case"));
        // The first comparison stands in the switch's own block, whose edges exist already.
        if (k) copy_edge(to[k], bb, at);
        if (last && k) copy_edge(dflt, bb, at);
        ir_condbr(&builder, ir_cmp(&builder, IR_EQ, value, ir_op(terminator, 2 + 2 * k)), to[k],
                  next);
        at = next;
        if (!last) ir_at_end(&builder, at);
    }
    // Edges that other blocks have now.
    for (uint32_t k = 1; k < n; k++) ir_phi_remove_edge(to[k], bb);
    if (n > 1) ir_phi_remove_edge(dflt, bb);
    if (!n) ir_br(&builder, dflt);
    ir_erase(terminator);
    return true;
}

// ---- memory accesses of odd sizes ---------------------------------------------------------------

static bool power_size(uint64_t n) {
    return n && !(n & (n - 1));
}

// The alignment that an offset has.
static uint32_t low_bit(uint64_t n) {
    return (uint32_t)(n & (0 - n));
}

// An integer beyond 64 bits as a vector of its parts, and back.
static IrValue *parts_of(Legal *legal, IrBuilder *builder, IrValue *wide) {
    return ir_bitcast(builder, wide,
                      ir_ty_vector(legal->m, legal->m->ty_i64, wide->type->bits / 64));
}

IrValue *legal_part(Legal *legal, IrBuilder *builder, IrValue *wide,
                    uint32_t k) { // of whole parts
    if (wide->type->bits == 64) return wide;
    return ir_extractelement(builder, parts_of(legal, builder, wide),
                             legal_num(legal->m->ty_i32, k));
}

IrValue *legal_join(Legal *legal, IrBuilder *builder, IrType *type, uint32_t n, IrValue **part) {
    if (n == 1) return part[0];
    IrValue *v = &ir_undef(legal->m, ir_ty_vector(legal->m, legal->m->ty_i64, n))->v;
    for (uint32_t k = 0; k < n; k++)
        v = ir_insertelement(builder, v, part[k], legal_num(legal->m->ty_i32, k));
    return ir_bitcast(builder, v, type);
}

// `bytes` (8 at most) of memory in pieces of powers of two; of a value of 64 bits or less.
static IrValue *access_pieces(Legal *legal, IrBuilder *builder, IrInst *access, IrValue *stored,
                              uint64_t from, uint64_t bytes) {
    IrValue *p = ir_op(access, stored ? 1 : 0), *sum = NULL;
    IrType *full =
        stored ? stored->type : ir_ty_int(legal->m, bytes <= 4 ? (uint32_t)bytes * 8 : 64);
    for (uint64_t off = 0; off < bytes;) {
        uint32_t n = 8;
        // The largest piece that what is left has room for.
        while (n > bytes - off) n /= 2;
        IrType *piece = ir_ty_int(legal->m, n * 8);
        IrValue *at = from + off ? ir_ptradd_c(builder, p, (int64_t)(from + off), IR_INBOUNDS) : p;
        // A piece is aligned as its place in the whole allows.
        uint32_t align = CU_MIN(n, low_bit((from + off) | CU_MAX(access->align, 1u)));
        if (stored) {
            IrValue *x = off ? ir_lshr(builder, stored, legal_num(full, off * 8)) : stored;
            ir_store(builder, ir_trunc(builder, x, piece), at, align)->v.flags = access->v.flags;
        } else {
            IrInst *ld = ir_load(builder, piece, at, align);
            ld->v.flags = access->v.flags;
            IrValue *x = ir_zext(builder, &ld->v, full);
            if (off) x = ir_shl(builder, x, legal_num(full, off * 8));
            sum = sum ? ir_or(builder, sum, x) : x;
        }
        off += n;
    }
    return sum;
}

// An integer whose bytes are no power of two (i24, i48, i129 ...) must not touch its neighbours:
// pieces from the largest that fits. A store also clears the bits between the width and its bytes.
static bool expand_odd_access(Legal *legal, IrInst *access) {
    bool store = access->v.op == IR_STORE;
    if (!store && access->v.op != IR_LOAD) return false;
    IrType *type = store ? ir_op(access, 0)->type : access->v.type;
    // Sizes that memory has are the selection's.
    if (type->kind != IR_TY_INT || type->bits == 1 || type->bits % 64 == 0) return false;
    uint64_t bytes = type->store_size;
    if (power_size(bytes) && bytes <= 8 && (type->bits % 8 == 0 || !store)) return false;
    IrBuilder builder = ir_builder_at(access);
    // The bytes are a power of two, but the width is not theirs: a store alone comes here.
    if (power_size(bytes) && bytes <= 8) {
        IrValue *v = ir_zext(&builder, ir_op(access, 0), ir_ty_int(legal->m, (uint32_t)bytes * 8));
        IrInst *st = ir_store(&builder, v, ir_op(access, 1), access->align);
        st->order = access->order;
        st->scope = access->scope;
        st->v.flags = access->v.flags;
        ir_erase(access);
        return true;
    }
    uint32_t n = (uint32_t)(bytes + 7) / 8;
    IrType *of_type = ir_ty_int(legal->m, bytes <= 4 ? (uint32_t)bytes * 8 : n * 64);
    // Each part is up to eight bytes.
    IrValue **part = arena_array(&legal->g->ctx->scratch, IrValue *, n);
    IrValue *value = store ? ir_zext(&builder, ir_op(access, 0), of_type) : NULL;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t size = CU_MIN(bytes - 8ull * k, (uint64_t)8);
        IrValue *x = !store ? NULL : n == 1 ? value : legal_part(legal, &builder, value, k);
        x = access_pieces(legal, &builder, access, x, 8ull * k, size);
        if (!store) part[k] = n == 1 ? x : ir_zext(&builder, x, legal->m->ty_i64);
    }
    if (store)
        ir_erase(access);
    else
        ir_replace_erase(access,
                         ir_trunc(&builder, legal_join(legal, &builder, of_type, n, part), type));
    return true;
}

// Member by member; what each is, is looked at in its turn.
static void expand_members(Legal *legal, IrBuilder *builder, IrInst *access, IrType *type) {
    bool store = access->v.op == IR_STORE;
    IrValue *value = ir_op(access, store ? 1 : 0),
            *sum = store ? NULL : &ir_undef(legal->m, type)->v;
    for (uint32_t k = 0; k < type->n; k++) {
        uint64_t off = ir_ty_member_offset(type, k);
        IrValue *at = off ? ir_ptradd_c(builder, value, (int64_t)off, IR_INBOUNDS) : value;
        uint32_t align = low_bit(off | CU_MAX(access->align, 1u));
        if (store) {
            ir_store(builder, ir_extract(builder, ir_op(access, 0), k), at, align)->v.flags =
                access->v.flags;
        } else {
            IrInst *ld = ir_load(builder, ir_ty_member(type, k), at, align);
            ld->v.flags = access->v.flags;
            sum = ir_insert(builder, sum, &ld->v, k);
        }
    }
    if (store)
        ir_erase(access);
    else
        ir_replace_erase(access, sum);
}

// Lanes that are no whole registers (select/packed.c): memory has the integer of all bits.
static bool expand_packed_access(Legal *legal, IrInst *access) {
    bool store = access->v.op == IR_STORE;
    if (!store && access->v.op != IR_LOAD) return false;
    IrType *type = store ? ir_op(access, 0)->type : access->v.type;
    IrBuilder builder = ir_builder_at(access);
    if (!sel_is_packed(type)) {
        // Few members are left to the selection, which goes through them itself.
        if (!ir_ty_is_agg(type) || type->n > SEL_MAX_PARTS || !sel_holds_packed(type)) return false;
        expand_members(legal, &builder, access, type);
        return true;
    }
    IrType *bits = ir_ty_int(legal->m, (uint32_t)ir_ty_bits(type));
    if (store) {
        IrValue *v = ir_bitcast(&builder, ir_op(access, 0), bits);
        ir_store(&builder, v, ir_op(access, 1), access->align)->v.flags = access->v.flags;
        ir_erase(access);
    } else {
        IrInst *ld = ir_load(&builder, bits, ir_op(access, 0), access->align);
        ld->v.flags = access->v.flags;
        ir_replace_erase(access, ir_bitcast(&builder, &ld->v, type));
    }
    return true;
}

// ---- vectors ------------------------------------------------------------------------------------

static bool needs_scalar(const IrType *type) {
    return ir_ty_is_vec(type) && (is_wide(type->elem) || type->elem->kind == IR_TY_FP128);
}

// Operations on vectors of elements that are expanded one by one.
static bool expand_vector(Legal *legal, IrInst *inst) {
    uint8_t cls = ir_ops[inst->v.op].class;
    if (!is_any_of(cls, IRC_UNARY, IRC_BINARY, IRC_CAST, IRC_CMP)) return false;
    // Selections and shuffles of such vectors are other functions'.
    IrType *type = inst->v.type, *from = ir_op(inst, 0)->type;
    if (!ir_ty_is_vec(type) || is_any_of(inst->v.op, IR_BITCAST, IR_FREEZE)) return false;
    if (!needs_scalar(type) && !needs_scalar(from)) return false;
    IrBuilder builder = ir_builder_at(inst);
    builder.fmf = inst->fmf;
    IrValue *value = &ir_undef(legal->m, type)->v;
    for (uint64_t k = 0; k < type->n; k++) {
        IrValue *at = legal_num(legal->m->ty_i32, k), *e;
        IrValue *x = ir_extractelement(&builder, ir_op(inst, 0), at),
                *y = inst->nops > 1 ? ir_extractelement(&builder, ir_op(inst, 1), at) : NULL;
        if (cls == IRC_CMP)
            e = ir_cmp(&builder, (IrPred)inst->pred, x, y);
        else if (cls == IRC_UNARY)
            e = ir_fneg(&builder, x);
        else if (cls == IRC_CAST)
            e = ir_cast(&builder, (IrOp)inst->v.op, inst->v.flags, x, type->elem);
        else
            e = ir_bin(&builder, (IrOp)inst->v.op, inst->v.flags, x, y);
        value = ir_insertelement(&builder, value, e, at);
    }
    ir_replace_erase(inst, value);
    return true;
}

// Operations on vectors first, so that the others see scalars only.
bool legal_wide(Legal *legal, IrInst *inst) {
    return expand_vector(legal, inst) || legal_divide(legal, inst) ||
           expand_to_float(legal, inst) || expand_from_float(legal, inst) ||
           expand_between(legal, inst) || expand_packed_access(legal, inst) ||
           expand_odd_access(legal, inst) || expand_switch(legal, inst);
}
