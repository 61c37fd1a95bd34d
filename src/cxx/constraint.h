// SPDX-License-Identifier: Apache-2.0
// Constraints and concepts [temp.constr]: what template/constraint.c (satisfaction),
// template/constraint_order.c (normal forms, subsumption, equivalence) and decl/requires.c
// (requires-expressions) share with the rest of src/cxx.
#ifndef CUPRUM_CXX_CONSTRAINT_H
#define CUPRUM_CXX_CONSTRAINT_H
#include "cxx/decl_int.h"
#include "cxx/tmpl_int.h"

typedef enum { CON_ATOM, CON_CONCEPT, CON_AND, CON_OR } ConstraintKind;
typedef struct Constraint { // the shape of a constraint-expression, by tokens
    uint8_t kind;
    TokRange r;
    struct Constraint *a, *b;
} Constraint;

// ---- template/constraint.c
// ------------------------------------------------------------------------------
bool cxx_names_concept(Cxx *x, Atom a); // some concept of that name was indexed
Constraint *cxx_constraint_shape(Cxx *x, TokRange r);
// Whether the constraint-expression in tokens r holds in the state of base (scope, env, this).
bool cxx_constraint_satisfied(Parse *base, TokRange r);
bool cxx_concept_satisfied(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos);
TmplArgs *cxx_concept_args(Parse *p, TemplateDecl *t, const TmplArg *first, TmplArgs *raw, Pos pos);
TemplateDecl *cxx_parse_concept_id(Parse *p, const TmplArg *first, TmplArgs **args);
bool cxx_type_constraint(Parse *base, TokRange r, const TmplArg *first);
bool tm_constrained(const TmplParams *ps);
// The constraints of a parameter list, its arguments bound by env. poi 0: the list's own place.
bool tm_params_satisfied(Cxx *x, TmplParams *ps, Env *env, uint32_t poi);
bool cxx_trailing_early(Cxx *x, const FuncDecl *f);
Parse cxx_trailing_parse(Cxx *x, FuncDecl *f);
bool cxx_auto_satisfied(Parse *p, Type *declared, Type *deduced, Pos pos);
bool cxx_check_template_id(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos);
// Which atomic constraint failed, as text.
const char *cxx_why_func(Cxx *x, FuncDecl *f);
const char *cxx_why_params(Cxx *x, TmplParams *ps, Env *env);
const char *cxx_why_concept(Parse *p, TemplateDecl *c, TmplArgs *args, Pos pos);
// Notes the reason when somebody asks for it: tokens r, what is wrong with them, details or NULL.
void cxx_unsatisfied(Parse *p, TokRange r, const char *what, const char *detail);

// ---- template/constraint_order.c
// ------------------------------------------------------------------------ >0: a is more
// constrained than b [temp.constr.order], 0: neither.
int cxx_more_constrained(Cxx *x, TemplateDecl *a, TemplateDecl *b);
int cxx_more_constrained_partial(Cxx *x, PartialSpec *a, PartialSpec *b);
// Equivalent constraints of two declarations [temp.over.link].
bool cxx_same_clause(Cxx *x, TokRange a, const Scope *sa, TokRange b, const Scope *sb);
bool cxx_same_head(Cxx *x, const TmplParams *a, const TmplParams *b);

// ---- decl/requires.c
// --------------------------------------------------------------------------------
#endif
