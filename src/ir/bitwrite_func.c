// SPDX-License-Identifier: Apache-2.0
// Function blocks: instructions, debug locations, names. Operands are written as distances from
// the next value's id; one that is not defined yet carries its type.
#include "ir/bitwrite_int.h"

typedef struct {
    Bw *w;
    uint32_t id; // of the next instruction that has a value
    const IrMd *loc;
} Out;

static void value(Out *o, const IrValue *v) {
    bw_push(o->w, (uint32_t)(o->id - bw_value(o->w, v)));
}

static bool typed(Out *o, const IrValue *v) { // true: a forward reference, the type was added
    uint32_t id = bw_value(o->w, v);
    bw_push(o->w, (uint32_t)(o->id - id));
    if (id < o->id) return false;
    bw_push(o->w, bw_type(o->w, v->type));
    return true;
}

static void block(Out *o, const IrInst *i, uint32_t k) {
    bw_push(o->w, o->w->block_id[ir_op(i, k)->id]);
}

static uint64_t align_code(uint64_t align) {
    return align ? (uint64_t)__builtin_ctzll(align) + 1 : 0;
}

static uint64_t fast_math(const IrInst *i) { // the oldest bit means all: unused since LLVM 6
    return (uint64_t)i->fmf << 1;
}

static uint64_t flags(const IrInst *i) {
    uint16_t f = i->v.flags;
    switch (i->v.op) {
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
    default: return fast_math(i);
    }
}

static uint64_t known_flags(Out *o, const IrInst *i) { // LLVM 7 has not all
    uint64_t f = flags(i);
    bool newer = i->v.op == IR_OR || i->v.op == IR_ZEXT || i->v.op == IR_UITOFP ||
                 i->v.op == IR_ICMP || i->v.op == IR_TRUNC || i->v.op == IR_PHI ||
                 i->v.op == IR_SELECT || ir_ops[i->v.op].class == IRC_CAST;
    return o->w->old && newer ? 0 : f;
}

static uint64_t scope(const IrInst *i) { // see sync_scopes in bitwrite_mod.c
    return i->scope == IR_SCOPE_THREAD ? 0 : i->scope == IR_SCOPE_SYSTEM ? 1 : i->scope;
}

// ---- by shape: the record's code is returned, *ab is the abbreviation ----

static uint32_t binary(Out *o, const IrInst *i, uint32_t *ab) {
    bool fwd = typed(o, ir_op(i, 0));
    value(o, ir_op(i, 1));
    bw_push(o->w, (uint64_t)bc_binop_code(i->v.op));
    uint64_t f = known_flags(o, i);
    if (f) bw_push(o->w, f);
    if (!fwd) *ab = f ? AB_BINOP_FLAGS : AB_BINOP;
    return FUN_BINOP;
}

static uint32_t cast(Out *o, const IrInst *i, uint32_t *ab) {
    bool fwd = typed(o, ir_op(i, 0));
    bw_push(o->w, bw_type(o->w, i->v.type));
    bw_push(o->w, (uint64_t)bc_cast_code(i->v.op));
    uint64_t f = known_flags(o, i);
    if (f) bw_push(o->w, f);
    if (!fwd) *ab = f ? AB_CAST_FLAGS : AB_CAST2;
    return FUN_CAST;
}

static uint32_t unary(Out *o, const IrInst *i, uint32_t *ab) { // fneg
    (void)ab;
    typed(o, ir_op(i, 0));
    bw_push(o->w, 0);
    if (fast_math(i)) bw_push(o->w, fast_math(i));
    return FUN_UNOP;
}

static uint32_t all_typed(Out *o, const IrInst *i, uint32_t code) {
    for (uint32_t k = 0; k < i->nops; k++) typed(o, ir_op(i, k));
    return code;
}

static uint32_t freeze(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    return all_typed(o, i, FUN_FREEZE);
}

static uint32_t compare(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    typed(o, ir_op(i, 0));
    value(o, ir_op(i, 1));
    bw_push(o->w, bc_pred_code(i->pred));
    uint64_t f = known_flags(o, i);
    if (f) bw_push(o->w, f);
    return FUN_CMP2;
}

static uint32_t select(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    typed(o, ir_op(i, 1));
    value(o, ir_op(i, 2));
    typed(o, ir_op(i, 0));
    uint64_t f = known_flags(o, i);
    if (f) bw_push(o->w, f);
    return FUN_VSELECT;
}

static uint32_t ret(Out *o, const IrInst *i, uint32_t *ab) {
    if (!i->nops) {
        *ab = AB_RET_VOID;
    } else if (!typed(o, ir_op(i, 0))) {
        *ab = AB_RET;
    }
    return FUN_RET;
}

