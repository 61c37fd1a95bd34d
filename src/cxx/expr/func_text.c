// SPDX-License-Identifier: Apache-2.0
// __PRETTY_FUNCTION__ as nvcc spells it, for programs that take the text apart: the declaration
// that was written, with the parameters of all templates around it unbound, and what they stand
// for: `static const char *S<T>::h(U, T *) [with U = double; T = char]`.
#include "cxx/answer.h"
#include "cxx/lookup/lookup.h"
#include "cxx/expr/expr.h"

// ---- pieces that types have in them ------------------------------------------------------------

void cxx_answer_print_constraint(Cxx *x, Buf *b, const TParmDecl *d) {
    Parse p = cxx_parse_at(x, d->constraint.begin, d->constraint.end, d->d.scope, d->d.env);
    p.dependent = true;
    QualName q;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = true;
    bool ok = cxx_parse_qual_name(&p, &q) && q.found.n;
    diag_trap_pop(x->ctx, &trap);
    if (ok) cxx_print_concept(x, b, q.found.at[0], q.is_template_id);
}

// ---- what the parameters stand for -------------------------------------------------------------

typedef struct With {
    Cxx *x;
    Buf *b;
    bool any; // something was printed
} With;

static void print_one(With *w, const TmplParams *ps, uint32_t i, const TmplArg *a) {
    Cxx *x = w->x;
    Buf *b = w->b;
    const TParmDecl *d = ps->parm[i];
    buf_puts(b, w->any ? "; " : " [with ");
    w->any = true;
    if (a->kind == TA_VALUE) {
        const char *name = d->d.name ? atom_str(x->ctx, d->d.name) : "<anonymous>";
        ty_print_declarator(x, b, a->type, name);
    } else if (d->d.name) {
        buf_atom(x->ctx, b, d->d.name);
    } else if (cxx_is_invented(x, d)) {
        uint32_t n = 1;
        for (uint32_t k = 0; k < i; k++) n += cxx_is_invented(x, ps->parm[k]);
        buf_printf(b, "<auto-%u>", n);
    } else {
        buf_printf(b, "<template-parameter-%d-%d>", d->depth + 1, d->index + 1);
    }
    buf_puts(b, " = ");
    if (a->kind == TA_TEMPLATE)
        cxx_print_decl_name(x, b, a->tmpl);
    else
        tm_arg_print(x, b, a);
}

// A pack gives its name with each element, none at all when it is empty. The bracket is closed even
// if nothing opened it, as nvcc does.
static void print_with(Cxx *x, Buf *b, const CxxSpelling *names) {
    With w = {x, b, false};
    for (uint32_t l = 0; l < names->n; l++) {
        const TmplParams *ps = names->level[l].params;
        const TmplArgs *args = names->level[l].args;
        for (uint32_t i = 0; i < ps->n && i < args->n; i++) {
            const TmplArg *a = &args->a[i];
            if (a->kind != TA_PACK) print_one(&w, ps, i, a);
            for (uint32_t k = 0; a->kind == TA_PACK && k < a->pack->n; k++)
                print_one(&w, ps, i, &a->pack->a[k]);
        }
    }
    if (names->n) buf_putc(b, ']');
}

static ClassDecl *class_around(const ClassDecl *c) {
    const Scope *s = cxx_decl_scope(c->d.scope);
    return s && s->kind == SC_CLASS ? s->cls : NULL;
}

// Of the templates around f; an explicit specialization's own members are of none.
static void find_levels(CxxSpelling *names, const FuncDecl *f, const TmplParams *own) {
    if (f->tmpl) cxx_add_spelling(names, own, f->args);
    ClassDecl *c = f->cls && !f->cls->is_closure && !f->cls->is_local ? f->cls : NULL;
    while (c && !c->tmpl) c = class_around(c);
    if (c && c->explicit_spec && !f->tmpl) return;
    for (; c; c = class_around(c)) {
        if (c->partial && c->env)
            cxx_add_spelling(names, c->partial->params, c->env->args);
        else if (c->tmpl)
            cxx_add_spelling(names, c->tmpl->params, c->args);
    }
}

