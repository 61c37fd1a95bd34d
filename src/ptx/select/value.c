// SPDX-License-Identifier: Apache-2.0
// Values as parts: types flattened, constants materialised, narrow integers extended.
#include "analysis/analysis.h"
#include "ptx/select/select.h"
#include "ptx/form/op.h"

// Reports what cannot be expressed; selection goes on, so that more is found.
void sel_error(Sel *sel, const char *what) {
    diag(sel->ctx, DIAG_OF(ptx, sel_unsupported), sel->fn->g.pos, what,
         atom_str(sel->ctx, sel->fn->g.v.name));
}

// ---- types --------------------------------------------------------------------------------------

// The class that holds an integer of so many bits.
static SelClass int_class(uint32_t bits) {
    return bits == 1 ? SC_I1 : bits <= 16 ? SC_I16 : bits <= 32 ? SC_I32 : SC_I64;
}

typedef VEC(SelPart) PartVec;

// The parts of a type in memory's order, appended to the list. Integers beyond 64 bits are words of
// 64; aggregates are their members' parts.
static void flatten(SelModule *sel_module, IrType *type, uint64_t off, PartVec *part_vec) {
    Arena *arena = sel_module->a;
    static const uint8_t fp[] = {[IR_TY_HALF] = SC_F16,
                                 [IR_TY_BFLOAT] = SC_BF16,
                                 [IR_TY_FLOAT] = SC_F32,
                                 [IR_TY_DOUBLE] = SC_F64};
    // Enough: sel_parts reports it.
    if (part_vec->n > SEL_MAX_PARTS) return;
    switch (type->kind) {
    case IR_TY_INT:
        for (uint32_t done = 0; done < type->bits; done += 64) {
            uint16_t bits = (uint16_t)CU_MIN(type->bits - done, 64u);
            if (type->bits > 64) bits = 64;
            vec_push(arena, part_vec, ((SelPart){(uint8_t)int_class(bits), bits, off + done / 8}));
        }
        break;
    case IR_TY_PTR:
        vec_push(arena, part_vec,
                 ((SelPart){(uint8_t)int_class(type->bits), (uint16_t)type->bits, off}));
        break;
    case IR_TY_HALF:
    case IR_TY_BFLOAT:
    case IR_TY_FLOAT:
    case IR_TY_DOUBLE:
        vec_push(arena, part_vec, ((SelPart){fp[type->kind], (uint16_t)type->bits, off}));
        break;
    case IR_TY_FP128: // held as bits; legal/fp128.c has the arithmetic
        vec_push(arena, part_vec, ((SelPart){SC_I64, 64, off}));
        vec_push(arena, part_vec, ((SelPart){SC_I64, 64, off + 8}));
        break;
    case IR_TY_ARRAY:
    case IR_TY_VECTOR:
    case IR_TY_STRUCT:
        for (uint64_t i = 0; i < type->n && part_vec->n <= SEL_MAX_PARTS; i++) {
            flatten(sel_module, ir_ty_member(type, i), off + ir_ty_member_offset(type, i),
                    part_vec);
        }
        break;
    default: break;
    }
}

static SelParts *find_parts(SelModule *sel_module, IrType *type) {
    void **slot = map_slot(&sel_module->parts, (uintptr_t)type);
    if (*slot) return *slot;
    PartVec v = {0};
    flatten(sel_module, type, 0, &v);
    if (v.n > SEL_MAX_PARTS) {
        diag(sel_module->ctx, DIAG_OF(ptx, sel_parts), 0, (unsigned)SEL_MAX_PARTS);
        v.n = SEL_MAX_PARTS;
    }
    SelParts *p = arena_new(sel_module->a, SelParts);
    *p = (SelParts){v.at, v.n};
    map_put(&sel_module->parts, (uintptr_t)type, p);
    return p;
}

// The parts of a type, made once. Threads have their own table.
SelParts *sel_parts(SelModule *sel_module, IrType *type) {
    SelRecent *recent = &sel_module->recent[type->id % CU_COUNT(sel_module->recent)];
    if (recent->type != type) *recent = (SelRecent){type, find_parts(sel_module, type)};
    return recent->parts;
}

