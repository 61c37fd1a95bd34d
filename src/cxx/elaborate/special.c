// SPDX-License-Identifier: Apache-2.0
// Special member functions [special]: which are declared implicitly, which are deleted or trivial.
// Their bodies are made in body/special_body.c. Whether a subobject can be constructed, copied or
// assigned is asked of the ordinary machinery (initialisation, overload resolution) under a trap.
//
// Trivial copy and move constructors are bytewise copies: callers (IR generation, constant
// evaluation) copy the object instead of calling them, so unions need no body.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

static bool trivial_flag(const ClassDecl *c, int k) {
    switch (k) {
    case SP_DEFAULT: return c->trivial_default;
    case SP_COPY: return c->trivial_copy;
    case SP_MOVE: return c->trivial_move;
    case SP_COPY_ASSIGN: return c->trivial_copy_assign;
    case SP_MOVE_ASSIGN: return c->trivial_move_assign;
    default: return c->trivial_dtor;
    }
}

static void set_trivial(ClassDecl *c, int k, bool v) {
    switch (k) {
    case SP_DEFAULT: c->trivial_default = v; break;
    case SP_COPY: c->trivial_copy = v; break;
    case SP_MOVE: c->trivial_move = v; break;
    case SP_COPY_ASSIGN: c->trivial_copy_assign = v; break;
    case SP_MOVE_ASSIGN: c->trivial_move_assign = v; break;
    default: c->trivial_dtor = v; break;
    }
}

static Type *element_type(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t;
}

// An expression of type t, for asking what could be done with it.
static Expr *probe(Parse *p, Type *t, ValueCat cat) {
    Expr *e = cxx_expr_new(p->x, E_OPAQUE, t, cat, p->cls->d.pos);
    return e;
}

// Whether m is copied (k: SP_COPY, SP_COPY_ASSIGN) only from lvalues that are not const.
static bool only_from_nonconst(Cxx *x, ClassDecl *m, int k) {
    if (k != SP_COPY && k != SP_COPY_ASSIGN) return false;
    if (!m->inner || trivial_flag(m, k)) return false;
    bool any = false;
    Atom name = k == SP_COPY ? x->n.ctor : cxx_op_atom(x, OP_ASSIGN);
    for (Decl *o = map_get(&m->inner->names, name); o; o = o->next) {
        if (o->kind != D_FUNC || cxx_special_kind((FuncDecl *)o) != k) continue;
        const FuncType *ft = &o->type->u.func;
        if (!ty_is_ref(ft->param[0]) || ty_deref(ft->param[0])->quals & Q_CONST) return false;
        any = true;
    }
    return any;
}

// The implicit copy function takes C & if some part is not copied from const [class.copy.ctor]/7,
// [class.copy.assign]/2.
static bool part_from_nonconst(Cxx *x, const ClassDecl *c, int k) {
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].cls && only_from_nonconst(x, c->base[i].cls, k)) return true;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const Type *e = element_type(c->fields.at[i]->d.type);
        if (e->kind == TY_CLASS && only_from_nonconst(x, e->u.cls, k)) return true;
    }
    return false;
}

// Whether a subobject of type t admits special function k; a mutable member is never const.
static bool admits(Parse *p, Type *t, int k, bool is_mutable) {
    Cxx *x = p->x;
    Type *e = element_type(t);
    if (e->kind != TY_CLASS) return true;
    ClassDecl *m = e->u.cls;
    if (!cxx_class_complete(x, m, p->cls->d.pos)) return true; // reported by the layout
    cxx_class_specials(x, m);
    if (k == SP_DTOR) {
        return !m->dtor || (!m->dtor->deleted && cxx_access_ok(p, &m->dtor->d, m));
    }
    if (trivial_flag(m, k) && !(e->quals & Q_VOLATILE)) return true;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    bool uneval = p->unevaluated;
    p->unevaluated = true;
    Expr *r = NULL, *arg;
    bool plain = is_mutable || only_from_nonconst(x, m, k);
    Type *from = plain ? e : ty_qual(x, e, Q_CONST);
    switch (k) {
    case SP_DEFAULT: r = cxx_default_init(p, e, p->cls->d.pos); break;
    case SP_COPY:
        arg = probe(p, from, VC_LVALUE);
        r = cxx_initialize(p, e->unqual, INIT_DIRECT, &arg, 1, p->cls->d.pos, "initialization");
        break;
    case SP_MOVE:
        arg = probe(p, e, VC_XVALUE);
        r = cxx_initialize(p, e->unqual, INIT_DIRECT, &arg, 1, p->cls->d.pos, "initialization");
        break;
    case SP_COPY_ASSIGN:
        arg = probe(p, from, VC_LVALUE);
        r = cxx_build_binary(p, OP_ASSIGN, probe(p, e, VC_LVALUE), arg, p->cls->d.pos);
        break;
    default:
        arg = probe(p, e->unqual, VC_XVALUE);
        r = cxx_build_binary(p, OP_ASSIGN, probe(p, e, VC_LVALUE), arg, p->cls->d.pos);
        break;
    }
    p->unevaluated = uneval;
    return diag_trap_pop(x->ctx, &trap) == 0 && !(r && r->kind == E_ERROR);
}

