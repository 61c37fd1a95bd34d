// SPDX-License-Identifier: Apache-2.0
// What host code launches [design, decision 2]. The host functions, classes and variables with a
// token that can lead to a kernel (check/host_names.c) are parsed, and from there what they use:
// kernels are needed; functions are parsed in turn where they have such a token themselves, or
// where a template argument can bring one in (a function object, a closure, a kernel). Host code
// may be anything the host compiler takes, so its errors stop nothing; --host-errors shows them.
#include "cxx/cxx.h"
#include "cxx/facts/state.h"
#include "cxx/instance/instance.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"
#include "cxx/check/host_int.h"

struct CxxHost {
    Cxx *x;
    HostNames names;
    VEC(FuncDecl *) todo;
    VEC(VarDecl *) todo_vars;
    bool begun;
    uint32_t done, vars_done;
    uint32_t nlocal, nuses; // looked at, of the unit's local classes and DeclState.host_uses
    Map seen;               // by Decl id
    Map hot;                // by type id: HOT_YES or HOT_NO
    Map sees;               // by type id of a class: what its member functions see
    uint32_t nwork, nvars;  // of what is needed: device code, the rest is to be looked at
    Map *reached;           // only with names.calls: the functions met, by Decl id
};
typedef struct CxxHost Host;

enum { HOT_NO = 1, HOT_YES };
enum { DEEP = 64 }; // of types in types

// ---- what template arguments bring in ----------------------------------------------------------

// The class around a class, or NULL.
static const ClassDecl *class_around(const ClassDecl *c) {
    const Scope *scope = c->d.scope;
    return scope && scope->kind == SC_CLASS ? scope->cls : NULL;
}

// A class that is none of a namespace's: only its own function knows it.
static bool is_inner(const ClassDecl *c) {
    for (; c; c = class_around(c)) {
        if (c->is_local || c->is_closure) return true;
    }
    return false;
}

// Code of a template's instance sees what the template sees and, by their members and associated
// namespaces, what the types and functions among its arguments see.
static HostSet type_sees(Host *h, Type *t, int depth);

// What stands in a namespace or finds its declarations by its arguments.
static HostSet namespace_sees(Host *h, const Scope *scope, uint32_t at) {
    uint32_t library = cxx_host_library(&h->names, scope);
    HostSet sees = cxx_host_sees(&h->names, library, at);
    return library ? sees : sees | HOST_OUTSIDE;
}

// An address is somebody's function or variable: it may do anything.
static HostSet value_sees(const ConstVal *value) {
    if (!value) return 0;
    bool address = value->kind == CV_LVALUE && value->u.lv.base;
    bool member = value->kind == CV_MEMPTR && value->u.mp.member;
    return address || member ? HOST_ALL : 0;
}

static HostSet args_see(Host *h, const TmplArgs *args, int depth) {
    HostSet sees = 0;
    if (depth > DEEP) return HOST_ALL;
    for (uint32_t i = 0; args && i < args->n; i++) {
        const TmplArg *arg = &args->a[i];
        switch (arg->kind) {
        case TA_TYPE: sees |= type_sees(h, arg->type, depth + 1); break;
        case TA_VALUE: sees |= type_sees(h, arg->type, depth + 1) | value_sees(arg->val); break;
        case TA_TEMPLATE: sees |= namespace_sees(h, arg->tmpl->scope, UINT32_MAX); break;
        case TA_PACK: sees |= args_see(h, arg->pack, depth + 1); break;
        default: break;
        }
    }
    return sees;
}

#define KNOWN ((HostSet)1 << HOST_LIBRARIES)

static HostSet class_sees(Host *h, const ClassDecl *c, int depth) {
    if (is_inner(c)) return HOST_ALL;
    void **slot = map_slot(&h->sees, c->d.type->id);
    if (*slot) return (uintptr_t)*slot & HOST_ALL;
    *slot = (void *)KNOWN; // meanwhile: a class can be its own argument

    HostSet sees = namespace_sees(h, c->d.scope, c->body.end ? c->body.end : UINT32_MAX);
    for (const ClassDecl *around = c; around; around = class_around(around))
        sees |= args_see(h, around->args, depth + 1);
    map_put(&h->sees, c->d.type->id, (void *)(uintptr_t)(sees | KNOWN));
    return sees;
}

