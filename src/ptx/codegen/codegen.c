// SPDX-License-Identifier: Apache-2.0
// The back end's driver: functions in an order in which everything is declared before its use,
// blocks in layout order, instructions dispatched by operation.
#include "ptx/codegen/codegen.h"

#include "analysis/analysis.h"
#include "base/task.h"
#include "base/timer.h"
#include "ptx/codegen/order.h"
#include "ptx/debug/debug.h"
#include "ptx/legal/legal.h"
#include "ptx/read/read.h"
#include "ptx/tidy/tidy.h"
#include "base/feature.h"
#include "ptx/form/op.h"

// ---- one instruction ----------------------------------------------------------------------------

// The parts of a member are a run of the whole's parts: no code.
static void extract_value(Sel *sel, IrInst *extract) {
    IrType *t = ir_op(extract, 0)->type;
    PtxOpnd *o = sel_opnds(sel, ir_op(extract, 0));
    uint32_t first = 0;
    for (uint32_t k = 0; k < extract->nidx; k++) {
        for (uint32_t j = 0; j < extract->idx[k]; j++)
            first += sel_parts(sel->g, ir_ty_member(t, j))->n;
        t = ir_ty_member(t, extract->idx[k]);
    }
    sel_set(sel, extract, o + first);
}

// The whole's parts with some replaced: no code.
static void insert_value(Sel *sel, IrInst *insert) {
    IrType *type = insert->v.type;
    SelParts *parts = sel_parts(sel->g, type);
    PtxOpnd *opnd = sel_new(sel, parts->n), *operand;
    PtxOpnd *from = sel_opnds(sel, ir_op(insert, 0));
    if (parts->n) memcpy(opnd, from, parts->n * sizeof *opnd);
    uint32_t first = 0;
    for (uint32_t k = 0; k < insert->nidx; k++) {
        for (uint32_t j = 0; j < insert->idx[k]; j++)
            first += sel_parts(sel->g, ir_ty_member(type, j))->n;
        type = ir_ty_member(type, insert->idx[k]);
    }
    operand = sel_opnds(sel, ir_op(insert, 1));
    for (uint32_t k = 0; k < sel_parts(sel->g, type)->n; k++) opnd[first + k] = operand[k];
    sel_set(sel, insert, opnd);
}

// A predicate: the index is k.
static PtxReg index_is(Sel *sel, PtxOpnd idx, SelClass c, uint64_t k) {
    PtxReg p = sel_tmp(sel, SC_I1);
    PtxType t = c == SC_I64 ? PTX_S64 : c == SC_I16 ? PTX_S16 : PTX_S32;
    ptx_emit_(sel->f, PTXI_setp, t, PTX_NOTYPE, ptx_mods(CMP, EQ), sel_o(p), idx,
              ptx_o_int((int64_t)k));
    return p;
}

// selp; predicates have no selp, so they are chosen as integers.
static PtxOpnd choose(Sel *sel, SelClass class, PtxReg reg, PtxOpnd opnd, PtxOpnd operand) {
    PtxOpnd d = sel_o(sel_tmp(sel, class));
    if (class == SC_I1) {
        PtxOpnd x = sel_resize(sel, opnd, SC_I1, 1, SC_I32, false),
                y = sel_resize(sel, operand, SC_I1, 1, SC_I32, false);
        return sel_resize(sel, choose(sel, SC_I32, reg, x, y), SC_I32, 32, SC_I1, false);
    }
    PtxType t = class == SC_F32 ? PTX_F32 : class == SC_F64 ? PTX_F64 : sel_bits_type(class);
    ptx_emit_(sel->f, PTXI_selp, t, PTX_NOTYPE, 0, d, opnd, operand, sel_o(reg));
    return d;
}

