// SPDX-License-Identifier: Apache-2.0
// Function blocks: instructions, debug locations, names. Operands are written as distances from
// the next value's id; one that is not defined yet carries its type.
#include "ir/bitwrite_int.h"

typedef struct {
    Bw *w;
    uint32_t id; // of the next instruction that has a value
    const IrMd *loc;
    uint32_t local; // id of the next declaration's value as metadata
} Out;

// An operand whose type the record implies.
static void value(Out *out, const IrValue *v) {
    bw_push(out->w, (uint32_t)(out->id - bw_value(out->w, v)));
}

// An operand, with its type behind it if it is a forward reference: then true.
static bool typed(Out *out, const IrValue *operand) {
    uint32_t id = bw_value(out->w, operand);
    bw_push(out->w, (uint32_t)(out->id - id));
    if (id < out->id) return false;
    bw_push(out->w, bw_type(out->w, operand->type));
    return true;
}

// Operand k, a block, by its number in the function.
static void block(Out *out, const IrInst *user, uint32_t k) {
    bw_push(out->w, out->w->block_id[ir_op(user, k)->id]);
}

static uint64_t align_code(uint64_t align) {
    return align ? (uint64_t)__builtin_ctzll(align) + 1 : 0;
}

// Our bits from bit 1 on; bit 0, the oldest, means all and is not written since LLVM 6.
static uint64_t fast_math(const IrInst *inst) {
    return (uint64_t)inst->fmf << 1;
}

// Flags as bitcode has them, by operation; 0 where there are none.
static uint64_t flags(const IrInst *inst) {
    uint16_t f = inst->v.flags;
    switch (inst->v.op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_SHL:
    case IR_TRUNC: return (f & IR_NUW ? 1u : 0) | (f & IR_NSW ? 2u : 0);
    case IR_UDIV:
    case IR_SDIV:
    case IR_LSHR:
    case IR_ASHR: return f & IR_EXACT ? 1 : 0;
    case IR_OR: return f & IR_DISJOINT ? 1 : 0;
    case IR_ZEXT:
    case IR_UITOFP: return f & IR_NNEG ? 1 : 0;
    case IR_ICMP: return f & IR_SAMESIGN ? 1 : 0;
    default: return fast_math(inst);
    }
}

// The same without those that LLVM 7 does not know, if it is to read them.
static uint64_t known_flags(Out *out, const IrInst *written) {
    uint64_t f = flags(written);
    switch (written->v.op) {
    case IR_OR:
    case IR_ICMP:
    case IR_PHI:
    case IR_SELECT: return out->w->old ? 0 : f;
    default: return out->w->old && ir_ops[written->v.op].class == IRC_CAST ? 0 : f;
    }
}

// As sync_scopes in bitwrite_mod.c numbers them.
static uint64_t scope(const IrInst *inst) {
    if (inst->scope == IR_SCOPE_THREAD) return 0;
    return inst->scope == IR_SCOPE_SYSTEM ? 1 : inst->scope;
}

// ---- by shape: the record's code is returned, *ab is the abbreviation ----

// Operands, opcode, [flags].
static uint32_t binary(Out *out, const IrInst *written, uint32_t *ab) {
    bool fwd = typed(out, ir_op(written, 0));
    value(out, ir_op(written, 1));
    bw_push(out->w, (uint64_t)bc_binop_code(written->v.op));
    uint64_t f = known_flags(out, written);
    if (f) bw_push(out->w, f);
    if (!fwd) *ab = f ? AB_BINOP_FLAGS : AB_BINOP;
    return FUN_BINOP;
}

// Operand, type, opcode, [flags].
static uint32_t cast(Out *out, const IrInst *written, uint32_t *ab) {
    bool fwd = typed(out, ir_op(written, 0));
    bw_push(out->w, bw_type(out->w, written->v.type));
    bw_push(out->w, (uint64_t)bc_cast_code(written->v.op));
    uint64_t f = known_flags(out, written);
    if (f) bw_push(out->w, f);
    if (!fwd) *ab = f ? AB_CAST_FLAGS : AB_CAST2;
    return FUN_CAST;
}