static bool subobject_admits(Parse *p, Type *t, int k) {
    return admits(p, t, k, false);
}

static bool field_admits(Parse *p, FieldDecl *f, int k) {
    Type *t = f->d.type;
    if (t->kind == TY_ERROR) return true;
    if (f->is_bitfield && !f->d.name) return true;
    bool assign = k == SP_COPY_ASSIGN || k == SP_MOVE_ASSIGN;
    Type *e = element_type(t);
    if (ty_is_ref(t)) {
        if (k == SP_DEFAULT) return f->init_range.end != 0;
        if (k == SP_COPY) return t->kind == TY_LREF;
        return !assign;
    }
    if (k == SP_DEFAULT && f->init_range.end) return true;
    if ((e->quals & Q_CONST) && e->kind != TY_CLASS) return !(assign || k == SP_DEFAULT);
    if ((e->quals & Q_CONST) && assign) return false;
    ClassDecl *c = p->cls;
    if (c->tag == CT_UNION && e->kind == TY_CLASS && !f->anonymous) {
        cxx_class_complete(p->x, e->u.cls, f->d.pos);
        cxx_class_specials(p->x, e->u.cls);
        if (k == SP_DEFAULT) { // a default member initialiser anywhere makes it possible
            for (uint32_t i = 0; i < c->fields.n; i++) {
                if (c->fields.at[i]->init_range.end) return true;
            }
        }
        return trivial_flag(e->u.cls, k);
    }
    return admits(p, t, k, f->d.flags & DF_MUTABLE);
}

typedef VEC(Type *) VirtualBases;

// Innermost first. Each visited base counts once, so that nothing else may visit meanwhile.
static void collect_virtual(Parse *p, const ClassDecl *d, uint32_t visit, VirtualBases *out) {
    for (uint32_t i = 0; i < d->nbase; i++) {
        ClassDecl *b = d->base[i].cls;
        if (!cxx_class_visit(b, visit)) continue;
        if (b->has_virtual_bases) collect_virtual(p, b, visit, out);
        if (d->base[i].virtual_) vec_push(pa(p), out, d->base[i].type);
    }
}

// Virtual bases, direct or not, are subobjects of the class for its constructors and destructor.
static bool virtual_admit(Parse *p, const ClassDecl *c, int k) {
    VirtualBases v = {0};
    collect_virtual(p, c, cxx_visit_begin(p->x), &v);
    for (uint32_t i = 0; i < v.n; i++) {
        if (!subobject_admits(p, v.at[i], k)) return false;
        if (k <= SP_MOVE && !subobject_admits(p, v.at[i], SP_DTOR)) return false;
    }
    return true;
}

// But not for the constructors of an abstract class [special]/7. (One that only inherits pure
// functions is not known before its table, which needs the destructor.)
static bool declares_pure(Cxx *x, ClassDecl *c) {
    Scope *s = c->inner;
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (!(e->flags & IX_VIRTUAL) || !(e->flags & IX_FUNCTION)) continue;
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        const Decl *d = s->elab[i];
        if (d && d->kind == D_FUNC && ((const FuncDecl *)d)->pure) return true;
    }
    return false;
}

// Whether the implicit function k of class c would be deleted [class.default.ctor]/2 and others.
static bool would_be_deleted(Cxx *x, ClassDecl *c, int k) {
    Parse p = cxx_parse_in_class(x, c);
    bool assign = k == SP_COPY_ASSIGN || k == SP_MOVE_ASSIGN; // of direct bases
    p.base_init = !assign;
    p.base_assign = assign;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].virtual_ && !assign) continue;
        if (!subobject_admits(&p, c->base[i].type, k)) return true;
        if (k <= SP_MOVE && !subobject_admits(&p, c->base[i].type, SP_DTOR)) return true;
    }
    if (c->has_virtual_bases && !assign && !virtual_admit(&p, c, k) &&
        !(k <= SP_MOVE && declares_pure(x, c)))
        return true;
    p.base_init = p.base_assign = false;
    for (uint32_t i = 0; i < c->fields.n; i++) {
        if (!field_admits(&p, c->fields.at[i], k)) return true;
        if (k <= SP_MOVE && c->tag != CT_UNION && !field_admits(&p, c->fields.at[i], SP_DTOR)) {
            return true;
        }
    }
    return false;
}

