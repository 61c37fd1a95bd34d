// SPDX-License-Identifier: Apache-2.0
// Memory that ends in any thread of the optimizer or the back end ends the compilation with that
// message, and all memory is given back. Allocations of several threads come in no fixed order:
// points all over the compilation, not each.
#include "base/fault.h"
#include "driver/driver.h"
#include "ir/ir.h"
#include "unit.h"

enum { FUNCTIONS = 12, POINTS = 120, JOBS = 4 };

static const char body[] =
    "define ptx_kernel void @k%u(ptr addrspace(1) %%p, i32 %%n) !dbg !%u {\n"
    "entry:\n"
    "  %%frame = alloca [9 x i32]\n"
    "  br label %%loop\n"
    "loop:\n"
    "  %%i = phi i32 [ 0, %%entry ], [ %%next, %%more ]\n"
    "  %%q = getelementptr i32, ptr addrspace(1) %%p, i32 %%i\n"
    "  %%v = load i32, ptr addrspace(1) %%q\n"
    "  %%at = getelementptr i32, ptr %%frame, i32 %%v\n"
    "  store i32 %%i, ptr %%at\n"
    "  %%r = call i32 @outside%u(i32 %%v)\n"
    "  switch i32 %%r, label %%more [ i32 0, label %%a i32 1, label %%b i32 2, label %%a\n"
    "    i32 3, label %%b i32 4, label %%a i32 5, label %%b ]\n"
    "a:\n"
    "  store i32 %u, ptr addrspace(1) %%q\n"
    "  br label %%more\n"
    "b:\n"
    "  %%s = call i32 @outside%u(i32 %%i), !dbg !%u\n"
    "  store i32 %%s, ptr addrspace(1) %%q\n"
    "  br label %%more\n"
    "more:\n"
    "  %%next = add nsw i32 %%i, 1\n"
    "  %%again = icmp slt i32 %%next, %%n\n"
    "  br i1 %%again, label %%loop, label %%end\n"
    "end:\n"
    "  %%w = load i32, ptr %%at\n"
    "  store i32 %%w, ptr addrspace(1) %%p\n"
    "  ret void\n"
    "}\n"
    "declare i32 @outside%u(i32)\n";

static void make_module(Buf *b) {
    buf_puts(b, "target triple = \"nvptx64-nvidia-cuda\"\n");
    for (unsigned k = 0; k < FUNCTIONS; k++) buf_printf(b, body, k, 10 + k, k, k, k, 100 + k, k);
    buf_puts(b, "!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n"
                "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
                "!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, "
                "emissionKind: LineTablesOnly)\n"
                "!2 = !DIFile(filename: \"a.cu\", directory: \"/d\")\n"
                "!3 = !DISubroutineType(types: !{})\n");
    for (unsigned k = 0; k < FUNCTIONS; k++) {
        buf_printf(b,
                   "!%u = distinct !DISubprogram(name: \"k%u\", scope: !2, file: !2, line: %u, "
                   "type: !3, unit: !1, spFlags: DISPFlagDefinition)\n"
                   "!%u = !DILocation(line: %u, column: 3, scope: !%u)\n",
                   10 + k, k, k + 1, 100 + k, k + 2, 10 + k);
    }
}

typedef struct {
    uint64_t allocations; // so far
    bool ok, fired, internal;
    char why[64];
    size_t used; // memory that was not given back
} Outcome;

static void compile(Ctx *ctx, const Buf *text, uint64_t fault, Outcome *out) {
    IrModule *m = ir_parse(ctx, "a.ll", text->at, text->n);
    CompileOptions c;
    compile_options_init(&c);
    c.input = INPUT_IR;
    c.target = target_find(90, 0);
    c.line_info = c.language.keep_functions = c.no_device_library = true;
    c.optimizer.jobs = JOBS;
    Buf ptx, log;
    buf_init(&ptx, &ctx->perm);
    buf_init(&log, &ctx->perm);
    fault_arm(ctx, fault);
    out->ok = compile_ir(ctx, &c, m, &ptx, &log) && ptx.n > 1000;
}

static Outcome run(const Buf *text, uint64_t fault) {
    static Outcome out; // not of the frame that is jumped into
    Ctx ctx;
    jmp_buf env;
    out = (Outcome){0};
    ctx_init(&ctx);
    ctx.unwind = &env;
    if (!setjmp(env)) compile(&ctx, text, fault, &out);
    ctx.unwind = NULL;
    out.allocations = ctx.fault_seen;
    out.fired = fault_fired(&ctx);
    out.internal = ctx.internal_error;
    if (ctx.fatal_text) strncpy(out.why, ctx.fatal_text, sizeof out.why - 1);
    ctx_free(&ctx);
    out.used = ctx.mem_used;
    return out;
}

int main(void) {
    Ctx ctx;
    Buf text;
    ctx_init(&ctx);
    buf_init(&text, &ctx.perm);
    make_module(&text);
    Outcome whole = run(&text, UINT64_MAX);
    CHECK(whole.ok && !whole.fired && whole.allocations > POINTS);

    uint64_t step = whole.allocations / POINTS;
    for (uint64_t at = 1; at < whole.allocations; at += at < 20 ? 1 : step) {
        Outcome o = run(&text, at);
        CHECK(o.fired ? !o.ok : o.ok);
        if (o.fired) CHECK_STR(o.why, "out of memory");
        CHECK(!o.internal && o.used == 0);
    }
    ctx_free(&ctx);
    return UNIT_END();
}
