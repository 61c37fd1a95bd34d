// SPDX-License-Identifier: Apache-2.0
// host.h: the names that lead host code to a kernel, and what of it was not understood. Filled by
// check/host_names.c, asked while host code is read.
#ifndef CUPRUM_CXX_LOOKUP_HOST_H
#define CUPRUM_CXX_LOOKUP_HOST_H

#include "cxx/lookup/lookup.h"

typedef uint64_t HostSet; // of libraries (check/host_library.c), by number

enum { HOST_LIBRARIES = 60, HOST_OUTSIDE = 1 };

#define HOST_ALL (((HostSet)1 << HOST_LIBRARIES) - 1)

typedef struct HostClass {
    Atom name;
    uint32_t open;  // its brace
    Index *members; // NULL: there is no body
    bool known;
} HostClass;

typedef struct HostUnit { // a declaration at namespace level that may be host code
    uint32_t begin, end, entry;
    uint32_t order; // its name's token
    Scope *s;
    HostSet sees; // 0: not asked yet
    HostSet specialized_for;
    HostClass cls;
    HostSet named; // its names are of the set, for who sees one of these
    uint32_t library;
    bool is_class, hit, in_main_file;
    bool has_template;
} HostUnit;

typedef struct HostMention { // of a name in a unit
    uint32_t token, unit;
} HostMention;

typedef struct HostName { // whose mentions are hits where one of `by` is seen
    Atom name;
    uint32_t from; // outside of libraries: its first declaration
    HostSet by;
    bool is_kernel;
} HostName;

typedef struct HostLoss {  // what was not understood
    uint32_t begin, token; // of the stretch; the first of its tokens that leads to a kernel
    Pos cause;
    const char *text; // the first error there, or NULL
} HostLoss;

// Not understood, and no token there leads to a kernel. What the instance was made for may: its
// arguments, the function's parameters (check/host_blind.c judges when all has been read).
typedef struct HostBlind {
    const Scope *scope;
    const FuncDecl *fn; // or NULL
    const VarDecl *var;
    uint32_t begin, end; // of the stretch
    Pos cause;
    const char *text;
} HostBlind;

typedef struct HostLocal { // a variable of a body whose declaration has a hit
    Atom name;
    uint32_t hit, end; // its token; where the body ends
} HostLocal;

typedef struct HostNames {
    Cxx *x;
    bool calls;     // not what leads to a launch: what leads to the names that are set already
    bool templates; // there is a kernel template
    // by Atom: HN_KERNEL, HN_PLAIN_KERNEL where no template has that name, or 0 for what is no
    // kernel; with HN_LEADS: what can reach one; from HN_BITS on the set of the libraries one of
    // which must be seen where the name is to mean that
    VEC(uint64_t) named;
    VEC(uint32_t) from; // by Atom: the first declaration outside of all libraries
    VEC(Atom) kernel;
    Map kernel_from;      // by Atom of a kernel: the token of its first declaration
    HostMention *mention; // by name, those of a name in the order of their tokens
    uint32_t *mentioned;  // by Atom of a token: where its mentions end, and those of the next begin
    VEC(HostMention) launch;
    VEC(HostName) name; // those of `named`; the first `nfollowed` have been looked for
    uint32_t nfollowed;
    uint8_t *virtual_;  // by Atom: a function of that name is declared virtual somewhere
    VEC(uint8_t) op;    // free operator functions that are in the set; or those below
    uint32_t nops;      // of those, how many have been looked for
    VEC(HostUnit) unit; // in the order of their tokens
    BitSet sure;        // tokens that launch or name one of the set; in `hit` also those that
    BitSet hit;         // do so in a template's instances whose arguments see more,
    VEC(uint32_t) hits; // in order, at the end
    VEC(HostLoss) lost;
    VEC(HostBlind) blind;
    VEC(HostLocal) local;
    Map local_at;     // by Atom: 1 + the index of the last one
    uint8_t *library; // by Atom: number of the library of that name
    uint32_t nlibraries;
    // [i][k]: the token from which on code of i sees k, or UINT32_MAX
    uint32_t sees_from[HOST_LIBRARIES][HOST_LIBRARIES];
    Map lost_at;  // by token
    Map launched; // launches that were understood, by token: the serial number of the place
} HostNames;

enum { HN_LEADS = 1, HN_PLAIN_KERNEL = 2, HN_KERNEL = 4, HN_BITS = 3 };

// Beside the operators: what a range-for calls without naming it, begin() and end() of a namespace;
// what a structured binding calls, get(); what literals with a suffix of the user's call.
enum { HOST_BINDING = 253, HOST_LITERAL, HOST_RANGE_FOR };

// ---- host_lost.c --------------------------------------------------------------------------------

// Notes that what stands at token and leads to a kernel was not understood, once.
void cxx_host_lose(HostNames *names, HostLoss loss);
// The first hit among them, or UINT32_MAX.
uint32_t cxx_host_first_hit(const HostNames *host_names, uint32_t begin, uint32_t end);
bool cxx_host_kernel(const HostNames *host_names, Atom a); // the name of a kernel
// The name of kernels that are no templates, which are there whether host code is understood or
// not.
bool cxx_host_plain_kernel(const HostNames *host_names, Atom a);
bool cxx_launch_at(const Token *t); // `<<<`
// HN_* of the name.
unsigned cxx_host_meaning(const HostNames *host_names, Atom a);

#endif
