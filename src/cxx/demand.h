// SPDX-License-Identifier: Apache-2.0
// demand.h: the one way up between the floors of the front end.
//
// A declaration is elaborated when somebody needs a fact of it. Who needs it may stand on any floor
// (a type asks for its size, a conversion for a constructor), who finds it out stands high: to
// complete a class is to parse declarations, whose expressions call functions, whose bodies are
// statements. So what is below DEMANDS the fact, through this table, and what is above ANSWERS it.
// Everything else in src/cxx calls downwards or on its own floor; tools/check_layers proves that
// from the objects. The table is filled in one place, check/demand.c, with the functions called
// cxx_answer_NAME, which nobody else calls.
//
// The contract of all demands:
//  - A fact that is known is given at once, and nothing happens: asking again costs a comparison.
//  - A fact that is being found out is no fact yet: who asks in a circle gets "no" (false, NULL, an
//    error node), and a diagnostic only where the circle itself is the error.
//  - What is wrong with the declaration is reported where it stands, once; what is wrong with the
//    use is the caller's to report. Under a DiagTrap both count as a failed substitution, but for
//    what an instance needs of itself (tm_hard_begin).
//  - Nothing is freed: results live in ctx->perm.
//
// The last group is no matter of laziness: C++ nests types, template arguments, statements and
// lambdas in expressions, so the parsers of the lower ones have to call those of the upper ones.
// These begin at p->at, consume what they parse, and report what is wrong.
#ifndef CUPRUM_CXX_DEMAND_H
#define CUPRUM_CXX_DEMAND_H

#include "cxx/facts/parse.h"

struct DeclSpec;
struct DeduceFail;
struct MemberDef;

