// SPDX-License-Identifier: Apache-2.0
// The checker of rewriting rules (src/opt/rewrite/*.def). Every row carries examples of its pattern
// in a small notation; the checker makes instances of them at small widths, applies the row, and
// compares the function's value before and after for all (or many) inputs, poison and undef among
// them: the new value must be one that the old one allowed.
//
// Notation of an example:
//     [options] name = expr; ... expr
//     x y z        parameters, of type T if nothing else is said (x:U)
//     C C1 C2      integer constants; all values at small widths
//     K K1 K2      floating-point constants; special values
//     17 -1        the constant
//     add(x, y)    an instruction, with every combination of its flags; zext:U(x) casts name their
//                  type; icmp:p(x, y) takes every predicate (p, q: two of them), icmp:ult one
//     @smin(x, y)  an intrinsic (@nvvm_... as in intrin.def)
//     types        T, U integers of all small widths; b i1; H F D half, float, double; a number
//     options      [F] or [D]: the default type is that one; [64] [64 32]: T (and U) are fixed;
//                  [fast]: equal up to rounding, all fast-math flags; [pays]: only where the rule
//                  thinks that it pays
// "file:PATH" instead: the row is about memory, that test covers it.
#ifndef RULES_H
#define RULES_H

#include "opt/rewrite/rewrite.h"
#include "unit.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

// ---- example.c ----

enum { MAX_CHILDREN = 4, MAX_NODES = 64, MAX_CHOICES = 48 };
typedef enum { N_PARAM, N_CONST, N_NUMBER, N_INST, N_INTRIN } NodeKind;
typedef struct {
    NodeKind kind;
    uint8_t op;      // IrOp
    uint32_t intrin; // IrIntrin
    char type;       // T U b H F D, '#' with bits, 0: not said
    uint32_t bits;
    int pred;    // IrPred, or -1, -2: the first and second variable
    int64_t num; // N_NUMBER; N_CONST, N_PARAM: which one
    int arg[MAX_CHILDREN];
    uint32_t n;
    int choice; // index of its flags' choice, or -1
} Node;
typedef struct {
    const char *text, *at, *error;
    Node node[MAX_NODES];
    uint32_t n;
    int root;
    char name[16][16]; // of parameters and definitions
    int name_node[16];
    uint32_t nnames, nparams, nconst;
    char default_type;
    uint32_t fixed_t, fixed_u; // widths, 0: free
    bool uses_u, fast, pays, has_pred[2];
} Example;
bool example_parse(Example *e, const char *text);

typedef struct {
    IrModule *m;
    uint32_t t, u;
    uint64_t *rnd;
    uint32_t nth; // this instance of so many when `all`, else a random one
    bool all;
} Instance;
// How many instances there are at these widths (saturating).
uint64_t example_count(const Example *e, uint32_t t, uint32_t u);
// The function of one instance, or NULL where the types do not fit.
IrFunc *example_make(const Example *e, const Instance *x);

// ---- eval.c ----

typedef enum { V_ONE, V_POISON, V_SET, V_UB, V_UNKNOWN } ValueKind;
typedef struct {
    ValueKind kind;
    u128 v;
    uint64_t set[4]; // V_SET: of values below 256
} Value;
typedef struct {
    uint8_t op, pred, fmf, tkind;
    uint16_t flags;
    uint32_t intrin, bits, from, fromkind, nops;
    int arg[4];
    IrType *type[4]; // of the arguments: a rule may have taken the instruction apart
    IrInst *inst;
    AnBits known;
    uint32_t sign_bits;
    bool nonzero, not_poison;
    AnRange range;
} Step;
enum { MAX_SLOTS = 96 };
typedef struct {
    IrModule *m;
    uint32_t nargs, nslots, first_step, result, rbits, rkind, nfreeze;
    Value slot[MAX_SLOTS];
    Step step[MAX_SLOTS];
    IrType *type[MAX_SLOTS];
    bool good, nsz, flush;
} Program;
// The function as a program: one block that ends in ret. `facts` (or NULL): also what analyses say.
void program_make(Program *p, IrFunc *f, bool flush, AnFunc *facts);
// Runs it; `choice` picks the values of freeze.
Value program_run(Program *p, const Value *arg, uint64_t choice);
// All outcomes over the choices of freeze.
Value program_outcomes(Program *p, const Value *arg);
// Whether the analyses' claims hold for the values of the last run; the step that breaks one or
// NULL.
const Step *program_facts_hold(const Program *p);
bool value_refines(const Program *before, Value b, Value a, bool approximately);

#endif
