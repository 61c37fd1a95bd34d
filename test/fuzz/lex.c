// SPDX-License-Identifier: Apache-2.0
// Fuzz target: lexer and preprocessor on C++ source with nvcc's predefined macros; tokens are
// checked for the promises of lex.h and literals are decoded.
#include "lex/lex.h"
#include "fuzz.h"

static void fuzz_subject(Ctx *ctx, const char *text, size_t n) {
    LexOptions o;
    lex_options_init(&o);
    o.no_std_inc = true;
    o.cuda_arch = 900;
    o.max_tokens = 1 << 20;
    o.preprocessed = n && text[0] == '\1'; // some inputs take the way of .ii files
    o.std = n > 1 && text[1] == '\2' ? 20 : 17;
    TokenArray *t = lex_translation_unit(ctx, &o, "fuzz.cu", text, n);
    CU_ASSERT(ctx, t->n && t->at[t->n - 1].kind == T_EOF);
    Buf out;
    buf_init(&out, &ctx->perm);
    lex_print_pp(ctx, t, false, &out);
    lex_dump_tokens(ctx, t, &out);
}
