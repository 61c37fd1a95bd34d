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
#ifndef CUPRUM_CXX_H
#define CUPRUM_CXX_H

#include "base/apfloat.h"
#include "base/apint.h"
#include "base/base.h"
#include "cxx/ast.h"
#include "lex/lex.h"

// ---- types (facts/type.c)
// ----------------------------------------------------------------------------

typedef enum {
#define TY(k, s, size, align, m, c) TY_##k,
#include "cxx/type.def"
#undef TY
    TY_FIRST_COMPOUND,
    TY_PTR = TY_FIRST_COMPOUND,
    TY_LREF,
    TY_RREF,
    TY_MEMPTR,
    TY_ARRAY,     // known bound; bound 0 allowed (GNU)
    TY_ARRAY_INC, // unknown bound
    TY_ARRAY_DEP, // bound depends on a template parameter
    TY_FUNC,
    TY_CLASS, // class, struct, union, closure
    TY_ENUM,
    TY_VECTOR, // GNU vector_size
    TY_AUTO,   // placeholder auto; u.spec: its constraint, tmpl NULL: none
    TY_DECLTYPE_AUTO,
    TY_CTAD,      // placeholder for a deduced class type; u.spec.tmpl
    TY_TPARM,     // unbound template type parameter (canonical by depth, index, pack)
    TY_DEPNAME,   // typename Scope::name[<args>] with a dependent Scope
    TY_SPEC,      // template-id with dependent arguments or dependent (parameter) template
    TY_DECLTYPE,  // decltype(dependent expr)
    TY_TRAIT,     // dependent type trait giving a type (__underlying_type(T))
    TY_PACK,      // pack expansion `pattern...` inside a dependent type list
    TY_DEPENDENT, // type of a type-dependent expression
    TY_OVERLOAD,  // type of an overload set / unresolved template-id expression
    TY_INITLIST,  // type of a braced-init-list expression (has no type)
    TY_ERROR,
} TyKind;

enum { Q_CONST = 1, Q_VOLATILE = 2, Q_RESTRICT = 4 };
enum {                // Type.flags
    TF_DEPENDENT = 1, // depends on an unbound template parameter
    TF_HAS_PACK = 2,  // contains an unexpanded parameter pack
    TF_HAS_AUTO = 4,  // contains a placeholder
};
enum { REF_NONE, REF_LVALUE, REF_RVALUE };

typedef struct FuncType {
    Type *ret;
    Type **param; // adjusted (decayed, top-level cv removed)
    uint32_t nparam;
    bool variadic, noexcept_;
    uint8_t quals, ref; // of a member function: Q_*, REF_*
    Expr *noexcept_dep; // noexcept(e) with e dependent, in a type
} FuncType;

struct Type {
    uint8_t kind, quals;
    uint16_t flags;
    uint32_t id;  // dense, by creation
    Type *unqual; // the cv-unqualified type (itself if quals == 0)
    Type *ptr_to; // cache of the pointer to this type
    union {
        struct {
            Type *to;
            Type *cls; // TY_MEMPTR: the class type
        } ptr;         // TY_PTR, TY_LREF, TY_RREF, TY_MEMPTR, TY_PACK (pattern in `to`)
        struct {
            Type *elem;
            uint64_t n;
            Expr *size; // TY_ARRAY_DEP
        } array;        // arrays and TY_VECTOR (n elements)
        FuncType func;
        ClassDecl *cls;
        EnumDecl *enm;
        struct {
            uint16_t depth, index;
            bool pack;
            TParmDecl *decl; // one of the declarations, for its name
        } tparm;
        struct {
            Type *scope;
            Atom name;
            TmplArgs *args; // NULL if no template-id
        } depname;
        struct {
            Decl *tmpl; // TemplateDecl or a template template parameter
            TmplArgs *args;
        } spec;
        struct {
            Expr *e;
            uint16_t trait;
            Type *arg;
        } dtype;
    } u;
};

