// SPDX-License-Identifier: Apache-2.0
// The stack of instantiations: why code is being elaborated. It bounds the depth of instances in
// each other, keeps for each instance the reason of its first use, and unwinds behind a limit's
// error.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

bool cxx_too_deep(Cxx *x, Pos pos) {
    cxx_inst_unwind(x);
    return CXX_DIAG(x, d_nesting_too_deep, pos);
}

bool cxx_deeper(Parse *p, Pos pos) {
    return ++p->depth <= p->x->ctx->max_depth || cxx_too_deep(p->x, pos);
}

void cxx_inst_unwind(Cxx *x) {
    x->inst_unwinding = x->inst_depth > 0;
}

bool cxx_inst_refused(Cxx *x) {
    return x->inst_unwinding && diag_error_count(x->ctx) && !diag_trapped(x->ctx);
}

bool tm_limit(Cxx *x, Pos pos) {
    cxx_inst_unwind(x);
    if (x->inst_limit_hit) return CXX_DIAG(x, tmpl_depth_again, pos);
    x->inst_limit_hit = true;
    HardCtx h;
    tm_hard_begin(x, &h);
    CXX_DIAG(x, tmpl_depth, pos);
    tm_hard_end(x, &h);
    return false;
}

static bool push(Cxx *x, struct InstFrame *f, struct InstFrame *outer) {
    uint32_t limit = x->opt.max_template_depth ? x->opt.max_template_depth : 1024;
    f->depth = outer ? outer->depth + 1 : 1;
    if (cxx_inst_refused(x)) return false;
    if (x->inst_unwinding) return CXX_DIAG(x, tmpl_depth_again, f->pos);
    // deep recursion also ends where the C stack does
    if (f->depth > limit || (char *)__builtin_frame_address(0) < tm_table(x)->stack_low)
        return tm_limit(x, f->pos);
    f->outer = outer;
    f->prev = x->inst_stack;
    x->inst_stack = f;
    x->inst_depth++;
    return true;
}

bool tm_push(Cxx *x, struct InstFrame *f, InstKind k, Decl *d, TmplArgs *args, Pos pos) {
    *f = (struct InstFrame){.kind = (uint8_t)k, .d = d, .args = args, .pos = pos};
    return push(x, f, x->inst_stack);
}

void tm_pop(Cxx *x) {
    x->inst_stack = x->inst_stack->prev;
    if (!--x->inst_depth) x->inst_unwinding = false;
}

// A copy of the stack that outlives it.
static struct InstFrame *keep(Cxx *x, struct InstFrame *f) {
    struct InstFrame *first = NULL, **at = &first;
    for (; f; f = f->outer) {
        if (f->kept) {
            *at = f->kept;
            return first;
        }
        struct InstFrame *c = arena_new(tm_arena(x), struct InstFrame);
        *c = *f;
        c->kept = c;
        f->kept = c;
        *at = c;
        at = &c->outer;
        c->outer = NULL;
    }
    return first;
}

static bool is_var_instance(const VarDecl *v) {
    const Scope *s = cxx_decl_scope(v->d.scope);
    return v->tmpl || (s && s->kind == SC_CLASS && s->cls->env);
}

void cxx_inst_note(Cxx *x, Decl *d, Pos pos) {
    if (d->kind == D_FUNC) {
        FuncDecl *f = (FuncDecl *)d;
        if (f->inst_pos || !(f->tmpl || (f->cls && f->cls->env))) return;
        f->inst_from = keep(x, x->inst_stack);
        f->inst_pos = pos;
    } else if (d->kind == D_CLASS) {
        ClassDecl *c = (ClassDecl *)d;
        if (c->inst_pos || !c->tmpl || c->unbound) return;
        c->inst_from = keep(x, x->inst_stack);
        c->inst_pos = pos;
    } else if (d->kind == D_VAR) {
        VarDecl *v = (VarDecl *)d;
        if (v->inst_pos || !is_var_instance(v)) return;
        v->inst_from = keep(x, x->inst_stack);
        v->inst_pos = pos;
    }
}

bool cxx_inst_push(Cxx *x, CxxInst *i, Decl *d, Pos pos) {
    *i = (CxxInst){0};
    cxx_inst_note(x, d, pos);
    struct InstFrame *from = NULL;
    InstKind k = IF_FUNC_BODY;
    if (d->kind == D_FUNC) {
        if (!((FuncDecl *)d)->inst_pos) return true;
        from = ((FuncDecl *)d)->inst_from;
        pos = ((FuncDecl *)d)->inst_pos;
    } else if (d->kind == D_CLASS) {
        if (!((ClassDecl *)d)->inst_pos) return true;
        from = ((ClassDecl *)d)->inst_from;
        pos = ((ClassDecl *)d)->inst_pos;
        k = IF_CLASS;
    } else if (d->kind == D_VAR) {
        VarDecl *v = (VarDecl *)d;
        if (!is_var_instance(v)) return true;
        from = x->inst_stack ? x->inst_stack : v->inst_from;
        k = IF_VAR;
    } else {
        return true;
    }
    i->frame = arena_new(tm_arena(x), struct InstFrame);
    *i->frame = (struct InstFrame){.kind = (uint8_t)k, .d = d, .pos = pos};
    return push(x, i->frame, from);
}

void cxx_inst_pop(Cxx *x, CxxInst *i) {
    if (i->frame) tm_pop(x);
}

void tm_hard_begin(Cxx *x, HardCtx *h) {
    diag_trap_push(x->ctx, &h->trap);
    h->trap.hard = true;
}

uint32_t tm_hard_end(Cxx *x, HardCtx *h) {
    return diag_trap_pop(x->ctx, &h->trap);
}
