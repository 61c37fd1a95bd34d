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

static void m_unqual(Mangler *m, Decl *d);

// ---- substitutions -----------------------------------------------------------------------------

static void m_seq(Mangler *m, uint32_t n) {
    char tmp[16];
    int i = 16;
    buf_putc(&m->out, 'S');
    if (n) {
        n--;
        do {
            tmp[--i] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % 36];
            n /= 36;
        } while (n);
        buf_write(&m->out, tmp + i, (size_t)(16 - i));
    }
    buf_putc(&m->out, '_');
}

bool m_sub(Mangler *m, uint64_t key) {
    uintptr_t n = (uintptr_t)map_get(&m->subs, key);
    if (!n) return false;
    m_seq(m, (uint32_t)n - 1);
    return true;
}

void m_add(Mangler *m, uint64_t key) {
    void **s = map_slot(&m->subs, key);
    m->nsub++;
    if (!*s) *s = (void *)(uintptr_t)m->nsub;
}

static uint64_t m_key(const void *p) {
    return (uint64_t)(uintptr_t)p;
}

// ---- scopes ------------------------------------------------------------------------------------

static Scope *m_scope(Scope *s) {
    while (s && (s->kind == SC_TPARAMS || s->kind == SC_BLOCK)) s = s->parent;
    return s;
}

static bool m_global(Mangler *m, Scope *s) {
    return !s || s == m->x->global || !s->parent;
}

static bool m_std(Mangler *m, Scope *s) {
    return s && s->kind == SC_NAMESPACE && s->owner && s->owner->name == m->x->n.std &&
           m_global(m, m_scope(s->parent));
}

// The function that a declaration in this scope is local to, or NULL.
static FuncDecl *m_local_fn(Scope *s) {
    for (s = m_scope(s); s; s = m_scope(s->parent)) {
        if (s->kind == SC_FUNC) return s->fn;
        if (s->kind == SC_NAMESPACE) return NULL;
        if (s->kind == SC_CLASS && s->cls && s->cls->is_closure) {
            Decl *c = s->cls->mangle_context;
            if (c && c->kind == D_FUNC) return (FuncDecl *)c;
        }
    }
    return NULL;
}

// Named as in C: extern "C", and main.
static bool m_c_name(Mangler *m, Decl *d) {
    if (d->linkage == LK_C) return true;
    return d->kind == D_FUNC && d->name == m->x->n.main && m_global(m, m_scope(d->scope)) &&
           !((FuncDecl *)d)->cls;
}

static Scope *m_decl_scope(Decl *d) {
    if (d->kind == D_CLASS) {
        ClassDecl *c = (ClassDecl *)d;
        if (c->is_closure && c->mangle_context && c->mangle_context->kind == D_FUNC) {
            Scope *s = ((FuncDecl *)c->mangle_context)->param_scope;
            if (s) return m_scope(s);
        }
        if (c->tmpl) return m_scope(c->tmpl->d.scope);
    }
    if (d->kind == D_FUNC && ((FuncDecl *)d)->cls) return ((FuncDecl *)d)->cls->inner;
    if (d->kind == D_VAR && d->flags & DF_EXTERN && ((VarDecl *)d)->fn) {
        Scope *s = d->scope; // declared in a block, a member of the namespace [basic.link]/7
        while (s && s->kind != SC_NAMESPACE) s = s->parent;
        return m_scope(s);
    }
    return m_scope(d->scope);
}

static const char *m_module_id(Mangler *m) {
    return m->x->opt.module_id ? m->x->opt.module_id : "";
}

static void m_source(Mangler *m, const char *s, size_t n) {
    buf_u64(&m->out, n);
    buf_write(&m->out, s, n);
}

void m_source_name(Mangler *m, Atom name) {
    m_source(m, atom_str(m->x->ctx, name), atom_len(m->x->ctx, name));
}

