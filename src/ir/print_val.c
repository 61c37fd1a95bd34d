// SPDX-License-Identifier: Apache-2.0
// Text of types, names, constants and attributes.
//
// Names are hints and need not be unique; numbering a function makes them so (".1" and so on is
// appended), in the order of the text, so that the same function always gives the same text.
#include "ir/print_int.h"

#include <math.h>

// Only the layout's program address space matters: calls and functions name it.
void pr_init(Printer *printer, IrModule *module, Buf *out, Arena *arena) {
    memset(printer, 0, sizeof *printer);
    printer->m = module;
    printer->o = out;
    printer->a = arena;
    map_init(&printer->attr_no, arena);
    map_init(&printer->md_no, arena);
    IrDataLayout l;
    const char *s = atom_str(module->ctx, module->datalayout);
    if ((*s == 'P' || strstr(s, "-P")) && !ir_datalayout_read(s, strlen(s), &l))
        printer->call_as = l.program_as;
}

// ---- names ----

// A name that nothing else in the function has, or the next number for what has none. `taken` holds
// how often a name was met.
static uint64_t take_name(Printer *printer, Map *taken, Atom name, uint32_t *number) {
    if (!name) return NAME_NUMBER | (*number)++;
    uintptr_t *slot = (uintptr_t *)map_slot(taken, name);
    if (!*slot) {
        *slot = 1;
        return name;
    }
    for (;;) {
        Atom next = atom_printf(printer->m->ctx, "%s.%u", atom_str(printer->m->ctx, name),
                                (unsigned)(*slot)++);
        uintptr_t *other = (uintptr_t *)map_slot(taken, next);
        bool fresh = !*other;
        *other = 1;
        if (fresh) return next;
        slot = (uintptr_t *)map_slot(taken, name); // the table may have grown
    }
}

// In the order of the text: arguments, then block by block. Values without type have no number.
void pr_number_func(Printer *printer, IrFunc *fn) {
    Map taken;
    uint32_t number = 0;
    map_init(&taken, printer->a);
    printer->fn = fn;
    printer->value_name = arena_array(printer->a, uint64_t, fn->nvalues + 1);
    printer->block_name = arena_array(printer->a, uint64_t, fn->nblockids + 1);
    for (uint32_t i = 0; i < fn->nargs; i++) {
        printer->value_name[fn->arg[i]->v.id] =
            take_name(printer, &taken, fn->arg[i]->v.name, &number);
    }
    IR_FOREACH_BLOCK(bb, fn) {
        printer->block_name[bb->v.id] = take_name(printer, &taken, bb->v.name, &number);
        IR_FOREACH_INST(i, bb) {
            if (i->v.type->kind == IR_TY_VOID) continue;
            printer->value_name[i->v.id] = take_name(printer, &taken, i->v.name, &number);
        }
    }
}

// Whether the name needs no quotes.
static bool plain_name(const char *s, size_t n) {
    if (n == 0 || (s[0] >= '0' && s[0] <= '9')) return false;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool digit = c >= '0' && c <= '9';
        bool mark = is_any_of(c, '-', '$', '.', '_');
        if (!letter && !digit && !mark) return false;
    }
    return true;
}

// What is not printable, and quotes and backslashes, as \\XX.
static void escaped(Buf *out, const char *s, size_t n) {
    static const char hex[] = "0123456789ABCDEF";
    for (size_t i = 0; i < n; i++) {
        uint8_t c = (uint8_t)s[i];
        if (c >= 32 && c < 127 && !is_any_of(c, '"', '\\')) {
            buf_putc(out, (char)c);
        } else {
            buf_putc(out, '\\');
            buf_putc(out, hex[c >> 4]);
            buf_putc(out, hex[c & 15]);
        }
    }
}

void pr_string(Printer *printer, const char *s, size_t n) {
    buf_putc(printer->o, '"');
    escaped(printer->o, s, n);
    buf_putc(printer->o, '"');
}

