// SPDX-License-Identifier: Apache-2.0
// index_int.h: what index.c (declarations) and token_shape.c (tokens) share.
#ifndef CUPRUM_CXX_LOOKUP_INDEX_INT_H
#define CUPRUM_CXX_LOOKUP_INDEX_INT_H

#include "cxx/lookup/lookup.h"

// What a token says by itself.
enum {
    TC_OPENS = 1,             // a bracket, with its partner
    TC_ANGLES = 2,            // a keyword in front of `<`
    TC_NAME = 4,              // part of a qualified name
    TC_LEADS = 8,             // in such a name: an identifier behind it continues the name
    TC_PTR_OP = 16,           // a ptr-operator or its qualifier [dcl.decl]
    TC_BASIC = 32,            // a type by itself [dcl.type.simple]
    TC_PARENS = 64,           // takes an operand in parentheses
    TC_BEHIND_ID = 128,       // may follow the name that a declarator declares
    TC_BEHIND_COMMA_ID = 256, // likewise where the declarator is not the first
    TC_INIT = 512,            // begins an initialiser, a bit-field's width or a requires-clause
    TC_ENDS_ANGLES = 1024,    // no template argument list goes on behind it
};

// By token kind: its classes.
extern const uint16_t cxx_token_class[T_count_];

// At '<': the token behind the matching '>', or 0 where the list does not close. known_only: names
// that no template has are taken to be compared.
uint32_t cxx_try_angles(Cxx *cxx, uint32_t at, uint32_t end, bool known_only);
// Behind one token of a base clause or the like, or the group that begins with it.
uint32_t cxx_skip_one(Cxx *cxx, uint32_t at, uint32_t end);

#endif