Type *ty_basic(Cxx *x, TyKind k);
Type *ty_qual(Cxx *x, Type *t, unsigned quals); // adds qualifiers (arrays: to the element)
Type *ty_unqual(Type *t);                       // removes top-level cv (not of array elements)
Type *ty_pointer(Cxx *x, Type *to);
Type *ty_ref(Cxx *x, Type *to, bool rvalue); // collapses references
Type *ty_memptr(Cxx *x, Type *cls, Type *to);
Type *ty_array(Cxx *x, Type *elem, uint64_t n);
Type *ty_array_inc(Cxx *x, Type *elem);
Type *ty_array_dep(Cxx *x, Type *elem, Expr *size);
Type *ty_vector(Cxx *x, Type *elem, uint64_t n);
Type *ty_func(Cxx *x, const FuncType *f);
Type *ty_tparm(Cxx *x, TParmDecl *d);
Type *ty_depname(Cxx *x, Type *scope, Atom name, TmplArgs *args);
Type *ty_spec(Cxx *x, Decl *tmpl, TmplArgs *args); // dependent template-id only
Type *ty_decltype(Cxx *x, Expr *e);
Type *ty_pack(Cxx *x, Type *pattern);
Type *ty_trait_type(Cxx *x, uint16_t trait, Type *arg);
Type *ty_ctad(Cxx *x, Decl *tmpl);
Type *ty_auto_of(Cxx *x, TyKind k, Decl *concept, TmplArgs *args); // constrained placeholder
Type *ty_class(Cxx *x, ClassDecl *c);
Type *ty_enum(Cxx *x, EnumDecl *e);
static inline bool ty_is(const Type *t, TyKind k) {
    return t->kind == k;
}
static inline bool ty_dependent(const Type *t) {
    return t->flags & TF_DEPENDENT;
}
static inline bool ty_is_ref(const Type *t) {
    return t->kind == TY_LREF || t->kind == TY_RREF;
}
Type *ty_deref(Type *t);            // removes a reference
bool cxx_auto_parm(const Type *t);  // a function in it has a parameter with a placeholder
bool ty_is_integral(const Type *t); // bool, chars, integers (not enums)
bool ty_is_unsigned(const Type *t); // integral, enum (underlying), pointer
bool ty_is_floating(const Type *t);
bool ty_is_arith(const Type *t);
bool ty_is_scalar(const Type *t); // arithmetic, enum, pointer, memptr, nullptr, vector
bool ty_is_object(const Type *t);
bool ty_is_array(const Type *t);
bool ty_is_unscoped_enum(const Type *t);
bool ty_is_scoped_enum(const Type *t);
int ty_int_bits(const Type *t);                 // width of an integral or enum type
Type *ty_promote(Cxx *x, Type *t);              // integral promotion [conv.prom]
Type *ty_usual_arith(Cxx *x, Type *a, Type *b); // [expr.arith.conv]
Type *ty_decay(Cxx *x, Type *t);                // array/function to pointer, drop cv and reference
// Size and alignment in bytes of a complete object type; completes classes. False (and a
// diagnostic at pos) if the type is incomplete.
bool ty_size_align(Cxx *x, Type *t, Pos pos, uint64_t *size, uint32_t *align);
bool ty_complete(Cxx *x, Type *t, Pos pos, bool report); // makes complete where possible
void ty_print(Cxx *x, Buf *b, const Type *t);            // C++ spelling, as in nvcc's messages
// A declaration's qualified name, with template arguments.
void cxx_print_decl_name(Cxx *x, Buf *b, const Decl *d);
// The declaration of `name` with the type.
void ty_print_declarator(Cxx *x, Buf *b, const Type *t, const char *name);
const char *ty_str(Cxx *x, const Type *t);
bool ty_same_unqual(const Type *a, const Type *b);
// Structural equality of expressions in signatures [temp.over.link] (facts/expr_same.c).
bool cxx_expr_equal(const Expr *a, const Expr *b);
uint64_t cxx_expr_hash(const Expr *e);
uint64_t cxx_template_key(const Decl *tmpl); // template template parameters by depth and index

// ---- template arguments and bindings (instance/template.c)
// --------------------------------------------------

typedef enum { TA_NONE, TA_TYPE, TA_VALUE, TA_EXPR, TA_TEMPLATE, TA_PACK } TmplArgKind;
struct TmplArg {
    uint8_t kind;
    Type *type; // TA_TYPE; TA_VALUE and TA_EXPR: the parameter's type
    union {
        ConstVal *val;  // TA_VALUE: interned
        Decl *tmpl;     // TA_TEMPLATE
        TmplArgs *pack; // TA_PACK
    };
    Expr *expr; // TA_EXPR: value-dependent expression (interned by structure)
};
struct TmplArgs {
    uint32_t n, id;
    bool dependent, has_pack_expansion;
    TmplArg a[];
};
// Bindings of one template parameter list; the innermost first. A parameter whose list is not in
// the chain is unbound (dependent).
struct Env {
    Env *outer;
    struct TmplParams *params;
    TmplArgs *args; // may be shorter than params while arguments are being deduced
};
typedef struct TmplParams {
    TParmDecl **parm;
    uint32_t n, depth;
    Scope *scope;        // TPARAMS scope holding them; parent is the template's own scope
    uint32_t begin, end; // tokens `template < ... >`
    uint32_t requires_begin, requires_end; // tokens of the requires-clause, 0 if none
    bool constrained;                      // some parameter has a type-constraint
} TmplParams;

// ---- declarations ------------------------------------------------------------------------------

typedef enum {
    D_NAMESPACE,
    D_NS_ALIAS,
    D_USING,
    D_TYPEDEF,
    D_CLASS,
    D_ENUM,
    D_ENUMERATOR,
    D_VAR,
    D_FIELD,
    D_FUNC,
    D_TEMPLATE,
    D_TPARM,
    D_BINDING,
    D_LABEL,
    D_CONCEPT,
    D_GUIDE,
    D_PACK,
} DeclKind;
typedef enum { ACC_NONE, ACC_PUBLIC, ACC_PROTECTED, ACC_PRIVATE } Access;
typedef enum { LK_NONE, LK_INTERNAL, LK_EXTERNAL, LK_C } Linkage;

enum { // Decl.flags
    DF_IMPLICIT = 1 << 0,
    DF_INVALID = 1 << 1, // had an error; uses are silent
    DF_CONSTEXPR = 1 << 2,
    DF_INLINE = 1 << 3,
    DF_STATIC = 1 << 4, // static member, or static storage class
    DF_EXTERN = 1 << 5,
    DF_THREAD = 1 << 6,
    DF_MUTABLE = 1 << 7,
    DF_USED = 1 << 8, // odr-used: code or storage is needed
    DF_DEPRECATED = 1 << 9,
    DF_FRIEND_ONLY = 1 << 10, // visible to ADL only
    DF_IN_MAIN_FILE = 1 << 11,
    DF_MEMBER = 1 << 12,
    DF_TEMPLATE_INST = 1 << 13,
    DF_WEAK = 1 << 14,
    DF_CONSTINIT = 1 << 15,
    DF_CONSTEVAL = 1 << 16,
    DF_USED_ATTR = 1 << 17,
};

