// SPDX-License-Identifier: Apache-2.0
// Text of modules. An operation is printed by the `syntax` of its row, with the blanks that MLIR's
// declarative formats put: one before words and values, none inside brackets and before a comma.
#include "tile/write/print_int.h"

static void print_block(Printer *p, const TileBlock *body, bool last);

// ---- blanks ------------------------------------------------------------------------------------

static void put(Printer *p, const char *s, size_t n) {
    if (!p->silent) buf_write(p->out, s, n);
}

static void print_word(Printer *p, const char *s, size_t n) {
    if (p->space) {
        // Signs of one character cling to what is before them; brackets cling to any sign.
        const char *cling = p->sign ? ">)}]," : "<>(){}[],";
        if (n != 1 || !strchr(cling, *s)) put(p, " ", 1);
    }
    put(p, s, n);
    p->space = n != 1 || !strchr("<({[", *s);
    p->sign = *s != '_' && !tp_letter(*s);
}

// The blank before an operand, attribute or type.
static void begin_value(Printer *p) {
    if (p->space || !p->sign) put(p, " ", 1);
    p->space = true;
    p->sign = false;
}

// ---- parts of the syntax -----------------------------------------------------------------------

static void print_values(Printer *p, TileValue *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(p->out, ", ");
        buf_atom(p->ctx, p->out, at[i]->name);
    }
}

static void print_types(Printer *p, TileValue *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(p->out, ", ");
        tile_type_print(p->ctx, at[i]->type, p->out);
    }
}

static void print_enum(Printer *p, const TileAttr *choice) {
    uint32_t n = 0;
    const char *word = tile_enum_word((TileEnum)choice->which, choice->bits, &n);
    if (word) buf_write(p->out, word, n);
}

// Enums print as their bare word here; elsewhere their kind goes with them.
static void print_attr(Printer *p, const TileAttr *printed, const TileAttrSlot *slot) {
    if (!printed) return;
    TileAttr copy = *printed;
    if (slot->kind == TILE_A_INTS) copy.which = slot->bits == 8; // booleans
    if (slot->kind == TILE_A_ENUM)
        print_enum(p, printed);
    else
        tp_attr(p, &copy, false);
}

// The values of an operand slot, or of the results where it names those.
static bool slot_values(const TileOp *op, const char *name, size_t n, TileValue ***at,
                        uint32_t *count) {
    const TileOpRow *row = tile_row(op);
    int slot = tile_slot_find(row->operand, name, n);
    if (slot >= 0) {
        *at = tile_operands(op, (uint32_t)slot, count);
        return true;
    }
    slot = tile_slot_find(row->result, name, n);
    if (slot < 0) return false;
    bool many = row->result[slot].many == TILE_MANY;
    *count = many ? op->nresult : (uint32_t)slot < op->nresult;
    *at = op->result + (many ? 0 : slot);
    return true;
}

// What need not be printed, since a reader supplies it.
static bool is_fallback(const TileAttr *attr, const TileAttrSlot *slot) {
    if (!attr) return true;
    if (slot->kind == TILE_A_ENUM) return !slot->maybe && attr->bits == slot->fallback;
    if (slot->kind != TILE_A_INTS) return false;
    for (uint32_t i = 0; i < attr->n; i++) {
        if (attr->number[i]) return false;
    }
    return true;
}

// Whether a group of the syntax is printed: by the operand or attribute it is named after.
static bool is_there(const TileOp *op, const char *name, size_t n) {
    TileValue **at;
    uint32_t count;
    if (slot_values(op, name, n, &at, &count)) return count != 0;
    int i = tile_attr_find(tile_row(op)->attr, name, n);
    return i >= 0 && !is_fallback(op->attr[i], &tile_row(op)->attr[i]);
}