static HostSet enum_sees(Host *h, const EnumDecl *e, int depth) {
    const Scope *scope = e->d.scope;
    if (!scope || scope->kind == SC_NAMESPACE) return namespace_sees(h, scope, UINT32_MAX);
    return scope->kind == SC_CLASS ? class_sees(h, scope->cls, depth) : HOST_ALL;
}

static HostSet func_type_sees(Host *h, Type *t, int depth) {
    HostSet sees = type_sees(h, t->u.func.ret, depth + 1);
    for (uint32_t i = 0; i < t->u.func.nparam; i++)
        sees |= type_sees(h, t->u.func.param[i], depth + 1);
    return sees;
}

static HostSet type_sees(Host *h, Type *t, int depth) {
    while (t->kind == TY_PTR || t->kind == TY_LREF || t->kind == TY_RREF || ty_is_array(t)) {
        t = ty_is_array(t) ? t->u.array.elem : t->u.ptr.to;
    }
    t = ty_unqual(t);
    if (depth > DEEP) return HOST_ALL;
    switch (t->kind) {
    case TY_CLASS: return class_sees(h, t->u.cls, depth);
    case TY_ENUM: return enum_sees(h, t->u.enm, depth);
    case TY_FUNC: return func_type_sees(h, t, depth);
    case TY_MEMPTR:
        return type_sees(h, t->u.ptr.cls, depth + 1) | type_sees(h, t->u.ptr.to, depth + 1);
    default: return 0;
    }
}

static uint32_t func_end(const FuncDecl *f) {
    return f->body_range.end ? f->body_range.end : UINT32_MAX;
}

static HostSet func_sees(Host *h, const FuncDecl *f) {
    uint32_t library = cxx_host_library(&h->names, f->d.scope);
    HostSet sees = cxx_host_sees(&h->names, library, func_end(f)) | args_see(h, f->args, 0);
    return f->cls ? sees | class_sees(h, f->cls, 0) : sees;
}

// Whether an argument is of a class that leads to a kernel, or something with an address.
static bool args_hot(Host *h, const TmplArgs *a, int depth);

static bool class_args_hot(Host *h, const ClassDecl *c, int depth) {
    for (; c; c = class_around(c)) {
        if (c->args && args_hot(h, c->args, depth + 1)) return true;
    }
    return false;
}

static bool func_type_hot(Host *h, const Type *t, int depth);

// Using a value of this type can lead to a kernel.
static bool type_hot(Host *h, Type *t, int depth) {
    while (t->kind == TY_PTR || t->kind == TY_LREF || t->kind == TY_RREF || ty_is_array(t)) {
        t = ty_is_array(t) ? t->u.array.elem : t->u.ptr.to;
    }
    t = ty_unqual(t);
    if (depth > DEEP) return false;
    if (t->kind == TY_FUNC) return func_type_hot(h, t, depth);
    if (t->kind == TY_MEMPTR) {
        return type_hot(h, t->u.ptr.cls, depth + 1) || type_hot(h, t->u.ptr.to, depth + 1);
    }
    if (t->kind != TY_CLASS) return false;
    void **slot = map_slot(&h->hot, t->id);
    if (*slot) return (uintptr_t)*slot == HOT_YES;
    *slot = (void *)HOT_NO; // meanwhile: a class can be its own argument
    ClassDecl *c = t->u.cls;
    bool hot = is_inner(c) || class_args_hot(h, c, depth) ||
               cxx_host_leads(&h->names, c->d.name, class_sees(h, c, depth), UINT32_MAX);
    if (hot) map_put(&h->hot, t->id, (void *)HOT_YES);
    return hot;
}

static bool func_type_hot(Host *h, const Type *t, int depth) {
    bool hot = type_hot(h, t->u.func.ret, depth + 1);
    for (uint32_t i = 0; i < t->u.func.nparam && !hot; i++) {
        hot = type_hot(h, t->u.func.param[i], depth + 1);
    }
    return hot;
}

