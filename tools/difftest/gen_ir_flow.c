// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: branches, switches, loops, functions and calls. A region is a piece
// whose fallback jumps to its end and defines what it would have given.
#include "gen_ir_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What leaves a region: one name for each type.
typedef struct Exits {
    uint32_t count;
    const Type *types[3];
    const char *names[3];
} Exits;

static Exits draw_exits(Gen *gen) {
    Exits exits = {.count = 1 + gen_below(gen, 3)};
    for (uint32_t i = 0; i < exits.count; i++) {
        exits.types[i] = gen_chance(gen, 90) ? random_value_type(gen) : random_aggregate(gen, 1);
        exits.names[i] = gen_name(gen);
    }
    return exits;
}

static void end_region(Gen *gen, uint32_t piece, const Exits *exits, const char *label) {
    Buffer text = {0};
    buffer_add(&text, "  br label %%%s\n%s:\n", label, label);
    for (uint32_t i = 0; i < exits->count; i++)
        buffer_add(&text, "%s", gen_fallback(gen, exits->types[i], exits->names[i]));
    piece_end(gen, piece, gen_text(gen, "%s", text.at));
    free(text.at);
    for (uint32_t i = 0; i < exits->count; i++)
        gen_add_value(gen, exits->types[i], exits->names[i]);
}

// One way through the region: its code, then the values it gives.
static void arm(Gen *gen, uint32_t budget, const Exits *exits, const char **values) {
    uint32_t kept = gen->value_count;
    gen->nesting++;
    gen->divergent++;
    while (budget) make_step(gen, &budget);
    for (uint32_t i = 0; i < exits->count; i++) values[i] = operand(gen, exits->types[i]);
    gen->nesting--;
    gen->divergent--;
    gen->value_count = kept;
}

static void phis(Gen *gen, const Exits *exits, uint32_t ways, const char *const values[][3],
                 const char *const *from) {
    for (uint32_t i = 0; i < exits->count; i++) {
        Buffer text = {0};
        buffer_add(&text, "%s = phi %s ", exits->names[i], exits->types[i]->name);
        for (uint32_t k = 0; k < ways; k++)
            buffer_add(&text, "%s[ %s, %%%s ]", k ? ", " : "", values[k][i], from[k]);
        gen_line(gen, "%s", text.at);
        free(text.at);
    }
}

static const char *branch_weights(Gen *gen) {
    if (!gen_chance(gen, 15)) return "";
    uint32_t node = gen->metadata++;
    buffer_add(&gen->tail, "!%u = !{!\"branch_weights\", i32 %u, i32 %u}\n", node,
               1 + gen_below(gen, 1000), 1 + gen_below(gen, 1000));
    return gen_text(gen, ", !prof !%u", node);
}

static void make_if(Gen *gen, uint32_t budget) {
    Exits exits = draw_exits(gen);
    const char *condition = operand(gen, type_int(gen, 1)), *values[2][3], *from[2];
    uint32_t number = gen->next++, piece = piece_open(gen);
    const char *then = gen_text(gen, "then%u", number), *other = gen_text(gen, "else%u", number),
               *end = gen_text(gen, "join%u", number);
    bool has_else = gen_chance(gen, 65);

    if (!has_else) {
        // The values of the way around must be there before the branch.
        for (uint32_t i = 0; i < exits.count; i++) values[1][i] = operand(gen, exits.types[i]);
        from[1] = gen->block;
    }
    gen_line(gen, "br i1 %s, label %%%s, label %%%s%s", condition, then, has_else ? other : end,
             branch_weights(gen));
    gen_label(gen, then);
    arm(gen, budget / 2, &exits, values[0]);
    from[0] = gen->block;
    gen_line(gen, "br label %%%s", end);
    if (has_else) {
        gen_label(gen, other);
        arm(gen, budget / 2, &exits, values[1]);
        from[1] = gen->block;
        gen_line(gen, "br label %%%s", end);
    }
    gen_label(gen, end);
    phis(gen, &exits, 2, (const char *const(*)[3])values, from);
    end_region(gen, piece, &exits, end);
}

