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
static const ClassDecl *class_around(const ClassDecl *cls) {
    const Scope *scope = cls->d.scope;
    return scope_class(scope);
}

// A class that is none of a namespace's: only its own function knows it.
static bool is_inner(const ClassDecl *cls) {
    for (; cls; cls = class_around(cls)) {
        if (cls->written.is_local || cls->closure.is) return true;
    }
    return false;
}

// Code of a template's instance sees what the template sees and, by their members and associated
// namespaces, what the types and functions among its arguments see.
static HostSet type_sees(Host *host, Type *used, int depth);

// What stands in a namespace or finds its declarations by its arguments.
static HostSet namespace_sees(Host *host, const Scope *asked, uint32_t at) {
    uint32_t library = cxx_host_library(&host->names, asked);
    HostSet sees = cxx_host_sees(&host->names, library, at);
    return library ? sees : sees | HOST_OUTSIDE;
}

// An address is somebody's function or variable: it may do anything.
static HostSet value_sees(const ConstVal *value) {
    if (!value) return 0;
    bool address = value->kind == CV_LVALUE && value->u.lv.base;
    bool member = value->kind == CV_MEMPTR && value->u.mp.member;
    return address || member ? HOST_ALL : 0;
}

// What the arguments of an instance see; too deep a type may see anything.
static HostSet args_see(Host *host, const TmplArgs *given, int depth) {
    HostSet sees = 0;
    if (depth > DEEP) return HOST_ALL;
    for (uint32_t i = 0; i < targs_count(given); i++) {
        const TmplArg *arg = &given->a[i];
        switch (arg->kind) {
        case TA_TYPE: sees |= type_sees(host, arg->type, depth + 1); break;
        case TA_VALUE: sees |= type_sees(host, arg->type, depth + 1) | value_sees(arg->val); break;
        case TA_TEMPLATE: sees |= namespace_sees(host, arg->tmpl->scope, UINT32_MAX); break;
        case TA_PACK: sees |= args_see(host, arg->pack, depth + 1); break;
        default: break;
        }
    }
    return sees;
}

#define KNOWN ((HostSet)1 << HOST_LIBRARIES)

// What the member functions of a class see: its namespace, and the arguments of it and of the
// classes around. Known once, for types nest.
static HostSet class_sees(Host *host, const ClassDecl *cls, int depth) {
    if (is_inner(cls)) return HOST_ALL;
    void **slot = map_slot(&host->sees, cls->d.type->id);
    if (*slot) return (uintptr_t)*slot & HOST_ALL;
    *slot = (void *)KNOWN; // meanwhile: a class can be its own argument

    HostSet sees = namespace_sees(host, cls->d.scope,
                                  cls->written.body.end ? cls->written.body.end : UINT32_MAX);
    for (const ClassDecl *around = cls; around; around = class_around(around))
        sees |= args_see(host, around->inst.args, depth + 1);
    map_put(&host->sees, cls->d.type->id, (void *)(uintptr_t)(sees | KNOWN));
    return sees;
}

// The same of an enumeration, by its namespace or class.
static HostSet enum_sees(Host *host, const EnumDecl *e, int depth) {
    const Scope *scope = e->d.scope;
    if (!scope || scope->kind == SC_NAMESPACE) return namespace_sees(host, scope, UINT32_MAX);
    return scope->kind == SC_CLASS ? class_sees(host, scope->cls, depth) : HOST_ALL;
}

// Through pointers, references and arrays to what they are made of; of a function or a member by
// the types that it is written of.
static HostSet type_sees(Host *host, Type *used, int depth) {
    used = ty_unqual(ty_innermost(used));
    if (depth > DEEP) return HOST_ALL;
    if (used->kind == TY_CLASS) return class_sees(host, used->u.cls, depth);
    if (used->kind == TY_ENUM) return enum_sees(host, used->u.enm, depth);
    HostSet sees = 0;
    Type *part;
    for (uint32_t i = 0; (part = ty_part(used, i)); i++) sees |= type_sees(host, part, depth + 1);
    return sees;
}

// The token where the function's body ends: it sees what is declared before.
static uint32_t func_end(const FuncDecl *func) {
    return func->body.range.end ? func->body.range.end : UINT32_MAX;
}

