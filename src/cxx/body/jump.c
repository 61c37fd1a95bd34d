// SPDX-License-Identifier: Apache-2.0
// body/jump.c: jumps [stmt.jump]: break, continue, goto and labels, and what they must not pass.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/body/body.h"

Stmt *xe_break_continue(Parse *p) {
    Pos pos = xe_pos(p);
    bool brk = cxx_peek(p) == T_KW_BREAK;
    Stmt *s = xe_stmt(p, brk ? S_BREAK : S_CONTINUE, pos);
    p->at++;
    if (brk ? !p->fs->breakable : !p->fs->loops) {
        if (brk)
            CXX_DIAG(p->x, x_break_outside, pos);
        else
            CXX_DIAG(p->x, x_continue_outside, pos);
        s->kind = S_ERROR;
    }
    xe_end_semi(p, false);
    return s;
}

Stmt *xe_goto(Parse *p) {
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_GOTO, pos);
    p->at++;
    if (cxx_peek(p) != T_IDENT) {
        CXX_DIAG(p->x, x_computed_goto, pos);
        xe_recover(p);
        s->kind = S_ERROR;
        return s;
    }
    s->u.jump.label = p->tok[p->at++].text;
    vec_push(pa(p), &p->fs->gotos, ((JumpPlace){s, p->scope, p->at}));
    xe_end_semi(p, false);
    return s;
}

Stmt *xe_label(Parse *p) {
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_LABEL, pos);
    s->u.jump.label = p->tok[p->at].text;
    p->at += 2;
    vec_push(pa(p), &p->fs->labels, ((JumpPlace){s, p->scope, p->at}));
    s->body = xe_labelled_body(p);
    return s;
}

// ---- jumps past initialisations [stmt.dcl]/2 ---------------------------------------------------

static bool in_scope(const Scope *s, const Scope *outer) {
    for (; s; s = s->parent) {
        if (s == outer) return true;
        if (s->kind == SC_FUNC) return false;
    }
    return false;
}

// Whether to jump past v leaves something undone: an initialiser, a constructor or destructor.
static bool has_init(Cxx *x, const VarDecl *v) {
    if (v->storage != STOR_AUTO || v->d.flags & DF_INVALID || v->capture_of) return false;
    if (v->init_style != INIT_NONE) return true;
    Type *t = v->d.type;
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS) return false;
    cxx_class_specials(x, t->u.cls);
    return !t->u.cls->trivial_default || !t->u.cls->trivial_dtor;
}

// The first variable that is in scope at `to` (token `at`) and that a jump from `from` passes:
// those of the blocks around `to`, up to `top`, that stand between.
static VarDecl *bypassed(Cxx *x, Scope *to, uint32_t at, const Scope *top, Scope *from,
                         uint32_t from_at) {
    VarDecl *first = NULL;
    for (Scope *s = to; s && s != top && s->kind == SC_BLOCK; s = s->parent) {
        bool inside = from && in_scope(from, s);
        MAP_FOREACH (e, &s->names) {
            for (Decl *d = e->val; d; d = d->next) {
                if (d->kind != D_VAR || d->order >= at || (inside && d->order < from_at)) continue;
                if (has_init(x, (VarDecl *)d) && (!first || d->order < first->d.order))
                    first = (VarDecl *)d;
            }
        }
    }
    return first;
}

void xe_check_case_jump(Parse *p, const SwitchState *sw) {
    if (p->scope == sw->scope) return;
    VarDecl *v = bypassed(p->x, p->scope, p->at, sw->scope, NULL, 0);
    if (!v) return;
    CXX_DIAG(p->x, x_bypass_case, sw->pos, v->d.name);
    cxx_note_declared(p->x, &v->d);
}

static void check_goto(Parse *p, const JumpPlace *g, const JumpPlace *l) {
    VarDecl *v = bypassed(p->x, l->scope, l->at, NULL, g->scope, g->at);
    if (!v) return;
    CXX_DIAG(p->x, x_bypass_goto, g->stmt->pos, v->d.name);
    cxx_note_declared(p->x, &v->d);
}

void xe_resolve_gotos(Parse *p, struct FnState *fs) {
    if (!fs->labels.n && !fs->gotos.n) return;
    Map m, used;
    map_init(&m, pa(p));
    map_init(&used, pa(p));
    for (uint32_t i = 0; i < fs->labels.n; i++) {
        Stmt *l = fs->labels.at[i].stmt;
        void **slot = map_slot(&m, l->u.jump.label);
        if (*slot) CXX_DIAG(p->x, x_duplicate_label, l->pos, l->u.jump.label);
        *slot = &fs->labels.at[i];
    }
    for (uint32_t i = 0; i < fs->gotos.n; i++) {
        Stmt *g = fs->gotos.at[i].stmt;
        const JumpPlace *l = map_get(&m, g->u.jump.label);
        g->u.jump.target = l ? l->stmt : NULL;
        if (l) {
            check_goto(p, &fs->gotos.at[i], l);
        } else {
            CXX_DIAG(p->x, x_undefined_label, g->pos, g->u.jump.label);
            g->kind = S_ERROR;
        }
        if (l) map_put(&used, (uintptr_t)l->stmt, l->stmt);
    }
    const FuncDecl *f = p->fn;
    bool plain =
        f && f->d.flags & DF_IN_MAIN_FILE && !f->tmpl && !f->d.env && !f->body_env && !p->dependent;
    for (uint32_t i = 0; plain && i < fs->labels.n; i++) {
        Stmt *l = fs->labels.at[i].stmt;
        if (!map_get(&used, (uintptr_t)l)) CXX_DIAG(p->x, w_unused_label, l->pos, l->u.jump.label);
    }
}
