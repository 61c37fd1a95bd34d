// SPDX-License-Identifier: Apache-2.0
// Which code the translation unit needs [design, decisions 1 and 2]: kernels, device variables and
// explicit instantiations of the unit, and what they reach; device functions of the main file are
// checked as well. What host code launches: check/host.c.
#include "cxx/cxx.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"

// ---- needed code -------------------------------------------------------------------------------

// Marked as used first: it can be needed again while it is elaborated.
void cxx_need(Cxx *cxx, Decl *decl) {
    if (!decl || (decl->flags & (DF_USED | DF_INVALID))) return;
    if (decl->kind == D_FUNC && cxx_instantiated_elsewhere((FuncDecl *)decl)) return;
    decl->flags |= DF_USED;
    if (decl->kind == D_FUNC)
        vec_push(xa(cxx), &cxx->work, (FuncDecl *)decl);
    else if (decl->kind == D_VAR)
        vec_push(xa(cxx), &cxx->work_vars, (VarDecl *)decl);
}

// What device code that is needed uses.
static void need_used(Cxx *cxx, Decl *decl) {
    if (!cxx_left_to_host(cxx, decl)) cxx_need(cxx, decl);
}

// Objects of that type (or elements) are destroyed.
static void need_dtor_of(Cxx *cxx, Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    FuncDecl *d = type->kind == TY_CLASS ? cxx_find_dtor(cxx, type) : NULL;
    if (d && !d->written.deleted) need_used(cxx, &d->d);
}

// What a virtual destructor frees the object with [class.dtor]/16.
static void need_dealloc(Cxx *cxx, ClassDecl *cls) {
    if (!cls->members.dtor || !cls->members.dtor->is_virtual || cls->table.dealloc) return;
    Parse p = cxx_parse_at(cxx, cls->d.order, cls->d.order, cls->inner, cls->env);
    FuncDecl *f = cxx_find_dealloc(&p, cls->d.type, false, false, cls->members.dtor->d.pos);
    if (!f || f->written.deleted || !(f->d.cuda & CU_DEVICE || cxx->opt.default_device)) return;
    cls->table.dealloc = f;
    cxx_need(cxx, &f->d);
}

// The functions in the table of func's class. They are instantiated because of f: that bounds what
// calls for itself.
static void need_virtuals(Cxx *cxx, ClassDecl *cls, FuncDecl *func) {
    CxxInst inst;
    if (!cxx_inst_push(cxx, &inst, &func->d, func->d.pos)) return;
    cxx_class_vtable(cxx, cls);
    for (uint32_t i = 0; i < cls->table.finals.n; i++) {
        FuncDecl *v = cls->table.finals.at[i];
        if (v->pure || v->written.deleted || !(v->d.cuda & CU_DEVICE || cxx->opt.default_device))
            continue;
        cxx_inst_note(cxx, &v->d, func->d.pos);
        cxx_need(cxx, &v->d);
    }
    need_dealloc(cxx, cls);
    cxx_inst_pop(cxx, &inst);
}

// What a constructor or destructor reaches without naming it.
static void implied_by(Cxx *cxx, FuncDecl *func) {
    ClassDecl *c = func->cls;
    if (!c || !is_any_of(func->kind, FK_CTOR, FK_DTOR)) return;
    if (c->table.polymorphic) need_virtuals(cxx, c, func);
    if (func->kind != FK_DTOR) return;
    cxx_class_layout(cxx, c, func->d.pos);
    for (uint32_t i = 0; i < c->members.nbase; i++) need_dtor_of(cxx, c->members.base[i].type);
    for (uint32_t i = 0; i < c->members.vbases.n; i++)
        need_dtor_of(cxx, c->members.vbases.at[i].type);
    for (uint32_t i = 0; i < c->members.fields.n; i++)
        need_dtor_of(cxx, c->members.fields.at[i]->d.type);
}

// static_asserts of classes completed since the last call.
static void finish_classes(Cxx *cxx) {
    while (cxx->decls->checks.ncompleted < cxx->decls->checks.completed.n) {
        ClassDecl *c = cxx->decls->checks.completed.at[cxx->decls->checks.ncompleted++];
        cxx_finish_class(cxx, c);
    }
}

