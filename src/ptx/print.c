// SPDX-License-Identifier: Apache-2.0
// Prints the machine form as PTX text, in the style of nvcc's output. Instructions are printed by
// their rows in insn.def: base name, then each slot's modifier or type, then the operands in order.
// Order of a module: header, declarations of functions, variables, aliases, bodies, files,
// sections.
#include "ptx/ptx.h"

#include "base/task.h"

#include <stdlib.h>

static void put_atom(const PtxFunc *f, Buf *b, Atom a) {
    buf_atom(f->mod->ctx, b, a);
}

void ptx_print_reg(const PtxFunc *f, PtxReg r, Buf *b) {
    const PtxRegInfo *info = &f->reg.at[r];
    put_atom(f, b, info->prefix);
    if (info->num != UINT32_MAX) buf_u64(b, info->num);
}

static void print_label(const PtxFunc *f, uint32_t l, Buf *b) {
    if (f->label.at[l].name) {
        put_atom(f, b, f->label.at[l].name);
        return;
    }
    buf_puts(b, "$L__BB");
    buf_u64(b, f->index);
    buf_putc(b, '_');
    buf_u64(b, l);
}

static void print_symbol(const PtxFunc *f, const PtxOpnd *o, Buf *b) {
    put_atom(f, b, o->flags & PTXOF_LOCAL ? f->var.at[o->id].name : f->mod->sym.at[o->id].name);
    if (o->val) { // a negative offset is written "+-4"
        buf_putc(b, '+');
        buf_i64(b, o->val);
    }
}

static void print_opnd(const PtxFunc *f, const PtxOpnd *o, Buf *b);

static void print_list(const PtxFunc *f, const PtxOpnd *o, const char *sep, Buf *b) {
    for (uint32_t i = 0; i < o->n; i++) {
        if (i) buf_puts(b, sep);
        print_opnd(f, &f->extra.at[o->id + i], b);
    }
}

static void print_opnd(const PtxFunc *f, const PtxOpnd *o, Buf *b) {
    if (o->flags & PTXOF_NOT) buf_putc(b, '!');
    if (o->flags & PTXOF_NEG) buf_putc(b, '-');
    switch ((PtxOpndKind)o->kind) {
    case PTXO_NONE: break;
    case PTXO_REG:
        ptx_print_reg(f, o->id, b);
        if (o->n) {
            buf_puts(b, o->n & PTX_PART_HALVES ? ".h" : ".b");
            for (uint32_t i = PTX_PART_COUNT(o->n); i-- > 0;)
                buf_putc(b, (char)('0' + PTX_PART_DIGIT(o->n, i)));
        }
        break;
    case PTXO_INT:
        if (o->flags & PTXOF_HEX) {
            buf_printf(b, "0x%llX", (unsigned long long)o->val);
        } else if (o->flags & PTXOF_UNSIGNED) {
            buf_u64(b, (uint64_t)o->val);
        } else {
            buf_i64(b, o->val);
        }
        break;
    case PTXO_F32: buf_printf(b, "0f%08X", (unsigned)o->val); break;
    case PTXO_F64: buf_printf(b, "0d%016llX", (unsigned long long)o->val); break;
    case PTXO_SYM: print_symbol(f, o, b); break;
    case PTXO_MREG:
    case PTXO_MSYM:
    case PTXO_MABS:
        buf_putc(b, '[');
        if (o->kind == PTXO_MSYM) {
            print_symbol(f, o, b);
        } else {
            if (o->kind == PTXO_MREG) ptx_print_reg(f, o->id, b);
            if (o->kind == PTXO_MREG && o->val) buf_putc(b, '+');
            if (o->kind == PTXO_MABS || o->val) buf_i64(b, o->val);
        }
        buf_putc(b, ']');
        break;
    case PTXO_MTEX:
        buf_putc(b, '[');
        print_opnd(f, &f->extra.at[o->id], b);
        buf_puts(b, ", ");
        print_opnd(f, &f->extra.at[o->id + 1], b);
        buf_putc(b, ']');
        break;
    case PTXO_VEC:
        buf_putc(b, '{');
        print_list(f, o, ", ", b);
        buf_putc(b, '}');
        break;
    case PTXO_PAIR: print_list(f, o, "|", b); break;
    case PTXO_LIST:
        buf_putc(b, '(');
        print_list(f, o, ", ", b);
        buf_putc(b, ')');
        break;
    case PTXO_LABEL: print_label(f, o->id, b); break;
    case PTXO_SREG: buf_puts(b, ptx_sregs[o->id].text); break;
    case PTXO_SINK: buf_putc(b, '_'); break;
    }
}

