// SPDX-License-Identifier: Apache-2.0
// Private to bitread*.c, the reader of LLVM bitcode.
//
// The first error is kept in `error` and ends the read: from then on the stream gives zeros and
// says that it is at its end. Nothing of the input is trusted.
#ifndef CUPRUM_BITREAD_INT_H
#define CUPRUM_BITREAD_INT_H

#include "ir/bitcode.h"

// ---- bitread.c: the container (LLVM Bitcode File Format, "Bitstream Format") ----

typedef VEC(Abbrev) Abbrevs;

typedef struct {
    Ctx *ctx;
    Arena *a;
    const uint8_t *data;
    uint64_t nbytes;
    uint64_t pos, end; // bits; the end of the block at hand
    uint64_t item_at;  // where the thing that bits_next gave last begins
    uint32_t width;    // of abbreviation ids
    const char *error;
    uint64_t error_at; // bits
    Map info;          // block id + 1 -> Abbrevs of BLOCKINFO
    Abbrevs abb;       // of the current block
    uint32_t depth;
} Bits;
typedef VEC(uint64_t) Ops;
typedef struct {
    uint32_t code;
    Ops op;
    const uint8_t *blob;
    uint64_t nblob;
} Rec;
typedef struct { // to leave a block
    uint32_t width;
    Abbrevs abb;
    uint64_t end;   // where the block stops
    uint64_t outer; // end of the block around it
} BlockMark;
enum { BITS_END, BITS_BLOCK, BITS_RECORD };

void *bits_fail(Bits *bits, const char *why); // returns NULL
// The next thing in the block: END of it, a BLOCK (its id in rec->code; enter or skip it) or a
// RECORD.
int bits_next(Bits *bits, Rec *into);
// Enters the block whose header was just read. `block_mark` keeps the state around it for
// bits_leave.
bool bits_enter(Bits *bits, uint32_t id, BlockMark *block_mark);
void bits_leave(Bits *bits, const BlockMark *m); // restores; bits_next returned END before
// Passes over the block whose header was just read.
void bits_skip(Bits *bits);
static inline uint64_t rec(const Rec *r, uint32_t i) { // operand i, 0 when absent
    return i < r->op.n ? r->op.at[i] : 0;
}
static inline int64_t rec_signed(uint64_t v) { // sign in bit 0
    return v & 1 ? (v == 1 ? INT64_MIN : -(int64_t)(v >> 1)) : (int64_t)(v >> 1);
}

// ---- the module ----

// A type of the table. Pointers of old dialects remember what they point at, here and in the
// values: ids of types, plus one; 0 is unknown.
typedef struct {
    IrType *t;
    uint32_t elem; // pointee, element, result
    uint32_t n, *sub;
} BcType;

typedef struct {
    IrValue *value; // once known
    IrType *type;
    uint32_t tid;  // type id + 1, or
    uint32_t ptee; // of a pointer: pointee's type id + 1
    bool pending, busy;
    uint32_t later; // of a function that is not made yet: number in Bc.lazy, plus one
    Rec *rec;       // of a constant that is not made yet
} BcValue;

typedef struct {
    uint32_t param; // 0 result, 1.. parameters, UINT32_MAX function
    const IrAttrSet *set;
} BcAttr;

typedef struct { // operand bundle before its call
    Atom tag;
    uint32_t n;
    IrValue **op;
} BcBundle;

typedef struct {
    IrMd *md;
    bool defined;
} BcMd;

typedef struct { // function of a library; positions in bits
    uint64_t record_at, name_at, body_at;
    uint32_t value; // id
    uint32_t next;  // of the same hash, plus one
    bool body;
} BcLater;

typedef struct { // to read a record of a block again
    uint32_t width;
    Abbrevs abb;
} BcPlace;