static void extract_element(Sel *sel, IrInst *extract) {
    IrType *type = ir_op(extract, 0)->type;
    PtxOpnd *opnd = sel_opnds(sel, ir_op(extract, 0));
    uint32_t per = sel_parts(sel->g, extract->v.type)->n, n = (uint32_t)type->n;
    IrConst *constant = ir_as_cint(ir_op(extract, 1));
    if (constant) {
        // An index out of range is poison: any element will do.
        uint64_t at = ir_uval(constant) < n ? ir_uval(constant) : 0;
        sel_set(sel, extract, opnd + at * per);
        return;
    }
    SelClass ic = sel_class(sel, ir_op(extract, 1)->type);

    // An index that is not constant: all elements, chosen one after the other.
    PtxOpnd idx = sel_in_reg(sel, sel_ext(sel, ir_op(extract, 1), false), ic),
            *o = sel_new(sel, per);
    for (uint32_t q = 0; q < per; q++) o[q] = opnd[q];
    for (uint32_t e = 1; e < n; e++) {
        PtxReg p = index_is(sel, idx, ic, e);
        for (uint32_t q = 0; q < per; q++)
            o[q] = choose(sel, sel_parts(sel->g, extract->v.type)->at[q].cls, p, opnd[e * per + q],
                          o[q]);
    }
    sel_set(sel, extract, o);
}

// As extract_element; a constant index out of range leaves the vector as it is.
static void insert_element(Sel *sel, IrInst *insert) {
    SelParts *parts = sel_parts(sel->g, insert->v.type);
    uint32_t n = (uint32_t)insert->v.type->n, per = n ? parts->n / n : 0;
    PtxOpnd *opnd = sel_new(sel, parts->n), *operand = sel_opnds(sel, ir_op(insert, 1)),
            *v = sel_opnds(sel, ir_op(insert, 0));
    if (parts->n) memcpy(opnd, v, parts->n * sizeof *opnd);
    IrConst *constant = ir_as_cint(ir_op(insert, 2));
    if (constant && ir_uval(constant) < n) {
        for (uint32_t q = 0; q < per; q++) opnd[ir_uval(constant) * per + q] = operand[q];
    } else if (!constant) {
        SelClass ic = sel_class(sel, ir_op(insert, 2)->type);
        PtxOpnd idx = sel_in_reg(sel, sel_ext(sel, ir_op(insert, 2), false), ic);
        for (uint32_t e = 0; e < n; e++) {
            PtxReg pr = index_is(sel, idx, ic, e);
            for (uint32_t q = 0; q < per; q++)
                opnd[e * per + q] =
                    choose(sel, parts->at[q].cls, pr, operand[q], opnd[e * per + q]);
        }
    }
    sel_set(sel, insert, opnd);
}

// Elements move, no code. Undefined ones (-1) take any.
static void shuffle(Sel *sel, IrInst *permutation) {
    SelParts *p = sel_parts(sel->g, permutation->v.type);
    uint32_t n = (uint32_t)permutation->v.type->n, per = n ? p->n / n : 0,
             in = (uint32_t)ir_op(permutation, 0)->type->n;
    PtxOpnd *o = sel_new(sel, p->n), *a = sel_opnds(sel, ir_op(permutation, 0)),
            *b = sel_opnds(sel, ir_op(permutation, 1));
    for (uint32_t e = 0; e < n; e++) {
        int32_t m = permutation->mask[e] < 0 ? 0 : permutation->mask[e];
        PtxOpnd *from = (uint32_t)m < in ? a + (uint32_t)m * per : b + ((uint32_t)m - in) * per;
        for (uint32_t q = 0; q < per; q++) o[e * per + q] = from[q];
    }
    sel_set(sel, permutation, o);
}

// Intrinsics that LLVM knows and no GPU code can be made of: why not.
static const char *refused_because(const char *name) {
    static const char *const environment[] = {"set.rounding", "get.fpenv",  "set.fpenv",
                                              "reset.fpenv",  "get.fpmode", "set.fpmode",
                                              "reset.fpmode"};
    for (uint32_t k = 0; k < CU_COUNT(environment); k++) {
        size_t n = strlen(environment[k]);
        if (strncmp(name + 5, environment[k], n) == 0 && (!name[5 + n] || name[5 + n] == '.'))
            return "a GPU has no floating-point environment, instructions say how to round";
    }
    bool flag = strstr(name, ".ftz") || strstr(name, ".sat");
    if (strncmp(name, "llvm.nvvm.f", 11) == 0 && strstr(name, ".bf16") && flag)
        return "bf16 arithmetic neither flushes subnormals nor saturates in PTX";
    return NULL;
}

