// SPDX-License-Identifier: Apache-2.0
// What declarations of functions, variables and members must not say, judged when they are made:
// specifiers [dcl.spec], members [class], operators [over.oper], literal operators [over.literal],
// guides [temp.deduct.guide]. Only the main file's (with
// --check-all all) are judged: what a header says was judged by others.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static bool judged(const Parse *p, const Decl *d) {
    return !p->env && (p->x->opt.check_all || (d->flags & DF_IN_MAIN_FILE));
}

// Whether t is a class whose definition does not stand before token `at`: one is found wherever it
// stands, which is right in bodies of members only.
bool cxx_incomplete_at(Cxx *x, const Type *t, uint32_t at) {
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS) return false;
    ClassDecl *c = t->u.cls;
    if (c->tmpl || c->env || c->is_closure || c->unbound || c->is_local || !c->d.order)
        return false;
    if (!c->body.end && !c->complete) cxx_find_class_def(x, c);
    if (!c->body.end) return !c->complete && !(c->d.flags & DF_INVALID);
    return c->body.begin > at;
}

static void check_complete(Parse *p, const Type *t, uint32_t at, Pos pos) {
    if (cxx_incomplete_at(p->x, t, at))
        CXX_DIAG(p->x, d_incomplete_here, pos, ty_unqual((Type *)t));
}

// [dcl.fct]/12: of a definition, parameters and result are complete; of one in a class, at its end.
static void check_types(Parse *p, const FuncDecl *f, const DeclSpec *ds, const Scope *s) {
    if (!f->body_range.end || f->deleted) return;
    uint32_t at = f->body_range.begin;
    for (; s && s->kind != SC_NAMESPACE; s = s->parent)
        if (s->kind == SC_CLASS) at = CU_MAX(at, s->cls->body.end);
    for (uint32_t i = 0; i < f->nparam; i++) {
        Type *t = f->param[i]->d.type;
        check_complete(p, t, at, f->param[i]->d.pos);
    }
    check_complete(p, f->d.type->u.func.ret, at, ds->type_pos ? ds->type_pos : f->d.pos);
}

static void not_here(Parse *p, Pos pos, const char *word) {
    CXX_DIAG(p->x, d_specifier_here, pos, word);
}

static bool class_or_enum(const Type *t) {
    while (ty_is_ref(t) || t->kind == TY_PACK) t = t->u.ptr.to;
    return t->kind == TY_CLASS || t->kind == TY_ENUM || t->kind == TY_ERROR || ty_dependent(t) ||
           (t->flags & TF_HAS_AUTO) || t->kind == TY_VECTOR;
}

// [basic.stc.dynamic.general], [class.free]: where and how `operator new` and `delete` are
// declared.
static void check_allocation(Parse *p, const FuncDecl *f, const DeclSpec *ds, const Declarator *d,
                             const Scope *s) {
    Cxx *x = p->x;
    if (s->kind == SC_NAMESPACE && s != x->global) {
        CXX_DIAG(x, d_allocation_scope, d->pos);
        return;
    }
    if (s == x->global && ds->flags & DF_STATIC) not_here(p, d->pos, "static");
    const FuncType *t = &f->d.type->u.func;
    const Type *r = t->ret, *a = t->nparam ? t->param[0]->unqual : NULL;
    bool fresh = d->op == OP_NEW || d->op == OP_NEW_ARRAY, ok;
    if (ty_dependent(r) || (a && ty_dependent(a)) || r->kind == TY_ERROR) return;
    if (a && a->kind == TY_ERROR) return;
    if (fresh) {
        ok = r->kind == TY_PTR && r->u.ptr.to->kind == TY_VOID && a && a->kind == TY_ULONG &&
             !f->param[0]->default_arg.end;
    } else {
        const Type *b = t->nparam > 1 ? t->param[1] : NULL;
        bool destroying = b && b->kind == TY_CLASS && b->u.cls->d.name &&
                          strcmp(atom_str(x->ctx, b->u.cls->d.name), "destroying_delete_t") == 0;
        const Type *to = a && a->kind == TY_PTR ? a->u.ptr.to : NULL;
        ok = r->kind == TY_VOID && to && (to->kind == TY_VOID || destroying);
        // [basic.stc.dynamic.deallocation]/3
        if (ok && destroying) ok = to->kind == TY_CLASS;
    }
    if (!ok) CXX_DIAG(x, d_allocation_form, d->pos, &f->d);
}

