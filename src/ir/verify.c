// SPDX-License-Identifier: Apache-2.0
// The verifier: collects every violation of LLVM's rules and of our own invariants (operand order,
// use lists, phis first, one terminator). One checking function per shape of instruction.
//
// Dominance is decided with a tree made here, from the terminators alone, not by src/analysis, so
// that a mistake there cannot hide one here; only the algorithm on numbers (idom.c) is the same.
#include "ir/verify_int.h"

#define bad ir_v_bad

static IrType *ty(const IrInst *inst, uint32_t k) {
    return ir_op(inst, k)->type;
}

// ---- shapes ----

// Operands and result have one type, which the operation takes.
static void check_binary(Verify *v, const IrInst *i) {
    NEED(i->nops == 2 && ty(i, 0) == ty(i, 1) && ty(i, 0) == i->v.type, V_OPERAND_TYPES_DIFFER);
    NEED(ir_op_takes(i->v.op, i->v.type), V_OPERATOR_ON_WRONG_TYPE);
}

static void check_cast(Verify *v, const IrInst *i) {
    NEED(i->nops == 1, V_ONE_OPERAND_EXPECTED);
    NEED(ir_cast_valid(i->v.op, ty(i, 0), i->v.type), V_INVALID_CAST);
}

// icmp on integers and pointers, fcmp on floating point, each with its predicates.
static void check_cmp(Verify *v, const IrInst *i) {
    NEED(i->nops == 2 && ty(i, 0) == ty(i, 1), V_OPERAND_TYPES_DIFFER);
    IrType *e = ir_ty_scalar(ty(i, 0));
    bool ok = i->v.op == IR_ICMP ? is_any_of(e->kind, IR_TY_INT, IR_TY_PTR) && i->pred >= IR_EQ
                                 : ir_ty_is_any_fp(e) && i->pred < IR_EQ;
    NEED(ok, V_COMPARISON_WRONG_TYPE);
    NEED(i->v.type == ir_ty_with_shape(v->m, v->m->ty_i1, ty(i, 0)), V_RESULT_NOT_I1);
}

// The function's result, or nothing.
static void check_ret(Verify *v, const IrInst *i) {
    IrType *t = ir_func_ret(v->fn);
    NEED(t->kind == IR_TY_VOID ? i->nops == 0 : i->nops == 1 && ty(i, 0) == t,
         V_RETURNS_ANOTHER_TYPE_THAN);
}

static bool is_block(const IrInst *inst, uint32_t k) {
    return ir_op(inst, k)->kind == IR_V_BLOCK;
}

static void check_br(Verify *v, const IrInst *i) {
    if (i->nops == 1) return; // check_successors has seen it
    NEED(i->nops == 3 && ir_ty_is_i(ty(i, 0), 1) && is_block(i, 1) && is_block(i, 2),
         V_BRANCH_NEEDS_I1_AND);
}

// Cases are different constants of the condition's type.
static void check_switch(Verify *v, const IrInst *i) {
    NEED(i->nops >= 2 && i->nops % 2 == 0 && ty(i, 0)->kind == IR_TY_INT && is_block(i, 1),
         V_BAD_SWITCH);
    Map seen;
    map_init(&seen, v->a);
    for (uint32_t k = 2; k < i->nops; k += 2) {
        const IrValue *c = ir_op(i, k);
        NEED(c->kind == IR_C_INT && c->type == ty(i, 0) && is_block(i, k + 1), V_BAD_SWITCH_CASE);
        NEED(!map_get(&seen, (uintptr_t)c), V_SWITCH_CASE_TWICE);
        map_put(&seen, (uintptr_t)c, (void *)(uintptr_t)i);
    }
}

static void check_indirectbr(Verify *v, const IrInst *i) {
    NEED(i->nops >= 1 && ty(i, 0)->kind == IR_TY_PTR, V_ADDRESS_EXPECTED);
}

static bool pow2(uint32_t n) {
    return n && !(n & (n - 1));
}

static void check_alloca(Verify *v, const IrInst *i) {
    NEED(i->nops == 1 && ty(i, 0)->kind == IR_TY_INT && i->aty && i->aty->sized, V_BAD_ALLOCA);
    NEED(i->aty->kind != IR_TY_X86_AMX, V_TOKEN_VALUE);
    NEED(i->v.type->kind == IR_TY_PTR && pow2(i->align), V_BAD_ALLOCA);
}

