// SPDX-License-Identifier: Apache-2.0
// lookup/used.c: odr-use [basic.def.odr]: what an expression names gets code or storage, unless the
// operand is unevaluated, only part of a constant, or left to the host.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

static void need_function(Cxx *x, FuncDecl *f) {
    // everything reachable that was recorded while it was not needed, without recursion
    uint32_t i = x->work.n;
    f->d.flags |= DF_USED;
    vec_push(&x->ctx->perm, &x->work, f);
    for (; i < x->work.n; i++) {
        FuncDecl *g = x->work.at[i];
        for (uint32_t k = 0; k < g->uses.n; k++) {
            Decl *u = g->uses.at[k];
            if (u->flags & DF_USED || cxx_left_to_host(x, u)) continue;
            u->flags |= DF_USED;
            if (u->kind == D_FUNC)
                vec_push(&x->ctx->perm, &x->work, (FuncDecl *)u);
            else
                vec_push(&x->ctx->perm, &x->work_vars, (VarDecl *)u);
        }
        // g->uses stay: the host phase may take back that g is needed (check/host.c)
    }
}

static void use_decl(Parse *p, Decl *d, Pos pos) {
    Cxx *x = p->x;
    if (d->kind == D_FUNC && cxx_instantiated_elsewhere((FuncDecl *)d)) return;
    if (p->uses && !p->fn) {
        vec_push(&x->ctx->perm, p->uses, d);
        return;
    }
    // in the host phase that may be taken back
    if (d->flags & DF_USED && !(p->fn && x->decls->host_phase)) return;
    if (d->kind == D_FUNC && ((FuncDecl *)d)->tmpl && !x->inst_stack && !((FuncDecl *)d)->use_pos)
        ((FuncDecl *)d)->use_pos = pos;
    cxx_inst_note(x, d, pos);
    FuncDecl *in = p->fn;
    if (in && !(in->d.flags & DF_USED)) {
        vec_push(&x->ctx->perm, &in->uses, d);
        return;
    }
    if (in && x->decls->host_phase) { // what host code needs is taken back, this is to stay
        vec_push(&x->ctx->perm, &x->decls->late, d);
        return;
    }
    if (d->kind == D_FUNC) {
        if (!cxx_left_to_host(x, d)) need_function(x, (FuncDecl *)d);
    } else {
        d->flags |= DF_USED;
        vec_push(&x->ctx->perm, &x->work_vars, (VarDecl *)d);
    }
}

bool cxx_has_storage(const VarDecl *v) {
    return v->storage == STOR_STATIC || v->storage == STOR_GLOBAL;
}

// In the initialiser of a host variable whose type is asked for before host code is looked at.
static bool host_init(const Parse *p) {
    return p->host_init && !p->fn && !p->x->decls->host_phase;
}

// odr-use of a function or variable: it gets code or storage, unless the operand is unevaluated
// or only part of a constant.
void cxx_mark_used(Parse *p, Decl *d, Pos pos) {
    Cxx *x = p->x;
    if (!d || (d->flags & DF_INVALID)) return;
    if (d->kind == D_FUNC) {
        FuncDecl *f = (FuncDecl *)d;
        if (f->deleted) {
            CXX_DIAG(x, x_deleted_function, pos, d);
            CXX_DIAG(x, x_note_declared_here, d->pos, d);
            return;
        }
        xe_use_deprecated(p, d, pos);
        if (p->unevaluated || p->dependent) return;
        if (host_init(p) && !(d->cuda & CU_GLOBAL)) return;
        // looking ahead reports nothing: the arguments are to be parsed again (memo)
        if (p->const_expr && !(d->cuda & CU_DEVICE) && diag_trapped(x->ctx))
            tm_table(x)->unrepeatable++;
        // the spaces hold in constant expressions too, as nvcc has it
        if (x->hooks.check_call) x->hooks.check_call(p, f, pos);
        if (p->const_expr || d->flags & DF_CONSTEVAL) return; // it has no code [expr.const]/13
        if (f->pure && f->kind != FK_DTOR) return;
        use_decl(p, d, pos);
    } else if (d->kind == D_VAR) {
        VarDecl *v = (VarDecl *)d;
        v->referenced = true;
        if (p->unevaluated || p->dependent || p->const_expr) return;
        if (host_init(p)) return;
        if (!cxx_has_storage(v)) return;
        // the definition outside of the class says in which memory space a static member lies
        if ((d->flags & DF_MEMBER) && !v->defined) cxx_var_find_def(x, v);
        if (x->hooks.check_var_use) x->hooks.check_var_use(p, v, pos);
        use_decl(p, d, pos);
    }
}

void cxx_use_again(Parse *p, const UseList *uses, Pos pos) {
    if (p->unevaluated || p->dependent || p->const_expr) return;
    for (uint32_t i = 0; i < uses->n; i++) {
        if (!host_init(p) || uses->at[i]->cuda & CU_GLOBAL) use_decl(p, uses->at[i], pos);
    }
}

bool cxx_instantiated_elsewhere(const FuncDecl *f) {
    if (f->explicit_inst || f->explicit_spec) return false;
    if (f->d.flags & (DF_INLINE | DF_CONSTEXPR)) return false;
    if (f->extern_inst || f->tmpl) return f->extern_inst;
    const Scope *s = f->d.scope;
    for (; s && s->kind == SC_CLASS; s = s->cls->d.scope) {
        if (s->cls->explicit_inst || s->cls->explicit_spec) return false;
        if (s->cls->extern_inst) return true;
    }
    return false;
}

bool cxx_left_to_host(Cxx *x, Decl *d) {
    if (!cxx_host_only(x, d)) return false;
    void **slot = map_slot(&x->decls->host_used, d->id);
    if (!*slot) vec_push(xa(x), &x->decls->host_uses, (FuncDecl *)d);
    *slot = d;
    return true;
}
