// SPDX-License-Identifier: Apache-2.0
// decl/binding.c: structured bindings [dcl.struct.bind]: a hidden variable e, and names for its
// elements (array), its std::get values (tuple protocol) or its members (aggregate).
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"

// A specifier that may stand beside `auto` in a binding.
static bool decl_word(uint16_t k) {
    return is_any_of(k, T_KW_CONST, T_KW_STATIC, T_KW_CONSTEXPR, T_KW_VOLATILE, T_KW_THREAD_LOCAL);
}

// specifiers auto [&|&&] [ identifier-list ]
bool xe_at_binding(Parse *parse) {
    uint32_t i = cxx_skip_attributes(parse, parse->at);
    while (i < parse->end && decl_word(parse->tok[i].kind)) i++;
    if (i >= parse->end || parse->tok[i].kind != T_KW_AUTO) return false;
    i++;
    while (i < parse->end && decl_word(parse->tok[i].kind)) i++;
    if (is_any_of(parse->tok[i].kind, T_AMP, T_AMPAMP)) i++;
    return i + 1 < parse->end && parse->tok[i].kind == T_LBRACKET &&
           parse->tok[i + 1].kind == T_IDENT;
}

// For debug information (cxx_first_binding): the last of the holder's names.
static void note_binding(Cxx *cxx, const VarDecl *holder, const BindingDecl *binding) {
    if (!cxx->opt.keep_typedefs) return;
    uintptr_t last = (uintptr_t)holder;
    for (const void *next; (next = map_get(&cxx->bindings, last));) last = (uintptr_t)next;
    map_put(&cxx->bindings, last, (void *)(uintptr_t)binding);
}

// A name for a part of `holder`, of no type yet.
static BindingDecl *new_binding(Parse *parse, Atom name, Pos pos, uint32_t order, VarDecl *holder) {
    BindingDecl *binding_decl = arena_new(pa(parse), BindingDecl);
    binding_decl->v.d.kind = D_BINDING;
    binding_decl->v.d.name = name;
    binding_decl->v.d.pos = pos;
    binding_decl->v.d.order = order;
    binding_decl->v.d.id = cxx_decl_id(parse->x);
    binding_decl->v.d.type = parse->x->ty_error;
    binding_decl->v.d.scope = parse->scope;
    binding_decl->v.d.env = parse->env;
    binding_decl->v.storage = holder->storage;
    binding_decl->v.fn = holder->fn;
    binding_decl->v.capture_of = holder;
    binding_decl->v.init_done = binding_decl->v.defined = true;
    note_binding(parse->x, holder, binding_decl);
    return binding_decl;
}

typedef struct {
    Atom name;
    Pos pos;
    uint32_t order;
} Name;
typedef VEC(Name) Names;
typedef VEC(VarDecl *) Vars;

// The name stands for the expression, an lvalue of a part.
static void bind(Parse *parse, const Name *name, VarDecl *holder, Expr *part) {
    BindingDecl *b = new_binding(parse, name->name, name->pos, name->order, holder);
    b->e = part;
    b->v.d.type = b->referenced = part->type;
    // a member of reference type keeps it [dcl.struct.bind]/5; get's variable is a reference itself
    Decl *d = part->kind == E_MEMBER ? part->u.decl : NULL;
    if (d && d->type && ty_is_ref(d->type)) b->referenced = d->type;
    if (xe_err(part)) b->v.d.flags |= DF_INVALID;
    if (parse->fs) vec_push(pa(parse), &parse->fs->bindings, b);
    cxx_declare(parse, parse->scope, &b->v.d);
}

// All names are in error: they are declared, so that nothing more is said of them.
static void bind_errors(Parse *parse, const Names *names, VarDecl *holder) {
    for (uint32_t i = 0; i < names->n; i++)
        bind(parse, &names->at[i], holder, cxx_expr_error(parse->x, names->at[i].pos));
}

