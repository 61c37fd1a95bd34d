// SPDX-License-Identifier: Apache-2.0
// The encoder (x86.h).
#include "jit/x86.h"

typedef enum { GPR, BYTE, Y, H, F, X, YW, XW } Encoding;
enum { // bytes that a displacement of one byte counts
    UNIT_1 = 1,
    UNIT_2 = 2,
    UNIT_4 = 4,
    UNIT_8 = 8,
    UNIT_16 = 16,
    UNIT_V = 100, // a vector, a half, a quarter
    UNIT_H,
    UNIT_Q,
};

typedef struct {
    uint8_t encoding, prefix, map, opcode;
    int8_t extension; // -1: none
    uint8_t w, unit;  // EVEX
} Row;

static const Row rows[X_OP_COUNT] = {
#define X86(id, encoding, prefix, map, opcode, extension)                                          \
    [X_##id] = {encoding, prefix, map, opcode, extension, 0, 0},
#define X86V(id, encoding, prefix, map, opcode, extension, w, unit)                                \
    [X_##id] = {encoding, prefix, map, opcode, extension, w, UNIT_##unit},
#include "jit/x86.def"
#undef X86
#undef X86V
};

enum { ALIGNED = 64 }; // the most that a constant is aligned to

static void byte(XCode *x, uint32_t value) {
    vec_push(x->arena, &x->code, (uint8_t)value);
}

static void word(XCode *x, uint32_t value) {
    for (uint32_t i = 0; i < 4; i++) byte(x, value >> 8 * i & 0xff);
}

void x_init(XCode *x, uint32_t vector, Arena *arena) {
    *x = (XCode){.arena = arena, .vector = vector};
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
        while (x->pool.n % CU_MIN(size, (uint32_t)ALIGNED)) vec_push(x->arena, &x->pool, 0);
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
    Row row = {GPR, 0, 1, (uint8_t)(0x40 | cond), -1, 0, 0};
    legacy(x, &row, bits, reg, rm, 0);
}

void x_lock(XCode *x) {
    byte(x, 0xf0);
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
    static const Row row = {GPR, 0, 0, 0xff, 2, 0, 0};
    legacy(x, &row, 32, 0, to, 0);
}

void x_jump_to(XCode *x, XOperand to) {
    static const Row row = {GPR, 0, 0, 0xff, 4, 0, 0};
    legacy(x, &row, 32, 0, to, 0);
}

// ---- vectors -----------------------------------------------------------------------------------

static uint32_t prefix_of(const Row *row) {
    return row->prefix == 0x66 ? 1 : row->prefix == 0xf3 ? 2 : row->prefix ? 3 : 0;
}

static uint32_t vector_bytes(const XCode *x, const Row *row) {
    switch ((Encoding)row->encoding) {
    case X:
    case XW: return 16;
    case H: return x->vector / 2;
    case F: return 32;
    default: return x->vector;
    }
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
    bool w = is_any_of(row->encoding, YW, XW), of_256 = vector_bytes(x, row) == 32;
    byte(x, 0xc4);
    byte(x, (high(field) << 7 | index << 6 | base << 5 | row->map) ^ 0xe0);
    byte(x, (uint32_t)w << 7 | (second == X_NO_REG ? 15 : ~second & 15) << 3 |
                (uint32_t)of_256 << 2 | prefix_of(row));
    byte(x, row->opcode);
    mod_rm(x, field, rm, trailing, 1);
}

void x_and_not(XCode *x, uint32_t reg, uint32_t without, XOperand rm) {
    static const Row row = {X, 0, 2, 0xf2, -1, 0, 0}; // andn (BMI1)
    vex(x, &row, reg, without, rm, 0);
}

void x_rotate_right(XCode *x, uint32_t reg, XOperand rm, uint32_t bits) {
    static const Row row = {XW, 0xf2, 3, 0xf0, -1, 0, 0}; // rorx (BMI2)
    vex(x, &row, reg, X_NO_REG, rm, 1);
    byte(x, bits);
}

// ---- AVX-512 -----------------------------------------------------------------------------------

static bool is_high(uint32_t reg) {
    return reg != X_NO_REG && reg >= 16;
}

// Mask registers: none, and the one that is used. With ZEROED lanes that are not in it become 0.
enum { K_NONE, K_LANES, ZEROED = 0x80 };

static int32_t unit_of(const XCode *x, const Row *row) {
    switch (row->unit) {
    case UNIT_V: return (int32_t)vector_bytes(x, row);
    case UNIT_H: return (int32_t)x->vector / 2;
    case UNIT_Q: return (int32_t)x->vector / 4;
    default: return row->unit;
    }
}

// 62, then R X B R' inverted and the map, then W, the second source inverted and the prefix, then
// zeroing, the length, the second source's fifth bit inverted, and the mask.
static void evex(XCode *x, const Row *row, uint32_t reg, uint32_t first, XOperand rm, uint32_t mask,
                 uint32_t trailing) {
    uint32_t field = reg, second = first == X_NO_REG ? 0 : first;
    if (row->extension >= 0) {
        field = (uint32_t)row->extension;
        second = reg;
    }
    bool is_reg = rm.kind == XO_REG;
    uint32_t base = is_reg ? rm.reg >> 3 & 1 : rm.kind == XO_MEM ? high(rm.base) : 0;
    uint32_t index = is_reg ? is_high(rm.reg) : rm.kind == XO_MEM ? high(rm.index) : 0;
    uint32_t length = vector_bytes(x, row) / 32; // 0, 1, 2 for 128, 256, 512 bits
    byte(x, 0x62);
    byte(x, ((field >> 3 & 1) << 7 | index << 6 | base << 5 | (uint32_t)is_high(field) << 4 |
             row->map) ^
                0xf0);
    byte(x, (uint32_t)row->w << 7 | (~second & 15) << 3 | 4 | prefix_of(row));
    byte(x, (mask & ZEROED) | length << 5 | (second < 16) << 3 | (mask & 7));
    byte(x, row->opcode);
    mod_rm(x, field, rm, trailing, unit_of(x, row));
}

// The mask from the lanes' top bits, and all bits of the lanes from the mask.
static void mask_from(XCode *x, uint32_t reg, bool wide) {
    Row row = {Y, 0xf3, 2, 0x39, -1, wide, UNIT_V};
    evex(x, &row, K_LANES, X_NO_REG, x_reg(reg), K_NONE, 0);
}

static void mask_to(XCode *x, uint32_t reg, bool wide) {
    Row row = {Y, 0xf3, 2, 0x38, -1, wide, UNIT_V};
    evex(x, &row, reg, X_NO_REG, x_reg(K_LANES), K_NONE, 0);
}

void x_mask_load(XCode *x, uint32_t bits, XOperand place) {
    Row row = {X, bits == 8 ? 0x66 : 0, 1, 0x90, -1, 0, 0}; // kmovb, kmovw
    vex(x, &row, K_LANES, X_NO_REG, place, 0);
}

void x_mask_take(XCode *x, uint32_t reg, uint32_t from) {
    static const Row move = {X, 0xf2, 1, 0x92, -1, 0, 0};  // kmovd
    static const Row shift = {X, 0x66, 3, 0x31, -1, 0, 0}; // kshiftrd
    vex(x, &move, K_LANES, X_NO_REG, x_reg(reg), 0);
    if (!from) return;
    vex(x, &shift, K_LANES, X_NO_REG, x_reg(K_LANES), 1);
    byte(x, from);
}

void x_mask_spread(XCode *x, uint32_t reg) {
    mask_to(x, reg, false);
}

void x_vec_masked(XCode *x, XOp op, bool wide, uint32_t reg, XOperand rm) {
    Row row = rows[op];
    if (wide) row.w = 1, row.prefix = 0x66; // vmovupd
    bool zeroes = rm.kind != XO_MEM || op == X_VMOVUPS;
    evex(x, &row, reg, X_NO_REG, rm, K_LANES | (zeroes ? ZEROED : 0), 0);
}

void x_mask_give(XCode *x, uint32_t reg) {
    static const Row row = {X, 0, 1, 0x93, -1, 0, 0}; // kmovw
    vex(x, &row, reg, X_NO_REG, x_reg(K_LANES), 0);
}

void x_mask_compare(XCode *x, XOp op, bool within, uint32_t first, XOperand rm, uint32_t imm) {
    bool has_imm = imm != UINT32_MAX;
    evex(x, &rows[op], K_LANES, first, rm, within ? K_LANES : K_NONE, has_imm);
    if (has_imm) byte(x, imm & 0xff);
}

void x_mask_all(XCode *x) {
    static const Row row = {X, 0, 1, 0x98, -1, 0, 0}; // kortestw
    vex(x, &row, K_LANES, X_NO_REG, x_reg(K_LANES), 0);
}

void x_mask_apply(XCode *x, XOp op, bool wide, uint32_t reg, uint32_t first, XOperand rm) {
    Row row = rows[op];
    row.w = wide;
    evex(x, &row, reg, first, rm, K_LANES, 0);
}

void x_mask_blend(XCode *x, bool wide, uint32_t reg, uint32_t first, XOperand rm) {
    Row row = {Y, 0x66, 2, 0x65, -1, wide, UNIT_V};
    evex(x, &row, reg, first, rm, K_LANES, 0);
}

// A vector is the index: its number's fourth bit is in the place of a general register's, the fifth
// in that of the second source's.
static void at_each(XCode *x, XOp op, uint32_t reg, uint32_t base, uint32_t index, int32_t disp) {
    const Row *row = &rows[op];
    uint32_t length = vector_bytes(x, row) / 32;
    byte(x, 0x62);
    byte(x, ((reg >> 3 & 1) << 7 | (index >> 3 & 1) << 6 | high(base) << 5 |
             (uint32_t)is_high(reg) << 4 | row->map) ^
                0xf0);
    byte(x, (uint32_t)row->w << 7 | 15 << 3 | 4 | prefix_of(row));
    byte(x, length << 5 | (uint32_t)(index < 16) << 3 | K_LANES);
    byte(x, row->opcode);
    mod_rm(x, reg, x_indexed(base, index, 1, disp), 0, row->unit);
}

void x_gather(XCode *x, bool wide, uint32_t reg, uint32_t base, uint32_t index, int32_t disp) {
    at_each(x, wide ? X_VPGATHERDQ : X_VPGATHERDD, reg, base, index, disp);
}

void x_scatter(XCode *x, bool wide, uint32_t reg, uint32_t base, uint32_t index, int32_t disp) {
    at_each(x, wide ? X_VPSCATTERDQ : X_VPSCATTERDD, reg, base, index, disp);
}

// Those of which AVX-512 has another form: what they have in a vector is in the mask register.
typedef enum { PLAIN, COMPARES, BLENDS, TELLS_SIGNS, LOADS_SOME, STORES_SOME, CUTS } Form;

static Form form_of(XOp op) {
    switch (op) {
    case X_VCMPPS:
    case X_VCMPPD:
    case X_VPCMPEQD:
    case X_VPCMPGTD:
    case X_VPCMPEQQ:
    case X_VPCMPGTQ: return COMPARES;
    case X_VBLENDVPS:
    case X_VBLENDVPD: return BLENDS;
    case X_VMOVMSKPS:
    case X_VMOVMSKPD: return TELLS_SIGNS;
    case X_VMASKMOVPS:
    case X_VMASKMOVPD: return LOADS_SOME;
    case X_VMASKMOVPS_TO:
    case X_VMASKMOVPD_TO: return STORES_SOME;
    case X_VINSERT:
    case X_VEXTRACT: return CUTS;
    default: return PLAIN;
    }
}

// `imm` is UINT32_MAX without one.
static void other_form(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm, uint32_t imm) {
    Row row = rows[op];
    uint32_t trailing = imm != UINT32_MAX;
    switch (form_of(op)) {
    case PLAIN:
        evex(x, &row, reg, first, rm, K_NONE, trailing);
        if (trailing) byte(x, imm & 0xff);
        break;
    case COMPARES:
        evex(x, &row, K_LANES, first, rm, K_NONE, trailing);
        if (trailing) byte(x, imm & 0xff);
        mask_to(x, reg, row.w);
        break;
    case BLENDS:
        mask_from(x, imm >> 4, row.w);
        x_mask_blend(x, row.w, reg, first, rm);
        break;
    case TELLS_SIGNS:
        mask_from(x, rm.reg, row.w);
        x_mask_give(x, reg);
        break;
    case LOADS_SOME:
    case STORES_SOME:
        mask_from(x, first, row.w);
        op = form_of(op) == LOADS_SOME ? X_VMOVUPS : X_VMOVUPS_TO;
        x_vec_masked(x, op, row.w, reg, rm);
        break;
    case CUTS: // of 256 bits each
        if (x->vector == 64) row.opcode += 2, row.w = 1;
        evex(x, &row, reg, first, rm, K_NONE, 1);
        byte(x, imm & 0xff);
        break;
    }
}

// ---- either ------------------------------------------------------------------------------------

static void vector(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm, uint32_t imm) {
    const Row *row = &rows[op];
    bool high_rm = rm.kind == XO_REG && is_high(rm.reg);
    bool high_mask = form_of(op) == BLENDS && is_high(imm >> 4);
    bool any_high = is_high(reg) || is_high(first) || high_rm || high_mask;
    if (any_high || vector_bytes(x, row) == 64 || op >= X_VPMOVDW_TO) {
        other_form(x, op, reg, first, rm, imm);
        return;
    }
    vex(x, row, reg, first, rm, imm != UINT32_MAX);
    if (imm != UINT32_MAX) byte(x, imm & 0xff);
}

void x_vec(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm) {
    vector(x, op, reg, first, rm, UINT32_MAX);
}

void x_vec_imm(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm, uint32_t imm) {
    vector(x, op, reg, first, rm, imm);
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

// lea reg, [rip + displacement]
void x_address(XCode *x, uint32_t reg, uint32_t label) {
    enum { REX_W = 0x48, LEA = 0x8d, OF_RIP = 5 };
    byte(x, REX_W | high(reg) << 2);
    byte(x, LEA);
    byte(x, (reg & 7) << 3 | OF_RIP);
    XFix fix = {x->code.n, x->code.n + 4, label};
    word(x, 0);
    vec_push(x->arena, &x->jump, fix);
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
    while (x->code.n % ALIGNED) byte(x, 0xcc);
    uint32_t pool = x->code.n;
    for (uint32_t i = 0; i < x->pool.n; i++) byte(x, x->pool.at[i]);
    VEC_FOREACH (XFix, fix, &x->jump) patch(x, fix, x->label.at[fix->target]);
    VEC_FOREACH (XFix, fix, &x->constant) patch(x, fix, pool + fix->target);
}