// ---- declarations ------------------------------------------------------------------------------

static const char *space_name(uint32_t s) {
    static const char *const name[] = {"generic", "reg",   "global", "shared",
                                       "local",   "const", "param"};
    return name[s];
}

static void print_type(const PtxVar *v, PtxType t, Buf *b) {
    if (v->vec) buf_printf(b, ".v%u ", v->vec);
    buf_printf(b, ".%s ", ptx_types[t].text);
}

static void print_dims(const PtxVar *v, uint64_t count, Buf *b) {
    if (!v->is_array) return;
    if (v->ndim > 1) {
        for (uint32_t i = 0; i < v->ndim; i++) {
            buf_putc(b, '[');
            if (i || !v->unsized) buf_u64(b, v->dim[i]);
            buf_putc(b, ']');
        }
        return;
    }
    buf_putc(b, '[');
    if (!v->unsized) buf_u64(b, count);
    buf_putc(b, ']');
}

static void print_param(Ctx *ctx, const PtxVar *v, Buf *b) {
    buf_puts(b, v->space == PTXS_REG ? ".reg " : ".param ");
    if (v->align && !v->ptr) buf_printf(b, ".align %u ", v->align);
    print_type(v, (PtxType)v->type, b);
    if (v->ptr) {
        buf_puts(b, ".ptr ");
        if (v->ptr_space) buf_printf(b, ".%s ", space_name(v->ptr_space));
        if (v->ptr_align) buf_printf(b, ".align %u ", v->ptr_align);
    }
    buf_atom(ctx, b, v->name);
    print_dims(v, v->count, b);
}

static uint64_t load_le(const uint8_t *p, uint64_t n) {
    uint64_t v = 0;
    for (uint64_t i = 0; i < n; i++) v |= (uint64_t)p[i] << (8 * i);
    return v;
}

static void print_reloc(const PtxModule *m, const PtxReloc *r, Buf *b) {
    if (r->size == 1) {
        buf_puts(b, "0xFF");
        for (uint32_t i = 0; i < r->shift / 8u; i++) buf_puts(b, "00");
        buf_putc(b, '(');
    }
    if (r->generic) buf_puts(b, "generic(");
    buf_atom(m->ctx, b, m->sym.at[r->sym].name);
    if (r->generic) buf_putc(b, ')');
    if (r->addend) {
        buf_putc(b, '+');
        buf_i64(b, r->addend);
    }
    if (r->size == 1) buf_putc(b, ')');
}

static void print_number(PtxType t, uint64_t v, Buf *b) {
    if (t == PTX_F32) {
        buf_printf(b, "0f%08X", (unsigned)v);
    } else if (t == PTX_F64) {
        buf_printf(b, "0d%016llX", (unsigned long long)v);
    } else if (ptx_types[t].kind == 's' && ptx_type_bits(t) < 64) {
        buf_i64(b, (int64_t)(v << (64 - ptx_type_bits(t))) >> (64 - ptx_type_bits(t)));
    } else {
        buf_u64(b, v);
    }
}

static uint64_t last_nonzero(const PtxVar *v) {
    uint64_t n = v->ninit;
    while (n && !v->init[n - 1]) n--;
    VEC_FOREACH (PtxReloc, r, &v->reloc) n = CU_MAX(n, (uint64_t)r->off + r->size);
    return n;
}

