// SPDX-License-Identifier: Apache-2.0
// Which code the translation unit needs [design, decisions 1 and 2]: kernels, device variables and
// explicit instantiations of the unit, and what they reach; device functions of the main file are
// checked as well. What host code launches: check/host.c.
//
// Three lists grow while they are worked through: what is needed (cxx->work, cxx->work_vars: it
// becomes code), what is only checked (checks.functions, checks.vars, checks.parts), and classes
// that were completed meanwhile. A declaration is in the first at most once (DF_USED), so that all
// ends.
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
void cxx_need(Cxx *cxx, Decl *needed) {
    if (!needed || (needed->flags & (DF_USED | DF_INVALID))) return;
    if (needed->kind == D_FUNC && cxx_instantiated_elsewhere((FuncDecl *)needed)) return;
    needed->flags |= DF_USED;
    if (needed->kind == D_FUNC)
        vec_push(xa(cxx), &cxx->work, (FuncDecl *)needed);
    else if (needed->kind == D_VAR)
        vec_push(xa(cxx), &cxx->work_vars, (VarDecl *)needed);
}

// What device code that is needed uses.
static void need_used(Cxx *cxx, Decl *needed) {
    if (!cxx_left_to_host(cxx, needed)) cxx_need(cxx, needed);
}

// Objects of that type (or elements) are destroyed.
static void need_dtor_of(Cxx *cxx, Type *ended) {
    while (ty_is_array(ended)) ended = ended->u.array.elem;
    FuncDecl *d = ended->kind == TY_CLASS ? cxx_find_dtor(cxx, ended) : NULL;
    if (d && !d->written.deleted) need_used(cxx, &d->d);
}

static bool has_virtual_dtor(const ClassDecl *cls) {
    return cls->members.dtor && cls->members.dtor->is_virtual;
}

// Whether device code can call it through a table: a deleted one cannot be, a host one is not code.
static bool device_can_call(const Cxx *cxx, const FuncDecl *func) {
    return !func->written.deleted && (func->d.cuda & CU_DEVICE || cxx->opt.default_device);
}

// What a virtual destructor frees the object with [class.dtor]/16.
static void need_dealloc(Cxx *cxx, ClassDecl *cls) {
    if (!has_virtual_dtor(cls) || cls->table.dealloc) return;
    Parse p = cxx_parse_at(cxx, cls->d.order, cls->d.order, cls->inner, cls->env);
    FuncDecl *dealloc = cxx_find_dealloc(&p, cls->d.type, false, false, cls->members.dtor->d.pos);
    if (!dealloc || !device_can_call(cxx, dealloc)) return;
    cls->table.dealloc = dealloc;
    cxx_need(cxx, &dealloc->d);
}

// The functions in the table of func's class. They are instantiated because of func: that bounds
// what calls for itself.
static void need_virtuals(Cxx *cxx, ClassDecl *cls, FuncDecl *func) {
    CxxInst inst;
    if (!cxx_inst_push(cxx, &inst, &func->d, func->d.pos)) return;
    cxx_class_vtable(cxx, cls);
    for (uint32_t i = 0; i < cls->table.finals.n; i++) {
        FuncDecl *final = cls->table.finals.at[i];
        if (final->pure || !device_can_call(cxx, final)) continue;
        cxx_inst_note(cxx, &final->d, func->d.pos);
        cxx_need(cxx, &final->d);
    }
    need_dealloc(cxx, cls);
    cxx_inst_pop(cxx, &inst);
}

// What a constructor or destructor reaches without naming it.
static void implied_by(Cxx *cxx, FuncDecl *func) {
    ClassDecl *cls = func->cls;
    if (!cls || !is_any_of(func->kind, FK_CTOR, FK_DTOR)) return;
    if (cls->table.polymorphic) need_virtuals(cxx, cls, func); // it sets the table
    if (func->kind != FK_DTOR) return;

    // a destructor calls those of bases and members [class.dtor]/14; the layout finds virtual bases
    cxx_class_layout(cxx, cls, func->d.pos);
    const ClassMembers *members = &cls->members;
    for (uint32_t i = 0; i < members->nbase; i++) need_dtor_of(cxx, members->base[i].type);
    for (uint32_t i = 0; i < members->vbases.n; i++) need_dtor_of(cxx, members->vbases.at[i].type);
    for (uint32_t i = 0; i < members->fields.n; i++)
        need_dtor_of(cxx, members->fields.at[i]->d.type);
}

