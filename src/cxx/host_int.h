// SPDX-License-Identifier: Apache-2.0
// Private to host_names.c (which tokens of host code lead to a kernel) and host.c (following them).
#ifndef CUPRUM_HOST_INT_H
#define CUPRUM_HOST_INT_H

#include "cxx/decl_int.h"

typedef struct HostUnit { // a declaration at namespace level that may be host code
    uint32_t begin, end, entry;
    Scope *s;
    bool is_class, hit;
    bool in_main_file;
} HostUnit;

typedef struct HostMention { // of a name in a unit
    uint32_t token, unit;
    uint32_t next; // of the same name: index + 1
} HostMention;

typedef struct HostName { // whose mentions from token `from` on are hits
    Atom name;
    uint32_t from;
} HostName;

typedef struct HostLoss {  // what was not understood
    uint32_t begin, token; // of the stretch; the first of its tokens that leads to a kernel
    Pos cause;
    const char *text; // the first error there, or NULL
} HostLoss;

typedef struct HostNames {
    Cxx *x;
    bool calls;     // not what leads to a launch: what leads to the names that are set already
    bool templates; // there is a kernel template
    // by Atom: HN_KERNEL, HN_PLAIN_KERNEL where no template has that name, or 0 for what is no
    // kernel; with HN_LEADS: what can reach one
    VEC(uint8_t) named;
    VEC(Atom) kernel;
    Map kernel_from;    // by Atom of a kernel: the token of its first declaration
    uint32_t *mentions; // by Atom of a token: index + 1 of the first
    VEC(HostMention) mention;
    VEC(HostName) name; // those of `named`; the first `nfollowed` have been looked for
    uint32_t nfollowed;
    uint8_t *virtual_;  // by Atom: a function of that name is declared virtual somewhere
    VEC(uint8_t) op;    // free operator functions that are in the set; or HOST_RANGE_FOR
    uint32_t nops;      // of those, how many have been looked for
    VEC(HostUnit) unit; // in the order of their tokens
    BitSet hit;         // tokens that launch or name one of the set,
    VEC(uint32_t) hits; // in order, at the end
    VEC(HostLoss) lost;
    Map lost_at;  // by token
    Map launched; // launches that were understood, by token: the serial number of the place
} HostNames;

enum { HN_LEADS = 1, HN_PLAIN_KERNEL = 2, HN_KERNEL = 4 };

// Beside the operators: what a range-for calls without naming it, begin() and end() of a namespace.
enum { HOST_RANGE_FOR = 255 };

void cxx_host_name(HostNames *h, Atom a); // one of the set from the start
void cxx_host_names(HostNames *h);
bool cxx_host_named(const HostNames *h, Atom a);
bool cxx_host_hit(const HostNames *h, uint32_t begin, uint32_t end); // a hit among these tokens
// The first hit among them, or UINT32_MAX.
uint32_t cxx_host_first_hit(const HostNames *h, uint32_t begin, uint32_t end);
bool cxx_host_kernel(const HostNames *h, Atom a); // the name of a kernel
// The name of kernels that are no templates, which are there whether host code is understood or
// not.
bool cxx_host_plain_kernel(const HostNames *h, Atom a);
bool cxx_launch_at(const Token *t); // `<<<`
// host_lost.c: warnings of what was lost, and of a main file without any kernel that seems to have
// one
void cxx_host_say_lost(HostNames *h);
void cxx_host_say_none(HostNames *h);

#endif
