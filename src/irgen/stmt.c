// SPDX-License-Identifier: Apache-2.0
// Statements and local declarations.
#include "irgen/gen.h"

static void gen_branch_on(Fn *fn, Expr *e, IrBlock *t, IrBlock *f) {
    Cleanup *c = fn->cleanups;
    if (e->kind != E_CLEANUPS) {
        gen_cond(fn, e, t, f);
        return;
    }
    IrValue *v = gen_bool_of(fn, gen_scalar(fn, e->a), e->a->type);
    gen_pop_cleanups(fn, c);
    if (gen_reachable(fn)) ir_condbr(&fn->b, v, t, f);
}

static void if_stmt(Fn *fn, Stmt *s) {
    Cleanup *outer = fn->cleanups;
    if (s->init) gen_stmt(fn, s->init);
    if (s->u.cond_var) gen_local(fn, s->u.cond_var);
    if (!s->e) { // `if constexpr`: the taken branch alone is left
        if (s->body) gen_stmt(fn, s->body);
        if (s->els) gen_stmt(fn, s->els);
        gen_pop_cleanups(fn, outer);
        return;
    }
    IrBlock *then = gen_block(fn, "if.then"), *end = gen_block(fn, "if.end");
    IrBlock *els = s->els ? gen_block(fn, "if.else") : end;
    gen_branch_on(fn, s->e, then, els);
    gen_at(fn, then);
    if (s->body) gen_stmt(fn, s->body);
    gen_goto(fn, end);
    if (s->els) {
        gen_at(fn, els);
        gen_stmt(fn, s->els);
        gen_goto(fn, end);
    }
    gen_at(fn, end);
    gen_pop_cleanups(fn, outer);
}

// !llvm.loop with what `#pragma unroll` asked for (LLVM: Transformation Metadata).
static void loop_metadata(Fn *fn, Stmt *s, IrInst *latch) {
    if (!s->unroll || !latch) return;
    IrModule *m = fn->g->m;
    IrMd *prop;
    if (s->unroll == 1 || s->unroll == -1) {
        const char *text = s->unroll == 1 ? "llvm.loop.unroll.disable" : "llvm.loop.unroll.full";
        IrMd *str = ir_md_string(m, text, strlen(text));
        prop = ir_md_node(m, 1, &str);
    } else {
        const char *text = "llvm.loop.unroll.count";
        IrMd *pair[2] = {ir_md_string(m, text, strlen(text)), ir_md_int(m, (uint32_t)s->unroll)};
        prop = ir_md_node(m, 2, pair);
    }
    IrMd *op[2] = {NULL, prop};
    IrMd *loop = ir_md_distinct(m, 2, op);
    loop->op[0] = loop;
    ir_set_md(latch, atom_cstr(fn->g->ctx, "llvm.loop"), loop);
}

typedef struct Loop {
    IrBlock *cond, *body, *inc, *end;
    Target target;
} Loop;

static Loop loop_begin(Fn *fn, const char *kind, Cleanup *outer) {
    Ctx *ctx = fn->g->ctx;
    Loop l = {ir_block_new(fn->f, atom_printf(ctx, "%s.cond", kind)),
              ir_block_new(fn->f, atom_printf(ctx, "%s.body", kind)),
              ir_block_new(fn->f, atom_printf(ctx, "%s.inc", kind)),
              ir_block_new(fn->f, atom_printf(ctx, "%s.end", kind)),
              {0}};
    return l;
}

static void loop_body(Fn *fn, Loop *l, Stmt *body, Cleanup *outer) {
    l->target = (Target){fn->targets, l->end, l->inc, outer, false};
    fn->targets = &l->target;
    if (body) gen_stmt(fn, body);
    gen_goto(fn, l->inc);
    fn->targets = l->target.outer;
}

