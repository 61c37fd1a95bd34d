// SPDX-License-Identifier: Apache-2.0
// state.h: the working state that the floors keep between calls: memos, lists of what is still to
// be done, tables made on first use. Each is one floor's; what a later phase reads is said there.
#ifndef CUPRUM_CXX_FACTS_STATE_H
#define CUPRUM_CXX_FACTS_STATE_H

#include "cxx/facts/attr.h"
#include "cxx/facts/template.h"

typedef struct PackRange {
    uint32_t at, pack;
} PackRange;

typedef struct PosRange { // both ends included
    Pos begin, end;
} PosRange;

// An enumerator of an unscoped enumeration that is defined outside of its class.
typedef struct OutsideEnumerator {
    MemberDef *def; // of the enumeration
    struct OutsideEnumerator *next;
} OutsideEnumerator;

// Where declarations stand: filled by the indexing of namespaces and classes.
typedef struct DeclIndex {
    VEC(Scope *) namespaces;          // all, in order of their first opening
    Map classes;                      // token of a class body's '{' -> Index
    Map member_defs;                  // Atom -> MemberDef, head of a list in order
    Map member_tail;                  // Atom -> the last of that list
    VEC(MemberDef *) all_member_defs; // in the order of their tokens
    Map outside_enumerators;          // Atom -> OutsideEnumerator
    Map friend_classes;   // namespace Scope* -> entries with friend definitions (decl/friend_def.c)
    uint8_t *is_template; // by Atom: some template of that name was indexed
    uint32_t natoms;      // of is_template and name_places
    // by Atom: a bit for each scope and index that has the name; they share PLACES bits, so that
    // one without its bit has no such name, while others may have it (cxx_may_have)
    uint64_t *name_places;
    uint32_t nplaces;        // given out
    Map extern_c;            // name -> its first declaration with C linkage in a namespace
    VEC(PosRange) templates; // of namespaces in the main file, sorted; filled at the first question
    bool templates_listed;
} DeclIndex;

// What cxx_run works off (check/roots.c): code that is needed, and checks.
typedef struct DeclChecks {
    VEC(FuncDecl *) functions;      // device functions of the main file
    VEC(FuncDecl *) host_instances; // explicitly instantiated host functions
    VEC(Decl *) late;           // used by needed functions whose bodies were read in the host phase
    uint32_t nlate;             // of them needed
    VEC(Decl *) outside;        // declared with a qualified name, elaborated
    VEC(ClassDecl *) completed; // in order; their static_asserts are checked
    uint32_t ncompleted;        // of them checked
    VEC(ClassDecl *) local_classes; // of parsed bodies, and closures
    VEC(VarDecl *) vars;            // host variables, with --check-all
    VEC(FuncDecl *) init_uses;      // what their initialisers use
    VEC(Decl *) parts;              // functions and fields, likewise (cxx_check_parts)
} DeclChecks;

typedef struct HostMiss { // a place in host code that was not understood
    Pos pos;
    const char *text; // the error there
} HostMiss;

// What host code launches and uses (check/host.c).
typedef struct HostReading {
    VEC(HostMiss) missed;     // some, for who finds that a kernel is missing (cxx_host_missed)
    bool phase;               // host code is being analysed for what it launches
    struct HostNames *search; // then, while errors stop nothing (lookup/host_lost.c)
    struct HostPlace *place;  // what is read
    uint64_t taken;           // errors that belong to places that are read
    uint32_t launches;        // understood
    uint32_t places;          // read so far
    VEC(FuncDecl *) uses;     // called by __host__ __device__ functions, which have no code for it
    Map used;                 // those, by Decl id
    Map part_uses;            // default argument or default member initialiser (Expr*) -> UseList*
} HostReading;

// Templates read with their parameters unbound (check/template_check.c).
typedef struct UnboundReading {
    bool reading;             // that is under way
    bool defining;            // likewise: a member's definition outside of its class
    Map suspects;             // positions of names that lack `typename` or so -> Suspect
    VEC(uint32_t) suspect_at; // tokens where such names begin
} UnboundReading;

// What the front end knows of the unit beside its declarations: indexes that look-ups ask, lists
// that cxx_run works off, and what is under way. One for a Cxx; the lists only grow.
struct DeclState {
    DeclIndex index;
    DeclChecks checks;
    HostReading host;
    UnboundReading unbound;

    // ---- names and tables, made once ----
    struct { // names that declarations look at
        Atom ctor, dtor, conv, final_, bf16;
    } n;
    struct {
        Map rows; // Atom that was asked for -> row
    } attrs;
    Map type_numbers;     // (function or class, name) -> types numbered so far
    Map complex_types;    // id of the part's type -> ClassDecl (convert/complex.c)
    Map inherited;        // (class id, base constructor id) -> FuncDecl
    VEC(PackRange) packs; // #pragma pack states by token
    Atom main_file;       // presumed name, 0: unknown
    SrcFile last_file;    // of the position that cxx_in_main_file was asked for last