// An error, but registers for its result, so that selection of the rest finds more errors.
static void unknown_intrinsic(Sel *sel, IrInst *call) {
    const char *name = atom_str(sel->ctx, ir_called(call)->g.v.name), *why = refused_because(name);
    if (why)
        diag(sel->ctx, DIAG_OF(ptx, intrin_refused), sel->fn->g.pos, name, why);
    else
        diag(sel->ctx, DIAG_OF(ptx, intrin_unknown), sel->fn->g.pos, name);
    if (call->v.type->kind != IR_TY_VOID) sel_def(sel, call);
}

// Calls by what they call: inline assembly, intrinsics, functions.
static void call_inst(Sel *sel, IrInst *call) {
    if (ir_callee(call)->kind == IR_V_ASM)
        sel_asm(sel, call);
    else if (ir_intrin_of(call))
        sel_intrinsic(sel, call);
    else if (ir_called(call) &&
             strncmp(atom_str(sel->ctx, ir_called(call)->g.v.name), "llvm.", 5) == 0)
        unknown_intrinsic(sel, call);
    else
        sel_call(sel, call);
}

// Values are registers, which have one value each: freeze is its operand.
static void freeze(Sel *sel, IrInst *frozen) {
    sel_set(sel, frozen, sel_opnds(sel, ir_op(frozen, 0)));
}

static void arith(Sel *sel, IrInst *inst) {
    sel_arith(sel, inst);
}

// An operation without selection. Legalizing lets none through but those of PTX's own limits.
static void unsupported(Sel *sel, IrInst *refused) {
    sel_error(sel, ir_ops[refused->v.op].name);
    if (refused->v.type->kind != IR_TY_VOID) sel_def(sel, refused);
}

// Addresses of other blocks' shared memory, on targets that have no clusters.
static void refuse_cluster(Sel *sel, const IrInst *user) {
    bool met = ir_ty_is_ptr(user->v.type) && user->v.type->as == IR_AS_SHARED_CLUSTER;
    for (uint32_t k = 0; k < user->nops && !met; k++) {
        const IrType *type = ir_op(user, k)->type;
        met = ir_ty_is_ptr(type) && type->as == IR_AS_SHARED_CLUSTER;
    }
    if (met) sel_error(sel, "the shared memory of a cluster, on targets before sm_90,");
}

static void select_inst(Sel *sel, IrInst *inst) {
    static void (*const table[IR_NOPS])(Sel *, IrInst *) = {
        [IR_ALLOCA] = sel_alloca,
        [IR_LOAD] = sel_load,
        [IR_STORE] = sel_store,
        [IR_GEP] = sel_gep,
        [IR_FENCE] = sel_fence,
        [IR_CMPXCHG] = sel_cmpxchg,
        [IR_ATOMICRMW] = sel_atomicrmw,
        [IR_ICMP] = sel_compare,
        [IR_FCMP] = sel_compare,
        [IR_SELECT] = sel_select,
        [IR_CALL] = call_inst,
        [IR_EXTRACTVALUE] = extract_value,
        [IR_INSERTVALUE] = insert_value,
        [IR_EXTRACTELEMENT] = extract_element,
        [IR_INSERTELEMENT] = insert_element,
        [IR_SHUFFLEVECTOR] = shuffle,
        [IR_FREEZE] = freeze,
    };
    if (!sel_has(sel->g, SMF_cluster)) refuse_cluster(sel, inst);
    // Constant expressions select instructions inside of an instruction: the outer one's place
    // comes back.
    IrInst *outer = sel->at;
    sel->at = inst;
    uint8_t cls = ir_ops[inst->v.op].class;
    if (table[inst->v.op])
        table[inst->v.op](sel, inst);
    else if (cls == IRC_BINARY || inst->v.op == IR_FNEG)
        arith(sel, inst);
    else if (cls == IRC_CAST)
        sel_cast(sel, inst);
    else
        unsupported(sel, inst);
    sel->at = outer;
}

// ---- one function -------------------------------------------------------------------------------

// llvm.loop metadata: the loop itself first, then its properties.
static bool says_no_unrolling(Sel *sel, const IrInst *term) {
    Atom disable = atom_cstr(sel->ctx, "llvm.loop.unroll.disable");
    IrMd *md = ir_get_md(term, atom_cstr(sel->ctx, "llvm.loop"));
    for (uint32_t k = 1; md && k < md->n; k++) {
        IrMd *p = md->op[k];
        bool named = p && p->kind == IR_MD_NODE && p->n && p->op[0];
        if (named && p->op[0]->kind == IR_MD_STRING && p->op[0]->text == disable) return true;
    }
    return false;
}