// static_asserts of classes completed since the last call. A template's own body is completed, too,
// where one member of it is looked for: that has no instance's bases (check/template_check.c reads
// it).
static void finish_classes(Cxx *cxx) {
    while (cxx->decls->checks.ncompleted < cxx->decls->checks.completed.n) {
        ClassDecl *c = cxx->decls->checks.completed.at[cxx->decls->checks.ncompleted++];
        if (!c->members.unbound) cxx_finish_class(cxx, c);
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

// The next step of what is needed; false: all is done.
static bool elaborate_next(Cxx *cxx) {
    struct DeclState *state = cxx->decls;
    if (state->checks.nlate < state->checks.late.n)
        need_used(cxx, state->checks.late.at[state->checks.nlate++]);
    else if (cxx->work_done < cxx->work.n)
        elaborate_function(cxx, cxx->work.at[cxx->work_done++]);
    else if (cxx->work_vars_done < cxx->work_vars.n)
        elaborate_variable(cxx, cxx->work_vars.at[cxx->work_vars_done++]);
    else
        return false;
    return true;
}

// Elaborates bodies and initialisers until nothing new is needed.
static void drain(Cxx *cxx) {
    while (elaborate_next(cxx)) finish_classes(cxx);
}

// ---- roots of the unit -------------------------------------------------------------------------

static bool is_device(const Cxx *cxx, const Decl *asked) {
    if (asked->cuda & (CU_DEVICE | CU_GLOBAL)) return true;
    return cxx->opt.default_device && !(asked->cuda & CU_HOST);
}

// Other units may call it (--device-c): no instance of a template, which they make themselves.
static bool is_exported(const Cxx *cxx, const FuncDecl *func) {
    bool instance = func->inst.tmpl || (func->cls && (func->cls->inst.tmpl || func->cls->env));
    bool own = func->d.linkage == LK_INTERNAL || (func->cls && func->cls->written.is_local);
    return is_device(cxx, &func->d) && !(func->d.flags & DF_INLINE) && !instance && !own;
}

// Host code reads and writes device variables through the runtime, those of headers too; one that
// is constant has nothing to write. An extern one is only then another unit's when there are
// others.
static bool host_may_use(const Cxx *cxx, const VarDecl *var) {
    bool of_other_unit = cxx_links_units(&cxx->opt) && !var->defined;
    if (!cxx->opt.host_program || of_other_unit) return false;
    return (var->d.flags & DF_IN_MAIN_FILE) || !(var->d.type->quals & Q_CONST);
}

static void check_class(Cxx *cxx, ClassDecl *cls);

// Closures and classes of bodies are read with the function that they stand in.
static bool is_unnamed_class(const ClassDecl *cls) {
    return !cls->d.name && !cls->closure.is && !cls->written.is_local;
}

// The class without name that a declaration's specifiers define: no entry of the index leads to it.
static void check_unnamed(Cxx *cxx, Type *written) {
    if (!cxx->opt.check_all) return;
    while (written && (ty_is_array(written) || written->kind == TY_PTR))
        written = ty_is_array(written) ? written->u.array.elem : written->u.ptr.to;
    bool is_class = written && written->kind == TY_CLASS;
    if (is_class && is_unnamed_class(written->u.cls)) check_class(cxx, written->u.cls);
}

// Whether a defined function is code of the unit whoever calls it: a kernel, one kept by its
// attribute, one that other units may call.
static bool is_root(const Cxx *cxx, const FuncDecl *func) {
    if (func->d.cuda & CU_GLOBAL) return true;
    if (func->d.flags & DF_USED_ATTR && is_device(cxx, &func->d)) return true;
    return cxx->opt.keep_functions && is_exported(cxx, func);
}

static bool has_written_body(const FuncDecl *func) {
    return func->body.defined && !func->written.deleted && !func->written.defaulted;
}

// A root is needed; a device function of the main file is checked, for its errors are its author's.
static void consider_function(Cxx *cxx, FuncDecl *func) {
    bool checks_all = cxx->opt.check_all;
    if (checks_all) vec_push(xa(cxx), &cxx->decls->checks.parts, &func->d);
    if (!has_written_body(func)) return;
    bool main_file = func->d.flags & DF_IN_MAIN_FILE;
    if (is_root(cxx, func))
        cxx_need(cxx, &func->d);
    else if (checks_all || (main_file && (is_device(cxx, &func->d) || cxx->opt.jit)))
        vec_push(xa(cxx), &cxx->decls->checks.functions, func);
}

// Device variables are needed where somebody may use them: host code, or the main file that defines
// them. Host variables are only checked; one that is declared in its class has its initialiser
// there.
static void consider_variable(Cxx *cxx, VarDecl *var) {
    if (var->fn) return; // a static variable of a function: needed with it
    bool device = cxx_device_storage(&var->d);
    bool defined_here = var->defined && var->d.flags & DF_IN_MAIN_FILE;
    if (device && (defined_here || host_may_use(cxx, var))) {
        cxx_need(cxx, &var->d);
        return;
    }

    if (!cxx->opt.check_all) return;
    bool checked = var->defined ? !device : var->init_style != INIT_NONE;
    if (checked) vec_push(xa(cxx), &cxx->decls->checks.vars, var);
}

// An elaborated declaration of a namespace or class: a root, or checked, or neither.
static void consider(Cxx *cxx, Decl *elaborated) {
    if (!elaborated || (elaborated->flags & DF_INVALID)) return;
    switch (elaborated->kind) {
    case D_FUNC: consider_function(cxx, (FuncDecl *)elaborated); return;
    case D_TYPEDEF: check_unnamed(cxx, elaborated->type); return;
    case D_VAR:
        check_unnamed(cxx, elaborated->type);
        consider_variable(cxx, (VarDecl *)elaborated);
        return;
    case D_FIELD:
        check_unnamed(cxx, elaborated->type);
        if (cxx->opt.check_all) vec_push(xa(cxx), &cxx->decls->checks.parts, elaborated);
        return;
    case D_CLASS:
        if (elaborated->flags & DF_IN_MAIN_FILE || cxx->opt.check_all)
            check_class(cxx, (ClassDecl *)elaborated);
        return;
    case D_ENUM:
        if (cxx->opt.check_all) cxx_enum_complete(cxx, (EnumDecl *)elaborated);
        return;
    default: return;
    }
}

// Whether the entry stands in the main file.
static bool in_main(Cxx *cxx, const IndexEntry *e) {
    return cxx_in_main_file(cxx, cxx->tokens->at[e->begin].pos);
}

// Whether `inline` stands among the specifiers of a function's definition.
static bool is_written_inline(const Cxx *cxx, const IndexEntry *entry) {
    for (uint32_t i = entry->begin; i < entry->order; i++) {
        if (cxx->tokens->at[i].kind == T_KW_INLINE) return true;
    }
    return false;
}

// Of a header, but host code or other units may use it: a variable, by the runtime; a function that
// is no unit's own.
static bool for_others(Cxx *cxx, const IndexEntry *entry) {
    enum { NO_VARIABLE = IX_FUNCTION | IX_CONSTEXPR | IX_TYPEDEF, OWN = IX_STATIC | IX_CONSTEXPR };
    if (!(entry->flags & IX_DEVICE)) return false;
    if (entry->form == IXF_SIMPLE) return cxx->opt.host_program && !(entry->flags & NO_VARIABLE);

    bool kept_function = cxx->opt.keep_functions && entry->form == IXF_FUNC_DEF;
    return kept_function && !(entry->flags & OWN) && !is_written_inline(cxx, entry);
}

// Marked for the device; unmarked functions are for it with --default-device.
static bool is_for_device(const Cxx *cxx, const IndexEntry *entry) {
    if (entry->flags & IX_DEVICE) return true;
    bool unmarked_function = entry->form == IXF_FUNC_DEF && !(entry->flags & IX_HOST);
    return cxx->opt.default_device && unmarked_function;
}

// A function or variable of the main file that is not for the device: wrong with NVRTC.
static bool lacks_marks(Cxx *cxx, const IndexEntry *entry) {
    bool object = is_any_of(entry->form, IXF_SIMPLE, IXF_FUNC_DEF) && !(entry->flags & IX_TYPEDEF);
    return cxx->opt.jit && object && !(entry->flags & IX_DEVICE) && in_main(cxx, entry);
}

// Whether an entry of that name is marked for the device and none of the toolkit's.
static bool find_marked(Cxx *cxx, const Index *searched, Atom name) {
    for (uint32_t k = (uint32_t)(uintptr_t)map_get(&searched->by_name, name); k;) {
        const IndexEntry *entry = &searched->e.at[k - 1];
        bool marked = entry->flags & IX_DEVICE;
        if (marked && !cxx_in_system_header(cxx, cxx->tokens->at[entry->begin].pos)) return true;
        k = entry->next;
    }
    return false;
}

// The same of a scope, looked up once for each name.
static bool names_device(Cxx *cxx, const Scope *searched, Atom name) {
    enum { UNKNOWN, NO, YES };
    Index *index = searched->index;
    if (!index || !name) return false;
    void **known = map_slot(&index->marked, name);
    if ((uintptr_t)*known == UNKNOWN)
        *known = (void *)(uintptr_t)(find_marked(cxx, index, name) ? YES : NO);
    return (uintptr_t)*known == YES;
}

// A function of the main file without marks that another declaration marks: it is device code.
static bool is_marked_elsewhere(Cxx *cxx, const Scope *home, const IndexEntry *entry) {
    bool function = entry->form == IXF_FUNC_DEF && !(entry->flags & IX_TEMPLATE);
    return function && in_main(cxx, entry) && names_device(cxx, home, entry->name);
}

// Whether the entry may hold device code that is a root or is checked: then it is elaborated.
static bool entry_interesting(Cxx *cxx, const IndexEntry *entry) {
    if (cxx->opt.check_all || entry->flags & IX_KERNEL) return true;
    if (lacks_marks(cxx, entry)) return true;
    if (!is_for_device(cxx, entry)) return false;
    return in_main(cxx, entry) || for_others(cxx, entry); // of headers: only what is reached
}

// ---- classes -----------------------------------------------------------------------------------

// The virtual destructor of a base class, the first that can be called; or NULL.
static FuncDecl *overridden_dtor(Cxx *cxx, const ClassDecl *cls) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *base = cls->members.base[i].cls;
        if (!base || !base->table.polymorphic) continue;
        cxx_class_specials(cxx, base);
        FuncDecl *dtor = base->members.dtor;
        if (has_virtual_dtor(base) && !dtor->written.deleted) return dtor;
    }
    return NULL;
}

