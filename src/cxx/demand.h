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
// Some conversions are judged by building what they would give, or are built of operators, which
// stand above them: a short group of their own.
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
    // The constant value of v [expr.const]/3, by its initialiser; NULL: it has none.
    ConstVal *(*var_const)(Cxx *x, VarDecl *v);
    // The value of a const variable of any arithmetic type, for static initialisation: floating
    // constants are no constant expressions [expr.const]/4, but gcc and nvcc fold them there.
    ConstVal *(*var_fold)(Cxx *x, VarDecl *v);
    // The definition of a static data member outside of its class: its initialiser's tokens, its
    // memory space. Whether v is defined.
    bool (*var_find_def)(Cxx *x, VarDecl *v);

    // ---- conversions that build what they judge ----

    // Whether the list initialises an aggregate or array of type `to` [over.ics.list]/8.
    bool (*list_fits)(Parse *p, Type *to, Expr *list);
    // The expression of a constant value: a literal for numbers, E_CONST for the rest.
    Expr *(*from_const)(Parse *p, ConstVal *constant, Pos pos);
    // A number as a complex one of type t; a complex one as a bool.
    Expr *(*complex_convert)(Parse *p, Type *t, Expr *e);
    // The implied object o of a member that is used: *this, captured where a lambda needs it.
    Expr *(*captured_object)(Parse *p, Expr *o);

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

    // assignment-expression: an operand's, an argument's, an element's.
    Expr *(*parse_assign_expr)(Parse *p);
    // constant-expression: nothing in it is odr-used.
    Expr *(*parse_const_expr)(Parse *p);
    // cast-expression: the operand of sizeof, delete, co_await, a fold.
    Expr *(*parse_cast_expr)(Parse *p);
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

// ---- how they are asked -------------------------------------------------------------------------

