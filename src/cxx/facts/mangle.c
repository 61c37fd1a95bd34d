// SPDX-License-Identifier: Apache-2.0
// Names of functions and variables: the Itanium C++ ABI, section 5.1, as EDG (cicc) applies it, for
// host code registers kernels and variables under the same names.
//
// Where EDG leaves room for choice or differs from gcc:
//  - complete and base object constructors (C1) and destructors (D1) are one but for classes with
//    virtual bases;
//  - functions with internal linkage (not kernels, not class members) and variables in namespaces
//    get the pseudo-namespace _INTERNAL_<module id>, which counts as a substitution; unnamed
//    namespaces are named _GLOBAL__N_<module id>; under --device-c kernels and variables become
//    __nv_static_<length>_<module id>_<name>;
//  - a dependent qualified name spells all of its (resolved) qualifiers: sr3std11is_integralI..;
//  - closures are numbered per context and signature.
//
// Substitutions are keyed by what is hash-consed or unique: Type *, Scope * of a namespace,
// TemplateDecl *, and for template template parameters their number.
#include "cxx/facts/mangle_int.h"

// ---- substitutions -----------------------------------------------------------------------------

// <seq-id> (Itanium 5.1.10).
static void m_seq(Mangler *mangler, uint32_t n) {
    char tmp[16];
    int i = 16;
    buf_putc(&mangler->out, 'S');
    if (n) {
        n--;
        do {
            tmp[--i] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % 36];
            n /= 36;
        } while (n);
        buf_write(&mangler->out, tmp + i, (size_t)(16 - i));
    }
    buf_putc(&mangler->out, '_');
}

bool m_sub(Mangler *mangler, uint64_t key) {
    uintptr_t n = (uintptr_t)map_get(&mangler->subs, key);
    if (!n) return false;
    m_seq(mangler, (uint32_t)n - 1);
    return true;
}

void m_add(Mangler *mangler, uint64_t key) {
    void **s = map_slot(&mangler->subs, key);
    mangler->nsub++;
    if (!*s) *s = (void *)(uintptr_t)mangler->nsub;
}

// The key of an entity among the substitutions.
static uint64_t m_key(const void *p) {
    return (uint64_t)(uintptr_t)p;
}

// ---- scopes ------------------------------------------------------------------------------------

Scope *m_scope(Scope *scope) {
    while (scope && is_any_of(scope->kind, SC_TPARAMS, SC_BLOCK)) scope = scope->parent;
    return scope;
}

bool m_global(const Mangler *mangler, Scope *scope) {
    return !scope || scope == mangler->x->global || !scope->parent;
}

bool m_std(const Mangler *mangler, Scope *scope) {
    return scope_is(scope, SC_NAMESPACE) && scope->owner &&
           scope->owner->name == mangler->x->n.std && m_global(mangler, m_scope(scope->parent));
}

// The function that a declaration in this scope is local to, and the parameter in whose default
// argument it is, if it is.
typedef struct Local {
    FuncDecl *fn;
    const VarDecl *param;
    const ClassDecl *cls; // the function's own class that it is in, or NULL
} Local;

// Where a closure's name stands, if not where it is written; NULL.
static Scope *m_closure_scope(const Mangler *mangler, const ClassDecl *cls) {
    const Decl *context = cls->closure.is ? m_closure_context(mangler, cls) : NULL;
    if (!context) return NULL;
    if (context->kind == D_FUNC) return m_scope(((const FuncDecl *)context)->param_scope);
    const VarDecl *var = context->kind == D_VAR ? (const VarDecl *)context : NULL;
    if (!var || var->storage != STOR_PARAM || !var->fn) return NULL;
    // of a default argument: the namespace's, but for clang's instances
    bool local = m_closure_param(mangler, cls) || (m_is_clang(mangler) && var->fn->inst.tmpl);
    return m_scope(local ? var->fn->param_scope : var->fn->d.scope);
}

static Local m_local(const Mangler *mangler, Scope *scope, const ClassDecl *cls) {
    if (cls && m_closure_param(mangler, cls)) {
        const VarDecl *param = m_closure_param(mangler, cls);
        return (Local){param->fn, param, NULL};
    }
    const ClassDecl *last = NULL;
    for (scope = m_scope(scope); scope; scope = m_scope(scope->parent)) {
        if (scope->kind == SC_FUNC) return (Local){scope->fn, NULL, last};
        if (scope->kind == SC_NAMESPACE) break;
        if (scope->kind != SC_CLASS || !scope->cls) continue;
        last = scope->cls;
        if (!scope->cls->closure.is) continue;
        Decl *context = m_closure_context(mangler, scope->cls);
        if (decl_is(context, D_FUNC)) return (Local){(FuncDecl *)context, NULL, NULL};
        Scope *around = m_closure_scope(mangler, scope->cls);
        if (around) return m_local(mangler, around, scope->cls);
    }
    return (Local){NULL, NULL, NULL};
}