// In quotes when a character or the first digit of it needs them. sigil 0: none, a label.
void pr_name(Printer *printer, char sigil, Atom name) {
    const char *s = atom_str(printer->m->ctx, name);
    size_t n = atom_len(printer->m->ctx, name);
    if (sigil) buf_putc(printer->o, sigil);
    if (plain_name(s, n)) {
        buf_write(printer->o, s, n);
    } else {
        pr_string(printer, s, n);
    }
}

// 0 is for values that the function does not contain (a message about broken IR).
static void local_name(Printer *printer, char sigil, uint64_t name) {
    if (!name) {
        buf_puts(printer->o, "%<unknown>");
    } else if (name & NAME_NUMBER) {
        if (sigil) buf_putc(printer->o, sigil);
        buf_u64(printer->o, (uint32_t)name);
    } else {
        pr_name(printer, sigil, (Atom)name);
    }
}

// ---- types ----

static void type_list(Printer *printer, IrType *const *t, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        if (i) buf_puts(printer->o, ", ");
        pr_type(printer, t[i]);
    }
}

// Members in braces; packed ones in <{ }>.
static void struct_body(Printer *printer, const IrType *type) {
    if (type->opaque) {
        buf_puts(printer->o, "opaque");
        return;
    }
    buf_puts(printer->o, type->packed ? "<{" : "{");
    if (type->n) buf_putc(printer->o, ' ');
    type_list(printer, type->sub, type->n);
    if (type->n) buf_putc(printer->o, ' ');
    buf_puts(printer->o, type->packed ? "}>" : "}");
}

// As LLVM spells types.
void pr_type(Printer *printer, const IrType *type) {
    static const char *const names[] = {
        [IR_TY_VOID] = "void",         [IR_TY_HALF] = "half",
        [IR_TY_BFLOAT] = "bfloat",     [IR_TY_FLOAT] = "float",
        [IR_TY_DOUBLE] = "double",     [IR_TY_FP128] = "fp128",
        [IR_TY_LABEL] = "label",       [IR_TY_METADATA] = "metadata",
        [IR_TY_X86_FP80] = "x86_fp80", [IR_TY_PPC_FP128] = "ppc_fp128",
        [IR_TY_X86_AMX] = "x86_amx",   [IR_TY_TOKEN] = "token",
    };
    switch (type->kind) {
    case IR_TY_INT:
        buf_putc(printer->o, 'i');
        buf_u64(printer->o, type->bits);
        break;
    case IR_TY_PTR:
        buf_puts(printer->o, "ptr");
        if (type->as) buf_printf(printer->o, " addrspace(%u)", type->as);
        break;
    case IR_TY_ARRAY:
    case IR_TY_VECTOR:
        buf_putc(printer->o, type->kind == IR_TY_ARRAY ? '[' : '<');
        if (type->scalable) buf_puts(printer->o, "vscale x ");
        buf_u64(printer->o, type->n);
        buf_puts(printer->o, " x ");
        pr_type(printer, type->elem);
        buf_putc(printer->o, type->kind == IR_TY_ARRAY ? ']' : '>');
        break;
    case IR_TY_STRUCT:
        if (type->name) {
            pr_name(printer, '%', type->name);
        } else {
            struct_body(printer, type);
        }
        break;
    case IR_TY_TARGET:
        buf_puts(printer->o, "target(");
        pr_string(printer, atom_str(printer->m->ctx, type->name),
                  atom_len(printer->m->ctx, type->name));
        if (type->n) buf_puts(printer->o, ", ");
        type_list(printer, type->sub, type->n);
        for (uint32_t i = 0; i < type->nints; i++) buf_printf(printer->o, ", %u", type->ints[i]);
        buf_putc(printer->o, ')');
        break;
    case IR_TY_FUNC:
        pr_type(printer, type->elem);
        buf_puts(printer->o, " (");
        type_list(printer, type->sub, type->n);
        if (type->vararg) buf_puts(printer->o, type->n ? ", ..." : "...");
        buf_putc(printer->o, ')');
        break;
    default: buf_puts(printer->o, names[type->kind]);
    }
}

