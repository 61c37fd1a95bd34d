// SPDX-License-Identifier: Apache-2.0
// Memory: addresses, loads and stores (wide where alignment allows), the frame, atomics, fences.
#include "ptx/sel.h"

// ---- spaces and addresses -----------------------------------------------------------------------

uint8_t sel_space_mod(uint32_t as) {
    switch (as) {
    case IR_AS_GLOBAL: return PTX_SPACE_GLOBAL;
    case IR_AS_SHARED: return PTX_SPACE_SHARED;
    case IR_AS_CONST: return PTX_SPACE_CONST;
    case IR_AS_LOCAL: return PTX_SPACE_LOCAL;
    case IR_AS_PARAM: return PTX_SPACE_PARAM;
    case IR_AS_SHARED_CLUSTER: return PTX_SPACE_SHARED_CLUSTER;
    default: return 0;
    }
}

// PTX takes signed 32-bit displacements.
static bool fits_displacement(int64_t off) {
    return off >= -(1ll << 31) && off < (1ll << 31);
}

static bool frame_slot(Sel *s, IrValue *v, uint64_t *off) {
    uint64_t slot = (uint64_t)(uintptr_t)map_get(&s->frame, (uintptr_t)v);
    if (!slot) return false;
    *off = slot - 1;
    return true;
}

// v is a fixed place of the frame: *off from its start (%SPL).
static bool frame_address(Sel *s, IrValue *v, int64_t *off) {
    *off = 0;
    for (;;) {
        uint64_t slot;
        if (frame_slot(s, v, &slot)) {
            *off = (int64_t)((uint64_t)*off + slot);
            return fits_displacement(*off);
        }
        IrInst *i = ir_as_op(v, IR_GEP);
        int64_t d;
        if (!i || !ir_gep_const_offset(i, &d)) return false;
        *off = (int64_t)((uint64_t)*off + (uint64_t)d);
        v = ir_op(i, 0);
    }
}