static void for_stmt(Fn *fn, Stmt *s) {
    Cleanup *outer = fn->cleanups;
    if (s->init) gen_stmt(fn, s->init);
    Loop l = loop_begin(fn, s->kind == S_WHILE ? "while" : "for", outer);
    gen_goto(fn, l.cond);
    if (s->e) gen_loc_expr(fn, s->e, s->pos);
    gen_at(fn, l.cond);
    Cleanup *iter = fn->cleanups; // a condition variable lives for one iteration
    VarDecl *cv = s->u.cond_var;
    if (cv) gen_local(fn, cv);
    if (s->e && fn->cleanups != iter) {
        IrBlock *leave = gen_block(fn, "for.leave");
        gen_branch_on(fn, s->e, l.body, leave);
        gen_at(fn, leave);
        gen_run_cleanups(fn, iter);
        gen_goto(fn, l.end);
    } else if (s->e) {
        gen_branch_on(fn, s->e, l.body, l.end);
    } else {
        gen_goto(fn, l.body);
    }
    gen_at(fn, l.body);
    loop_body(fn, &l, s->body, iter);
    gen_at(fn, l.inc);
    gen_pop_cleanups(fn, iter);
    if (s->inc) gen_loc_expr(fn, s->inc, 0);
    if (s->inc) gen_void(fn, s->inc);
    if (gen_reachable(fn)) loop_metadata(fn, s, ir_br(&fn->b, l.cond));
    gen_at(fn, l.end);
    gen_pop_cleanups(fn, outer);
}

static void do_stmt(Fn *fn, Stmt *s) {
    Cleanup *outer = fn->cleanups;
    Loop l = loop_begin(fn, "do", outer);
    gen_goto(fn, l.body);
    gen_at(fn, l.body);
    loop_body(fn, &l, s->body, outer);
    gen_at(fn, l.inc);
    gen_goto(fn, l.cond);
    gen_loc_expr(fn, s->e, s->pos);
    gen_at(fn, l.cond);
    gen_branch_on(fn, s->e, l.body, l.end);
    if (ir_term(l.cond)) loop_metadata(fn, s, ir_term(l.cond));
    gen_at(fn, l.end);
}

static void range_for_stmt(Fn *fn, Stmt *s) {
    Cleanup *outer = fn->cleanups;
    if (s->init) gen_stmt(fn, s->init);
    gen_local(fn, s->u.range->range);
    if (s->u.range->begin) gen_local(fn, s->u.range->begin);
    if (s->u.range->end) gen_local(fn, s->u.range->end);
    Loop l = loop_begin(fn, "range", outer);
    gen_goto(fn, l.cond);
    gen_at(fn, l.cond);
    gen_branch_on(fn, s->e, l.body, l.end);
    gen_at(fn, l.body);
    Cleanup *iter = fn->cleanups;
    if (s->u.range->decl)
        gen_stmt(fn, s->u.range->decl);
    else if (s->u.range->var)
        gen_local(fn, s->u.range->var);
    loop_body(fn, &l, s->body, iter);
    gen_at(fn, l.inc);
    gen_pop_cleanups(fn, iter);
    gen_void(fn, s->inc);
    if (gen_reachable(fn)) loop_metadata(fn, s, ir_br(&fn->b, l.cond));
    gen_at(fn, l.end);
    gen_pop_cleanups(fn, outer);
}

// Ranges wider than this become compares instead of one switch edge for each value.
enum { CASE_RANGE_MAX = 64 };

static void switch_stmt(Fn *fn, Stmt *s) {
    Cleanup *outer = fn->cleanups;
    if (s->init) gen_stmt(fn, s->init);
    IrValue *v = gen_scalar(fn, s->e);
    if (v->type->bits == 1) v = ir_zext(&fn->b, v, fn->g->m->ty_i32);
    IrBlock *end = gen_block(fn, "switch.end"), *dflt = end;
    if (s->u.cases.def) {
        dflt = gen_block(fn, "switch.default");
        map_put(&fn->cases, (uintptr_t)s->u.cases.def, dflt);
    }
    for (uint32_t i = 0; i < s->u.cases.n; i++) {
        CaseRange *c = &s->u.cases.at[i];
        void **slot = map_slot(&fn->cases, (uintptr_t)c->stmt);
        if (!*slot) map_put(&fn->cases, (uintptr_t)c->stmt, gen_block(fn, "switch.case"));
    }
    for (uint32_t i = 0; i < s->u.cases.n; i++) { // wide GNU ranges first
        CaseRange *c = &s->u.cases.at[i];
        uint64_t lo = apint_u64(&c->lo), n = apint_u64(&c->hi) - lo;
        if (n < CASE_RANGE_MAX) continue;
        IrValue *d = ir_sub(&fn->b, v, &ir_int(v->type, lo)->v);
        IrBlock *next = gen_block(fn, "switch.next");
        ir_condbr(&fn->b, ir_cmp(&fn->b, IR_ULE, d, &ir_int(v->type, n)->v),
                  map_get(&fn->cases, (uintptr_t)c->stmt), next);
        gen_at(fn, next);
    }
    if (gen_reachable(fn)) {
        IrInst *sw = ir_switch(&fn->b, v, dflt);
        for (uint32_t i = 0; i < s->u.cases.n; i++) {
            CaseRange *c = &s->u.cases.at[i];
            uint64_t lo = apint_u64(&c->lo), n = apint_u64(&c->hi) - lo;
            if (n >= CASE_RANGE_MAX) continue;
            for (uint64_t k = 0; k <= n; k++) {
                ir_switch_add(sw, ir_int(v->type, lo + k), map_get(&fn->cases, (uintptr_t)c->stmt));
            }
        }
    }
    Target t = {.outer = fn->targets, .brk = end, .cleanups = outer, .is_switch = true};
    fn->targets = &t;
    fn->b.bb = NULL;
    if (s->body) gen_stmt(fn, s->body);
    gen_goto(fn, end);
    fn->targets = t.outer;
    gen_at(fn, end);
    gen_pop_cleanups(fn, outer);
}

