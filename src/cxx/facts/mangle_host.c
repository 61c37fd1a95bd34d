// SPDX-License-Identifier: Apache-2.0
// Where the host's compilers differ from EDG, and from each other, in the names of symbols (the
// rest of the name is the Itanium C++ ABI's, mangle.c). Found by comparing with what g++ 12 to 15
// and clang 14 and 19 write (test/cxx/host_names.cu).
//  - L marks what has internal linkage: g++ marks a template's instance in a nested name alone,
//    and since version 15 what is in an unnamed namespace as well.
//  - A closure in an initialiser of a namespace's variable or of a member stands behind the
//    variable's name and M; one in a default argument of a member in Z <function> E d <number> _.
//  - g++ numbers the closures of one context, before version 13 whatever their parameters are;
//    those of no context (a default argument outside of a class) in the unit.
//  - clang numbers what other units may name too (inline functions, templates, members); all others
//    are $_N.
//  - A template's arguments of a function are preceded by the declaration of their parameter where
//    it is not the obvious one: Tn <type> for a value of a placeholder's type, clang also of a
//    dependent one, Tt ... E for a template with other parameters (Itanium C++ ABI issue 47; since
//    clang 18 and g++ 14).
//    Constraints (Tk, Q), which both write there since then, are not known here: such a kernel is
//    an error of the seam.
//  - A constructor that something is local to is C4 for g++, C1 for clang.
#include "cxx/facts/mangle_int.h"

enum {
    GCC_COUNTS_BY_PARAMETERS = 13,
    GCC_MARKS_UNNAMED = 15,
    NAMES_STATIC_MEMBERS = 15,
    GCC_DECLARES_PARAMETERS = 14,
    CLANG_DECLARES_PARAMETERS = 18,
    CLANG_COUNTS_AROUND = 18,
};

bool m_is_gcc(const Mangler *mangler) {
    return mangler->naming && !mangler->naming->clang;
}

bool m_is_clang(const Mangler *mangler) {
    return mangler->naming && mangler->naming->clang;
}

// New versions of clang count those of the functions around what is local, which the name of
// something local to a function begins with: fL0p_ for fp_.
uint32_t m_lists_around(const Mangler *mangler, uint32_t encodings) {
    bool counts = m_is_clang(mangler) && mangler->naming->version >= CLANG_COUNTS_AROUND;
    return counts ? encodings : 0;
}

// ---- what is internal --------------------------------------------------------------------------

static bool is_made_static(const Mangler *mangler, const Decl *decl) {
    return decl->kind == D_FUNC && ((const FuncDecl *)decl)->inst.tmpl && decl->cuda & CU_GLOBAL &&
           mangler->naming->static_template;
}

bool m_static_mark(const Mangler *mangler, const Decl *decl) {
    if (!mangler->naming || !is_any_of(decl->kind, D_FUNC, D_VAR)) return false;
    if (decl->kind == D_FUNC && ((const FuncDecl *)decl)->cls) return false;
    bool made_static = is_made_static(mangler, decl);
    if (decl->flags & DF_MEMBER || !(made_static || decl->linkage == LK_INTERNAL)) return false;
    const Scope *around = m_scope(decl->scope);
    if (scope_is_inner(around)) return false;
    if (!m_in_unnamed_namespace(decl)) return true;
    if (mangler->naming->clang) return false;
    return made_static || decl->flags & DF_STATIC || mangler->naming->version >= GCC_MARKS_UNNAMED;
}

bool m_marks_template(Mangler *mangler, const TemplateDecl *tmpl, const Decl *instance) {
    if (!m_static_mark(mangler, instance)) return false;
    Scope *around = m_scope(tmpl->d.scope);
    return mangler->naming->clang || !(m_global(mangler, around) || m_std(mangler, around));
}

char m_structor_version(const Mangler *mangler) {
    return m_is_gcc(mangler) ? '4' : '1';
}

// ---- where closures stand -----------------------------------------------------------------------

static bool is_static_member(const Decl *decl) {
    return decl->kind == D_VAR && decl->flags & DF_MEMBER;
}

