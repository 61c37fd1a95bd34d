// SPDX-License-Identifier: Apache-2.0
// instance.h: declarations of templates and their instances [temp.spec]: what `template` declares,
// the class, function or variable that arguments make of it, definitions that stand elsewhere.
#ifndef CUPRUM_CXX_INSTANCE_INSTANCE_H
#define CUPRUM_CXX_INSTANCE_INSTANCE_H

#include "cxx/facts/facts.h"

// ---- closure.c ----------------------------------------------------------------------------------

// Generic lambdas: the call operator with its parameters bound by env (cxx_func_instantiate calls
// it when the template's owner is a closure; the tokens are no ordinary declaration).
FuncDecl *cxx_lambda_call_op(Cxx *cxx, ClassDecl *closure, Scope *scope, Env *env);
// The instance of a generic closure's conversion to a pointer to function.
FuncDecl *cxx_lambda_conversion(Cxx *cxx, ClassDecl *closure, const FuncDecl *pattern,
                                TmplArgs *args, uint32_t poi, Pos pos);
// The implicit conversion function and invoker of a closure get their bodies; false: not mine.
bool cxx_lambda_body(Cxx *cxx, FuncDecl *func);
// The conversion of a closure without captures to a pointer to function, and its __invoke.
void xe_lambda_add_conversion(Parse *parse, ClassDecl *cls, FuncDecl *op, bool generic);
// Declares the call operator of the closure that is parsed, from its declarator.
FuncDecl *cxx_closure_operator(Parse *parse, struct LambdaState *ls);

// ---- instance.c ---------------------------------------------------------------------------------

bool cxx_class_instantiate(Cxx *cxx, ClassDecl *cls, Pos pos); // chooses primary or partial, binds
// The definition of an instance or member: body_range; whether it has one.
bool cxx_func_find_body(Cxx *cxx, FuncDecl *func);
void tm_check_spec_order(Cxx *cxx, Decl *decl, Pos use); // an explicit specialization's
// Takes parameters and body of another declaration of the same function, parsed in env.
bool tm_func_rebind(Cxx *cxx, FuncDecl *func, TokRange range, Scope *scope, Env *env);
void tm_find_specs(Cxx *cxx, TemplateDecl *tmpl); // elaborates all declarations of its name
// The partial specialization that these arguments choose [temp.spec.partial.match], *bound: its
// arguments; NULL: the primary template.
PartialSpec *tm_choose_partial(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args, Pos pos,
                               TmplArgs **bound);

// ---- outside.c ----------------------------------------------------------------------------------

// A member class defined outside of its own: takes head, body and bases; whether there is one.
bool cxx_class_find_def(Cxx *cxx, ClassDecl *cls);
void cxx_class_find_spec(Cxx *cxx, ClassDecl *cls); // the same, if it is specialized explicitly
// The declared member of such an entry, its definition attached; NULL if it matches nothing.
Decl *cxx_outside_decl(Cxx *cxx, Scope *scope, uint32_t entry);
bool cxx_enum_find_def(Cxx *cxx, EnumDecl *enm); // of a member, outside of its class: its body
// Takes the definition of a member template outside of its class; whether it is defined.
bool cxx_outside_template(Cxx *cxx, TemplateDecl *tmpl);
// The definition of a member function outside of its class; whether there is one.
bool cxx_outside_function(Cxx *cxx, FuncDecl *func);
// The class definition `class-key ... name ... { }` in tokens [at, end).
bool cxx_scan_class_def(Cxx *cxx, uint32_t at, uint32_t end, ClassDecl *cls);

// ---- template.c ---------------------------------------------------------------------------------

Decl *cxx_parse_template(Parse *parse, Scope *s, Access acc, bool is_friend); // after `template`
// At `template` not followed by '<' [temp.explicit].
void cxx_explicit_instantiation(Parse *parse, Scope *scope);
FuncDecl *cxx_match_member(Parse *parse, Scope *scope,
                           const Declarator *declarator);        // by name and exact type
void cxx_instantiate_members(Cxx *cxx, ClassDecl *cls, Pos pos); // all of them, as code
// An abbreviated function template [dcl.fct]/22 whose declarator at `begin` was found to have
// placeholders in its parameters.
Decl *cxx_parse_abbreviated(Parse *parse, uint32_t begin, Scope *s, Access acc, uint32_t open);
TmplParams *tm_parse_params(Parse *parse, uint32_t depth); // at '<'
// The depth of parameters that are declared in scope: one more than the innermost unbound list's.
uint32_t tm_next_depth(const Scope *scope);
// Default arguments accumulate over declarations [temp.param]/12.
void tm_merge_defaults(TmplParams *to, const TmplParams *from);

#endif