// Operand, operation (0: fneg), [flags].
static uint32_t unary(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    typed(out, ir_op(written, 0));
    bw_push(out->w, 0);
    if (fast_math(written)) bw_push(out->w, fast_math(written));
    return FUN_UNOP;
}

static uint32_t all_typed(Out *out, const IrInst *written, uint32_t code) {
    for (uint32_t k = 0; k < written->nops; k++) typed(out, ir_op(written, k));
    return code;
}

static uint32_t freeze(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    return all_typed(out, written, FUN_FREEZE);
}

// Operands, predicate, [flags].
static uint32_t compare(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    typed(out, ir_op(written, 0));
    value(out, ir_op(written, 1));
    bw_push(out->w, bc_pred_code(written->pred));
    uint64_t f = known_flags(out, written);
    if (f) bw_push(out->w, f);
    return FUN_CMP2;
}

// Values, condition, [flags].
static uint32_t select(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    typed(out, ir_op(written, 1));
    value(out, ir_op(written, 2));
    typed(out, ir_op(written, 0));
    uint64_t f = known_flags(out, written);
    if (f) bw_push(out->w, f);
    return FUN_VSELECT;
}

// Nothing, or the value.
static uint32_t ret(Out *out, const IrInst *written, uint32_t *ab) {
    if (!written->nops) {
        *ab = AB_RET_VOID;
    } else if (!typed(out, ir_op(written, 0))) {
        *ab = AB_RET;
    }
    return FUN_RET;
}

// Block, or block, block, condition: ours has the condition first.
static uint32_t br(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    block(out, written, written->nops == 1 ? 0 : 1);
    if (written->nops == 3) {
        block(out, written, 2);
        value(out, ir_op(written, 0));
    }
    return FUN_BR;
}

// Type, condition, default, pairs of value (absolute id) and block.
static uint32_t switch_(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    bw_push(out->w, bw_type(out->w, ir_op(written, 0)->type));
    value(out, ir_op(written, 0));
    block(out, written, 1);
    for (uint32_t k = 2; k + 1 < written->nops; k += 2) {
        bw_push(out->w, bw_value(out->w, ir_op(written, k)));
        block(out, written, k + 1);
    }
    return FUN_SWITCH;
}

// Type, address, blocks.
static uint32_t indirectbr(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    bw_push(out->w, bw_type(out->w, ir_op(written, 0)->type));
    value(out, ir_op(written, 0));
    for (uint32_t k = 1; k < written->nops; k++) block(out, written, k);
    return FUN_INDIRECTBR;
}

static uint32_t unreachable(Out *out, const IrInst *written, uint32_t *ab) {
    (void)out;
    (void)written;
    *ab = AB_UNREACHABLE;
    return FUN_UNREACHABLE;
}

// Type, pairs of a signed distance and a block, [flags].
static uint32_t phi(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    bw_push(out->w, bw_type(out->w, written->v.type));
    for (uint32_t k = 0; k < ir_phi_n(written); k++) {
        bw_signed(out->w, (int64_t)out->id - (int64_t)bw_value(out->w, ir_phi_value(written, k)));
        block(out, written, 2 * k + 1);
    }
    uint64_t f = known_flags(out, written);
    if (f) bw_push(out->w, f);
    return FUN_PHI;
}

// Type, type of the count, count (absolute id), alignment with marks, address space.
static uint32_t alloca_(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    uint64_t al = align_code(written->align);
    bw_push(out->w, bw_type(out->w, written->aty));
    bw_push(out->w, bw_type(out->w, ir_op(written, 0)->type));
    bw_push(out->w, bw_value(out->w, ir_op(written, 0)));
    // bits 5 to 7: for inalloca; the type is the allocated one; swifterror
    bw_push(out->w, (al & 31) | (written->pred & 1u) << 5 | 1u << 6 | (written->pred & 2u) << 6 |
                        al >> 5 << 8);
    if (!out->w->old) bw_push(out->w, written->v.type->as);
    return FUN_ALLOCA;
}

static void ordering(Out *out, const IrInst *written) {
    bw_push(out->w, written->order);
    bw_push(out->w, scope(written));
}