// The elements of an initialiser, `t` at a time, with the addresses between them. `nr` bytes of
// a relocation of 8 bytes inside a byte array are written as masks.
static void print_elements(const PtxModule *m, const PtxVar *v, PtxType t, uint64_t total, Buf *b) {
    uint64_t es = ptx_type_bits(t) / 8, end = last_nonzero(v), off = 0;
    uint32_t next = 0;
    uint64_t n = CU_MIN((end + es - 1) / es, total);
    if (!n) n = 1;
    for (uint64_t i = 0; i < n; i++, off += es) {
        if (i) buf_puts(b, ", ");
        while (next < v->reloc.n && v->reloc.at[next].off + v->reloc.at[next].size <= off) next++;
        if (next < v->reloc.n && v->reloc.at[next].off <= off) {
            PtxReloc r = v->reloc.at[next];
            if (r.size > es) {
                r.shift = (uint8_t)(8 * (off - r.off));
                r.size = 1;
            }
            print_reloc(m, &r, b);
            continue;
        }
        uint64_t have = off < v->ninit ? CU_MIN(es, v->ninit - off) : 0;
        print_number(t, have ? load_le(v->init + off, have) : 0, b);
    }
}

// A byte array that holds whole aligned addresses is written as .u64 elements.
static bool as_words(const PtxVar *v) {
    if (v->type != PTX_B8 || !v->is_array || v->ndim > 1 || !v->reloc.n) return false;
    if (v->count % 8 || (v->align && v->align % 8)) return false;
    VEC_FOREACH (PtxReloc, r, &v->reloc) {
        if (r->size != 8 || r->off % 8) return false;
    }
    return true;
}

static void print_linkage(uint32_t l, Buf *b) {
    static const char *const name[] = {"", ".visible ", ".extern ", ".weak ", ".common "};
    buf_puts(b, name[l]);
}

static void print_var(const PtxModule *m, const PtxVar *v, Buf *b) {
    print_linkage(v->linkage, b);
    buf_printf(b, ".%s ", space_name(v->space));
    if (v->managed) buf_puts(b, ".attribute(.managed) ");
    if (v->align) buf_printf(b, ".align %u ", v->align);
    bool words = as_words(v);
    PtxType t = words ? PTX_U64 : (PtxType)v->type;
    if (t == PTX_B8 && v->reloc.n) t = PTX_U8; // masks of addresses want it
    uint64_t count = words ? v->count / 8 : v->count;
    print_type(v, t, b);
    buf_atom(m->ctx, b, v->name);
    print_dims(v, count, b);
    bool value = v->has_init && (last_nonzero(v) || !v->is_array);
    if (value && ptx_types[t].kind != 'o') {
        bool braces = v->is_array || v->vec;
        buf_puts(b, braces ? " = {" : " = ");
        print_elements(m, v, t, count * (v->vec ? v->vec : 1), b);
        if (braces) buf_putc(b, '}');
    }
    buf_putc(b, ';');
}

// ---- instructions ------------------------------------------------------------------------------

static void print_opcode(const PtxInst *in, const PtxRow *row, Buf *b) {
    buf_puts(b, row->name);
    for (const PtxSlot *s = row->slot; s < row->slot + PTX_MAX_SLOTS && s->kind; s++) {
        if (s->kind == PTX_SLOT_TYPE) {
            buf_putc(b, '.');
            buf_puts(b, ptx_types[in->type[s->arg]].text);
        } else {
            uint32_t v = ptx_mod_get(in, (PtxClass)s->arg);
            if (!v) continue;
            buf_putc(b, '.');
            buf_puts(b, ptx_mod_name((PtxClass)s->arg, v));
        }
    }
}

static void print_call(const PtxFunc *f, const PtxOpnd *o, uint32_t n, Buf *b) {
    if (o[0].kind == PTXO_LIST) {
        print_opnd(f, &o[0], b);
        buf_puts(b, ", ");
    }
    buf_puts(b, "\n\t");
    print_opnd(f, &o[1], b);
    if (n > 2 && o[2].kind == PTXO_LIST) {
        buf_puts(b, ", \n\t(\n\t");
        print_list(f, &o[2], ", \n\t", b);
        buf_puts(b, "\n\t)");
    }
    if (n > 3 && o[3].kind != PTXO_NONE) {
        buf_puts(b, n > 2 && o[2].kind == PTXO_LIST ? "\n\t, " : ", ");
        print_opnd(f, &o[3], b);
    }
}