static void print_name(Printer *p, const TileOp *owner, const char *name, size_t n) {
    TileValue **at;
    uint32_t count;
    begin_value(p);
    if (p->silent) return;
    int i = tile_slot_find(tile_row(owner)->operand, name, n) < 0
                ? tile_attr_find(tile_row(owner)->attr, name, n)
                : -1;
    if (i >= 0)
        print_attr(p, owner->attr[i], &tile_row(owner)->attr[i]);
    else if (slot_values(owner, name, n, &at, &count))
        print_values(p, at, count);
}

// An attribute with its word, or only the blank before it.
static void print_marked(Printer *p, const TileOp *owner, const char *name, size_t n) {
    begin_value(p);
    int i = tile_attr_find(tile_row(owner)->attr, name, n);
    const TileAttrSlot *slot = &tile_row(owner)->attr[i];
    if (is_fallback(owner->attr[i], slot)) return;
    if (slot->kind == TILE_A_ENUM) {
        buf_printf(p->out, "%s<", tile_enum_row[slot->which].name);
        print_enum(p, owner->attr[i]);
        buf_putc(p->out, '>');
    } else {
        buf_printf(p->out, "%s = ", slot->name);
        print_attr(p, owner->attr[i], slot);
    }
}

// ---- by hand -----------------------------------------------------------------------------------

static void newline(Printer *p) {
    buf_putc(p->out, '\n');
    for (uint32_t i = 0; i < p->indent; i++) buf_putc(p->out, ' ');
}

// A region whose last operation need not be said if it is `implied` and gives nothing.
static void print_region(Printer *p, const TileBlock *body, TileOpcode implied) {
    const TileOp *end = body && body->ops.n ? vec_last(&body->ops) : NULL;
    bool last = !(end && end->code == implied && end->noperand == 0 && !end->further);
    buf_putc(p->out, '{');
    if (body) print_block(p, body, last);
    newline(p);
    buf_putc(p->out, '}');
}

static void print_pairs(Printer *p, TileValue *const *arg, TileValue *const *init, uint32_t n) {
    buf_puts(p->out, "iter_values(");
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(p->out, ", ");
        buf_atom(p->ctx, p->out, arg[i]->name);
        buf_puts(p->out, " = ");
        buf_atom(p->ctx, p->out, init[i]->name);
    }
    buf_puts(p->out, ") ");
}

// A module that was not verified may lack parts: then nothing is printed for them.
static void print_for(Printer *p, const TileOp *loop) {
    const TileBlock *block = loop->region[0];
    uint32_t n = loop->group[3];
    if (!block || loop->noperand < 3 || block->narg < n + 1) return;
    if (tile_attr(loop, "unsignedCmp")) buf_puts(p->out, " unsigned");
    buf_printf(p->out, " %s in (", atom_str(p->ctx, block->arg[0]->name));
    buf_printf(p->out, "%s to ", atom_str(p->ctx, loop->operand[0]->name));
    buf_printf(p->out, "%s, step ", atom_str(p->ctx, loop->operand[1]->name));
    buf_printf(p->out, "%s) : ", atom_str(p->ctx, loop->operand[2]->name));
    tile_type_print(p->ctx, block->arg[0]->type, p->out);
    buf_putc(p->out, ' ');
    if (n) {
        print_pairs(p, block->arg + 1, loop->operand + 3, n);
        buf_puts(p->out, "-> (");
        print_types(p, loop->operand + 3, n);
        buf_puts(p->out, ") ");
    }
    print_region(p, block, TILE_O_CONTINUE);
}

static void print_loop(Printer *p, const TileOp *loop) {
    const TileBlock *block = loop->region[0];
    uint32_t n = loop->noperand;
    if (!block || block->narg < n) return;
    buf_putc(p->out, ' ');
    if (n) print_pairs(p, block->arg, loop->operand, n);
    if (n || loop->nresult) buf_puts(p->out, ": ");
    if (n) {
        print_types(p, loop->operand, n);
        buf_puts(p->out, loop->nresult ? " -> " : " ");
    }
    if (loop->nresult) {
        print_types(p, loop->result, loop->nresult);
        buf_putc(p->out, ' ');
    }
    print_region(p, block, TILE_O_CONTINUE);
}

