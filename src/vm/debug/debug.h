// SPDX-License-Identifier: Apache-2.0
// Private to src/vm: the debugging entries of a program (.debug_info of the PTX, which nvcc -G and
// cuprum -G write), read so that findings can show the variables in scope.
//   debug/read.c    sections and entries
//   debug/find.c    scopes, and where variables are at an instruction
//   debug/show.c    values as text
#ifndef CUPRUM_VM_DEBUG_H
#define CUPRUM_VM_DEBUG_H

#include "vm/state/state.h"

enum { // the tags, attributes and operations that matter here (DWARF 2 to 4, section 7)
    VDT_ARRAY = 0x01,
    VDT_CLASS = 0x02,
    VDT_ENUMERATION = 0x04,
    VDT_PARAMETER = 0x05,
    VDT_LEXICAL_BLOCK = 0x0b,
    VDT_MEMBER = 0x0d,
    VDT_POINTER = 0x0f,
    VDT_REFERENCE = 0x10,
    VDT_STRUCTURE = 0x13,
    VDT_SUBROUTINE_TYPE = 0x15,
    VDT_TYPEDEF = 0x16,
    VDT_UNION = 0x17,
    VDT_INHERITANCE = 0x1c,
    VDT_INLINED = 0x1d,
    VDT_MEMBER_POINTER = 0x1f,
    VDT_SUBRANGE = 0x21,
    VDT_BASE = 0x24,
    VDT_CONST = 0x26,
    VDT_ENUMERATOR = 0x28,
    VDT_FUNCTION = 0x2e,
    VDT_VARIABLE = 0x34,
    VDT_VOLATILE = 0x35,
    VDT_RESTRICT = 0x37,
    VDT_RVALUE_REFERENCE = 0x42
};

typedef struct VmDie { // an entry; others are named by their index + 1, 0 for none
    uint16_t tag;
    uint32_t child, next;
    Atom name;
    uint32_t type, origin; // origin: of an inlined copy, or of a definition outside of its class
    uint64_t size, count, encoding, address_class, number;
    uint32_t bit_size, bit_offset;
    bool has_number, has_count, has_bits, declaration;
    Atom low, high;  // labels
    uint32_t block;  // of .debug_info: where the location's bytes are, 0: none
    uint32_t nblock; // their number
    uint32_t place;  // a member's offset
    uint32_t list;   // of .debug_loc, + 1; 0: none
    uint32_t ranges; // of .debug_ranges, + 1
} VmDie;

typedef struct VmDebugSection {
    uint8_t *at;
    uint32_t n, cap;
    Map symbol; // offset + 1 -> name that is added to the 8 bytes there
} VmDebugSection;

enum { VDS_INFO, VDS_ABBREV, VDS_LOC, VDS_RANGES, VDS_COUNT };
typedef struct VmDebug {
    Ctx *ctx;
    Arena *arena;
    VmDebugSection section[VDS_COUNT];
    VEC(VmDie) die;
    Map die_at; // offset in .debug_info -> index + 1
    Map label;  // name -> function's index << 32 | instruction, + 1
} VmDebug;

// NULL: the program has no entries, or none that can be read.
VmDebug *vm_debug_read(const PtxModule *module, Arena *arena);
static inline const VmDie *vm_die(const VmDebug *debug, uint32_t number) {
    return number ? &debug->die.at[number - 1] : NULL;
}
// Numbers of variable length, without running over the end.
uint64_t vm_debug_uleb(const VmDebugSection *section, uint32_t *at);
int64_t vm_debug_sleb(const VmDebugSection *section, uint32_t *at);
uint64_t vm_debug_word(const VmDebugSection *section, uint32_t at, uint32_t n);

// A thread at an instruction.
typedef struct VmPoint {
    const VmDebug *debug;
    Warp *warp;
    uint32_t lane;
    uint32_t inst; // of warp->fn->f
} VmPoint;

enum { VM_VALUE_BYTES = 64 };
typedef struct VmValue { // of a variable: in a register, a constant, or in memory
    bool known, in_memory, unwritten;
    VmSpace space;
    uint64_t addr;
    uint8_t bytes[VM_VALUE_BYTES];
    uint32_t n;
    uint64_t missing; // a bit for each byte that is not known, of a variable in pieces
} VmValue;
// Calls `see` for every variable in scope, outer ones first.
void vm_debug_variables(const VmPoint *point,
                        void (*see)(void *data, const VmDie *variable, const VmValue *value),
                        void *data);
// Bytes of memory as the thread sees them; false when they are not its.
bool vm_debug_memory(const VmPoint *point, VmSpace space, uint64_t addr, uint32_t n, uint8_t *to,
                     bool *unwritten);
// The attribute-bearing entry of a variable: its own, or its origin's.
const VmDie *vm_debug_described(const VmDebug *debug, const VmDie *variable);

// "name = value (type)" a line, cut off where `to` is full.
void vm_debug_show(const VmPoint *point, char *to, uint32_t size);
#endif
