// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs.
#include "difftest.h"

Program *generate_ir(uint64_t seed, Coverage *coverage) {
    Random random = {seed};
    Text text;
    text_begin(&text, PROGRAM_IR);
    text_put(&text, "target triple = \"nvptx64-nvidia-cuda\"\n"
                    "define ptx_kernel void @k(ptr %%out, ptr %%in) {\n"
                    "  %%a = load i32, ptr %%in\n");
    text_put(&text, "  %%b = add i32 %%a, %u\n", random_below(&random, 100));
    text_put(&text, "  store i32 %%b, ptr %%out\n  ret void\n}\n");
    Program *program = text_end(&text);
    program->grid = program->block = 1;
    program->out_bytes = program->in_bytes = 4;
    program->sm = 80;
    return program;
}
