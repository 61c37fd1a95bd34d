// SPDX-License-Identifier: Apache-2.0
// Text of types, names, constants and attributes.
//
// Names are hints and need not be unique; numbering a function makes them so (".1" and so on is
// appended), in the order of the text, so that the same function always gives the same text.
#include "ir/print_int.h"

#include <math.h>

void pr_init(Printer *p, IrModule *m, Buf *o, Arena *a) {
    memset(p, 0, sizeof *p);
    p->m = m;
    p->o = o;
    p->a = a;
    map_init(&p->attr_no, a);
    map_init(&p->md_no, a);
    IrDataLayout l;
    const char *s = atom_str(m->ctx, m->datalayout);
    if ((*s == 'P' || strstr(s, "-P")) && !ir_datalayout_read(s, strlen(s), &l))
        p->call_as = l.program_as;
}

// ---- names ----

static uint64_t take_name(Printer *p, Map *taken, Atom name, uint32_t *number) {
    if (!name) return NAME_NUMBER | (*number)++;
    uintptr_t *slot = (uintptr_t *)map_slot(taken, name);
    if (!*slot) {
        *slot = 1;
        return name;
    }
    for (;;) {
        Atom next = atom_printf(p->m->ctx, "%s.%u", atom_str(p->m->ctx, name), (unsigned)(*slot)++);
        uintptr_t *other = (uintptr_t *)map_slot(taken, next);
        bool fresh = !*other;
        *other = 1;
        if (fresh) return next;
        slot = (uintptr_t *)map_slot(taken, name); // the table may have grown
    }
}

void pr_number_func(Printer *p, IrFunc *f) {
    Map taken;
    uint32_t number = 0;
    map_init(&taken, p->a);
    p->fn = f;
    p->value_name = arena_array(p->a, uint64_t, f->nvalues + 1);
    p->block_name = arena_array(p->a, uint64_t, f->nblockids + 1);
    for (uint32_t i = 0; i < f->nargs; i++) {
        p->value_name[f->arg[i]->v.id] = take_name(p, &taken, f->arg[i]->v.name, &number);
    }
    IR_FOREACH_BLOCK(bb, f) {
        p->block_name[bb->v.id] = take_name(p, &taken, bb->v.name, &number);
        IR_FOREACH_INST(i, bb) {
            if (i->v.type->kind == IR_TY_VOID) continue;
            p->value_name[i->v.id] = take_name(p, &taken, i->v.name, &number);
        }
    }
}

static bool plain_name(const char *s, size_t n) {
    if (n == 0 || (s[0] >= '0' && s[0] <= '9')) return false;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '$' || c == '.' || c == '_';
        if (!ok) return false;
    }
    return true;
}

static void escaped(Buf *o, const char *s, size_t n) {
    static const char hex[] = "0123456789ABCDEF";
    for (size_t i = 0; i < n; i++) {
        uint8_t c = (uint8_t)s[i];
        if (c >= 32 && c < 127 && c != '"' && c != '\\') {
            buf_putc(o, (char)c);
        } else {
            buf_putc(o, '\\');
            buf_putc(o, hex[c >> 4]);
            buf_putc(o, hex[c & 15]);
        }
    }
}

void pr_string(Printer *p, const char *s, size_t n) {
    buf_putc(p->o, '"');
    escaped(p->o, s, n);
    buf_putc(p->o, '"');
}

void pr_name(Printer *p, char sigil, Atom name) {
    const char *s = atom_str(p->m->ctx, name);
    size_t n = atom_len(p->m->ctx, name);
    if (sigil) buf_putc(p->o, sigil);
    if (plain_name(s, n)) {
        buf_write(p->o, s, n);
    } else {
        pr_string(p, s, n);
    }
}

static void local_name(Printer *p, char sigil, uint64_t name) {
    if (!name) {
        buf_puts(p->o, "%<unknown>");
    } else if (name & NAME_NUMBER) {
        if (sigil) buf_putc(p->o, sigil);
        buf_u64(p->o, (uint32_t)name);
    } else {
        pr_name(p, sigil, (Atom)name);
    }
}