// CUDA spaces (attributes parsed here, rules applied by src/cuda)
enum {
    CU_HOST = 1,
    CU_DEVICE = 2,
    CU_GLOBAL = 4,
    CU_SHARED = 8,
    CU_CONSTANT = 16,
    CU_MANAGED = 32,
    CU_GRID_CONSTANT = 64,
    CU_EXPLICIT_HOST = 128
};

struct Decl {
    uint8_t kind; // DeclKind
    uint8_t access;
    uint8_t linkage;
    uint8_t cuda; // CU_* as written
    uint32_t flags;
    Atom name; // 0: unnamed
    Pos pos;
    uint32_t order; // token index of the declaration
    uint32_t id;    // dense
    Scope *scope;   // where it is a member (semantic owner)
    Type *type;     // variables, functions, typedefs, classes (their own type), enumerators
    Decl *next;     // next of the same name in the scope (overloads, type hidden by function)
    Env *env;       // bindings in force where it was declared (class instance members, ...)
    struct AttrSet *attrs; // uncommon attributes (decl/attr.c), or NULL
};

typedef struct TokRange {
    uint32_t begin, end; // half open; begin == end: none
} TokRange;

typedef struct {
    Decl d;
    Scope *inner;
    bool inline_, anonymous;
} NamespaceDecl;
typedef struct {
    Decl d;
    Decl *target;    // namespace alias: the NamespaceDecl; using-declaration: unused
    Scope *from;     // using-declaration: the scope it names; lookup expands it to the members of
                     // that scope called d.name (inheriting constructors: x->n.ctor)
    ClassDecl *base; // in a class: the base class named
    bool typename_;
    bool expanding;  // what it names is being looked up: found again it adds nothing
    Type *dep_scope; // using of a dependent base's member: its scope
} UsingDecl;
typedef struct {
    Decl d;
} TypedefDecl;
struct EnumDecl {
    Decl d;
    Scope *inner;
    Type *underlying;
    Type *promoted; // cache of ty_promote
    bool scoped, fixed, complete, completing;
    Scope *around; // where unscoped enumerators are declared too
    TokRange body;
    TemplateDecl *tmpl; // member enum of a template: none
    Decl *typedef_name; // typedef name for linkage purposes of an unnamed enumeration
    VEC(struct EnumeratorDecl *) list;
};
typedef struct EnumeratorDecl {
    Decl d;
    ApInt value;
    EnumDecl *owner;
} EnumeratorDecl;

typedef enum { STOR_AUTO, STOR_STATIC, STOR_PARAM, STOR_GLOBAL } Storage;
typedef enum { INIT_NONE, INIT_COPY, INIT_DIRECT, INIT_LIST, INIT_COPY_LIST } InitStyle;
struct VarDecl {
    Decl d;
    uint8_t storage;    // Storage
    uint8_t init_style; // InitStyle
    bool defined;       // has a definition (not only extern / in-class static)
    bool elaborating, init_done, const_tried, fold_tried;
    TokRange init_range;  // unparsed initialiser
    Expr *init;           // after cxx_var_init: full initialising expression, or NULL
    ConstVal *value;      // after cxx_var_const: constant value, or NULL
    ConstVal *folded;     // after cxx_var_fold
    FuncDecl *fn;         // owning function of a local or parameter
    uint32_t index;       // parameter number, or number among fn's locals
    uint32_t align;       // from alignas, 0: natural
    TokRange default_arg; // parameter
    Expr *default_expr;
    VarDecl *capture_of; // init-capture / captured variable's original
    Atom asm_label;
    Scope *init_scope;  // where the initialiser is looked up, if not d.scope
    uint32_t number;    // of a local static among its function's of that name (mangling)
    TemplateDecl *tmpl; // variable template instance
    TmplArgs *args;
    bool is_pack_elem, nrvo, referenced;
    bool tmpl_object;            // a template parameter object [temp.param]/8; `value` is its value
    uint32_t named, set;         // how often, and of those as the target of `=`
    bool def_searched;           // by cxx_var_find_def
    Pos inst_pos;                // instance: as a function's
    struct InstFrame *inst_from; // why it is instantiated (cxx_inst_note)
};
// Structured binding (D_BINDING): v.d.type is the binding's type, `e` the lvalue it names (a member
// or element of the hidden variable v.capture_of). Begins like a variable so that it can be
// captured.
typedef struct BindingDecl {
    VarDecl v;
    Expr *e;
    Type *referenced; // decltype of its name
} BindingDecl;
// A function parameter pack (or init-capture pack) bound to its elements (D_PACK): a name that
// finds it stands for elem[p->pack_index] after cxx_pack_note(p, &pack->d, n).
typedef struct PackDecl {
    Decl d;
    Decl **elem;
    uint32_t n;
} PackDecl;
struct FieldDecl {
    Decl d;
    ClassDecl *owner;
    uint32_t index;                 // among the class's fields
    uint64_t offset;                // bytes, of the storage unit for bit-fields (after layout)
    uint32_t bit_offset, bit_width; // bit-fields: offset from `offset` in bits
    uint32_t bit_padding;           // bits declared beyond the width of the type
    // bit-fields: the bytes of the class that no other member but neighbouring bit-fields uses
    uint64_t run_begin, run_end;
    bool is_bitfield, anonymous; // anonymous struct/union member
    uint32_t align;
    TokRange init_range; // NSDMI
    Expr *init;
    uint8_t init_style;
    bool init_done, init_busy;
    VarDecl *capture; // closure field: what it captures (NULL for `this`)
};

