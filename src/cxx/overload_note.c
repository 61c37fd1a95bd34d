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

// What deduction failed on; the error that made a substitution fail is found by doing it again.
static const char *deduction_failure(Parse *p, const Cand *c, Expr **arg, uint32_t narg) {
    const char *why = c->why ? c->why : "deduction failed";
    DeduceFail again = {.explain = true};
    if (diag_trapped(p->x->ctx)) return why; // nobody will see the note
    size_t n = strlen(why);
    if (why[n - 1] == ' ' && c->parm && c->parm->d.name)
        why = arena_printf(pa(p), "%s\"%s\"", why, atom_str(p->x->ctx, c->parm->d.name));
    else if (why[n - 1] == ' ')
        why = arena_strndup(pa(p), why, n - 1);
    if (!c->reversed) cxx_deduce_call(p, c->tmpl, c->targs, arg, narg, &again);
    return again.text ? arena_printf(pa(p), "%s: %s", why, again.text) : why;
}

static void explain_one(Parse *p, const Cand *c, Expr *object, Expr **arg, uint32_t narg) {
    Cxx *x = p->x;
    Decl *d = c->decl ? c->decl : c->fn ? &c->fn->d : NULL;
    if (!d) return;
    // operands of an operator: the first is the object of a member
    uint32_t skip = c->has_object && !object && narg;
    if (c->viable) {
        CXX_DIAG(x, x_note_candidate, d->pos, d);
    } else if (c->bad_arg == -2) {
        CXX_DIAG(x, x_note_candidate_deduction, d->pos, d,
                 deduction_failure(p, c, skip ? arg + skip : arg, narg - skip));
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
        explain_one(p, &cs->c.at[i], object, arg, narg);
        shown++;
    }
}

// The argument behind the last parameter, or the parenthesis where more arguments should stand.
void xe_wrong_arity(Parse *p, Expr **arg, uint32_t narg, uint32_t nparam, Pos pos) {
    bool closed = p->at && p->tok[p->at - 1].kind == T_RPAREN;
    if (narg > nparam)
        CXX_DIAG(p->x, x_too_many_arguments, arg[nparam]->pos ? arg[nparam]->pos : pos);
    else
        CXX_DIAG(p->x, x_too_few_arguments, closed ? xe_prev_pos(p) : pos);
}

static Expr *report_single(Parse *p, Cand *c, Expr **arg, uint32_t narg, Pos pos) {
    Cxx *x = p->x;
    FuncDecl *f = c->fn;
    if (c->bad_arg == -1) {
        xe_wrong_arity(p, arg, narg, narg < f->min_args ? narg : f->nparam, pos);
        CXX_DIAG(x, x_note_declared_here, f->d.pos, &f->d);
    } else if (c->bad_arg >= 0) {
        Expr *a = arg[c->bad_arg];
        xe_no_conversion(p, a, f->d.type->u.func.param[c->bad_arg], "argument", a->pos);
        CXX_DIAG(x, x_note_declared_here, f->d.pos, &f->d);
    } else if (c->bad_arg == -3 && c->via_ellipsis) {
        uint32_t i = f->d.type->u.func.nparam;
        while (i + 1 < narg && !xe_list(arg[i])) i++;
        CXX_DIAG(x, x_unexpected_list, arg[i]->pos);
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
    bool unsatisfied = cs->c.n == 1 && cs->c.at[0].bad_arg == -3 && cs->c.at[0].fn &&
                       cs->c.at[0].fn->constraint_state;
    if (cs->best != -2 && cs->c.n == 1 && cs->c.at[0].fn && !cs->c.at[0].tmpl && !unsatisfied)
        return report_single(p, &cs->c.at[0], arg, narg, pos);
    const char *types = arg_types(p, object, arg, narg);
    if (cs->best == -2)
        CXX_DIAG(x, x_ambiguous_call, pos, name, types);
    else if (cs->c.n == 1 && !unsatisfied)
        CXX_DIAG(x, x_no_template_instance, pos, name, types);
    else
        CXX_DIAG(x, x_no_instance, pos, name, types);
    xe_explain(p, cs, object, arg, narg);
    return cxx_expr_error(x, pos);
}
