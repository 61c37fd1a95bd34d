// SPDX-License-Identifier: Apache-2.0
// Declarations in blocks and conditions [stmt.dcl]: parsed in order, initialisers at once.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/body/body.h"

static Stmt *stmt_new(Parse *p, StmtKind k, Pos pos) {
    Stmt *s = arena_new(pp(p), Stmt);
    s->kind = (uint8_t)k;
    s->pos = pos;
    return s;
}

// A local's number among those of the same name in its function, for mangling local statics.
static void number_local(VarDecl *v) {
    FuncDecl *f = v->fn;
    if (!f) return;
    for (uint32_t i = 0; i < f->locals.n; i++) {
        VarDecl *o = f->locals.at[i];
        if (o != v && o->d.name == v->d.name && o->storage == STOR_STATIC) v->number++;
    }
}

static VarDecl *local_var(Parse *p, const DeclSpec *ds, Declarator *d) {
    Cxx *x = p->x;
    VarDecl *v = cxx_decl_new(x, VarDecl, D_VAR, d->name, d->pos, d->order, p->scope, p->env);
    v->d.flags = ds->flags;
    v->d.cuda = ds->cuda;
    v->d.attrs = cxx_attrs_merge(x, ds->attrs, d->attrs);
    if (v->d.attrs) {
        v->d.cuda |= v->d.attrs->cuda;
        v->align = v->d.attrs->align;
    }
    if (ds->align > v->align) v->align = ds->align;
    v->d.type = d->type;
    if (ds->flags & DF_CONSTEXPR) v->d.type = ty_qual(x, v->d.type, Q_CONST);
    bool is_static = ds->flags & (DF_STATIC | DF_THREAD) || v->d.cuda & CU_SHARED;
    if ((ds->flags & DF_CONSTINIT) && !is_static) CXX_DIAG(x, d_constinit_local, d->pos);
    if (d->type->kind == TY_CLASS) xe_use_deprecated(p, &d->type->u.cls->d, d->pos);
    v->storage = is_static ? STOR_STATIC : STOR_AUTO;
    v->fn = p->fn;
    v->asm_label = d->asm_label;
    v->defined = true;
    if (p->fn) {
        v->index = p->fn->locals.n;
        if (is_static) number_local(v);
        vec_push(pp(p), &p->fn->locals, v);
    }
    return v;
}

static bool invalid(VarDecl *v) {
    v->d.flags |= DF_INVALID;
    return false;
}

static bool const_default(Cxx *x, ClassDecl *c, uint32_t depth);

static bool find_const_default(Cxx *x, ClassDecl *c, uint32_t depth) {
    cxx_class_specials(x, c);
    for (uint32_t i = 0; i < c->ctors.n; i++) {
        const FuncDecl *f = c->ctors.at[i];
        if (cxx_special_kind(f) == SP_DEFAULT && !f->is_implicit && !f->defaulted_first)
            return true;
    }
    for (const Decl *d = map_get(&c->inner->names, x->n.ctor); d; d = d->next) {
        if (d->kind != D_FUNC) return true; // a template, an inherited one
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].cls && !const_default(x, c->base[i].cls, depth + 1)) return false;
    }
    bool any = false;
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const FieldDecl *f = c->fields.at[i];
        Type *t = f->d.type;
        while (ty_is_array(t)) t = t->u.array.elem;
        if (f->is_bitfield && !f->d.name) continue;
        bool ok = f->init_style || t->kind == TY_ERROR || ty_dependent(t) ||
                  (t->kind == TY_CLASS && const_default(x, t->u.cls, depth + 1));
        if (!ok && c->tag != CT_UNION) return false;
        any |= ok;
    }
    return any || c->tag != CT_UNION || !c->fields.n;
}

// [dcl.init.general]/8: default-initialisation of a const object leaves nothing without a value.
// (Of a class that is not defined it is said elsewhere.)
static bool const_default(Cxx *x, ClassDecl *c, uint32_t depth) {
    if (c->is_closure || !c->inner || depth > x->ctx->max_depth) return true;
    if (c->const_default) return c->const_default != ANSWER_NO;
    c->const_default = ANSWER_ASKED;
    bool yes = find_const_default(x, c, depth);
    c->const_default = c->completing ? ANSWER_NONE : yes ? ANSWER_YES : ANSWER_NO;
    return yes;
}

