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

static bool decl_word(uint16_t k) {
    return k == T_KW_CONST || k == T_KW_STATIC || k == T_KW_CONSTEXPR || k == T_KW_VOLATILE ||
           k == T_KW_THREAD_LOCAL;
}

// specifiers auto [&|&&] [ identifier-list ]
bool xe_at_binding(Parse *p) {
    uint32_t i = cxx_skip_attributes(p, p->at);
    while (i < p->end && decl_word(p->tok[i].kind)) i++;
    if (i >= p->end || p->tok[i].kind != T_KW_AUTO) return false;
    i++;
    while (i < p->end && decl_word(p->tok[i].kind)) i++;
    if (p->tok[i].kind == T_AMP || p->tok[i].kind == T_AMPAMP) i++;
    return i + 1 < p->end && p->tok[i].kind == T_LBRACKET && p->tok[i + 1].kind == T_IDENT;
}

static BindingDecl *new_binding(Parse *p, Atom name, Pos pos, uint32_t order, VarDecl *holder) {
    BindingDecl *b = arena_new(pa(p), BindingDecl);
    b->v.d.kind = D_BINDING;
    b->v.d.name = name;
    b->v.d.pos = pos;
    b->v.d.order = order;
    b->v.d.id = p->x->next_decl_id++;
    b->v.d.type = p->x->ty_error;
    b->v.d.scope = p->scope;
    b->v.d.env = p->env;
    b->v.storage = holder->storage;
    b->v.fn = holder->fn;
    b->v.capture_of = holder;
    b->v.init_done = b->v.defined = true;
    return b;
}

typedef struct {
    Atom name;
    Pos pos;
    uint32_t order;
} Name;
typedef VEC(Name) Names;
typedef VEC(VarDecl *) Vars;

static void bind(Parse *p, const Name *n, VarDecl *holder, Expr *e) {
    BindingDecl *b = new_binding(p, n->name, n->pos, n->order, holder);
    b->e = e;
    b->v.d.type = b->referenced = e->type;
    // a member of reference type keeps it [dcl.struct.bind]/5; get's variable is a reference itself
    Decl *d = e->kind == E_MEMBER ? e->u.decl : NULL;
    if (d && d->type && ty_is_ref(d->type)) b->referenced = d->type;
    if (xe_err(e)) b->v.d.flags |= DF_INVALID;
    if (p->fs) vec_push(pa(p), &p->fs->bindings, b);
    cxx_declare(p, p->scope, &b->v.d);
}

static void bind_errors(Parse *p, const Names *names, VarDecl *holder) {
    for (uint32_t i = 0; i < names->n; i++)
        bind(p, &names->at[i], holder, cxx_expr_error(p->x, names->at[i].pos));
}

static bool count_ok(Parse *p, const Names *names, uint64_t want, Type *t, Pos pos) {
    if (names->n == want) return true;
    CXX_DIAG(p->x, x_binding_count, pos, t, (int)names->n, (int)want);
    return false;
}

// ---- tuple protocol ----------------------------------------------------------------------------

static Type *std_template_of(Parse *p, Atom name, const TmplArg *args, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    Lookup l = {0};
    if (!x->std_ns || !cxx_lookup_in(p, x->std_ns->inner, name, LU_ALL, &l) || !l.n) return NULL;
    if (l.at[0]->kind != D_TEMPLATE) return NULL;
    Type *t = cxx_template_id_type(p, l.at[0], cxx_targs(x, args, n), pos);
    return t && t->kind == TY_CLASS && ty_complete(x, t, pos, false) ? t : NULL;
}

static bool tuple_size(Parse *p, Type *t, uint64_t *n, Pos pos) {
    Cxx *x = p->x;
    TmplArg a = {.kind = TA_TYPE, .type = t};
    Type *s = std_template_of(p, x->n.tuple_size, &a, 1, pos);
    if (!s) return false;
    Lookup l = {0};
    if (!cxx_lookup_member(p, s->u.cls, x->n.value, 0, &l) || !l.n || l.at[0]->kind != D_VAR)
        return false;
    ConstVal *v = cxx_var_const(x, (VarDecl *)l.at[0]);
    if (!v || v->kind != CV_INT) return false;
    *n = apint_u64(&v->u.i);
    return true;
}

