// SPDX-License-Identifier: Apache-2.0
// Which code the translation unit needs [design, decisions 1 and 2]: kernels, device variables and
// explicit instantiations of the unit, and what they reach; device functions of the main file are
// checked as well. What host code launches: check/host.c.
#include "cxx/cxx.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"

// ---- needed code -------------------------------------------------------------------------------

void cxx_need(Cxx *x, Decl *d) {
    if (!d || (d->flags & (DF_USED | DF_INVALID))) return;
    if (d->kind == D_FUNC && cxx_instantiated_elsewhere((FuncDecl *)d)) return;
    d->flags |= DF_USED;
    if (d->kind == D_FUNC)
        vec_push(xa(x), &x->work, (FuncDecl *)d);
    else if (d->kind == D_VAR)
        vec_push(xa(x), &x->work_vars, (VarDecl *)d);
}

// What device code that is needed uses.
static void need_used(Cxx *x, Decl *d) {
    if (!cxx_left_to_host(x, d)) cxx_need(x, d);
}

static void need_dtor_of(Cxx *x, Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    FuncDecl *d = t->kind == TY_CLASS ? cxx_find_dtor(x, t) : NULL;
    if (d && !d->deleted) need_used(x, &d->d);
}

// What a virtual destructor frees the object with [class.dtor]/16.
static void need_dealloc(Cxx *x, ClassDecl *c) {
    if (!c->dtor || !c->dtor->is_virtual || c->dealloc) return;
    Parse p = cxx_parse_at(x, c->d.order, c->d.order, c->inner, c->env);
    FuncDecl *f = cxx_find_dealloc(&p, c->d.type, false, false, c->dtor->d.pos);
    if (!f || f->deleted || !(f->d.cuda & CU_DEVICE || x->opt.default_device)) return;
    c->dealloc = f;
    cxx_need(x, &f->d);
}

// The functions in the table of f's class. They are instantiated because of f: that bounds what
// calls for itself.
static void need_virtuals(Cxx *x, ClassDecl *c, FuncDecl *f) {
    CxxInst inst;
    if (!cxx_inst_push(x, &inst, &f->d, f->d.pos)) return;
    cxx_class_vtable(x, c);
    for (uint32_t i = 0; i < c->vtable.n; i++) {
        FuncDecl *v = c->vtable.at[i];
        if (v->pure || v->deleted || !(v->d.cuda & CU_DEVICE || x->opt.default_device)) continue;
        cxx_inst_note(x, &v->d, f->d.pos);
        cxx_need(x, &v->d);
    }
    need_dealloc(x, c);
    cxx_inst_pop(x, &inst);
}

// What a constructor or destructor reaches without naming it.
static void implied_by(Cxx *x, FuncDecl *f) {
    ClassDecl *c = f->cls;
    if (!c || (f->kind != FK_CTOR && f->kind != FK_DTOR)) return;
    if (c->polymorphic) need_virtuals(x, c, f);
    if (f->kind != FK_DTOR) return;
    cxx_class_layout(x, c, f->d.pos);
    for (uint32_t i = 0; i < c->nbase; i++) need_dtor_of(x, c->base[i].type);
    for (uint32_t i = 0; i < c->vbases.n; i++) need_dtor_of(x, c->vbases.at[i].type);
    for (uint32_t i = 0; i < c->fields.n; i++) need_dtor_of(x, c->fields.at[i]->d.type);
}

// static_asserts of classes completed since the last call.
static void finish_classes(Cxx *x) {
    while (x->decls->ncompleted < x->decls->completed.n) {
        ClassDecl *c = x->decls->completed.at[x->decls->ncompleted++];
        cxx_finish_class(x, c);
    }
}