// Named as in C: extern "C", and main.
static bool m_c_name(Mangler *mangler, Decl *decl) {
    if (decl->linkage == LK_C) return true;
    return decl->kind == D_FUNC && decl->name == mangler->x->n.main &&
           m_global(mangler, m_scope(decl->scope)) && !((FuncDecl *)decl)->cls;
}

static Scope *m_decl_scope(const Mangler *mangler, Decl *decl) {
    if (decl->kind == D_CLASS) {
        ClassDecl *c = (ClassDecl *)decl;
        Scope *around = m_closure_scope(mangler, c);
        if (around) return around;
        if (c->inst.tmpl) return m_scope(c->inst.tmpl->d.scope);
    }
    if (decl->kind == D_FUNC && ((FuncDecl *)decl)->cls) return ((FuncDecl *)decl)->cls->inner;
    if (decl->kind == D_VAR && decl->flags & DF_EXTERN && ((VarDecl *)decl)->fn) {
        Scope *s = decl->scope; // declared in a block, a member of the namespace [basic.link]/7
        while (scope_is_inner(s)) s = s->parent;
        return m_scope(s);
    }
    return m_scope(decl->scope);
}

static const char *m_module_id(Mangler *mangler) {
    return mangler->x->opt.module_id ? mangler->x->opt.module_id : "";
}

// <source-name> of a text.
static void m_source(Mangler *mangler, const char *s, size_t n) {
    buf_u64(&mangler->out, n);
    buf_write(&mangler->out, s, n);
}

void m_source_name(Mangler *mangler, Atom name) {
    m_source(mangler, atom_str(mangler->x->ctx, name), atom_len(mangler->x->ctx, name));
}

static void m_source_id(Mangler *mangler, const char *prefix) {
    const char *id = m_module_id(mangler);
    buf_u64(&mangler->out, strlen(prefix) + strlen(id));
    buf_puts(&mangler->out, prefix);
    buf_puts(&mangler->out, id);
}

static void m_namespace_name(Mangler *mangler, Scope *scope) {
    if (mangler->naming && (!scope->owner || !scope->owner->name))
        buf_puts(&mangler->out, "12_GLOBAL__N_1");
    else if (!scope->owner || !scope->owner->name)
        m_source_id(mangler, "_GLOBAL__N_");
    else
        m_source_name(mangler, scope->owner->name);
}

bool m_needs_internal(const Decl *decl) {
    if (decl->linkage != LK_INTERNAL || decl->cuda & CU_GLOBAL) return false;
    if (decl->kind == D_FUNC) return !((FuncDecl *)decl)->cls;
    return decl->kind == D_VAR && !(decl->flags & DF_MEMBER);
}

static void m_internal_prefix(Mangler *mangler) {
    if (!mangler->internal) return;
    mangler->internal = false;
    enum { INTERNAL = 3 }; // no pointer: the pseudo-namespace as a substitution
    if (m_sub(mangler, INTERNAL)) return;
    m_source_id(mangler, "_INTERNAL");
    m_add(mangler, INTERNAL);
}

void m_prefix(Mangler *mangler, Scope *scope) {
    scope = m_scope(scope);
    if (m_global(mangler, scope) || scope->kind == SC_FUNC) {
        m_internal_prefix(mangler);
        return;
    }
    if (scope->kind == SC_NAMESPACE) {
        if (m_std(mangler, scope) && !mangler->internal) {
            buf_puts(&mangler->out, "St");
            return;
        }
        if (!mangler->internal && m_sub(mangler, m_key(scope))) return;
        m_prefix(mangler, scope->parent);
        m_namespace_name(mangler, scope);
        m_add(mangler, m_key(scope));
        return;
    }
    if (scope->kind == SC_CLASS && scope->cls)
        m_class_prefix(mangler, scope->cls);
    else
        m_prefix(mangler, scope->parent);
}