static void make_switch(Gen *gen, uint32_t budget) {
    Exits exits = draw_exits(gen);
    static const uint8_t widths[] = {2, 3, 8, 16, 32, 32, 64, 65};
    const Type *type = type_int(gen, widths[gen_below(gen, sizeof widths)]);
    const char *number = operand(gen, type), *values[7][3], *from[7];
    uint32_t ways = 2 + gen_below(gen, 4), id = gen->next++, piece = piece_open(gen);
    const char *end = gen_text(gen, "join%u", id), *key = gen_name(gen);
    bool full = ways > 2 && gen_chance(gen, 40); // the default is not reached

    // Few of the keys are met by chance: make them small.
    uint32_t base = gen_chance(gen, 70) ? 0 : gen_below(gen, 3),
             step = type->bits > 3 && gen_chance(gen, 30) ? 1 + gen_below(gen, 9) : 1;
    const char *rest = gen_name(gen);
    uint32_t classes = full ? ways : ways + 1;
    if (type->bits == 2 && classes > 3) classes = ways = 3, full = true;
    if (type->bits <= 3) base = 0;
    gen_line(gen, "%s = urem %s %s, %u", rest, type->name, number, classes);
    const char *scaled = gen_name(gen);
    gen_line(gen, "%s = mul %s %s, %u", scaled, type->name, rest, step);
    gen_line(gen, "%s = add %s %s, %u", key, type->name, scaled, base);

    Buffer text = {0};
    buffer_add(&text, "switch %s %s, label %%default%u [", type->name, key, id);
    for (uint32_t i = 0; i < ways; i++)
        buffer_add(&text, " %s %u, label %%case%u.%u", type->name, base + step * i, id, i);
    gen_line(gen, "%s ]", text.at);
    free(text.at);

    uint32_t in = 0;
    gen_label(gen, gen_text(gen, "default%u", id));
    if (full) {
        gen_line(gen, "unreachable");
    } else {
        arm(gen, budget / (ways + 1), &exits, values[in]);
        from[in++] = gen->block;
        gen_line(gen, "br label %%%s", end);
    }
    for (uint32_t i = 0; i < ways; i++) {
        gen_label(gen, gen_text(gen, "case%u.%u", id, i));
        bool falls = i + 1 < ways && gen_chance(gen, 15);
        arm(gen, budget / (ways + 1), &exits, values[in]);
        if (falls) { // two blocks that only jump: what it computed is lost
            gen_line(gen, "br label %%through%u.%u", id, i);
            gen_label(gen, gen_text(gen, "through%u.%u", id, i));
        }
        from[in++] = gen->block;
        gen_line(gen, "br label %%%s", end);
    }
    gen_label(gen, end);
    phis(gen, &exits, in, (const char *const(*)[3])values, from);
    end_region(gen, piece, &exits, end);
}

static const char *loop_metadata(Gen *gen) {
    static const char *const what[] = {
        "!\"llvm.loop.unroll.disable\"", "!\"llvm.loop.unroll.full\"",
        "!\"llvm.loop.unroll.count\", i32 2", "!\"llvm.loop.unroll.count\", i32 3",
        "!\"llvm.loop.unroll.enable\""};
    if (!gen_chance(gen, 30)) return "";
    uint32_t node = gen->metadata;
    gen->metadata += 2;
    buffer_add(&gen->tail, "!%u = distinct !{!%u, !%u}\n!%u = !{%s}\n", node, node, node + 1,
               node + 1, what[gen_below(gen, 5)]);
    return gen_text(gen, ", !llvm.loop !%u", node);
}

