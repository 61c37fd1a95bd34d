// SPDX-License-Identifier: Apache-2.0
// What speaks with the world around the kernel: assertions, prints, global variables, memory of a
// block's own, the order of grids.
#include "tile/lower/lower_int.h"

// A text in global memory, as a generic address.
static IrValue *text_of(TileLower *lower, const char *s, size_t n) {
    IrConst *data = ir_cstring(lower->m, s, n, true);
    IrGlobal *text = ir_var_new(lower->m, atom_cstr(lower->ctx, "text"), data->v.type, IR_AS_GLOBAL,
                                IR_INTERNAL, data);
    text->constant = true;
    return &ir_ccast(lower->m, IR_ADDRSPACECAST, (IrConst *)&text->v, lower->m->ty_ptr)->v;
}

static IrFunc *system_function(TileLower *lower, const char *name, IrType *type) {
    Atom symbol = atom_cstr(lower->ctx, name);
    IrGlobal *found = ir_find(lower->m, symbol);
    return found ? ir_as_func(&found->v) : ir_func_new(lower->m, symbol, type, IR_EXTERNAL);
}

// `n` arguments, of `width` bytes each.
static void call_printf(TileLower *lower, const char *format, size_t size, uint32_t n,
                        IrValue *const *arg, uint32_t width) {
    IrModule *m = lower->m;
    IrType *param[] = {m->ty_ptr, m->ty_ptr};
    IrType *type = ir_ty_func(m, m->ty_i32, CU_COUNT(param), param, false);
    IrValue *list = &ir_null(m, m->ty_ptr)->v;
    if (n) {
        IrType *room = ir_ty_array(m, arg[0]->type, n);
        list = &ir_entry_alloca(lower->fn, room, 8, atom_cstr(lower->ctx, "printed"))->v;
    }
    for (uint32_t i = 0; i < n; i++) {
        IrValue *at = ir_ptradd_c(&lower->b, list, i * width, IR_INBOUNDS);
        ir_store(&lower->b, arg[i], at, width);
    }
    IrValue *in[] = {text_of(lower, format, size), list};
    ir_call_fn(&lower->b, system_function(lower, "vprintf", type), CU_COUNT(in), in);
}

// ---- assertions --------------------------------------------------------------------------------

static void put_escaped(Buf *out, const char *s, size_t n) {
    for (; n; n--, s++) buf_puts(out, (char[]){*s, *s == '%' ? '%' : 0, 0});
}

// The line that NVIDIA's compiler prints, with the element's place in its tile.
static void print_failure(TileLower *lower, const TileOp *op, IrValue *place) {
    static const IrIntrin block[] = {IR_I_nvvm_read_ptx_sreg_ctaid_x,
                                     IR_I_nvvm_read_ptx_sreg_ctaid_y,
                                     IR_I_nvvm_read_ptx_sreg_ctaid_z};
    const TileType *type = op->operand[0]->type;
    TileSource source = tile_source(lower->tile, op);
    const char *file = source.file ? source.file : "(unknown)";
    Atom message = tile_attr(op, "message")->text;
    IrValue **arg = arena_array(lower->arena, IrValue *, CU_COUNT(block) + type->nshape);
    uint32_t n = 0;
    Buf line;
    buf_init(&line, lower->arena);
    put_escaped(&line, file, strlen(file));
    buf_printf(&line, ":%u: tile block: [%%u, %%u, %%u], position: [", source.line);
    for (; n < CU_COUNT(block); n++) arg[n] = ir_call_intrin(&lower->b, block[n], NULL, 0, NULL);
    uint64_t inner = tile_count(type);
    for (uint32_t d = 0; d < type->nshape; d++) {
        uint64_t size = (uint64_t)type->shape[d];
        inner /= size;
        buf_puts(&line, d ? ", %u" : "%u");
        IrValue *at = ir_bin(&lower->b, IR_UDIV, 0, place, tl_i32(lower, inner));
        arg[n++] = ir_bin(&lower->b, IR_UREM, 0, at, tl_i32(lower, size));
    }
    buf_puts(&line, "]: ");
    put_escaped(&line, atom_str(lower->ctx, message), atom_len(lower->ctx, message));
    buf_putc(&line, '\n');
    call_printf(lower, line.at, line.n, n, arg, 4);
}

