// SPDX-License-Identifier: Apache-2.0
// Texts of the rows of insn.def, for test_ptx.c and test_vm_rows.c: an instruction by its row, with
// every operand that is not optional.
#ifndef PTX_ROWS_H
#define PTX_ROWS_H
#include "ptx/ptx.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

static void put_reg(Buf *b, PtxType t, uint32_t bits, uint32_t n) {
    const char *p = bits == 1                    ? "%p"
                    : bits <= 8                  ? "%rb"
                    : bits <= 16                 ? "%rs"
                    : bits == 128                ? "%rq"
                    : t == PTX_F32 && bits == 32 ? "%f"
                    : t == PTX_F64 && bits == 64 ? "%fd"
                    : bits == 64                 ? "%rd"
                                                 : "%r";
    buf_printf(b, "%s%u", p, n);
}

typedef struct {
    uint8_t value[PTX_MAX_SLOTS]; // of each slot: modifier or type
} Choice;

// Textures take any vector that is long enough, tensors the number that they have.
static uint32_t coordinates_of(const PtxRow *row, const Choice *c) {
    uint32_t dims = 4;
    for (uint32_t i = 0; i < PTX_MAX_SLOTS && row->slot[i].kind; i++) {
        if (row->slot[i].kind == PTX_SLOT_TYPE) continue;
        if (row->slot[i].arg == PTXC_DIM) dims = c->value[i];
        if (row->slot[i].arg == PTXC_LMODE &&
            (c->value[i] == PTX_LMODE_GATHER4 || c->value[i] == PTX_LMODE_SCATTER4)) {
            dims = 5;
        }
    }
    return dims;
}

static void put_operand(Buf *b, const PtxRow *row, const Choice *c, const uint8_t *type,
                        uint32_t vec, const char *s, uint32_t n) {
    PtxType t = PTX_B32;
    char x = s[1];
    if (x >= 'T' && x <= 'W') t = (PtxType)type[x - 'T'];
    if (x == 'p' || x == 'P') t = PTX_PRED;
    if (x == 'h') t = PTX_B16;
    if (x == 'o') t = PTX_B8;
    if (x == 'd') t = PTX_B64;
    if (x == 'q') t = PTX_B128;
    bool small =
        row->sem == PTX_SEM_CVTFP8 || row->sem == PTX_SEM_CVTFROMFP8; // takes .b8 registers
    uint32_t bits = CU_MAX(ptx_type_bits(t), t == PTX_PRED ? 1u : small ? 8u : 16u);
    switch (*s) {
    case 'd':
    case 's': put_reg(b, t, bits, n); break;
    case 'e':
    case 'f': put_reg(b, PTX_B64, bits * 2, n); break;
    case 'v':
    case 'w':
        if (!vec) {
            put_reg(b, t, bits, n);
            break;
        }
        for (uint32_t i = 0; i < 1u << vec; i++) {
            buf_puts(b, i ? ", " : "{");
            put_reg(b, t, bits, n + i);
        }
        buf_putc(b, '}');
        break;
    case 'V':
    case 'W':
        if (row->sem == PTX_SEM_PACK || row->sem == PTX_SEM_UNPACK) {
            bits = ptx_type_bits((PtxType)type[0]) / 2;
            buf_putc(b, '{');
            put_reg(b, PTX_B32, bits, n);
            buf_puts(b, ", ");
            put_reg(b, PTX_B32, bits, n + 1);
            buf_putc(b, '}');
        } else {
            bool surface = row->sem == PTX_SEM_SULD || row->sem == PTX_SEM_SUST;
            uint32_t count = vec && (surface || *s == 'V') ? 1u << vec : surface ? 1 : 4;
            if (surface) bits = CU_MAX(ptx_type_bits((PtxType)type[0]), 16u);
            for (uint32_t i = 0; i < count; i++) {
                buf_puts(b, i ? ", " : "{");
                put_reg(b, PTX_B32, surface ? bits : 32, n + i);
            }
            buf_putc(b, '}');
        }
        break;
    case 'm': buf_puts(b, "[%rd1]"); break;
    case 'x': {
        uint32_t dims = coordinates_of(row, c);
        buf_puts(b, "[%rd1, {");
        for (uint32_t i = 0; i < dims; i++) buf_printf(b, "%s%%r%u", i ? ", " : "", i + 1);
        buf_puts(b, "}]");
        break;
    }
    case 'i': buf_puts(b, row->sem == PTX_SEM_CPASYNC ? "16" : "8"); break;
    case 'L': buf_puts(b, "LAB"); break;
    case 'l': buf_puts(b, "TGT"); break;
    case 'C': buf_puts(b, "\n\tfoo"); break;
    default:
        if (row->sem == PTX_SEM_BARRED) {
            buf_puts(b, n == 3 ? "%p2" : "%r3"); // bar.red d, a {, b}, c: the predicate is last
        } else {
            buf_puts(b, "%rd2");
        }
        break;
    }
}