// Pointer, type, alignment, volatile, [ordering, scope].
static uint32_t load(Out *out, const IrInst *written, uint32_t *ab) {
    bool fwd = typed(out, ir_op(written, 0));
    bw_push(out->w, bw_type(out->w, written->v.type));
    bw_push(out->w, align_code(written->align));
    bw_push(out->w, written->v.flags & IR_VOLATILE ? 1 : 0);
    if (written->order) {
        ordering(out, written);
        return FUN_LOADATOMIC;
    }
    if (!fwd) *ab = AB_LOAD;
    return FUN_LOAD;
}

// Pointer, value, alignment, volatile, [ordering, scope].
static uint32_t store(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    typed(out, ir_op(written, 1));
    typed(out, ir_op(written, 0));
    bw_push(out->w, align_code(written->align));
    bw_push(out->w, written->v.flags & IR_VOLATILE ? 1 : 0);
    if (!written->order) return FUN_STORE;
    ordering(out, written);
    return FUN_STOREATOMIC;
}

// Flags, source type, operands. The array of the abbreviation takes types of forward references
// too.
static uint32_t gep(Out *out, const IrInst *written, uint32_t *ab) {
    uint16_t f = written->v.flags;
    uint64_t bits = f & IR_INBOUNDS ? 1 : 0;
    if (!out->w->old) bits |= (f & IR_NUSW ? 2u : 0) | (f & IR_NUW ? 4u : 0);
    bw_push(out->w, bits);
    bw_push(out->w, bw_type(out->w, written->aty));
    all_typed(out, written, 0);
    *ab = AB_GEP;
    return FUN_GEP;
}

static uint32_t fence(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    ordering(out, written);
    return FUN_FENCE;
}

// Pointer, expected, new, volatile, ordering, scope, ordering on failure, weak, alignment.
static uint32_t cmpxchg(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    typed(out, ir_op(written, 0));
    typed(out, ir_op(written, 1));
    value(out, ir_op(written, 2));
    bw_push(out->w, written->v.flags & IR_VOLATILE ? 1 : 0);
    ordering(out, written);
    bw_push(out->w, written->order2);
    bw_push(out->w, written->v.flags & IR_WEAK ? 1 : 0);
    if (!out->w->old) bw_push(out->w, align_code(written->align));
    return FUN_CMPXCHG;
}

// Pointer, value, operation, volatile, ordering, scope, alignment. LLVM 7 takes the value's type
// from the pointer.
static uint32_t atomicrmw(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    typed(out, ir_op(written, 0));
    if (out->w->old) {
        value(out, ir_op(written, 1));
    } else {
        typed(out, ir_op(written, 1));
    }
    bw_push(out->w, written->pred);
    bw_push(out->w, written->v.flags & IR_VOLATILE ? 1 : 0);
    ordering(out, written);
    if (out->w->old) return FUN_ATOMICRMW_OLD;
    bw_push(out->w, align_code(written->align));
    return FUN_ATOMICRMW;
}

// ---- calls and what unwinds ----

// Operand bundles are records of their own before the call.
static void bundles(Out *out, const IrInst *caller) {
    for (uint32_t k = 0; k < caller->call->nbundles; k++) {
        const IrBundle *b = &caller->call->bundle[k];
        bw_push(out->w, bw_bundle_tag(out->w, b->tag));
        for (uint32_t n = 0; n < b->n; n++) typed(out, ir_op(caller, b->first + n));
        bw_record(out->w, FUN_BUNDLE, 0);
    }
}

// Fixed arguments have the types of the function type, variadic ones may bring theirs.
static void callee_and_args(Out *out, const IrInst *caller) {
    Bw *bw = out->w;
    bw_push(bw, bw_type(bw, caller->aty));
    typed(out, ir_callee(caller));
    for (uint32_t k = 0; k < ir_call_nargs(caller); k++) {
        if (k >= caller->aty->n) {
            typed(out, ir_op(caller, k));
        } else if (caller->aty->sub[k]->kind == IR_TY_LABEL) {
            block(out, caller, k);
        } else {
            value(out, ir_op(caller, k));
        }
    }
}