// Whether a latch of the loop says llvm.loop.unroll.disable. Blocks are numbered in reverse
// postorder, so that an edge back does not come from a smaller number; a critical one has got a
// block of its own.
static bool loop_not_unrolled(Sel *sel, IrBlock *header) {
    IR_FOREACH_PRED(edge, header) {
        const IrBlock *from = edge->user->block;
        if (from->v.id < header->v.id) continue;
        // The block that the critical edge got has the latch's branch before it.
        const IrBlock *before = ir_nsucc(edge->user) == 1 ? ir_single_pred(from) : NULL;
        if (says_no_unrolling(sel, edge->user) ||
            (before && says_no_unrolling(sel, ir_term(before))))
            return true;
    }
    return false;
}

// What is kept in registers for reuse is kept within the block.
static void select_block(Sel *sel, IrBlock *bb) {
    map_init(&sel->kept, sel->a);
    map_init(&sel->kept_immediates, sel->a);
    map_init(&sel->extended, sel->a);
    map_init(&sel->kept_products, sel->a);
    if (bb != sel->fn->first) {
        SEL_EMIT(sel, label, NOTYPE, NOTYPE, 0, ptx_o_label(sel->label[bb->v.id]));
        if (loop_not_unrolled(sel, bb)) {
            SEL_EMIT(sel, pragma, NOTYPE, NOTYPE, 0,
                     ((PtxOpnd){.kind = PTXO_INT, .id = atom_cstr(sel->ctx, "nounroll")}));
        }
    }
    sel_places_block(sel, bb);
    IR_FOREACH_INST(i, bb) {
        sel_places_records(sel, i);
        if (i->v.op == IR_PHI || sel_is_folded(sel, &i->v)) continue;
        sel->at = i;
        uint32_t first = sel->f->inst.n;

        // Phis are copies at the ends of the blocks before; they come before the branch.
        if (ir_is_term(i)) {
            sel_phi_copies(sel, bb);
            sel_branch(sel, i, bb->next);
        } else {
            select_inst(sel, i);
        }
        sel_lines_before(sel, i, first);
    }
}

// A block must be selected after those that dominate it: values are parts only once defined. Blocks
// in reverse postorder; the layout follows.
typedef struct Order {
    IrBlock **at;
    uint32_t n;
    bool loops; // there are edges back
} Order;

// Depth first without recursion: functions may have as many blocks as they like.
static Order postorder(IrFunc *fn, Arena *scratch) {
    typedef struct {
        IrBlock *bb;
        uint32_t next;
    } Frame;
    Order order = {arena_array(scratch, IrBlock *, fn->nblockids + 1), 0, false};
    Frame *stack = arena_array(scratch, Frame, fn->nblockids + 1);
    BitSet seen, done;
    bitset_init(&seen, scratch, fn->nblockids);
    bitset_init(&done, scratch, fn->nblockids);
    uint32_t depth = 0;
    stack[depth++] = (Frame){fn->first, 0};
    bitset_add(&seen, fn->first->v.id);
    while (depth) {
        Frame *frame = &stack[depth - 1];
        IrInst *term = ir_term(frame->bb);
        uint32_t n = term ? ir_nsucc(term) : 0;
        if (frame->next == n) {
            order.at[order.n++] = frame->bb;
            bitset_add(&done, frame->bb->v.id);
            depth--;
            continue;
        }
        IrBlock *to =
            ir_succ(term, n - 1 - frame->next++); // the last successor first: true branches follow
        // An edge to a block that is not finished goes back: a loop.
        if (bitset_has(&seen, to->v.id)) {
            order.loops |= !bitset_has(&done, to->v.id);
            continue;
        }
        bitset_add(&seen, to->v.id);
        stack[depth++] = (Frame){to, 0};
    }
    return order;
}

// Reverse postorder with the blocks of each loop together: at a loop's first block, its header,
// comes the whole loop, and so within it. What dominates a block still comes before it. Reverse
// postorder alone puts what follows an exit into the loop's middle.
typedef struct Layout {
    AnLoops *loops;
    IrBlock **rpo;
    uint32_t n;
    IrBlock *last;
} Layout;

static void place(Layout *layout, IrBlock *bb) {
    ir_block_move_after(bb, layout->last);
    layout->last = bb;
}

