// SPDX-License-Identifier: Apache-2.0
// __PRETTY_FUNCTION__ as nvcc spells it, for programs that take the text apart: the declaration
// that was written, with the parameters of all templates around it unbound, and what they stand
// for: `static const char *S<T>::h(U, T *) [with U = double; T = char]`.
#include "cxx/answer.h"
#include "cxx/lookup/lookup.h"
#include "cxx/expr/expr.h"

// ---- pieces that types have in them ------------------------------------------------------------

void cxx_answer_print_constraint(Cxx *cxx, Buf *out, const TParmDecl *tparm_decl) {
    Parse p = cxx_parse_at(cxx, tparm_decl->constraint.begin, tparm_decl->constraint.end,
                           tparm_decl->d.scope, tparm_decl->d.env);
    p.dependent = true;
    QualName q;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true;
    bool ok = cxx_parse_qual_name(&p, &q) && q.found.n;
    diag_trap_pop(cxx->ctx, &trap);
    if (ok) cxx_print_concept(cxx, out, q.found.at[0], q.is_template_id);
}

// ---- what the parameters stand for -------------------------------------------------------------

typedef struct With {
    Cxx *x;
    Buf *b;
    bool any; // something was printed
} With;

static void print_one(With *with, const TmplParams *ps, uint32_t i, const TmplArg *tmpl_arg) {
    Cxx *cxx = with->x;
    Buf *out = with->b;
    const TParmDecl *tparm_decl = ps->parm[i];
    buf_puts(out, with->any ? "; " : " [with ");
    with->any = true;
    if (tmpl_arg->kind == TA_VALUE) {
        const char *name =
            tparm_decl->d.name ? atom_str(cxx->ctx, tparm_decl->d.name) : "<anonymous>";
        ty_print_declarator(cxx, out, tmpl_arg->type, name);
    } else if (tparm_decl->d.name) {
        buf_atom(cxx->ctx, out, tparm_decl->d.name);
    } else if (cxx_is_invented(cxx, tparm_decl)) {
        uint32_t n = 1;
        for (uint32_t k = 0; k < i; k++) n += cxx_is_invented(cxx, ps->parm[k]);
        buf_printf(out, "<auto-%u>", n);
    } else {
        buf_printf(out, "<template-parameter-%d-%d>", tparm_decl->depth + 1, tparm_decl->index + 1);
    }
    buf_puts(out, " = ");
    if (tmpl_arg->kind == TA_TEMPLATE)
        cxx_print_decl_name(cxx, out, tmpl_arg->tmpl);
    else
        tm_arg_print(cxx, out, tmpl_arg);
}

// A pack gives its name with each element, none at all when it is empty. The bracket is closed even
// if nothing opened it, as nvcc does.
static void print_with(Cxx *cxx, Buf *out, const CxxSpelling *names) {
    With with = {cxx, out, false};
    for (uint32_t l = 0; l < names->n; l++) {
        const TmplParams *ps = names->level[l].params;
        const TmplArgs *args = names->level[l].args;
        for (uint32_t i = 0; i < ps->n && i < args->n; i++) {
            const TmplArg *a = &args->a[i];
            if (a->kind != TA_PACK) print_one(&with, ps, i, a);
            for (uint32_t k = 0; a->kind == TA_PACK && k < a->pack->n; k++)
                print_one(&with, ps, i, &a->pack->a[k]);
        }
    }
    if (names->n) buf_putc(out, ']');
}

static ClassDecl *class_around(const ClassDecl *cls) {
    const Scope *s = cxx_decl_scope(cls->d.scope);
    return scope_class(s);
}

// Of the templates around func; an explicit specialization's own members are of none.
static void find_levels(CxxSpelling *names, const FuncDecl *func, const TmplParams *own) {
    if (func->inst.tmpl) cxx_add_spelling(names, own, func->inst.args);
    ClassDecl *c =
        func->cls && !func->cls->closure.is && !func->cls->written.is_local ? func->cls : NULL;
    while (c && !c->inst.tmpl) c = class_around(c);
    if (c && c->inst.explicit_spec && !func->inst.tmpl) return;
    for (; c; c = class_around(c)) {
        if (c->inst.partial && c->env)
            cxx_add_spelling(names, c->inst.partial->params, c->env->args);
        else if (c->inst.tmpl)
            cxx_add_spelling(names, c->inst.tmpl->params, c->inst.args);
    }
}