// Whether there is an operator delete for objects of the class. What is wrong with looking it up is
// said where an object is destroyed.
static bool can_be_freed(Cxx *cxx, ClassDecl *cls) {
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Parse p = cxx_parse_at(cxx, cls->d.order, cls->d.order, cls->inner, cls->env);
    const FuncDecl *dealloc = cxx_find_dealloc(&p, cls->d.type, false, false, cls->d.pos);
    diag_trap_pop(cxx->ctx, &trap);
    return dealloc && !dealloc->written.deleted;
}

// [class.virtual]/16, [class.dtor]/7: an implicit destructor that overrides another is not deleted,
// neither by what a part lacks nor because nothing can free the object.
static void check_destructor(Cxx *cxx, ClassDecl *cls) {
    cxx_class_specials(cxx, cls);
    const FuncDecl *own = cls->members.dtor, *over = overridden_dtor(cxx, cls);
    if (!own || !over) return;
    bool by_compiler = own->is_implicit || own->written.defaulted;
    if (!by_compiler) return;
    if (own->written.deleted || !can_be_freed(cxx, cls))
        CXX_DIAG(cxx, d_override_deleted, cls->d.pos, &own->d, &over->d);
}

static bool is_anonymous_union(const FieldDecl *field) {
    const Type *type = field->d.type;
    return field->anonymous && type->kind == TY_CLASS && type->u.cls->tag == CT_UNION;
}