// The loop of bb that stands directly in `outer` (NULL: the function), NULL: bb itself stands
// there.
static AnLoop *loop_within(const Layout *layout, const IrBlock *bb, const AnLoop *outer) {
    AnLoop *in = an_loop_of(layout->loops, bb), *at = NULL;
    for (; in && in != outer; in = in->parent) at = in;
    return at;
}

// The blocks of each loop, inner ones' too, in the order of the function's list.
static AnBlockVec *blocks_by_loop(const Layout *layout, Arena *scratch) {
    AnBlockVec *of = arena_array(scratch, AnBlockVec, layout->loops->all.n + 1);
    for (uint32_t k = 0; k < layout->n; k++) {
        for (AnLoop *in = an_loop_of(layout->loops, layout->rpo[k]); in; in = in->parent)
            vec_push(scratch, &of[in->index], layout->rpo[k]);
    }
    return of;
}

// Blocks in reverse postorder; at a loop's header a frame for its blocks is pushed, which places
// them all before what follows. Blocks of the loop are skipped where they turn up again.
static void place_loops(Layout *layout, Arena *scratch) {
    typedef struct {
        AnLoop *loop;
        IrBlock **at;
        uint32_t n, next;
    } Frame;
    AnBlockVec *of = blocks_by_loop(layout, scratch);
    Frame *stack = arena_array(scratch, Frame, layout->loops->all.n + 2);
    uint32_t depth = 0;
    stack[depth++] = (Frame){NULL, layout->rpo, layout->n, 0};
    while (depth) {
        Frame *frame = &stack[depth - 1];
        if (frame->next == frame->n) {
            depth--;
            continue;
        }
        IrBlock *bb = frame->at[frame->next++];
        AnLoop *in = loop_within(layout, bb, frame->loop);
        if (!in)
            place(layout, bb);
        else if (in->header == bb)
            stack[depth++] = (Frame){in, of[in->index].at, of[in->index].n, 0};
    }
}

// Nobody comes here: the phis of what it leads to forget it.
static void remove_unreachable(IrBlock *bb) {
    IrInst *term = ir_term(bb);
    for (uint32_t k = 0; k < ir_nsucc(term); k++) ir_phi_remove_edge(ir_succ(term, k), bb);
    ir_block_remove(bb);
}

// Without optimization loops stay as they are: a jump that vanished would take its line along.
static void layout(IrFunc *fn, bool optimize, Arena *scratch) {
    Order order = postorder(fn, scratch);
    Layout l = {.rpo = arena_array(scratch, IrBlock *, order.n + 1), .n = order.n};
    for (uint32_t k = 0; k < order.n; k++) l.rpo[k] = order.at[order.n - 1 - k];
    if (order.loops && optimize) {
        AnCfg *cfg = an_cfg_make(fn, scratch);
        l.loops = an_loops_make(fn, cfg, an_dom_make(fn, cfg, scratch), scratch);
    }
    if (l.loops && l.loops->all.n) {
        place_loops(&l, scratch);
    } else {
        for (uint32_t k = 0; k < l.n; k++) place(&l, l.rpo[k]);
    }
    // What the order did not reach stands behind the last block now.
    while (l.last && l.last->next) remove_unreachable(l.last->next);
}

// Puts what selection needed at the function's start (kept constants) before the body.
static void insert_prologue(Sel *sel, uint32_t body) {
    PtxFunc *f = sel->f;
    uint32_t n = sel->prologue.n, old = f->inst.n;
    if (!n) return;
    for (uint32_t k = 0; k < n; k++) vec_push(f->arena, &f->inst, sel->prologue.at[k]);
    memmove(f->inst.at + body + n, f->inst.at + body, (old - body) * sizeof *f->inst.at);
    memcpy(f->inst.at + body, sel->prologue.at, n * sizeof *f->inst.at);
}

// "$L__BB<function>_<block>": most of a module's atoms, so no printf.
static Atom block_label(Ctx *ctx, uint32_t function, uint32_t block) {
    char text[40], *end = text + sizeof text, *p = end;
    const uint32_t number[2] = {block, function};
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t n = number[k];
        do *--p = (char)('0' + n % 10);
        while (n /= 10);
        if (!k) *--p = '_';
    }
    static const char prefix[] = "$L__BB";
    p -= sizeof prefix - 1;
    memcpy(p, prefix, sizeof prefix - 1);
    return atom_intern(ctx, p, (size_t)(end - p));
}