static bool is_byval_arg(Sel *s, IrValue *v) {
    IrArg *a = ir_as_arg(v);
    return a && a->fn == s->fn &&
           ir_attr_has(ir_attrs_get(&s->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

bool sel_is_param_cast(const IrInst *i) {
    if (i->v.op != IR_ADDRSPACECAST || i->v.type->as != IR_AS_PARAM) return false;
    const IrArg *a = ir_as_arg(ir_op(i, 0));
    return a && a->fn->cc == IR_CC_PTX_KERNEL &&
           ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

// The address of p as base + displacement, in the most specific space that its definition shows.
SelAddr sel_addr(Sel *s, IrValue *p) {
    int64_t off = 0;
    IrValue *base = p;
    uint8_t space = sel_space_mod(p->type->as);
    for (;;) { // strip constant offsets and casts from a specific space
        IrInst *i = ir_as_inst(base);
        IrConst *c = base->kind == IR_C_EXPR ? (IrConst *)base : NULL;
        IrOp op = i ? (IrOp)i->v.op : c ? (IrOp)c->v.op : IR_RET;
        IrValue *in = i && i->nops ? ir_op(i, 0) : c ? &c->elem[0]->v : NULL;
        int64_t d = 0, slot_off;
        bool to_local = op == IR_ADDRSPACECAST && base->type->as == IR_AS_LOCAL &&
                        in->type->as == IR_AS_GENERIC;
        if (op == IR_GEP && i && ir_gep_const_offset(i, &d)) {
        } else if (op == IR_GEP && c) {
            IrValue *strip = ir_strip_ptr(base, &d);
            if (strip == base) break;
            in = strip;
        } else if (op == IR_ADDRSPACECAST && in->type->as != IR_AS_GENERIC &&
                   base->type->as == IR_AS_GENERIC) {
        } else if (op == IR_BITCAST || (i && sel_is_param_cast(i)) ||
                   (to_local && frame_address(s, in, &slot_off))) {
        } else {
            break;
        }
        if (!fits_displacement(off + d)) break;
        off += d;
        base = in;
        if (base->type->kind == IR_TY_PTR && base->type->as) space = sel_space_mod(base->type->as);
    }
    uint64_t slot;
    if (frame_slot(s, base, &slot)) {
        return (SelAddr){ptx_o_mreg(s->spl, off + (int64_t)slot), PTX_SPACE_LOCAL};
    }
    if (is_byval_arg(s, base)) {
        return (SelAddr){ptx_o_mlocal(s->param_var[((IrArg *)base)->index], off), PTX_SPACE_PARAM};
    }
    IrGlobal *g = ir_as_global(base);
    if (g && g->v.kind == IR_C_VAR)
        return (SelAddr){ptx_o_msym(sel_ref(s, g), off), sel_space_mod(g->v.type->as)};
    SelClass c = sel_class(s, base->type);
    return (SelAddr){ptx_o_mreg(sel_in_reg(s, sel_use(s, base), c).id, off), space};
}

static SelAddr displaced(Sel *s, SelAddr a, uint64_t off) {
    a.o.val += (int64_t)off;
    return a;
}

// ---- loads and stores ---------------------------------------------------------------------------

static PtxType memory_type(SelPart p, bool sign) {
    static const uint8_t f[SC_COUNT] = {
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    if (p.cls >= SC_F16) return f[p.cls];
    if (p.bits <= 8) return sign ? PTX_S8 : PTX_U8;
    if (p.bits <= 16) return PTX_U16;
    return p.bits <= 32 ? PTX_U32 : PTX_U64;
}

static uint32_t part_bytes(SelPart p) {
    return p.bits <= 8 ? 1 : p.bits <= 16 ? 2 : p.bits <= 32 ? 4 : 8;
}

// How many parts from k on one vector access covers: adjacent, of one type, aligned as a whole.
static uint32_t vector_run(SelParts *t, uint32_t k, uint32_t align) {
    uint32_t size = part_bytes(t->at[k]);
    for (uint32_t n = 4; n >= 2; n /= 2) {
        if (n * size > 16 || k + n > t->n || t->at[k].cls == SC_I1) continue;
        if ((t->at[k].off | align) & (n * size - 1)) {
            uint64_t low = t->at[k].off | align;
            if ((low & (0 - low)) < n * size) continue;
        }
        bool ok = true;
        for (uint32_t j = 1; j < n; j++) {
            ok &= t->at[k + j].off == t->at[k].off + j * size &&
                  t->at[k + j].bits == t->at[k].bits && t->at[k + j].cls == t->at[k].cls;
        }
        if (ok) return n;
    }
    return 1;
}

static uint64_t vec_mod(uint32_t n) {
    return n == 4 ? ptx_mods(VEC, V4) : n == 2 ? ptx_mods(VEC, V2) : 0;
}

// A part whose natural alignment the access does not have is moved byte by byte.
static PtxOpnd load_bytes(Sel *s, SelAddr a, SelPart p, uint32_t align, uint64_t mods) {
    uint32_t size = part_bytes(p);
    SelClass wide = size == 8 ? SC_I64 : size == 2 ? SC_I16 : SC_I32;
    PtxType bt = sel_bits_type(wide);
    PtxOpnd sum = {0};
    for (uint32_t k = 0; k < size; k += align) {
        PtxOpnd x = sel_o(sel_tmp(s, wide));
        PtxType mt = align == 4 ? PTX_U32 : align == 2 ? PTX_U16 : PTX_U8;
        ptx_emit_(s->f, PTXI_ld, mt, PTX_NOTYPE, mods, x, displaced(s, a, k).o);
        if (k) {
            PtxOpnd y = sel_o(sel_tmp(s, wide)), z = sel_o(sel_tmp(s, wide));
            ptx_emit_(s->f, PTXI_shl, bt, PTX_NOTYPE, 0, y, x, ptx_o_int(8 * k));
            ptx_emit_(s->f, PTXI_or, bt, PTX_NOTYPE, 0, z, y, sum);
            x = z;
        }
        sum = x;
    }
    if (p.cls == SC_F32 || p.cls == SC_F64) {
        PtxOpnd f = sel_o(sel_tmp(s, p.cls));
        ptx_emit_(s->f, PTXI_mov, bt, PTX_NOTYPE, 0, f, sum);
        return f;
    }
    return sum;
}

static void store_bytes(Sel *s, SelAddr a, SelPart p, uint32_t align, uint64_t mods, PtxOpnd v) {
    uint32_t size = part_bytes(p);
    SelClass wide = size == 8 ? SC_I64 : size == 2 ? SC_I16 : SC_I32;
    PtxType bt = sel_bits_type(wide);
    PtxOpnd x = sel_o(sel_tmp(s, wide));
    ptx_emit_(s->f, PTXI_mov, bt, PTX_NOTYPE, 0, x, v);
    for (uint32_t k = 0; k < size; k += align) {
        PtxOpnd y = x;
        if (k) {
            y = sel_o(sel_tmp(s, wide));
            ptx_emit_(s->f, PTXI_shr,
                      wide == SC_I64   ? PTX_U64
                      : wide == SC_I32 ? PTX_U32
                                       : PTX_U16,
                      PTX_NOTYPE, 0, y, x, ptx_o_int(8 * k));
        }
        PtxType mt = align == 4 ? PTX_U32 : align == 2 ? PTX_U16 : PTX_U8;
        ptx_emit_(s->f, PTXI_st, mt, PTX_NOTYPE, mods, displaced(s, a, k).o, y);
    }
}

static uint32_t align_at(uint32_t align, uint64_t off) {
    uint64_t low = off | align;
    return (uint32_t)(low & (0 - low));
}

void sel_load_parts(Sel *s, SelAddr a, SelParts *t, uint32_t align, uint64_t mods, bool nc,
                    PtxOpnd *out) {
    uint64_t m = mods;
    if (a.space && !nc) m |= ptx_mod_of(SPACE, a.space);
    if (nc) m |= ptx_mods(NC, NC);
    PtxOp op = nc ? PTXI_ld_nc : PTXI_ld;
    for (uint32_t k = 0; k < t->n;) {
        SelPart p = t->at[k];
        uint32_t n = mods ? 1 : vector_run(t, k, align), al = align_at(align, p.off);
        SelAddr at = displaced(s, a, p.off);
        if (al < part_bytes(p)) {
            out[k++] = load_bytes(s, at, p, al, m & ~ptx_mods(NC, NC));
            continue;
        }
        PtxOpnd r[4];
        for (uint32_t j = 0; j < n; j++) r[j] = sel_o(sel_tmp(s, p.cls == SC_I1 ? SC_I16 : p.cls));
        PtxOpnd dst = n > 1 ? ptx_o_list(s->f, PTXO_VEC, n, r) : r[0];
        ptx_emit_(s->f, op, memory_type(p, false), PTX_NOTYPE, m | vec_mod(n), dst, at.o);
        for (uint32_t j = 0; j < n; j++, k++) {
            out[k] = p.cls == SC_I1 ? sel_resize(s, r[j], SC_I16, 16, SC_I1, false) : r[j];
        }
    }
}

void sel_store_parts(Sel *s, SelAddr a, SelParts *t, uint32_t align, uint64_t mods,
                     const PtxOpnd *in) {
    uint64_t m = mods | (a.space ? ptx_mod_of(SPACE, a.space) : 0);
    for (uint32_t k = 0; k < t->n;) {
        SelPart p = t->at[k];
        uint32_t n = mods ? 1 : vector_run(t, k, align), al = align_at(align, p.off);
        SelAddr at = displaced(s, a, p.off);
        PtxOpnd r[4];
        for (uint32_t j = 0; j < n; j++) {
            r[j] = p.cls == SC_I1 ? sel_resize(s, in[k + j], SC_I1, 1, SC_I16, false) : in[k + j];
        }
        if (al < part_bytes(p)) {
            store_bytes(s, at, p, al, m, r[0]);
            k++;
            continue;
        }
        PtxOpnd src = n > 1 ? ptx_o_list(s->f, PTXO_VEC, n, r) : r[0];
        ptx_emit_(s->f, PTXI_st, memory_type(p, false), PTX_NOTYPE, m | vec_mod(n), at.o, src);
        k += n;
    }
}

static uint64_t scope_mod(IrScope sc) {
    return sc == IR_SCOPE_BLOCK || sc == IR_SCOPE_THREAD ? ptx_mods(SCOPE, CTA)
           : sc == IR_SCOPE_CLUSTER                      ? ptx_mods(SCOPE, CLUSTER)
           : sc == IR_SCOPE_DEVICE                       ? ptx_mods(SCOPE, GPU)
                                                         : ptx_mods(SCOPE, SYS);
}

// Sequentially consistent accesses begin with a fence (as cicc 13.0 does).
static void sc_fence(Sel *s, uint8_t order, uint8_t scope) {
    if (order == IR_SEQ_CST)
        ptx_emit(s->f, PTXI_fence, PTX_NOTYPE, PTX_NOTYPE, ptx_mods(SEM, SC) | scope_mod(scope), 0,
                 NULL);
}

static bool orderable(uint8_t space) { // atomicity means nothing in private or read-only memory
    return space != PTX_SPACE_LOCAL && space != PTX_SPACE_CONST && space != PTX_SPACE_PARAM;
}

static uint64_t access_mods(IrInst *i, SelAddr a, bool load) {
    if (!orderable(a.space)) return 0;
    if (i->order > IR_UNORDERED) {
        bool strong = load ? i->order != IR_MONOTONIC : i->order == IR_RELEASE;
        uint64_t sem = !strong ? ptx_mods(SEM, RELAXED)
                       : load  ? ptx_mods(SEM, ACQUIRE)
                               : ptx_mods(SEM, RELEASE);
        return sem | scope_mod(i->scope);
    }
    return i->v.flags & IR_VOLATILE ? ptx_mods(SEM, VOLATILE) : 0;
}

void sel_load(Sel *s, IrInst *i) {
    SelParts *t = sel_parts(s->g, i->v.type);
    SelAddr a = sel_addr(s, ir_op(i, 0));
    PtxOpnd *out = sel_new(s, t->n);
    sc_fence(s, i->order, i->scope);
    uint64_t mods = access_mods(i, a, true);
    bool nc =
        a.space == PTX_SPACE_GLOBAL && !mods && ir_get_md(i, atom_cstr(s->ctx, "invariant.load"));
    if (sel_is_extended(s, &i->v)) {
        SelPart part;
        PtxType from = sel_extended_part(s, i, &part);
        uint64_t space = nc ? ptx_mods(NC, NC) : a.space ? ptx_mod_of(SPACE, a.space) : 0;
        out[0] = sel_o(sel_tmp(s, (SelClass)part.cls));
        ptx_emit_(s->f, nc ? PTXI_ld_nc : PTXI_ld, from, PTX_NOTYPE, mods | space, out[0], a.o);
    } else {
        sel_load_parts(s, a, t, i->align, mods, nc, out);
    }
    sel_set(s, i, out);
}

// A load through the uniform cache; what its alignment does not allow is an ordinary load.
void sel_ldu(Sel *s, IrInst *i) {
    SelParts *t = sel_parts(s->g, i->v.type);
    SelAddr a = sel_addr(s, ir_op(i, 0));
    const IrConst *n = ir_as_cint(ir_op(i, 1));
    uint32_t align = n ? (uint32_t)CU_MIN(ir_uval(n), 16u) : 1;
    PtxOpnd *out = sel_new(s, t->n);
    bool fits = t->n == 1 && t->at[0].cls != SC_I1 && align >= part_bytes(t->at[0]);
    if (fits) {
        out[0] = sel_o(sel_tmp(s, t->at[0].cls));
        ptx_emit_(s->f, PTXI_ldu, memory_type(t->at[0], false), PTX_NOTYPE, ptx_mods(SPACE, GLOBAL),
                  out[0], a.o);
    } else {
        a.space = PTX_SPACE_GLOBAL;
        sel_load_parts(s, a, t, CU_MAX(align, 1u), 0, false, out);
    }
    sel_set(s, i, out);
}

void sel_store(Sel *s, IrInst *i) {
    IrValue *v = ir_op(i, 0);
    SelParts *t = sel_parts(s->g, v->type);
    IrInst *wide = ir_as_op(v, IR_TRUNC); // a wider register holds it in its low part
    PtxOpnd *in = sel_opnds(s, wide && sel_is_folded(s, v) ? ir_op(wide, 0) : v);
    SelAddr a = sel_addr(s, ir_op(i, 1));
    sc_fence(s, i->order, i->scope);
    sel_store_parts(s, a, t, i->align, access_mods(i, a, false), in);
}

// ---- getelementptr ------------------------------------------------------------------------------

static PtxOpnd index64(Sel *s, IrValue *v) {
    return sel_resize(s, sel_in_reg(s, sel_use(s, v), sel_class(s, v->type)), sel_class(s, v->type),
                      v->type->bits, SC_I64, true);
}

// The 32-bit integer that an index is made of, however it is extended; NULL: it is wider.
static IrValue *narrow_index(IrValue *v, bool *zero) {
    IrInst *e = ir_as_inst(v);
    *zero = e && e->v.op == IR_ZEXT;
    if (ir_ty_is_i(v->type, 32)) return v;
    bool ext = e && (e->v.op == IR_SEXT || e->v.op == IR_ZEXT);
    return ext && ir_ty_is_i(ir_op(e, 0)->type, 32) ? ir_op(e, 0) : NULL;
}

// x * size, x of 32 bits, made once a block: arrays with one index share it. Not mad.wide: ptxas
// adds a base that is a kernel parameter without a register for it only to a product.
static PtxOpnd product64(Sel *s, IrValue *x, uint64_t size, bool zero) {
    uint64_t key = (uint64_t)x->id << 32 | (uint64_t)zero << 31 | size;
    PtxOpnd *kept = ir_is_const(x) ? NULL : map_get(&s->kept_products, key);
    if (kept) return *kept;
    PtxOpnd *d = sel_new(s, 1);
    *d = sel_o(sel_tmp(s, SC_I64));
    ptx_emit_(s->f, PTXI_mul_wide, zero ? PTX_U32 : PTX_S32, PTX_NOTYPE, 0, *d,
              sel_in_reg(s, sel_use(s, x), SC_I32), ptx_o_int((int64_t)size));
    if (!ir_is_const(x)) map_put(&s->kept_products, key, d);
    return *d;
}

// p + index * size in 64 bits.
static PtxOpnd step64(Sel *s, PtxOpnd p, IrValue *v, uint64_t size) {
    bool zero;
    IrValue *x = narrow_index(v, &zero);
    PtxOpnd d = sel_o(sel_tmp(s, SC_I64)), i;
    bool wide = x && size > 1 && size < (1u << 31);
    bool power = size && !(size & (size - 1));
    if (!wide) i = index64(s, v);
    if (!wide && !power) {
        SEL_EMIT(s, mad, S64, NOTYPE, ptx_mods(HALF, LO), d, i, ptx_o_int((int64_t)size),
                 sel_in_reg(s, p, SC_I64));
        return d;
    }
    if (wide) {
        i = product64(s, x, size, zero && x != v);
    } else if (size > 1) { // ptxas has a shift with a sum for that
        PtxOpnd t = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, shl, B64, NOTYPE, 0, t, i, ptx_o_int(__builtin_ctzll(size)));
        i = t;
    }
    SEL_EMIT(s, add, S64, NOTYPE, 0, d, sel_in_reg(s, p, SC_I64), i);
    return d;
}

// The same in 32 bits, where only the low half of an index counts.
static PtxOpnd step32(Sel *s, PtxOpnd p, IrValue *v, uint64_t size) {
    bool zero;
    IrValue *x = narrow_index(v, &zero);
    PtxOpnd i;
    if (x) {
        i = sel_in_reg(s, sel_use(s, x), SC_I32);
    } else {
        SelClass c = sel_class(s, v->type);
        i = sel_resize(s, sel_in_reg(s, sel_use(s, v), c), c, v->type->bits, SC_I32, true);
    }
    PtxOpnd d = sel_o(sel_tmp(s, SC_I32)), base = sel_in_reg(s, p, SC_I32);
    if (size == 1)
        SEL_EMIT(s, add, S32, NOTYPE, 0, d, base, i);
    else
        SEL_EMIT(s, mad, S32, NOTYPE, ptx_mods(HALF, LO), d, i, ptx_o_int((int32_t)size), base);
    return d;
}

static PtxOpnd add_bytes(Sel *s, PtxOpnd a, PtxOpnd b, SelClass c) {
    if (b.kind == PTXO_INT && !b.val) return a;
    PtxOpnd d = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_add, c == SC_I64 ? PTX_S64 : PTX_S32, PTX_NOTYPE, 0, d,
              sel_in_reg(s, a, c), b);
    return d;
}

void sel_gep(Sel *s, IrInst *i) {
    SelClass c = sel_class(s, i->v.type);
    PtxOpnd *out = sel_new(s, 1);
    PtxOpnd p = sel_use(s, ir_op(i, 0));
    IrType *t = i->aty;
    int64_t off = 0;
    for (uint32_t k = 1; k < i->nops; k++) {
        IrValue *idx = ir_op(i, k);
        IrConst *n = ir_as_cint(idx);
        if (k > 1 && t->kind == IR_TY_STRUCT) {
            uint64_t m = ir_uval(n);
            off += (int64_t)ir_ty_member_offset(t, m);
            t = ir_ty_member(t, m);
            continue;
        }
        if (k > 1) t = t->elem;
        if (n) {
            off += ir_sval(n) * (int64_t)t->size;
        } else {
            p = c == SC_I32 ? step32(s, p, idx, t->size) : step64(s, p, idx, t->size);
        }
    }
    out[0] = add_bytes(s, p, ptx_o_int(off), c);
    sel_set(s, i, out);
}

// ---- frame (places: sel_frame.c) ----------------------------------------------------------------

bool sel_local_address(Sel *s, IrValue *p, PtxOpnd *out) {
    int64_t off;
    if (!frame_address(s, p, &off)) return false;
    *out = add_bytes(s, sel_o(s->spl), ptx_o_int(off), SC_I64);
    return true;
}

void sel_alloca(Sel *s, IrInst *i) {
    PtxOpnd *out = sel_new(s, 1);
    uint64_t slot;
    bool local = i->v.type->as == IR_AS_LOCAL;
    if (frame_slot(s, &i->v, &slot)) {
        if (ir_has_uses(&i->v))
            out[0] = add_bytes(s, sel_o(local ? s->spl : s->sp), ptx_o_int((int64_t)slot), SC_I64);
        sel_set(s, i, out);
        return;
    }
    if (s->g->sm < 52) sel_error(s, "a variable-length array");
    PtxOpnd n = index64(s, ir_op(i, 0)), size = sel_o(sel_tmp(s, SC_I64)),
            p = sel_o(sel_tmp(s, SC_I64));
    SEL_EMIT(s, mul, S64, NOTYPE, ptx_mods(HALF, LO), size, n, ptx_o_int((int64_t)i->aty->size));
    SEL_EMIT(s, alloca, U64, NOTYPE, 0, p, size, ptx_o_int(CU_MAX(i->align, 8)));
    if (!local) {
        out[0] = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, cvta, U64, NOTYPE, ptx_mods(SPACE, LOCAL), out[0], p);
    } else {
        out[0] = p;
    }
    sel_set(s, i, out);
}

// ---- atomics ------------------------------------------------------------------------------------

static uint64_t atomic_mods(Sel *s, IrInst *i, SelAddr a) {
    sc_fence(s, i->order, i->scope);
    static const uint8_t sem[] = {[IR_MONOTONIC] = 0,
                                  [IR_ACQUIRE] = PTX_SEM_ACQUIRE,
                                  [IR_RELEASE] = PTX_SEM_RELEASE,
                                  [IR_ACQ_REL] = PTX_SEM_ACQ_REL,
                                  [IR_SEQ_CST] = PTX_SEM_ACQUIRE};
    uint64_t m = ptx_mod_of(SEM, sem[i->order]) | (a.space ? ptx_mod_of(SPACE, a.space) : 0);
    // No scope means .gpu (PTX ISA, atom): CUDA's device scope prints short, as nvcc does.
    if (i->scope != IR_SCOPE_DEVICE || sem[i->order]) m |= scope_mod(i->scope);
    return m;
}

typedef struct AtomRow {
    uint8_t aop, t32, t64;
} AtomRow;
static const AtomRow atom_rows[IR_RMW_NOPS] = {
    [IR_RMW_XCHG] = {PTX_AOP_EXCH, PTX_B32, PTX_B64},
    [IR_RMW_ADD] = {PTX_AOP_ADD, PTX_U32, PTX_U64},
    [IR_RMW_SUB] = {PTX_AOP_ADD, PTX_U32, PTX_U64},
    [IR_RMW_AND] = {PTX_AOP_AND, PTX_B32, PTX_B64},
    [IR_RMW_OR] = {PTX_AOP_OR, PTX_B32, PTX_B64},
    [IR_RMW_XOR] = {PTX_AOP_XOR, PTX_B32, PTX_B64},
    [IR_RMW_MAX] = {PTX_AOP_MAX, PTX_S32, PTX_S64},
    [IR_RMW_MIN] = {PTX_AOP_MIN, PTX_S32, PTX_S64},
    [IR_RMW_UMAX] = {PTX_AOP_MAX, PTX_U32, PTX_U64},
    [IR_RMW_UMIN] = {PTX_AOP_MIN, PTX_U32, PTX_U64},
    [IR_RMW_UINC_WRAP] = {PTX_AOP_INC, PTX_U32, 0},
    [IR_RMW_UDEC_WRAP] = {PTX_AOP_DEC, PTX_U32, 0},
    [IR_RMW_FADD] = {PTX_AOP_ADD, PTX_F32, PTX_F64},
};

static void half_add(Sel *s, IrInst *i, SelAddr a, PtxOpnd v, uint64_t m) {
    SelClass c = sel_class(s, i->v.type);
    PtxOpnd *out = sel_new(s, 1);
    out[0] = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_atom_h, c == SC_F16 ? PTX_F16 : PTX_BF16, PTX_NOTYPE,
              m | ptx_mods(NOFTZ, NOFTZ), out[0], a.o, sel_in_reg(s, v, c));
    sel_set(s, i, out);
}

// legal.c has turned what has no atom instruction into compare-and-swap loops.
void sel_atomicrmw(Sel *s, IrInst *i) {
    SelAddr a = sel_addr(s, ir_op(i, 0));
    SelParts *t = sel_parts(s->g, i->v.type);
    SelClass c = t->at[0].cls;
    PtxOpnd v = sel_use(s, ir_op(i, 1));
    const AtomRow *r = &atom_rows[i->pred];
    uint64_t m = atomic_mods(s, i, a) | ptx_mod_of(AOP, r->aop);
    PtxType ty = t->at[0].bits == 64 ? r->t64 : r->t32;
    PtxOpnd *out = sel_new(s, 1);
    if (i->pred == IR_RMW_SUB) {
        PtxOpnd n = sel_o(sel_tmp(s, c));
        ptx_emit_(s->f, PTXI_neg, c == SC_I64 ? PTX_S64 : PTX_S32, PTX_NOTYPE, 0, n,
                  sel_in_reg(s, v, c));
        v = n;
    }
    if (i->pred == IR_RMW_XCHG && c >= SC_F32) { // exch works on bits
        SelClass ic = c == SC_F64 ? SC_I64 : SC_I32;
        PtxOpnd x = sel_o(sel_tmp(s, ic)), y = sel_o(sel_tmp(s, ic));
        ptx_emit_(s->f, PTXI_mov, sel_bits_type(ic), PTX_NOTYPE, 0, x, sel_in_reg(s, v, c));
        ptx_emit_(s->f, PTXI_atom, ty, PTX_NOTYPE, m, y, a.o, x);
        out[0] = sel_o(sel_tmp(s, c));
        ptx_emit_(s->f, PTXI_mov, sel_bits_type(ic), PTX_NOTYPE, 0, out[0], y);
        sel_set(s, i, out);
        return;
    }
    bool acquires = ptx_mod_get(&(PtxInst){.mods = m}, PTXC_SEM) == PTX_SEM_ACQUIRE ||
                    ptx_mod_get(&(PtxInst){.mods = m}, PTXC_SEM) == PTX_SEM_ACQ_REL;
    if (c == SC_F16 || c == SC_BF16) {
        half_add(s, i, a, v, m);
        return;
    }
    if (!ir_has_uses(&i->v) && !acquires && i->pred != IR_RMW_XCHG && i->pred != IR_RMW_UINC_WRAP &&
        i->pred != IR_RMW_UDEC_WRAP) {
        ptx_emit_(s->f, PTXI_red, ty, PTX_NOTYPE, m, a.o, v);
        return;
    }
    out[0] = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_atom, ty, PTX_NOTYPE, m, out[0], a.o, v);
    sel_set(s, i, out);
}

