// SPDX-License-Identifier: Apache-2.0
// Private header: the host table, which both the device's code (host_table.c) and the host's text
// (host_text.c) write to.
#ifndef CUPRUM_CUDA_HOST_TABLE_H
#define CUPRUM_CUDA_HOST_TABLE_H

#include "cuda/cuda.h"

// Appends a word to the row that was begun: without tabs and ends of line.
void cuda_table_word(Buf *table, const char *word);
// Appends the file and the line of a place.
void cuda_table_place(Ctx *ctx, Buf *table, Pos pos);
// Where a lambda stands in the source: at which `[` of its line, from 0.
typedef struct CudaLambdaPlace {
    Atom file;
    uint32_t line, ordinal;
} CudaLambdaPlace;
// False: its place is not known (host_lambda.c).
bool cuda_lambda_place(Ctx *ctx, const Token *tokens, uint32_t introducer, CudaLambdaPlace *place);
// Whether both sides know the variable's size.
bool cuda_has_layout(const VarDecl *var);
// Appends the rows about captures (host_capture.c). Call after cxx_run.
void cuda_write_captures(Cxx *cxx, Buf *table);
// Appends the rows of the device code. Call after cxx_run.
void cuda_write_host_table(Cxx *cxx, CudaRegistration *registration);

#endif
