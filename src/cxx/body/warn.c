// SPDX-License-Identifier: Apache-2.0
// body/warn.c: warnings about a parsed function body, with nvcc's numbers: variables that nothing
// names (#177) or reads (#550), the end of a function that should have returned a value (#940). Of
// functions outside of system headers; of instances no more than #177 for a variable that the
// template never names, with a type that does not depend: what one instance discards another may
// use.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/constant/constant.h"
#include "cxx/body/body.h"

// ---- can control reach the end? ----------------------------------------------------------------

typedef struct Flow {
    bool breaks, continues; // met in the innermost loop
    uint32_t depth;
} Flow;

static bool falls(const Stmt *s, Flow *f);

// A condition that is a constant: 1 true, 0 false, -1 unknown.
static int known(Cxx *x, const Expr *e) {
    bool v;
    if (!e) return 1;
    if (e->kind == E_CLEANUPS) e = e->a;
    if (e->kind != E_INT && !(e->kind == E_CAST && e->a->kind == E_INT)) return -1;
    return cxx_const_bool(x, (Expr *)e, &v) ? v : -1;
}

// Calls of functions that do not return end a path.
static bool ends_path(const Expr *e) {
    while (e && (e->kind == E_CLEANUPS || (e->kind == E_CAST && e->op == CK_VOID))) e = e->a;
    if (!e) return false;
    if (e->kind == E_THROW) return true;
    if (e->kind != E_CALL && e->kind != E_BUILTIN) return false;
    const Decl *d = e->u.decl;
    if (!d || d->kind != D_FUNC) return false;
    const FuncDecl *g = (const FuncDecl *)d;
    GnuBuiltin b = cxx_gnu_builtin(g);
    return g->noreturn || b == GB_unreachable || b == GB_trap || b == GB_abort;
}

static bool loop_falls(const Stmt *s, int cond, Flow *f) {
    Flow in = {.depth = f->depth + 1};
    falls(s->body, &in);
    return cond != 1 || in.breaks;
}

// Whether control can leave s at its end; unknown means yes only where nothing else is possible: a
// label may be reached from anywhere, so what holds one or a switch counts as not falling through.
static bool falls(const Stmt *s, Flow *f) {
    if (!s) return true;
    if (f->depth > 200) return false;
    switch ((StmtKind)s->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < s->u.list.n; i++) {
            if (!falls(s->u.list.at[i], f)) return false;
        }
        return true;
    case S_EXPR: return !ends_path(s->e);
    case S_IF: {
        f->depth++;
        bool then = falls(s->body, f), els = falls(s->els, f);
        f->depth--;
        return then || els;
    }
    case S_BREAK: f->breaks = true; return false;
    case S_WHILE:
    case S_FOR: return loop_falls(s, s->e ? -1 : s->kind == S_FOR ? 1 : -1, f);
    case S_CONTINUE: f->continues = true; return false;
    case S_DO: {
        Flow in = {.depth = f->depth + 1};
        bool end = falls(s->body, &in);
        return end || in.breaks || in.continues;
    }
    case S_RANGE_FOR:
    case S_DECL:
    case S_NULL: return true;
    default: return false; // return, goto, switch, labels, asm, errors
    }
}

static bool endless(Cxx *x, const Stmt *s) { // `while (1)`, `for (;;)` at the end of the body
    while (s && s->kind == S_COMPOUND && s->u.list.n) s = s->u.list.at[s->u.list.n - 1];
    return s && (s->kind == S_WHILE || s->kind == S_FOR || s->kind == S_DO) && known(x, s->e) == 1;
}

static void check_return(Parse *p, const FuncDecl *f, const Stmt *body) {
    const Type *ret = f->d.type->kind == TY_FUNC ? f->d.type->u.func.ret : NULL;
    if (!ret || ret->kind == TY_VOID || ret->kind == TY_ERROR || f->noreturn ||
        f->kind == FK_CTOR || f->kind == FK_DTOR || (ret->flags & TF_HAS_AUTO)) {
        return;
    }
    if (f->d.name == p->x->n.main && f->d.scope == p->x->global) return; // it returns 0
    Flow flow = {0};
    if (!falls(body, &flow) || endless(p->x, body)) return;
    CXX_DIAG(p->x, w_missing_return, body->end ? body->end : body->pos, &f->d);
}

// ---- variables ---------------------------------------------------------------------------------

static bool has_indeterminate(const ConstVal *c) {
    if (!c || c->kind == CV_INDET) return c != NULL;
    if (c->kind != CV_AGG) return false;
    for (uint32_t i = 0; i < c->u.agg.n; i++) {
        if (has_indeterminate(c->u.agg.at[i])) return true;
    }
    return has_indeterminate(c->u.agg.filler);
}

// Whether its initialisation or its end does something that the variable may be there for.
bool xe_has_effects(Cxx *x, VarDecl *v) {
    Type *t = v->d.type;
    if (xe_quals(t) & Q_VOLATILE) return true;
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind == TY_CLASS) {
        if (t->u.cls->is_closure) return false;
        cxx_class_specials(x, t->u.cls);
        if (!t->u.cls->trivial_dtor) return true;
    }
    if (!v->init || !xe_init_effect(v->init)) return false;
    const ConstVal *c = ty_is_ref(t) ? NULL : cxx_const_eval_init(x, v, v->init, false);
    return !c || has_indeterminate(c);
}

