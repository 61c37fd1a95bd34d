// SPDX-License-Identifier: Apache-2.0
// __nvvm_reflect: library code asks by name how it is compiled. Unknown names give 0, as in NVVM.
#include "nvvm/nvvm.h"

#include "ir/intrin_id.h"

#include <errno.h>
#include <stdlib.h>

// The string that an argument points at, or NULL: a whole constant with one NUL, at its end.
static const char *string_of(IrValue *argument, size_t *n) {
    int64_t off;
    IrGlobal *g = ir_as_var(ir_strip_ptr(argument, &off));
    if (!g || !g->init || g->init->v.kind != IR_C_DATA || off != 0 || !g->init->n) return NULL;
    const char *s = (const char *)g->init->data;
    *n = g->init->n - 1;
    return memchr(s, 0, g->init->n) == s + *n ? s : NULL;
}

static bool named(const char *name, const char *s, size_t n) {
    return strlen(name) == n && memcmp(name, s, n) == 0;
}

// "NAME=NUMBER": decimal digits with a sign at most, no blanks, 32 bits with or without a sign.
bool nvvm_reflect_value(const char *option, int32_t *to) {
    const char *eq = strchr(option, '=');
    if (!eq || eq == option) return false;
    const char *digits = eq + 1;
    if (digits[strspn(digits, "+-0123456789")]) return false;
    char *end;
    errno = 0;
    long v = strtol(digits, &end, 10);
    bool number = end > digits && !*end && !errno;
    if (!number || v < INT32_MIN || v > UINT32_MAX) return false;
    if (to) *to = (int32_t)v;
    return true;
}

// ---- metadata ----------------------------------------------------------------------------------

// Narrow numbers are signed, wide ones cut; what is no number leaves *to as it is.
static void md_int(const IrMd *md, int32_t *to) {
    const IrConst *c = md && md->kind == IR_MD_VALUE ? ir_as_cint(md->value) : NULL;
    if (c) *to = (int32_t)(c->v.type->bits <= 64 ? ir_sval(c) : (int64_t)ir_words(c)[0]);
}

static bool md_is(Ctx *ctx, const IrMd *md, const char *s, size_t n) {
    return md && md->kind == IR_MD_STRING && named(atom_str(ctx, md->text), s, n);
}

// The lists of named metadata that answer: nodes of `n` operands, the last of them the number.
typedef struct {
    const char *list;
    uint32_t n, name_at; // which operand the name is
} Source;

// The last node of the list that has the name counts.
static void from_list(IrModule *module, const Source *source, const char *s, size_t n,
                      int32_t *to) {
    Atom list = atom_cstr(module->ctx, source->list);
    for (uint32_t k = 0; k < ir_named_md_n(module, list); k++) {
        const IrMd *node = ir_named_md_get(module, list, k);
        if (!node || node->kind != IR_MD_NODE || node->n != source->n) continue;
        if (md_is(module->ctx, node->op[source->name_at], s, n))
            md_int(node->op[source->n - 1], to);
    }
}

// !nvvm.reflection = {!{!"NAME", i32 N}}, and for __CUDA_FTZ the module flag "nvvm-reflect-ftz",
// which counts more.
static void from_metadata(IrModule *module, const char *s, size_t n, int32_t *to) {
    static const Source reflection = {"nvvm.reflection", 2, 0}, flags = {"llvm.module.flags", 3, 1};
    static const char flag[] = "nvvm-reflect-ftz";
    from_list(module, &reflection, s, n, to);
    if (named("__CUDA_FTZ", s, n)) from_list(module, &flags, flag, sizeof flag - 1, to);
}

// ---- answers -----------------------------------------------------------------------------------

// What options say of themselves, then metadata (but -ftz=true is not taken back), then
// -reflect=NAME=N, each later one over those before.
static int32_t answer(IrModule *module, const NvvmOptions *nvvm_options, const char *s, size_t n) {
    const struct {
        const char *name;
        int32_t value;
    } rows[] = {{"__CUDA_FTZ", nvvm_options->fp.ftz},
                {"__CUDA_PREC_DIV", nvvm_options->fp.prec_div},
                {"__CUDA_PREC_SQRT", nvvm_options->fp.prec_sqrt},
                {"__CUDA_ARCH", (int32_t)nvvm_options->sm * 10}};
    int32_t value = 0;
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (named(rows[i].name, s, n)) value = rows[i].value;
    }
    if (!nvvm_options->fp.ftz || !named("__CUDA_FTZ", s, n)) from_metadata(module, s, n, &value);
    for (uint32_t k = 0; k < nvvm_options->nreflect; k++) {
        const char *option = nvvm_options->reflect[k], *eq = strchr(option, '=');
        bool same = eq && (size_t)(eq - option) == n && memcmp(option, s, n) == 0;
        if (same) nvvm_reflect_value(option, &value);
    }
    return value;
}

