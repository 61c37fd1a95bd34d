// SPDX-License-Identifier: Apache-2.0
// Statements and local declarations.
#include "irgen/gen.h"

// A condition with temporaries ends their lives before it branches.
static void gen_branch_on(Fn *fn, Expr *condition, IrBlock *if_true, IrBlock *if_false) {
    Cleanup *c = fn->cleanups;
    if (condition->kind != E_CLEANUPS) {
        gen_cond(fn, condition, if_true, if_false);
        return;
    }
    // The value is needed before the cleanups run, so && and || do not become edges here.
    IrValue *v = gen_bool_of(fn, gen_scalar(fn, condition->a), condition->a->type);
    gen_pop_cleanups(fn, c);
    if (gen_reachable(fn)) ir_condbr(&fn->b, v, if_true, if_false);
}

// A declaration in the condition lives in both branches.
static void if_stmt(Fn *fn, Stmt *stmt) {
    Cleanup *outer = fn->cleanups;
    if (stmt->init) gen_stmt(fn, stmt->init);
    if (stmt->u.cond_var) gen_local(fn, stmt->u.cond_var);
    if (!stmt->e) { // `if constexpr`: the taken branch alone is left
        if (stmt->body) gen_stmt(fn, stmt->body);
        if (stmt->els) gen_stmt(fn, stmt->els);
        gen_pop_cleanups(fn, outer);
        return;
    }
    IrBlock *then = gen_block(fn, "if.then"), *end = gen_block(fn, "if.end");
    IrBlock *els = stmt->els ? gen_block(fn, "if.else") : end;
    gen_branch_on(fn, stmt->e, then, els);
    gen_at(fn, then);
    if (stmt->body) gen_stmt(fn, stmt->body);
    gen_goto(fn, end);
    if (stmt->els) {
        gen_at(fn, els);
        gen_stmt(fn, stmt->els);
        gen_goto(fn, end);
    }
    gen_at(fn, end);
    gen_pop_cleanups(fn, outer);
}

// !llvm.loop with what `#pragma unroll` asked for (LLVM: Transformation Metadata).
static void loop_metadata(Fn *fn, Stmt *stmt, IrInst *latch) {
    if (!stmt->unroll || !latch) return;
    IrModule *module = fn->g->m;
    IrMd *prop;
    // -1 stands for a pragma without a number, 1 for "do not".
    if (stmt->unroll == 1 || stmt->unroll == -1) {
        const char *text = stmt->unroll == 1 ? "llvm.loop.unroll.disable" : "llvm.loop.unroll.full";
        IrMd *str = ir_md_string(module, text, strlen(text));
        prop = ir_md_node(module, 1, &str);
    } else {
        const char *text = "llvm.loop.unroll.count";
        IrMd *pair[2] = {ir_md_string(module, text, strlen(text)),
                         ir_md_int(module, (uint32_t)stmt->unroll)};
        prop = ir_md_node(module, 2, pair);
    }
    // A loop's node refers to itself first, which makes it differ from all others.
    IrMd *op[2] = {NULL, prop};
    IrMd *loop = ir_md_distinct(module, 2, op);
    loop->op[0] = loop;
    ir_set_md(latch, atom_cstr(fn->g->ctx, "llvm.loop"), loop);
}

// The blocks of a loop; `inc` is where continue goes.
typedef struct Loop {
    IrBlock *cond, *body, *inc, *end;
    JumpTarget target;
} Loop;

typedef enum { LOOP_FOR, LOOP_WHILE, LOOP_DO, LOOP_RANGE } LoopKind;

static Loop loop_begin(Fn *fn, LoopKind kind) {
    static const char names[][4][12] = {
        [LOOP_FOR] = {"for.cond", "for.body", "for.inc", "for.end"},
        [LOOP_WHILE] = {"while.cond", "while.body", "while.inc", "while.end"},
        [LOOP_DO] = {"do.cond", "do.body", "do.inc", "do.end"},
        [LOOP_RANGE] = {"range.cond", "range.body", "range.inc", "range.end"}};
    return (Loop){.cond = gen_block(fn, names[kind][0]),
                  .body = gen_block(fn, names[kind][1]),
                  .inc = gen_block(fn, names[kind][2]),
                  .end = gen_block(fn, names[kind][3])};
}

