// SPDX-License-Identifier: Apache-2.0
// Declaration specifiers [dcl.spec], type-ids, and telling declarations and type-ids from
// expressions [stmt.ambig] [dcl.ambig.res]: a name is parsed tentatively under a trap; if it names
// a type, what follows decides.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"

// ---- fundamental types -------------------------------------------------------------------------

static const struct {
    uint16_t words;
    uint8_t type;
} combo[] = {
    {W_INT, TY_INT},
    {W_SIGNED, TY_INT},
    {W_SIGNED | W_INT, TY_INT},
    {W_UNSIGNED, TY_UINT},
    {W_UNSIGNED | W_INT, TY_UINT},
    {W_CHAR, TY_CHAR},
    {W_SIGNED | W_CHAR, TY_SCHAR},
    {W_UNSIGNED | W_CHAR, TY_UCHAR},
    {W_SHORT, TY_SHORT},
    {W_SHORT | W_INT, TY_SHORT},
    {W_SHORT | W_SIGNED, TY_SHORT},
    {W_SHORT | W_INT | W_SIGNED, TY_SHORT},
    {W_SHORT | W_UNSIGNED, TY_USHORT},
    {W_SHORT | W_UNSIGNED | W_INT, TY_USHORT},
    {W_LONG, TY_LONG},
    {W_LONG | W_INT, TY_LONG},
    {W_LONG | W_SIGNED, TY_LONG},
    {W_LONG | W_SIGNED | W_INT, TY_LONG},
    {W_LONG | W_UNSIGNED, TY_ULONG},
    {W_LONG | W_UNSIGNED | W_INT, TY_ULONG},
    {W_LONG | W_LONG2, TY_LLONG},
    {W_LONG | W_LONG2 | W_INT, TY_LLONG},
    {W_LONG | W_LONG2 | W_SIGNED, TY_LLONG},
    {W_LONG | W_LONG2 | W_SIGNED | W_INT, TY_LLONG},
    {W_LONG | W_LONG2 | W_UNSIGNED, TY_ULLONG},
    {W_LONG | W_LONG2 | W_UNSIGNED | W_INT, TY_ULLONG},
    {W_INT128, TY_INT128},
    {W_INT128 | W_SIGNED, TY_INT128},
    {W_INT128 | W_UNSIGNED, TY_UINT128},
    {W_FLOAT, TY_FLOAT},
    {W_DOUBLE, TY_DOUBLE},
    {W_LONG | W_DOUBLE, TY_LDOUBLE},
};

typedef struct Specs {
    Parse *p;
    DeclSpec *ds;
    uint16_t words;
    unsigned quals;
    Type *type;
    bool conversion; // the type of `operator T`
    bool specified;  // a specifier that is no attribute was read
    Pos attr_at;     // of the first [[...]] behind one
} Specs;

static bool have_type(const Specs *s) {
    return s->type || s->words;
}

static void second_type(Specs *s) {
    if (!have_type(s)) return;
    if (s->ds->cls_defined || s->ds->enum_defined) // `struct S { ... } int x;`
        CXX_DIAG(s->p->x, d_expected_token, tok_pos(s->p), ";");
    else
        CXX_DIAG(s->p->x, d_two_types, tok_pos(s->p));
}

static void set_type(Specs *s, Type *t) {
    second_type(s);
    s->type = t;
}

// ---- specifiers --------------------------------------------------------------------------------

// `decltype(x)` of a structured binding or of a template parameter that is a reference
// [dcl.type.decltype]/1.1-2, which their expressions no longer tell; NULL if x is none.
static Type *binding_type(Parse *p) {
    if (cxx_peek(p) != T_IDENT || cxx_peek_n(p, 1) != T_RPAREN) return NULL;
    Lookup l;
    if (!cxx_lookup(p, p->tok[p->at].text, 0, &l)) return NULL;
    Decl *d = l.at[0];
    if (d->kind == D_BINDING) {
        BindingDecl *b = (BindingDecl *)d;
        b->v.referenced = true;
        return b->referenced;
    }
    const TmplArg *a = d->kind == D_TPARM ? cxx_parm_arg(p, (TParmDecl *)d) : NULL;
    return a && a->kind == TA_VALUE && a->type && ty_is_ref(a->type) ? a->type : NULL;
}