// A constexpr variable names nothing itself, but its value may refer to something.
static void use_value(Cxx *cxx, const VarDecl *var) {
    if (!var->value || !(var->d.flags & DF_CONSTEXPR)) return;
    Parse p = cxx_parse_at(cxx, var->d.order, var->d.order, cxx->global, NULL);
    p.fn = NULL;
    cxx_use_const(&p, var->value, var->d.pos, 0);
}

// A function that is needed: its body, and what that uses.
static void elaborate_function(Cxx *cxx, FuncDecl *func) {
    if (func->body.host_errors)
        cxx_func_body_again(cxx, func);
    else
        cxx_func_body(cxx, func);
    implied_by(cxx, func);
    for (uint32_t i = 0; i < func->body.uses.n; i++) need_used(cxx, func->body.uses.at[i]);
    func->body.uses.n = 0;
}

// A variable that is needed: its initialiser and, in device memory, its size.
static void elaborate_variable(Cxx *cxx, VarDecl *var) {
    enum { DEVICE_MEMORY = CU_DEVICE | CU_CONSTANT | CU_MANAGED | CU_SHARED };
    uint64_t size;
    uint32_t align;
    cxx_var_init(cxx, var);
    use_value(cxx, var);
    if (var->d.cuda & DEVICE_MEMORY && var->d.type->kind != TY_ARRAY_INC)
        ty_size_align(cxx, var->d.type, var->d.pos, &size, &align);
}

// Elaborates bodies and initialisers until nothing new is needed.
static void drain(Cxx *cxx) {
    struct DeclState *st = cxx->decls;
    while (st->checks.nlate < st->checks.late.n || cxx->work_done < cxx->work.n ||
           cxx->work_vars_done < cxx->work_vars.n) {
        if (st->checks.nlate < st->checks.late.n) {
            need_used(cxx, st->checks.late.at[st->checks.nlate++]);
        } else if (cxx->work_done < cxx->work.n) {
            elaborate_function(cxx, cxx->work.at[cxx->work_done++]);
        } else {
            elaborate_variable(cxx, cxx->work_vars.at[cxx->work_vars_done++]);
        }
        finish_classes(cxx);
    }
}

// ---- roots of the unit -------------------------------------------------------------------------

static bool is_device(const Cxx *cxx, const Decl *decl) {
    if (decl->cuda & (CU_DEVICE | CU_GLOBAL)) return true;
    return cxx->opt.default_device && !(decl->cuda & CU_HOST);
}

// Other units may call it (--device-c).
static bool is_exported(const Cxx *cxx, const FuncDecl *func) {
    return is_device(cxx, &func->d) && !(func->d.flags & DF_INLINE) &&
           func->d.linkage != LK_INTERNAL && !func->cls;
}

// Host code reads and writes device variables through the runtime, those of headers too; one that
// is constant has nothing to write. An extern one is only then another unit's when there are
// others.
static bool host_may_use(const Cxx *cxx, const VarDecl *v) {
    if (!cxx->opt.host_program || (cxx_links_units(&cxx->opt) && !v->defined)) return false;
    return (v->d.flags & DF_IN_MAIN_FILE) || !(v->d.type->quals & Q_CONST);
}

static void check_class(Cxx *cxx, ClassDecl *cls);

// The class without name that a declaration's specifiers define.
static void check_unnamed(Cxx *cxx, Type *type) {
    while (type && (ty_is_array(type) || type->kind == TY_PTR))
        type = ty_is_array(type) ? type->u.array.elem : type->u.ptr.to;
    if (!cxx->opt.check_all || !type || type->kind != TY_CLASS) return;
    if (!type->u.cls->d.name && !type->u.cls->closure.is && !type->u.cls->written.is_local)
        check_class(cxx, type->u.cls);
}

