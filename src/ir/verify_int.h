// SPDX-License-Identifier: Apache-2.0
// Private to verify*.c: the state of one verification. What is wrong is reported by rule
// (verify.def) and verification goes on.
#ifndef CUPRUM_VERIFY_INT_H
#define CUPRUM_VERIFY_INT_H

#include "ir/ir_int.h"

typedef enum {
#define RULE(id, text) V_##id,
#include "ir/verify.def"
    V_COUNT
} VRule;
extern const char ir_verify_text[V_COUNT][128];

typedef struct {
    IrModule *m;
    IrFunc *fn; // at hand, or NULL
    IrVerifyResult *r;
    Arena *a;
    uint32_t nerrors;
    // by block id
    uint32_t *rpo_no; // 1-based; 0: not reachable
    // by place in reverse postorder, 0-based: preorder of the dominator tree, nodes of the subtree
    uint32_t *dom_in, *dom_size;
    uint32_t *pos; // by value id: place within its block, 1-based
    Map md_seen;   // nodes that were looked at (module level)
} Verify;

// The arguments fill the rule's text; `inst` (NULL: none) is printed behind it. After a hundred
// nothing more is said.
void ir_v_bad(Verify *verify, const IrInst *inst, VRule rule, ...);
void ir_v_bad_global(Verify *verify, const IrGlobal *global, VRule rule, ...);
#define NEED(cond, ...)                                                                            \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            ir_v_bad(v, i, __VA_ARGS__);                                                           \
            return;                                                                                \
        }                                                                                          \
    } while (0)

// verify_attr.c: a function's list (i NULL), or a call's
void ir_v_attrs(Verify *verify, const IrInst *inst, const IrFunc *fn, const IrAttrList *attr_list,
                const IrType *fty);
// verify_call.c
void ir_v_call(Verify *v, const IrInst *i);
void ir_v_unwind(Verify *v, const IrInst *i); // landingpad, resume, pads
// verify_md.c: attachments of an instruction or global, module-level metadata
void ir_v_attachments(Verify *verify, const IrInst *inst);
void ir_v_global_attachments(Verify *verify, const IrGlobal *global);
void ir_v_module_md(Verify *verify);
// verify_di.c: one debug-info node; `md` is of kind IR_MD_DI
void ir_v_di(Verify *verify, const IrMd *md);
// verify_mod.c A variable, alias, ifunc or function as a symbol, with its attachments.
void ir_v_global(Verify *verify, IrGlobal *global);

#endif
