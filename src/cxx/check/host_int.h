// SPDX-License-Identifier: Apache-2.0
// host_int.h: private to host_names.c (which tokens of host code lead to a kernel), host_library.c
// and host.c (following them).
#ifndef CUPRUM_CXX_CHECK_HOST_INT_H
#define CUPRUM_CXX_CHECK_HOST_INT_H

#include "cxx/lookup/host.h"

// ---- host_library.c -----------------------------------------------------------------------------

// Numbers the libraries of the unit, by namespaces of headers.
void cxx_host_libraries(HostNames *host_names);
// The number of the library that the scope belongs to, 0: none.
uint32_t cxx_host_library(const HostNames *host_names, const Scope *inner);
// The libraries in the arguments of a class template's specialization. What it says of them says
// nothing of the library it stands in: who has no type of theirs does not come there.
HostSet cxx_host_specialized_for(const HostNames *host_names, const HostUnit *unit);
// The token in code of library `in`: if it is a library's name, none of `but`, that one is seen.
void cxx_host_note_library(HostNames *host_names, uint32_t in, uint32_t token, HostSet but);
// All have been noted: what a library sees, its own libraries see too.
void cxx_host_close_libraries(HostNames *host_names);
// What code of the library sees at token `at`.
HostSet cxx_host_sees(const HostNames *host_names, uint32_t library, uint32_t at);

// ---- host_names.c -------------------------------------------------------------------------------

// One of the set where one of `by` is seen, or behind token `from` outside of all libraries.
void cxx_host_name(HostNames *host_names, Atom atom, HostSet by, uint32_t from);
// Fills the set: kernels, and by and by what leads to them, over all tokens.
void cxx_host_names(HostNames *host_names);
// Whether the name is one of the set, whoever sees it.
bool cxx_host_named(const HostNames *host_names, Atom a);
// Whether a hit stands among tokens [begin, end).
bool cxx_host_hit(const HostNames *host_names, uint32_t begin, uint32_t end);
// A hit among them for an instance that sees these libraries.
bool cxx_host_hit_seeing(const HostNames *host_names, uint32_t begin, uint32_t end, HostSet sees,
                         uint32_t at);
// Whether the name, in code that sees these and ends at token `at`, can mean one of the set.
bool cxx_host_leads(const HostNames *host_names, Atom a, HostSet sees, uint32_t at);

// ---- host_blind.c -------------------------------------------------------------------------------

// Of what was not understood without a token that leads to a kernel: what may have led to one is
// lost.
void cxx_host_judge_blind(HostNames *names);

// ---- host_report.c ------------------------------------------------------------------------------

// Warnings of what was lost, and of a main file without any kernel that seems to have one
void cxx_host_say_lost(HostNames *h);
// A warning if the main file seems to launch kernels and the unit has none.
void cxx_host_say_none(HostNames *h);

#endif