static void jump_out(Fn *fn, bool is_continue) {
    Target *t = fn->targets;
    while (t && is_continue && t->is_switch) t = t->outer;
    if (!t || !gen_reachable(fn)) return;
    gen_run_cleanups(fn, t->cleanups);
    gen_goto(fn, is_continue ? t->cont : t->brk);
    fn->b.bb = NULL;
}

static void return_stmt(Fn *fn, Stmt *s) {
    Type *ret = fn->fd->d.type->u.func.ret;
    Cleanup *full = fn->cleanups;
    if (s->e && ret->kind != TY_VOID) {
        if (ty_is_ref(ret)) {
            Expr *e = s->e->kind == E_CLEANUPS ? s->e->a : s->e;
            ir_store(&fn->b, gen_addr(fn, e), fn->ret_addr, 8);
        } else {
            Expr *e = s->e->kind == E_CLEANUPS ? s->e->a : s->e;
            gen_init(fn, e, gen_place_at(fn, fn->ret_addr, ret));
        }
    } else if (s->e) {
        gen_void(fn, s->e);
    }
    if (gen_reachable(fn)) {
        gen_run_cleanups(fn, NULL);
        gen_goto(fn, fn->ret_block);
    }
    fn->cleanups = full; // temporaries of the return are gone on this path only
    fn->b.bb = NULL;
}

static IrBlock *label_block(Fn *fn, const Stmt *label) {
    void **slot = map_slot(&fn->label, (uintptr_t)label);
    if (!*slot) {
        IrBlock *bb = gen_block(fn, atom_str(fn->g->ctx, label->u.jump.label));
        map_put(&fn->label, (uintptr_t)label, bb);
        return bb;
    }
    return *slot;
}

static void static_local(Fn *fn, VarDecl *v) {
    gen_var_decl(fn->g, v); // initialised statically, or a diagnostic says it cannot be
}

static void reference_local(Fn *fn, VarDecl *v) {
    Expr *e = v->init;
    if (!e) return;
    // A temporary bound to the reference lives as long as the variable, so its cleanup (and those
    // of the initialiser's other temporaries) stay on the list until the scope ends.
    if (e->kind == E_CLEANUPS) e = e->a;
    map_put(&fn->local, (uintptr_t)v, gen_addr(fn, e));
}

void gen_local(Fn *fn, VarDecl *v) {
    Gen *g = fn->g;
    if (v->d.flags & DF_INVALID) {
        gen_hidden_error(fn->g, v->d.pos);
        return;
    }
    cxx_var_init(g->x, v);
    bool is_static = v->storage == STOR_STATIC || (v->d.cuda & CU_SHARED) || v->d.flags & DF_EXTERN;
    if (is_static) {
        static_local(fn, v);
        return;
    }
    if (ty_is_ref(v->d.type)) {
        reference_local(fn, v);
        return;
    }
    gen_check_sized(g, v, false);
    IrValue *a = gen_alloca(fn, v->d.type, v->align, v->d.name);
    map_put(&fn->local, (uintptr_t)v, a);
    Place p = {.addr = a, .type = ty_unqual(v->d.type)};
    p.align = CU_MAX(gen_align(g, v->d.type), v->align);
    Cleanup *outer = fn->cleanups;
    if (v->value && (v->d.flags & DF_CONSTEXPR)) {
        // its initialiser may name functions that have no code
        Expr c = {.kind = E_CONST, .cat = VC_PRVALUE, .type = p.type, .pos = v->d.pos};
        c.u.val = v->value;
        gen_init(fn, &c, p);
    } else if (v->init) {
        gen_init(fn, v->init->kind == E_CLEANUPS ? v->init->a : v->init, p);
        gen_pop_cleanups(fn, outer); // the initialiser's temporaries
    }
    if (cxx_find_dtor(g->x, v->d.type)) {
        uint32_t depth = fn->cond_depth;
        fn->cond_depth = 0;
        gen_push_cleanup(fn, a, ty_unqual(v->d.type));
        fn->cond_depth = depth;
    }
}