static void cas_result(Sel *s, IrInst *i, const PtxOpnd *old, const PtxOpnd *want, uint32_t n,
                       SelClass c) {
    PtxOpnd *out = sel_new(s, n + 1), ok = {0};
    for (uint32_t k = 0; k < n; k++) {
        out[k] = old[k];
        PtxOpnd p = sel_o(sel_tmp(s, SC_I1));
        PtxType t = c == SC_I64 ? PTX_S64 : c == SC_I32 ? PTX_S32 : PTX_S16;
        ptx_emit_(s->f, PTXI_setp, t, PTX_NOTYPE, ptx_mods(CMP, EQ), p, old[k], want[k]);
        if (k) {
            PtxOpnd q = sel_o(sel_tmp(s, SC_I1));
            SEL_EMIT(s, and, PRED, NOTYPE, 0, q, ok, p);
            p = q;
        }
        ok = p;
    }
    out[n] = ok;
    sel_set(s, i, out);
}

static PtxOpnd pack128(Sel *s, PtxOpnd *v) {
    PtxOpnd q = sel_o(ptx_newreg(s->f, PTX_B128));
    PtxOpnd l = ptx_o_list(s->f, PTXO_VEC, 2,
                           (PtxOpnd[]){sel_in_reg(s, v[0], SC_I64), sel_in_reg(s, v[1], SC_I64)});
    SEL_EMIT(s, mov_pack, B128, NOTYPE, 0, q, l);
    return q;
}

