// SPDX-License-Identifier: Apache-2.0
// Making declarations from declarators, and merging redeclarations [basic.link] [over.load]: one
// entity is one Decl, whatever the number of its declarations; what a later one adds (a body,
// default arguments, attributes, an array bound) is moved into the first.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"

// ---- functions ---------------------------------------------------------------------------------

// `+ - * & ++ --` are unary or binary by the number of operands.
static uint8_t operator_arity(uint8_t op, uint32_t operands) {
    if (operands == 1) {
        switch (op) {
        case OP_ADD: return OP_PLUS;
        case OP_SUB: return OP_MINUS;
        case OP_MUL: return OP_DEREF;
        case OP_AND: return OP_ADDR;
        default: return op;
        }
    }
    if (op == OP_PREINC && operands == 2) return OP_POSTINC;
    if (op == OP_PREDEC && operands == 2) return OP_POSTDEC;
    return op;
}

// Skips `= default`, initialisers and body behind a function declarator.
static void function_rest(Parse *p, FuncDecl *f) {
    if (cxx_peek(p) == T_ASSIGN) {
        uint16_t k = cxx_peek_n(p, 1);
        if (k == T_KW_DEFAULT)
            f->defaulted = f->defined = true;
        else if (k == T_KW_DELETE)
            f->deleted = f->defined = true;
        else if (k == T_NUMBER)
            f->pure = true;
        else
            CXX_DIAG(p->x, d_expected_token, tok_pos(p), ";");
        p->at += 2;
        if (k == T_KW_DELETE && cxx_peek(p) == T_LPAREN) { // delete("reason")
            p->at = cxx_skip_group(p->tok, p->at, p->end);
        }
        return;
    }
    bool try_ = cxx_accept(p, T_KW_TRY);
    if (cxx_peek(p) == T_COLON) {
        f->init_range.begin = ++p->at;
        while (cxx_peek(p) != T_EOF) {
            while (cxx_peek(p) == T_IDENT || cxx_peek(p) == T_COLCOL ||
                   cxx_peek(p) == T_KW_TEMPLATE || cxx_peek(p) == T_KW_DECLTYPE ||
                   cxx_peek(p) == T_KW_TYPENAME) {
                p->at++;
                if (cxx_peek(p) == T_LT) {
                    uint32_t e = cxx_skip_angles(p->x, p->at, p->end);
                    if (e) p->at = e;
                }
                if (p->tok[p->at - 1].kind == T_KW_DECLTYPE && cxx_peek(p) == T_LPAREN) {
                    p->at = cxx_skip_group(p->tok, p->at, p->end);
                }
            }
            if (cxx_peek(p) != T_LPAREN && cxx_peek(p) != T_LBRACE) break;
            p->at = cxx_skip_group(p->tok, p->at, p->end);
            cxx_accept(p, T_ELLIPSIS);
            if (!cxx_accept(p, T_COMMA)) break;
        }
        f->init_range.end = p->at;
    }
    if (cxx_peek(p) == T_LBRACE) {
        f->body_range.begin = p->at;
        p->at = cxx_skip_group(p->tok, p->at, p->end);
        f->body_range.end = p->at;
        f->defined = true;
        while (try_ && cxx_peek(p) == T_KW_CATCH) {
            p->at++;
            if (cxx_peek(p) == T_LPAREN) p->at = cxx_skip_group(p->tok, p->at, p->end);
            if (cxx_peek(p) == T_LBRACE) p->at = cxx_skip_group(p->tok, p->at, p->end);
        }
    }
}

static uint8_t linkage_of(const Parse *p, const DeclSpec *ds, Scope *s) {
    if (s->kind == SC_CLASS) return LK_EXTERNAL;
    if ((p->extern_c && !ds->extern_cpp) || ds->extern_c) return LK_C;
    for (Scope *n = s; n; n = n->parent) {
        if (n->kind == SC_NAMESPACE && n->owner && ((NamespaceDecl *)n->owner)->anonymous) {
            return LK_INTERNAL;
        }
    }
    return ds->flags & DF_STATIC && s->kind == SC_NAMESPACE ? LK_INTERNAL : LK_EXTERNAL;
}

static void common(Parse *p, Decl *d, const DeclSpec *ds, const Declarator *dr) {
    d->flags = ds->flags;
    d->cuda = ds->cuda;
    d->attrs = cxx_attrs_merge(p->x, ds->attrs, dr->attrs);
    if (d->attrs) {
        d->cuda |= d->attrs->cuda;
        if (d->attrs->weak) d->flags |= DF_WEAK;
        if (d->attrs->used) d->flags |= DF_USED_ATTR;
        if (d->attrs->deprecated) d->flags |= DF_DEPRECATED;
    }
    if (cxx_in_main_file(p->x, d->pos)) d->flags |= DF_IN_MAIN_FILE;
}

// Default arguments: the count of parameters that must be given.
static void count_args(FuncDecl *f) {
    f->min_args = f->nparam;
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *v = f->param[i];
        bool pack = v->d.type && v->d.type->kind == TY_PACK;
        if (v->default_arg.end || v->default_expr || pack) {
            f->min_args = i;
            return;
        }
    }
}

