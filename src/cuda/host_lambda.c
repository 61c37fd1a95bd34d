// SPDX-License-Identifier: Apache-2.0
// Lambdas by their places. What clang calls a closure of an ordinary function says nothing of which
// lambda it is: it counts them in the order in which it needs their names. But a function's
// signature, which clang can put into its object, has their places: file, line and column of the
// text that it reads. A row of the host table tells which lambda of the source stands there:
//
//   lambda  FILE LINE ORDINAL COLUMN   the ORDINALth `[` of its line, from 0, and its column now
#include "cuda/host_table.h"
#include "cuda/host_text_int.h"

#include <stdio.h>

// Before a `[` these end an operand: it is a subscript.
static bool ends_operand(uint16_t symbol) {
    return is_any_of(symbol, T_IDENT, T_RPAREN, T_RBRACKET, T_STRING, T_KW_THIS);
}

// `[=](`, not `a[` and not `[[`.
static bool is_introducer(const HostText *host_text, uint32_t token) {
    if (!token || host_kind(host_text, token) != T_LBRACKET) return false;
    uint16_t before = host_kind(host_text, token - 1), behind = host_kind(host_text, token + 1);
    return !ends_operand(before) && before != T_LBRACKET && behind != T_LBRACKET;
}

HostPlaces cuda_host_lambdas(const HostText *host_text) {
    HostPlaces lambdas = {0};
    for (uint32_t i = 0; i < host_text->n; i++) {
        if (is_introducer(host_text, i))
            vec_push(&host_text->ctx->perm, &lambdas, ((HostPlace){i, HOST_GONE}));
    }
    return lambdas;
}

bool cuda_lambda_place(Ctx *ctx, const Token *tokens, uint32_t introducer, CudaLambdaPlace *place) {
    SrcLoc at, before;
    if (!source_resolve(ctx, tokens[introducer].pos, &at)) return false;
    *place = (CudaLambdaPlace){.file = at.file, .line = at.line};
    for (uint32_t i = introducer; i-- > 0;) {
        bool same = source_resolve(ctx, tokens[i].pos, &before) && before.line == at.line &&
                    before.file == at.file;
        if (!same) break;
        place->ordinal += tokens[i].kind == T_LBRACKET;
    }
    return true;
}

// In bytes from 1, as clang counts them.
static size_t column(const Buf *text, size_t at) {
    size_t begin = at;
    while (begin && text->at[begin - 1] != '\n') begin--;
    return at - begin + 1;
}

void cuda_host_note_lambdas(const HostText *host_text, const HostPlaces *lambdas, Buf *out) {
    Ctx *ctx = host_text->ctx;
    for (uint32_t i = 0; i < lambdas->n; i++) {
        const HostPlace *lambda = &lambdas->at[i];
        CudaLambdaPlace place;
        if (lambda->at == HOST_GONE) continue;
        if (!cuda_lambda_place(ctx, host_text->tok, lambda->token, &place)) continue;
        char words[64];
        snprintf(words, sizeof words, "\t%u\t%u\t%zu\n", place.line, place.ordinal,
                 column(out, lambda->at));
        buf_puts(host_text->table, "lambda");
        cuda_table_word(host_text->table, atom_str(ctx, place.file));
        buf_puts(host_text->table, words);
    }
}