typedef struct Bc {
    Bits b;
    Ctx *ctx;
    IrModule *m;
    Arena arena, *a; // what lives as long as the reader
    const char *name;
    uint32_t version, alloca_as;
    bool names;      // local values get their names
    uint64_t budget; // elements that may be made beyond what the input spells out
    VEC(BcType) type;
    Atom type_name;
    Map later;       // while the table is read: id + 1 -> structure that comes later
    uint32_t ntypes; // while the table is read: its length
    bool relayout;
    VEC(BcValue) value;
    VEC(uint32_t) bodies; // in order, functions (of by_id) whose bodies follow
    uint32_t nbodies, nblock_refs;
    Map body_id;   // IrFunc -> value id
    Map block_ref; // function and block number -> block that had its address taken first
    VEC(struct BcInit {
        IrGlobal *g;
        uint32_t init; // value id + 1; aliases: of the aliasee
    })
    inits;
    VEC(struct BcExtra {
        IrFunc *f;
        uint32_t id[3]; // prefix, prologue, personality: value ids + 1
    })
    extras;
    Map groups;            // group id + 1 -> BcAttr
    VEC(IrAttrList) lists; // PARAMATTR entries
    VEC(Atom) sections, gcs, tags;
    VEC(uint8_t) scopes;
    const char *strtab;
    uint64_t nstrtab;
    VEC(IrGlobal *) by_id;      // globals in the order of their records; NULL: not made yet
    VEC(IrGlobal *) own_comdat; // old ones with a comdat of their name
    // libraries: functions are made when they are referred to (bitread_later.c)
    bool library, placed; // the names of what is made are in the module
    VEC(BcLater) lazy;    // as by_id
    BcPlace records, symbols;
    Map by_name; // hash -> number in `later`, plus one
    Rec reread;
    // metadata
    VEC(BcMd) md;
    VEC(IrMd *) di_ints; // numbers of a record in an old layout
    uint32_t md_next;    // id of the next definition
    Map kinds;           // kind id + 1 -> atom
    Atom md_name, dbg;
    IrMd *record[3];     // of the debug intrinsic just read: value, variable, expression
    uint8_t record_kind; // IrRecordKind
    bool has_record;
    VEC(struct BcUnit {
        uint32_t id;
        IrMd *list; // the subprograms of older ones
    })
    units;       // compile units
    Map wrapped; // variables -> with an expression
    VEC(struct BcLocal {
        IrMd *md;
        uint64_t id;
    })
    local_md;             // values of the function that metadata refers to
    uint32_t nmd_pending; // referred to and not defined yet
    // the function at hand
    IrFunc *fn;
    IrBuilder ib;
    IrBlock **block;
    VEC(IrInst *) insts; // in order, for attachments
    VEC(BcBundle) bundles;
    uint32_t nblocks, cur, nargs_at, module_md;
    Map fwd; // value id + 1 -> placeholder
    IrMd *loc;
    IrInst *last; // NULL: it was dropped
    bool any;     // an instruction came before
    uint32_t depth;
} Bc;

// ---- bitread_state.c ----
// The first thing that is wrong with the file, with the place in it; NULL, so that callers can
// return it whatever they give.
void *bc_fail(Bc *bc, const char *why);
// Counts what is made beyond what the input spells out: memory stays in proportion to the input.
static inline bool bc_charge(Bc *bc, uint64_t n) {
    if (n > bc->budget) return bc_fail(bc, "too large for the size of the input") != NULL;
    bc->budget -= n;
    return true;
}
// The type of the table, or NULL after bc_fail.
IrType *bc_type(Bc *bc, uint64_t id);
// The type id + 1 that a type contains: member, element, pointee, result (0), parameter (1..).
uint32_t bc_contained(const Bc *bc, uint32_t tid, uint32_t i);
uint32_t bc_pointee(const Bc *bc, uint64_t value); // type id + 1 of what it points at, or 0
// The record's numbers from `from` on as characters.
Atom bc_text(Bc *bc, const Rec *r, uint32_t from);
bool bc_each(Bc *bc, uint32_t id, bool (*fn)(Bc *, const Rec *)); // a block of records
// Reads the TYPE block into bc->type.
bool bc_types(Bc *bc);
// PARAMATTR: a group is a set for one place, a list is the groups of a call or function.
bool bc_attr_group(Bc *bc, const Rec *r);
bool bc_attr_list(Bc *bc, const Rec *r);
void bc_attrs_fit(Bc *bc, const IrType *fty, IrAttrList *l); // drops what LLVM drops
void bc_attr_pointees(Bc *bc, uint32_t fty,
                      IrAttrList *completed);           // byval and its like of old dialects
bool bc_constants(Bc *bc);                              // a CONSTANTS block: appends values
IrConst *bc_const(Bc *bc, uint64_t id);                 // makes it now
IrBlock *bc_block_of(Bc *bc, IrFunc *fn, uint64_t n);   // for its address
IrValue *bc_value(Bc *bc, uint64_t id, IrType *wanted); // in a function; t for forward references
// Appends to the table of values: its type's id + 1 and, of pointers, that of what it points at.
void bc_push_value(Bc *bc, IrValue *defined, uint32_t tid, uint32_t ptee);
bool bc_function(Bc *bc, IrFunc *fn); // a FUNCTION block