typedef enum { FK_NORMAL, FK_CTOR, FK_DTOR, FK_CONV, FK_LITERAL_OP, FK_GUIDE } FuncKind;
typedef struct MemInit { // constructor initialiser, in execution order
    FieldDecl *field;    // or
    ClassDecl *base;     // a base, or both NULL: delegating
    bool virtual_;       // the virtual base of this class
    Expr *init;
} MemInit;
typedef struct LaunchBounds {
    int64_t max_threads, min_blocks, max_blocks_per_cluster; // -1: not given
    int64_t maxnreg, cluster[3], reqntid[3];
    bool cluster_of_block; // __block_size__ said `cluster`, not __cluster_dims__
    bool cluster_both;     // both said it
    Pos pos;
} LaunchBounds;

struct FuncDecl {
    Decl d;       // d.type is TY_FUNC; a member function's type has no `this`
    uint8_t kind; // FuncKind
    uint8_t op;   // overloaded operator: its CxxOp, else 0
    bool defined; // body_range, try-block, defaulted or synthesized body exists
    bool deleted, defaulted, is_virtual, pure, final_, override_, explicit_, is_implicit;
    bool noinline, forceinline, noreturn, convergent, returns_twice, builtin_const;
    bool cudart; // of CUDA's device run-time library: ptxas or nvlink define it
    bool elaborating, body_done, ret_deduced, noexcept_tried;
    bool trailing_ret;                 // its result is written behind `->`
    bool host_errors;                  // in its body, not reported: it was parsed as host code
    bool explicit_spec, explicit_inst; // explicit specialization, explicit instantiation definition
    bool extern_inst;                  // explicit instantiation declaration: `extern template`
    bool body_searched;                // by cxx_func_find_body
    struct InstFrame *inst_from;       // why it is instantiated (cxx_inst_note)
    Pos inst_pos;
    ClassDecl *cls; // owner of a member function (static or not), or NULL
    VarDecl **param;
    uint32_t nparam, min_args;
    TokRange decl_range; // the declaration's tokens (for binding again)
    TokRange body_range; // '{' .. '}' inclusive, of the definition found
    TokRange init_range; // constructor initialisers ':' ... before the body
    TokRange noexcept_range;
    TokRange requires_range;  // trailing requires-clause
    uint8_t constraint_state; // of that clause (template/constraint.c)
    Pos use_pos;              // instance: first use outside of templates
    Stmt *body;
    MemInit *inits;
    uint32_t ninit;
    VEC(VarDecl *) locals; // all locals incl. static ones, in order
    Scope *param_scope;
    TemplateDecl *tmpl; // function template instance: of which template
    TmplArgs *args;
    Type *dep_type;    // the template's dependent signature, for mangling
    Env *body_env;     // bindings for the body (an out-of-class definition has its own params)
    Scope *body_scope; // lexical parent of the body
    Decl *like;        // the next with the hash of its parameters (lookup/rivals.c)
    FuncDecl *overridden, *delegates_to; // one of them; the constructor that this one calls
    FuncDecl *inherited;                 // implicit constructor standing for this one of a base
    bool defaulted_first;                // `= default` in its class: not user-provided
    bool no_candidate;                   // a defaulted move, deleted [over.match.funcs]/8
    uint32_t vslot;
    uint32_t builtin; // row of the builtin table (src/cuda), 0: none
    LaunchBounds *bounds;
    Atom asm_label, mangled;
    FuncDecl *lambda_of; // unused unless closure call operator: enclosing function
    uint32_t nextended;  // extended lambdas numbered so far in this function
    VEC(Decl *) uses; // odr-uses in its body, made while it was not needed itself (cxx_mark_used)
};

struct BaseSpec {
    Type *type; // class type
    ClassDecl *cls;
    uint8_t access;
    bool virtual_, was_dependent; // was_dependent: skipped by unqualified lookup in templates
    uint64_t offset;
    Pos pos;
};