// Members of the union with initialisers, those of anonymous unions in it included, which at most
// one may have [class.mem]/10. (Of its own ones more are told where they stand.)
static uint32_t initialized(const ClassDecl *cls) {
    uint32_t own = 0, inner = 0;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *field = cls->members.fields.at[i];
        own |= field->init_style != 0;
        if (is_anonymous_union(field)) inner += initialized(field->d.type->u.cls);
    }
    return own + inner;
}

// Of an instance the template is checked; an explicit specialization has members of its own, which
// --check-all reads.
static bool is_instance(const Cxx *cxx, const ClassDecl *cls) {
    bool reads_specialization = cls->inst.explicit_spec && cxx->opt.check_all;
    return cls->env || (cls->inst.tmpl && !reads_specialization);
}

// What is wrong with the class as a whole.
static void check_class_itself(Cxx *cxx, ClassDecl *cls) {
    if (cls->table.polymorphic) cxx_class_vtable(cxx, cls); // what it overrides
    if (!cxx->opt.check_all) return;
    if (cls->table.polymorphic) check_destructor(cxx, cls);
    cxx_class_layout(cxx, cls, cls->d.pos);
    bool inits_twice = cls->tag == CT_UNION && initialized(cls) > 1;
    if (inits_twice) CXX_DIAG(cxx, d_union_inits, cls->d.pos);
}

