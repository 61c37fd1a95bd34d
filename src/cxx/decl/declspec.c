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

// [dcl.type.simple] table 14: the type that a set of words means, in whatever order they stand.
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

// A decl-specifier-seq being read: words of fundamental types add up in `words`, all other type
// specifiers give `type`; ds gets the rest.
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

// Whether a type specifier was read: then a name is what is declared.
static bool have_type(const Specs *specs) {
    return specs->type || specs->words;
}

// Says that there are two types, if there was one: often a `;` is missing behind a class. What
// follows is a declaration of its own then.
static void second_type(Specs *specs) {
    if (!have_type(specs)) return;
    if (specs->ds->cls_defined || specs->ds->enum_defined) { // `struct S { ... } int x;`
        cxx_class_lacks_semi(specs->p);
        specs->type = NULL;
    } else
        CXX_DIAG(specs->p->x, d_two_types, tok_pos(specs->p));
}

static void set_type(Specs *specs, Type *written) {
    second_type(specs);
    specs->type = written;
}

// ---- specifiers --------------------------------------------------------------------------------

// `decltype(x)` of a structured binding or of a template parameter that is a reference
// [dcl.type.decltype]/1.1-2, which their expressions no longer tell; NULL if the name is none.
static Type *binding_type(Parse *parse) {
    if (cxx_peek(parse) != T_IDENT || cxx_peek_n(parse, 1) != T_RPAREN) return NULL;
    Lookup l;
    if (!cxx_lookup(parse, parse->tok[parse->at].text, 0, &l)) return NULL;
    Decl *d = l.at[0];
    if (d->kind == D_BINDING) {
        BindingDecl *b = (BindingDecl *)d;
        b->v.referenced = true;
        return b->referenced;
    }
    const TmplArg *a = d->kind == D_TPARM ? cxx_parm_arg(parse, (TParmDecl *)d) : NULL;
    return a && a->kind == TA_VALUE && a->type && ty_is_ref(a->type) ? a->type : NULL;
}

// decltype(e), decltype(auto) at `decltype`.
Type *cxx_answer_parse_decltype(Parse *parse) {
    Cxx *cxx = parse->x;
    parse->at++;
    if (!cxx_expect(parse, T_LPAREN, "(")) return cxx->ty_error;
    if (cxx_peek(parse) == T_KW_AUTO && cxx_peek_n(parse, 1) == T_RPAREN) {
        parse->at += 2;
        return ty_basic(cxx, TY_DECLTYPE_AUTO);
    }
    bool uneval = parse->unevaluated, targs = parse->in_targs;
    parse->unevaluated = true;
    parse->in_targs = false;
    Type *t = binding_type(parse);
    Expr *e = cxx_parse_expr(parse);
    parse->in_targs = targs;
    if (!t) t = cxx_decltype_of(parse, e);
    parse->unevaluated = uneval;
    cxx_expect(parse, T_RPAREN, ")");
    return t;
}

// An entity whose decltype is the type it was declared with, even a reference.
static bool has_declared_type(const Decl *decl) {
    enum {
        ENTITIES = 1 << D_VAR | 1 << D_FIELD | 1 << D_BINDING | 1 << D_FUNC | 1 << D_ENUMERATOR
    };
    return decl->type && ENTITIES >> decl->kind & 1;
}

// The type of decltype(e) [dcl.type.decltype].
Type *cxx_decltype_of(Parse *parse, Expr *operand) {
    Cxx *cxx = parse->x;
    if (operand->kind == E_ERROR) return cxx->ty_error;
    if (operand->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) return ty_decltype(cxx, operand);
    bool paren = operand->flags & EF_PAREN;
    if (operand->kind == E_DECLREF && !paren && cxx->hooks.check_type)
        cxx->hooks.check_type(parse, NULL, operand->u.decl, operand->pos);
    if (operand->kind == E_TYPE) {
        CXX_DIAG(cxx, x_type_not_allowed, operand->pos);
        return cxx->ty_error;
    }
    if (operand->kind == E_OVERLOAD) {
        Expr *r = cxx_resolve_address(parse, operand, NULL, true);
        if (!r || r->kind == E_ERROR) return cxx->ty_error;
        operand = r;
    }
    if (xe_is(operand, E_BINARY, OP_COMMA) && operand->flags & EF_IMPLICIT && !paren)
        operand = operand->b;
    if (!paren && is_any_of(operand->kind, E_DECLREF, E_MEMBER)) {
        const Decl *decl = operand->u.decl;
        if (decl && has_declared_type(decl)) return decl->type;
    }
    // a template parameter object: the parameter's type [dcl.type.decltype]/1.2
    bool object = is_any_of(operand->kind, E_CONST, E_TPARM);
    if (object && !paren && operand->type->kind == TY_CLASS) return ty_unqual(operand->type);
    if (operand->cat == VC_LVALUE) return ty_ref(cxx, operand->type, false);
    if (operand->cat == VC_XVALUE) return ty_ref(cxx, operand->type, true);
    return operand->type;
}

