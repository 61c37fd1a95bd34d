// SPDX-License-Identifier: Apache-2.0
// decl.h: declarations, scopes and what the index knows of their tokens, as data. A declaration is
// made when its name is first wanted and filled by demands (demand.h); what a field says is true
// once the flag beside it says so. Made by cxx_decl_new, never freed.
#ifndef CUPRUM_CXX_FACTS_DECL_H
#define CUPRUM_CXX_FACTS_DECL_H

#include "cxx/facts/type.h"
#include "lex/lex.h"

// ---- template arguments and bindings ------------------------------------------------------------

typedef enum { TA_NONE, TA_TYPE, TA_VALUE, TA_EXPR, TA_TEMPLATE, TA_PACK } TmplArgKind;

struct TmplArg {
    uint8_t kind;
    Type *type; // TA_TYPE; TA_VALUE and TA_EXPR: the parameter's type
    union {
        ConstVal *val;                     // TA_VALUE: interned
        Decl *tmpl;                        // TA_TEMPLATE
        TmplArgs *pack;                    // TA_PACK
        const struct TypedefDecl *written; // TA_TYPE, until the list is interned (facts/written.c)
    };
    Expr *expr; // TA_EXPR: value-dependent expression (interned by structure)
};

struct TmplArgs {
    uint32_t n, id;
    bool dependent, has_pack_expansion;
    TmplArg a[];
};

// How many there are, which nobody may have written.
static inline uint32_t targs_count(const TmplArgs *args) {
    return args ? args->n : 0;
}

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

// ---- declarations -------------------------------------------------------------------------------

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
    CU_EXPLICIT_HOST = 128,
    CU_TILE = 256,        // of Tile C++: its kernels say CU_GLOBAL, too, its functions CU_DEVICE
    CU_TILE_BUILTIN = 512 // functions without a body, and classes, whose meaning the compiler knows
};