// Whether a defined function is code of the unit whoever calls it: a kernel, one kept by its
// attribute, one that other units may call.
static bool is_root(const Cxx *cxx, const FuncDecl *func) {
    if (func->d.cuda & CU_GLOBAL) return true;
    if (func->d.flags & DF_USED_ATTR && is_device(cxx, &func->d)) return true;
    return cxx->opt.keep_functions && is_exported(cxx, func);
}

// A root is needed; a device function of the main file is checked, for its errors are its author's.
static void consider_function(Cxx *cxx, FuncDecl *func) {
    bool checks_all = cxx->opt.check_all;
    if (checks_all) vec_push(xa(cxx), &cxx->decls->checks.parts, &func->d);
    if (!func->body.defined || func->written.deleted || func->written.defaulted) return;
    bool main_file = func->d.flags & DF_IN_MAIN_FILE;
    if (is_root(cxx, func))
        cxx_need(cxx, &func->d);
    else if (checks_all || (main_file && is_device(cxx, &func->d)))
        vec_push(xa(cxx), &cxx->decls->checks.functions, func);
}

// Device variables are needed where somebody may use them: host code, or the main file that defines
// them. Host variables are only checked; one that is declared in its class has its initialiser
// there.
static void consider_variable(Cxx *cxx, VarDecl *var) {
    bool device = cxx_device_storage(&var->d), main_file = var->d.flags & DF_IN_MAIN_FILE;
    if (var->fn) return;
    if (device && (host_may_use(cxx, var) || (var->defined && main_file))) {
        cxx_need(cxx, &var->d);
        return;
    }
    if (!cxx->opt.check_all) return;
    bool checked = var->defined ? !device : var->init_style != INIT_NONE;
    if (checked) vec_push(xa(cxx), &cxx->decls->checks.vars, var);
}

// An elaborated declaration of a namespace or class: a root, or checked, or neither.
static void consider(Cxx *cxx, Decl *decl) {
    if (!decl || (decl->flags & DF_INVALID)) return;
    switch (decl->kind) {
    case D_FUNC: consider_function(cxx, (FuncDecl *)decl); return;
    case D_TYPEDEF: check_unnamed(cxx, decl->type); return;
    case D_VAR:
        check_unnamed(cxx, decl->type);
        consider_variable(cxx, (VarDecl *)decl);
        return;
    case D_FIELD:
        check_unnamed(cxx, decl->type);
        if (cxx->opt.check_all) vec_push(xa(cxx), &cxx->decls->checks.parts, decl);
        return;
    case D_CLASS:
        if (decl->flags & DF_IN_MAIN_FILE || cxx->opt.check_all)
            check_class(cxx, (ClassDecl *)decl);
        return;
    case D_ENUM:
        if (cxx->opt.check_all) cxx_enum_complete(cxx, (EnumDecl *)decl);
        return;
    default: return;
    }
}

// Whether the entry stands in the main file.
static bool in_main(Cxx *cxx, const IndexEntry *e) {
    return cxx_in_main_file(cxx, cxx->tokens->at[e->begin].pos);
}

// Of a header, but host code or other units may use it: a variable, by the runtime; a function that
// is no unit's own.
static bool for_others(Cxx *cxx, const IndexEntry *index_entry) {
    enum { NO_VARIABLE = IX_FUNCTION | IX_CONSTEXPR | IX_TYPEDEF, OWN = IX_STATIC | IX_CONSTEXPR };
    if (!(index_entry->flags & IX_DEVICE)) return false;
    if (index_entry->form == IXF_SIMPLE)
        return cxx->opt.host_program && !(index_entry->flags & NO_VARIABLE);
    if (!cxx->opt.keep_functions || index_entry->form != IXF_FUNC_DEF) return false;
    if (index_entry->flags & OWN) return false;
    for (uint32_t i = index_entry->begin; i < index_entry->order; i++) {
        if (cxx->tokens->at[i].kind == T_KW_INLINE) return false;
    }
    return true;
}