// ---- instructions: bitread_operand.c, bitread_call.c, bitread_ops.c, bitread_func.c ----

typedef struct {
    const Rec *r;
    uint32_t at;
    uint64_t id;        // of the operand read last
    uint32_t tid, ptee; // of the result: see BcValue
    bool dropped;       // a call that is not kept
} BcIn;
IrValue *bc_typed(Bc *bc, BcIn *reading); // an operand, with its type if it is not known yet
// An operand whose type the record implies; NULL after bc_fail when it has another one.
IrValue *bc_of_type(Bc *bc, BcIn *reading, IrType *wanted);
// Whether the record has operands left.
bool bc_more(const BcIn *in);
// A new instruction with these operands at the end of the block at hand.
IrInst *bc_make(Bc *bc, IrOp op, IrType *result, uint32_t n, IrValue *const *v);
// The function's block of a number, or NULL after bc_fail.
IrBlock *bc_block(Bc *bc, uint64_t id);
// Fast-math flags of a record, in our order.
uint8_t bc_fast_math(uint64_t f);
// The readers of records: each gives the instruction, already in its block, or NULL: after bc_fail,
// or with in->dropped.
IrInst *bc_instruction(Bc *bc, BcIn *reading);
bool bc_bundle(Bc *bc, BcIn *reading);
IrInst *bc_call(Bc *bc, BcIn *reading);
IrInst *bc_invoke(Bc *bc, BcIn *reading);
IrInst *bc_resume(Bc *bc, BcIn *reading);
IrInst *bc_landingpad(Bc *bc, BcIn *reading);
IrInst *bc_pad(Bc *bc, BcIn *reading);
IrInst *bc_pad_end(Bc *bc, BcIn *reading);

// ---- bitread_global.c ----
// Linkage of a number, old ones too; what is unknown is external, as in LLVM.
IrLinkage bc_linkage(uint64_t v);
uint32_t bc_function_type(Bc *bc, const Rec *r);            // type id + 1, or 0
IrFunc *bc_function_of(Bc *bc, const Rec *r, uint32_t fty); // from its record
bool bc_global_var(Bc *bc, const Rec *r);
bool bc_alias(Bc *bc, const Rec *r);
// What all global objects share once they are made: name (of version 2), value id, number.
void bc_add_global(Bc *bc, IrGlobal *made, const Rec *r, uint32_t vty);
// A name by its place in the string table, which was read before the module; 0 for no name.
Atom bc_name_in_table(Bc *bc, uint64_t off, uint64_t len);
bool bc_extras(Bc *bc); // prefixes and such of new functions
bool bc_report(Bc *bc); // the error as a diagnostic; false
// bitread_later.c
bool bc_later_note(Bc *bc, uint32_t fty, bool body); // the FUNCTION record at hand
void bc_later_name(Bc *bc, uint32_t id, const Rec *entry, uint32_t from); // of the symbol table
IrValue *bc_later_make(Bc *bc, uint32_t id);                              // number in Bc.lazy
// metadata: bitread_md.c, bitread_di.c A METADATA block: of the module, or of the function at hand.
bool bc_metadata(Bc *bc);
bool bc_metadata_kind(Bc *bc, const Rec *r);
bool bc_attachments(Bc *bc);
IrMd *bc_md(Bc *bc, uint64_t id); // maybe not defined yet
// As bc_md, but it must have been defined: NULL after bc_fail if not.
IrMd *bc_md_known(Bc *bc, uint64_t id);
static inline IrMd *bc_md_or_null(Bc *bc, uint64_t id1) {
    return id1 ? bc_md(bc, id1 - 1) : NULL;
}
// Brings what older files say in units and variables to the form of today, once all is read.
void bc_md_old_units(Bc *bc);
bool bc_md_di(Bc *bc, const Rec *r, IrMd *filled); // debug information records
void bc_md_leave(Bc *bc);                          // forgets the function's
// A value of the function as metadata (or several, in a DIArgList) that has been defined meanwhile.
void bc_md_settle(Bc *bc, IrMd *settled);
// The name of a kind of attachment.
Atom bc_kind(Bc *bc, uint64_t id);

#endif