typedef enum { CT_STRUCT, CT_CLASS, CT_UNION } ClassTag;
// To a question about a class that is one about its members' classes, of which it may have many:
// asked once of each. While it is asked (of a member of itself, which is in error) it is yes.
typedef enum { ANSWER_NONE, ANSWER_ASKED, ANSWER_NO, ANSWER_YES } Answer;
struct ClassDecl {
    Decl d;
    Scope *inner;
    uint8_t tag;
    bool defined, completing, complete, layout_done, layout_busy, is_closure, is_local, final_;
    bool polymorphic, abstract, empty, aggregate, standard_layout, has_members, has_vptr,
        has_virtual_bases;
    bool trivial_default, trivial_copy, trivial_move, trivial_copy_assign, trivial_move_assign,
        trivial_dtor, specials_done, specials_found; // begun; at an end
    uint8_t literal, const_default; // Answer: constant/constexpr_check.c, body/local.c
    bool unbound;        // a template's own body, its parameters unbound (check/template_check.c)
    bool unbound_bases;  // it has bases that are not known
    bool roots_seen;     // looked through for functions to check (check/roots.c)
    uint32_t visit;      // see cxx_visit_begin
    uint8_t only_copies; // see only_copies in convert/conversion.c; 0: not known yet
    struct Lookup *conversions; // its own and its bases' conversion functions; NULL: not asked
    struct Lookup *ctors_found; // those that its name means, inherited ones too; likewise
    bool explicit_spec, explicit_inst, extern_inst; // as of functions
    bool choosing;               // among partial specializations: not complete meanwhile
    struct PartialSpec *partial; // instance of this partial specialization
    struct InstFrame *inst_from; // why it is instantiated (cxx_inst_note)
    Pos inst_pos;
    TokRange head; // from the class-key to before '{'
    TokRange body; // '{' .. '}' inclusive
    TokRange base_clause;
    BaseSpec *base;
    uint32_t nbase;
    // after layout: base class subobjects at any depth; subobjects of class type, an array as one
    uint32_t nsub, nparts;
    uint64_t unique_bits; // 2 and the result of value_bits in convert/trait.c, 0: not known yet
    VEC(BaseSpec) vbases; // virtual bases, direct and indirect, with their offsets
    Type *complex_of;     // it stands for `__complex__ T` (convert/complex.c), or NULL
    ClassDecl *virtual_primary; // the primary base, if it is a virtual one
    VEC(FieldDecl *) fields;    // in declaration order, after layout was asked
    VEC(uint32_t) vbase_order;  // their construction order: numbers in `vbases`
    // Primary table by slot: final overriders, introducing functions; own virtual functions.
    VEC(FuncDecl *) vtable, slots, virtuals;
    // Itanium: size, what a [[no_unique_address]] member takes, non-virtual size
    uint64_t size, dsize, nvsize;
    uint32_t align, nvalign;
    uint32_t pack, attr_align; // #pragma pack, 0: none; alignas and the like
    bool packed;               // by its attribute
    TemplateDecl *tmpl;        // instance of a class template: primary template
    TmplArgs *args;            // its full arguments
    Env *env;                  // bindings for the body (partial specialization: deduced arguments)
    VEC(FuncDecl *) ctors;
    FuncDecl *dtor;
    FuncDecl *dealloc; // what its virtual destructor deletes with, when that is needed as code
    FuncDecl *call_op; // closure; of a generic lambda the pattern
    struct LambdaState *lambda; // closure (lambda_int.h)
    FieldDecl *this_capture;
    struct {
        uint32_t number; // of a __device__ lambda in its function, from 1; 0: it is none
        bool mutable_, trailing;
        Pos if_capture; // the first implicit capture made in an `if constexpr`
    } extended;
    VEC(ClassDecl *) friends;
    uint32_t unnamed_number;        // Itanium discriminator of closures / unnamed types
    uint32_t context_number;        // of closures, as gcc before 13 counts them: all of a function
    Decl *mangle_context;           // function or variable a closure belongs to
    Decl *typedef_name;             // typedef name for linkage purposes of an unnamed class
    Scope *lexical;                 // where its head stands: parent of `inner`
    uint64_t largest_empty;         // size of the largest empty subobject (itself too), 0: has none
    bool layout_pod;                // POD as the Itanium ABI means it: tail padding not reused
    bool nearly_empty, moved_empty; // no data but a table pointer; an empty subobject is not at 0
    bool fields_done, vtable_done;
    bool host_errors;       // in bases or members, not reported: completed for host code
    bool finished;          // static_asserts of the body were checked
    bool candidate;         // completed for a deduction only, not needed so far
    FieldDecl *anon_member; // of an anonymous struct/union: the unnamed member that holds it
};

typedef enum { TK_FUNC, TK_CLASS, TK_ALIAS, TK_VAR, TK_CONCEPT } TemplateKind;
struct TParmDecl {
    Decl d;       // non-type: d.type is its (possibly dependent) type
    uint8_t kind; // TA_TYPE, TA_VALUE, TA_TEMPLATE
    bool pack;
    bool expands;  // a pack whose type expands packs of templates around it (`Ts... V`), which say
    int32_t npack; // how many elements it has; -1: not known while they are unbound
    uint16_t depth, index;
    TokRange type_range;            // non-type parameter: its declaration, bound again per use
    TokRange default_range;         // default argument
    TokRange constraint;            // type-constraint `C<args>`
    struct TParmDecl *default_decl; // declared with another declaration of the template
    TmplParams *tparams;            // of a template template parameter
    TmplParams *list;               // the list it belongs to
};
typedef struct PartialSpec {
    TmplParams *params;
    TmplArgs *args; // dependent
    TokRange head, body, base_clause, decl_range;
    ClassTag tag;
    Pos pos;
    uint32_t order;
    Scope *scope;
    Env *env;
    ClassDecl *unbound_cls; // as TemplateDecl's
} PartialSpec;
struct TemplateDecl {
    Decl d;
    uint8_t kind; // TemplateKind
    TmplParams *params;
    TokRange decl_range;              // declaration after `template<...>`
    TokRange head, body, base_clause; // class templates
    ClassTag tag;
    FuncDecl *pattern; // function template: dependent signature (d.type = its type)
    Map specs;         // TmplArgs* -> ClassDecl* / FuncDecl* / VarDecl* / TypedefDecl*
    VEC(PartialSpec *) partial;
    VEC(struct MemberDef *) member_defs; // out-of-class member definitions, by name
    Env *env;                            // outer bindings (member template of a class instance)
    TemplateDecl *origin;                // member template: the one in the primary template, if any
    bool defined, specs_found, outside_found, norm_done;
    Scope *outside_scope;   // of a class defined outside of its own: the headers in it; else NULL
    struct Norm *norm;      // of its constraints (template/constraint_order.c)
    ClassDecl *unbound_cls; // a class template's own body (check/template_check.c)
    TemplateDecl
        *guide; // constructor of A<T>: the template over all parameters (template/class_deduce.c)
    Decl *like; // function template: the next with its hash (lookup/rivals.c)
};

// ---- scopes and the index (lookup/scope.c, lookup/index.c)
// ---------------------------------------------------