// The next value of what a loop carries.
static const char *carry(Gen *gen, const Type *type, const char *old, const char *value) {
    static const char *const ops[] = {"add", "xor", "sub", "or", "mul"};
    const char *name = gen_name(gen);
    if (type_is_int(type) && type->kind != TYPE_STRUCT && type->kind != TYPE_ARRAY) {
        gen_line(gen, "%s = %s %s %s, %s", name, ops[gen_below(gen, 5)], type->name, old, value);
    } else {
        const char *condition = operand(gen, type_int(gen, 1));
        name = gen_name(gen);
        gen_line(gen, "%s = select i1 %s, %s %s, %s %s", name, condition, type->name, value,
                 type->name, old);
    }
    return name;
}

static bool plain_int(const Type *type) {
    return type->kind == TYPE_INT || (type->kind == TYPE_VECTOR && type_is_int(type));
}

// A counted loop, tested at its end or at its head; up or down; the counter of several widths.
static void make_loop(Gen *gen, uint32_t budget) {
    static const uint8_t widths[] = {8, 16, 32, 32, 32, 64, 64, 33};
    const Type *type = type_int(gen, widths[gen_below(gen, sizeof widths)]);
    Exits exits = draw_exits(gen);
    const char *first[3], *now[3], *next[3];
    for (uint32_t i = 0; i < exits.count; i++) first[i] = operand(gen, exits.types[i]);
    const char *given = operand(gen, type);
    uint32_t id = gen->next++, piece = piece_open(gen),
             most = 1 + gen_below(gen, gen->nesting ? 3 : 6);
    bool constant = gen_chance(gen, 50), down = gen_chance(gen, 25), at_head = gen_chance(gen, 40);
    const char *count = gen_text(gen, "%u", most), *head = gen_text(gen, "head%u", id),
               *body = gen_text(gen, "body%u", id), *end = gen_text(gen, "exit%u", id);
    if (!constant) {
        const char *rest = gen_name(gen);
        gen_line(gen, "%s = urem %s %s, %u", rest, type->name, given, most);
        count = gen_name(gen);
        gen_line(gen, "%s = add nuw nsw %s %s, 1", count, type->name, rest);
    }

    // The names of what comes around are needed before they are made.
    const char *before = gen->block, *counter = gen_name(gen), *stepped = gen_name(gen),
               *test = gen_name(gen), *latch = gen_text(gen, "latch%u", id);
    gen_line(gen, "br label %%%s", head);
    gen_label(gen, head);
    gen_line(gen, "%s = phi %s [ %s, %%%s ], [ %s, %%%s ]", counter, type->name, down ? count : "0",
             before, stepped, latch);
    for (uint32_t i = 0; i < exits.count; i++) {
        now[i] = at_head ? exits.names[i] : gen_name(gen);
        next[i] = at_head ? gen_name(gen) : exits.names[i];
        gen_line(gen, "%s = phi %s [ %s, %%%s ], [ %s.next, %%%s ]", now[i], exits.types[i]->name,
                 first[i], before, next[i], latch);
    }
    if (at_head) {
        const char *more = gen_name(gen);
        gen_line(gen, "%s = icmp %s %s %s, %s", more, down ? "ne" : "ult", type->name, counter,
                 down ? "0" : count);
        gen_line(gen, "br i1 %s, label %%%s, label %%%s", more, body, end);
        gen_label(gen, body);
    }

    uint32_t kept = gen->value_count;
    gen->nesting++;
    gen->divergent++;
    gen_add_value(gen, type, counter);
    for (uint32_t i = 0; i < exits.count; i++) gen_add_value(gen, exits.types[i], now[i]);
    while (budget) make_step(gen, &budget);
    for (uint32_t i = 0; i < exits.count; i++) {
        const char *value = operand(gen, exits.types[i]);
        const char *carried = carry(gen, exits.types[i], now[i], value);
        // A name of its own for the phi above.
        if (plain_int(exits.types[i]))
            gen_line(gen, "%s.next = xor %s %s, %s", next[i], exits.types[i]->name, carried,
                     constant_number(gen, exits.types[i], gen_below(gen, 2)));
        else
            gen_line(gen, "%s.next = select i1 true, %s %s, %s %s", next[i], exits.types[i]->name,
                     carried, exits.types[i]->name, now[i]);
    }
    gen->nesting--;
    gen->divergent--;
    gen->value_count = kept;

    gen_line(gen, "br label %%%s", latch);
    gen_label(gen, latch);
    gen_line(gen, "%s = %s %s %s, %s", stepped, down ? "sub nuw" : "add nuw nsw", type->name,
             counter, "1");
    if (at_head) {
        gen_line(gen, "br label %%%s%s", head, loop_metadata(gen));
        gen_label(gen, end);
    } else {
        gen_line(gen, "%s = icmp %s %s %s, %s", test, down ? "ugt" : "ult", type->name, stepped,
                 down ? "0" : count);
        gen_line(gen, "br i1 %s, label %%%s, label %%%s%s", test, head, end, loop_metadata(gen));
        gen_label(gen, end);
        for (uint32_t i = 0; i < exits.count; i++)
            gen_line(gen, "%s = phi %s [ %s.next, %%%s ]", exits.names[i], exits.types[i]->name,
                     next[i], latch);
    }
    end_region(gen, piece, &exits, end);
}

