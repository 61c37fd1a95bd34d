// SPDX-License-Identifier: Apache-2.0
// answer.h: the functions behind demand.h, where each demand is described. Each is defined on its
// own floor; check/demand.c alone takes their addresses.
#ifndef CUPRUM_CXX_ANSWER_H
#define CUPRUM_CXX_ANSWER_H

#include "cxx/demand.h"

// a declaration's facts
bool cxx_answer_class_complete(Cxx *cxx, ClassDecl *cls, Pos pos);
void cxx_answer_class_specials(Cxx *cxx, ClassDecl *cls);
bool cxx_answer_class_layout(Cxx *cxx, ClassDecl *cls, Pos pos);
void cxx_answer_find_class_def(Cxx *cxx, ClassDecl *cls);
bool cxx_answer_enum_complete(Cxx *cxx, EnumDecl *enm);
void cxx_answer_elaborate_entry(Cxx *cxx, Scope *home, uint32_t i);
void cxx_answer_elaborate_definition(Cxx *cxx, struct MemberDef *definition);
bool cxx_answer_func_body(Cxx *cxx, FuncDecl *func);
bool cxx_answer_func_noexcept(Cxx *cxx, FuncDecl *func);
Expr *cxx_answer_default_arg(Parse *p, FuncDecl *func, uint32_t i, Pos pos);
void cxx_answer_compare_prepare(Cxx *cxx, FuncDecl *func);
Expr *cxx_answer_field_init(Parse *p, FieldDecl *field, Pos pos);
bool cxx_answer_var_init(Cxx *cxx, VarDecl *var);
ConstVal *cxx_answer_var_const(Cxx *cxx, VarDecl *var);
ConstVal *cxx_answer_var_fold(Cxx *cxx, VarDecl *var);
bool cxx_answer_var_find_def(Cxx *cxx, VarDecl *var);

// conversions
bool cxx_answer_list_fits(Parse *parse, Type *to, Expr *list);
Expr *cxx_answer_from_const(Parse *parse, ConstVal *constant, Pos pos);
Expr *cxx_answer_complex_convert(Parse *parse, Type *target, Expr *source);
Expr *cxx_answer_captured_object(Parse *parse, Expr *object);

// templates
Type *cxx_answer_template_id_type(Parse *parse, Decl *tmpl, TmplArgs *args, Pos pos);
VarDecl *cxx_answer_var_template(Parse *parse, TemplateDecl *tmpl, TmplArgs *args, Pos pos);
FuncDecl *cxx_answer_func_instantiate(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args, uint32_t poi,
                                      Pos pos);
void cxx_answer_template_complete(Cxx *cxx, TemplateDecl *t);
FuncDecl *cxx_answer_deduce_call(Parse *parse, TemplateDecl *tmpl, TmplArgs *explicit_, Expr **arg,
                                 uint32_t n, struct DeduceFail *why);
FuncDecl *cxx_answer_deduce_type(Parse *parse, TemplateDecl *tmpl, TmplArgs *explicit_, Type *want,
                                 struct DeduceFail *why);
FuncDecl *cxx_answer_deduce_explicit(Parse *parse, TemplateDecl *tmpl, TmplArgs *explicit_);
Type *cxx_answer_deduce_auto(Parse *parse, Type *declared, Expr *init, Pos pos);
int cxx_answer_more_specialized(Cxx *cxx, TemplateDecl *tmpl, TemplateDecl *b, uint32_t ncall_args);
int cxx_answer_more_constrained_func(Cxx *cxx, FuncDecl *func, FuncDecl *fn);
bool cxx_answer_func_satisfied(Cxx *cxx, FuncDecl *func);
Type *cxx_answer_parm_type(Parse *parse, TParmDecl *parm, Env *env);
void cxx_answer_print_constraint(Cxx *cxx, Buf *out, const TParmDecl *tparm_decl);

// syntax that nests
Expr *cxx_answer_parse_assign_expr(Parse *parse);
Expr *cxx_answer_parse_const_expr(Parse *parse);
Expr *cxx_answer_parse_cast_expr(Parse *parse);
Type *cxx_answer_parse_type_id(Parse *parse);
bool cxx_answer_parse_declspecs(Parse *parse, struct DeclSpec *ds, bool allow_none);
Type *cxx_answer_parse_conversion_type(Parse *parse);
Type *cxx_answer_parse_decltype(Parse *parse);
TmplArgs *cxx_answer_parse_template_args(Parse *parse, Decl *tmpl);
Expr *cxx_answer_concept_id(Parse *parse, Decl *concept, TmplArgs *args, Pos pos);
Expr *cxx_answer_parse_requires(Parse *parse);
Expr *cxx_answer_lambda(Parse *parse);
Stmt *cxx_answer_parse_compound(Parse *parse);

extern const CxxDemands cxx_demands; // check/demand.c: all of them

#endif
