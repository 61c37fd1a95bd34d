// SPDX-License-Identifier: Apache-2.0
// What the files that read templates unbound share (tmpl_check*.c).
#ifndef CUPRUM_CXX_TMPL_CHECK_H
#define CUPRUM_CXX_TMPL_CHECK_H

#include "cxx/constraint.h"
#include "cxx/decl_int.h"

// A name in an instance that needs `typename` (type: the name) or `template` if it depends.
typedef struct Suspect {
    Atom type;
    Pos pos;
} Suspect;

// What is believed without --check-all.
typedef struct Narrow {
    Cxx *x;
    bool body;
    const Suspect *type; // a name that lacks `typename`
} Narrow;

typedef struct TmplCheck {
    DiagTrap trap;
    DiagFilter filter;
    Narrow narrow;
    uint32_t work, vars;
} TmplCheck;

void tc_begin(Cxx *x, TmplCheck *c, bool body);
void tc_end(Cxx *x, TmplCheck *c);
void tc_function(Cxx *x, FuncDecl *f);
void tc_class_template(Cxx *x, TemplateDecl *t);
void tc_members(Cxx *x, ClassDecl *k);
void tc_outside(Cxx *x); // check/template_check_outside.c
// lookup/unbound.c: the class that the template's own tokens make, NULL if it is not defined.
ClassDecl *tm_unbound_class(Cxx *x, TemplateDecl *t);
ClassDecl *tm_unbound_partial(Cxx *x, TemplateDecl *t, PartialSpec *ps);

#endif
