// SPDX-License-Identifier: Apache-2.0
// The typed tree: expressions and statements, as the parse functions make them and constant
// evaluation, irgen and mangling read them. Kinds, operators and casts are rows of expr.def.
// What the nodes point to is declared in type.h, decl.h and const_value.h.
#ifndef CUPRUM_CXX_AST_H
#define CUPRUM_CXX_AST_H

#include "base/apfloat.h"
#include "base/apint.h"
#include "base/base.h"

typedef struct Cxx Cxx;
typedef struct Parse Parse;
typedef struct Type Type;
typedef struct Scope Scope;
typedef struct Decl Decl;
typedef struct FuncDecl FuncDecl;
typedef struct VarDecl VarDecl;
typedef struct FieldDecl FieldDecl;
typedef struct ClassDecl ClassDecl;
typedef struct EnumDecl EnumDecl;
typedef struct TemplateDecl TemplateDecl;
typedef struct TParmDecl TParmDecl;
typedef struct Expr Expr;
typedef struct Stmt Stmt;
typedef struct ConstVal ConstVal;
typedef struct Env Env;
typedef struct TmplArg TmplArg;
typedef struct TmplArgs TmplArgs; // hash-consed list
typedef struct BaseSpec BaseSpec;

// ---- expressions (expr.def lists kinds, operators and casts) -----------------------------------

typedef enum { VC_PRVALUE, VC_XVALUE, VC_LVALUE } ValueCat;
typedef enum {
#define EXPR(k, doc) E_##k,
#include "cxx/facts/expr.def"
#undef EXPR
} ExprKind;
typedef enum {
#define CAST(k, doc) CK_##k,
#include "cxx/facts/expr.def"
#undef CAST
} CastKind;
typedef enum {
    OP_NONE,
#define OP(k, spelling, mangling) OP_##k,
#include "cxx/facts/expr.def"
#undef OP
} CxxOp;

// One of a set of operators: OP_SET(ADD) | OP_SET(SUB).
#define OP_SET(k) (UINT64_C(1) << OP_##k)
#define OP_STEPS  (OP_SET(PREINC) | OP_SET(PREDEC) | OP_SET(POSTINC) | OP_SET(POSTDEC))
static inline bool op_among(unsigned op, uint64_t ops) {
    return op < 64 && (ops >> op & 1);
}
enum { SIZE_OF, SIZE_ALIGN, SIZE_OFFSET }; // E_DEP_SIZEOF's op
enum {                                     // Expr.flags
    EF_TYPE_DEP = 1,
    EF_VALUE_DEP = 2,
    EF_PAREN = 4,
    EF_IMPLICIT = 8,
    EF_HAS_PACK = 16,
    EF_BITFIELD = 32,
    EF_NULL_CONST = 64,
    EF_VIRTUAL = 128,
    EF_LIST_INIT = 256,
    EF_ADL_OFF = 512,
    EF_HAS_TEMPS = 1024,
    EF_BRACE_ELIDED = 2048,
    EF_GLOBAL_SCOPE = 4096,
    EF_ARROW = 8192,
    EF_PREFIX_TEMPLATE = 16384,
    EF_REWRITTEN = 32768,
};
struct Expr {
    uint8_t kind, cat; // ExprKind, ValueCat
    uint8_t op;        // CxxOp / CastKind
    uint8_t pad;       // marks of the parser (expr_node.h)
    uint32_t flags;
    uint32_t n;      // number of args
    Pos pos;         // the operator's or first token's position
    Pos end;         // position of the last token
    uint32_t height; // of the tree below it, limited by ctx->max_chain
    Type *type;      // never a reference type
    Expr *a, *b, *c;
    Expr **arg;
    union {
        ApInt i;   // E_INT
        ApFloat f; // E_FLOAT
        struct {
            const char *s; // target bytes without the terminator
            uint32_t n;    // in elements
        } str;             // E_STRING
        Decl *decl;        // E_DECLREF, E_MEMBER, E_CALL (callee), E_CONSTRUCT (ctor)
        ConstVal *val;     // E_CONST
        Type *ty;          // operand type: E_SIZEOF (dep), E_NEW (allocated), E_TRAIT ...
        Stmt *stmt;        // E_STMT
        VarDecl *var;      // E_TEMP: lifetime-extended by; E_BIND
        struct {
            FuncDecl *fn; // allocation/deallocation function
            FuncDecl *ctor_or_dtor;
            Type *type; // E_NEW: allocated (element) type; E_DELETE: pointee
            bool array, global;
            bool aligned; // E_NEW: fn takes the type's alignment behind the size
        } alloc;          // E_NEW, E_DELETE
        struct {
            Decl **set; // candidates
            uint32_t n;
            TmplArgs *targs; // explicit template arguments or NULL
            Expr *object;    // implied object of a member set
            Atom name;
            Type *conv; // of `operator conv`, NULL: another name
            ClassDecl *naming;
        } * ovl; // E_OVERLOAD
        struct {
            Type *scope; // qualifier (dependent) or NULL
            Atom name;
            TmplArgs *targs;
            bool is_template; // behind the word `template`
        } dep; // E_DEP_NAME, E_DEP_MEMBER (object in a); of `operator T` an E_TYPE in b
        struct {
            FieldDecl **field; // E_INIT_LIST of a class: which field each arg initialises
            BaseSpec **base;   // or base
            Expr *filler;      // arrays: initialiser of the elements not listed
            uint64_t total;    // arrays: number of elements
            Atom *designator;  // E_INITLIST_SYNTAX: `.name =` of each arg; NULL: none
        } * init;
        struct {
            BaseSpec **path; // CK_DERIVED_TO_BASE / BASE_TO_DERIVED: from derived to base
            uint32_t npath;
        } base;
    } u;
};