// The class of the first part: of types that have one.
SelClass sel_class(Sel *sel, IrType *type) {
    SelParts *p = sel_parts(sel->g, type);
    return p->n ? p->at[0].cls : SC_I32;
}

PtxType sel_reg_type(SelClass c) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_B16,  [SC_I32] = PTX_B32, [SC_I64] = PTX_B64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    return t[c];
}

PtxType sel_bits_type(SelClass c) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_B16,  [SC_I32] = PTX_B32, [SC_I64] = PTX_B64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_B32, [SC_F64] = PTX_B64};
    return t[c];
}

// Immediates look better as numbers than as bits.
static PtxType mov_type(SelClass c) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    return t[c];
}

// A new register of the class.
PtxReg sel_tmp(Sel *sel, SelClass c) {
    return ptx_newreg(sel->f, sel_reg_type(c));
}

PtxOpnd *sel_new(Sel *sel, uint32_t n) {
    return arena_array(sel->a, PtxOpnd, n ? n : 1);
}

// Where a value's parts are kept. Instructions made for constant expressions have ids beyond those
// the function began with.
PtxOpnd **sel_slot(Sel *sel, const IrValue *kept) {
    if (kept->id >= sel->nval) {
        uint32_t n = CU_MAX(kept->id + 1, sel->nval * 2 + 64);
        PtxOpnd **val = arena_array(sel->a, PtxOpnd *, n);
        if (sel->nval) memcpy(val, sel->val, sel->nval * sizeof *val);
        sel->val = val;
        sel->nval = n;
    }
    return &sel->val[kept->id];
}

// Registers for the result of an instruction, made when they are first named.
PtxOpnd *sel_def(Sel *sel, IrInst *defined) {
    SelParts *p = sel_parts(sel->g, defined->v.type);
    PtxOpnd **slot = sel_slot(sel, &defined->v);
    if (*slot) return *slot;
    PtxOpnd *o = sel_new(sel, p->n);
    for (uint32_t k = 0; k < p->n; k++) o[k] = sel_o(sel_tmp(sel, p->at[k].cls));
    return *slot = o;
}

// The instruction's result is these operands from now on: registers, or constants.
void sel_set(Sel *sel, IrInst *defined, PtxOpnd *parts) {
    *sel_slot(sel, &defined->v) = parts;
}

// ---- constants ----------------------------------------------------------------------------------

// The operand in a register that may be read only: itself, if it is one.
PtxOpnd sel_in_reg(Sel *sel, PtxOpnd opnd, SelClass class) {
    if (opnd.kind == PTXO_REG && !opnd.flags) return opnd;
    PtxOpnd d = sel_o(sel_tmp(sel, class));
    if (class == SC_I1 && opnd.kind == PTXO_REG)
        SEL_EMIT(sel, not, PRED, NOTYPE, 0, d, sel_o(opnd.id));
    else
        ptx_emit_(sel->f, PTXI_mov, mov_type(class), PTX_NOTYPE, 0, d, opnd);
    return d;
}

// A symbol's address is kept by kept_constant already.
PtxOpnd sel_kept_in_reg(Sel *sel, IrValue *used, PtxOpnd opnd, SelClass class) {
    if (!ir_is_const(used) || is_any_of(opnd.kind, PTXO_REG, PTXO_SYM))
        return sel_in_reg(sel, opnd, class);
    void **kept = map_slot(&sel->kept_immediates, (uintptr_t)used);
    if (!*kept) {
        PtxOpnd *reg = sel_new(sel, 1);
        *reg = sel_in_reg(sel, opnd, class);
        *kept = reg;
    }
    return *(PtxOpnd *)*kept;
}

