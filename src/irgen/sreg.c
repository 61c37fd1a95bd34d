// SPDX-License-Identifier: Apache-2.0
// The built-in variables of CUDA (threadIdx and the like), which are special registers.
#include "irgen/gen.h"

#include "ir/intrin_id.h"

static const struct SregVar {
    char name[14];
    uint16_t member[3]; // what x, y and z read; IR_I_NONE: it is a number
} sreg_vars[] = {
#define MEMBERS(reg)                                                                               \
    {                                                                                              \
        IR_I_nvvm_read_ptx_sreg_##reg##_x, IR_I_nvvm_read_ptx_sreg_##reg##_y,                      \
            IR_I_nvvm_read_ptx_sreg_##reg##_z                                                      \
    }
    {"threadIdx", MEMBERS(tid)},  {"blockIdx", MEMBERS(ctaid)}, {"blockDim", MEMBERS(ntid)},
    {"gridDim", MEMBERS(nctaid)}, {"warpSize", {IR_I_NONE}},
};

// Only the variables of CUDA's headers count: a user's own `threadIdx` in a namespace or a function
// is a variable like any other.
static const struct SregVar *sreg_var(Gen *gen, const VarDecl *v) {
    if (v->d.scope != gen->x->global || v->defined) return NULL;
    const char *name = atom_str(gen->ctx, v->d.name);
    for (uint32_t i = 0; i < CU_COUNT(sreg_vars); i++) {
        if (strcmp(name, sreg_vars[i].name) == 0) return &sreg_vars[i];
    }
    return NULL;
}

bool gen_is_sreg(Gen *gen, const VarDecl *v) {
    return sreg_var(gen, v) != NULL;
}

static IrValue *read_sreg(Fn *fn, const struct SregVar *r, char dim) {
    IrFunc *reads = ir_intrinsic(fn->g->m, (IrIntrin)r->member[dim - 'x'], 0, NULL);
    return &ir_call_fn(&fn->b, reads, 0, NULL)->v;
}

// threadIdx.x and the like read special registers; the variables have no storage.
IrValue *gen_sreg(Fn *fn, VarDecl *v, FieldDecl *f) {
    const struct SregVar *r = sreg_var(fn->g, v);
    if (!r) return NULL;
    // warpSize is 32 on every GPU so far.
    if (!r->member[0]) return f ? NULL : &ir_int(fn->g->m->ty_i32, 32)->v;
    const char *dim = f ? atom_str(fn->g->ctx, f->d.name) : "";
    return dim[0] >= 'x' && dim[0] <= 'z' && !dim[1] ? read_sreg(fn, r, dim[0]) : NULL;
}

// A copy in memory for what needs an address, such as passing threadIdx by reference.
Place gen_sreg_place(Fn *fn, VarDecl *var) {
    const struct SregVar *r = sreg_var(fn->g, var);
    Place p = gen_temp(fn, var->d.type);
    for (uint32_t i = 0; i < 3 && r->member[0]; i++) {
        IrValue *at = ir_ptradd_c(&fn->b, p.addr, 4 * i, IR_INBOUNDS);
        ir_store(&fn->b, read_sreg(fn, r, (char)('x' + i)), at, 4);
    }
    if (!r->member[0]) ir_store(&fn->b, &ir_int(fn->g->m->ty_i32, 32)->v, p.addr, 4);
    return p;
}