static uint32_t br(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    block(o, i, i->nops == 1 ? 0 : 1);
    if (i->nops == 3) {
        block(o, i, 2);
        value(o, ir_op(i, 0));
    }
    return FUN_BR;
}

static uint32_t switch_(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    bw_push(o->w, bw_type(o->w, ir_op(i, 0)->type));
    value(o, ir_op(i, 0));
    block(o, i, 1);
    for (uint32_t k = 2; k + 1 < i->nops; k += 2) {
        bw_push(o->w, bw_value(o->w, ir_op(i, k)));
        block(o, i, k + 1);
    }
    return FUN_SWITCH;
}

static uint32_t indirectbr(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    bw_push(o->w, bw_type(o->w, ir_op(i, 0)->type));
    value(o, ir_op(i, 0));
    for (uint32_t k = 1; k < i->nops; k++) block(o, i, k);
    return FUN_INDIRECTBR;
}

static uint32_t unreachable(Out *o, const IrInst *i, uint32_t *ab) {
    (void)o;
    (void)i;
    *ab = AB_UNREACHABLE;
    return FUN_UNREACHABLE;
}

static uint32_t phi(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    bw_push(o->w, bw_type(o->w, i->v.type));
    for (uint32_t k = 0; k < ir_phi_n(i); k++) {
        bw_signed(o->w, (int64_t)o->id - (int64_t)bw_value(o->w, ir_phi_value(i, k)));
        block(o, i, 2 * k + 1);
    }
    uint64_t f = known_flags(o, i);
    if (f) bw_push(o->w, f);
    return FUN_PHI;
}

static uint32_t alloca_(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    uint64_t al = align_code(i->align);
    bw_push(o->w, bw_type(o->w, i->aty));
    bw_push(o->w, bw_type(o->w, ir_op(i, 0)->type));
    bw_push(o->w, bw_value(o->w, ir_op(i, 0)));
    // bits 5 to 7: for inalloca; the type is the allocated one; swifterror
    bw_push(o->w, (al & 31) | (i->pred & 1u) << 5 | 1u << 6 | (i->pred & 2u) << 6 | al >> 5 << 8);
    if (!o->w->old) bw_push(o->w, i->v.type->as);
    return FUN_ALLOCA;
}

static void ordering(Out *o, const IrInst *i) {
    bw_push(o->w, i->order);
    bw_push(o->w, scope(i));
}

static uint32_t load(Out *o, const IrInst *i, uint32_t *ab) {
    bool fwd = typed(o, ir_op(i, 0));
    bw_push(o->w, bw_type(o->w, i->v.type));
    bw_push(o->w, align_code(i->align));
    bw_push(o->w, i->v.flags & IR_VOLATILE ? 1 : 0);
    if (i->order) {
        ordering(o, i);
        return FUN_LOADATOMIC;
    }
    if (!fwd) *ab = AB_LOAD;
    return FUN_LOAD;
}

static uint32_t store(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    typed(o, ir_op(i, 1));
    typed(o, ir_op(i, 0));
    bw_push(o->w, align_code(i->align));
    bw_push(o->w, i->v.flags & IR_VOLATILE ? 1 : 0);
    if (!i->order) return FUN_STORE;
    ordering(o, i);
    return FUN_STOREATOMIC;
}

static uint32_t gep(Out *o, const IrInst *i, uint32_t *ab) {
    uint16_t f = i->v.flags;
    uint64_t bits = f & IR_INBOUNDS ? 1 : 0;
    if (!o->w->old) bits |= (f & IR_NUSW ? 2u : 0) | (f & IR_NUW ? 4u : 0);
    bw_push(o->w, bits);
    bw_push(o->w, bw_type(o->w, i->aty));
    all_typed(o, i, 0);
    *ab = AB_GEP;
    return FUN_GEP;
}

static uint32_t fence(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    ordering(o, i);
    return FUN_FENCE;
}

static uint32_t cmpxchg(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    typed(o, ir_op(i, 0));
    typed(o, ir_op(i, 1));
    value(o, ir_op(i, 2));
    bw_push(o->w, i->v.flags & IR_VOLATILE ? 1 : 0);
    ordering(o, i);
    bw_push(o->w, i->order2);
    bw_push(o->w, i->v.flags & IR_WEAK ? 1 : 0);
    if (!o->w->old) bw_push(o->w, align_code(i->align));
    return FUN_CMPXCHG;
}