static void print_if(Printer *p, const TileOp *branch) {
    buf_putc(p->out, ' ');
    print_values(p, branch->operand, branch->noperand);
    if (branch->nresult) {
        buf_puts(p->out, " -> (");
        print_types(p, branch->result, branch->nresult);
        buf_putc(p->out, ')');
    }
    buf_putc(p->out, ' ');
    print_region(p, branch->region[0], TILE_O_YIELD);
    if (!branch->region[1]) return;
    buf_puts(p->out, " else ");
    print_region(p, branch->region[1], TILE_O_YIELD);
}

static void print_args(Printer *p, const TileBlock *owner) {
    buf_putc(p->out, '(');
    for (uint32_t i = 0; i < owner->narg; i++) {
        if (i) buf_puts(p->out, ", ");
        buf_printf(p->out, "%s: ", atom_str(p->ctx, owner->arg[i]->name));
        tile_type_print(p->ctx, owner->arg[i]->type, p->out);
    }
    buf_putc(p->out, ')');
}

// The region of a reduction or a scan, on a line of its own.
static void print_body(Printer *p, const TileOp *aggregate) {
    buf_putc(p->out, ' ');
    newline(p);
    if (aggregate->region[0]) print_args(p, aggregate->region[0]);
    buf_puts(p->out, " {");
    if (aggregate->region[0]) print_block(p, aggregate->region[0], true);
    newline(p);
    buf_putc(p->out, '}');
}

// Sizes in one list: numbers where they are known, else the next operand.
static void print_mixed(Printer *p, const int64_t *at, uint32_t n, TileValue *const *unknown,
                        uint32_t left) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(p->out, ", ");
        if (at[i] != TILE_DYNAMIC) {
            buf_i64(p->out, at[i]);
        } else if (left) {
            buf_atom(p->ctx, p->out, (*unknown++)->name);
            left--;
        }
    }
}

static void print_extents(Printer *p, const TileOp *making) {
    uint32_t nshape, nstride;
    TileValue **shape = tile_operands(making, 1, &nshape),
              **stride = tile_operands(making, 2, &nstride);
    const TileType *type = making->result[0]->type;
    buf_printf(p->out, " %s, shape = [", atom_str(p->ctx, making->operand[0]->name));
    print_mixed(p, type->shape, type->nshape, shape, nshape);
    buf_puts(p->out, "], strides = [");
    print_mixed(p, type->stride, type->nstride, stride, nstride);
    buf_putc(p->out, ']');
}

static void print_tensor(Printer *p, const TileOp *making) {
    uint32_t nshape, nstride;
    TileValue **shape = tile_operands(making, 1, &nshape),
              **stride = tile_operands(making, 2, &nstride);
    const TileType *type = making->result[0]->type;
    buf_putc(p->out, ' ');
    // The pointer's type only where the view's does not give it.
    if (type->pointer) {
        tile_type_print(p->ctx, making->operand[0]->type, p->out);
        buf_puts(p->out, nshape || nstride ? ", " : " -> ");
    }
    if (nshape || nstride) {
        tile_type_print(p->ctx, (nshape ? shape : stride)[0]->type, p->out);
        buf_puts(p->out, " -> ");
    }
    tile_type_print(p->ctx, type, p->out);
}

// Types of indices: one for all where they are the same.
static void print_index(Printer *p, const TileOp *access) {
    uint32_t n;
    TileValue **at =
        tile_operands(access, (uint32_t)tile_slot_find(tile_row(access)->operand, "index", 5), &n);
    bool same = true;
    for (uint32_t i = 1; i < n; i++) same &= at[i]->type == at[0]->type;
    if (n) buf_puts(p->out, ", ");
    print_types(p, at, same && n ? 1 : n);
}

static void print_units(Printer *p, const TileOp *owner) {
    if (tile_attr(owner, "flush_to_zero")) buf_puts(p->out, " flush_to_zero");
    if (tile_attr(owner, "propagate_nan")) buf_puts(p->out, " propagate_nan");
}