// [over.oper.general]/7, [over.ass], [over.call], [over.sub], [over.ref]
static void check_operator(Parse *p, const FuncDecl *f, const Declarator *d, bool member) {
    for (uint32_t i = 0; i < f->nparam && d->op != OP_CALL; i++) { // [over.oper.general]/10
        if (!f->param[i]->default_arg.end) continue;
        CXX_DIAG(p->x, d_default_here, f->param[i]->d.pos);
        break;
    }
    if (f->d.type->u.func.variadic && d->op != OP_CALL) CXX_DIAG(p->x, d_operator_ellipsis, d->pos);
    bool only_member =
        d->op == OP_CALL || d->op == OP_SUBSCRIPT || d->op == OP_ARROW || d->op == OP_ASSIGN;
    if (only_member && !member && !d->qual) {
        CXX_DIAG(p->x, d_operator_member, d->pos, &f->d);
        return;
    }
    if (member) {
        if (f->d.flags & DF_STATIC && d->op != OP_CALL && d->op != OP_SUBSCRIPT)
            not_here(p, d->pos, "static");
        return;
    }
    bool any = d->qual != NULL;
    for (uint32_t i = 0; i < f->nparam; i++) any |= class_or_enum(f->param[i]->d.type);
    if (!any) CXX_DIAG(p->x, d_operator_params, d->pos, &f->d);
}

static bool literal_char(const Type *t) {
    switch (t->unqual->kind) {
    case TY_CHAR:
    case TY_WCHAR:
    case TY_CHAR8:
    case TY_CHAR16:
    case TY_CHAR32: return true;
    default: return false;
    }
}

// [over.literal]/3: the parameters of a literal operator.
static bool literal_params(const FuncDecl *f) {
    const FuncType *t = &f->d.type->u.func;
    if (!t->nparam || t->nparam > 2 || t->variadic) return false;
    const Type *a = t->param[0];
    if (ty_dependent(a) || a->kind == TY_ERROR) return true;
    bool string = a->kind == TY_PTR && literal_char(a->u.ptr.to) && a->u.ptr.to->quals == Q_CONST;
    if (t->nparam == 2) return string && t->param[1]->unqual->kind == TY_ULONG;
    if (string) return a->u.ptr.to->unqual->kind == TY_CHAR;
    uint8_t k = a->unqual->kind;
    return k == TY_ULLONG || k == TY_LDOUBLE || literal_char(a);
}

// [over.literal]/5: of a literal operator template. The GNU form takes the type first.
static bool literal_tparams(Cxx *x, const TmplParams *ps) {
    if (ps->n == 2) return ps->parm[0]->kind == TA_TYPE && !ps->parm[0]->pack && ps->parm[1]->pack;
    if (ps->n != 1 || ps->parm[0]->kind != TA_VALUE) return false;
    const Type *t = ps->parm[0]->d.type;
    if (ps->parm[0]->pack) return t && t->kind == TY_CHAR;
    return x->opt.std >= 20 && t && (t->kind == TY_CLASS || t->kind == TY_CTAD || ty_dependent(t));
}

static void check_literal(Parse *p, const FuncDecl *f, const Declarator *d, const Scope *s,
                          bool friend_) {
    Cxx *x = p->x;
    if (s->kind == SC_CLASS && !friend_) CXX_DIAG(x, d_literal_member, d->pos, &f->d);
    if (p->extern_c) CXX_DIAG(x, d_literal_linkage, d->pos, &f->d);
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (f->param[i]->default_arg.end) {
            CXX_DIAG(x, d_literal_default, f->param[i]->d.pos);
            return;
        }
    }
    const Scope *ts = p->scope;
    while (ts && ts->kind != SC_TPARAMS && ts->kind != SC_NAMESPACE) ts = ts->parent;
    const TParmDecl *first = NULL;
    if (ts && ts->kind == SC_TPARAMS) {
        MAP_FOREACH (e, &ts->names) first = first ? first : e->val;
    }
    bool ok = literal_params(f);
    if (p->dependent && f->d.type->u.func.nparam == 0)
        ok = !first || !first->list || literal_tparams(x, first->list);
    else if (p->dependent && !d->targs)
        ok = false; // a template has no parameters
    if (!ok && !d->targs) CXX_DIAG(x, d_literal_params, d->pos, &f->d);
}

