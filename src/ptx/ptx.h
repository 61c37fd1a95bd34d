// SPDX-License-Identifier: Apache-2.0
// ptx: the PTX machine form, its instruction table, printer and reader (PTX ISA 9.0); the back end
// (codegen/codegen.h) builds this form, the reader produces it, the virtual machine decodes it.
//
// Contract of the module:
//  - A PtxModule belongs to one Ctx and one Arena. A PtxFunc has an arena pointer of its own, so
//    that functions can be built in parallel; it refers to module symbols by 32-bit id.
//  - An instruction is a row of insn.def (PtxOp), up to four types, modifiers as packed enum
//    values, a guard and operands. `mods` holds one bit field per modifier class (mod.def); 0 in a
//    field is "absent". Operands are 16 bytes; lists (vectors, pairs, call arguments) lie in
//    PtxFunc.extra and are referred to by index and count.
//  - The body is PtxFunc.inst in program order. Labels, scopes, local declarations, .loc and
//    pragmas are pseudo instructions (rows without a name) in the same array. An instruction is
//    deleted by ptx_delete (it becomes PTXI_nop and is not printed).
//  - ptx_print(ptx_read(text)) is the identity for what ptx_print writes.
//  - Floors, lowest first: form (the form, tables, printing), scan, check, read (texts to it), text
//    (linking of texts), select, legal, tidy, debug, codegen (IR to it).
#ifndef CUPRUM_PTX_H
#define CUPRUM_PTX_H

#include "ptx/check/version.h"
#include "ptx/form/form.h"
#include "ptx/read/read.h"
#include "ptx/text/text.h"

#endif
