// SPDX-License-Identifier: Apache-2.0
// What an instruction's attachments still say after the instruction has changed: got another type,
// taken the place of another, or begun to run where it did not (LangRef, "Metadata"). Each kind is
// true of something: the value, by its type, the access, or the run of the instruction; what
// changes is no longer spoken of. Kinds that stand in no row are taken off in doubt.
#include "ir/ir.h"

typedef enum { OF_ANY_TYPE, OF_INTEGERS, OF_POINTERS, OF_FLOATS } OfType;
typedef enum { IS_UB, IS_POISON, IS_HINT } Broken; // what it means that the promise is not kept

static const struct {
    const char *kind;
    OfType type;
    Broken broken;
    bool of_value; // of the result; else of the memory, or the run
} rows[] = {
    {"range", OF_INTEGERS, IS_POISON, true},
    {"nonnull", OF_POINTERS, IS_POISON, true},
    {"align", OF_POINTERS, IS_POISON, true},
    {"nofpclass", OF_FLOATS, IS_POISON, true},
    {"dereferenceable", OF_POINTERS, IS_UB, true},
    {"dereferenceable_or_null", OF_POINTERS, IS_UB, true},
    {"noundef", OF_ANY_TYPE, IS_UB, true},
    {"fpmath", OF_FLOATS, IS_HINT, true},
    {"tbaa", OF_ANY_TYPE, IS_UB, false},
    {"tbaa.struct", OF_ANY_TYPE, IS_UB, false},
    {"alias.scope", OF_ANY_TYPE, IS_UB, false},
    {"noalias", OF_ANY_TYPE, IS_UB, false},
    {"noalias.addrspace", OF_ANY_TYPE, IS_UB, false},
    {"invariant.load", OF_ANY_TYPE, IS_UB, false},
    {"llvm.access.group", OF_ANY_TYPE, IS_UB, false},
    {"llvm.mem.parallel_loop_access", OF_ANY_TYPE, IS_UB, false},
    {"nontemporal", OF_ANY_TYPE, IS_HINT, false},
    {"annotation", OF_ANY_TYPE, IS_HINT, false},
    {"prof", OF_ANY_TYPE, IS_HINT, false},
};

// The row of an attachment; -1 for a kind that has none.
static int row_of(const IrInst *inst, const IrMdAttach *attached) {
    const char *kind = atom_str(inst->v.type->m->ctx, attached->kind);
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (strcmp(rows[k].kind, kind) == 0) return (int)k;
    }
    return -1;
}

static bool is_of(const IrType *type, OfType of) {
    const IrType *scalar = ir_ty_scalar((IrType *)type);
    switch (of) {
    case OF_INTEGERS: return ir_ty_is_int(scalar);
    case OF_POINTERS: return ir_ty_is_ptr(type);
    case OF_FLOATS: return ir_ty_is_fp(scalar);
    default: return true;
    }
}

void ir_md_retyped(IrInst *inst, const IrType *before) {
    if (inst->v.type == before) return;
    for (IrMdAttach **at = &inst->md; *at;) {
        int row = row_of(inst, *at);
        // (bounds are written in the type itself)
        bool same_kind =
            row >= 0 && is_of(inst->v.type, rows[row].type) && rows[row].type != OF_INTEGERS;
        if (same_kind)
            at = &(*at)->next;
        else
            *at = (*at)->next;
    }
}

void ir_md_speculated(IrInst *inst) {
    for (IrMdAttach **at = &inst->md; *at;) {
        int row = row_of(inst, *at);
        if (row >= 0 && rows[row].broken != IS_UB)
            at = &(*at)->next;
        else
            *at = (*at)->next;
    }
    if (inst->call && inst->call->attrs.ret)
        ir_attrs_set(inst->v.type->m, &inst->call->attrs, IR_AT_RET, NULL);
}

void ir_md_stands_for(IrInst *inst, const IrInst *gone) {
    bool defined = ir_get_md(inst, atom_cstr(inst->v.type->m->ctx, "noundef")) != NULL;
    for (IrMdAttach **at = &inst->md; *at;) {
        int row = row_of(inst, *at);
        bool made_poison =
            row >= 0 && rows[row].of_value && rows[row].broken == IS_POISON && !defined;
        const IrMd *other = gone ? ir_get_md(gone, (*at)->kind) : NULL;
        if (!made_poison || other == (*at)->md)
            at = &(*at)->next;
        else
            *at = (*at)->next;
    }
    if (inst->call && (!gone || !gone->call || inst->call->attrs.ret != gone->call->attrs.ret))
        ir_attrs_set(inst->v.type->m, &inst->call->attrs, IR_AT_RET, NULL);
}