typedef enum { SC_NAMESPACE, SC_CLASS, SC_TPARAMS, SC_FUNC, SC_BLOCK, SC_ENUM } ScopeKind;
// What indexing finds without parsing: one entry per declared name, or unnamed.
typedef struct IndexEntry {
    Atom name;    // 0 for unnamed entries
    uint8_t form; // IndexForm
    uint8_t access;
    uint16_t flags;      // IX_*
    uint32_t begin, end; // tokens of the whole declaration, template headers included
    uint32_t order;      // token of the declared name
    uint32_t next;       // next entry of the same name, +1; 0: none
    uint32_t group;      // first entry of a multi-declarator declaration
    uint32_t last;       // of a name's first entry: its last one
} IndexEntry;
typedef enum {
    IXF_SIMPLE,
    IXF_FUNC_DEF,
    IXF_CLASS,
    IXF_ENUM,
    IXF_NAMESPACE,
    IXF_NS_ALIAS,
    IXF_USING,
    IXF_USING_DIR,
    IXF_ALIAS,
    IXF_STATIC_ASSERT,
    IXF_EXPLICIT_INST,
    IXF_LINKAGE,
    IXF_GUIDE,
    IXF_CONCEPT,
    IXF_ASM,
    IXF_EMPTY,
    IXF_OUT_OF_CLASS,
} IndexForm;
enum {
    IX_TEMPLATE = 1,
    IX_FRIEND = 2,
    IX_STATIC = 4,
    IX_TYPEDEF = 8,
    IX_SPECIALIZATION = 16,
    IX_EXTERN_C = 32,
    IX_ANON_FIELD = 64,
    IX_FUNCTION = 128,
    IX_KERNEL = 256,
    IX_DEVICE = 512,
    IX_HOST = 1024,
    IX_CONSTEXPR = 2048,
    IX_VIRTUAL = 4096,
    IX_IMPLICIT_EQ = 8192 // the == that goes with the <=> in these tokens
};
typedef struct Index { // shared by all instances of a class template
    VEC(IndexEntry) e;
    Map by_name; // Atom -> first entry + 1
} Index;

struct Scope {
    uint8_t kind, part; // BlockPart
    bool dependent;     // a TPARAMS scope
    Scope *parent;
    Decl *owner;    // namespace, class, function, enum
    Index *index;   // lazily elaborated members (namespaces, classes), or NULL
    Decl **elab;    // parallel to index->e: the declaration, NULL before elaboration
    uint8_t *state; // parallel: 0 pending, 1 busy, 2 done
    uint32_t nelab;
    Map names;  // Atom -> Decl* chain of elaborated declarations, latest first
    Map resume; // Atom -> entry + 1 up to which all of that name are elaborated (long chains)
    Map *many;  // Atom -> ManyDecls (lookup/rivals.c), or NULL
    VEC(struct UsingDir {
        Scope *ns;
        uint32_t order;
    })
    using_dirs; // using-directives and inline namespaces
    Env *env;
    ClassDecl *cls;       // SC_CLASS
    TmplParams *invented; // SC_TPARAMS with parameters invented by `auto`
    FuncDecl *fn;         // SC_FUNC, SC_BLOCK
};

// Result of lookup: a set of declarations. Functions and function templates may be several; a
// type, variable, ... is alone. `ambiguous` is reported by the caller's context.
typedef struct Lookup {
    Decl **at;
    uint32_t n;
    bool ambiguous;
    ClassDecl *naming;   // class in which a member was looked for [class.access.base]/5
    ClassDecl *found_in; // it or the base that has the member
    VEC(Decl *) hidden;  // scratch
} Lookup;
enum {
    LU_TYPE_ONLY = 1,  // elaborated-type-specifier, class-head
    LU_NS_ONLY = 2,    // namespaces only
    LU_SCOPE_ONLY = 4, // before `::`: namespaces, types, templates
    LU_LOCAL = 8,      // this scope alone (redeclaration)
    LU_ALL = 16
}; // ignore order (point of instantiation at end of file)
// An out-of-class definition (`template<...> T A<T>::f(...) {...}`, static data members, member
// classes, members of namespaces), found by the index and listed by its last name. Nothing of it is
// parsed before somebody asks for a definition of that name.
typedef struct MemberDef {
    Atom name;           // ~A: x->n.dtor, A::A: x->n.ctor, conversions: x->n.conv
    uint32_t begin, end; // tokens of the whole declaration, template headers included
    uint32_t order;      // token of the last name
    uint32_t qual_begin; // first token of the nested-name-specifier
    uint32_t nheaders;   // template<...> headers in front
    uint32_t place;      // in DeclState.all_member_defs
    uint16_t flags;      // IX_*
    bool is_class, is_func, resolved, used;
    Scope *scope;           // namespace it stands in
    Decl *owner;            // cxx_member_def_owner's result
    struct MemberDef *next; // next of the same name, in order
} MemberDef;
// Elaborates every entry called `name` of the scope, wherever it stands (definitions of something
// declared earlier, specializations of a template).
void cxx_elaborate_name(Cxx *x, Scope *s, Atom name);
bool cxx_names_alias(Cxx *x, Atom a); // some alias template of that name was indexed
Index *cxx_class_index(Cxx *x, uint32_t body_begin, uint32_t body_end, Atom class_name,
                       ClassTag tag);                              // shared, cached by body_begin
bool cxx_lookup(Parse *p, Atom name, unsigned flags, Lookup *out); // unqualified
bool cxx_lookup_in(Parse *p, Scope *s, Atom name, unsigned flags, Lookup *out); // qualified
bool cxx_lookup_member(Parse *p, ClassDecl *c, Atom name, unsigned flags, Lookup *out);
void cxx_lookup_adl(Parse *p, Atom name, Expr **arg, uint32_t narg, Lookup *io); // adds to io
Scope *cxx_scope_new(Cxx *x, ScopeKind k, Scope *parent, Decl *owner);
void cxx_scope_add(Cxx *x, Scope *s, Decl *d);
// Builds or extends a scope's index from tokens [begin, end) of a namespace or class body.
void cxx_index(Cxx *x, Scope *s, uint32_t begin, uint32_t end, bool is_class);
void cxx_elaborate_all(Cxx *x, Scope *s); // every entry (--check-all, explicit instantiation)