// A power of two of whole bytes.
static bool atomic_size(const IrType *type) {
    return type->store_size && !(type->store_size & (type->store_size - 1)) &&
           ir_ty_bits(type) % 8 == 0;
}

// What loads and stores may take atomically; whether the machine can is target_check.c's and
// codegen's.
static bool atomic_type(const IrType *type) {
    bool kind = is_any_of(type->kind, IR_TY_INT, IR_TY_PTR) || ir_ty_is_any_fp(type);
    return kind && atomic_size(type);
}

// Ordering, alignment and type of an access; check_store likewise.
static void check_load(Verify *v, const IrInst *i) {
    NEED(i->nops == 1 && ty(i, 0)->kind == IR_TY_PTR, V_ADDRESS_NO_POINTER);
    NEED(i->v.type->sized && pow2(i->align), V_LOADS_TYPE_WITHOUT_SIZE);
    NEED(!is_any_of(i->order, IR_RELEASE, IR_ACQ_REL), V_BAD_ORDERING_LOAD);
    NEED(!i->order || atomic_type(i->v.type), V_BAD_TYPE_ATOMIC_LOAD);
}

static void check_store(Verify *v, const IrInst *i) {
    NEED(i->nops == 2 && ty(i, 1)->kind == IR_TY_PTR, V_ADDRESS_NO_POINTER);
    NEED(ty(i, 0)->sized && pow2(i->align), V_STORES_TYPE_WITHOUT_SIZE);
    NEED(!is_any_of(i->order, IR_ACQUIRE, IR_ACQ_REL), V_BAD_ORDERING_STORE);
    NEED(!i->order || atomic_type(ty(i, 0)), V_BAD_TYPE_ATOMIC_STORE);
}

// The path must exist, member by member, and the result be a pointer into the same space.
static void check_gep(Verify *v, const IrInst *i) {
    IrType *type = i->aty;
    NEED(i->nops >= 1 && ir_ty_scalar(ty(i, 0))->kind == IR_TY_PTR, V_BASE_NO_POINTER);
    NEED(type && type->sized, V_SOURCE_TYPE_NO_SIZE);
    for (uint32_t k = 1; k < i->nops; k++) {
        const IrValue *value = ir_op(i, k);
        NEED(ir_ty_scalar(value->type)->kind == IR_TY_INT, V_INDEX_NO_INTEGER);
        // the first index steps over whole objects and changes no type
        if (k == 1) continue;
        uint64_t at = 0;
        if (type->kind == IR_TY_STRUCT) {
            const IrConst *c = ir_as_const(value);
            NEED(ir_ty_scalar(value->type)->bits == 32 && !value->type->scalable,
                 V_STRUCT_INDEX_NO_CONSTANT);
            if (c && value->type->kind == IR_TY_VECTOR) c = ir_splat_value(v->m, (IrConst *)c);
            NEED(c && c->v.kind == IR_C_INT && ir_fits_u64(c), V_STRUCT_INDEX_NO_CONSTANT);
            at = ir_uval(c);
            NEED(at < type->n, V_STRUCT_INDEX_OUT_RANGE);
            type = type->sub[at];
        } else {
            NEED(is_any_of(type->kind, IR_TY_ARRAY, IR_TY_VECTOR), V_INDEX_INTO_SCALAR);
            type = type->elem;
        }
    }
    NEED(ir_ty_scalar(i->v.type)->kind == IR_TY_PTR &&
             ir_ty_scalar(i->v.type)->as == ir_ty_scalar(ty(i, 0))->as,
         V_RESULT_TYPE_WRONG);
}

static void check_fence(Verify *v, const IrInst *i) {
    NEED(i->nops == 0 && i->order >= IR_ACQUIRE, V_BAD_ORDERING_FENCE);
}