// Everything of the function that is not in the module; maps are made even if they stay empty.
static void prepare(Sel *sel, SelModule *sel_module, PtxFunc *pf, IrFunc *fn, Arena *arena) {
    *sel = (Sel){.g = sel_module,
                 .ctx = sel_module->ctx,
                 .f = pf,
                 .fn = fn,
                 .a = arena,
                 .frame_align = 1,
                 .select = select_inst};
    sel->later = arena_new(pf->arena, SelLater);
    map_init(&sel->later->symbol_index, arena);
    sel->ftz = sel_func_ftz(sel_module, fn);
    sel->nval = fn->nvalues + 64;
    sel->val = arena_array(arena, PtxOpnd *, sel->nval);
    sel->nfolded = fn->nvalues;
    sel->folded = arena_array(arena, uint8_t, sel->nfolded + 1);
    sel->label = arena_array(arena, uint32_t, fn->nblockids + 1);
    map_init(&sel->frame, arena);
    map_init(&sel->kept, arena);
    map_init(&sel->kept_immediates, arena);
    map_init(&sel->extended, arena);
    map_init(&sel->kept_products, arena);
    map_init(&sel->whole, arena);
    map_init(&sel->kept_shared, arena);
    map_init(&sel->families, arena);
}

// Room for what most functions become.
static void reserve_code(PtxFunc *pf, uint32_t nvalues) {
    enum { OPERANDS = 3 };
    vec_reserve(pf->arena, &pf->inst, nvalues);
    vec_reserve(pf->arena, &pf->opnd, nvalues * OPERANDS);
    vec_reserve(pf->arena, &pf->reg, nvalues);
}

// The code of f, the number-th definition, without what only its turn gives it (sel_settle).
static SelLater *select_function(SelModule *sel_module, PtxFunc *pf, IrFunc *fn, uint32_t number,
                                 Arena *scratch) {
    sel_split_critical_edges(fn);
    ArenaMark mark = arena_mark(scratch);
    layout(fn, sel_module->o->opt_level > 0, scratch);
    ir_func_renumber(fn);
    reserve_code(pf, fn->nvalues);
    Sel *sel = arena_new(scratch, Sel);
    prepare(sel, sel_module, pf, fn, scratch);

    // Labels are numbered in layout order.
    uint32_t nblock = 0;
    IR_FOREACH_BLOCK(bb, fn) {
        sel->label[bb->v.id] = ptx_newlabel(pf, block_label(sel_module->ctx, number, ++nblock));
    }

    // Lines and folding before any code: frame and parameters ask about both.
    sel->at = fn->first->first;
    sel_lines_function(sel);
    sel_mark_folded(sel);
    if (sel_module->o->opt_level) sel_sink_steps(sel);
    sel_frame(sel);
    sel_params(sel);
    IR_FOREACH_BLOCK(bb, fn) sel_phi_define(sel, bb);

    // The body, then what it wanted before itself, then the passes over machine code.
    uint32_t body = pf->inst.n;
    IR_FOREACH_BLOCK(bb, fn) select_block(sel, bb);
    insert_prologue(sel, body);
    sel_lines_leave(sel);
    if (sel_module->o->opt_level) {
        ptx_share_words(pf, sel->a);
        ptx_cover_logic(pf, sel->a);
        ptx_guard_selections(pf, sel->a);
        ptx_coalesce(pf, sel->a);
        ptx_tidy_jumps(pf, sel->a);
        if (ptx_guard_branches(pf, sel->a)) ptx_tidy_jumps(pf, sel->a);
        ptx_turn_comparisons(pf, sel->a);
    }
    sel_places_finish(sel);
    SelLater *later = sel->later;
    arena_reset(scratch, mark);
    return later;
}

// ---- all functions ------------------------------------------------------------------------------

typedef struct Selection {
    SelModule *g;
    uint32_t n; // definitions, in their order
    IrFunc **fn;
    PtxFunc **code;
    SelLater **later;
    DiagHold *hold;
    SelModule *worker; // one a thread
} Selection;

