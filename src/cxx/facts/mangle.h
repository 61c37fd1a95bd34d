// SPDX-License-Identifier: Apache-2.0
// mangle.h: Itanium names of functions and variables.
#ifndef CUPRUM_CXX_FACTS_MANGLE_H
#define CUPRUM_CXX_FACTS_MANGLE_H

#include "cxx/facts/decl.h"

// ---- mangle.c -----------------------------------------------------------------------------------

Atom cxx_mangle_cdtor(Cxx *cxx, FuncDecl *func, char version); // '2': base object's, '0': deleting
// Whether nvcc keeps the function's symbol to the file: by its own linkage, or that of a function,
// variable or class among its template arguments.
bool cxx_internal_symbol(const FuncDecl *func);
Atom cxx_mangle(Cxx *cxx, Decl *decl); // Itanium name of a function, variable (also local static)
// The name of a function's symbol as the host's compiler writes it; by_context: gcc before version
// 13 numbers the closures of a function whatever their parameters are.
Atom cxx_mangle_host(Cxx *cxx, FuncDecl *func, bool by_context);

#endif
