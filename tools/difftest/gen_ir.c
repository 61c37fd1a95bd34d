// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs (text of LLVM 19, for nvptx64): the program around the parts.
#include "gen_ir_int.h"

#include <stdlib.h>
#include <string.h>

static const char head[] =
    "target datalayout = \"e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-"
    "f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64\"\n"
    "target triple = \"nvptx64-nvidia-cuda\"\n\n";

void make_step(Gen *gen, uint32_t *budget) {
    uint32_t kind = gen_below(gen, 100);
    if (kind < 12 && *budget >= 4 && gen->nesting < 3) {
        uint32_t part = *budget / 2;
        make_region(gen, part);
        *budget -= part;
    } else if (kind < 60) {
        make_template(gen);
        --*budget;
    } else if (kind < 81) {
        make_memory(gen);
        --*budget;
    } else if (kind < 93) {
        make_nvvm(gen);
        --*budget;
    } else {
        make_call(gen);
        --*budget;
    }
}

// Where the thread finds its memory. What it has to store is known at the end only.
static void kernel_entry(Gen *gen, Buffer *early) {
    buffer_add(early,
               "  %%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
               "  %%block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
               "  %%size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
               "  %%before = mul nuw nsw i32 %%block, %%size\n"
               "  %%gtid = add nuw nsw i32 %%before, %%tid\n"
               "  %%tid64 = zext i32 %%tid to i64\n"
               "  %%gtid64 = zext i32 %%gtid to i64\n"
               "  %%in64 = mul nuw nsw i64 %%gtid64, %u\n"
               "  %%input = getelementptr inbounds i8, ptr %%in, i64 %%in64\n"
               "  %%input1 = addrspacecast ptr %%input to ptr addrspace(1)\n"
               "  %%out64 = mul nuw nsw i64 %%gtid64, %u\n"
               "  %%result = getelementptr inbounds i8, ptr %%out, i64 %%out64\n"
               "  %%result1 = addrspacecast ptr %%result to ptr addrspace(1)\n"
               "  %%sums = getelementptr inbounds i8, ptr %%out, i64 %u\n",
               INPUT_BYTES, gen->out_size, gen->out_size * gen->threads);
    static const char *const used[] = {"llvm.nvvm.read.ptx.sreg.tid.x",
                                       "llvm.nvvm.read.ptx.sreg.ctaid.x",
                                       "llvm.nvvm.read.ptx.sreg.ntid.x"};
    for (uint32_t i = 0; i < 3; i++)
        if (gen_first_use(gen, used[i])) buffer_add(&gen->tail, "declare i32 @%s()\n", used[i]);
}

static void make_kernel(Gen *gen) {
    gen->in_kernel = true;
    gen->block = "entry";
    make_kernel_objects(gen);
    gen_add_value(gen, type_int(gen, 32), "%gtid");

    uint32_t budget = 12 + gen_below(gen, 36);
    while (budget) make_step(gen, &budget);
    for (uint32_t i = 0; i < gen->value_count && gen->out_size < 1024; i++)
        store_result(gen, gen->values[i].type, gen->values[i].text);
    gen_line(gen, "ret void");

    gen->out_size = (gen->out_size + 15) / 16 * 16;
    Buffer early = {0};
    kernel_entry(gen, &early);
    buffer_add(&early, "%s", gen->entry.size ? gen->entry.at : "");
    free(gen->entry.at);
    gen->entry = early;
    bool marked = gen_chance(gen, 70);
    const char *header =
        gen_text(gen, "define %svoid @k(ptr %%out, ptr %%in)", marked ? "ptx_kernel " : "");
    gen_function_end(gen, header);
    if (!marked || gen_chance(gen, 30))
        buffer_add(&gen->tail, "!nvvm.annotations = !{!%u}\n!%u = !{ptr @k, !\"kernel\", i32 1}\n",
                   gen->metadata, gen->metadata),
            gen->metadata++;
}

// Outer pieces first: by start, the longer one of two that start together.
static int by_place(const void *a, const void *b) {
    const Piece *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->end == y->end ? 0 : x->end > y->end ? -1 : 1;
}

static Program *to_program(Gen *gen) {
    Program *program = calloc(1, sizeof *program);
    if (!program) abort();
    buffer_add(&gen->tail, "!nvvmir.version = !{!%u}\n!%u = !{i32 2, i32 0}\n", gen->metadata,
               gen->metadata);
    buffer_add(&gen->done, "%s", gen->tail.at);
    qsort(gen->pieces.at, gen->pieces.count, sizeof *gen->pieces.at, by_place);

    program->kind = PROGRAM_IR;
    program->text = gen->done.at;
    program->size = gen->done.size;
    program->pieces = gen->pieces.at;
    program->piece_count = gen->pieces.count;
    program->out_bytes = gen->out_size * gen->threads + 64;
    program->in_bytes = INPUT_BYTES * gen->threads;
    program->sm = 100;
    program->standard = "";
    program->owned = gen->owned;
    program->owned_count = gen->owned_count;
    program->skip_nvidia = !gen->for_nvidia;
    program->skip_llvm = !gen->for_llvm;
    return program;
}

Program *generate_ir(uint64_t seed, Coverage *coverage) {
    Gen *gen = calloc(1, sizeof *gen);
    if (!gen) abort();
    gen->random.state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    gen->coverage = coverage;
    // Most programs are for all judges, some for one, others for us alone.
    uint32_t dialect = gen_below(gen, 100);
    gen->for_nvidia = dialect < 65;
    gen->for_llvm = dialect < 57 || (dialect >= 65 && dialect < 75);
    uint32_t grid = 1 + gen_below(gen, 2), block = 32 * (1 + gen_below(gen, 2));
    gen->threads = grid * block;

    buffer_add(&gen->done, "%s", head);
    for (uint32_t i = gen_below(gen, 4); i > 0; i--) make_function(gen);
    make_kernel(gen);
    Program *program = to_program(gen);
    program->grid = grid;
    program->block = program->width = block;

    for (uint32_t i = 0; i < gen->type_count; i++) free(gen->types[i]);
    free(gen->tail.at);
    free(gen->entry.at);
    free(gen->body.at);
    free(gen->open.at);
    free(gen);
    return program;
}
