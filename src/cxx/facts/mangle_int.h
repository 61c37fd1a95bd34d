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
    uint32_t lists;  // parameter lists that are being written, one in another
    bool internal;   // the prefix _INTERNAL_<id> is still to be written
    bool host;       // as the host's compiler names it
    bool by_context; // with that: closures are numbered in their function alone
    // the version of the constructor or destructor `cdtor` that is named: '0' deleting, '2' base
    const FuncDecl *cdtor;
    char version;
} Mangler;

// ---- mangle.c -----------------------------------------------------------------------------------

// Writes the substitution of a key if there is one.
bool m_sub(Mangler *mangler, uint64_t key);
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

// ---- mangle_type.c ------------------------------------------------------------------------------

void m_const(Mangler *mangler, ConstVal *v, Type *type); // as a template argument
// <type>, with its substitution.
void m_type(Mangler *mangler, Type *type);
// <template-args>.
void m_targs(Mangler *mangler, TmplArgs *args);
// <expression>.
void m_expr(Mangler *mangler, Expr *expr);

#endif