static void elaborate_once(Cxx *cxx, Scope *home, uint32_t i) {
    if (!home->state[i]) cxx_elaborate_entry(cxx, home, i);
}

// A template that a friend declares is a namespace's, but a template's own member where several
// headers stand in front of it.
static bool is_read_friend_template(const Cxx *cxx, const IndexEntry *entry) {
    return cxx->opt.check_all && entry->flags & IX_FRIEND && !cxx_has_headers(cxx, entry);
}

// A type's name, or a friend that stands for a declaration elsewhere; a friend kernel is code.
static bool has_no_code(const IndexEntry *entry) {
    bool friend_ = entry->flags & IX_FRIEND && !(entry->flags & IX_KERNEL);
    return entry->flags & IX_TYPEDEF || friend_;
}

// Functions that are defaulted: whether they can be is known with the class's special members.
static bool is_defaulted(const Decl *decl) {
    return decl_is(decl, D_FUNC) && ((const FuncDecl *)decl)->written.defaulted;
}

// The declaration of a class that begins at entry i; one can be several declarators.
static void check_member(Cxx *cxx, ClassDecl *cls, uint32_t i) {
    Scope *scope = cls->inner;
    const IndexEntry *entry = &scope->index->e.at[i];
    if (entry->flags & IX_TEMPLATE) {
        if (is_read_friend_template(cxx, entry)) elaborate_once(cxx, scope, i);
        return;
    }
    if (has_no_code(entry) && !cxx->opt.check_all) return;

    // a class in it; one that is only named here has its turn in its own scope
    if (entry->form == IXF_CLASS) {
        elaborate_once(cxx, scope, i);
        Decl *inner = scope->elab[i];
        bool own = decl_is(inner, D_CLASS) && inner->scope == scope;
        if (own) check_class(cxx, (ClassDecl *)inner);
        return;
    }

    if (!entry_interesting(cxx, entry)) return;
    elaborate_once(cxx, scope, i);
    for (uint32_t k = i; k < scope->index->e.n && scope->index->e.at[k].group == i; k++) {
        if (is_defaulted(scope->elab[k]) && cxx->opt.check_all) cxx_class_specials(cxx, cls);
        consider(cxx, scope->elab[k]);
    }
}

// Device member functions defined in the classes of the main file.
static void check_class(Cxx *cxx, ClassDecl *cls) {
    if (is_instance(cxx, cls) || !cls->written.defined || cls->memo.roots_seen) return;
    cls->memo.roots_seen = true; // an ill-formed class can be its own member
    if (!cxx_class_complete(cxx, cls, cls->d.pos) || !cls->inner->index) return;
    check_class_itself(cxx, cls);
    for (uint32_t i = 0; i < cls->inner->index->e.n; i++) {
        bool begins_declaration = cls->inner->index->e.at[i].group == i;
        if (begins_declaration) check_member(cxx, cls, i);
    }
}