// The body, with what break and continue leave: `outer` is what lives around it.
static void loop_body(Fn *fn, Loop *l, Stmt *body, Cleanup *outer) {
    l->target = (JumpTarget){fn->targets, l->end, l->inc, outer, false};
    fn->targets = &l->target;
    if (body) gen_stmt(fn, body);
    gen_goto(fn, l->inc);
    fn->targets = l->target.outer;
}

// while is a for without a third part.
static void for_stmt(Fn *fn, Stmt *stmt) {
    Cleanup *outer = fn->cleanups;
    if (stmt->init) gen_stmt(fn, stmt->init);
    Loop loop = loop_begin(fn, stmt->kind == S_WHILE ? LOOP_WHILE : LOOP_FOR);
    gen_goto(fn, loop.cond);
    // The branch to the condition has the loop's position, as debuggers expect it.
    if (stmt->e) gen_loc_expr(fn, stmt->e, stmt->pos);
    gen_at(fn, loop.cond);
    Cleanup *iter = fn->cleanups; // a condition variable lives for one iteration
    VarDecl *cv = stmt->u.cond_var;
    if (cv) gen_local(fn, cv);
    // On the way out the condition variable ends, as it does after each turn.
    if (stmt->e && fn->cleanups != iter) {
        IrBlock *leave = gen_block(fn, "for.leave");
        gen_branch_on(fn, stmt->e, loop.body, leave);
        gen_at(fn, leave);
        gen_run_cleanups(fn, iter);
        gen_goto(fn, loop.end);
    } else if (stmt->e) {
        gen_branch_on(fn, stmt->e, loop.body, loop.end);
    } else {
        gen_goto(fn, loop.body);
    }
    gen_at(fn, loop.body);
    loop_body(fn, &loop, stmt->body, iter);
    gen_at(fn, loop.inc);
    gen_pop_cleanups(fn, iter);
    if (stmt->inc) gen_loc_expr(fn, stmt->inc, 0);
    if (stmt->inc) gen_void(fn, stmt->inc);
    if (gen_reachable(fn)) loop_metadata(fn, stmt, ir_br(&fn->b, loop.cond));
    gen_at(fn, loop.end);
    gen_pop_cleanups(fn, outer);
}

// The condition comes last and may not name what the body declares.
static void do_stmt(Fn *fn, Stmt *stmt) {
    Cleanup *outer = fn->cleanups;
    Loop loop = loop_begin(fn, LOOP_DO);
    gen_goto(fn, loop.body);
    gen_at(fn, loop.body);
    loop_body(fn, &loop, stmt->body, outer);
    gen_at(fn, loop.inc);
    gen_goto(fn, loop.cond);
    gen_loc_expr(fn, stmt->e, stmt->pos);
    gen_at(fn, loop.cond);
    gen_branch_on(fn, stmt->e, loop.body, loop.end);
    // The condition may be constant: then no branch is left that carries the pragma.
    if (ir_term(loop.cond)) loop_metadata(fn, stmt, ir_term(loop.cond));
    gen_at(fn, loop.end);
}

// A variable that the program has no name for, if there is one; `name` is the debugger's.
static void hidden_local(Fn *fn, VarDecl *var, const char *name) {
    if (!var) return;
    fn->di_hidden = atom_cstr(fn->g->ctx, name);
    gen_local(fn, var);
    fn->di_hidden = 0;
}

// The range, its begin and its end are variables of the front end's, as [stmt.ranged] spells it
// out.
static void range_for_stmt(Fn *fn, Stmt *stmt) {
    Cleanup *outer = fn->cleanups;
    if (stmt->init) gen_stmt(fn, stmt->init);
    hidden_local(fn, stmt->u.range->range, "__range");
    hidden_local(fn, stmt->u.range->begin, "__begin");
    hidden_local(fn, stmt->u.range->end, "__end");
    Loop loop = loop_begin(fn, LOOP_RANGE);
    gen_goto(fn, loop.cond);
    gen_at(fn, loop.cond);
    gen_branch_on(fn, stmt->e, loop.body, loop.end);
    gen_at(fn, loop.body);
    // The loop variable is a new one in each turn.
    Cleanup *iter = fn->cleanups;
    IrMd *around = gen_debug_block(fn, stmt->body ? stmt->body->pos : 0);
    if (stmt->u.range->decl)
        gen_stmt(fn, stmt->u.range->decl);
    else if (stmt->u.range->var)
        gen_local(fn, stmt->u.range->var);
    loop_body(fn, &loop, stmt->body, iter);
    fn->di_scope = around;
    gen_at(fn, loop.inc);
    gen_pop_cleanups(fn, iter);
    // ++begin is the front end's expression.
    gen_void(fn, stmt->inc);
    if (gen_reachable(fn)) loop_metadata(fn, stmt, ir_br(&fn->b, loop.cond));
    gen_at(fn, loop.end);
    gen_pop_cleanups(fn, outer);
}