static bool value_hot(Host *h, const ConstVal *v) {
    const Decl *d = NULL;
    if (!v) return false;
    if (v->kind == CV_LVALUE) d = v->u.lv.base;
    if (v->kind == CV_MEMPTR) d = v->u.mp.member;
    return d && (d->cuda & CU_GLOBAL || cxx_host_named(&h->names, d->name));
}

static bool args_hot(Host *h, const TmplArgs *a, int depth) {
    for (uint32_t i = 0; a && i < a->n && depth < DEEP; i++) {
        const TmplArg *e = &a->a[i];
        bool hot =
            (e->kind == TA_TYPE && type_hot(h, e->type, depth + 1)) ||
            (e->kind == TA_VALUE && (type_hot(h, e->type, depth + 1) || value_hot(h, e->val))) ||
            (e->kind == TA_TEMPLATE && cxx_host_named(&h->names, e->tmpl->name)) ||
            (e->kind == TA_PACK && args_hot(h, e->pack, depth + 1));
        if (hot) return true;
    }
    return false;
}

// ---- following ---------------------------------------------------------------------------------

static void visit(Host *h, FuncDecl *f) {
    if (map_get(&h->seen, f->d.id)) return;
    map_put(&h->seen, f->d.id, f);
    vec_push(xa(h->x), &h->todo, f);
}

// A token of its definition leads on. (Names alone say little: `run`, `operator()`.)
static bool definition_hit(Host *h, FuncDecl *f) {
    if (f->tmpl || (f->cls && f->cls->env)) cxx_func_find_body(h->x, f);
    if (!f->defined || !f->body_range.end) return true; // found when it is parsed
    uint32_t begin = f->body_range.begin, end = f->body_range.end;
    if (f->init_range.end && f->init_range.begin < begin) begin = f->init_range.begin;
    const Token *tok = h->x->tokens->at;
    while (tok[end].kind == T_KW_CATCH && tok[end + 1].kind == T_LPAREN &&
           tok[tok[end + 1].match + 1].kind == T_LBRACE) // of a function-try-block
        end = tok[tok[end + 1].match + 1].match + 1;
    return cxx_host_hit_seeing(&h->names, begin, end, func_sees(h, f), func_end(f));
}

static bool leads_on(Host *h, FuncDecl *f) {
    const ClassDecl *c = f->cls;
    if (is_inner(c)) return true;
    bool special = f->kind == FK_CTOR || f->kind == FK_DTOR;
    if (c && special && cxx_host_leads(&h->names, c->d.name, func_sees(h, f), UINT32_MAX))
        return true;
    if (args_hot(h, f->args, 0) || class_args_hot(h, c, 0)) return true;
    bool named = cxx_host_leads(&h->names, f->d.name, func_sees(h, f), func_end(f));
    return !special && named && definition_hit(h, f);
}

// Variables that are no templates are found by themselves.
static void follow_var(Host *h, VarDecl *v) {
    const Scope *s = v->d.scope;
    ClassDecl *c = s && s->kind == SC_CLASS ? s->cls : NULL;
    if (v->fn || !(v->tmpl || (c && c->env)) || map_get(&h->seen, v->d.id)) return;
    bool leads = cxx_host_named(&h->names, v->d.name) || args_hot(h, v->args, 0);
    if (!leads && !class_args_hot(h, c, 0)) return;
    map_put(&h->seen, v->d.id, v);
    vec_push(xa(h->x), &h->todo_vars, v);
}

// What parsed host code uses: kernels are needed, what may launch one is parsed.
static void follow(Host *h, Decl *d) {
    if (d->kind == D_VAR) {
        if (cxx_device_storage(d))
            cxx_need(h->x, d);
        else
            follow_var(h, (VarDecl *)d);
        return;
    }
    if (d->kind != D_FUNC || cxx_instantiated_elsewhere((FuncDecl *)d)) return;
    if (h->reached) map_put(h->reached, d->id, d);
    if (d->cuda & CU_GLOBAL)
        cxx_need(h->x, d);
    else if (!(d->flags & DF_USED) && leads_on(h, (FuncDecl *)d))
        visit(h, (FuncDecl *)d);
}