    // ---- walks and limits ----
    uint32_t depth;     // of elaborations in elaborations, limited by ctx->max_depth
    Map undefined;      // by function and name: what has been said to be undefined there
    uint32_t suggested; // names that suggestions were looked for (lookup/suggest.c)
    VEC(uint32_t) mark; // by Decl.id: the last epoch in which it was seen (cxx_first_seen)
    uint32_t epoch;
};

struct ExprState {
    VEC(Expr *) pending; // E_DECLREFs marked XP_ODR, innermost function last
    Map gnu_builtins;    // Atom -> row index + 1
    Map traits;          // Atom -> row index + 1
    bool tables_ready;
    FuncDecl *alloc[4]; // implicit operator new, new[], delete, delete[]
    uint32_t overload_depth;
    Map closures;          // (context, signature) -> closures numbered so far
    FuncDecl *gnu[1 << 9]; // declarations of GNU builtins, made on demand
};

typedef struct SwitchState {
    struct SwitchState *outer;
    Scope *scope; // around its body
    Pos pos;
    Type *type;
    VEC(CaseRange) cases;
    Stmt *def;
} SwitchState;

typedef struct JumpPlace { // of a goto or label
    Stmt *stmt;
    Scope *scope;
    uint32_t at; // token
} JumpPlace;

typedef struct LabelUse { // `&&label`
    Atom label;
    Pos pos;
} LabelUse;

struct FnState {
    FuncDecl *fn;
    SwitchState *sw;
    uint32_t loops, breakable;
    uint32_t constexpr_ifs; // around this place
    int32_t unroll;         // pending #pragma unroll, 0: none
    VEC(JumpPlace) labels;
    VEC(JumpPlace) gotos;
    VEC(LabelUse) addressed;
    Pos coroutine;      // of its first co_await, co_yield or co_return; 0: it is none
    Pos returns;        // of its first return statement
    VarDecl *promise;   // NULL: there is none, or it is not known yet
    Type *ret;          // result type, NULL while not deduced
    Type *ret_declared; // as declared; may be a placeholder
    bool ret_auto;      // to be deduced from the first return
    bool ret_seen;
    uint32_t odr_mark;
    uint32_t errors;             // in the unit, before this body
    Stmt *last_expr;             // last expression statement parsed
    uint32_t in_stmt_exprs;      // statement expressions around
    VEC(BindingDecl *) bindings; // of structured bindings, those of one together
};

enum { TARGS_MEMOS = 256 };

struct TmplTable {
    char *stack_low; // instantiation must not go deeper
    ConsSet args;    // TmplArgs by content
    uint32_t next_id;
    uint64_t unrepeatable; // what reading an argument list did that a memo of it would not do again
    struct TargsMemo {     // recent argument lists: looking ahead parses each list a second time
        uint32_t at, end;  // '<', behind '>'
        bool half, dependent;
        int32_t pack_index;
        Scope *names; // where it looks names up
        Env *env;
        Decl *tmpl;
        FuncDecl *fn;
        struct PackUse *use;       // the packs named that the list around has to expand, or NULL
        TmplArgs *args;            // NULL: the list is in error
        uint32_t entities;         // then: Cxx.nentities behind it
        uint32_t attempt;          // then: of the outermost list that it is part of
    } * memo;                      // TARGS_MEMOS of them; NULL: no list was read
    uint32_t nesting, attempts;    // of lists that are being read; outermost lists so far
    uint32_t deep_begin, deep_end; // '<' of lists nested too deeply: outermost, innermost
    struct PackUse *ignored;       // cxx_pack_ignore
    TmplArgs *empty;
    uint8_t *pack_start;          // by token where a list element begins (lookup/pack.c)
    Map outside_done;             // Atom -> OutsideGroup: member definitions of that name, resolved
    Map aliases;                  // (alias template, args) -> Type
    Map alias_typedefs;           // the same -> TypedefDecl (written.c)
    Map written_args;             // (parameters, args) -> TypedefDecl of each (written.c)
    Map shapes, satisfied, norms; // template/constraint.c, template/constraint_order.c
    const char **why;             // asked: which atomic constraint failed
    uint32_t instances;           // of classes and functions, for the statistics
};

enum { PLACES = 64 };

// The place of a new scope or index.
static inline uint8_t cxx_new_place(Cxx *cxx) {
    return (uint8_t)(cxx->decls->index.nplaces++ % PLACES);
}

// The scope or index at that place has the name from now on.
static inline void cxx_has_name(Cxx *cxx, Atom name, uint8_t place) {
    if (name < cxx->decls->index.natoms)
        cxx->decls->index.name_places[name] |= (uint64_t)1 << place;
}

// Whether the scope can have declarations or entries of that name. (Most lookups ask a row of
// scopes that have not.)
static inline bool cxx_may_have(const Cxx *cxx, const Scope *scope, Atom name) {
    if (name >= cxx->decls->index.natoms) return true; // made since
    uint64_t places = cxx->decls->index.name_places[name];
    return places >> scope->place & 1 || (scope->index && places >> scope->index->place & 1);
}

#endif
