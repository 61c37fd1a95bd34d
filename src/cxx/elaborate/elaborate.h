// SPDX-License-Identifier: Apache-2.0
// elaborate.h: from an entry of the index to a declaration, and from a class to its facts: one
// declaration of a namespace or class, class and enum completion, special members, layout.
#ifndef CUPRUM_CXX_ELABORATE_ELABORATE_H
#define CUPRUM_CXX_ELABORATE_ELABORATE_H

#include "cxx/facts/facts.h"

// ---- declaration.c ------------------------------------------------------------------------------

// One declaration in a namespace or class scope, from its first token to behind its ';' or '}'.
// Returns the last thing declared (or NULL). Merges redeclarations, adds to the scope.
Decl *cxx_parse_declaration(Parse *parse, Scope *home, Access acc);
// At `using`: a directive, an alias, a using-enum- or using-declaration, up to behind its `;`. The
// last declaration made, or NULL.
Decl *cxx_parse_using(Parse *parse, Scope *home, Access acc);
// At `namespace A = ...;`.
Decl *cxx_parse_ns_alias(Parse *parse, Scope *home);

// ---- entry.c ------------------------------------------------------------------------------------

// The == that a defaulted <=> declares with it [class.compare.default]/4.
Decl *cxx_implicit_equal(Cxx *cxx, FuncDecl *cmp);

// ---- special_part.c -----------------------------------------------------------------------------

// The class's flag for special function k (SP_*).
bool cxx_special_trivial(const ClassDecl *cls, int k);
// Whether the class is copied (k: SP_COPY, SP_COPY_ASSIGN) only from lvalues that are not const.
bool cxx_copied_from_nonconst(Cxx *cxx, ClassDecl *cls, int k);
// Whether a subobject of that type admits special function k of parse->cls, that is, whether what
// the implicit function does with it is well-formed; a mutable member is never const. Of bases with
// parse->base_init or parse->base_assign set.
bool cxx_part_admits(Parse *parse, Type *type, int k, bool is_mutable);
// Whether the function that is selected for it is trivial. After that class's specials.
bool cxx_part_trivial(Parse *parse, Type *type, int k, bool is_mutable);
// Whether the implicit exception specification of a special member [except.spec]/7 is
// non-throwing: what it calls decides, and default member initializers.
bool cxx_special_noexcept(Cxx *cxx, FuncDecl *func);

// ---- vtable.c -----------------------------------------------------------------------------------

// Fills the slots and final overriders of the class, whose bases get theirs first: cls->vtable,
// cls->slots.
void cxx_class_vtable(Cxx *cxx, ClassDecl *cls);

#endif
