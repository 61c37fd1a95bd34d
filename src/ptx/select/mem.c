// SPDX-License-Identifier: Apache-2.0
// Memory: addresses, loads and stores (wide where alignment allows), the frame, atomics, fences.
#include "ptx/select/select.h"

#include "base/feature.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

// ---- spaces and addresses -----------------------------------------------------------------------

// The modifier that names an address space; 0 for generic and what PTX has no word for.
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

// An alloca that has a place in the frame: its offset from the start. The map holds offset + 1.
static bool frame_slot(Sel *sel, IrValue *address, uint64_t *off) {
    uint64_t slot = (uint64_t)(uintptr_t)map_get(&sel->frame, (uintptr_t)address);
    if (!slot) return false;
    *off = slot - 1;
    return true;
}

// `address` is a fixed place of the frame: *off from its start (%SPL).
static bool frame_address(Sel *sel, IrValue *address, int64_t *off) {
    *off = 0;
    for (;;) {
        uint64_t slot;
        if (frame_slot(sel, address, &slot)) {
            *off = (int64_t)((uint64_t)*off + slot);
            return sel_fits_displacement(*off);
        }
        IrInst *i = ir_as_op(address, IR_GEP);
        int64_t d;
        if (!i || !ir_gep_const_offset(i, &d)) return false;
        *off = (int64_t)((uint64_t)*off + (uint64_t)d);
        address = ir_op(i, 0);
    }
}