// std::allocator and std::basic_string have abbreviations of their own, so have classes of char:
// basic_string<char, char_traits<char>, allocator<char>> and the three streams [Itanium 5.1.8].
typedef struct {
    const char *name, *code;
    uint32_t nargs; // of the class; 0: the template itself
} StdName;
static const StdName std_names[] = {
    {"allocator", "Sa", 0},     {"basic_string", "Sb", 0},  {"basic_string", "Ss", 3},
    {"basic_istream", "Si", 2}, {"basic_ostream", "So", 2}, {"basic_iostream", "Sd", 2},
};

static bool m_is_in_std(Mangler *mangler, const Decl *decl, const char *name) {
    return strcmp(atom_str(mangler->x->ctx, decl->name), name) == 0 &&
           m_std(mangler, m_scope(decl->scope));
}

// <char, std::char_traits<..>, std::allocator<..>>, of which the last may be missing.
static bool m_are_of_char(Mangler *mangler, const TmplArgs *args) {
    if (!args->n || args->a[0].kind != TA_TYPE || args->a[0].type->kind != TY_CHAR) return false;
    for (uint32_t i = 1; i < args->n; i++) {
        const Type *type = args->a[i].kind == TA_TYPE ? args->a[i].type : NULL;
        const TemplateDecl *of = ty_is_class(type) ? type->u.cls->inst.tmpl : NULL;
        if (!of || !m_is_in_std(mangler, &of->d, i == 1 ? "char_traits" : "allocator"))
            return false;
    }
    return true;
}

static bool m_std_abbrev(Mangler *mangler, TemplateDecl *tmpl, ClassDecl *cls) {
    if (cls && !m_are_of_char(mangler, cls->inst.args)) return false;
    uint32_t nargs = cls ? cls->inst.args->n : 0;
    for (uint32_t i = 0; i < CU_COUNT(std_names); i++) {
        const StdName *row = &std_names[i];
        if (row->nargs != nargs || !m_is_in_std(mangler, &tmpl->d, row->name)) continue;
        buf_puts(&mangler->out, row->code);
        return true;
    }
    return false;
}

void m_class_prefix(Mangler *mangler, ClassDecl *cls) {
    if (m_sub(mangler, m_type_key(mangler, cls->d.type))) return;
    if (cls->inst.tmpl) {
        if (m_std_abbrev(mangler, cls->inst.tmpl, cls)) return;
        m_template_prefix(mangler, cls->inst.tmpl, NULL);
        m_targs(mangler, cls->inst.args);
    } else {
        Decl *owner = m_closure_owner(mangler, cls);
        if (owner)
            m_owner_prefix(mangler, owner);
        else
            m_prefix(mangler, m_decl_scope(mangler, &cls->d));
        m_unqual(mangler, &cls->d);
    }
    m_add(mangler, m_type_key(mangler, cls->d.type));
}

void m_template_prefix(Mangler *mangler, TemplateDecl *tmpl, Decl *as) {
    if (!mangler->internal && m_sub(mangler, m_key(tmpl))) return;
    if (m_std_abbrev(mangler, tmpl, NULL)) return;
    m_prefix(mangler, tmpl->d.scope);
    if (as) {
        if (m_marks_template(mangler, tmpl, as)) buf_putc(&mangler->out, 'L');
        m_unqual(mangler, as);
    } else {
        m_source_name(mangler, tmpl->d.name);
    }
    m_add(mangler, m_key(tmpl));
}

// ---- unqualified names -------------------------------------------------------------------------

static uint32_t m_operands(const FuncDecl *func) {
    return func->nparam + (func->cls && !(func->d.flags & DF_STATIC) ? 1 : 0);
}

const char *m_op_code(unsigned op) {
    static const char *const code[] = {
        [OP_NONE] = "",
#define OP(k, spelling, mangling) [OP_##k] = mangling,
#include "cxx/facts/expr.def"
#undef OP
    };
    return op < CU_COUNT(code) ? code[op] : "";
}

static const char *m_operator(const FuncDecl *func) {
    bool unary = m_operands(func) < 2;
    switch (func->op) {
    case OP_PLUS:
    case OP_ADD: return unary ? "ps" : "pl";
    case OP_MINUS:
    case OP_SUB: return unary ? "ng" : "mi";
    case OP_DEREF:
    case OP_MUL: return unary ? "de" : "ml";
    case OP_ADDR:
    case OP_AND: return unary ? "ad" : "an";
    default: return m_op_code(func->op);
    }
}

