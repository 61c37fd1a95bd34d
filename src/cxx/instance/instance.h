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

// ---- exception_spec.c ---------------------------------------------------------------------------

// A template, or a member of one, that is declared again has the exception specification of its
// declaration `old` [except.spec]/4; said at func if not.
void cxx_check_exceptions_again(Cxx *cxx, FuncDecl *old, FuncDecl *func);

// ---- instance.c ---------------------------------------------------------------------------------

// Binds a class template's instance to the tokens of the primary template or a partial
// specialization, and to its arguments [temp.inst]; its members stay tokens. pos: the use. False:
// it has no definition (yet).
bool cxx_class_instantiate(Cxx *cxx, ClassDecl *cls, Pos pos);
// The definition of an instance or member: body_range; whether it has one.
bool cxx_func_find_body(Cxx *cxx, FuncDecl *func);
// Says that explicit specialization `decl` is declared behind the use at `use`, which would have
// instantiated the template [temp.expl.spec]/7. Judged for uses in the main file, outside of
// templates.
void tm_check_spec_order(Cxx *cxx, Decl *decl, Pos use);
// Takes parameters and body of another declaration of the same function, parsed in env.
bool tm_func_rebind(Cxx *cxx, FuncDecl *func, TokRange range, Scope *scope, Env *env);
// Elaborates all declarations of the template's name, once: its specializations may stand anywhere
// in its scope, or around it with a qualified name.
void tm_find_specs(Cxx *cxx, TemplateDecl *tmpl);
// The partial specialization that these arguments choose [temp.spec.partial.match], *bound: its
// arguments; NULL: the primary template.
PartialSpec *tm_choose_partial(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args, Pos pos,
                               TmplArgs **bound);

// ---- outside.c ----------------------------------------------------------------------------------

// A member class defined outside of its own: takes head, body and bases; whether there is one.
bool cxx_class_find_def(Cxx *cxx, ClassDecl *cls);
// Takes the body of an explicit specialization of the member class, if there is one
// [temp.expl.spec]/16.
void cxx_class_find_spec(Cxx *cxx, ClassDecl *cls);
// The declared member of such an entry, its definition attached; NULL if it matches nothing.
Decl *cxx_outside_decl(Cxx *cxx, Scope *scope, uint32_t entry);
// Takes the body that a member enumeration has outside of its class; whether it has one.
bool cxx_enum_find_def(Cxx *cxx, EnumDecl *enm);
// Takes the definition of a member template outside of its class; whether it is defined.
bool cxx_outside_template(Cxx *cxx, TemplateDecl *tmpl);
// The definition of a member function outside of its class; whether there is one.
bool cxx_outside_function(Cxx *cxx, FuncDecl *func);
// The class definition `class-key ... name ... { }` in tokens [at, end).
bool cxx_scan_class_def(Cxx *cxx, uint32_t at, uint32_t end, ClassDecl *cls);

// ---- template.c ---------------------------------------------------------------------------------

// Behind `template`, up to behind the declaration: templates, specializations, explicit
// instantiations. What was declared, or NULL.
Decl *cxx_parse_template(Parse *parse, Scope *s, Access acc, bool is_friend);
// At `template` not followed by '<' [temp.explicit].
void cxx_explicit_instantiation(Parse *parse, Scope *scope);
// The function member of the scope with the declarator's name and type, exceptions apart; NULL:
// none.
FuncDecl *cxx_match_member(Parse *parse, Scope *scope, const Declarator *declarator);
// Instantiates all members of a class that have definitions, as an explicit instantiation does
// [temp.explicit]/10.
void cxx_instantiate_members(Cxx *cxx, ClassDecl *cls, Pos pos);
// An abbreviated function template [dcl.fct]/22 whose declarator at `begin` was found to have
// placeholders in its parameters.
Decl *cxx_parse_abbreviated(Parse *parse, uint32_t begin, Scope *s, Access acc, uint32_t open);
// At '<': a parameter list of that depth, up to behind its requires-clause. Its scope becomes
// parse->scope. After a diagnostic its parameters are invalid.
TmplParams *tm_parse_params(Parse *parse, uint32_t depth);
// The depth of parameters that are declared in scope: one more than the innermost unbound list's.
uint32_t tm_next_depth(const Scope *scope);
// Default arguments accumulate over declarations [temp.param]/12.
void tm_merge_defaults(TmplParams *to, const TmplParams *from);

#endif