// Elaborates bodies and initialisers until nothing new is needed.
static void drain(Cxx *x) {
    struct DeclState *st = x->decls;
    while (st->nlate < st->late.n || x->work_done < x->work.n ||
           x->work_vars_done < x->work_vars.n) {
        if (st->nlate < st->late.n) {
            need_used(x, st->late.at[st->nlate++]);
        } else if (x->work_done < x->work.n) {
            FuncDecl *f = x->work.at[x->work_done++];
            if (f->host_errors)
                cxx_func_body_again(x, f);
            else
                cxx_func_body(x, f);
            implied_by(x, f);
            for (uint32_t i = 0; i < f->uses.n; i++) need_used(x, f->uses.at[i]);
            f->uses.n = 0;
        } else {
            VarDecl *v = x->work_vars.at[x->work_vars_done++];
            cxx_var_init(x, v);
            if (v->value && (v->d.flags & DF_CONSTEXPR)) {
                Parse p = cxx_parse_at(x, v->d.order, v->d.order, x->global, NULL);
                p.fn = NULL;
                cxx_use_const(&p, v->value, v->d.pos, 0);
            }
            if (v->d.cuda & (CU_DEVICE | CU_CONSTANT | CU_MANAGED | CU_SHARED)) {
                uint64_t size;
                uint32_t align;
                if (v->d.type->kind != TY_ARRAY_INC) {
                    ty_size_align(x, v->d.type, v->d.pos, &size, &align);
                }
            }
        }
        finish_classes(x);
    }
}

// ---- roots of the unit -------------------------------------------------------------------------

static bool is_device(const Cxx *x, const Decl *d) {
    if (d->cuda & (CU_DEVICE | CU_GLOBAL)) return true;
    return x->opt.default_device && !(d->cuda & CU_HOST);
}

// Other units may call it (--device-c).
static bool is_exported(const Cxx *x, const FuncDecl *f) {
    return is_device(x, &f->d) && !(f->d.flags & DF_INLINE) && f->d.linkage != LK_INTERNAL &&
           !f->cls;
}

// Host code reads and writes device variables through the runtime, those of headers too; one that
// is constant has nothing to write. An extern one is only then another unit's when there are
// others.
static bool host_may_use(const Cxx *x, const VarDecl *v) {
    if (!x->opt.host_program || (cxx_links_units(&x->opt) && !v->defined)) return false;
    return (v->d.flags & DF_IN_MAIN_FILE) || !(v->d.type->quals & Q_CONST);
}

static void check_class(Cxx *x, ClassDecl *c);

// The class without name that a declaration's specifiers define.
static void check_unnamed(Cxx *x, Type *t) {
    while (t && (ty_is_array(t) || t->kind == TY_PTR))
        t = ty_is_array(t) ? t->u.array.elem : t->u.ptr.to;
    if (!x->opt.check_all || !t || t->kind != TY_CLASS) return;
    if (!t->u.cls->d.name && !t->u.cls->is_closure && !t->u.cls->is_local) check_class(x, t->u.cls);
}

// An elaborated declaration of a namespace or class: a root, or checked, or neither.
static void consider(Cxx *x, Decl *d) {
    if (!d || (d->flags & DF_INVALID)) return;
    bool main_file = d->flags & DF_IN_MAIN_FILE;
    if (d->kind == D_FIELD || d->kind == D_VAR || d->kind == D_TYPEDEF) check_unnamed(x, d->type);
    switch (d->kind) {
    case D_FUNC: {
        FuncDecl *f = (FuncDecl *)d;
        if (x->opt.check_all) vec_push(xa(x), &x->decls->checked_parts, d);
        if (!f->defined || f->deleted || f->defaulted) return;
        bool kept = d->flags & DF_USED_ATTR && is_device(x, d);
        if (d->cuda & CU_GLOBAL || kept || (x->opt.keep_functions && is_exported(x, f)))
            cxx_need(x, d);
        else if (x->opt.check_all || (main_file && is_device(x, d))) {
            vec_push(xa(x), &x->decls->checked, f);
        }
        return;
    }
    case D_VAR:
        if (((VarDecl *)d)->fn) return;
        if (cxx_device_storage(d) && host_may_use(x, (VarDecl *)d)) {
            cxx_need(x, d);
        } else if (!((VarDecl *)d)->defined) {
            if (x->opt.check_all && ((VarDecl *)d)->init_style) // in its class
                vec_push(xa(x), &x->decls->checked_vars, (VarDecl *)d);
            return;
        } else if (cxx_device_storage(d) && main_file) {
            cxx_need(x, d);
        } else if (x->opt.check_all && !cxx_device_storage(d)) {
            vec_push(xa(x), &x->decls->checked_vars, (VarDecl *)d);
        }
        return;
    case D_FIELD:
        if (x->opt.check_all) vec_push(xa(x), &x->decls->checked_parts, d);
        return;
    case D_CLASS:
        if (main_file || x->opt.check_all) check_class(x, (ClassDecl *)d);
        return;
    default: return;
    }
}

