// SPDX-License-Identifier: Apache-2.0
// answer.h: the functions behind demand.h, where each demand is described. Each is defined on its
// own floor; check/demand.c alone takes their addresses.
#ifndef CUPRUM_CXX_ANSWER_H
#define CUPRUM_CXX_ANSWER_H

#include "cxx/demand.h"

// a declaration's facts
bool cxx_answer_class_complete(Cxx *x, ClassDecl *c, Pos pos);
void cxx_answer_class_specials(Cxx *x, ClassDecl *c);
bool cxx_answer_class_layout(Cxx *x, ClassDecl *c, Pos pos);
void cxx_answer_find_class_def(Cxx *x, ClassDecl *c);
bool cxx_answer_enum_complete(Cxx *x, EnumDecl *e);
void cxx_answer_elaborate_entry(Cxx *x, Scope *s, uint32_t i);
void cxx_answer_elaborate_definition(Cxx *x, struct MemberDef *m);
bool cxx_answer_func_body(Cxx *x, FuncDecl *f);
bool cxx_answer_func_noexcept(Cxx *x, FuncDecl *f);
Expr *cxx_answer_default_arg(Parse *p, FuncDecl *f, uint32_t i, Pos pos);
void cxx_answer_compare_prepare(Cxx *x, FuncDecl *f);
Expr *cxx_answer_field_init(Parse *p, FieldDecl *f, Pos pos);
bool cxx_answer_var_init(Cxx *x, VarDecl *v);
bool cxx_answer_var_find_def(Cxx *x, VarDecl *v);

// templates
Type *cxx_answer_template_id_type(Parse *p, Decl *tmpl, TmplArgs *args, Pos pos);
VarDecl *cxx_answer_var_template(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos);
FuncDecl *cxx_answer_func_instantiate(Cxx *x, TemplateDecl *t, TmplArgs *args, uint32_t poi,
                                      Pos pos);
void cxx_answer_template_complete(Cxx *x, TemplateDecl *t);
FuncDecl *cxx_answer_deduce_call(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Expr **arg,
                                 uint32_t n, struct DeduceFail *why);
FuncDecl *cxx_answer_deduce_type(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Type *want,
                                 struct DeduceFail *why);
FuncDecl *cxx_answer_deduce_explicit(Parse *p, TemplateDecl *t, TmplArgs *explicit_);
Type *cxx_answer_deduce_auto(Parse *p, Type *declared, Expr *init, Pos pos);
int cxx_answer_more_specialized(Cxx *x, TemplateDecl *a, TemplateDecl *b, uint32_t ncall_args);
int cxx_answer_more_constrained_func(Cxx *x, FuncDecl *a, FuncDecl *b);
bool cxx_answer_func_satisfied(Cxx *x, FuncDecl *f);
Type *cxx_answer_parm_type(Parse *p, TParmDecl *parm, Env *env);
void cxx_answer_print_constraint(Cxx *x, Buf *b, const TParmDecl *d);

// syntax that nests
Type *cxx_answer_parse_type_id(Parse *p);
bool cxx_answer_parse_declspecs(Parse *p, struct DeclSpec *ds, bool allow_none);
Type *cxx_answer_parse_conversion_type(Parse *p);
Type *cxx_answer_parse_decltype(Parse *p);
TmplArgs *cxx_answer_parse_template_args(Parse *p, Decl *tmpl);
Expr *cxx_answer_concept_id(Parse *p, Decl *concept, TmplArgs *args, Pos pos);
Expr *cxx_answer_parse_requires(Parse *p);
Expr *cxx_answer_lambda(Parse *p);
Stmt *cxx_answer_parse_compound(Parse *p);

extern const CxxDemands cxx_demands; // check/demand.c: all of them

#endif