// ---- namespaces --------------------------------------------------------------------------------

// A definition of the main file without marks that its declaration has, in the class or namespace.
// What is wrong with a class of host code is the host compiler's to say.
static bool is_marked_inside(Cxx *cxx, MemberDef *definition) {
    if (!definition->is_func || !cxx_in_main_file(cxx, cxx->tokens->at[definition->order].pos))
        return false;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true;
    const Decl *owner = cxx_member_def_owner(cxx, definition);
    diag_trap_pop(cxx->ctx, &trap);
    if (!owner) return false;
    if (owner->kind == D_CLASS)
        return names_device(cxx, ((const ClassDecl *)owner)->inner, definition->name);
    return owner->kind == D_NAMESPACE &&
           names_device(cxx, ((const NamespaceDecl *)owner)->inner, definition->name);
}

// Whether a definition outside of its class can be device code (a filter for cxx_member_defs_all).
// One without marks matters where other units call it: here it is found by those who do.
static bool want_def(Cxx *cxx, MemberDef *definition) {
    if (cxx->opt.check_all || (definition->flags & (IX_KERNEL | IX_DEVICE))) return true;
    if (cxx->opt.default_device && definition->is_func && !(definition->flags & IX_HOST))
        return true;
    return cxx->opt.keep_functions && is_marked_inside(cxx, definition);
}

// A function or variable, no template, that is declared for the scope itself.
static bool is_plain_declaration(const IndexEntry *entry) {
    enum { OTHERS = IX_TEMPLATE | IX_FRIEND | IX_TYPEDEF };
    return is_any_of(entry->form, IXF_SIMPLE, IXF_FUNC_DEF) && !(entry->flags & OTHERS);
}

// The other declarations in the main file of a name that is declared for the device: what they lack
// of its marks is said. `seen`: the names that had their turn.
static void declared_again(Cxx *cxx, Scope *home, const IndexEntry *entry, Map *seen) {
    bool device_name = entry->flags & IX_DEVICE && entry->name;
    if (!device_name || !in_main(cxx, entry)) return;
    void **slot = map_slot(seen, entry->name);
    if (*slot) return;
    *slot = cxx;

    // entries of a name are chained by their numbers from 1
    Index *index = home->index;
    for (uint32_t k = (uint32_t)(uintptr_t)map_get(&index->by_name, entry->name); k;) {
        const IndexEntry *other = &index->e.at[k - 1];
        if (is_plain_declaration(other) && in_main(cxx, other))
            cxx_elaborate_entry(cxx, home, k - 1);
        k = other->next;
    }
}

// An explicit specialization of a function or of a member function: a function like others.
static void consider_specialization(Cxx *cxx, Scope *home, uint32_t i) {
    const IndexEntry *entry = &home->index->e.at[i];
    bool ours = entry->flags & IX_SPECIALIZATION && in_main(cxx, entry);
    if (!ours || !entry_interesting(cxx, entry)) return;

    Decl *decl;
    if (entry->form == IXF_OUT_OF_CLASS) {
        decl = cxx_outside_decl(cxx, home, i);
    } else {
        cxx_elaborate_entry(cxx, home, i);
        decl = home->elab[i];
    }
    bool function = decl_is(decl, D_FUNC);
    if (function && ((FuncDecl *)decl)->inst.explicit_spec) consider(cxx, decl);
}

static bool is_in_std(const Cxx *cxx, const Scope *inner) {
    for (; cxx->std_ns && inner; inner = inner->parent) {
        if (inner == cxx->std_ns->inner) return true;
    }
    return false;
}

// Of the host's library the declarations (`extern template class basic_string<char>`) say nothing
// about kernels, and there are many. What is wrong with others is the host compiler's to say.
static void explicit_instantiation(Cxx *cxx, Scope *home, uint32_t i) {
    bool declares = cxx->tokens->at[home->index->e.at[i].begin].kind == T_KW_EXTERN;
    if (!declares) {
        cxx_elaborate_entry(cxx, home, i);
        return;
    }

    if (is_in_std(cxx, home)) return;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = !cxx->opt.check_all;
    trap.hard = cxx->opt.check_all;
    cxx_elaborate_entry(cxx, home, i);
    diag_trap_pop(cxx->ctx, &trap);
}