static bool is_of_template(const VarDecl *var) {
    const Scope *around = m_scope(var->d.scope);
    return var->tmpl || (scope_is(around, SC_CLASS) && cxx_is_of_instance(around->cls));
}

// clang: what is defined by it may be in other units, too.
static bool is_shared_variable(const Mangler *mangler, const VarDecl *var) {
    if (is_of_template(var)) return true;
    if (is_static_member(&var->d) && mangler->naming->version < NAMES_STATIC_MEMBERS) return false;
    return var->d.flags & DF_INLINE;
}

Decl *m_closure_context(const Mangler *mangler, const ClassDecl *cls) {
    bool own = mangler->naming && cls->closure.initialised;
    return own ? cls->closure.initialised : cls->closure.context;
}

// A class of a template's instance, or of a function that is one.
static bool is_in_instance(const ClassDecl *cls) {
    if (cxx_is_of_instance(cls)) return true;
    for (Scope *around = m_scope(cls->d.scope); around; around = m_scope(around->parent)) {
        if (around->kind != SC_FUNC) continue;
        const FuncDecl *func = around->fn;
        if (func->inst.explicit_spec || cxx_is_instance(func)) return !func->inst.explicit_spec;
        return func->cls && is_in_instance(func->cls);
    }
    return false;
}

// Of clang's instances the closures in members' initialisers are numbered in the class.
static bool is_of_class(const Mangler *mangler, const Decl *initialised) {
    return m_is_clang(mangler) && decl_is(initialised, D_FIELD) &&
           is_in_instance(((const FieldDecl *)initialised)->owner);
}

Decl *m_closure_owner(const Mangler *mangler, const ClassDecl *cls) {
    Decl *context = cls->closure.is && mangler->naming ? cls->closure.initialised : NULL;
    if (!context) return NULL;
    if (context->kind == D_FIELD) return is_of_class(mangler, context) ? NULL : context;
    const VarDecl *var = (const VarDecl *)context;
    if (var->storage == STOR_PARAM) return NULL;
    if (mangler->naming->clang) return is_shared_variable(mangler, var) ? context : NULL;
    bool inside = is_static_member(context) && context->flags & DF_INLINE;
    if (inside && mangler->naming->version < NAMES_STATIC_MEMBERS) return NULL;
    return context;
}

VarDecl *m_closure_param(const Mangler *mangler, const ClassDecl *cls) {
    Decl *context = cls->closure.is && mangler->naming ? cls->closure.initialised : NULL;
    if (!decl_is(context, D_VAR)) return NULL;
    VarDecl *var = (VarDecl *)context;
    return var->storage == STOR_PARAM && var->fn && var->fn->cls ? var : NULL;
}

// <data-member-prefix>, which g++ counts among the substitutions since version 13.
void m_owner_prefix(Mangler *mangler, Decl *owner) {
    bool counts = !m_is_gcc(mangler) || mangler->naming->version >= GCC_COUNTS_BY_PARAMETERS;
    uint64_t key = (uint64_t)(uintptr_t)owner;
    if (counts && m_sub(mangler, key)) return;
    VarDecl *var = owner->kind == D_VAR ? (VarDecl *)owner : NULL;
    if (var && var->tmpl) {
        m_template_prefix(mangler, var->tmpl, owner);
        m_targs(mangler, var->args);
    } else {
        Scope *around = owner->kind == D_FIELD ? ((FieldDecl *)owner)->owner->inner : owner->scope;
        m_prefix(mangler, around);
        if (m_static_mark(mangler, owner)) buf_putc(&mangler->out, 'L');
        m_unqual(mangler, owner);
    }
    buf_putc(&mangler->out, 'M');
    if (counts) m_add(mangler, key);
}

// ---- numbers of closures ------------------------------------------------------------------------

static bool clang_numbers(const Mangler *mangler, const ClassDecl *cls) {
    const Decl *context = m_closure_context(mangler, cls);
    if (m_closure_owner(mangler, cls) || m_closure_param(mangler, cls)) return true;
    if (is_of_class(mangler, context)) return true;
    return decl_is(context, D_FUNC) && cxx_is_shared_function((const FuncDecl *)context);
}

