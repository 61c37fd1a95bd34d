// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: memory. An object is memory of this thread alone, all of whose
// bytes are defined from the start and stay so: what is stored fills its bytes. Values of types
// that do not (i33, vectors of i1) live in allocas of their own, read back with the same type.
#include "gen_ir_int.h"

#include <stdlib.h>
#include <string.h>

const char *pointer_type(uint32_t space) {
    static const char *const names[] = {"ptr",
                                        "ptr addrspace(1)",
                                        "ptr addrspace(2)",
                                        "ptr addrspace(3)",
                                        "ptr addrspace(4)",
                                        "ptr addrspace(5)"};
    return names[space];
}

const Object *random_object(Gen *gen, uint32_t size, bool writable) {
    for (int tries = 0; tries < 20 && gen->object_count; tries++) {
        const Object *object = &gen->objects[gen_below(gen, gen->object_count)];
        if (object->size >= size && (object->writable || !writable)) return object;
    }
    return NULL;
}

static void add_object(Gen *gen, const char *pointer, uint32_t space, uint32_t size, uint32_t align,
                       bool writable) {
    if (gen->object_count == MAX_OBJECTS) return;
    gen->objects[gen->object_count++] = (Object){pointer, space, size, align, writable};
}

const char *entry_alloca(Gen *gen, const Type *type, uint32_t align) {
    const char *name = gen_text(gen, "%%slot%u", gen->next++);
    gen_entry(gen, "%s = alloca %s, align %u", name, type->name, align);
    return name;
}

// ---- addresses ----

// An index below `limit`, constant or not, as an i64.
static const char *index_below(Gen *gen, uint32_t limit, const char **from) {
    if (!*from) return gen_text(gen, "%u", gen_below(gen, limit));
    const char *rest = gen_name(gen);
    gen_line(gen, "%s = urem i64 %s, %u", rest, *from, limit);
    return rest;
}

// To another space that the address may be written in, and perhaps back.
static const char *cast_space(Gen *gen, const char *pointer, uint32_t *space) {
    const char *name = gen_name(gen);
    if (*space == 0) return pointer;
    gen_line(gen, "%s = addrspacecast %s %s to ptr", name, pointer_type(*space), pointer);
    if (gen_chance(gen, 30)) {
        const char *back = gen_name(gen);
        gen_line(gen, "%s = addrspacecast ptr %s to %s", back, name, pointer_type(*space));
        return back;
    }
    *space = 0;
    return name;
}

static const char *through_integer(Gen *gen, const char *pointer, uint32_t space, const char *index,
                                   uint32_t step) {
    const char *number = gen_name(gen), *scaled = gen_name(gen), *sum = gen_name(gen),
               *result = gen_name(gen);
    gen_line(gen, "%s = ptrtoint %s %s to i64", number, pointer_type(space), pointer);
    gen_line(gen, "%s = mul nuw nsw i64 %s, %u", scaled, index, step);
    gen_line(gen, "%s = add i64 %s, %s", sum, number, scaled);
    gen_line(gen, "%s = inttoptr i64 %s to %s", result, sum, pointer_type(space));
    return result;
}

static const char *through_gep(Gen *gen, const char *pointer, uint32_t space, const char *index,
                               uint32_t step, uint32_t count) {
    static const char *const flags[] = {"",      "inbounds ", "inbounds ",    "inbounds ",
                                        "nusw ", "nuw ",      "inbounds nuw "};
    const char *flag = flags[gen_below(gen, gen->for_nvidia || gen->for_llvm ? 4 : 7)];
    const char *type = pointer_type(space), *result = gen_name(gen);
    switch (gen_below(gen, 4)) {
    case 0: {
        const char *scaled = gen_name(gen);
        gen_line(gen, "%s = mul nuw nsw i64 %s, %u", scaled, index, step);
        gen_line(gen, "%s = getelementptr %si8, %s %s, i64 %s", result, flag, type, pointer,
                 scaled);
        break;
    }
    case 1:
        gen_line(gen, "%s = getelementptr %s[%u x [%u x i8]], %s %s, i64 0, i64 %s, i32 0", result,
                 flag, count, step, type, pointer, index);
        break;
    case 2: {
        const char *narrow = gen_name(gen);
        gen_line(gen, "%s = trunc i64 %s to i32", narrow, index);
        gen_line(gen, "%s = getelementptr %s<{ [%u x i8] }>, %s %s, i32 %s, i32 0", result, flag,
                 step, type, pointer, narrow);
        break;
    }
    default:
        gen_line(gen, "%s = getelementptr %s[%u x i8], %s %s, i64 %s", result, flag, step, type,
                 pointer, index);
    }
    return result;
}

