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

// ---- shared_symbol.c ----------------------------------------------------------------------------

// Whether a class or one around it is an instance of a template that nobody specialized by hand.
bool cxx_is_of_instance(const ClassDecl *cls);
// Whether a function is an instance itself, be it of a member of a class template.
bool cxx_is_instance(const FuncDecl *func);
// Whether several units may define the function, so that a linker merges its definitions.
bool cxx_is_shared_function(const FuncDecl *func);

// ---- mangle_host.c ------------------------------------------------------------------------------

// How a host's compiler names symbols (mangle_host.c has its rules).
typedef struct CxxHostNaming {
    bool clang;           // clang's rules, else gcc's
    uint32_t version;     // of the compiler, the major number
    bool static_template; // templates of kernels are static in the text that it compiles
    // A closure that clang does not number by its ABI is $_N, N counted as clang comes by it, which
    // nobody else knows: this writes what stands for the name. NULL: it is written `0$_`. It is
    // called for a closure with a number, too, whose name then follows.
    void (*put_closure)(void *data, const ClassDecl *closure, bool numbered, Buf *name);
    void *data;
} CxxHostNaming;

// The name of a function's symbol as that compiler writes it.
Atom cxx_mangle_host(Cxx *cxx, FuncDecl *func, const CxxHostNaming *naming);

#endif