static uint32_t atomicrmw(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    typed(o, ir_op(i, 0));
    if (o->w->old) {
        value(o, ir_op(i, 1));
    } else {
        typed(o, ir_op(i, 1));
    }
    bw_push(o->w, i->pred);
    bw_push(o->w, i->v.flags & IR_VOLATILE ? 1 : 0);
    ordering(o, i);
    if (o->w->old) return FUN_ATOMICRMW_OLD;
    bw_push(o->w, align_code(i->align));
    return FUN_ATOMICRMW;
}

// ---- calls and what unwinds ----

static void bundles(Out *o, const IrInst *i) { // records of their own before the call
    for (uint32_t k = 0; k < i->call->nbundles; k++) {
        const IrBundle *b = &i->call->bundle[k];
        bw_push(o->w, bw_bundle_tag(o->w, b->tag));
        for (uint32_t n = 0; n < b->n; n++) typed(o, ir_op(i, b->first + n));
        bw_record(o->w, FUN_BUNDLE, 0);
    }
}

static void callee_and_args(Out *o, const IrInst *i) {
    Bw *w = o->w;
    bw_push(w, bw_type(w, i->aty));
    typed(o, ir_callee(i));
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        if (k >= i->aty->n) {
            typed(o, ir_op(i, k));
        } else if (i->aty->sub[k]->kind == IR_TY_LABEL) {
            block(o, i, k);
        } else {
            value(o, ir_op(i, k));
        }
    }
}

static uint32_t call(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    Bw *w = o->w;
    uint16_t f = i->v.flags;
    uint64_t fmf = fast_math(i), cc = (uint64_t)i->call->cc << 1 | 1 << 15;
    cc |=
        (f & IR_TAIL ? 1u : 0) | (f & IR_MUSTTAIL ? 1u << 14 : 0) | (f & IR_NOTAIL ? 1u << 16 : 0);
    bundles(o, i);
    bw_push(w, bw_attrs(w, &i->call->attrs));
    bw_push(w, cc | (fmf ? 1u << 17 : 0));
    if (fmf) bw_push(w, fmf);
    callee_and_args(o, i);
    return FUN_CALL;
}

static uint32_t invoke(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    uint32_t at = i->nops - 1 - ir_nsucc(i), n = ir_nsucc(i);
    bundles(o, i);
    bw_push(o->w, bw_attrs(o->w, &i->call->attrs));
    if (i->v.op == IR_INVOKE) {
        bw_push(o->w, i->call->cc | 1 << 13);
        block(o, i, at);
        block(o, i, at + 1);
    } else {
        bw_push(o->w, (uint64_t)i->call->cc << 1 | 1 << 15);
        block(o, i, at);
        bw_push(o->w, n - 1);
        for (uint32_t k = 1; k < n; k++) block(o, i, at + k);
    }
    callee_and_args(o, i);
    return i->v.op == IR_INVOKE ? FUN_INVOKE : FUN_CALLBR;
}

static uint32_t landingpad(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    bw_push(o->w, bw_type(o->w, i->v.type));
    bw_push(o->w, i->pred & 1);
    bw_push(o->w, i->nops);
    for (uint32_t k = 0; k < i->nops; k++) {
        bw_push(o->w, i->idx[k]);
        typed(o, ir_op(i, k));
    }
    return FUN_LANDINGPAD;
}

static uint32_t resume(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    return all_typed(o, i, FUN_RESUME);
}

// A pad and blocks: catchswitch has its number of handlers before them.
static uint32_t pad_and_blocks(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    value(o, ir_op(i, 0));
    if (i->v.op == IR_CATCHSWITCH) bw_push(o->w, i->nops - 1 - i->pred);
    for (uint32_t k = 1; k < i->nops; k++) block(o, i, k);
    return i->v.op == IR_CATCHSWITCH ? FUN_CATCHSWITCH
           : i->v.op == IR_CATCHRET  ? FUN_CATCHRET
                                     : FUN_CLEANUPRET;
}

static uint32_t pad(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    value(o, ir_op(i, 0));
    bw_push(o->w, i->nops - 1);
    for (uint32_t k = 1; k < i->nops; k++) typed(o, ir_op(i, k));
    return i->v.op == IR_CATCHPAD ? FUN_CATCHPAD : FUN_CLEANUPPAD;
}

static uint32_t va_arg_(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    bw_push(o->w, bw_type(o->w, ir_op(i, 0)->type));
    value(o, ir_op(i, 0));
    bw_push(o->w, bw_type(o->w, i->v.type));
    return FUN_VAARG;
}

