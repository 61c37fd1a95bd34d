// SPDX-License-Identifier: Apache-2.0
// Private to print.c, print_val.c and print_md.c: the state of one print.
#ifndef CUPRUM_PRINT_INT_H
#define CUPRUM_PRINT_INT_H

#include "ir/ir_int.h"

typedef struct {
    IrModule *m;
    Buf *o;
    uint32_t call_as; // the layout's program address space
    Arena *a;         // for tables
    // of the function at hand: by value id and by block id; a name, or a number with NAME_NUMBER
    IrFunc *fn;
    uint64_t *value_name, *block_name;
    // numbered as first met
    Map attr_no, md_no; // pointer -> number + 1
    VEC(const IrAttrSet *) attrs;
    VEC(IrMd *) mds;
} Printer;
#define NAME_NUMBER (1ull << 32)

// An empty state. The arena takes the tables; it is the caller's.
void pr_init(Printer *printer, IrModule *module, Buf *out, Arena *arena);
// Gives every value and block of the function its name or number in the text; then it is the
// function at hand.
void pr_number_func(Printer *printer, IrFunc *fn);
// A named structure by its name; pr_type_body: its members.
void pr_type(Printer *printer, const IrType *type);
void pr_name(Printer *printer, char sigil, Atom name); // %name, @name, quoted where needed
void pr_type_body(Printer *printer, const IrType *type);
void pr_block_label(Printer *printer, const IrBlock *bb);  // "name:"
void pr_string(Printer *printer, const char *s, size_t n); // "..." with escapes
void pr_value(Printer *printer, const IrValue *value);     // without type
void pr_typed(Printer *printer, const IrValue *value);     // type value
// A node by its number, strings and values in place.
void pr_md_ref(Printer *printer, IrMd *md);
void pr_md_all(Printer *printer); // the definitions of all nodes met
// Each attachment after `before`.
void pr_attach(Printer *printer, const IrMd *dbg, const IrMdAttach *list, const char *before);
void pr_attr_ref(Printer *printer, const IrAttrSet *attrs);          // " #3"
void pr_attrs(Printer *printer, const IrAttrSet *attrs, bool group); // " noalias align 8"

#endif