static void follow_dtor(Host *h, Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    FuncDecl *d = t->kind == TY_CLASS ? cxx_find_dtor(h->x, t) : NULL;
    if (d && !d->deleted) follow(h, &d->d);
}

// What a constructor or destructor reaches without naming it: virtual functions, by the object's
// table; subobjects' destructors.
static void follow_implied(Host *h, FuncDecl *f) {
    ClassDecl *c = f->cls;
    if (!c || (f->kind != FK_CTOR && f->kind != FK_DTOR)) return;
    CxxInst inst;
    if (c->polymorphic && cxx_inst_push(h->x, &inst, &f->d, f->d.pos)) {
        cxx_class_vtable(h->x, c);
        for (uint32_t i = 0; i < c->vtable.n; i++) {
            FuncDecl *v = c->vtable.at[i];
            if (v->pure || v->deleted) continue;
            cxx_inst_note(h->x, &v->d, f->d.pos);
            follow(h, &v->d);
        }
        cxx_inst_pop(h->x, &inst);
    }
    if (f->kind != FK_DTOR) return;
    cxx_class_layout(h->x, c, f->d.pos);
    for (uint32_t i = 0; i < c->nbase; i++) follow_dtor(h, c->base[i].type);
    for (uint32_t i = 0; i < c->vbases.n; i++) follow_dtor(h, c->vbases.at[i].type);
    for (uint32_t i = 0; i < c->fields.n; i++) follow_dtor(h, c->fields.at[i]->d.type);
}

// What was needed outside of functions (initialisers) needs no code, except kernels and device
// variables; it is followed.
static void take_back(Host *h) {
    Cxx *x = h->x;
    for (uint32_t i = h->nwork; i < x->work.n; i++) {
        FuncDecl *f = x->work.at[i];
        if (f->d.cuda & CU_GLOBAL) {
            x->work.at[h->nwork++] = f;
            continue;
        }
        f->d.flags &= ~(uint32_t)DF_USED;
        follow(h, &f->d);
    }
    x->work.n = h->nwork;
    for (uint32_t i = h->nvars; i < x->work_vars.n; i++) {
        VarDecl *w = x->work_vars.at[i];
        if (cxx_device_storage(&w->d)) {
            x->work_vars.at[h->nvars++] = w;
            continue;
        }
        w->d.flags &= ~(uint32_t)DF_USED;
        follow(h, &w->d);
    }
    x->work_vars.n = h->nvars;
}

static void host_var(Host *h, VarDecl *v) {
    if (cxx_device_storage(&v->d)) return;
    cxx_var_init(h->x, v);
    if (v->value && (v->d.flags & DF_CONSTEXPR)) { // names nothing itself but its value does
        Parse p = cxx_parse_at(h->x, v->d.order, v->d.order, h->x->global, NULL);
        p.fn = NULL;
        cxx_use_const(&p, v->value, v->d.pos, 0);
    }
    take_back(h);
}

// The member functions of a local class, and a closure's operator, belong to the body around: they
// are instantiated with it, called or not, and as host code also where the body is device code.
static void follow_local_classes(Host *h) {
    const struct DeclState *st = h->x->decls;
    if (h->names.calls) return; // called or not
    while (h->nlocal < st->local_classes.n) {
        ClassDecl *c = st->local_classes.at[h->nlocal++];
        FuncDecl *op = c->is_closure ? c->call_op : NULL;
        if (op && cxx_host_hit(&h->names, op->body_range.begin, op->body_range.end)) {
            follow(h, &op->d);
        }
        Scope *s = c->inner;
        for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
            Decl *d = s->elab[i];
            if (!d || d->kind != D_FUNC || !((FuncDecl *)d)->defined) continue;
            if ((d->cuda & CU_DEVICE) && !(d->cuda & CU_HOST)) continue;
            if (cxx_host_hit(&h->names, s->index->e.at[i].begin, s->index->e.at[i].end)) {
                visit(h, (FuncDecl *)d);
            }
        }
    }
}

