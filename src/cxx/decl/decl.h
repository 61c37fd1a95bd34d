// SPDX-License-Identifier: Apache-2.0
// decl.h: what one declaration says [dcl]: specifiers, declarators, attributes, class and enum
// specifiers, and the declaration that is made of them, checked and merged with earlier ones.
#ifndef CUPRUM_CXX_DECL_DECL_H
#define CUPRUM_CXX_DECL_DECL_H

#include "cxx/facts/facts.h"

// ---- anon_union.c -------------------------------------------------------------------------------

// An anonymous union or struct as member of class s [class.union.anon]: its members' names are
// s's.
void cxx_anonymous_member(Parse *p, const DeclSpec *ds, Scope *s, Access acc);
// The same in a block: the variable that holds it is made in statement s.
void cxx_anonymous_local(Parse *p, const DeclSpec *ds, Stmt *s);
// The same at namespace level.
Decl *cxx_anonymous_global(Parse *p, const DeclSpec *ds, Scope *s);

// ---- attr.c -------------------------------------------------------------------------------------

struct AttrSet *cxx_parse_attributes(Parse *p, DeclSpec *ds); // [[...]], __attribute__, alignas
// Adds what attributes behind the specifiers say to them.
void cxx_apply_attrs_to_specs(DeclSpec *ds, AttrSet *a);

// ---- attr_check.c -------------------------------------------------------------------------------

void cxx_check_attr_args(Parse *p, Atom name, bool standard); // behind an attribute's name

// ---- binding.c ----------------------------------------------------------------------------------

// In a namespace, at the '[' of the declaration that begins at `begin`: like a local one, but with
// storage.
void cxx_namespace_binding(Parse *p, uint32_t begin);
bool xe_at_binding(Parse *p); // `auto [` declaration
// A structured binding declaration [dcl.struct.bind]; range_init: of a range-for, else NULL.
Stmt *xe_parse_binding_decl(Parse *p, Expr *range_init);

// ---- check.c ------------------------------------------------------------------------------------

// Judges a deduction guide [temp.deduct.guide].
void cxx_check_guide(Parse *p, FuncDecl *f, const DeclSpec *ds, const Declarator *d, Scope *s,
                     Access acc);
// Judges a new function declaration: specifiers, kind, where it stands.
void cxx_check_func(Parse *p, const DeclSpec *ds, const Declarator *d, FuncDecl *f, Scope *s);
// Judges a new variable declaration.
void cxx_check_var(Parse *p, const DeclSpec *ds, const Declarator *d, VarDecl *v, Scope *s);
// Judges a new field declaration.
void cxx_check_field(Parse *p, const DeclSpec *ds, FieldDecl *f, Scope *s);
// Whether t is a class whose definition does not stand before token `at`.
bool cxx_incomplete_at(Cxx *x, const Type *t, uint32_t at);
// f declares old again: what must agree (exceptions, constexpr, linkage).
void cxx_check_again(Cxx *x, FuncDecl *old, FuncDecl *f);
// f overrides o: result, exception specification, final, deleted [class.virtual].
void cxx_check_override(Cxx *x, FuncDecl *f, FuncDecl *o);

// ---- clash.c ------------------------------------------------------------------------------------

// Whether declarations of one name may stand in one scope: an overload set, a using-declaration
// (judged apart), or a class or enumeration beside what hides it [basic.scope.hiding].
bool cxx_may_coexist(const Decl *a, const Decl *b);
// Judges a template that s will hold against what has its name there.
void cxx_check_template_clash(Parse *p, Scope *s, Decl *d);
// Whether s can have the using-declaration, which names what was found.
bool cxx_check_using(Parse *p, Scope *s, UsingDecl *u, const Lookup *found);
// Whether s can hold d beside the using-declaration.
bool cxx_clashes_using(Parse *p, Scope *s, const Decl *d, const UsingDecl *u);
// A parameter's name is not its neighbour's nor a template parameter's.
void cxx_check_param_name(Parse *p, const Scope *s, const Decl *d);
// The names of an anonymous union's members are new in the class around it.
void cxx_check_anonymous(Cxx *x, const ClassDecl *c);

// ---- class.c ------------------------------------------------------------------------------------

// At a class-key: fills h and its name (q->qualified, q->targs for partial specializations);
// afterwards p->at is behind the name, or behind the body's '}'.
bool cxx_parse_class_head(Parse *p, ClassHead *h, QualName *q);
// A new class (not yet in any scope); its ranges from h.
ClassDecl *cxx_class_new(Parse *p, Scope *s, const ClassHead *h, Atom name);
// At a class-key: an elaborated-type-specifier or a definition, into ds; false after a diagnostic.
bool cxx_parse_class_specifier(Parse *p, DeclSpec *ds);
// Where a declaration of an unqualified elaborated-type-specifier goes [basic.scope.pdecl]/7.
Scope *cxx_nearest_declaring_scope(Scope *s);
// Once, when the unit is done: the static_asserts of a complete class.
void cxx_finish_class(Cxx *x, ClassDecl *c);