// A cycle with two entries: A -> B -> A ... left from B after some rounds.
static void make_irreducible(Gen *gen) {
    const Type *type = type_int(gen, 32);
    Exits exits = {.count = 1, .types = {type}, .names = {gen_name(gen)}};
    const char *condition = operand(gen, type_int(gen, 1)), *x = operand(gen, type),
               *y = operand(gen, type), *rounds = operand(gen, type);
    uint32_t id = gen->next++, piece = piece_open(gen);
    const char *before = gen->block, *end = gen_text(gen, "away%u", id);
    gen_line(gen, "%%n%u = and i32 %s, 3", id, rounds);
    gen_line(gen, "br i1 %s, label %%one%u, label %%two%u", condition, id, id);
    gen_label(gen, gen_text(gen, "one%u", id));
    gen_line(gen, "%%c%u = phi i32 [ %%n%u, %%%s ], [ %%l%u, %%two%u ]", id, id, before, id, id);
    gen_line(gen, "%%p%u = phi i32 [ %s, %%%s ], [ %%q%u.next, %%two%u ]", id, x, before, id, id);
    gen_line(gen, "%%p%u.next = mul i32 %%p%u, 3", id, id);
    gen_line(gen, "br label %%two%u", id);
    gen_label(gen, gen_text(gen, "two%u", id));
    gen_line(gen, "%%d%u = phi i32 [ %%n%u, %%%s ], [ %%c%u, %%one%u ]", id, id, before, id, id);
    gen_line(gen, "%%q%u = phi i32 [ %s, %%%s ], [ %%p%u.next, %%one%u ]", id, y, before, id, id);
    gen_line(gen, "%%q%u.next = add i32 %%q%u, %s", id, id, x);
    gen_line(gen, "%%l%u = sub i32 %%d%u, 1", id, id);
    gen_line(gen, "%%more%u = icmp sgt i32 %%l%u, 0", id, id);
    gen_line(gen, "br i1 %%more%u, label %%one%u, label %%%s", id, id, end);
    gen_label(gen, end);
    gen_line(gen, "%s = xor i32 %%q%u.next, %%d%u", exits.names[0], id, id);
    end_region(gen, piece, &exits, end);
}

void make_region(Gen *gen, uint32_t budget) {
    uint32_t kind = gen_below(gen, 100);
    if (kind < 40)
        make_if(gen, budget);
    else if (kind < 62)
        make_switch(gen, budget);
    else if (kind < 92)
        make_loop(gen, budget / 2);
    else
        make_irreducible(gen);
}

// ---- calls ----

static const char *memory_argument(Gen *gen) {
    for (int tries = 0; tries < 20; tries++) {
        const Object *object = random_object(gen, MEMORY_ARGUMENT, true);
        if (!object || object->align < 4) continue;
        uint32_t space;
        const char *pointer = object_address(gen, object, MEMORY_ARGUMENT, 4, &space),
                   *generic = gen_name(gen);
        if (!space) return pointer;
        gen_line(gen, "%s = addrspacecast %s %s to ptr", generic, pointer_type(space), pointer);
        return generic;
    }
    return NULL;
}