bool m_clang_closure(Mangler *mangler, const ClassDecl *cls) {
    if (!m_is_clang(mangler)) return false;
    const CxxHostNaming *naming = mangler->naming;
    bool numbered = clang_numbers(mangler, cls);
    if (naming->put_closure)
        naming->put_closure(naming->data, cls, numbered, &mangler->out);
    else if (!numbered)
        buf_puts(&mangler->out, "0$_");
    return !numbered;
}

uint32_t m_closure_number(const Mangler *mangler, const ClassDecl *cls) {
    if (!mangler->naming) return cls->unnamed_number;
    const ClassClosure *closure = &cls->closure;
    bool by_context = m_is_gcc(mangler) && mangler->naming->version < GCC_COUNTS_BY_PARAMETERS;
    if (!closure->initialised) return by_context ? closure->context_number : cls->unnamed_number;
    if (m_closure_owner(mangler, cls) || m_closure_param(mangler, cls))
        return by_context ? closure->own_context_number : closure->own_number;
    return by_context ? closure->unit_context_number : closure->unit_number;
}

// ---- arguments of function templates
// -------------------------------------------------------------

static bool same_heads(const TmplParams *params, const TmplParams *others);

static bool same_parameter(const TParmDecl *param, const TParmDecl *other) {
    if (param->kind != other->kind || param->pack != other->pack) return false;
    if (param->kind == TA_VALUE) return param->d.type == other->d.type;
    return param->kind != TA_TEMPLATE || same_heads(param->tparams, other->tparams);
}

static bool same_heads(const TmplParams *params, const TmplParams *others) {
    if (!params || !others || params->n != others->n) return params == others;
    for (uint32_t i = 0; i < params->n; i++)
        if (!same_parameter(params->parm[i], others->parm[i])) return false;
    return true;
}

static bool is_obvious(const Mangler *mangler, const TParmDecl *param, const TmplArg *arg) {
    if (arg->kind == TA_PACK) {
        for (uint32_t i = 0; i < arg->pack->n; i++)
            if (!is_obvious(mangler, param, &arg->pack->a[i])) return false;
        return arg->pack->n > 0 || param->kind != TA_VALUE;
    }
    if (param->kind == TA_VALUE) {
        uint8_t said = m_is_clang(mangler) ? TF_HAS_AUTO | TF_DEPENDENT : TF_HAS_AUTO;
        return !param->d.type || !(param->d.type->flags & said);
    }
    if (param->kind != TA_TEMPLATE || !decl_is(arg->tmpl, D_TEMPLATE)) return true;
    return same_heads(param->tparams, ((const TemplateDecl *)arg->tmpl)->params);
}

// <template-param-decl>
static void declare_parameter(Mangler *mangler, const TParmDecl *param) {
    if (param->pack) buf_puts(&mangler->out, "Tp");
    if (param->kind == TA_VALUE) {
        buf_puts(&mangler->out, "Tn");
        m_type(mangler, param->d.type);
    } else if (param->kind == TA_TEMPLATE) {
        buf_puts(&mangler->out, "Tt");
        for (uint32_t i = 0; param->tparams && i < param->tparams->n; i++)
            declare_parameter(mangler, param->tparams->parm[i]);
        buf_putc(&mangler->out, 'E');
    } else {
        buf_puts(&mangler->out, "Ty");
    }
}

void m_function_targs(Mangler *mangler, const TmplParams *params, TmplArgs *args) {
    uint32_t since = mangler->naming->clang ? CLANG_DECLARES_PARAMETERS : GCC_DECLARES_PARAMETERS;
    bool declares = params && mangler->naming->version >= since;
    buf_putc(&mangler->out, 'I');
    for (uint32_t i = 0; i < args->n; i++) {
        const TParmDecl *param = declares && i < params->n ? params->parm[i] : NULL;
        if (param && !is_obvious(mangler, param, &args->a[i])) declare_parameter(mangler, param);
        m_targ(mangler, &args->a[i]);
    }
    buf_putc(&mangler->out, 'E');
}