// Whether k is trivial as far as the class's parts are concerned.
static bool parts_trivial(Cxx *x, ClassDecl *c, int k) {
    if (k != SP_DTOR && (c->polymorphic || c->has_virtual_bases)) return false;
    for (uint32_t i = 0; i < c->nbase; i++) {
        cxx_class_specials(x, c->base[i].cls);
        if (!trivial_flag(c->base[i].cls, k)) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        if (k == SP_DEFAULT && f->init_range.end) return false;
        Type *e = element_type(f->d.type);
        if (e->kind != TY_CLASS || !cxx_class_complete(x, e->u.cls, f->d.pos)) continue;
        cxx_class_specials(x, e->u.cls);
        if (!trivial_flag(e->u.cls, k)) return false;
    }
    return true;
}

// ---- implicit declarations ---------------------------------------------------------------------

static FuncDecl *declare_implicit(Cxx *x, ClassDecl *c, int k) {
    bool assign = k == SP_COPY_ASSIGN || k == SP_MOVE_ASSIGN;
    Atom name = k == SP_DTOR ? x->n.dtor : assign ? cxx_op_atom(x, OP_ASSIGN) : x->n.ctor;
    FuncDecl *f = cxx_decl_new(x, FuncDecl, D_FUNC, name, c->d.pos, 0, c->inner, c->env);
    Type *self = ty_class(x, c), *param = NULL;
    if (k == SP_COPY || k == SP_COPY_ASSIGN)
        param = ty_ref(x, part_from_nonconst(x, c, k) ? self : ty_qual(x, self, Q_CONST), false);
    else if (k == SP_MOVE || k == SP_MOVE_ASSIGN)
        param = ty_ref(x, self, true);
    FuncType t = {.ret = assign ? ty_ref(x, self, false) : ty_basic(x, TY_VOID),
                  .param = &param,
                  .nparam = param != NULL};
    f->d.type = ty_func(x, &t);
    f->kind = k == SP_DTOR ? FK_DTOR : assign ? FK_NORMAL : FK_CTOR;
    f->op = assign ? OP_ASSIGN : 0;
    f->cls = c;
    f->d.access = ACC_PUBLIC;
    f->d.linkage = LK_EXTERNAL;
    f->d.flags = DF_IMPLICIT | DF_INLINE | DF_MEMBER | DF_CONSTEXPR;
    f->d.cuda = CU_HOST | CU_DEVICE;
    f->is_implicit = f->defaulted = f->defaulted_first = f->defined = true;
    f->param_scope = cxx_scope_new(x, SC_FUNC, c->inner, &f->d);
    f->param_scope->env = c->env;
    f->body_scope = c->inner;
    f->body_env = c->env;
    if (param) {
        VarDecl *v = cxx_decl_new(x, VarDecl, D_VAR, 0, c->d.pos, 0, f->param_scope, c->env);
        v->storage = STOR_PARAM;
        v->defined = true;
        v->d.type = param;
        v->fn = f;
        f->param = arena_array(xa(x), VarDecl *, 1);
        f->param[0] = v;
        f->nparam = f->min_args = 1;
    }
    if (k == SP_DTOR) { // virtual if some base's is
        for (uint32_t i = 0; i < c->nbase; i++) {
            FuncDecl *b = c->base[i].cls->dtor;
            f->is_virtual |= b && b->is_virtual;
        }
    }
    return f;
}

typedef struct Declared { // what the class itself declares
    FuncDecl *f[SP_COUNT];
    bool has[SP_COUNT];
    bool any_ctor, explicit_ctor, provided_ctor, inherited;
} Declared;

// [special]/6: its constraints hold and no other of its kind for the same parameter is more
// constrained.
static bool eligible(Cxx *x, ClassDecl *c, FuncDecl *f) {
    if (!cxx_func_satisfied(x, f)) return false;
    for (Decl *o = map_get(&c->inner->names, f->d.name); o; o = o->next) {
        FuncDecl *g = (FuncDecl *)o;
        if (o->kind != D_FUNC || g == f || !g->requires_range.end || g->d.type->kind != TY_FUNC ||
            !cxx_same_params(f, g) || !cxx_func_satisfied(x, g)) {
            continue;
        }
        if (cxx_more_constrained_func(x, g, f) > 0) return false;
    }
    return true;
}

