// SPDX-License-Identifier: Apache-2.0
// Fuzz target: libNVVM's way from text or bitcode through the verifiers, the optimizer and the back
// end. The length chooses level and target.
#include "driver/driver.h"
#include "ir/ir.h"
#include "nvvm/nvvm.h"
#include "fuzz.h"

static void fuzz_subject(Ctx *ctx, const char *text, size_t n) {
    IrModule *m = driver_parse_module(ctx, "fuzz", text, n, true);
    if (!m) return;
    Buf log, out;
    buf_init(&log, &ctx->perm);
    buf_init(&out, &ctx->perm);
    nvvm_verify(m, n & 1, &log);
    nvvm_check_layout(atom_str(ctx, m->datalayout), n & 1, n & 2, &log);
    CompileOptions o;
    compile_options_init(&o);
    o.input = INPUT_IR;
    o.no_device_library = true;
    o.optimizer.level = n & 4 ? 3 : 0;
    o.target = target_find(n & 8 ? 75 : n & 16 ? 90 : 100, 0);
    compile_ir(ctx, &o, m, &out, &log);
}