void sel_cmpxchg(Sel *s, IrInst *i) {
    SelAddr a = sel_addr(s, ir_op(i, 0));
    PtxOpnd *want = sel_opnds(s, ir_op(i, 1)), *neu = sel_opnds(s, ir_op(i, 2));
    uint64_t m = atomic_mods(s, i, a) | ptx_mods(AOP, CAS);
    IrType *t = ir_op(i, 1)->type;
    SelClass c = sel_class(s, t);
    if (sel_parts(s->g, t)->n == 2) {
        if (s->g->sm < 90)
            sel_error(s, "an atomic operation on 128 bits, on targets before sm_90,");
        PtxOpnd d = sel_o(ptx_newreg(s->f, PTX_B128)),
                old[2] = {sel_o(sel_tmp(s, SC_I64)), sel_o(sel_tmp(s, SC_I64))};
        SEL_EMIT(s, atom_cas, B128, NOTYPE, m, d, a.o, pack128(s, want), pack128(s, neu));
        SEL_EMIT(s, mov_unpack, B128, NOTYPE, 0, ptx_o_list(s->f, PTXO_VEC, 2, old), d);
        cas_result(s, i, old, want, 2, SC_I64);
        return;
    }
    PtxOpnd d = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_atom_cas, sel_bits_type(c), PTX_NOTYPE, m, d, a.o,
              sel_in_reg(s, want[0], c), sel_in_reg(s, neu[0], c));
    cas_result(s, i, &d, want, 1, c);
}