// A by-value argument of the function at hand lies in .param.
static bool is_byval_arg(Sel *sel, IrValue *address) {
    IrArg *a = ir_as_arg(address);
    return a && a->fn == sel->fn &&
           ir_attr_has(ir_attrs_get(&sel->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

// A parameter's address, cast to the space where it is already.
bool sel_is_param_cast(const IrInst *inst) {
    if (inst->v.op != IR_ADDRSPACECAST || inst->v.type->as != IR_AS_PARAM) return false;
    const IrArg *a = ir_as_arg(ir_op(inst, 0));
    return a && a->fn->cc == IR_CC_PTX_KERNEL &&
           ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

// The address as base + displacement, in the most specific space that its definition shows.
SelAddr sel_addr(Sel *sel, IrValue *pointer) {
    int64_t off = 0;
    IrValue *base = pointer;
    uint8_t space = sel_space_mod(pointer->type->as);
    // Strips what addresses are made of: constant offsets go into the displacement, casts from a
    // specific space say the space. It ends where a register must hold the rest.
    for (;;) { // strip constant offsets and casts from a specific space
        IrInst *inst = ir_as_inst(base);
        IrConst *constant = base->kind == IR_C_EXPR ? (IrConst *)base : NULL;
        IrOp op = inst ? (IrOp)inst->v.op : constant ? (IrOp)constant->v.op : IR_RET;
        IrValue *in = inst && inst->nops ? ir_op(inst, 0) : constant ? &constant->elem[0]->v : NULL;
        int64_t d = 0, slot_off;
        bool to_local = op == IR_ADDRSPACECAST && base->type->as == IR_AS_LOCAL &&
                        in->type->as == IR_AS_GENERIC && !sel->frame_held;
        if (op == IR_GEP && inst && ir_gep_const_offset(inst, &d)) {
        } else if (op == IR_GEP && constant) {
            IrValue *strip = ir_strip_ptr(base, &d);
            if (strip == base) break;
            in = strip;
        } else if (op == IR_ADDRSPACECAST && in->type->as != IR_AS_GENERIC &&
                   base->type->as == IR_AS_GENERIC) {
        } else if (op == IR_BITCAST || (inst && sel_is_param_cast(inst)) ||
                   (to_local && frame_address(sel, in, &slot_off))) {
        } else {
            break;
        }
        if (!sel_fits_displacement(off + d)) break;
        off += d;
        base = in;
        if (base->type->kind == IR_TY_PTR && base->type->as) space = sel_space_mod(base->type->as);
    }

    // What the base is: a slot of the frame, a parameter, a variable, or a register.
    uint64_t slot;
    if (frame_slot(sel, base, &slot)) {
        return (SelAddr){ptx_o_mreg(sel->spl, off + (int64_t)slot), PTX_SPACE_LOCAL};
    }
    if (is_byval_arg(sel, base)) {
        return (SelAddr){ptx_o_mlocal(sel->param_var[((IrArg *)base)->index], off),
                         PTX_SPACE_PARAM};
    }
    IrGlobal *g = ir_as_global(base);
    if (g && g->v.kind == IR_C_VAR)
        return (SelAddr){ptx_o_msym(sel_ref(sel, g), off), sel_space_mod(g->v.type->as)};
    SelClass c = sel_class(sel, base->type);
    return (SelAddr){ptx_o_mreg(sel_in_reg(sel, sel_use(sel, base), c).id, off), space};
}

// `off` bytes further.
static SelAddr displaced(Sel *sel, SelAddr a, uint64_t off) {
    a.o.val += (int64_t)off;
    return a;
}

// ---- loads and stores ---------------------------------------------------------------------------

// Bytes are loaded into 16 bits, with the sign where it matters; floats of 16 bits are just bits.
static PtxType memory_type(SelPart p, bool sign) {
    static const uint8_t f[SC_COUNT] = {
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    if (p.cls >= SC_F16) return f[p.cls];
    if (p.bits <= 8) return sign ? PTX_S8 : PTX_U8;
    if (p.bits <= 16) return PTX_U16;
    return p.bits <= 32 ? PTX_U32 : PTX_U64;
}

// What a part takes in memory, padding of odd integers among it.
static uint32_t part_bytes(SelPart p) {
    return p.bits <= 8 ? 1 : p.bits <= 16 ? 2 : p.bits <= 32 ? 4 : 8;
}

// How many parts from k on one vector access covers: adjacent, of one type, aligned as a whole.
static uint32_t vector_run(SelParts *parts, uint32_t k, uint32_t align) {
    uint32_t size = part_bytes(parts->at[k]);
    for (uint32_t n = 4; n >= 2; n /= 2) {
        if (n * size > 16 || k + n > parts->n || parts->at[k].cls == SC_I1) continue;
        // Alignment and offset together must allow the whole vector; predicates are bytes in
        // memory.
        if ((parts->at[k].off | align) & (n * size - 1)) {
            uint64_t low = parts->at[k].off | align;
            if ((low & (0 - low)) < n * size) continue;
        }
        bool ok = true;
        for (uint32_t j = 1; j < n; j++) {
            ok &= parts->at[k + j].off == parts->at[k].off + j * size &&
                  parts->at[k + j].bits == parts->at[k].bits &&
                  parts->at[k + j].cls == parts->at[k].cls;
        }
        if (ok) return n;
    }
    return 1;
}

// .v2, .v4, or none.
static uint64_t vec_mod(uint32_t n) {
    return n == 4 ? ptx_mods(VEC, V4) : n == 2 ? ptx_mods(VEC, V2) : 0;
}

// A part whose natural alignment the access does not have is moved byte by byte.
// Loaded in the pieces that the alignment allows, shifted into place.
static PtxOpnd load_bytes(Sel *sel, SelAddr addr, SelPart part, uint32_t align, uint64_t mods) {
    uint32_t size = part_bytes(part);
    SelClass wide = size == 8 ? SC_I64 : size == 2 ? SC_I16 : SC_I32;
    PtxType bt = sel_bits_type(wide);
    PtxOpnd sum = {0};
    // lowest bytes first: the memory is little endian
    for (uint32_t k = 0; k < size; k += align) {
        PtxOpnd x = sel_o(sel_tmp(sel, wide));
        PtxType mt = align == 4 ? PTX_U32 : align == 2 ? PTX_U16 : PTX_U8;
        ptx_emit_(sel->f, PTXI_ld, mt, PTX_NOTYPE, mods, x, displaced(sel, addr, k).o);
        if (k) {
            PtxOpnd y = sel_o(sel_tmp(sel, wide)), z = sel_o(sel_tmp(sel, wide));
            ptx_emit_(sel->f, PTXI_shl, bt, PTX_NOTYPE, 0, y, x, ptx_o_int(8 * k));
            ptx_emit_(sel->f, PTXI_or, bt, PTX_NOTYPE, 0, z, y, sum);
            x = z;
        }
        sum = x;
    }
    if (is_any_of(part.cls, SC_F32, SC_F64)) {
        PtxOpnd f = sel_o(sel_tmp(sel, part.cls));
        ptx_emit_(sel->f, PTXI_mov, bt, PTX_NOTYPE, 0, f, sum);
        return f;
    }
    return sum;
}

// The other way: a shift for each piece, then a store of its low part.
static void store_bytes(Sel *sel, SelAddr addr, SelPart part, uint32_t align, uint64_t mods,
                        PtxOpnd opnd) {
    uint32_t size = part_bytes(part);
    SelClass wide = size == 8 ? SC_I64 : size == 2 ? SC_I16 : SC_I32;
    PtxType bt = sel_bits_type(wide);
    PtxOpnd operand = sel_o(sel_tmp(sel, wide));
    ptx_emit_(sel->f, PTXI_mov, bt, PTX_NOTYPE, 0, operand, opnd);
    for (uint32_t k = 0; k < size; k += align) {
        PtxOpnd y = operand;
        if (k) {
            y = sel_o(sel_tmp(sel, wide));
            ptx_emit_(sel->f, PTXI_shr,
                      wide == SC_I64   ? PTX_U64
                      : wide == SC_I32 ? PTX_U32
                                       : PTX_U16,
                      PTX_NOTYPE, 0, y, operand, ptx_o_int(8 * k));
        }
        PtxType mt = align == 4 ? PTX_U32 : align == 2 ? PTX_U16 : PTX_U8;
        ptx_emit_(sel->f, PTXI_st, mt, PTX_NOTYPE, mods, displaced(sel, addr, k).o, y);
    }
}

// The alignment of an address that is `off` from one aligned to `align`: the lowest bit of either.
static uint32_t align_at(uint32_t align, uint64_t off) {
    uint64_t low = off | align;
    return (uint32_t)(low & (0 - low));
}

// Parts of a value from memory, neighbours together as vectors. `mods`: order and scope of an
// atomic access, which takes no vectors; `nc`: by the read-only cache (ld.global.nc), which the
// caller knows to be right.
void sel_load_parts(Sel *sel, SelAddr addr, SelParts *parts, uint32_t align, uint64_t mods, bool nc,
                    PtxOpnd *out) {
    uint64_t m = mods;
    if (addr.space && !nc) m |= ptx_mod_of(SPACE, addr.space);
    if (nc) m |= ptx_mods(NC, NC);
    PtxOp op = nc ? PTXI_ld_nc : PTXI_ld;
    for (uint32_t k = 0; k < parts->n;) {
        SelPart part = parts->at[k];
        uint32_t n = mods ? 1 : vector_run(parts, k, align), al = align_at(align, part.off);
        SelAddr at = displaced(sel, addr, part.off);
        // Not aligned: piece by piece, by ordinary loads.
        if (al < part_bytes(part)) {
            out[k++] = load_bytes(sel, at, part, al, m & ~ptx_mods(NC, NC));
            continue;
        }

        // Predicates are loaded as bytes, kept as such in 16 bits, and compared with 0.
        PtxOpnd r[4];
        for (uint32_t j = 0; j < n; j++)
            r[j] = sel_o(sel_tmp(sel, part.cls == SC_I1 ? SC_I16 : part.cls));
        PtxOpnd dst = n > 1 ? ptx_o_list(sel->f, PTXO_VEC, n, r) : r[0];
        ptx_emit_(sel->f, op, memory_type(part, false), PTX_NOTYPE, m | vec_mod(n), dst, at.o);
        for (uint32_t j = 0; j < n; j++, k++) {
            out[k] = part.cls == SC_I1 ? sel_resize(sel, r[j], SC_I16, 16, SC_I1, false) : r[j];
        }
    }
}

// As sel_load_parts.
void sel_store_parts(Sel *sel, SelAddr addr, SelParts *parts, uint32_t align, uint64_t mods,
                     const PtxOpnd *in) {
    uint64_t m = mods | (addr.space ? ptx_mod_of(SPACE, addr.space) : 0);
    for (uint32_t k = 0; k < parts->n;) {
        SelPart part = parts->at[k];
        uint32_t n = mods ? 1 : vector_run(parts, k, align), al = align_at(align, part.off);
        SelAddr at = displaced(sel, addr, part.off);
        PtxOpnd opnd[4];
        for (uint32_t j = 0; j < n; j++) {
            opnd[j] =
                part.cls == SC_I1 ? sel_resize(sel, in[k + j], SC_I1, 1, SC_I16, false) : in[k + j];
        }
        if (al < part_bytes(part)) {
            store_bytes(sel, at, part, al, m, opnd[0]);
            k++;
            continue;
        }
        PtxOpnd src = n > 1 ? ptx_o_list(sel->f, PTXO_VEC, n, opnd) : opnd[0];
        ptx_emit_(sel->f, PTXI_st, memory_type(part, false), PTX_NOTYPE, m | vec_mod(n), at.o, src);
        k += n;
    }
}

// A scope's word; .cta serves single threads, too.
static uint64_t scope_mod(IrScope sc) {
    return is_any_of(sc, IR_SCOPE_BLOCK, IR_SCOPE_THREAD) ? ptx_mods(SCOPE, CTA)
           : sc == IR_SCOPE_CLUSTER                       ? ptx_mods(SCOPE, CLUSTER)
           : sc == IR_SCOPE_DEVICE                        ? ptx_mods(SCOPE, GPU)
                                                          : ptx_mods(SCOPE, SYS);
}

// Before the memory model (sm_70) there is a barrier of both ways.
static void fence(Sel *sel, uint64_t sem, IrScope scope) {
    bool block = is_any_of(scope, IR_SCOPE_BLOCK, IR_SCOPE_THREAD);
    bool device = is_any_of(scope, IR_SCOPE_CLUSTER, IR_SCOPE_DEVICE);
    uint64_t level = block    ? ptx_mods(LEVEL, CTA)
                     : device ? ptx_mods(LEVEL, GL)
                              : ptx_mods(LEVEL, SYS);
    bool model = sel_has(sel->g, SMF_memory_model);
    ptx_emit(sel->f, model ? PTXI_fence : PTXI_membar, PTX_NOTYPE, PTX_NOTYPE,
             model ? sem | scope_mod(scope) : level, 0, NULL);
}

// Sequentially consistent accesses begin with a fence (as cicc 13.0 does). Without the memory model
// accesses have no order of their own: what releases begins with one, what acquires ends with one.
static void fence_before(Sel *sel, const IrInst *access) {
    bool releases = is_any_of(access->order, IR_RELEASE, IR_ACQ_REL);
    bool model = sel_has(sel->g, SMF_memory_model);
    if (access->order == IR_SEQ_CST || (releases && !model))
        fence(sel, ptx_mods(SEM, SC), (IrScope)access->scope);
}

static void fence_behind(Sel *sel, const IrInst *access) {
    bool acquires = is_any_of(access->order, IR_ACQUIRE, IR_ACQ_REL, IR_SEQ_CST);
    if (acquires && !sel_has(sel->g, SMF_memory_model)) fence(sel, 0, (IrScope)access->scope);
}

// Atomicity means nothing in private or read-only memory.
static bool orderable(uint8_t space) { // atomicity means nothing in private or read-only memory
    return !is_any_of(space, PTX_SPACE_LOCAL, PTX_SPACE_CONST, PTX_SPACE_PARAM);
}

// Order and scope of an access, or .volatile. Relaxed is the least that an atomic one needs;
// sequential consistency is acquire and release with the fence of fence_before.
static uint64_t access_mods(Sel *sel, IrInst *access, SelAddr addr, bool load) {
    if (!orderable(addr.space)) return 0;
    bool model = sel_has(sel->g, SMF_memory_model);
    if (access->order > IR_UNORDERED && !model) return ptx_mods(SEM, VOLATILE);
    if (access->order > IR_UNORDERED) {
        bool strong = load ? access->order != IR_MONOTONIC : access->order == IR_RELEASE;
        uint64_t sem = !strong ? ptx_mods(SEM, RELAXED)
                       : load  ? ptx_mods(SEM, ACQUIRE)
                               : ptx_mods(SEM, RELEASE);
        return sem | scope_mod(access->scope);
    }
    return access->v.flags & IR_VOLATILE ? ptx_mods(SEM, VOLATILE) : 0;
}

// A load: volatile, atomic, by the read-only cache (invariant.load, LLVM), or extended while it
// loads (select/narrow.c).
void sel_load(Sel *sel, IrInst *load) {
    SelParts *parts = sel_parts(sel->g, load->v.type);
    SelAddr addr = sel_addr(sel, ir_op(load, 0));
    PtxOpnd *out = sel_new(sel, parts->n);
    fence_before(sel, load);
    uint64_t mods = access_mods(sel, load, addr, true);
    bool nc = addr.space == PTX_SPACE_GLOBAL && !mods &&
              ir_get_md(load, atom_cstr(sel->ctx, "invariant.load"));
    if (sel_is_extended(sel, &load->v)) {
        SelPart part;
        PtxType from = sel_extended_part(sel, load, &part);
        uint64_t space = nc ? ptx_mods(NC, NC) : addr.space ? ptx_mod_of(SPACE, addr.space) : 0;
        out[0] = sel_o(sel_tmp(sel, (SelClass)part.cls));
        ptx_emit_(sel->f, nc ? PTXI_ld_nc : PTXI_ld, from, PTX_NOTYPE, mods | space, out[0],
                  addr.o);
    } else {
        sel_load_parts(sel, addr, parts, load->align, mods, nc, out);
    }
    fence_behind(sel, load);
    sel_set(sel, load, out);
}

// A load through the uniform cache (ldu), by its alignment operand; what that does not allow is an
// ordinary load.
void sel_ldu(Sel *sel, IrInst *call) {
    SelParts *parts = sel_parts(sel->g, call->v.type);
    SelAddr addr = sel_addr(sel, ir_op(call, 0));
    const IrConst *constant = ir_as_cint(ir_op(call, 1));
    uint32_t align = constant ? (uint32_t)CU_MIN(ir_uval(constant), 16u) : 1;
    PtxOpnd *out = sel_new(sel, parts->n);
    bool fits = parts->n == 1 && parts->at[0].cls != SC_I1 && align >= part_bytes(parts->at[0]);
    if (fits) {
        out[0] = sel_o(sel_tmp(sel, parts->at[0].cls));
        ptx_emit_(sel->f, PTXI_ldu, memory_type(parts->at[0], false), PTX_NOTYPE,
                  ptx_mods(SPACE, GLOBAL), out[0], addr.o);
    } else {
        addr.space = PTX_SPACE_GLOBAL;
        sel_load_parts(sel, addr, parts, CU_MAX(align, 1u), 0, false, out);
    }
    sel_set(sel, call, out);
}

// Constant memory and parameters cannot be written: there is no such instruction, nor a way on. As
// with NVIDIA's, that is no error, since code that never runs may say so.
static bool traps(Sel *sel, SelAddr to) {
    if (!is_any_of(to.space, PTX_SPACE_CONST, PTX_SPACE_PARAM)) return false;
    const char *memory = to.space == PTX_SPACE_CONST ? "constant" : "parameter";
    diag(sel->ctx, DIAG_OF(ptx, sel_unwritable), sel->fn->g.pos, memory,
         atom_str(sel->ctx, sel->fn->g.v.name));
    ptx_emit(sel->f, PTXI_trap, PTX_NOTYPE, PTX_NOTYPE, 0, 0, NULL);
    return true;
}

// The same of an atomic operation, whose result is nothing certain then.
static bool traps_with_result(Sel *sel, SelAddr to, IrInst *atomic) {
    if (!traps(sel, to)) return false;
    sel_set(sel, atomic, sel_opnds(sel, &ir_undef(sel->g->m, atomic->v.type)->v));
    return true;
}

// A truncation that is folded stores the low part of the wider register.
void sel_store(Sel *sel, IrInst *store) {
    IrValue *v = ir_op(store, 0);
    SelParts *t = sel_parts(sel->g, v->type);
    IrInst *wide = ir_as_op(v, IR_TRUNC); // a wider register holds it in its low part
    PtxOpnd *in = sel_opnds(sel, wide && sel_is_folded(sel, v) ? ir_op(wide, 0) : v);
    SelAddr a = sel_addr(sel, ir_op(store, 1));
    if (traps(sel, a)) return;
    fence_before(sel, store);
    sel_store_parts(sel, a, t, store->align, access_mods(sel, store, a, false), in);
}

// ---- getelementptr ------------------------------------------------------------------------------

// An index in 64 bits: with its sign, as getelementptr has it.
static PtxOpnd index64(Sel *sel, IrValue *index) {
    return sel_resize(sel, sel_in_reg(sel, sel_use(sel, index), sel_class(sel, index->type)),
                      sel_class(sel, index->type), index->type->bits, SC_I64, true);
}

// The 32-bit integer that an index is made of, however it is extended; NULL: it is wider.
static IrValue *narrow_index(IrValue *value, bool *zero) {
    IrInst *e = ir_as_inst(value);
    *zero = e && e->v.op == IR_ZEXT;
    if (ir_ty_is_i(value->type, 32)) return value;
    bool ext = e && is_any_of(e->v.op, IR_SEXT, IR_ZEXT);
    return ext && ir_ty_is_i(ir_op(e, 0)->type, 32) ? ir_op(e, 0) : NULL;
}

// index * size, index of 32 bits, made once a block: arrays with one index share it. Not mad.wide:
// ptxas adds a base that is a kernel parameter without a register for it only to a product.
PtxOpnd sel_product64(Sel *sel, IrValue *index, uint64_t size, bool zero) {
    uint64_t key = (uint64_t)index->id << 32 | (uint64_t)zero << 31 | size;
    PtxOpnd *kept = ir_is_const(index) ? NULL : map_get(&sel->kept_products, key);
    if (kept) return *kept;
    PtxOpnd *d = sel_new(sel, 1);
    *d = sel_o(sel_tmp(sel, SC_I64));
    ptx_emit_(sel->f, PTXI_mul_wide, zero ? PTX_U32 : PTX_S32, PTX_NOTYPE, 0, *d,
              sel_in_reg(sel, sel_use(sel, index), SC_I32), ptx_o_int((int64_t)size));
    if (!ir_is_const(index)) map_put(&sel->kept_products, key, d);
    return *d;
}

// base + index * size in 64 bits.
static PtxOpnd step64(Sel *sel, PtxOpnd base, IrValue *index, uint64_t size) {
    bool zero;
    IrValue *x = narrow_index(index, &zero);
    PtxOpnd operand = sel_o(sel_tmp(sel, SC_I64)), i;
    // Without a 32-bit index: the product in 64 bits, a shift where the size is a power of two.
    bool wide = x && size > 1 && size < (1u << 31);
    bool power = size && !(size & (size - 1));
    if (!wide) i = index64(sel, index);
    if (!wide && !power) {
        SEL_EMIT(sel, mad, S64, NOTYPE, ptx_mods(HALF, LO), operand, i, ptx_o_int((int64_t)size),
                 sel_in_reg(sel, base, SC_I64));
        return operand;
    }
    if (wide) {
        i = sel_product64(sel, x, size, zero && x != index);
    } else if (size > 1) { // ptxas has a shift with a sum for that
        PtxOpnd t = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, shl, B64, NOTYPE, 0, t, i, ptx_o_int(__builtin_ctzll(size)));
        i = t;
    }
    SEL_EMIT(sel, add, S64, NOTYPE, 0, operand, sel_in_reg(sel, base, SC_I64), i);
    return operand;
}

// The same in 32 bits, where only the low half of an index counts.
static PtxOpnd step32(Sel *sel, PtxOpnd opnd, IrValue *index, uint64_t size) {
    bool zero;
    IrValue *x = narrow_index(index, &zero);
    PtxOpnd operand;
    if (x) {
        operand = sel_in_reg(sel, sel_use(sel, x), SC_I32);
    } else {
        SelClass c = sel_class(sel, index->type);
        operand = sel_resize(sel, sel_in_reg(sel, sel_use(sel, index), c), c, index->type->bits,
                             SC_I32, true);
    }
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I32)), base = sel_in_reg(sel, opnd, SC_I32);
    if (size == 1)
        SEL_EMIT(sel, add, S32, NOTYPE, 0, d, base, operand);
    else
        SEL_EMIT(sel, mad, S32, NOTYPE, ptx_mods(HALF, LO), d, operand, ptx_o_int((int32_t)size),
                 base);
    return d;
}

// a + b, or a itself where there is nothing to add.
static PtxOpnd add_bytes(Sel *sel, PtxOpnd a, PtxOpnd b, SelClass c) {
    if (b.kind == PTXO_INT && !b.val) return a;
    PtxOpnd d = sel_o(sel_tmp(sel, c));
    ptx_emit_(sel->f, PTXI_add, c == SC_I64 ? PTX_S64 : PTX_S32, PTX_NOTYPE, 0, d,
              sel_in_reg(sel, a, c), b);
    return d;
}

// Constant indices are summed into one displacement; each variable one is a step of its own.
void sel_gep(Sel *sel, IrInst *step) {
    SelClass class = sel_class(sel, step->v.type);
    PtxOpnd *out = sel_new(sel, 1);
    PtxOpnd opnd = sel_use(sel, ir_op(step, 0));
    IrType *type = step->aty;
    int64_t off = 0;
    for (uint32_t k = 1; k < step->nops; k++) {
        IrValue *idx = ir_op(step, k);
        // A structure's member: its index is a constant always.
        IrConst *constant = ir_as_cint(idx);
        if (k > 1 && type->kind == IR_TY_STRUCT) {
            uint64_t m = ir_uval(constant);
            off += (int64_t)ir_ty_member_offset(type, m);
            type = ir_ty_member(type, m);
            continue;
        }
        if (k > 1) type = type->elem;
        if (constant) {
            off += ir_sval(constant) * (int64_t)type->size;
        } else {
            opnd = class == SC_I32 ? step32(sel, opnd, idx, type->size)
                                   : step64(sel, opnd, idx, type->size);
        }
    }
    out[0] = add_bytes(sel, opnd, ptx_o_int(off), class);
    sel_set(sel, step, out);
}

// ---- frame (places: select/frame.c) -------------------------------------------------------------

// False: no fixed place of the frame.
bool sel_local_address(Sel *sel, IrValue *pointer, PtxOpnd *out) {
    int64_t off;
    if (!frame_address(sel, pointer, &off)) return false;
    *out = add_bytes(sel, sel_o(sel->spl), ptx_o_int(off), SC_I64);
    return true;
}

// A place of the frame, or memory that the instruction makes (alloca, PTX ISA 9.7.20): then generic
// unless the type says local.
void sel_alloca(Sel *sel, IrInst *allocation) {
    PtxOpnd *out = sel_new(sel, 1);
    uint64_t slot;
    bool local = allocation->v.type->as == IR_AS_LOCAL;
    if (frame_slot(sel, &allocation->v, &slot)) {
        if (ir_has_uses(&allocation->v))
            out[0] =
                add_bytes(sel, sel_o(local ? sel->spl : sel->sp), ptx_o_int((int64_t)slot), SC_I64);
        sel_set(sel, allocation, out);
        return;
    }
    PtxOpnd opnd = index64(sel, ir_op(allocation, 0)), size = sel_o(sel_tmp(sel, SC_I64)),
            p = sel_o(sel_tmp(sel, SC_I64));
    SEL_EMIT(sel, mul, S64, NOTYPE, ptx_mods(HALF, LO), size, opnd,
             ptx_o_int((int64_t)allocation->aty->size));
    SEL_EMIT(sel, alloca, U64, NOTYPE, 0, p, size, ptx_o_int(CU_MAX(allocation->align, 8)));
    if (!local) {
        out[0] = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, cvta, U64, NOTYPE, ptx_mods(SPACE, LOCAL), out[0], p);
    } else {
        out[0] = p;
    }
    sel_set(sel, allocation, out);
}

// ---- atomics ------------------------------------------------------------------------------------

// The fence comes first; order, space and scope are modifiers of the atomic itself.
static uint64_t atomic_mods(Sel *sel, IrInst *atomic, SelAddr addr) {
    fence_before(sel, atomic);
    static const uint8_t sem[] = {[IR_MONOTONIC] = 0,
                                  [IR_ACQUIRE] = PTX_SEM_ACQUIRE,
                                  [IR_RELEASE] = PTX_SEM_RELEASE,
                                  [IR_ACQ_REL] = PTX_SEM_ACQ_REL,
                                  [IR_SEQ_CST] = PTX_SEM_ACQUIRE};
    uint64_t m = addr.space ? ptx_mod_of(SPACE, addr.space) : 0;
    bool model = sel_has(sel->g, SMF_memory_model);
    if (model) m |= ptx_mod_of(SEM, sem[atomic->order]);
    if (!sel_has(sel->g, SMF_atom_scope)) return m; // all are of the device
    // No scope means .gpu (PTX ISA, atom): CUDA's device scope prints short, as nvcc does.
    if (atomic->scope != IR_SCOPE_DEVICE || (model && sem[atomic->order]))
        m |= scope_mod(atomic->scope);
    return m;
}

// The operation's PTX name and types, by LLVM's operation; type 0: legal/atomic.c has made it a
// loop.
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

// Half types have a row of their own, which never flushes.
static void half_add(Sel *sel, IrInst *atomic, SelAddr address, PtxOpnd added, uint64_t mods) {
    SelClass c = sel_class(sel, atomic->v.type);
    PtxOpnd *out = sel_new(sel, 1);
    out[0] = sel_o(sel_tmp(sel, c));
    ptx_emit_(sel->f, PTXI_atom_h, c == SC_F16 ? PTX_F16 : PTX_BF16, PTX_NOTYPE,
              mods | ptx_mods(NOFTZ, NOFTZ), out[0], address.o, sel_in_reg(sel, added, c));
    fence_behind(sel, atomic);
    sel_set(sel, atomic, out);
}

// legal/legal.c has turned what has no atom instruction into compare-and-swap loops.
void sel_atomicrmw(Sel *sel, IrInst *atomic) {
    SelAddr addr = sel_addr(sel, ir_op(atomic, 0));
    if (traps_with_result(sel, addr, atomic)) return;
    SelParts *parts = sel_parts(sel->g, atomic->v.type);
    SelClass class = parts->at[0].cls;
    PtxOpnd opnd = sel_use(sel, ir_op(atomic, 1));
    const AtomRow *atom_row = &atom_rows[atomic->pred];
    uint64_t m = atomic_mods(sel, atomic, addr) | ptx_mod_of(AOP, atom_row->aop);
    PtxType ty = parts->at[0].bits == 64 ? atom_row->t64 : atom_row->t32;
    PtxOpnd *out = sel_new(sel, 1);
    // Subtraction adds the negative.
    if (atomic->pred == IR_RMW_SUB) {
        PtxOpnd n = sel_o(sel_tmp(sel, class));
        ptx_emit_(sel->f, PTXI_neg, class == SC_I64 ? PTX_S64 : PTX_S32, PTX_NOTYPE, 0, n,
                  sel_in_reg(sel, opnd, class));
        opnd = n;
    }
    if (atomic->pred == IR_RMW_XCHG && class >= SC_F32) { // exch works on bits
        SelClass ic = class == SC_F64 ? SC_I64 : SC_I32;
        PtxOpnd x = sel_o(sel_tmp(sel, ic)), y = sel_o(sel_tmp(sel, ic));
        ptx_emit_(sel->f, PTXI_mov, sel_bits_type(ic), PTX_NOTYPE, 0, x,
                  sel_in_reg(sel, opnd, class));
        ptx_emit_(sel->f, PTXI_atom, ty, PTX_NOTYPE, m, y, addr.o, x);
        out[0] = sel_o(sel_tmp(sel, class));
        ptx_emit_(sel->f, PTXI_mov, sel_bits_type(ic), PTX_NOTYPE, 0, out[0], y);
        fence_behind(sel, atomic);
        sel_set(sel, atomic, out);
        return;
    }

    // red where nobody reads the result. Not for orders that acquire, which it has none of, and not
    // for operations that it has none of.
    bool acquires = ptx_mod_get(&(PtxInst){.mods = m}, PTXC_SEM) == PTX_SEM_ACQUIRE ||
                    ptx_mod_get(&(PtxInst){.mods = m}, PTXC_SEM) == PTX_SEM_ACQ_REL;
    if (is_any_of(class, SC_F16, SC_BF16)) {
        half_add(sel, atomic, addr, opnd, m);
        return;
    }
    if (!ir_has_uses(&atomic->v) && !acquires &&
        !is_any_of(atomic->pred, IR_RMW_XCHG, IR_RMW_UINC_WRAP, IR_RMW_UDEC_WRAP)) {
        ptx_emit_(sel->f, PTXI_red, ty, PTX_NOTYPE, m, addr.o, opnd);
        fence_behind(sel, atomic);
        return;
    }
    out[0] = sel_o(sel_tmp(sel, class));
    ptx_emit_(sel->f, PTXI_atom, ty, PTX_NOTYPE, m, out[0], addr.o, opnd);
    fence_behind(sel, atomic);
    sel_set(sel, atomic, out);
}

// Somebody asks whether the exchange took place.
static bool asks_success(const IrInst *cmpxchg) {
    IR_FOREACH_USE(use, &cmpxchg->v) {
        const IrInst *part = use->user;
        if (part->v.op != IR_EXTRACTVALUE || part->nidx != 1 || part->idx[0]) return true;
    }
    return false;
}

// The old value and, if it is asked for, whether it is the one wanted: equal in all parts.
static void cas_result(Sel *sel, IrInst *exchange, const PtxOpnd *old, const PtxOpnd *want,
                       uint32_t n, SelClass class) {
    PtxOpnd *out = sel_new(sel, n + 1), ok = {.kind = PTXO_NONE};
    for (uint32_t k = 0; k < n; k++) out[k] = old[k];
    for (uint32_t k = 0; k < n && asks_success(exchange); k++) {
        PtxOpnd p = sel_o(sel_tmp(sel, SC_I1));
        PtxType t = class == SC_I64 ? PTX_S64 : class == SC_I32 ? PTX_S32 : PTX_S16;
        ptx_emit_(sel->f, PTXI_setp, t, PTX_NOTYPE, ptx_mods(CMP, EQ), p, old[k], want[k]);
        if (k) {
            PtxOpnd q = sel_o(sel_tmp(sel, SC_I1));
            SEL_EMIT(sel, and, PRED, NOTYPE, 0, q, ok, p);
            p = q;
        }
        ok = p;
    }
    out[n] = ok;
    sel_set(sel, exchange, out);
}

// Two halves in one register of 128 bits.
static PtxOpnd pack128(Sel *sel, PtxOpnd *v) {
    PtxOpnd q = sel_o(ptx_newreg(sel->f, PTX_B128));
    PtxOpnd l =
        ptx_o_list(sel->f, PTXO_VEC, 2,
                   (PtxOpnd[]){sel_in_reg(sel, v[0], SC_I64), sel_in_reg(sel, v[1], SC_I64)});
    SEL_EMIT(sel, mov_pack, B128, NOTYPE, 0, q, l);
    return q;
}

void sel_cmpxchg(Sel *sel, IrInst *exchange) {
    SelAddr addr = sel_addr(sel, ir_op(exchange, 0));
    if (traps_with_result(sel, addr, exchange)) return;
    PtxOpnd *want = sel_opnds(sel, ir_op(exchange, 1)), *neu = sel_opnds(sel, ir_op(exchange, 2));
    uint64_t m = atomic_mods(sel, exchange, addr) | ptx_mods(AOP, CAS);
    IrType *type = ir_op(exchange, 1)->type;
    SelClass class = sel_class(sel, type);
    // 128 bits take cas with .b128; everything else has one part.
    if (sel_parts(sel->g, type)->n == 2) {
        if (!sel_has(sel->g, SMF_atom_b128))
            sel_error(sel, "an atomic operation on 128 bits, before sm_90 and PTX 8.3,");
        PtxOpnd d = sel_o(ptx_newreg(sel->f, PTX_B128)),
                old[2] = {sel_o(sel_tmp(sel, SC_I64)), sel_o(sel_tmp(sel, SC_I64))};
        SEL_EMIT(sel, atom_cas, B128, NOTYPE, m, d, addr.o, pack128(sel, want), pack128(sel, neu));
        SEL_EMIT(sel, mov_unpack, B128, NOTYPE, 0, ptx_o_list(sel->f, PTXO_VEC, 2, old), d);
        cas_result(sel, exchange, old, want, 2, SC_I64);
        return;
    }
    PtxOpnd d = sel_o(sel_tmp(sel, class));
    bool word = is_any_of(class, SC_I32, SC_I64); // takes constants
    ptx_emit_(sel->f, PTXI_atom_cas, sel_bits_type(class), PTX_NOTYPE, m, d, addr.o,
              word ? want[0] : sel_in_reg(sel, want[0], class),
              word ? neu[0] : sel_in_reg(sel, neu[0], class));
    fence_behind(sel, exchange);
    cas_result(sel, exchange, &d, want, 1, class);
}

// A fence of acquire, release or both is acq_rel.
void sel_fence(Sel *sel, IrInst *ordering) {
    uint64_t sem = ordering->order == IR_SEQ_CST ? ptx_mods(SEM, SC) : ptx_mods(SEM, ACQ_REL);
    fence(sel, sem, (IrScope)ordering->scope);
}