static void m_source_id(Mangler *m, const char *prefix) {
    const char *id = m_module_id(m);
    buf_u64(&m->out, strlen(prefix) + strlen(id));
    buf_puts(&m->out, prefix);
    buf_puts(&m->out, id);
}

static void m_namespace_name(Mangler *m, Scope *s) {
    if (m->host && (!s->owner || !s->owner->name))
        buf_puts(&m->out, "12_GLOBAL__N_1");
    else if (!s->owner || !s->owner->name)
        m_source_id(m, "_GLOBAL__N_");
    else
        m_source_name(m, s->owner->name);
}

bool m_needs_internal(const Decl *d) {
    if (d->linkage != LK_INTERNAL || d->cuda & CU_GLOBAL) return false;
    if (d->kind == D_FUNC) return !((FuncDecl *)d)->cls;
    return d->kind == D_VAR && !(d->flags & DF_MEMBER);
}

static void m_internal_prefix(Mangler *m) {
    if (!m->internal) return;
    m->internal = false;
    enum { INTERNAL = 3 }; // no pointer: the pseudo-namespace as a substitution
    if (m_sub(m, INTERNAL)) return;
    m_source_id(m, "_INTERNAL");
    m_add(m, INTERNAL);
}

static void m_template_prefix(Mangler *m, TemplateDecl *t, Decl *as);

// <prefix> of a scope: namespace or class. Nothing for the global scope and inside of a function.
static void m_prefix(Mangler *m, Scope *s) {
    s = m_scope(s);
    if (m_global(m, s) || s->kind == SC_FUNC) {
        m_internal_prefix(m);
        return;
    }
    if (s->kind == SC_NAMESPACE) {
        if (m_std(m, s) && !m->internal) {
            buf_puts(&m->out, "St");
            return;
        }
        if (!m->internal && m_sub(m, m_key(s))) return;
        m_prefix(m, s->parent);
        m_namespace_name(m, s);
        m_add(m, m_key(s));
        return;
    }
    if (s->kind == SC_CLASS && s->cls)
        m_class_prefix(m, s->cls);
    else
        m_prefix(m, s->parent);
}

// std::allocator, std::basic_string and the three streams have abbreviations of their own.
static bool m_std_abbrev(Mangler *m, TemplateDecl *t, ClassDecl *c) {
    if (!m_std(m, m_scope(t->d.scope))) return false;
    const char *n = atom_str(m->x->ctx, t->d.name);
    if (!c) {
        if (!strcmp(n, "allocator")) return buf_puts(&m->out, "Sa"), true;
        if (!strcmp(n, "basic_string")) return buf_puts(&m->out, "Sb"), true;
        return false;
    }
    TmplArgs *a = c->args;
    if (!a->n || a->a[0].kind != TA_TYPE || a->a[0].type->kind != TY_CHAR) return false;
    for (uint32_t i = 1; i < a->n; i++) {
        Type *ty = a->a[i].kind == TA_TYPE ? a->a[i].type : NULL;
        if (!ty || ty->kind != TY_CLASS || !ty->u.cls->tmpl) return false;
        Decl *td = &ty->u.cls->tmpl->d;
        const char *an = atom_str(m->x->ctx, td->name);
        if (!m_std(m, m_scope(td->scope))) return false;
        if (strcmp(an, i == 1 ? "char_traits" : "allocator") != 0) return false;
    }
    if (!strcmp(n, "basic_string") && a->n == 3) return buf_puts(&m->out, "Ss"), true;
    if (!strcmp(n, "basic_istream") && a->n == 2) return buf_puts(&m->out, "Si"), true;
    if (!strcmp(n, "basic_ostream") && a->n == 2) return buf_puts(&m->out, "So"), true;
    if (!strcmp(n, "basic_iostream") && a->n == 2) return buf_puts(&m->out, "Sd"), true;
    return false;
}

