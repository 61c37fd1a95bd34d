// SPDX-License-Identifier: Apache-2.0
// check.h: the top floor: which code a unit needs (roots, host launches), what is only diagnosed
// (unused code, templates that nothing instantiates), the answers to all demands (demand.c).
#ifndef CUPRUM_CXX_CHECK_CHECK_H
#define CUPRUM_CXX_CHECK_CHECK_H

#include "cxx/facts/facts.h"

// A search for what host code launches.
typedef struct CxxHost CxxHost;

// ---- host.c -------------------------------------------------------------------------------------

// The search for kernels that host code can launch; one for a question of its own.
CxxHost *cxx_host_new(Cxx *cxx);
// Needs the kernels found so far; false when nothing new was needed.
bool cxx_host_launches(CxxHost *host);
// At the end: warns of launches that may be missing.
void cxx_host_warn(CxxHost *h);
// Into `reached` (by Decl id): the functions that host code with code refers to on its ways to
// those n, which they are among if it needs them. On a search of its own, at the end.
void cxx_host_calls(CxxHost *host, FuncDecl *const *f, uint32_t n, Map *reached);

// ---- host_rules.c -------------------------------------------------------------------------------

// Reads the host functions of the main file that name a device function or variable of it: the CUDA
// hooks see their bodies. Errors are the host compiler's to report.
void cxx_host_read_for_rules(Cxx *cxx);

// ---- name_expression.c --------------------------------------------------------------------------

// Makes tokens of opt.names: before tables are made that have a place for each token.
void cxx_lex_names(Cxx *cxx);
// Reads the expressions of opt.names and needs what they point at: into cxx->named.
void cxx_read_names(Cxx *cxx);

// ---- roots.c ------------------------------------------------------------------------------------

// The declaration needs code or storage: it joins cxx->work or cxx->work_vars, once.
void cxx_need(Cxx *cxx, Decl *needed);

// ---- template_check.c ---------------------------------------------------------------------------

// Reads templates that nothing instantiates with their parameters unbound, and reports what is
// certainly wrong.
void cxx_check_templates(Cxx *cxx);

// ---- unused.c -----------------------------------------------------------------------------------

// Warnings about variables and functions of the main file that nothing uses.
void cxx_warn_unused(Cxx *cxx);

#endif
