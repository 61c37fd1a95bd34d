// SPDX-License-Identifier: Apache-2.0
// template_check.h: what the files that read templates unbound share.
#ifndef CUPRUM_CXX_CHECK_TEMPLATE_CHECK_H
#define CUPRUM_CXX_CHECK_TEMPLATE_CHECK_H

#include "cxx/check/check.h"

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

// ---- template_check.c
// ----------------------------------------------------------------------------

void tc_begin(Cxx *x, TmplCheck *c, bool body);
void tc_end(Cxx *x, TmplCheck *c);
void tc_function(Cxx *x, FuncDecl *f);
void tc_class_template(Cxx *x, TemplateDecl *t);
void tc_members(Cxx *x, ClassDecl *k);

// ---- template_check_outside.c
// --------------------------------------------------------------------

void tc_outside(Cxx *x); // check/template_check_outside.c

#endif