// As many names as there are parts [dcl.struct.bind]/3; false after a diagnostic.
static bool count_ok(Parse *parse, const Names *names, uint64_t want, Type *whole, Pos pos) {
    if (names->n == want) return true;
    CXX_DIAG(parse->x, x_binding_count, pos, whole, (int)names->n, (int)want);
    return false;
}

// ---- tuple protocol ----------------------------------------------------------------------------

// std::name<args>, completed; NULL if there is no such class.
static Type *std_template_of(Parse *parse, Atom name, const TmplArg *args, uint32_t n, Pos pos) {
    Cxx *x = parse->x;
    Lookup l = {0};
    if (!x->std_ns || !cxx_lookup_in(parse, x->std_ns->inner, name, LU_ALL, &l) || !l.n)
        return NULL;
    if (l.at[0]->kind != D_TEMPLATE) return NULL;
    Type *t = cxx_template_id_type(parse, l.at[0], cxx_targs(x, args, n), pos);
    return ty_is_class(t) && ty_complete(x, t, pos, false) ? t : NULL;
}

// std::tuple_size<type>::value; false: it has none, so the protocol is not meant.
static bool tuple_size(Parse *parse, Type *whole, uint64_t *n, Pos pos) {
    Cxx *cxx = parse->x;
    TmplArg a = {.kind = TA_TYPE, .type = whole};
    Type *s = std_template_of(parse, cxx->n.tuple_size, &a, 1, pos);
    if (!s) return false;
    Lookup l = {0};
    if (!cxx_lookup_member(parse, s->u.cls, cxx->n.value, 0, &l) || !l.n || l.at[0]->kind != D_VAR)
        return false;
    ConstVal *v = cxx_var_const(cxx, (VarDecl *)l.at[0]);
    if (!v || v->kind != CV_INT) return false;
    *n = apint_u64(&v->u.i);
    return true;
}

// e.get<i>() if there is a member template `get`, else get<i>(e) by argument-dependent lookup
// [dcl.struct.bind]/4.
static Expr *get_element(Parse *parse, VarDecl *holder, uint32_t i, Pos pos) {
    Cxx *cxx = parse->x;
    ConstVal constant = {.kind = CV_INT, .type = cxx->ty_size_t};
    constant.u.i = apint_from_u64(64, i);
    TmplArg tmpl_arg = {
        .kind = TA_VALUE, .type = cxx->ty_size_t, .val = cxx_const_intern(cxx, &constant)};
    TmplArgs *targs = cxx_targs(cxx, &tmpl_arg, 1);
    Expr *expr = xe_var_expr(parse, holder, pos);
    if (!ty_is_ref(holder->d.type) || holder->d.type->kind == TY_RREF) {
        expr = xe_dup(parse, expr);
        expr->cat = VC_XVALUE;
    }
    ClassDecl *c = ty_unqual(expr->type)->u.cls;
    Lookup l = {0};
    if (cxx_lookup_member(parse, c, cxx->n.get, 0, &l) && l.n && l.at[0]->kind == D_TEMPLATE)
        return cxx_build_call(parse, xe_overload_expr(parse, &l, targs, expr, cxx->n.get, pos),
                              NULL, 0, pos);
    Lookup none = {0};
    Expr *callee = xe_overload_expr(parse, &none, targs, NULL, cxx->n.get, pos);
    callee->pad |= XP_CALLEE_OK;
    return cxx_build_call(parse, callee, &expr, 1, pos);
}