void sel_fence(Sel *s, IrInst *i) {
    uint64_t sem = i->order == IR_SEQ_CST ? ptx_mods(SEM, SC) : ptx_mods(SEM, ACQ_REL);
    ptx_emit(s->f, PTXI_fence, PTX_NOTYPE, PTX_NOTYPE, sem | scope_mod(i->scope), 0, NULL);
}

// ---- what is only ever part of its users --------------------------------------------------------

static bool address_use(IrUse *u) { // the pointer operand of an access
    IrInst *i = u->user;
    uint32_t k = ir_use_index(u);
    switch (i->v.op) {
    case IR_LOAD:
    case IR_ATOMICRMW:
    case IR_CMPXCHG: return k == 0;
    case IR_STORE: return k == 1;
    default: return false;
    }
}

static bool foldable_gep(Sel *s, IrInst *i) {
    int64_t off;
    if (!ir_gep_const_offset(i, &off) || !fits_displacement(off)) return false;
    IR_FOREACH_USE(u, &i->v) {
        bool gep = u->user->v.op == IR_GEP && ir_use_index(u) == 0;
        if (!address_use(u) && !(gep && sel_is_folded(s, &u->user->v))) return false;
    }
    return ir_has_uses(&i->v);
}

static bool foldable_ext(Sel *s, IrInst *i) { // a 32-bit value that every user extends by itself
    if (!ir_ty_is_i(i->v.type, 64) || !ir_ty_is_i(ir_op(i, 0)->type, 32)) return false;
    IR_FOREACH_USE(u, &i->v) {
        if (sel_takes_extension(u->user)) continue;
        if (u->user->v.op != IR_GEP || ir_use_index(u) == 0) return false;
        bool scales = u->user->nops > 2 || u->user->aty->size > 1 || u->user->v.type->bits == 32;
        if (!scales) return false;
    }
    return ir_has_uses(&i->v);
}