static void print_reduction(Printer *p, const TileOp *owner) {
    const TileAttr *attr = tile_attr(owner, "reduction");
    if (!attr || !attr->bits) return;
    buf_puts(p->out, " attributes {reduction = #cuda_tile.multimem_reduction_kind<");
    print_enum(p, attr);
    buf_puts(p->out, ">}");
}

static void print_splat(Printer *p, const TileOp *producer) {
    buf_putc(p->out, ' ');
    print_types(p, producer->result, producer->nresult ? 1 : 0);
}

static void print_constant(Printer *p, const TileOp *constant) {
    buf_putc(p->out, ' ');
    if (constant->attr[0]) tp_dense(p, constant->attr[0]);
}

static const struct {
    const char *name;
    void (*print)(Printer *, const TileOp *);
} hands[] = {
    {"body", print_body},       {"dense", print_constant},
    {"for", print_for},         {"if", print_if},
    {"index", print_index},     {"loop", print_loop},
    {"splat", print_splat},     {"tensor", print_tensor},
    {"units", print_units},     {"reduction", print_reduction},
    {"extents", print_extents},
};

// The names that stand behind % in op.def.
static void print_by_hand(Printer *p, const TileOp *owner, const char *name, size_t n) {
    for (size_t i = 0; i < CU_COUNT(hands); i++) {
        if (strlen(hands[i].name) == n && memcmp(hands[i].name, name, n) == 0)
            hands[i].print(p, owner);
    }
    p->space = true;
    p->sign = false;
}

// ---- the engine --------------------------------------------------------------------------------

static void print_types_of(Printer *p, const TileOp *owner, const char *name, size_t n) {
    TileValue **at;
    uint32_t count;
    begin_value(p);
    if (!p->silent && slot_values(owner, name, n, &at, &count)) print_types(p, at, count);
}

// One item of `syntax` (op.def has the notation).
static void print_part(Printer *p, const TileOp *owner, const char *part, size_t n) {
    if (*part == '\'') {
        print_word(p, part + 1, n - 2);
    } else if (*part == '~') {
        p->space = false;
        p->sign = true;
    } else if (*part == '^') {
        print_types_of(p, owner, part + 1, n - 1);
    } else if (*part == '!') {
        print_marked(p, owner, part + 1, n - 1);
    } else if (*part == '%') {
        print_by_hand(p, owner, part + 1, n - 1);
    } else if (*part == '<') {
        begin_value(p);
        put(p, "<", 1);
        int i = tile_attr_find(tile_row(owner)->attr, part + 1, n - 2);
        if (!p->silent) print_enum(p, owner->attr[i]);
        put(p, ">", 1);
    } else {
        print_name(p, owner, part, n);
    }
}

// What text alone has, at its place in the syntax.
static void print_further(Printer *p, const TileAttr *further, bool word) {
    if (!further) return;
    buf_puts(p->out, word ? " attributes " : " ");
    tp_further(p, further);
    p->space = true;
    p->sign = false;
}

// The mirror of read_syntax (read/text_op.c). Groups that are not there run silently, since
// they may still change where blanks go.
static void print_syntax(Printer *p, const TileOp *owner) {
    const char *place = tile_further_place(tile_row(owner));
    for (const char *part = tile_row(owner)->syntax; *part;) {
        size_t n = strcspn(part, " ");
        if (part == place) print_further(p, owner->further, n > 1 && *part == '@');
        if (*part == '{')
            p->silent = !is_there(owner, part + 1, n - 1);
        else if (*part == '}')
            p->silent = false;
        else if (*part != '@')
            print_part(p, owner, part, n);
        part += n + (part[n] == ' ');
    }
    if (!*place) print_further(p, owner->further, false);
}

