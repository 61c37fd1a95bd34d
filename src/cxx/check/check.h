// SPDX-License-Identifier: Apache-2.0
// check.h: the top floor: which code a unit needs (roots, host launches), what is only diagnosed
// (unused code, templates that nothing instantiates), the answers to all demands (demand.c).
#ifndef CUPRUM_CXX_CHECK_CHECK_H
#define CUPRUM_CXX_CHECK_CHECK_H

#include "cxx/facts/facts.h"

// Needs the kernels that host code can launch (check/host.c). To be called again, until it gives
// false, when what is needed was elaborated: device code can have host code in it.
typedef struct CxxHost CxxHost;

// ---- host.c
// --------------------------------------------------------------------------------------

CxxHost *cxx_host_new(Cxx *x);
bool cxx_host_launches(CxxHost *h);
void cxx_host_warn(CxxHost *h); // at the end: of what may be missing
// Into `reached` (by Decl id): the functions that host code with code refers to on its ways to
// those n, which they are among if it needs them. On an h of its own, at the end.
void cxx_host_calls(CxxHost *h, FuncDecl *const *f, uint32_t n, Map *reached);

// ---- roots.c
// -------------------------------------------------------------------------------------

void cxx_need(Cxx *x, Decl *d); // code or storage (check/roots.c)

// ---- template_check.c
// ----------------------------------------------------------------------------

// check/template_check.c
void cxx_check_templates(Cxx *x);

// ---- unused.c
// ------------------------------------------------------------------------------------

void cxx_warn_unused(Cxx *x); // check/unused.c

#endif