// What code of the function sees, as an instance and as a member.
static HostSet func_sees(Host *host, const FuncDecl *func) {
    uint32_t library = cxx_host_library(&host->names, func->d.scope);
    HostSet sees =
        cxx_host_sees(&host->names, library, func_end(func)) | args_see(host, func->inst.args, 0);
    return func->cls ? sees | class_sees(host, func->cls, 0) : sees;
}

// Whether an argument is of a class that leads to a kernel, or something with an address.
static bool args_hot(Host *host, const TmplArgs *given, int depth);

// The arguments of the class, or of one around it, are hot.
static bool class_args_hot(Host *host, const ClassDecl *cls, int depth) {
    for (; cls; cls = class_around(cls)) {
        if (cls->inst.args && args_hot(host, cls->inst.args, depth + 1)) return true;
    }
    return false;
}

// Using a value of this type can lead to a kernel.
static bool type_hot(Host *host, Type *used, int depth) {
    used = ty_unqual(ty_innermost(used));
    if (depth > DEEP) return false;
    Type *part; // of a function: what it can be given, or give
    for (uint32_t i = 0; (part = ty_part(used, i)); i++) {
        if (type_hot(host, part, depth + 1)) return true;
    }
    if (used->kind != TY_CLASS) return false;
    void **slot = map_slot(&host->hot, used->id);
    if (*slot) return (uintptr_t)*slot == HOT_YES;
    *slot = (void *)HOT_NO; // meanwhile: a class can be its own argument
    ClassDecl *c = used->u.cls;
    bool hot = is_inner(c) || class_args_hot(host, c, depth) ||
               cxx_host_leads(&host->names, c->d.name, class_sees(host, c, depth), UINT32_MAX);
    if (hot) map_put(&host->hot, used->id, (void *)HOT_YES);
    return hot;
}

// A constant that is the address of a kernel, or of something whose name leads to one.
static bool value_hot(Host *host, const ConstVal *v) {
    const Decl *d = NULL;
    if (!v) return false;
    if (v->kind == CV_LVALUE) d = v->u.lv.base;
    if (v->kind == CV_MEMPTR) d = v->u.mp.member;
    return d && (d->cuda & CU_GLOBAL || cxx_host_named(&host->names, d->name));
}

// Whether one of the arguments is hot, at any depth of packs.
static bool args_hot(Host *host, const TmplArgs *given, int depth) {
    for (uint32_t i = 0; i < targs_count(given) && depth < DEEP; i++) {
        const TmplArg *e = &given->a[i];
        bool hot = (e->kind == TA_TYPE && type_hot(host, e->type, depth + 1)) ||
                   (e->kind == TA_VALUE &&
                    (type_hot(host, e->type, depth + 1) || value_hot(host, e->val))) ||
                   (e->kind == TA_TEMPLATE && cxx_host_named(&host->names, e->tmpl->name)) ||
                   (e->kind == TA_PACK && args_hot(host, e->pack, depth + 1));
        if (hot) return true;
    }
    return false;
}

// ---- following ---------------------------------------------------------------------------------

// The function will be parsed, once.
static void visit(Host *host, FuncDecl *func) {
    if (map_get(&host->seen, func->d.id)) return;
    map_put(&host->seen, func->d.id, func);
    vec_push(xa(host->x), &host->todo, func);
}

// A token of its definition leads on. (Names alone say little: `run`, `operator()`.)
static bool definition_hit(Host *host, FuncDecl *func) {
    if (func->inst.tmpl || (func->cls && func->cls->env)) cxx_func_find_body(host->x, func);
    if (!func->body.defined || !func->body.range.end) return true; // found when it is parsed
    uint32_t begin = func->body.range.begin, end = func->body.range.end;
    if (func->body.init_range.end && func->body.init_range.begin < begin)
        begin = func->body.init_range.begin;
    const Token *tok = host->x->tokens->at;
    while (tok[end].kind == T_KW_CATCH && tok[end + 1].kind == T_LPAREN &&
           tok[tok[end + 1].match + 1].kind == T_LBRACE) // of a function-try-block
        end = tok[tok[end + 1].match + 1].match + 1;
    return cxx_host_hit_seeing(&host->names, begin, end, func_sees(host, func), func_end(func));
}