// One function on some thread: messages are held, so that they come out in the order of functions.
static void select_task(Ctx *thread, void *data, uint32_t i) {
    Selection *x = data;
    SelModule *g = &x->worker[thread->timer_thread - x->g->ctx->timer_thread];
    x->code[i]->arena = g->a;
    diag_hold(thread, &x->hold[i]);
    x->later[i] = select_function(g, x->code[i], x->fn[i], i, &thread->scratch);
    diag_hold(thread, NULL);
}

// Each thread selects with a copy of the module's state and an arena of its own, which the code
// keeps. What depends on the order of functions (numbers of symbols, labels) waits for sel_settle.
static void select_parallel(Selection *selection, uint32_t jobs) {
    SelModule *sel_module = selection->g;
    Arena *arena = &sel_module->ctx->perm;
    selection->hold = arena_array(arena, DiagHold, selection->n);
    selection->worker = arena_array(arena, SelModule, jobs);
    for (uint32_t i = 0; i < jobs; i++) {
        SelModule *w = &selection->worker[i];
        *w = *sel_module;
        w->a = arena_new(arena, Arena); // for what the code is made of: it stays
        arena_init(w->a, sel_module->ctx, "ptx");
        map_init(&w->parts, w->a);
    }

    uint32_t *weight = arena_array(arena, uint32_t, selection->n);
    for (uint32_t i = 0; i < selection->n; i++) weight[i] = selection->fn[i]->nvalues;
    ir_parallel_begin(sel_module->m);
    task_for(sel_module->ctx, jobs, selection->n, weight, select_task, selection);
    ir_parallel_end(sel_module->m);
    for (uint32_t i = 0; i < selection->n; i++) {
        diag_let_go(sel_module->ctx, &selection->hold[i]);
        sel_settle(sel_module, selection->code[i], selection->later[i]);
    }
}

// One after the other, or in parallel: the text is the same.
static void select_all(Selection *selection, uint32_t jobs) {
    if (jobs > 1 && selection->n > 1) {
        select_parallel(selection, jobs);
        return;
    }
    for (uint32_t i = 0; i < selection->n; i++) {
        selection->later[i] = select_function(selection->g, selection->code[i], selection->fn[i], i,
                                              &selection->g->ctx->scratch);
        sel_settle(selection->g, selection->code[i], selection->later[i]);
    }
}

// Legalizing may add helper functions at the end of the list.
static void find_definitions(Selection *selection) {
    SelModule *sel_module = selection->g;
    VEC(IrFunc *) found = {0};
    for (uint32_t k = 0; k < sel_module->m->funcs.n; k++) {
        IrFunc *f = sel_module->m->funcs.at[k];
        if (ir_is_decl(f)) continue;
        // In the order of definitions, and after all are legal: the library is no longer needed.
        ptx_legalize(sel_module, f);
        vec_push(&sel_module->ctx->perm, &found, f);
    }
    if (sel_module->library) ir_module_free(sel_module->library);
    selection->n = found.n;
    selection->fn = found.at;
    selection->later = arena_array(&sel_module->ctx->perm, SelLater *, selection->n);
    selection->code = arena_array(&sel_module->ctx->perm, PtxFunc *, selection->n);
    for (uint32_t k = 0; k < selection->n; k++) {
        IrFunc *f = selection->fn[k];
        bool named = f->cc == IR_CC_PTX_KERNEL && map_get(&sel_module->symbols, (uintptr_t)f);
        selection->code[k] = ptx_sym_func(sel_module->pm, sel_symbol(sel_module, &f->g));
        selection->code[k]->forward = named; // a table has its address
    }
}

// ---- the module ---------------------------------------------------------------------------------

static bool runtime_function(const char *n) { // supplied by the driver
    static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail",
                                        "__cuda_syscall_aligned_malloc"};
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        if (strcmp(n, names[k]) == 0) return true;
    }
    return false;
}

// Math functions come from the device library; without one they are errors here.
static void check_undefined(SelModule *sel_module) {
    if (sel_module->o->plain_names) return;
    IR_FOREACH_FUNC(f, sel_module->m) {
        if (!ir_is_decl(f) || f->intrin || runtime_function(atom_str(sel_module->ctx, f->g.v.name)))
            continue;
        const char *n = atom_str(sel_module->ctx, f->g.v.name);
        if (strncmp(n, "__nv_", 5) != 0) continue;
        if (!map_get(&sel_module->symbols, (uintptr_t)f)) continue;
        diag(sel_module->ctx, DIAG_OF(ptx, sel_undefined), f->g.pos, n);
    }
}

