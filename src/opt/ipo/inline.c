// SPDX-License-Identifier: Apache-2.0
// inline: callees' bodies in place of calls. The runner visits callees first, so a body that is
// copied has been optimised and has had its own calls inlined. Calls are expensive on the GPU (the
// ABI goes through memory), so nearly everything is inlined: never what says noinline or recurses,
// always what says alwaysinline, else up to a size limit. (Two calls of a function that calls
// another twice, and so on, double with each level: against that, and nothing else, there is a
// limit of the caller's size also for what says alwaysinline, with a warning.)
//
// A call that becomes direct by inlining (a function passed as argument) is looked at again, to a
// bounded depth. Bodies whose last call is gone are dropped by the runner.
#include "opt/scalar/scalar.h"
#include "opt/ipo/ipo.h"
#include "opt/opt_diag.h"
#include "ir/intrin_id.h"

enum {
    RUNAWAY_CALLER = 1000, // where the callee says alwaysinline, so many times what it may have
    MAX_DEPTH = 8
};

typedef struct {
    IrInst *call;
    uint32_t depth;
} Site;

typedef struct {
    PassCtx *pc;
    IrModule *m;
    IrFunc *caller;
    uint64_t size; // of the caller
    bool warned;
    VEC(Site) work;
    IrInst *last_alloca; // of the caller's own at the head of its entry, or NULL
    Map inlined_loc;     // of one call: old location -> new
} Inliner;

// ---- the decision ----

static bool may_be_replaced(const IrFunc *fn) { // another definition may win at link time
    static const bool replaceable[IR_NLINKAGES] = {
        [IR_WEAK_ANY] = true, [IR_LINKONCE] = true, [IR_COMMON] = true, [IR_EXTERN_WEAK] = true};
    return replaceable[fn->g.linkage];
}

// Whether what is called says something about the frame or the place of the function that calls it,
// and would say it about another's.
static bool is_about_frame(const IrInst *call) {
    static const char *const names[] = {"llvm.localescape", "llvm.experimental.deoptimize."};
    const IrFunc *fn = ir_called(call);
    uint32_t id = ir_intrin_of(call);
    if (is_any_of(id, IR_I_va_start, IR_I_stacksave)) return true;
    if (ir_call_has(call, IR_AT_FN, IR_ATTR_RETURNS_TWICE)) return true;
    if (call->v.type->kind == IR_TY_TOKEN) return true; // llvm.experimental.convergence.entry
    if (!fn || !ir_is_decl(fn) || fn->intrin) return false;
    const char *name = atom_str(fn->g.m->ctx, fn->g.v.name);
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        if (strncmp(name, names[k], strlen(names[k])) == 0) return true;
    }
    return false;
}

// A variadic function that does not look at what came with `...`, as those that only overload
// resolution asks about, is like any other.
static bool needs_own_frame(const IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (fn->g.vty->vararg && (i->v.flags & IR_MUSTTAIL)) return true; // it hands them on
            if (i->v.op == IR_ALLOCA && (!ir_as_cint(ir_op(i, 0)) || bb != fn->first)) return true;
            if (i->v.op == IR_CALL && is_about_frame(i)) return true;
        }
    }
    return false;
}

static bool legal(const Inliner *inliner, const IrInst *call, const IrFunc *fn) {
    if (fn == inliner->caller || fn->g.vty != call->aty) return false;
    if (fn->cc == IR_CC_PTX_KERNEL || fn->cc != call->call->cc) return false;
    if (call->v.flags & IR_MUSTTAIL) return false;
    const AnCallGraph *g = inliner->pc->cg;
    uint32_t a = an_cg_place(g, fn), b = an_cg_place(g, inliner->caller);
    if (a == AN_NONE || b == AN_NONE || g->recursive[a] || g->scc[a] == g->scc[b]) return false;
    if (!an_cg_before(g, a, b)) return false; // another thread may be at it
    return !ir_is_decl(fn) && !fn->personality && !needs_own_frame(fn);
}

static bool only_call(const Inliner *inliner, const IrFunc *fn) {
    const AnCallGraph *g = inliner->pc->cg;
    uint32_t place = an_cg_place(g, fn);
    return ir_is_local_linkage(fn->g.linkage) && g->ncalls[place] == 1 && !g->address_taken[place];
}