// Whether the entry may hold device code that is a root or is checked: then it is elaborated.
static bool entry_interesting(Cxx *cxx, const IndexEntry *e) {
    if (cxx->opt.check_all || e->flags & IX_KERNEL) return true;
    // unmarked functions are for the device with --default-device
    bool by_default =
        cxx->opt.default_device && e->form == IXF_FUNC_DEF && !(e->flags & (IX_HOST | IX_DEVICE));
    if (!(e->flags & IX_DEVICE) && !by_default) return false;
    return in_main(cxx, e) || for_others(cxx, e); // of headers: only what is reached
}

// [class.virtual]/16, [class.dtor]/7: an implicit destructor that overrides another is not deleted,
// neither by what a part lacks nor because nothing can free the object.
static void check_destructor(Cxx *cxx, ClassDecl *cls) {
    cxx_class_specials(cxx, cls);
    FuncDecl *own = cls->members.dtor, *over = NULL;
    for (uint32_t i = 0; i < cls->members.nbase && !over; i++) {
        ClassDecl *base = cls->members.base[i].cls;
        if (!base || !base->table.polymorphic) continue;
        cxx_class_specials(cxx, base);
        if (base->members.dtor && base->members.dtor->is_virtual &&
            !base->members.dtor->written.deleted)
            over = base->members.dtor;
    }
    if (!own || !over || !(own->is_implicit || own->written.defaulted)) return;
    bool deleted = own->written.deleted;
    if (!deleted) {
        DiagTrap trap;
        diag_trap_push(cxx->ctx, &trap);
        Parse p = cxx_parse_at(cxx, cls->d.order, cls->d.order, cls->inner, cls->env);
        const FuncDecl *f = cxx_find_dealloc(&p, cls->d.type, false, false, cls->d.pos);
        diag_trap_pop(cxx->ctx, &trap);
        deleted = !f || f->written.deleted;
    }
    if (deleted) CXX_DIAG(cxx, d_override_deleted, cls->d.pos, &own->d, &over->d);
}

// Members of the union with initialisers, those of anonymous unions in it included, which at most
// one may have [class.mem]/10. (Of its own ones more are told where they stand.)
static uint32_t initialized(const ClassDecl *cls) {
    uint32_t own = 0, inner = 0;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *f = cls->members.fields.at[i];
        bool nested =
            f->anonymous && f->d.type->kind == TY_CLASS && f->d.type->u.cls->tag == CT_UNION;
        own |= f->init_style != 0;
        if (nested) inner += initialized(f->d.type->u.cls);
    }
    return own + inner;
}