#ifdef CU_DEBUG
// Development builds hold what was selected against the instruction table.
static void verify(SelModule *sel_module) {
    Buf err;
    buf_init(&err, &sel_module->ctx->perm);
    uint32_t bad = 0;
    // One error of ours is one too many: the text goes into the report.
    for (uint32_t k = 0; k < sel_module->pm->func.n; k++)
        bad += ptx_verify(sel_module->pm->func.at[k], &err);
    if (bad) cu_ice(sel_module->ctx, __FILE__, __LINE__, buf_cstr(&err));
}
#endif

static SelModule *module_new(Ctx *ctx, IrModule *source, const PtxOptions *options) {
    SelModule *sel_module = arena_new(&ctx->perm, SelModule);
    *sel_module = (SelModule){.ctx = ctx, .a = &ctx->perm, .m = source, .o = options};
    map_init(&sel_module->symbols, &ctx->perm);
    map_init(&sel_module->parts, &ctx->perm);
    map_init(&sel_module->names, &ctx->perm);
    map_init(&sel_module->busy, &ctx->perm);
    map_init(&sel_module->handles, &ctx->perm);
    sel_module->pm = ptx_module_new(ctx, &ctx->perm);
    // The usual version, unless one is asked for. Where the lowest is, instructions have the forms
    // of the oldest version that knows the target, as far as there is a choice.
    bool least = options->ptx_version == PTX_LEAST, given = options->ptx_version && !least;
    uint32_t usual = least ? TARGET_PTX_NEWEST : 0;
    if (!given && !least) usual = ptx_usual_version(ctx, source, options->target);
    sel_module->pm->version = (uint16_t)(given ? options->ptx_version : usual);
    sel_module->forms_version = least ? options->target->ptx : sel_module->pm->version;
    sel_module->pm->sm = options->target->number;
    sel_module->pm->sm_suffix = options->target->suffix;
    sel_module->pm->jobs = options->jobs;

    // What the input's debug information allows decides about lines.
    uint32_t kind = sel_lines_kind(source);
    sel_module->pm->debug = options->debug && is_any_of(kind, SEL_DEBUG_FULL, SEL_DEBUG_LINES);
    if (options->lines && kind != SEL_DEBUG_NONE) sel_module->lines = sel_lines_new(ctx);
    sel_module->pm->head = options->head ? options->head : "//\n// Generated by Cuprum\n//\n";
    return sel_module;
}

// Variables, and device functions, which stand before any body that can call them.
static void declare_globals(SelModule *sel_module) {
    IrModule *module = sel_module->m;
    sel_find_handles(sel_module);
    for (uint32_t k = 0; k < module->vars.n; k++) {
        IrGlobal *v = module->vars.at[k];
        // llvm.used and its like are lists for the optimizer; declarations come when something
        // names them.
        if (strncmp(atom_str(sel_module->ctx, v->v.name), "llvm.", 5) != 0 &&
            (v->init || v->linkage == IR_COMMON))
            sel_symbol(sel_module, v);
    }
    IR_FOREACH_FUNC(f, module) {
        if (!ir_is_decl(f) && f->cc != IR_CC_PTX_KERNEL) sel_symbol(sel_module, &f->g);
    }
    // Aliases last: what they stand for is declared then.
    for (uint32_t k = 0; k < module->aliases.n; k++) sel_symbol(sel_module, module->aliases.at[k]);
}

// False: errors were reported, and *out is not to be printed.
bool ptx_codegen(Ctx *ctx, IrModule *source, const PtxOptions *options, PtxModule **out) {
    uint32_t errors = diag_error_count(ctx);
    SelModule *sel_module = module_new(ctx, source, options);
    declare_globals(sel_module);
    TimerMark timer_mark = timer_begin(ctx, "legalize", NULL);
    Selection selection = {.g = sel_module};
    find_definitions(&selection);
    timer_end(ctx, timer_mark);
    timer_mark = timer_begin(ctx, "select", NULL);
    select_all(&selection, options->jobs ? options->jobs : task_processors());
    timer_end(ctx, timer_mark);
    sel_lines_end(sel_module);
    check_undefined(sel_module);
    *out = sel_module->pm;
    bool ok = diag_error_count(ctx) == errors;
#ifdef CU_DEBUG
    if (ok) verify(sel_module);
#endif
    return ok;
}