// An immediate of a part's class. 16-bit floats and predicates have none in PTX: registers.
PtxOpnd sel_const_part(Sel *sel, SelPart part, uint64_t bits) {
    switch (part.cls) {
    case SC_F32: return ptx_o_f32((uint32_t)bits);
    case SC_F64: return ptx_o_f64(bits);
    case SC_F16:
    case SC_BF16: return sel_in_reg(sel, ptx_o_int((int64_t)bits), part.cls);
    case SC_I1: return sel_in_reg(sel, ptx_o_int(bits & 1), SC_I1);
    default: break;
    }
    // Integers are sign extended from their width: PTX's immediates are numbers.
    uint32_t w = part.bits;
    int64_t v = w >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - w)) >> (64 - w);
    return ptx_o_int(v);
}

static PtxOpnd *const_opnds(Sel *sel, IrConst *constant);

// Selected here, for a value that is folded: the registers are new each time, and the function's
// own entry for it is left alone.
PtxOpnd *sel_inst_value(Sel *sel, IrInst *folded) {
    PtxOpnd *saved = *sel_slot(sel, &folded->v);
    *sel_slot(sel, &folded->v) = NULL;
    sel->select(sel, folded);
    PtxOpnd *r = *sel_slot(sel, &folded->v);
    *sel_slot(sel, &folded->v) = saved;
    return r;
}

// A variable's address in its own space; a function's is generic.
static PtxOpnd symbol_address(Sel *sel, IrGlobal *symbol) {
    PtxOpnd sym = ptx_o_sym(sel_ref(sel, symbol), 0);
    uint32_t as = symbol->v.type->as;
    SelClass c = symbol->v.type->bits == 32 ? SC_I32 : SC_I64;
    if (as == IR_AS_GENERIC &&
        symbol->v.kind != IR_C_FUNC) { // a variable declared in the generic space
        PtxOpnd g = sel_in_reg(sel, sym, SC_I64), d = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, cvta, U64, NOTYPE, ptx_mods(SPACE, GLOBAL), d, g);
        return d;
    }
    return sel_in_reg(sel, sym, c);
}

// Constant expressions are evaluated where they are used.
static PtxOpnd *expr_opnds(Sel *sel, IrConst *constant) {
    // Selected like an instruction that stands here; it never enters a block.
    bool shuffle = constant->v.op == IR_SHUFFLEVECTOR;
    uint32_t n = shuffle ? 2 : constant->n;
    IrInst *inst = ir_inst_new(sel->fn, (IrOp)constant->v.op, constant->v.type, n);
    for (uint32_t k = 0; k < n; k++) ir_set_op(inst, k, &constant->elem[k]->v);
    if (shuffle) { // an instruction has its mask as numbers
        inst->nidx = (uint32_t)constant->v.type->n;
        inst->mask = arena_array(sel->a, int32_t, inst->nidx);
        for (uint32_t k = 0; k < inst->nidx; k++) {
            IrConst *e = ir_elem(sel->g->m, constant->elem[2], k);
            inst->mask[k] = e && e->v.kind == IR_C_INT ? (int32_t)ir_uval(e) : -1;
        }
    }
    inst->v.flags = constant->v.flags;
    if (constant->v.op == IR_GEP) inst->aty = constant->aty;
    return sel_inst_value(sel, inst);
}

// The parts of the elements, one after the other.
static PtxOpnd *agg_opnds(Sel *sel, IrConst *constant) {
    SelParts *p = sel_parts(sel->g, constant->v.type);
    PtxOpnd *o = sel_new(sel, p->n);
    uint32_t k = 0;
    for (uint64_t i = 0; i < constant->v.type->n && k < p->n; i++) {
        IrConst *e = ir_elem(sel->g->m, constant, i);
        SelParts *ep = sel_parts(sel->g, ir_ty_member(constant->v.type, i));
        PtxOpnd *eo = const_opnds(sel, e);
        for (uint32_t j = 0; j < ep->n && k < p->n; j++) o[k++] = eo[j];
    }
    return o;
}

