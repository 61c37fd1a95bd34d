// SPDX-License-Identifier: Apache-2.0
// Private to link*.c, the module linker.
#ifndef CUPRUM_LINK_INT_H
#define CUPRUM_LINK_INT_H

#include "ir/ir_diag.h"
#include "ir/ir_int.h"

typedef struct {
    IrFunc *from, *to;
} LinkBody;

typedef struct Link {
    IrModule *dst, *src;
    unsigned flags;
    bool library, only_needed, failed;
    Arena a;
    Map types, consts, globals, attrs, mds, blocks; // of src -> of dst
    Map comdats;                                    // name -> LINK_COMDAT_*
    Map taken;                                      // definitions of src that won
    Map dst_comdats;                                // name -> place + 1
    VEC(LinkBody) bodies;                           // still to be copied
    VEC(IrGlobal *) vars;    // of src, whose initialisers are still to be copied
    uint32_t nbodies, nvars; // of those, done
    VEC(IrMd *) md_from;     // nodes that are made and not filled yet
    VEC(IrMd *) md_to;
    uint32_t nmd, depth;
} Link;
enum { LINK_COMDAT_DST = 1, LINK_COMDAT_SRC };

// link.c The destination's symbol for one of the source's; it is made or merged when first asked
// for.
IrGlobal *ir_link_global(Link *link, IrGlobal *source);
void *ir_link_fail(Link *link, const DiagRow *reason, ...); // returns NULL
// link_map.c What stands in the destination for something of the source. All give the same answer
// each time.
IrType *ir_link_type(Link *link, IrType *source);
const IrAttrSet *ir_link_attrs(Link *link, const IrAttrSet *attrs);
IrAttrList ir_link_attr_list(Link *link, const IrAttrList *from);
IrConst *ir_link_const(Link *link, IrConst *constant);
IrMd *ir_link_md(Link *link, IrMd *d);
// Appends copies of the attachments to *to; those that have nothing to say there are left out.
void ir_link_attachments(Link *link, Arena *owner, IrMdAttach **to, const IrMdAttach *from);
// Copies a body into a function that has none.
void ir_link_body(Link *link, const LinkBody *pair);
// link_md.c Named metadata and module flags.
void ir_link_named(Link *link);
#endif
