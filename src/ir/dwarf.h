// SPDX-License-Identifier: Apache-2.0
// Names and numbers of debug information (private to src/ir).
#ifndef CUPRUM_DWARF_H
#define CUPRUM_DWARF_H

#include "base/base.h"

typedef enum {
    DW_TAG,
    DW_LANG,
    DW_ATE,
    DW_CC,
    DW_OP,
    DW_VIRTUALITY,
    DW_MACINFO,
    DW_DIFlag,
    DW_DISPFlag,
    DW_EMISSION,
    DW_NAME_TABLE,
    DW_CHECKSUM
} DwKind;
// The number of a word ("DW_TAG_member"), or of flags joined by '|'; false when unknown.
bool ir_dwarf_number(DwKind kind, const char *s, size_t n, uint64_t *value);
// The word, or words, for a number; false (and nothing written) when it has none.
bool ir_dwarf_name(DwKind kind, uint64_t value, Buf *out);
// How many numbers stand behind an operation of an expression (DWARF 5, 7.7.1; from 0x1000 on
// LLVM's own); 0 for unknown ones.
uint32_t ir_dwarf_operands(uint64_t operation);
#endif