static void parse_hosts(Host *h) {
    const struct DeclState *st = h->x->decls;
    while (h->nuses < st->host_uses.n) follow(h, &st->host_uses.at[h->nuses++]->d);
    follow_local_classes(h);
    while (h->done < h->todo.n || h->vars_done < h->todo_vars.n) {
        if (h->done == h->todo.n) {
            host_var(h, h->todo_vars.at[h->vars_done++]);
            continue;
        }
        FuncDecl *f = h->todo.at[h->done++];
        if (f->deleted) continue;
        cxx_func_body(h->x, f);
        for (uint32_t k = 0; k < f->uses.n; k++) follow(h, f->uses.at[k]);
        follow_implied(h, f);
        follow_local_classes(h);
        take_back(h);
    }
}

// ---- where it begins ---------------------------------------------------------------------------

static void host_members(Host *h, ClassDecl *c);

// A declaration with a hit. What leads to a launch counts whether it is called or not; for what
// host code really calls, it begins with what has code in any case.
static void begin_with(Host *h, Decl *d, Scope *s) {
    if (!d) return;
    FuncDecl *f = d->kind == D_FUNC ? (FuncDecl *)d : NULL;
    if (f && f->defined && (!h->names.calls || cxx_code_unasked(f))) visit(h, f);
    if (d->kind == D_CLASS && d->scope == s) host_members(h, (ClassDecl *)d);
    if (d->kind == D_VAR && !(h->names.calls && d->flags & DF_INLINE)) host_var(h, (VarDecl *)d);
}

// The members with a hit that are defined in the class.
static void host_members(Host *h, ClassDecl *c) {
    Cxx *x = h->x;
    if (c->tmpl || c->env || !cxx_class_complete(x, c, c->d.pos) || !c->inner->index) return;
    Scope *s = c->inner;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->group != i || (e->flags & IX_TEMPLATE)) continue;
        if (!cxx_host_hit(&h->names, e->begin, e->end)) continue;
        bool var = e->form == IXF_SIMPLE && e->flags & IX_STATIC && !(e->flags & IX_FUNCTION);
        if (e->form != IXF_CLASS && e->form != IXF_FUNC_DEF && !var) continue;
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        begin_with(h, s->elab[i], e->flags & IX_FRIEND ? NULL : s);
    }
}

static void visit_unit(Host *h, HostUnit *u) {
    Cxx *x = h->x;
    IndexEntry *e = &u->s->index->e.at[u->entry];
    if ((e->flags & IX_TEMPLATE) && !(e->flags & IX_SPECIALIZATION)) return;
    if (e->form == IXF_OUT_OF_CLASS || e->form == IXF_ALIAS) return; // the first: below
    cxx_elaborate_entry(x, u->s, u->entry);
    for (uint32_t k = u->entry; k < u->s->index->e.n; k++) {
        if (u->s->index->e.at[k].group != e->group) break;
        begin_with(h, u->s->elab[k], u->s);
    }
}

// Members defined outside of their classes. Those of class templates' instances too, where the
// definition is a specialization of the member.
static void visit_outside(Host *h, MemberDef *m) {
    Cxx *x = h->x;
    if (!cxx_host_hit(&h->names, m->begin, m->end)) return;
    Decl *o = cxx_member_def_owner(x, m);
    if (!o) return;
    ClassDecl *c = o->kind == D_CLASS ? (ClassDecl *)o : NULL;
    Scope *s = c ? c->inner : o->kind == D_NAMESPACE ? ((NamespaceDecl *)o)->inner : NULL;
    if (c && c->tmpl && cxx_class_complete(x, c, c->d.pos)) {
        s = c->inner;
        cxx_elaborate_name(x, s, m->name);
    }
    if (!s) return;
    cxx_elaborate_defs(x, m->name, s);
    for (Decl *d = map_get(&s->names, m->name); d; d = d->next) {
        if (d->kind == D_FUNC && c && c->tmpl) cxx_func_find_body(x, (FuncDecl *)d);
        begin_with(h, d, s);
    }
}