// All operands but the optional ones; one of those where a modifier asks for it.
static inline void put_inst(Buf *b, const PtxRow *row, const Choice *c) {
    uint8_t type[4] = {0};
    uint32_t vec = 0;
    bool more = false;
    buf_printf(b, "\t%s", row->name);
    for (uint32_t i = 0; i < PTX_MAX_SLOTS && row->slot[i].kind; i++) {
        PtxSlot s = row->slot[i];
        if (s.kind == PTX_SLOT_TYPE) {
            type[s.arg] = c->value[i];
            buf_printf(b, ".%s", ptx_types[c->value[i]].text);
        } else if (c->value[i]) {
            if (s.arg == PTXC_VEC) vec = c->value[i];
            more |= s.arg == PTXC_VOP || s.arg == PTXC_MCAST || s.arg == PTXC_CPMASK;
            buf_printf(b, ".%s", ptx_mod_name((PtxClass)s.arg, c->value[i]));
        } else if (s.arg == PTXC_RND && row == &ptx_rows[PTXI_mad_f32]) {
            buf_puts(b, ".rn"); // optional for targets before sm_20 alone
        }
    }
    uint32_t n = 1;
    bool first = true;
    for (const char *s = row->ops; *s; n++) {
        const char *e = s;
        while (*e && *e != ',') e++;
        if (e[-1] == '?' && !more) break;
        more &= e[-1] != '?'; // one operand that the modifier asks for
        buf_puts(b, !first ? ", " : *s == 'C' ? " " : " \t");
        first = false;
        put_operand(b, row, c, type, vec, s, n);
        s = *e ? e + 1 : e;
    }
    buf_puts(b, ";\n");
}

static inline uint8_t first_type(uint64_t set) {
    return (uint8_t)__builtin_ctzll(set);
}

static inline void header(Buf *b, uint32_t sm) {
    buf_printf(
        b,
        "\n.version 9.5\n.target sm_%u%s\n.address_size 64\n\n.extern .func foo(\n)\n;\n\n\t// "
        ".globl\tk\n.visible .entry k(\n)\n{\n",
        CU_MAX(sm & ~(uint32_t)PTX_SM_A, 100u), sm & PTX_SM_A ? "a" : "");
    buf_puts(b, "\t.reg .pred \t%p<20>;\n\t.reg .b16 \t%rs<20>;\n\t.reg .b8 \t%rb<20>;\n\t.reg "
                ".b32 \t%r<20>;\n\t.reg "
                ".f32 \t%f<20>;\n"
                "\t.reg .b64 \t%rd<20>;\n\t.reg .f64 \t%fd<20>;\n\t.reg .b128 "
                "\t%rq<20>;\n\nLAB:\nTGT: .branchtargets\n\t\tLAB;\n");
}

// The row with its first choices, then with each other value of each slot.
static inline void row_texts(Buf *b, const PtxRow *row) {
    Choice base = {{0}};
    for (uint32_t i = 0; i < PTX_MAX_SLOTS && row->slot[i].kind; i++) {
        PtxSlot s = row->slot[i];
        base.value[i] = s.kind == PTX_SLOT_TYPE ? first_type(row->types[s.arg])
                        : s.kind == PTX_SLOT_REQ
                            ? (uint8_t)(s.values ? __builtin_ctz(s.values & ~1u) : 1)
                            : 0;
    }
    put_inst(b, row, &base);
    for (uint32_t i = 0; i < PTX_MAX_SLOTS && row->slot[i].kind; i++) {
        PtxSlot s = row->slot[i];
        uint32_t n = s.kind == PTX_SLOT_TYPE ? PTX_NTYPES - 1 : ptx_class_count((PtxClass)s.arg);
        for (uint32_t v = 1; v <= n; v++) {
            Choice c = base;
            c.value[i] = (uint8_t)v;
            if (s.kind != PTX_SLOT_TYPE && !ptx_slot_allows(s, v)) continue;
            if (v == base.value[i] || (s.kind == PTX_SLOT_TYPE && !(row->types[s.arg] >> v & 1)))
                continue;
            put_inst(b, row, &c);
        }
    }
}
#endif