// Ordering on failure cannot release: nothing is stored then.
static void check_cmpxchg(Verify *v, const IrInst *i) {
    NEED(i->nops == 3 && ty(i, 0)->kind == IR_TY_PTR && ty(i, 1) == ty(i, 2), V_BAD_CMPXCHG);
    NEED(atomic_type(ty(i, 1)) && !ir_ty_is_any_fp(ty(i, 1)), V_BAD_TYPE_CMPXCHG);
    NEED(i->order >= IR_MONOTONIC && i->order2 >= IR_MONOTONIC &&
             !is_any_of(i->order2, IR_RELEASE, IR_ACQ_REL),
         V_BAD_ORDERING_CMPXCHG);
    NEED(i->v.type->kind == IR_TY_STRUCT && i->v.type->n == 2 && i->v.type->sub[0] == ty(i, 1),
         V_BAD_RESULT_TYPE_CMPXCHG);
}

// The operation says which types it takes.
static void check_atomicrmw(Verify *v, const IrInst *i) {
    NEED(i->nops == 2 && ty(i, 0)->kind == IR_TY_PTR && ty(i, 1) == i->v.type, V_BAD_ATOMICRMW);
    IrType *t = ty(i, 1), *e = ir_ty_scalar(t);
    bool fp = (i->pred >= IR_RMW_FADD && i->pred <= IR_RMW_FMIN) || i->pred >= IR_RMW_FMAXIMUM;
    bool ok = t->kind == IR_TY_INT;
    if (i->pred == IR_RMW_XCHG) ok = atomic_type(t);
    if (fp) ok = ir_ty_is_any_fp(e) && !t->scalable;
    NEED(ok && atomic_size(t) && i->order >= IR_MONOTONIC, V_BAD_TYPE_OR_ORDERING);
}

// Types without values in registers.
static bool token_like(const IrType *type) {
    return is_any_of(type->kind, IR_TY_TOKEN, IR_TY_X86_AMX);
}

// As many entries as edges; edges from one block agree on the value.
static void check_phi(Verify *v, const IrInst *i) {
    NEED(i->v.type->kind != IR_TY_TOKEN, V_TOKEN_VALUE);
    NEED(i->nops % 2 == 0, V_BAD_PHI);
    NEED(!i->prev || i->prev->v.op == IR_PHI, V_PHI_BEHIND_ANOTHER_INSTRUCTION);
    uint32_t n = ir_phi_n(i), preds = ir_npreds(i->block);
    NEED(n == preds, V_PHI_ENTRIES_BLOCK_PREDECESSORS, n, preds);
    // a map, since both may be many
    Map value; // predecessor -> value
    map_init(&value, v->a);
    for (uint32_t k = 0; k < n; k++) {
        NEED(ir_phi_value(i, k)->type == i->v.type && is_block(i, 2 * k + 1), V_BAD_PHI_ENTRY);
        IrBlock *from = ir_phi_block(i, k);
        void **slot = map_slot(&value, (uintptr_t)from);
        NEED(!*slot || *slot == ir_phi_value(i, k), V_PHI_TWO_VALUES_FOR);
        *slot = ir_phi_value(i, k);
    }
    IR_FOREACH_PRED(u, i->block) {
        NEED(map_get(&value, (uintptr_t)u->user->block), V_PHI_LACKS_PREDECESSOR);
    }
}

// A vector of conditions has the shape of the values.
static void check_select(Verify *v, const IrInst *i) {
    NEED(i->nops == 3 && ty(i, 1) == i->v.type && ty(i, 2) == i->v.type, V_OPERAND_TYPES_DIFFER);
    IrType *c = ty(i, 0);
    NEED(!token_like(i->v.type), V_TOKEN_VALUE);
    NEED(ir_ty_is_i(c, 1) || c == ir_ty_with_shape(v->m, v->m->ty_i1, i->v.type),
         V_CONDITION_NOT_I1);
}