const char *object_address(Gen *gen, const Object *object, uint32_t size, uint32_t align,
                           uint32_t *space) {
    const char *pointer = object->pointer, *from = NULL;
    *space = object->space;
    if (gen_chance(gen, 25)) pointer = cast_space(gen, pointer, space);
    uint32_t step = align, count = (object->size - size) / step + 1;
    // The index must not need an instruction of its own: any i64 will do.
    for (int tries = 0; tries < 20 && gen->value_count && !from; tries++) {
        const Value *value = &gen->values[gen_below(gen, gen->value_count)];
        if (value->type == type_int(gen, 64)) from = value->text;
    }
    if (gen_chance(gen, 35)) from = NULL;
    const char *index = index_below(gen, count, &from);
    pointer = gen_chance(gen, 12) ? through_integer(gen, pointer, *space, index, step)
                                  : through_gep(gen, pointer, *space, index, step, count);
    if (*space && gen_chance(gen, 15)) pointer = cast_space(gen, pointer, space);
    return pointer;
}

// ---- objects ----

static void initialise(Gen *gen, const char *pointer, uint32_t space, uint32_t size) {
    const char *type = pointer_type(space);
    switch (gen_below(gen, 3)) {
    case 0:
        gen_entry(gen, "call void @llvm.memset.p%u.i64(%s align 4 %s, i8 %u, i64 %u, i1 false)",
                  space, type, pointer, gen_below(gen, 256), size);
        break;
    case 1: {
        const char *global = gen_text(gen, "@initial%u", gen->next++);
        buffer_add(&gen->tail, "%s = private addrspace(1) constant [%u x i8] [", global, size);
        for (uint32_t i = 0; i < size; i++)
            buffer_add(&gen->tail, "%si8 %u", i ? ", " : "", gen_below(gen, 256));
        buffer_add(&gen->tail, "], align 4\n");
        gen_entry(gen,
                  "call void @llvm.memcpy.p%u.p1.i64(%s align 4 %s, ptr addrspace(1) align 4 %s, "
                  "i64 %u, i1 false)",
                  space, type, pointer, global, size);
        break;
    }
    default:
        for (uint32_t i = 0; i < size; i += 4) {
            const char *at = gen_name(gen);
            gen_entry(gen, "%s = getelementptr i8, %s %s, i64 %u", at, type, pointer, i);
            gen_entry(gen, "store i32 %u, %s %s, align 4", (uint32_t)random_next(&gen->random),
                      type, at);
        }
    }
}

void make_alloca_objects(Gen *gen, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = 8 * (1 + gen_below(gen, 8)), align = 4u << gen_below(gen, 3);
        const char *name = entry_alloca(gen, type_array(gen, type_int(gen, 8), size), align);
        initialise(gen, name, 0, size);
        add_object(gen, name, 0, size, align, true);
        if (gen_chance(gen, 30)) {
            const char *local = gen_name(gen);
            gen_entry(gen, "%s = addrspacecast ptr %s to ptr addrspace(5)", local, name);
            add_object(gen, local, 5, size, align, true);
        }
    }
}