// Each name is a variable of its own, a reference initialised by get<i>, listed in `out`.
static void bind_tuple(Parse *parse, const Names *names, VarDecl *holder, Type *whole, Vars *out) {
    Cxx *cxx = parse->x;
    bool failed = false;
    for (uint32_t i = 0; i < names->n; i++) {
        const Name *name = &names->at[i];
        // where one fails the others fail alike
        Expr *expr =
            failed ? cxx_expr_error(cxx, name->pos) : get_element(parse, holder, i, name->pos);
        failed |= xe_err(expr);
        ConstVal constant = {.kind = CV_INT, .type = cxx->ty_size_t};
        constant.u.i = apint_from_u64(64, i);
        TmplArg tmpl_arg[2] = {
            {.kind = TA_VALUE, .type = cxx->ty_size_t, .val = cxx_const_intern(cxx, &constant)},
            {.kind = TA_TYPE, .type = whole}};
        Type *te = xe_err(expr)
                       ? NULL
                       : std_template_of(parse, cxx->n.tuple_element, tmpl_arg, 2, name->pos);
        Lookup lookup = {0};
        if (te) cxx_lookup_member(parse, te->u.cls, cxx->n.type, 0, &lookup);
        if (!lookup.n || !lookup.at[0]->type) {
            if (!xe_err(expr)) CXX_DIAG(cxx, x_bad_tuple_protocol, name->pos, whole);
            bind(parse, name, holder, cxx_expr_error(cxx, name->pos));
            continue;
        }
        Type *ref = ty_ref(cxx, lookup.at[0]->type, expr->cat != VC_LVALUE);
        VarDecl *r = xe_local_var(parse, 0, ref, name->pos, name->order);
        r->storage = holder->storage;
        r->init = cxx_init_var(parse, r, INIT_COPY, &expr, 1);
        vec_push(pa(parse), out, r);
        Expr *ex = xe_var_expr(parse, r, name->pos);
        BindingDecl *b = new_binding(parse, name->name, name->pos, name->order, r);
        b->e = ex;
        b->v.d.type = b->referenced = lookup.at[0]->type;
        cxx_declare(parse, parse->scope, &b->v.d);
    }
}

// ---- members -----------------------------------------------------------------------------------

// Members that are bound: unnamed bit-fields are none [class.bit]/2.
static uint32_t bound_members(const ClassDecl *cls) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < cls->members.fields.n; i++)
        n += !cls->members.fields.at[i]->is_bitfield || cls->members.fields.at[i]->d.name;
    return n;
}

// The class (t or a base of it) that has all non-static data members.
static ClassDecl *member_class(Parse *parse, ClassDecl *cls, uint32_t visit, uint32_t depth) {
    if (depth > parse->x->ctx->max_depth || !cxx_class_visit(cls, visit) ||
        !cxx_class_layout(parse->x, cls, cls->d.pos))
        return NULL;
    if (bound_members(cls)) return cls;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *b = member_class(parse, cls->members.base[i].cls, visit, depth + 1);
        if (b && bound_members(b)) return b;
    }
    return cls;
}

// The names stand for the members, all of one class [dcl.struct.bind]/5, which must be accessible.
static void bind_members(Parse *parse, const Names *names, VarDecl *holder, Type *whole, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = member_class(parse, ty_unqual(whole)->u.cls, cxx_visit_begin(cxx), 0);
    uint32_t n = cls ? bound_members(cls) : 0;
    if (!cls || !count_ok(parse, names, n, whole, pos)) {
        bind_errors(parse, names, holder);
        return;
    }
    for (uint32_t i = 0, k = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        if (cxx_is_padding(f)) continue;
        if (f->anonymous) CXX_DIAG(cxx, x_binding_anonymous, pos, whole);
        if (!cxx_access_ok(parse, &f->d, cls)) CXX_DIAG(cxx, x_inaccessible, pos, &f->d);
        Expr *e = xe_var_expr(parse, holder, names->at[k].pos);
        bind(parse, &names->at[k], holder, cxx_build_member(parse, e, &f->d, names->at[k].pos));
        k++;
    }
}

// ---- the declaration ---------------------------------------------------------------------------

typedef struct Binding { // specifiers auto ref [ names ] initialiser
    Pos pos;
    Type *type;
    unsigned quals;
    bool is_static;
    uint32_t open;  // token of the '['
    uint32_t align; // from alignas
    AttrSet *attrs;
    Names names;
    Vars vars; // hidden ones
} Binding;