static void m_func_name(Mangler *mangler, FuncDecl *func) {
    switch ((FuncKind)func->kind) {
    case FK_CTOR:
    case FK_DTOR:
        buf_putc(&mangler->out, func->kind == FK_CTOR ? 'C' : 'D');
        buf_putc(&mangler->out,
                 func == mangler->cdtor ? mangler->version : m_structor_version(mangler));
        return;
    case FK_CONV: {
        Type *t = func->inst.dependent_type ? func->inst.dependent_type : func->d.type;
        buf_puts(&mangler->out, "cv");
        m_type(mangler, t->u.func.ret);
        return;
    }
    case FK_LITERAL_OP: {
        // the atom spells `operator""name`
        const char *s = atom_str(mangler->x->ctx, func->d.name), *q = strrchr(s, '"');
        s = q ? q + 1 : s;
        while (*s == ' ') s++;
        buf_puts(&mangler->out, "li");
        m_source(mangler, s, strlen(s));
        return;
    }
    default: break;
    }
    if (func->op)
        buf_puts(&mangler->out, m_operator(func));
    else
        m_source_name(mangler, func->d.name);
}

void m_number(Mangler *mangler, uint32_t n) {
    if (n) buf_u64(&mangler->out, n - 1);
    buf_putc(&mangler->out, '_');
}

static void m_end_params(Mangler *mangler, const FuncType *func_type) {
    if (func_type->variadic)
        buf_putc(&mangler->out, 'z');
    else if (!func_type->nparam)
        buf_putc(&mangler->out, 'v');
}

void m_params(Mangler *mangler, const FuncType *func_type) {
    mangler->lists++;
    for (uint32_t i = 0; i < func_type->nparam; i++) m_type(mangler, func_type->param[i]);
    mangler->lists--;
    m_end_params(mangler, func_type);
}

// Those of a function itself. Where a parameter is a pack g++ and clang keep the qualifiers that
// its declaration has (`const Ts... v` is DpKT_), EDG does not [dcl.fct]/5.
static void m_own_params(Mangler *mangler, const FuncDecl *func, const FuncType *func_type) {
    const FuncDecl *pattern = func->inst.tmpl ? func->inst.tmpl->pattern : func;
    mangler->lists++;
    for (uint32_t i = 0; i < func_type->nparam; i++) {
        Type *type = func_type->param[i];
        bool declared = mangler->naming && type->kind == TY_PACK && pattern && i < pattern->nparam;
        m_type(mangler, declared ? pattern->param[i]->d.type : type);
    }
    mangler->lists--;
    m_end_params(mangler, func_type);
}

static void m_closure_name(Mangler *mangler, ClassDecl *cls) {
    if (m_clang_closure(mangler, cls)) return;
    buf_puts(&mangler->out, "Ul");
    const FuncDecl *func = cls->closure.call_op;
    const Type *type = NULL;
    if (func) type = func->inst.dependent_type ? func->inst.dependent_type : func->d.type;
    if (type && type->kind == TY_FUNC)
        m_own_params(mangler, func, &type->u.func);
    else
        buf_putc(&mangler->out, 'v');
    buf_putc(&mangler->out, 'E');
    m_number(mangler, m_closure_number(mangler, cls));
}

bool m_in_unnamed_namespace(const Decl *decl) {
    for (const Scope *s = decl->scope; s; s = s->parent)
        if (s->kind == SC_NAMESPACE && s->owner && !s->owner->name) return s->parent != NULL;
    return false;
}

void m_unqual(Mangler *mangler, Decl *decl) {
    switch (decl->kind) {
    case D_FUNC: m_func_name(mangler, (FuncDecl *)decl); return;
    case D_CLASS: {
        ClassDecl *cls = (ClassDecl *)decl;
        if (cls->closure.is)
            m_closure_name(mangler, cls);
        else if (decl->name)
            m_source_name(mangler, decl->name);
        else if (cls->typedef_name)
            m_source_name(mangler, cls->typedef_name->name);
        else {
            buf_puts(&mangler->out, "Ut");
            m_number(mangler, cls->unnamed_number);
        }
        return;
    }
    default:
        if (decl->name)
            m_source_name(mangler, decl->name);
        else if (decl->kind == D_ENUM && ((EnumDecl *)decl)->typedef_name)
            m_source_name(mangler, ((EnumDecl *)decl)->typedef_name->name);
        else {
            buf_puts(&mangler->out, "Ut");
            m_number(mangler, decl->kind == D_ENUM ? ((EnumDecl *)decl)->number : 0);
        }
        return;
    }
}

// ---- names -------------------------------------------------------------------------------------

typedef struct Entity {
    Decl *d;
    TemplateDecl *tmpl; // instance of
    TmplArgs *args;
    Scope *scope;
} Entity;