static bool in_main(Cxx *x, const IndexEntry *e) {
    return cxx_in_main_file(x, x->tokens->at[e->begin].pos);
}

// Of a header, but host code or other units may use it.
static bool for_others(Cxx *x, const IndexEntry *e) {
    if (!(e->flags & IX_DEVICE)) return false;
    if (e->form == IXF_SIMPLE)
        return x->opt.host_program && !(e->flags & (IX_FUNCTION | IX_CONSTEXPR | IX_TYPEDEF));
    if (!x->opt.keep_functions || e->form != IXF_FUNC_DEF || e->flags & (IX_STATIC | IX_CONSTEXPR))
        return false;
    for (uint32_t i = e->begin; i < e->order; i++) {
        if (x->tokens->at[i].kind == T_KW_INLINE) return false;
    }
    return true;
}

static bool entry_interesting(Cxx *x, const IndexEntry *e) {
    if (x->opt.check_all) return true;
    if (e->flags & IX_KERNEL) return true;
    bool by_default =
        x->opt.default_device && e->form == IXF_FUNC_DEF && !(e->flags & (IX_HOST | IX_DEVICE));
    if (!(e->flags & IX_DEVICE) && !by_default) return false;
    return in_main(x, e) || for_others(x, e); // of headers: only what is reached
}

// Device member functions defined in the classes of the main file.
static void check_class(Cxx *x, ClassDecl *c) {
    // seen: an ill-formed class can be its own member
    if (c->tmpl || c->env || !c->defined || c->roots_seen) return;
    c->roots_seen = true;
    if (!cxx_class_complete(x, c, c->d.pos) || !c->inner->index) return;
    if (c->polymorphic) cxx_class_vtable(x, c); // what it overrides
    if (x->opt.check_all) cxx_class_layout(x, c, c->d.pos);
    Scope *s = c->inner;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->flags & IX_TEMPLATE || e->group != i) continue;
        if (e->flags & IX_TYPEDEF && !x->opt.check_all) continue;
        if (e->flags & IX_FRIEND && !(e->flags & IX_KERNEL) && !x->opt.check_all) continue;
        if (e->form == IXF_CLASS) {
            if (!s->state[i]) cxx_elaborate_entry(x, s, i);
            Decl *d = s->elab[i];
            if (d && d->kind == D_CLASS && d->scope == s) check_class(x, (ClassDecl *)d);
            continue;
        }
        if (!entry_interesting(x, e)) continue;
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        for (uint32_t k = i; k < s->index->e.n && s->index->e.at[k].group == i; k++) {
            const Decl *d = s->elab[k];
            if (d && d->kind == D_FUNC && ((const FuncDecl *)d)->defaulted && x->opt.check_all)
                cxx_class_specials(x, c); // whether it can be
            consider(x, s->elab[k]);
        }
    }
}

static bool want_def(Cxx *x, MemberDef *m) {
    if (x->opt.check_all || (m->flags & (IX_KERNEL | IX_DEVICE))) return true;
    return x->opt.default_device && m->is_func && !(m->flags & IX_HOST);
}

// The other declarations in the main file of a name that is declared for the device: what they lack
// of its marks is said. `seen`: the names that had their turn.
static void declared_again(Cxx *x, Scope *s, const IndexEntry *e, Map *seen) {
    if (!(e->flags & IX_DEVICE) || !e->name || !in_main(x, e)) return;
    void **slot = map_slot(seen, e->name);
    if (*slot) return;
    *slot = x;
    Index *ix = s->index;
    for (uint32_t k = (uint32_t)(uintptr_t)map_get(&ix->by_name, e->name); k;) {
        IndexEntry *o = &ix->e.at[k - 1];
        bool plain = o->form == IXF_SIMPLE || o->form == IXF_FUNC_DEF;
        if (plain && !(o->flags & (IX_TEMPLATE | IX_FRIEND | IX_TYPEDEF)) && in_main(x, o))
            cxx_elaborate_entry(x, s, k - 1);
        k = o->next;
    }
}

