// SPDX-License-Identifier: Apache-2.0
// template_check.h: what the files that read templates unbound share.
#ifndef CUPRUM_CXX_CHECK_TEMPLATE_CHECK_H
#define CUPRUM_CXX_CHECK_TEMPLATE_CHECK_H

#include "cxx/check/check.h"
#include "cxx/lookup/lookup.h"

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

// ---- template_check.c ---------------------------------------------------------------------------

// Between these two templates are read unbound, and only what is certain is reported; `body`:
// names in bodies count.
void tc_begin(Cxx *cxx, TmplCheck *opened, bool body);
// Ends tc_begin.
void tc_end(Cxx *cxx, TmplCheck *opened);
// Reads a function (or a template's pattern) with its parameters unbound.
void tc_function(Cxx *cxx, FuncDecl *func);
// Reads a class template's own body, and its partial specializations'.
void tc_class_template(Cxx *cxx, TemplateDecl *t);
// Reads the members of a class that was made unbound.
void tc_members(Cxx *cxx, ClassDecl *cls);

// ---- template_check_outside.c -------------------------------------------------------------------

// Reads the definitions outside of class templates.
void tc_outside(Cxx *cxx);

#endif