typedef enum { ACCESS_READ, ACCESS_WRITE, ACCESS_ADDRESS, ACCESS_CONST } VarAccess;

// ---- statements --------------------------------------------------------------------------------

typedef enum {
#define STMT(k, doc) S_##k,
#include "cxx/facts/expr.def"
#undef STMT
} StmtKind;
typedef struct CaseRange {
    ApInt lo, hi; // inclusive
    Stmt *stmt;
} CaseRange;
typedef struct AsmOperand {
    const char *constraint; // text without quotes
    Atom name;              // [name]
    Expr *e;
} AsmOperand;
typedef struct AsmData {
    const char *text; // template
    AsmOperand *out, *in;
    uint32_t nout, nin;
    const char **clobber;
    uint32_t nclobber;
    bool is_volatile;
} AsmData;
struct Stmt {
    uint8_t kind;
    int32_t unroll; // loops: #pragma unroll: 0 none given, 1 nounroll, -1 full, N count
    Pos pos, end;
    Expr *e, *inc;           // condition / expression / return value; for-increment
    Stmt *init, *body, *els; // init-statement or condition declaration in `init`
    union {
        struct {
            Stmt **at;
            uint32_t n;
        } list; // S_COMPOUND
        struct {
            VarDecl **var;
            uint32_t n;
        } decl; // S_DECL (locals only; other declarations vanish)
        struct {
            CaseRange *at;
            uint32_t n;
            Stmt *def;
        } cases; // S_SWITCH
        struct {
            VarDecl *range, *begin, *end, *var;
            Stmt *decl; // S_RANGE_FOR: `for (decl : range)`, bindings included
        } * range;
        struct {
            Stmt *target; // S_GOTO -> S_LABEL
            Atom label;
        } jump;
        AsmData *asm_;
        Atom tile_hints;   // S_EXPR: of operations on tiles in it (AttrSet)
        VarDecl *cond_var; // S_IF, S_WHILE, S_SWITCH, S_FOR with a declared condition
    } u;
};

#endif
