// SPDX-License-Identifier: Apache-2.0
// const_value.h: constant values as the evaluator gives them, and the numbers of GNU C++'s
// builtins.
#ifndef CUPRUM_CXX_FACTS_CONST_VALUE_H
#define CUPRUM_CXX_FACTS_CONST_VALUE_H

#include "cxx/facts/decl.h"

typedef enum {
    CV_NONE,
    CV_INT,
    CV_FLOAT,
    CV_LVALUE,
    CV_AGG,
    CV_UNION,
    CV_MEMPTR,
    CV_VECTOR,
    CV_INDET
} ConstKind;

struct ConstVal {
    uint8_t kind;
    Type *type;
    union {
        ApInt i; // integers, bool, enums, also nullptr-less integers cast from pointers
        ApFloat f;
        struct {
            Decl *base;      // variable or function; NULL: null pointer / integer address
            Expr *expr_base; // string literal or temporary
            int64_t offset;  // bytes
            bool one_past;
        } lv; // pointers and references
        struct {
            ConstVal **at; // class: bases first, then fields; arrays: elements
            uint32_t n;
            ConstVal *filler; // arrays: all elements from n on
            uint64_t total;
        } agg;
        struct {
            FieldDecl *field;
            ConstVal *val;
        } un;
        struct {
            Decl *member; // FieldDecl or FuncDecl, NULL: null member pointer
            int64_t adj;
        } mp;
    } u;
};

// Compiler builtins of GNU C++ (builtin_gnu.def): E_BUILTIN's FuncDecl has builtin =
// CXX_GNU_BUILTIN + GB_x. Arguments are converted; type-generic ones keep their operands' types.
enum { CXX_GNU_BUILTIN = 1 << 20 };

typedef enum {
    GB_none,
#define GB(name, sig, how) GB_##name,
#include "cxx/facts/builtin_gnu.def"
#undef GB
} GnuBuiltin;

// The row of builtin_gnu.def that the function stands for; GB_none: it is no builtin of GNU C++.
static inline GnuBuiltin cxx_gnu_builtin(const FuncDecl *func) {
    return func->code.builtin >= CXX_GNU_BUILTIN
               ? (GnuBuiltin)(func->code.builtin - CXX_GNU_BUILTIN)
               : GB_none;
}

// ---- const_intern.c -----------------------------------------------------------------------------

// The template parameter object of a class-type value: one variable for equal values.
VarDecl *cxx_tmpl_object(Cxx *cxx, const ConstVal *v, Pos pos);
ConstVal *cxx_const_intern(Cxx *cxx,
                           const ConstVal *constant); // hash-consed, for template arguments

#endif