// The intrinsic, or one of the names that NVIDIA's library calls it by.
static bool is_reflect(Ctx *ctx, const IrFunc *fn) {
    if (!fn || !ir_is_decl(fn)) return false;
    if (fn->intrin == IR_I_nvvm_reflect) return true;
    const char *s = atom_str(ctx, fn->g.v.name);
    return strcmp(s, "__nvvm_reflect") == 0 || strcmp(s, "__nvvm_reflect_ocl") == 0;
}

// A call that asks as it should: one argument, a number back.
static bool is_question(Ctx *ctx, const IrInst *call) {
    if (call->v.op != IR_CALL || !is_reflect(ctx, ir_called(call))) return false;
    return ir_call_nargs(call) == 1 && call->v.type->kind == IR_TY_INT;
}

// ---- wrong questions ---------------------------------------------------------------------------

// What NVIDIA's compiler stops at. Others it answers with 0: a string without an end, an empty one,
// and (the older of its two compilers) what is no constant.
static const DiagRow *wrong_argument(const IrInst *call, bool newer) {
    int64_t off;
    const IrValue *from = ir_strip_ptr(ir_op(call, 0), &off);
    const IrGlobal *variable = ir_as_var(from);
    bool empty =
        variable && !variable->constant && (!variable->init || variable->init->v.kind != IR_C_DATA);
    if (empty || from->kind == IR_C_NULL) return DIAG_OF(nvvm, nvvm_reflect_no_string);
    return newer && !variable ? DIAG_OF(nvvm, nvvm_reflect_not_constant) : NULL;
}

// The function that an operand is the address of, also as another type, or NULL.
static const IrFunc *function_in(const IrValue *callee) {
    const IrConst *c = ir_as_const(callee);
    while (c && c->v.kind == IR_C_EXPR && c->n) c = c->elem[0];
    return c ? ir_as_func(&c->v) : NULL;
}

// False: what the instruction does with a function of the name is wrong, which has been said.
static bool check_uses(Ctx *ctx, const IrInst *call, bool newer) {
    for (uint32_t k = 0; k < call->nops; k++) {
        const IrFunc *fn = function_in(ir_op(call, k));
        if (!fn || fn->intrin || !is_reflect(ctx, fn)) continue;
        const DiagRow *wrong = NULL;
        if (call->v.op != IR_CALL || k + 1u != call->nops)
            wrong = DIAG_OF(nvvm, nvvm_reflect_no_call);
        else if (ir_call_nargs(call) != 1)
            wrong = DIAG_OF(nvvm, nvvm_reflect_arguments);
        else
            wrong = wrong_argument(call, newer);
        if (wrong) return diag(ctx, wrong, 0, atom_str(ctx, fn->g.v.name));
    }
    return true;
}

// What is no name now gets 0, even if optimization could find the name.
static void answer_call(IrModule *module, const NvvmOptions *nvvm_options, IrInst *call) {
    size_t n = 0;
    const char *s = string_of(ir_op(call, 0), &n);
    int32_t value = s ? answer(module, nvvm_options, s, n) : 0;
    ir_replace_erase(call, &ir_sint(call->v.type, value)->v);
}

bool nvvm_reflect(IrModule *module, const NvvmOptions *nvvm_options) {
    bool any = false;
    IR_FOREACH_FUNC(f, module) any |= is_reflect(module->ctx, f);
    if (!any) return true; // most modules: no need to look at their instructions
    IR_FOREACH_FUNC(f, module) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST_SAFE(i, bb) {
                if (!check_uses(module->ctx, i, nvvm_options->sm >= 100)) return false;
                if (is_question(module->ctx, i)) answer_call(module, nvvm_options, i);
            }
        }
    }
    return true;
}