// Ranges wider than this become compares instead of one switch edge for each value.
enum { CASE_RANGE_MAX = 64 };

// Case labels get their blocks before the body is generated, which may hold them anywhere (Duff's
// device). Ranges (GNU) that are long are compared, all other values are edges of one switch.
static void switch_stmt(Fn *fn, Stmt *stmt) {
    Cleanup *outer = fn->cleanups;
    if (stmt->init) gen_stmt(fn, stmt->init);
    IrValue *value = gen_scalar(fn, stmt->e);
    // bool has one bit, too few for case values from int.
    if (value->type->bits == 1) value = ir_zext(&fn->b, value, fn->g->m->ty_i32);
    IrBlock *end = gen_block(fn, "switch.end"), *dflt = end;
    if (stmt->u.cases.def) {
        dflt = gen_block(fn, "switch.default");
        map_put(&fn->cases, (uintptr_t)stmt->u.cases.def, dflt);
    }
    // Several values may lead to one label, which has one block.
    for (uint32_t i = 0; i < stmt->u.cases.n; i++) {
        CaseRange *c = &stmt->u.cases.at[i];
        void **slot = map_slot(&fn->cases, (uintptr_t)c->stmt);
        if (!*slot) map_put(&fn->cases, (uintptr_t)c->stmt, gen_block(fn, "switch.case"));
    }
    for (uint32_t i = 0; i < stmt->u.cases.n; i++) { // wide GNU ranges first
        CaseRange *c = &stmt->u.cases.at[i];
        uint64_t lo = apint_u64(&c->lo), n = apint_u64(&c->hi) - lo;
        if (n < CASE_RANGE_MAX) continue;
        IrValue *d = ir_sub(&fn->b, value, &ir_int(value->type, lo)->v);
        IrBlock *next = gen_block(fn, "switch.next");
        ir_condbr(&fn->b, ir_cmp(&fn->b, IR_ULE, d, &ir_int(value->type, n)->v),
                  map_get(&fn->cases, (uintptr_t)c->stmt), next);
        gen_at(fn, next);
    }
    // The values that are left are the edges of one switch, the default being its other way.
    if (gen_reachable(fn)) {
        IrInst *sw = ir_switch(&fn->b, value, dflt);
        for (uint32_t i = 0; i < stmt->u.cases.n; i++) {
            CaseRange *c = &stmt->u.cases.at[i];
            uint64_t lo = apint_u64(&c->lo), n = apint_u64(&c->hi) - lo;
            if (n >= CASE_RANGE_MAX) continue;
            for (uint64_t k = 0; k <= n; k++) {
                ir_switch_add(sw, ir_int(value->type, lo + k),
                              map_get(&fn->cases, (uintptr_t)c->stmt));
            }
        }
    }

    // The body is reached by its labels only.
    JumpTarget t = {.outer = fn->targets, .brk = end, .cleanups = outer, .is_switch = true};
    fn->targets = &t;
    fn->b.bb = NULL;
    if (stmt->body) gen_stmt(fn, stmt->body);
    gen_goto(fn, end);
    fn->targets = t.outer;
    gen_at(fn, end);
    gen_pop_cleanups(fn, outer);
}

// break and continue: what lives inside of the target ends; a switch takes no continue.
static void jump_out(Fn *fn, bool is_continue) {
    JumpTarget *t = fn->targets;
    while (t && is_continue && t->is_switch) t = t->outer;
    if (!t || !gen_reachable(fn)) return;
    gen_run_cleanups(fn, t->cleanups);
    gen_goto(fn, is_continue ? t->cont : t->brk);
    fn->b.bb = NULL;
}