typedef struct CxxDemands {
    // ---- a declaration's facts ----

    // The definition of c is found or instantiated, its members are indexed, its bases complete.
    // False: it has none (the caller says so at pos), or is being completed.
    bool (*class_complete)(Cxx *x, ClassDecl *c, Pos pos);
    // The implicit members of c are declared [special]/1, its trivial_* flags set.
    void (*class_specials)(Cxx *x, ClassDecl *c);
    // Offsets, size, alignment and the virtual table of c. False (after a diagnostic) if it is
    // incomplete or contains itself.
    bool (*class_layout)(Cxx *x, ClassDecl *c, Pos pos);
    // Looks for a definition of c that stands later in its scope, or outside of its class:
    // c->defined.
    void (*find_class_def)(Cxx *x, ClassDecl *c);
    // The enumerators of e, their values, and the underlying type. While they are read a fixed
    // underlying type is enough.
    bool (*enum_complete)(Cxx *x, EnumDecl *e);
    // Parses entry i of the index of s, with all declarators of its declaration: s->elab[i].
    void (*elaborate_entry)(Cxx *x, Scope *s, uint32_t i);
    // Parses a definition that stands outside of its class or namespace, and merges it with the
    // declaration there.
    void (*elaborate_definition)(Cxx *x, struct MemberDef *m);
    // The body of f, parsed or made: f->body, inits, locals; and the result type that it says.
    // False: it has none, or is in error.
    bool (*func_body)(Cxx *x, FuncDecl *f);
    // Whether f has a non-throwing exception specification [except.spec], as written or implied.
    bool (*func_noexcept)(Cxx *x, FuncDecl *f);
    // The default argument of parameter i, converted, for a call at p; an error node after a
    // diagnostic.
    Expr *(*default_arg)(Parse *p, FuncDecl *f, uint32_t i, Pos pos);
    // Of a defaulted comparison operator [class.compare.default]: whether it is deleted, its result
    // type, its body.
    void (*compare_prepare)(Cxx *x, FuncDecl *f);
    // The default member initialiser of f for a constructor at p; NULL: it has none.
    Expr *(*field_init)(Parse *p, FieldDecl *f, Pos pos);
    // The initialiser of v, parsed and converted: v->init, and the type that it completes or
    // deduces. False: v is in error, or being initialised.
    bool (*var_init)(Cxx *x, VarDecl *v);
    // The definition of a static data member outside of its class: its initialiser's tokens, its
    // memory space. Whether v is defined.
    bool (*var_find_def)(Cxx *x, VarDecl *v);

    // ---- templates ----

    // The type that a template-id of a class or alias template names, its arguments checked and its
    // default arguments added. The class is declared only. ty_error after a diagnostic.
    Type *(*template_id_type)(Parse *p, Decl *tmpl, TmplArgs *args, Pos pos);
    // Likewise the variable of a variable template; NULL after a diagnostic.
    VarDecl *(*var_template)(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos);
    // The signature of a function template's instance, at the point of instantiation poi; NULL: the
    // substitution failed.
    FuncDecl *(*func_instantiate)(Cxx *x, TemplateDecl *t, TmplArgs *args, uint32_t poi, Pos pos);
    // All declarations of t: explicit and partial specializations, wherever they stand, and a
    // member template's definition outside of its class.
    void (*template_complete)(Cxx *x, TemplateDecl *t);
    // The instance of t that a call with these arguments means [temp.deduct.call]; NULL: none, for
    // the reason *why (which may be NULL).
    FuncDecl *(*deduce_call)(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Expr **arg, uint32_t n,
                             struct DeduceFail *why);
    // The instance of t with that type: for an address, a conversion function, a specialization.
    FuncDecl *(*deduce_type)(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Type *want,
                             struct DeduceFail *why);
    // The instance of t by its explicit arguments and defaults alone: f<int> as an address.
    FuncDecl *(*deduce_explicit)(Parse *p, TemplateDecl *t, TmplArgs *explicit_);
    // The type with its placeholder deduced from an initialiser [dcl.type.auto.deduct]; ty_error
    // after a diagnostic.
    Type *(*deduce_auto)(Parse *p, Type *declared, Expr *init, Pos pos);
    // Partial ordering [temp.func.order]: > 0: a is more specialized, over the first ncall_args
    // parameters (UINT32_MAX: the whole type).
    int (*more_specialized)(Cxx *x, TemplateDecl *a, TemplateDecl *b, uint32_t ncall_args);
    // > 0: a is more constrained than b by its trailing requires-clause [temp.constr.order], 0:
    // neither.
    int (*more_constrained_func)(Cxx *x, FuncDecl *a, FuncDecl *b);
    // Whether the trailing requires-clause of f holds.
    bool (*func_satisfied)(Cxx *x, FuncDecl *f);
    // The type of a non-type template parameter, its earlier siblings bound in env.
    Type *(*parm_type)(Parse *p, TParmDecl *parm, Env *env);
    // Writes the concept of a constrained template parameter, as in the names of generic lambdas.
    void (*print_constraint)(Cxx *x, Buf *b, const TParmDecl *d);

    // ---- syntax that nests ----

    // type-id; ty_error after a diagnostic.
    Type *(*parse_type_id)(Parse *p);
    // decl-specifier-seq or type-specifier-seq; false after a diagnostic.
    bool (*parse_declspecs)(Parse *p, struct DeclSpec *ds, bool allow_none);
    // conversion-type-id, behind `operator`.
    Type *(*parse_conversion_type)(Parse *p);
    // At `decltype`.
    Type *(*parse_decltype)(Parse *p);
    // At the '<' behind the name of tmpl; NULL after a diagnostic.
    TmplArgs *(*parse_template_args)(Parse *p, Decl *tmpl);
    // The value of a concept-id, its arguments as written.
    Expr *(*concept_id)(Parse *p, Decl *concept, TmplArgs *args, Pos pos);
    // At `requires` of an expression.
    Expr *(*parse_requires)(Parse *p);
    // At the `[` of a lambda-expression.
    Expr *(*lambda)(Parse *p);
    // At the `{` of a statement expression or block.
    Stmt *(*parse_compound)(Parse *p);
} CxxDemands;

// ---- how they are asked
// ---------------------------------------------------------------------------