// Attributes, convention and marks, [flags,] function type, callee, arguments. Marks: 0 tail, 14
// musttail, 15 the type is there, 16 notail, 17 fast-math flags are.
static uint32_t call(Out *out, const IrInst *caller, uint32_t *ab) {
    (void)ab;
    Bw *bw = out->w;
    uint16_t f = caller->v.flags;
    uint64_t fmf = fast_math(caller), cc = (uint64_t)caller->call->cc << 1 | 1 << 15;
    cc |=
        (f & IR_TAIL ? 1u : 0) | (f & IR_MUSTTAIL ? 1u << 14 : 0) | (f & IR_NOTAIL ? 1u << 16 : 0);
    bundles(out, caller);
    bw_push(bw, bw_attrs(bw, &caller->call->attrs));
    bw_push(bw, cc | (fmf ? 1u << 17 : 0));
    if (fmf) bw_push(bw, fmf);
    callee_and_args(out, caller);
    return FUN_CALL;
}

// Attributes, convention and marks, successors (callbr: their number behind the first), function
// type, callee, arguments.
static uint32_t invoke(Out *out, const IrInst *caller, uint32_t *ab) {
    (void)ab;
    uint32_t at = caller->nops - 1 - ir_nsucc(caller), n = ir_nsucc(caller);
    bundles(out, caller);
    bw_push(out->w, bw_attrs(out->w, &caller->call->attrs));
    if (caller->v.op == IR_INVOKE) {
        bw_push(out->w, caller->call->cc | 1 << 13);
        block(out, caller, at);
        block(out, caller, at + 1);
    } else {
        bw_push(out->w, (uint64_t)caller->call->cc << 1 | 1 << 15);
        block(out, caller, at);
        bw_push(out->w, n - 1);
        for (uint32_t k = 1; k < n; k++) block(out, caller, at + k);
    }
    callee_and_args(out, caller);
    return caller->v.op == IR_INVOKE ? FUN_INVOKE : FUN_CALLBR;
}

// Type, clean-up, number of clauses, pairs of kind and value.
static uint32_t landingpad(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    bw_push(out->w, bw_type(out->w, written->v.type));
    bw_push(out->w, written->pred & 1);
    bw_push(out->w, written->nops);
    for (uint32_t k = 0; k < written->nops; k++) {
        bw_push(out->w, written->idx[k]);
        typed(out, ir_op(written, k));
    }
    return FUN_LANDINGPAD;
}

static uint32_t resume(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    return all_typed(out, written, FUN_RESUME);
}

// A pad and blocks: catchswitch has its number of handlers before them.
static uint32_t pad_and_blocks(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    value(out, ir_op(written, 0));
    if (written->v.op == IR_CATCHSWITCH) bw_push(out->w, written->nops - 1 - written->pred);
    for (uint32_t k = 1; k < written->nops; k++) block(out, written, k);
    if (written->v.op == IR_CATCHSWITCH) return FUN_CATCHSWITCH;
    return written->v.op == IR_CATCHRET ? FUN_CATCHRET : FUN_CLEANUPRET;
}

// Parent, number of arguments, arguments.
static uint32_t pad(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    value(out, ir_op(written, 0));
    bw_push(out->w, written->nops - 1);
    for (uint32_t k = 1; k < written->nops; k++) typed(out, ir_op(written, k));
    return written->v.op == IR_CATCHPAD ? FUN_CATCHPAD : FUN_CLEANUPPAD;
}

// Type of the list, list, type of the result.
static uint32_t va_arg_(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    bw_push(out->w, bw_type(out->w, ir_op(written, 0)->type));
    value(out, ir_op(written, 0));
    bw_push(out->w, bw_type(out->w, written->v.type));
    return FUN_VAARG;
}

// Operands of the three vector operations; a shuffle's mask is an operand here.
static uint32_t vector(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    typed(out, ir_op(written, 0));
    switch (written->v.op) {
    case IR_EXTRACTELEMENT: typed(out, ir_op(written, 1)); return FUN_EXTRACTELT;
    case IR_INSERTELEMENT:
        value(out, ir_op(written, 1));
        typed(out, ir_op(written, 2));
        return FUN_INSERTELT;
    default:
        value(out, ir_op(written, 1));
        typed(out, &bw_mask(out->w, written)->v);
        return FUN_SHUFFLEVEC;
    }
}