// Device member functions defined in the classes of the main file.
static void check_class(Cxx *cxx, ClassDecl *cls) {
    // seen: an ill-formed class can be its own member
    bool instance =
        cls->env || (cls->inst.tmpl && !(cls->inst.explicit_spec && cxx->opt.check_all));
    if (instance || !cls->written.defined || cls->memo.roots_seen) return;
    cls->memo.roots_seen = true;
    if (!cxx_class_complete(cxx, cls, cls->d.pos) || !cls->inner->index) return;
    if (cls->table.polymorphic) cxx_class_vtable(cxx, cls); // what it overrides
    if (cls->table.polymorphic && cxx->opt.check_all) check_destructor(cxx, cls);
    if (cxx->opt.check_all) cxx_class_layout(cxx, cls, cls->d.pos);
    if (cls->tag == CT_UNION && cxx->opt.check_all && initialized(cls) > 1)
        CXX_DIAG(cxx, d_union_inits, cls->d.pos);
    Scope *scope = cls->inner;
    for (uint32_t i = 0; i < scope->index->e.n; i++) {
        IndexEntry *index_entry = &scope->index->e.at[i];
        if (index_entry->group != i) continue;
        if (index_entry->flags & IX_TEMPLATE) { // what a friend declares is a namespace's
            bool wanted = cxx->opt.check_all && index_entry->flags & IX_FRIEND &&
                          !cxx_has_headers(cxx, index_entry);
            if (wanted && !scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
            continue;
        }
        bool friend_ = index_entry->flags & IX_FRIEND && !(index_entry->flags & IX_KERNEL);
        bool no_code = index_entry->flags & IX_TYPEDEF || friend_;
        if (no_code && !cxx->opt.check_all) continue;
        if (index_entry->form == IXF_CLASS) {
            if (!scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
            Decl *d = scope->elab[i];
            if (d && d->kind == D_CLASS && d->scope == scope) check_class(cxx, (ClassDecl *)d);
            continue;
        }
        if (!entry_interesting(cxx, index_entry)) continue;
        if (!scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
        for (uint32_t k = i; k < scope->index->e.n && scope->index->e.at[k].group == i; k++) {
            const Decl *d = scope->elab[k];
            if (d && d->kind == D_FUNC && ((const FuncDecl *)d)->written.defaulted &&
                cxx->opt.check_all)
                cxx_class_specials(cxx, cls); // whether it can be
            consider(cxx, scope->elab[k]);
        }
    }
}

// Whether a definition outside of its class can be device code (a filter for cxx_member_defs_all).
static bool want_def(Cxx *cxx, MemberDef *m) {
    if (cxx->opt.check_all || (m->flags & (IX_KERNEL | IX_DEVICE))) return true;
    return cxx->opt.default_device && m->is_func && !(m->flags & IX_HOST);
}

// The other declarations in the main file of a name that is declared for the device: what they lack
// of its marks is said. `seen`: the names that had their turn.
static void declared_again(Cxx *cxx, Scope *scope, const IndexEntry *index_entry, Map *seen) {
    if (!(index_entry->flags & IX_DEVICE) || !index_entry->name || !in_main(cxx, index_entry))
        return;
    void **slot = map_slot(seen, index_entry->name);
    if (*slot) return;
    *slot = cxx;
    Index *ix = scope->index;
    for (uint32_t k = (uint32_t)(uintptr_t)map_get(&ix->by_name, index_entry->name); k;) {
        IndexEntry *o = &ix->e.at[k - 1];
        bool plain = is_any_of(o->form, IXF_SIMPLE, IXF_FUNC_DEF);
        if (plain && !(o->flags & (IX_TEMPLATE | IX_FRIEND | IX_TYPEDEF)) && in_main(cxx, o))
            cxx_elaborate_entry(cxx, scope, k - 1);
        k = o->next;
    }
}

// An explicit specialization of a function or of a member function: a function like others.
static void consider_specialization(Cxx *cxx, Scope *scope, uint32_t i) {
    const IndexEntry *e = &scope->index->e.at[i];
    if (!(e->flags & IX_SPECIALIZATION) || !in_main(cxx, e) || !entry_interesting(cxx, e)) return;
    Decl *d;
    if (e->form == IXF_OUT_OF_CLASS) {
        d = cxx_outside_decl(cxx, scope, i);
    } else {
        cxx_elaborate_entry(cxx, scope, i);
        d = scope->elab[i];
    }
    if (d && d->kind == D_FUNC && ((FuncDecl *)d)->inst.explicit_spec) consider(cxx, d);
}

// Of the host's library the declarations (`extern template class basic_string<char>`) say nothing
// about kernels, and there are many. What is wrong with others is the host compiler's to say.
static void explicit_instantiation(Cxx *cxx, Scope *scope, uint32_t i) {
    const IndexEntry *index_entry = &scope->index->e.at[i];
    if (cxx->tokens->at[index_entry->begin].kind != T_KW_EXTERN) {
        cxx_elaborate_entry(cxx, scope, i);
        return;
    }
    for (const Scope *o = scope; o; o = o->parent) {
        if (cxx->std_ns && o == cxx->std_ns->inner) return;
    }
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = !cxx->opt.check_all;
    trap.hard = cxx->opt.check_all;
    cxx_elaborate_entry(cxx, scope, i);
    diag_trap_pop(cxx->ctx, &trap);
}

// The roots among a namespace's declarations, in their order. Only what is marked for the device
// (or all, with --check-all) is elaborated.
static void roots_of_namespace(Cxx *cxx, Scope *scope) {
    Index *ix = scope->index;
    Map again;
    map_init(&again, xa(cxx));
    for (uint32_t i = 0; ix && i < ix->e.n; i++) {
        IndexEntry *index_entry = &ix->e.at[i];
        if (index_entry->group != i) continue; // one visit per declaration
        switch (index_entry->form) {
        case IXF_EXPLICIT_INST: explicit_instantiation(cxx, scope, i); continue;
        case IXF_OUT_OF_CLASS: consider_specialization(cxx, scope, i); continue;
        case IXF_STATIC_ASSERT:
            if (in_main(cxx, index_entry)) cxx_elaborate_entry(cxx, scope, i);
            continue;
        default: break;
        }
        bool spec_kernel =
            (index_entry->flags & IX_SPECIALIZATION) && (index_entry->flags & IX_KERNEL);
        if ((index_entry->flags & IX_TEMPLATE) && !spec_kernel) {
            bool kernel = index_entry->flags & IX_KERNEL && in_main(cxx, index_entry);
            if (kernel && index_entry->name)
                cxx_elaborate_name(cxx, scope, index_entry->name); // its other declarations too
            if (kernel || cxx->opt.check_all) cxx_elaborate_entry(cxx, scope, i);
            if (index_entry->form == IXF_FUNC_DEF) consider_specialization(cxx, scope, i);
            continue;
        }
        bool cls = index_entry->form == IXF_CLASS && in_main(cxx, index_entry);
        if (!cls && !entry_interesting(cxx, index_entry)) continue;
        cxx_elaborate_entry(cxx, scope, i);
        declared_again(cxx, scope, index_entry, &again);
        for (uint32_t k = i; k < ix->e.n && ix->e.at[k].group == i; k++)
            consider(cxx, scope->elab[k]);
    }
}

// All roots: of namespaces, and members defined outside of their classes.
static void unit_roots(Cxx *cxx) {
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++) {
        roots_of_namespace(cxx, cxx->decls->index.namespaces.at[i]);
    }
    cxx_member_defs_all(cxx, want_def);
    for (uint32_t i = 0; i < cxx->decls->checks.outside.n; i++)
        consider(cxx, cxx->decls->checks.outside.at[i]);
}

// The virtual members of an instance are instantiated with its constructor [temp.inst]/11.
static void check_virtuals(Cxx *cxx, const FuncDecl *func, Map *seen) {
    ClassDecl *cls = func->kind == FK_CTOR ? func->cls : NULL;
    if (!cls || !cls->env || !cls->table.polymorphic || !cxx_in_main_file(cxx, cls->d.pos)) return;
    cxx_class_vtable(cxx, cls);
    for (uint32_t i = 0; i < cls->table.finals.n; i++) {
        FuncDecl *v = cls->table.finals.at[i];
        if (v->pure || v->written.deleted || !v->d.env || map_get(seen, v->d.id)) continue;
        map_put(seen, v->d.id, v);
        if (v->d.flags & DF_IN_MAIN_FILE && cxx_func_find_body(cxx, v))
            vec_push(xa(cxx), &cxx->decls->checks.functions, v);
    }
}

// Whether a used function has a body of this file: written, or implicit for a class of this file.
static bool is_checked(Cxx *cxx, FuncDecl *func) {
    if (func->is_implicit && func->cls && (!cxx_is_special(func) || func->cls->members.anon_member))
        return false; // inherited, or of an anonymous member
    if (func->is_implicit && func->cls)
        return !func->written.deleted && cxx_in_main_file(cxx, func->cls->d.pos);
    return func->d.flags & DF_IN_MAIN_FILE && cxx_func_find_body(cxx, func);
}

// With --check-all: what a function of this file uses that is itself not needed as code is needed
// if it is a kernel, and checked if it is another instance or lambda of this file.
static void check_used(Cxx *cxx, FuncDecl *func, Map *seen) {
    for (uint32_t i = 0; i < func->body.uses.n; i++) {
        Decl *d = func->body.uses.at[i];
        if (d->flags & DF_USED || map_get(seen, d->id)) continue;
        map_put(seen, d->id, d);
        if (d->kind == D_VAR && d->env && d->flags & DF_IN_MAIN_FILE && !((VarDecl *)d)->fn &&
            (((VarDecl *)d)->init_style || cxx_var_find_def(cxx, (VarDecl *)d)))
            vec_push(xa(cxx), &cxx->decls->checks.vars, (VarDecl *)d);
        if (d->kind != D_FUNC) continue;
        check_virtuals(cxx, (const FuncDecl *)d, seen);
        if (d->cuda & CU_GLOBAL)
            cxx_need(cxx, d);
        else if (is_checked(cxx, (FuncDecl *)d))
            vec_push(xa(cxx), &cxx->decls->checks.functions, (FuncDecl *)d);
    }
}

// What was used since cxx->work had n and cxx->work_vars nv entries is checked with all else and
// needs no code, except kernels and device variables.
static void unneeded_since(Cxx *cxx, uint32_t n, uint32_t nv) {
    uint32_t keep = n, keep_vars = nv;
    for (uint32_t k = n; k < cxx->work.n; k++) {
        FuncDecl *f = cxx->work.at[k];
        if (f->d.cuda & CU_GLOBAL)
            cxx->work.at[keep++] = f;
        else
            f->d.flags &= ~(uint32_t)DF_USED;
    }
    for (uint32_t k = nv; k < cxx->work_vars.n; k++) {
        VarDecl *w = cxx->work_vars.at[k];
        if (cxx_device_storage(&w->d))
            cxx->work_vars.at[keep_vars++] = w;
        else
            w->d.flags &= ~(uint32_t)DF_USED;
    }
    cxx->work.n = keep;
    cxx->work_vars.n = keep_vars;
}

// The instances of this file among n functions that are used are checked, too.
static void check_instances(Cxx *cxx, FuncDecl *const *func, uint32_t n, Map *seen) {
    for (uint32_t i = 0; i < n; i++) {
        FuncDecl *f = func[i];
        if (map_get(seen, f->d.id)) continue;
        map_put(seen, f->d.id, f);
        check_virtuals(cxx, f, seen);
        if ((f->d.env || f->is_implicit) && is_checked(cxx, f))
            vec_push(xa(cxx), &cxx->decls->checks.functions, f);
    }
}

// The initialisers of host variables.
static void check_vars(Cxx *cxx, Map *seen) {
    for (uint32_t i = 0; i < cxx->decls->checks.vars.n; i++) {
        VarDecl *var = cxx->decls->checks.vars.at[i];
        if (var->d.flags & (DF_USED | DF_INVALID)) continue;
        uint32_t n = cxx->work.n, nv = cxx->work_vars.n, uses = cxx->decls->host.uses.n;
        cxx_var_init(cxx, var);
        use_value(cxx, var);
        for (uint32_t k = n; k < cxx->work.n; k++)
            vec_push(xa(cxx), &cxx->decls->checks.init_uses, cxx->work.at[k]);
        check_instances(cxx, cxx->work.at + n, cxx->work.n - n, seen);
        check_instances(cxx, cxx->decls->host.uses.at + uses, cxx->decls->host.uses.n - uses, seen);
        unneeded_since(cxx, n, nv);
        finish_classes(cxx);
    }
}

// What only such parts use is no use by host code.
static void forget_host_uses(Cxx *cxx, uint32_t n) {
    for (uint32_t i = n; i < cxx->decls->host.uses.n; i++)
        map_put(&cxx->decls->host.used, cxx->decls->host.uses.at[i]->d.id, NULL);
    cxx->decls->host.uses.n = n;
}

// Exception specifications, default arguments and default member initialisers that nothing used.
static void check_parts(Cxx *cxx) {
    for (uint32_t i = 0; i < cxx->decls->checks.parts.n; i++) {
        uint32_t n = cxx->work.n, nv = cxx->work_vars.n, uses = cxx->decls->host.uses.n;
        cxx_check_parts(cxx, cxx->decls->checks.parts.at[i]);
        unneeded_since(cxx, n, nv);
        forget_host_uses(cxx, uses);
        finish_classes(cxx);
    }
}

// The members of classes in the bodies that were parsed; theirs are checked in turn.
static void check_local_classes(Cxx *cxx, uint32_t *next) {
    for (; cxx->opt.check_all && *next < cxx->decls->checks.local_classes.n; (*next)++) {
        ClassDecl *c = cxx->decls->checks.local_classes.at[*next];
        if (!c->closure.is && !c->members.unbound && cxx_in_main_file(cxx, c->d.pos))
            check_class(cxx, c);
    }
}

// ---- the unit ----------------------------------------------------------------------------------

// Kernels that host code launches, until no new device code leads to new host code.
static void host_launches(Cxx *cxx) {
    CxxHost *h = cxx_host_new(cxx);
    while (cxx_host_launches(h)) drain(cxx);
    cxx_host_warn(h);
}

// Host functions that name device code: what the rules say of them is known when they are read.
static void read_for_rules(Cxx *cxx) {
    if (!cxx->opt.host_rules || cxx->opt.check_all) return;
    uint32_t nwork = cxx->work.n, nvars = cxx->work_vars.n;
    cxx_host_read_for_rules(cxx);
    unneeded_since(cxx, nwork, nvars);
}

// The members of explicit specializations of class templates. Last: a specialization that is
// completed before its uses are read would not be told to stand behind one.
static void check_specializations(Cxx *cxx) {
    for (uint32_t k = 0; cxx->opt.check_all && k < cxx->decls->index.namespaces.n; k++) {
        Scope *scope = cxx->decls->index.namespaces.at[k];
        for (uint32_t i = 0; scope->index && i < scope->index->e.n && i < scope->nelab; i++) {
            Decl *d = scope->index->e.at[i].flags & IX_TEMPLATE ? scope->elab[i] : NULL;
            if (d && d->kind == D_CLASS && in_main(cxx, &scope->index->e.at[i]))
                check_class(cxx, (ClassDecl *)d);
        }
    }
}

// Functions that need no code, from *next on; what they use may add to them.
static void check_bodies(Cxx *cxx, uint32_t *next, uint32_t *local, Map *seen) {
    for (; *next < cxx->decls->checks.functions.n; ++*next) {
        FuncDecl *f = cxx->decls->checks.functions.at[*next];
        if (!(f->d.flags & DF_USED)) cxx_func_body(cxx, f);
        if (cxx->opt.check_all && !(f->d.flags & DF_USED)) check_used(cxx, f, seen);
        check_local_classes(cxx, local);
        finish_classes(cxx);
    }
}

// Needed code first, then what is only checked: what is checked can need kernels, so the unit is
// drained again at the end. Templates come last, for nothing of them is kept.
void cxx_run(Cxx *cxx) {
    unit_roots(cxx);
    drain(cxx);
    cxx->decls->host.phase = true;
    if (!cxx->opt.check_all) host_launches(cxx);
    drain(cxx);
    read_for_rules(cxx);
    uint32_t local = 0;
    Map seen;
    map_init(&seen, xa(cxx));
    for (uint32_t i = 0; cxx->opt.check_all && i < cxx->decls->host.uses.n; i++) {
        vec_push(xa(cxx), &cxx->decls->checks.functions, cxx->decls->host.uses.at[i]);
    }
    uint32_t checked = 0;
    check_bodies(cxx, &checked, &local, &seen);
    check_specializations(cxx);
    check_vars(cxx, &seen);
    check_bodies(cxx, &checked, &local, &seen);
    check_parts(cxx);
    if (cxx->opt.check_all)
        host_launches(cxx); // what was read above keeps the errors it has reported
    drain(cxx);
    if (cxx->hooks.finish) cxx->hooks.finish(cxx);
    cxx_warn_unused(cxx);
    cxx_check_templates(cxx);
}

void cxx_host_reaches(Cxx *cxx, FuncDecl *const *f, uint32_t n, Map *reached) {
    cxx_host_calls(cxx_host_new(cxx), f, n, reached);
    drain(cxx);
}