// Whether the function is worth parsing: it can lead to a kernel by its arguments, by the class it
// belongs to, or by what its own tokens name.
static bool leads_on(Host *host, FuncDecl *func) {
    const ClassDecl *c = func->cls;
    if (is_inner(c)) return true;
    bool special = is_any_of(func->kind, FK_CTOR, FK_DTOR);
    if (c && special && cxx_host_leads(&host->names, c->d.name, func_sees(host, func), UINT32_MAX))
        return true;
    if (args_hot(host, func->inst.args, 0) || class_args_hot(host, c, 0)) return true;
    bool named = cxx_host_leads(&host->names, func->d.name, func_sees(host, func), func_end(func));
    return !special && named && definition_hit(host, func);
}

// Variables that are no templates are found by themselves.
static void follow_var(Host *host, VarDecl *var) {
    const Scope *s = var->d.scope;
    ClassDecl *c = scope_class(s);
    if (var->fn || !(var->tmpl || (c && c->env)) || map_get(&host->seen, var->d.id)) return;
    bool leads = cxx_host_named(&host->names, var->d.name) || args_hot(host, var->args, 0);
    if (!leads && !class_args_hot(host, c, 0)) return;
    map_put(&host->seen, var->d.id, var);
    vec_push(xa(host->x), &host->todo_vars, var);
}

// What parsed host code uses: kernels are needed, what may launch one is parsed.
static void follow(Host *host, Decl *used) {
    if (used->kind == D_VAR) {
        if (cxx_device_storage(used))
            cxx_need(host->x, used);
        else
            follow_var(host, (VarDecl *)used);
        return;
    }
    if (used->kind != D_FUNC || cxx_instantiated_elsewhere((FuncDecl *)used)) return;
    if (host->reached) map_put(host->reached, used->id, used);
    if (used->cuda & CU_GLOBAL)
        cxx_need(host->x, used);
    else if (!(used->flags & DF_USED) && leads_on(host, (FuncDecl *)used))
        visit(host, (FuncDecl *)used);
}

// The destructor of an object of that type is used.
static void follow_dtor(Host *host, Type *ended) {
    while (ty_is_array(ended)) ended = ended->u.array.elem;
    FuncDecl *d = ended->kind == TY_CLASS ? cxx_find_dtor(host->x, ended) : NULL;
    if (d && !d->written.deleted) follow(host, &d->d);
}

// What a constructor or destructor reaches without naming it: virtual functions, by the object's
// table; subobjects' destructors.
static void follow_implied(Host *host, FuncDecl *func) {
    ClassDecl *cls = func->cls;
    if (!cls || !is_any_of(func->kind, FK_CTOR, FK_DTOR)) return;
    CxxInst inst;
    if (cls->table.polymorphic && cxx_inst_push(host->x, &inst, &func->d, func->d.pos)) {
        cxx_class_vtable(host->x, cls);
        for (uint32_t i = 0; i < cls->table.finals.n; i++) {
            FuncDecl *v = cls->table.finals.at[i];
            if (v->pure || v->written.deleted) continue;
            cxx_inst_note(host->x, &v->d, func->d.pos);
            follow(host, &v->d);
        }
        cxx_inst_pop(host->x, &inst);
    }
    // One that another unit defines destroys them there, and their types need not be complete here.
    bool here = func->body.defined || !cxx_is_written(func);
    if (func->kind != FK_DTOR || !here) return;
    cxx_class_layout(host->x, cls, func->d.pos);
    for (uint32_t i = 0; i < cls->members.nbase; i++) follow_dtor(host, cls->members.base[i].type);
    for (uint32_t i = 0; i < cls->members.vbases.n; i++)
        follow_dtor(host, cls->members.vbases.at[i].type);
    for (uint32_t i = 0; i < cls->members.fields.n; i++)
        follow_dtor(host, cls->members.fields.at[i]->d.type);
}