void pr_type_body(Printer *printer, const IrType *type) {
    struct_body(printer, type);
}

// ---- constants ----

// i1 by words; a decimal where 64 bits hold it.
static void print_int(Printer *printer, const IrConst *constant) {
    Buf *out = printer->o;
    uint32_t bits = constant->v.type->bits;
    if (bits == 1) {
        buf_puts(out, constant->bits ? "true" : "false");
    } else if (ir_fits_i64(constant)) {
        buf_i64(out, ir_sval(constant));
    } else { // too wide for a quick decimal: LLVM's hexadecimal form
        buf_puts(out, "u0x");
        uint32_t top = constant->n;
        while (top > 1 && !constant->words[top - 1]) top--;
        for (uint32_t i = top; i-- > 0;) buf_hex(out, constant->words[i], 16);
    }
}

// Seven significant digits if they give the value back exactly, as LLVM prints. The check divides
// or multiplies two exact doubles, which rounds once: what reading the decimal would do.
static bool print_decimal(Buf *out, double v) {
    if (v == 0) {
        buf_puts(out, signbit(v) ? "-0.000000e+00" : "0.000000e+00");
        return true;
    }
    double a = fabs(v);
    int e = (int)floor(log10(a));
    for (int k = e - 1; k <= e + 1; k++) { // log10 may be off by one at a power of ten
        int s = 6 - k;
        if (s < -22 || s > 22) continue;
        double pow = 1;
        for (int i = 0; i < (s < 0 ? -s : s); i++) pow *= 10; // exact up to 10^22
        double t = rint(s >= 0 ? a * pow : a / pow);
        if (t < 1e6 || t >= 1e7) continue;
        if ((s >= 0 ? t / pow : t * pow) != a) return false;
        uint32_t d = (uint32_t)t;
        buf_printf(out, "%s%u.%06ue%c%02d", v < 0 ? "-" : "", d / 1000000, d % 1000000,
                   k < 0 ? '-' : '+', k < 0 ? -k : k);
        return true;
    }
    return false;
}

static void print_hex_upper(Buf *out, uint64_t v, int digits) {
    static const char hex[] = "0123456789ABCDEF";
    for (int i = digits - 1; i >= 0; i--) buf_putc(out, hex[v >> (4 * i) & 15]);
}

// half, bfloat and the long formats by their bits; float and double as decimals where that is
// exact.
static void print_fp(Printer *printer, const IrConst *constant) {
    Buf *out = printer->o;
    double d;
    uint64_t bits = constant->v.type->bits <= 64 ? constant->bits : 0;
    switch (constant->v.type->kind) {
    case IR_TY_HALF:
        buf_puts(out, "0xH");
        print_hex_upper(out, bits, 4);
        return;
    case IR_TY_BFLOAT:
        buf_puts(out, "0xR");
        print_hex_upper(out, bits, 4);
        return;
    case IR_TY_X86_FP80:
        buf_puts(out, "0xK");
        print_hex_upper(out, constant->words[1], 4);
        print_hex_upper(out, constant->words[0], 16);
        return;
    case IR_TY_PPC_FP128:
    case IR_TY_FP128:
        buf_puts(out, constant->v.type->kind == IR_TY_FP128 ? "0xL" : "0xM");
        print_hex_upper(out, constant->words[0], 16);
        print_hex_upper(out, constant->words[1], 16);
        return;
    case IR_TY_FLOAT: { // printed as the double of the same value
        uint32_t u = (uint32_t)bits;
        float f;
        memcpy(&f, &u, 4);
        d = f;
        if (isnan(f)) { // keep the payload whatever the machine does when widening
            bits = (uint64_t)(u >> 31) << 63 | 0x7ffull << 52 | (uint64_t)(u & 0x7fffff) << 29;
        } else {
            memcpy(&bits, &d, 8);
        }
        break;
    }
    default: memcpy(&d, &bits, 8);
    }
    if (isfinite(d) && print_decimal(out, d)) return;
    buf_puts(out, "0x");
    print_hex_upper(out, bits, 16);
}