static void check_specifiers(Parse *p, const FuncDecl *f, const DeclSpec *ds, const Declarator *d,
                             const Scope *s) {
    bool in_class = s->kind == SC_CLASS && !d->qual && !ds->is_friend;
    if (ds->is_register) not_here(p, d->pos, "register");
    if (in_class && ds->is_extern) CXX_DIAG(p->x, d_storage_here, d->pos); // [dcl.stc]/5
    if (ds->flags & DF_MUTABLE) not_here(p, d->pos, "mutable");
    if (ds->is_thread) not_here(p, d->pos, "thread_local");
    if (ds->is_virtual && !in_class) not_here(p, d->pos, "virtual");
    if (ds->is_virtual && ds->flags & DF_STATIC) not_here(p, d->pos, "virtual");
    unsigned cx = ds->flags & (DF_CONSTEXPR | DF_CONSTEVAL);
    if (cx && ds->is_virtual && p->x->opt.std < 20) CXX_DIAG(p->x, d_constexpr_virtual, d->pos);
    if (cx && f->kind == FK_DTOR && (p->x->opt.std < 20 || cx & DF_CONSTEVAL)) // [dcl.constexpr]/1
        not_here(p, d->pos, cx & DF_CONSTEVAL ? "consteval" : "constexpr");
    bool guide = s->kind != SC_CLASS && !d->qual && !ds->type && f->kind <= FK_CTOR;
    bool converts = f->kind == FK_CTOR || f->kind == FK_CONV || f->kind == FK_GUIDE ||
                    (in_class && !ds->type && d->has_trailing_ret);
    if (ds->is_explicit && !guide && (!in_class || !converts)) not_here(p, d->pos, "explicit");
    if (f->kind == FK_CTOR && in_class) {
        if (ds->flags & DF_STATIC) not_here(p, d->pos, "static");
        if (ds->is_virtual) not_here(p, d->pos, "virtual");
    }
    bool is_main = f->d.name == p->x->n.main && s == p->x->global && !d->qual;
    unsigned not_main = DF_CONSTEXPR | DF_CONSTEVAL | DF_INLINE | DF_STATIC;
    if (is_main && ds->flags & not_main && f->d.type->u.func.ret->kind == TY_INT) {
        const char *w = ds->flags & (DF_CONSTEXPR | DF_CONSTEVAL) ? "constexpr"
                        : ds->flags & DF_INLINE                   ? "inline"
                                                                  : "static";
        not_here(p, d->pos, w);
    }
    const FuncType *t = &f->d.type->u.func;
    bool this_less = f->kind == FK_CTOR || f->kind == FK_DTOR ||
                     (f->cls && f->d.flags & DF_STATIC && !d->qual) ||
                     (!d->qual && !d->dep_qual && (s->kind != SC_CLASS || ds->is_friend));
    if (this_less && (t->quals || t->ref) && !(f->cls && f->op))
        CXX_DIAG(p->x, d_quals_here, d->pos);
    if (ds->is_virtual && t->ret->flags & TF_HAS_AUTO) CXX_DIAG(p->x, d_virtual_auto, d->pos);
}

// [class.friend]/6, [dcl.fct.default]/4
static void check_friend(Parse *p, const FuncDecl *f, const DeclSpec *ds, const Declarator *d,
                         const Scope *s) {
    Cxx *x = p->x;
    if (s->kind != SC_CLASS && !d->qual) return;
    bool qualified = d->qual || d->dep_qual;
    if (ds->flags & DF_STATIC) CXX_DIAG(x, d_storage_here, d->pos);
    if (f->kind == FK_DTOR && !qualified) CXX_DIAG(x, d_friend_destructor, d->pos);
    bool own = p->scope && p->scope->kind == SC_TPARAMS; // a template's
    if (f->requires_range.end && !own && !f->defined)    // [temp.friend]/9
        CXX_DIAG(x, d_friend_requires, d->pos);
    if ((qualified || d->targs) && f->defined) {
        CXX_DIAG(x, d_friend_defined, d->pos);
        return;
    }
    for (uint32_t i = 0; i < f->nparam && !f->defined; i++) {
        if (!f->param[i]->default_arg.end) continue;
        CXX_DIAG(x, d_friend_default, f->param[i]->d.pos);
        return;
    }
}