static Expr *get_element(Parse *p, VarDecl *holder, uint32_t i, Pos pos) {
    Cxx *x = p->x;
    ConstVal v = {.kind = CV_INT, .type = x->ty_size_t};
    v.u.i = apint_from_u64(64, i);
    TmplArg a = {.kind = TA_VALUE, .type = x->ty_size_t, .val = cxx_const_intern(x, &v)};
    TmplArgs *targs = cxx_targs(x, &a, 1);
    Expr *e = xe_var_expr(p, holder, pos);
    if (!ty_is_ref(holder->d.type) || holder->d.type->kind == TY_RREF) {
        e = xe_dup(p, e);
        e->cat = VC_XVALUE;
    }
    ClassDecl *c = ty_unqual(e->type)->u.cls;
    Lookup l = {0};
    if (cxx_lookup_member(p, c, x->n.get, 0, &l) && l.n && l.at[0]->kind == D_TEMPLATE)
        return cxx_build_call(p, xe_overload_expr(p, &l, targs, e, x->n.get, pos), NULL, 0, pos);
    Lookup none = {0};
    Expr *callee = xe_overload_expr(p, &none, targs, NULL, x->n.get, pos);
    callee->pad |= XP_CALLEE_OK;
    return cxx_build_call(p, callee, &e, 1, pos);
}

static void bind_tuple(Parse *p, const Names *names, VarDecl *holder, Type *t, Vars *out) {
    Cxx *x = p->x;
    bool failed = false;
    for (uint32_t i = 0; i < names->n; i++) {
        const Name *n = &names->at[i];
        // where one fails the others fail alike
        Expr *e = failed ? cxx_expr_error(x, n->pos) : get_element(p, holder, i, n->pos);
        failed |= xe_err(e);
        ConstVal v = {.kind = CV_INT, .type = x->ty_size_t};
        v.u.i = apint_from_u64(64, i);
        TmplArg a[2] = {{.kind = TA_VALUE, .type = x->ty_size_t, .val = cxx_const_intern(x, &v)},
                        {.kind = TA_TYPE, .type = t}};
        Type *te = xe_err(e) ? NULL : std_template_of(p, x->n.tuple_element, a, 2, n->pos);
        Lookup l = {0};
        if (te) cxx_lookup_member(p, te->u.cls, x->n.type, 0, &l);
        if (!l.n || !l.at[0]->type) {
            if (!xe_err(e)) CXX_DIAG(x, x_bad_tuple_protocol, n->pos, t);
            bind(p, n, holder, cxx_expr_error(x, n->pos));
            continue;
        }
        Type *ref = ty_ref(x, l.at[0]->type, e->cat != VC_LVALUE);
        VarDecl *r = xe_local_var(p, 0, ref, n->pos, n->order);
        r->storage = holder->storage;
        r->init = cxx_init_var(p, r, INIT_COPY, &e, 1);
        vec_push(pa(p), out, r);
        Expr *ex = xe_var_expr(p, r, n->pos);
        BindingDecl *b = new_binding(p, n->name, n->pos, n->order, r);
        b->e = ex;
        b->v.d.type = b->referenced = l.at[0]->type;
        cxx_declare(p, p->scope, &b->v.d);
    }
}

// ---- members -----------------------------------------------------------------------------------

// Members that are bound: unnamed bit-fields are none [class.bit]/2.
static uint32_t bound_members(const ClassDecl *c) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->fields.n; i++)
        n += !c->fields.at[i]->is_bitfield || c->fields.at[i]->d.name;
    return n;
}

// The class (t or a base of it) that has all non-static data members.
static ClassDecl *member_class(Parse *p, ClassDecl *c, uint32_t visit, uint32_t depth) {
    if (depth > p->x->ctx->max_depth || !cxx_class_visit(c, visit) ||
        !cxx_class_layout(p->x, c, c->d.pos))
        return NULL;
    if (bound_members(c)) return c;
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *b = member_class(p, c->base[i].cls, visit, depth + 1);
        if (b && bound_members(b)) return b;
    }
    return c;
}