static void print_sig_list(const PtxFunc *f, const uint32_t *at, uint32_t n, Buf *b) {
    buf_putc(b, '(');
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(b, ", ");
        print_param(f->mod->ctx, &f->var.at[at[i]], b);
    }
    buf_putc(b, ')');
}

// Text as it is, but for the marks of its registers.
static void print_raw(const PtxFunc *f, const PtxOpnd *o, uint32_t nreg, Buf *b) {
    for (const char *t = atom_str(f->mod->ctx, o[0].id); *t;) {
        char *end = NULL;
        unsigned long k = *t == PTX_RAW_MARK ? strtoul(t + 1, &end, 10) : 0;
        bool mark = end && end > t + 1 && *end == PTX_RAW_MARK && k < nreg;
        if (mark)
            ptx_print_reg(f, f->extra.at[o[1].id + k].id, b);
        else
            buf_putc(b, *t);
        t = mark ? end + 1 : t + 1;
    }
}

static void print_pseudo(const PtxFunc *f, const PtxInst *in, const PtxOpnd *o, Buf *b) {
    Ctx *ctx = f->mod->ctx;
    switch (in->op) {
    case PTXI_label:
        print_label(f, o[0].id, b);
        buf_putc(b, ':');
        break;
    case PTXI_scope_begin:
        buf_puts(b, "\t{");
        if (in->nopnd) buf_printf(b, " // callseq %u, 0", (unsigned)o[0].val);
        break;
    case PTXI_scope_end:
        buf_puts(b, "\t}");
        if (in->nopnd) buf_printf(b, " // callseq %u", (unsigned)o[0].val);
        break;
    case PTXI_declvar:
        buf_putc(b, '\t');
        print_var(f->mod, &f->var.at[o[0].id], b);
        break;
    case PTXI_loc:
        buf_printf(b, "\t.loc\t%u %u %u", (unsigned)o[0].val, (unsigned)o[1].val,
                   (unsigned)o[2].val);
        if (in->nopnd >= 8) {
            buf_puts(b, ", function_name ");
            print_label(f, o[3].id, b);
            if (o[4].val) buf_printf(b, "+%u", (unsigned)o[4].val);
            buf_printf(b, ", inlined_at %u %u %u", (unsigned)o[5].val, (unsigned)o[6].val,
                       (unsigned)o[7].val);
        }
        break;
    case PTXI_pragma:
        buf_puts(b, "\t.pragma \"");
        buf_atom(ctx, b, o[0].id);
        buf_puts(b, "\";");
        break;
    case PTXI_targets: {
        const PtxTargets *t = &f->targets.at[o[0].val];
        print_label(f, t->label, b);
        buf_puts(b, t->calls ? ": .calltargets" : ": .branchtargets");
        for (uint32_t i = 0; i < t->target.n; i++) {
            buf_puts(b, i ? ",\n\t\t" : "\n\t\t");
            if (t->calls) {
                buf_atom(ctx, b, f->mod->sym.at[t->target.at[i]].name);
            } else {
                print_label(f, t->target.at[i], b);
            }
        }
        buf_putc(b, ';');
        break;
    }
    case PTXI_proto: {
        const PtxProto *p = &f->proto.at[o[0].val];
        const PtxSig *s = &f->protosig.at[p->sig];
        buf_putc(b, '\t');
        print_label(f, p->label, b);
        buf_puts(b, " : .callprototype ");
        if (s->ret.n) {
            print_sig_list(f, s->ret.at, s->ret.n, b);
            buf_putc(b, ' ');
        } else {
            buf_puts(b, "() ");
        }
        buf_puts(b, "_ ");
        print_sig_list(f, s->param.at, s->param.n, b);
        if (s->noreturn) buf_puts(b, " .noreturn");
        buf_putc(b, ';');
        break;
    }
    case PTXI_raw:
        buf_puts(b, "\t// begin inline asm\n\t");
        print_raw(f, o, in->nopnd > 1 ? o[1].n : 0, b);
        buf_puts(b, "\n\t// end inline asm");
        break;
    default: break;
    }
}

