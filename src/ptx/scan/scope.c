// SPDX-License-Identifier: Apache-2.0
// What names mean in the PTX that is read. Nested scopes of a body keep their scope_begin and
// scope_end pseudo instructions; registers declared in them become registers of the function,
// variables stay where they are declared (declvar). A label that is not defined in its scope
// belongs to the outer one.
#include "ptx/scan/scan.h"

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

// Reports a name that this scope itself has declared; one of an outer scope may be hidden.
bool rd_is_taken(Reader *reader, Atom name) {
    Bind *b = rd_lookup(reader, name);
    if (!b || b->depth != reader->depth) return false;
    rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    return true;
}

// ---- scopes -------------------------------------------------------------------------------------

// The depth is limited by whoever calls it.
void rd_scope_begin(Reader *reader) {
    reader->scope[++reader->depth] = NULL;
    reader->scope_id[reader->depth] = ++reader->nscope;
}

void rd_scope_end(Reader *reader) {
    Bind *list = reader->scope[reader->depth];
    reader->depth--;

    // What the names meant outside comes back before labels are looked up there.
    for (Bind *b = list; b; b = b->next)
        map_put(b->kind == BIND_GROUP ? &reader->groups : &reader->env, b->name, b->outer);
    for (Bind *b = list; b; b = b->next) {
        if (b->kind != BIND_LABEL || b->defined) continue;
        if (reader->depth == 0) {
            reader->op_at = b->at;
            rd_error(reader, DIAG_OF(ptx, bad_label), atom_str(reader->ctx, b->name));
        } else { // the outer scope's label of that name, now or later
            uint32_t outer = rd_label(reader, b->name, false);
            map_put(&reader->label_alias, b->id, (void *)(uintptr_t)(outer + 1));
        }
    }
}

// Aliases may be of aliases: a label used two scopes further in than it stands.
static uint32_t resolve_label(Reader *reader, uint32_t label) {
    uintptr_t outer;
    while ((outer = (uintptr_t)map_get(&reader->label_alias, label)) != 0)
        label = (uint32_t)outer - 1;
    return label;
}

// When the whole function is read: operands and target lists name the labels they meant.
void rd_resolve_labels(Reader *reader) {
    if (!reader->label_alias.n) return;
    VEC_FOREACH (PtxOpnd, opnd, &reader->fn->opnd) {
        if (opnd->kind == PTXO_LABEL) opnd->id = resolve_label(reader, opnd->id);
    }
    VEC_FOREACH (PtxTargets, targets, &reader->fn->targets) {
        for (uint32_t i = 0; !targets->calls && i < targets->target.n; i++) {
            targets->target.at[i] = resolve_label(reader, targets->target.at[i]);
        }
    }
}

// ---- registers and labels -----------------------------------------------------------------------

// The length of what stands before the number of a register like %r1, if a group could have made it
// (not %r01 or %r, or 1); 0: none could. A prefix may itself end in digits (%r1<5>), but only the
// longest tail of digits is tried.
static uint32_t prefix_length(const char *name, uint32_t length) {
    enum { DIGITS = 9 }; // more than any group has
    uint32_t n = length;
    while (n && name[n - 1] >= '0' && name[n - 1] <= '9') n--;
    uint32_t digits = length - n;
    bool is_number = digits && digits <= DIGITS && (name[n] != '0' || digits == 1);
    return is_number ? n : 0;
}

// A register of a group is made when it is first named.
static PtxReg group_register(Reader *reader, const Bind *group, uint32_t number) {
    void **slot = map_slot(group->reg, number);
    if (!*slot) {
        PtxRegInfo info = {.type = group->type, .prefix = group->prefix, .num = number};
        vec_push(reader->fn->arena, &reader->fn->reg, info);
        *slot = (void *)(uintptr_t)reader->fn->reg.n;
    }
    return (PtxReg)(uintptr_t)*slot - 1;
}

// A register by name: a declared one, or one of a %r<N> group. A name that was declared by itself
// hides a group of an outer scope, and the other way around.
bool rd_register_of(Reader *reader, Atom name, PtxReg *out) {
    Bind *bind = map_get(&reader->env, name);
    const char *text = atom_str(reader->ctx, name);
    uint32_t length = atom_len(reader->ctx, name), prefix = prefix_length(text, length);
    Bind *group = prefix ? map_get(&reader->groups, atom_intern(reader->ctx, text, prefix)) : NULL;
    if (group && (!bind || group->depth > bind->depth)) {
        uint32_t number = 0;
        for (uint32_t i = prefix; i < length; i++) number = number * 10 + (uint32_t)(text[i] - '0');
        if (number < group->count) {
            *out = group_register(reader, group, number);
            return true;
        }
    }
    if (!bind || bind->kind != BIND_REG) return false;
    *out = bind->id;
    return true;
}

// The label of that name, made if it is new. `define`: it stands here; one that is defined twice in
// a scope is reported.
uint32_t rd_label(Reader *reader, Atom name, bool define) {
    Bind *bind = map_get(&reader->env, name);
    bool other = bind && bind->kind != BIND_LABEL && bind->depth == reader->depth;
    rd_refuse(reader, define && other, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    if (!bind || bind->kind != BIND_LABEL || (define && bind->depth != reader->depth)) {
        bind = rd_bind(reader, BIND_LABEL, name, ptx_newlabel(reader->fn, name));
    } else if (define && bind->defined) {
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    }
    if (define) {
        bind->defined = true;
        reader->fn->label.at[bind->id].inst = reader->fn->inst.n;
    }
    return bind->id;
}