// ---- types ----

static void type_list(Printer *p, IrType *const *t, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        if (i) buf_puts(p->o, ", ");
        pr_type(p, t[i]);
    }
}

static void struct_body(Printer *p, const IrType *t) {
    if (t->opaque) {
        buf_puts(p->o, "opaque");
        return;
    }
    buf_puts(p->o, t->packed ? "<{" : "{");
    if (t->n) buf_putc(p->o, ' ');
    type_list(p, t->sub, t->n);
    if (t->n) buf_putc(p->o, ' ');
    buf_puts(p->o, t->packed ? "}>" : "}");
}

void pr_type(Printer *p, const IrType *t) {
    static const char *const names[] = {
        [IR_TY_VOID] = "void",         [IR_TY_HALF] = "half",
        [IR_TY_BFLOAT] = "bfloat",     [IR_TY_FLOAT] = "float",
        [IR_TY_DOUBLE] = "double",     [IR_TY_FP128] = "fp128",
        [IR_TY_LABEL] = "label",       [IR_TY_METADATA] = "metadata",
        [IR_TY_X86_FP80] = "x86_fp80", [IR_TY_PPC_FP128] = "ppc_fp128",
        [IR_TY_X86_AMX] = "x86_amx",   [IR_TY_TOKEN] = "token",
    };
    switch (t->kind) {
    case IR_TY_INT:
        buf_putc(p->o, 'i');
        buf_u64(p->o, t->bits);
        break;
    case IR_TY_PTR:
        buf_puts(p->o, "ptr");
        if (t->as) buf_printf(p->o, " addrspace(%u)", t->as);
        break;
    case IR_TY_ARRAY:
    case IR_TY_VECTOR:
        buf_putc(p->o, t->kind == IR_TY_ARRAY ? '[' : '<');
        if (t->scalable) buf_puts(p->o, "vscale x ");
        buf_u64(p->o, t->n);
        buf_puts(p->o, " x ");
        pr_type(p, t->elem);
        buf_putc(p->o, t->kind == IR_TY_ARRAY ? ']' : '>');
        break;
    case IR_TY_STRUCT:
        if (t->name) {
            pr_name(p, '%', t->name);
        } else {
            struct_body(p, t);
        }
        break;
    case IR_TY_TARGET:
        buf_puts(p->o, "target(");
        pr_string(p, atom_str(p->m->ctx, t->name), atom_len(p->m->ctx, t->name));
        if (t->n) buf_puts(p->o, ", ");
        type_list(p, t->sub, t->n);
        for (uint32_t i = 0; i < t->nints; i++) buf_printf(p->o, ", %u", t->ints[i]);
        buf_putc(p->o, ')');
        break;
    case IR_TY_FUNC:
        pr_type(p, t->elem);
        buf_puts(p->o, " (");
        type_list(p, t->sub, t->n);
        if (t->vararg) buf_puts(p->o, t->n ? ", ..." : "...");
        buf_putc(p->o, ')');
        break;
    default: buf_puts(p->o, names[t->kind]);
    }
}

void pr_type_body(Printer *p, const IrType *t) {
    struct_body(p, t);
}

// ---- constants ----

static void print_int(Printer *p, const IrConst *c) {
    Buf *o = p->o;
    uint32_t bits = c->v.type->bits;
    if (bits == 1) {
        buf_puts(o, c->bits ? "true" : "false");
    } else if (ir_fits_i64(c)) {
        buf_i64(o, ir_sval(c));
    } else { // too wide for a quick decimal: LLVM's hexadecimal form
        buf_puts(o, "u0x");
        uint32_t top = c->n;
        while (top > 1 && !c->words[top - 1]) top--;
        for (uint32_t i = top; i-- > 0;) buf_hex(o, c->words[i], 16);
    }
}