// Members with their types.
static void print_elems(Printer *printer, const IrConst *constant, char open, char close) {
    buf_putc(printer->o, open);
    uint64_t n = constant->v.kind == IR_C_DATA ? constant->v.type->n : constant->n;
    if (open == '{') buf_putc(printer->o, ' ');
    for (uint64_t i = 0; i < n; i++) {
        if (i) buf_puts(printer->o, ", ");
        pr_typed(printer, &ir_elem(printer->m, (IrConst *)(uintptr_t)constant, i)->v);
    }
    if (open == '{') buf_putc(printer->o, ' ');
    buf_putc(printer->o, close);
}

// Strings of bytes as c"...".
static void print_agg(Printer *printer, const IrConst *constant) {
    const IrType *type = constant->v.type;
    if (constant->v.kind == IR_C_DATA && type->kind == IR_TY_ARRAY && ir_ty_is_i(type->elem, 8)) {
        buf_putc(printer->o, 'c');
        pr_string(printer, (const char *)constant->data, constant->n);
    } else if (type->kind == IR_TY_ARRAY) {
        print_elems(printer, constant, '[', ']');
    } else if (type->scalable) {
        buf_puts(printer->o, "splat (");
        pr_typed(printer, &ir_elem(printer->m, (IrConst *)(uintptr_t)constant, 0)->v);
        buf_putc(printer->o, ')');
    } else if (type->kind == IR_TY_VECTOR) {
        print_elems(printer, constant, '<', '>');
    } else {
        if (type->packed) buf_putc(printer->o, '<');
        print_elems(printer, constant, '{', '}');
        if (type->packed) buf_putc(printer->o, '>');
    }
}

// op [flags] ([T,] constants [to U]).
static void print_expr(Printer *printer, const IrConst *constant) {
    static const struct {
        uint16_t bit;
        const char *text;
    } flags[] = {{IR_NUW, " nuw"}, {IR_NSW, " nsw"}};
    buf_puts(printer->o, ir_ops[constant->v.op].name);
    if (constant->v.op == IR_GEP) {
        if (constant->v.flags & IR_INBOUNDS) buf_puts(printer->o, " inbounds");
        // inbounds implies it
        if ((constant->v.flags & (IR_INBOUNDS | IR_NUSW)) == IR_NUSW) buf_puts(printer->o, " nusw");
        if (constant->v.flags & IR_NUW) buf_puts(printer->o, " nuw");
    } else {
        for (size_t i = 0; i < CU_COUNT(flags); i++) {
            if (constant->v.flags & flags[i].bit) buf_puts(printer->o, flags[i].text);
        }
    }
    buf_puts(printer->o, " (");
    if (constant->v.op == IR_GEP) {
        pr_type(printer, constant->aty);
        buf_puts(printer->o, ", ");
    }
    for (uint32_t i = 0; i < constant->n; i++) {
        if (i) buf_puts(printer->o, ", ");
        pr_typed(printer, &constant->elem[i]->v);
    }
    if (ir_ops[constant->v.op].class == IRC_CAST) {
        buf_puts(printer->o, " to ");
        pr_type(printer, constant->v.type);
    }
    buf_putc(printer->o, ')');
}