// A thread tells of its first element that does not hold, then the grid ends.
void tl_do_assert(TileLower *lower, const TileOp *op) {
    const TileValue *condition = op->operand[0];
    int8_t all[TL_ELEMENT_BITS];
    TlLayout layout =
        condition->type->nshape ? tl_layout_of(lower, condition) : tl_scalar_layout(lower);
    IrValue **x = tl_get(lower, op->operand[0], &layout), *holds = x[0],
            *first = tl_is_first(lower, &layout);
    tl_keep_all(all);
    for (uint32_t r = 1; r < tl_nreg(&layout); r++) holds = ir_and(&lower->b, holds, x[r]);
    IrValue *fails = ir_not(&lower->b, holds);
    TlGuard guard = tl_guard(lower, first ? ir_and(&lower->b, first, fails) : fails);
    IrValue *in_thread = tl_i32(lower, tl_reg_place(&layout, tl_nreg(&layout) - 1, all));
    for (uint32_t r = tl_nreg(&layout) - 1; r-- > 0;)
        in_thread =
            ir_select(&lower->b, x[r], in_thread, tl_i32(lower, tl_reg_place(&layout, r, all)));
    IrValue *thread = tl_thread_place(lower, &layout, all);
    print_failure(lower, op, ir_add(&lower->b, thread, in_thread));
    ir_call_intrin(&lower->b, IR_I_trap, NULL, 0, NULL);
    tl_guard_end(lower, &guard);
}

// ---- prints ------------------------------------------------------------------------------------

// A percent sign with the flags, width and precision of a conversion, as the evaluator has them.
static void begin_format(Buf *out, const char *format) {
    const char *from = format + 1;
    size_t flags = strspn(from, "-+ 0#"), width = strspn(from + flags, "0123456789"), point = 0;
    if (from[flags + width] == '.') point = 1 + strspn(from + flags + width + 1, "0123456789");
    buf_printf(out, "%%%.*s%.*s%.*s", (int)CU_MIN(flags, 5u), from, (int)CU_MIN(width, 3u),
               from + flags, (int)CU_MIN(point, 4u), from + flags + width);
}

// An integer of 64 bits; a truth is 0 or 1.
static IrValue *widened(TileLower *lower, TileTypeKind kind, IrValue *x, bool is_unsigned) {
    if (kind == TILE_T_I4 && !is_unsigned) {
        IrValue *four = &ir_int(x->type, 4)->v;
        x = ir_ashr(&lower->b, ir_shl(&lower->b, x, four), four);
    }
    return ir_int_resize(&lower->b, x, lower->m->ty_i64, !is_unsigned && kind != TILE_T_I1);
}

// As variable arguments: numbers as 64 bits or doubles. The conversion is made to fit.
static void print_element(TileLower *lower, TileTypeKind kind, IrValue *x, const char *format,
                          size_t n) {
    char conversion = format[n - 1];
    Buf out;
    buf_init(&out, lower->arena);
    if (kind == TILE_T_PTR) {
        x = ir_ptrtoint(&lower->b, x, lower->m->ty_i64);
        buf_puts(&out, "0x%llx");
    } else if (tile_type_row[kind].class == TILE_CLASS_FLOAT) {
        x = tl_float_to(lower, x, kind, TILE_T_F64, TILE_ROUND_EVEN);
        begin_format(&out, format);
        buf_putc(&out, strchr("eEfFgGaA", conversion) ? conversion : 'f');
    } else {
        bool is_unsigned = strchr("uxXo", conversion) != NULL;
        x = widened(lower, kind, x, is_unsigned);
        begin_format(&out, format);
        buf_printf(&out, "ll%c", is_unsigned ? conversion : 'd');
    }
    call_printf(lower, out.at, out.n, 1, &x, 8);
}

// A tile as nested lists: all of it goes to one thread, which prints an element after the other.
static void print_tile(TileLower *lower, TileValue *value, const char *format, size_t n) {
    enum { MOST = 1024 };
    const TileType *type = value->type;
    uint64_t count = tile_count(type);
    if (count > MOST) {
        tl_fail(lower, "prints a tile of more than 1024 elements, which is not lowered");
        return;
    }
    TlLayout layout = tl_scalar_layout(lower);
    for (uint32_t i = 0; i < tl_element_bits(type); i++) layout.reg[layout.nreg++] = (int8_t)i;
    IrValue **x = tl_get(lower, value, &layout);
    TlGuard guard = tl_guard(lower, ir_cmp(&lower->b, IR_EQ, lower->tid, tl_i32(lower, 0)));
    for (uint64_t i = 0; i < count; i++) {
        Buf before;
        buf_init(&before, lower->arena);
        uint64_t size = 1;
        if (i) buf_puts(&before, ", ");
        uint32_t closes = 0;
        for (uint32_t d = type->nshape; d > 0; d--) {
            size *= (uint64_t)type->shape[d - 1];
            if (i % size == 0) buf_putc(&before, '[');
            closes += (i + 1) % size == 0;
        }
        if (before.n) call_printf(lower, before.at, before.n, 0, NULL, 0);
        print_element(lower, tile_element(type), x[i], format, n);
        while (closes--) call_printf(lower, "]", 1, 0, NULL, 0);
    }
    tl_guard_end(lower, &guard);
}

static void print_text(TileLower *lower, Buf *text) {
    if (text->n) {
        TlGuard guard = tl_guard(lower, ir_cmp(&lower->b, IR_EQ, lower->tid, tl_i32(lower, 0)));
        call_printf(lower, text->at, text->n, 0, NULL, 0);
        tl_guard_end(lower, &guard);
    }
    text->n = 0;
}

