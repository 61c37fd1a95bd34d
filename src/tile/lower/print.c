// SPDX-License-Identifier: Apache-2.0
// Prints, by the device's vprintf.
#include "tile/lower/lower_int.h"

// A text in global memory, as a generic address.
static IrValue *text_of(TileLower *lower, const char *s, size_t n) {
    IrConst *data = ir_cstring(lower->m, s, n, true);
    IrGlobal *text = ir_var_new(lower->m, atom_cstr(lower->ctx, "text"), data->v.type, IR_AS_GLOBAL,
                                IR_INTERNAL, data);
    text->constant = true;
    return &ir_ccast(lower->m, IR_ADDRSPACECAST, (IrConst *)&text->v, lower->m->ty_ptr)->v;
}

IrFunc *tl_system_function(TileLower *lower, const char *name, IrType *signature) {
    Atom symbol = atom_cstr(lower->ctx, name);
    IrGlobal *found = ir_find(lower->m, symbol);
    return found ? ir_as_func(&found->v) : ir_func_new(lower->m, symbol, signature, IR_EXTERNAL);
}

// `n` arguments, of `width` bytes each.
void tl_call_printf(TileLower *lower, const char *format, size_t size, uint32_t n,
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
    ir_call_fn(&lower->b, tl_system_function(lower, "vprintf", type), CU_COUNT(in), in);
}

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
    tl_call_printf(lower, out.at, out.n, 1, &x, 8);
}

// Brackets in front of an element or behind it: of each dimension whose first or last it is.
static void print_brackets(TileLower *lower, const TileType *shaped, IrValue *i, bool closes) {
    uint64_t size = 1;
    for (uint32_t d = shaped->nshape; d > 0; d--) {
        size *= (uint64_t)shaped->shape[d - 1];
        IrValue *within = ir_and(&lower->b, i, tl_i32(lower, size - 1));
        IrValue *at = tl_i32(lower, closes ? size - 1 : 0);
        TlGuard guard = tl_guard(lower, ir_cmp(&lower->b, IR_EQ, within, at));
        tl_call_printf(lower, closes ? "]" : "[", 1, 0, NULL, 0);
        tl_guard_end(lower, &guard);
    }
}

// The bits of an element's number where a layout has them.
static IrValue *number_of(TileLower *lower, IrValue *i, const int8_t *bits, uint32_t n) {
    IrValue *all = tl_i32(lower, 0);
    for (uint32_t k = 0; k < n; k++) {
        if (bits[k] < 0) continue;
        IrValue *bit = ir_lshr(&lower->b, i, tl_i32(lower, (uint64_t)bits[k]));
        bit = ir_and(&lower->b, bit, tl_i32(lower, 1));
        all = ir_or(&lower->b, all, ir_shl(&lower->b, bit, tl_i32(lower, k)));
    }
    return all;
}

// A large tile in a loop: the thread that has an element prints it, the others wait.
static void print_in_turn(TileLower *lower, TileValue *printed, const char *format, size_t n) {
    const TileType *type = printed->type;
    TileTypeKind kind = tile_element(type);
    TlLayout layout = tl_layout_of(lower, printed);
    IrValue **x = tl_get(lower, printed, &layout);
    IrType *one = tl_memory_type(lower, kind);
    IrType *room = ir_ty_array(lower->m, one, tl_nreg(&layout));
    uint32_t width = tl_width(kind);
    IrValue *own = &ir_entry_alloca(lower->fn, room, 8, atom_cstr(lower->ctx, "own.tile"))->v;
    for (uint32_t r = 0; r < tl_nreg(&layout); r++) {
        IrValue *stored = tl_to_memory(lower, kind, x[r]);
        IrValue *place = ir_ptradd_c(&lower->b, own, (int64_t)r * width, IR_INBOUNDS);
        ir_store(&lower->b, stored, place, width);
    }
    // registers have no numbers at run time: the loop reads the thread's elements from memory
    IrBlock *before = lower->b.bb, *body = ir_block_new(lower->fn, atom_cstr(lower->ctx, "print")),
            *after = ir_block_new(lower->fn, atom_cstr(lower->ctx, "printed"));
    ir_br(&lower->b, body);
    ir_at_end(&lower->b, body);
    IrInst *counter = ir_phi(&lower->b, lower->m->ty_i32, 2);
    IrValue *i = &counter->v, *zero = tl_i32(lower, 0);
    ir_phi_add(counter, zero, before);
    IrValue *mine =
        ir_cmp(&lower->b, IR_EQ, lower->tid, number_of(lower, i, layout.thread, layout.nthread));
    TlGuard guard = tl_guard(lower, mine);
    TlGuard behind = tl_guard(lower, ir_cmp(&lower->b, IR_NE, i, zero));
    tl_call_printf(lower, ", ", 2, 0, NULL, 0);
    tl_guard_end(lower, &behind);
    print_brackets(lower, type, i, false);
    IrValue *at =
        ir_mul(&lower->b, number_of(lower, i, layout.reg, layout.nreg), tl_i32(lower, width));
    IrValue *element = &ir_load(&lower->b, one, ir_ptradd(&lower->b, own, at, 0), width)->v;
    print_element(lower, kind, tl_from_memory(lower, kind, element), format, n);
    print_brackets(lower, type, i, true);
    tl_guard_end(lower, &guard);
    tl_barrier(lower);
    IrValue *next = ir_add(&lower->b, i, tl_i32(lower, 1));
    ir_phi_add(counter, next, lower->b.bb);
    ir_condbr(&lower->b, ir_cmp(&lower->b, IR_ULT, next, tl_i32(lower, tile_count(type))), body,
              after);
    ir_at_end(&lower->b, after);
}

// A tile as nested lists: all of a small one goes to one thread, which prints an element after the
// other.
static void print_tile(TileLower *lower, TileValue *printed, const char *format, size_t n) {
    enum { MOST = 1024 };
    const TileType *type = printed->type;
    uint64_t count = tile_count(type);
    if (count > MOST) {
        print_in_turn(lower, printed, format, n);
        return;
    }
    TlLayout layout = tl_scalar_layout(lower);
    for (uint32_t i = 0; i < tl_element_bits(type); i++) layout.reg[layout.nreg++] = (int8_t)i;
    IrValue **x = tl_get(lower, printed, &layout);
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
        if (before.n) tl_call_printf(lower, before.at, before.n, 0, NULL, 0);
        print_element(lower, tile_element(type), x[i], format, n);
        while (closes--) tl_call_printf(lower, "]", 1, 0, NULL, 0);
    }
    tl_guard_end(lower, &guard);
}

static void print_text(TileLower *lower, Buf *text) {
    if (text->n) {
        TlGuard guard = tl_guard(lower, ir_cmp(&lower->b, IR_EQ, lower->tid, tl_i32(lower, 0)));
        tl_call_printf(lower, text->at, text->n, 0, NULL, 0);
        tl_guard_end(lower, &guard);
    }
    text->n = 0;
}

// Each conversion takes the next operand, %% none.
void tl_do_print(TileLower *lower, const TileOp *printing) {
    const TileAttr *attr = tile_attr(printing, "str");
    const char *s = atom_str(lower->ctx, attr->text), *end = s + atom_len(lower->ctx, attr->text);
    uint32_t next = 0, n;
    TileValue **arg = tile_operands(printing, 0, &n);
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
    if (printing->nresult) tl_done(lower, printing, printing->result[0], false, false);
}