// Arguments against the function type of the call, which is what counts; an intrinsic must be
// called with its own.
static void check_call(Verify *v, const IrInst *i) {
    if (!i->nops || !i->call || !i->aty || i->aty->kind != IR_TY_FUNC) {
        bad(v, NULL, V_BAD_CALL); // it cannot be printed
        return;
    }
    const IrType *type = i->aty;
    uint32_t n = ir_call_nargs(i);
    const IrValue *callee = ir_callee(i);
    NEED(callee->kind == IR_V_ASM || callee->type->kind == IR_TY_PTR, V_CALLED_VALUE_NO_ADDRESS);
    NEED(type->vararg ? n >= type->n : n == type->n, V_WRONG_NUMBER_ARGUMENTS);
    for (uint64_t k = 0; k < type->n; k++) {
        NEED(ty(i, (uint32_t)k) == type->sub[k], V_ARGUMENT_WRONG_TYPE, (unsigned)k);
    }
    NEED(i->v.type == type->elem, V_RESULT_TYPE_WRONG);
    const IrFunc *fn = ir_called(i);
    ir_v_call(v, i);
    if (!fn || !fn->intrin) return;
    NEED(fn->g.vty == type, V_INTRINSIC_CALLED_WITH_ANOTHER);
    for (uint32_t k = 0; k < n && k < 32; k++) {
        NEED(!(ir_intrins[fn->intrin].immarg >> k & 1) ||
                 is_any_of(ir_op(i, k)->kind, IR_C_INT, IR_C_FP),
             V_ARGUMENT_INTRINSIC_MUST_BE, k);
    }
}

// extractvalue and insertvalue: the path must exist and end with the member's type.
static void check_value(Verify *v, const IrInst *i) {
    IrType *t = ty(i, 0);
    for (uint32_t k = 0; k < i->nidx; k++) {
        NEED(ir_ty_is_agg(t) && i->idx[k] < t->n, V_INDEX_OUT_RANGE);
        t = ir_ty_member(t, i->idx[k]);
    }
    NEED(i->nidx && t == (i->v.op == IR_EXTRACTVALUE ? i->v.type : ty(i, 1)),
         V_MEMBER_TYPE_DIFFERS);
    NEED(i->v.op == IR_EXTRACTVALUE || i->v.type == ty(i, 0), V_RESULT_TYPE_WRONG);
}

// extractelement and insertelement.
static void check_element(Verify *v, const IrInst *i) {
    bool ins = i->v.op == IR_INSERTELEMENT;
    NEED(i->nops == (ins ? 3u : 2u) && ty(i, 0)->kind == IR_TY_VECTOR, V_VECTOR_EXPECTED);
    NEED(ty(i, ins ? 2 : 1)->kind == IR_TY_INT, V_INDEX_NO_INTEGER);
    NEED(ins ? ty(i, 1) == ty(i, 0)->elem && i->v.type == ty(i, 0) : i->v.type == ty(i, 0)->elem,
         V_ELEMENT_TYPE_DIFFERS);
}

// Indices count through both vectors.
static void check_shuffle(Verify *v, const IrInst *i) {
    NEED(i->nops == 2 && ty(i, 0) == ty(i, 1) && ty(i, 0)->kind == IR_TY_VECTOR, V_BAD_SHUFFLE);
    NEED(i->v.type->kind == IR_TY_VECTOR && i->v.type->n == i->nidx &&
             i->v.type->elem == ty(i, 0)->elem,
         V_RESULT_TYPE_WRONG);
    for (uint32_t k = 0; k < i->nidx; k++) {
        NEED(i->mask[k] < 0 || (uint64_t)i->mask[k] < 2 * ty(i, 0)->n, V_MASK_OUT_RANGE);
    }
}

static void check_unary(Verify *v, const IrInst *i) {
    NEED(i->nops == 1 && ty(i, 0) == i->v.type, V_OPERAND_TYPE_DIFFERS);
    NEED(i->v.op == IR_FREEZE || ir_ty_is_any_fp(ir_ty_scalar(i->v.type)),
         V_OPERATOR_ON_WRONG_TYPE);
}

static void check_none(Verify *verify, const IrInst *inst) {}

