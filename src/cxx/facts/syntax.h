// SPDX-License-Identifier: Apache-2.0
// syntax.h: what the parsers hand to each other: specifiers, declarators, names, pack expansions.
// Filled by a parse function, read by its caller, kept by nobody.
#ifndef CUPRUM_CXX_FACTS_SYNTAX_H
#define CUPRUM_CXX_FACTS_SYNTAX_H

#include "cxx/facts/parse.h"

typedef struct DeclSpec {
    Type *type; // NULL: none given (constructors, conversion functions)
    Pos pos, type_pos;
    uint32_t flags; // DF_*
    uint16_t cuda;  // CU_*
    bool is_typedef, is_friend, is_virtual, is_explicit, is_extern, is_register, has_auto;
    bool noinline, forceinline, noreturn, is_thread, extern_c, extern_cpp;
    bool cv_alone;          // cv-qualifiers and no type
    ClassDecl *cls_defined; // class/enum defined in the specifiers
    EnumDecl *enum_defined;
    uint32_t align;
    const struct TypedefDecl *aligned; // a typedef with an alignment that names the type, or NULL
    const struct TypedefDecl *written; // with CxxOptions.keep_typedefs: that names it, or NULL
    LaunchBounds *bounds;
    struct AttrSet *attrs;
    Expr *explicit_cond;
} DeclSpec;

typedef struct Declarator {
    Atom name; // also operators ("operator+"), see cxx_op_atom; 0: abstract
    Pos pos;
    uint32_t order; // token of the name
    uint8_t fkind, op;
    Type *type; // complete declared type
    Type *conv_type;
    Scope *qual;     // A::B:: before the name, or NULL
    Type *dep_qual;  // dependent qualifier
    TmplArgs *targs; // f<int> in explicit specializations
    bool is_function, pack, has_trailing_ret;
    bool explicit_object; // its first parameter is the object: `this T self`
    VarDecl **param;
    uint32_t nparam;
    Scope *param_scope;
    TokRange noexcept_range, requires_range, trailing_range;
    struct AttrSet *attrs;
    Atom asm_label;
    bool final_, override_;
    uint32_t params_begin; // token of the parameters' '('
    Scope *inner_scope;    // where the initialiser or body is looked up
} Declarator;

typedef struct ClassHead { // class-key attributes name final : bases { body }
    ClassTag tag;
    Pos pos;
    uint32_t order; // token of the name
    TokRange head, base_clause, body;
    bool has_name, is_def, final_; // is_def: a body follows
    uint32_t align;
    bool packed;
    struct AttrSet *attrs;
    uint16_t space_behind; // CU_* of attributes behind the body: of the variable that follows
} ClassHead;

// A possibly qualified name in an expression or type position.
typedef struct QualName {
    Scope *scope;   // qualified: where; NULL: unqualified
    Type *dep;      // dependent qualifier
    Type *cls_type; // the class type named by the qualifier, if any
    bool global, qualified, has_template_kw;
    bool typename_; // `typename` stood in front (cxx_parse_qual_name consumes it)
    Atom name;      // the last component (operators, destructors as "~", conversions included)
    Type *conv_type, *dtor_type;
    Pos pos, end;
    uint32_t order; // token of the last component
    Lookup found;
    TmplArgs *targs; // explicit template-id arguments, NULL: none
    bool is_template_id;
    uint8_t op;
} QualName;

// written.c: the typedef that the name of a type is (cxx_written_type), or NULL.
const struct TypedefDecl *cxx_written_typedef(const Parse *parse, const QualName *name);

typedef struct DeduceFail {
    const char *why; // printed in "candidate template ignored" notes; at a final blank parm follows
    Pos pos;
    TParmDecl *parm;
    bool explain;     // asked: substitute again what is known to fail, and keep its first error
    const char *text; // that error, or NULL
} DeduceFail;

// Pack expansion in any list (see lookup/pack.c):
//   PackLoop l; cxx_pack_begin(p, &l);
//   do { e = parse one element; } while (cxx_pack_next(p, &l, keep?));
typedef struct PackLoop {
    uint32_t start; // token where the pattern begins
    int32_t outer_index;
    struct PackUse *outer_use;
    struct PackUse *use;
    int64_t len; // -1: not (yet) an expansion
    int32_t i;
    bool keep;       // the element just parsed is to be kept (false: empty pack's pattern)
    bool ellipsis;   // see below
    bool dependent;  // unbound packs: the element is a dependent expansion (TY_PACK, E_PACK)
    uint64_t errors; // seen at the start
} PackLoop;

// ---- token.c ------------------------------------------------------------------------------------

void cxx_refuse_definition(Parse *parse, const DeclSpec *ds); // no type is defined here

#endif
