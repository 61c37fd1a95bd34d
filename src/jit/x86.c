// SPDX-License-Identifier: Apache-2.0
// The encoder (x86.h).
#include "jit/x86.h"

typedef enum { GPR, BYTE, Y, X, YW, XW, E } Encoding;

typedef struct {
    uint8_t encoding, prefix, map, opcode;
    int8_t extension; // -1: none
} Row;

static const Row rows[X_OP_COUNT] = {
#define X86(id, encoding, prefix, map, opcode, extension)                                          \
    [X_##id] = {encoding, prefix, map, opcode, extension},
#include "jit/x86.def"
#undef X86
};

static void byte(XCode *x, uint32_t value) {
    vec_push(x->arena, &x->code, (uint8_t)value);
}

static void word(XCode *x, uint32_t value) {
    for (uint32_t i = 0; i < 4; i++) byte(x, value >> 8 * i & 0xff);
}

void x_init(XCode *x, Arena *arena) {
    *x = (XCode){.arena = arena};
    map_init(&x->known, arena);
}

// ---- operands ----------------------------------------------------------------------------------

// The bits of a register number beyond the three of its field.
static uint32_t high(uint32_t reg) {
    return reg != X_NO_REG && reg >= 8;
}

// ModRM, SIB and displacement. `trailing`: bytes of an immediate, which follow. `unit`: what a
// displacement of one byte counts.
static void mod_rm(XCode *x, uint32_t reg, XOperand rm, uint32_t trailing, int32_t unit) {
    uint32_t field = (reg & 7) << 3;
    if (rm.kind == XO_REG) {
        byte(x, 0xc0 | field | (rm.reg & 7));
        return;
    }
    if (rm.kind == XO_CONSTANT) { // from the instruction pointer
        byte(x, field | 5);
        uint32_t at = x->code.n;
        word(x, 0);
        XFix fix = {at, at + 4 + trailing, (uint32_t)rm.disp};
        vec_push(x->arena, &x->constant, fix);
        return;
    }
    // rbp and r13 have no form without a displacement, rsp and r12 none without SIB.
    int32_t units = rm.disp / unit;
    bool is_short = units >= -128 && units <= 127 && units * unit == rm.disp;
    uint32_t mod = !rm.disp && (rm.base & 7) != X_RBP ? 0 : is_short ? 0x40 : 0x80;
    if (rm.index != X_NO_REG || (rm.base & 7) == X_RSP) {
        uint32_t scale = (uint32_t)__builtin_ctz(rm.scale) << 6;
        uint32_t index = rm.index == X_NO_REG ? X_RSP : rm.index & 7u;
        byte(x, mod | field | 4);
        byte(x, scale | index << 3 | (rm.base & 7));
    } else {
        byte(x, mod | field | (rm.base & 7));
    }
    if (mod == 0x40) byte(x, (uint32_t)units & 0xff);
    if (mod == 0x80) word(x, (uint32_t)rm.disp);
}

XOperand x_constant(XCode *x, const void *bytes, uint32_t size) {
    uint64_t key = size, part = 0;
    for (uint32_t i = 0; i < size; i += sizeof part) {
        memcpy(&part, (const uint8_t *)bytes + i, CU_MIN(size - i, (uint32_t)sizeof part));
        key = hash_mix(key, part);
    }
    void **slot = map_slot(&x->known, key);
    uint32_t place = (uint32_t)(uintptr_t)*slot - 1;
    bool is_known = *slot && memcmp(x->pool.at + place, bytes, size) == 0;
    if (!is_known) {
        while (x->pool.n % CU_MIN(size, 32u)) vec_push(x->arena, &x->pool, 0);
        place = x->pool.n;
        for (uint32_t i = 0; i < size; i++)
            vec_push(x->arena, &x->pool, ((const uint8_t *)bytes)[i]);
        *slot = (void *)(uintptr_t)(place + 1);
    }
    return (XOperand){.kind = XO_CONSTANT, .disp = (int32_t)place};
}

// ---- general registers -------------------------------------------------------------------------

static void escape(XCode *x, uint32_t map) {
    if (map) byte(x, 0x0f);
    if (map == 2) byte(x, 0x38);
    if (map == 3) byte(x, 0x3a);
}

// Prefixes, opcode and operands.
static void legacy(XCode *x, const Row *row, uint32_t bits, uint32_t reg, XOperand rm,
                   uint32_t trailing) {
    uint32_t field = row->extension >= 0 ? (uint32_t)row->extension : reg;
    uint32_t rex = (bits == 64) << 3 | high(field) << 2;
    if (rm.kind == XO_REG) rex |= high(rm.reg);
    if (rm.kind == XO_MEM) rex |= high(rm.index) << 1 | high(rm.base);
    // Without it the bytes of rsp to rdi would be those of ah to bh.
    bool of_bytes = bits == 8 && (field >= 4 || (rm.kind == XO_REG && rm.reg >= 4));
    bool widened = is_any_of(row->opcode, 0xb6, 0xbe) && row->map == 1 && rm.kind == XO_REG;
    if (row->prefix) byte(x, row->prefix);
    if (rex || of_bytes || widened) byte(x, 0x40 | rex);
    escape(x, row->map);
    byte(x, row->opcode - (row->encoding == BYTE && bits == 8));
    mod_rm(x, field, rm, trailing, 1);
}

void x_op(XCode *x, XOp op, uint32_t bits, uint32_t reg, XOperand rm) {
    legacy(x, &rows[op], bits, reg, rm, 0);
}

void x_op_imm(XCode *x, XOp op, uint32_t bits, uint32_t reg, XOperand rm, int32_t imm) {
    bool shift = is_any_of(op, X_SHL_I, X_SHR_I, X_SAR_I);
    if (shift || bits == 8) {
        legacy(x, &rows[op], bits, reg, rm, 1);
        byte(x, (uint32_t)imm & 0xff);
        return;
    }
    // 81 and 69 have a form with a signed byte.
    Row row = rows[op];
    bool is_short = is_any_of(row.opcode, 0x81, 0x69) && imm >= -128 && imm <= 127;
    if (is_short) row.opcode += 2;
    legacy(x, &row, bits, reg, rm, is_short ? 1 : 4);
    if (is_short)
        byte(x, (uint32_t)imm & 0xff);
    else
        word(x, (uint32_t)imm);
}

void x_mov_imm(XCode *x, uint32_t reg, uint64_t value) {
    bool wide = value > UINT32_MAX;
    if (wide && (int64_t)value == (int32_t)value) {
        x_op_imm(x, X_MOV_I, 64, 0, x_reg(reg), (int32_t)value);
        return;
    }
    if (wide || high(reg)) byte(x, 0x40 | (uint32_t)wide << 3 | high(reg));
    byte(x, 0xb8 | (reg & 7));
    word(x, (uint32_t)value);
    if (wide) word(x, (uint32_t)(value >> 32));
}

void x_setcc(XCode *x, XCond cond, uint32_t reg) {
    if (reg >= 4) byte(x, 0x40 | high(reg));
    byte(x, 0x0f);
    byte(x, 0x90u | cond);
    byte(x, 0xc0 | (reg & 7));
}

void x_cmov(XCode *x, XCond cond, uint32_t bits, uint32_t reg, XOperand rm) {
    Row row = {GPR, 0, 1, (uint8_t)(0x40 | cond), -1};
    legacy(x, &row, bits, reg, rm, 0);
}

void x_push(XCode *x, uint32_t reg) {
    if (high(reg)) byte(x, 0x41);
    byte(x, 0x50 | (reg & 7));
}

void x_pop(XCode *x, uint32_t reg) {
    if (high(reg)) byte(x, 0x41);
    byte(x, 0x58 | (reg & 7));
}

void x_ret(XCode *x) {
    byte(x, 0xc3);
}

void x_call(XCode *x, XOperand to) {
    static const Row row = {GPR, 0, 0, 0xff, 2};
    legacy(x, &row, 32, 0, to, 0);
}

void x_jump_to(XCode *x, XOperand to) {
    static const Row row = {GPR, 0, 0, 0xff, 4};
    legacy(x, &row, 32, 0, to, 0);
}

// ---- vectors -----------------------------------------------------------------------------------

static uint32_t prefix_of(const Row *row) {
    return row->prefix == 0x66 ? 1 : row->prefix == 0xf3 ? 2 : row->prefix ? 3 : 0;
}

// The three-byte form: C4, then R X B inverted and the map, then W, the second source inverted,
// the length and the prefix.
static void vex(XCode *x, const Row *row, uint32_t reg, uint32_t first, XOperand rm,
                uint32_t trailing) {
    uint32_t field = reg, second = first;
    if (row->extension >= 0) { // shifts: the destination is in the second source's place
        field = (uint32_t)row->extension;
        second = reg;
    }
    uint32_t base = rm.kind == XO_REG ? high(rm.reg) : rm.kind == XO_MEM ? high(rm.base) : 0;
    uint32_t index = rm.kind == XO_MEM ? high(rm.index) : 0;
    bool w = is_any_of(row->encoding, YW, XW), of_256 = is_any_of(row->encoding, Y, YW, E);
    byte(x, 0xc4);
    byte(x, (high(field) << 7 | index << 6 | base << 5 | row->map) ^ 0xe0);
    byte(x, (uint32_t)w << 7 | (second == X_NO_REG ? 15 : ~second & 15) << 3 |
                (uint32_t)of_256 << 2 | prefix_of(row));
    byte(x, row->opcode);
    mod_rm(x, field, rm, trailing, 1);
}

static bool is_high(uint32_t reg) {
    return reg != X_NO_REG && reg >= 16;
}

// Of 256 bits, with no mask: 62, then R X B R' inverted and the map, then the second source
// inverted and the prefix, then the length and the second source's fifth bit inverted.
static void evex(XCode *x, const Row *row, uint32_t reg, uint32_t first, XOperand rm) {
    bool is_reg = rm.kind == XO_REG;
    uint32_t base = is_reg ? high(rm.reg) & (rm.reg >> 3) : rm.kind == XO_MEM ? high(rm.base) : 0;
    uint32_t index = is_reg ? is_high(rm.reg) : rm.kind == XO_MEM ? high(rm.index) : 0;
    uint32_t second = first == X_NO_REG ? 0 : first;
    byte(x, 0x62);
    byte(x, ((reg >> 3 & 1) << 7 | index << 6 | (base & 1) << 5 | (uint32_t)is_high(reg) << 4 |
             row->map) ^
                0xf0);
    byte(x, (~second & 15) << 3 | 4 | prefix_of(row));
    byte(x, 0x20 | (second < 16) << 3);
    byte(x, row->opcode);
    mod_rm(x, reg, rm, 0, row == &rows[X_VBROADCASTSS] ? 4 : 32); // what it takes from memory
}

// `reg` is what a store writes to memory, or a source whose destination is `rm`.
static bool is_source(XOp op) {
    return is_any_of(op, X_VMOVUPS_TO, X_VMOVUPS128_TO, X_VMASKMOVPS_TO, X_VMASKMOVPD_TO,
                     X_VPEXTRB_TO, X_VPEXTRW_TO, X_VPEXTRD_TO, X_VPEXTRQ_TO, X_VMOVD_TO, X_VMOVQ_TO,
                     X_VEXTRACTF128, X_VCVTPS2PH);
}

static void move_vector(XCode *x, uint32_t to, uint32_t from) {
    evex(x, &rows[X_VMOVUPS], to, X_NO_REG, x_reg(from));
}

// An instruction without a form for registers from 16 on has one of them by way of X_HIGH: all that
// it names are the same one.
static void by_way(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm, uint32_t trailing) {
    bool rm_high = rm.kind == XO_REG && is_high(rm.reg), source = is_source(op);
    uint32_t from = rm_high ? rm.reg : is_high(first) ? first : reg;
    bool writes = is_high(reg) && !source, writes_rm = rm_high && source && rm.kind == XO_REG;
    bool reads = rm_high || is_high(first) || (is_high(reg) && source);
    if (reads && !writes_rm) move_vector(x, X_HIGH, from);
    uint32_t to = reg;
    if (is_high(reg)) reg = X_HIGH;
    if (is_high(first)) first = X_HIGH;
    if (rm_high) rm = x_reg(X_HIGH);
    vex(x, &rows[op], reg, first, rm, trailing);
    x->after = writes ? to : writes_rm ? from : X_NO_REG;
}

static void vector(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm, uint32_t trailing) {
    x->after = X_NO_REG;
    bool high_rm = rm.kind == XO_REG && is_high(rm.reg);
    if (!is_high(reg) && !is_high(first) && !high_rm)
        vex(x, &rows[op], reg, first, rm, trailing);
    else if (rows[op].encoding == E)
        evex(x, &rows[op], reg, first, rm);
    else
        by_way(x, op, reg, first, rm, trailing);
}

// The result of an instruction that went by way of X_HIGH, behind its immediate.
static void finish_vector(XCode *x) {
    if (x->after != X_NO_REG) move_vector(x, x->after, X_HIGH);
}

void x_vec(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm) {
    vector(x, op, reg, first, rm, 0);
    finish_vector(x);
}

void x_vec_imm(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm, uint32_t imm) {
    vector(x, op, reg, first, rm, 1);
    byte(x, imm & 0xff);
    finish_vector(x);
}

void x_zero_upper(XCode *x) {
    byte(x, 0xc5);
    byte(x, 0xf8);
    byte(x, 0x77);
}

// ---- jumps -------------------------------------------------------------------------------------

uint32_t x_label(XCode *x) {
    vec_push(x->arena, &x->label, UINT32_MAX);
    return x->label.n - 1;
}

void x_bind(XCode *x, uint32_t label) {
    x->label.at[label] = x->code.n;
}

void x_jump(XCode *x, XCond cond, uint32_t label) {
    if (cond == XC_ALWAYS) {
        byte(x, 0xe9);
    } else {
        byte(x, 0x0f);
        byte(x, 0x80u | cond);
    }
    XFix fix = {x->code.n, x->code.n + 4, label};
    word(x, 0);
    vec_push(x->arena, &x->jump, fix);
}

static void patch(XCode *x, const XFix *fix, uint32_t target) {
    uint32_t distance = target - fix->after;
    memcpy(x->code.at + fix->at, &distance, 4);
}

void x_finish(XCode *x) {
    while (x->code.n % 32) byte(x, 0xcc);
    uint32_t pool = x->code.n;
    for (uint32_t i = 0; i < x->pool.n; i++) byte(x, x->pool.at[i]);
    VEC_FOREACH (XFix, fix, &x->jump) patch(x, fix, x->label.at[fix->target]);
    VEC_FOREACH (XFix, fix, &x->constant) patch(x, fix, pool + fix->target);
}