typedef void (*CheckFn)(Verify *, const IrInst *);
static const CheckFn shape[IR_NOPS] = {
    [IR_RET] = check_ret,
    [IR_BR] = check_br,
    [IR_SWITCH] = check_switch,
    [IR_INDIRECTBR] = check_indirectbr,
    [IR_UNREACHABLE] = check_none,
    [IR_FNEG] = check_unary,
    [IR_FREEZE] = check_unary,
    [IR_ALLOCA] = check_alloca,
    [IR_LOAD] = check_load,
    [IR_STORE] = check_store,
    [IR_GEP] = check_gep,
    [IR_FENCE] = check_fence,
    [IR_CMPXCHG] = check_cmpxchg,
    [IR_ATOMICRMW] = check_atomicrmw,
    [IR_ICMP] = check_cmp,
    [IR_FCMP] = check_cmp,
    [IR_PHI] = check_phi,
    [IR_SELECT] = check_select,
    [IR_CALL] = check_call,
    [IR_INVOKE] = check_call,
    [IR_CALLBR] = check_call,
    [IR_LANDINGPAD] = ir_v_unwind,
    [IR_RESUME] = ir_v_unwind,
    [IR_CATCHPAD] = ir_v_unwind,
    [IR_CLEANUPPAD] = ir_v_unwind,
    [IR_CATCHSWITCH] = ir_v_unwind,
    [IR_CATCHRET] = ir_v_unwind,
    [IR_CLEANUPRET] = ir_v_unwind,
    [IR_VA_ARG] = check_none,
    [IR_EXTRACTELEMENT] = check_element,
    [IR_INSERTELEMENT] = check_element,
    [IR_SHUFFLEVECTOR] = check_shuffle,
    [IR_EXTRACTVALUE] = check_value,
    [IR_INSERTVALUE] = check_value,
};

// ---- dominance ----

// A successor of the function's own, or NULL: check_inst reports it.
static IrBlock *successor(const Verify *verify, const IrInst *term, uint32_t k) {
    IrBlock *s = ir_succ(term, k);
    return s && s->v.kind == IR_V_BLOCK && s->fn == verify->fn ? s : NULL;
}

// Reached blocks only. A stack of our own: functions may be deep.
static uint32_t postorder(Verify *verify, IrBlock **order) {
    typedef struct {
        IrBlock *bb;
        uint32_t next;
    } Frame;
    IrFunc *fn = verify->fn;
    Frame *stack = arena_array(verify->a, Frame, fn->nblockids + 1);
    uint8_t *seen = arena_array(verify->a, uint8_t, fn->nblockids + 1);
    uint32_t n = 0, sp = 0;
    stack[sp++] = (Frame){fn->first, 0};
    seen[fn->first->v.id] = 1;
    while (sp) {
        Frame *frame = &stack[sp - 1];
        IrInst *term = ir_term(frame->bb);
        // all successors are done
        if (!term || frame->next == ir_nsucc(term)) {
            order[n++] = frame->bb;
            sp--;
            continue;
        }
        IrBlock *s = successor(verify, term, frame->next++);
        if (!s || seen[s->v.id]) continue;
        seen[s->v.id] = 1;
        stack[sp++] = (Frame){s, 0};
    }
    return n;
}

// Predecessors by place in reverse postorder, found from the successors: use lists are not trusted.
static const uint32_t *predecessors(Verify *verify, uint32_t n, IrBlock *const *order,
                                    uint32_t *start) {
    uint32_t *pred = NULL;
    for (int fill = 0; fill < 2; fill++) { // counts, then writes each list from its end
        for (uint32_t i = n; i-- > 0;) {
            IrInst *inst = ir_term(order[n - 1 - i]);
            for (uint32_t k = 0; inst && k < ir_nsucc(inst); k++) {
                const IrBlock *s = successor(verify, inst, k);
                if (!s) continue;
                uint32_t to = verify->rpo_no[s->v.id] - 1;
                if (fill) {
                    pred[--start[to]] = i;
                } else {
                    start[to]++;
                }
            }
        }
        for (uint32_t i = 0; !fill && i < n; i++) start[i + 1] += start[i];
        if (!fill) pred = arena_array(verify->a, uint32_t, start[n]);
    }
    return pred;
}

