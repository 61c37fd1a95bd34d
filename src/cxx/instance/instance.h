// SPDX-License-Identifier: Apache-2.0
// instance.h: declarations of templates and their instances [temp.spec]: what `template` declares,
// the class, function or variable that arguments make of it, definitions that stand elsewhere.
#ifndef CUPRUM_CXX_INSTANCE_INSTANCE_H
#define CUPRUM_CXX_INSTANCE_INSTANCE_H

#include "cxx/facts/facts.h"

// ---- closure.c
// -----------------------------------------------------------------------------------

// Generic lambdas: the call operator with its parameters bound by env (cxx_func_instantiate calls
// it when the template's owner is a closure; the tokens are no ordinary declaration).
FuncDecl *cxx_lambda_call_op(Cxx *x, ClassDecl *closure, Scope *s, Env *env);
FuncDecl *cxx_lambda_conversion(Cxx *x, ClassDecl *closure, const FuncDecl *pattern, TmplArgs *args,
                                uint32_t poi, Pos pos);
// The implicit conversion function and invoker of a closure get their bodies; false: not mine.
bool cxx_lambda_body(Cxx *x, FuncDecl *f);
// The conversion of a closure without captures to a pointer to function, and its __invoke.
void xe_lambda_add_conversion(Parse *p, ClassDecl *c, FuncDecl *op, bool generic);
FuncDecl *cxx_closure_operator(Parse *q, struct LambdaState *ls);

// ---- instance.c
// ----------------------------------------------------------------------------------

bool cxx_class_instantiate(Cxx *x, ClassDecl *c, Pos pos); // chooses primary or partial, binds
bool cxx_func_find_body(Cxx *x, FuncDecl *f); // definition of an instance or member: body_range
void tm_check_spec_order(Cxx *x, Decl *d, Pos use); // an explicit specialization's
bool tm_func_rebind(Cxx *x, FuncDecl *f, TokRange range, Scope *s, Env *env);
void tm_find_specs(Cxx *x, TemplateDecl *t); // elaborates all declarations of its name
PartialSpec *tm_choose_partial(Cxx *x, TemplateDecl *t, TmplArgs *args, Pos pos, TmplArgs **bound);

// ---- outside.c
// -----------------------------------------------------------------------------------

// Definitions outside of the class. IXF_OUT_OF_CLASS entries are indexed in their namespace under
// the declared member's name (the atom of its Decl: x->n.ctor for constructors, "operator+", ...).
// Qualified explicit specializations (`template <> struct std::hash<X>`) too, with
// IX_SPECIALIZATION.
bool cxx_class_find_def(Cxx *x, ClassDecl *c);  // member class: head, body, base_clause
void cxx_class_find_spec(Cxx *x, ClassDecl *c); // the same, if it is specialized explicitly
// The declared member of such an entry, its definition attached; NULL if it matches nothing.
Decl *cxx_outside_decl(Cxx *x, Scope *s, uint32_t entry);
bool cxx_enum_find_def(Cxx *x, EnumDecl *e); // of a member, outside of its class: its body
// definition of a member outside of its class.
bool cxx_outside_template(Cxx *x, TemplateDecl *t);
bool cxx_outside_function(Cxx *x, FuncDecl *f);
bool cxx_scan_class_def(Cxx *x, uint32_t at, uint32_t end, ClassDecl *c);

// ---- template.c
// ----------------------------------------------------------------------------------

// instance/template.c, template/deduce.c, instance/instance.c, lookup/pack.c
Decl *cxx_parse_template(Parse *p, Scope *s, Access acc, bool is_friend); // after `template`
void cxx_explicit_instantiation(Parse *p, Scope *s); // at `template` not followed by '<'
FuncDecl *cxx_match_member(Parse *p, Scope *s, const Declarator *d); // by name and exact type
void cxx_instantiate_members(Cxx *x, ClassDecl *k, Pos pos);         // all of them, as code
Decl *cxx_parse_abbreviated(Parse *p, uint32_t begin, Scope *s, Access acc, uint32_t open);
TmplParams *tm_parse_params(Parse *p, uint32_t depth); // at '<'

#endif