struct Decl {
    uint8_t kind; // DeclKind
    uint8_t access;
    uint8_t linkage;
    uint16_t cuda; // CU_* as written
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

// Is one, of that kind.
static inline bool decl_is(const Decl *decl, DeclKind kind) {
    return decl && decl->kind == kind;
}

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

typedef struct TypedefDecl {
    Decl d;
    uint32_t align; // what it asks of objects of exactly its type, 0: nothing
} TypedefDecl;

struct EnumDecl {
    Decl d;
    Scope *inner;
    Type *underlying;
    Type *promoted; // cache of ty_promote
    bool scoped, fixed, complete, completing;
    bool unbound;  // of a template that is read with its parameters unbound
    Scope *around; // where unscoped enumerators are declared too
    TokRange body;
    TemplateDecl *tmpl; // member enum of a template: none
    uint32_t number;    // as a class's unnamed_number
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
    bool lost_init;       // DF_INVALID for its initialiser alone: it can be named, by its type
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

// Whether uses of the declaration are silent errors, for it had one that they depend on.
static inline bool cxx_is_lost(const Decl *decl) {
    if (CU_LIKELY(!(decl->flags & DF_INVALID))) return false;
    return decl->kind != D_VAR || !((const VarDecl *)decl)->lost_init;
}

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
    uint32_t type_align; // of the typedef that names its type, instead of the type's own; 0: none
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

// What the declarations of a function say.
typedef struct FuncWritten {
    TokRange declaration; // its tokens (for binding again)
    TokRange noexcept_;   // in the parentheses of `noexcept`
    TokRange requires;    // the trailing requires-clause
    bool deleted, defaulted, final_, override_, explicit_;
    bool defaulted_first; // `= default` in its class: not user-provided
    bool trailing_result; // its result is written behind `->`
} FuncWritten;

// Of an instance: of which template, for which arguments, why.
typedef struct FuncInstance {
    TemplateDecl *tmpl;
    TmplArgs *args;
    Type *dependent_type;              // the template's dependent signature, for mangling
    uint8_t constraint_state;          // of the trailing requires-clause (template/constraint.c)
    bool explicit_spec, explicit_inst; // explicit specialization, explicit instantiation definition
    bool extern_inst;                  // explicit instantiation declaration: `extern template`
    struct InstFrame *from;            // why it is instantiated (cxx_inst_note)
    Pos pos;
    Pos use_pos; // first use outside of templates
} FuncInstance;

// The definition: where it stands, and what elaborating it makes.
typedef struct FuncBody {
    bool defined;  // a range, a try-block, or a defaulted or synthesized body exists
    bool searched; // by cxx_func_find_body
    bool elaborating, done;
    bool coroutine;
    bool host_errors;    // in it, not reported: it was parsed as host code
    TokRange range;      // '{' .. '}' inclusive, of the definition found
    TokRange init_range; // constructor initialisers ':' ... before it
    Env *env;            // its bindings (an out-of-class definition has its own parameters)
    Scope *scope;        // its lexical parent
    Stmt *tree;
    MemInit *inits;
    uint32_t ninit;
    VEC(VarDecl *) locals; // all locals incl. static ones, in order
    VEC(Decl *) uses;      // odr-uses in it, made while it was not needed itself (cxx_mark_used)
} FuncBody;

// What making code of it takes.
typedef struct FuncCode {
    bool noinline, forceinline, noreturn, convergent, returns_twice, builtin_const;
    bool cudart;      // of CUDA's device run-time library: ptxas or nvlink define it
    uint32_t builtin; // row of the builtin table (src/cuda), 0: none
    LaunchBounds *bounds;
    Atom asm_label, mangled;
} FuncCode;

struct FuncDecl {
    Decl d;       // d.type is TY_FUNC; a member function's type has no `this`
    uint8_t kind; // FuncKind
    uint8_t op;   // overloaded operator: its CxxOp, else 0
    bool is_implicit, is_virtual, pure;
    bool explicit_object; // the first parameter is the object [dcl.fct]/6; DF_STATIC is set, too
    bool no_candidate;    // a defaulted move, deleted [over.match.funcs]/8
    bool ret_deduced, noexcept_tried;
    ClassDecl *cls; // owner of a member function (static or not), or NULL
    VarDecl **param;
    uint32_t nparam, min_args;
    Scope *param_scope;
    FuncWritten written;
    FuncInstance inst;
    FuncBody body;
    FuncCode code;
    FuncDecl *next_version; // of the host's, for another kind of processor, or NULL
    Decl *like;             // the next with the hash of its parameters (lookup/rivals.c)
    uint32_t vslot;
    FuncDecl *overridden, *delegates_to; // one of them; the constructor that this one calls
    FuncDecl *inherited;                 // implicit constructor standing for this one of a base
    FuncDecl *lambda_of;                 // unused unless closure call operator: enclosing function
    uint32_t nextended;                  // extended lambdas numbered so far in this function
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

// Indexed: what stands in the text, known when the class is declared or its definition is found.
typedef struct ClassWritten {
    bool defined, final_, is_local;
    bool packed;          // by its attribute
    uint32_t pack, align; // #pragma pack, 0: none; alignas and the like
    TokRange head;        // from the class-key to before '{'
    TokRange body;        // '{' .. '}' inclusive
    TokRange base_clause;
    Scope *lexical; // where the head stands: parent of `inner`
} ClassWritten;

// Of an instance of a class template: of which, for which arguments, why.
typedef struct ClassInstance {
    TemplateDecl *tmpl;                             // primary template
    TmplArgs *args;                                 // the full arguments
    bool explicit_spec, explicit_inst, extern_inst; // as of functions
    bool choosing;               // among partial specializations: not complete meanwhile
    bool candidate;              // completed for a deduction only, not needed so far
    struct PartialSpec *partial; // instance of this partial specialization
    // Of a specialization: its arguments' instance of the primary template, whose constructors only
    // deduce (class_deduce.c); and the way back.
    struct ClassDecl *of_primary, *specialized;
    struct InstFrame *from; // why it is instantiated (cxx_inst_note)
    Pos pos;
} ClassInstance;

// Completed: bases and members (instance/complete.c); `fields` when the layout was asked.
typedef struct ClassMembers {
    bool completing, complete, fields_known;
    bool has_members;
    bool tried;         // completed in a trap: an error in it may be a substitution's
    bool unbound;       // a template's own body, its parameters unbound (check/template_check.c)
    bool unbound_bases; // it has bases that are not known
    bool refused;       // a static_assert of it failed: bodies of members would follow from that
    bool host_errors;   // in bases or members, not reported: completed for host code
    BaseSpec *base;
    uint32_t nbase;
    VEC(BaseSpec) vbases;    // virtual bases, direct and indirect, with their offsets
    VEC(FieldDecl *) fields; // in declaration order
    VEC(FuncDecl *) ctors;
    FuncDecl *dtor;
    VEC(ClassDecl *) friends;
    FieldDecl *anon_member; // of an anonymous struct/union: the unnamed member that holds it
} ClassMembers;

// Laid out, by the Itanium ABI.
typedef struct ClassLayout {
    bool done, busy;
    bool empty;
    bool pod;                       // as the ABI means it: tail padding not reused
    bool nearly_empty, moved_empty; // no data but a table pointer; an empty subobject is not at 0
    uint64_t size, dsize, nvsize;   // size, what a [[no_unique_address]] member takes, non-virtual
    uint32_t align, nvalign;
    // Base class subobjects at any depth; subobjects of class type, an array as one.
    uint32_t nsub, nparts;
    uint64_t unique_bits;   // 2 and the result of value_bits in convert/trait.c, 0: not known yet
    uint64_t largest_empty; // size of the largest empty subobject (itself too), 0: has none
    ClassDecl *virtual_primary; // the primary base, if it is a virtual one
} ClassLayout;

// The table of virtual functions, and what the class is by having one.
typedef struct ClassTable {
    bool done;
    bool polymorphic, abstract, has_pointer, has_virtual_bases;
    bool override_missed;      // a member says `override` and overrides nothing, which was said
    VEC(uint32_t) vbase_order; // the construction order of virtual bases: numbers in `vbases`
    // Primary table by slot: final overriders, introducing functions; own virtual functions.
    VEC(FuncDecl *) finals, slots, own;
    FuncDecl *dealloc; // what the virtual destructor deletes with, when that is needed as code
} ClassTable;

// What the special members make it [class.prop].
typedef struct ClassSpecial {
    bool done, found; // begun; at an end
    bool trivial_default, trivial_copy, trivial_move, trivial_copy_assign, trivial_move_assign,
        trivial_dtor;
    bool ctor_rivals, assign_rivals; // of its own copies and moves: templates, a second copy
    bool aggregate, standard_layout;
    uint8_t literal, const_default; // Answer: constant/constexpr_check.c, body/local.c
} ClassSpecial;

// Of a lambda's class.
typedef struct ClassClosure {
    bool is;
    FuncDecl *call_op;          // of a generic lambda the pattern
    struct LambdaState *lambda; // convert/lambda.h
    FieldDecl *this_capture;
    struct {
        uint32_t number; // of a __device__ lambda in its function, from 1; 0: it is none
        bool mutable_, trailing;
        Pos if_capture; // the first implicit capture made in an `if constexpr`
    } extended;
    Decl *context; // function or variable that it belongs to
    // Whose initialiser it stands in: a variable of a namespace, a member, a parameter (in a
    // default argument); or NULL.
    Decl *initialised;
    uint32_t context_number; // as gcc before 13 counts closures: all of a function
    uint32_t introducer;     // the token of its `[`
    // the numbers (ClassDecl.unnamed_number is the other one) among those of the variable, member
    // or parameter alone, and among those of the unit that are in a default argument of no member
    // or in the initialiser of a static one, or among those in members' initialisers of a class
    uint32_t own_number, own_context_number, unit_number, unit_context_number;
} ClassClosure;

// What was found out about it once.
typedef struct ClassMemo {
    uint32_t visit;             // see cxx_visit_begin
    bool roots_seen;            // looked through for functions to check (check/roots.c)
    bool finished;              // static_asserts of the body were checked
    uint8_t only_copies;        // see only_copies in convert/conversion.c; 0: not known yet
    struct Lookup *conversions; // its own and its bases' conversion functions; NULL: not asked
    struct Lookup *ctors_found; // those that its name means, inherited ones too; likewise
} ClassMemo;

// A class, by the phases in which its facts become known.
struct ClassDecl {
    Decl d;
    Scope *inner;
    uint8_t tag; // ClassTag
    Env *env;    // bindings for the body (partial specialization: deduced arguments)
    ClassWritten written;
    ClassInstance inst;
    ClassMembers members;
    ClassLayout layout;
    ClassTable table;
    ClassSpecial special;
    ClassClosure closure;
    ClassMemo memo;
    Type *complex_of;           // it stands for `__complex__ T` (convert/complex.c), or NULL
    uint32_t unnamed_number;    // Itanium discriminator of closures / unnamed types
    Decl *typedef_name;         // typedef name for linkage purposes of an unnamed class
    const TypedefDecl *aligned; // `typedef struct A A` with an alignment of its own, or NULL
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
    bool defined, specs_found, outside_found, norm_done, behind_done;
    TemplateDecl *behind;   // alias template: what it is another name of (template/arguments.c)
    Scope *outside_scope;   // of a class defined outside of its own: the headers in it; else NULL
    struct Norm *norm;      // of its constraints (template/constraint_order.c)
    ClassDecl *unbound_cls; // a class template's own body (check/template_check.c)
    TemplateDecl
        *guide; // constructor of A<T>: the template over all parameters (template/class_deduce.c)
    Decl *like; // function template: the next with its hash (lookup/rivals.c)
};

// Is a template of that kind.
static inline bool decl_is_template(const Decl *decl, TemplateKind kind) {
    return decl_is(decl, D_TEMPLATE) && ((const TemplateDecl *)decl)->kind == kind;
}

// A function or a template of functions: of these several can have one name, and are found as a
// set.
static inline bool cxx_names_function(const Decl *decl) {
    return decl_is(decl, D_FUNC) || decl_is_template(decl, TK_FUNC);
}

// As what it is; NULL if it is something else.
static inline FuncDecl *decl_func(Decl *decl) {
    return decl_is(decl, D_FUNC) ? (FuncDecl *)decl : NULL;
}
static inline TemplateDecl *decl_template(Decl *decl) {
    return decl_is(decl, D_TEMPLATE) ? (TemplateDecl *)decl : NULL;
}

// ---- scopes and the index -----------------------------------------------------------------------

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
    Map marked;  // Atom -> whether it is of the device: what check/roots.c was asked
    uint8_t place;
} Index;

struct Scope {
    uint8_t kind, part; // BlockPart
    uint8_t guard;      // BlockGuard
    bool dependent;     // a TPARAMS scope
    bool of_statement;  // made by xe_push_block: its declarations come one after the other
    uint8_t place;      // which bit of DeclState.name_places is its, and others'
    Scope *parent;
    Scope *past_nameless; // cxx_scope_around, where it is not the parent
    Decl *owner;          // namespace, class, function, enum
    Index *index;         // lazily elaborated members (namespaces, classes), or NULL
    Decl **elab;          // parallel to index->e: the declaration, NULL before elaboration
    uint8_t *state;       // parallel: 0 pending, 1 busy, 2 done
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

// Is one, of that kind.
static inline bool scope_is(const Scope *scope, ScopeKind kind) {
    return scope && scope->kind == kind;
}

// The class whose scope it is, or NULL.
static inline ClassDecl *scope_class(const Scope *scope) {
    return scope_is(scope, SC_CLASS) ? scope->cls : NULL;
}

// Is one that is no namespace: of a class, a template, a function, a block.
static inline bool scope_is_inner(const Scope *scope) {
    return scope && scope->kind != SC_NAMESPACE;
}

// The next scope around that may have a name: of the blocks of a deep nest most have none.
static inline Scope *cxx_scope_around(const Scope *scope) {
    return scope->past_nameless ? scope->past_nameless : scope->parent;
}

// ---- what lookup finds --------------------------------------------------------------------------

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
    LU_TYPE_ONLY = 1,    // elaborated-type-specifier, class-head
    LU_NS_ONLY = 2,      // namespaces only
    LU_SCOPE_ONLY = 4,   // before `::`: namespaces, types, templates
    LU_LOCAL = 8,        // this scope alone (redeclaration)
    LU_ALL = 16,         // ignore order (point of instantiation at end of file)
    LU_INSTANTIATED = 32 // what is declared before the point of instantiation
};

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

// A function of a template: an instance of one, or a member of such a class [temp.pre]/8.
static inline bool cxx_is_templated(const FuncDecl *func) {
    return func->inst.tmpl || func->d.env;
}

// Whether the program says what the function does, rather than `= default` or nothing.
static inline bool cxx_is_written(const FuncDecl *func) {
    return !func->is_implicit && !func->written.defaulted;
}

// Is one whose type was understood.
static inline bool cxx_is_typed(const FuncDecl *func) {
    return func && func->d.type->kind == TY_FUNC;
}

// Its result is to be deduced from its body [dcl.spec.auto], or from the arguments of a template.
static inline bool cxx_returns_auto(const FuncDecl *func) {
    return cxx_is_typed(func) && func->d.type->u.func.ret->flags & TF_HAS_AUTO;
}

// Is one, a member of a lambda's class.
static inline bool cxx_is_of_closure(const FuncDecl *func) {
    return func && func->cls && func->cls->closure.is;
}

// An unnamed bit-field, which is no member [class.bit]/2: nothing initialises, copies or names it.
static inline bool cxx_is_padding(const FieldDecl *field) {
    return field->is_bitfield && !field->d.name;
}

// Has neither a name nor a typedef's for linkage [dcl.typedef]/4.
static inline bool cxx_is_nameless(const ClassDecl *cls) {
    return !cls->d.name && !cls->typedef_name;
}

// Whether an object says of which class it is: it has virtual functions or bases.
static inline bool cxx_is_dynamic(const ClassDecl *cls) {
    return cls->table.polymorphic || cls->table.has_virtual_bases;
}

// How many entries the scope's index has.
static inline uint32_t cxx_index_size(const Scope *scope) {
    return scope->index ? scope->index->e.n : 0;
}

// Whether the walk `visit` (cxx_visit_begin, unit.h) meets the class for the first time.
static inline bool cxx_class_visit(ClassDecl *cls, uint32_t visit) {
    bool first = cls->memo.visit != visit;
    cls->memo.visit = visit;
    return first;
}

// Blocks: BLOCK_SUB around a substatement, BLOCK_CONTROL for a condition and init-statement.
typedef enum { BLOCK_PLAIN, BLOCK_SUB, BLOCK_CONTROL } BlockPart;

// Blocks that no jump enters [stmt.jump], [except.pre]/3, [stmt.if]/2.
typedef enum { GUARD_NONE, GUARD_TRY, GUARD_HANDLER, GUARD_CONSTEXPR_IF } BlockGuard;

// A variable in the device's global or constant memory.
static inline bool cxx_device_storage(const Decl *decl) {
    return decl->cuda & (CU_DEVICE | CU_CONSTANT | CU_MANAGED);
}

enum {
    SP_NONE = -1,
    SP_DEFAULT,
    SP_COPY,
    SP_MOVE,
    SP_COPY_ASSIGN,
    SP_MOVE_ASSIGN,
    SP_DTOR,
    SP_COUNT
};

#define cxx_decl_new(x, T, k, name, pos, order, s, env)                                            \
    ((T *)cxx_decl_new_((x), sizeof(T), (k), (name), (pos), (order), (s), (env)))

// ---- class_facts.c ------------------------------------------------------------------------------

// Overload resolution among inherited constructors finds the base's; this is the one to call.
FuncDecl *cxx_inherited_ctor(Cxx *cxx, ClassDecl *cls, FuncDecl *base);
bool cxx_has_mutable(const Type *type); // a class or array with a mutable part
// An operator delete that destroys the object itself [basic.stc.dynamic.deallocation].
bool cxx_destroying_delete(const FuncDecl *func);
FuncDecl *cxx_find_dtor(Cxx *cxx, Type *type); // non-trivial destructor or NULL
// Whether b is a base of cls, which is completed; *path: the bases from cls to it (*n of them),
// *ambiguous: there are several subobjects. path may be NULL.
bool cxx_class_derived_from(Cxx *cxx, ClassDecl *cls, ClassDecl *b, BaseSpec ***path, uint32_t *n,
                            bool *ambiguous);
// Elaborates every entry that may declare a field, and puts the fields in the source's order.
void cxx_collect_fields(Cxx *cxx, ClassDecl *cls);
// Whether `type` is not an abstract class, nor an array of such; else it is reported with this row.
bool cxx_no_abstract(Cxx *cxx, Type *type, const DiagRow *row, Pos pos);
// A comparison operator function.
bool cxx_is_comparison(const FuncDecl *func);
// Which special member func is [special]: SP_*, SP_NONE.
int cxx_special_kind(const FuncDecl *func);
// It is one of those.
bool cxx_is_special(const FuncDecl *func);
// Is b among the bases of cls at any depth? cls is complete, or its bases are known.
bool cxx_class_has_base(Cxx *cxx, const ClassDecl *cls, const ClassDecl *b);
// Reports row for cls, with a note for each pure virtual function.
void cxx_report_abstract(Cxx *cxx, const DiagRow *row, Type *cls, Pos pos);

// ---- entity.c -----------------------------------------------------------------------------------

// An empty scope in parent.
Scope *cxx_scope_new(Cxx *cxx, ScopeKind scope_kind, Scope *parent, Decl *owner);
bool cxx_host_only(Cxx *cxx, const Decl *decl); // a function that has no code for devices (hooks)
Pos cxx_body_place(const Cxx *cxx, const FuncDecl *func); // the brace of its body, else its name
// The alignment that the typedef asks for, if `type` is its type, perhaps with other
// cv-qualifiers, or an array of it; else 0. The typedef may be NULL.
uint32_t cxx_typedef_align(const TypedefDecl *typedef_decl, Type *type);
uint32_t cxx_enum_align(const EnumDecl *enm); // by its attributes, 0: not given
// A template template parameter in scope.
bool cxx_names_ttp(const Parse *parse, Atom name);
// A declaration of `size` bytes, zeroed but for these; entered nowhere.
void *cxx_decl_new_(Cxx *cxx, size_t size, DeclKind decl_kind, Atom name, Pos pos, uint32_t order,
                    Scope *scope, Env *env);
Scope *cxx_namespace_of(Scope *scope); // the innermost enclosing namespace scope
Scope *cxx_decl_scope(Scope *scope);   // skips template parameter scopes
// `scope` is outer or inside of it.
bool cxx_scope_encloses(const Scope *outer, const Scope *scope);
// Of what is declared at token `order` of class `scope`.
uint8_t cxx_entry_access(Scope *scope, uint32_t order);

// ---- layout_compatible.c ------------------------------------------------------------------------

// Whether two types are layout-compatible [basic.types.general]/11.
bool cxx_layout_compatible(Cxx *cxx, Type *type, Type *other, Pos pos);
// Whether the members, seen from the classes `type` and `other_type`, correspond in their common
// initial sequence [meta.member].
bool cxx_corresponding_members(Cxx *cxx, Type *type, const FieldDecl *field, Type *other_type,
                               const FieldDecl *other, Pos pos);
// Whether an object of class `type` and its member share their address, as far as the language
// goes: pointer-interconvertible [basic.compound]/4.
bool cxx_interconvertible_member(Cxx *cxx, Type *type, const FieldDecl *field, Pos pos);

// ---- signature.c --------------------------------------------------------------------------------

// The type of func with its result deduced, if it says `auto`; false: that failed, or is under way.
bool cxx_func_signature(Cxx *cxx, FuncDecl *func);
// cxx_func_signature, with a diagnostic where it is needed before it can be known.
bool cxx_func_deduced(Parse *parse, FuncDecl *func, Pos pos);
// Same entity as far as [over.load] is concerned: signature without result.
bool cxx_same_signature(Cxx *cxx, const FuncDecl *func, const FuncDecl *fn);
bool cxx_same_params(const FuncDecl *func, const FuncDecl *fn); // parameter types
// The same number and kinds of template parameters.
bool tm_params_match(TmplParams *left, TmplParams *right);
// Equivalent constraints of two declarations [temp.over.link].
bool cxx_same_clause(Cxx *cxx, TokRange tok_range, const Scope *sa, TokRange b, const Scope *sb);

#endif