// By numbers (idom.c); a preorder of the tree then answers dominates() in constant time.
static void dominators(Verify *verify) {
    IrFunc *fn = verify->fn;
    IrBlock **order = arena_array(verify->a, IrBlock *, fn->nblockids + 1);
    verify->rpo_no = arena_array(verify->a, uint32_t, fn->nblockids + 1);
    uint32_t n = postorder(verify, order);
    for (uint32_t k = 0; k < n; k++) verify->rpo_no[order[k]->v.id] = n - k;
    uint32_t *start = arena_array(verify->a, uint32_t, n + 1);
    const uint32_t *pred = predecessors(verify, n, order, start);
    const uint32_t *idom = ir_idoms(&(IrGraph){n, start, pred}, verify->a);
    // a preorder of the tree: a node's subtree is [in, in + size)
    uint32_t *in = verify->dom_in = arena_array(verify->a, uint32_t, n);
    uint32_t *size = verify->dom_size = arena_array(verify->a, uint32_t, n);
    uint32_t *next = arena_array(verify->a, uint32_t, n); // for a node's next child
    for (uint32_t i = n; i-- > 1;) size[idom[i]] += ++size[i];
    size[0] = n;
    next[0] = 1;
    for (uint32_t i = 1; i < n; i++) {
        in[i] = next[idom[i]];
        next[idom[i]] += size[i];
        next[i] = in[i] + 1;
    }
}

// Both must be reached.
static bool dominates(const Verify *verify, const IrBlock *above, const IrBlock *below) {
    uint32_t x = verify->rpo_no[above->v.id] - 1, y = verify->rpo_no[below->v.id] - 1;
    return verify->dom_in[y] - verify->dom_in[x] < verify->dom_size[x];
}

// Operand k is defined before its use: in the block, above it, or for a phi at the end of the
// edge's block.
static void check_dominance(Verify *v, const IrInst *i, uint32_t k) {
    const IrInst *inst = ir_as_inst(ir_op(i, k));
    if (!inst) return;
    NEED(inst->block && inst->block->fn == v->fn && inst->v.id < v->fn->nvalues &&
             v->pos[inst->v.id],
         V_OPERAND_NOT_FUNCTION);
    const IrBlock *at = i->block;
    if (i->v.op == IR_PHI) {
        if (i->nops % 2 || !ir_as_block(ir_op(i, k | 1))) return; // check_phi reports it
        at = ir_phi_block(i, k / 2);
        if (at->fn != v->fn) return; // check_operands reports it
    } else if (inst->block == at) {
        NEED(v->pos[inst->v.id] < v->pos[i->v.id] || !v->rpo_no[at->v.id],
             V_USED_BEFORE_DEFINITION);
        return;
    }
    if (!v->rpo_no[at->v.id]) return; // anything goes in unreachable code
    NEED(v->rpo_no[inst->block->v.id] && dominates(v, inst->block, at),
         V_DEFINITION_DOES_NOT_DOMINATE);
}

// ---- functions ----

// Our own invariants: the use belongs to its user and is in its value's list if there is one.
static void check_operands(Verify *v, const IrInst *i) {
    for (uint32_t k = 0; k < i->nops; k++) {
        const IrUse *use = &i->op[k];
        NEED(use->value, V_OPERAND_MISSING, k);
        NEED(use->user == i, V_OPERAND_BELONGS_ANOTHER_USER, k);
        bool linked = use->value->kind <= IR_V_INST;
        NEED(linked == (use->prevp != NULL) && (!linked || *use->prevp == use),
             V_USE_LIST_OPERAND_BROKEN, k);
        if (use->value->kind == IR_V_ARG) {
            NEED(((IrArg *)use->value)->fn == v->fn, V_ARGUMENT_ANOTHER_FUNCTION);
        } else if (use->value->kind == IR_V_BLOCK) {
            NEED(((IrBlock *)use->value)->fn == v->fn, V_BLOCK_ANOTHER_FUNCTION);
        } else if (use->value->kind >= IR_C_VAR) {
            NEED(use->value->kind != IR_C_FUNC || (i->call && k + 1 == i->nops) ||
                     strncmp(atom_str(v->m->ctx, use->value->name), "llvm.", 5) != 0,
                 V_INTRINSIC_USER);
            NEED(!((IrGlobal *)use->value)->dead && ((IrGlobal *)use->value)->m == v->m,
                 V_OPERAND_GLOBAL_THAT_NOT, k);
        }
        check_dominance(v, i, k);
    }
}