static uint32_t callee_limit(const Inliner *inliner) {
    return inliner->pc->opt->inline_limit ? inliner->pc->opt->inline_limit
                                          : (uint32_t)opt_knob(inliner->pc, inline, callee);
}

static bool always(Inliner *inliner, const IrFunc *fn, uint64_t n) {
    if (inliner->size + n <= (uint64_t)RUNAWAY_CALLER * callee_limit(inliner) ||
        only_call(inliner, fn))
        return true;
    if (!inliner->warned)
        opt_report(inliner->pc, inliner->caller, DIAG_OF(opt, opt_inline_limit), fn->g.v.name,
                   inliner->caller->g.v.name);
    inliner->warned = true;
    return false;
}

// What f says about subnormal numbers would be lost in a caller that says otherwise. A function
// that says nothing, such as the device library's, takes its caller's way.
static bool flushes_otherwise(const Inliner *inliner, const IrFunc *fn) {
    IrSubnormals said = ir_func_subnormals(fn);
    bool caller = ir_func_subnormals(inliner->caller) == IR_SUBNORMALS_FLUSHED;
    return said && !inliner->pc->opt->fp.ftz && (said == IR_SUBNORMALS_FLUSHED) != caller;
}

// Why the call stays.
static void explain(Inliner *inliner, const IrInst *call, const IrFunc *fn, bool legal) {
    bool never = ir_call_has(call, IR_AT_FN, IR_ATTR_NOINLINE) || ir_fn_has(fn, IR_ATTR_OPTNONE);
    const struct {
        bool holds;
        const char *why;
    } reasons[] = {{!legal, "it recurses, or its frame cannot be joined"},
                   {never, "it says noinline"},
                   {may_be_replaced(fn), "the linker may choose another definition"},
                   {flushes_otherwise(inliner, fn), "it treats subnormal numbers otherwise"},
                   {inliner->pc->opt->no_inlining, "inlining is switched off"},
                   {inliner->pc->opt->level == 0, "nothing is optimized"},
                   {true, "it is too large"}};
    uint32_t k = 0;
    while (!reasons[k].holds) k++;
    const char *why = reasons[k].why;
    opt_remark(inliner->pc, inline_not, call, fn->g.v.name, inliner->caller->g.v.name, why);
}

// How many instructions the call is to be replaced by; 0: it stays.
static uint64_t wanted(Inliner *inliner, const IrInst *call, const IrFunc *fn) {
    uint64_t n;
    if (ir_call_has(call, IR_AT_FN, IR_ATTR_ALWAYSINLINE)) {
        n = ir_func_size(fn);
        return always(inliner, fn, n) ? n : 0;
    }
    if (ir_call_has(call, IR_AT_FN, IR_ATTR_NOINLINE) || ir_fn_has(fn, IR_ATTR_OPTNONE)) return 0;
    if (inliner->pc->opt->no_inlining || inliner->pc->opt->level == 0 || may_be_replaced(fn) ||
        ir_fn_has(inliner->caller, IR_ATTR_OPTNONE) || flushes_otherwise(inliner, fn)) {
        return 0;
    }
    n = ir_func_size(fn);
    if (inliner->size + n > (uint64_t)opt_knob(inliner->pc, inline, caller)) return 0;
    return n <= callee_limit(inliner) || only_call(inliner, fn) ? n : 0;
}

// ---- the body ----

enum { MAX_CHAIN = 1000 }; // of places of inlining: in the input one may (wrongly) be its own

static IrMd *inlined_at(Inliner *inliner, IrMd *loc, IrMd *at,
                        uint32_t depth) { // at the chain's end
    if (!loc || loc->kind != IR_MD_LOC || !at) return NULL;
    IrMd *known = map_get(&inliner->inlined_loc, (uintptr_t)loc);
    if (known || depth == MAX_CHAIN) return known ? known : at;
    IrMd *outer = at;
    if (loc->inlined_at) outer = inlined_at(inliner, loc->inlined_at, at, depth + 1);
    IrMd *r = ir_md_loc(inliner->m, loc->line, loc->column, loc->scope, outer);
    map_put(&inliner->inlined_loc, (uintptr_t)loc, r);
    return r;
}

// Where a callee's allocas go: behind the caller's own and the call's `ncopies`, before those of
// calls that stand later.
static IrInst *after_allocas(const Inliner *inliner, uint32_t ncopies) {
    IrInst *at = inliner->last_alloca ? inliner->last_alloca->next : inliner->caller->first->first;
    while (ncopies--) at = at->next;
    return at;
}