// ---- the declaration ---------------------------------------------------------------------------

// `noexcept`; of an expression only what does not depend and is true.
static void print_noexcept(Cxx *cxx, Buf *out, const FuncDecl *func, const FuncDecl *shown) {
    const TokRange *r = &shown->written.noexcept_;
    bool written = shown->d.type->u.func.noexcept_, of_template = func != shown;
    bool frees = is_any_of(func->op, OP_DELETE, OP_DELETE_ARRAY);
    if (r->end > r->begin) {
        bool literal = cxx->tokens->at[r->begin].kind == T_KW_TRUE;
        if (literal || (!of_template && cxx_func_noexcept(cxx, (FuncDecl *)func)))
            buf_puts(out, " noexcept(true)");
    } else if (written || frees || (func->kind == FK_DTOR && !of_template)) {
        buf_puts(out, " noexcept");
    }
}

static void print_name(Cxx *cxx, Buf *out, const FuncDecl *func) {
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR) && func->cls) { // (in error there may be none)
        if (func->kind == FK_DTOR) buf_putc(out, '~');
        buf_atom(cxx->ctx, out, func->cls->d.name);
    } else if (func->kind == FK_CONV) {
        buf_puts(out, "operator ");
        ty_print(cxx, out, func->d.type->u.func.ret);
    } else {
        buf_atom(cxx->ctx, out, func->d.name);
    }
}

static void print_plain(Cxx *cxx, Buf *out, const FuncDecl *func, const FuncDecl *shown) {
    const FuncType *ft = &shown->d.type->u.func;
    bool has_ret = is_any_of(func->kind, FK_NORMAL, FK_LITERAL_OP);
    Type *ret = shown->written.trailing_result ? ty_basic(cxx, TY_AUTO) : ft->ret;
    if (func->cls && func->d.flags & DF_STATIC) buf_puts(out, "static ");
    if (func->d.flags & DF_CONSTEXPR && !(func->d.flags & DF_CONSTEVAL))
        buf_puts(out, "constexpr ");
    Buf name;
    buf_init(&name, out->arena);
    if (shown->cls) {
        cxx_print_decl_name(cxx, &name, &shown->cls->d);
        buf_puts(&name, "::");
    } else {
        cxx_print_scope(cxx, &name, func->d.scope);
    }
    print_name(cxx, &name, shown);
    cxx_print_params(cxx, &name, ft);
    cxx_print_ref_quals(&name, ft);
    if (has_ret)
        ty_print_declarator(cxx, out, ret, buf_cstr(&name));
    else
        buf_puts(out, buf_cstr(&name));
    if (shown->written.trailing_result) {
        buf_puts(out, "->");
        ty_print(cxx, out, ft->ret);
    }
    print_noexcept(cxx, out, func, shown);
}

static bool says_constexpr(const Cxx *cxx, const FuncDecl *func) {
    const Token *tok = cxx->tokens->at;
    for (uint32_t i = func->written.declaration.begin; i < func->body.range.begin; i++) {
        if (tok[i].kind == T_KW_CONSTEXPR) return true;
        if (lex_is_open(tok[i].kind)) i = tok[i].match;
    }
    return false;
}

static void print_closure_op(Cxx *cxx, Buf *b, const FuncDecl *func) {
    if (says_constexpr(cxx, func)) buf_puts(b, "constexpr ");
    cxx_print_decl_name(cxx, b, &func->cls->d);
    buf_puts(b, "::operator()");
    cxx_print_call_op(cxx, b, func);
}

void cxx_func_pretty(Cxx *cxx, Buf *out, const FuncDecl *func) {
    if (!cxx_is_typed(func)) return;
    const TmplParams *own = NULL;
    const FuncDecl *shown = tm_unbound_function(cxx, func, &own);
    CxxSpelling names = {.pretty = true};
    find_levels(&names, func, own);
    cxx->spelling = &names;
    cxx->text_limit = 1u << 20; // programs take it apart
    if (cxx_is_of_closure(func))
        print_closure_op(cxx, out, shown);
    else
        print_plain(cxx, out, func, shown);
    print_with(cxx, out, &names);
    cxx->text_limit = CXX_TEXT_LIMIT;
    cxx->spelling = NULL;
}