// The words are in the order that LLVM's parser wants.
static void print_asm(Printer *printer, const IrAsm *assembly) {
    Ctx *ctx = printer->m->ctx;
    buf_puts(printer->o, "asm ");
    if (assembly->side_effect) buf_puts(printer->o, "sideeffect ");
    if (assembly->align_stack) buf_puts(printer->o, "alignstack ");
    if (assembly->intel) buf_puts(printer->o, "inteldialect ");
    if (assembly->unwind) buf_puts(printer->o, "unwind ");
    pr_string(printer, atom_str(ctx, assembly->text), atom_len(ctx, assembly->text));
    buf_puts(printer->o, ", ");
    pr_string(printer, atom_str(ctx, assembly->constraints), atom_len(ctx, assembly->constraints));
}

// blockaddress(@f, %bb): the block's name is known where its function is printed, so functions
// whose blocks are addressed are numbered for it.
static void print_block_address(Printer *printer, const IrConst *constant) {
    IrFunc *fn = (IrFunc *)constant->elem[0];
    if (ir_block_gone(constant)) { // LLVM's word for it
        buf_puts(printer->o, "inttoptr (i32 1 to ptr)");
        return;
    }
    buf_puts(printer->o, "blockaddress(");
    pr_value(printer, &fn->g.v);
    buf_puts(printer->o, ", ");
    if (printer->fn == fn) {
        pr_value(printer, &constant->block->v);
    } else {
        Printer other = {.m = printer->m, .o = printer->o, .a = printer->a};
        pr_number_func(&other, fn);
        pr_value(&other, &constant->block->v);
    }
    buf_putc(printer->o, ')');
}

static void print_ptrauth(Printer *printer, const IrConst *constant) {
    buf_puts(printer->o, "ptrauth (");
    for (uint32_t i = 0; i < 4; i++) {
        if (i) buf_puts(printer->o, ", ");
        pr_typed(printer, &constant->elem[i]->v);
    }
    buf_putc(printer->o, ')');
}

// Without its type.
void pr_value(Printer *printer, const IrValue *value) {
    const IrConst *constant = (const IrConst *)value;
    if (!value) {
        buf_puts(printer->o, "<null operand!>");
        return;
    }
    switch (value->kind) {
    case IR_V_ARG:
    case IR_V_INST:
        local_name(printer, '%',
                   printer->value_name ? printer->value_name[value->id] : value->name);
        break;
    case IR_V_BLOCK:
        local_name(printer, '%',
                   printer->block_name ? printer->block_name[value->id] : value->name);
        break;
    case IR_V_ASM: print_asm(printer, (const IrAsm *)value); break;
    case IR_V_MD: pr_md_ref(printer, ((const IrMdValue *)value)->md); break;
    case IR_C_INT: print_int(printer, constant); break;
    case IR_C_FP: print_fp(printer, constant); break;
    case IR_C_NULL: buf_puts(printer->o, "null"); break;
    case IR_C_ZERO:
        buf_puts(printer->o, value->type->kind == IR_TY_TOKEN ? "none" : "zeroinitializer");
        break;
    case IR_C_UNDEF: buf_puts(printer->o, "undef"); break;
    case IR_C_POISON: buf_puts(printer->o, "poison"); break;
    case IR_C_DATA:
    case IR_C_AGG: print_agg(printer, constant); break;
    case IR_C_EXPR: print_expr(printer, constant); break;
    case IR_C_BLOCKADDR: print_block_address(printer, constant); break;
    case IR_C_PTRAUTH: print_ptrauth(printer, constant); break;
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
        buf_puts(printer->o, value->kind == IR_C_NO_CFI ? "no_cfi " : "dso_local_equivalent ");
        pr_value(printer, &constant->elem[0]->v);
        break;
    default:
        if (((const IrGlobal *)value)->dead) // only metadata names it any more
            buf_puts(printer->o, "poison");
        else
            pr_name(printer, '@', value->name);
    }
}

void pr_block_label(Printer *printer, const IrBlock *bb) {
    local_name(printer, 0, printer->block_name[bb->v.id]);
    buf_putc(printer->o, ':');
}