// What was needed outside of functions (initialisers) needs no code, except kernels and device
// variables; it is followed.
static void take_back(Host *host) {
    Cxx *cxx = host->x;
    for (uint32_t i = host->nwork; i < cxx->work.n; i++) {
        FuncDecl *f = cxx->work.at[i];
        if (f->d.cuda & CU_GLOBAL) {
            cxx->work.at[host->nwork++] = f;
            continue;
        }
        f->d.flags &= ~(uint32_t)DF_USED;
        follow(host, &f->d);
    }
    cxx->work.n = host->nwork;
    for (uint32_t i = host->nvars; i < cxx->work_vars.n; i++) {
        VarDecl *w = cxx->work_vars.at[i];
        if (cxx_device_storage(&w->d)) {
            cxx->work_vars.at[host->nvars++] = w;
            continue;
        }
        w->d.flags &= ~(uint32_t)DF_USED;
        follow(host, &w->d);
    }
    cxx->work_vars.n = host->nvars;
}

// Parses the initialiser of a host variable and follows what it uses.
static void host_var(Host *host, VarDecl *var) {
    if (cxx_device_storage(&var->d)) return;
    cxx_var_init(host->x, var);
    if (var->value && (var->d.flags & DF_CONSTEXPR)) { // names nothing itself but its value does
        Parse p = cxx_parse_at(host->x, var->d.order, var->d.order, host->x->global, NULL);
        p.fn = NULL;
        cxx_use_const(&p, var->value, var->d.pos, 0);
    }
    if (var->defined) follow_dtor(host, var->d.type); // at the program's end
    take_back(host);
}

// The member functions of a local class, and a closure's operator, belong to the body around: they
// are instantiated with it, called or not, and as host code also where the body is device code.
static void follow_local_classes(Host *host) {
    const struct DeclState *st = host->x->decls;
    if (host->names.calls) return; // called or not
    while (host->nlocal < st->checks.local_classes.n) {
        ClassDecl *cls = st->checks.local_classes.at[host->nlocal++];
        FuncDecl *op = cls->closure.is ? cls->closure.call_op : NULL;
        if (op && cxx_host_hit(&host->names, op->body.range.begin, op->body.range.end)) {
            follow(host, &op->d);
        }
        Scope *s = cls->inner;
        for (uint32_t i = 0; i < cxx_index_size(s); i++) {
            Decl *d = s->elab[i];
            if (!decl_is(d, D_FUNC) || !((FuncDecl *)d)->body.defined) continue;
            if ((d->cuda & CU_DEVICE) && !(d->cuda & CU_HOST)) continue;
            if (cxx_host_hit(&host->names, s->index->e.at[i].begin, s->index->e.at[i].end)) {
                visit(host, (FuncDecl *)d);
            }
        }
    }
}

// Parses what was found until nothing new is. Order is that of the finds, so that the result does
// not depend on anything else.
static void parse_hosts(Host *host) {
    const struct DeclState *st = host->x->decls;
    while (host->nuses < st->host.uses.n) follow(host, &st->host.uses.at[host->nuses++]->d);
    follow_local_classes(host);
    while (host->done < host->todo.n || host->vars_done < host->todo_vars.n) {
        if (host->done == host->todo.n) {
            host_var(host, host->todo_vars.at[host->vars_done++]);
            continue;
        }
        FuncDecl *f = host->todo.at[host->done++];
        if (f->written.deleted) continue;
        cxx_func_body(host->x, f);
        for (uint32_t k = 0; k < f->body.uses.n; k++) follow(host, f->body.uses.at[k]);
        follow_implied(host, f);
        follow_local_classes(host);
        take_back(host);
    }
}

// ---- where it begins ---------------------------------------------------------------------------

static void host_members(Host *host, ClassDecl *cls);

// A declaration with a hit. What leads to a launch counts whether it is called or not; for what
// host code really calls, it begins with what has code in any case.
static void begin_with(Host *host, Decl *declared, Scope *home) {
    if (!declared) return;
    FuncDecl *f = declared->kind == D_FUNC ? (FuncDecl *)declared : NULL;
    if (f && f->body.defined && (!host->names.calls || cxx_code_unasked(f))) visit(host, f);
    if (declared->kind == D_CLASS && declared->scope == home)
        host_members(host, (ClassDecl *)declared);
    if (declared->kind == D_VAR && !(host->names.calls && declared->flags & DF_INLINE))
        host_var(host, (VarDecl *)declared);
}

