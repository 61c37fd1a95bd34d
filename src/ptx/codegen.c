// SPDX-License-Identifier: Apache-2.0
// The back end's driver: functions in an order in which everything is declared before its use,
// blocks in layout order, instructions dispatched by operation.
#include "ptx/sel.h"

#include "analysis/analysis.h"
#include "base/task.h"
#include "base/timer.h"
#include "ptx/flow.h"
#include "ptx/ptx_int.h"

#include <stdlib.h>

// ---- one instruction ----------------------------------------------------------------------------

static void extract_value(Sel *s, IrInst *i) {
    IrType *t = ir_op(i, 0)->type;
    PtxOpnd *o = sel_opnds(s, ir_op(i, 0));
    uint32_t first = 0;
    for (uint32_t k = 0; k < i->nidx; k++) {
        for (uint32_t j = 0; j < i->idx[k]; j++) first += sel_parts(s->g, ir_ty_member(t, j))->n;
        t = ir_ty_member(t, i->idx[k]);
    }
    sel_set(s, i, o + first);
}

static void insert_value(Sel *s, IrInst *i) {
    IrType *t = i->v.type;
    SelParts *p = sel_parts(s->g, t);
    PtxOpnd *o = sel_new(s, p->n), *v;
    PtxOpnd *from = sel_opnds(s, ir_op(i, 0));
    if (p->n) memcpy(o, from, p->n * sizeof *o);
    uint32_t first = 0;
    for (uint32_t k = 0; k < i->nidx; k++) {
        for (uint32_t j = 0; j < i->idx[k]; j++) first += sel_parts(s->g, ir_ty_member(t, j))->n;
        t = ir_ty_member(t, i->idx[k]);
    }
    v = sel_opnds(s, ir_op(i, 1));
    for (uint32_t k = 0; k < sel_parts(s->g, t)->n; k++) o[first + k] = v[k];
    sel_set(s, i, o);
}

static PtxReg index_is(Sel *s, PtxOpnd idx, SelClass c, uint64_t k) {
    PtxReg p = sel_tmp(s, SC_I1);
    PtxType t = c == SC_I64 ? PTX_S64 : c == SC_I16 ? PTX_S16 : PTX_S32;
    ptx_emit_(s->f, PTXI_setp, t, PTX_NOTYPE, ptx_mods(CMP, EQ), sel_o(p), idx,
              ptx_o_int((int64_t)k));
    return p;
}

static PtxOpnd choose(Sel *s, SelClass c, PtxReg p, PtxOpnd a, PtxOpnd b) {
    PtxOpnd d = sel_o(sel_tmp(s, c));
    if (c == SC_I1) {
        PtxOpnd x = sel_resize(s, a, SC_I1, 1, SC_I32, false),
                y = sel_resize(s, b, SC_I1, 1, SC_I32, false);
        return sel_resize(s, choose(s, SC_I32, p, x, y), SC_I32, 32, SC_I1, false);
    }
    PtxType t = c == SC_F32 ? PTX_F32 : c == SC_F64 ? PTX_F64 : sel_bits_type(c);
    ptx_emit_(s->f, PTXI_selp, t, PTX_NOTYPE, 0, d, a, b, sel_o(p));
    return d;
}

static void extract_element(Sel *s, IrInst *i) {
    IrType *t = ir_op(i, 0)->type;
    PtxOpnd *v = sel_opnds(s, ir_op(i, 0));
    uint32_t per = sel_parts(s->g, i->v.type)->n, n = (uint32_t)t->n;
    IrConst *k = ir_as_cint(ir_op(i, 1));
    if (k) {
        uint64_t at = ir_uval(k) < n ? ir_uval(k) : 0;
        sel_set(s, i, v + at * per);
        return;
    }
    SelClass ic = sel_class(s, ir_op(i, 1)->type);
    PtxOpnd idx = sel_in_reg(s, sel_ext(s, ir_op(i, 1), false), ic), *o = sel_new(s, per);
    for (uint32_t q = 0; q < per; q++) o[q] = v[q];
    for (uint32_t e = 1; e < n; e++) {
        PtxReg p = index_is(s, idx, ic, e);
        for (uint32_t q = 0; q < per; q++)
            o[q] = choose(s, sel_parts(s->g, i->v.type)->at[q].cls, p, v[e * per + q], o[q]);
    }
    sel_set(s, i, o);
}