void ptx_print_inst(const PtxFunc *f, const PtxInst *in, Buf *b) {
    const PtxRow *row = &ptx_rows[in->op];
    const PtxOpnd *o = f->opnd.n ? f->opnd.at + in->opnd : NULL; // an empty list has no place
    bool foreign = in->op == PTXI_foreign;
    if (!row->name && !foreign) {
        print_pseudo(f, in, o, b);
        return;
    }
    buf_putc(b, '\t');
    if (in->guard) {
        buf_puts(b, in->guard & PTX_GUARD_NOT ? "@!" : "@");
        ptx_print_reg(f, (in->guard & ~PTX_GUARD_NOT) - 1, b);
        buf_putc(b, ' ');
    }
    if (foreign) {
        put_atom(f, b, o[0].id);
    } else {
        print_opcode(in, row, b);
    }
    if (in->op == PTXI_call) {
        buf_putc(b, ' ');
        print_call(f, o, in->nopnd, b);
    } else {
        for (uint32_t i = foreign; i < in->nopnd; i++) {
            buf_puts(b, i > foreign ? ", " : " \t");
            print_opnd(f, &o[i], b);
        }
    }
    buf_putc(b, ';');
}

// ---- functions ---------------------------------------------------------------------------------

static void print_head(const PtxFunc *f, Atom name, uint32_t linkage, Buf *b) {
    Ctx *ctx = f->mod->ctx;
    print_linkage(linkage, b);
    if (f->entry) {
        buf_puts(b, ".entry ");
    } else {
        buf_puts(b, ".func ");
        if (f->sig.ret.n) {
            buf_putc(b, ' ');
            print_sig_list(f, f->sig.ret.at, f->sig.ret.n, b);
            buf_putc(b, ' ');
        }
    }
    buf_atom(ctx, b, name);
    buf_putc(b, '(');
    for (uint32_t i = 0; i < f->sig.param.n; i++) {
        buf_puts(b, i ? ",\n\t" : "\n\t");
        print_param(ctx, &f->var.at[f->sig.param.at[i]], b);
    }
    buf_puts(b, "\n)\n");
}

static void print_triple(const char *name, const uint32_t *v, Buf *b) {
    if (v[0]) buf_printf(b, "%s %u, %u, %u\n", name, v[0], CU_MAX(v[1], 1u), CU_MAX(v[2], 1u));
}

static void print_directives(const PtxFunc *f, Buf *b) {
    const PtxDirectives *d = &f->dir;
    if (d->noreturn) buf_puts(b, ".noreturn\n");
    if (d->explicitcluster) buf_puts(b, ".explicitcluster\n");
    print_triple(".reqnctapercluster", d->reqnctapercluster, b);
    if (d->blocksareclusters) buf_puts(b, ".blocksareclusters\n");
    if (d->maxclusterrank) buf_printf(b, ".maxclusterrank %u\n", d->maxclusterrank);
    print_triple(".maxntid", d->maxntid, b);
    print_triple(".reqntid", d->reqntid, b);
    if (d->minnctapersm) buf_printf(b, ".minnctapersm %u\n", d->minnctapersm);
    if (d->maxnctapersm) buf_printf(b, ".maxnctapersm %u\n", d->maxnctapersm);
    if (d->maxnreg) buf_printf(b, ".maxnreg %u\n", d->maxnreg);
    for (uint32_t i = 0; i < d->pragma.n; i++) {
        buf_puts(b, ".pragma \"");
        put_atom(f, b, d->pragma.at[i]);
        buf_puts(b, "\";\n");
    }
}

typedef struct {
    uint8_t type;
    Atom prefix;
    uint32_t max;
} RegGroup;

