// SPDX-License-Identifier: Apache-2.0
// ld, ldu and st in each space with each qualifier, type and vector; prefetches, priorities,
// policies; cvta, isspacep, mapa, getctarank; stacksave and alloca. Models are written here, from the manual. `--emit DIR`: see vm_run.h.
#include "vm_lane.h"

static LaneIn in[LANE_MAX];
enum { CELL = 64 }; // bytes of a lane
static uint8_t memory[32 * CELL];

static void random_bytes(uint8_t *at, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++) at[i] = (uint8_t)unit_random(&seed);
}

// ---- loads and stores --------------------------------------------------------------------------

typedef struct {
    const char *name;
    uint32_t bits;
    bool sign;
} Type;
static const Type types[] = {
    {"b8", 8, false},   {"u8", 8, false},   {"s8", 8, true},    {"b16", 16, false},
    {"u16", 16, false}, {"s16", 16, true},  {"b32", 32, false}, {"u32", 32, false},
    {"s32", 32, false}, {"f32", 32, false}, {"b64", 64, false}, {"u64", 64, false},
    {"s64", 64, false}, {"f64", 64, false}, {"b128", 128, false}};

// Where %X1, the address of the lane's cell, points; cells hold `memory`.
typedef enum { GLOBAL, SHARED, LOCAL, CONSTANT, GENERIC_SHARED, GENERIC_LOCAL } Place;

typedef struct {
    Place place;
    const char *name; // all before .vec and .type
    const char *tail; // operands behind the address or the value
    const char *target;
    enum { ALL_TYPES, SOME_TYPES, SCALARS, WIDE } types;
} Access;

