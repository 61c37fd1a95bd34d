// SPDX-License-Identifier: Apache-2.0
// wgmma, a part of test_vm_matrix.c: matrices are laid out in shared memory by the canonical
// layouts of the manual (9.7.15.5.1.1), with every swizzle.

static uint8_t image[49152]; // of shared memory, from a multiple of 1024

typedef struct {
    uint32_t at, width, lead, stride; // bytes
    bool mn;
    uint32_t shift; // bytes of k before the matrix (a step inside a swizzled row)
} Place;

// Element (row, k) of `bits` bits; rows: all of them, depth: of k.
static void store(const Place *p, uint32_t row, uint32_t k, uint32_t bits, uint64_t v) {
    uint32_t line = p->mn ? k : row, bit = (p->mn ? row : k) * bits + 8 * p->shift;
    uint32_t byte = bit / 8, chunk = byte / p->width;
    bool swapped = p->mn && p->width == 16;
    uint32_t a = p->at + line / 8 * (swapped ? p->lead : p->stride) +
                 chunk * (swapped ? p->stride : p->lead) + line % 8 * p->width + byte % p->width;
    a ^= (a >> 7 & (p->width / 16 - 1)) << 4;
    if (bits < 8) {
        image[a] |= (uint8_t)(v << bit % 8);
    } else {
        memcpy(image + a, &v, bits / 8);
    }
}

// Groups of eight lines stand together, then come the next bytes of the lines.
static Place place(uint32_t at, uint32_t width, bool mn, uint32_t rows, uint32_t k,
                   uint32_t shift) {
    Place p = {.at = at, .width = width, .mn = mn, .shift = shift};
    uint32_t group = 8 * width, lines = mn ? k : rows, far = (lines + 7) / 8 * group;
    p.stride = group;
    p.lead = far;
    if (mn && width == 16) p.stride = far, p.lead = group;
    return p;
}

static uint64_t desc_bits(const Place *p) {
    uint64_t mode = p->width == 128 ? 1 : p->width == 64 ? 2 : p->width == 32 ? 3 : 0;
    return (p->at + p->shift) >> 4 | (uint64_t)(p->lead >> 4) << 16 |
           (uint64_t)(p->stride >> 4) << 32 | mode << 62;
}

typedef struct {
    uint32_t n, k, width;
    Type d, a, b;
    bool sparse, regs, mn_a, mn_b, negate, no_add;
    uint32_t selector, shift;
} Wgmma;

static void put_wgmma(Buf *b, const Wgmma *x, const Place *pa, const Place *pb, uint32_t nd) {
    bool ints = types[x->d].integer, half = x->a == F16 || x->a == BF16;
    buf_printf(
        b,
        "\t.reg .u64 %%da, %%db, %%sm; .reg .u32 %%w, %%s, %%q; .reg .pred %%add;\n"
        "\tld.param.u64 %%t, [p2]; mov.u32 %%w, %%i; mov.u32 %%s, smem;\n"
        "LOOP:\tshl.b32 %%q, %%w, 2; cvt.u64.u32 %%u, %%q; add.s64 %%u, %%t, %%u;\n"
        "\tadd.u32 %%q, %%s, %%q; ld.global.u32 %%r499, [%%u]; st.shared.u32 [%%q], %%r499;\n"
        "\tadd.u32 %%w, %%w, 128; setp.lt.u32 %%p, %%w, %u; @%%p bra LOOP;\n",
        (uint32_t)sizeof image / 4);
    buf_printf(b,
               "\tfence.proxy.async.shared::cta; bar.sync 0;\n\tshr.u32 %%q, %%s, 4; cvt.u64.u32 "
               "%%sm, %%q;\n"
               "\tadd.s64 %%da, %%sm, %lld; add.s64 %%db, %%sm, %lld; setp.ne.u32 %%add, %%s, %s;\n"
               "\twgmma.fence.sync.aligned;\n",
               (long long)desc_bits(pa), (long long)desc_bits(pb), x->no_add ? "%s" : "0");
    buf_printf(b, "\twgmma.mma_async%s.sync.aligned.m64n%uk%u.%s.%s.%s%s ", x->sparse ? ".sp" : "",
               x->n, x->k, types[x->d].name, types[x->a].name, types[x->b].name,
               x->a == B1 ? ".and.popc" : "");
    put_vector(b, "%r", 0, nd);
    buf_puts(b, ", ");
    if (x->regs) {
        put_vector(b, "%r", nd, 4);
    } else {
        buf_puts(b, "%da");
    }
    buf_puts(b, ", %db");
    if (x->sparse) buf_printf(b, ", %%r%u, %u", nd + 4, x->selector);
    buf_puts(b, ", %add");
    if (!ints) buf_printf(b, ", %s, 1", x->negate ? "-1" : "1");
    if (half && !x->regs) buf_printf(b, ", %u", x->mn_a);
    if (half) buf_printf(b, ", %u", x->mn_b);
    buf_puts(b, ";\n\twgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;\n");
}