// Operands, indices.
static uint32_t member(Out *out, const IrInst *written, uint32_t *ab) {
    (void)ab;
    all_typed(out, written, 0);
    for (uint32_t k = 0; k < written->nidx; k++) bw_push(out->w, written->idx[k]);
    return written->v.op == IR_EXTRACTVALUE ? FUN_EXTRACTVAL : FUN_INSERTVAL;
}

typedef uint32_t (*WriteFn)(Out *, const IrInst *, uint32_t *ab);
static const WriteFn shape[IR_NOPS] = {
    [IR_RET] = ret,
    [IR_BR] = br,
    [IR_SWITCH] = switch_,
    [IR_INDIRECTBR] = indirectbr,
    [IR_UNREACHABLE] = unreachable,
    [IR_FNEG] = unary,
    [IR_ALLOCA] = alloca_,
    [IR_LOAD] = load,
    [IR_STORE] = store,
    [IR_GEP] = gep,
    [IR_FENCE] = fence,
    [IR_CMPXCHG] = cmpxchg,
    [IR_ATOMICRMW] = atomicrmw,
    [IR_ICMP] = compare,
    [IR_FCMP] = compare,
    [IR_PHI] = phi,
    [IR_SELECT] = select,
    [IR_CALL] = call,
    [IR_VA_ARG] = va_arg_,
    [IR_EXTRACTELEMENT] = vector,
    [IR_INSERTELEMENT] = vector,
    [IR_SHUFFLEVECTOR] = vector,
    [IR_EXTRACTVALUE] = member,
    [IR_INSERTVALUE] = member,
    [IR_FREEZE] = freeze,
    [IR_INVOKE] = invoke,
    [IR_CALLBR] = invoke,
    [IR_LANDINGPAD] = landingpad,
    [IR_RESUME] = resume,
    [IR_CATCHSWITCH] = pad_and_blocks,
    [IR_CATCHRET] = pad_and_blocks,
    [IR_CLEANUPRET] = pad_and_blocks,
    [IR_CATCHPAD] = pad,
    [IR_CLEANUPPAD] = pad,
};

// The position of the instruction just written. Equal ones in a row are said once.
static void location(Out *out, const IrMd *loc) {
    Bw *bw = out->w;
    if (!loc) return;
    if (loc == out->loc) {
        bw_record(bw, FUN_DEBUG_LOC_AGAIN, 0);
        return;
    }
    out->loc = loc;
    bw_push(bw, loc->line);
    bw_push(bw, loc->column);
    bw_push(bw, bw_md(bw, loc->scope));
    bw_push(bw, bw_md(bw, loc->inlined_at));
    bw_push(bw, 0);
    bw_record(bw, FUN_DEBUG_LOC, 0);
}

// The records that stand before the instruction just written: location, variable, expression, and
// the value: a declaration's as metadata of the function, which local_metadata has written.
static void records(Out *out, const IrInst *behind) {
    Bw *bw = out->w;
    IR_FOREACH_RECORD(r, behind->records) {
        IrValue *value = bw_recorded(bw, r);
        if (!value) continue;
        bw_push(bw, bw_md(bw, r->loc) - 1);
        bw_push(bw, bw_md(bw, r->var) - 1);
        bw_push(bw, bw_md(bw, ir_record_expression(bw->m, r)) - 1);
        if (r->kind == IR_RECORD_DECLARE) {
            bw_push(bw, out->local++);
            bw_record(bw, FUN_DBG_DECLARE, 0);
        } else {
            typed(out, value);
            bw_record(bw, FUN_DBG_VALUE_SIMPLE, 0);
        }
    }
}

// The values of declarations, in their order, get ids behind those of the module's metadata.
static void local_metadata(Out *out, const IrFunc *fn) {
    Bw *bw = out->w;
    bool any = false;
    out->local = bw->strings.n + bw->md_values.n + bw->md_nodes.n;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            IR_FOREACH_RECORD(r, i->records) {
                IrValue *value = bw_recorded(bw, r);
                if (!value || r->kind != IR_RECORD_DECLARE) continue;
                if (!any) bw_enter(bw, BLK_METADATA, 4);
                any = true;
                bw_push(bw, bw_type(bw, value->type));
                bw_push(bw, bw_value(bw, value));
                bw_record(bw, MDC_VALUE, 0);
            }
        }
    }
    if (any) bw_leave(bw);
}

