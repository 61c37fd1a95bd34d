// SPDX-License-Identifier: Apache-2.0
// overload_note.c: diagnostics of overload resolution. Each candidate that lost gets a note saying
// why: arity, the argument that does not convert, or what deduction failed on.
#include "cxx/expr_int.h"

enum { MAX_NOTES = 8 };

static const char *arg_types(Parse *p, Expr *object, Expr **arg, uint32_t n) {
    Buf b;
    buf_init(&b, pa(p));
    buf_putc(&b, '(');
    for (uint32_t i = 0; i < n && i < 12; i++) {
        if (i) buf_puts(&b, ", ");
        if (xe_list(arg[i]))
            buf_puts(&b, "{...}");
        else if (arg[i]->kind == E_OVERLOAD)
            buf_puts(&b, "<unknown-type>");
        else
            ty_print(p->x, &b, arg[i]->type);
    }
    if (n > 12) buf_puts(&b, ", ...");
    buf_putc(&b, ')');
    if (object && !xe_err(object)) {
        buf_puts(&b, "; object type is: ");
        ty_print(p->x, &b, object->type);
    }
    return buf_cstr(&b);
}

static void explain_one(Parse *p, const Cand *c, Expr **arg, uint32_t narg) {
    Cxx *x = p->x;
    Decl *d = c->decl ? c->decl : c->fn ? &c->fn->d : NULL;
    if (!d) return;
    if (c->viable) {
        CXX_DIAG(x, x_note_candidate, d->pos, d);
    } else if (c->bad_arg == -2) {
        CXX_DIAG(x, x_note_candidate_deduction, d->pos, d, c->why ? c->why : "deduction failed");
    } else if (c->bad_arg == -3) {
        CXX_DIAG(x, x_note_candidate_because, d->pos, d, c->why);
    } else if (c->bad_arg < 0) {
        int min = (int)c->fn->min_args, max = (int)c->fn->d.type->u.func.nparam;
        bool few = (int)narg < min, exact = min == max && !c->fn->d.type->u.func.variadic;
        CXX_DIAG(x, x_note_candidate_arity, d->pos, d,
                 exact ? "exactly"
                 : few ? "at least"
                       : "at most",
                 few ? min : max, (int)narg);
    } else {
        Expr *a = arg[c->bad_arg];
        Type *to = c->fn->d.type->u.func.param[c->bad_arg];
        if (xe_list(a) || a->kind == E_OVERLOAD)
            CXX_DIAG(x, x_note_candidate_arg_list, d->pos, d, c->bad_arg + 1, to);
        else
            CXX_DIAG(x, x_note_candidate_arg, d->pos, d, c->bad_arg + 1, a->type, to);
    }
}

void xe_explain(Parse *p, Cands *cs, Expr *object, Expr **arg, uint32_t narg) {
    uint32_t shown = 0;
    for (uint32_t i = 0; i < cs->c.n && shown < MAX_NOTES; i++) {
        if (cs->best == -2 && !cs->c.at[i].viable) continue;
        explain_one(p, &cs->c.at[i], arg, narg);
        shown++;
    }
}

static Expr *report_single(Parse *p, Cand *c, Expr **arg, uint32_t narg, Pos pos) {
    Cxx *x = p->x;
    FuncDecl *f = c->fn;
    if (c->bad_arg == -1) {
        if (narg < f->min_args)
            CXX_DIAG(x, x_too_few_arguments, pos);
        else
            CXX_DIAG(x, x_too_many_arguments, pos);
        CXX_DIAG(x, x_note_declared_here, f->d.pos, &f->d);
    } else if (c->bad_arg >= 0) {
        Expr *a = arg[c->bad_arg];
        xe_no_conversion(p, a, f->d.type->u.func.param[c->bad_arg], "argument", a->pos);
        CXX_DIAG(x, x_note_declared_here, f->d.pos, &f->d);
    } else {
        CXX_DIAG(x, x_object_quals, pos, &f->d);
    }
    return cxx_expr_error(x, pos);
}

Expr *xe_report_cands(Parse *p, Cands *cs, Atom name, Expr *object, Expr **arg, uint32_t narg,
                      Pos pos) {
    Cxx *x = p->x;
    for (uint32_t i = 0; i < narg; i++)
        if (xe_err(arg[i])) return cxx_expr_error(x, pos);
    if (cs->best != -2 && cs->c.n == 1 && cs->c.at[0].fn && !cs->c.at[0].tmpl)
        return report_single(p, &cs->c.at[0], arg, narg, pos);
    const char *types = arg_types(p, object, arg, narg);
    if (cs->best == -2)
        CXX_DIAG(x, x_ambiguous_call, pos, name, types);
    else if (cs->c.n == 1)
        CXX_DIAG(x, x_no_template_instance, pos, name, types);
    else
        CXX_DIAG(x, x_no_instance, pos, name, types);
    xe_explain(p, cs, object, arg, narg);
    return cxx_expr_error(x, pos);
}