// Seven significant digits if they give the value back exactly, as LLVM prints. The check divides
// or multiplies two exact doubles, which rounds once: what reading the decimal would do.
static bool print_decimal(Buf *o, double v) {
    if (v == 0) {
        buf_puts(o, signbit(v) ? "-0.000000e+00" : "0.000000e+00");
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
        buf_printf(o, "%s%u.%06ue%c%02d", v < 0 ? "-" : "", d / 1000000, d % 1000000,
                   k < 0 ? '-' : '+', k < 0 ? -k : k);
        return true;
    }
    return false;
}

static void print_hex_upper(Buf *o, uint64_t v, int digits) {
    static const char hex[] = "0123456789ABCDEF";
    for (int i = digits - 1; i >= 0; i--) buf_putc(o, hex[v >> (4 * i) & 15]);
}

static void print_fp(Printer *p, const IrConst *c) {
    Buf *o = p->o;
    double d;
    uint64_t bits = c->v.type->bits <= 64 ? c->bits : 0;
    switch (c->v.type->kind) {
    case IR_TY_HALF:
        buf_puts(o, "0xH");
        print_hex_upper(o, bits, 4);
        return;
    case IR_TY_BFLOAT:
        buf_puts(o, "0xR");
        print_hex_upper(o, bits, 4);
        return;
    case IR_TY_X86_FP80:
        buf_puts(o, "0xK");
        print_hex_upper(o, c->words[1], 4);
        print_hex_upper(o, c->words[0], 16);
        return;
    case IR_TY_PPC_FP128:
    case IR_TY_FP128:
        buf_puts(o, c->v.type->kind == IR_TY_FP128 ? "0xL" : "0xM");
        print_hex_upper(o, c->words[0], 16);
        print_hex_upper(o, c->words[1], 16);
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
    if (isfinite(d) && print_decimal(o, d)) return;
    buf_puts(o, "0x");
    print_hex_upper(o, bits, 16);
}

static void print_elems(Printer *p, const IrConst *c, char open, char close) {
    buf_putc(p->o, open);
    uint64_t n = c->v.kind == IR_C_DATA ? c->v.type->n : c->n;
    if (open == '{') buf_putc(p->o, ' ');
    for (uint64_t i = 0; i < n; i++) {
        if (i) buf_puts(p->o, ", ");
        pr_typed(p, &ir_elem(p->m, (IrConst *)(uintptr_t)c, i)->v);
    }
    if (open == '{') buf_putc(p->o, ' ');
    buf_putc(p->o, close);
}

static void print_agg(Printer *p, const IrConst *c) {
    const IrType *t = c->v.type;
    if (c->v.kind == IR_C_DATA && t->kind == IR_TY_ARRAY && ir_ty_is_i(t->elem, 8)) {
        buf_putc(p->o, 'c');
        pr_string(p, (const char *)c->data, c->n);
    } else if (t->kind == IR_TY_ARRAY) {
        print_elems(p, c, '[', ']');
    } else if (t->scalable) {
        buf_puts(p->o, "splat (");
        pr_typed(p, &ir_elem(p->m, (IrConst *)(uintptr_t)c, 0)->v);
        buf_putc(p->o, ')');
    } else if (t->kind == IR_TY_VECTOR) {
        print_elems(p, c, '<', '>');
    } else {
        if (t->packed) buf_putc(p->o, '<');
        print_elems(p, c, '{', '}');
        if (t->packed) buf_putc(p->o, '>');
    }
}

static void print_expr(Printer *p, const IrConst *c) {
    static const struct {
        uint16_t bit;
        const char *text;
    } flags[] = {{IR_NUW, " nuw"}, {IR_NSW, " nsw"}};
    buf_puts(p->o, ir_ops[c->v.op].name);
    if (c->v.op == IR_GEP) {
        if (c->v.flags & IR_INBOUNDS) buf_puts(p->o, " inbounds");
        if ((c->v.flags & (IR_INBOUNDS | IR_NUSW)) == IR_NUSW) buf_puts(p->o, " nusw");
        if (c->v.flags & IR_NUW) buf_puts(p->o, " nuw");
    } else {
        for (size_t i = 0; i < CU_COUNT(flags); i++) {
            if (c->v.flags & flags[i].bit) buf_puts(p->o, flags[i].text);
        }
    }
    buf_puts(p->o, " (");
    if (c->v.op == IR_GEP) {
        pr_type(p, c->aty);
        buf_puts(p->o, ", ");
    }
    for (uint32_t i = 0; i < c->n; i++) {
        if (i) buf_puts(p->o, ", ");
        pr_typed(p, &c->elem[i]->v);
    }
    if (ir_ops[c->v.op].class == IRC_CAST) {
        buf_puts(p->o, " to ");
        pr_type(p, c->v.type);
    }
    buf_putc(p->o, ')');
}

static void print_asm(Printer *p, const IrAsm *a) {
    Ctx *ctx = p->m->ctx;
    buf_puts(p->o, "asm ");
    if (a->side_effect) buf_puts(p->o, "sideeffect ");
    if (a->align_stack) buf_puts(p->o, "alignstack ");
    if (a->intel) buf_puts(p->o, "inteldialect ");
    if (a->unwind) buf_puts(p->o, "unwind ");
    pr_string(p, atom_str(ctx, a->text), atom_len(ctx, a->text));
    buf_puts(p->o, ", ");
    pr_string(p, atom_str(ctx, a->constraints), atom_len(ctx, a->constraints));
}

// blockaddress(@f, %bb): the block's name is known where its function is printed, so functions
// whose blocks are addressed are numbered for it.
static void print_block_address(Printer *p, const IrConst *c) {
    IrFunc *f = (IrFunc *)c->elem[0];
    if (ir_block_gone(c)) { // LLVM's word for it
        buf_puts(p->o, "inttoptr (i32 1 to ptr)");
        return;
    }
    buf_puts(p->o, "blockaddress(");
    pr_value(p, &f->g.v);
    buf_puts(p->o, ", ");
    if (p->fn == f) {
        pr_value(p, &c->block->v);
    } else {
        Printer other = {.m = p->m, .o = p->o, .a = p->a};
        pr_number_func(&other, f);
        pr_value(&other, &c->block->v);
    }
    buf_putc(p->o, ')');
}

static void print_ptrauth(Printer *p, const IrConst *c) {
    buf_puts(p->o, "ptrauth (");
    for (uint32_t i = 0; i < 4; i++) {
        if (i) buf_puts(p->o, ", ");
        pr_typed(p, &c->elem[i]->v);
    }
    buf_putc(p->o, ')');
}

void pr_value(Printer *p, const IrValue *v) {
    const IrConst *c = (const IrConst *)v;
    if (!v) {
        buf_puts(p->o, "<null operand!>");
        return;
    }
    switch (v->kind) {
    case IR_V_ARG:
    case IR_V_INST: local_name(p, '%', p->value_name ? p->value_name[v->id] : v->name); break;
    case IR_V_BLOCK: local_name(p, '%', p->block_name ? p->block_name[v->id] : v->name); break;
    case IR_V_ASM: print_asm(p, (const IrAsm *)v); break;
    case IR_V_MD: pr_md_ref(p, ((const IrMdValue *)v)->md); break;
    case IR_C_INT: print_int(p, c); break;
    case IR_C_FP: print_fp(p, c); break;
    case IR_C_NULL: buf_puts(p->o, "null"); break;
    case IR_C_ZERO:
        buf_puts(p->o, v->type->kind == IR_TY_TOKEN ? "none" : "zeroinitializer");
        break;
    case IR_C_UNDEF: buf_puts(p->o, "undef"); break;
    case IR_C_POISON: buf_puts(p->o, "poison"); break;
    case IR_C_DATA:
    case IR_C_AGG: print_agg(p, c); break;
    case IR_C_EXPR: print_expr(p, c); break;
    case IR_C_BLOCKADDR: print_block_address(p, c); break;
    case IR_C_PTRAUTH: print_ptrauth(p, c); break;
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
        buf_puts(p->o, v->kind == IR_C_NO_CFI ? "no_cfi " : "dso_local_equivalent ");
        pr_value(p, &c->elem[0]->v);
        break;
    default:
        if (((const IrGlobal *)v)->dead) // only metadata names it any more
            buf_puts(p->o, "poison");
        else
            pr_name(p, '@', v->name);
    }
}

void pr_block_label(Printer *p, const IrBlock *bb) {
    local_name(p, 0, p->block_name[bb->v.id]);
    buf_putc(p->o, ':');
}

void pr_typed(Printer *p, const IrValue *v) {
    if (v) {
        pr_type(p, v->type);
        buf_putc(p->o, ' ');
    }
    pr_value(p, v);
}

// ---- attributes ----

static void print_memory(Buf *o, uint32_t mem) {
    static const char *const rw[] = {"none", "read", "write", "readwrite"};
    static const char *const loc[] = {"argmem", "inaccessiblemem"};
    uint32_t other = mem >> 4 & 3;
    const char *sep = "";
    buf_puts(o, "memory(");
    if (other || !mem) {
        buf_puts(o, rw[other]);
        sep = ", ";
    }
    for (int k = 0; k < 2; k++) {
        uint32_t a = mem >> (2 * k) & 3;
        if (a == other) continue;
        buf_printf(o, "%s%s: %s", sep, loc[k], rw[a]);
        sep = ", ";
    }
    buf_putc(o, ')');
}

static void print_attr_val(Printer *p, const IrAttrVal *v, bool group) {
    Buf *o = p->o;
    const char *name = ir_attr_names[v->attr];
    if (v->attr == IR_ATTR_MEMORY) {
        print_memory(o, (uint32_t)v->num);
    } else if (ir_attr_form[v->attr] == IR_ATTR_TY) {
        buf_puts(o, name);
        if (!v->type) return;
        buf_putc(o, '(');
        pr_type(p, v->type);
        buf_putc(o, ')');
    } else if (ir_attr_form[v->attr] == IR_ATTR_TEXT) {
        buf_puts(o, name);
        if (!v->num) return;
        buf_putc(o, '(');
        buf_atom(p->m->ctx, o, (Atom)v->num);
        buf_putc(o, ')');
    } else if (v->attr == IR_ATTR_ALIGN) {
        buf_printf(o, group ? "align=%llu" : "align %llu", (unsigned long long)v->num);
    } else {
        bool eq = group && v->attr == IR_ATTR_ALIGNSTACK;
        buf_printf(o, eq ? "%s=%llu" : "%s(%llu)", name, (unsigned long long)v->num);
    }
}

void pr_attrs(Printer *p, const IrAttrSet *s, bool group) {
    if (!s) return;
    uint32_t k = 0;
    for (uint32_t i = 0; i < IR_NATTRS; i++) {
        if (!ir_attr_has(s, (IrAttr)i)) continue;
        buf_putc(p->o, ' ');
        if (ir_attr_form[i] == IR_ATTR_FLAG) {
            buf_puts(p->o, ir_attr_names[i]);
        } else {
            print_attr_val(p, &s->val[k++], group);
        }
    }
    Ctx *ctx = p->m->ctx;
    for (uint32_t i = 0; i < s->nstr; i++) {
        const IrAttrStr *a = &s->str[i];
        buf_putc(p->o, ' ');
        pr_string(p, atom_str(ctx, a->key), atom_len(ctx, a->key));
        if (!a->value) continue;
        buf_putc(p->o, '=');
        pr_string(p, atom_str(ctx, a->value), atom_len(ctx, a->value));
    }
}

void pr_attr_ref(Printer *p, const IrAttrSet *s) {
    if (!s) return;
    uintptr_t *no = (uintptr_t *)map_slot(&p->attr_no, (uintptr_t)s);
    if (!*no) {
        vec_push(p->a, &p->attrs, s);
        *no = p->attrs.n;
    }
    buf_printf(p->o, " #%u", (unsigned)*no - 1);
}