void m_class_prefix(Mangler *m, ClassDecl *c) {
    if (m_sub(m, m_key(c->d.type))) return;
    if (c->tmpl) {
        if (m_std_abbrev(m, c->tmpl, c)) return;
        m_template_prefix(m, c->tmpl, NULL);
        m_targs(m, c->args);
    } else {
        m_prefix(m, m_decl_scope(&c->d));
        m_unqual(m, &c->d);
    }
    m_add(m, m_key(c->d.type));
}

// <template-prefix>: `as` gives the name where it differs (constructors, operators).
static void m_template_prefix(Mangler *m, TemplateDecl *t, Decl *as) {
    if (!m->internal && m_sub(m, m_key(t))) return;
    if (m_std_abbrev(m, t, NULL)) return;
    m_prefix(m, t->d.scope);
    if (as)
        m_unqual(m, as);
    else
        m_source_name(m, t->d.name);
    m_add(m, m_key(t));
}

// ---- unqualified names -------------------------------------------------------------------------

static uint32_t m_operands(const FuncDecl *f) {
    return f->nparam + (f->cls && !(f->d.flags & DF_STATIC) ? 1 : 0);
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

static const char *m_operator(const FuncDecl *f) {
    bool unary = m_operands(f) < 2;
    switch (f->op) {
    case OP_PLUS:
    case OP_ADD: return unary ? "ps" : "pl";
    case OP_MINUS:
    case OP_SUB: return unary ? "ng" : "mi";
    case OP_DEREF:
    case OP_MUL: return unary ? "de" : "ml";
    case OP_ADDR:
    case OP_AND: return unary ? "ad" : "an";
    default: return m_op_code(f->op);
    }
}

static void m_func_name(Mangler *m, FuncDecl *f) {
    switch ((FuncKind)f->kind) {
    case FK_CTOR:
    case FK_DTOR:
        buf_putc(&m->out, f->kind == FK_CTOR ? 'C' : 'D');
        buf_putc(&m->out, f == m->cdtor ? m->version : '1');
        return;
    case FK_CONV: {
        Type *t = f->dep_type ? f->dep_type : f->d.type;
        buf_puts(&m->out, "cv");
        m_type(m, t->u.func.ret);
        return;
    }
    case FK_LITERAL_OP: {
        // the atom spells `operator""name`
        const char *s = atom_str(m->x->ctx, f->d.name), *q = strrchr(s, '"');
        s = q ? q + 1 : s;
        while (*s == ' ') s++;
        buf_puts(&m->out, "li");
        m_source(m, s, strlen(s));
        return;
    }
    default: break;
    }
    if (f->op)
        buf_puts(&m->out, m_operator(f));
    else
        m_source_name(m, f->d.name);
}

static void m_number(Mangler *m, uint32_t n) { // _ is 0, 0_ is 1, ...
    if (n) buf_u64(&m->out, n - 1);
    buf_putc(&m->out, '_');
}

static void m_closure_name(Mangler *m, ClassDecl *c) {
    buf_puts(&m->out, "Ul");
    Type *t = NULL;
    if (c->call_op) {
        FuncDecl *f = c->call_op;
        t = f->dep_type ? f->dep_type : f->d.type;
    }
    if (t && t->kind == TY_FUNC)
        m_params(m, &t->u.func);
    else
        buf_putc(&m->out, 'v');
    buf_putc(&m->out, 'E');
    m_number(m, m->by_context ? c->context_number : c->unnamed_number);
}

static bool in_unnamed_namespace(const Decl *d) {
    for (const Scope *s = d->scope; s; s = s->parent)
        if (s->kind == SC_NAMESPACE && s->owner && !s->owner->name) return s->parent != NULL;
    return false;
}

// gcc and clang write L before the name of what is static, and no template.
static bool m_static_mark(const Mangler *m, const Decl *d) {
    bool function =
        d->kind == D_FUNC && !((const FuncDecl *)d)->tmpl && !((const FuncDecl *)d)->cls;
    return m->host && function && d->linkage == LK_INTERNAL && !in_unnamed_namespace(d);
}

static void m_unqual(Mangler *m, Decl *d) {
    switch (d->kind) {
    case D_FUNC:
        if (m_static_mark(m, d)) buf_putc(&m->out, 'L');
        m_func_name(m, (FuncDecl *)d);
        return;
    case D_CLASS: {
        ClassDecl *c = (ClassDecl *)d;
        if (c->is_closure)
            m_closure_name(m, c);
        else if (d->name)
            m_source_name(m, d->name);
        else if (c->typedef_name)
            m_source_name(m, c->typedef_name->name);
        else {
            buf_puts(&m->out, "Ut");
            m_number(m, c->unnamed_number);
        }
        return;
    }
    default:
        if (d->name)
            m_source_name(m, d->name);
        else if (d->kind == D_ENUM && ((EnumDecl *)d)->typedef_name)
            m_source_name(m, ((EnumDecl *)d)->typedef_name->name);
        else
            buf_puts(&m->out, "Ut_");
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

static Entity m_entity(Decl *d) {
    Entity e = {d, NULL, NULL, m_decl_scope(d)};
    if (d->kind == D_FUNC) {
        e.tmpl = ((FuncDecl *)d)->tmpl;
        e.args = ((FuncDecl *)d)->args;
    } else if (d->kind == D_VAR) {
        e.tmpl = ((VarDecl *)d)->tmpl;
        e.args = ((VarDecl *)d)->args;
    } else if (d->kind == D_CLASS) {
        e.tmpl = ((ClassDecl *)d)->tmpl;
        e.args = ((ClassDecl *)d)->args;
    }
    if (!e.args) e.tmpl = NULL;
    return e;
}

static void m_method_quals(Mangler *m, Decl *d) {
    if (d->kind != D_FUNC || !((FuncDecl *)d)->cls || d->type->kind != TY_FUNC) return;
    const FuncType *f = &d->type->u.func;
    if (f->quals & Q_RESTRICT) buf_putc(&m->out, 'r');
    if (f->quals & Q_VOLATILE) buf_putc(&m->out, 'V');
    if (f->quals & Q_CONST) buf_putc(&m->out, 'K');
    if (f->ref == REF_LVALUE) buf_putc(&m->out, 'R');
    if (f->ref == REF_RVALUE) buf_putc(&m->out, 'O');
}

// The entity's name within its scope, which may be a function's (then no prefix is written).
static void m_scoped_name(Mangler *m, Entity *e) {
    bool plain = m_global(m, e->scope) || e->scope->kind == SC_FUNC;
    bool nested = m->internal || !(plain || m_std(m, e->scope));
    if (nested) {
        buf_putc(&m->out, 'N');
        m_method_quals(m, e->d);
    }
    if (e->tmpl) {
        m_template_prefix(m, e->tmpl, e->d);
        m_targs(m, e->args);
    } else {
        m_prefix(m, e->scope);
        m_unqual(m, e->d);
    }
    if (nested) buf_putc(&m->out, 'E');
}

// Number of a static local among those of the same name in its function.
static uint32_t m_discriminator(FuncDecl *f, Decl *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->locals.n; i++) {
        VarDecl *v = f->locals.at[i];
        if (&v->d == d) return n;
        if (v->d.name == d->name && v->storage == STOR_STATIC) n++;
    }
    return 0;
}

static void m_name(Mangler *m, Decl *d) {
    Entity e = m_entity(d);
    FuncDecl *fn = m_local_fn(e.scope);
    if (!fn) {
        m_scoped_name(m, &e);
        return;
    }
    buf_putc(&m->out, 'Z');
    bool internal = m->internal;
    m->internal = !m->host && m_needs_internal(&fn->d);
    m_encoding(m, &fn->d);
    m->internal = internal;
    buf_putc(&m->out, 'E');
    m_scoped_name(m, &e);
    uint32_t n = 0;
    if (d->kind == D_VAR)
        n = m_discriminator(fn, d);
    else if (d->kind == D_CLASS && d->name)
        n = ((ClassDecl *)d)->unnamed_number;
    if (n) {
        buf_putc(&m->out, '_');
        if (n > 10) buf_putc(&m->out, '_');
        buf_u64(&m->out, n - 1);
        if (n > 10) buf_putc(&m->out, '_');
    }
}

void m_params(Mangler *m, const FuncType *f) {
    m->lists++;
    for (uint32_t i = 0; i < f->nparam; i++) m_type(m, f->param[i]);
    m->lists--;
    if (f->variadic)
        buf_putc(&m->out, 'z');
    else if (!f->nparam)
        buf_putc(&m->out, 'v');
}

void m_encoding(Mangler *m, Decl *d) {
    if (d->kind == D_FUNC && m_c_name(m, d)) {
        m_source_name(m, d->name);
        return;
    }
    if (d->kind == D_VAR && ((VarDecl *)d)->tmpl_object) {
        buf_puts(&m->out, "TA");
        m_const(m, ((VarDecl *)d)->value, ((VarDecl *)d)->value->type);
        return;
    }
    m_name(m, d);
    if (d->kind != D_FUNC) return;
    FuncDecl *f = (FuncDecl *)d;
    Type *t = f->tmpl && f->dep_type ? f->dep_type : f->d.type;
    if (!t || t->kind != TY_FUNC) return;
    uint32_t lists = m->lists;
    m->lists = 0;
    if (f->tmpl && f->kind != FK_CTOR && f->kind != FK_DTOR && f->kind != FK_CONV) {
        m_type(m, t->u.func.ret);
    }
    m_params(m, &t->u.func);
    m->lists = lists;
}

// ---- types that are names ----------------------------------------------------------------------

void m_named_type(Mangler *m, Type *t) {
    t = t->unqual;
    if (m_sub(m, m_key(t))) return;
    if (t->kind == TY_CLASS && t->u.cls->complex_of) {
        buf_putc(&m->out, 'C');
        m_type(m, t->u.cls->complex_of);
        m_add(m, m_key(t));
        return;
    }
    Decl *d = t->kind == TY_CLASS ? &t->u.cls->d : &t->u.enm->d;
    bool internal = m->internal;
    m->internal = false;
    Entity e = m_entity(d);
    if (e.tmpl && t->kind == TY_CLASS && m_std_abbrev(m, e.tmpl, t->u.cls)) {
        m->internal = internal;
        return;
    }
    m_name(m, d);
    m->internal = internal;
    m_add(m, m_key(t));
}

static uint64_t m_ttp_key(const TParmDecl *t) {
    return 1ull << 63 | (uint64_t)t->depth << 32 | t->index;
}

void m_tparm(Mangler *m, unsigned index) {
    buf_putc(&m->out, 'T');
    m_number(m, index);
}

// The template of a template-id, as a prefix.
static void m_spec_template(Mangler *m, Decl *tmpl) {
    if (tmpl->kind == D_TPARM) {
        TParmDecl *t = (TParmDecl *)tmpl;
        if (m_sub(m, m_ttp_key(t))) return;
        m_tparm(m, t->index);
        m_add(m, m_ttp_key(t));
        return;
    }
    m_template_prefix(m, (TemplateDecl *)tmpl, NULL);
}

void m_template_name(Mangler *m, Decl *tmpl) {
    Scope *s = m_scope(tmpl->scope);
    bool nested = tmpl->kind != D_TPARM && !m_global(m, s) && s->kind != SC_FUNC && !m_std(m, s);
    if (nested && m_sub(m, m_key(tmpl))) return;
    if (nested) buf_putc(&m->out, 'N');
    m_spec_template(m, tmpl);
    if (nested) buf_putc(&m->out, 'E');
}

// As a prefix of a nested name.
static void m_type_prefix(Mangler *m, Type *t) {
    switch (t->kind) {
    case TY_CLASS: m_class_prefix(m, t->u.cls); return;
    case TY_SPEC:
        if (m_sub(m, m_key(t->unqual))) return;
        m_spec_template(m, t->u.spec.tmpl);
        m_targs(m, t->u.spec.args);
        m_add(m, m_key(t->unqual));
        return;
    case TY_DEPNAME:
        if (m_sub(m, m_key(t->unqual))) return;
        m_type_prefix(m, t->u.depname.scope);
        m_source_name(m, t->u.depname.name);
        if (t->u.depname.args) {
            m_add(m, m_key(t->unqual) ^ 1); // the template alone
            m_targs(m, t->u.depname.args);
        }
        m_add(m, m_key(t->unqual));
        return;
    default: m_type(m, t->unqual); return;
    }
}

void m_spec_type(Mangler *m, Type *t) {
    t = t->unqual;
    if (m_sub(m, m_key(t))) return;
    Decl *tmpl = t->u.spec.tmpl;
    Scope *s = m_scope(tmpl->scope);
    bool nested = tmpl->kind != D_TPARM && !m_global(m, s) && s->kind != SC_FUNC && !m_std(m, s);
    if (nested) buf_putc(&m->out, 'N');
    m_spec_template(m, tmpl);
    m_targs(m, t->u.spec.args);
    if (nested) buf_putc(&m->out, 'E');
    m_add(m, m_key(t));
}

void m_depname_type(Mangler *m, Type *t) {
    t = t->unqual;
    if (m_sub(m, m_key(t))) return;
    buf_putc(&m->out, 'N');
    m_type_prefix(m, t); // adds it
    buf_putc(&m->out, 'E');
}

// The scopes around and with s, outermost first, as names: no substitutions.
static void m_scope_levels(Mangler *m, Scope *s) {
    Scope *chain[64];
    uint32_t n = 0;
    for (; !m_global(m, s) && s->kind != SC_FUNC && n < CU_COUNT(chain); s = m_scope(s->parent))
        chain[n++] = s;
    while (n) {
        s = chain[--n];
        if (s->kind == SC_NAMESPACE) {
            m_namespace_name(m, s);
        } else if (s->kind == SC_CLASS && s->cls) {
            if (s->cls->tmpl)
                m_source_name(m, s->cls->tmpl->d.name);
            else
                m_unqual(m, &s->cls->d);
            if (s->cls->args) m_targs(m, s->cls->args);
        }
    }
}

// A template template parameter is its name there.
static void m_type_levels(Mangler *m, Type *t) {
    switch (t->kind) {
    case TY_SPEC:
        if (t->u.spec.tmpl->kind != D_TPARM) m_scope_levels(m, m_scope(t->u.spec.tmpl->scope));
        m_source_name(m, t->u.spec.tmpl->name);
        m_targs(m, t->u.spec.args);
        return;
    case TY_DEPNAME:
        m_type_levels(m, t->u.depname.scope);
        m_source_name(m, t->u.depname.name);
        if (t->u.depname.args) m_targs(m, t->u.depname.args);
        return;
    case TY_CLASS: m_scope_levels(m, t->u.cls->inner); return;
    default: m_type(m, t->unqual); return;
    }
}

void m_unresolved_scope(Mangler *m, Type *scope) {
    Type *root = scope;
    while (root->kind == TY_DEPNAME) root = root->u.depname.scope;
    bool levels = root->kind == TY_SPEC || (root->kind == TY_CLASS && root->u.cls->inner);
    buf_puts(&m->out, "sr");
    if (root == scope && root->kind != TY_SPEC) {
        m_type(m, scope->unqual);
        return;
    }
    if (!levels) buf_putc(&m->out, 'N');
    m_type_levels(m, scope);
    buf_putc(&m->out, 'E');
}

void m_known_scope(Mangler *m, Scope *s) {
    s = m_scope(s);
    if (m_global(m, s)) {
        buf_puts(&m->out, "gs");
        return;
    }
    buf_puts(&m->out, "sr");
    m_scope_levels(m, s);
    buf_putc(&m->out, 'E');
}

// ---- entry -------------------------------------------------------------------------------------

static Atom mangle(Cxx *x, Decl *d, char version) {
    Ctx *ctx = x->ctx;
    Atom label = d->kind == D_FUNC  ? ((FuncDecl *)d)->asm_label
                 : d->kind == D_VAR ? ((VarDecl *)d)->asm_label
                                    : 0;
    if (label) return label;
    ArenaMark mark = arena_mark(&ctx->scratch);
    Mangler m = {.x = x, .version = version};
    if (version) m.cdtor = (FuncDecl *)d;
    buf_init(&m.out, &ctx->scratch);
    map_init(&m.subs, &ctx->scratch);
    Scope *s = m_decl_scope(d);
    bool var = d->kind == D_VAR, local = m_local_fn(s) != NULL;
    bool templ = var && (((VarDecl *)d)->tmpl || ((VarDecl *)d)->tmpl_object);
    bool plain = (var && !local && m_global(&m, s) && !templ) || m_c_name(&m, d);
    bool stat = x->opt.rdc && d->linkage == LK_INTERNAL && !local &&
                (var || (d->cuda & CU_GLOBAL)) && !(d->flags & DF_MEMBER);
    if (stat) {
        const char *id = m_module_id(&m);
        buf_printf(&m.out, "__nv_static_%u_%s_", (unsigned)strlen(id), id);
    }
    if (plain) {
        buf_atom(ctx, &m.out, d->name);
    } else {
        buf_puts(&m.out, "_Z");
        m.internal = !local && m_needs_internal(d);
        m_encoding(&m, d);
    }
    Atom a = atom_intern(ctx, m.out.at, m.out.n);
    arena_reset(&ctx->scratch, mark);
    return a;
}

// What nvcc takes for internal of a template argument: a class, and what classes have as arguments;
// of what pointers and references lead to it asks nothing.
static bool internal_arg(const TmplArg *a, uint32_t depth);

static bool internal_args(const TmplArgs *l, uint32_t depth) {
    for (uint32_t i = 0; l && depth < 64 && i < l->n; i++)
        if (internal_arg(&l->a[i], depth + 1)) return true;
    return false;
}

static bool internal_arg(const TmplArg *a, uint32_t depth) {
    if (a->kind == TA_PACK) return internal_args(a->pack, depth);
    if (a->kind == TA_VALUE)
        return a->val->kind == CV_LVALUE && a->val->u.lv.base &&
               a->val->u.lv.base->linkage == LK_INTERNAL;
    if (a->kind != TA_TYPE || a->type->kind != TY_CLASS) return false;
    const ClassDecl *c = a->type->unqual->u.cls;
    const Decl *d = c->tmpl ? &c->tmpl->d : &c->d;
    return in_unnamed_namespace(d) || internal_args(c->args, depth);
}

bool cxx_internal_symbol(const FuncDecl *f) {
    return f->d.linkage == LK_INTERNAL || internal_args(f->args, 0);
}

Atom cxx_mangle(Cxx *x, Decl *d) {
    if (d->kind != D_FUNC) return mangle(x, d, 0);
    FuncDecl *f = (FuncDecl *)d;
    if (!f->mangled) f->mangled = mangle(x, d, 0);
    return f->mangled;
}

Atom cxx_mangle_host(Cxx *x, FuncDecl *f, bool by_context) {
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    Mangler m = {.x = x, .host = true, .by_context = by_context};
    buf_init(&m.out, &x->ctx->scratch);
    map_init(&m.subs, &x->ctx->scratch);
    buf_puts(&m.out, "_Z");
    m_encoding(&m, &f->d);
    Atom a = atom_intern(x->ctx, m.out.at, m.out.n);
    arena_reset(&x->ctx->scratch, mark);
    return a;
}

Atom cxx_mangle_cdtor(Cxx *x, FuncDecl *f, char version) {
    return mangle(x, &f->d, version);
}