// The decl-specifiers [dcl.pre]/8 and the names.
static void binding_head(Parse *parse, Binding *declared) {
    Cxx *cxx = parse->x;
    uint16_t k;
    while (cxx_at_attribute(parse)) {
        AttrSet *a = cxx_parse_attributes(parse, NULL);
        if (a) declared->align = CU_MAX(declared->align, a->align);
        declared->attrs = cxx_attrs_merge(cxx, declared->attrs, a);
    }
    while (decl_word(k = cxx_peek(parse)) || k == T_KW_AUTO) {
        declared->quals |= is_any_of(k, T_KW_CONST, T_KW_CONSTEXPR) ? Q_CONST
                           : k == T_KW_VOLATILE                     ? Q_VOLATILE
                                                                    : 0;
        declared->is_static |= k == T_KW_STATIC;
        if (k == T_KW_CONSTEXPR) CXX_DIAG(cxx, x_binding_specifier, declared->pos, "constexpr");
        parse->at++;
    }
    declared->type = ty_qual(cxx, ty_basic(cxx, TY_AUTO), declared->quals);
    if (is_any_of(cxx_peek(parse), T_AMP, T_AMPAMP)) {
        declared->type = ty_ref(cxx, declared->type, cxx_peek(parse) == T_AMPAMP);
        parse->at++;
    }
    declared->open = parse->at++;
    uint32_t close = parse->tok[declared->open].match;
    while (parse->at < close && cxx_peek(parse) == T_IDENT) {
        Name n = {parse->tok[parse->at].text, xe_pos(parse), parse->at};
        if (cxx_names_param(parse, n.name)) CXX_DIAG(cxx, d_already_declared, n.pos, n.name);
        vec_push(pa(parse), &declared->names, n);
        parse->at++;
        while (cxx_at_attribute(parse)) cxx_parse_attributes(parse, NULL);
        if (!xe_accept(parse, T_COMMA)) break;
    }
    if (parse->at != close) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), "]");
    parse->at = close + 1;
}

// The initialiser at parse->at, of the three forms of [dcl.pre]/6.
static Expr *binding_init(Parse *parse, const Binding *declared, InitStyle *style) {
    Cxx *cxx = parse->x;
    *style = INIT_DIRECT;
    if (xe_accept(parse, T_ASSIGN)) {
        *style = INIT_COPY;
        return cxx_parse_init_clause(parse);
    }
    if (cxx_peek(parse) == T_LBRACE) {
        Expr *l = xe_parse_init_list(parse);
        return xe_err(l) || l->n != 1 ? cxx_expr_error(cxx, declared->pos) : l->arg[0];
    }
    if (cxx_peek(parse) == T_LPAREN) {
        uint32_t close = parse->tok[parse->at].match;
        parse->at++;
        Expr *e = cxx_parse_expr(parse);
        parse->at = close + 1;
        return e;
    }
    CXX_DIAG(cxx, x_auto_needs_init, declared->pos,
             declared->names.n ? declared->names.at[0].name : 0);
    return cxx_expr_error(cxx, declared->pos);
}

// The names stand for an array's elements.
static void bind_elements(Parse *parse, const Names *names, VarDecl *var, Type *whole, Pos pos) {
    if (!count_ok(parse, names, whole->u.array.n, whole, pos)) {
        bind_errors(parse, names, var);
        return;
    }
    for (uint32_t i = 0; i < names->n; i++) {
        Pos at = names->at[i].pos;
        Expr *k = cxx_expr_int(parse->x, parse->x->ty_ptrdiff_t, i, at);
        bind(parse, &names->at[i], var,
             xe_build_subscript(parse, xe_var_expr(parse, var, at), k, at));
    }
}