// ---- declarator.c -------------------------------------------------------------------------------

// Declarator behind the specifiers ds; allow_abstract: the name may be missing. False after a
// diagnostic.
bool cxx_parse_declarator(Parse *p, const DeclSpec *ds, Declarator *d, bool allow_abstract);
// At a word of facts/type_trait.def. ty_error after a diagnostic.
Type *cxx_parse_type_trait(Parse *p);
Type *cxx_parse_ptr_operators(Parse *p, Type *base); // `*`, `&`, `A::*` with qualifiers
// Declarator without a name (type-ids).
bool cxx_parse_abstract_declarator(Parse *p, const DeclSpec *ds, Declarator *d);
Scope *cxx_parse_requires_params(Parse *p); // at '(': the parameters' scope
// A function declarator with placeholders for parameters that are not invented yet.
bool cxx_invents_params(const Parse *p, const Declarator *d);
// Whether the parenthesis here opens parameters, not an initialiser [dcl.ambig.res].
bool cxx_params_follow(Parse *p, const DeclSpec *ds, const Declarator *d);
bool cxx_const_size(Parse *p, uint64_t *out, Expr **dep, const char *what); // constant bound

// ---- declspec.c ---------------------------------------------------------------------------------

bool cxx_starts_declaration(Parse *p); // block-level disambiguation [stmt.ambig]
Type *cxx_parse_defining_type_id(Parse *p, DeclSpec *specs); // may define a type
// decltype of a parsed expression [dcl.type.decltype].
Type *cxx_decltype_of(Parse *p, Expr *e);
// The type that vector_size, mode and may_alias make of t.
Type *cxx_apply_type_attrs(Parse *p, Type *t, const AttrSet *a, Pos pos);
bool cxx_starts_param(Parse *p); // a parameter declaration, or `T(...)` of an expression

// ---- enum.c -------------------------------------------------------------------------------------

// At `enum`: an elaborated-type-specifier or a definition (its body stays tokens), into ds.
bool cxx_parse_enum_specifier(Parse *p, DeclSpec *ds);

// ---- friend_def.c -------------------------------------------------------------------------------

// For a function of a namespace that is not defined yet: reads its definition as a friend in some
// class.
void cxx_find_friend_definition(Cxx *x, FuncDecl *f);

// ---- make.c -------------------------------------------------------------------------------------

// The declaration that a parsed declarator makes, not entered into any scope. They also read what
// follows it up to, not including, ';' or ',': `= default/delete/0`, constructor initialisers and
// body, an initialiser; all skipped and kept as token ranges.
FuncDecl *cxx_make_func(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s);
// A variable, not entered in any scope; its initialiser is kept as tokens.
VarDecl *cxx_make_var(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s);
// Enters a declaration in its scope, merged with an earlier one of the same entity if there is any
// (that one is returned).
Decl *cxx_declare(Parse *p, Scope *s, Decl *d);
// A field of class s; the declarator's rest (width, initialiser) is read.
FieldDecl *cxx_make_field(Parse *p, const DeclSpec *ds, const Declarator *d, Scope *s, Access acc);
// Enters what a friend declaration in class s declares: visible to ADL only [namespace.memdef]/3.
Decl *cxx_declare_friend(Parse *p, Scope *s, Decl *d, const Declarator *dr);
// f declares old again: what is new in it becomes old's.
void cxx_merge_func(Cxx *x, FuncDecl *old, FuncDecl *f);
uint32_t cxx_skip_initializer(Parse *p);      // from behind `=`: the token behind it
Decl *cxx_declare_outside(Parse *p, Decl *d); // a declaration whose name was qualified
// Default arguments of an earlier declaration hold for `to`, too.
void cxx_func_defaults_from(FuncDecl *to, const FuncDecl *from);

// ---- static_assert.c ----------------------------------------------------------------------------

void cxx_parse_static_assert(Parse *p); // at `static_assert`
// The static_assert in tokens [begin, end) of a class's instance, judged in env.
void cxx_static_assert_at(Cxx *x, uint32_t begin, uint32_t end, Scope *s, Env *env);
// The `;` of a declaration; a diagnostic and recovery if it is missing.
void cxx_end_declaration(Parse *p);

#endif