// At GNU `typeof`, whose operand is a type or an unevaluated expression. Unlike decltype it gives
// the expression's type without a reference.
static Type *parse_typeof(Parse *parse) {
    Cxx *cxx = parse->x;
    parse->at++;
    if (!cxx_expect(parse, T_LPAREN, "(")) return cxx->ty_error;
    Type *type;
    if (cxx_starts_type_id(parse)) {
        type = cxx_parse_type_id(parse);
    } else {
        bool uneval = parse->unevaluated;
        parse->unevaluated = true;
        Expr *e = cxx_parse_expr(parse);
        parse->unevaluated = uneval;
        if (e->kind == E_OVERLOAD) {
            Expr *r = cxx_resolve_address(parse, e, NULL, true);
            if (r) e = r;
        }
        type = e->flags & (EF_TYPE_DEP | EF_VALUE_DEP) ? ty_decltype(cxx, e) : e->type;
    }
    cxx_expect(parse, T_RPAREN, ")");
    return type;
}

// At `auto`; `concept` (or NULL) with its arguments as written stands in front.
static Type *parse_auto(Parse *parse, Decl *concept, TmplArgs *args) {
    Cxx *x = parse->x;
    uint32_t at = parse->at++;
    TParmDecl *inv = cxx_invented_parm(parse, at);
    if (!inv) return ty_auto_of(x, TY_AUTO, concept, args);
    TmplArg *a = cxx_parm_arg(parse, inv);
    return a && a->kind == TA_TYPE ? a->type : ty_tparm(x, inv);
}

// Whether `named` is the name of the constructor of the class it is qualified by, or in whose body
// we are.
static bool names_constructor(Parse *parse, const QualName *named, const Type *type) {
    if (cxx_peek(parse) != T_LPAREN) return false;
    if (named->qualified) {
        if (named->is_template_id) return false;
        return ty_is_class(named->cls_type) && named->cls_type->u.cls->d.name == named->name &&
               type == named->cls_type;
    }
    Scope *scope = cxx_decl_scope(parse->scope);
    if (!scope_is(scope, SC_CLASS) || scope->cls->d.name != named->name) return false;
    if (named->is_template_id && type && type != ty_class(parse->x, scope->cls))
        return false; // `A<T>(T);` is one too
    uint16_t n = cxx_peek_n(parse, 1);
    if (is_any_of(n, T_STAR, T_AMP, T_AMPAMP)) return false;
    // C (name)(int), C (name)[2]: a declarator in parentheses
    uint32_t after = cxx_skip_group(parse->tok, parse->at, parse->end);
    uint16_t k = after < parse->end ? parse->tok[after].kind : T_EOF;
    return k != T_LPAREN && (k != T_LBRACKET ||
                             (after + 1 < parse->end && parse->tok[after + 1].kind == T_LBRACKET));
}

// Behind a type-constraint [dcl.spec.auto]: `auto` or `decltype(auto)` with the concept in it.
static Type *constrained_type(Parse *parse, const QualName *q) {
    if (cxx_peek(parse) == T_KW_AUTO) return parse_auto(parse, q->found.at[0], q->targs);
    Type *t = cxx_parse_decltype(parse);
    if (t->kind == TY_DECLTYPE_AUTO)
        return ty_auto_of(parse->x, TY_DECLTYPE_AUTO, q->found.at[0], q->targs);
    if (t->kind != TY_ERROR) CXX_DIAG(parse->x, d_not_a_type, q->pos, q->name);
    return parse->x->ty_error;
}

// What can follow the name of a variable or function in its declaration.
static const bool follows_declared_name[T_count_] = {
    [T_SEMI] = true,   [T_COMMA] = true,  [T_ASSIGN] = true,
    [T_LPAREN] = true, [T_LBRACE] = true, [T_LBRACKET] = true,
};

// `Unknown x;`: only a declaration has two names in a row.
static bool unknown_type_follows(const Parse *parse, uint32_t at) {
    uint32_t end = cxx_name_shape(parse, at);
    if (!end || end + 1 >= parse->end || parse->tok[end].kind != T_IDENT) return false;
    return follows_declared_name[parse->tok[end + 1].kind];
}

// `Unknown<int> x;`, of a name that nothing declares: behind `a < b > c` it would be one error
// more.
static bool unknown_template_follows(Parse *parse, uint32_t at) {
    const Token *tok = parse->tok;
    uint32_t end = at + 1;
    while (end + 1 < parse->end && tok[end].kind == T_COLCOL && tok[end + 1].kind == T_IDENT)
        end += 2;
    if (tok[end].kind != T_LT) return false;
    uint32_t behind = cxx_skip_angles(parse->x, end, parse->end);
    if (behind <= end || behind + 1 >= parse->end || tok[behind].kind != T_IDENT) return false;
    return follows_declared_name[tok[behind + 1].kind] && cxx_is_unknown_name(parse, at);
}

// Whether tokens [from, to) name a template parameter that is bound here. (A name behind `::` is
// some member's.)
static bool names_parameter(const Parse *parse, uint32_t from, uint32_t to) {
    const Token *t = parse->tok;
    for (uint32_t i = from; i < to; i++) {
        if (t[i].kind != T_IDENT || (i > from && t[i - 1].kind == T_COLCOL)) continue;
        for (const Env *e = parse->env; e; e = e->outer) {
            for (uint32_t k = 0; k < e->params->n; k++) {
                if (e->params->parm[k]->d.name == t[i].text) return true;
            }
        }
    }
    return false;
}