enum { PRODUCT_USES = 4 };

static uint32_t use_count(const IrValue *v) {
    uint32_t n = 0;
    for (const IrUse *u = v->uses; u && n <= PRODUCT_USES; u = u->next) n++;
    return n;
}

// Is v a product that i takes in? One that only sums in its block use (up to four) goes into each,
// as in LLVM's NVPTX back end; else it must have no other use.
static bool contracts(const Sel *s, const IrInst *i, const IrValue *v) {
    const IrInst *m = v->kind == IR_V_INST ? (const IrInst *)v : NULL;
    bool fp = i->v.type->kind == IR_TY_FLOAT || i->v.type->kind == IR_TY_DOUBLE;
    if (!fp || !m || m->v.op != IR_FMUL || m->block != i->block || !s->g->o->fmad ||
        !(m->fmf & i->fmf & IR_FMF_CONTRACT))
        return false;
    if (ir_one_use(v)) return true;
    if (use_count(v) > PRODUCT_USES) return false;
    IR_FOREACH_USE(u, v) {
        if (u->user->v.op != IR_FADD || u->user->block != i->block) return false;
    }
    return true;
}

// Which operand of a sum becomes part of an fma: 0, 1, or -1 for none. Of two products the one with
// fewer uses. Differences are left to ptxas, which contracts them too: NVIDIA's compiler does so,
// and the same choice gives the same bits.
int sel_fma_product(const Sel *s, const IrInst *i) {
    if (i->v.op != IR_FADD) return -1;
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    bool first = contracts(s, i, x), second = contracts(s, i, y);
    if (first && second) return use_count(x) > use_count(y);
    return first ? 0 : second ? 1 : -1;
}

