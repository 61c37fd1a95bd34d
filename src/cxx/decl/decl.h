// SPDX-License-Identifier: Apache-2.0
// decl.h: what one declaration says [dcl]: specifiers, declarators, attributes, class and enum
// specifiers, and the declaration that is made of them, checked and merged with earlier ones.
#ifndef CUPRUM_CXX_DECL_DECL_H
#define CUPRUM_CXX_DECL_DECL_H

#include "cxx/facts/facts.h"

// ---- anon_union.c
// --------------------------------------------------------------------------------

void cxx_anonymous_member(Parse *p, const DeclSpec *ds, Scope *s, Access acc);
void cxx_anonymous_local(Parse *p, const DeclSpec *ds, Stmt *s);
Decl *cxx_anonymous_global(Parse *p, const DeclSpec *ds, Scope *s);

// ---- attr.c
// --------------------------------------------------------------------------------------

struct AttrSet *cxx_parse_attributes(Parse *p, DeclSpec *ds); // [[...]], __attribute__, alignas
void cxx_apply_attrs_to_specs(DeclSpec *ds, AttrSet *a);

// ---- attr_check.c
// --------------------------------------------------------------------------------

void cxx_check_attr_args(Parse *p, Atom name, bool standard); // behind an attribute's name

// ---- binding.c
// -----------------------------------------------------------------------------------

// decl/check.c
void cxx_namespace_binding(Parse *p, uint32_t begin);
bool xe_at_binding(Parse *p); // `auto [` declaration
Stmt *xe_parse_binding_decl(Parse *p, Expr *range_init);

// ---- check.c
// -------------------------------------------------------------------------------------

void cxx_check_guide(Parse *p, FuncDecl *f, const DeclSpec *ds, const Declarator *d, Scope *s,
                     Access acc);
void cxx_check_func(Parse *p, const DeclSpec *ds, const Declarator *d, FuncDecl *f, Scope *s);
void cxx_check_var(Parse *p, const DeclSpec *ds, const Declarator *d, VarDecl *v, Scope *s);
void cxx_check_field(Parse *p, const DeclSpec *ds, FieldDecl *f, Scope *s);
bool cxx_incomplete_at(Cxx *x, const Type *t, uint32_t at); // at token
void cxx_check_again(Cxx *x, FuncDecl *old, FuncDecl *f);
void cxx_check_override(Cxx *x, FuncDecl *f, FuncDecl *o);

// ---- clash.c
// -------------------------------------------------------------------------------------

// decl/clash.c
bool cxx_may_coexist(const Decl *a, const Decl *b);
void cxx_check_template_clash(Parse *p, Scope *s, Decl *d); // a template that s will hold
// Whether s can have the using-declaration, which names what was found.
bool cxx_check_using(Parse *p, Scope *s, UsingDecl *u, const Lookup *found);
bool cxx_clashes_using(Parse *p, Scope *s, const Decl *d, const UsingDecl *u);
void cxx_check_param_name(Parse *p, const Scope *s, const Decl *d);
void cxx_check_anonymous(Cxx *x, const ClassDecl *c);

// ---- class.c
// -------------------------------------------------------------------------------------

// At a class-key: fills h and its name (q->qualified, q->targs for partial specializations);
// afterwards p->at is behind the name, or behind the body's '}'.
bool cxx_parse_class_head(Parse *p, ClassHead *h, QualName *q);
// A new class (not yet in any scope); its ranges from h.
ClassDecl *cxx_class_new(Parse *p, Scope *s, const ClassHead *h, Atom name);
bool cxx_parse_class_specifier(Parse *p, DeclSpec *ds);
// Where a declaration of an unqualified elaborated-type-specifier goes [basic.scope.pdecl]/7.
Scope *cxx_nearest_declaring_scope(Scope *s);
void cxx_finish_class(Cxx *x, ClassDecl *c);

// ---- declarator.c
// --------------------------------------------------------------------------------

bool cxx_parse_declarator(Parse *p, const DeclSpec *ds, Declarator *d, bool allow_abstract);
Type *cxx_parse_ptr_operators(Parse *p, Type *base); // `*`, `&`, `A::*` with qualifiers
bool cxx_parse_abstract_declarator(Parse *p, const DeclSpec *ds, Declarator *d);
Scope *cxx_parse_requires_params(Parse *p); // at '(': the parameters' scope
// A function declarator with placeholders for parameters that are not invented yet.
bool cxx_invents_params(const Parse *p, const Declarator *d);
bool cxx_params_follow(Parse *p, const DeclSpec *ds, const Declarator *d);
bool cxx_const_size(Parse *p, uint64_t *out, Expr **dep, const char *what); // constant bound

// ---- declspec.c
// ----------------------------------------------------------------------------------

bool cxx_starts_declaration(Parse *p); // block-level disambiguation [stmt.ambig]
Type *cxx_parse_defining_type_id(Parse *p, DeclSpec *specs); // may define a type
Type *cxx_decltype_of(Parse *p, Expr *e);
Type *cxx_apply_type_attrs(Parse *p, Type *t, const AttrSet *a, Pos pos);
bool cxx_starts_param(Parse *p); // a parameter declaration, or `T(...)` of an expression

// ---- enum.c
// --------------------------------------------------------------------------------------

bool cxx_parse_enum_specifier(Parse *p, DeclSpec *ds);

// ---- friend_def.c
// --------------------------------------------------------------------------------

// The signature, at a point of instantiation. A function of a namespace that is not defined yet:
// reads its definition as a friend in some class.
void cxx_find_friend_definition(Cxx *x, FuncDecl *f);

// ---- make.c
// --------------------------------------------------------------------------------------

// The declaration that a parsed declarator makes, not entered into any scope. They also read what
// follows it up to, not including, ';' or ',': `= default/delete/0`, constructor initialisers and
// body, an initialiser; all skipped and kept as token ranges.
FuncDecl *cxx_make_func(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s);
VarDecl *cxx_make_var(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s);
// Enters a declaration in its scope, merged with an earlier one of the same entity if there is any
// (that one is returned).
Decl *cxx_declare(Parse *p, Scope *s, Decl *d);
FieldDecl *cxx_make_field(Parse *p, const DeclSpec *ds, const Declarator *d, Scope *s, Access acc);
Decl *cxx_declare_friend(Parse *p, Scope *s, Decl *d, const Declarator *dr);
void cxx_merge_func(Cxx *x, FuncDecl *old, FuncDecl *f);
uint32_t cxx_skip_initializer(Parse *p);      // from behind `=`: the token behind it
Decl *cxx_declare_outside(Parse *p, Decl *d); // a declaration whose name was qualified
void cxx_func_defaults_from(FuncDecl *to, const FuncDecl *from);

// ---- static_assert.c
// -----------------------------------------------------------------------------

void cxx_parse_static_assert(Parse *p); // at `static_assert`
void cxx_static_assert_at(Cxx *x, uint32_t begin, uint32_t end, Scope *s, Env *env);
void cxx_end_declaration(Parse *p);

#endif