static void insert_element(Sel *s, IrInst *i) {
    SelParts *p = sel_parts(s->g, i->v.type);
    uint32_t n = (uint32_t)i->v.type->n, per = n ? p->n / n : 0;
    PtxOpnd *o = sel_new(s, p->n), *x = sel_opnds(s, ir_op(i, 1)), *v = sel_opnds(s, ir_op(i, 0));
    if (p->n) memcpy(o, v, p->n * sizeof *o);
    IrConst *k = ir_as_cint(ir_op(i, 2));
    if (k && ir_uval(k) < n) {
        for (uint32_t q = 0; q < per; q++) o[ir_uval(k) * per + q] = x[q];
    } else if (!k) {
        SelClass ic = sel_class(s, ir_op(i, 2)->type);
        PtxOpnd idx = sel_in_reg(s, sel_ext(s, ir_op(i, 2), false), ic);
        for (uint32_t e = 0; e < n; e++) {
            PtxReg pr = index_is(s, idx, ic, e);
            for (uint32_t q = 0; q < per; q++)
                o[e * per + q] = choose(s, p->at[q].cls, pr, x[q], o[e * per + q]);
        }
    }
    sel_set(s, i, o);
}

static void shuffle(Sel *s, IrInst *i) {
    SelParts *p = sel_parts(s->g, i->v.type);
    uint32_t n = (uint32_t)i->v.type->n, per = n ? p->n / n : 0,
             in = (uint32_t)ir_op(i, 0)->type->n;
    PtxOpnd *o = sel_new(s, p->n), *a = sel_opnds(s, ir_op(i, 0)), *b = sel_opnds(s, ir_op(i, 1));
    for (uint32_t e = 0; e < n; e++) {
        int32_t m = i->mask[e] < 0 ? 0 : i->mask[e];
        PtxOpnd *from = (uint32_t)m < in ? a + (uint32_t)m * per : b + ((uint32_t)m - in) * per;
        for (uint32_t q = 0; q < per; q++) o[e * per + q] = from[q];
    }
    sel_set(s, i, o);
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

static void unknown_intrinsic(Sel *s, IrInst *i) {
    const char *name = atom_str(s->ctx, ir_called(i)->g.v.name), *why = refused_because(name);
    if (why)
        diag(s->ctx, &ptx_diag_rows[PTXD_intrin_refused], s->fn->g.pos, name, why);
    else
        diag(s->ctx, &ptx_diag_rows[PTXD_intrin_unknown], s->fn->g.pos, name);
    if (i->v.type->kind != IR_TY_VOID) sel_def(s, i);
}

static void call_inst(Sel *s, IrInst *i) {
    if (ir_callee(i)->kind == IR_V_ASM)
        sel_asm(s, i);
    else if (ir_intrin_of(i))
        sel_intrinsic(s, i);
    else if (ir_called(i) && strncmp(atom_str(s->ctx, ir_called(i)->g.v.name), "llvm.", 5) == 0)
        unknown_intrinsic(s, i);
    else
        sel_call(s, i);
}

static void freeze(Sel *s, IrInst *i) {
    sel_set(s, i, sel_opnds(s, ir_op(i, 0)));
}

static void arith(Sel *s, IrInst *i) {
    sel_arith(s, i);
}

static void unsupported(Sel *s, IrInst *i) {
    sel_error(s, ir_ops[i->v.op].name);
    if (i->v.type->kind != IR_TY_VOID) sel_def(s, i);
}

static void select_inst(Sel *s, IrInst *i) {
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
    IrInst *outer = s->at;
    s->at = i;
    uint8_t cls = ir_ops[i->v.op].class;
    if (table[i->v.op])
        table[i->v.op](s, i);
    else if (cls == IRC_BINARY || i->v.op == IR_FNEG)
        arith(s, i);
    else if (cls == IRC_CAST)
        sel_cast(s, i);
    else
        unsupported(s, i);
    s->at = outer;
}

PtxOpnd *sel_inst_value(Sel *s, IrInst *i) {
    PtxOpnd *saved = *sel_slot(s, &i->v);
    *sel_slot(s, &i->v) = NULL;
    select_inst(s, i);
    PtxOpnd *r = *sel_slot(s, &i->v);
    *sel_slot(s, &i->v) = saved;
    return r;
}

// ---- one function -------------------------------------------------------------------------------

static bool says_no_unrolling(Sel *s, const IrInst *term) {
    Atom disable = atom_cstr(s->ctx, "llvm.loop.unroll.disable");
    IrMd *md = ir_get_md(term, atom_cstr(s->ctx, "llvm.loop"));
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
static bool loop_not_unrolled(Sel *s, IrBlock *header) {
    IR_FOREACH_PRED(edge, header) {
        const IrBlock *from = edge->user->block;
        if (from->v.id < header->v.id) continue;
        const IrBlock *before = ir_nsucc(edge->user) == 1 ? ir_single_pred(from) : NULL;
        if (says_no_unrolling(s, edge->user) || (before && says_no_unrolling(s, ir_term(before))))
            return true;
    }
    return false;
}

static void select_block(Sel *s, IrBlock *bb) {
    map_init(&s->kept, s->a);
    map_init(&s->kept_immediates, s->a);
    map_init(&s->extended, s->a);
    map_init(&s->kept_products, s->a);
    if (bb != s->fn->first) {
        SEL_EMIT(s, label, NOTYPE, NOTYPE, 0, ptx_o_label(s->label[bb->v.id]));
        if (loop_not_unrolled(s, bb)) {
            SEL_EMIT(s, pragma, NOTYPE, NOTYPE, 0,
                     ((PtxOpnd){.kind = PTXO_INT, .id = atom_cstr(s->ctx, "nounroll")}));
        }
    }
    IR_FOREACH_INST(i, bb) {
        if (i->v.op == IR_PHI || sel_is_folded(s, &i->v)) continue;
        s->at = i;
        uint32_t first = s->f->inst.n;
        if (ir_is_term(i)) {
            sel_phi_copies(s, bb);
            sel_branch(s, i, bb->next);
        } else {
            select_inst(s, i);
        }
        sel_lines_before(s, i, first);
    }
}

// A block must be selected after those that dominate it: values are parts only once defined. Blocks
// in reverse postorder; the layout follows.
typedef struct Order {
    IrBlock **at;
    uint32_t n;
    bool loops; // there are edges back
} Order;

static Order postorder(IrFunc *f, Arena *a) {
    typedef struct {
        IrBlock *bb;
        uint32_t next;
    } Frame;
    Order o = {arena_array(a, IrBlock *, f->nblockids + 1), 0, false};
    Frame *stack = arena_array(a, Frame, f->nblockids + 1);
    BitSet seen, done;
    bitset_init(&seen, a, f->nblockids);
    bitset_init(&done, a, f->nblockids);
    uint32_t depth = 0;
    stack[depth++] = (Frame){f->first, 0};
    bitset_add(&seen, f->first->v.id);
    while (depth) {
        Frame *t = &stack[depth - 1];
        IrInst *term = ir_term(t->bb);
        uint32_t n = term ? ir_nsucc(term) : 0;
        if (t->next == n) {
            o.at[o.n++] = t->bb;
            bitset_add(&done, t->bb->v.id);
            depth--;
            continue;
        }
        IrBlock *to =
            ir_succ(term, n - 1 - t->next++); // the last successor first: true branches follow
        if (bitset_has(&seen, to->v.id)) {
            o.loops |= !bitset_has(&done, to->v.id);
            continue;
        }
        bitset_add(&seen, to->v.id);
        stack[depth++] = (Frame){to, 0};
    }
    return o;
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

static void place(Layout *l, IrBlock *bb) {
    ir_block_move_after(bb, l->last);
    l->last = bb;
}

// The loop of bb that stands directly in `outer` (NULL: the function), NULL: bb itself stands
// there.
static AnLoop *loop_within(const Layout *l, const IrBlock *bb, const AnLoop *outer) {
    AnLoop *in = an_loop_of(l->loops, bb), *at = NULL;
    for (; in && in != outer; in = in->parent) at = in;
    return at;
}

// The blocks of each loop, inner ones' too, in the order of the function's list.
static AnBlockVec *blocks_by_loop(const Layout *l, Arena *a) {
    AnBlockVec *of = arena_array(a, AnBlockVec, l->loops->all.n + 1);
    for (uint32_t k = 0; k < l->n; k++) {
        for (AnLoop *in = an_loop_of(l->loops, l->rpo[k]); in; in = in->parent)
            vec_push(a, &of[in->index], l->rpo[k]);
    }
    return of;
}

static void place_loops(Layout *l, Arena *a) {
    typedef struct {
        AnLoop *loop;
        IrBlock **at;
        uint32_t n, next;
    } Frame;
    AnBlockVec *of = blocks_by_loop(l, a);
    Frame *stack = arena_array(a, Frame, l->loops->all.n + 2);
    uint32_t depth = 0;
    stack[depth++] = (Frame){NULL, l->rpo, l->n, 0};
    while (depth) {
        Frame *f = &stack[depth - 1];
        if (f->next == f->n) {
            depth--;
            continue;
        }
        IrBlock *bb = f->at[f->next++];
        AnLoop *in = loop_within(l, bb, f->loop);
        if (!in)
            place(l, bb);
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
static void layout(IrFunc *f, bool optimize, Arena *a) {
    Order o = postorder(f, a);
    Layout l = {.rpo = arena_array(a, IrBlock *, o.n + 1), .n = o.n};
    for (uint32_t k = 0; k < o.n; k++) l.rpo[k] = o.at[o.n - 1 - k];
    if (o.loops && optimize) {
        AnCfg *cfg = an_cfg_make(f, a);
        l.loops = an_loops_make(f, cfg, an_dom_make(f, cfg, a), a);
    }
    if (l.loops && l.loops->all.n) {
        place_loops(&l, a);
    } else {
        for (uint32_t k = 0; k < l.n; k++) place(&l, l.rpo[k]);
    }
    while (l.last && l.last->next) remove_unreachable(l.last->next);
}

static void insert_prologue(Sel *s, uint32_t body) {
    PtxFunc *f = s->f;
    uint32_t n = s->prologue.n, old = f->inst.n;
    if (!n) return;
    for (uint32_t k = 0; k < n; k++) vec_push(f->arena, &f->inst, s->prologue.at[k]);
    memmove(f->inst.at + body + n, f->inst.at + body, (old - body) * sizeof *f->inst.at);
    memcpy(f->inst.at + body, s->prologue.at, n * sizeof *f->inst.at);
}

static uint32_t parse_triple(const char *t, uint32_t v[3]) {
    uint32_t n = 0;
    while (t && *t && n < 3) {
        char *end;
        v[n++] = (uint32_t)strtoul(t, &end, 10);
        t = *end == ',' ? end + 1 : NULL;
    }
    return n;
}

static const char *attr_text(SelModule *g, IrFunc *f, const char *key) {
    Atom k = atom_cstr(g->ctx, key);
    return ir_attr_has_str(f->attrs.fn, k) ? atom_str(g->ctx, ir_attr_str(f->attrs.fn, k)) : NULL;
}

// PTX ISA 11.7, cluster dimension directives. A first dimension of 0: in clusters whose shape the
// launch says. With .blocksareclusters, which needs the shapes of block and cluster, the launch's
// grid counts clusters.
static void cluster_directives(SelModule *g, IrFunc *f, PtxDirectives *d) {
    const char *shape = attr_text(g, f, "nvvm.cluster_dim");
    const char *rank = attr_text(g, f, "nvvm.maxclusterrank");
    d->blocksareclusters = attr_text(g, f, "nvvm.blocksareclusters") != NULL;
    if (g->sm < 90 && (shape || rank || d->blocksareclusters)) {
        const char *name = atom_str(g->ctx, f->g.v.name);
        diag(g->ctx, &ptx_diag_rows[PTXD_sel_cluster], f->g.pos, name);
        memset(d->reqnctapercluster, 0, sizeof d->reqnctapercluster);
        d->blocksareclusters = false;
        return;
    }

    uint32_t v[3];
    if (parse_triple(rank, v)) d->maxclusterrank = v[0];
    d->explicitcluster = shape && !d->blocksareclusters;
    if (d->reqnctapercluster[0] == 0) memset(d->reqnctapercluster, 0, sizeof d->reqnctapercluster);
    if (!d->blocksareclusters) return;
    if (!d->reqntid[0] || !d->reqnctapercluster[0]) {
        const char *name = atom_str(g->ctx, f->g.v.name);
        diag(g->ctx, &ptx_diag_rows[PTXD_sel_block_cluster], f->g.pos, name);
    }
}

static void directives(SelModule *g, IrFunc *f, PtxFunc *pf) {
    PtxDirectives *d = &pf->dir;
    d->noreturn =
        !pf->entry && ir_fn_has(f, IR_ATTR_NORETURN) && ir_func_ret(f)->kind == IR_TY_VOID;
    if (!pf->entry) return;
    uint32_t v[3];
    struct {
        const char *key;
        uint32_t *to;
    } triples[] = {{"nvvm.maxntid", d->maxntid},
                   {"nvvm.reqntid", d->reqntid},
                   {"nvvm.cluster_dim", d->reqnctapercluster}};
    for (uint32_t k = 0; k < CU_COUNT(triples); k++) {
        uint32_t n = parse_triple(attr_text(g, f, triples[k].key), v);
        for (uint32_t j = 0; n && j < 3; j++) triples[k].to[j] = j < n ? v[j] : 1;
    }
    cluster_directives(g, f, d);
    if (parse_triple(attr_text(g, f, "nvvm.minctasm"), v)) d->minnctapersm = v[0];
    if (parse_triple(attr_text(g, f, "nvvm.maxnreg"), v)) d->maxnreg = v[0];
}

static uint8_t func_linkage(SelModule *g, IrFunc *f) {
    if (ir_is_decl(f)) return PTXL_EXTERN;
    if (ir_attr_has_str(f->attrs.fn, atom_cstr(g->ctx, "nvvm.local"))) return PTXL_NONE;
    if (ir_is_local_linkage(f->g.linkage)) return PTXL_NONE;
    bool weak = f->g.linkage == IR_WEAK_ODR || f->g.linkage == IR_WEAK_ANY ||
                f->g.linkage == IR_LINKONCE || f->g.linkage == IR_LINKONCE_ODR;
    return weak ? PTXL_WEAK : PTXL_VISIBLE;
}

void sel_declare(SelModule *g, IrFunc *f) {
    bool entry = f->cc == IR_CC_PTX_KERNEL;
    uint32_t id = ptx_add_func(g->pm, sel_name(g, f->g.v.name), entry, &g->ctx->perm);
    map_put(&g->symbols, (uintptr_t)f, (void *)(uintptr_t)(id + 1));
    PtxFunc *pf = ptx_sym_func(g->pm, id);
    pf->linkage = func_linkage(g, f);
    sel_signature(g, f, pf);
    directives(g, f, pf);
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

static void prepare(Sel *s, SelModule *g, PtxFunc *pf, IrFunc *f, Arena *a) {
    *s = (Sel){.g = g, .ctx = g->ctx, .f = pf, .fn = f, .a = a, .frame_align = 1};
    s->later = arena_new(pf->arena, SelLater);
    map_init(&s->later->symbol_index, a);
    s->ftz = sel_func_ftz(g, f);
    s->nval = f->nvalues + 64;
    s->val = arena_array(a, PtxOpnd *, s->nval);
    s->nfolded = f->nvalues;
    s->folded = arena_array(a, uint8_t, s->nfolded + 1);
    s->label = arena_array(a, uint32_t, f->nblockids + 1);
    map_init(&s->frame, a);
    map_init(&s->kept, a);
    map_init(&s->kept_immediates, a);
    map_init(&s->extended, a);
    map_init(&s->kept_products, a);
    map_init(&s->whole, a);
    map_init(&s->kept_shared, a);
    map_init(&s->families, a);
}

// The code of f, the number-th definition, without what only its turn gives it (sel_settle).
static SelLater *select_function(SelModule *g, PtxFunc *pf, IrFunc *f, uint32_t number,
                                 Arena *scratch) {
    sel_split_critical_edges(f);
    ArenaMark mark = arena_mark(scratch);
    layout(f, g->o->opt_level > 0, scratch);
    ir_func_renumber(f);
    Sel *s = arena_new(scratch, Sel);
    prepare(s, g, pf, f, scratch);

    uint32_t nblock = 0;
    IR_FOREACH_BLOCK(bb, f) {
        s->label[bb->v.id] = ptx_newlabel(pf, block_label(g->ctx, number, ++nblock));
    }
    s->at = f->first->first;
    sel_lines_function(s);
    sel_mark_folded(s);
    if (g->o->opt_level) sel_sink_steps(s);
    sel_frame(s);
    sel_params(s);
    IR_FOREACH_BLOCK(bb, f) sel_phi_define(s, bb);

    uint32_t body = pf->inst.n;
    IR_FOREACH_BLOCK(bb, f) select_block(s, bb);
    insert_prologue(s, body);
    sel_lines_leave(s);
    if (g->o->opt_level) {
        ptx_coalesce(pf, s->a);
        ptx_tidy_jumps(pf, s->a);
    }
    SelLater *later = s->later;
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

static void select_task(Ctx *thread, void *data, uint32_t i) {
    Selection *x = data;
    SelModule *g = &x->worker[thread->timer_thread - x->g->ctx->timer_thread];
    x->code[i]->arena = g->a;
    diag_hold(thread, &x->hold[i]);
    x->later[i] = select_function(g, x->code[i], x->fn[i], i, &thread->scratch);
    diag_hold(thread, NULL);
}

static void select_parallel(Selection *x, uint32_t jobs) {
    SelModule *g = x->g;
    Arena *a = &g->ctx->perm;
    x->hold = arena_array(a, DiagHold, x->n);
    x->worker = arena_array(a, SelModule, jobs);
    for (uint32_t i = 0; i < jobs; i++) {
        SelModule *w = &x->worker[i];
        *w = *g;
        w->a = arena_new(a, Arena); // for what the code is made of: it stays
        arena_init(w->a, g->ctx, "ptx");
        map_init(&w->parts, w->a);
    }

    uint32_t *weight = arena_array(a, uint32_t, x->n);
    for (uint32_t i = 0; i < x->n; i++) weight[i] = x->fn[i]->nvalues;
    ir_parallel_begin(g->m);
    task_for(g->ctx, jobs, x->n, weight, select_task, x);
    ir_parallel_end(g->m);
    for (uint32_t i = 0; i < x->n; i++) {
        diag_let_go(g->ctx, &x->hold[i]);
        sel_settle(g, x->code[i], x->later[i]);
    }
}

static void select_all(Selection *x, uint32_t jobs) {
    if (jobs > 1 && x->n > 1) {
        select_parallel(x, jobs);
        return;
    }
    for (uint32_t i = 0; i < x->n; i++) {
        x->later[i] = select_function(x->g, x->code[i], x->fn[i], i, &x->g->ctx->scratch);
        sel_settle(x->g, x->code[i], x->later[i]);
    }
}

// Legalizing may add helper functions at the end of the list.
static void find_definitions(Selection *x) {
    SelModule *g = x->g;
    VEC(IrFunc *) found = {0};
    for (uint32_t k = 0; k < g->m->funcs.n; k++) {
        IrFunc *f = g->m->funcs.at[k];
        if (ir_is_decl(f)) continue;
        ptx_legalize(g, f);
        vec_push(&g->ctx->perm, &found, f);
    }
    if (g->library) ir_module_free(g->library);
    x->n = found.n;
    x->fn = found.at;
    x->later = arena_array(&g->ctx->perm, SelLater *, x->n);
    x->code = arena_array(&g->ctx->perm, PtxFunc *, x->n);
    for (uint32_t k = 0; k < x->n; k++) {
        IrFunc *f = x->fn[k];
        bool named = f->cc == IR_CC_PTX_KERNEL && map_get(&g->symbols, (uintptr_t)f);
        x->code[k] = ptx_sym_func(g->pm, sel_symbol(g, &f->g));
        x->code[k]->forward = named; // a table has its address
    }
}

// ---- the module ---------------------------------------------------------------------------------

static void banner(SelModule *g) {
    static const char text[] = "//\n// Generated by Cuprum\n//\n";
    Buf *b = arena_new(&g->ctx->perm, Buf);
    buf_init(b, &g->ctx->perm);
    buf_puts(b, text);
    g->pm->banner = b;
}

static bool runtime_function(const char *n) { // supplied by the driver
    static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail",
                                        "__cuda_syscall_aligned_malloc"};
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        if (strcmp(n, names[k]) == 0) return true;
    }
    return false;
}

// Math functions come from the device library; without one they are errors here.
static void check_undefined(SelModule *g) {
    IR_FOREACH_FUNC(f, g->m) {
        if (!ir_is_decl(f) || f->intrin || runtime_function(atom_str(g->ctx, f->g.v.name)))
            continue;
        const char *n = atom_str(g->ctx, f->g.v.name);
        if (strncmp(n, "__nv_", 5) != 0) continue;
        if (!map_get(&g->symbols, (uintptr_t)f)) continue;
        diag(g->ctx, &ptx_diag_rows[PTXD_sel_undefined], f->g.pos, n);
    }
}

#ifdef CU_DEBUG
// Development builds hold what was selected against the instruction table.
static void verify(SelModule *g) {
    Buf err;
    buf_init(&err, &g->ctx->perm);
    uint32_t bad = 0;
    for (uint32_t k = 0; k < g->pm->func.n; k++) bad += ptx_verify(g->pm->func.at[k], &err);
    if (bad) cu_ice(g->ctx, __FILE__, __LINE__, buf_cstr(&err));
}
#endif

static SelModule *module_new(Ctx *ctx, IrModule *m, const PtxOptions *o) {
    SelModule *g = arena_new(&ctx->perm, SelModule);
    *g = (SelModule){.ctx = ctx, .a = &ctx->perm, .m = m, .o = o, .sm = o->target->number};
    map_init(&g->symbols, &ctx->perm);
    map_init(&g->parts, &ctx->perm);
    map_init(&g->names, &ctx->perm);
    map_init(&g->busy, &ctx->perm);
    map_init(&g->handles, &ctx->perm);
    g->pm = ptx_module_new(ctx, &ctx->perm);
    g->pm->version = o->ptx_version ? o->ptx_version : TARGET_PTX_NEWEST;
    g->pm->sm = o->target->number;
    g->pm->sm_suffix = o->target->suffix;
    g->pm->jobs = o->jobs;
    uint32_t kind = sel_lines_kind(m);
    g->pm->debug = o->debug && (kind == SEL_DEBUG_FULL || kind == SEL_DEBUG_LINES);
    if (o->lines && kind != SEL_DEBUG_NONE) g->lines = sel_lines_new(ctx);
    banner(g);
    return g;
}

// Variables, and device functions, which stand before any body that can call them.
static void declare_globals(SelModule *g) {
    IrModule *m = g->m;
    sel_find_handles(g);
    for (uint32_t k = 0; k < m->vars.n; k++) {
        IrGlobal *v = m->vars.at[k];
        if (strncmp(atom_str(g->ctx, v->v.name), "llvm.", 5) != 0 &&
            (v->init || v->linkage == IR_COMMON))
            sel_symbol(g, v);
    }
    IR_FOREACH_FUNC(f, m) {
        if (!ir_is_decl(f) && f->cc != IR_CC_PTX_KERNEL) sel_symbol(g, &f->g);
    }
    for (uint32_t k = 0; k < m->aliases.n; k++) sel_symbol(g, m->aliases.at[k]);
}

bool ptx_codegen(Ctx *ctx, IrModule *m, const PtxOptions *o, PtxModule **out) {
    uint32_t errors = diag_error_count(ctx);
    SelModule *g = module_new(ctx, m, o);
    declare_globals(g);
    TimerMark t = timer_begin(ctx, "legalize", NULL);
    Selection x = {.g = g};
    find_definitions(&x);
    timer_end(ctx, t);
    t = timer_begin(ctx, "select", NULL);
    select_all(&x, o->jobs ? o->jobs : task_processors());
    timer_end(ctx, t);
    sel_lines_end(g);
    check_undefined(g);
    *out = g->pm;
    bool ok = diag_error_count(ctx) == errors;
#ifdef CU_DEBUG
    if (ok) verify(g);
#endif
    return ok;
}
