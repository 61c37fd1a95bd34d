// SPDX-License-Identifier: Apache-2.0
// mangle_int.h: what mangle.c (names) and mangle_type.c (types, template arguments, expressions)
// share.
#ifndef CUPRUM_CXX_FACTS_MANGLE_INT_H
#define CUPRUM_CXX_FACTS_MANGLE_INT_H

#include "cxx/facts/facts.h"

typedef struct Mangler {
    Cxx *x;
    Buf out;
    Map subs; // key -> number + 1
    uint32_t nsub;
    uint32_t depth;
    uint32_t lists;              // parameter lists that are being written, one in another
    uint32_t encodings;          // functions that are being named, one around another
    bool internal;               // the prefix _INTERNAL_<id> is still to be written
    const CxxHostNaming *naming; // as that compiler names it; NULL: as EDG does
    Map type_keys;               // with that: dependent types -> their keys (m_type_key)
    bool is_key;                 // one of these names is being written
    // the version of the constructor or destructor `cdtor` that is named: '0' deleting, '2' base
    const FuncDecl *cdtor;
    char version;
} Mangler;

// ---- mangle.c -----------------------------------------------------------------------------------

// Writes the substitution of a key if there is one.
bool m_sub(Mangler *mangler, uint64_t key);
// The key of a type among the substitutions.
uint64_t m_type_key(Mangler *mangler, Type *type);
// Makes the key a substitution candidate.
void m_add(Mangler *mangler, uint64_t key);
bool m_needs_internal(const Decl *decl); // its name begins with the unit's pseudo-namespace
// <source-name>: length and letters.
void m_source_name(Mangler *mangler, Atom name);
// <encoding>: name and type of a function, name of a variable.
void m_encoding(Mangler *mangler, Decl *decl);
// <prefix> of a class's members.
void m_class_prefix(Mangler *mangler, ClassDecl *cls);
// <bare-function-type> without the result.
void m_params(Mangler *mangler, const FuncType *func_type);
// A class or enumeration: a whole <name>, which is a substitution candidate.
void m_named_type(Mangler *mangler, Type *type);
// A dependent template-id.
void m_spec_type(Mangler *mangler, Type *type);
// typename T::name.
void m_depname_type(Mangler *mangler, Type *type);
// <unresolved-type> or levels of a qualified name, ending with the base name by the caller:
// `srT_`, `srNT_4typeE`, `sr3std11is_integralIT_EE`. Names in levels are not substituted.
void m_unresolved_scope(Mangler *mangler, Type *scope);
// The same of a function that is known: `gs` in front of a global one.
void m_known_scope(Mangler *mangler, Scope *scope);
// A template as template argument.
void m_template_name(Mangler *mangler, Decl *tmpl);
// <template-param>.
void m_tparm(Mangler *mangler, unsigned index);
// <operator-name>.
const char *m_op_code(unsigned op);

// <unqualified-name>, with a closure's or unnamed type's number.
void m_unqual(Mangler *mangler, Decl *decl);
// A number behind an unnamed type: `_` is 0, `0_` is 1, ...
void m_number(Mangler *mangler, uint32_t n);
// <prefix> of a scope: namespace or class. Nothing for the global scope and inside of a function.
void m_prefix(Mangler *mangler, Scope *scope);
// The scope that names are written from: of templates' parameters and blocks the one around.
Scope *m_scope(Scope *scope);
// <template-prefix>: `as` gives the name where it differs (constructors, operators).
void m_template_prefix(Mangler *mangler, TemplateDecl *tmpl, Decl *as);
bool m_global(const Mangler *mangler, Scope *scope);
bool m_std(const Mangler *mangler, Scope *scope);
bool m_in_unnamed_namespace(const Decl *decl);

// ---- mangle_host.c ------------------------------------------------------------------------------

// What a closure's name begins with: a function, or what is initialised.
Decl *m_closure_context(const Mangler *mangler, const ClassDecl *cls);
// The variable or field whose initialiser has the closure, where that is part of the closure's
// name; NULL: it is not.
Decl *m_closure_owner(const Mangler *mangler, const ClassDecl *cls);
// The parameter whose default argument has the closure, likewise.
VarDecl *m_closure_param(const Mangler *mangler, const ClassDecl *cls);
// <prefix> <name> M, which a closure's name stands behind.
void m_owner_prefix(Mangler *mangler, Decl *owner);
// From how many parameter lists the parameters of a function are counted, in whose name so many
// encodings stand around it.
uint32_t m_lists_around(const Mangler *mangler, uint32_t encodings);
// A closure by clang's own number, where its ABI gives none.
bool m_clang_closure(Mangler *mangler, const ClassDecl *cls);
// The number of a closure.
uint32_t m_closure_number(const Mangler *mangler, const ClassDecl *cls);
// Whether L is written in front of the name: the host's compilers mark what only the file has.
bool m_static_mark(const Mangler *mangler, const Decl *decl);
// Likewise of a template's instance.
bool m_marks_template(Mangler *mangler, const TemplateDecl *tmpl, const Decl *instance);
// <template-args> of a function template's instance.
void m_function_targs(Mangler *mangler, const TmplParams *params, TmplArgs *args);
bool m_is_gcc(const Mangler *mangler);
bool m_is_clang(const Mangler *mangler);
// The letter of a constructor or destructor that something is local to.
char m_structor_version(const Mangler *mangler);

// ---- mangle_type.c ------------------------------------------------------------------------------

void m_const(Mangler *mangler, ConstVal *v, Type *type); // as a template argument
// <type>, with its substitution.
void m_type(Mangler *mangler, Type *type);
// <template-arg>.
void m_targ(Mangler *mangler, TmplArg *tmpl_arg);
// <template-args>.
void m_targs(Mangler *mangler, TmplArgs *args);
// <expression>.
void m_expr(Mangler *mangler, Expr *expr);

#endif