static void fill_wgmma(const Wgmma *x, const Place *pa, const Place *pb, uint32_t nd) {
    uint32_t abits = types[x->a].bits, bbits = types[x->b].bits, ka = x->sparse ? x->k / 2 : x->k;
    uint32_t e = abits >= 32 ? 1 : 32 / abits, lane, reg, sub;
    Mma m = {.m = 64, .n = x->n, .k = x->k, .a = x->a, .b = x->b, .c = x->d, .sparse = x->sparse};
    fill(&m, abits);
    memset(words, 0, sizeof words);
    memset(image, 0, sizeof image);
    for (uint32_t r = 0; r < 64; r++) {
        for (uint32_t s = 0; s < ka; s++) {
            uint64_t v = encode(x->a, A[r][x->sparse ? col[r][s] : s], abits);
            if (!x->regs) {
                store(pa, r, s, abits, v);
                continue;
            }
            place_a(r % 16, s, e, 16, &lane, &reg, &sub);
            put_bits(32 * (r / 16) + lane, nd + reg, sub * abits, v);
        }
        for (uint32_t c = 0; c < x->n; c++) {
            uint32_t per = types[x->d].bits == 16 ? 2 : 1, i = c / 8 * 4 + r % 16 / 8 * 2 + c % 2;
            uint64_t v = x->d == S32 ? (uint32_t)C[r][c] : encode(x->d, C[r][c], 0);
            put_bits(32 * (r / 16) + r % 8 * 4 + c % 8 / 2, i / per, i % per * 16, v);
        }
    }
    for (uint32_t k = 0; k < x->k; k++) {
        for (uint32_t c = 0; c < x->n; c++) store(pb, c, k, bbits, encode(x->b, B[k][c], bbits));
    }
    if (x->sparse) {
        for (uint32_t q = 0; q < 4; q++)
            place_metadata(q, 16 * q, x->k, x->a, abits, x->selector, nd + 4);
    }
    if (x->negate) {
        for (uint32_t r = 0; r < 64; r++) {
            for (uint32_t k = 0; k < x->k; k++) A[r][k] = -A[r][k];
        }
    }
    if (x->no_add) memset(C, 0, sizeof C);
    reference(&m);
}