// A place of `size` bytes for each thread in a variable of the space.
static void per_thread(Gen *gen, uint32_t space, const char *kind, bool constant,
                       const char *initial) {
    uint32_t size = 16 * (1 + gen_below(gen, 3)), align = 8u << gen_below(gen, 2);
    if (size % align) size = (size + align - 1) / align * align;
    uint32_t threads = constant ? 8 : space == 3 ? 64 : gen->threads;
    const char *global = gen_text(gen, "@memory%u", gen->next++), *place = gen_name(gen),
               *offset = gen_name(gen);
    buffer_add(&gen->tail, "%s = %saddrspace(%u) %s [%u x i8] ", global, kind, space,
               constant ? "constant" : "global", size * threads);
    if (constant) {
        buffer_add(&gen->tail, "[");
        for (uint32_t i = 0; i < size * threads; i++)
            buffer_add(&gen->tail, "%si8 %u", i ? ", " : "", gen_below(gen, 256));
        buffer_add(&gen->tail, "], align %u\n", align);
    } else {
        buffer_add(&gen->tail, "%s, align %u\n", initial, align);
    }
    const char *thread = space == 3 ? "%tid64" : "%gtid64";
    if (constant) { // threads share what nobody writes
        const char *few = gen_name(gen);
        gen_entry(gen, "%s = and i64 %s, 7", few, thread);
        thread = few;
    }
    gen_entry(gen, "%s = mul nuw nsw i64 %s, %u", offset, thread, size);
    gen_entry(gen, "%s = getelementptr inbounds i8, %s %s, i64 %s", place, pointer_type(space),
              global, offset);
    if (space == 3) initialise(gen, place, space, size);
    add_object(gen, place, space, size, align, !constant);
}

void make_kernel_objects(Gen *gen) {
    add_object(gen, "%input", 0, INPUT_BYTES, 16, false);
    add_object(gen, "%input1", 1, INPUT_BYTES, 16, false);
    make_alloca_objects(gen, 1 + gen_below(gen, 3));
    per_thread(gen, 1, gen_chance(gen, 50) ? "internal " : "", false, "zeroinitializer");
    if (gen_chance(gen, 60))
        per_thread(gen, 3, "internal ", false, gen_chance(gen, 50) ? "undef" : "poison");
    if (gen_chance(gen, 30)) per_thread(gen, 4, "", true, "");
    // LLVM 19 loads vectors from constant global memory with more alignment than there is.
    if (gen_chance(gen, 20) && !gen->for_llvm) per_thread(gen, 1, "internal ", true, "");
}

// ---- pieces ----

static uint32_t random_align(Gen *gen, uint32_t bytes, uint32_t limit) {
    uint32_t align = 1;
    while (align < bytes && align < limit && gen_chance(gen, 85)) align *= 2;
    return align;
}

static void make_store(Gen *gen) {
    const Object *object = random_object(gen, 8, true);
    if (!object) return;
    const Type *type = random_memory_type(gen, object->size);
    const char *value = operand(gen, type);
    uint32_t space, bytes = type_total_bits(type) / 8,
                    align = random_align(gen, bytes, object->align);
    uint32_t piece = piece_open(gen);
    const char *pointer = object_address(gen, object, bytes, align, &space);
    gen_line(gen, "store %s%s %s, %s %s, align %u", gen_chance(gen, 10) ? "volatile " : "",
             type->name, value, pointer_type(space), pointer, align);
    piece_end(gen, piece, "");
}

static void make_load(Gen *gen) {
    const Object *object = random_object(gen, 1, false);
    if (!object) return;
    const Type *type = random_memory_type(gen, object->size);
    uint32_t space, bytes = type_total_bits(type) / 8,
                    align = random_align(gen, bytes, object->align);
    uint32_t piece = piece_open(gen);
    const char *pointer = object_address(gen, object, bytes, align, &space), *name = gen_name(gen);
    gen_line(gen, "%s = load %s%s, %s %s, align %u", name, gen_chance(gen, 10) ? "volatile " : "",
             type->name, pointer_type(space), pointer, align);
    if (type_is_float(type)) name = without_nan(gen, type, name);
    piece_value(gen, piece, type, name);
}

// A value of any type through memory of its own.
static void make_slot(Gen *gen) {
    const Type *type = gen_chance(gen, 70) ? random_value_type(gen) : random_aggregate(gen, 1);
    const char *value = operand(gen, type), *slot = entry_alloca(gen, type, 16),
               *name = gen_name(gen);
    uint32_t piece = piece_open(gen);
    bool marked = gen_chance(gen, 30);
    const char *how = gen_chance(gen, 40) ? "volatile " : "";
    if (marked) gen_line(gen, "call void @llvm.lifetime.start.p0(i64 -1, ptr %s)", slot);
    gen_line(gen, "store %s%s %s, ptr %s, align 16", how, type->name, value, slot);
    if (type->kind == TYPE_STRUCT && gen_chance(gen, 50)) {
        uint32_t field = gen_below(gen, type->count);
        const char *at = gen_name(gen), *part = gen_name(gen);
        gen_line(gen, "%s = getelementptr inbounds %s, ptr %s, i32 0, i32 %u", at, type->name, slot,
                 field);
        gen_line(gen, "%s = load %s, ptr %s", part, type->fields[field]->name, at);
        name = part;
        type = type->fields[field];
    } else {
        gen_line(gen, "%s = load %s%s, ptr %s, align 16", name, how, type->name, slot);
    }
    if (marked) gen_line(gen, "call void @llvm.lifetime.end.p0(i64 -1, ptr %s)", slot);
    piece_value(gen, piece, type, name);
}