// [dcl.fct.default]/4. What another declaration gave counts too: asked once it is merged, so only
// what no other declaration can mend is said here.
static void check_defaults_last(Parse *p, FuncDecl *f) {
    if (f->d.type->kind != TY_FUNC || p->dependent) return;
    for (uint32_t i = f->min_args + 1; i < f->nparam; i++) {
        const VarDecl *v = f->param[i];
        bool pack = v->is_pack_elem || (v->d.type && v->d.type->kind == TY_PACK);
        if (v->default_arg.end || v->default_expr || pack) continue;
        for (const Decl *o = map_get(&f->d.scope->names, f->d.name); o; o = o->next) {
            if (o->kind == D_FUNC && cxx_same_signature(p->x, (const FuncDecl *)o, f)) return;
        }
        CXX_DIAG(p->x, d_default_not_at_end, f->param[f->min_args]->d.pos);
        return;
    }
}

// A constructor that takes its own class by value would have to call itself to be called
// [class.copy.ctor]/5. Goes on as the copy constructor that was meant.
static void copy_by_value(Parse *p, FuncDecl *f) {
    Cxx *x = p->x;
    if (f->kind != FK_CTOR || !f->cls || !f->nparam || f->min_args > 1) return;
    Type *t = f->param[0]->d.type;
    if (!t || t->kind != TY_CLASS || t->u.cls != f->cls || f->d.type->kind != TY_FUNC) return;
    CXX_DIAG(x, d_copy_by_value, f->param[0]->d.pos, t, t);
    FuncType ft = f->d.type->u.func;
    Type **param = arena_array(xa(x), Type *, ft.nparam);
    for (uint32_t i = 1; i < ft.nparam; i++) param[i] = ft.param[i];
    param[0] = f->param[0]->d.type = ty_ref(x, ty_qual(x, t, Q_CONST), false);
    ft.param = param;
    f->d.type = ty_func(x, &ft);
}

// A function declared by a typedef of its type has parameters without names.
static void params_of_type(Parse *p, FuncDecl *f) {
    Cxx *x = p->x;
    const FuncType *t = &f->d.type->u.func;
    f->param_scope = cxx_scope_new(x, SC_FUNC, p->scope, NULL);
    f->param_scope->env = p->env;
    f->nparam = t->nparam;
    f->param = arena_array(xa(x), VarDecl *, t->nparam + 1);
    for (uint32_t i = 0; i < t->nparam; i++) {
        VarDecl *v =
            cxx_decl_new(x, VarDecl, D_VAR, 0, f->d.pos, f->d.order, f->param_scope, p->env);
        v->storage = STOR_PARAM;
        v->defined = true;
        v->d.type = t->param[i];
        v->index = i;
        f->param[i] = v;
    }
}

// A special member declared as the implicit one would be, but that `const` may be missing
// [dcl.fct.def.default]/1.
static bool defaultable(const FuncDecl *f) {
    const FuncType *t = &f->d.type->u.func;
    if (!cxx_is_special(f) || t->variadic) return false;
    const Type *a = t->nparam ? ty_deref(t->param[0]) : NULL;
    if (a && a->quals & Q_VOLATILE) return false;
    return f->kind == FK_CTOR || !(t->quals & (Q_CONST | Q_VOLATILE));
}

// What may be defaulted: special members and, in C++20, comparisons.
static void check_default(Parse *p, FuncDecl *f) {
    if (!f->defaulted || p->dependent || f->d.type->kind != TY_FUNC || defaultable(f)) return;
    bool compares = f->op >= OP_EQ && f->op <= OP_CMP3;
    if (compares && p->x->opt.std >= 20 && cxx_comparison_form(f)) return;
    CXX_DIAG(p->x, d_bad_default, f->d.pos, &f->d);
    f->defaulted = f->defined = false;
}

// An error type if t names a parameter pack that nothing expands.
static Type *expanded(Parse *p, Type *t, Pos pos) {
    Type *named = t;
    while (named->kind == TY_PTR || ty_is_ref(named)) named = named->u.ptr.to;
    if (named->kind != TY_TPARM || !(named->flags & TF_HAS_PACK)) return t;
    bool local = false;
    for (const Scope *s = p->scope; s; s = s->parent)
        local |= s->kind == SC_FUNC || s->kind == SC_BLOCK;
    // it is said when the template is read (check/template_check.c)
    if ((local && !p->x->opt.check_all) || !cxx_in_main_file(p->x, pos))
        CXX_DIAG(p->x, tmpl_unexpanded_pack, pos, named->u.tparm.decl->d.name);
    return p->x->ty_error;
}

static bool templated(const Parse *p) {
    if (p->env || p->dependent) return true;
    for (const Scope *s = p->scope; s && s->kind != SC_NAMESPACE; s = s->parent) {
        if (s->kind == SC_TPARAMS) return true;
    }
    return false;
}

static void check_expanded(Parse *p, FuncDecl *f) {
    if (f->d.type->kind != TY_FUNC || !(f->d.type->flags & TF_HAS_PACK) || p->pack_use) return;
    if (!f->kind) expanded(p, f->d.type->u.func.ret, f->d.pos);
    for (uint32_t i = 0; i < f->nparam; i++) {
        f->param[i]->d.type = expanded(p, f->param[i]->d.type, f->param[i]->d.pos);
    }
}