static Entity m_entity(const Mangler *mangler, Decl *decl) {
    Entity entity = {decl, NULL, NULL, m_decl_scope(mangler, decl)};
    if (decl->kind == D_FUNC) {
        entity.tmpl = ((FuncDecl *)decl)->inst.tmpl;
        entity.args = ((FuncDecl *)decl)->inst.args;
    } else if (decl->kind == D_VAR) {
        entity.tmpl = ((VarDecl *)decl)->tmpl;
        entity.args = ((VarDecl *)decl)->args;
    } else if (decl->kind == D_CLASS) {
        entity.tmpl = ((ClassDecl *)decl)->inst.tmpl;
        entity.args = ((ClassDecl *)decl)->inst.args;
    }
    if (!entity.args) entity.tmpl = NULL;
    return entity;
}

static void m_method_quals(Mangler *mangler, Decl *decl) {
    if (decl->kind != D_FUNC || !((FuncDecl *)decl)->cls || decl->type->kind != TY_FUNC) return;
    if (((FuncDecl *)decl)->explicit_object) buf_putc(&mangler->out, 'H');
    const FuncType *f = &decl->type->u.func;
    if (f->quals & Q_RESTRICT) buf_putc(&mangler->out, 'r');
    if (f->quals & Q_VOLATILE) buf_putc(&mangler->out, 'V');
    if (f->quals & Q_CONST) buf_putc(&mangler->out, 'K');
    if (f->ref == REF_LVALUE) buf_putc(&mangler->out, 'R');
    if (f->ref == REF_RVALUE) buf_putc(&mangler->out, 'O');
}

// The entity's name within its scope, which may be a function's (then no prefix is written).
static void m_scoped_name(Mangler *mangler, Entity *entity) {
    bool plain = m_global(mangler, entity->scope) || entity->scope->kind == SC_FUNC;
    Decl *owner =
        entity->d->kind == D_CLASS ? m_closure_owner(mangler, (const ClassDecl *)entity->d) : NULL;
    bool nested = mangler->internal || owner || !(plain || m_std(mangler, entity->scope));
    if (nested) {
        buf_putc(&mangler->out, 'N');
        m_method_quals(mangler, entity->d);
    }
    if (entity->tmpl) {
        m_template_prefix(mangler, entity->tmpl, entity->d);
        if (mangler->naming && entity->d->kind == D_FUNC)
            m_function_targs(mangler, entity->tmpl->params, entity->args);
        else
            m_targs(mangler, entity->args);
    } else {
        if (owner)
            m_owner_prefix(mangler, owner);
        else
            m_prefix(mangler, entity->scope);
        if (m_static_mark(mangler, entity->d)) buf_putc(&mangler->out, 'L');
        m_unqual(mangler, entity->d);
    }
    if (nested) buf_putc(&mangler->out, 'E');
}

// Number of a static local among those of the same name in its function.
static uint32_t m_discriminator(FuncDecl *func, Decl *decl) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < func->body.locals.n; i++) {
        VarDecl *v = func->body.locals.at[i];
        if (&v->d == decl) return n;
        if (v->d.name == decl->name && v->storage == STOR_STATIC) n++;
    }
    return 0;
}

// <name> (Itanium 5.1.2).
static void m_name(Mangler *mangler, Decl *decl) {
    Entity entity = m_entity(mangler, decl);
    const ClassDecl *cls = decl->kind == D_CLASS ? (ClassDecl *)decl : NULL;
    Local local = m_local(mangler, entity.scope, cls);
    FuncDecl *fn = local.fn;
    if (!fn) {
        m_scoped_name(mangler, &entity);
        return;
    }
    buf_putc(&mangler->out, 'Z');
    bool internal = mangler->internal;
    mangler->internal = !mangler->naming && m_needs_internal(&fn->d);
    m_encoding(mangler, &fn->d);
    mangler->internal = internal;
    buf_putc(&mangler->out, 'E');
    if (local.param) {
        buf_putc(&mangler->out, 'd');
        m_number(mangler, fn->nparam - 1 - local.param->index);
    }
    m_scoped_name(mangler, &entity);
    uint32_t n = 0;
    if (local.cls && mangler->naming) // counts for what is in the class as well
        n = local.cls->d.name ? local.cls->unnamed_number : 0;
    else if (decl->kind == D_VAR)
        n = m_discriminator(fn, decl);
    else if (decl->kind == D_CLASS && decl->name)
        n = ((ClassDecl *)decl)->unnamed_number;
    else if (decl->kind == D_ENUM && decl->name)
        n = ((EnumDecl *)decl)->number;
    if (n) {
        buf_putc(&mangler->out, '_');
        if (n > 10) buf_putc(&mangler->out, '_');
        buf_u64(&mangler->out, n - 1);
        if (n > 10) buf_putc(&mangler->out, '_');
    }
}