// Operands first: the checks of shapes rely on them.
static void check_inst(Verify *v, const IrInst *i) {
    uint32_t before = v->nerrors;
    check_operands(v, i);
    if (v->nerrors != before) return;
    NEED(!(i->v.flags & ~ir_ops[i->v.op].flags), V_FLAG_THAT_INSTRUCTION_CANNOT);
    CheckFn fn = shape[i->v.op];
    if (fn) {
        fn(v, i);
    } else if (ir_ops[i->v.op].class == IRC_CAST) {
        check_cast(v, i);
    } else {
        check_binary(v, i);
    }
    if (i->md || i->call) ir_v_attachments(v, i);
    if (i->v.type->kind == IR_TY_VOID) NEED(!i->v.uses, V_USE_VOID_VALUE);
}

// First of all: the tables here and the printer's are by id.
static bool check_ids(Verify *verify) {
    IR_FOREACH_BLOCK(bb, verify->fn) {
        bool good = bb->v.id < verify->fn->nblockids;
        IR_FOREACH_INST(i, bb) good = good && i->v.id < verify->fn->nvalues;
        if (good) continue;
        bad(verify, NULL, V_ID_OUT_RANGE);
        return false;
    }
    return true;
}

// Before dominance, which follows the edges and keeps tables by id.
static void check_successors(Verify *v, const IrInst *i) {
    for (uint32_t k = 0; k < ir_nsucc(i); k++) {
        const IrBlock *to = ir_as_block((const IrValue *)ir_succ(i, k));
        NEED(to, V_BLOCK_EXPECTED);
        NEED(to->fn == v->fn, V_BLOCK_ANOTHER_FUNCTION);
    }
}

// The list of instructions, one terminator at its end; numbers the instructions for
// check_dominance.
static void check_block(Verify *verify, IrBlock *bb) {
    const IrInst *inst = bb->last;
    if (!inst || !ir_is_term(inst)) {
        bad(verify, inst, V_BLOCK_NO_TERMINATOR, bb->v.id);
        return;
    }
    uint32_t n = 0;
    IR_FOREACH_INST(k, bb) {
        if (k->block != bb || (k->next && k->next->prev != k)) bad(verify, k, V_LIST_BLOCK_BROKEN);
        if (ir_is_term(k) && k->next) bad(verify, k, V_TERMINATOR_MIDDLE_BLOCK);
        verify->pos[k->v.id] = ++n;
    }
    check_successors(verify, inst);
}

// In steps, each of which relies on the ones before: ids, blocks, dominance, instructions.
bool ir_verify_func(IrFunc *fn, IrVerifyResult *verify_result) {
    if (ir_is_decl(fn)) return true;
    Arena arena;
    arena_init(&arena, fn->g.m->ctx, "ir-verify");
    Verify verify = {.m = fn->g.m, .fn = fn, .r = verify_result, .a = &arena};
    verify.pos = arena_array(&arena, uint32_t, fn->nvalues + 1);
    map_init(&verify.md_seen, &arena);
    if (check_ids(&verify)) {
        IR_FOREACH_BLOCK(bb, fn) check_block(&verify, bb);
        IR_FOREACH_PRED(u, fn->first) {
            bad(&verify, u->user, V_ENTRY_BLOCK_PREDECESSOR);
            break;
        }
    }
    if (!verify.nerrors) {
        dominators(&verify);
        IR_FOREACH_BLOCK(bb, fn) {
            IR_FOREACH_INST(i, bb) check_inst(&verify, i);
        }
    }
    arena_free(&arena);
    return verify.nerrors == 0;
}

// Functions are verified even if the globals are wrong: one mistake shall not hide another.
bool ir_verify_module(IrModule *module, IrVerifyResult *verify_result) {
    Arena arena;
    arena_init(&arena, module->ctx, "ir-verify");
    Verify v = {.m = module, .r = verify_result, .a = &arena};
    map_init(&v.md_seen, &arena);
    for (uint32_t i = 0; i < module->vars.n; i++) ir_v_global(&v, module->vars.at[i]);
    for (uint32_t i = 0; i < module->aliases.n; i++) ir_v_global(&v, module->aliases.at[i]);
    IR_FOREACH_FUNC(g, module) ir_v_global(&v, &g->g);
    ir_v_module_md(&v);
    bool ok = v.nerrors == 0;
    IR_FOREACH_FUNC(f, module) ok = ir_verify_func(f, verify_result) && ok;
    arena_free(&arena);
    return ok;
}
