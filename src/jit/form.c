// SPDX-License-Identifier: Apache-2.0
// What code is emitted by: as all lanes have it, or as one lane has it in a loop that each runs by
// itself (serial.c).
#include "jit/serial.h"

void form_use(Emit *emit, const Serial *serial) {
    const Form *form = serial ? &serial->form : &emit->all;
    emit->fn = form->fn;
    emit->shapes = form->shapes;
    emit->places = form->places;
    emit->vector = form->vector;
    emit->pieces = form->pieces;
    emit->arrive = form->arrive;
    emit->dispatch = form->dispatch;
    emit->x.vector = form->vector;
    emit->serial = serial;
}

void form_note(Emit *emit) {
    emit->all = (Form){emit->fn,     emit->shapes, emit->places,  emit->vector,
                       emit->pieces, emit->arrive, emit->dispatch};
}