// decltype(e), decltype(auto) at `decltype`.
Type *cxx_answer_parse_decltype(Parse *p) {
    Cxx *x = p->x;
    p->at++;
    if (!cxx_expect(p, T_LPAREN, "(")) return x->ty_error;
    if (cxx_peek(p) == T_KW_AUTO && cxx_peek_n(p, 1) == T_RPAREN) {
        p->at += 2;
        return ty_basic(x, TY_DECLTYPE_AUTO);
    }
    bool uneval = p->unevaluated, targs = p->in_targs;
    p->unevaluated = true;
    p->in_targs = false;
    Type *t = binding_type(p);
    Expr *e = cxx_parse_expr(p);
    p->in_targs = targs;
    if (!t) t = cxx_decltype_of(p, e);
    p->unevaluated = uneval;
    cxx_expect(p, T_RPAREN, ")");
    return t;
}

// The type of decltype(e) [dcl.type.decltype].
Type *cxx_decltype_of(Parse *p, Expr *e) {
    Cxx *x = p->x;
    if (e->kind == E_ERROR) return x->ty_error;
    if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) return ty_decltype(x, e);
    bool paren = e->flags & EF_PAREN;
    if (e->kind == E_DECLREF && !paren && x->hooks.check_type)
        x->hooks.check_type(p, NULL, e->u.decl, e->pos);
    if (e->kind == E_TYPE) {
        CXX_DIAG(x, x_type_not_allowed, e->pos);
        return x->ty_error;
    }
    if (e->kind == E_OVERLOAD) {
        Expr *r = cxx_resolve_address(p, e, NULL, true);
        if (!r || r->kind == E_ERROR) return x->ty_error;
        e = r;
    }
    if (e->kind == E_BINARY && e->op == OP_COMMA && e->flags & EF_IMPLICIT && !paren) e = e->b;
    if (!paren && (e->kind == E_DECLREF || e->kind == E_MEMBER)) {
        Decl *d = e->u.decl;
        if (d &&
            (d->kind == D_VAR || d->kind == D_FIELD || d->kind == D_BINDING || d->kind == D_FUNC ||
             d->kind == D_ENUMERATOR) &&
            d->type) {
            return d->type;
        }
    }
    // a template parameter object: the parameter's type [dcl.type.decltype]/1.2
    bool object = e->kind == E_CONST || e->kind == E_TPARM;
    if (object && !paren && e->type->kind == TY_CLASS) return ty_unqual(e->type);
    if (e->cat == VC_LVALUE) return ty_ref(x, e->type, false);
    if (e->cat == VC_XVALUE) return ty_ref(x, e->type, true);
    return e->type;
}

static Type *parse_typeof(Parse *p) {
    Cxx *x = p->x;
    p->at++;
    if (!cxx_expect(p, T_LPAREN, "(")) return x->ty_error;
    Type *t;
    if (cxx_starts_type_id(p)) {
        t = cxx_parse_type_id(p);
    } else {
        bool uneval = p->unevaluated;
        p->unevaluated = true;
        Expr *e = cxx_parse_expr(p);
        p->unevaluated = uneval;
        if (e->kind == E_OVERLOAD) {
            Expr *r = cxx_resolve_address(p, e, NULL, true);
            if (r) e = r;
        }
        t = e->flags & (EF_TYPE_DEP | EF_VALUE_DEP) ? ty_decltype(x, e) : e->type;
    }
    cxx_expect(p, T_RPAREN, ")");
    return t;
}

// At `auto`; `concept` (or NULL) with its arguments as written stands in front.
static Type *parse_auto(Parse *p, Decl *concept, TmplArgs *args) {
    Cxx *x = p->x;
    uint32_t at = p->at++;
    TParmDecl *inv = cxx_invented_parm(p, at);
    if (!inv) return ty_auto_of(x, TY_AUTO, concept, args);
    TmplArg *a = cxx_parm_arg(p, inv);
    return a && a->kind == TA_TYPE ? a->type : ty_tparm(x, inv);
}

// Whether q names the constructor of the class it is qualified by, or in whose body we are.
static bool names_constructor(Parse *p, const QualName *q, const Type *t) {
    if (cxx_peek(p) != T_LPAREN) return false;
    if (q->qualified) {
        if (q->is_template_id) return false;
        return q->cls_type && q->cls_type->kind == TY_CLASS &&
               q->cls_type->u.cls->d.name == q->name && t == q->cls_type;
    }
    Scope *s = cxx_decl_scope(p->scope);
    if (!s || s->kind != SC_CLASS || s->cls->d.name != q->name) return false;
    if (q->is_template_id && t && t != ty_class(p->x, s->cls))
        return false; // `A<T>(T);` is one too
    uint16_t n = cxx_peek_n(p, 1);
    if (n == T_STAR || n == T_AMP || n == T_AMPAMP) return false;
    // C (name)(int), C (name)[2]: a declarator in parentheses
    uint32_t after = cxx_skip_group(p->tok, p->at, p->end);
    uint16_t k = after < p->end ? p->tok[after].kind : T_EOF;
    return k != T_LPAREN &&
           (k != T_LBRACKET || (after + 1 < p->end && p->tok[after + 1].kind == T_LBRACKET));
}

