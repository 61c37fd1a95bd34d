// SPDX-License-Identifier: Apache-2.0
// read.h: PTX text to the machine form, whole or a kernel at a time, with or without what ptxas
// checks; and the verifier of the form, which goes by the same rows.
#ifndef CUPRUM_PTX_READ_READ_H
#define CUPRUM_PTX_READ_READ_H

#include "ptx/form/form.h"

// ---- read/read.c, read/later.c, read/asm.c ------------------------------------------------------

// Reads PTX text (at most 2 GiB), which must live as long as ctx when there are errors: they are
// diagnostics with positions in it. NULL when there was one. An instruction that insn.def lacks is
// refused by name.
PtxModule *ptx_read(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n);

// The same, but kernels' bodies are skipped until ptx_read_body asks for them: so that of a module
// with many kernels only those that are used cost something. The text must live as long as the
// module.
PtxModule *ptx_read_lazily(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n);
// Reads what was skipped, once. False after reporting what is wrong with it.
bool ptx_read_body(PtxFunc *fn);

// The same with all that ptxas checks: types of registers, calls against declarations, state
// spaces, versions and targets of everything that is used. What the virtual machine reads need not
// be so exact.
PtxModule *ptx_read_checked(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n);

// Reads a module with all checks, and tells what version it needs whichever it says itself. False
// after reporting what cannot be read.
bool ptx_needed_version(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n,
                        PtxNeed *need);

// Parses the instructions of an inline-asm body (operands already substituted: names of registers
// of f; local scopes, .reg declarations and labels allowed) and appends them to f. Returns false
// when the text could not be read; then nothing was appended, nothing is reported, and the back end
// can keep the text as PTXI_raw.
bool ptx_read_asm(PtxFunc *fn, const char *text, size_t n);

// ---- read/verify.c ------------------------------------------------------------------------------

// Checks a function against the table: slots, types, operand kinds and register sizes, indexes,
// target. Appends every violation to err (may be NULL) and returns their number.
uint32_t ptx_verify(PtxFunc *fn, Buf *err);
uint32_t ptx_verify_inst(PtxFunc *fn, const PtxInst *in, Buf *err);

#endif