// ---- the parser state --------------------------------------------------------------------------

// The call that a default argument is evaluated for (expr/source_place.c).
typedef struct CallSite {
    Pos pos;
    FuncDecl *fn;
    bool used; // its place was asked for
} CallSite;
typedef VEC(Decl *) UseList;
struct Parse {
    Cxx *x;
    const Token *tok; // all tokens
    uint32_t at, end; // next token, limit: tok[end] reads as T_EOF through cxx_peek
    Scope *scope;
    Env *env;
    FuncDecl *fn;             // function whose body is parsed
    ClassDecl *cls;           // class of `this`
    Type *this_type;          // type of *this with cv, NULL if there is none
    bool extern_c;            // inside extern "C"
    bool base_init;           // a base subobject is initialised: it may be abstract
    bool base_assign;         // a base subobject is assigned: by its protected operator, too
    bool in_user_conv;        // candidates of a user-defined conversion: no other one before it
    bool flexible_init;       // the flexible array member of what is initialised may have elements
    bool undestroyed;         // what is initialised lives until the end of the program
    bool complete_ctx;        // complete-class context [class.mem.general]/7
    bool dependent;           // parsing a signature with unbound parameters
    bool any_access;          // a C-style cast converts to bases that are not accessible
    bool unevaluated;         // sizeof, decltype, noexcept
    bool const_expr;          // inside a constant-expression: no odr-use
    bool in_targs;            // `>` ends the expression [temp.names]
    bool type_only;           // a qualified name can only be a type [temp.res]/5
    bool checked_signature;   // an instance's of a function template: the pattern was checked
    bool host_init;           // initialiser of a host variable: what it uses needs no code
    bool device_init;         // initialiser of a device variable at namespace level
    bool no_rewritten;        // the next operator's candidates: not those that <=> and == stand for
    bool half_gtgt;           // the first half of a '>>' token has been consumed
    ClassDecl *conv_class;    // in the type of its `C::operator type`: its members come first
    uint32_t poi;             // order for ADL: point of instantiation
    int32_t pack_index;       // element of packs to bind, -1: none
    struct PackUse *pack_use; // packs met while parsing a pattern
    struct FnState *fs;       // statement-level state of the function body (body/statement.c)
    struct LambdaState *lambda;
    CallSite *site;          // in a default argument or default member initialiser
    UseList *uses;           // what it uses, for those that it is used in
    struct LateAccess *late; // checks of access that wait for the declarator (lookup/access.c)
    uint32_t depth;          // nesting, limited by ctx->max_depth
    uint32_t chain;          // `else if` and the like inside each other, by ctx->max_chain
    uint32_t tallest;        // Expr.height in the innermost statement expression
};

// ---- constant values (constant/eval.c)
// -------------------------------------------------------------

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
// Evaluates e as a constant expression [expr.const]; on failure returns NULL and, if `report`,
// says at e why not. Reference-typed / glvalue results are CV_LVALUE.
ConstVal *cxx_const_eval(Cxx *x, Expr *e, bool report);
ConstVal *cxx_const_eval_init(Cxx *x, VarDecl *v, Expr *init, bool report);
bool cxx_const_int(Cxx *x, Expr *e, ApInt *out, bool report); // converted to e's type
bool cxx_const_bool(Cxx *x, Expr *e, bool *out);
// The template parameter object of a class-type value: one variable for equal values.
VarDecl *cxx_tmpl_object(Cxx *x, const ConstVal *v, Pos pos);
ConstVal *cxx_const_intern(Cxx *x, const ConstVal *v); // hash-consed, for template arguments
bool cxx_const_print(Cxx *x, Buf *b, const ConstVal *v);

// ---- elaboration: what is asked for from outside (the rest: elaborate.h) ------------------------

// Overload resolution among inherited constructors finds the base's; this is the one to call.
FuncDecl *cxx_inherited_ctor(Cxx *x, ClassDecl *c, FuncDecl *base);
ConstVal *cxx_var_const(Cxx *x, VarDecl *v); // its constant value or NULL
bool cxx_has_mutable(const Type *t);         // a class or array with a mutable part
bool cxx_host_only(Cxx *x, const Decl *d);   // a function that has no code for devices (hooks)
void cxx_targs_print(Cxx *x, Buf *b, const TmplArgs *a);
void cxx_note_declared(Cxx *x, const Decl *d); // where d is declared, if it stands anywhere
// Compiler builtins of GNU C++ (builtin_gnu.def): E_BUILTIN's FuncDecl has builtin =
// CXX_GNU_BUILTIN + GB_x. Arguments are converted; type-generic ones keep their operands' types.
enum { CXX_GNU_BUILTIN = 1 << 20 };
typedef enum {
    GB_none,
#define GB(name, sig, how) GB_##name,
#include "cxx/builtin_gnu.def"
#undef GB
} GnuBuiltin;
static inline GnuBuiltin cxx_gnu_builtin(const FuncDecl *f) {
    return f->builtin >= CXX_GNU_BUILTIN ? (GnuBuiltin)(f->builtin - CXX_GNU_BUILTIN) : GB_none;
}
// Converts (with diagnostics): the results are fully converted trees.
Expr *cxx_convert(Parse *p, Expr *e, Type *to, const char *context); // implicit conversion
Expr *cxx_rvalue(Parse *p, Expr *e);                                 // lvalue-to-rvalue, decay
Expr *cxx_cast_explicit(Parse *p, Type *to, Expr *e, uint16_t how,
                        Pos pos); // token kind of the cast