void m_encoding(Mangler *mangler, Decl *decl) {
    if (decl->kind == D_FUNC && m_c_name(mangler, decl)) {
        m_source_name(mangler, decl->name);
        return;
    }
    if (decl->kind == D_VAR && ((VarDecl *)decl)->tmpl_object) {
        buf_puts(&mangler->out, "TA");
        m_const(mangler, ((VarDecl *)decl)->value, ((VarDecl *)decl)->value->type);
        return;
    }
    uint32_t around = mangler->encodings++;
    m_name(mangler, decl);
    mangler->encodings--;
    if (decl->kind != D_FUNC) return;
    FuncDecl *f = (FuncDecl *)decl;
    Type *t = f->inst.tmpl && f->inst.dependent_type ? f->inst.dependent_type : f->d.type;
    if (!t || t->kind != TY_FUNC) return;
    uint32_t lists = mangler->lists;
    mangler->lists = m_lists_around(mangler, around);
    if (f->inst.tmpl && !is_any_of(f->kind, FK_CTOR, FK_DTOR, FK_CONV)) {
        m_type(mangler, t->u.func.ret);
    }
    m_own_params(mangler, f, &t->u.func);
    mangler->lists = lists;
}

// ---- types that are names ----------------------------------------------------------------------

void m_named_type(Mangler *mangler, Type *type) {
    type = type->unqual;
    if (m_sub(mangler, m_type_key(mangler, type))) return;
    if (type->kind == TY_CLASS && type->u.cls->complex_of) {
        buf_putc(&mangler->out, 'C');
        m_type(mangler, type->u.cls->complex_of);
        m_add(mangler, m_type_key(mangler, type));
        return;
    }
    Decl *decl = type->kind == TY_CLASS ? &type->u.cls->d : &type->u.enm->d;
    bool internal = mangler->internal;
    mangler->internal = false;
    Entity e = m_entity(mangler, decl);
    if (e.tmpl && type->kind == TY_CLASS && m_std_abbrev(mangler, e.tmpl, type->u.cls)) {
        mangler->internal = internal;
        return;
    }
    m_name(mangler, decl);
    mangler->internal = internal;
    m_add(mangler, m_type_key(mangler, type));
}

static uint64_t m_ttp_key(const Mangler *mangler, const TParmDecl *t) {
    return 1ull << 63 | (uint64_t)(mangler->naming ? 0 : t->depth) << 32 | t->index;
}

void m_tparm(Mangler *mangler, unsigned index) {
    buf_putc(&mangler->out, 'T');
    m_number(mangler, index);
}

// The template of a template-id, as a prefix.
static void m_spec_template(Mangler *mangler, Decl *tmpl) {
    if (tmpl->kind == D_TPARM) {
        TParmDecl *t = (TParmDecl *)tmpl;
        if (m_sub(mangler, m_ttp_key(mangler, t))) return;
        m_tparm(mangler, t->index);
        m_add(mangler, m_ttp_key(mangler, t));
        return;
    }
    m_template_prefix(mangler, (TemplateDecl *)tmpl, NULL);
}

void m_template_name(Mangler *mangler, Decl *tmpl) {
    Scope *s = m_scope(tmpl->scope);
    bool nested =
        tmpl->kind != D_TPARM && !m_global(mangler, s) && s->kind != SC_FUNC && !m_std(mangler, s);
    if (nested && m_sub(mangler, m_key(tmpl))) return;
    if (nested) buf_putc(&mangler->out, 'N');
    m_spec_template(mangler, tmpl);
    if (nested) buf_putc(&mangler->out, 'E');
}

// As a prefix of a nested name.
static void m_type_prefix(Mangler *mangler, Type *type) {
    switch (type->kind) {
    case TY_CLASS: m_class_prefix(mangler, type->u.cls); return;
    case TY_SPEC:
        if (m_sub(mangler, m_type_key(mangler, type->unqual))) return;
        m_spec_template(mangler, type->u.spec.tmpl);
        m_targs(mangler, type->u.spec.args);
        m_add(mangler, m_type_key(mangler, type->unqual));
        return;
    case TY_DEPNAME:
        if (m_sub(mangler, m_type_key(mangler, type->unqual))) return;
        m_type_prefix(mangler, type->u.depname.scope);
        m_source_name(mangler, type->u.depname.name);
        if (type->u.depname.args) {
            m_add(mangler, m_type_key(mangler, type->unqual) ^ 1); // the template alone
            m_targs(mangler, type->u.depname.args);
        }
        m_add(mangler, m_type_key(mangler, type->unqual));
        return;
    default: m_type(mangler, type->unqual); return;
    }
}

