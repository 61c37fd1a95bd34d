// SPDX-License-Identifier: Apache-2.0
// What names mean in the scopes of the PTX that is read.
#include "ptx/ptx_int.h"

Bind *rd_lookup(Reader *reader, Atom name) {
    return map_get(&reader->env, name);
}

// Makes `name` mean something from here to the end of the scope; what it meant before comes back
// then (`outer`). Groups of registers, %r<N>, have a table of their own, by the
// part before the number.
Bind *rd_bind(Reader *reader, BindKind bind_kind, Atom name, uint32_t id) {
    void **slot = map_slot(bind_kind == BIND_GROUP ? &reader->groups : &reader->env, name);
    Bind *bind = arena_new(reader->arena, Bind);
    *bind = (Bind){.kind = (uint8_t)bind_kind,
                   .depth = (uint16_t)reader->depth,
                   .id = id,
                   .name = name,
                   .at = reader->op_at,
                   .outer = *slot};
    bind->next = reader->scope[reader->depth];
    reader->scope[reader->depth] = bind;
    *slot = bind;
    return bind;
}