// A missing operand has no type to print; pr_value shows that it is missing.
void pr_typed(Printer *printer, const IrValue *value) {
    if (value) {
        pr_type(printer, value->type);
        buf_putc(printer->o, ' ');
    }
    pr_value(printer, value);
}

// ---- attributes ----

// LLVM's form: the default first, then the locations that differ from it.
static void print_memory(Buf *out, uint32_t mem) {
    static const char *const rw[] = {"none", "read", "write", "readwrite"};
    static const char *const loc[] = {"argmem", "inaccessiblemem"};
    uint32_t other = mem >> 4 & 3;
    const char *sep = "";
    buf_puts(out, "memory(");
    if (other || !mem) {
        buf_puts(out, rw[other]);
        sep = ", ";
    }
    for (int k = 0; k < 2; k++) {
        uint32_t a = mem >> (2 * k) & 3;
        if (a == other) continue;
        buf_printf(out, "%s%s: %s", sep, loc[k], rw[a]);
        sep = ", ";
    }
    buf_putc(out, ')');
}

// An attribute with a value; in groups some are written with '='.
static void print_attr_val(Printer *printer, const IrAttrVal *value, bool group) {
    Buf *out = printer->o;
    const char *name = ir_attr_names[value->attr];
    if (value->attr == IR_ATTR_MEMORY) {
        print_memory(out, (uint32_t)value->num);
    } else if (ir_attr_form[value->attr] == IR_ATTR_TY) {
        buf_puts(out, name);
        if (!value->type) return;
        buf_putc(out, '(');
        pr_type(printer, value->type);
        buf_putc(out, ')');
    } else if (ir_attr_form[value->attr] == IR_ATTR_TEXT) {
        buf_puts(out, name);
        if (!value->num) return;
        buf_putc(out, '(');
        buf_atom(printer->m->ctx, out, (Atom)value->num);
        buf_putc(out, ')');
    } else if (value->attr == IR_ATTR_ALIGN) {
        buf_printf(out, group ? "align=%llu" : "align %llu", (unsigned long long)value->num);
    } else {
        bool eq = group && value->attr == IR_ATTR_ALIGNSTACK;
        buf_printf(out, eq ? "%s=%llu" : "%s(%llu)", name, (unsigned long long)value->num);
    }
}

// Each with a blank before it; strings last.
void pr_attrs(Printer *printer, const IrAttrSet *attrs, bool group) {
    if (!attrs) return;
    uint32_t k = 0;
    for (uint32_t i = 0; i < IR_NATTRS; i++) {
        if (!ir_attr_has(attrs, (IrAttr)i)) continue;
        buf_putc(printer->o, ' ');
        if (ir_attr_form[i] == IR_ATTR_FLAG) {
            buf_puts(printer->o, ir_attr_names[i]);
        } else {
            print_attr_val(printer, &attrs->val[k++], group);
        }
    }
    Ctx *ctx = printer->m->ctx;
    for (uint32_t i = 0; i < attrs->nstr; i++) {
        const IrAttrStr *a = &attrs->str[i];
        buf_putc(printer->o, ' ');
        pr_string(printer, atom_str(ctx, a->key), atom_len(ctx, a->key));
        if (!a->value) continue;
        buf_putc(printer->o, '=');
        pr_string(printer, atom_str(ctx, a->value), atom_len(ctx, a->value));
    }
}

// The first mention of a set numbers it.
void pr_attr_ref(Printer *printer, const IrAttrSet *attrs) {
    if (!attrs) return;
    uintptr_t *no = (uintptr_t *)map_slot(&printer->attr_no, (uintptr_t)attrs);
    if (!*no) {
        vec_push(printer->a, &printer->attrs, attrs);
        *no = printer->attrs.n;
    }
    buf_printf(printer->o, " #%u", (unsigned)*no - 1);
}
