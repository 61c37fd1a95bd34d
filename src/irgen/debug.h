// SPDX-License-Identifier: Apache-2.0
// Debug information for a debugger (-G), in the form of LLVM's metadata (LangRef, "Specialized
// Metadata Nodes"): what the files debug*.c of irgen share. debug.c has the unit, files and
// locations, which -lineinfo has alone; debug_node.c how nodes are made; debug_scope.c namespaces,
// functions and blocks; debug_type.c types, debug_class.c those that are classes; debug_var.c
// variables.
//
// Classes are described when the module is done: their nodes are made at the first mention and
// filled at the end (gen_debug_end), by a list of work instead of recursion. Nothing is elaborated
// for the debugger's sake: what is no complete class to the front end is a declaration here.
#ifndef CUPRUM_IRGEN_DEBUG_H
#define CUPRUM_IRGEN_DEBUG_H

#include "irgen/gen.h"

// How much of a type is asked for. What variables hold or point to is described; what only a
// function's declaration or a template argument names is mentioned.
typedef enum { DI_MENTIONED, DI_DESCRIBED, DI_DEPTHS } DiDepth;

typedef struct DiClass {
    ClassDecl *cls;
    IrMd *node;
    bool described;
    VEC(FuncDecl *) emitted; // its member functions that have code
} DiClass;

// The state of -G.
typedef struct DebugState {
    Map types[DI_DEPTHS];    // Type* -> IrMd*
    Map typedefs[DI_DEPTHS]; // TypedefDecl* -> IrMd*
    Map enums;               // EnumDecl* -> IrMd*
    Map classes;             // ClassDecl* -> DiClass*
    Map namespaces;          // NamespaceDecl* -> IrMd*
    Map methods;             // FuncDecl* -> IrMd*: declarations in classes
    Map static_members;      // VarDecl* -> IrMd*
    VEC(DiClass *) order;    // all, as they were first mentioned
    VEC(DiClass *) work;     // to be described
    VEC(IrMd *) globals;     // DIGlobalVariableExpression
    uint32_t depth;          // of types in types
} DebugState;

// ---- debug_node.c ----

enum { DI_FIELDS_MAX = 24 };

// A node that is being made: its fields, as they are to be written.
typedef struct DiNode {
    Gen *gen;
    uint32_t n;
    IrDiField field[DI_FIELDS_MAX];
} DiNode;

DiNode di_begin(Gen *gen);
// Fields. The first three add nothing for 0 or NULL, which is what an absent field means.
void di_text(DiNode *node, const char *key, Atom text);
void di_md(DiNode *node, const char *key, IrMd *md);
void di_word(DiNode *node, const char *key, const char *word);
void di_number(DiNode *node, const char *key, int64_t number);
void di_nonzero(DiNode *node, const char *key, uint64_t number);
void di_null(DiNode *node, const char *key); // says `null`
// `file` and `line` of a position; nothing for 0.
void di_place(DiNode *node, Pos pos);
// The node: one for equal fields, or one like no other.
IrMd *di_end(const DiNode *node, const char *tag);
IrMd *di_end_distinct(const DiNode *node, const char *tag);
// Gives a node that was distinct its fields.
void di_fill(const DiNode *node, IrMd *md);
// !{...}
IrMd *di_list(Gen *gen, uint32_t n, IrMd *const *op);

// ---- debug.c ----

IrMd *di_file(Gen *gen, Atom name);

// ---- debug_scope.c ----

IrMd *di_scope_of(Gen *gen, Scope *scope); // NULL: the unit
Atom di_function_name(Gen *gen, const FuncDecl *func);
IrMd *di_subroutine_type(Gen *gen, const FuncDecl *func, DiDepth depth);
IrMd *di_method(Gen *gen, FuncDecl *func); // its declaration in its class
IrMd *di_definition(Gen *gen, FuncDecl *func, Atom symbol);

// ---- debug_type.c ----

// `written`: the typedef that named it (cxx_written_type), or NULL. NULL: void.
IrMd *di_type(Gen *gen, Type *type, const TypedefDecl *written, DiDepth depth);
// The type of a declared entity, as written.
IrMd *di_type_of(Gen *gen, const Decl *decl, DiDepth depth);
IrMd *di_derived(Gen *gen, const char *tag, IrMd *base);
IrMd *di_pointer(Gen *gen, IrMd *to);
// The type of `this`.
IrMd *di_this_type(Gen *gen, Type *object, unsigned quals);
IrMd *di_subroutine(Gen *gen, uint32_t n, IrMd *const *op); // the result first; NULL: void

// ---- debug_class.c ----

IrMd *di_class(Gen *gen, ClassDecl *cls, DiDepth depth);
DiClass *di_class_info(Gen *gen, ClassDecl *cls);
IrMd *di_template_params(Gen *gen, const TmplParams *params, const TmplArgs *args);
IrMd *di_static_member(Gen *gen, VarDecl *var);
void di_describe_classes(Gen *gen);
const char *di_access(const Decl *decl); // "DIFlagPrivate", or NULL

#endif