static Type *constrained_type(Parse *p, const QualName *q) {
    if (cxx_peek(p) == T_KW_AUTO) return parse_auto(p, q->found.at[0], q->targs);
    Type *t = cxx_parse_decltype(p);
    if (t->kind == TY_DECLTYPE_AUTO)
        return ty_auto_of(p->x, TY_DECLTYPE_AUTO, q->found.at[0], q->targs);
    if (t->kind != TY_ERROR) CXX_DIAG(p->x, d_not_a_type, q->pos, q->name);
    return p->x->ty_error;
}

// `Unknown x;`: only a declaration has two names in a row.
static bool unknown_type_follows(const Parse *p, uint32_t at) {
    uint32_t end = cxx_name_shape(p, at);
    if (!end || end + 1 >= p->end || p->tok[end].kind != T_IDENT) return false;
    switch (p->tok[end + 1].kind) {
    case T_SEMI:
    case T_COMMA:
    case T_ASSIGN:
    case T_LPAREN:
    case T_LBRACE:
    case T_LBRACKET: return true;
    default: return false;
    }
}

static bool names_parameter(const Parse *p, uint32_t from, uint32_t to) {
    const Token *t = p->tok;
    for (uint32_t i = from; i < to; i++) {
        if (t[i].kind != T_IDENT || (i > from && t[i - 1].kind == T_COLCOL)) continue;
        for (const Env *e = p->env; e; e = e->outer) {
            for (uint32_t k = 0; k < e->params->n; k++) {
                if (e->params->parm[k]->d.name == t[i].text) return true;
            }
        }
    }
    return false;
}

static bool encloses(const Scope *s, const ClassDecl *c) {
    for (; s; s = s->parent) {
        if (s->kind == SC_CLASS && s->cls == c) return true;
    }
    return false;
}

// [temp.dep.type]: whether q names a member of a member class of the class template that is being
// instantiated, seen from outside of that class, for which there can be a specialization.
static bool in_member_class(const Parse *p, uint32_t from, const QualName *q) {
    const ClassDecl *c = q->scope && q->scope->kind == SC_CLASS ? q->scope->cls : NULL;
    if (!c || !c->env || c->tmpl || encloses(p->scope, c)) return false;
    if (p->tok[from + 1].kind != T_COLCOL && !names_parameter(p, from, q->order)) return false;
    for (const Scope *s = c->lexical; s && s->kind == SC_CLASS && s->cls; s = s->parent) {
        if (s->cls->tmpl) return encloses(p->scope, s->cls);
    }
    return false;
}

// [temp.res]/5: whether the qualifiers in tokens [from, to) name a parameter of a template that is
// being instantiated, so that the name behind them needed `typename` (before C++20, which implies
// it in many places). A name of the current instantiation does not.
static bool needs_typename(const Parse *p, uint32_t from, const QualName *q) {
    uint32_t to = q->order;
    if (!p->env || p->x->opt.std >= 20 || p->checked_signature) return false;
    const Token *t = p->tok;
    if (t[from].kind != T_IDENT || !cxx_in_main_file(p->x, t[from].pos)) return false;
    if (in_member_class(p, from, q)) return true;
    for (const Scope *s = p->scope; s; s = s->parent) {
        if (s->kind == SC_CLASS && s->cls->d.name == t[from].text) return false;
    }
    return names_parameter(p, from, to);
}

// `B::type` where an alias B in a template may depend on its parameters.
static bool through_alias(Parse *p) {
    if (!p->env || cxx_peek(p) != T_IDENT || (p->type_only && p->x->opt.std >= 20)) return false;
    Lookup l = {0};
    cxx_lookup(p, p->tok[p->at].text, 0, &l);
    return l.n && l.at[0]->kind == D_TYPEDEF && l.at[0]->env;
}