// Of a template there is code when it is used: only that of a kernel of the main file is read for
// itself, with the other declarations of its name.
static void root_template(Cxx *cxx, Scope *home, uint32_t i) {
    const IndexEntry *entry = &home->index->e.at[i];
    bool kernel = entry->flags & IX_KERNEL && in_main(cxx, entry);
    if (kernel && entry->name) cxx_elaborate_name(cxx, home, entry->name);
    bool judged = cxx->opt.check_all || lacks_marks(cxx, entry);
    if (kernel || judged) cxx_elaborate_entry(cxx, home, i);
    if (entry->form == IXF_FUNC_DEF) consider_specialization(cxx, home, i);
}

// A specialization of a kernel is a function like others; all else with `template` in front waits
// for its uses.
static bool waits_for_uses(const IndexEntry *entry) {
    bool kernel = entry->flags & IX_SPECIALIZATION && entry->flags & IX_KERNEL;
    return entry->flags & IX_TEMPLATE && !kernel;
}

// The declaration of a namespace that begins at entry i. `again`: see declared_again.
static void root_declaration(Cxx *cxx, Scope *home, uint32_t i, Map *again) {
    const IndexEntry *entry = &home->index->e.at[i];
    switch (entry->form) {
    case IXF_EXPLICIT_INST: explicit_instantiation(cxx, home, i); return;
    case IXF_OUT_OF_CLASS: consider_specialization(cxx, home, i); return;
    case IXF_STATIC_ASSERT:
        if (in_main(cxx, entry)) cxx_elaborate_entry(cxx, home, i);
        return;
    default: break;
    }

    if (waits_for_uses(entry)) {
        root_template(cxx, home, i);
        return;
    }
    bool our_class = entry->form == IXF_CLASS && in_main(cxx, entry);
    bool interesting = entry_interesting(cxx, entry) || is_marked_elsewhere(cxx, home, entry);
    if (!our_class && !interesting) return;
    cxx_elaborate_entry(cxx, home, i);
    declared_again(cxx, home, entry, again);
    for (uint32_t k = i; k < home->index->e.n && home->index->e.at[k].group == i; k++)
        consider(cxx, home->elab[k]);
}