static const char *to_generic(Gen *gen, const char *pointer, uint32_t *space) {
    if (*space == 0) return pointer;
    const char *name = gen_name(gen);
    gen_line(gen, "%s = addrspacecast %s %s to ptr", name, pointer_type(*space), pointer);
    *space = 0;
    return name;
}

// memcpy, memmove, memset; within one object memmove may overlap.
static void make_block_copy(Gen *gen) {
    const Object *to = random_object(gen, 8, true), *from = random_object(gen, 8, false);
    if (!to || !from) return;
    bool run_time = gen_chance(gen, 40), set = gen_chance(gen, 30);
    // Memory of the same thread may have two names: only memmove may meet itself.
    bool apart = !from->writable || (to->space != from->space && to->space && from->space);
    bool move = gen_chance(gen, 50) || !apart;
    // libNVVM copies overlapping bytes twice, of lengths that it does not know and of many that
    // take more than one access: single ones are right.
    bool may_overlap = move && !set && !apart;
    if (move && !set && gen->for_nvidia) run_time = false;
    uint32_t limit = (to->size < from->size ? to->size : from->size), space, source;
    uint32_t size = 1 + gen_below(gen, limit), align = 1u << gen_below(gen, 3);
    if (may_overlap && gen->for_nvidia) size = size >= 8 ? 8 : 1u << (31 - __builtin_clz(size));
    const char *length = gen_text(gen, "%u", size), *byte = operand(gen, type_int(gen, 8));
    const char *number = operand(gen, type_int(gen, 64));
    const char *width = gen_chance(gen, 70) ? "i64" : "i32";

    uint32_t piece = piece_open(gen);
    const char *target = object_address(gen, to, size, align, &space);
    if (run_time) {
        const char *rest = gen_name(gen);
        gen_line(gen, "%s = urem i64 %s, %u", rest, number, size + 1);
        length = rest;
        if (width[1] == '3') {
            length = gen_name(gen);
            gen_line(gen, "%s = trunc i64 %s to i32", length, rest);
        }
    }
    const char *is_volatile = gen_chance(gen, 10) ? "true" : "false";
    if (set) {
        const char *inlined = !run_time && gen_chance(gen, 10) ? ".inline" : "";
        gen_line(gen, "call void @llvm.memset%s.p%u.%s(%s align %u %s, i8 %s, %s %s, i1 %s)",
                 inlined, space, width, pointer_type(space), align, target, byte, width, length,
                 is_volatile);
    } else {
        const char *origin = object_address(gen, from, size, align, &source);
        // LLVM compares addresses of different spaces to find the direction.
        if (move && space != source && (gen->for_llvm || gen->for_nvidia)) {
            target = to_generic(gen, target, &space);
            origin = to_generic(gen, origin, &source);
        }
        const char *inlined = !run_time && !move && gen_chance(gen, 30) ? ".inline" : "";
        gen_line(gen,
                 "call void @llvm.mem%s%s.p%u.p%u.%s(%s align %u %s, %s align %u %s, %s %s, i1 %s)",
                 move ? "move" : "cpy", inlined, space, source, width, pointer_type(space), align,
                 target, pointer_type(source), align, origin, width, length, is_volatile);
    }
    piece_end(gen, piece, "");
}

// ---- atomics: on memory of this thread, so that the old value is known ----

static const char *const orders[] = {"monotonic", "acquire", "release", "acq_rel", "seq_cst"};

static const char *scope(Gen *gen) {
    return gen->for_llvm || gen_chance(gen, 70) ? "" : "syncscope(\"block\") ";
}

// LLVM 19 has no code for most others.
static const char *order(Gen *gen) {
    return orders[gen->for_llvm ? 0 : gen_below(gen, 5)];
}