void m_spec_type(Mangler *mangler, Type *type) {
    type = type->unqual;
    if (m_sub(mangler, m_type_key(mangler, type))) return;
    Decl *tmpl = type->u.spec.tmpl;
    Scope *s = m_scope(tmpl->scope);
    bool nested =
        tmpl->kind != D_TPARM && !m_global(mangler, s) && s->kind != SC_FUNC && !m_std(mangler, s);
    if (nested) buf_putc(&mangler->out, 'N');
    m_spec_template(mangler, tmpl);
    m_targs(mangler, type->u.spec.args);
    if (nested) buf_putc(&mangler->out, 'E');
    m_add(mangler, m_type_key(mangler, type));
}

void m_depname_type(Mangler *mangler, Type *type) {
    type = type->unqual;
    if (m_sub(mangler, m_type_key(mangler, type))) return;
    buf_putc(&mangler->out, 'N');
    m_type_prefix(mangler, type); // adds it
    buf_putc(&mangler->out, 'E');
}

// The scopes around and with `scope`, outermost first, as names: no substitutions.
static void m_scope_levels(Mangler *mangler, Scope *scope) {
    Scope *chain[64];
    uint32_t n = 0;
    for (; !m_global(mangler, scope) && scope->kind != SC_FUNC && n < CU_COUNT(chain);
         scope = m_scope(scope->parent))
        chain[n++] = scope;
    while (n) {
        scope = chain[--n];
        if (scope->kind == SC_NAMESPACE) {
            m_namespace_name(mangler, scope);
        } else if (scope->kind == SC_CLASS && scope->cls) {
            if (scope->cls->inst.tmpl)
                m_source_name(mangler, scope->cls->inst.tmpl->d.name);
            else
                m_unqual(mangler, &scope->cls->d);
            if (scope->cls->inst.args) m_targs(mangler, scope->cls->inst.args);
        }
    }
}

// A template template parameter is its name there.
static void m_type_levels(Mangler *mangler, Type *type) {
    switch (type->kind) {
    case TY_SPEC:
        if (type->u.spec.tmpl->kind != D_TPARM)
            m_scope_levels(mangler, m_scope(type->u.spec.tmpl->scope));
        m_source_name(mangler, type->u.spec.tmpl->name);
        m_targs(mangler, type->u.spec.args);
        return;
    case TY_DEPNAME:
        m_type_levels(mangler, type->u.depname.scope);
        m_source_name(mangler, type->u.depname.name);
        if (type->u.depname.args) m_targs(mangler, type->u.depname.args);
        return;
    case TY_CLASS: m_scope_levels(mangler, type->u.cls->inner); return;
    default: m_type(mangler, type->unqual); return;
    }
}

void m_unresolved_scope(Mangler *mangler, Type *scope) {
    Type *root = scope;
    while (root->kind == TY_DEPNAME) root = root->u.depname.scope;
    bool levels = root->kind == TY_SPEC || (root->kind == TY_CLASS && root->u.cls->inner);
    buf_puts(&mangler->out, "sr");
    if (m_is_gcc(mangler)) {
        m_type(mangler, scope->unqual);
        return;
    }
    if (root == scope && root->kind != TY_SPEC) {
        m_type(mangler, scope->unqual);
        return;
    }
    if (!levels) buf_putc(&mangler->out, 'N');
    m_type_levels(mangler, scope);
    buf_putc(&mangler->out, 'E');
}

void m_known_scope(Mangler *mangler, Scope *scope) {
    scope = m_scope(scope);
    bool unscoped = m_global(mangler, scope) || scope->kind == SC_NAMESPACE;
    if (m_is_gcc(mangler) && unscoped) return; // g++ writes the name alone
    if (m_global(mangler, scope)) {
        buf_puts(&mangler->out, "gs");
        return;
    }
    buf_puts(&mangler->out, "sr");
    m_scope_levels(mangler, scope);
    buf_putc(&mangler->out, 'E');
}

// ---- entry -------------------------------------------------------------------------------------