// An explicit specialization of a function or of a member function: a function like others.
static void consider_specialization(Cxx *x, Scope *s, uint32_t i) {
    const IndexEntry *e = &s->index->e.at[i];
    if (!(e->flags & IX_SPECIALIZATION) || !in_main(x, e) || !entry_interesting(x, e)) return;
    Decl *d;
    if (e->form == IXF_OUT_OF_CLASS) {
        d = cxx_outside_decl(x, s, i);
    } else {
        cxx_elaborate_entry(x, s, i);
        d = s->elab[i];
    }
    if (d && d->kind == D_FUNC && ((FuncDecl *)d)->explicit_spec) consider(x, d);
}

// Of the host's library the declarations (`extern template class basic_string<char>`) say nothing
// about kernels, and there are many. What is wrong with others is the host compiler's to say.
static void explicit_instantiation(Cxx *x, Scope *s, uint32_t i) {
    const IndexEntry *e = &s->index->e.at[i];
    if (x->tokens->at[e->begin].kind != T_KW_EXTERN) {
        cxx_elaborate_entry(x, s, i);
        return;
    }
    for (const Scope *o = s; o; o = o->parent) {
        if (x->std_ns && o == x->std_ns->inner) return;
    }
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = !x->opt.check_all;
    trap.hard = x->opt.check_all;
    cxx_elaborate_entry(x, s, i);
    diag_trap_pop(x->ctx, &trap);
}

static void roots_of_namespace(Cxx *x, Scope *s) {
    Index *ix = s->index;
    Map again;
    map_init(&again, xa(x));
    for (uint32_t i = 0; ix && i < ix->e.n; i++) {
        IndexEntry *e = &ix->e.at[i];
        if (e->group != i) continue; // one visit per declaration
        switch (e->form) {
        case IXF_EXPLICIT_INST: explicit_instantiation(x, s, i); continue;
        case IXF_OUT_OF_CLASS: consider_specialization(x, s, i); continue;
        case IXF_STATIC_ASSERT:
            if (in_main(x, e)) cxx_elaborate_entry(x, s, i);
            continue;
        default: break;
        }
        bool spec_kernel = (e->flags & IX_SPECIALIZATION) && (e->flags & IX_KERNEL);
        if ((e->flags & IX_TEMPLATE) && !spec_kernel) {
            bool kernel = e->flags & IX_KERNEL && in_main(x, e);
            if (kernel && e->name) cxx_elaborate_name(x, s, e->name); // its other declarations too
            if (kernel || x->opt.check_all) cxx_elaborate_entry(x, s, i);
            if (e->form == IXF_FUNC_DEF) consider_specialization(x, s, i);
            continue;
        }
        bool cls = e->form == IXF_CLASS && in_main(x, e);
        if (!cls && !entry_interesting(x, e)) continue;
        cxx_elaborate_entry(x, s, i);
        declared_again(x, s, e, &again);
        for (uint32_t k = i; k < ix->e.n && ix->e.at[k].group == i; k++) consider(x, s->elab[k]);
    }
}

static void unit_roots(Cxx *x) {
    for (uint32_t i = 0; i < x->decls->namespaces.n; i++) {
        roots_of_namespace(x, x->decls->namespaces.at[i]);
    }
    cxx_member_defs_all(x, want_def);
    for (uint32_t i = 0; i < x->decls->outside.n; i++) consider(x, x->decls->outside.at[i]);
}

// With --check-all: what a function of this file uses that is itself not needed as code is needed
// if it is a kernel, and checked if it is another instance or lambda of this file.
static void check_used(Cxx *x, FuncDecl *f, Map *seen) {
    for (uint32_t i = 0; i < f->uses.n; i++) {
        Decl *d = f->uses.at[i];
        if (d->kind != D_FUNC || d->flags & DF_USED || map_get(seen, d->id)) continue;
        map_put(seen, d->id, d);
        if (d->cuda & CU_GLOBAL)
            cxx_need(x, d);
        else if (d->flags & DF_IN_MAIN_FILE && ((FuncDecl *)d)->defined)
            vec_push(xa(x), &x->decls->checked, (FuncDecl *)d);
    }
}