// [dcl.struct.bind]/3-5: the names, by the type of the hidden variable.
static void bind_names(Parse *parse, Binding *declared, VarDecl *var, Expr *init) {
    Cxx *cxx = parse->x;
    Names *names = &declared->names;
    Type *type = xe_err(init) ? cxx->ty_error : ty_deref(var->d.type);
    uint64_t count = 0;
    if (xe_err(var->init) || type->kind == TY_ERROR || (type->flags & TF_HAS_AUTO)) {
        bind_errors(parse, names, var);
    } else if (ty_is_array(type) || ty_unqual(type)->kind == TY_VECTOR) {
        bind_elements(parse, names, var, type, declared->pos);
    } else if (ty_dependent(type) || type->kind == TY_DEPENDENT) {
        for (uint32_t i = 0; i < names->n; i++)
            bind(parse, &names->at[i], var, xe_dep(parse, E_DEP_NAME, names->at[i].pos));
    } else if (ty_unqual(type)->kind != TY_CLASS || !ty_complete(cxx, type, declared->pos, true)) {
        if (ty_unqual(type)->kind != TY_CLASS) CXX_DIAG(cxx, x_bad_binding, declared->pos, type);
        bind_errors(parse, names, var);
    } else if (tuple_size(parse, type, &count, declared->pos)) {
        if (count_ok(parse, names, count, type, declared->pos))
            bind_tuple(parse, names, var, type, &declared->vars);
        else
            bind_errors(parse, names, var);
    } else {
        bind_members(parse, names, var, type, declared->pos);
    }
}

// Itanium 5.1.4: DC <source-name>+ E
static Atom hidden_label(Parse *parse, const Names *names) {
    Ctx *ctx = parse->x->ctx;
    Buf b;
    buf_init(&b, pa(parse));
    buf_puts(&b, "_ZDC");
    for (uint32_t i = 0; i < names->n; i++) {
        const char *s = atom_str(ctx, names->at[i].name);
        buf_printf(&b, "%d%s", (int)strlen(s), s);
    }
    buf_puts(&b, "E");
    return atom_cstr(ctx, buf_cstr(&b));
}

// The hidden variable is initialised, then the names bound to its parts.
static bool bind_all(Parse *parse, Binding *declared, Expr *init, InitStyle style) {
    VarDecl *var = xe_local_var(parse, 0, declared->type, declared->pos, declared->open);
    if (declared->is_static) var->storage = STOR_STATIC;
    var->align = declared->align;
    var->d.attrs = declared->attrs;
    if (!parse->fn && parse->scope->kind == SC_NAMESPACE) {
        var->storage = STOR_GLOBAL;
        var->d.linkage = LK_INTERNAL;
        var->d.name = var->asm_label = hidden_label(parse, &declared->names);
    }
    var->init_style = (uint8_t)style;
    // an array is copied element by element, not decayed
    if (!ty_is_ref(declared->type) && !xe_err(init) && ty_is_array(init->type)) {
        var->d.type = ty_qual(parse->x, init->type, declared->quals);
        var->init = xe_array_copy(parse, var->d.type, init, declared->pos);
    } else {
        var->init = cxx_init_var(parse, var, style, &init, 1);
    }
    vec_push(pa(parse), &declared->vars, var);
    bind_names(parse, declared, var, init);
    return !xe_err(init);
}

// `auto [a, b] = init;`. For a range-for range_init is the element and the tokens end behind `]`.
Stmt *xe_parse_binding_decl(Parse *parse, Expr *range_init) {
    Binding b = {.pos = xe_pos(parse)};
    binding_head(parse, &b);
    InitStyle style = INIT_COPY;
    Expr *init = range_init ? range_init : binding_init(parse, &b, &style);
    bool ok = bind_all(parse, &b, init, style);
    if (!range_init && !xe_accept(parse, T_SEMI) && ok)
        CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), ";");
    return xe_decl_stmt(parse, b.vars.at, b.vars.n, b.pos);
}

void cxx_namespace_binding(Parse *parse, uint32_t begin) {
    uint32_t bracket = parse->at;
    parse->at = begin;
    while (parse->at < bracket && !xe_at_binding(parse)) parse->at++;
    if (parse->at == bracket) return;
    Binding b = {.pos = xe_pos(parse)};
    binding_head(parse, &b);
    InitStyle style;
    Expr *init = binding_init(parse, &b, &style);
    bind_all(parse, &b, init, style);
}