// [basic.start.main]/2
static void check_main(Parse *p, const FuncDecl *f, const Declarator *d, const Scope *s) {
    const FuncType *t = &f->d.type->u.func;
    if (f->d.name != p->x->n.main || s != p->x->global || d->qual) return;
    bool result = t->ret->kind == TY_INT || t->ret->flags & TF_HAS_AUTO || t->ret->kind == TY_ERROR;
    bool first = !t->nparam || t->param[0]->kind == TY_INT || t->param[0]->kind == TY_ERROR;
    if (!result || !first || p->dependent) CXX_DIAG(p->x, d_main_form, d->pos);
}

// [class.ctor.general]/1, [class.dtor]/1: neither has a result.
static void check_ctor_type(Parse *p, const FuncDecl *f, const DeclSpec *ds, const Declarator *d) {
    bool named = d->qual && d->qual->kind == SC_CLASS && d->qual->cls->d.name &&
                 d->name == d->qual->cls->d.name && !d->op && ds->type;
    bool special = f->kind == FK_CTOR || f->kind == FK_DTOR;
    if (named || (special && (ds->type || ds->cv_alone))) CXX_DIAG(p->x, d_ctor_type, d->pos);
}

// The class template that a guide is for.
static const TemplateDecl *guided(Parse *p, const Declarator *d, Scope *s) {
    Lookup l;
    cxx_lookup_in(p, s, d->name, LU_LOCAL, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        const TemplateDecl *t = (const TemplateDecl *)l.at[i];
        if (t->d.kind == D_TEMPLATE && t->kind == TK_CLASS) return t;
    }
    return NULL;
}

// [temp.deduct.guide]/3
void cxx_check_guide(Parse *p, FuncDecl *f, const DeclSpec *ds, const Declarator *d, Scope *s,
                     Access acc) {
    if (!judged(p, &f->d)) return;
    unsigned storage = DF_STATIC | DF_INLINE | DF_CONSTEXPR | DF_MUTABLE | DF_EXTERN;
    if (!d->has_trailing_ret) {
        CXX_DIAG(p->x, d_no_type, d->pos);
        f->d.flags |= DF_INVALID;
        return;
    }
    if (f->body_range.end) CXX_DIAG(p->x, d_guide_body, d->pos);
    if (ds->flags & storage) CXX_DIAG(p->x, d_guide_specifier, d->pos);
    const TemplateDecl *t = guided(p, d, s);
    if (!t || d->qual || cxx_decl_scope(t->d.scope) != s) {
        CXX_DIAG(p->x, d_guide_scope, d->pos, d->name);
        return;
    }
    if (s->kind == SC_CLASS && t->d.access != acc) CXX_DIAG(p->x, d_guide_access, d->pos, &t->d);
    const Type *r = f->d.type->u.func.ret;
    bool same = (r->kind == TY_CLASS && r->u.cls->tmpl == t) ||
                (r->kind == TY_SPEC && r->u.spec.tmpl == &t->d) || r->kind == TY_ERROR;
    if (!same || r->quals) CXX_DIAG(p->x, d_guide_result, d->pos, &t->d);
}