// A type-name; false (nothing consumed) if the name is not a type.
static bool named_type(Specs *s) {
    Parse *p = s->p;
    Parse save = *p;
    bool kw = cxx_peek(p) == T_KW_TYPENAME;
    QualName q;
    if (!cxx_parse_qual_name(p, &q)) {
        p->at = CU_MAX(p->at, cxx_name_shape(&save, save.at)); // the rest of `Bad::name x`
        set_type(s, p->x->ty_error);
        return true;
    }
    if (cxx_constrained_auto(p, &q)) {
        set_type(s, constrained_type(p, &q));
        return true;
    }
    if (cxx_type_implied(p, &q)) q.typename_ = true;
    Type *t = cxx_name_type(p, &q);
    if (!kw && t && q.qualified && !q.is_template_id && q.found.n == 1 && t == q.cls_type &&
        q.found.at[0]->kind == D_CLASS && t->u.cls->d.name == q.name && cxx_peek(p) == T_IDENT &&
        cxx_in_main_file(p->x, q.pos))
        CXX_DIAG(p->x, d_ctor_name, q.pos, q.name, q.name); // [class.qual]/1
    if (t && !q.dep && cxx_types_ambiguous(p->x, &q.found)) {
        CXX_DIAG(p->x, x_ambiguous_name, q.pos, q.name);
        t = p->x->ty_error;
    }
    if (!t && q.dep && !kw && !q.op && p->x->opt.std < 20 && cxx_peek(p) == T_IDENT) {
        CXX_DIAG(p->x, d_missing_typename, q.pos, q.name); // `A<T>::type name`
        q.typename_ = true;
        t = cxx_name_type(p, &q);
    }
    // `A(...) -> A<...>` in a namespace or class is a deduction guide
    bool guide = t && t->kind == TY_CTAD && cxx_peek(p) == T_LPAREN && !p->fn &&
                 p->tok[cxx_skip_group(p->tok, p->at, p->end)].kind == T_ARROW;
    if (!t || guide || (!s->conversion && names_constructor(p, &q, t))) {
        if (kw) {
            if (!q.found.n && q.scope && q.scope->kind == SC_CLASS && q.scope->cls)
                cxx_say_no_member(p, q.pos, q.scope, q.name);
            else
                CXX_DIAG(p->x, d_not_a_type, q.pos, q.name);
            set_type(s, p->x->ty_error);
            return true;
        }
        *p = save;
        return false;
    }
    if (q.found.n > 0) cxx_check_access(p, q.found.at[0], q.found.naming, q.pos);
    if (q.qualified && !kw && needs_typename(p, save.at, &q))
        CXX_DIAG(p->x, d_missing_typename, q.pos, q.name);
    else if (q.qualified && !kw && through_alias(&save))
        cxx_suspect(p, save.at, p->at + 4, q.name, q.pos); // as far as `name) {`
    set_type(s, t);
    return true;
}

static bool storage_specifier(Specs *s, uint16_t k) {
    DeclSpec *ds = s->ds;
    switch (k) {
    case T_KW_TYPEDEF: ds->is_typedef = true; break;
    case T_KW_STATIC: ds->flags |= DF_STATIC; break;
    case T_KW_EXTERN:
        ds->is_extern = true;
        ds->flags |= DF_EXTERN;
        if (cxx_peek_n(s->p, 1) == T_STRING) { // extern "C" int f();
            ds->extern_c = cxx_string_is(s->p->x, s->p->at + 1, "C");
            ds->extern_cpp = !ds->extern_c;
            s->p->at++;
        }
        break;
    case T_KW_REGISTER: ds->is_register = true; break;
    case T_KW_THREAD:
    case T_KW_THREAD_LOCAL: ds->is_thread = true, ds->flags |= DF_THREAD; break;
    case T_KW_MUTABLE: ds->flags |= DF_MUTABLE; break;
    case T_KW_FRIEND: ds->is_friend = true; break;
    case T_KW_VIRTUAL: ds->is_virtual = true; break;
    case T_KW_INLINE: ds->flags |= DF_INLINE; break;
    case T_KW_CONSTEXPR: ds->flags |= DF_CONSTEXPR; break;
    case T_KW_CONSTEVAL: ds->flags |= DF_CONSTEXPR | DF_CONSTEVAL; break;
    case T_KW_CONSTINIT: ds->flags |= DF_CONSTINIT; break;
    case T_KW_EXTENSION: break;
    case T_KW_CONST: s->quals |= Q_CONST; break;
    case T_KW_VOLATILE: s->quals |= Q_VOLATILE; break;
    case T_KW_RESTRICT: s->quals |= Q_RESTRICT; break;
    default: return false;
    }
    s->p->at++;
    return true;
}

