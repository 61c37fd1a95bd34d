// SPDX-License-Identifier: Apache-2.0
// body/jump.c: jumps [stmt.jump]: break, continue, goto and labels, and what they must not pass.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/body/body.h"

Stmt *xe_break_continue(Parse *parse) {
    Pos pos = xe_pos(parse);
    bool brk = cxx_peek(parse) == T_KW_BREAK;
    Stmt *stmt = xe_stmt(parse, brk ? S_BREAK : S_CONTINUE, pos);
    parse->at++;
    if (brk ? !parse->fs->breakable : !parse->fs->loops) {
        if (brk)
            CXX_DIAG(parse->x, x_break_outside, pos);
        else
            CXX_DIAG(parse->x, x_continue_outside, pos);
        stmt->kind = S_ERROR;
    }
    xe_end_semi(parse, false);
    return stmt;
}

// `goto *expression;` (GNU), of which no code is made: at the `*`.
static Stmt *computed_goto(Parse *parse, Stmt *jump) {
    parse->at++;
    jump->kind = S_EXPR;
    Expr *to = cxx_parse_expr(parse);
    if (!xe_open(to))
        to = cxx_convert(
            parse, to,
            ty_pointer(parse->x, ty_qual(parse->x, ty_basic(parse->x, TY_VOID), Q_CONST)), "goto");
    jump->e = to;
    if (xe_err(to)) jump->kind = S_ERROR;
    xe_end_semi(parse, xe_err(to));
    return jump;
}

Stmt *xe_goto(Parse *parse) {
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_GOTO, pos);
    parse->at++;
    if (cxx_peek(parse) == T_STAR && cxx_in_host_code(parse)) return computed_goto(parse, stmt);
    if (cxx_peek(parse) != T_IDENT) {
        CXX_DIAG(parse->x, x_computed_goto, pos);
        xe_recover(parse);
        stmt->kind = S_ERROR;
        return stmt;
    }
    stmt->u.jump.label = parse->tok[parse->at++].text;
    vec_push(pa(parse), &parse->fs->gotos, ((JumpPlace){stmt, parse->scope, parse->at}));
    xe_end_semi(parse, false);
    return stmt;
}

Stmt *xe_label(Parse *parse) {
    Pos pos = xe_pos(parse);
    Stmt *s = xe_stmt(parse, S_LABEL, pos);
    s->u.jump.label = parse->tok[parse->at].text;
    parse->at += 2;
    vec_push(pa(parse), &parse->fs->labels, ((JumpPlace){s, parse->scope, parse->at}));
    s->body = xe_labelled_body(parse);
    return s;
}

// ---- jumps past initialisations [stmt.dcl]/2 ---------------------------------------------------

static bool in_scope(const Scope *scope, const Scope *outer) {
    for (; scope; scope = scope->parent) {
        if (scope == outer) return true;
        if (scope->kind == SC_FUNC) return false;
    }
    return false;
}

// Whether to jump past a variable leaves something undone: an initialiser, a constructor or
// destructor.
static bool has_init(Cxx *cxx, const VarDecl *var) {
    if (var->storage != STOR_AUTO || var->d.flags & DF_INVALID || var->capture_of) return false;
    if (var->init_style != INIT_NONE) return true;
    Type *t = var->d.type;
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS) return false;
    cxx_class_specials(cxx, t->u.cls);
    return !t->u.cls->special.trivial_default || !t->u.cls->special.trivial_dtor;
}

// The first variable that is in scope at `to` (token `at`) and that a jump from `from` passes:
// those of the blocks around `to`, up to `top`, that stand between.
static VarDecl *bypassed(Cxx *cxx, Scope *to, uint32_t at, const Scope *top, Scope *from,
                         uint32_t from_at) {
    VarDecl *first = NULL;
    for (Scope *s = to; s && s != top && s->kind == SC_BLOCK; s = s->parent) {
        bool inside = from && in_scope(from, s);
        MAP_FOREACH (e, &s->names) {
            for (Decl *d = e->val; d; d = d->next) {
                if (d->kind != D_VAR || d->order >= at || (inside && d->order < from_at)) continue;
                if (has_init(cxx, (VarDecl *)d) && (!first || d->order < first->d.order))
                    first = (VarDecl *)d;
            }
        }
    }
    return first;
}