void cxx_check_func(Parse *p, const DeclSpec *ds, const Declarator *d, FuncDecl *f, Scope *s) {
    if (!judged(p, &f->d) || f->d.type->kind != TY_FUNC) return;
    const FuncType *t = &f->d.type->u.func;
    // `F f;` [dcl.fct]/6
    if (!d->is_function && (t->quals || t->ref) && (!f->cls || f->d.flags & DF_STATIC))
        CXX_DIAG(p->x, d_quals_here, d->pos);
    if (!d->is_function || f->kind == FK_GUIDE) return; // cxx_check_guide
    if (d->type->u.func.ret->kind == TY_CTAD && f->kind != FK_CTOR && f->kind != FK_DTOR) {
        CXX_DIAG(p->x, d_template_needs_args, ds->type_pos, d->type->u.func.ret->u.spec.tmpl);
        return;
    }
    check_types(p, f, ds, d->qual ? d->qual : s);
    check_specifiers(p, f, ds, d, s);
    check_ctor_type(p, f, ds, d);
    if (d->qual && d->qual->kind == SC_CLASS && ds->flags & DF_STATIC && !ds->is_friend)
        CXX_DIAG(p->x, d_storage_here, d->pos); // [dcl.stc]/5
    if (f->kind == FK_LITERAL_OP) check_literal(p, f, d, s, ds->is_friend);
    if (f->kind == FK_CONV && s->kind != SC_CLASS) CXX_DIAG(p->x, d_operator_member, d->pos, &f->d);
    if (f->kind == FK_CONV && f->nparam) CXX_DIAG(p->x, d_conversion_params, d->pos);
    if (ds->is_friend) check_friend(p, f, ds, d, s);
    if (f->kind == FK_NORMAL && !d->op) check_main(p, f, d, s);
    if (d->op >= OP_NEW && d->op <= OP_DELETE_ARRAY)
        check_allocation(p, f, ds, d, s);
    else if (d->op)
        check_operator(p, f, d, s->kind == SC_CLASS && !ds->is_friend);
}

// ---- variables and fields ----------------------------------------------------------------------

static Type *element(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t;
}

void cxx_check_var(Parse *p, const DeclSpec *ds, const Declarator *d, VarDecl *v, Scope *s) {
    Cxx *x = p->x;
    if (!judged(p, &v->d)) return;
    if (ds->is_virtual) not_here(p, d->pos, "virtual");
    if (ds->is_explicit) not_here(p, d->pos, "explicit");
    if (ds->flags & DF_MUTABLE) not_here(p, d->pos, "mutable");
    if (ds->is_friend) not_here(p, d->pos, "friend");
    if (d->op || d->fkind != FK_NORMAL) CXX_DIAG(x, d_operator_variable, d->pos);
    if (cxx_auto_parm(d->type)) CXX_DIAG(x, d_auto_not_allowed, d->pos);
    if (v->d.name == x->n.main && s == x->global && !d->qual) CXX_DIAG(x, d_main_form, d->pos);
    if (d->qual && d->qual->kind == SC_CLASS && ds->flags & (DF_STATIC | DF_EXTERN))
        CXX_DIAG(x, d_storage_here, d->pos);
    if (v->defined && s->kind == SC_NAMESPACE && !(ds->flags & DF_EXTERN))
        check_complete(p, v->d.type, d->order, d->pos); // [basic.def]/5
    else if (v->defined && d->qual)
        check_complete(p, v->d.type, d->order, d->pos);
    if (s->kind != SC_CLASS || d->qual) return;
    // static data members [class.static.data]
    if (s->cls->is_local || (!s->cls->d.name && !s->cls->is_closure))
        CXX_DIAG(x, d_static_local_class, d->pos);
    bool complete = ds->flags & (DF_CONSTEXPR | DF_INLINE);
    Type *t = element(v->d.type);
    if (ty_dependent(t) || t->kind == TY_ERROR || t->flags & TF_HAS_AUTO) return;
    if (complete && t->kind == TY_CLASS && t->u.cls == s->cls) {
        CXX_DIAG(x, d_incomplete_type, d->pos, ty_unqual(t));
        v->d.flags |= DF_INVALID;
    } else if (v->init_style && !complete && !(t->quals & Q_CONST)) {
        CXX_DIAG(x, d_static_init, d->pos, &v->d);
    } else if (v->init_style && !complete && !ty_is_arith(t) && t->kind != TY_ENUM) {
        CXX_DIAG(x, d_static_type, d->pos, v->d.type); // floating ones are GNU's
    } else if (ds->flags & DF_CONSTEXPR && !v->init_style && t->kind != TY_CLASS) {
        CXX_DIAG(x, d_const_needs_init, d->pos, v->d.name);
    }
}

