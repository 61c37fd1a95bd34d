// SPDX-License-Identifier: Apache-2.0
// ldmatrix and stmatrix in every shape, count and format, movmatrix. The model says for each byte
// of the rows in memory in which lane and register it is (figures of PTX ISA 9.7.14.5.15 f.).
// `--emit DIR`: see vm_run.h.
#include "vm_lane.h"

static LaneIn in[LANE_MAX];
static uint8_t rows[32][16]; // what lies in memory; row %m of them is at the lane's address

typedef enum { M8N8, M8N8_TRANS, M8N16, M16N16, M16N8 } Shape;
typedef struct {
    const char *target, *name; // before the count
    const char *tail;          // after it
    Shape shape;
    uint32_t bits; // of an element in memory that comes as a byte; 8: as it is
} Form;

static const Form forms[] = {
    {"sm_90", "ldmatrix.sync.aligned.m8n8", ".shared.b16", M8N8, 8},
    {"sm_90", "ldmatrix.sync.aligned.m8n8", ".b16", M8N8, 8},
    {"sm_90", "ldmatrix.sync.aligned.m8n8", ".shared::cta.b16", M8N8, 8},
    {"sm_90", "ldmatrix.sync.aligned.m8n8", ".trans.shared.b16", M8N8_TRANS, 8},
    {"sm_100a", "ldmatrix.sync.aligned.m16n16", ".trans.shared.b8", M16N16, 8},
    {"sm_100a", "ldmatrix.sync.aligned.m16n16", ".trans.shared.b8x16.b6x16_p32", M16N16, 6},
    {"sm_100a", "ldmatrix.sync.aligned.m16n16", ".trans.shared.b8x16.b4x16_p64", M16N16, 4},
    {"sm_100a", "ldmatrix.sync.aligned.m8n16", ".shared.b8x16.b6x16_p32", M8N16, 6},
    {"sm_100a", "ldmatrix.sync.aligned.m8n16", ".shared.b8x16.b4x16_p64", M8N16, 4},
    {"sm_90", "stmatrix.sync.aligned.m8n8", ".shared.b16", M8N8, 8},
    {"sm_90", "stmatrix.sync.aligned.m8n8", ".b16", M8N8, 8},
    {"sm_90", "stmatrix.sync.aligned.m8n8", ".trans.shared.b16", M8N8_TRANS, 8},
    {"sm_100a", "stmatrix.sync.aligned.m16n8", ".trans.shared.b8", M16N8, 8},
};

static const Form *form;
static uint32_t registers;

// Byte c of the row whose address lane n gives: its lane, register and byte there.
static void place(uint32_t n, uint32_t c, uint32_t *lane, uint32_t *reg, uint32_t *byte) {
    uint32_t matrix = n / 8, r = n % 8;
    *reg = matrix;
    switch (form->shape) {
    case M8N8_TRANS:
        *lane = 4 * (c / 2) + r / 2;
        *byte = r % 2 * 2 + c % 2;
        break;
    case M16N16:
        matrix = n / 16, r = n % 16;
        *lane = 4 * (c % 8) + r / 4;
        *reg = 2 * matrix + r / 2 % 2;
        *byte = r % 2 + 2 * (c / 8);
        break;
    case M16N8:
        *lane = 4 * (c % 8) + r / 2;
        *byte = r % 2 + 2 * (c / 8);
        break;
    default:
        *lane = 4 * r + c / 4;
        *byte = c % 4;
        break;
    }
}

static uint32_t element(const uint8_t *row, uint32_t c) {
    uint32_t v = 0;
    for (uint32_t k = 0; k < form->bits; k++) {
        uint32_t bit = c * form->bits + k;
        v |= (uint32_t)(row[bit / 8] >> bit % 8 & 1) << k;
    }
    return v;
}

static void model_load(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t lane, reg, byte;
    for (uint32_t n = 0; n < 8 * registers; n++) {
        for (uint32_t c = 0; c < 16; c++) {
            place(n, c, &lane, &reg, &byte);
            if (lane == i) out->d[reg] |= (uint64_t)element(rows[x[n].m], c) << 8 * byte;
        }
    }
}