// What was used since x->work had n and x->work_vars nv entries is checked with all else and needs
// no code, except kernels and device variables.
static void unneeded_since(Cxx *x, uint32_t n, uint32_t nv) {
    uint32_t keep = n, keep_vars = nv;
    for (uint32_t k = n; k < x->work.n; k++) {
        FuncDecl *f = x->work.at[k];
        if (f->d.cuda & CU_GLOBAL)
            x->work.at[keep++] = f;
        else
            f->d.flags &= ~(uint32_t)DF_USED;
    }
    for (uint32_t k = nv; k < x->work_vars.n; k++) {
        VarDecl *w = x->work_vars.at[k];
        if (cxx_device_storage(&w->d))
            x->work_vars.at[keep_vars++] = w;
        else
            w->d.flags &= ~(uint32_t)DF_USED;
    }
    x->work.n = keep;
    x->work_vars.n = keep_vars;
}

// The initialisers of host variables.
static void check_vars(Cxx *x) {
    for (uint32_t i = 0; i < x->decls->checked_vars.n; i++) {
        VarDecl *v = x->decls->checked_vars.at[i];
        if (v->d.flags & (DF_USED | DF_INVALID)) continue;
        uint32_t n = x->work.n, nv = x->work_vars.n;
        cxx_var_init(x, v);
        if (v->value && (v->d.flags & DF_CONSTEXPR)) {
            Parse p = cxx_parse_at(x, v->d.order, v->d.order, x->global, NULL);
            p.fn = NULL;
            cxx_use_const(&p, v->value, v->d.pos, 0);
        }
        for (uint32_t k = n; k < x->work.n; k++)
            vec_push(xa(x), &x->decls->init_uses, x->work.at[k]);
        unneeded_since(x, n, nv);
        finish_classes(x);
    }
}

// What only such parts use is no use by host code.
static void forget_host_uses(Cxx *x, uint32_t n) {
    for (uint32_t i = n; i < x->decls->host_uses.n; i++)
        map_put(&x->decls->host_used, x->decls->host_uses.at[i]->d.id, NULL);
    x->decls->host_uses.n = n;
}

// Exception specifications, default arguments and default member initialisers that nothing used.
static void check_parts(Cxx *x) {
    for (uint32_t i = 0; i < x->decls->checked_parts.n; i++) {
        uint32_t n = x->work.n, nv = x->work_vars.n, uses = x->decls->host_uses.n;
        cxx_check_parts(x, x->decls->checked_parts.at[i]);
        unneeded_since(x, n, nv);
        forget_host_uses(x, uses);
        finish_classes(x);
    }
}

// The members of classes in the bodies that were parsed; theirs are checked in turn.
static void check_local_classes(Cxx *x, uint32_t *next) {
    for (; x->opt.check_all && *next < x->decls->local_classes.n; (*next)++) {
        ClassDecl *c = x->decls->local_classes.at[*next];
        if (!c->is_closure && !c->unbound && cxx_in_main_file(x, c->d.pos)) check_class(x, c);
    }
}

// ---- the unit ----------------------------------------------------------------------------------

static void host_launches(Cxx *x) {
    CxxHost *h = cxx_host_new(x);
    while (cxx_host_launches(h)) drain(x);
    cxx_host_warn(h);
}

void cxx_run(Cxx *x) {
    unit_roots(x);
    drain(x);
    x->decls->host_phase = true;
    if (!x->opt.check_all) host_launches(x);
    drain(x);
    uint32_t local = 0;
    Map seen;
    map_init(&seen, xa(x));
    for (uint32_t i = 0; x->opt.check_all && i < x->decls->host_uses.n; i++) {
        vec_push(xa(x), &x->decls->checked, x->decls->host_uses.at[i]);
    }
    for (uint32_t i = 0; i < x->decls->checked.n; i++) {
        FuncDecl *f = x->decls->checked.at[i];
        if (!(f->d.flags & DF_USED)) cxx_func_body(x, f);
        if (x->opt.check_all && !(f->d.flags & DF_USED)) check_used(x, f, &seen);
        check_local_classes(x, &local);
        finish_classes(x);
    }
    check_vars(x);
    check_parts(x);
    if (x->opt.check_all) host_launches(x); // what was read above keeps the errors it has reported
    drain(x);
    if (x->hooks.finish) x->hooks.finish(x);
    cxx_warn_unused(x);
    cxx_check_templates(x);
}

void cxx_host_reaches(Cxx *x, FuncDecl *const *f, uint32_t n, Map *reached) {
    cxx_host_calls(cxx_host_new(x), f, n, reached);
    drain(x);
}