// Constants that take instructions are computed once: within a block, and addresses of shared
// Constants that take instructions are computed once: within a block, and addresses of shared
// variables, which are plain numbers, at the function's start: what was emitted for them moves to
// the prologue.
static PtxOpnd *kept_constant(Sel *sel, IrConst *constant) {
    IrGlobal *global = ir_as_global(&ir_unwrapped(constant)->v);
    bool shared = global && global->v.kind == IR_C_VAR && global->v.type->as == IR_AS_SHARED;
    Map *kept = shared ? &sel->kept_shared : &sel->kept;
    PtxOpnd *opnd = map_get(kept, (uintptr_t)constant);
    if (opnd) return opnd;
    uint32_t first = sel->f->inst.n;
    if (constant->v.kind == IR_C_EXPR) {
        opnd = expr_opnds(sel, constant);
    } else { // target_check.c leaves functions wrapped in words about linking
        opnd = sel_new(sel, 1);
        opnd[0] = symbol_address(sel, (IrGlobal *)ir_unwrapped(constant));
    }
    map_put(kept, (uintptr_t)constant, opnd);
    for (uint32_t k = first; shared && k < sel->f->inst.n; k++)
        vec_push(sel->a, &sel->prologue, sel->f->inst.at[k]);
    if (shared) sel->f->inst.n = first;
    return opnd;
}

// The operands of a constant: immediates where there are any, else registers.
static PtxOpnd *const_opnds(Sel *sel, IrConst *constant) {
    SelParts *parts = sel_parts(sel->g, constant->v.type);
    PtxOpnd *opnd;
    switch (constant->v.kind) {
    case IR_C_INT:
    case IR_C_FP: {
        const uint64_t *w = ir_words(constant);
        opnd = sel_new(sel, parts->n);
        for (uint32_t k = 0; k < parts->n; k++) opnd[k] = sel_const_part(sel, parts->at[k], w[k]);
        return opnd;
    }
    case IR_C_NULL:
    case IR_C_ZERO:
    case IR_C_UNDEF:
    case IR_C_POISON:
        opnd = sel_new(sel, parts->n);
        for (uint32_t k = 0; k < parts->n; k++) opnd[k] = sel_const_part(sel, parts->at[k], 0);
        return opnd;
    case IR_C_DATA:
    case IR_C_AGG: return agg_opnds(sel, constant);
    default: return kept_constant(sel, constant);
    }
}

// All parts of a value. Values of blocks that come later get registers now, which their definition
// will write.
PtxOpnd *sel_opnds(Sel *sel, IrValue *wanted) {
    if (ir_is_const(wanted)) return const_opnds(sel, (IrConst *)wanted);
    PtxOpnd *opnd = *sel_slot(sel, wanted);
    if (!opnd) { // a value of an unreachable predecessor, or one folded into its users but needed
                 // whole
        IrInst *i = ir_as_inst(wanted);
        if (i && sel_is_folded(sel, wanted)) return sel_inst_value(sel, i);
        SelParts *p = sel_parts(sel->g, wanted->type);
        opnd = sel_new(sel, p->n);
        for (uint32_t k = 0; k < p->n; k++) opnd[k] = sel_o(sel_tmp(sel, p->at[k].cls));
        *sel_slot(sel, wanted) = opnd;
    }
    return opnd;
}

// The first part, and that in a register.
PtxOpnd sel_use(Sel *sel, IrValue *used) {
    return sel_opnds(sel, used)[0];
}

PtxReg sel_reg(Sel *sel, IrValue *used) {
    return sel_in_reg(sel, sel_use(sel, used), sel_class(sel, used->type)).id;
}

// ---- widths -------------------------------------------------------------------------------------

// The type of arithmetic on so many bits.
static PtxType int_type(uint32_t bits, bool sign) {
    if (bits <= 8) return sign ? PTX_S8 : PTX_U8;
    if (bits <= 16) return sign ? PTX_S16 : PTX_U16;
    if (bits <= 32) return sign ? PTX_S32 : PTX_U32;
    return sign ? PTX_S64 : PTX_U64;
}

static uint32_t class_bits(SelClass c) {
    return c == SC_I16 ? 16 : c == SC_I32 ? 32 : 64;
}

// As sel_narrow, of a number.
static PtxOpnd narrow_constant(PtxOpnd o, uint32_t bits, bool sign) {
    if (bits >= 64) return o;
    uint64_t v = (uint64_t)o.val << (64 - bits);
    o.val = sign ? (int64_t)v >> (64 - bits) : (int64_t)(v >> (64 - bits));
    return o;
}