// The value goes to the result's place before anything ends, and all ends before the jump.
static void return_stmt(Fn *fn, Stmt *stmt) {
    Type *ret = fn->fd->d.type->u.func.ret;
    Cleanup *full = fn->cleanups;
    if (stmt->e && ret->kind != TY_VOID) {
        // A reference is returned as an address. Temporaries of the operand end with all the rest.
        if (ty_is_ref(ret)) {
            Expr *e = stmt->e->kind == E_CLEANUPS ? stmt->e->a : stmt->e;
            ir_store(&fn->b, gen_addr(fn, e), fn->ret_addr, 8);
        } else {
            Expr *e = stmt->e->kind == E_CLEANUPS ? stmt->e->a : stmt->e;
            gen_init(fn, e, gen_place_at(fn, fn->ret_addr, ret));
        }
    } else if (stmt->e) {
        gen_void(fn, stmt->e);
    }
    if (gen_reachable(fn)) {
        gen_run_cleanups(fn, NULL);
        gen_goto(fn, fn->ret_block);
    }
    fn->cleanups = full; // temporaries of the return are gone on this path only
    fn->b.bb = NULL;
}

// A label's block, made by whoever names it first.
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
    // initialised statically, or a diagnostic says it cannot be
    gen_debug_static(fn, v, gen_var_decl(fn->g, v));
}

static void reference_local(Fn *fn, VarDecl *v) {
    Expr *e = v->init;
    if (!e) return;
    // A temporary bound to the reference lives as long as the variable, so its cleanup (and those
    // of the initialiser's other temporaries) stay on the list until the scope ends.
    if (e->kind == E_CLEANUPS) e = e->a;
    IrValue *address = gen_addr(fn, e);
    map_put(&fn->local, (uintptr_t)v, address);
    if (fn->g->debug && gen_reachable(fn))
        gen_debug_local(fn, v, gen_address_slot(fn, address, v->d.name));
}

// A variable of the function at its declaration: static ones are the module's, references are their
// addresses, others have memory in the frame. Its destructor waits on the list of cleanups.
void gen_local(Fn *fn, VarDecl *var) {
    Gen *gen = fn->g;
    if (var->d.flags & DF_INVALID) {
        gen_hidden_error(fn->g, var->d.pos);
        return;
    }
    cxx_var_init(gen->x, var);
    bool is_static =
        var->storage == STOR_STATIC || (var->d.cuda & CU_SHARED) || var->d.flags & DF_EXTERN;
    if (is_static) {
        static_local(fn, var);
        return;
    }
    if (ty_is_ref(var->d.type)) {
        reference_local(fn, var);
        return;
    }
    gen_check_sized(gen, var, false);
    IrValue *value = gen_alloca(fn, var->d.type, var->align, var->d.name);
    map_put(&fn->local, (uintptr_t)var, value);
    gen_debug_local(fn, var, value);
    Place place = {.addr = value, .type = ty_unqual(var->d.type)};
    place.align = CU_MAX(gen_align(gen, var->d.type), var->align);
    Cleanup *outer = fn->cleanups;
    if (var->value && (var->d.flags & DF_CONSTEXPR)) {
        // its initialiser may name functions that have no code
        Expr c = {.kind = E_CONST, .cat = VC_PRVALUE, .type = place.type, .pos = var->d.pos};
        c.u.val = var->value;
        gen_init(fn, &c, place);
    } else if (var->init) {
        gen_init(fn, var->init->kind == E_CLEANUPS ? var->init->a : var->init, place);
        gen_pop_cleanups(fn, outer); // the initialiser's temporaries
    }

    // A variable declared in an arm of a condition (GNU statement expressions) exists when its
    // scope ends: no flag.
    if (cxx_find_dtor(gen->x, var->d.type)) {
        uint32_t depth = fn->cond_depth;
        fn->cond_depth = 0;
        gen_push_cleanup(fn, value, ty_unqual(var->d.type));
        fn->cond_depth = depth;
    }
}

// The scope's variables end with it.
static void compound(Fn *fn, Stmt *s) {
    Cleanup *outer = fn->cleanups;
    const Stmt *scope = fn->scope;
    fn->scope = s;
    for (uint32_t i = 0; i < s->u.list.n; i++) gen_stmt(fn, s->u.list.at[i]);
    gen_pop_cleanups(fn, outer);
    fn->scope = scope;
}

// The block was made by switch_stmt; without one the case stands in dead code.
static void case_stmt(Fn *fn, Stmt *s) {
    IrBlock *bb = map_get(&fn->cases, (uintptr_t)s);
    if (bb) {
        gen_goto(fn, bb);
        gen_at(fn, bb);
    }
    if (s->body) gen_stmt(fn, s->body);
}