// Each conversion takes the next operand, %% none.
void tl_do_print(TileLower *lower, const TileOp *op) {
    const TileAttr *attr = tile_attr(op, "str");
    const char *s = atom_str(lower->ctx, attr->text), *end = s + atom_len(lower->ctx, attr->text);
    uint32_t next = 0, n;
    TileValue **arg = tile_operands(op, 0, &n);
    Buf text;
    buf_init(&text, lower->arena);
    for (; s < end; s++) {
        const char *begin = s;
        if (*s != '%') {
            buf_putc(&text, *s);
            continue;
        }
        for (s++; s < end && !strchr("diuoxXeEfFgGaAcsSpn%", *s);) s++;
        if (s == begin + 1 && *s == '%') {
            buf_puts(&text, "%%");
        } else if (s < end && next < n) {
            print_text(lower, &text);
            print_tile(lower, arg[next++], begin, (size_t)(s + 1 - begin));
        }
    }
    print_text(lower, &text);
    if (op->nresult) tl_done(lower, op, op->result[0], false, false);
}

// ---- variables ---------------------------------------------------------------------------------

static IrGlobal *make_global(TileLower *lower, const TileGlobal *global) {
    IrGlobal *found = ir_find(lower->m, global->name);
    if (found) return found;
    const TileAttr *value = global->value;
    TileTypeKind kind = (TileTypeKind)value->type->sub->kind;
    uint64_t n = tile_count(value->type);
    uint32_t width = tl_width(kind);
    uint8_t *bytes = arena_array(lower->arena, uint8_t, n * width);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t bits = tile_dense_bits(value, i);
        memcpy(bytes + i * width, &bits, width);
    }
    IrType *type = ir_ty_array(lower->m, lower->m->ty_i8, n * width);
    IrLinkage linkage = global->visibility ? IR_INTERNAL : IR_EXTERNAL;
    found = ir_var_new(lower->m, global->name, type, IR_AS_GLOBAL, linkage,
                       ir_data(lower->m, type, bytes, n * width));
    found->align = (uint32_t)CU_MAX(global->alignment, width);
    return found;
}

void tl_do_get_global(TileLower *lower, const TileOp *op) {
    for (uint32_t i = 0; i < lower->tile->globals.n; i++) {
        const TileGlobal *global = lower->tile->globals.at[i];
        if (global->name != op->attr[0]->text) continue;
        IrValue *at = &make_global(lower, global)->v;
        if (lower->pointers != IR_AS_GLOBAL)
            at = ir_addrspacecast(&lower->b, at, tl_type(lower, TILE_T_PTR));
        tl_set_scalar(lower, op->result[0], at);
    }
}

// Memory that all threads of the block see.
void tl_do_alloca(TileLower *lower, const TileOp *op) {
    if (tile_attr(op, "global")) {
        tl_fail(lower, "asks for global memory, which is not lowered");
        return;
    }
    uint32_t width = tl_width((TileTypeKind)op->result[0]->type->sub->sub->kind);
    IrType *type = ir_ty_array(lower->m, lower->m->ty_i8, tl_attr(op, "num_elem", 0) * width);
    IrGlobal *memory = ir_var_new(lower->m, atom_cstr(lower->ctx, "own"), type, IR_AS_SHARED,
                                  IR_INTERNAL, ir_undef(lower->m, type));
    memory->align = (uint32_t)CU_MAX(tl_attr(op, "alignment", 0), width);
    IrValue *at = ir_addrspacecast(&lower->b, &memory->v, tl_type(lower, TILE_T_PTR));
    tl_set_scalar(lower, op->result[0], at);
}

// ---- other grids, other addresses --------------------------------------------------------------

// Before targets that overlap grids the one before has always ended.
static void grids(TileLower *lower, const TileOp *op, IrIntrin id) {
    if (target_has(lower->target, SMF_griddepcontrol)) ir_call_intrin(&lower->b, id, NULL, 0, NULL);
    tl_done(lower, op, op->result[0], true, true);
}

void tl_do_gdc_wait(TileLower *lower, const TileOp *op) {
    grids(lower, op, IR_I_nvvm_griddepcontrol_wait);
}

void tl_do_gdc_launch(TileLower *lower, const TileOp *op) {
    tl_order(lower, op, true);
    grids(lower, op, IR_I_nvvm_griddepcontrol_launch_dependents);
}

// Accesses by other addresses of the same memory come after those by this one.
void tl_do_fence_alias(TileLower *lower, const TileOp *op) {
    tl_order(lower, op, true);
    ir_call_intrin(&lower->b, IR_I_nvvm_fence_proxy_alias, NULL, 0, NULL);
    tl_done(lower, op, op->result[0], true, true);
}
