// SPDX-License-Identifier: Apache-2.0
// Private to bitwrite*.c, the writer of LLVM bitcode.
//
// Ids are given in order of first appearance, so that the same module always gives the same bytes:
// types; values (globals, then constants of the module grouped by type, then for each function its
// arguments, constants and instructions); metadata (strings, values, nodes).
#ifndef CUPRUM_BITWRITE_INT_H
#define CUPRUM_BITWRITE_INT_H

#include "ir/bitcode.h"

typedef struct {
    uint32_t width;      // of abbreviation ids in the outer block
    size_t length_at;    // byte of the block's length
    uint32_t nabbrev;    // outer block's
    const Abbrev *outer; // its abbreviations
} BwBlock;

typedef struct {
    const IrAttrSet *set;
    uint32_t place; // 0 result, 1.. parameters, UINT32_MAX function
} BwGroup;
typedef VEC(uint32_t) BwList; // groups
typedef VEC(Atom) BwAtoms;

typedef struct Bw {
    Ctx *ctx;
    IrModule *m;
    Arena a;
    Buf o;
    bool old; // the dialect of LLVM 7
    // stream
    uint64_t cur; // bits not yet written
    uint32_t ncur, width, depth;
    BwBlock block[8];
    const Abbrev *abbrev; // of this block, ids from 4
    uint32_t nabbrev;
    VEC(uint64_t) r; // the record being made
    // tables
    VEC(IrType *) types;
    Map type_id;           // IrType -> id + 1
    Map value_id;          // globals, constants, asm -> id + 1
    VEC(IrValue *) values; // by id
    VEC(IrValue *) fresh;  // constants waiting for ids
    uint32_t nglobals, nmodule, first_const;
    uint32_t *inst_id, *block_id; // of the function at hand, by id
    Map comdat_no;                // name -> place + 1
    Map set_id, list_id;          // of attributes
    VEC(BwGroup) groups;
    VEC(BwList) lists;
    BwAtoms sections, gcs, bundle_tags;
    Buf strtab;
    // metadata
    Map md_id, string_id; // -> id + 1
    VEC(Atom) strings;
    VEC(IrMd *) md_values, md_nodes, md_work;
    VEC(Atom) kinds;
    uint32_t level;
} Bw;

// ---- bitwrite.c: the stream ----

// The low n bits of v, n <= 32; a number in pieces of n bits.
void bw_bits(Bw *bw, uint64_t v, uint32_t n);
void bw_vbr(Bw *bw, uint64_t v, uint32_t n);
// Begins a block with abbreviation ids of `width` bits, and ends it. Blocks nest.
void bw_enter(Bw *bw, uint32_t block, uint32_t width);
void bw_leave(Bw *bw);
// Abbreviation `which` of the block's table (0: none).
void bw_record(Bw *bw, uint32_t code, uint32_t which);
static inline void bw_push(Bw *bw, uint64_t v) {
    vec_push(&bw->a, &bw->r, v);
}
static inline void bw_signed(Bw *bw, int64_t v) { // sign in bit 0
    bw_push(bw, v >= 0 ? (uint64_t)v << 1 : (uint64_t)(-(uint64_t)v) << 1 | 1);
}
// A record by an abbreviation of its own, that ends with a blob.
void bw_blob_record(Bw *bw, const Abbrev *ab, const char *p, size_t n);
// Pushes the characters; or writes a record of nothing but them.
void bw_text(Bw *bw, Atom s);
void bw_text_record(Bw *bw, uint32_t code, Atom s);
void bw_name(Bw *bw, Atom s); // into the string table: pushes offset and size

// ---- bitwrite_enum.c ----

// The id of a type that was enumerated.
uint32_t bw_type(Bw *bw, IrType *used);
void bw_enumerate(Bw *bw); // the whole module
// Ids for what the function has beside the module's; they end with bw_function_end.
void bw_function_begin(Bw *bw, IrFunc *fn);
void bw_function_end(Bw *bw);
uint32_t bw_value(Bw *bw, const IrValue *used); // its id; must have been enumerated
uint32_t bw_attrs(Bw *bw, const IrAttrList *l); // id + 1, 0 for none
uint64_t bw_md(Bw *bw, const IrMd *used);       // id + 1, 0 for NULL
// As bw_md, of a string. bw_value_type: the type that a value's record stands under.
uint64_t bw_md_string(Bw *bw, Atom s);
IrType *bw_value_type(Bw *bw, const IrValue *used);
// Ids of the names of attachments and operand bundles.
uint32_t bw_kind(Bw *bw, Atom kind);
uint32_t bw_bundle_tag(Bw *bw, Atom tag);
IrConst *bw_mask(Bw *bw, const IrInst *shuffle); // the mask as a constant

// The value that a debug record is written with: poison for several, and for one that is gone. LLVM
// 7's dialect has none: NULL, as for a record without its nodes.
IrValue *bw_recorded(Bw *bw, const IrRecord *written);

// ---- bitwrite_old.c, bitwrite_typed.c: the dialect of LLVM 7 ----
IrModule *bw_old_module(IrModule *module); // a copy; NULL after diagnostics
// Gives the pointers of such a copy their pointees. The module is then of no use but for the
// writer.
void bw_type_pointers(IrModule *module);

// ---- bitwrite_mod.c, bitwrite_func.c, bitwrite_md.c ----

// Each writes its blocks; everything has its id by then.
void bw_module(Bw *bw);
void bw_group(Bw *bw, const IrAttrSet *attrs); // pushes what can be written of the attributes
// A CONSTANTS block of the values with ids in [from, to).
void bw_constants(Bw *bw, uint32_t from, uint32_t to);
void bw_function(Bw *bw, IrFunc *fn);
void bw_metadata(Bw *bw);
void bw_attachments(Bw *bw, IrFunc *fn);
// The operands of a node; debug information keeps its strings as atoms.
void bw_md_operands(Bw *bw, const IrMd *owner, void (*fn)(Bw *, IrMd *), void (*str)(Bw *, Atom));

// Which standard abbreviation.
enum { AB_SETTYPE = 1, AB_INTEGER, AB_CAST, AB_NULL };
enum {
    AB_LOAD = 1,
    AB_BINOP,
    AB_BINOP_FLAGS,
    AB_CAST2,
    AB_CAST_FLAGS,
    AB_RET_VOID,
    AB_RET,
    AB_UNREACHABLE,
    AB_GEP
};
enum { AB_ENTRY8 = 1, AB_ENTRY7, AB_ENTRY6, AB_BLOCK6 };

#endif