// [temp.arg.type]/3: a declaration that is no function's by its own form does not become one by the
// type that a template argument gives it. `from`: the first token of its specifiers.
bool cxx_function_by_parameter(Parse *parse, const DeclSpec *ds, const Declarator *declared,
                               uint32_t from) {
    if (declared->type->kind != TY_FUNC || declared->is_function || !parse->env) return false;
    if (ds->is_typedef || !names_parameter(parse, from, declared->order)) return false;
    CXX_DIAG(parse->x, d_function_type, declared->pos, declared->type);
    return true;
}

// Whether the scope lies in the class.
static bool encloses(const Scope *scope, const ClassDecl *cls) {
    for (; scope; scope = scope->parent) {
        if (scope->kind == SC_CLASS && scope->cls == cls) return true;
    }
    return false;
}

// [temp.dep.type]: whether `named` is the name of a member of a member class of the class template
// that is being instantiated, seen from outside of that class, for which there can be a
// specialization.
static bool in_member_class(const Parse *parse, uint32_t from, const QualName *named) {
    const ClassDecl *c = scope_class(named->scope);
    if (!c || !c->env || c->inst.tmpl || encloses(parse->scope, c)) return false;
    if (parse->tok[from + 1].kind != T_COLCOL && !names_parameter(parse, from, named->order))
        return false;
    for (const Scope *s = c->written.lexical; scope_is(s, SC_CLASS) && s->cls; s = s->parent) {
        if (s->cls->inst.tmpl) return encloses(parse->scope, s->cls);
    }
    return false;
}

// [temp.res]/5: whether the qualifiers in tokens [from, to) name a parameter of a template that is
// being instantiated, so that the name behind them needed `typename` (before C++20, which implies
// it in many places). A name of the current instantiation does not.
static bool needs_typename(const Parse *parse, uint32_t from, const QualName *named) {
    uint32_t to = named->order;
    if (!parse->env || parse->x->opt.std >= 20 || parse->checked_signature) return false;
    const Token *t = parse->tok;
    if (t[from].kind != T_IDENT || !cxx_in_main_file(parse->x, t[from].pos)) return false;
    if (in_member_class(parse, from, named)) return true;
    for (const Scope *s = parse->scope; s; s = s->parent) {
        if (s->kind == SC_CLASS && s->cls->d.name == t[from].text) return false;
    }
    return names_parameter(parse, from, to);
}

// `B::type` where an alias B in a template may depend on its parameters.
static bool through_alias(Parse *parse) {
    if (!parse->env || cxx_peek(parse) != T_IDENT || (parse->type_only && parse->x->opt.std >= 20))
        return false;
    Lookup l = {0};
    cxx_lookup(parse, parse->tok[parse->at].text, 0, &l);
    return l.n && l.at[0]->kind == D_TYPEDEF && l.at[0]->env;
}

// The typedef that is found, if it asks for an alignment; or NULL.
static const TypedefDecl *aligned_typedef(const Decl *decl) {
    if (decl->kind == D_CLASS) return ((const ClassDecl *)decl)->aligned;
    const TypedefDecl *found = decl->kind == D_TYPEDEF ? (const TypedefDecl *)decl : NULL;
    return found && found->align ? found : NULL;
}

// A type-name; false (nothing consumed) if the name is not a type.
static bool named_type(Specs *specs) {
    Parse *parse = specs->p;
    Parse save = *parse;

    // The name is read tentatively: `save` is where to go back to.
    bool kw = cxx_peek(parse) == T_KW_TYPENAME;
    QualName qual_name;
    if (!cxx_parse_qual_name(parse, &qual_name)) {
        // the rest of `Bad::name x`
        parse->at = CU_MAX(parse->at, cxx_name_shape(&save, save.at + kw));
        set_type(specs, parse->x->ty_error);
        return true;
    }
    if (cxx_constrained_auto(parse, &qual_name)) {
        set_type(specs, constrained_type(parse, &qual_name));
        return true;
    }
    if (cxx_type_implied(parse, &qual_name)) qual_name.typename_ = true;
    Type *type = cxx_name_type(parse, &qual_name);
    if (!kw && type && qual_name.qualified && !qual_name.is_template_id && qual_name.found.n == 1 &&
        type == qual_name.cls_type && qual_name.found.at[0]->kind == D_CLASS &&
        type->u.cls->d.name == qual_name.name && cxx_peek(parse) == T_IDENT &&
        cxx_in_main_file(parse->x, qual_name.pos))
        CXX_DIAG(parse->x, d_ctor_name, qual_name.pos, qual_name.name,
                 qual_name.name); // [class.qual]/1
    if (type && !qual_name.dep && cxx_types_ambiguous(parse->x, &qual_name.found)) {
        CXX_DIAG(parse->x, x_ambiguous_name, qual_name.pos, qual_name.name);
        type = parse->x->ty_error;
    }
    if (!type && qual_name.dep && !kw && !qual_name.op && parse->x->opt.std < 20 &&
        cxx_peek(parse) == T_IDENT) {
        CXX_DIAG(parse->x, d_missing_typename, qual_name.pos, qual_name.name); // `A<T>::type name`
        qual_name.typename_ = true;
        type = cxx_name_type(parse, &qual_name);
    }
    // `A(...) -> A<...>` in a namespace or class is a deduction guide
    bool guide = type && type->kind == TY_CTAD && cxx_peek(parse) == T_LPAREN && !parse->fn &&
                 parse->tok[cxx_skip_group(parse->tok, parse->at, parse->end)].kind == T_ARROW;
    if (!type || guide || (!specs->conversion && names_constructor(parse, &qual_name, type))) {
        if (kw) {
            if (!qual_name.found.n && scope_is(qual_name.scope, SC_CLASS) && qual_name.scope->cls)
                cxx_say_no_member(parse, qual_name.pos, qual_name.scope, qual_name.name);
            else
                CXX_DIAG(parse->x, d_not_a_type, qual_name.pos, qual_name.name);
            set_type(specs, parse->x->ty_error);
            return true;
        }
        *parse = save;
        return false;
    }

    if (qual_name.found.n == 1) specs->ds->aligned = aligned_typedef(qual_name.found.at[0]);
    specs->ds->written = cxx_written_typedef(parse, &qual_name);

    // It is a type: may it be named here, and so?
    if (qual_name.found.n > 0)
        cxx_check_access(parse, qual_name.found.at[0], qual_name.found.naming, qual_name.pos);
    if (qual_name.qualified && !kw && needs_typename(parse, save.at, &qual_name))
        CXX_DIAG(parse->x, d_missing_typename, qual_name.pos, qual_name.name);
    else if (qual_name.qualified && !kw && through_alias(&save))
        cxx_suspect(parse, save.at, parse->at + 4, qual_name.name,
                    qual_name.pos); // as far as `name) {`
    set_type(specs, type);
    return true;
}

