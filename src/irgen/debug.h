// SPDX-License-Identifier: Apache-2.0
// Debug information for a debugger (-G), in the form of LLVM's metadata (LangRef, "Specialized
// Metadata Nodes"): what the files debug*.c of irgen share. debug.c has the unit, files and
// functions and locations for -lineinfo; debug_node.c how nodes are made, and files; debug_scope.c
// namespaces, functions and blocks; debug_type.c types, debug_class.c those that are classes;
// debug_var.c variables.
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

// No field yet.
DiNode di_begin(Gen *gen);
// A field; 0 and NULL add nothing, which is what an absent one means.
void di_text(DiNode *node, const char *key, Atom text);
// Likewise a node.
void di_md(DiNode *node, const char *key, IrMd *md);
// Likewise a word: a tag, flags, true.
void di_word(DiNode *node, const char *key, const char *word);
// A number; 0 is one.
void di_number(DiNode *node, const char *key, int64_t number);
// A number; 0 adds nothing.
void di_nonzero(DiNode *node, const char *key, uint64_t number);
// A node, or `null`.
void di_md_or_null(DiNode *node, const char *key, IrMd *md);
// `file` and `line` of a position; nothing for 0.
void di_place(DiNode *node, Pos pos);
// The node: one for equal fields.
IrMd *di_end(const DiNode *node, const char *tag);
// A node like no other.
IrMd *di_end_distinct(const DiNode *node, const char *tag);
// Gives a node that was distinct its fields.
void di_fill(const DiNode *node, IrMd *md);
// !{...}
IrMd *di_list(Gen *gen, uint32_t n, IrMd *const *op);
// Words of flags joined by '|'; either may be NULL.
const char *di_flags(Gen *gen, const char *flags, const char *more);
// A file by its presumed name; the first makes the unit.
IrMd *di_file(Gen *gen, Atom name);

// ---- debug_scope.c ----

// What a declaration in the scope is in; NULL: the unit.
IrMd *di_scope_of(Gen *gen, Scope *scope);
// Without scope and parameters: `get<int>`, `~A`, `operator int`.
Atom di_function_name(Gen *gen, const FuncDecl *func);
// The type of a declared function, as its parameters were written.
IrMd *di_subroutine_type(Gen *gen, const FuncDecl *func, DiDepth depth);
// A member function's declaration in its class.
IrMd *di_method(Gen *gen, FuncDecl *func);
// A function with code, which has that symbol. Not asked twice, but of the variants of constructors
// and destructors.
IrMd *di_definition(Gen *gen, FuncDecl *func, Atom symbol);

// ---- debug_type.c ----

// Any type; NULL: void. `written`: the typedef that named it or what it is derived from
// (cxx_written_type), or NULL.
IrMd *di_type(Gen *gen, Type *type, const TypedefDecl *written, DiDepth depth);
// The type of a declared entity, as written.
IrMd *di_type_of(Gen *gen, const Decl *decl, DiDepth depth);
// A pointer.
IrMd *di_pointer(Gen *gen, IrMd *to);
// The type of `this` in a function's type.
IrMd *di_this_type(Gen *gen, Type *object, unsigned quals);
// A function's type, of the result (NULL: void) and the parameters (NULL at the end: more).
IrMd *di_subroutine(Gen *gen, uint32_t n, IrMd *const *op);

// ---- debug_class.c ----

// A class, whose node is filled at the end.
IrMd *di_class(Gen *gen, ClassDecl *cls, DiDepth depth);
// What is known of it.
DiClass *di_class_info(Gen *gen, ClassDecl *cls);
// The arguments of an instance, by the names of the parameters.
IrMd *di_template_params(Gen *gen, const TmplParams *params, const TmplArgs *args);
// A static member's declaration in its class.
IrMd *di_static_member(Gen *gen, VarDecl *var);
// Fills the nodes of all.
void di_describe_classes(Gen *gen);
// "DIFlagPrivate" and the like, or NULL.
const char *di_access(const Decl *decl);

#endif
