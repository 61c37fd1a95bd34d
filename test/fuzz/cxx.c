// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the front end, from source text to the work list of functions with bodies.
#include "cxx/cxx.h"
#include "lex/lex.h"
#include "fuzz.h"

static void fuzz_subject(Ctx *ctx, const char *text, size_t n) {
    LexOptions lo;
    lex_options_init(&lo);
    lo.no_std_inc = true;
    lo.cuda_arch = 900;
    lo.max_tokens = 1 << 20;
    CxxOptions co = {.std = 17,
                     .gnu = true,
                     .default_device = true, // every function is looked at
                     .check_all = true,
                     .max_template_depth = 64,
                     .context_limit = 10,
                     .max_constexpr_depth = 64,
                     .max_constexpr_steps = 100000,
                     .target = target_find(90, 0)};
    cxx_run(cxx_new(ctx, lex_translation_unit(ctx, &lo, "fuzz.cu", text, n), &co));
}