// `A(int) -> A<char>` [temp.deduct.guide]; without the arrow a function that lacks its type.
static bool is_guide(const Parse *p, const FuncDecl *f, const DeclSpec *ds, const Declarator *d,
                     const Scope *s) {
    if (ds->type || ds->is_friend || f->kind != FK_NORMAL || d->op || !d->is_function) return false;
    if (d->has_trailing_ret) return s->kind == SC_NAMESPACE || (s->kind == SC_CLASS && !d->qual);
    return s->kind == SC_NAMESPACE && !p->dependent;
}

FuncDecl *cxx_make_func(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s) {
    Cxx *x = p->x;
    FuncDecl *f = cxx_decl_new(x, FuncDecl, D_FUNC, d->name, d->pos, d->order, s, p->env);
    common(p, &f->d, ds, d);
    f->kind = d->fkind;
    f->d.type = d->type;
    f->param = d->param;
    f->nparam = d->nparam;
    f->param_scope = d->param_scope;
    if (!d->is_function && d->type->kind == TY_FUNC) params_of_type(p, f);
    f->trailing_ret = d->has_trailing_ret;
    f->noexcept_range = d->noexcept_range;
    f->requires_range = d->requires_range;
    if (f->requires_range.end && (ds->is_virtual || !templated(p)))
        CXX_DIAG(x, tmpl_requires_plain, p->tok[f->requires_range.begin].pos);
    f->asm_label = d->asm_label;
    f->is_virtual = ds->is_virtual;
    f->explicit_ = ds->is_explicit;
    f->final_ = d->final_;
    f->override_ = d->override_;
    f->noinline = ds->noinline;
    f->forceinline = ds->forceinline;
    f->noreturn = ds->noreturn;
    f->bounds = ds->bounds;
    if (f->d.attrs) {
        f->noinline |= f->d.attrs->noinline;
        f->forceinline |= f->d.attrs->forceinline;
        f->noreturn |= f->d.attrs->noreturn;
        f->convergent |= f->d.attrs->convergent;
        f->returns_twice |= f->d.attrs->returns_twice;
        f->cudart |= f->d.attrs->cudart_builtin;
        if (f->d.attrs->bounds) f->bounds = f->d.attrs->bounds;
    }
    if (is_guide(p, f, ds, d, s)) f->kind = FK_GUIDE;
    if (s->kind == SC_CLASS && !ds->is_friend && f->kind != FK_GUIDE) {
        f->cls = s->cls;
        f->d.flags |= DF_MEMBER;
        // allocation functions are static members whether or not it is said [class.free]
        if (d->op >= OP_NEW && d->op <= OP_DELETE_ARRAY) f->d.flags |= DF_STATIC;
    }
    if (p->x->opt.std < 14 && d->is_function && !d->has_trailing_ret && d->type->kind == TY_FUNC &&
        d->type->u.func.ret->flags & TF_HAS_AUTO && cxx_in_main_file(p->x, d->pos))
        CXX_DIAG(p->x, d_auto_return_late, d->pos);
    bool member = f->cls && !(f->d.flags & DF_STATIC);
    f->op = d->op ? operator_arity(d->op, f->nparam + member) : 0;
    f->d.linkage = linkage_of(p, ds, s);
    if (f->kind != FK_NORMAL || f->op) {
        if (f->d.linkage == LK_C && f->kind != FK_NORMAL) f->d.linkage = LK_EXTERNAL;
    }
    if (f->d.flags & DF_CONSTEXPR) f->d.flags |= DF_INLINE;
    for (uint32_t i = 0; i < f->nparam; i++) f->param[i]->fn = f;
    if (f->param_scope) {
        f->param_scope->owner = &f->d;
        f->param_scope->fn = f;
        f->body_scope = f->param_scope->parent;
    }
    f->body_env = p->env;
    check_expanded(p, f);
    count_args(f);
    copy_by_value(p, f);
    check_defaults_last(p, f);
    if ((f->d.flags & DF_CONSTEXPR) && f->kind == FK_CTOR) f->d.flags |= DF_INLINE;
    function_rest(p, f);
    if (f->cls && f->defined && !d->qual) f->d.flags |= DF_INLINE;
    f->defaulted_first = f->defaulted && !d->qual;
    check_default(p, f);
    f->decl_range = (TokRange){d->order, p->at};
    cxx_check_func(p, ds, d, f, s);
    return f;
}

// Default arguments of an earlier declaration stand in a later one's parameters.
void cxx_func_defaults_from(FuncDecl *to, const FuncDecl *from) {
    for (uint32_t i = 0; i < to->nparam && i < from->nparam; i++) {
        VarDecl *t = to->param[i], *f = from->param[i];
        if (!t->default_arg.end && !t->default_expr && (f->default_arg.end || f->default_expr)) {
            t->default_arg = f->default_arg;
            t->default_expr = f->default_expr;
            t->init_scope = f->init_scope ? f->init_scope : f->d.scope;
            t->d.env = f->d.env;
        }
        if (f->d.cuda & CU_GRID_CONSTANT) t->d.cuda |= CU_GRID_CONSTANT;
    }
    count_args(to);
}