// A by-value parameter is a copy of its own; sroa and dse remove it where it is not written.
static IrValue *byval_copy(Inliner *inliner, IrInst *call, uint32_t k, IrType *type,
                           uint32_t ncopies) {
    const IrFunc *fn = ir_called(call);
    uint64_t al = ir_attr_int(ir_attrs_get(&fn->attrs, (int)k), IR_ATTR_ALIGN, type->align);
    IrBuilder builder = ir_builder_at(after_allocas(inliner, ncopies));
    builder.name = fn->arg[k]->v.name;
    IrInst *copy = ir_alloca(&builder, type, (uint32_t)CU_MAX(al, type->align));
    builder = ir_builder_at(call);
    IrValue *p = &copy->v, *src = ir_op(call, k);
    if (src->type != p->type) p = ir_addrspacecast(&builder, p, src->type);
    IrValue *arg[4] = {p, src, &ir_int(inliner->m->ty_i64, type->size)->v,
                       &ir_false(inliner->m)->v};
    IrInst *c = ir_as_inst(ir_call_intrin(&builder, IR_I_memcpy, NULL, 4, arg));
    const IrAttrSet *align = ir_attr_add_int(inliner->m, NULL, IR_ATTR_ALIGN, al);
    ir_attrs_set(inliner->m, &c->call->attrs, 0, align);
    ir_attrs_set(inliner->m, &c->call->attrs, 1, align);
    return p;
}

// Returns how many copies were made.
static uint32_t map_arguments(Inliner *inliner, IrInst *call, IrFunc *fn, IrCloneMap *map) {
    uint32_t ncopies = 0;
    for (uint32_t k = 0; k < fn->nargs; k++) {
        IrType *t = ir_attr_type(ir_attrs_get(&fn->attrs, (int)k), IR_ATTR_BYVAL);
        map->value[fn->arg[k]->v.id] =
            t ? byval_copy(inliner, call, k, t, ncopies++) : ir_op(call, k);
    }
    return ncopies;
}

static void move_allocas(IrBlock *from, IrInst *at) {
    IR_FOREACH_INST_SAFE(i, from) {
        if (i->v.op == IR_ALLOCA) ir_move_before(i, at);
    }
}

// Returns become branches to `cont`; gives the result.
static IrValue *join_returns(Inliner *inliner, IrBlock *first, IrBlock *last, IrBlock *cont,
                             IrType *type) {
    IrInst *phi = NULL;
    IrBuilder builder = ir_builder(inliner->caller, cont);
    if (type->kind != IR_TY_VOID) phi = ir_phi(&builder, type, 2);
    for (IrBlock *bb = first;; bb = bb->next) {
        IrInst *ret = ir_term(bb);
        if (ret->v.op == IR_RET) {
            IrBuilder rb = ir_builder_at(ret);
            if (phi) ir_phi_add(phi, ir_op(ret, 0), bb);
            ir_br(&rb, cont);
            ir_erase(ret);
        }
        if (bb == last) break;
    }
    if (!phi) return NULL;
    IrValue *v = &phi->v;
    if (ir_phi_n(phi) == 1) v = ir_phi_value(phi, 0);
    if (ir_phi_n(phi) == 0) v = &ir_poison(inliner->m, type)->v;
    if (v != &phi->v) ir_erase(phi);
    return v;
}

static void fix_copied(Inliner *inliner, const Site *site, IrFunc *fn, IrBlock *first,
                       IrBlock *last, const IrCloneMap *map) {
    map_init(&inliner->inlined_loc, inliner->pc->tmp);
    // each call is a place of its own; what the callee has no lines for (libraries) belongs to the
    // call
    IrMd *call = site->call->dbg, *at = call ? ir_md_loc_distinct(inliner->m, call) : NULL;
    bool lines = ir_global_get_md(&fn->g, atom_cstr(inliner->m->ctx, "dbg")) != NULL;
    for (IrBlock *bb = first;; bb = bb->next) {
        IR_FOREACH_INST(i, bb) {
            i->dbg = lines ? inlined_at(inliner, i->dbg, at, 0) : call;
            if (i->v.op == IR_CALL) i->v.flags &= (uint16_t) ~(IR_TAIL | IR_MUSTTAIL);
            // without a place of the call its variables have no scope
            if (!lines || !at) i->records = NULL;
            IR_FOREACH_RECORD(r, i->records) r->loc = inlined_at(inliner, r->loc, at, 0);
        }
        if (bb == last) break;
    }
    // calls through an argument that is a known function now
    if (site->depth >= MAX_DEPTH) return;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_CALL || ir_callee(i)->kind != IR_V_ARG) continue;
            IrInst *c = ir_as_inst(map->value[i->v.id]); // NULL: it is not reached
            if (c && ir_called(c))
                vec_push(inliner->pc->tmp, &inliner->work, ((Site){c, site->depth + 1}));
        }
    }
}

