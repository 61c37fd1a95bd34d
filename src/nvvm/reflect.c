// SPDX-License-Identifier: Apache-2.0
// __nvvm_reflect: library code asks by name how it is compiled. Unknown names give 0, as in NVVM.
#include "nvvm/nvvm.h"

#include <errno.h>
#include <stdlib.h>

// The string that an argument points at, or NULL: a whole constant with one NUL, at its end.
static const char *string_of(IrValue *value, size_t *n) {
    int64_t off;
    IrGlobal *g = ir_as_var(ir_strip_ptr(value, &off));
    if (!g || !g->init || g->init->v.kind != IR_C_DATA || off != 0 || !g->init->n) return NULL;
    const char *s = (const char *)g->init->data;
    *n = g->init->n - 1;
    return memchr(s, 0, g->init->n) == s + *n ? s : NULL;
}

static bool named(const char *name, const char *s, size_t n) {
    return strlen(name) == n && memcmp(name, s, n) == 0;
}

// Narrow numbers are signed, wide ones cut.
static bool md_int(const IrMd *md, int32_t *to) {
    const IrConst *c = md && md->kind == IR_MD_VALUE ? ir_as_cint(md->value) : NULL;
    if (c) *to = (int32_t)(c->v.type->bits <= 64 ? ir_sval(c) : (int64_t)ir_words(c)[0]);
    return c != NULL;
}

bool nvvm_reflect_value(const char *option, int32_t *to) {
    const char *eq = strchr(option, '=');
    if (!eq || eq == option || strspn(eq + 1, "+-0123456789") != strlen(eq + 1)) return false;
    char *end;
    errno = 0;
    long v = strtol(eq + 1, &end, 10);
    if (end == eq + 1 || *end || errno || v < INT32_MIN || v > UINT32_MAX) return false;
    if (to) *to = (int32_t)v;
    return true;
}

static bool md_is(Ctx *ctx, const IrMd *md, const char *s, size_t n) {
    return md && md->kind == IR_MD_STRING && named(atom_str(ctx, md->text), s, n);
}

static void from_metadata(IrModule *module, const char *s, size_t n, int32_t *to) {
    Atom list = atom_cstr(module->ctx, "nvvm.reflection"),
         flags = atom_cstr(module->ctx, "llvm.module.flags");
    for (uint32_t k = 0; k < ir_named_md_n(module, list); k++) {
        const IrMd *p = ir_named_md_get(module, list, k);
        if (p && p->kind == IR_MD_NODE && p->n == 2 && md_is(module->ctx, p->op[0], s, n))
            md_int(p->op[1], to);
    }
    if (!named("__CUDA_FTZ", s, n)) return;
    for (uint32_t k = 0; k < ir_named_md_n(module, flags); k++) {
        const IrMd *p = ir_named_md_get(module, flags, k);
        if (p && p->kind == IR_MD_NODE && p->n == 3 &&
            md_is(module->ctx, p->op[1], "nvvm-reflect-ftz", strlen("nvvm-reflect-ftz")))
            md_int(p->op[2], to);
    }
}

static int32_t answer(IrModule *module, const NvvmOptions *nvvm_options, const char *s, size_t n) {
    const struct {
        const char *name;
        int32_t value;
    } rows[] = {{"__CUDA_FTZ", nvvm_options->ftz},
                {"__CUDA_PREC_DIV", nvvm_options->prec_div},
                {"__CUDA_PREC_SQRT", nvvm_options->prec_sqrt},
                {"__CUDA_ARCH", (int32_t)nvvm_options->sm * 10}};
    int32_t value = 0;
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (named(rows[i].name, s, n)) value = rows[i].value;
    }
    if (!nvvm_options->ftz || !named("__CUDA_FTZ", s, n)) from_metadata(module, s, n, &value);
    for (uint32_t k = 0; k < nvvm_options->nreflect; k++) {
        const char *eq = strchr(nvvm_options->reflect[k], '=');
        if (eq && (size_t)(eq - nvvm_options->reflect[k]) == n &&
            memcmp(nvvm_options->reflect[k], s, n) == 0)
            nvvm_reflect_value(nvvm_options->reflect[k], &value);
    }
    return value;
}

static bool is_reflect(Ctx *ctx, const IrFunc *fn) {
    if (!fn || !ir_is_decl(fn)) return false;
    if (fn->intrin == IR_I_nvvm_reflect) return true;
    const char *s = atom_str(ctx, fn->g.v.name);
    return strcmp(s, "__nvvm_reflect") == 0 || strcmp(s, "__nvvm_reflect_ocl") == 0;
}

bool nvvm_reflect(IrModule *module, const NvvmOptions *nvvm_options) {
    bool changed = false, any = false;
    IR_FOREACH_FUNC(f, module) any = any || is_reflect(module->ctx, f);
    if (!any) return false;
    IR_FOREACH_FUNC(f, module) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST_SAFE(i, bb) {
                if (i->v.op != IR_CALL || !is_reflect(module->ctx, ir_called(i))) continue;
                size_t n = 0;
                if (ir_call_nargs(i) != 1 || i->v.type->kind != IR_TY_INT) continue;
                const char *s = string_of(ir_op(i, 0), &n);
                // What is no name now gets 0, even if optimization could find the name.
                int32_t value = s ? answer(module, nvvm_options, s, n) : 0;
                ir_replace_erase(i, &ir_sint(i->v.type, value)->v);
                changed = true;
            }
        }
    }
    return changed;
}