static void take_body(FuncDecl *old, FuncDecl *f) {
    cxx_func_defaults_from(f, old);
    old->param = f->param;
    old->nparam = f->nparam;
    old->param_scope = f->param_scope;
    old->min_args = f->min_args;
    old->body_range = f->body_range;
    old->init_range = f->init_range;
    old->body_scope = f->body_scope;
    old->body_env = f->body_env;
    old->decl_range = f->decl_range;
    old->requires_range = f->requires_range;
    old->defaulted = f->defaulted;
    old->deleted = f->deleted;
    old->defined = true;
    for (uint32_t i = 0; i < f->nparam; i++) f->param[i]->fn = old;
    if (f->param_scope) {
        f->param_scope->owner = &old->d;
        f->param_scope->fn = old;
    }
}

// A default argument is given once [dcl.fct.default]/4.
static void check_defaults_once(Cxx *x, const FuncDecl *old, const FuncDecl *f) {
    for (uint32_t i = 0; i < f->nparam && i < old->nparam; i++) {
        const VarDecl *a = old->param[i], *b = f->param[i];
        if (!a->default_arg.end || !b->default_arg.end) continue;
        if (a->default_arg.begin == b->default_arg.begin) continue;
        CXX_DIAG(x, d_default_again, b->d.pos);
        CXX_DIAG(x, x_note_declared_here, a->d.pos, &old->d);
        return;
    }
}

// A friend declaration with default arguments is the only one [dcl.fct.default]/4.
static void check_friend_defaults(Cxx *x, const FuncDecl *old, const FuncDecl *f) {
    if (!(old->d.flags & DF_FRIEND_ONLY) || old->d.env || !(f->d.flags & DF_IN_MAIN_FILE)) return;
    for (uint32_t i = 0; i < old->nparam; i++) {
        if (!old->param[i]->default_arg.end) continue;
        CXX_DIAG(x, d_friend_default, f->d.pos);
        cxx_note_declared(x, &old->d);
        return;
    }
}

// Moves what redeclaration f says into `old`.
void cxx_merge_func(Cxx *x, FuncDecl *old, FuncDecl *f) {
    if (old->d.order == f->d.order && old->d.env == f->d.env) return;
    Type *ro = old->d.type->u.func.ret, *rf = f->d.type->u.func.ret;
    if (ro != rf && ro->kind != TY_ERROR && rf->kind != TY_ERROR && old->kind == FK_NORMAL) {
        bool deduced = (ro->flags | rf->flags) & TF_HAS_AUTO;
        if (!deduced) {
            CXX_DIAG(x, d_overload_by_result, f->d.pos);
            cxx_note_declared(x, &old->d);
            return;
        }
    }
    if (x->hooks.check_redecl) x->hooks.check_redecl(x, old, f);
    check_defaults_once(x, old, f);
    check_friend_defaults(x, old, f);
    if (f->defined && old->defined) {
        bool twice = !(old->d.flags & DF_INVALID) && !(old->is_implicit) &&
                     old->body_range.begin != f->body_range.begin;
        // the library's placement forms stand beside those of the built-in header
        if (f->op >= OP_NEW && f->op <= OP_DELETE_ARRAY && !f->cls) twice = false;
        if (twice) {
            CXX_DIAG(x, d_already_defined, f->d.pos, &old->d);
            cxx_note_declared(x, &old->d);
        }
        return;
    }
    cxx_check_again(x, old, f);
    old->d.cuda |= f->d.cuda;
    old->d.flags |= f->d.flags & (DF_INLINE | DF_CONSTEXPR | DF_CONSTEVAL | DF_WEAK | DF_USED_ATTR |
                                  DF_DEPRECATED | DF_IN_MAIN_FILE);
    if (!(f->d.flags & DF_FRIEND_ONLY)) old->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
    old->noinline |= f->noinline;
    old->forceinline |= f->forceinline;
    old->noreturn |= f->noreturn;
    old->d.attrs = cxx_attrs_merge(x, old->d.attrs, f->d.attrs);
    if (f->bounds) old->bounds = f->bounds;
    if (f->asm_label) old->asm_label = f->asm_label;
    if (f->d.type->u.func.noexcept_ && !old->d.type->u.func.noexcept_) old->d.type = f->d.type;
    if (!old->noexcept_range.end) old->noexcept_range = f->noexcept_range;
    if (f->defined) {
        old->d.pos = f->d.pos;
        take_body(old, f);
    } else {
        cxx_func_defaults_from(old, f);
    }
}

// ---- variables, fields, typedefs ---------------------------------------------------------------

typedef struct Angles {
    uint32_t at, end; // of `<`; behind the `>` that closes it, 0: none
} Angles;
typedef VEC(Angles) AnglesVec;

