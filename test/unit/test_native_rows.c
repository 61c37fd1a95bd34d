// SPDX-License-Identifier: Apache-2.0
// Native code has every row of insn.def with every type and modifier, in turn: as operations of its
// own, as a call with the operands of eight lanes, or as an end of the code (what concerns a whole
// warp, or waits for others). Those listed here call the machine's function on its rows, each with
// a reason.
#include "ptx_rows.h"
#include "unit.h"
#include "vm/native/native.h"

#include "ids/insn_count.h"

// Beginnings of instructions, parts of them, and why.
static const char *const others[][3] = {
    {"tex.", "", "images are long functions"},
    {"tld4.", "", "images"},
    {"txq.", "", "images"},
    {"suld.", "", "images"},
    {"sust.", "", "images"},
    {"suq.", "", "images"},
    {"atom.", ".v", "several atomic operations"},
    {"red.", ".v", "several atomic operations"},
    {"atom.", "f16", "atomic operations on halves"},
    {"red.", "f16", "atomic operations on halves"},
    {"atom.sys", "", "other threads of the program"},
    {"red.sys", "", "other threads of the program"},
    {"red.async", "", "clusters"},
    {"mapa", "", "clusters"},
    {"getctarank", "", "clusters"},
    {"isspacep", "", "windows of memory"},
    {"cvta", ".u32", "addresses of 32 bits"},
    {"cvt.rs", "", "random bits"},
    {"mov.b128", "", "128 bits"},
    {"ld", ".b128", "128 bits"},
    {"st.b128", "", "128 bits"},
    {"mov.b16", "{", "parts of 8 bits"},
    {"ld.param", "", "the test's kernel has no parameters"},
    {"st.param", "", "parameters do not change"},
    {"stacksave", "", "the stack"},
    {"stackrestore", "", "the stack"},
    {"alloca", "", "the stack"},
};

static bool is_listed(const char *text) {
    for (uint32_t i = 0; i < CU_COUNT(others); i++) {
        bool begins = strncmp(text, others[i][0], strlen(others[i][0])) == 0;
        if (begins && strstr(text, others[i][1])) return true;
    }
    return false;
}

static const char *text_of(Ctx *ctx, const VmFunc *fn, const PtxInst *inst) {
    Buf out;
    buf_init(&out, &ctx->perm);
    ptx_print_inst(fn->f, inst, &out);
    const char *text = buf_cstr(&out);
    while (*text == '\t' || *text == ' ') text++;
    return text;
}

static void check_row(const PtxRow *row) {
    Ctx ctx;
    ctx_init(&ctx);
    Buf b;
    buf_init(&b, &ctx.perm);
    header(&b, row->sm);
    row_texts(&b, row);
    buf_puts(&b, "\tret;\n\n}\n");
    Vm *vm = vm_new(&ctx, &(VmOptions){.jobs = 1, .native = true});
    VmModule *module = vm_load_text(vm, "row", buf_cstr(&b), b.n);
    for (uint32_t k = 0; module && k < module->entry.n; k++) {
        const VmFunc *fn = module->entry.at[k];
        JitFunc jit;
        if (!vm_native_build(fn, VM_ROWS_OF_8, JIT_PIECE, 0, NULL, &ctx.perm, &jit)) continue;
        VEC_FOREACH (JitInst, in, &jit.inst) {
            const PtxInst *source = fn->code[in->pc].source;
            if (in->op != JIT_OTHER || !source) continue;
            const char *text = text_of(&ctx, fn, source);
            if (!is_listed(text)) fprintf(stderr, "%s\n", text);
            CHECK(is_listed(text));
        }
    }
    vm_free(vm);
    ctx_free(&ctx);
}

int main(void) {
    for (uint32_t op = 1; op < PTXI_COUNT; op++) {
        if (*ptx_rows[op].name) check_row(&ptx_rows[op]);
    }
    return UNIT_END();
}