static void argument_text(Gen *gen, Buffer *text, const Function *function, uint32_t i,
                          const char *value) {
    const Type *type = function->params[i];
    switch (function->kinds[i]) {
    case 'm': buffer_add(text, "ptr %s", value); break;
    case 'b': buffer_add(text, "ptr byval(%s) align 16 %s", type->name, value); break;
    default: buffer_add(text, "%s %s", type->name, value);
    }
    (void)gen;
}

// A function with unnamed arguments, which reads them twice.
static void variadic_function(Gen *gen) {
    if (!gen_first_use(gen, "variadic")) return;
    static const char *const used[] = {"start.p0(ptr)", "end.p0(ptr)", "copy.p0(ptr, ptr)"};
    for (uint32_t i = 0; i < 3; i++) buffer_add(&gen->tail, "declare void @llvm.va_%s\n", used[i]);
    buffer_add(
        &gen->tail,
        "define internal i64 @variadic(i32 %%n, ...) noinline {\n"
        "  %%list = alloca ptr\n  %%again = alloca ptr\n"
        "  call void @llvm.va_start.p0(ptr %%list)\n"
        "  call void @llvm.va_copy.p0(ptr %%again, ptr %%list)\n"
        "  %%a = va_arg ptr %%list, i32\n  %%b = va_arg ptr %%list, i64\n"
        "  %%c = va_arg ptr %%list, double\n  %%d = va_arg ptr %%again, i32\n"
        "  call void @llvm.va_end.p0(ptr %%again)\n  call void @llvm.va_end.p0(ptr %%list)\n"
        "  %%bits = bitcast double %%c to i64\n  %%both = sub i32 %%a, %%n\n"
        "  %%e = mul i32 %%both, %%d\n  %%f = zext i32 %%e to i64\n  %%g = add i64 %%f, %%b\n"
        "  %%h = xor i64 %%g, %%bits\n  ret i64 %%h\n}\n");
}

static void make_variadic_call(Gen *gen) {
    variadic_function(gen);
    const Type *type = type_int(gen, 32), *wide = type_int(gen, 64),
               *real = type_float(gen, 64, false);
    const char *a = operand(gen, type), *b = operand(gen, wide), *c = operand(gen, real),
               *n = operand(gen, type), *name = gen_name(gen);
    uint32_t piece = piece_open(gen);
    gen_line(gen, "%s = call i64 (i32, ...) @variadic(i32 %s, i32 %s, i64 %s, double %s)", name, n,
             a, b, c);
    piece_value(gen, piece, wide, name);
}

void make_call(Gen *gen) {
    if (!gen->for_llvm && !gen->for_nvidia && gen_chance(gen, 20)) {
        make_variadic_call(gen);
        return;
    }
    if (!gen->function_count) return;
    const Function *function = &gen->functions[gen_below(gen, gen->function_count)];
    const char *values[6] = {NULL}, *name = gen_name(gen);
    for (uint32_t i = 0; i < function->param_count; i++)
        if (function->kinds[i] != 'm') values[i] = operand(gen, function->params[i]);

    uint32_t piece = piece_open(gen);
    Buffer text = {0};
    for (uint32_t i = 0; i < function->param_count; i++) {
        const char *value = values[i];
        if (function->kinds[i] == 'm') {
            value = memory_argument(gen);
            if (!value) {
                const Type *bytes = type_array(gen, type_int(gen, 8), MEMORY_ARGUMENT);
                value = entry_alloca(gen, bytes, 16);
                gen_line(gen, "store %s zeroinitializer, ptr %s", bytes->name, value);
            }
        } else if (function->kinds[i] == 'b') {
            const char *slot = entry_alloca(gen, function->params[i], 16);
            gen_line(gen, "store %s %s, ptr %s, align 16", function->params[i]->name, value, slot);
            value = slot;
        } else if (function->kinds[i] == 'd') {
            value = gen_name(gen);
            gen_line(gen, "%s = and i32 %s, 3", value, values[i]);
        }
        if (i) buffer_add(&text, ", ");
        argument_text(gen, &text, function, i, value);
    }

    const char *callee = function->name;
    if (gen_chance(gen, 10)) { // through memory that another module might have changed
        const char *table = gen_text(gen, "@table%u", gen->next++);
        buffer_add(&gen->tail, "%s = addrspace(1) global [1 x ptr] [ptr %s]\n", table, callee);
        callee = gen_name(gen);
        gen_line(gen, "%s = load ptr, ptr addrspace(1) %s", callee, table);
    }
    static const char *const tails[] = {"", "", "", "tail ", "notail "};
    gen_line(gen, "%s = %scall %s %s(%s)", name,
             tails[gen_below(gen, 3 + 2 * (text.at && !strstr(text.at, "ptr ")))],
             function->result->name, callee, text.at ? text.at : "");
    free(text.at);
    piece_value(gen, piece, function->result, name);
}