// The members with a hit that are defined in the class.
static void host_members(Host *host, ClassDecl *cls) {
    Cxx *cxx = host->x;
    if (cls->inst.tmpl || cls->env || !cxx_class_complete(cxx, cls, cls->d.pos) ||
        !cls->inner->index)
        return;
    Scope *s = cls->inner;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->group != i || (e->flags & IX_TEMPLATE)) continue;
        if (!cxx_host_hit(&host->names, e->begin, e->end)) continue;
        bool var = e->form == IXF_SIMPLE && e->flags & IX_STATIC && !(e->flags & IX_FUNCTION);
        if (!is_any_of(e->form, IXF_CLASS, IXF_FUNC_DEF) && !var) continue;
        if (!s->state[i]) cxx_elaborate_entry(cxx, s, i);
        begin_with(host, s->elab[i], e->flags & IX_FRIEND ? NULL : s);
    }
}

// A declaration of a namespace with a hit. Templates are visited as instances.
static void visit_unit(Host *host, HostUnit *hit) {
    Cxx *x = host->x;
    IndexEntry *e = &hit->s->index->e.at[hit->entry];
    if ((e->flags & IX_TEMPLATE) && !(e->flags & IX_SPECIALIZATION)) return;
    if (is_any_of(e->form, IXF_OUT_OF_CLASS, IXF_ALIAS)) return; // the first: below
    cxx_elaborate_entry(x, hit->s, hit->entry);
    for (uint32_t k = hit->entry; k < hit->s->index->e.n; k++) {
        if (hit->s->index->e.at[k].group != e->group) break;
        begin_with(host, hit->s->elab[k], hit->s);
    }
}

// Members defined outside of their classes. Those of class templates' instances too, where the
// definition is a specialization of the member.
static void visit_outside(Host *host, MemberDef *definition) {
    Cxx *cxx = host->x;
    if (!cxx_host_hit(&host->names, definition->begin, definition->end)) return;
    Decl *decl = cxx_member_def_owner(cxx, definition);
    if (!decl) return;
    ClassDecl *cls = decl->kind == D_CLASS ? (ClassDecl *)decl : NULL;
    Scope *scope = cls                         ? cls->inner
                   : decl->kind == D_NAMESPACE ? ((NamespaceDecl *)decl)->inner
                                               : NULL;
    if (cls && cls->inst.tmpl && cxx_class_complete(cxx, cls, cls->d.pos)) {
        scope = cls->inner;
        cxx_elaborate_name(cxx, scope, definition->name);
    }
    if (!scope) return;
    cxx_elaborate_defs(cxx, definition->name, scope);
    for (Decl *d = map_get(&scope->names, definition->name); d; d = d->next) {
        if (d->kind == D_FUNC && cls && cls->inst.tmpl) cxx_func_find_body(cxx, (FuncDecl *)d);
        begin_with(host, d, scope);
    }
}

// Everything with a hit, explicit instantiations, members defined outside, and what the
// initialisers of variables used.
static void begin(Host *host) {
    Cxx *cxx = host->x;
    for (uint32_t i = 0; i < host->names.unit.n; i++) {
        if (host->names.unit.at[i].hit) visit_unit(host, &host->names.unit.at[i]);
    }
    for (uint32_t i = 0; i < cxx->decls->checks.host_instances.n; i++) {
        follow(host, &cxx->decls->checks.host_instances.at[i]->d);
    }
    for (uint32_t i = 0; i < cxx->decls->index.all_member_defs.n; i++) {
        visit_outside(host, cxx->decls->index.all_member_defs.at[i]);
    }
    for (uint32_t i = 0; i < cxx->decls->checks.init_uses.n; i++) {
        follow(host, &cxx->decls->checks.init_uses.at[i]->d);
    }
    take_back(host);
}

CxxHost *cxx_host_new(Cxx *cxx) {
    Host *h = arena_new(xa(cxx), Host);
    h->x = h->names.x = cxx;
    map_init(&h->seen, xa(cxx));
    map_init(&h->hot, xa(cxx));
    map_init(&h->sees, xa(cxx));
    map_init(&h->names.lost_at, xa(cxx));
    map_init(&h->names.launched, xa(cxx));
    map_init(&h->names.local_at, xa(cxx));
    map_init(&h->names.kernel_from, xa(cxx));
    return h;
}