// A variable that was declared with a name in the source, and not to be left alone.
static bool written(const Parse *p, const VarDecl *v) {
    const Decl *d = &v->d;
    if (!d->name || !d->pos || d->kind != D_VAR || d->order == 0) return false;
    if (d->flags & (DF_INVALID | DF_IMPLICIT | DF_EXTERN)) return false;
    if (v->capture_of || v->is_pack_elem || (d->attrs && d->attrs->maybe_unused)) return false;
    if (p->tok[d->order + 1].kind == T_COLON) return false; // of a range-based for
    return p->tok[d->order].kind == T_IDENT && p->tok[d->order].text == d->name;
}

// Set, by `=` alone, and never read.
static bool only_set(Cxx *x, VarDecl *v) {
    const Type *t = v->d.type;
    if (diag_error_count(x->ctx)) return false; // a use may have been in error
    if (!v->named || v->named != v->set || ty_is_ref(t) || t->quals & Q_VOLATILE) return false;
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->quals & Q_VOLATILE || t->kind != TY_CLASS) return !(t->quals & Q_VOLATILE);
    return !xe_has_effects(x, v);
}

static void check_locals(Parse *p, const FuncDecl *f) {
    for (uint32_t i = 0; i < f->locals.n; i++) {
        VarDecl *v = f->locals.at[i];
        if (!written(p, v)) continue;
        if (only_set(p->x, v))
            CXX_DIAG(p->x, w_set_unused, v->d.pos, v->d.name);
        else if (!v->referenced && !(v->d.flags & DF_USED) && !xe_has_effects(p->x, v))
            CXX_DIAG(p->x, w_unused_variable, v->d.pos, v->d.name);
    }
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *v = f->param[i];
        if (v && written(p, v) && only_set(p->x, v))
            CXX_DIAG(p->x, w_parm_set_unused, v->d.pos, v->d.name);
    }
}

// Structured bindings of which none is named: the first stands for all.
static void check_bindings(Parse *p) {
    const struct FnState *fs = p->fs;
    if (diag_error_count(p->x->ctx)) return; // a use may have been in error
    for (uint32_t i = 0, next; i < fs->bindings.n; i = next) {
        const VarDecl *first = &fs->bindings.at[i]->v, *of = first->capture_of;
        bool named = of->storage != STOR_AUTO || (of->d.attrs && of->d.attrs->maybe_unused);
        for (next = i; next < fs->bindings.n; next++) {
            const VarDecl *v = &fs->bindings.at[next]->v;
            if (v->capture_of != of) break;
            named |= v->referenced || v->d.flags & DF_INVALID;
        }
        if (!named) CXX_DIAG(p->x, w_unused_binding, first->d.pos, first->d.name);
    }
}

// ---- variables of instances --------------------------------------------------------------------

// Whether the declaration in front of v's name spells a type without names, or `auto` with an
// initialiser without names.
static bool spells_plain_type(const Parse *p, const VarDecl *v) {
    bool is_auto = false;
    for (uint32_t i = v->d.order; i-- > 0;) {
        uint16_t k = p->tok[i].kind;
        if (k == T_SEMI || k == T_LBRACE || k == T_RBRACE || k == T_LPAREN) break;
        is_auto |= k == T_KW_AUTO;
        if (k == T_KW_DECLTYPE || (!lex_is_keyword(k) && k != T_STAR)) return false;
    }
    if (p->tok[v->d.order + 1].kind == T_LBRACKET && p->tok[v->d.order + 2].kind == T_RBRACKET)
        return false;
    for (uint32_t i = v->d.order + 1; is_auto && i < p->end && p->tok[i].kind != T_SEMI; i++) {
        if (p->tok[i].kind == T_IDENT) return false;
    }
    return true;
}

// The names in the tokens of a body -> how often, as a number.
static void count_names(const Parse *p, TokRange body, Map *names) {
    map_init(names, &p->x->ctx->scratch);
    for (uint32_t i = body.begin; i < body.end; i++) {
        if (p->tok[i].kind != T_IDENT) continue;
        void **n = map_slot(names, p->tok[i].text);
        *n = (void *)((uintptr_t)*n + 1);
    }
}

static void check_instance_locals(Parse *p, const FuncDecl *f) {
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    Map names;
    bool counted = false;
    for (uint32_t i = 0; i < f->locals.n; i++) {
        VarDecl *v = f->locals.at[i];
        if (v->referenced || v->d.flags & DF_USED || !written(p, v) || xe_has_effects(p->x, v))
            continue;
        if (!spells_plain_type(p, v)) continue;
        if (!counted) count_names(p, f->body_range, &names);
        counted = true;
        bool inside = v->d.order >= f->body_range.begin && v->d.order < f->body_range.end;
        if ((uintptr_t)map_get(&names, v->d.name) > inside) continue; // named again
        CXX_DIAG(p->x, w_unused_variable, v->d.pos, v->d.name);
    }
    arena_reset(&p->x->ctx->scratch, mark);
}

void xe_warn_body(Parse *p, const FuncDecl *f, const Stmt *body) {
    if (!f || p->dependent || diag_silent(p->x->ctx)) return;
    bool closure = f->cls && f->cls->is_closure;
    if (!(f->d.flags & DF_IN_MAIN_FILE) && cxx_in_system_header(p->x, body->pos)) return;
    if (diag_error_count(p->x->ctx) == p->fs->errors) {
        xe_warn_numbers(p, f, body);
        xe_warn_reach(p, body);
        xe_warn_values(p, body);
    }
    if (f->tmpl || f->d.env || f->body_env) {
        check_instance_locals(p, f);
        return;
    }
    if (!closure || !p->fs->ret_auto) check_return(p, f, body);
    check_locals(p, f);
    check_bindings(p);
}