// The pairs of `<`, behind a name, and `>` at the level of p->at, in the order of their `<`. Those
// with a `=` in between, which is the next declarator's, are none.
static void match_angles(Parse *p, AnglesVec *out) {
    Arena *tmp = &p->x->ctx->scratch;
    const Token *tok = p->tok;
    VEC(uint32_t) open = {0};
    uint32_t assign = 0;
    for (uint32_t i = p->at; i < p->end;) {
        uint16_t k = tok[i].kind;
        if (lex_is_close(k) || k == T_SEMI) break;
        if (k == T_LT && (tok[i - 1].kind == T_IDENT || cxx_takes_angles(tok[i - 1].kind))) {
            vec_push(tmp, &open, out->n);
            vec_push(tmp, out, ((Angles){.at = i}));
        }
        if (k == T_ASSIGN) assign = i;
        for (int n = k == T_GT ? 1 : k == T_GTGT ? 2 : 0; n && open.n; n--) {
            Angles *a = &out->at[vec_pop(&open)];
            if (assign < a->at) a->end = i + 1;
        }
        i = lex_is_open(k) ? cxx_skip_group(tok, i, p->end) : i + 1;
    }
}

// Behind the arguments that begin at the `<` at p->at; 0: it is an operator. They do behind a name
// that is known to be a template's; behind another (a member's of a class that nothing has asked
// for) where they are closed, as in `a < b, c > d` but not in `a < b, c = d > e`. `all`: made when
// it is needed, for the whole initialiser.
static uint32_t skip_arguments(Parse *p, AnglesVec *all) {
    const Token *b = &p->tok[p->at - 1];
    if (b->kind != T_IDENT) return 0;
    bool known = b[-1].kind == T_KW_TEMPLATE || cxx_names_ttp(p, b->text) ||
                 (b->text < p->x->decls->natoms && p->x->decls->is_template[b->text]);
    if (known) return cxx_skip_angles(p->x, p->at, p->end);
    if (!all->n) match_angles(p, all);
    uint32_t low = 0;
    for (uint32_t high = all->n; high - low > 1;) {
        uint32_t mid = low + (high - low) / 2;
        if (all->at[mid].at <= p->at) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return all->at[low].at == p->at ? all->at[low].end : 0;
}

// From behind `=`: skips one initialiser, up to ',' or ';' (or ')' ...) at this level.
uint32_t cxx_skip_initializer(Parse *p) {
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    AnglesVec angles = {0};
    for (bool end = false; !end && p->at < p->end;) {
        switch (cxx_peek(p)) {
        case T_COMMA:
        case T_SEMI:
        case T_RPAREN:
        case T_RBRACE:
        case T_EOF: end = true; break;
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: p->at = cxx_skip_group(p->tok, p->at, p->end); break;
        case T_LT: {
            uint32_t e = skip_arguments(p, &angles);
            p->at = e ? e : p->at + 1;
            break;
        }
        default: p->at++;
        }
    }
    arena_reset(&p->x->ctx->scratch, mark);
    return p->at;
}

// Notes an initialiser's tokens without parsing them.
static uint8_t note_initializer(Parse *p, TokRange *r) {
    switch (cxx_peek(p)) {
    case T_ASSIGN:
        p->at++;
        r->begin = p->at;
        r->end = cxx_skip_initializer(p);
        return p->tok[r->begin].kind == T_LBRACE ? INIT_COPY_LIST : INIT_COPY;
    case T_LPAREN:
        r->begin = p->at;
        r->end = p->at = cxx_skip_group(p->tok, p->at, p->end);
        return INIT_DIRECT;
    case T_LBRACE:
        r->begin = p->at;
        r->end = p->at = cxx_skip_group(p->tok, p->at, p->end);
        return INIT_LIST;
    default: return INIT_NONE;
    }
}

VarDecl *cxx_make_var(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s) {
    Cxx *x = p->x;
    VarDecl *v = cxx_decl_new(x, VarDecl, D_VAR, d->name, d->pos, d->order, s, p->env);
    common(p, &v->d, ds, d);
    v->d.type = p->env && !p->dependent ? expanded(p, d->type, d->pos) : d->type;
    if (v->d.flags & DF_CONSTEXPR) v->d.type = ty_qual(x, v->d.type, Q_CONST);
    v->align = ds->align;
    if (v->d.attrs && v->d.attrs->align > v->align) v->align = v->d.attrs->align;
    v->asm_label = d->asm_label;
    v->storage = s->kind == SC_NAMESPACE ? STOR_GLOBAL : STOR_STATIC;
    v->d.linkage = linkage_of(p, ds, s);
    v->init_scope = d->inner_scope && d->inner_scope != p->scope ? d->inner_scope : NULL;
    v->init_style = note_initializer(p, &v->init_range);
    bool has_init = v->init_style != INIT_NONE;
    if (s->kind == SC_CLASS) {
        v->d.flags |= DF_MEMBER;
        if (v->d.flags & DF_CONSTEXPR) v->d.flags |= DF_INLINE;
        v->defined = (v->d.flags & DF_INLINE) || d->qual;
    } else {
        v->defined = has_init || !(ds->flags & DF_EXTERN);
        bool constant = v->d.type->quals & Q_CONST && !(v->d.type->quals & Q_VOLATILE);
        if (ty_is_array(v->d.type)) {
            Type *e = v->d.type;
            while (ty_is_array(e)) e = e->u.array.elem;
            constant = e->quals & Q_CONST;
        }
        if (constant && v->d.linkage == LK_EXTERNAL && !(ds->flags & (DF_EXTERN | DF_INLINE))) {
            v->d.linkage = LK_INTERNAL;
        }
    }
    if ((v->d.type->kind == TY_VOID) && !ty_dependent(v->d.type)) {
        CXX_DIAG(x, d_incomplete_type, d->pos, v->d.type);
        v->d.flags |= DF_INVALID;
        v->d.type = x->ty_error;
    }
    cxx_check_var(p, ds, d, v, s);
    return v;
}

FieldDecl *cxx_make_field(Parse *p, const DeclSpec *ds, const Declarator *d, Scope *s, Access acc) {
    Cxx *x = p->x;
    FieldDecl *f = cxx_decl_new(x, FieldDecl, D_FIELD, d->name, d->pos, d->order, s, p->env);
    common(p, &f->d, ds, d);
    f->d.access = (uint8_t)acc;
    f->d.type = d->type;
    if (p->env && !p->dependent) f->d.type = expanded(p, d->type, d->pos);
    if (d->type->flags & TF_HAS_AUTO && d->type->kind != TY_CTAD && d->name) {
        CXX_DIAG(x, d_auto_without_init, d->pos, d->name);
        f->d.type = x->ty_error;
    }
    f->d.flags |= DF_MEMBER;
    f->owner = s->cls;
    f->align = ds->align;
    if (f->d.attrs && f->d.attrs->align > f->align) f->align = f->d.attrs->align;
    if (cxx_accept(p, T_COLON)) {
        uint64_t w = 0;
        Expr *dep;
        f->is_bitfield = true;
        bool known = cxx_const_size(p, &w, &dep, "bit-field width");
        uint64_t size;
        uint32_t al;
        if (ty_dependent(f->d.type)) {
            w = 1;
        } else if (!ty_is_integral(f->d.type) && f->d.type->kind != TY_ENUM) {
            if (f->d.type->kind != TY_ERROR) CXX_DIAG(x, d_bad_bitfield, d->pos);
            f->d.type = x->ty_error;
            f->is_bitfield = false;
        } else if (known && w == 0 && d->name) {
            CXX_DIAG(x, d_zero_bitfield, d->pos);
            w = 1;
        } else if (known && ty_size_align(x, f->d.type, d->pos, &size, &al) && w > size * 8) {
            f->bit_padding = (uint32_t)CU_MIN(w - size * 8, UINT32_MAX / 2u);
            w = size * 8;
        }
        if (known) f->bit_width = (uint32_t)w;
        if (cxx_at_attribute(p)) // GNU: behind the width too
            f->d.attrs = cxx_attrs_merge(x, f->d.attrs, cxx_parse_attributes(p, NULL));
    }
    f->init_style = note_initializer(p, &f->init_range);
    if (f->init_style && f->d.type->kind == TY_ARRAY_INC) // [dcl.array]/8
        CXX_DIAG(x, d_bound_from_default, d->pos);
    if (f->d.type->kind == TY_FUNC || f->d.type->kind == TY_VOID) {
        CXX_DIAG(x, d_incomplete_type, d->pos, f->d.type);
        f->d.type = x->ty_error;
    }
    cxx_check_field(p, ds, f, s);
    if (s->kind == SC_CLASS) vec_push(xa(x), &s->cls->fields, f);
    return f;
}

// ---- entering ----------------------------------------------------------------------------------

static Decl *merge_var(Cxx *x, VarDecl *old, VarDecl *v) {
    if (old->d.order == v->d.order) return &old->d;
    Type *a = old->d.type, *b = v->d.type;
    bool compatible = a == b || a->kind == TY_ERROR || b->kind == TY_ERROR ||
                      ((a->flags | b->flags) & (TF_HAS_AUTO | TF_DEPENDENT)) ||
                      (ty_is_array(a) && ty_is_array(b) && a->u.array.elem == b->u.array.elem &&
                       (a->kind == TY_ARRAY_INC || b->kind == TY_ARRAY_INC));
    if (!compatible) {
        CXX_DIAG(x, d_incompatible_redeclaration, v->d.pos, &old->d);
        cxx_note_declared(x, &old->d);
        return &old->d;
    }
    if (v->defined && old->defined && !(old->d.flags & DF_CONSTEXPR) &&
        (old->init_style || v->init_style || !(old->d.flags & DF_EXTERN))) {
        CXX_DIAG(x, d_already_defined, v->d.pos, &old->d);
        cxx_note_declared(x, &old->d);
        return &old->d;
    }
    if (x->hooks.check_var_redecl) x->hooks.check_var_redecl(x, old, v);
    if (a->kind == TY_ARRAY_INC) old->d.type = b;
    old->d.cuda |= v->d.cuda;
    old->d.flags |= v->d.flags & (DF_IN_MAIN_FILE | DF_USED_ATTR | DF_WEAK | DF_CONSTEXPR);
    if (v->align > old->align) old->align = v->align;
    old->d.attrs = cxx_attrs_merge(x, old->d.attrs, v->d.attrs);
    if (v->init_style) {
        old->init_range = v->init_range;
        old->init_style = v->init_style;
        old->init_scope = v->init_scope ? v->init_scope : v->d.scope;
        old->d.env = v->d.env;
        old->init_done = old->const_tried = false;
    }
    if (v->defined) {
        old->defined = true;
        old->d.pos = v->d.pos;
        if (!(v->d.flags & DF_EXTERN)) old->d.flags &= ~(uint32_t)DF_EXTERN;
    }
    return &old->d;
}

static bool same_kind_of_entity(const Decl *a, const Decl *b) {
    return a->kind == b->kind;
}

// [over.load]/2.3: of members with the same parameters all have a ref-qualifier, or none.
static void check_ref_qualifiers(Cxx *x, const FuncDecl *o, const FuncDecl *f) {
    const FuncType *a = &o->d.type->u.func, *b = &f->d.type->u.func;
    if (!o->cls || o->cls != f->cls || o->d.order == f->d.order || o->is_implicit) return;
    if ((o->d.flags | f->d.flags) & DF_STATIC || !a->ref == !b->ref || !cxx_same_params(o, f))
        return;
    if (a->variadic != b->variadic || (o->kind == FK_CONV && a->ret != b->ret)) return;
    if (o->requires_range.end || f->requires_range.end) return;
    CXX_DIAG(x, d_ref_qualifiers, f->d.pos, &f->d);
    cxx_note_declared(x, &o->d);
}

// [class.mem.general]/5: a data member or member type is declared once.
static bool member_again(Parse *p, const Scope *s, const Decl *d, const Decl *o) {
    bool both =
        (d->kind == D_VAR && o->kind == D_VAR) || (d->kind == D_TYPEDEF && o->kind == D_TYPEDEF);
    if (!both || s->kind != SC_CLASS || o->order == d->order || p->env) return false;
    if (!cxx_in_main_file(p->x, d->pos)) return false;
    CXX_DIAG(p->x, d_already_declared, d->pos, d->name);
    cxx_note_declared(p->x, o);
    return true;
}

Decl *cxx_declare(Parse *p, Scope *s, Decl *d) {
    Cxx *x = p->x;
    if (!d->name) {
        d->scope = s;
        return d;
    }
    if (s->index && d->order) cxx_elaborate_before(x, s, d->name, d->order, false);
    if (x->decls->unbound && p->dependent) cxx_check_param_name(p, s, d);
    Rivals rivals = cxx_rivals(x, s, d);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o == d) return d;
        if (d->kind == D_FUNC && o->kind == D_FUNC) {
            FuncDecl *of = (FuncDecl *)o, *f = (FuncDecl *)d;
            if (of->d.type->kind != TY_FUNC || f->d.type->kind != TY_FUNC) continue;
            bool c = of->d.linkage == LK_C && f->d.linkage == LK_C && !of->cls;
            check_ref_qualifiers(x, of, f);
            if (!cxx_same_signature(x, of, f) && !c) continue;
            if (c && !cxx_same_signature(x, of, f)) {
                CXX_DIAG(x, d_extern_c_overload, f->d.pos);
                cxx_note_declared(x, o);
                return o;
            }
            bool twice = s->kind == SC_CLASS && of->d.order != f->d.order && !of->is_implicit &&
                         !(of->d.flags & DF_IMPLICIT);
            if (twice) {
                CXX_DIAG(x, d_member_twice, f->d.pos, &of->d);
                cxx_note_declared(x, &of->d);
            }
            cxx_merge_func(x, of, f);
            return o;
        }
        if (member_again(p, s, d, o)) return o;
        if (d->kind == D_VAR && o->kind == D_VAR) return merge_var(x, (VarDecl *)o, (VarDecl *)d);
        if (d->kind == D_TYPEDEF &&
            (o->kind == D_TYPEDEF || o->kind == D_CLASS || o->kind == D_ENUM)) {
            if (o->type == d->type || o->type->kind == TY_ERROR || d->type->kind == TY_ERROR) {
                return o;
            }
            CXX_DIAG(x, d_type_redeclared, d->pos, d->name);
            cxx_note_declared(x, o);
            return o;
        }
        if (o->order == d->order && same_kind_of_entity(o, d)) return o;
        if (o->kind == D_USING && cxx_clashes_using(p, s, d, (UsingDecl *)o)) {
            d->flags |= DF_INVALID;
            return d;
        }
        if (cxx_may_coexist(o, d)) continue;
        if (s->kind == SC_FUNC || s->kind == SC_BLOCK || s->kind == SC_CLASS ||
            s->kind == SC_NAMESPACE) {
            CXX_DIAG(x, d_already_declared, d->pos, d->name);
            cxx_note_declared(x, o);
            d->flags |= DF_INVALID;
            return d;
        }
    }
    cxx_scope_add(x, s, d);
    return d;
}