static bool may_hold_label(const Stmt *stmt) { // can control enter it other than from above?
    if (!stmt) return false;
    switch (stmt->kind) {
    case S_CASE:
    case S_DEFAULT:
    case S_LABEL: return true;
    case S_COMPOUND:
        for (uint32_t i = 0; i < stmt->u.list.n; i++) {
            if (may_hold_label(stmt->u.list.at[i])) return true;
        }
        return false;
    case S_IF:
    case S_FOR:
    case S_WHILE:
    case S_DO:
    case S_SWITCH:
    case S_RANGE_FOR: return may_hold_label(stmt->body) || may_hold_label(stmt->els);
    default: return false;
    }
}

// Inline PTX (asm.c): outputs' places first, then the inputs' values.
static void asm_stmt(Fn *fn, Stmt *stmt) {
    const AsmData *data = stmt->u.asm_;
    AsmGen *asm_gen = gen_asm_begin(fn, stmt);
    for (uint32_t i = 0; i < data->nout; i++)
        gen_asm_output(asm_gen, i, gen_place(fn, data->out[i].e));
    for (uint32_t i = 0; i < data->nin; i++) {
        bool evaluates = gen_asm_evaluates(asm_gen, i);
        gen_asm_input(asm_gen, i, evaluates ? gen_scalar(fn, data->in[i].e) : NULL);
    }
    gen_asm_end(asm_gen, stmt->pos);
}

// Any statement. In dead code (no current block) only what a label can reach.
void gen_stmt(Fn *fn, Stmt *stmt) {
    if (!stmt) return;
    if (!gen_reachable(fn)) {       // dead code: only what a label can reach is generated
        if (stmt->kind == S_DECL) { // but a switch may jump past a declaration into its scope
            gen_at(fn, gen_block(fn, "dead"));
        } else if (!may_hold_label(stmt)) {
            return;
        } else if (!is_any_of(stmt->kind, S_CASE, S_DEFAULT, S_LABEL, S_COMPOUND)) {
            gen_at(fn, gen_block(fn, "dead"));
        }
    }
    IrMd *around = gen_debug_enter(fn, stmt);
    if (stmt->kind != S_COMPOUND) gen_loc(fn, stmt->pos);
    Cleanup *outer = fn->cleanups;
    switch ((StmtKind)stmt->kind) {
    case S_NULL: break;
    case S_ERROR: gen_hidden_error(fn->g, stmt->pos); break;
    case S_COMPOUND: compound(fn, stmt); break;
    case S_EXPR:
        fn->tile_hints = stmt->u.tile_hints;
        gen_void(fn, stmt->e);
        fn->tile_hints = 0;
        gen_pop_cleanups(fn, outer);
        break;
    case S_DECL:
        for (uint32_t i = 0; i < stmt->u.decl.n; i++) {
            if (i) gen_loc(fn, stmt->u.decl.var[i]->d.pos);
            gen_local(fn, stmt->u.decl.var[i]);
        }
        break;
    case S_IF: if_stmt(fn, stmt); break;
    case S_IF_CONSTEVAL:
        if (stmt->els) gen_stmt(fn, stmt->els);
        break;
    case S_SWITCH: switch_stmt(fn, stmt); break;
    case S_CASE:
    case S_DEFAULT: case_stmt(fn, stmt); break;
    case S_WHILE:
    case S_FOR: for_stmt(fn, stmt); break;
    case S_DO: do_stmt(fn, stmt); break;
    case S_RANGE_FOR: range_for_stmt(fn, stmt); break;
    case S_BREAK: jump_out(fn, false); break;
    case S_CONTINUE: jump_out(fn, true); break;
    case S_RETURN: return_stmt(fn, stmt); break;
    case S_GOTO:
        gen_goto_cleanups(fn, stmt->u.jump.target);
        gen_goto(fn, label_block(fn, stmt->u.jump.target));
        fn->b.bb = NULL;
        break;
    case S_LABEL: {
        IrBlock *bb = label_block(fn, stmt);
        gen_goto(fn, bb);
        gen_at(fn, bb);
        gen_label_cleanups(fn, stmt);
        if (stmt->body) gen_stmt(fn, stmt->body);
        break;
    }
    case S_ASM: asm_stmt(fn, stmt); break;
    }
    fn->di_scope = around;
}