// What a specifier sets that is one word: flags (DF_*), a member of DeclSpec (0: none), a
// qualifier.
typedef struct StorageRow {
    uint32_t flags;
    uint8_t member, quals;
} StorageRow;

static const StorageRow storage[T_count_] = {
    [T_KW_TYPEDEF] = {.member = offsetof(DeclSpec, is_typedef)},
    [T_KW_FRIEND] = {.member = offsetof(DeclSpec, is_friend)},
    [T_KW_VIRTUAL] = {.member = offsetof(DeclSpec, is_virtual)},
    [T_KW_REGISTER] = {.member = offsetof(DeclSpec, is_register)},
    [T_KW_EXTERN] = {.flags = DF_EXTERN, .member = offsetof(DeclSpec, is_extern)},
    [T_KW_THREAD] = {.flags = DF_THREAD, .member = offsetof(DeclSpec, is_thread)},
    [T_KW_THREAD_LOCAL] = {.flags = DF_THREAD, .member = offsetof(DeclSpec, is_thread)},
    [T_KW_STATIC] = {.flags = DF_STATIC},
    [T_KW_MUTABLE] = {.flags = DF_MUTABLE},
    [T_KW_INLINE] = {.flags = DF_INLINE},
    [T_KW_CONSTEXPR] = {.flags = DF_CONSTEXPR},
    [T_KW_CONSTEVAL] = {.flags = DF_CONSTEXPR | DF_CONSTEVAL},
    [T_KW_CONSTINIT] = {.flags = DF_CONSTINIT},
    [T_KW_CONST] = {.quals = Q_CONST},
    [T_KW_VOLATILE] = {.quals = Q_VOLATILE},
    [T_KW_RESTRICT] = {.quals = Q_RESTRICT},
};

// Behind `extern`: the string of a linkage specification without braces, `extern "C" int f();`.
static void linkage_string(Specs *specs) {
    if (cxx_peek_n(specs->p, 1) != T_STRING) return;
    specs->ds->extern_c = cxx_string_is(specs->p->x, specs->p->at + 1, "C");
    specs->ds->extern_cpp = !specs->ds->extern_c;
    specs->p->at++;
}

// A specifier that only sets a flag, or a qualifier; false (nothing read): k is another.
static bool storage_specifier(Specs *specs, uint16_t k) {
    const StorageRow *row = &storage[k];
    bool sets = row->flags || row->member || row->quals;
    if (!sets && k != T_KW_EXTENSION) return false; // which says nothing
    if (k == T_KW_EXTERN) linkage_string(specs);
    specs->ds->flags |= row->flags;
    specs->quals |= row->quals;
    bool again = (k == T_KW_FRIEND && specs->ds->is_friend) ||
                 (k == T_KW_TYPEDEF && specs->ds->is_typedef) ||
                 (k == T_KW_VIRTUAL && specs->ds->is_virtual);
    if (again && specs->p->x->opt.check_all) // [dcl.spec.general]/2
        CXX_DIAG(specs->p->x, d_specifier_twice, tok_pos(specs->p));
    if (row->member) *((bool *)specs->ds + row->member) = true;
    specs->p->at++;
    return true;
}

