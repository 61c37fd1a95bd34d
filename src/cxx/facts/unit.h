// SPDX-License-Identifier: Apache-2.0
// unit.h: the front end's state over one translation unit, its options, its diagnostics.
#ifndef CUPRUM_CXX_FACTS_UNIT_H
#define CUPRUM_CXX_FACTS_UNIT_H

#include "cxx/facts/const_value.h"
#include "cxx/hooks.h"
#include "cxx/options.h"

enum { CXX_TEXT_LIMIT = 2000 }; // of a type's or declaration's name in a message

struct Cxx {
    Ctx *ctx;
    TokenArray *tokens;
    CxxOptions opt;
    CxxHooks hooks;
    const struct CxxDemands *demand; // the answers to demand.h
    Scope *global;
    uint32_t visits; // walks over bases so far
    NamespaceDecl *std_ns;
    uint32_t last_decl_id;   // cxx_decl_id
    uint32_t nentities;      // declarations so far, without the parameters of function types
    uint32_t specials_depth; // cxx_class_specials of members' classes
    uint32_t inst_depth;
    struct InstFrame *inst_stack;        // for backtraces
    bool inst_limit_hit, inst_unwinding; // cxx_inst_unwind
    uint32_t print_depth;                // of ty_print
    // Set while names are printed for the host compiler, fully qualified: how closures are called.
    void (*host_closure)(Cxx *x, Buf *b, const ClassDecl *c);
    const struct CxxSpelling *spelling; // how names are spelled now (expr/func_text.c), or NULL
    uint32_t text_limit; // bytes of a text after which template arguments print as <...>
    struct TypeTable *types;
    struct ConstTable *consts;
    struct TmplTable *tmpls;
    struct EvalState *eval;
    struct ExprState *exprs;
    struct DeclState *decls;
    Type *ty_error, *ty_dependent, *ty_overload, *ty_initlist, *ty_size_t, *ty_ptrdiff_t;
    Map ops;           // CxxOp -> Atom
    Map written_types; // see cxx_written_type
    Map bindings;      // see cxx_first_binding
    struct CxxNames {
        Atom ctor, dtor, conv, this_, std, size_t_, initializer_list, operator_, lambda_call, begin,
            end, get, tuple_size, tuple_element, value, type, final_, override_, guide, main;
    } n;
    VEC(FuncDecl *) work;     // functions whose code is needed, in order of discovery
    VEC(VarDecl *) work_vars; // variables with storage in the device that are needed
    uint32_t work_done, work_vars_done;
    const TokenArray *name_tokens; // of opt.names, numbered behind the unit's; or NULL
    Decl **named;                  // what each of opt.names stands for, NULL: nothing
};

// Walks over bases that look at each class once: the paths through a lattice of bases can be
// exponentially many. A walk begins with a number of its own; cxx_class_visit is true at the first
// visit. (A walk inside of a walk may make the outer one see a class again.)
static inline uint32_t cxx_visit_begin(Cxx *cxx) {
    return ++cxx->visits;
}

// Numbers of tokens are below this: those of name expressions follow the unit's.
static inline uint32_t cxx_token_count(const Cxx *cxx) {
    return cxx->tokens->n + (cxx->name_tokens ? cxx->name_tokens->n : 0);
}

// What lives as long as the unit: declarations, types, trees.
static inline Arena *xa(const Cxx *cxx) {
    return &cxx->ctx->perm;
}

// Elaborating a declaration or body is not the immediate context of a substitution that needed it
// [temp.deduct]/8: its errors are errors. Closed with diag_trap_pop.
static inline void cxx_hard_context(Cxx *cxx, DiagTrap *t) {
    diag_trap_push(cxx->ctx, t);
    t->hard = true;
}

// The same, for what templates make.
static inline Arena *tm_arena(const Cxx *cxx) {
    return &cxx->ctx->perm;
}

// Types have no typedef sugar; for debug information (CxxOptions.keep_typedefs) the typedef that
// named the type in a declaration's specifiers is kept beside the declaration: of a variable,
// parameter, field, typedef, of a function's result; of a class the typedef of its own name. NULL:
// none did.
static inline const TypedefDecl *cxx_written_type(const Cxx *cxx, const Decl *decl) {
    return cxx->opt.keep_typedefs ? map_get(&cxx->written_types, (uintptr_t)decl) : NULL;
}

// Notes that; nothing where it is NULL.
static inline void cxx_note_written(Cxx *cxx, const Decl *decl, const TypedefDecl *written) {
    if (written) map_put(&cxx->written_types, (uintptr_t)decl, (void *)(uintptr_t)written);
}

// Likewise the names of a structured binding, of its hidden variable: the first, and behind `after`
// the next one; NULL: there is none, or it was not kept.
static inline const BindingDecl *cxx_first_binding(const Cxx *cxx, const VarDecl *holder) {
    return cxx->opt.keep_typedefs ? map_get(&cxx->bindings, (uintptr_t)holder) : NULL;
}
static inline const BindingDecl *cxx_next_binding(const Cxx *cxx, const BindingDecl *after) {
    return map_get(&cxx->bindings, (uintptr_t)after);
}

// ---- diag_pragma.c ------------------------------------------------------------------------------

// Reads all #pragma nv_diag_... of the unit: each takes effect from where it stands.
void cxx_diag_pragmas(Cxx *cxx);

// ---- source_text.c ------------------------------------------------------------------------------

// Whether the position lies in the file that was given, as #line presents it.
bool cxx_in_main_file(Cxx *cxx, Pos pos);
// What the dialect does not have, though we do: with --pedantic-errors an error in the main file.
void cxx_extension(Cxx *cxx, Pos pos, const char *what);
// Or in a header that the compiler or the toolkit brings.
bool cxx_in_system_header(Cxx *cxx, Pos pos);
bool cxx_of_system_macro(Cxx *cxx, Pos pos);  // or in a system header
uint32_t cxx_pack_at(Cxx *cxx, uint32_t tok); // #pragma pack in force, 0: none

// The number of a new declaration: no other one has it, and none is 0.
static inline uint32_t cxx_decl_id(Cxx *cxx) {
    return ++cxx->last_decl_id;
}

#endif