bool cxx_code_unasked(const FuncDecl *func) {
    enum { NOT_ALONE = DF_INLINE | DF_CONSTEXPR | DF_TEMPLATE_INST };
    if (func->d.flags & DF_USED || func->d.cuda & CU_GLOBAL) return true;
    if (cxx_is_of_closure(func) && func->lambda_of) return cxx_code_unasked(func->lambda_of);
    if (func->d.flags & NOT_ALONE || func->inst.tmpl || func->d.env || func->body.env) return false;
    if (is_any_of(func->d.linkage, LK_INTERNAL, LK_NONE)) return false;
    if (!func->cls) return true;
    bool inside = func->body.range.begin > func->cls->written.body.begin &&
                  func->body.range.end < func->cls->written.body.end;
    return !inside;
}

// The first call begins with all hits; later ones follow what device code, parsed meanwhile, has
// added.
bool cxx_host_launches(CxxHost *host) {
    Cxx *cxx = host->x;
    if (host->begun && host->nlocal == cxx->decls->checks.local_classes.n &&
        host->nuses == cxx->decls->host.uses.n) {
        return false;
    }
    host->nwork = cxx->work.n;
    host->nvars = cxx->work_vars.n;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true;
    if (!host->begun) cxx_host_names(&host->names);
    cxx->decls->host.search = &host->names;
    if (!host->begun) begin(host);
    host->begun = true;
    parse_hosts(host);
    cxx->decls->host.search = NULL;
    cxx->decls->checks.ncompleted = cxx->decls->checks.completed.n; // host classes are not checked
    diag_trap_pop(cxx->ctx, &trap);
    return true;
}

// Each place once. What leads to a kernel has been said already, but the other half of the
// program's compiler may find that more is missing.
static void note_miss(Cxx *cxx, Pos pos, const char *text) {
    enum { MOST = 20 };
    HostReading *host = &cxx->decls->host;
    if (!text || host->missed.n >= MOST) return;
    for (uint32_t i = 0; i < host->missed.n; i++) {
        if (host->missed.at[i].pos == pos) return;
    }
    vec_push(xa(cxx), &host->missed, ((HostMiss){pos, text}));
}

static void note_misses(const HostNames *names) {
    for (uint32_t i = 0; i < names->lost.n; i++)
        note_miss(names->x, names->lost.at[i].cause, names->lost.at[i].text);
    for (uint32_t i = 0; i < names->blind.n; i++)
        note_miss(names->x, names->blind.at[i].cause, names->blind.at[i].text);
}

bool cxx_host_missed(const Cxx *cxx, uint32_t i, Pos *pos, const char **text) {
    const HostReading *host = &cxx->decls->host;
    if (i >= host->missed.n) return false;
    *pos = host->missed.at[i].pos;
    *text = host->missed.at[i].text;
    return true;
}

// Behind an error no kernel is made at all.
void cxx_host_warn(CxxHost *h) {
    note_misses(&h->names);
    if (diag_error_count(h->x->ctx)) return;
    cxx_host_say_lost(&h->names);
    cxx_host_say_none(&h->names);
}

// The names of these functions are the hits of this search, instead of launches.
void cxx_host_calls(CxxHost *host, FuncDecl *const *f, uint32_t n, Map *reached) {
    Cxx *cxx = host->x;
    host->reached = reached;
    host->names.calls = true;
    for (uint32_t i = 0; i < n; i++) {
        // without its name: constructors, conversions, operators
        if (f[i]->op != OP_NONE && !f[i]->cls)
            vec_push(xa(cxx), &host->names.op, (uint8_t)f[i]->op);
        else if (f[i]->cls && (f[i]->kind != FK_NORMAL || f[i]->op != OP_NONE))
            cxx_host_name(&host->names, f[i]->cls->d.name, HOST_ALL, 0);
        else
            cxx_host_name(&host->names, f[i]->d.name, HOST_ALL, 0);
    }
    host->nwork = cxx->work.n;
    host->nvars = cxx->work_vars.n;
    host->nuses = cxx->decls->host.uses.n;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true;
    cxx_host_names(&host->names);
    begin(host);
    parse_hosts(host);
    cxx->decls->checks.ncompleted = cxx->decls->checks.completed.n;
    diag_trap_pop(cxx->ctx, &trap);
}