// By the operation; binary operations and casts share a function each.
static void instruction(Out *out, const IrInst *written) {
    uint32_t ab = 0, code;
    WriteFn fn = shape[written->v.op];
    if (!fn) fn = ir_ops[written->v.op].class == IRC_CAST ? cast : binary;
    code = fn(out, written, &ab);
    bw_record(out->w, code, ab);
    if (written->v.type->kind != IR_TY_VOID) out->id++;
    location(out, written->dbg);
    records(out, written);
}

// ---- names ----

// With the shortest characters that will do: six, seven or eight bits.
static void one_name(Bw *bw, uint32_t id, Atom name, bool is_block) {
    const char *s = atom_str(bw->ctx, name);
    uint32_t n = atom_len(bw->ctx, name);
    bool six = true, seven = true;
    for (uint32_t i = 0; i < n; i++) {
        six = six && s[i] && strchr(bc_char6, s[i]);
        seven = seven && !(s[i] & 0x80);
    }
    bw_push(bw, id);
    bw_text(bw, name);
    uint32_t shortest = seven ? AB_ENTRY7 : AB_ENTRY8;
    if (six) shortest = AB_ENTRY6;
    if (is_block) {
        bw_record(bw, SYM_BLOCK, six ? AB_BLOCK6 : 0);
    } else {
        bw_record(bw, SYM_ENTRY, shortest);
    }
}

// Names are hints here and symbols there: one that was given already gets a number, as in print.c.
static Atom unique(Bw *bw, Map *taken, Atom name) {
    while (map_get(taken, name)) {
        uintptr_t *count = (uintptr_t *)map_slot(taken, name);
        name = atom_printf(bw->ctx, "%s.%u", atom_str(bw->ctx, name), (unsigned)(*count)++);
    }
    map_put(taken, name, (void *)(uintptr_t)1);
    return name;
}

static void one_value_name(Bw *bw, IrValue *named, Map *taken) {
    Atom name = unique(bw, taken, named->name);
    one_name(bw, bw_value(bw, named), name, false);
}

// The symbol table of the function, if anything in it has a name.
static void names(Bw *bw, IrFunc *fn) {
    // two values may have one name here, but not in the table
    Map taken;
    bool any = false;
    for (uint32_t i = 0; i < fn->nargs; i++) any = any || fn->arg[i]->v.name;
    IR_FOREACH_BLOCK(bb, fn) {
        any = any || bb->v.name;
        IR_FOREACH_INST(i, bb) any = any || i->v.name;
    }
    if (!any) return;
    map_init(&taken, &bw->a);
    bw_enter(bw, BLK_SYMBOLS, 4);
    for (uint32_t i = 0; i < fn->nargs; i++) {
        IrValue *v = &fn->arg[i]->v;
        if (v->name) one_value_name(bw, v, &taken);
    }
    IR_FOREACH_BLOCK(bb, fn) {
        if (bb->v.name) one_name(bw, bw->block_id[bb->v.id], unique(bw, &taken, bb->v.name), true);
        IR_FOREACH_INST(i, bb) {
            if (!i->v.name || i->v.type->kind == IR_TY_VOID) continue;
            one_value_name(bw, &i->v, &taken);
        }
    }
    bw_leave(bw);
}

// A FUNCTION block: number of blocks, constants, instructions, names, attachments.
void bw_function(Bw *bw, IrFunc *fn) {
    bw_enter(bw, BLK_FUNCTION, 4);
    bw_function_begin(bw, fn);
    uint32_t nblocks = 0;
    IR_FOREACH_BLOCK(bb, fn) nblocks++;
    bw_push(bw, nblocks);
    bw_record(bw, FUN_DECLAREBLOCKS, 0);
    bw_constants(bw, bw->first_const, bw->values.n);
    Out o = {.w = bw, .id = bw->values.n};
    local_metadata(&o, fn);
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) instruction(&o, i);
    }
    names(bw, fn);
    bw_attachments(bw, fn);
    bw_function_end(bw);
    bw_leave(bw);
}
