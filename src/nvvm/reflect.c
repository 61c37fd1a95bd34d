// SPDX-License-Identifier: Apache-2.0
// __nvvm_reflect: library code asks by name how it is compiled. Unknown names give 0, as in NVVM.
#include "nvvm/nvvm.h"

// The string that an argument points at, or NULL.
static const char *string_of(IrValue *v, size_t *n) {
    int64_t off;
    IrGlobal *g = ir_as_var(ir_strip_ptr(v, &off));
    if (!g || !g->init || g->init->v.kind != IR_C_DATA || off != 0) return NULL;
    const char *s = (const char *)g->init->data, *end = memchr(s, 0, g->init->n);
    *n = end ? (size_t)(end - s) : g->init->n;
    return s;
}

static uint32_t answer(const NvvmOptions *o, const char *s, size_t n) {
    const struct {
        const char *name;
        uint32_t value;
    } rows[] = {{"__CUDA_FTZ", o->ftz},
                {"__CUDA_PREC_DIV", o->prec_div},
                {"__CUDA_PREC_SQRT", o->prec_sqrt},
                {"__CUDA_ARCH", o->sm * 10}};
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (strlen(rows[i].name) == n && memcmp(rows[i].name, s, n) == 0) return rows[i].value;
    }
    return 0;
}

static bool is_reflect(Ctx *ctx, const IrFunc *f) {
    if (!f || !ir_is_decl(f)) return false;
    if (f->intrin == IR_I_nvvm_reflect) return true;
    const char *s = atom_str(ctx, f->g.v.name);
    return strcmp(s, "__nvvm_reflect") == 0 || strcmp(s, "__nvvm_reflect_ocl") == 0;
}

bool nvvm_reflect(IrModule *m, const NvvmOptions *o) {
    bool changed = false, any = false;
    IR_FOREACH_FUNC(f, m) any = any || is_reflect(m->ctx, f);
    if (!any) return false;
    IR_FOREACH_FUNC(f, m) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST_SAFE(i, bb) {
                if (i->v.op != IR_CALL || !is_reflect(m->ctx, ir_called(i))) continue;
                size_t n = 0;
                const char *s = ir_call_nargs(i) == 1 ? string_of(ir_op(i, 0), &n) : NULL;
                if (!s || i->v.type->kind != IR_TY_INT) continue;
                ir_replace_erase(i, &ir_int(i->v.type, answer(o, s, n))->v);
                changed = true;
            }
        }
    }
    return changed;
}