void cxx_check_field(Parse *p, const DeclSpec *ds, FieldDecl *f, Scope *s) {
    Cxx *x = p->x;
    if (!judged(p, &f->d) || s->kind != SC_CLASS) return;
    if (f->d.type->kind == TY_CLASS && f->d.type->u.cls != s->cls)
        check_complete(p, f->d.type, f->d.order, f->d.pos); // [class.mem]/14
    if (ds->is_virtual) not_here(p, f->d.pos, "virtual");
    if (ds->is_explicit) not_here(p, f->d.pos, "explicit");
    if (ds->flags & DF_INLINE && !(ds->flags & DF_CONSTEXPR)) not_here(p, f->d.pos, "inline");
    if (f->d.flags & DF_MUTABLE && (ty_is_ref(f->d.type) || f->d.type->quals & Q_CONST))
        not_here(p, f->d.pos, "mutable");
    if (s->cls->tag != CT_UNION) return;
    if (ty_is_ref(f->d.type)) CXX_DIAG(x, d_union_reference, f->d.pos, &f->d);
    if (!f->init_style) return;
    for (uint32_t i = 0; i < s->cls->fields.n; i++) { // [class.mem]/10: at most one
        FieldDecl *o = s->cls->fields.at[i];
        if (o != f && o->init_style && o->d.order != f->d.order) {
            CXX_DIAG(x, d_union_inits, f->d.pos);
            return;
        }
    }
}

// ---- redeclarations and overriding -------------------------------------------------------------

// f declares `old` again: [dcl.fct.def.delete]/4, [except.spec]/4.
void cxx_check_again(Cxx *x, FuncDecl *old, FuncDecl *f) {
    bool spec = old->explicit_spec;
    if (old->d.order == f->d.order || (old->d.env && !spec) || f->d.env || old->is_implicit) return;
    bool main_file = (old->d.flags & DF_IN_MAIN_FILE || spec) && f->d.flags & DF_IN_MAIN_FILE;
    if (!main_file || old->d.flags & DF_INVALID) return;
    if (f->deleted && !old->deleted) {
        CXX_DIAG(x, d_deleted_late, f->d.pos, &f->d);
        return;
    }
    unsigned ce = DF_CONSTEXPR | DF_CONSTEVAL;
    if (x->opt.check_all && (old->d.flags ^ f->d.flags) & ce)
        CXX_DIAG(x, d_constexpr_differs, f->d.pos, &f->d);
    if (f->kind == FK_DTOR || f->defaulted || ty_dependent(f->d.type)) return;
    if (old->d.type->u.func.noexcept_dep || f->d.type->u.func.noexcept_dep) return;
    if (cxx_func_noexcept(x, old) != cxx_func_noexcept(x, f))
        CXX_DIAG(x, d_noexcept_differs, f->d.pos, &f->d);
}

// f overrides o.
void cxx_check_override(Cxx *x, FuncDecl *f, FuncDecl *o) {
    if (!x->opt.check_all && !(f->d.flags & DF_IN_MAIN_FILE)) return;
    if (f->d.type->kind != TY_FUNC || o->d.type->kind != TY_FUNC || f->kind == FK_DTOR) return;
    const FuncType *a = &f->d.type->u.func, *b = &o->d.type->u.func;
    const Token *t = &x->tokens->at[f->noexcept_range.begin];
    bool may_throw = !f->noexcept_range.end || t->kind == T_KW_FALSE; // as written [except.spec]/5
    if (b->noexcept_ && !a->noexcept_ && may_throw && f->kind == FK_NORMAL && !f->deleted &&
        !f->defaulted)
        CXX_DIAG(x, d_override_throws, f->d.pos, &f->d, &o->d);
    if ((f->d.flags ^ o->d.flags) & DF_CONSTEVAL)
        CXX_DIAG(x, d_override_consteval, f->d.pos, &f->d, &o->d);
    if (o->deleted != f->deleted && !f->is_implicit)
        CXX_DIAG(x, d_override_deleted, f->d.pos, &f->d, &o->d);
}