static void wgmma(Wgmma x) {
    Ctx ctx;
    ctx_init(&ctx);
    uint32_t ka = x.sparse ? x.k / 2 : x.k, nd = regs_of(64 * x.n / 4, types[x.d].bits);
    Place pa = place(0, x.width, x.mn_a, 64, ka, x.mn_a ? 0 : x.shift);
    Place pb = place(x.mn_a ? 8192 : 64 * x.width + (x.width == 16 ? 1024 : 0), x.width, x.mn_b,
                     x.n, x.k, x.mn_b ? 0 : x.shift);
    fill_wgmma(&x, &pa, &pb, nd);
    Buf inst, body;
    buf_init(&inst, &ctx.perm);
    buf_init(&body, &ctx.perm);
    put_wgmma(&inst, &x, &pa, &pb, nd);
    put_body(&body, nd + 5, 0, nd, buf_cstr(&inst));
    Vm *vm = vm_new(&ctx, &(VmOptions){.jobs = 1});
    uint64_t in = device_copy(vm, words, sizeof words), out = device_copy(vm, words, sizeof words);
    VmRunOptions o = {"sm_90a", 1, 128, 0, 3, {in, out, device_copy(vm, image, sizeof image)}};
    if (run_kernel(vm, &ctx, &o, ".shared .align 1024 .b8 smem[49152];\n", buf_cstr(&body)) &&
        !emit_dir) {
        vm_read(vm, out, words, sizeof words);
        uint32_t bad = 0, per = types[x.d].bits == 16 ? 2 : 1;
        for (uint32_t r = 0; r < 64; r++) {
            for (uint32_t c = 0; c < x.n; c++) {
                uint32_t i = c / 8 * 4 + r % 16 / 8 * 2 + c % 2;
                double got = decode(
                    x.d, result(words[32 * (r / 16) + r % 8 * 4 + c % 8 / 2], i / per, false) >>
                             i % per * 16);
                bad += got != D[r][c];
                if (got != D[r][c] && bad < 3)
                    fprintf(stderr, "wgmma n%u k%u %s %s width %u%s%s%s: (%u,%u) is %g, not %g\n",
                            x.n, x.k, types[x.d].name, types[x.a].name, x.width,
                            x.mn_a ? " A mn" : "", x.mn_b ? " B mn" : "", x.sparse ? " sparse" : "",
                            r, c, got, D[r][c]);
            }
        }
        CHECK(bad == 0);
    }
    vm_free(vm);
    ctx_free(&ctx);
}

static void test_wgmma(void) {
    static const uint8_t width[] = {16, 32, 64, 128};
    for (uint32_t n = 8; n <= 256; n += 8) // all shapes
        wgmma((Wgmma){.n = n,
                      .k = 16,
                      .width = width[n / 8 % 4],
                      .d = n % 16 ? F32 : F16,
                      .a = F16,
                      .b = F16,
                      .regs = n % 24 == 0});
    for (uint32_t i = 0; i < 32; i++) { // swizzles, layouts, scales
        Type t = i & 16 ? BF16 : F16;
        Wgmma x = {.n = 64,
                   .k = 16,
                   .width = width[i % 4],
                   .d = F32,
                   .a = t,
                   .b = t,
                   .mn_a = i & 4,
                   .mn_b = i & 8,
                   .negate = i % 3 == 0,
                   .no_add = i % 5 == 0};
        wgmma(x);
        if (x.width >= 64 && !x.mn_a && !x.mn_b) x.shift = 32, wgmma(x);
        x.sparse = true, x.k = 32, x.selector = i & 1, x.shift = 0;
        wgmma(x);
        x.regs = true, x.mn_a = false;
        wgmma(x);
    }
    static const Type ab[][2] = {{TF32, TF32}, {E4M3, E4M3}, {E4M3, E5M2},
                                 {E5M2, E4M3}, {E5M2, E5M2}, {S8, S8},
                                 {S8, U8},     {U8, S8},     {U8, U8}};
    for (uint32_t i = 0; i < CU_COUNT(ab) * 4; i++) {
        Type a = ab[i / 4][0], b = ab[i / 4][1],
             d = types[a].integer     ? S32
                 : a != TF32 && i & 1 ? F16
                                      : F32;
        uint32_t k = 256 / types[a].bits;
        Wgmma x = {.n = 24 + 8 * (i % 2),
                   .k = k,
                   .width = width[i % 4],
                   .d = d,
                   .a = a,
                   .b = b,
                   .regs = i & 2};
        wgmma(x);
        x.sparse = true, x.k = 2 * k, x.selector = a == TF32 ? i & 1 : 0;
        wgmma(x);
    }
    for (uint32_t i = 0; i < 8; i++)
        wgmma((Wgmma){
            .n = 32, .k = 256, .width = width[i % 4], .d = S32, .a = B1, .b = B1, .regs = i & 4});
}