// What a variable without initialiser must satisfy [dcl.init]. False: leave it alone.
static bool check_no_init(Parse *p, VarDecl *v) {
    Cxx *x = p->x;
    Type *t = v->d.type;
    if (v->d.flags & DF_EXTERN) return false;
    if (t->flags & TF_HAS_AUTO && t->kind != TY_CTAD) {
        CXX_DIAG(x, d_auto_without_init, v->d.pos, v->d.name);
        v->d.type = x->ty_error;
        return invalid(v);
    }
    if (ty_dependent(t)) return false;
    if (ty_is_ref(t)) {
        CXX_DIAG(x, d_ref_needs_init, v->d.pos, v->d.name);
        return invalid(v);
    }
    if (t->kind == TY_CTAD) return true;
    if (!ty_complete(x, t, v->d.pos, true)) return invalid(v);
    Type *e = t;
    while (ty_is_array(e)) e = e->u.array.elem;
    if ((e->quals & Q_CONST) && ty_is_scalar(e)) {
        CXX_DIAG(x, d_const_needs_init, v->d.pos, v->d.name);
        return invalid(v);
    }
    if ((e->quals & Q_CONST) && e->kind == TY_CLASS && !const_default(x, e->u.cls, 0)) {
        CXX_DIAG(x, d_const_no_ctor, v->d.pos, v->d.name, ty_unqual(e));
        return invalid(v);
    }
    return true;
}

// Parses the initialiser at p->at (none: default-initialisation) and attaches it.
void cxx_attach_init(Parse *p, VarDecl *v) {
    Cxx *x = p->x;
    v->init_done = true;
    if (v->init_style == INIT_NONE && !check_no_init(p, v)) return;
    Type *t = v->d.type;
    if (v->init_style != INIT_NONE && !(t->flags & (TF_HAS_AUTO | TF_DEPENDENT)) &&
        t->kind != TY_ARRAY_INC && !ty_is_ref(t) && t->kind != TY_ERROR &&
        !ty_complete(x, t, v->d.pos, true)) {
        invalid(v);
    }
    // the initialiser of a constexpr variable is a constant expression: what it names is not
    // odr-used, but for what the value refers to (cxx_use_const)
    bool old = p->const_expr;
    if (v->d.flags & DF_CONSTEXPR) p->const_expr = true;
    v->init = cxx_parse_var_init(p, v);
    p->const_expr = old;
    if (v->d.type->flags & TF_HAS_AUTO) v->d.type = x->ty_error; // after a diagnostic
    if ((v->init && v->init->kind == E_ERROR) || v->d.type->kind == TY_ERROR) {
        invalid(v);
        v->init = NULL;
    }
}

// A local of class type is destroyed at the end of its block: its destructor is used.
static void use_dtor(Parse *p, VarDecl *v) {
    Type *t = v->d.type;
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS || (v->d.flags & DF_INVALID) || p->dependent) return;
    FuncDecl *d = p->undestroyed ? NULL : cxx_find_dtor(p->x, t);
    if (d) cxx_mark_used(p, &d->d, v->d.pos);
    xe_dtor_access(p, t, v->d.pos);
}

void cxx_local_init(Parse *p, VarDecl *v) {
    switch (cxx_peek(p)) {
    case T_ASSIGN: v->init_style = cxx_peek_n(p, 1) == T_LBRACE ? INIT_COPY_LIST : INIT_COPY; break;
    case T_LPAREN: v->init_style = INIT_DIRECT; break;
    case T_LBRACE: v->init_style = INIT_LIST; break;
    default: v->init_style = INIT_NONE; break;
    }
    // device code has no end of the program: static objects may have any destructor
    bool lasts = v->storage == STOR_STATIC || v->d.cuda & CU_SHARED, before = p->undestroyed;
    p->undestroyed = lasts && p->fn && p->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
    cxx_attach_init(p, v);
    use_dtor(p, v);
    p->undestroyed = before;
}

