// SPDX-License-Identifier: Apache-2.0
// Loops that lanes run one after the other. Private to src/jit.
#ifndef CUPRUM_JIT_SERIAL_H
#define CUPRUM_JIT_SERIAL_H

#include "jit/memory.h"

struct Serial {
    uint32_t first, last;        // blocks; the first is the header
    Form form;                   // of one lane's code; Form.dispatch goes on with the next lane
    uint64_t *written, *touched; // rows that the loop writes, and those that it reads as well
    uint64_t *parked;            // rows that have places before the loop
    uint32_t *parked_at;         // of rows: bytes into the area
};

// serial_find.c. Which loops; once shapes are known.
void serial_find(Emit *emit);
// serial.c. That loop is one of them; `written`: the rows that it writes.
void serial_add(Emit *emit, uint32_t header, const uint64_t *written);
// form.c. What is emitted now is for all lanes, as it is to be remembered here.
void form_note(Emit *emit);
// What is emitted from here on is for one lane of the loop; NULL: for all.
void form_use(Emit *emit, const Serial *serial);
// Places in the area from `size` bytes on; how many it has then.
uint32_t serial_lay_out(Emit *emit, uint32_t size);
void serial_make_labels(Emit *emit);
// All lanes have come to the block, the header or where the machine may begin: each runs from
// there.
void serial_enter(Emit *emit, uint32_t block);
// Behind the loop's blocks.
void serial_leave(Emit *emit);
// Rows that the loop does not touch, for an exit: to the lane's own registers.
void serial_fetch(Emit *emit, const uint64_t *rows);

#endif
