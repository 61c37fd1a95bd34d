// SPDX-License-Identifier: Apache-2.0
// Private to the PTX reader: an opcode's readings (read/opcode.c, read/match.c, read/inst.c).
#ifndef CUPRUM_PTX_READ_OPCODE_H
#define CUPRUM_PTX_READ_OPCODE_H

#include "ptx/read/reader.h"

// One way to read an opcode's text: the row, and what stands in its slots for types and modifiers.
typedef struct {
    uint16_t op;
    uint8_t type[4];
    uint64_t mods;
    const char *far; // how far the opcode's text fitted
} Reading;

// Rows of one spelling: there are no more in insn.def.
#define MAX_READINGS 8

// All readings of one spelling; `label_ok`: an operand of them is a label, so unknown names are
// labels.
typedef struct {
    uint32_t n;
    bool label_ok;
    Reading reading[MAX_READINGS];
} Opcode;

// The rows that an opcode may be; NULL after reporting when there is none.
Opcode *rd_find_opcode(Reader *reader, Atom name);

// The index of the first operand that does not fit the reading's row; UINT32_MAX: all do, and
// constants among them have got the form that the row's types ask for.
uint32_t rd_match_operands(Reader *reader, const Reading *reading);

// Says what is wrong with the operands of an instruction that no reading fits.
void rd_report_operands(Reader *reader, const Opcode *opcode, const char *name);

#endif