static const Access loads[] = {
    {GLOBAL, "ld.global", "", "sm_90", ALL_TYPES},
    {GLOBAL, "ld", "", "sm_90", ALL_TYPES},
    {GENERIC_SHARED, "ld", "", "sm_90", ALL_TYPES},
    {GENERIC_LOCAL, "ld", "", "sm_90", ALL_TYPES},
    {SHARED, "ld.shared", "", "sm_90", ALL_TYPES},
    {SHARED, "ld.shared::cta", "", "sm_90", SOME_TYPES},
    {SHARED, "ld.shared::cluster", "", "sm_90", SOME_TYPES},
    {LOCAL, "ld.local", "", "sm_90", ALL_TYPES},
    {CONSTANT, "ld.const", "", "sm_90", ALL_TYPES},
    {GLOBAL, "ldu.global", "", "sm_90", ALL_TYPES},
    {GLOBAL, "ldu", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.nc", "", "sm_90", ALL_TYPES},
    {GLOBAL, "ld.global.ca.nc", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.cs.nc", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.nc.L1::no_allocate.L2::256B", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.weak.global.ca", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.cg", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.cs", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.lu", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.cv", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.volatile.global", "", "sm_90", ALL_TYPES},
    {SHARED, "ld.volatile.shared", "", "sm_90", ALL_TYPES},
    {GLOBAL, "ld.relaxed.cta.global", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.relaxed.cluster.global", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.acquire.gpu.global", "", "sm_90", ALL_TYPES},
    {SHARED, "ld.acquire.sys.shared", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.mmio.relaxed.sys.global", "", "sm_90", SCALARS},
    {GLOBAL, "ld.global.L1::evict_normal", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.L1::evict_unchanged.L2::64B", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.L1::evict_first.L2::128B", "", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global.L1::evict_last.L2::cache_hint", ", %X2", "sm_90", SOME_TYPES},
    {GLOBAL, "ld.global", "", "sm_100a", WIDE},
    {GLOBAL, "ld.global.nc", "", "sm_100a", WIDE},
    {GLOBAL, "ld.global.L2::evict_last", "", "sm_100a", WIDE},
};
static const Access stores[] = {
    {GLOBAL, "st.global", "", "sm_90", ALL_TYPES},
    {GLOBAL, "st", "", "sm_90", ALL_TYPES},
    {GENERIC_SHARED, "st", "", "sm_90", ALL_TYPES},
    {GENERIC_LOCAL, "st", "", "sm_90", ALL_TYPES},
    {SHARED, "st.shared", "", "sm_90", ALL_TYPES},
    {SHARED, "st.shared::cta", "", "sm_90", SOME_TYPES},
    {SHARED, "st.shared::cluster", "", "sm_90", SOME_TYPES},
    {LOCAL, "st.local", "", "sm_90", ALL_TYPES},
    {GLOBAL, "st.weak.global.wb", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.global.cg", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.global.cs", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.global.wt", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.volatile.global", "", "sm_90", ALL_TYPES},
    {SHARED, "st.volatile.shared", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.relaxed.cta.global", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.relaxed.cluster.global", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.release.gpu.global", "", "sm_90", ALL_TYPES},
    {SHARED, "st.release.sys.shared", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.mmio.relaxed.sys.global", "", "sm_90", SCALARS},
    {GLOBAL, "st.global.L1::no_allocate", "", "sm_90", SOME_TYPES},
    {GLOBAL, "st.global.L1::evict_last.L2::cache_hint", ", %X2", "sm_90", SOME_TYPES},
    {GLOBAL, "st.async.mmio.release.sys.global", "", "sm_100a", SCALARS},
    {GLOBAL, "st.global", "", "sm_100a", WIDE},
    {GLOBAL, "st.global.L2::evict_first", "", "sm_100a", WIDE},
};

static void put_place(Buf *b, Place p) {
    buf_puts(b, "\t.shared .align 64 .b8 sh[2048]; .local .align 64 .b8 lo[64];\n"
                "\tld.param.u64 %X0, [p2]; mad.wide.u32 %X0, %l, 64, %X0; mov.b64 %X1, %X0;\n"
                "\tcreatepolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %X2, 0.5;\n");
    bool shared = p == SHARED || p == GENERIC_SHARED, local = p == LOCAL || p == GENERIC_LOCAL;
    if (shared) buf_puts(b, "\tmov.u64 %X1, sh; mad.wide.u32 %X1, %l, 64, %X1;\n");
    if (local) buf_puts(b, "\tmov.u64 %X1, lo;\n");
    if (p == CONSTANT) buf_puts(b, "\tmov.u64 %X1, cvar; mad.wide.u32 %X1, %l, 64, %X1;\n");
    for (uint32_t i = 0; (shared || local) && i < CELL; i += 8)
        buf_printf(b, "\tld.global.u64 %%X3, [%%X0+%u]; st.%s.u64 [%%X1+%u], %%X3;\n", i,
                   shared ? "shared" : "local", i);
    if (p == GENERIC_SHARED) buf_puts(b, "\tcvta.shared.u64 %X1, %X1;\n");
    if (p == GENERIC_LOCAL) buf_puts(b, "\tcvta.local.u64 %X1, %X1;\n");
}

static void put_registers(Buf *b, const char *prefix, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        buf_printf(b, "%s%%%s%u", i ? ", " : n > 1 ? "{" : "", prefix, i);
    if (n > 1) buf_putc(b, '}');
}

static const Type *type;
static uint32_t vec;

static void model_load(const LaneIn *x, uint32_t i, LaneOut *out) {
    const uint8_t *at = memory + i * CELL + type->bits / 8 * vec; // the second of the cell
    if (type->bits == 128) {
        memcpy(out->o, at, 16);
        return;
    }
    for (uint32_t k = 0; k < vec; k++) {
        uint64_t v = 0;
        memcpy(&v, at + k * type->bits / 8, type->bits / 8);
        if (type->sign && v >> (type->bits - 1) & 1) v |= 0xffffffffull << type->bits;
        *(type->bits == 64 ? &out->o[k] : &out->d[k]) = type->bits == 64 ? v : (uint32_t)v;
    }
}

// Elements stored are %a, %b, %c, %a ^ %b, then those inverted; read back are 64 bytes.
static void model_store(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint64_t v[8] = {x[i].a, x[i].b, x[i].c, x[i].a ^ x[i].b};
    uint8_t cell[CELL];
    for (uint32_t k = 0; k < 4; k++) v[k + 4] = ~v[k];
    memcpy(cell, memory + i * CELL, CELL);
    uint32_t n = type->bits / 8;
    for (uint32_t k = 0; k < vec; k++) memcpy(cell + n * vec + k * n, &v[k], n == 16 ? 16 : n);
    memcpy(out->o, cell, CELL);
}

static void put_load(Buf *b, const Access *a, const char *v) {
    uint32_t at = type->bits / 8 * vec;
    bool quad = type->bits == 128;
    buf_printf(b, "\t%s%s.%s ", a->name, v, type->name);
    put_registers(b, quad ? "Q" : type->bits == 64 ? "o" : "d", vec);
    buf_printf(b, ", [%%X1+%u]%s;\n", at, a->tail);
    if (quad) buf_puts(b, "\tmov.b128 {%o0, %o1}, %Q0;\n");
}

static void put_store(Buf *b, const Access *a, const char *v) {
    static const char space[][8] = {".global", ".shared", ".local", "", "", ""};
    buf_puts(b, "\tmov.b64 %X3, %A; mov.b64 %X4, %B; mov.b64 %X5, %C; xor.b64 %X6, %A, %B; not.b64 "
                "%X7, %X3; not.b64 %X8, %X4; not.b64 %X9, %X5; not.b64 %X10, %X6; mov.b128 %Q0, "
                "{%A, %B};\n");
    bool quad = type->bits == 128, big = type->bits == 64;
    for (uint32_t k = 0; k < 8 && !quad && !big; k++)
        buf_printf(b, "\tcvt.u32.u64 %%x%u, %%X%u;\n", k, k + 3);
    // st takes registers that are wider than the type, st.async does not
    bool small = type->bits < 32 && strncmp(a->name, "st.async", 8) == 0;
    if (small)
        buf_puts(b, type->bits == 8
                        ? "\t.reg .b8 %y<4>; mov.b32 {%y0, %y1, %y2, %y3}, %x0;\n"
                        : "\t.reg .b16 %y<2>; mov.b32 {%y0, %y1}, %x0;\n");
    buf_printf(b, "\t%s%s.%s [%%X1+%u], ", a->name, v, type->name, type->bits / 8 * vec);
    for (uint32_t k = 0; k < vec; k++) {
        buf_puts(b, k ? ", " : vec > 1 ? "{" : "");
        buf_printf(b, quad ? "%%Q%u" : big ? "%%X%u" : small ? "%%y%u" : "%%x%u", big ? k + 3 : k);
    }
    buf_printf(b, "%s%s;\n", vec > 1 ? "}" : "", a->tail);
    for (uint32_t k = 0; k < 8; k++)
        buf_printf(b, "\tld%s.u64 %%o%u, [%%X1+%u];\n", space[a->place], k, 8 * k);
}

static void one_access(const Access *a, const Type *t, uint32_t n, bool load, const char *constant) {
    World w;
    world_begin(&w);
    type = t, vec = n;
    Buf b;
    buf_init(&b, &w.ctx.perm);
    put_place(&b, a->place);
    const char *v = n > 1 ? arena_printf(&w.ctx.perm, ".v%u", n) : "";
    if (load)
        put_load(&b, a, v);
    else
        put_store(&b, a, v);
    LaneRun r = {a->target, .text = buf_cstr(&b), .model = load ? model_load : model_store};
    if (a->place == CONSTANT) r.globals = constant;
    r.param[0] = device_copy(w.vm, memory, sizeof memory);
    lane_run(&w, &r, in);
    world_end(&w);
}

static bool has_type(const Access *a, const Type *t, uint32_t n) {
    uint32_t total = t->bits * n;
    bool some = strcmp(t->name, "s8") == 0 || strcmp(t->name, "u16") == 0 ||
                strcmp(t->name, "f32") == 0 || strcmp(t->name, "b64") == 0;
    if (a->types == WIDE) return total == 256 && t->bits >= 32 && t->bits <= 64;
    if (total > 128 || n > 4) return false;
    if (a->types == SCALARS) return n == 1 && t->bits <= 64;
    // .b128 only where the manual has it
    if (t->bits == 128)
        return a->place == GLOBAL && a->types == ALL_TYPES && strncmp(a->name, "ldu", 3) != 0 &&
               !strstr(a->name, ".volatile");
    return a->types == ALL_TYPES || some;
}

static void test_access(const Access *table, uint32_t n, bool load) {
    World w; // for the text of the constants
    world_begin(&w);
    Buf c;
    buf_init(&c, &w.ctx.perm);
    buf_puts(&c, ".const .align 64 .b8 cvar[2048] = {");
    for (uint32_t i = 0; i < sizeof memory; i++) buf_printf(&c, "%s%u", i ? "," : "", memory[i]);
    buf_puts(&c, "};\n");
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t t = 0; t < CU_COUNT(types); t++) {
            for (uint32_t v = 1; v <= 8; v *= 2) {
                // all emitted kernels make one file, which may have 64 KiB of constants
                if (has_type(&table[k], &types[t], v) &&
                    !(emit_dir && table[k].place == CONSTANT && v == 2))
                    one_access(&table[k], &types[t], v, load, buf_cstr(&c));
            }
        }
    }
    world_end(&w);
}

// ---- hints and policies ------------------------------------------------------------------------

static void model_cell(const LaneIn *x, uint32_t i, LaneOut *out) {
    memcpy(out->o, memory + i % 32 * CELL, CELL);
}

// With %X0: a cell, %X1: all of the memory. Nothing of it changes.
static const struct {
    const char *text;
    bool undefined; // the contents are undefined afterwards
    bool manual;    // ptxas does not take it
} hints[] = {
    {"prefetch.global.L1 [%X0]; prefetch.global.L2 [%X0]; prefetch.L1 [%X0]; prefetch.L2 [%X0]"},
    {"prefetch.global.L2::evict_last [%X0]; prefetch.global.L2::evict_normal [%X0]"},
    {"prefetchu.L1 [%X0]"},
    {"mov.u64 %X3, lo; prefetch.local.L1 [%X3]; prefetch.local.L2 [%X3+8]"},
    {"prefetch.tensormap [%X1]"},
    {"mov.b64 %X3, p3; prefetch.param.tensormap [%X3]"},
    {"applypriority.global.L2::evict_normal [%X1], 128; applypriority.L2::evict_normal [%X1+128], "
     "128"},
    {"discard.global.L2 [%X1], 128; discard.L2 [%X1+128], 128", true},
    {"createpolicy.fractional.L2::evict_first.b64 %X3; cp.async.bulk.prefetch.L2.global [%X1], "
     "1024; cp.async.bulk.prefetch.L2.global.L2::cache_hint [%X1], %x4, %X3"},
    {"createpolicy.fractional.L2::evict_last.L2::evict_first.b64 %X3, 0.25; "
     "ld.global.L2::cache_hint.b64 %X5, [%X0], %X3; st.global.L2::cache_hint.b64 [%X0], %X5, %X3"},
    {"createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %X3, [%X1], 512, 1024; "
     "ld.global.L2::cache_hint.v2.b64 {%X5, %X6}, [%X0], %X3; st.global.L2::cache_hint.v2.b64 "
     "[%X0], {%X5, %X6}, %X3"},
    {"createpolicy.range.L2::evict_normal.b64 %X3, [%X1], %x4, 1024; red.global.add.L2::cache_hint"
     ".u32 [%X0], 0, %X3; atom.global.or.L2::cache_hint.b32 %x5, [%X0], 0, %X3"},
    {"createpolicy.cvt.L2.b64 %X3, %A; ld.global.nc.L2::cache_hint.b32 %x5, [%X0], %X3; "
     "st.global.L2::cache_hint.b32 [%X0], %x5, %X3"},
    {"createpolicy.fractional.L2::evict_unchanged.b64 %X3; cp.async.cg.shared.global.L2::"
     "cache_hint [sh], [%X0], 16, %X3; cp.async.wait_all; ld.shared.v2.b64 {%X5, %X6}, [sh]; "
     "bar.sync 0; and.b32 %x5, %l, 0"},
};

static void test_hints(void) {
    lane_random(in, 31);
    for (uint32_t k = 0; k < CU_COUNT(hints); k++) {
        World w;
        world_begin(&w);
        Buf b;
        buf_init(&b, &w.ctx.perm);
        buf_printf(&b,
                   "\t.shared .align 128 .b8 sh[128]; .local .align 64 .b8 lo[64]; ld.param.u64 "
                   "%%X1, [p2]; mad.wide.u32 %%X0, %%l, 64, %%X1; mov.u32 %%x4, 256;\n\t%s;\n",
                   hints[k].text);
        for (uint32_t i = 0; i < 8; i++) {
            if (hints[k].undefined) // written anew
                buf_printf(&b, "\tld.param.u64 %%X3, [p3]; mad.wide.u32 %%X3, %%l, 64, %%X3; "
                               "ld.global.u64 %%X4, [%%X3+%u]; st.global.u64 [%%X0+%u], %%X4;\n",
                           8 * i, 8 * i);
            buf_printf(&b, "\tld.global.u64 %%o%u, [%%X0+%u];\n", i, 8 * i);
        }
        LaneRun r = {"sm_90", .text = buf_cstr(&b), .model = model_cell};
        r.param[0] = device_copy(w.vm, memory, sizeof memory);
        r.param[1] = device_copy(w.vm, memory, sizeof memory);
        if (!emit_dir || !hints[k].manual) lane_run(&w, &r, in);
        world_end(&w);
    }
}

// ---- addresses ---------------------------------------------------------------------------------

// Generic addresses of: global, constant, own shared, local, parameter, another block's shared.
static const char *const spaces[] = {"const",       "global",          "local", "shared",
                                     "shared::cta", "shared::cluster", "param", "param::entry"};
static const char *const space_truth[] = {
    // a letter for each address in which isspacep says yes: g c s l p r
    "c", "gp", "l", "s", "s", "sr", "p", "p"};
static const char address_letters[] = "gcslpr";

static void model_address(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t block = i / 32, other = (block + 1) % 2;
    out->d[0] = (uint32_t)x[0].a, out->d[1] = 4711;
    out->d[2] = (uint32_t)x[i].a, out->d[3] = (uint32_t)x[i].b;
    out->d[4] = 0x1234567, out->d[5] = (uint32_t)x[other * 32 + i % 32].a;
    out->d[6] = block | other << 4 | block << 8 | other << 12;
    out->d[7] = (uint32_t)x[other * 32 + i % 32].a;
    out->p = 0x3f;
    for (uint32_t s = 0; s < 8; s++) {
        for (uint32_t k = 0; k < 6; k++)
            out->o[s] |= (uint64_t)(strchr(space_truth[s], address_letters[k]) != NULL) << k;
    }
}

static void test_addresses(void) {
    World w;
    world_begin(&w);
    lane_random(in, 77);
    for (uint32_t i = 0; i < LANE_MAX; i++) in[i].c = in[0].a;
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(
        &b,
        "\t.shared .align 16 .b32 sh[32]; .local .align 8 .b32 lo[2]; .reg .b64 %s<8>, %g<8>;\n"
        "\tld.param.u64 %s0, [p2]; mov.u64 %s1, cvar; mov.u64 %s2, sh; mad.wide.u32 %s2, %l, 4, "
        "%s2; mov.u64 %s3, lo; mov.b64 %s4, p3;\n"
        "\tst.global.u32 [%s0], %c; st.shared.u32 [%s2], %a; st.local.u32 [%s3], %b;\n"
        "\tbarrier.cluster.arrive; barrier.cluster.wait;\n"
        "\tcvta.global.u64 %g0, %s0; cvta.const.u64 %g1, %s1; cvta.shared.u64 %g2, %s2; "
        "cvta.local.u64 %g3, %s3; cvta.param.u64 %g4, %s4;\n"
        "\tmov.u32 %x0, %cluster_ctarank; xor.b32 %x1, %x0, 1; mapa.u64 %g5, %g2, %x1; cvt.u32.u64 "
        "%x2, %s2; mapa.shared::cluster.u32 %x3, %x2, %x1; mapa.shared::cluster.u64 %X0, %s2, "
        "%x1;\n"
        "\tld.shared::cluster.u32 %d7, [%x3]; cvta.shared::cluster.u64 %X1, %X0; setp.eq.u64 %p5, "
        "%X1, %g5;\n"
        "\tgetctarank.u64 %x4, %g2; getctarank.u64 %x5, %g5; getctarank.shared::cluster.u32 %x6, "
        "%x2; getctarank.shared::cluster.u64 %x7, %X0;\n"
        "\tshl.b32 %x5, %x5, 4; shl.b32 %x6, %x6, 8; shl.b32 %x7, %x7, 12; or.b32 %x4, %x4, %x5; "
        "or.b32 %x6, %x6, %x7; or.b32 %d6, %x4, %x6;\n");
    static const char *const names[] = {"global", "const", "shared", "local", "param"};
    for (uint32_t k = 0; k < 6; k++) {
        buf_printf(&b, "\tld.u32 %%d%u, [%%g%u];\n", k, k);
        if (k < 5)
            buf_printf(&b, "\tcvta.to.%s.u64 %%X2, %%g%u; setp.eq.u64 %%p%u, %%X2, %%s%u;\n",
                       names[k], k, k, k);
        for (uint32_t s = 0; s < 8; s++)
            buf_printf(&b,
                       "\tisspacep.%s %%q0, %%g%u; selp.u64 %%X3, %u, 0, %%q0; or.b64 %%o%u, "
                       "%%o%u, %%X3;\n",
                       spaces[s], k, 1u << k, s, s);
    }
    buf_puts(&b, "\tbarrier.cluster.arrive; barrier.cluster.wait;\n");
    LaneRun r = {"sm_90",
                 ".const .align 8 .b32 cvar[2] = {4711, 1};\n",
                 buf_cstr(&b),
                 32,
                 2,
                 2,
                 .model = model_address};
    r.param[0] = vm_alloc(w.vm, 64), r.param[1] = 0x1234567;
    lane_run(&w, &r, in);
    world_end(&w);
}

// ---- the stack ---------------------------------------------------------------------------------

// Memory of alloca is the thread's own, aligned, and apart from other; stackrestore gives it back.
static void model_stack(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->o[0] = x[i].a, out->o[1] = x[i].b, out->o[2] = x[i].c;
    out->p = 0xf;
}

static void test_stack(void) {
    lane_random(in, 99);
    lane_test(
        &(LaneRun){
            "sm_90",
            .text =
                "\tstacksave.u64 %X0; alloca.u64 %X1, 32; alloca.u64 %X2, 64, 64; and.b32 %x0, %l, "
                "7; mad.wide.u32 %X3, %x0, 8, 8; alloca.u64 %X4, %X3, 16;\n"
                "\tand.b64 %X5, %X2, 63; setp.eq.u64 %p0, %X5, 0; and.b64 %X5, %X4, 15; "
                "setp.eq.u64 %p1, %X5, 0; st.local.u64 [%X1+24], %A; st.local.u64 [%X2+56], %B; "
                "add.u64 %X3, %X3, %X4; st.local.u64 [%X3+-8], %C;\n"
                "\tld.local.u64 %o0, [%X1+24]; ld.local.u64 %o1, [%X2+56]; ld.local.u64 %o2, "
                "[%X3+-8]; stackrestore.u64 %X0; stacksave.u64 %X6; setp.eq.u64 %p2, %X6, %X0; "
                "alloca.u64 %X7, 32; setp.eq.u64 %p3, %X7, %X1;\n",
            .model = model_stack},
        in);
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    random_bytes(memory, sizeof memory, 1);
    lane_random(in, 2);
    test_access(loads, CU_COUNT(loads), true);
    test_access(stores, CU_COUNT(stores), false);
    test_hints();
    test_addresses();
    test_stack();
    return UNIT_END();
}