static void compound(Fn *fn, Stmt *s) {
    Cleanup *outer = fn->cleanups;
    const Stmt *scope = fn->scope;
    fn->scope = s;
    for (uint32_t i = 0; i < s->u.list.n; i++) gen_stmt(fn, s->u.list.at[i]);
    gen_pop_cleanups(fn, outer);
    fn->scope = scope;
}

static void case_stmt(Fn *fn, Stmt *s) {
    IrBlock *bb = map_get(&fn->cases, (uintptr_t)s);
    if (bb) {
        gen_goto(fn, bb);
        gen_at(fn, bb);
    }
    if (s->body) gen_stmt(fn, s->body);
}

static bool may_hold_label(const Stmt *s) { // can control enter it other than from above?
    if (!s) return false;
    switch (s->kind) {
    case S_CASE:
    case S_DEFAULT:
    case S_LABEL: return true;
    case S_COMPOUND:
        for (uint32_t i = 0; i < s->u.list.n; i++) {
            if (may_hold_label(s->u.list.at[i])) return true;
        }
        return false;
    case S_IF:
    case S_FOR:
    case S_WHILE:
    case S_DO:
    case S_SWITCH:
    case S_RANGE_FOR: return may_hold_label(s->body) || may_hold_label(s->els);
    default: return false;
    }
}

void gen_stmt(Fn *fn, Stmt *s) {
    if (!s) return;
    if (!gen_reachable(fn)) {    // dead code: only what a label can reach is generated
        if (s->kind == S_DECL) { // but a switch may jump past a declaration into its scope
            gen_at(fn, gen_block(fn, "dead"));
        } else if (!may_hold_label(s)) {
            return;
        } else if (s->kind != S_CASE && s->kind != S_DEFAULT && s->kind != S_LABEL &&
                   s->kind != S_COMPOUND) {
            gen_at(fn, gen_block(fn, "dead"));
        }
    }
    if (s->kind != S_COMPOUND) gen_loc(fn, s->pos);
    Cleanup *outer = fn->cleanups;
    switch ((StmtKind)s->kind) {
    case S_NULL: break;
    case S_ERROR: gen_hidden_error(fn->g, s->pos); break;
    case S_COMPOUND: compound(fn, s); break;
    case S_EXPR:
        gen_void(fn, s->e);
        gen_pop_cleanups(fn, outer);
        break;
    case S_DECL:
        for (uint32_t i = 0; i < s->u.decl.n; i++) {
            if (i) gen_loc(fn, s->u.decl.var[i]->d.pos);
            gen_local(fn, s->u.decl.var[i]);
        }
        break;
    case S_IF: if_stmt(fn, s); break;
    case S_SWITCH: switch_stmt(fn, s); break;
    case S_CASE:
    case S_DEFAULT: case_stmt(fn, s); break;
    case S_WHILE:
    case S_FOR: for_stmt(fn, s); break;
    case S_DO: do_stmt(fn, s); break;
    case S_RANGE_FOR: range_for_stmt(fn, s); break;
    case S_BREAK: jump_out(fn, false); break;
    case S_CONTINUE: jump_out(fn, true); break;
    case S_RETURN: return_stmt(fn, s); break;
    case S_GOTO:
        gen_goto_cleanups(fn, s->u.jump.target);
        gen_goto(fn, label_block(fn, s->u.jump.target));
        fn->b.bb = NULL;
        break;
    case S_LABEL: {
        IrBlock *bb = label_block(fn, s);
        gen_goto(fn, bb);
        gen_at(fn, bb);
        gen_label_cleanups(fn, s);
        if (s->body) gen_stmt(fn, s->body);
        break;
    }
    case S_ASM: gen_asm(fn, s); break;
    }
}
