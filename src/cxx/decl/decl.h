// SPDX-License-Identifier: Apache-2.0
// decl.h: what one declaration says [dcl]: specifiers, declarators, attributes, class and enum
// specifiers, and the declaration that is made of them, checked and merged with earlier ones.
#ifndef CUPRUM_CXX_DECL_DECL_H
#define CUPRUM_CXX_DECL_DECL_H

#include "cxx/facts/facts.h"

// ---- anon_union.c -------------------------------------------------------------------------------

// An anonymous union or struct as member of the scope's class [class.union.anon]: its members'
// names are scope's.
void cxx_anonymous_member(Parse *parse, const DeclSpec *ds, Scope *home, Access acc);
// The same in a block: the variable that holds it is made in statement s.
void cxx_anonymous_local(Parse *parse, const DeclSpec *ds, Stmt *s);
// The same at namespace level.
Decl *cxx_anonymous_global(Parse *parse, const DeclSpec *ds, Scope *home);

// ---- attr.c -------------------------------------------------------------------------------------

// All attributes here: [[...]], __attribute__, __declspec, alignas, CUDA's words. They join ds,
// unless it is NULL. NULL: none.
struct AttrSet *cxx_parse_attributes(Parse *parse, DeclSpec *ds);
// The alignment that a typedef declared so asks for: by its attributes, or that of the typedef
// which it is another name of; 0: none.
uint32_t cxx_typedef_asks(const DeclSpec *ds, const Declarator *alias);
// Adds what attributes behind the specifiers say to them.
void cxx_apply_attrs_to_specs(DeclSpec *ds, AttrSet *found);

// ---- attr_check.c -------------------------------------------------------------------------------

// Behind an attribute's name: judges the form of its arguments; standard: in [[...]].
void cxx_check_attr_args(Parse *parse, Atom name, bool standard);

// ---- binding.c ----------------------------------------------------------------------------------

// In a namespace, at the '[' of the declaration that begins at `begin`: like a local one, but with
// storage.
void cxx_namespace_binding(Parse *parse, uint32_t begin);
// At the specifiers of a structured binding, `auto [`; nothing is read.
bool xe_at_binding(Parse *parse);
// A structured binding declaration [dcl.struct.bind]; range_init: of a range-for, else NULL.
Stmt *xe_parse_binding_decl(Parse *parse, Expr *range_init);

// ---- func_rules.c -------------------------------------------------------------------------------

// Judges a function's declaration by the rules of func_rule.def. `home` is where it is declared.
// Whether it is main: not by its name alone.
void cxx_check_func_rules(Parse *parse, const FuncDecl *func, const DeclSpec *ds,
                          const Declarator *written, const Scope *home, bool is_main);

// ---- check.c ------------------------------------------------------------------------------------

// A literal operator template has no parameters, and those of its template in one of the forms of
// [over.literal]/5.
void cxx_check_literal_template(Parse *parse, const FuncDecl *func, const TmplParams *ps, Pos pos);
// Judges a deduction guide [temp.deduct.guide].
void cxx_check_guide(Parse *parse, FuncDecl *func, const DeclSpec *ds, const Declarator *written,
                     Scope *home, Access acc);
// Judges a new function declaration: specifiers, kind, where it stands.
void cxx_check_func(Parse *parse, const DeclSpec *ds, const Declarator *written, FuncDecl *func,
                    Scope *home);
// Judges a new variable declaration.
void cxx_check_var(Parse *parse, const DeclSpec *ds, const Declarator *written, VarDecl *var,
                   Scope *home);
// Judges a new field declaration.
void cxx_check_field(Parse *parse, const DeclSpec *ds, FieldDecl *field, Scope *home);
// Whether the type is a class (or an array of it) whose definition does not stand before token
// `at`.
bool cxx_incomplete_at(Cxx *cxx, const Type *needed, uint32_t at);
// Judges func, which declares old again: what must agree (exceptions, constexpr, deleted).
void cxx_check_again(Cxx *cxx, FuncDecl *old, FuncDecl *func);
// Judges func, which overrides another: exception specification, consteval, deleted
// [class.virtual].
void cxx_check_override(Cxx *cxx, FuncDecl *func, FuncDecl *overridden);

// ---- clash.c ------------------------------------------------------------------------------------