static const Object *atomic_object(Gen *gen, uint32_t bytes) {
    for (int tries = 0; tries < 20; tries++) {
        const Object *object = random_object(gen, bytes, true);
        // PTX has no atomics on local memory; ours makes plain accesses of them.
        bool refused = object && (object->space == 0 || object->space == 5) &&
                       (gen->for_llvm || gen->for_nvidia);
        if (object && object->align >= bytes && !refused) return object;
    }
    return NULL;
}

static void make_atomicrmw(Gen *gen) {
    static const char *const ints[] = {"xchg", "add",       "sub",      "and", "nand",
                                       "or",   "xor",       "max",      "min", "umax",
                                       "umin", "uinc_wrap", "udec_wrap"};
    static const char *const floats[] = {"xchg", "fadd", "fsub", "fmax", "fmin"};
    bool is_float = gen_chance(gen, 25);
    uint32_t bits = gen_chance(gen, 20) ? 8u << gen_below(gen, 2) : 32u << gen_below(gen, 2);
    const Type *type = is_float ? random_float(gen) : type_int(gen, bits);
    uint32_t bytes = type->bits / 8, space;
    const Object *object = atomic_object(gen, bytes);
    if (!object) return;
    const char *op = is_float ? floats[gen_below(gen, 5)] : ints[gen_below(gen, 13)];
    const char *value = operand(gen, type);

    uint32_t piece = piece_open(gen);
    const char *pointer = object_address(gen, object, bytes, bytes, &space), *old = gen_name(gen);
    // What is there may be a NaN, whose sum has no defined bits: something else first.
    if (is_float)
        gen_line(gen, "store %s %s, %s %s", type->name, constant_random(gen, type),
                 pointer_type(space), pointer);
    gen_line(gen, "%s = atomicrmw %s%s %s %s, %s %s %s%s, align %u", old,
             gen_chance(gen, 10) ? "volatile " : "", op, pointer_type(space), pointer, type->name,
             value, scope(gen), order(gen), bytes);
    if (is_float) {
        const char *now = gen_name(gen);
        gen_line(gen, "%s = load %s, %s %s", now, type->name, pointer_type(space), pointer);
        const char *clean = without_nan(gen, type, now), *sum = gen_name(gen);
        gen_line(gen, "%s = fadd %s %s, %s", sum, type->name, clean,
                 constant_double(gen, type, 0.0));
        gen_line(gen, "store %s %s, %s %s", type->name, sum, pointer_type(space), pointer);
    }
    piece_value(gen, piece, type, old);
}

static void make_cmpxchg(Gen *gen) {
    static const char *const pairs[] = {"monotonic monotonic", "acq_rel acquire", "seq_cst seq_cst",
                                        "release monotonic", "acquire acquire"};
    uint32_t bits = gen_chance(gen, 20) ? 8u << gen_below(gen, 2) : 32u << gen_below(gen, 2);
    const Type *type = type_int(gen, bits);
    uint32_t bytes = bits / 8, space;
    const Object *object = atomic_object(gen, bytes);
    if (!object) return;
    const char *wanted = operand(gen, type), *value = operand(gen, type);

    uint32_t piece = piece_open(gen);
    const char *pointer = object_address(gen, object, bytes, bytes, &space), *pair = gen_name(gen),
               *old = gen_name(gen), *done = gen_name(gen);
    if (gen_chance(gen, 50)) {
        wanted = gen_name(gen);
        gen_line(gen, "%s = load %s, %s %s, align %u", wanted, type->name, pointer_type(space),
                 pointer, bytes);
    }
    const char *pair_order = pairs[gen->for_llvm ? 0 : gen_below(gen, 5)];
    if (!gen_chance(gen, 40)) {
        gen_line(gen, "%s = cmpxchg %s %s, %s %s, %s %s %s%s, align %u", pair, pointer_type(space),
                 pointer, type->name, wanted, type->name, value, scope(gen), pair_order, bytes);
        gen_line(gen, "%s = extractvalue { %s, i1 } %s, 0", old, type->name, pair);
        gen_line(gen, "%s = extractvalue { %s, i1 } %s, 1", done, type->name, pair);
        const char *both = gen_name(gen);
        gen_line(gen, "%s = select i1 %s, %s %s, %s %s", both, done, type->name, old, type->name,
                 value);
        piece_value(gen, piece, type, both);
        return;
    }

    // A weak one may fail for no reason: again, until it did it or the value is another.
    const char *loop = gen_text(gen, "weak%u", gen->next++),
               *end = gen_text(gen, "weakend%u", gen->next++), *equal = gen_name(gen),
               *not_done = gen_name(gen), *again = gen_name(gen);
    gen_line(gen, "br label %%%s", loop);
    gen_label(gen, loop);
    gen_line(gen, "%s = cmpxchg weak %s %s, %s %s, %s %s %s%s, align %u", pair, pointer_type(space),
             pointer, type->name, wanted, type->name, value, scope(gen), pair_order, bytes);
    gen_line(gen, "%s = extractvalue { %s, i1 } %s, 0", old, type->name, pair);
    gen_line(gen, "%s = extractvalue { %s, i1 } %s, 1", done, type->name, pair);
    gen_line(gen, "%s = icmp eq %s %s, %s", equal, type->name, old, wanted);
    gen_line(gen, "%s = xor i1 %s, true", not_done, done);
    gen_line(gen, "%s = and i1 %s, %s", again, equal, not_done);
    gen_line(gen, "br i1 %s, label %%%s, label %%%s", again, loop, end);
    gen_label(gen, end);
    piece_end(gen, piece,
              gen_text(gen, "  br label %%%s\n%s:\n%s", end, end, gen_fallback(gen, type, old)));
    gen_add_value(gen, type, old);
}

