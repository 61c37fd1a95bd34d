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

void pr_init(Printer *p, IrModule *m, Buf *o, Arena *a);
void pr_number_func(Printer *p, IrFunc *f);
void pr_type(Printer *p, const IrType *t);
void pr_name(Printer *p, char sigil, Atom name); // %name, @name, quoted where needed
void pr_type_body(Printer *p, const IrType *t);
void pr_block_label(Printer *p, const IrBlock *bb);  // "name:"
void pr_string(Printer *p, const char *s, size_t n); // "..." with escapes
void pr_value(Printer *p, const IrValue *v);         // without type
void pr_typed(Printer *p, const IrValue *v);         // type value
void pr_md_ref(Printer *p, IrMd *md);
void pr_md_all(Printer *p); // the definitions of all nodes met
void pr_attach(Printer *p, const IrMd *dbg, const IrMdAttach *list, const char *before);
void pr_attr_ref(Printer *p, const IrAttrSet *s);          // " #3"
void pr_attrs(Printer *p, const IrAttrSet *s, bool group); // " noalias align 8"

#endif