// The outermost block around `to`, up to `top`, that a jump from `from` must not enter.
static const Scope *guarded(const Scope *to, const Scope *top, const Scope *from) {
    const Scope *found = NULL;
    for (const Scope *s = to; s && s != top && s->kind == SC_BLOCK; s = s->parent) {
        if (s->guard && !(from && in_scope(from, s))) found = s;
    }
    return found;
}

static bool check_guard(Parse *parse, const Scope *guard, Pos pos) {
    const DiagRow *const rows[] = {[GUARD_TRY] = DIAG_OF(cxx, x_into_try),
                                   [GUARD_HANDLER] = DIAG_OF(cxx, x_into_handler),
                                   [GUARD_CONSTEXPR_IF] = DIAG_OF(cxx, x_into_constexpr_if)};
    if (!guard) return true;
    return diag(parse->x->ctx, rows[guard->guard], pos);
}

void xe_check_case_jump(Parse *parse, const SwitchState *sw) {
    if (parse->scope == sw->scope) return;
    if (!check_guard(parse, guarded(parse->scope, sw->scope, NULL), sw->pos)) return;
    VarDecl *v = bypassed(parse->x, parse->scope, parse->at, sw->scope, NULL, 0);
    if (!v) return;
    CXX_DIAG(parse->x, x_bypass_case, sw->pos, v->d.name);
    cxx_note_declared(parse->x, &v->d);
}

static void check_goto(Parse *parse, const JumpPlace *g, const JumpPlace *l) {
    if (!check_guard(parse, guarded(l->scope, NULL, g->scope), g->stmt->pos)) return;
    VarDecl *v = bypassed(parse->x, l->scope, l->at, NULL, g->scope, g->at);
    if (!v) return;
    CXX_DIAG(parse->x, x_bypass_goto, g->stmt->pos, v->d.name);
    cxx_note_declared(parse->x, &v->d);
}

void xe_resolve_gotos(Parse *parse, struct FnState *fs) {
    if (!fs->labels.n && !fs->gotos.n && !fs->addressed.n) return;
    Map map, used;
    map_init(&map, pa(parse));
    map_init(&used, pa(parse));
    for (uint32_t i = 0; i < fs->labels.n; i++) {
        Stmt *l = fs->labels.at[i].stmt;
        void **slot = map_slot(&map, l->u.jump.label);
        if (*slot) CXX_DIAG(parse->x, x_duplicate_label, l->pos, l->u.jump.label);
        *slot = &fs->labels.at[i];
    }
    for (uint32_t i = 0; i < fs->gotos.n; i++) {
        Stmt *g = fs->gotos.at[i].stmt;
        const JumpPlace *l = map_get(&map, g->u.jump.label);
        g->u.jump.target = l ? l->stmt : NULL;
        if (l) {
            check_goto(parse, &fs->gotos.at[i], l);
        } else {
            CXX_DIAG(parse->x, x_undefined_label, g->pos, g->u.jump.label);
            g->kind = S_ERROR;
        }
        if (l) map_put(&used, (uintptr_t)l->stmt, l->stmt);
    }
    for (uint32_t i = 0; i < fs->addressed.n; i++) {
        const LabelUse *use = &fs->addressed.at[i];
        const JumpPlace *l = map_get(&map, use->label);
        if (l)
            map_put(&used, (uintptr_t)l->stmt, l->stmt);
        else
            CXX_DIAG(parse->x, x_undefined_label, use->pos, use->label);
    }
    const FuncDecl *f = parse->fn;
    bool plain = f && f->d.flags & DF_IN_MAIN_FILE && !f->inst.tmpl && !f->d.env && !f->body.env &&
                 !parse->dependent;
    bool is_constexpr = plain && f->d.flags & DF_CONSTEXPR && !cxx_is_of_closure(f);
    if (is_constexpr && fs->labels.n && parse->x->opt.std < 23) // [dcl.constexpr]/3
        CXX_DIAG(parse->x, d_constexpr_label, fs->labels.at[0].stmt->pos);
    for (uint32_t i = 0; plain && i < fs->labels.n; i++) {
        Stmt *l = fs->labels.at[i].stmt;
        if (!map_get(&used, (uintptr_t)l))
            CXX_DIAG(parse->x, w_unused_label, l->pos, l->u.jump.label);
    }
}