static uint32_t vector(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    typed(o, ir_op(i, 0));
    switch (i->v.op) {
    case IR_EXTRACTELEMENT: typed(o, ir_op(i, 1)); return FUN_EXTRACTELT;
    case IR_INSERTELEMENT:
        value(o, ir_op(i, 1));
        typed(o, ir_op(i, 2));
        return FUN_INSERTELT;
    default:
        value(o, ir_op(i, 1));
        typed(o, &bw_mask(o->w, i)->v);
        return FUN_SHUFFLEVEC;
    }
}

static uint32_t member(Out *o, const IrInst *i, uint32_t *ab) {
    (void)ab;
    all_typed(o, i, 0);
    for (uint32_t k = 0; k < i->nidx; k++) bw_push(o->w, i->idx[k]);
    return i->v.op == IR_EXTRACTVALUE ? FUN_EXTRACTVAL : FUN_INSERTVAL;
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

static void location(Out *o, const IrMd *loc) {
    Bw *w = o->w;
    if (!loc) return;
    if (loc == o->loc) {
        bw_record(w, FUN_DEBUG_LOC_AGAIN, 0);
        return;
    }
    o->loc = loc;
    bw_push(w, loc->line);
    bw_push(w, loc->column);
    bw_push(w, bw_md(w, loc->scope));
    bw_push(w, bw_md(w, loc->inlined_at));
    bw_push(w, 0);
    bw_record(w, FUN_DEBUG_LOC, 0);
}

static void instruction(Out *o, const IrInst *i) {
    uint32_t ab = 0, code;
    WriteFn fn = shape[i->v.op];
    if (!fn) fn = ir_ops[i->v.op].class == IRC_CAST ? cast : binary;
    code = fn(o, i, &ab);
    bw_record(o->w, code, ab);
    if (i->v.type->kind != IR_TY_VOID) o->id++;
    location(o, i->dbg);
}

// ---- names ----

static void one_name(Bw *w, uint32_t id, Atom name, bool is_block) {
    const char *s = atom_str(w->ctx, name);
    uint32_t n = atom_len(w->ctx, name);
    bool six = true, seven = true;
    for (uint32_t i = 0; i < n; i++) {
        six = six && s[i] && strchr(bc_char6, s[i]);
        seven = seven && !(s[i] & 0x80);
    }
    bw_push(w, id);
    bw_text(w, name);
    if (is_block) {
        bw_record(w, SYM_BLOCK, six ? AB_BLOCK6 : 0);
    } else {
        bw_record(w, SYM_ENTRY, six ? AB_ENTRY6 : seven ? AB_ENTRY7 : AB_ENTRY8);
    }
}

// Names are hints here and symbols there: one that was given already gets a number, as in print.c.
static Atom unique(Bw *w, Map *taken, Atom name) {
    while (map_get(taken, name)) {
        uintptr_t *count = (uintptr_t *)map_slot(taken, name);
        name = atom_printf(w->ctx, "%s.%u", atom_str(w->ctx, name), (unsigned)(*count)++);
    }
    map_put(taken, name, (void *)(uintptr_t)1);
    return name;
}

static void names(Bw *w, IrFunc *f) {
    Map taken;
    bool any = false;
    for (uint32_t i = 0; i < f->nargs; i++) any = any || f->arg[i]->v.name;
    IR_FOREACH_BLOCK(bb, f) {
        any = any || bb->v.name;
        IR_FOREACH_INST(i, bb) any = any || i->v.name;
    }
    if (!any) return;
    map_init(&taken, &w->a);
    bw_enter(w, BLK_SYMBOLS, 4);
    for (uint32_t i = 0; i < f->nargs; i++) {
        IrValue *v = &f->arg[i]->v;
        if (v->name) one_name(w, bw_value(w, v), unique(w, &taken, v->name), false);
    }
    IR_FOREACH_BLOCK(bb, f) {
        if (bb->v.name) one_name(w, w->block_id[bb->v.id], unique(w, &taken, bb->v.name), true);
        IR_FOREACH_INST(i, bb) {
            if (!i->v.name || i->v.type->kind == IR_TY_VOID) continue;
            one_name(w, bw_value(w, &i->v), unique(w, &taken, i->v.name), false);
        }
    }
    bw_leave(w);
}

void bw_function(Bw *w, IrFunc *f) {
    bw_enter(w, BLK_FUNCTION, 4);
    bw_function_begin(w, f);
    uint32_t nblocks = 0;
    IR_FOREACH_BLOCK(bb, f) nblocks++;
    bw_push(w, nblocks);
    bw_record(w, FUN_DECLAREBLOCKS, 0);
    bw_constants(w, w->first_const, w->values.n);
    Out o = {.w = w, .id = w->values.n};
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) instruction(&o, i);
    }
    names(w, f);
    bw_attachments(w, f);
    bw_function_end(w);
    bw_leave(w);
}