// The whole name, `_Z` included.
static Atom mangle(Cxx *cxx, Decl *decl, char version) {
    Ctx *ctx = cxx->ctx;
    Atom label = decl->kind == D_FUNC  ? ((FuncDecl *)decl)->code.asm_label
                 : decl->kind == D_VAR ? ((VarDecl *)decl)->asm_label
                                       : 0;
    if (label) return label;
    ArenaMark mark = arena_mark(&ctx->scratch);
    Mangler mangler = {.x = cxx, .version = version};
    if (version) mangler.cdtor = (FuncDecl *)decl;
    buf_init(&mangler.out, &ctx->scratch);
    map_init(&mangler.subs, &ctx->scratch);
    Scope *scope = m_decl_scope(&mangler, decl);
    bool var = decl->kind == D_VAR, local = m_local(&mangler, scope, NULL).fn != NULL;
    bool templ = var && (((VarDecl *)decl)->tmpl || ((VarDecl *)decl)->tmpl_object);
    bool plain = (var && !local && m_global(&mangler, scope) && !templ) || m_c_name(&mangler, decl);
    bool stat = cxx->opt.rdc && decl->linkage == LK_INTERNAL && !local &&
                (var || (decl->cuda & CU_GLOBAL)) && !(decl->flags & DF_MEMBER);
    if (stat) {
        const char *id = m_module_id(&mangler);
        buf_printf(&mangler.out, "__nv_static_%u_%s_", (unsigned)strlen(id), id);
    }
    if (plain) {
        buf_atom(ctx, &mangler.out, decl->name);
    } else {
        buf_puts(&mangler.out, "_Z");
        mangler.internal = !local && m_needs_internal(decl);
        m_encoding(&mangler, decl);
    }
    Atom a = atom_intern(ctx, mangler.out.at, mangler.out.n);
    arena_reset(&ctx->scratch, mark);
    return a;
}

// What nvcc takes for internal of a template argument: a class, and what classes have as arguments;
// of what pointers and references lead to it asks nothing.
static bool internal_arg(const TmplArg *tmpl_arg, uint32_t depth);

static bool internal_args(const TmplArgs *args, uint32_t depth) {
    for (uint32_t i = 0; args && depth < 64 && i < args->n; i++)
        if (internal_arg(&args->a[i], depth + 1)) return true;
    return false;
}

static bool internal_arg(const TmplArg *tmpl_arg, uint32_t depth) {
    if (tmpl_arg->kind == TA_PACK) return internal_args(tmpl_arg->pack, depth);
    if (tmpl_arg->kind == TA_VALUE)
        return tmpl_arg->val->kind == CV_LVALUE && tmpl_arg->val->u.lv.base &&
               tmpl_arg->val->u.lv.base->linkage == LK_INTERNAL;
    if (tmpl_arg->kind != TA_TYPE || tmpl_arg->type->kind != TY_CLASS) return false;
    const ClassDecl *c = tmpl_arg->type->unqual->u.cls;
    const Decl *d = c->inst.tmpl ? &c->inst.tmpl->d : &c->d;
    return m_in_unnamed_namespace(d) || internal_args(c->inst.args, depth);
}

bool cxx_internal_symbol(const FuncDecl *func) {
    return func->d.linkage == LK_INTERNAL || internal_args(func->inst.args, 0);
}

Atom cxx_mangle(Cxx *cxx, Decl *decl) {
    if (decl->kind != D_FUNC) return mangle(cxx, decl, 0);
    FuncDecl *f = (FuncDecl *)decl;
    if (!f->code.mangled) f->code.mangled = mangle(cxx, decl, 0);
    return f->code.mangled;
}

Atom cxx_mangle_host(Cxx *cxx, FuncDecl *func, const CxxHostNaming *naming) {
    Mangler m = {.x = cxx, .naming = naming};
    if (func->code.asm_label) return func->code.asm_label;
    if (m_c_name(&m, &func->d)) return func->d.name;
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    buf_init(&m.out, &cxx->ctx->scratch);
    map_init(&m.subs, &cxx->ctx->scratch);
    map_init(&m.type_keys, &cxx->ctx->scratch);
    buf_puts(&m.out, "_Z");
    m_encoding(&m, &func->d);
    Atom a = atom_intern(cxx->ctx, m.out.at, m.out.n);
    arena_reset(&cxx->ctx->scratch, mark);
    return a;
}

Atom cxx_mangle_cdtor(Cxx *cxx, FuncDecl *func, char version) {
    return mangle(cxx, &func->d, version);
}
