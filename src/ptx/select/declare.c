// SPDX-License-Identifier: Apache-2.0
// Declarations of functions: name, linkage, parameters, and the directives of kernels.
#include "ptx/select/select.h"

#include "base/feature.h"

#include <stdlib.h>

// "x,y,z", from an attribute; how many there were.
static uint32_t parse_triple(const char *t, uint32_t v[3]) {
    uint32_t n = 0;
    while (t && *t && n < 3) {
        char *end;
        v[n++] = (uint32_t)strtoul(t, &end, 10);
        t = *end == ',' ? end + 1 : NULL;
    }
    return n;
}

// An attribute's text, NULL: it is absent.
static const char *attr_text(SelModule *sel_module, IrFunc *fn, const char *key) {
    Atom k = atom_cstr(sel_module->ctx, key);
    return ir_attr_has_str(fn->attrs.fn, k)
               ? atom_str(sel_module->ctx, ir_attr_str(fn->attrs.fn, k))
               : NULL;
}

// PTX ISA 11.7, cluster dimension directives. A first dimension of 0: in clusters whose shape the
// launch says. With .blocksareclusters, which needs the shapes of block and cluster, the launch's
// grid counts clusters.
static void cluster_directives(SelModule *sel_module, IrFunc *fn, PtxDirectives *directives) {
    const char *shape = attr_text(sel_module, fn, "nvvm.cluster_dim");
    const char *rank = attr_text(sel_module, fn, "nvvm.maxclusterrank");
    directives->blocksareclusters = attr_text(sel_module, fn, "nvvm.blocksareclusters") != NULL;
    if (!sel_has(sel_module, SMF_cluster) && (shape || rank || directives->blocksareclusters)) {
        const char *name = atom_str(sel_module->ctx, fn->g.v.name);
        diag(sel_module->ctx, DIAG_OF(ptx, sel_cluster), fn->g.pos, name);
        memset(directives->reqnctapercluster, 0, sizeof directives->reqnctapercluster);
        directives->blocksareclusters = false;
        return;
    }

    uint32_t v[3];
    if (parse_triple(rank, v)) directives->maxclusterrank = v[0];
    directives->explicitcluster = shape && !directives->blocksareclusters;
    // {0, ...}: the shape is not fixed here.
    if (directives->reqnctapercluster[0] == 0)
        memset(directives->reqnctapercluster, 0, sizeof directives->reqnctapercluster);
    if (!directives->blocksareclusters) return;
    if (!directives->reqntid[0] || !directives->reqnctapercluster[0]) {
        const char *name = atom_str(sel_module->ctx, fn->g.v.name);
        diag(sel_module->ctx, DIAG_OF(ptx, sel_block_cluster), fn->g.pos, name);
    }
}

// Directives by the attributes of LLVM's NVPTX (nvvm.maxntid and its like); noreturn for functions
// without a result, as PTX wants.
static void directives(SelModule *sel_module, IrFunc *fn, PtxFunc *pf) {
    PtxDirectives *ptx_directives = &pf->dir;
    ptx_directives->noreturn =
        !pf->entry && ir_fn_has(fn, IR_ATTR_NORETURN) && ir_func_ret(fn)->kind == IR_TY_VOID;
    // Launch bounds are for kernels.
    if (!pf->entry) return;
    uint32_t v[3];
    struct {
        const char *key;
        uint32_t *to;
    } triples[] = {{"nvvm.maxntid", ptx_directives->maxntid},
                   {"nvvm.reqntid", ptx_directives->reqntid},
                   {"nvvm.cluster_dim", ptx_directives->reqnctapercluster}};
    for (uint32_t k = 0; k < CU_COUNT(triples); k++) {
        uint32_t n = parse_triple(attr_text(sel_module, fn, triples[k].key), v);
        for (uint32_t j = 0; n && j < 3; j++) triples[k].to[j] = j < n ? v[j] : 1;
    }
    cluster_directives(sel_module, fn, ptx_directives);
    if (parse_triple(attr_text(sel_module, fn, "nvvm.minctasm"), v))
        ptx_directives->minnctapersm = v[0];
    if (parse_triple(attr_text(sel_module, fn, "nvvm.maxnreg"), v)) ptx_directives->maxnreg = v[0];
}

// Without linkage (.func alone) a symbol is the module's own.
static uint8_t func_linkage(SelModule *sel_module, IrFunc *fn) {
    if (ir_is_decl(fn)) return PTXL_EXTERN;
    if (ir_attr_has_str(fn->attrs.fn, atom_cstr(sel_module->ctx, "nvvm.local"))) return PTXL_NONE;
    if (ir_is_local_linkage(fn->g.linkage)) return PTXL_NONE;
    bool weak = is_any_of(fn->g.linkage, IR_WEAK_ODR, IR_WEAK_ANY, IR_LINKONCE, IR_LINKONCE_ODR);
    // Other translation units may define it too: one is taken.
    return weak ? PTXL_WEAK : PTXL_VISIBLE;
}

// Enters the function into the PTX module, by its legal name, with parameters and directives.
void sel_declare(SelModule *sel_module, IrFunc *fn) {
    bool entry = fn->cc == IR_CC_PTX_KERNEL;
    uint32_t id = ptx_add_func(sel_module->pm, sel_name(sel_module, fn->g.v.name), entry,
                               &sel_module->ctx->perm);
    map_put(&sel_module->symbols, (uintptr_t)fn, (void *)(uintptr_t)(id + 1));
    PtxFunc *pf = ptx_sym_func(sel_module->pm, id);
    pf->linkage = func_linkage(sel_module, fn);
    sel_signature(sel_module, fn, pf);
    directives(sel_module, fn, pf);
}