// A product that nothing but sums in fma form uses.
static bool foldable_fmul(Sel *s, IrInst *i) {
    IR_FOREACH_USE(u, &i->v) {
        if (u->user->block != i->block) return false;
        int k = sel_fma_product(s, u->user);
        if (k < 0 || k != (int)ir_use_index(u)) return false;
    }
    return ir_has_uses(&i->v);
}

static bool foldable_mul(Sel *s, IrInst *i) {
    if (i->v.op == IR_FMUL) return foldable_fmul(s, i);
    if (!ir_one_use(&i->v)) return false;
    IrInst *u = i->v.uses->user;
    if (u->block != i->block) return false;
    bool size = ir_ty_is_i(i->v.type, 32);
    if (!size || u->v.op != IR_ADD || ir_op(u, 0) == ir_op(u, 1)) return false;
    IrValue *other = ir_op(u, ir_op(u, 0) == &i->v ? 1 : 0);
    return !(ir_as_inst(other) && sel_is_folded(s, other) && other->op == IR_MUL);
}

// Users first, so that chains of address computations fold as a whole.
void sel_mark_folded(Sel *s) {
    for (IrBlock *bb = s->fn->last; bb; bb = bb->prev) {
        for (IrInst *i = bb->last; i; i = i->prev) {
            bool fold = false;
            switch (i->v.op) {
            case IR_GEP: fold = foldable_gep(s, i); break;
            case IR_SEXT:
            case IR_ZEXT: fold = foldable_ext(s, i); break;
            case IR_FMUL:
            case IR_MUL: fold = foldable_mul(s, i); break;
            case IR_TRUNC: fold = sel_trunc_stores(i); break;
            default: break;
            }
            s->folded[i->v.id] = fold ? SEL_FOLDED : 0;
            if (i->v.op == IR_LOAD && sel_load_extends(s, i)) s->folded[i->v.id] = SEL_EXTENDED;
        }
    }
}