// The roots among a namespace's declarations, in their order. Only what is marked for the device
// (or all, with --check-all) is elaborated.
static void roots_of_namespace(Cxx *cxx, Scope *home) {
    Map again;
    map_init(&again, xa(cxx));
    for (uint32_t i = 0; i < cxx_index_size(home); i++) {
        bool begins_declaration = home->index->e.at[i].group == i;
        if (begins_declaration) root_declaration(cxx, home, i, &again);
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

// ---- what is only checked ----------------------------------------------------------------------

// Whether the declaration has its first turn.
static bool first_seen(Map *seen, Decl *met) {
    if (map_get(seen, met->id)) return false;
    map_put(seen, met->id, met);
    return true;
}

// A virtual member of an instance that has a body to read.
static bool is_instance_with_body(const FuncDecl *func) {
    return func->d.env && !func->pure && !func->written.deleted;
}

// The virtual members of an instance are instantiated with its constructor [temp.inst]/11.
static void check_virtuals(Cxx *cxx, const FuncDecl *func, Map *seen) {
    ClassDecl *cls = func->kind == FK_CTOR ? func->cls : NULL;
    bool polymorphic_instance = cls && cls->env && cls->table.polymorphic;
    if (!polymorphic_instance || !cxx_in_main_file(cxx, cls->d.pos)) return;
    cxx_class_vtable(cxx, cls);
    for (uint32_t i = 0; i < cls->table.finals.n; i++) {
        FuncDecl *final = cls->table.finals.at[i];
        if (!is_instance_with_body(final) || !first_seen(seen, &final->d)) continue;
        if (final->d.flags & DF_IN_MAIN_FILE && cxx_func_find_body(cxx, final))
            vec_push(xa(cxx), &cxx->decls->checks.functions, final);
    }
}

// Whether a used function has a body of this file: written, or implicit for a class of this file.
static bool is_checked(Cxx *cxx, FuncDecl *func) {
    const ClassDecl *cls = func->is_implicit ? func->cls : NULL;
    if (cls) {
        bool of_another = !cxx_is_special(func) || cls->members.anon_member; // inherited
        return !of_another && !func->written.deleted && cxx_in_main_file(cxx, cls->d.pos);
    }
    return func->d.flags & DF_IN_MAIN_FILE && cxx_func_find_body(cxx, func);
}

// A static member or variable template's instance of this file that has an initialiser.
static bool is_checked_variable(Cxx *cxx, VarDecl *var) {
    bool instance = var->d.env && var->d.flags & DF_IN_MAIN_FILE && !var->fn;
    return instance && (var->init_style || cxx_var_find_def(cxx, var));
}

// With --check-all: what a function of this file uses that is itself not needed as code is needed
// if it is a kernel, and checked if it is another instance or lambda of this file.
static void check_used(Cxx *cxx, FuncDecl *func, Map *seen) {
    for (uint32_t i = 0; i < func->body.uses.n; i++) {
        Decl *decl = func->body.uses.at[i];
        if (decl->flags & DF_USED || !first_seen(seen, decl)) continue;
        if (decl->kind == D_VAR && is_checked_variable(cxx, (VarDecl *)decl))
            vec_push(xa(cxx), &cxx->decls->checks.vars, (VarDecl *)decl);
        if (decl->kind != D_FUNC) continue;

        check_virtuals(cxx, (const FuncDecl *)decl, seen);
        if (decl->cuda & CU_GLOBAL)
            cxx_need(cxx, decl);
        else if (is_checked(cxx, (FuncDecl *)decl))
            vec_push(xa(cxx), &cxx->decls->checks.functions, (FuncDecl *)decl);
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
        if (!first_seen(seen, &f->d)) continue;
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
        ClassDecl *cls = cxx->decls->checks.local_classes.at[*next];
        bool written = !cls->closure.is && !cls->members.unbound;
        if (written && cxx_in_main_file(cxx, cls->d.pos)) check_class(cxx, cls);
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
    if (!cxx->opt.check_all) return;
    for (uint32_t k = 0; k < cxx->decls->index.namespaces.n; k++) {
        Scope *scope = cxx->decls->index.namespaces.at[k];
        for (uint32_t i = 0; i < cxx_index_size(scope) && i < scope->nelab; i++) {
            const IndexEntry *entry = &scope->index->e.at[i];
            Decl *decl = entry->flags & IX_TEMPLATE ? scope->elab[i] : NULL;
            bool specialization = decl_is(decl, D_CLASS); // a template would be a D_TEMPLATE
            if (specialization && in_main(cxx, entry)) check_class(cxx, (ClassDecl *)decl);
        }
    }
}

// Functions that need no code, from *next on; what they use may add to them.
static void check_bodies(Cxx *cxx, uint32_t *next, uint32_t *local, Map *seen) {
    for (; *next < cxx->decls->checks.functions.n; ++*next) {
        FuncDecl *func = cxx->decls->checks.functions.at[*next];
        if (!(func->d.flags & DF_USED)) cxx_func_body(cxx, func);
        if (cxx->opt.check_all && !(func->d.flags & DF_USED)) check_used(cxx, func, seen);
        check_local_classes(cxx, local);
        finish_classes(cxx);
    }
}

// Needed code first, then what is only checked: what is checked can need kernels, so the unit is
// drained again at the end. Templates come last, for nothing of them is kept.
void cxx_run(Cxx *cxx) {
    unit_roots(cxx);
    cxx_read_names(cxx);
    drain(cxx);

    // host code is read silently for what it launches; with --check-all later, when it is checked
    cxx->decls->host.phase = true;
    if (!cxx->opt.check_all && !cxx->opt.jit) host_launches(cxx);
    drain(cxx);
    read_for_rules(cxx);

    for (uint32_t i = 0; cxx->opt.check_all && i < cxx->decls->host.uses.n; i++) {
        vec_push(xa(cxx), &cxx->decls->checks.functions, cxx->decls->host.uses.at[i]);
    }
    uint32_t checked = 0, local = 0;
    Map seen;
    map_init(&seen, xa(cxx));
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