static void begin(Host *h) {
    Cxx *x = h->x;
    for (uint32_t i = 0; i < h->names.unit.n; i++) {
        if (h->names.unit.at[i].hit) visit_unit(h, &h->names.unit.at[i]);
    }
    for (uint32_t i = 0; i < x->decls->host_insts.n; i++) {
        follow(h, &x->decls->host_insts.at[i]->d);
    }
    for (uint32_t i = 0; i < x->decls->all_member_defs.n; i++) {
        visit_outside(h, x->decls->all_member_defs.at[i]);
    }
    for (uint32_t i = 0; i < x->decls->init_uses.n; i++) {
        follow(h, &x->decls->init_uses.at[i]->d);
    }
    take_back(h);
}

CxxHost *cxx_host_new(Cxx *x) {
    Host *h = arena_new(xa(x), Host);
    h->x = h->names.x = x;
    map_init(&h->seen, xa(x));
    map_init(&h->hot, xa(x));
    map_init(&h->sees, xa(x));
    map_init(&h->names.lost_at, xa(x));
    map_init(&h->names.launched, xa(x));
    map_init(&h->names.kernel_from, xa(x));
    return h;
}

bool cxx_code_unasked(const FuncDecl *f) {
    enum { NOT_ALONE = DF_INLINE | DF_CONSTEXPR | DF_TEMPLATE_INST };
    if (f->d.flags & DF_USED || f->d.cuda & CU_GLOBAL) return true;
    if (f->cls && f->cls->is_closure && f->lambda_of) return cxx_code_unasked(f->lambda_of);
    if (f->d.flags & NOT_ALONE || f->tmpl || f->d.env || f->body_env) return false;
    if (f->d.linkage == LK_INTERNAL || f->d.linkage == LK_NONE) return false;
    if (!f->cls) return true;
    bool inside = f->body_range.begin > f->cls->body.begin && f->body_range.end < f->cls->body.end;
    return !inside;
}

bool cxx_host_launches(CxxHost *h) {
    Cxx *x = h->x;
    if (h->begun && h->nlocal == x->decls->local_classes.n && h->nuses == x->decls->host_uses.n) {
        return false;
    }
    h->nwork = x->work.n;
    h->nvars = x->work_vars.n;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = true;
    if (!h->begun) cxx_host_names(&h->names);
    x->decls->host_search = &h->names;
    if (!h->begun) begin(h);
    h->begun = true;
    parse_hosts(h);
    x->decls->host_search = NULL;
    x->decls->ncompleted = x->decls->completed.n; // host classes are not checked
    diag_trap_pop(x->ctx, &trap);
    return true;
}

void cxx_host_warn(CxxHost *h) {
    cxx_host_say_lost(&h->names);
    cxx_host_say_none(&h->names);
}

void cxx_host_calls(CxxHost *h, FuncDecl *const *f, uint32_t n, Map *reached) {
    Cxx *x = h->x;
    h->reached = reached;
    h->names.calls = true;
    for (uint32_t i = 0; i < n; i++) {
        // without its name: constructors, conversions, operators
        if (f[i]->op != OP_NONE && !f[i]->cls)
            vec_push(xa(x), &h->names.op, (uint8_t)f[i]->op);
        else if (f[i]->cls && (f[i]->kind != FK_NORMAL || f[i]->op != OP_NONE))
            cxx_host_name(&h->names, f[i]->cls->d.name, HOST_ALL, 0);
        else
            cxx_host_name(&h->names, f[i]->d.name, HOST_ALL, 0);
    }
    h->nwork = x->work.n;
    h->nvars = x->work_vars.n;
    h->nuses = x->decls->host_uses.n;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = true;
    cxx_host_names(&h->names);
    begin(h);
    parse_hosts(h);
    x->decls->ncompleted = x->decls->completed.n;
    diag_trap_pop(x->ctx, &trap);
}