// Registers are %a, %b, %c, %a ^ %b; read back is row i.
static void model_store(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint8_t row[16];
    uint32_t lane, reg, byte;
    memcpy(row, rows[i], 16);
    for (uint32_t n = 0; n < 8 * registers; n++) {
        if (x[n].m != i) continue;
        for (uint32_t c = 0; c < 16; c++) {
            place(n, c, &lane, &reg, &byte);
            uint32_t v[4] = {(uint32_t)x[lane].a, (uint32_t)x[lane].b, (uint32_t)x[lane].c,
                             (uint32_t)(x[lane].a ^ x[lane].b)};
            row[c] = (uint8_t)(v[reg] >> 8 * byte);
        }
    }
    memcpy(out->o, row, 16);
}

static void put_list(Buf *b, char prefix, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) buf_printf(b, "%s%%%c%u", i ? ", " : "{", prefix, i);
    buf_putc(b, '}');
}

static void test_form(const Form *f, uint32_t count) {
    World w;
    world_begin(&w);
    bool store = f->name[0] == 's', generic = strncmp(f->tail, ".b16", 4) == 0;
    form = f;
    registers = f->shape == M16N16 ? 2 * count : count;
    uint64_t seed = count;
    lane_random(in, seed);
    for (uint32_t i = 0; i < 32; i++) in[i].m = i;
    for (uint32_t i = 31; i > 0; i--) { // a permutation
        uint32_t k = (uint32_t)(unit_random(&seed) % (i + 1)), t = in[i].m;
        in[i].m = in[k].m, in[k].m = t;
    }
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(&b, "\t.shared .align 128 .b8 sh[512];\n\tld.param.u64 %X0, [p2]; mad.wide.u32 %X0, "
                 "%l, 16, %X0; mov.u64 %X1, sh; mad.wide.u32 %X2, %l, 16, %X1; ld.global.v2.b64 "
                 "{%X3, %X4}, [%X0]; st.shared.v2.b64 [%X2], {%X3, %X4}; mad.wide.u32 %X1, %m, 16, "
                 "%X1; mov.b32 %x0, %a; mov.b32 %x1, %b; mov.b32 %x2, %c; xor.b32 %x3, %a, %b; "
                 "bar.warp.sync 0xffffffff; sub.s64 %X1, %X1, 16;\n");
    if (generic) buf_puts(&b, "\tcvta.shared.u64 %X1, %X1;\n");
    buf_printf(&b, "\t%s.x%u%s ", f->name, count, f->tail);
    if (!store) put_list(&b, 'd', registers);
    buf_puts(&b, store ? "[%X1+16], " : ", [%X1+16];\n");
    if (store) {
        put_list(&b, 'x', registers);
        buf_puts(&b, ";\n\tbar.warp.sync 0xffffffff; ld.shared.v2.b64 {%o0, %o1}, [%X2];\n");
    }
    LaneRun r = {f->target, .text = buf_cstr(&b), .model = store ? model_store : model_load};
    r.param[0] = device_copy(w.vm, rows, sizeof rows);
    lane_run(&w, &r, in);
    world_end(&w);
}

static void model_move(const LaneIn *x, uint32_t i, LaneOut *out) {
    for (uint32_t h = 0; h < 2; h++) { // row i / 4 of the transpose: column i / 4
        uint32_t row = i % 4 * 2 + h, column = i / 4;
        out->d[0] |= (x[4 * row + column / 2].a >> 16 * (column % 2) & 0xffff) << 16 * h;
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    uint64_t seed = 4;
    for (uint32_t i = 0; i < sizeof rows; i++) rows[i / 16][i % 16] = (uint8_t)unit_random(&seed);
    for (uint32_t k = 0; k < CU_COUNT(forms); k++) {
        for (uint32_t count = 1; count <= (forms[k].shape == M16N16 ? 2 : 4); count *= 2)
            test_form(&forms[k], count);
    }
    lane_random(in, 8);
    lane_test(&(LaneRun){"sm_90",
                         .text = "\tmovmatrix.sync.aligned.m8n8.trans.b16 %d0, %a;\n",
                         .model = model_move},
              in);
    return UNIT_END();
}