static void print_op(Printer *p, const TileOp *printed) {
    const TileOpRow *row = tile_row(printed);
    newline(p);
    bool each = tile_nslots(row->result) > 1;
    for (uint32_t i = 0; i < (each ? printed->nresult : printed->nresult > 0); i++) {
        const char *name = atom_str(p->ctx, printed->result[i]->name);
        buf_printf(p->out, "%s%.*s", i ? ", " : "", (int)strcspn(name, "#"), name);
    }
    if (!each && printed->nresult > 1) buf_printf(p->out, ":%u", printed->nresult);
    if (printed->nresult) buf_puts(p->out, " = ");
    buf_puts(p->out, row->name);
    p->space = true;
    p->sign = false;
    print_syntax(p, printed);
    if (p->flags & TILE_PRINT_DEBUG) tp_loc(p, printed->loc);
}

// Without its last operation where that is implied.
static void print_block(Printer *p, const TileBlock *body, bool last) {
    p->indent += 2;
    for (uint32_t i = 0; i < body->ops.n - (last || !body->ops.n ? 0 : 1); i++) {
        print_op(p, body->ops.at[i]);
    }
    p->indent -= 2;
}

// ---- modules -----------------------------------------------------------------------------------

static void print_global(Printer *p, const TileGlobal *printed) {
    buf_puts(p->out, printed->visibility ? "global private " : "global ");
    if (printed->constant) buf_puts(p->out, " constant");
    buf_putc(p->out, ' ');
    tp_symbol(p, printed->name);
    if (printed->alignment)
        buf_printf(p->out, " alignment = %llu", (unsigned long long)printed->alignment);
    buf_putc(p->out, ' ');
    tp_dense(p, printed->value);
    if (p->flags & TILE_PRINT_DEBUG) tp_loc(p, NULL);
    buf_putc(p->out, '\n');
}

static void print_func(Printer *p, const TileFunc *printed) {
    buf_puts(p->out, printed->flags & TILE_FUNC_ENTRY ? "entry " : "testing$func ");
    tp_symbol(p, printed->name);
    print_args(p, printed->body);
    for (uint32_t i = 0; i < printed->type->nout; i++) {
        buf_puts(p->out, i ? ", " : " -> (");
        tile_type_print(p->ctx, printed->type->out[i], p->out);
    }
    if (printed->type->nout) buf_putc(p->out, ')');
    if (printed->hints && printed->hints->n) {
        buf_puts(p->out, " optimization_hints=");
        tp_hints(p, printed->hints);
    }
    buf_puts(p->out, " {");
    print_block(p, printed->body, true);
    buf_puts(p->out, "\n}");
    print_further(p, printed->further, false);
    if (p->flags & TILE_PRINT_DEBUG) tp_loc(p, printed->loc);
    buf_putc(p->out, '\n');
}

void tile_print(TileModule *module, unsigned flags, Buf *out) {
    Arena arena;
    arena_init(&arena, module->ctx, "tile printer");
    Printer p = {.ctx = module->ctx, .arena = &arena, .module = module, .out = out, .flags = flags};
    tp_name_values(module, &arena);
    map_init(&p.alias, &arena);
    if (flags & TILE_PRINT_DEBUG) tp_aliases(&p);
    if (module->produced)
        buf_printf(out, "// Producer: %s\n", atom_str(module->ctx, module->producer));
    if (!module->globals.n && !module->funcs.n) buf_putc(out, '\n');
    for (uint32_t i = 0; i < module->globals.n; i++) print_global(&p, module->globals.at[i]);
    for (uint32_t i = 0; i < module->funcs.n; i++) print_func(&p, module->funcs.at[i]);
    if (flags & TILE_PRINT_DEBUG) tp_print_aliases(&p);
    arena_free(&arena);
}

void tile_print_op(TileModule *module, const TileOp *printed, Buf *out) {
    Arena arena;
    arena_init(&arena, module->ctx, "tile printer");
    Buf line;
    buf_init(&line, &arena);
    Printer p = {.ctx = module->ctx, .arena = &arena, .module = module, .out = &line};
    tp_name_values(module, &arena);
    print_op(&p, printed);
    size_t blanks = strspn(buf_cstr(&line), " \n");
    buf_write(out, line.at + blanks, line.n - blanks);
    arena_free(&arena);
}