// `explicit` and, in C++20, its condition [dcl.fct.spec]/4: a false one makes it say nothing. One
// that depends is kept as written.
static void explicit_specifier(Specs *specs) {
    Parse *parse = specs->p;
    parse->at++;
    specs->ds->is_explicit = true;
    if (cxx_peek(parse) != T_LPAREN || parse->x->opt.std < 20) return;
    parse->at++;
    specs->ds->explicit_cond = cxx_parse_const_expr(parse);
    cxx_expect(parse, T_RPAREN, ")");
    Expr *e = specs->ds->explicit_cond;
    if (e->kind == E_ERROR || (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) return;
    e = cxx_to_bool(parse, e);
    ApInt i;
    if (e->kind != E_ERROR && cxx_const_int(parse->x, e, &i, true)) {
        specs->ds->is_explicit = !apint_is_zero(&i);
    }
}

// One specifier; false when the next token is none.
static bool one_specifier(Specs *specs) {
    Parse *parse = specs->p;
    uint16_t k = cxx_peek(parse);
    if (storage_specifier(specs, k)) return true;
    uint16_t w = cxx_type_word(k);
    if (w) {
        if (specs->type) second_type(specs);
        if (w == W_LONG && (specs->words & W_LONG) && !(specs->words & W_LONG2))
            w = W_LONG2;
        else if (specs->words & w)
            second_type(specs);
        specs->words |= w;
        parse->at++;
        return true;
    }

    // Types of one word, which go with no other: `bool`, `void`, `wchar_t` ...
    TyKind single = cxx_single_type(k);
    // glibc for C++ before gcc 13: `typedef float _Float32;`
    if (specs->ds->is_typedef && have_type(specs) && cxx_peek_n(parse, 1) == T_SEMI &&
        k >= T_KW_FLOAT16 && k <= T_KW_FLOAT64X) {
        parse->at++;
        return false;
    }
    if (single != TY_FIRST_COMPOUND) {
        set_type(specs, ty_basic(parse->x, single));
        parse->at++;
        return true;
    }
    switch (k) {
    case T_KW_CLASS:
    case T_KW_STRUCT:
    case T_KW_UNION:
        second_type(specs);
        cxx_parse_class_specifier(parse, specs->ds);
        break;
    case T_KW_ENUM:
        second_type(specs);
        cxx_parse_enum_specifier(parse, specs->ds);
        break;
    case T_KW_EXPLICIT: explicit_specifier(specs); return true;
    case T_KW_AUTO:
        if (specs->p->x->opt.std < 11) { // a storage class, which changes nothing
            parse->at++;
            return true;
        }
        set_type(specs, parse_auto(parse, NULL, NULL));
        return true;
    case T_KW_DECLTYPE: {
        if (have_type(specs)) return false;
        uint32_t e = cxx_peek_n(parse, 1) == T_LPAREN
                         ? cxx_skip_group(parse->tok, parse->at + 1, parse->end)
                         : 0;
        if (e && e < parse->end && parse->tok[e].kind == T_COLCOL) return named_type(specs);
        set_type(specs, cxx_parse_decltype(parse));
        return true;
    }
    case T_KW_TYPEOF:
    case T_KW_TYPEOF_PLAIN: set_type(specs, parse_typeof(parse)); return true;
    case T_KW_TYPE_TRAIT: set_type(specs, cxx_parse_type_trait(parse)); return true;
    case T_KW_TYPENAME:
        if (have_type(specs)) return false;
        return named_type(specs);
    case T_IDENT:
        if (cxx_is_attr_keyword(parse->x, parse->tok[parse->at].text)) {
            cxx_parse_attributes(parse, specs->ds);
            return true;
        }
        if (have_type(specs)) return false;
        if (cxx_peek_n(parse, 1) != T_COLCOL &&
            parse->tok[parse->at].text == parse->x->decls->n.bf16) {
            set_type(specs, ty_basic(parse->x, TY_BF16));
            parse->at++;
            return true;
        }
        return named_type(specs);
    case T_COLCOL:
        if (have_type(specs)) return false;
        return named_type(specs);
    case T_LBRACKET:
        if (cxx_peek_n(parse, 1) != T_LBRACKET) return false;
        cxx_parse_attributes(parse, specs->ds);
        return true;
    case T_KW_ATTRIBUTE:
    case T_KW_ALIGNAS:
    case T_KW_DECLSPEC: cxx_parse_attributes(parse, specs->ds); return true;
    default: return false;
    }
    // class and enumeration specifiers leave their type in ds->type
    specs->type = specs->ds->type ? specs->ds->type : parse->x->ty_error;
    return true;
}

// The type of the words that were read; ty_error after a diagnostic, if they go together with none.
static Type *words_type(Specs *specs) {
    if (specs->words & W_COMPLEX) { // alone it is that of double
        Specs part = *specs;
        part.words = specs->words == W_COMPLEX ? W_DOUBLE : specs->words & (uint16_t)~W_COMPLEX;
        Type *t = words_type(&part);
        if (t->kind == TY_ERROR) return t;
        return cxx_complex_type(specs->p->x, t);
    }
    for (size_t i = 0; i < CU_COUNT(combo); i++) {
        if (combo[i].words != specs->words) continue;
        Type *t = ty_basic(specs->p->x, (TyKind)combo[i].type);
        if (t->kind == TY_LDOUBLE && specs->p->fs && specs->p->x->hooks.check_type)
            specs->p->x->hooks.check_type(specs->p, t, NULL, specs->ds->type_pos);
        return t;
    }
    CXX_DIAG(specs->p->x, d_bad_type_words, specs->ds->type_pos);
    return specs->p->x->ty_error;
}

// vector_size and mode change the type they stand on.
Type *cxx_apply_type_attrs(Parse *parse, Type *base, const AttrSet *applied, Pos pos) {
    if (!applied || !base) return base;
    if (applied->mode) {
        TyKind m = (TyKind)(applied->mode - 1);
        bool uns = ty_is_unsigned(base) && ty_is_integral(base);
        static const uint8_t unsigned_of[] = {[TY_SCHAR] = TY_UCHAR,
                                              [TY_SHORT] = TY_USHORT,
                                              [TY_INT] = TY_UINT,
                                              [TY_LONG] = TY_ULONG};
        bool known = uns && m < CU_COUNT(unsigned_of) && unsigned_of[m];
        if (uns) m = known ? (TyKind)unsigned_of[m] : TY_UINT128;
        base = ty_qual(parse->x, ty_basic(parse->x, m), base->quals);
    }
    if (applied->vector_size && !ty_dependent(base)) {
        uint64_t size;
        uint32_t al;
        if (!ty_is_arith(base) || !ty_size_align(parse->x, base, pos, &size, &al) ||
            applied->vector_size % size) {
            CXX_DIAG(parse->x, d_bad_vector, pos);
            return base;
        }
        base =
            ty_qual(parse->x, ty_vector(parse->x, base, applied->vector_size / size), base->quals);
    }
    return base;
}

// [[...]] stands in front of all specifiers or behind the last one [dcl.spec.general]. Words of
// CUDA are attributes themselves.
static void check_attr_place(Specs *specs, uint32_t at) {
    const Token *token = &specs->p->tok[at];
    if (token->kind == T_LBRACKET) {
        if (specs->specified && !specs->attr_at) specs->attr_at = token->pos;
        return;
    }
    if (is_any_of(token->kind, T_KW_ATTRIBUTE, T_KW_ALIGNAS, T_KW_DECLSPEC) ||
        (token->kind == T_IDENT && cxx_is_attr_keyword(specs->p->x, token->text)))
        return;
    if (specs->attr_at) CXX_DIAG(specs->p->x, d_attr_middle, specs->attr_at);
    specs->attr_at = 0;
    // what stands behind `extern "C"` is a declaration of its own
    specs->specified |= token->kind != T_KW_EXTERN || token[1].kind != T_STRING;
}

// Behind `const` without a type: a name that stands for the type (`const nothing *`), rather than
// for what is declared (`const x = 1`).
static bool named_like_type(const Parse *parse) {
    uint32_t end = cxx_name_shape(parse, parse->at);
    if (!end || parse->type_only) return end; // a type-id declares nothing
    static const bool behind_type[T_count_] = {
        [T_STAR] = true,  [T_AMP] = true,      [T_AMPAMP] = true,      [T_LT] = true,
        [T_IDENT] = true, [T_KW_CONST] = true, [T_KW_VOLATILE] = true, [T_ELLIPSIS] = true,
    };
    return end < parse->end && behind_type[parse->tok[end].kind];
}

// `__restrict` is for pointers and references; what a parameter stands for may be one.
static bool cannot_restrict(const Type *type) {
    bool may = is_any_of(type->kind, TY_PTR, TY_MEMPTR, TY_FUNC);
    if (may || ty_is_ref(type)) return false;
    return !ty_dependent(type) && type->kind != TY_ERROR && !(type->flags & TF_HAS_AUTO);
}

// Specifiers stand in any order; the type is put together when the last one was read. With a
// qualifier and no type the type is missing, or it is a name that nobody knows.
bool cxx_answer_parse_declspecs(Parse *parse, DeclSpec *ds, bool allow_none) {
    memset(ds, 0, sizeof *ds);
    ds->pos = ds->type_pos = tok_pos(parse);
    Specs specs = {.p = parse, .ds = ds};
    uint32_t begin = parse->at;
    specs.conversion = begin && parse->tok[begin - 1].kind == T_KW_OPERATOR;
    for (;;) {
        bool had = have_type(&specs);
        Pos pos = tok_pos(parse);
        uint32_t at = parse->at;
        if (!one_specifier(&specs)) break;
        check_attr_place(&specs, at);
        if (!had && have_type(&specs)) ds->type_pos = pos;
        if (specs.type && specs.type->kind == TY_ERROR) break;
    }

    // Qualifiers and attributes apply to the whole type, wherever they stood.
    Type *type = specs.type;
    if (specs.words && !type) type = words_type(&specs);
    if (type) {
        if (type->flags & TF_HAS_AUTO) ds->has_auto = true;
        type = cxx_apply_type_attrs(parse, type, ds->attrs, ds->type_pos);
        if (specs.quals && type->kind == TY_DECLTYPE_AUTO)
            CXX_DIAG(parse->x, d_auto_cv, ds->type_pos);
        type = ty_qual(parse->x, type, specs.quals);
    }
    ds->type = type;
    parse->aligned = ds->aligned;
    parse->written = ds->written;
    ds->cv_alone = !type && specs.quals;

    if (specs.quals & Q_RESTRICT && type && cannot_restrict(type) && parse->x->opt.check_all)
        CXX_DIAG(parse->x, d_restrict, ds->type_pos);

    // One storage class specifier at most; `extern "C"` is none [dcl.stc]/1, [dcl.link]/7.
    bool external = ds->is_extern && !ds->extern_c && !ds->extern_cpp;
    if (ds->flags & DF_STATIC && external) CXX_DIAG(parse->x, d_two_storage, ds->pos);
    if (ds->is_typedef && (ds->flags & DF_STATIC || external))
        CXX_DIAG(parse->x, d_two_storage, ds->pos); // [dcl.stc]/1, [dcl.typedef]/1
    if (!type && specs.quals && !allow_none) {
        if (named_like_type(parse) && cxx_unknown_type(parse)) {
            ds->type = parse->x->ty_error;
            return true;
        }
        CXX_DIAG(parse->x, d_no_type, ds->pos);
        ds->type = ty_basic(parse->x, TY_INT);
        return true;
    }
    return type || allow_none || parse->at > begin;
}

// ---- telling declarations from expressions -----------------------------------------------------

// At the '(' behind the name in `T (f(`: parameters, so that a function is declared?
static bool params_at(const Parse *parse, uint32_t at) {
    Parse look = *parse;
    look.at = at;
    cxx_pack_ignore(&look);
    DeclSpec ds = {.type = ty_basic(parse->x, TY_INT)};
    Declarator d = {.fkind = FK_NORMAL};
    return cxx_params_follow(&look, &ds, &d);
}

// In `T ( ... ) next`: could the parentheses hold a declarator [stmt.ambig]?
static bool paren_declarator(const Parse *parse, uint32_t at) {
    uint32_t end = cxx_skip_group(parse->tok, at, parse->end);
    uint32_t i = at + 1;
    bool ptr = false;
    // Pointer operators in front make it a declarator, whatever follows.
    while (i < end && is_any_of(parse->tok[i].kind, T_STAR, T_AMP, T_AMPAMP, T_KW_CONST)) {
        i++;
        ptr = true;
    }
    if (parse->tok[i].kind == T_LPAREN && i + 1 < end) return paren_declarator(parse, i);
    for (uint32_t k = i; k < end; k++) { // A::B<C>::*
        if (parse->tok[k].kind == T_LT)
            k = CU_MAX(cxx_skip_angles(parse->x, k, end), k + 1) - 1;
        else if (parse->tok[k].kind == T_COLCOL && parse->tok[k + 1].kind == T_STAR) {
            i = k + 2;
            while (i < end &&
                   is_any_of(parse->tok[i].kind, T_KW_CONST, T_KW_VOLATILE, T_STAR, T_AMP)) {
                i++;
            }
            ptr = true;
            break;
        } else if (!is_any_of(parse->tok[k].kind, T_IDENT, T_COLCOL))
            break;
    }

    // Then one name, perhaps with array bounds or parameters, up to the closing parenthesis.
    if (parse->tok[i].kind != T_IDENT) return false;
    i++;
    if (i < end && !ptr && parse->tok[i].kind == T_LPAREN) { // T (f(int))
        if (!params_at(parse, i)) return false;
        i = cxx_skip_group(parse->tok, i, end);
    }
    while (i < end &&
           (parse->tok[i].kind == T_LBRACKET || (ptr && parse->tok[i].kind == T_LPAREN))) {
        i = cxx_skip_group(parse->tok, i, end);
    }
    if (i != end - 1) return false;

    // What follows the parentheses tells a declaration from a call or a cast.
    uint16_t next = end < parse->end ? parse->tok[end].kind : T_EOF;
    if (next == T_LPAREN && !ptr) { // T (x)(1); T (f)(int);
        end = cxx_skip_group(parse->tok, end, parse->end);
        next = end < parse->end ? parse->tok[end].kind : T_EOF;
        return is_any_of(next, T_SEMI, T_KW_ATTRIBUTE);
    }
    if (next == T_LPAREN) return true;
    return is_any_of(next, T_SEMI, T_ASSIGN, T_LBRACKET, T_LBRACE, T_KW_ATTRIBUTE) ||
           (next == T_COLON && !ptr);
}

// What goes on a declaration behind a type-specifier, whatever comes then: declarators and more
// specifiers (`Concept decltype(auto)` too).
static const bool goes_on[T_count_] = {
    [T_IDENT] = true,        [T_COLCOL] = true,       [T_STAR] = true,       [T_AMP] = true,
    [T_AMPAMP] = true,       [T_SEMI] = true,         [T_KW_CONST] = true,   [T_KW_VOLATILE] = true,
    [T_KW_RESTRICT] = true,  [T_KW_ATTRIBUTE] = true, [T_KW_ALIGNAS] = true, [T_KW_STATIC] = true,
    [T_KW_CONSTEXPR] = true, [T_KW_TYPEDEF] = true,   [T_KW_AUTO] = true,    [T_KW_DECLTYPE] = true,
    [T_KW_OPERATOR] = true,  [T_KW_INLINE] = true,    [T_KW_EXTERN] = true,
};

// After a type-specifier at statement level: does a declaration go on?
static bool declarator_follows(const Parse *parse) {
    uint16_t k = cxx_peek(parse);
    if (k == T_LPAREN) return paren_declarator(parse, parse->at);
    if (k == T_LBRACKET && cxx_peek_n(parse, 1) == T_LBRACKET) return true; // attributes
    return goes_on[k] || cxx_type_word(k) != 0;
}

// Words that only declarations begin with.
static const bool begins_declaration[T_count_] = {
    [T_KW_USING] = true,    [T_KW_NAMESPACE] = true, [T_KW_STATIC_ASSERT] = true,
    [T_KW_TEMPLATE] = true, [T_KW_ALIGNAS] = true,
};

// Behind a name these make an expression: the commonest expression statements need no look-up.
static const bool goes_on_expression[T_count_] = {
    [T_ASSIGN] = true,   [T_DOT] = true,        [T_ARROW] = true,  [T_LBRACKET] = true,
    [T_PLUSEQ] = true,   [T_MINUSEQ] = true,    [T_STAREQ] = true, [T_SLASHEQ] = true,
    [T_PLUSPLUS] = true, [T_MINUSMINUS] = true,
};

// Moves behind attributes, by tokens.
static void pass_attributes(Parse *parse) {
    while (cxx_at_attribute(parse)) {
        if (cxx_peek(parse) != T_LBRACKET) {
            parse->at++; // the word; arguments may follow
            if (cxx_peek(parse) != T_LPAREN) continue;
        }
        parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
    }
}

// By tokens where they tell; else the name is looked up, and what follows a type's name decides.
bool cxx_starts_declaration(Parse *parse) {
    uint32_t at = parse->at;
    uint16_t k = cxx_peek(parse);
    if (begins_declaration[k]) return true;
    uint16_t next = cxx_peek_n(parse, 1);
    bool attribute = next == T_LBRACKET && cxx_peek_n(parse, 2) == T_LBRACKET;
    if (k == T_IDENT && goes_on_expression[next] && !attribute) return false;

    // what may stand in front of either: what follows it decides
    if (k == T_KW_EXTENSION)
        parse->at++;
    else
        pass_attributes(parse);
    if (parse->at != at) {
        bool declaration = cxx_starts_declaration(parse);
        parse->at = at;
        return declaration;
    }
    Ambig a = cxx_first_token(parse, at);
    if (a != AM_NAME) return a == AM_YES;
    Parse save = *parse;
    cxx_pack_ignore(parse);
    bool r = cxx_skip_type_name(parse) && declarator_follows(parse);
    *parse = save;
    if (!r && parse->tok[at].kind == T_KW_TYPENAME) { // `typename A::Unknown name`
        uint32_t behind = cxx_name_shape(parse, at + 1);
        return behind && is_any_of(parse->tok[behind].kind, T_IDENT, T_STAR, T_AMP);
    }
    if (r || parse->tok[at].kind != T_IDENT) return r;
    return unknown_type_follows(parse, at) || unknown_template_follows(parse, at);
}

// In parentheses behind a name nearly all that begins like a type is one; `T{...}` is a value.
bool cxx_starts_param(Parse *parse) {
    uint32_t at = parse->at;
    if (cxx_at_attribute(parse)) return true;
    Ambig a = cxx_first_token(parse, at);
    if (a != AM_NAME) return a == AM_YES;
    Parse save = *parse;
    cxx_pack_ignore(parse); // what expands them is only read later
    bool r = cxx_skip_type_name(parse) && cxx_peek(parse) != T_LBRACE;
    *parse = save;
    return r;
}

// Only that of an alias-declaration can define a type [dcl.type.general]/3.
Type *cxx_answer_parse_type_id(Parse *parse) {
    DeclSpec ds = {0};
    Type *t = cxx_parse_defining_type_id(parse, &ds);
    cxx_refuse_definition(parse, &ds);
    return t;
}

// Gives the specifiers too: an alias-declaration may name the class that they define.
Type *cxx_parse_defining_type_id(Parse *parse, DeclSpec *specs) {
    DeclSpec ds;
    Declarator declarator;
    Pos pos = tok_pos(parse);
    bool only = parse->type_only;
    parse->type_only = true;
    bool ok = cxx_parse_declspecs(parse, &ds, false) && ds.type;
    parse->type_only = only;
    *specs = ds;
    if (!ok) {
        if (!cxx_unknown_type(parse)) CXX_DIAG(parse->x, d_expected_type, pos);
        return parse->x->ty_error;
    }
    if (!cxx_parse_abstract_declarator(parse, &ds, &declarator)) return parse->x->ty_error;
    return declarator.type;
}

// conversion-type-id [class.conv.fct]: specifiers and pointer operators, no more, so that the
// parameters behind are not read as the type's.
Type *cxx_answer_parse_conversion_type(Parse *parse) {
    DeclSpec ds = {0};
    if (!cxx_parse_declspecs(parse, &ds, false) || !ds.type) return parse->x->ty_error;
    cxx_refuse_definition(parse, &ds);
    return cxx_parse_ptr_operators(parse, ds.type, NULL);
}

// The type of a non-type parameter with the earlier ones bound: its tokens are read again in env. A
// pack gives the type of one element. Functions and arrays decay [temp.param]/10, and top-level
// qualifiers do not count [temp.param]/9.
Type *cxx_answer_parm_type(Parse *parse, TParmDecl *parm, Env *env) {
    Parse q =
        tm_parse_for(parse, parm->type_range.begin, parm->type_range.end, parm->list->scope, env);
    q.pack_index = parse->pack_index;
    DeclSpec ds = {0};
    Declarator d = {0};
    if (!cxx_parse_declspecs(&q, &ds, false)) return parse->x->ty_error;
    if (!cxx_parse_declarator(&q, &ds, &d, true)) return parse->x->ty_error;
    if (!d.type) return parse->x->ty_error;
    Type *t = d.type->kind == TY_PACK ? d.type->u.ptr.to : d.type;
    if (t->kind == TY_FUNC || ty_is_array(t)) t = ty_decay(parse->x, t);
    return ty_unqual(t);
}
