// SPDX-License-Identifier: Apache-2.0
// print.h: how types, declarations, constants and operators are spelled in messages.
#ifndef CUPRUM_CXX_FACTS_PRINT_H
#define CUPRUM_CXX_FACTS_PRINT_H

#include "cxx/facts/unit.h"

typedef struct CxxSpelling { // the template parameters in force, for their names
    struct {
        const TmplParams *params;
        const TmplArgs *args;
    } level[16]; // innermost first
    uint32_t n;
    bool pretty; // for __PRETTY_FUNCTION__
} CxxSpelling;

// Names are spelled for __PRETTY_FUNCTION__, a text that programs take apart.
static inline bool cxx_pretty(const Cxx *cxx) {
    return cxx->spelling && cxx->spelling->pretty;
}

// ---- const_print.c ------------------------------------------------------------------------------

// C++ spelling of a value, false if it has none.
bool cxx_const_print(Cxx *cxx, Buf *out, const ConstVal *constant);

// ---- op_name.c ----------------------------------------------------------------------------------

Atom cxx_op_atom(Cxx *cxx, CxxOp op); // "operator+"
// The operator as messages show it.
const char *xe_op_text(CxxOp op);
// The operator that the token is between two operands; OP_NONE: none.
CxxOp cxx_binary_op(uint16_t token);

// ---- type_print.c -------------------------------------------------------------------------------

void ty_print(Cxx *cxx, Buf *b, const Type *type); // C++ spelling, as in nvcc's messages
// A declaration's qualified name, with template arguments.
void cxx_print_decl_name(Cxx *cxx, Buf *out, const Decl *decl);
// The declaration of `name` with the type.
void ty_print_declarator(Cxx *cxx, Buf *b, const Type *type, const char *name);
// ty_print as a string in perm.
const char *ty_str(Cxx *cxx, const Type *type);
// `A::B::`, nothing for the global one.
void cxx_print_scope(Cxx *cxx, Buf *out, Scope *scope);
void cxx_print_decl(Cxx *cxx, Buf *out, const Decl *decl); // with a function's signature
void cxx_print_name(Cxx *cxx, Buf *out,
                    const Decl *decl); // of functions, constructors' signatures alone
// (T, U...).
void cxx_print_params(Cxx *cxx, Buf *out, const FuncType *func_type);
void cxx_print_ref_quals(Buf *b, const FuncType *f); // of a member function: ` const &`
// The parameter whose name stands for d in the names that are printed now.
const TParmDecl *cxx_spelled_parm(const Cxx *cxx, const TParmDecl *d);
bool cxx_is_invented(const Cxx *cxx, const TParmDecl *d); // by `auto` among the parameters
// A concept's name in front of what it constrains; more_args: it had arguments.
void cxx_print_concept(Cxx *cxx, Buf *b, const Decl *concept, bool more_args);
// The parameters and what follows them, of a closure's call operator.
void cxx_print_call_op(Cxx *cxx, Buf *out, const FuncDecl *func);
// Adds a level of parameters (ps NULL: none), args may be NULL.
void cxx_add_spelling(CxxSpelling *names, const TmplParams *ps, const TmplArgs *args);
void cxx_print_parm_name(Cxx *cxx, Buf *b, const Expr *expr); // E_TPARM

#endif