// Whether declarations of one name may stand in one scope: an overload set, a using-declaration
// (judged apart), or a class or enumeration beside what hides it [basic.scope.hiding].
bool cxx_may_coexist(const Decl *decl, const Decl *b);
// Judges a template that the scope will hold against what has its name there.
void cxx_check_template_clash(Parse *parse, Scope *home, Decl *added);
// Whether the scope can have the using-declaration, which names what was found.
bool cxx_check_using(Parse *parse, Scope *home, UsingDecl *using_, const Lookup *found);
// Whether the scope cannot hold `added` beside the using-declaration: true after a diagnostic.
bool cxx_clashes_using(Parse *parse, Scope *home, const Decl *added, const UsingDecl *using_);
// A parameter's name is not its neighbour's nor a template parameter's.
void cxx_check_param_name(Parse *parse, const Scope *home, const Decl *added);
// The names of an anonymous union's members are new in the class around it.
void cxx_check_anonymous(Cxx *cxx, const ClassDecl *cls);

// ---- class.c ------------------------------------------------------------------------------------

// At a class-key: fills class_head and its name (qual_name->qualified, qual_name->targs for partial
// specializations); afterwards parse->at is behind the name, or behind the body's '}'.
bool cxx_parse_class_head(Parse *parse, ClassHead *head, QualName *written);
// The number of a class or enumeration that is new in `around` among those of the same name, or of
// none, that its symbol's name would not tell from it; from 0.
uint32_t cxx_type_number(Parse *parse, const Scope *around, Atom name);
// A new class (not yet in any scope); its ranges from class_head.
ClassDecl *cxx_class_new(Parse *parse, Scope *home, const ClassHead *head, Atom name);
// At a class-key: an elaborated-type-specifier or a definition, into ds; false after a diagnostic.
bool cxx_parse_class_specifier(Parse *parse, DeclSpec *ds);
// Where a declaration of an unqualified elaborated-type-specifier goes [basic.scope.pdecl]/7.
Scope *cxx_nearest_declaring_scope(Scope *scope);
// Once, when the unit is done: the static_asserts of a complete class.
void cxx_finish_class(Cxx *cxx, ClassDecl *cls);
// Whether several template headers stand in front of the entry: of a friend that is a member of a
// template.
bool cxx_has_headers(const Cxx *cxx, const IndexEntry *entry);

// ---- declarator.c -------------------------------------------------------------------------------

// Declarator behind the specifiers ds; allow_abstract: the name may be missing. False after a
// diagnostic.
bool cxx_parse_declarator(Parse *p, const DeclSpec *ds, Declarator *d, bool allow_abstract);
// At a word of facts/type_trait.def. ty_error after a diagnostic.
Type *cxx_parse_type_trait(Parse *parse);
// `*`, `&`, `&&`, `A::*` with their qualifiers, applied to `base`. Attributes among them that say
// something of what is declared join *declared, unless it is NULL.
Type *cxx_parse_ptr_operators(Parse *parse, Type *base, struct AttrSet **declared);
// Declarator without a name (type-ids).
bool cxx_parse_abstract_declarator(Parse *p, const DeclSpec *ds, Declarator *d);
// At the '(' of a requires-expression: the scope of its parameters [expr.prim.req]/5.
Scope *cxx_parse_requires_params(Parse *parse);
// A function declarator with placeholders for parameters that are not invented yet.
bool cxx_invents_params(const Parse *parse, const Declarator *declared);
// Whether the parenthesis here opens parameters, not an initialiser [dcl.ambig.res].
bool cxx_params_follow(Parse *parse, const DeclSpec *ds, const Declarator *declared);
// A constant array bound or width (`what`, for messages) into *out. False: *dep is a value-
// dependent one, or NULL after a diagnostic.
bool cxx_const_size(Parse *parse, uint64_t *out, Expr **dep, const char *what);

// ---- declspec.c ---------------------------------------------------------------------------------

// Whether a declaration begins here rather than an expression [stmt.ambig]; nothing is read.
bool cxx_starts_declaration(Parse *parse);
// A type-id that may define a type, as that of an alias-declaration; its specifiers into *specs.
// ty_error after a diagnostic.
Type *cxx_parse_defining_type_id(Parse *parse, DeclSpec *specs);
// decltype of a parsed expression [dcl.type.decltype].
Type *cxx_decltype_of(Parse *parse, Expr *operand);
// The type that vector_size, mode and may_alias make of `base`.
Type *cxx_apply_type_attrs(Parse *parse, Type *base, const AttrSet *applied, Pos pos);
// Whether a parameter declaration begins here, rather than an expression such as `T(...)`.
bool cxx_starts_param(Parse *parse);