// ---- the declaration ---------------------------------------------------------------------------

// `noexcept`; of an expression only what does not depend and is true.
static void print_noexcept(Cxx *x, Buf *b, const FuncDecl *f, const FuncDecl *shown) {
    const TokRange *r = &shown->noexcept_range;
    bool written = shown->d.type->u.func.noexcept_, of_template = f != shown;
    bool frees = f->op == OP_DELETE || f->op == OP_DELETE_ARRAY;
    if (r->end > r->begin) {
        bool literal = x->tokens->at[r->begin].kind == T_KW_TRUE;
        if (literal || (!of_template && cxx_func_noexcept(x, (FuncDecl *)f)))
            buf_puts(b, " noexcept(true)");
    } else if (written || frees || (f->kind == FK_DTOR && !of_template)) {
        buf_puts(b, " noexcept");
    }
}

static void print_name(Cxx *x, Buf *b, const FuncDecl *f) {
    if ((f->kind == FK_CTOR || f->kind == FK_DTOR) && f->cls) { // (in error there may be none)
        if (f->kind == FK_DTOR) buf_putc(b, '~');
        buf_atom(x->ctx, b, f->cls->d.name);
    } else if (f->kind == FK_CONV) {
        buf_puts(b, "operator ");
        ty_print(x, b, f->d.type->u.func.ret);
    } else {
        buf_atom(x->ctx, b, f->d.name);
    }
}

static void print_plain(Cxx *x, Buf *b, const FuncDecl *f, const FuncDecl *shown) {
    const FuncType *ft = &shown->d.type->u.func;
    bool has_ret = f->kind == FK_NORMAL || f->kind == FK_LITERAL_OP;
    Type *ret = shown->trailing_ret ? ty_basic(x, TY_AUTO) : ft->ret;
    if (f->cls && f->d.flags & DF_STATIC) buf_puts(b, "static ");
    if (f->d.flags & DF_CONSTEXPR && !(f->d.flags & DF_CONSTEVAL)) buf_puts(b, "constexpr ");
    Buf name;
    buf_init(&name, b->arena);
    if (shown->cls) {
        cxx_print_decl_name(x, &name, &shown->cls->d);
        buf_puts(&name, "::");
    } else {
        cxx_print_scope(x, &name, f->d.scope);
    }
    print_name(x, &name, shown);
    cxx_print_params(x, &name, ft);
    cxx_print_ref_quals(&name, ft);
    if (has_ret)
        ty_print_declarator(x, b, ret, buf_cstr(&name));
    else
        buf_puts(b, buf_cstr(&name));
    if (shown->trailing_ret) {
        buf_puts(b, "->");
        ty_print(x, b, ft->ret);
    }
    print_noexcept(x, b, f, shown);
}

static bool says_constexpr(const Cxx *x, const FuncDecl *f) {
    const Token *tok = x->tokens->at;
    for (uint32_t i = f->decl_range.begin; i < f->body_range.begin; i++) {
        if (tok[i].kind == T_KW_CONSTEXPR) return true;
        if (lex_is_open(tok[i].kind)) i = tok[i].match;
    }
    return false;
}

static void print_closure_op(Cxx *x, Buf *b, const FuncDecl *f) {
    if (says_constexpr(x, f)) buf_puts(b, "constexpr ");
    cxx_print_decl_name(x, b, &f->cls->d);
    buf_puts(b, "::operator()");
    cxx_print_call_op(x, b, f);
}

void cxx_func_pretty(Cxx *x, Buf *b, const FuncDecl *f) {
    if (!f || f->d.type->kind != TY_FUNC) return;
    const TmplParams *own = NULL;
    const FuncDecl *shown = tm_unbound_function(x, f, &own);
    CxxSpelling names = {.pretty = true};
    find_levels(&names, f, own);
    x->spelling = &names;
    x->text_limit = 1u << 20; // programs take it apart
    if (f->cls && f->cls->is_closure)
        print_closure_op(x, b, shown);
    else
        print_plain(x, b, f, shown);
    print_with(x, b, &names);
    x->text_limit = CXX_TEXT_LIMIT;
    x->spelling = NULL;
}