// Clears or sign-fills the bits above `bits` in a register of class c.
PtxOpnd sel_narrow(Sel *sel, PtxOpnd opnd, SelClass class, uint32_t bits, bool sign) {
    uint32_t w = class_bits(class);
    if (opnd.kind == PTXO_INT) return narrow_constant(opnd, bits, sign);
    if (bits == w) return opnd;
    PtxOpnd operand = sel_o(sel_tmp(sel, class));

    // Zeros by a mask; signs by a conversion where there is one, else by two shifts.
    if (!sign) {
        ptx_emit_(sel->f, PTXI_and, sel_bits_type(class), PTX_NOTYPE, 0, operand,
                  sel_in_reg(sel, opnd, class), ptx_o_int((int64_t)((1ull << bits) - 1)));
        return operand;
    }
    if (bits == 8 || bits == 16 || bits == 32) {
        ptx_emit_(sel->f, PTXI_cvt, int_type(w, true), int_type(bits, true), 0, operand,
                  sel_in_reg(sel, opnd, class));
        return operand;
    }
    PtxOpnd t = sel_o(sel_tmp(sel, class));
    ptx_emit_(sel->f, PTXI_shl, sel_bits_type(class), PTX_NOTYPE, 0, t,
              sel_in_reg(sel, opnd, class), ptx_o_int(w - bits));
    ptx_emit_(sel->f, PTXI_shr, int_type(w, true), PTX_NOTYPE, 0, operand, t, ptx_o_int(w - bits));
    return operand;
}

enum { CLEAN_DEPTH = 4 };

// Is the register's part above a byte zero already? ld.u8 writes all of it (PTX ISA 9.4.1). Logic
// keeps that: one clean operand of an `and`, both of the others. Depth is cut: a value may be used
// by many.
static bool is_clean(const Sel *sel, const IrValue *operand, uint32_t depth) {
    const IrInst *inst = ir_as_inst(operand);
    if (!inst || depth == CLEAN_DEPTH || sel_is_folded(sel, operand)) return false;
    switch (inst->v.op) {
    case IR_LOAD: return !sel_is_extended(sel, operand);
    case IR_EXTRACTELEMENT: {
        const IrInst *from = ir_as_op(ir_op(inst, 0), IR_LOAD);
        return from && ir_as_cint(ir_op(inst, 1)) && !sel_is_folded(sel, &from->v);
    }
    case IR_TRUNC: {
        const IrValue *x = ir_op(inst, 0);
        return x->type->bits <= 64 && !(~an_known_bits(x).zero & 0xff00);
    }
    case IR_AND:
        return is_clean(sel, ir_op(inst, 0), depth + 1) || is_clean(sel, ir_op(inst, 1), depth + 1);
    case IR_OR:
    case IR_XOR:
        return is_clean(sel, ir_op(inst, 0), depth + 1) && is_clean(sel, ir_op(inst, 1), depth + 1);
    case IR_SELECT:
        return is_clean(sel, ir_op(inst, 1), depth + 1) && is_clean(sel, ir_op(inst, 2), depth + 1);
    default: return false;
    }
}

bool sel_is_clean_byte(const Sel *sel, const IrValue *operand) {
    return ir_ty_is_i(operand->type, 8) && is_clean(sel, operand, 0);
}

// An integer operand that is right in all bits of its register, and a predicate as a number.
PtxOpnd sel_ext(Sel *sel, IrValue *operand, bool sign) {
    IrConst *c = ir_as_cint(operand);
    if (c && operand->type->bits > 1 && operand->type->bits <= 64) {
        return ptx_o_int(sign || operand->type->bits == 64 ? ir_sval(c) : (int64_t)ir_uval(c));
    }
    uint32_t bits = operand->type->bits;
    SelClass k = sel_class(sel, operand->type);
    if (k == SC_I1) return sel_resize(sel, sel_use(sel, operand), SC_I1, 1, SC_I16, sign);
    if (!sign && sel_is_clean_byte(sel, operand)) return sel_use(sel, operand);
    return sel_narrow(sel, sel_use(sel, operand), k, bits, sign);
}