static void collect(Cxx *x, ClassDecl *c, Declared *d) {
    Atom names[] = {x->n.ctor, x->n.dtor, cxx_op_atom(x, OP_ASSIGN)};
    for (int i = 0; i < 3; i++) {
        if (c->inner->index) cxx_elaborate_name(x, c->inner, names[i]);
        for (Decl *o = map_get(&c->inner->names, names[i]); o; o = o->next) {
            if (i == 0) {
                d->any_ctor |= o->kind == D_FUNC || o->kind == D_TEMPLATE;
                d->inherited |= o->kind == D_USING;
                FuncDecl *t = o->kind == D_TEMPLATE ? ((TemplateDecl *)o)->pattern : NULL;
                if (o->kind == D_FUNC) t = (FuncDecl *)o;
                if (t) {
                    d->explicit_ctor |= t->explicit_;
                    d->provided_ctor |= !t->defaulted_first && !t->deleted;
                }
            }
            if (o->kind != D_FUNC) continue;
            FuncDecl *f = (FuncDecl *)o;
            if (f->kind == FK_CTOR) vec_push(xa(x), &c->ctors, f);
            int k = cxx_special_kind(f);
            if (k == SP_NONE) continue;
            d->has[k] = true;
            if (!eligible(x, c, f)) continue;
            // the one for const T& when there are several
            const FuncType *ft = &f->d.type->u.func;
            bool of_const = ft->nparam && ty_deref(ft->param[0])->quals & Q_CONST;
            if (!d->f[k] || of_const) {
                d->f[k] = f;
            }
        }
    }
}

static void declare_missing(Cxx *x, ClassDecl *c, Declared *d) {
    bool copy_any = d->has[SP_COPY] || d->has[SP_COPY_ASSIGN];
    bool move_any = d->has[SP_MOVE] || d->has[SP_MOVE_ASSIGN];
    bool closure = c->is_closure;
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) {
        if (d->has[k]) continue;
        if (k == SP_DEFAULT && (d->any_ctor || (closure && c->fields.n))) continue;
        bool move = k == SP_MOVE || k == SP_MOVE_ASSIGN;
        if (move && (copy_any || move_any || d->has[SP_DTOR])) continue;
        FuncDecl *f = declare_implicit(x, c, k);
        bool copy = k == SP_COPY || k == SP_COPY_ASSIGN;
        f->deleted = (copy && move_any) || would_be_deleted(x, c, k);
        if (closure && (k == SP_COPY_ASSIGN || k == SP_MOVE_ASSIGN) && c->fields.n)
            f->deleted = true;
        if (f->deleted && move) continue; // ignored by overload resolution: not declared
        cxx_scope_add(x, c->inner, &f->d);
        f->d.scope = c->inner;
        d->f[k] = f;
        if (k <= SP_MOVE) vec_push(xa(x), &c->ctors, f);
    }
}

static bool is_aggregate(Cxx *x, ClassDecl *c, const Declared *d) {
    if (c->is_closure || c->polymorphic || c->has_virtual_bases || d->inherited) return false;
    if (x->opt.std >= 20 ? d->any_ctor : (d->provided_ctor || d->explicit_ctor)) return false;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].virtual_ || c->base[i].access != ACC_PUBLIC) return false;
        if (x->opt.std < 17) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        uint8_t a = c->fields.at[i]->d.access;
        if (a == ACC_PRIVATE || a == ACC_PROTECTED) return false;
    }
    return true;
}

static bool std_layout_type(Cxx *x, Type *t) {
    t = element_type(t);
    if (ty_is_ref(t)) return false;
    if (t->kind != TY_CLASS || !cxx_class_complete(x, t->u.cls, 0)) return true;
    cxx_class_specials(x, t->u.cls);
    return t->u.cls->standard_layout;
}

// Of the class or its bases, empty or not. (An unnamed bit-field is no member.)
static bool has_members(Cxx *x, const ClassDecl *c) {
    for (uint32_t i = 0; i < c->fields.n; i++) {
        if (c->fields.at[i]->d.name || !c->fields.at[i]->is_bitfield) return true;
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        cxx_class_specials(x, c->base[i].cls);
        if (c->base[i].cls->has_members) return true;
    }
    return false;
}