void cxx_use_const(Parse *p, const ConstVal *c, Pos pos, uint32_t depth) {
    if (!c || depth > p->x->ctx->max_depth) return;
    switch ((ConstKind)c->kind) {
    case CV_LVALUE:
        if (c->u.lv.base) cxx_mark_used(p, c->u.lv.base, pos);
        break;
    case CV_MEMPTR:
        if (c->u.mp.member && c->u.mp.member->kind == D_FUNC) cxx_mark_used(p, c->u.mp.member, pos);
        break;
    case CV_AGG:
        for (uint32_t i = 0; i < c->u.agg.n; i++) cxx_use_const(p, c->u.agg.at[i], pos, depth + 1);
        cxx_use_const(p, c->u.agg.filler, pos, depth + 1);
        break;
    case CV_UNION: cxx_use_const(p, c->u.un.val, pos, depth + 1); break;
    default: break;
    }
}

void cxx_require_const(Parse *p, VarDecl *v) {
    Cxx *x = p->x;
    if (!(v->d.flags & (DF_CONSTEXPR | DF_CONSTINIT)) || (v->d.flags & DF_INVALID)) return;
    if (ty_dependent(v->d.type) || v->const_tried) return;
    if (v->init && (v->init->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) return;
    if (!v->init && v->d.type->kind != TY_CLASS && !ty_is_array(v->d.type)) return;
    if (v->d.flags & DF_CONSTEXPR && !cxx_literal_type(x, v->d.type)) {
        CXX_DIAG(x, d_constexpr_nonliteral, v->d.pos, ty_unqual(v->d.type));
        v->d.flags |= DF_INVALID;
        return;
    }
    v->const_tried = true;
    v->value = cxx_const_eval_init(x, v, v->init, true);
    if (!v->value) v->d.flags |= DF_INVALID;
    if (v->value && p->fn) cxx_use_const(p, v->value, v->d.pos, 0);
}

static void check_parameter(Parse *p, const Declarator *d) {
    const Decl *o = cxx_outer_name(p, d->name);
    if (!o) return;
    CXX_DIAG(p->x, d_already_declared, d->pos, d->name);
    cxx_note_declared(p->x, o);
}

static VarDecl *declare_local(Parse *p, DeclSpec *ds, Declarator *d) {
    Cxx *x = p->x;
    VarDecl *v = local_var(p, ds, d);
    if (v->d.type->kind == TY_VOID) {
        CXX_DIAG(x, d_incomplete_type, d->pos, v->d.type);
        v->d.type = x->ty_error;
        v->d.flags |= DF_INVALID;
    }
    if (ds->flags & DF_EXTERN && !(v->d.cuda & CU_SHARED)) {
        // a local extern declaration names the namespace's variable
        if (cxx_peek(p) == T_ASSIGN || cxx_peek(p) == T_LBRACE)
            CXX_DIAG(x, d_extern_init, d->pos, d->name);
        v->storage = STOR_GLOBAL;
        v->defined = false;
        v->d.linkage = LK_EXTERNAL;
        v->fn = NULL;
        if (p->fn) p->fn->locals.n--;
        Decl *o = cxx_lookup_one(p, cxx_namespace_of(p->scope), d->name, 0);
        if (o && o->kind == D_VAR && o->type == v->d.type) {
            UsingDecl *u =
                cxx_decl_new(x, UsingDecl, D_USING, d->name, d->pos, d->order, p->scope, p->env);
            u->from = cxx_namespace_of(p->scope);
            cxx_scope_add(x, p->scope, &u->d);
            return (VarDecl *)o;
        }
        bool dep = ty_dependent(v->d.type) || (o && o->type && ty_dependent(o->type));
        bool inc = o && (ty_is_array(o->type) || ty_is_array(v->d.type));
        if (o && o->kind == D_VAR && !dep && !inc && o->type->kind != TY_ERROR &&
            v->d.type->kind != TY_ERROR) { // [basic.link]/11
            CXX_DIAG(x, d_incompatible_redeclaration, d->pos, o);
            cxx_note_declared(x, o);
        }
    }
    if (!p->env && cxx_in_main_file(x, d->pos) && !(ds->flags & DF_EXTERN) && !p->cls &&
        cxx_incomplete_at(x, v->d.type, d->order)) { // (a member's body: its class may follow)
        CXX_DIAG(x, d_incomplete_here, d->pos, ty_unqual(v->d.type));
        v->d.type = x->ty_error;
    }
    if (d->qual) CXX_DIAG(x, d_qualified_here, d->pos); // [dcl.meaning]/1
    if (ds->flags & DF_MUTABLE) CXX_DIAG(x, d_specifier_here, d->pos, "mutable");
    check_parameter(p, d);
    uint64_t errors = diag_errors_seen(x->ctx);
    Decl *made = cxx_declare(p, p->scope, &v->d);
    if (made != &v->d && made->kind == D_VAR && ds->flags & DF_EXTERN && made->type == v->d.type &&
        ((VarDecl *)made)->storage == STOR_GLOBAL)
        return (VarDecl *)made;
    if (made != &v->d && made->kind == D_VAR && errors == diag_errors_seen(x->ctx))
        CXX_DIAG(x, d_already_declared, d->pos, d->name);
    cxx_local_init(p, v);
    if (x->hooks.check_decl) x->hooks.check_decl(p, &v->d);
    cxx_require_const(p, v);
    return v;
}

static Decl *local_function(Parse *p, DeclSpec *ds, Declarator *d) {
    Cxx *x = p->x;
    Scope *ns = cxx_namespace_of(p->scope);
    FuncDecl *f = cxx_make_func(p, ds, d, ns);
    if (ds->flags & DF_STATIC) CXX_DIAG(x, d_storage_here, d->pos); // [dcl.stc]/4
    if (d->qual) CXX_DIAG(x, d_qualified_here, d->pos);
    // a block's function declaration redeclares the namespace's function
    cxx_elaborate_before(x, ns, f->d.name, f->d.order, false);
    Decl *target = NULL;
    for (Decl *o = map_get(&ns->names, f->d.name); o; o = o->next) {
        if (o->kind == D_FUNC && cxx_same_signature(x, (FuncDecl *)o, f)) target = o;
    }
    if (!target) {
        f->d.flags |= DF_FRIEND_ONLY;
        cxx_scope_add(x, ns, &f->d);
        target = &f->d;
    }
    UsingDecl *u =
        cxx_decl_new(x, UsingDecl, D_USING, f->d.name, f->d.pos, f->d.order, p->scope, p->env);
    u->target = target;
    cxx_scope_add(x, p->scope, &u->d);
    return target;
}

// One `auto` stands for one type in all declarators [dcl.spec.auto]/7.
static void check_same_auto(Parse *p, const Declarator *d, const VarDecl *v, Type **first) {
    if (d->type->kind != TY_AUTO || v->d.type->kind == TY_ERROR) return;
    Type *t = v->d.type->unqual;
    if (ty_dependent(t)) return; // judged in the instance
    if (*first && *first != t) CXX_DIAG(p->x, d_auto_types, d->pos, t, *first);
    if (!*first) *first = t;
}

static void simple_block_declaration(Parse *p, Stmt *s) {
    Cxx *x = p->x;
    DeclSpec ds;
    Type *deduced = NULL;
    VEC(VarDecl *) vars = {0};
    if (!cxx_parse_declspecs(p, &ds, false) || !ds.type) {
        if (!cxx_unknown_type(p)) {
            CXX_DIAG(x, d_expected_declaration, tok_pos(p));
            cxx_skip_to_semi(p);
            return;
        }
        ds.type = x->ty_error;
    }
    if (cxx_accept(p, T_SEMI)) {
        if (ds.cls_defined && !ds.cls_defined->d.name && ds.cls_defined->tag == CT_UNION) {
            cxx_anonymous_local(p, &ds, s);
        }
        return;
    }
    for (;;) {
        Declarator d;
        if (!cxx_parse_declarator(p, &ds, &d, false)) {
            cxx_skip_to_semi(p);
            break;
        }
        if (ds.is_typedef) {
            TypedefDecl *t =
                cxx_decl_new(x, TypedefDecl, D_TYPEDEF, d.name, d.pos, d.order, p->scope, p->env);
            t->d.type = d.type;
            if (ds.cls_defined && !ds.cls_defined->d.name) ds.cls_defined->typedef_name = &t->d;
            cxx_declare(p, p->scope, &t->d);
        } else if (d.type->kind == TY_FUNC) {
            local_function(p, &ds, &d);
        } else {
            VarDecl *v = declare_local(p, &ds, &d);
            check_same_auto(p, &d, v, &deduced);
            vec_push(pp(p), &vars, v);
        }
        if (!cxx_accept(p, T_COMMA)) {
            if (!cxx_accept(p, T_SEMI)) {
                cxx_expect(p, T_SEMI, ";");
                cxx_skip_to_semi(p);
            }
            break;
        }
    }
    if (vars.n) {
        s->kind = S_DECL;
        s->u.decl.var = vars.at;
        s->u.decl.n = vars.n;
    }
}

Stmt *cxx_parse_block_declaration(Parse *p) {
    Stmt *s = stmt_new(p, S_NULL, tok_pos(p));
    if (xe_at_binding(p)) return xe_parse_binding_decl(p, NULL);
    switch (cxx_peek(p)) {
    case T_KW_USING: cxx_parse_using(p, p->scope, ACC_NONE); break;
    case T_KW_STATIC_ASSERT: cxx_parse_static_assert(p); break;
    case T_KW_NAMESPACE: {
        uint32_t n = cxx_peek_n(p, 1) == T_IDENT ? 2 : 1;
        if (cxx_peek_n(p, n) == T_LBRACE) {
            CXX_DIAG(p->x, d_namespace_in_block, tok_pos(p));
            p->at = cxx_skip_group(p->tok, p->at + n, p->end);
        } else {
            cxx_parse_ns_alias(p, p->scope);
        }
        break;
    }
    case T_KW_TEMPLATE:
        CXX_DIAG(p->x, d_template_in_block, tok_pos(p));
        cxx_skip_to_semi(p);
        break;
    case T_KW_ASM: cxx_skip_to_semi(p); break;
    default: simple_block_declaration(p, s); break;
    }
    s->end = p->at ? p->tok[p->at - 1].pos : 0;
    return s;
}

// [stmt.pre]/4: no function, no array, no type definition, and of the specifiers only constexpr.
static void check_condition(Parse *p, const DeclSpec *ds, Declarator *d) {
    Cxx *x = p->x;
    const char *w = ds->is_typedef           ? "typedef"
                    : ds->flags & DF_STATIC  ? "static"
                    : ds->flags & DF_EXTERN  ? "extern"
                    : ds->flags & DF_INLINE  ? "inline"
                    : ds->flags & DF_MUTABLE ? "mutable"
                    : ds->is_thread          ? "thread_local"
                                             : NULL;
    if (w) CXX_DIAG(x, d_specifier_here, d->pos, w);
    if (ds->cls_defined || ds->enum_defined) CXX_DIAG(x, d_type_defined_here, ds->type_pos);
    if (d->type->kind != TY_FUNC && !ty_is_array(d->type)) return;
    CXX_DIAG(x, d_condition_form, d->pos);
    d->type = x->ty_error;
}

// `T x = e` or `T x{e}` in a condition.
VarDecl *cxx_parse_condition_declaration(Parse *p) {
    if (!cxx_starts_declaration(p)) return NULL;
    uint32_t at = p->at;
    DeclSpec ds;
    Declarator d;
    DiagTrap trap;
    // `if (T(x)) ` and the like are expressions: a declaration needs an initialiser
    diag_trap_push(p->x->ctx, &trap);
    bool ok =
        cxx_parse_declspecs(p, &ds, false) && ds.type && cxx_parse_declarator(p, &ds, &d, false);
    bool init = ok && (cxx_peek(p) == T_ASSIGN || cxx_peek(p) == T_LBRACE);
    if (diag_trap_pop(p->x->ctx, &trap) && ok) init = init && d.type->kind != TY_ERROR;
    if (!init) {
        p->at = at;
        return NULL;
    }
    check_condition(p, &ds, &d);
    return declare_local(p, &ds, &d);
}