static void inline_call(Inliner *inliner, const Site *site) {
    IrInst *call = site->call;
    IrFunc *fn = ir_called(call);
    IrBlock *bb = call->block;
    IrCloneMap map;
    ir_clone_map_init(&map, fn, inliner->pc->tmp);
    uint32_t ncopies = map_arguments(inliner, call, fn, &map);
    IrBlock *cont = ir_block_split(bb, call, bb->v.name);
    ir_term(bb)->records = call->records; // they stand before what is inlined
    call->records = NULL;
    IrBlock *first = opt_clone_for_call(inliner->caller, fn, &map, inliner->pc->tmp);
    IrBlock *last = inliner->caller->last;
    fix_copied(inliner, site, fn, first, last, &map);
    // the copy stands between the two halves
    IrBlock *after = bb;
    for (IrBlock *x = first, *next; x; x = next) {
        next = x->next;
        ir_block_move_after(x, after);
        after = x;
    }
    IrInst *br = ir_term(bb);
    ir_set_succ(br, 0, first);
    br->dbg = call->dbg;
    IrValue *result = join_returns(inliner, first, last, cont, call->v.type);
    // where control never comes, a call may have its own result as argument and return that
    if (result == &call->v) result = &ir_poison(inliner->m, call->v.type)->v;
    if (result) ir_replace_uses(&call->v, result);
    ir_erase(call);
    move_allocas(first, after_allocas(inliner, ncopies));
}

// The calls to be replaced, in their order, are the head of `work` afterwards.
static void choose(Inliner *inliner) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < inliner->work.n; k++) {
        IrInst *call = inliner->work.at[k].call;
        IrFunc *f = ir_called(call);
        bool can = f && legal(inliner, call, f);
        if (can && !opt_knob(inliner->pc, inline, foldable) && opt_is_foldable(f)) continue;
        uint64_t size = can ? wanted(inliner, call, f) : 0;
        if (f && !size && opt_remarks_on(inliner->pc)) explain(inliner, call, f, can);
        if (!size) continue;
        opt_remark(inliner->pc, inline_done, call, f->g.v.name, inliner->caller->g.v.name,
                   (unsigned)size);
        inliner->size += size;
        inliner->work.at[n++] = inliner->work.at[k];
    }
    inliner->work.n = n;
}

OPT_FUNC_PASS(inline);
bool opt_inline(PassCtx *pc, IrFunc *caller) {
    Inliner inliner = {.pc = pc, .m = pc->m, .caller = caller};
    bool changed = false;
    for (IrInst *i = caller->first->first; i->v.op == IR_ALLOCA; i = i->next)
        inliner.last_alloca = i;
    IR_FOREACH_BLOCK(bb, caller) {
        IR_FOREACH_INST(i, bb) {
            inliner.size++;
            IrFunc *f = i->v.op == IR_CALL ? ir_called(i) : NULL;
            if (f && an_cg_place(pc->cg, f) != AN_NONE)
                vec_push(pc->tmp, &inliner.work, ((Site){i, 0}));
        }
    }
    // The last call of all first: what stands behind a call moves to a block of its own, and should
    // do so once. Calls that become direct on the way are the next round's.
    while (inliner.work.n) {
        choose(&inliner);
        uint32_t n = inliner.work.n;
        for (uint32_t k = n; k-- > 0;) {
            Site site = inliner.work.at[k]; // the list may move
            inline_call(&inliner, &site);
            changed = true;
        }
        inliner.work.n -= n;
        if (n)
            memmove(inliner.work.at, inliner.work.at + n, inliner.work.n * sizeof *inliner.work.at);
    }
    return changed;
}