// A value of `bits` bits in class `from` as one of class `to`: extended when wider, else truncated.
PtxOpnd sel_resize(Sel *sel, PtxOpnd opnd, SelClass from, uint32_t bits, SelClass to, bool sign) {
    if (opnd.kind == PTXO_INT && from != SC_I1) { // an immediate has no register that would cut it
        if (to == SC_I1) return narrow_constant(opnd, 1, false);
        bool cut = class_bits(to) < class_bits(from);
        return narrow_constant(opnd, CU_MIN(bits, class_bits(to)), sign || cut);
    }
    if (from == SC_I1 && to == SC_I1) return opnd;

    // Predicates are chosen, and tested, since they have no bits.
    if (from == SC_I1) {
        PtxOpnd d = sel_o(sel_tmp(sel, to));
        ptx_emit_(sel->f, PTXI_selp, sel_bits_type(to), PTX_NOTYPE, 0, d, ptx_o_int(sign ? -1 : 1),
                  ptx_o_int(0), sel_in_reg(sel, opnd, SC_I1));
        return d;
    }
    if (to == SC_I1) {
        PtxOpnd t = sel_o(sel_tmp(sel, from)), d = sel_o(sel_tmp(sel, SC_I1));
        ptx_emit_(sel->f, PTXI_and, sel_bits_type(from), PTX_NOTYPE, 0, t, opnd, ptx_o_int(1));
        ptx_emit_(sel->f, PTXI_setp, sel_bits_type(from), PTX_NOTYPE, ptx_mods(CMP, NE), d, t,
                  ptx_o_int(0));
        return d;
    }
    uint32_t fw = class_bits(from), tw = class_bits(to);
    if (tw <= fw) { // truncation: bits above the result's width need not be right
        if (tw == fw) return opnd;
        // there and back again
        bool whole = from == SC_I64 && to == SC_I32 && opnd.kind == PTXO_REG;
        uintptr_t known = whole ? (uintptr_t)map_get(&sel->extended, opnd.id) : 0;
        if (known) return sel_o((PtxReg)(known - 1));
        PtxOpnd d = sel_o(sel_tmp(sel, to));
        ptx_emit_(sel->f, PTXI_cvt, int_type(tw, false), int_type(fw, false), 0, d, opnd);
        return d;
    }
    // cvt extends from 8, 16 and 32 bits; others are filled up first.
    if (bits != 8 && bits != fw) {
        opnd = sel_narrow(sel, opnd, from, bits, sign);
        bits = fw;
    }
    PtxOpnd d = sel_o(sel_tmp(sel, to));
    ptx_emit_(sel->f, PTXI_cvt, int_type(tw, sign), int_type(bits, sign), 0, d, opnd);
    return d;
}

// ---- what gets its number in its turn (codegen/order.c) -----------------------------------------

uint32_t sel_ref(Sel *sel, IrGlobal *symbol) {
    SelLater *later = sel->later;
    uintptr_t known = (uintptr_t)map_get(&sel->g->symbols, (uintptr_t)symbol);
    void **slot = map_slot(&later->symbol_index, (uintptr_t)symbol);
    if (known) {
        bool kernel = symbol->v.kind == IR_C_FUNC && ((IrFunc *)symbol)->cc == IR_CC_PTX_KERNEL;
        if (kernel && !*slot) vec_push(sel->f->arena, &later->kernel, (IrFunc *)symbol);
        *slot = symbol;
        return (uint32_t)known - 1;
    }
    if (!*slot) {
        vec_push(sel->f->arena, &later->symbol, symbol);
        *slot = (void *)(uintptr_t)later->symbol.n;
    }
    return SEL_LATER + (uint32_t)(uintptr_t)*slot - 1;
}

uint32_t sel_numbered_label(Sel *sel, const char *base) {
    uint32_t label = ptx_newlabel(sel->f, atom_cstr(sel->ctx, base));
    vec_push(sel->f->arena, &sel->later->label, label);
    return label;
}