// Registers by type and prefix: one .reg line each; registers without a number one line each, but
// for those that are parameters: the head declares them.
static void print_regs(const PtxFunc *f, Buf *b) {
    static const uint8_t order[] = {PTX_PRED, PTX_B16, PTX_B32, PTX_F32,
                                    PTX_B64,  PTX_F64, PTX_B128};
    Arena *a = &task_here(f->mod->ctx)->scratch;
    ArenaMark mark = arena_mark(a);
    Map groups, params;
    map_init(&groups, a);
    map_init(&params, a);
    VEC_FOREACH (PtxVar, v, &f->var) {
        if (v->space == PTXS_REG) map_put(&params, v->name, v);
    }
    VEC_FOREACH (PtxRegInfo, r, &f->reg) {
        if (r->num == UINT32_MAX && map_get(&params, r->prefix)) continue;
        if (r->num == UINT32_MAX) {
            buf_printf(b, "\t.reg .%s \t", ptx_types[r->type].text);
            put_atom(f, b, r->prefix);
            buf_puts(b, ";\n");
            continue;
        }
        void **slot = map_slot(&groups, (uint64_t)r->type << 32 | r->prefix);
        RegGroup *g = *slot;
        if (!g) {
            *slot = g = arena_new(a, RegGroup);
            g->type = r->type;
            g->prefix = r->prefix;
        }
        g->max = CU_MAX(g->max, r->num);
    }
    for (uint32_t pass = 0; pass <= CU_COUNT(order); pass++) {
        MAP_FOREACH (e, &groups) {
            const RegGroup *g = e->val;
            uint32_t at = 0;
            while (at < CU_COUNT(order) && order[at] != g->type) at++;
            if (at != pass) continue;
            buf_printf(b, "\t.reg .%s \t", ptx_types[g->type].text);
            put_atom(f, b, g->prefix);
            buf_printf(b, "<%u>;\n", g->max + 1);
        }
    }
    arena_reset(a, mark);
}

// A comment with the line that a .loc names: a blank line, then "//FILE:LINE TEXT".
static void print_source(const PtxFunc *f, const PtxInst *in, Buf *b) {
    const PtxSourceText *s = f->mod->source;
    const PtxOpnd *o = ptx_opnds(f, in);
    if (!s) return;
    VEC_FOREACH (PtxFile, file, &f->mod->file) {
        if (file->index != o[0].val) continue;
        uint32_t n, skip = s->directory ? (uint32_t)strlen(s->directory) : 0;
        const char *name = atom_str(f->mod->ctx, file->name);
        bool inside = skip && strncmp(name, s->directory, skip) == 0 && name[skip] == '/';
        const char *line = s->line(s->data, file->name, (uint32_t)o[1].val, &n);
        buf_printf(b, "\n//%s:%u %.*s\n", name + (inside ? skip + 1 : 0), (unsigned)o[1].val,
                   (int)n, line);
    }
}

void ptx_print_func(const PtxFunc *f, Buf *b) {
    const PtxInst *first = f->inst.n && f->inst.at[0].op == PTXI_loc ? &f->inst.at[0] : NULL;
    bool hide = f->mod->hide_lines;
    if (f->linkage == PTXL_VISIBLE) {
        buf_puts(b, "\t// .globl\t");
        put_atom(f, b, f->name);
        buf_putc(b, '\n');
    }
    if (first) print_source(f, first, b);
    print_head(f, f->name, f->linkage, b);
    print_directives(f, b);
    buf_puts(b, "{\n");
    print_regs(f, b);
    if (first && !hide) { // the function's own line
        print_source(f, first, b);
        ptx_print_inst(f, first, b);
        buf_putc(b, '\n');
    }
    buf_putc(b, '\n');
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (in->op == PTXI_nop || in == first || (in->op == PTXI_loc && hide)) continue;
        if (in->op == PTXI_loc) print_source(f, in, b);
        ptx_print_inst(f, in, b);
        buf_putc(b, '\n');
    }
    buf_puts(b, "\n}\n");
}

static void print_header(const PtxModule *m, Buf *b) {
    if (m->banner) buf_write(b, m->banner->at, m->banner->n);
    buf_printf(b, "\n.version %u.%u\n.target sm_%u", m->version / 10, m->version % 10, m->sm);
    if (m->sm_suffix) buf_putc(b, m->sm_suffix);
    if (m->debug) buf_puts(b, ", debug");
    buf_printf(b, "\n.address_size %u\n\n", m->address_size);
}

// Bodies stand in the order of their definitions, which is another than that of the declarations
// before them.
typedef struct {
    Ctx *ctx;
    const PtxFunc **func; // n of them
    uint32_t n;
    Buf *text;    // by function
    Arena *arena; // by thread
} Bodies;