static void bind_members(Parse *p, const Names *names, VarDecl *holder, Type *t, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = member_class(p, ty_unqual(t)->u.cls, cxx_visit_begin(x), 0);
    uint32_t n = c ? bound_members(c) : 0;
    if (!c || !count_ok(p, names, n, t, pos)) {
        bind_errors(p, names, holder);
        return;
    }
    for (uint32_t i = 0, k = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        if (f->is_bitfield && !f->d.name) continue;
        if (f->anonymous) CXX_DIAG(x, x_binding_anonymous, pos, t);
        if (!cxx_access_ok(p, &f->d, c)) CXX_DIAG(x, x_inaccessible, pos, &f->d);
        Expr *e = xe_var_expr(p, holder, names->at[k].pos);
        bind(p, &names->at[k], holder, cxx_build_member(p, e, &f->d, names->at[k].pos));
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
static void binding_head(Parse *p, Binding *b) {
    Cxx *x = p->x;
    uint16_t k;
    while (cxx_at_attribute(p)) {
        AttrSet *a = cxx_parse_attributes(p, NULL);
        if (a) b->align = CU_MAX(b->align, a->align);
        b->attrs = cxx_attrs_merge(x, b->attrs, a);
    }
    while (decl_word(k = cxx_peek(p)) || k == T_KW_AUTO) {
        b->quals |= k == T_KW_CONST || k == T_KW_CONSTEXPR ? Q_CONST
                    : k == T_KW_VOLATILE                   ? Q_VOLATILE
                                                           : 0;
        b->is_static |= k == T_KW_STATIC;
        if (k == T_KW_CONSTEXPR) CXX_DIAG(x, x_binding_specifier, b->pos, "constexpr");
        p->at++;
    }
    b->type = ty_qual(x, ty_basic(x, TY_AUTO), b->quals);
    if (cxx_peek(p) == T_AMP || cxx_peek(p) == T_AMPAMP) {
        b->type = ty_ref(x, b->type, cxx_peek(p) == T_AMPAMP);
        p->at++;
    }
    b->open = p->at++;
    uint32_t close = p->tok[b->open].match;
    while (p->at < close && cxx_peek(p) == T_IDENT) {
        Name n = {p->tok[p->at].text, xe_pos(p), p->at};
        if (cxx_names_param(p, n.name)) CXX_DIAG(x, d_already_declared, n.pos, n.name);
        vec_push(pa(p), &b->names, n);
        p->at++;
        while (cxx_at_attribute(p)) cxx_parse_attributes(p, NULL);
        if (!xe_accept(p, T_COMMA)) break;
    }
    if (p->at != close) CXX_DIAG(x, x_expected_token, xe_pos(p), "]");
    p->at = close + 1;
}

static Expr *binding_init(Parse *p, const Binding *b, InitStyle *style) {
    Cxx *x = p->x;
    *style = INIT_DIRECT;
    if (xe_accept(p, T_ASSIGN)) {
        *style = INIT_COPY;
        return cxx_parse_init_clause(p);
    }
    if (cxx_peek(p) == T_LBRACE) {
        Expr *l = xe_parse_init_list(p);
        return xe_err(l) || l->n != 1 ? cxx_expr_error(x, b->pos) : l->arg[0];
    }
    if (cxx_peek(p) == T_LPAREN) {
        uint32_t close = p->tok[p->at].match;
        p->at++;
        Expr *e = cxx_parse_expr(p);
        p->at = close + 1;
        return e;
    }
    CXX_DIAG(x, x_auto_needs_init, b->pos, b->names.n ? b->names.at[0].name : 0);
    return cxx_expr_error(x, b->pos);
}

static void bind_elements(Parse *p, const Names *names, VarDecl *v, Type *t, Pos pos) {
    if (!count_ok(p, names, t->u.array.n, t, pos)) {
        bind_errors(p, names, v);
        return;
    }
    for (uint32_t i = 0; i < names->n; i++) {
        Pos at = names->at[i].pos;
        Expr *k = cxx_expr_int(p->x, p->x->ty_ptrdiff_t, i, at);
        bind(p, &names->at[i], v, xe_build_subscript(p, xe_var_expr(p, v, at), k, at));
    }
}

// [dcl.struct.bind]/3-5: the names, by the type of the hidden variable.
static void bind_names(Parse *p, Binding *b, VarDecl *v, Expr *init) {
    Cxx *x = p->x;
    Names *names = &b->names;
    Type *u = xe_err(init) ? x->ty_error : ty_deref(v->d.type);
    uint64_t count = 0;
    if ((v->init && xe_err(v->init)) || u->kind == TY_ERROR || (u->flags & TF_HAS_AUTO)) {
        bind_errors(p, names, v);
    } else if (ty_is_array(u)) {
        bind_elements(p, names, v, u, b->pos);
    } else if (ty_dependent(u) || u->kind == TY_DEPENDENT) {
        for (uint32_t i = 0; i < names->n; i++)
            bind(p, &names->at[i], v, xe_dep(p, E_DEP_NAME, names->at[i].pos));
    } else if (ty_unqual(u)->kind != TY_CLASS || !ty_complete(x, u, b->pos, true)) {
        if (ty_unqual(u)->kind != TY_CLASS) CXX_DIAG(x, x_bad_binding, b->pos, u);
        bind_errors(p, names, v);
    } else if (tuple_size(p, u, &count, b->pos)) {
        if (count_ok(p, names, count, u, b->pos))
            bind_tuple(p, names, v, u, &b->vars);
        else
            bind_errors(p, names, v);
    } else {
        bind_members(p, names, v, u, b->pos);
    }
}

// Itanium 5.1.4: DC <source-name>+ E
static Atom hidden_label(Parse *p, const Names *names) {
    Ctx *ctx = p->x->ctx;
    Buf b;
    buf_init(&b, pa(p));
    buf_puts(&b, "_ZDC");
    for (uint32_t i = 0; i < names->n; i++) {
        const char *s = atom_str(ctx, names->at[i].name);
        buf_printf(&b, "%d%s", (int)strlen(s), s);
    }
    buf_puts(&b, "E");
    return atom_cstr(ctx, buf_cstr(&b));
}

static bool bind_all(Parse *p, Binding *b, Expr *init, InitStyle style) {
    VarDecl *v = xe_local_var(p, 0, b->type, b->pos, b->open);
    if (b->is_static) v->storage = STOR_STATIC;
    v->align = b->align;
    v->d.attrs = b->attrs;
    if (!p->fn && p->scope->kind == SC_NAMESPACE) {
        v->storage = STOR_GLOBAL;
        v->d.linkage = LK_INTERNAL;
        v->d.name = v->asm_label = hidden_label(p, &b->names);
    }
    v->init_style = (uint8_t)style;
    // an array is copied element by element, not decayed
    if (!ty_is_ref(b->type) && !xe_err(init) && ty_is_array(init->type)) {
        v->d.type = ty_qual(p->x, init->type, b->quals);
        v->init = xe_array_copy(p, v->d.type, init, b->pos);
    } else {
        v->init = cxx_init_var(p, v, style, &init, 1);
    }
    vec_push(pa(p), &b->vars, v);
    bind_names(p, b, v, init);
    return !xe_err(init);
}

// `auto [a, b] = init;`. For a range-for range_init is the element and the tokens end behind `]`.
Stmt *xe_parse_binding_decl(Parse *p, Expr *range_init) {
    Binding b = {.pos = xe_pos(p)};
    binding_head(p, &b);
    InitStyle style = INIT_COPY;
    Expr *init = range_init ? range_init : binding_init(p, &b, &style);
    bool ok = bind_all(p, &b, init, style);
    if (!range_init && !xe_accept(p, T_SEMI) && ok)
        CXX_DIAG(p->x, x_expected_token, xe_pos(p), ";");
    return xe_decl_stmt(p, b.vars.at, b.vars.n, b.pos);
}

void cxx_namespace_binding(Parse *p, uint32_t begin) {
    uint32_t bracket = p->at;
    p->at = begin;
    while (p->at < bracket && !xe_at_binding(p)) p->at++;
    if (p->at == bracket) return;
    Binding b = {.pos = xe_pos(p)};
    binding_head(p, &b);
    InitStyle style;
    Expr *init = binding_init(p, &b, &style);
    bind_all(p, &b, init, style);
}