// ---- functions ----

// LLVM loses lanes of small vectors in structures, and misaligns others, in parameters and results.
// It passes whatever is beside an i7 and takes it for zeros (ld.param.u8 for zext), libNVVM too.
static const Type *plain_type(Gen *gen) {
    static const uint8_t bits[] = {1, 8, 16, 32, 32, 64, 64, 8};
    if (gen_chance(gen, 35)) return random_float(gen);
    const Type *type = type_int(gen, bits[gen_below(gen, sizeof bits)]);
    return type->bits == 32 || type->bits == 64 ? random_shape(gen, type, 30) : type;
}

// libNVVM returns a bfloat in a structure as a NaN.
static const Type *plain_field(Gen *gen) {
    const Type *type = type_scalar(plain_type(gen));
    return type->brain ? type_float(gen, 32, false) : type;
}

static const Type *signature_type(Gen *gen, bool aggregate) {
    if (!gen->for_llvm && !gen->for_nvidia)
        return aggregate ? random_aggregate(gen, 1) : random_value_type(gen);
    if (!aggregate) return plain_type(gen);
    const Type *fields[4];
    uint32_t count = 1 + gen_below(gen, 4);
    for (uint32_t i = 0; i < count; i++) fields[i] = plain_field(gen);
    return gen_chance(gen, 30) ? type_array(gen, fields[0], count)
                               : type_struct(gen, fields, count);
}

static void draw_signature(Gen *gen, Function *function) {
    function->name = gen_text(gen, "@f%u", gen->next++);
    function->result = signature_type(gen, gen_chance(gen, 30));
    function->param_count = gen_below(gen, 6);
    for (uint32_t i = 0; i < function->param_count; i++) {
        uint32_t kind = gen_below(gen, 100);
        function->kinds[i] = kind < 75 ? 'v' : kind < 88 ? 'm' : 'b';
        const Type *type = signature_type(gen, kind >= 88 || gen_chance(gen, 20));
        // libNVVM writes a bfloat constant that is an argument as a number that means nothing.
        if (gen->for_nvidia && type->brain) type = type_float(gen, 32, false);
        function->params[i] = type;
    }
    if (function->param_count && gen_chance(gen, 20)) {
        function->kinds[0] = 'd';
        function->params[0] = type_int(gen, 32);
    }
}