// ---- enum.c -------------------------------------------------------------------------------------

// At `enum`: an elaborated-type-specifier or a definition (its body stays tokens), into ds.
bool cxx_parse_enum_specifier(Parse *parse, DeclSpec *ds);

// ---- friend_def.c -------------------------------------------------------------------------------

// For a function of a namespace that is not defined yet: reads its definition as a friend in some
// class.
void cxx_find_friend_definition(Cxx *cxx, FuncDecl *func);

// ---- make.c -------------------------------------------------------------------------------------

// The declaration that a parsed declarator makes, not entered into any scope. They also read what
// follows it up to, not including, ';' or ',': `= default/delete/0`, constructor initialisers and
// body, an initialiser; all skipped and kept as token ranges.
FuncDecl *cxx_make_func(Parse *parse, const DeclSpec *ds, Declarator *written, Scope *home);
// A variable, not entered in any scope; its initialiser is kept as tokens.
VarDecl *cxx_make_var(Parse *parse, const DeclSpec *ds, Declarator *written, Scope *home);
// Enters a declaration in its scope, merged with an earlier one of the same entity if there is any
// (that one is returned).
Decl *cxx_declare(Parse *parse, Scope *home, Decl *declared);
// A field of the scope's class; the declarator's rest (width, initialiser) is read.
FieldDecl *cxx_make_field(Parse *parse, const DeclSpec *ds, const Declarator *written, Scope *home,
                          Access acc);
// Enters what a friend declaration in the scope's class declares: visible to ADL only
// [namespace.memdef]/3.
Decl *cxx_declare_friend(Parse *parse, Scope *home, Decl *declared, const Declarator *dr);
// func declares old again: what is new in it becomes old's.
void cxx_merge_func(Cxx *cxx, FuncDecl *old, FuncDecl *func);
// From behind `=` up to ',' or ';' or a closing bracket of this level, by tokens; gives that place.
uint32_t cxx_skip_initializer(Parse *parse);
// Merges a declaration whose name was qualified into the member that it declares again, which is
// returned. After a diagnostic the declaration is invalid and stands for itself.
Decl *cxx_declare_outside(Parse *parse, Decl *declared);
// Default arguments of an earlier declaration hold for `to`, too.
void cxx_func_defaults_from(FuncDecl *to, const FuncDecl *from);

// Of a function whose declarator has an explicit object parameter.
void cxx_set_explicit_object(Parse *parse, FuncDecl *func, const DeclSpec *ds,
                             const Declarator *written);

// ---- spec_words.c -------------------------------------------------------------------------------

// A specifier by its word.
typedef enum {
    SW_TYPEDEF,
    SW_FRIEND,
    SW_VIRTUAL,
    SW_EXPLICIT,
    SW_REGISTER,
    SW_THREAD_LOCAL,
    SW_STATIC,
    SW_EXTERN,
    SW_INLINE,
    SW_MUTABLE,
    SW_CONSTEXPR, // `consteval` counts as it too
    SW_CONSTEVAL,
    SW_CONSTINIT,
    SW_DEVICE,
    SW_CONSTANT,
    SW_MANAGED,
    SW_SHARED,
} SpecWord;

// The first of n words (SpecWord) that the specifiers have, as text; NULL: none.
// Whether the declaration, whose specifiers begin at token `from`, would be a function's by a type
// that comes from a template argument; said then.
bool cxx_function_by_parameter(Parse *parse, const DeclSpec *ds, const Declarator *declared,
                               uint32_t from);
const char *cxx_first_word(const DeclSpec *ds, const uint8_t *words, uint32_t n);
// Refuses each of n words that the specifiers have, in the order of the list, at pos.
void cxx_refuse_words(Parse *parse, const DeclSpec *ds, const uint8_t *words, uint32_t n, Pos pos);

// ---- static_assert.c ----------------------------------------------------------------------------

// At `static_assert`: judged, up to behind its `;`.
void cxx_parse_static_assert(Parse *parse);
// The static_assert in tokens [begin, end) of a class's instance, judged in env.
void cxx_static_assert_at(Cxx *cxx, uint32_t begin, uint32_t end, Scope *scope, Env *env);
// The `;` of a declaration; a diagnostic and recovery if it is missing.
void cxx_end_declaration(Parse *parse);

#endif