static void explicit_specifier(Specs *s) {
    Parse *p = s->p;
    p->at++;
    s->ds->is_explicit = true;
    if (cxx_peek(p) != T_LPAREN || p->x->opt.std < 20) return;
    p->at++;
    s->ds->explicit_cond = cxx_parse_const_expr(p);
    cxx_expect(p, T_RPAREN, ")");
    Expr *e = s->ds->explicit_cond;
    if (e->kind == E_ERROR || (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) return;
    e = cxx_to_bool(p, e);
    ApInt i;
    if (e->kind != E_ERROR && cxx_const_int(p->x, e, &i, true)) {
        s->ds->is_explicit = !apint_is_zero(&i);
    }
}

// One specifier; false when the next token is none.
static bool one_specifier(Specs *s) {
    Parse *p = s->p;
    uint16_t k = cxx_peek(p);
    if (storage_specifier(s, k)) return true;
    uint16_t w = cxx_type_word(k);
    if (w) {
        if (s->type) second_type(s);
        if (w == W_LONG && (s->words & W_LONG))
            w = W_LONG2;
        else if (s->words & w)
            second_type(s);
        s->words |= w;
        p->at++;
        return true;
    }
    TyKind single = cxx_single_type(k);
    // glibc for C++ before gcc 13: `typedef float _Float32;`
    if (s->ds->is_typedef && have_type(s) && cxx_peek_n(p, 1) == T_SEMI && k >= T_KW_FLOAT16 &&
        k <= T_KW_FLOAT64X) {
        p->at++;
        return false;
    }
    if (single != TY_FIRST_COMPOUND) {
        set_type(s, ty_basic(p->x, single));
        p->at++;
        return true;
    }
    switch (k) {
    case T_KW_CLASS:
    case T_KW_STRUCT:
    case T_KW_UNION:
        second_type(s);
        cxx_parse_class_specifier(p, s->ds);
        break;
    case T_KW_ENUM:
        second_type(s);
        cxx_parse_enum_specifier(p, s->ds);
        break;
    case T_KW_EXPLICIT: explicit_specifier(s); return true;
    case T_KW_AUTO: set_type(s, parse_auto(p, NULL, NULL)); return true;
    case T_KW_DECLTYPE: {
        if (have_type(s)) return false;
        uint32_t e = cxx_peek_n(p, 1) == T_LPAREN ? cxx_skip_group(p->tok, p->at + 1, p->end) : 0;
        if (e && e < p->end && p->tok[e].kind == T_COLCOL) return named_type(s);
        set_type(s, cxx_parse_decltype(p));
        return true;
    }
    case T_KW_TYPEOF:
    case T_KW_TYPEOF_PLAIN: set_type(s, parse_typeof(p)); return true;
    case T_KW_TYPE_TRAIT: set_type(s, cxx_parse_type_trait(p)); return true;
    case T_KW_TYPENAME:
        if (have_type(s)) return false;
        return named_type(s);
    case T_IDENT:
        if (cxx_is_attr_keyword(p->x, p->tok[p->at].text)) {
            cxx_parse_attributes(p, s->ds);
            return true;
        }
        if (have_type(s)) return false;
        if (cxx_peek_n(p, 1) != T_COLCOL && p->tok[p->at].text == p->x->decls->n.bf16) {
            set_type(s, ty_basic(p->x, TY_BF16));
            p->at++;
            return true;
        }
        return named_type(s);
    case T_COLCOL:
        if (have_type(s)) return false;
        return named_type(s);
    case T_LBRACKET:
        if (cxx_peek_n(p, 1) != T_LBRACKET) return false;
        cxx_parse_attributes(p, s->ds);
        return true;
    case T_KW_ATTRIBUTE:
    case T_KW_ALIGNAS:
    case T_KW_DECLSPEC: cxx_parse_attributes(p, s->ds); return true;
    default: return false;
    }
    // class and enumeration specifiers leave their type in ds->type
    s->type = s->ds->type ? s->ds->type : p->x->ty_error;
    return true;
}

static Type *words_type(Specs *s) {
    if (s->words & W_COMPLEX) { // alone it is that of double
        Specs part = *s;
        part.words = s->words == W_COMPLEX ? W_DOUBLE : s->words & (uint16_t)~W_COMPLEX;
        Type *t = words_type(&part);
        if (t->kind == TY_ERROR) return t;
        if (ty_is_floating(t)) return cxx_complex_type(s->p->x, t);
        CXX_DIAG(s->p->x, d_complex_part, s->ds->type_pos);
        return s->p->x->ty_error;
    }
    for (size_t i = 0; i < CU_COUNT(combo); i++) {
        if (combo[i].words != s->words) continue;
        Type *t = ty_basic(s->p->x, (TyKind)combo[i].type);
        if (t->kind == TY_LDOUBLE && s->p->fs && s->p->x->hooks.check_type)
            s->p->x->hooks.check_type(s->p, t, NULL, s->ds->type_pos);
        return t;
    }
    CXX_DIAG(s->p->x, d_bad_type_words, s->ds->type_pos);
    return s->p->x->ty_error;
}

// vector_size and mode change the type they stand on.
Type *cxx_apply_type_attrs(Parse *p, Type *t, const AttrSet *a, Pos pos) {
    if (!a || !t) return t;
    if (a->mode) {
        TyKind m = (TyKind)(a->mode - 1);
        bool uns = ty_is_unsigned(t) && ty_is_integral(t);
        if (uns) {
            m = m == TY_SCHAR   ? TY_UCHAR
                : m == TY_SHORT ? TY_USHORT
                : m == TY_INT   ? TY_UINT
                : m == TY_LONG  ? TY_ULONG
                                : TY_UINT128;
        }
        t = ty_qual(p->x, ty_basic(p->x, m), t->quals);
    }
    if (a->vector_size && !ty_dependent(t)) {
        uint64_t size;
        uint32_t al;
        if (!ty_is_arith(t) || !ty_size_align(p->x, t, pos, &size, &al) || a->vector_size % size) {
            CXX_DIAG(p->x, d_bad_vector, pos);
            return t;
        }
        t = ty_qual(p->x, ty_vector(p->x, t, a->vector_size / size), t->quals);
    }
    return t;
}

// [[...]] stands in front of all specifiers or behind the last one [dcl.spec.general]. Words of
// CUDA are attributes themselves.
static void check_attr_place(Specs *s, uint32_t at) {
    const Token *t = &s->p->tok[at];
    if (t->kind == T_LBRACKET) {
        if (s->specified && !s->attr_at) s->attr_at = t->pos;
        return;
    }
    if (t->kind == T_KW_ATTRIBUTE || t->kind == T_KW_ALIGNAS || t->kind == T_KW_DECLSPEC ||
        (t->kind == T_IDENT && cxx_is_attr_keyword(s->p->x, t->text)))
        return;
    if (s->attr_at) CXX_DIAG(s->p->x, d_attr_middle, s->attr_at);
    s->attr_at = 0;
    s->specified = true;
}

// Behind `const` without a type: a name that stands for the type (`const nothing *`), rather than
// for what is declared (`const x = 1`).
static bool named_like_type(const Parse *p) {
    uint32_t end = cxx_name_shape(p, p->at);
    if (!end || p->type_only) return end; // a type-id declares nothing
    switch (end < p->end ? p->tok[end].kind : T_EOF) {
    case T_STAR:
    case T_AMP:
    case T_AMPAMP:
    case T_LT:
    case T_IDENT:
    case T_KW_CONST:
    case T_KW_VOLATILE:
    case T_ELLIPSIS: return true;
    default: return false;
    }
}

bool cxx_answer_parse_declspecs(Parse *p, DeclSpec *ds, bool allow_none) {
    memset(ds, 0, sizeof *ds);
    ds->pos = ds->type_pos = tok_pos(p);
    Specs s = {.p = p, .ds = ds};
    uint32_t begin = p->at;
    s.conversion = begin && p->tok[begin - 1].kind == T_KW_OPERATOR;
    for (;;) {
        bool had = have_type(&s);
        Pos pos = tok_pos(p);
        uint32_t at = p->at;
        if (!one_specifier(&s)) break;
        check_attr_place(&s, at);
        if (!had && have_type(&s)) ds->type_pos = pos;
        if (s.type && s.type->kind == TY_ERROR) break;
    }
    Type *t = s.type;
    if (s.words && !t) t = words_type(&s);
    if (t) {
        if (t->flags & TF_HAS_AUTO) ds->has_auto = true;
        t = cxx_apply_type_attrs(p, t, ds->attrs, ds->type_pos);
        if (s.quals && t->kind == TY_DECLTYPE_AUTO) CXX_DIAG(p->x, d_auto_cv, ds->type_pos);
        t = ty_qual(p->x, t, s.quals);
    }
    ds->type = t;
    ds->cv_alone = !t && s.quals;
    bool external = ds->is_extern && !ds->extern_c && !ds->extern_cpp;
    if (ds->flags & DF_STATIC && external) CXX_DIAG(p->x, d_two_storage, ds->pos);
    if (ds->is_typedef && (ds->flags & DF_STATIC || external))
        CXX_DIAG(p->x, d_two_storage, ds->pos); // [dcl.stc]/1, [dcl.typedef]/1
    if (!t && s.quals && !allow_none) {
        if (named_like_type(p) && cxx_unknown_type(p)) {
            ds->type = p->x->ty_error;
            return true;
        }
        CXX_DIAG(p->x, d_no_type, ds->pos);
        ds->type = ty_basic(p->x, TY_INT);
        return true;
    }
    return t || allow_none || p->at > begin;
}

// ---- telling declarations from expressions -----------------------------------------------------

// At the '(' behind the name in `T (f(`: parameters, so that a function is declared?
static bool params_at(const Parse *p, uint32_t at) {
    Parse look = *p;
    look.at = at;
    cxx_pack_ignore(&look);
    DeclSpec ds = {.type = ty_basic(p->x, TY_INT)};
    Declarator d = {.fkind = FK_NORMAL};
    return cxx_params_follow(&look, &ds, &d);
}

// In `T ( ... ) next`: could the parentheses hold a declarator [stmt.ambig]?
static bool paren_declarator(const Parse *p, uint32_t at) {
    uint32_t end = cxx_skip_group(p->tok, at, p->end);
    uint32_t i = at + 1;
    bool ptr = false;
    while (i < end && (p->tok[i].kind == T_STAR || p->tok[i].kind == T_AMP ||
                       p->tok[i].kind == T_AMPAMP || p->tok[i].kind == T_KW_CONST)) {
        i++;
        ptr = true;
    }
    if (p->tok[i].kind == T_LPAREN && i + 1 < end) return paren_declarator(p, i);
    for (uint32_t k = i; k < end; k++) { // A::B<C>::*
        if (p->tok[k].kind == T_LT)
            k = CU_MAX(cxx_skip_angles(p->x, k, end), k + 1) - 1;
        else if (p->tok[k].kind == T_COLCOL && p->tok[k + 1].kind == T_STAR) {
            i = k + 2;
            while (i < end && (p->tok[i].kind == T_KW_CONST || p->tok[i].kind == T_KW_VOLATILE ||
                               p->tok[i].kind == T_STAR || p->tok[i].kind == T_AMP)) {
                i++;
            }
            ptr = true;
            break;
        } else if (p->tok[k].kind != T_IDENT && p->tok[k].kind != T_COLCOL)
            break;
    }
    if (p->tok[i].kind != T_IDENT) return false;
    i++;
    if (i < end && !ptr && p->tok[i].kind == T_LPAREN) { // T (f(int))
        if (!params_at(p, i)) return false;
        i = cxx_skip_group(p->tok, i, end);
    }
    while (i < end && (p->tok[i].kind == T_LBRACKET || (ptr && p->tok[i].kind == T_LPAREN))) {
        i = cxx_skip_group(p->tok, i, end);
    }
    if (i != end - 1) return false;
    uint16_t next = end < p->end ? p->tok[end].kind : T_EOF;
    if (next == T_LPAREN && !ptr) { // T (x)(1); T (f)(int);
        end = cxx_skip_group(p->tok, end, p->end);
        next = end < p->end ? p->tok[end].kind : T_EOF;
        return next == T_SEMI || next == T_KW_ATTRIBUTE;
    }
    if (next == T_LPAREN) return true;
    return next == T_SEMI || next == T_ASSIGN || next == T_LBRACKET || next == T_LBRACE ||
           next == T_KW_ATTRIBUTE || (next == T_COLON && !ptr);
}

// After a type-specifier at statement level: does a declaration go on?
static bool declarator_follows(const Parse *p) {
    switch (cxx_peek(p)) {
    case T_IDENT:
    case T_STAR:
    case T_AMP:
    case T_AMPAMP:
    case T_SEMI:
    case T_KW_CONST:
    case T_KW_VOLATILE:
    case T_KW_RESTRICT:
    case T_KW_ATTRIBUTE:
    case T_KW_ALIGNAS:
    case T_KW_STATIC:
    case T_KW_CONSTEXPR:
    case T_KW_TYPEDEF:
    case T_KW_AUTO:
    case T_KW_DECLTYPE: // `Concept decltype(auto)`
    case T_KW_OPERATOR:
    case T_KW_INLINE:
    case T_KW_EXTERN: return true;
    case T_COLCOL: return true;
    case T_LPAREN: return paren_declarator(p, p->at);
    default: return cxx_type_word(cxx_peek(p)) != 0;
    }
}

bool cxx_starts_declaration(Parse *p) {
    uint32_t at = p->at;
    switch (cxx_peek(p)) {
    case T_KW_USING:
    case T_KW_NAMESPACE:
    case T_KW_STATIC_ASSERT:
    case T_KW_TEMPLATE:
    case T_KW_ALIGNAS: return true;
    case T_KW_EXTENSION: {
        p->at++;
        bool r = cxx_starts_declaration(p);
        p->at = at;
        return r;
    }
    case T_IDENT:
        // the commonest expression statements, without a look-up
        switch (cxx_peek_n(p, 1)) {
        case T_ASSIGN:
        case T_DOT:
        case T_ARROW:
        case T_LBRACKET:
        case T_PLUSEQ:
        case T_MINUSEQ:
        case T_STAREQ:
        case T_SLASHEQ:
        case T_PLUSPLUS:
        case T_MINUSMINUS: return false;
        default: break;
        }
        break;
    default: break;
    }
    if (cxx_at_attribute(p)) {
        while (cxx_at_attribute(p)) { // skip them by tokens
            if (cxx_peek(p) == T_LBRACKET) {
                p->at = cxx_skip_group(p->tok, p->at, p->end);
            } else {
                p->at++;
                if (cxx_peek(p) == T_LPAREN) p->at = cxx_skip_group(p->tok, p->at, p->end);
            }
        }
        bool r = cxx_starts_declaration(p);
        p->at = at;
        return r;
    }
    Ambig a = cxx_first_token(p, at);
    if (a != AM_NAME) return a == AM_YES;
    Parse save = *p;
    cxx_pack_ignore(p);
    bool r = cxx_skip_type_name(p) && declarator_follows(p);
    *p = save;
    return r || (p->tok[at].kind == T_IDENT && unknown_type_follows(p, at));
}

bool cxx_starts_param(Parse *p) {
    uint32_t at = p->at;
    if (cxx_at_attribute(p)) return true;
    Ambig a = cxx_first_token(p, at);
    if (a != AM_NAME) return a == AM_YES;
    bool r = cxx_skip_type_name(p) && cxx_peek(p) != T_LBRACE;
    p->at = at;
    return r;
}

// Only that of an alias-declaration can define a type [dcl.type.general]/3.
Type *cxx_answer_parse_type_id(Parse *p) {
    DeclSpec ds = {0};
    Type *t = cxx_parse_defining_type_id(p, &ds);
    cxx_refuse_definition(p, &ds);
    return t;
}

Type *cxx_parse_defining_type_id(Parse *p, DeclSpec *specs) {
    DeclSpec ds;
    Declarator d;
    Pos pos = tok_pos(p);
    bool only = p->type_only;
    p->type_only = true;
    bool ok = cxx_parse_declspecs(p, &ds, false) && ds.type;
    p->type_only = only;
    *specs = ds;
    if (!ok) {
        if (!cxx_unknown_type(p)) CXX_DIAG(p->x, d_expected_type, pos);
        return p->x->ty_error;
    }
    if (!cxx_parse_abstract_declarator(p, &ds, &d)) return p->x->ty_error;
    return d.type;
}

Type *cxx_answer_parse_conversion_type(Parse *p) {
    DeclSpec ds = {0};
    if (!cxx_parse_declspecs(p, &ds, false) || !ds.type) return p->x->ty_error;
    cxx_refuse_definition(p, &ds);
    return cxx_parse_ptr_operators(p, ds.type);
}

Type *cxx_answer_parm_type(Parse *p, TParmDecl *parm, Env *env) {
    Parse q = tm_parse_for(p, parm->type_range.begin, parm->type_range.end, parm->list->scope, env);
    q.pack_index = p->pack_index;
    DeclSpec ds = {0};
    Declarator d = {0};
    if (!cxx_parse_declspecs(&q, &ds, false)) return p->x->ty_error;
    if (!cxx_parse_declarator(&q, &ds, &d, true)) return p->x->ty_error;
    if (!d.type) return p->x->ty_error;
    Type *t = d.type->kind == TY_PACK ? d.type->u.ptr.to : d.type;
    if (t->kind == TY_FUNC || ty_is_array(t)) t = ty_decay(p->x, t);
    return ty_unqual(t);
}