static const char *header(Gen *gen, const Function *function) {
    static const char *const linkages[] = {"internal ", "internal ", "private ",
                                           "",          "weak_odr ", "linkonce_odr "};
    static const char *const attributes[] = {"noinline",
                                             "noinline",
                                             "",
                                             "alwaysinline",
                                             "inlinehint nounwind",
                                             "noinline nounwind willreturn mustprogress"};
    bool recursive = function->param_count && function->kinds[0] == 'd';
    Buffer text = {0};
    buffer_add(&text, "define %s%s %s(", linkages[gen_below(gen, 6)], function->result->name,
               function->name);
    for (uint32_t i = 0; i < function->param_count; i++) {
        const char *name = function->params[i]->name;
        if (i) buffer_add(&text, ", ");
        switch (function->kinds[i]) {
        case 'm':
            buffer_add(&text, "ptr %s%%a%u",
                       gen_chance(gen, 40) ? "nonnull align 4 dereferenceable(32) " : "", i);
            break;
        case 'b': buffer_add(&text, "ptr byval(%s) align 16 %%a%u", name, i); break;
        default: buffer_add(&text, "%s %s%%a%u", name, gen_chance(gen, 20) ? "noundef " : "", i);
        }
    }
    uint32_t attribute = gen_below(gen, 6);
    if (recursive && attribute == 3) attribute = 0;
    const char *result = gen_text(gen, "%s) %s", text.at, attributes[attribute]);
    free(text.at);
    return result;
}

// Calls itself with one less, unless it is 0; the result as a value of the pool.
static void recursion(Gen *gen, const Function *function) {
    Exits exits = {.count = 1, .types = {function->result}, .names = {gen_name(gen)}};
    const char *values[2][3], *from[2], *end = gen_text(gen, "back%u", gen->next++),
                                        *deeper = gen_text(gen, "deeper%u", gen->next++);
    values[1][0] = operand(gen, function->result);
    const char *arguments[6] = {NULL};
    for (uint32_t i = 1; i < function->param_count; i++)
        arguments[i] = function->kinds[i] == 'v' ? operand(gen, function->params[i])
                                                 : gen_text(gen, "%%a%u", i);

    uint32_t piece = piece_open(gen);
    const char *is_zero = gen_name(gen), *less = gen_name(gen), *result = gen_name(gen);
    gen_line(gen, "%s = icmp eq i32 %%a0, 0", is_zero);
    from[1] = gen->block;
    gen_line(gen, "br i1 %s, label %%%s, label %%%s", is_zero, end, deeper);
    gen_label(gen, deeper);
    gen_line(gen, "%s = sub nuw i32 %%a0, 1", less);
    Buffer text = {0};
    buffer_add(&text, "i32 %s", less);
    for (uint32_t i = 1; i < function->param_count; i++) {
        buffer_add(&text, ", ");
        argument_text(gen, &text, function, i, arguments[i]);
    }
    gen_line(gen, "%s = call %s %s(%s)", result, function->result->name, function->name, text.at);
    free(text.at);
    values[0][0] = result;
    from[0] = deeper;
    gen_line(gen, "br label %%%s", end);
    gen_label(gen, end);
    phis(gen, &exits, 2, (const char *const(*)[3])values, from);
    end_region(gen, piece, &exits, end);
}

void make_function(Gen *gen) {
    Function function = {0};
    draw_signature(gen, &function);
    gen->block = "entry";
    bool recursive = false;
    for (uint32_t i = 0; i < function.param_count; i++) {
        const char *name = gen_text(gen, "%%a%u", i);
        recursive |= function.kinds[i] == 'd';
        if (function.kinds[i] == 'm') {
            gen->objects[gen->object_count++] = (Object){name, 0, MEMORY_ARGUMENT, 4, true};
        } else if (function.kinds[i] == 'b') {
            uint32_t piece = piece_open(gen);
            const char *loaded = gen_name(gen);
            gen_line(gen, "%s = load %s, ptr %s, align 16", loaded, function.params[i]->name, name);
            piece_value(gen, piece, function.params[i], loaded);
        } else {
            gen_add_value(gen, function.params[i], name);
        }
    }
    if (gen_chance(gen, 50)) make_alloca_objects(gen, 1);
    if (recursive) recursion(gen, &function);

    uint32_t budget = 2 + gen_below(gen, 10);
    while (budget) make_step(gen, &budget);
    gen_line(gen, "ret %s %s", function.result->name, operand(gen, function.result));
    // The text of `ret` and its operand are in order: what operand() wrote came first.
    gen_function_end(gen, header(gen, &function));
    gen->functions[gen->function_count++] = function;
}
