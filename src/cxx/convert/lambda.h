// SPDX-License-Identifier: Apache-2.0
// lambda.h: the state of one lambda expression, while its body is parsed.
#ifndef CUPRUM_CXX_CONVERT_LAMBDA_H
#define CUPRUM_CXX_CONVERT_LAMBDA_H

#include "cxx/convert/convert.h"

typedef struct LambdaTokens {
    uint32_t params;      // '(' or 0
    uint32_t after_intro; // token behind ']' or behind explicit template parameters
} LambdaTokens;

// An implicit capture as the host's text says it (cuda/host_capture.c).
typedef struct CaptureName {
    Atom name;         // 0: this
    bool by_reference; // &name
    bool pack;         // name...
    bool empty;        // a pack without elements
} CaptureName;

typedef VEC(CaptureName) CaptureNames;

struct LambdaState {
    struct LambdaState *outer;
    ClassDecl *cls;
    FuncDecl *outer_fn;
    Parse around; // the enclosing context, for capture initialisers
    char def;     // 0, '=' or '&'
    bool closed, is_mutable;
    bool by_name;    // what the body names is captured (capture.c)
    bool whole_pack; // the elements of a pack are captured, whose name is noted
    FieldDecl *this_field;
    bool this_copied;
    Type *this_type;
    Map captured;       // VarDecl -> FieldDecl; PackDecl, if it is captured by name
    Map unread;         // likewise VarDecl -> itself: constant references
    CaptureNames names; // implicit captures in order
    bool inner_if;      // a lambda in this one captures in an `if constexpr`
    Map listed;         // Atom -> Pos of the capture list's names
    VEC(Expr *) init;   // per field
    Scope *scope;       // names of init-captures; parent is the enclosing scope
    LambdaTokens t;
};

// ---- capture.c ----------------------------------------------------------------------------------

// The key of an entity in LambdaState.captured.
uintptr_t xe_capture_key(const void *p);
// Adds a field to the closure class, for what it captures (NULL: `this`) and its initialiser.
FieldDecl *xe_capture_field(Parse *parse, struct LambdaState *ls, Atom name, Type *captured,
                            VarDecl *of, Expr *init, Pos pos);
// Captures `var` in the lambda ls and gives the closure's field; how: '=' or '&'.
Expr *xe_capture_in(Parse *parse, struct LambdaState *ls, VarDecl *var, bool explicit_, char how,
                    Pos pos);
// `named` is named in the body, where it is evaluated: captured in ls if that captures by name.
void xe_capture_name_in(Parse *parse, struct LambdaState *ls, Decl *named, Pos pos);
// Captures `this` (copy: `*this`) in the lambda ls.
Expr *xe_capture_this_in(Parse *parse, struct LambdaState *ls, bool explicit_, bool copy, Pos pos);

#endif
