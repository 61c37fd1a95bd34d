// SPDX-License-Identifier: Apache-2.0
// cxx: C++ over the token array. Parsing and semantic analysis are one thing here: a parse function
// returns typed nodes. The elaboration contract (design, decisions 1 and 2):
//
//  1. A namespace or class body is first only INDEXED (lookup/index.c): declared name -> token
//  range.
//     Looking a name up elaborates the entries of that name that stand before the lookup's order.
//  2. ORDER is the token index. A lookup made while token `at` is parsed sees only what was
//     declared before `at`; in a complete-class context (function bodies, default arguments,
//     NSDMIs) it sees all members of the enclosing classes. ADL sees what stands before the point
//     of instantiation.
//  3. Function bodies, initialisers of variables and default arguments stay token ranges until code
//     or a constant or a deduced type needs them.
//  4. Templates are elaborated by BINDING: the tokens are parsed again with `Parse.env` mapping the
//     parameters to arguments. There is no dependent AST for bodies and no tree transform.
//     Signatures of function templates, partial specialization arguments and alias templates are
//     also parsed once with the parameters unbound, giving dependent types and expressions, which
//     serve deduction, partial ordering, redeclaration matching and mangling. Substitution of
//     deduced arguments is parsing the signature again, bound, under a DiagTrap (SFINAE).
//     Bound arguments may themselves be dependent (alias templates used in a signature).
//  5. Types, template argument lists and constant template arguments are hash-consed: equal is the
//     same pointer. There is no typedef sugar.
//  6. Errors give error nodes (`x->ty_error`, E_ERROR) which never produce further diagnostics.
//
// Everything lives in ctx->perm until the compilation ends.
#ifndef CUPRUM_CXX_CXX_H
#define CUPRUM_CXX_CXX_H

#include "cxx/demand.h"
#include "cxx/facts/mangle.h"
#include "cxx/facts/expr_node.h"
#include "cxx/facts/print.h"
#include "cxx/facts/template.h"

// ---- dump.c -------------------------------------------------------------------------------------

// The unit as text: declarations and bodies (--emit=ast).
void cxx_dump(Cxx *cxx, Buf *out);
// The symbols of the unit's kernels: the device's and those that host compilers give, where the
// templates among them are static.
void cxx_dump_names(Cxx *cxx, Buf *out);

// ---- host.c -------------------------------------------------------------------------------------

// Whether f has code whatever the rest of the unit needs: another unit may call it.
bool cxx_code_unasked(const FuncDecl *func);

// ---- roots.c ------------------------------------------------------------------------------------

// Finds the roots (kernels, device functions of the main file, what host code launches) and
// elaborates everything they reach: afterwards cxx->work holds every function with its body.
void cxx_run(Cxx *cxx);
// Into `reached` (by Decl id) what host code that has code refers to on its ways to those n
// functions, which are among it if it needs them. Once, when all else is known.
void cxx_host_reaches(Cxx *cxx, FuncDecl *const *f, uint32_t n, Map *reached);
// The ith place, of twenty at most, where host code was not understood, and the error there. False:
// there are no more.
bool cxx_host_missed(const Cxx *cxx, uint32_t i, Pos *pos, const char **text);

// ---- unit.c -------------------------------------------------------------------------------------

// Prepares the front end over a token array: types, names, global scope indexed.
Cxx *cxx_new(Ctx *ctx, TokenArray *tokens, const CxxOptions *opt);

#endif