// `friend int f<T>(T)`: the specialization of a function template [temp.friend]/1.
static Decl *friend_specialization(Parse *p, Scope *in, FuncDecl *f, const Declarator *dr) {
    FuncDecl *found = NULL;
    TemplateDecl *of = NULL;
    Lookup l = {0};
    cxx_lookup_in(p, in, f->d.name, LU_ALL, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        TemplateDecl *t = (TemplateDecl *)l.at[i];
        DeduceFail why = {0};
        if (t->d.kind != D_TEMPLATE || t->kind != TK_FUNC) continue;
        FuncDecl *k = cxx_deduce_type(p, t, dr->targs, f->d.type, &why);
        if (!k || !cxx_same_but_noexcept(p->x, k->d.type, f->d.type)) continue;
        if (found && cxx_more_specialized(p->x, t, of, UINT32_MAX) <= 0) continue;
        found = k;
        of = t;
    }
    return found ? &found->d : NULL;
}

// A friend function: the member of the namespace (or named scope) that it redeclares, else a new
// one that only argument-dependent lookup sees [class.friend].
Decl *cxx_declare_friend(Parse *p, Scope *s, Decl *d, const Declarator *dr) {
    Cxx *x = p->x;
    Scope *target = dr->qual ? dr->qual : cxx_namespace_of(s);
    if (d->kind != D_FUNC) return d;
    FuncDecl *f = (FuncDecl *)d;
    if (!dr->qual && s->kind == SC_CLASS && s->cls->is_local && !p->env) {
        const Scope *b = s->parent; // [class.friend]/11
        while (b && (b->kind == SC_CLASS || b->kind == SC_TPARAMS)) b = b->parent;
        if (b && b->kind == SC_BLOCK && !map_get(&b->names, d->name))
            CXX_DIAG(x, d_friend_local, d->pos);
    }
    Decl *spec = dr->targs && !p->dependent ? friend_specialization(p, target, f, dr) : NULL;
    if (spec) return spec;
    if (dr->qual) {
        Lookup l;
        cxx_lookup_in(p, dr->qual, d->name, LU_ALL, &l);
        for (uint32_t i = 0; i < l.n; i++) {
            if (l.at[i]->kind == D_FUNC && cxx_same_signature(x, (FuncDecl *)l.at[i], f)) {
                bool member = dr->qual->kind == SC_CLASS && cxx_in_main_file(x, d->pos);
                if (member) cxx_check_access(p, l.at[i], dr->qual->cls, d->pos); // [class.friend]/9
                return l.at[i];
            }
        }
        return d;
    }
    cxx_elaborate_before(x, target, d->name, d->order, false);
    d->scope = target;
    d->flags |= DF_FRIEND_ONLY;
    Rivals rivals = cxx_rivals(x, target, d);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o->kind != D_FUNC || !cxx_same_signature(x, (FuncDecl *)o, f)) continue;
        if (o->order == d->order && (!f->requires_range.end || o->env == d->env)) return o;
        if (f->requires_range.end && s->env) continue; // each instance has its own [temp.friend]/9
        if (!x->decls->unbound) cxx_merge_func(x, (FuncDecl *)o, f);
        return o;
    }
    if (!x->decls->unbound) cxx_scope_add(x, target, d); // of a class read unbound: nothing is kept
    return d;
}

