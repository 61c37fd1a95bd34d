// SPDX-License-Identifier: Apache-2.0
// The generator of CUDA C++ programs.
#include "difftest.h"

Program *generate_cuda(uint64_t seed, Coverage *coverage) {
    Random random = {seed};
    Text text;
    text_begin(&text, PROGRAM_CUDA);
    coverage_made(coverage, "feature", "kernel");
    text_put(&text, "extern \"C\" __global__ void k(unsigned *out, const unsigned *in) {\n");
    text_put(&text, "    unsigned t = threadIdx.x, a = in[t];\n");
    for (int i = 0; i < 5; i++) {
        uint32_t piece = text_open(&text, "");
        text_put(&text, "    a = a * %uu + %uu;\n", random_below(&random, 100),
                 random_below(&random, 100));
        text_close(&text, piece);
    }
    text_put(&text, "    out[t] = a;\n}\n");
    Program *program = text_end(&text);
    program->grid = 1;
    program->block = 32;
    program->out_bytes = program->in_bytes = 128;
    program->sm = 80;
    return program;
}