// [class.prop]/3
static bool is_standard_layout(Cxx *x, ClassDecl *c) {
    if (c->polymorphic || c->has_virtual_bases) return false;
    uint8_t access = 0;
    ClassDecl *with_fields = NULL;
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        if (!std_layout_type(x, f->d.type)) return false;
        uint8_t a = f->d.access ? f->d.access : ACC_PUBLIC;
        if (access && a != access) return false;
        access = a;
        with_fields = c;
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *b = c->base[i].cls;
        cxx_class_specials(x, b);
        if (!b->standard_layout) return false;
        if (b->has_members) {
            if (with_fields) return false;
            with_fields = b;
        }
        if (c->fields.n && c->fields.at[0]->d.type->unqual == ty_class(x, b)) return false;
    }
    return true;
}

// A defaulted copy function for const objects where the implicit one would not be: an error, since
// C++20 deleted if it is defaulted at once [dcl.fct.def.default]/2.
static bool defaulted_from_const(Cxx *x, const ClassDecl *c, FuncDecl *f, int k) {
    if ((k != SP_COPY && k != SP_COPY_ASSIGN) || c->unbound) return false;
    Type *param = f->d.type->u.func.param[0];
    if (!ty_is_ref(param) || !(ty_deref(param)->quals & Q_CONST)) return false;
    if (!part_from_nonconst(x, c, k)) return false;
    if (x->opt.std < 20 && cxx_in_main_file(x, f->d.pos))
        CXX_DIAG(x, d_bad_default, f->d.pos, &f->d);
    return true;
}

static void find_specials(Cxx *x, ClassDecl *c) {
    if (!c->is_closure) cxx_collect_fields(x, c);
    Declared d = {0};
    collect(x, c, &d);
    if (d.has[SP_DTOR]) c->dtor = d.f[SP_DTOR];
    // trivial first: deletedness asks the parts, not this class
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) {
        bool t = parts_trivial(x, c, k);
        if (d.has[k] && !d.f[k]) {
            t = false;
        } else if (d.has[k]) {
            for (Decl *o = map_get(&c->inner->names, d.f[k]->d.name); o; o = o->next) {
                FuncDecl *f = (FuncDecl *)o;
                if (o->kind == D_FUNC && cxx_special_kind(f) == k && eligible(x, c, f)) {
                    t = t && (f->defaulted_first || f->deleted) && !f->is_virtual;
                }
            }
        }
        set_trivial(c, k, t);
    }
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) { // explicitly defaulted ones may be deleted
        FuncDecl *f = d.f[k];
        if (f && f->defaulted && !f->is_implicit) {
            if (f->defaulted_first) f->d.cuda |= CU_HOST | CU_DEVICE;
            f->d.flags |= DF_CONSTEXPR | DF_INLINE;
            bool wider = defaulted_from_const(x, c, f, k);
            if (!f->deleted && (wider || would_be_deleted(x, c, k))) {
                f->deleted = true;
                f->no_candidate = k == SP_MOVE || k == SP_MOVE_ASSIGN;
                if (f->no_candidate) d.f[k] = NULL; // moves fall back to copies
            }
        }
    }
    declare_missing(x, c, &d);
    c->dtor = d.f[SP_DTOR];
    if (c->dtor && c->dtor->is_virtual) c->trivial_dtor = false;
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) {
        // without the function or with a deleted one nothing is trivial; moves fall back to copies
        if (!d.f[k]) {
            if (k == SP_MOVE)
                c->trivial_move = c->trivial_copy;
            else if (k == SP_MOVE_ASSIGN)
                c->trivial_move_assign = c->trivial_copy_assign;
            else
                set_trivial(c, k, false);
        } else if (d.f[k]->deleted && !d.f[k]->tmpl) {
            set_trivial(c, k, false);
        }
    }
    c->aggregate = is_aggregate(x, c, &d);
    cxx_class_layout(x, c, c->d.pos);
    c->has_members = has_members(x, c);
    c->standard_layout = is_standard_layout(x, c);
}

void cxx_answer_class_specials(Cxx *x, ClassDecl *c) {
    if (!c->complete && !cxx_class_complete(x, c, c->d.pos)) return;
    if (!c->inner) return;
    c->specials_done = true;
    if (x->specials_depth > x->ctx->max_depth) { // a member of a member of ...
        if (!x->inst_limit_hit) cxx_too_deep(x, c->d.pos);
        x->inst_limit_hit |= !diag_trapped(x->ctx); // then the layouts say no more
        return;
    }
    x->specials_depth++;
    find_specials(x, c);
    c->specials_found = true;
    x->specials_depth--;
}