// A parsed declaration with a qualified name: merges it into the member it declares again.
Decl *cxx_declare_outside(Parse *p, Decl *d) {
    Cxx *x = p->x;
    if (!d->scope) return d;
    Scope *s = d->scope = cxx_inline_home(d->scope, d->name);
    cxx_elaborate_name(x, s, d->name);
    vec_push(xa(x), &x->decls->outside, d);
    uint32_t mine = x->decls->outside.n - 1;
    Rivals rivals = cxx_rivals(x, s, d);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o->kind != d->kind) continue;
        if (d->kind == D_FUNC) {
            FuncDecl *of = (FuncDecl *)o, *f = (FuncDecl *)d;
            if (of->is_implicit || !cxx_same_signature(x, of, f)) continue;
            f->d.flags |= of->d.flags & DF_STATIC; // `static` is not repeated
            cxx_merge_func(x, of, f);
            x->decls->outside.at[mine] = o;
            return o;
        }
        if (d->kind == D_VAR) {
            VarDecl *ov = (VarDecl *)o, *v = (VarDecl *)d;
            if (v->init_style) {
                if (ov->init_style && ov->defined) CXX_DIAG(x, d_already_defined, d->pos, o);
                ov->init_range = v->init_range;
                ov->init_style = v->init_style;
                ov->init_scope = v->init_scope ? v->init_scope : s;
                ov->init_done = ov->const_tried = false;
            }
            ov->defined = true;
            ov->d.cuda |= v->d.cuda;
            if (ov->d.type->kind == TY_ARRAY_INC) ov->d.type = v->d.type;
            ov->d.flags |= v->d.flags & (DF_IN_MAIN_FILE | DF_USED_ATTR | DF_WEAK | DF_CONSTEXPR);
            x->decls->outside.at[mine] = o;
            return o;
        }
    }
    if (s->kind == SC_CLASS) {
        const Decl *any = map_get(&s->names, d->name);
        while (any && any->kind != d->kind) any = any->next;
        if (any)
            CXX_DIAG(x, d_no_matching_member, d->pos, d, &s->cls->d);
        else
            cxx_say_no_member(p, d->pos, s, d->name);
    } else if (s->owner) {
        cxx_say_no_member(p, d->pos, s, d->name);
    }
    d->flags |= DF_INVALID;
    return d;
}