static void print_body(Ctx *thread, void *data, uint32_t i) {
    Bodies *w = data;
    buf_init(&w->text[i], &w->arena[thread->timer_thread - w->ctx->timer_thread]);
    ptx_print_func(w->func[i], &w->text[i]);
}

static void print_parallel(Bodies *w, uint32_t jobs, Buf *b) {
    Arena *tmp = &w->ctx->scratch;
    w->text = arena_array(tmp, Buf, w->n);
    w->arena = arena_array(tmp, Arena, jobs);
    for (uint32_t i = 0; i < jobs; i++) arena_init(&w->arena[i], w->ctx, "print");
    uint32_t *weight = arena_array(tmp, uint32_t, w->n);
    for (uint32_t i = 0; i < w->n; i++) weight[i] = w->func[i]->inst.n;
    task_for(w->ctx, jobs, w->n, weight, print_body, w);
    for (uint32_t i = 0; i < w->n; i++) buf_write(b, w->text[i].at, w->text[i].n);
    for (uint32_t i = 0; i < jobs; i++) arena_free(&w->arena[i]);
}

static void print_bodies(const PtxModule *m, Buf *b) {
    Arena *tmp = &m->ctx->scratch;
    ArenaMark mark = arena_mark(tmp);
    uint32_t n = m->func.n + m->ndef, jobs = m->jobs ? m->jobs : task_processors();
    Bodies w = {.ctx = m->ctx, .func = arena_array(tmp, const PtxFunc *, n + 1)};
    for (uint32_t i = 0; i < m->func.n; i++) {
        const PtxFunc *f = m->func.at[i];
        if (f->has_body) w.func[f->def ? f->def - 1 : m->ndef + i] = f;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (w.func[i]) w.func[w.n++] = w.func[i];
    }
    if (jobs > 1 && w.n > 1 && !m->source) { // source files are read as they come
        print_parallel(&w, jobs, b);
    } else {
        for (uint32_t i = 0; i < w.n; i++) ptx_print_func(w.func[i], b);
    }
    arena_reset(tmp, mark);
}

void ptx_print(const PtxModule *m, Buf *b) {
    print_header(m, b);
    for (uint32_t i = 0; i < m->func.n; i++) {
        const PtxFunc *f = m->func.at[i];
        if (f->entry && f->has_body && !f->forward) continue;
        print_head(f, f->name, f->linkage, b);
        print_directives(f, b);
        buf_puts(b, ";\n");
    }
    VEC_FOREACH (PtxVar, v, &m->var) {
        print_var(m, v, b);
        buf_putc(b, '\n');
    }
    VEC_FOREACH (PtxSym, s, &m->sym) { // declared like the function that they stand for
        const PtxFunc *f =
            s->kind == PTXK_ALIAS ? ptx_sym_func(m, (uint32_t)(s - m->sym.at)) : NULL;
        if (!f) continue;
        print_head(f, s->name, PTXL_VISIBLE, b);
        print_directives(f, b);
        buf_puts(b, ";\n");
    }
    buf_putc(b, '\n');
    print_bodies(m, b);
    VEC_FOREACH (PtxSym, s, &m->sym) { // behind the functions: PTX ISA, .alias
        if (s->kind != PTXK_ALIAS) continue;
        buf_puts(b, ".alias ");
        buf_atom(m->ctx, b, s->name);
        buf_puts(b, ", ");
        buf_atom(m->ctx, b, m->sym.at[s->index].name);
        buf_puts(b, ";\n");
    }
    if (m->hide_lines) return;
    VEC_FOREACH (PtxFile, f, &m->file) {
        buf_printf(b, "\t.file\t%u \"", f->index);
        buf_atom(m->ctx, b, f->name);
        buf_putc(b, '"');
        if (f->has_stamp) {
            buf_printf(b, ", %llu, %llu", (unsigned long long)f->time, (unsigned long long)f->size);
        }
        buf_putc(b, '\n');
    }
    for (uint32_t i = 0; i < m->section.n; i++) {
        buf_atom(m->ctx, b, m->section.at[i]);
        buf_putc(b, '\n');
    }
}