static inline bool cxx_class_complete(Cxx *x, ClassDecl *c, Pos pos) {
    if (c->complete && !c->candidate) return true;
    return x->demand->class_complete(x, c, pos);
}
static inline void cxx_class_specials(Cxx *x, ClassDecl *c) {
    if (c->specials_done) return;
    x->demand->class_specials(x, c);
}
static inline bool cxx_class_layout(Cxx *x, ClassDecl *c, Pos pos) {
    if (c->layout_done) return true;
    return x->demand->class_layout(x, c, pos);
}
static inline void cxx_find_class_def(Cxx *x, ClassDecl *c) {
    if (c->defined) return;
    x->demand->find_class_def(x, c);
}
static inline bool cxx_enum_complete(Cxx *x, EnumDecl *e) {
    if (e->complete) return true;
    return x->demand->enum_complete(x, e);
}
static inline void cxx_elaborate_entry(Cxx *x, Scope *s, uint32_t i) {
    x->demand->elaborate_entry(x, s, i);
}
static inline void cxx_elaborate_definition(Cxx *x, struct MemberDef *m) {
    x->demand->elaborate_definition(x, m);
}
static inline bool cxx_func_body(Cxx *x, FuncDecl *f) {
    if (f->body_done) return f->body != NULL;
    return x->demand->func_body(x, f);
}
static inline bool cxx_func_noexcept(Cxx *x, FuncDecl *f) {
    return x->demand->func_noexcept(x, f);
}
static inline Expr *cxx_default_arg(Parse *p, FuncDecl *f, uint32_t i, Pos pos) {
    return p->x->demand->default_arg(p, f, i, pos);
}
static inline void cxx_compare_prepare(Cxx *x, FuncDecl *f) {
    x->demand->compare_prepare(x, f);
}
static inline Expr *cxx_field_init(Parse *p, FieldDecl *f, Pos pos) {
    return p->x->demand->field_init(p, f, pos);
}
static inline bool cxx_var_init(Cxx *x, VarDecl *v) {
    if (v->init_done) return !(v->d.flags & DF_INVALID);
    return x->demand->var_init(x, v);
}
static inline bool cxx_var_find_def(Cxx *x, VarDecl *v) {
    return x->demand->var_find_def(x, v);
}
static inline Type *cxx_template_id_type(Parse *p, Decl *tmpl, TmplArgs *args, Pos pos) {
    return p->x->demand->template_id_type(p, tmpl, args, pos);
}
static inline VarDecl *cxx_var_template(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos) {
    return p->x->demand->var_template(p, t, args, pos);
}
static inline FuncDecl *cxx_func_instantiate(Cxx *x, TemplateDecl *t, TmplArgs *args, uint32_t poi,
                                             Pos pos) {
    return x->demand->func_instantiate(x, t, args, poi, pos);
}
static inline void cxx_template_complete(Cxx *x, TemplateDecl *t) {
    x->demand->template_complete(x, t);
}
static inline FuncDecl *cxx_deduce_call(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Expr **arg,
                                        uint32_t n, struct DeduceFail *why) {
    return p->x->demand->deduce_call(p, t, explicit_, arg, n, why);
}
static inline FuncDecl *cxx_deduce_type(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Type *want,
                                        struct DeduceFail *why) {
    return p->x->demand->deduce_type(p, t, explicit_, want, why);
}
static inline FuncDecl *cxx_deduce_explicit(Parse *p, TemplateDecl *t, TmplArgs *explicit_) {
    return p->x->demand->deduce_explicit(p, t, explicit_);
}
static inline Type *cxx_deduce_auto(Parse *p, Type *declared, Expr *init, Pos pos) {
    return p->x->demand->deduce_auto(p, declared, init, pos);
}
static inline int cxx_more_specialized(Cxx *x, TemplateDecl *a, TemplateDecl *b,
                                       uint32_t ncall_args) {
    return x->demand->more_specialized(x, a, b, ncall_args);
}
static inline int cxx_more_constrained_func(Cxx *x, FuncDecl *a, FuncDecl *b) {
    if (!a->requires_range.end && !b->requires_range.end) return 0;
    return x->demand->more_constrained_func(x, a, b);
}
static inline bool cxx_func_satisfied(Cxx *x, FuncDecl *f) {
    if (!f->requires_range.end) return true;
    return x->demand->func_satisfied(x, f);
}
static inline Type *tm_parm_type(Parse *p, TParmDecl *parm, Env *env) {
    Type *t = parm->d.type;
    if (!t || !ty_dependent(t) || !parm->type_range.end) return t;
    return p->x->demand->parm_type(p, parm, env);
}
static inline void cxx_print_constraint(Cxx *x, Buf *b, const TParmDecl *d) {
    if (!d->constraint.end) return;
    x->demand->print_constraint(x, b, d);
}
static inline Type *cxx_parse_type_id(Parse *p) {
    return p->x->demand->parse_type_id(p);
}
static inline bool cxx_parse_declspecs(Parse *p, struct DeclSpec *ds, bool allow_none) {
    return p->x->demand->parse_declspecs(p, ds, allow_none);
}
static inline Type *cxx_parse_conversion_type(Parse *p) {
    return p->x->demand->parse_conversion_type(p);
}
static inline Type *cxx_parse_decltype(Parse *p) {
    return p->x->demand->parse_decltype(p);
}
static inline TmplArgs *cxx_parse_template_args(Parse *p, Decl *tmpl) {
    return p->x->demand->parse_template_args(p, tmpl);
}
static inline Expr *xe_concept_id(Parse *p, Decl *concept, TmplArgs *args, Pos pos) {
    return p->x->demand->concept_id(p, concept, args, pos);
}
static inline Expr *cxx_parse_requires(Parse *p) {
    return p->x->demand->parse_requires(p);
}
static inline Expr *cxx_lambda(Parse *p) {
    return p->x->demand->lambda(p);
}
static inline Stmt *cxx_parse_compound(Parse *p) {
    return p->x->demand->parse_compound(p);
}

#endif