// Each by the name that the rest of the front end knows; its contract is that of the row above
// with the same name. What a flag says already is said here.
static inline bool cxx_class_complete(Cxx *cxx, ClassDecl *cls, Pos pos) {
    if (cls->members.complete && !cls->inst.candidate) return true;
    return cxx->demand->class_complete(cxx, cls, pos);
}
static inline void cxx_class_specials(Cxx *cxx, ClassDecl *cls) {
    if (cls->special.done) return;
    cxx->demand->class_specials(cxx, cls);
}
static inline bool cxx_class_layout(Cxx *cxx, ClassDecl *cls, Pos pos) {
    if (cls->layout.done) return true;
    return cxx->demand->class_layout(cxx, cls, pos);
}
static inline void cxx_find_class_def(Cxx *cxx, ClassDecl *cls) {
    if (cls->written.defined) return;
    cxx->demand->find_class_def(cxx, cls);
}
static inline bool cxx_enum_complete(Cxx *cxx, EnumDecl *e) {
    if (e->complete) return true;
    return cxx->demand->enum_complete(cxx, e);
}
static inline void cxx_elaborate_entry(Cxx *cxx, Scope *scope, uint32_t i) {
    cxx->demand->elaborate_entry(cxx, scope, i);
}
static inline void cxx_elaborate_definition(Cxx *cxx, struct MemberDef *m) {
    cxx->demand->elaborate_definition(cxx, m);
}
static inline bool cxx_func_body(Cxx *cxx, FuncDecl *func) {
    if (func->body.done) return func->body.tree != NULL;
    return cxx->demand->func_body(cxx, func);
}
static inline bool cxx_func_noexcept(Cxx *cxx, FuncDecl *func) {
    return cxx->demand->func_noexcept(cxx, func);
}
static inline Expr *cxx_default_arg(Parse *parse, FuncDecl *func, uint32_t i, Pos pos) {
    return parse->x->demand->default_arg(parse, func, i, pos);
}
static inline void cxx_compare_prepare(Cxx *cxx, FuncDecl *func) {
    cxx->demand->compare_prepare(cxx, func);
}
static inline Expr *cxx_field_init(Parse *parse, FieldDecl *f, Pos pos) {
    return parse->x->demand->field_init(parse, f, pos);
}
static inline bool cxx_var_init(Cxx *cxx, VarDecl *v) {
    if (v->init_done) return !(v->d.flags & DF_INVALID);
    return cxx->demand->var_init(cxx, v);
}
// Asked before, or by its own initialiser.
static inline ConstVal *cxx_var_const(Cxx *cxx, VarDecl *v) {
    if (v->value || v->const_tried || v->elaborating) return v->value;
    return cxx->demand->var_const(cxx, v);
}
static inline ConstVal *cxx_var_fold(Cxx *cxx, VarDecl *v) {
    if (v->fold_tried || v->elaborating) return v->folded;
    return cxx->demand->var_fold(cxx, v);
}
static inline bool cxx_var_find_def(Cxx *cxx, VarDecl *v) {
    return cxx->demand->var_find_def(cxx, v);
}
static inline bool cxx_list_fits(Parse *parse, Type *to, Expr *list) {
    return parse->x->demand->list_fits(parse, to, list);
}
static inline Expr *cxx_from_const(Parse *parse, ConstVal *constant, Pos pos) {
    return parse->x->demand->from_const(parse, constant, pos);
}
static inline Expr *cxx_complex_convert(Parse *parse, Type *type, Expr *number) {
    return parse->x->demand->complex_convert(parse, type, number);
}
static inline Expr *cxx_captured_object(Parse *parse, Expr *object) {
    return parse->x->demand->captured_object(parse, object);
}
static inline Type *cxx_template_id_type(Parse *parse, Decl *tmpl, TmplArgs *args, Pos pos) {
    return parse->x->demand->template_id_type(parse, tmpl, args, pos);
}
static inline VarDecl *cxx_var_template(Parse *parse, TemplateDecl *t, TmplArgs *args, Pos pos) {
    return parse->x->demand->var_template(parse, t, args, pos);
}
static inline FuncDecl *cxx_func_instantiate(Cxx *cxx, TemplateDecl *t, TmplArgs *args,
                                             uint32_t poi, Pos pos) {
    return cxx->demand->func_instantiate(cxx, t, args, poi, pos);
}
static inline void cxx_template_complete(Cxx *cxx, TemplateDecl *t) {
    cxx->demand->template_complete(cxx, t);
}
static inline FuncDecl *cxx_deduce_call(Parse *parse, TemplateDecl *t, TmplArgs *explicit_,
                                        Expr **arg, uint32_t n, struct DeduceFail *why) {
    return parse->x->demand->deduce_call(parse, t, explicit_, arg, n, why);
}
static inline FuncDecl *cxx_deduce_type(Parse *parse, TemplateDecl *t, TmplArgs *explicit_,
                                        Type *want, struct DeduceFail *why) {
    return parse->x->demand->deduce_type(parse, t, explicit_, want, why);
}
static inline FuncDecl *cxx_deduce_explicit(Parse *parse, TemplateDecl *t, TmplArgs *explicit_) {
    return parse->x->demand->deduce_explicit(parse, t, explicit_);
}
static inline Type *cxx_deduce_auto(Parse *parse, Type *declared, Expr *init, Pos pos) {
    return parse->x->demand->deduce_auto(parse, declared, init, pos);
}
static inline int cxx_more_specialized(Cxx *cxx, TemplateDecl *a, TemplateDecl *b,
                                       uint32_t ncall_args) {
    return cxx->demand->more_specialized(cxx, a, b, ncall_args);
}
static inline int cxx_more_constrained_func(Cxx *cxx, FuncDecl *func, FuncDecl *fn) {
    if (!func->written.requires.end && !fn->written.requires.end) return 0;
    return cxx->demand->more_constrained_func(cxx, func, fn);
}
static inline bool cxx_func_satisfied(Cxx *cxx, FuncDecl *func) {
    if (!func->written.requires.end) return true;
    return cxx->demand->func_satisfied(cxx, func);
}
static inline Type *tm_parm_type(Parse *parse, TParmDecl *parm, Env *env) {
    Type *t = parm->d.type;
    if (!t || !parm->type_range.end) return t;
    if (!ty_dependent(t) && !ty_auto_depends(t)) return t;
    return parse->x->demand->parm_type(parse, parm, env);
}
static inline void cxx_print_constraint(Cxx *cxx, Buf *b, const TParmDecl *d) {
    if (!d->constraint.end) return;
    cxx->demand->print_constraint(cxx, b, d);
}
static inline Expr *cxx_parse_assign_expr(Parse *parse) {
    return parse->x->demand->parse_assign_expr(parse);
}
static inline Expr *cxx_parse_const_expr(Parse *parse) {
    return parse->x->demand->parse_const_expr(parse);
}
static inline Expr *cxx_parse_cast_expr(Parse *parse) {
    return parse->x->demand->parse_cast_expr(parse);
}
static inline Type *cxx_parse_type_id(Parse *parse) {
    return parse->x->demand->parse_type_id(parse);
}
static inline bool cxx_parse_declspecs(Parse *parse, struct DeclSpec *ds, bool allow_none) {
    return parse->x->demand->parse_declspecs(parse, ds, allow_none);
}
static inline Type *cxx_parse_conversion_type(Parse *parse) {
    return parse->x->demand->parse_conversion_type(parse);
}
static inline Type *cxx_parse_decltype(Parse *parse) {
    return parse->x->demand->parse_decltype(parse);
}
static inline TmplArgs *cxx_parse_template_args(Parse *parse, Decl *tmpl) {
    return parse->x->demand->parse_template_args(parse, tmpl);
}
static inline Expr *xe_concept_id(Parse *parse, Decl *concept, TmplArgs *args, Pos pos) {
    return parse->x->demand->concept_id(parse, concept, args, pos);
}
static inline Expr *cxx_parse_requires(Parse *parse) {
    return parse->x->demand->parse_requires(parse);
}
static inline Expr *cxx_lambda(Parse *parse) {
    return parse->x->demand->lambda(parse);
}
static inline Stmt *cxx_parse_compound(Parse *parse) {
    return parse->x->demand->parse_compound(parse);
}

#endif