// Overload resolution of a call; builds the call. `e` is the callee expression.
Expr *cxx_build_call(Parse *p, Expr *callee, Expr **arg, uint32_t n, Pos pos);
Expr *cxx_build_unary(Parse *p, CxxOp op, Expr *a, Pos pos);
Expr *cxx_build_declref(Parse *p, Decl *d, Pos pos);
bool cxx_destroying_delete(const FuncDecl *f);
FuncDecl *cxx_find_dtor(Cxx *x, Type *t); // non-trivial destructor or NULL
// Whether a volatile object that the expression names is read though the value is not used:
// [expr.context]/2 lists the forms. An assignment is none of them.
bool cxx_is_read_when_discarded(const Expr *e);
Expr *cxx_expr_new(Cxx *x, ExprKind k, Type *t, ValueCat cat, Pos pos);
Expr *cxx_expr_int(Cxx *x, Type *t, uint64_t v, Pos pos);
Expr *cxx_expr_error(Cxx *x, Pos pos);
void cxx_mark_used(Parse *p, Decl *d, Pos pos);      // odr-use: needs it, captures it, checks it
Pos cxx_body_place(const Cxx *x, const FuncDecl *f); // the brace of its body, else its name

// facts/mangle.c
Atom cxx_mangle_cdtor(Cxx *x, FuncDecl *f, char version); // '2': base object's, '0': deleting
// Whether nvcc keeps the function's symbol to the file: by its own linkage, or that of a function,
// variable or class among its template arguments.
bool cxx_internal_symbol(const FuncDecl *f);
Atom cxx_mangle(Cxx *x, Decl *d); // Itanium name of a function, variable (also local static)
// The name of a function's symbol as the host's compiler writes it; by_context: gcc before version
// 13 numbers the closures of a function whatever their parameters are.
Atom cxx_mangle_host(Cxx *x, FuncDecl *f, bool by_context);
// check/dump.c
void cxx_dump(Cxx *x, Buf *out); // --emit=ast

// ---- the translation unit (check/unit.c)
// --------------------------------------------------------------

#include "cxx/hooks.h"
typedef struct CxxOptions {
    uint8_t std; // 3 11 14 17 20
    bool gnu, default_device, check_all, relaxed_constexpr, extended_lambda, char_unsigned;
    bool host_initializer_list, host_move_forward; // these of std run on the host only
    uint32_t max_template_depth, max_constexpr_depth;
    uint32_t context_limit; // lines that say why code is instantiated; 0: all
    uint64_t max_constexpr_steps;
    uint32_t arch;         // 900 ...
    const char *module_id; // for internal names: "_7e9543b7_4_k_cu_gvar"; NULL: none
    bool rdc;              // --device-c: kernels and variables with internal linkage are renamed
    bool partial_link;     // --partial-link: with rdc's names, but no other unit has its variables
    bool keep_functions;   // exported device functions are needed, used or not
    bool host_program; // the unit is one half of a program: the host may use every device variable
} CxxOptions;
// Other units may define this one's extern variables, and the same instances.
static inline bool cxx_links_units(const CxxOptions *o) {
    return o->rdc && !o->partial_link;
}
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
    uint32_t next_decl_id;
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
    Map ops; // CxxOp -> Atom
    struct CxxNames {
        Atom ctor, dtor, conv, this_, std, size_t_, initializer_list, operator_, lambda_call, begin,
            end, get, tuple_size, tuple_element, value, type, final_, override_, guide, main;
    } n;
    VEC(FuncDecl *) work;     // functions whose code is needed, in order of discovery
    VEC(VarDecl *) work_vars; // variables with storage in the device that are needed
    uint32_t work_done, work_vars_done;
};

// Walks over bases that look at each class once: the paths through a lattice of bases can be
// exponentially many. A walk begins with a number of its own; cxx_class_visit is true at the first
// visit. (A walk inside of a walk may make the outer one see a class again.)
static inline uint32_t cxx_visit_begin(Cxx *x) {
    return ++x->visits;
}
static inline bool cxx_class_visit(ClassDecl *c, uint32_t visit) {
    bool first = c->visit != visit;
    c->visit = visit;
    return first;
}
// Prepares the front end over a token array: types, names, global scope indexed.
Cxx *cxx_new(Ctx *ctx, TokenArray *tokens, const CxxOptions *opt);
// Finds the roots (kernels, device functions of the main file, what host code launches) and
// elaborates everything they reach: afterwards x->work holds every function with its body.
void cxx_run(Cxx *x);
// Into `reached` (by Decl id) what host code that has code refers to on its ways to those n
// functions, which are among it if it needs them (check/host.c). Once, when all else is known.
void cxx_host_reaches(Cxx *x, FuncDecl *const *f, uint32_t n, Map *reached);
// Whether f has code whatever the rest of the unit needs: another unit may call it.
bool cxx_code_unasked(const FuncDecl *f);
extern const DiagRow cxx_diag_rows[];
enum {
#define DIAG(id, sev, group, text) D_##id,
#include "cxx/cxx_diag.def"
#undef DIAG
    D_cxx_count_
};
#define CXX_DIAG(x, id, ...) diag((x)->ctx, &cxx_diag_rows[D_##id], __VA_ARGS__)

// The next token is a bracket that the lexer put at the end of the file, where it said what is
// missing: what the grammar expects here is not said again (elaborate/declaration.c).
bool cxx_at_lost_end(const Parse *p);
static inline uint16_t cxx_peek(const Parse *p) {
    return p->at < p->end ? p->tok[p->at].kind : T_EOF;
}
static inline uint16_t cxx_peek_n(const Parse *p, uint32_t n) {
    return p->at + n < p->end ? p->tok[p->at + n].kind : T_EOF;
}

#include "cxx/demand.h"
#endif