static void make_atomic_access(Gen *gen) {
    uint32_t bits = 8u << gen_below(gen, 4), bytes = bits / 8, space;
    const Type *type = type_int(gen, bits);
    const Object *object = atomic_object(gen, bytes);
    if (!object) return;
    const char *value = operand(gen, type);
    uint32_t piece = piece_open(gen);
    const char *pointer = object_address(gen, object, bytes, bytes, &space);
    if (gen_chance(gen, 50)) {
        gen_line(gen, "store atomic %s %s, %s %s %s%s, align %u", type->name, value,
                 pointer_type(space), pointer, scope(gen),
                 gen->for_llvm || gen_chance(gen, 50) ? "monotonic" : "release", bytes);
        piece_end(gen, piece, "");
        return;
    }
    const char *name = gen_name(gen);
    gen_line(gen, "%s = load atomic %s, %s %s %s%s, align %u", name, type->name,
             pointer_type(space), pointer, scope(gen),
             gen->for_llvm || gen_chance(gen, 50) ? "monotonic" : "acquire", bytes);
    piece_value(gen, piece, type, name);
}

// A sum, or another operation that knows no order, of all threads' values; nobody reads it.
static void make_shared_sum(Gen *gen) {
    static const char *const ops[] = {"add", "and",  "or",   "xor", "max",
                                      "min", "umax", "umin", "sub"};
    if (!gen->in_kernel || gen->shared_count == 8) return;
    const Type *type = type_int(gen, gen_chance(gen, 60) ? 32 : 64);
    const char *value = operand(gen, type), *unused = gen_name(gen), *at = gen_name(gen);
    uint32_t piece = piece_open(gen);
    gen_line(gen, "%s = getelementptr inbounds i8, ptr %%sums, i64 %u", at,
             8 * gen->shared_count++);
    gen_line(gen, "%s = atomicrmw %s ptr %s, %s %s monotonic", unused, ops[gen_below(gen, 9)], at,
             type->name, value);
    piece_end(gen, piece, "");
}

static void make_fence(Gen *gen) {
    if (gen->for_llvm) return;
    uint32_t piece = piece_open(gen);
    gen_line(gen, "fence %s%s", scope(gen), orders[1 + gen_below(gen, 4)]);
    piece_end(gen, piece, "");
}

void make_memory(Gen *gen) {
    uint32_t kind = gen_below(gen, 100);
    if (kind < 25)
        make_store(gen);
    else if (kind < 45)
        make_load(gen);
    else if (kind < 58)
        make_slot(gen);
    else if (kind < 74)
        make_block_copy(gen);
    else if (kind < 83)
        make_atomicrmw(gen);
    else if (kind < 90)
        make_cmpxchg(gen);
    else if (kind < 94)
        make_atomic_access(gen);
    else if (kind < 97)
        make_shared_sum(gen);
    else
        make_fence(gen);
}
