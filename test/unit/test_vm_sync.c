// SPDX-License-Identifier: Apache-2.0
// What threads do together: vote, match, redux, shfl, elect, activemask with member masks; block,
// warp and cluster barriers of every spelling; fences; instructions that change nothing; brkpt.
// Models are the manual's pseudo code (PTX ISA 9.7.9.6, 9.7.13). `--emit DIR`: see vm_run.h.
#include "vm_lane.h"

static LaneIn in[LANE_MAX];

// ---- member masks ------------------------------------------------------------------------------

typedef enum { MASK_FULL, MASK_ODD_EVEN, MASK_LOW_HIGH, MASK_ONE, MASKS } Masks;

static uint32_t mask_of(Masks kind, uint32_t lane) {
    switch (kind) {
    case MASK_ODD_EVEN: return lane & 1 ? 0xaaaaaaaa : 0x55555555;
    case MASK_LOW_HIGH: return lane < 11 ? 0x7ff : 0xfffff800;
    case MASK_ONE: return 1u << lane;
    default: return 0xffffffff;
    }
}

// Operands: random, few values (so that some are equal), all equal, all zero.
typedef enum { FILL_RANDOM, FILL_FEW, FILL_EQUAL, FILL_ZERO, FILLS } Fill;

static void prepare(Fill fill, Masks masks, uint64_t seed) {
    lane_random(in, seed);
    for (uint32_t i = 0; i < LANE_MAX; i++) {
        in[i].m = mask_of(masks, i % 32);
        if (fill == FILL_FEW) in[i].a = (in[i].a % 3) * 0x100000001, in[i].c = in[i].c % 2;
        if (fill == FILL_EQUAL) in[i].a = in[0].a, in[i].c = 1;
        if (fill == FILL_ZERO) in[i].a = 0, in[i].c = 0;
        if (fill == FILL_RANDOM) in[i].c = in[i].c % 2;
    }
}

static bool member(const LaneIn *x, uint32_t i, uint32_t lane) { return x[i].m >> lane & 1; }
static const LaneIn *of_lane(const LaneIn *x, uint32_t i, uint32_t lane) {
    return &x[i / 32 * 32 + lane];
}

static void model_vote(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t yes = 0, no = 0;
    for (uint32_t k = 0; k < 32; k++) {
        if (!member(x, i, k)) continue;
        if (of_lane(x, i, k)->c)
            yes |= 1u << k;
        else
            no |= 1u << k;
    }
    out->d[0] = yes, out->d[1] = no;
    out->p = (yes != 0) | (no == 0) << 1 | (!yes || !no) << 2 | (no != 0) << 3;
}

static void model_match(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t same32 = 0, same64 = 0;
    for (uint32_t k = 0; k < 32; k++) {
        const LaneIn *y = of_lane(x, i, k);
        if (!member(x, i, k)) continue;
        same32 |= (uint32_t)((uint32_t)y->a == (uint32_t)x[i].a) << k;
        same64 |= (uint32_t)(y->a == x[i].a) << k;
    }
    bool all32 = same32 == x[i].m, all64 = same64 == x[i].m;
    out->d[0] = same32, out->d[1] = same64;
    out->d[2] = all32 ? same32 : 0, out->d[3] = all64 ? same64 : 0;
    out->p = (uint64_t)all32 | (uint64_t)all64 << 1;
}

static void model_redux(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t sum = 0, umin = ~0u, umax = 0, all = ~0u, any = 0, parity = 0;
    int32_t smin = INT32_MAX, smax = INT32_MIN;
    for (uint32_t k = 0; k < 32; k++) {
        if (!member(x, i, k)) continue;
        uint32_t v = (uint32_t)of_lane(x, i, k)->a;
        sum += v, all &= v, any |= v, parity ^= v;
        umin = v < umin ? v : umin, umax = v > umax ? v : umax;
        smin = (int32_t)v < smin ? (int32_t)v : smin, smax = (int32_t)v > smax ? (int32_t)v : smax;
    }
    uint32_t r[8] = {sum, umin, umax, (uint32_t)smin, (uint32_t)smax, all, any, parity};
    for (uint32_t k = 0; k < 8; k++) out->d[k] = r[k];
    out->o[0] = sum; // redux.sync.add.s32
}

// f32 numbers of %a (made finite by the text), then with a NaN in lanes where %c is 1.
static void model_redux_f32(const LaneIn *x, uint32_t i, LaneOut *out) {
    float r[4] = {0};
    bool any = false, real = false, nan = false;
    float lo = 0, hi = 0;
    for (uint32_t k = 0; k < 32; k++) {
        if (!member(x, i, k)) continue;
        const LaneIn *y = of_lane(x, i, k);
        float f = (float)(int32_t)y->a, g = f < 0 ? -f : f;
        r[0] = !any || f < r[0] ? f : r[0], r[1] = !any || f > r[1] ? f : r[1];
        r[2] = !any || g < r[2] ? g : r[2], r[3] = !any || g > r[3] ? g : r[3];
        any = true;
        nan |= y->c != 0;
        if (y->c) continue;
        lo = !real || f < lo ? f : lo, hi = !real || f > hi ? f : hi;
        real = true;
    }
    for (uint32_t k = 0; k < 4; k++) out->d[k] = unit_float_bits(r[k]);
    out->d[4] = real ? unit_float_bits(lo) : 0x7fffffff;
    out->d[5] = real ? unit_float_bits(hi) : 0x7fffffff;
    out->d[6] = nan ? 0x7fffffff : unit_float_bits(r[0]);
    out->d[7] = nan ? 0x7fffffff : unit_float_bits(r[3]);
}

static void model_elect(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->d[0] = out->d[1] = (uint32_t)__builtin_ctz(x[i].m); // the machine takes the lowest
    out->p = i % 32 == out->d[0];
}

// Texts that are given each member mask and kind of operands.
static const struct {
    const char *target, *text;
    LaneModel *model;
} together[] = {
    {"sm_90",
     "\tsetp.ne.u32 %q0, %c, 0;\n"
     "\tvote.sync.ballot.b32 %d0, %q0, %m; vote.sync.ballot.b32 %d1, !%q0, %m;\n"
     "\tvote.sync.any.pred %p0, %q0, %m; vote.sync.all.pred %p1, %q0, %m;\n"
     "\tvote.sync.uni.pred %p2, %q0, %m; vote.sync.any.pred %p3, !%q0, %m;\n",
     model_vote},
    {"sm_90",
     "\tmatch.any.sync.b32 %d0, %a, %m; match.any.sync.b64 %d1, %A, %m;\n"
     "\tmatch.all.sync.b32 %d2|%p0, %a, %m; match.all.sync.b64 %d3|%p1, %A, %m;\n",
     model_match},
    {"sm_90",
     "\tredux.sync.add.u32 %d0, %a, %m; redux.sync.min.u32 %d1, %a, %m;\n"
     "\tredux.sync.max.u32 %d2, %a, %m; redux.sync.min.s32 %d3, %a, %m;\n"
     "\tredux.sync.max.s32 %d4, %a, %m; redux.sync.and.b32 %d5, %a, %m;\n"
     "\tredux.sync.or.b32 %d6, %a, %m; redux.sync.xor.b32 %d7, %a, %m;\n"
     "\tredux.sync.add.s32 %x0, %a, %m; cvt.u64.u32 %o0, %x0;\n",
     model_redux},
    {"sm_100a",
     "\t.reg .f32 %f, %n; cvt.rn.f32.s32 %f, %a; setp.ne.u32 %q0, %c, 0; selp.f32 %n, "
     "0f7FC00000, %f, %q0;\n"
     "\tredux.sync.min.f32 %d0, %f, %m; redux.sync.max.f32 %d1, %f, %m;\n"
     "\tredux.sync.min.abs.f32 %d2, %f, %m; redux.sync.max.abs.f32 %d3, %f, %m;\n"
     "\tredux.sync.min.f32 %d4, %n, %m; redux.sync.max.f32 %d5, %n, %m;\n"
     "\tredux.sync.min.NaN.f32 %d6, %n, %m; redux.sync.max.abs.NaN.f32 %d7, %n, %m;\n",
     model_redux_f32},
    {"sm_90", "\telect.sync %d0|%p0, %m; elect.sync %d1|%q0, %m;\n", model_elect},
};

// The same text in two branches of a warp: each member mask waits for its own lanes alone.
static const char *in_branches(Arena *arena, const char *text) {
    return arena_printf(arena,
                        "\t{ .reg .pred %%s; setp.lt.u32 %%s, %%l, 11; @%%s bra LOW;\n{%s}\n\tbra "
                        "END;\nLOW:\n{%s}\nEND:\n\t}\n",
                        text, text);
}

static void test_together(void) {
    for (uint32_t k = 0; k < CU_COUNT(together); k++) {
        for (uint32_t f = 0; f < FILLS; f++) {
            for (uint32_t m = 0; m < MASKS; m++) {
                World w;
                world_begin(&w);
                prepare((Fill)f, (Masks)m, 17 * k + 5 * f + m);
                LaneRun r = {together[k].target,
                             .text = together[k].text,
                             .threads = 64,
                             .model = together[k].model};
                if (!emit_dir || (!f && !m)) lane_run(&w, &r, in);
                r.text = in_branches(&w.ctx.perm, r.text);
                if ((m == MASK_LOW_HIGH || m == MASK_ONE) && !emit_dir) lane_run(&w, &r, in);
                world_end(&w);
            }
        }
    }
}

// ---- shfl, activemask --------------------------------------------------------------------------

static int shfl_mode; // 0 to 3: up, down, bfly, idx

// %b: distance or lane, %c: segment mask and clamp (9.7.9.6).
static void model_shfl(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t lane = i % 32, b = x[i].b & 31, clamp = x[i].c & 31, seg = x[i].c >> 8 & 31;
    uint32_t last = (lane & seg) | (clamp & ~seg), first = lane & seg;
    int j = shfl_mode == 0   ? (int)lane - (int)b
            : shfl_mode == 1 ? (int)(lane + b)
            : shfl_mode == 2 ? (int)(lane ^ b)
                             : (int)(first | (b & ~seg));
    bool ok = shfl_mode == 0 ? j >= (int)last : j <= (int)last;
    if (!ok) j = (int)lane;
    out->d[0] = out->d[1] = (uint32_t)of_lane(x, i, (uint32_t)j)->a;
    out->p = ok;
}

static void test_shfl(void) {
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t width = 1; width <= 32; width *= 2) {
            World w;
            world_begin(&w);
            lane_random(in, k + width);
            shfl_mode = (int)k;
            // the clamps of __shfl_sync and its like, then any; a distance for all or for each
            for (uint32_t i = 0; i < LANE_MAX; i++) {
                in[i].c = (32 - width) << 8 | (k == 0 ? 0 : 31);
                if (i >= 32) in[i].c = (in[i].c & 0x1f00) | (in[i].a & 31);
                if (i < 64) in[i].b = in[i / 32 * 32].b & 63;
                if (i >= 128) in[i].c = in[i].a >> 5;
            }
            LaneRun r = {"sm_90", .threads = 192, .model = model_shfl};
            r.text = arena_printf(&w.ctx.perm,
                                  "\tshfl.sync.%s.b32 %%d0|%%p0, %%a, %%b, %%c, %%m; shfl.sync.%s"
                                  ".b32 %%d1, %%a, %%b, %%c, %%m;\n",
                                  modes[k], modes[k]);
            lane_run(&w, &r, in);
            world_end(&w);
        }
    }
}

static void model_active(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->d[0] = 0xffffffff;
    out->d[1] = i % 32 < 11 ? 0x7ff : 0xfffff800;
}

static void test_active(void) {
    lane_random(in, 3);
    lane_test(&(LaneRun){"sm_90",
                         .text = "\tactivemask.b32 %d0; setp.lt.u32 %q0, %l, 11; @%q0 bra LOW;\n"
                                 "\tactivemask.b32 %d1; bra END;\nLOW:\tactivemask.b32 "
                                 "%d1;\nEND:\n",
                         .threads = 64,
                         .model = model_active},
              in);
}

// ---- barriers of a block -----------------------------------------------------------------------

// Threads store %a, half of them late, then read a neighbour's; d1 and d2 count, p0 to p3 combine.
enum { BLOCK = 128 };

static void model_barrier(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t all = 0, pair = 0, first = i / 32 % 2;
    for (uint32_t k = 0; k < BLOCK; k++) {
        all += x[k].c != 0;
        pair += k / 32 % 2 == first && x[k].c == 0;
    }
    out->d[0] = (uint32_t)x[(i + 64) % BLOCK].a;
    out->d[1] = all, out->d[2] = pair;
    out->d[3] = (uint32_t)x[i ^ 64].b;
    out->d[4] = i < 64 ? (uint32_t)x[i + 64].b + 1 : 0;
    out->p = (all == BLOCK) | (all != 0) << 1 | (pair == 64) << 2 | (pair != 0) << 3;
}

// prefix: before ".sync"; al: ".aligned" or ""; late: the half of the threads that is late
static const char *barrier_text(Arena *arena, const char *prefix, const char *al, uint32_t late) {
    static const char form[] =
        "\t.shared .align 4 .b32 buf[128];\n"
        "\tmov.u32 %%x0, buf; mad.lo.u32 %%x1, %%i, 4, %%x0; xor.b32 %%x2, %%i, 64; mad.lo.u32 "
        "%%x2, %%x2, 4, %%x0; shr.u32 %%x3, %%i, 5; and.b32 %%x3, %%x3, 1; add.u32 %%x3, %%x3, 7;\n"
        "\tsetp.ne.u32 %%q0, %%c, 0; shr.u32 %%x4, %%i, 6; setp.ne.u32 %%q1, %%x4, %3$u; mov.u32 "
        "%%x5, 0; mov.u32 %%x6, 1200; st.shared.u32 [%%x1], %%x5; %1$s.sync%2$s 0;\n"
        // all threads
        "\t@%%q1 bra GO1;\nLATE1:\tadd.u32 %%x5, %%x5, 1; setp.lt.u32 %%q2, %%x5, %%x6; @%%q2 bra "
        "LATE1;\nGO1:\tst.shared.u32 [%%x1], %%a; %1$s.sync%2$s 3; ld.shared.u32 %%d0, [%%x2]; "
        "%1$s.sync%2$s 4, 128;\n"
        // two warps at a barrier of their own
        "\tmov.u32 %%x5, 0; @%%q1 bra GO2;\nLATE2:\tadd.u32 %%x5, %%x5, 1; setp.lt.u32 %%q2, "
        "%%x5, %%x6; @%%q2 bra LATE2;\nGO2:\tst.shared.u32 [%%x1], %%b; %1$s.sync%2$s %%x3, 64; "
        "ld.shared.u32 %%d3, [%%x2]; %1$s.sync%2$s 0;\n"
        // the upper warps arrive, the lower ones wait
        "\tsetp.lt.u32 %%q3, %%i, 64; @%%q3 bra WAIT; mov.u32 %%x5, 0;\nLATE3:\tadd.u32 %%x5, "
        "%%x5, 1; setp.lt.u32 %%q2, %%x5, %%x6; @%%q2 bra LATE3; add.u32 %%x7, %%b, 1; "
        "st.shared.u32 [%%x1], %%x7; %1$s.arrive%2$s %%x3, 64; bra ON;\n"
        "WAIT:\t%1$s.sync%2$s %%x3, 64; ld.shared.u32 %%d4, [%%x2];\nON:\n"
        "\t%1$s.red.popc%2$s.u32 %%d1, 5, %%q0; %1$s.red.popc%2$s.u32 %%d2, %%x3, 64, !%%q0;\n"
        "\t%1$s.red.and%2$s.pred %%p0, 5, %%q0; %1$s.red.or%2$s.pred %%p1, 6, 128, %%q0;\n"
        "\t%1$s.red.and%2$s.pred %%p2, %%x3, 64, !%%q0; %1$s.red.or%2$s.pred %%p3, %%x3, 64, "
        "!%%q0;\n";
    return arena_printf(arena, form, prefix, al, late);
}

static const char *const barriers[][2] = {
    {"bar", ""},         {"bar.cta", ""},     {"barrier", ""}, {"barrier", ".aligned"},
    {"barrier.cta", ""}, {"barrier.cta", ".aligned"}};

static void test_barriers(void) {
    for (uint32_t k = 0; k < CU_COUNT(barriers); k++) {
        for (uint32_t v = 0; v < 6; v++) { // who is late; what the predicates are
            World w;
            world_begin(&w);
            lane_random(in, k + v);
            for (uint32_t i = 0; i < LANE_MAX; i++)
                in[i].c = v / 2 == 0 ? in[i].c & 1 : v / 2 == 1 ? 1 : 0;
            LaneRun r = {"sm_90", .threads = BLOCK, .model = model_barrier};
            r.text = barrier_text(&w.ctx.perm, barriers[k][0], barriers[k][1], v % 2);
            if (!emit_dir || v == 0) lane_run(&w, &r, in);
            world_end(&w);
        }
    }
}

static void model_split(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->d[0] = (uint32_t)x[i ^ 1].a;
    for (uint32_t k = 0; k < 64; k++) out->d[1] += x[k].c & 1;
    out->d[2] = (uint32_t)x[i ^ 1].b;
}

// barrier without .aligned, and bar.warp.sync: the lanes of a warp come from different places.
static void test_split_barriers(void) {
    for (uint32_t late = 0; late < 2; late++) {
        World w;
        world_begin(&w);
        lane_random(in, 40 + late);
        LaneRun r = {"sm_90", .threads = 64, .model = model_split};
        r.text = arena_printf(
            &w.ctx.perm,
            "\t.shared .align 4 .b32 buf[64];\n\tmov.u32 %%x0, buf; mad.lo.u32 %%x1, %%i, 4, %%x0; "
            "xor.b32 %%x2, %%x1, 4; and.b32 %%x3, %%i, 1; setp.eq.u32 %%q0, %%x3, %u; and.b32 "
            "%%x4, %%c, 1; setp.ne.u32 %%q1, %%x4, 0;\n"
            "\tmov.u32 %%x5, 0; @%%q0 bra SLOW; st.shared.u32 [%%x1], %%a; barrier.sync 2; "
            "barrier.red.popc.u32 %%d1, 3, %%q1; bra NEXT;\n"
            "SLOW:\tadd.u32 %%x5, %%x5, 1; setp.lt.u32 %%q2, %%x5, 1500; @%%q2 bra SLOW; "
            "st.shared.u32 [%%x1], %%a; barrier.cta.sync 2, 64; barrier.cta.red.popc.u32 %%d1, 3, "
            "64, %%q1;\n"
            "NEXT:\tld.shared.u32 %%d0, [%%x2]; barrier.sync 0; mov.u32 %%x5, 0; @!%%q0 bra FAST;\n"
            "SLOW2:\tadd.u32 %%x5, %%x5, 1; setp.lt.u32 %%q2, %%x5, 1500; @%%q2 bra SLOW2;\n"
            "FAST:\tst.shared.u32 [%%x1], %%b; bar.warp.sync %%m; ld.shared.u32 %%d2, [%%x2];\n",
            late);
        lane_run(&w, &r, in);
        world_end(&w);
    }
}

// ---- barriers of a cluster ---------------------------------------------------------------------

static void model_cluster(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t other = (i / 32 + 1) % 4 * 32 + i % 32;
    out->d[0] = (uint32_t)x[other].a;
}

static void test_cluster(void) {
    static const char *const arrive[] = {"arrive", "arrive.release", "arrive.aligned",
                                         "arrive.release.aligned", "arrive.relaxed",
                                         "arrive.relaxed.aligned"};
    static const char *const wait[] = {"wait", "wait.acquire", "wait.aligned",
                                       "wait.acquire.aligned"};
    for (uint32_t k = 0; k < CU_COUNT(arrive) * CU_COUNT(wait); k++) {
        World w;
        world_begin(&w);
        lane_random(in, k);
        LaneRun r = {"sm_90", .blocks = 4, .cluster = 4, .model = model_cluster};
        const char *a = arrive[k / CU_COUNT(wait)], *b = wait[k % CU_COUNT(wait)];
        r.text = arena_printf(
            &w.ctx.perm,
            "\t.shared .align 4 .b32 buf[32];\n\tmov.u32 %%x0, buf; mad.lo.u32 %%x1, %%l, 4, %%x0; "
            "mov.u32 %%x2, %%cluster_ctarank; add.u32 %%x3, %%x2, 1; and.b32 %%x3, %%x3, 3; "
            "mapa.shared::cluster.u32 %%x4, %%x1, %%x3;\n"
            "\tmov.u32 %%x5, 0; setp.ne.u32 %%q0, %%x2, %u; @%%q0 bra GO;\n"
            "LATE:\tadd.u32 %%x5, %%x5, 1; setp.lt.u32 %%q2, %%x5, 1500; @%%q2 bra LATE;\n"
            "GO:\tst.shared.u32 [%%x1], %%a; fence.acq_rel.cluster; barrier.cluster.%s; "
            "barrier.cluster.%s; fence.acq_rel.cluster; ld.shared::cluster.u32 %%d0, [%%x4];\n"
            "\tbarrier.cluster.%s; barrier.cluster.%s;\n",
            k % 4, a, b, a, b);
        lane_run(&w, &r, in);
        world_end(&w);
    }
}

// A kernel without clusters is a cluster of one block: rank 0 is the block itself.
static void model_alone(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->d[0] = (uint32_t)x[i ^ 32].a, out->d[1] = 0, out->d[2] = 1;
}

static void test_alone(void) {
    lane_random(in, 6);
    lane_test(&(LaneRun){"sm_90",
                         .text = "\t.shared .align 4 .b32 buf[64]; mov.u32 %x0, %tid.x; xor.b32 "
                                 "%x1, %x0, 32; mov.u32 %x2, buf; mad.lo.u32 %x3, %x0, 4, %x2; "
                                 "mad.lo.u32 %x4, %x1, 4, %x2; mapa.shared::cluster.u32 %x5, %x4, "
                                 "0; st.shared.u32 [%x3], %a; barrier.cluster.arrive; "
                                 "barrier.cluster.wait; ld.shared::cluster.u32 %d0, [%x5]; mov.u32 "
                                 "%d1, %cluster_ctarank; mov.u32 %d2, %cluster_nctarank;\n",
                         .threads = 64,
                         .blocks = 3,
                         .model = model_alone},
              in);
}

// ---- fences ------------------------------------------------------------------------------------

static const struct {
    const char *target, *text;
    bool manual; // in the manual, but ptxas 13.0 does not take it
} fences[] = {
    {"sm_90", "membar.cta"},
    {"sm_90", "membar.gl"},
    {"sm_90", "membar.sys"},
    {"sm_90", "fence.cta"},
    {"sm_90", "fence.sc.cta"},
    {"sm_90", "fence.sc.cluster"},
    {"sm_90", "fence.sc.gpu"},
    {"sm_90", "fence.sc.sys"},
    {"sm_90", "fence.acq_rel.cta"},
    {"sm_90", "fence.acq_rel.cluster"},
    {"sm_90", "fence.acq_rel.gpu"},
    {"sm_90", "fence.acq_rel.sys"},
    {"sm_90", "fence.release.gpu; fence.acquire.gpu"},
    {"sm_90", "fence.acq_rel.gpu; fence.proxy.alias"},
    {"sm_90", "membar.gl; membar.proxy.alias"},
    {"sm_90", "membar.gl; membar.proxy.async; membar.proxy.async.global; "
              "membar.proxy.async.shared::cta",
     true},
    {"sm_90", "membar.gl; fence.proxy.async; fence.proxy.async.global; "
              "fence.proxy.async.shared::cta; fence.proxy.async.shared::cluster"},
    {"sm_90", "membar.gl; fence.proxy.tensormap::generic.release.cta; "
              "fence.proxy.tensormap::generic.release.cluster; "
              "fence.proxy.tensormap::generic.release.gpu; "
              "fence.proxy.tensormap::generic.release.sys"},
    {"sm_90", "membar.gl; fence.proxy.tensormap::generic.acquire.cta [%X3], 128; "
              "fence.proxy.tensormap::generic.acquire.sys [%X3], 128"},
    {"sm_90",
     "membar.gl; fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
     "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster"},
    {"sm_90", "membar.gl; fence.acquire.sync_restrict::shared::cluster.cluster; "
              "fence.release.sync_restrict::shared::cta.cluster"},
    {"sm_90", "membar.gl; fence.mbarrier_init.release.cluster"},
};

static void model_message(const LaneIn *x, uint32_t i, LaneOut *out) {
    if (i < 32) out->d[0] = (uint32_t)x[i + 32].a;
}

// The second warp writes data and then a flag, the first one waits for the flag.
static void test_fences(void) {
    for (uint32_t k = 0; k < CU_COUNT(fences); k++) {
        World w;
        world_begin(&w);
        lane_random(in, k);
        static const uint32_t zero[256];
        LaneRun r = {fences[k].target, .threads = 64, .model = model_message};
        r.param[0] = device_copy(w.vm, zero, sizeof zero);
        r.text = arena_printf(
            &w.ctx.perm,
            "\tld.param.u64 %%X3, [p2]; mad.wide.u32 %%X0, %%l, 4, %%X3; setp.lt.u32 %%q0, %%i, "
            "32; @%%q0 bra READ;\n"
            "\tst.relaxed.gpu.global.u32 [%%X0+128], %%a; %s; st.relaxed.gpu.global.u32 [%%X0+256], "
            "1; bra DONE;\n"
            "READ:\tld.relaxed.gpu.global.u32 %%x0, [%%X0+256]; setp.eq.u32 %%q1, %%x0, 0; @%%q1 "
            "bra READ; %s; ld.relaxed.gpu.global.u32 %%d0, [%%X0+128];\nDONE:\n",
            fences[k].text, fences[k].text);
        if (!emit_dir || !fences[k].manual) lane_run(&w, &r, in);
        world_end(&w);
    }
}

// ---- no effect, an end -------------------------------------------------------------------------

static void model_same(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->d[0] = (uint32_t)x[i].a + 1, out->o[0] = x[i].b;
}

// Instructions that are hints or have their effect outside of the program.
static const struct {
    const char *target, *text;
} hints[] = {
    {"sm_90", "pmevent 3; pmevent.mask 0x5a"},
    {"sm_90", "nanosleep.u32 20; nanosleep.u32 %l"},
    {"sm_90", "griddepcontrol.launch_dependents; griddepcontrol.wait"},
    {"sm_90a", "setmaxnreg.inc.sync.aligned.u32 64; setmaxnreg.dec.sync.aligned.u32 40"},
    {"sm_90a", "wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned; "
               "wgmma.wait_group.sync.aligned 0"},
    {"sm_90", "cp.async.commit_group; cp.async.wait_group 2; cp.async.wait_all; "
              "cp.async.bulk.commit_group; cp.async.bulk.wait_group 1; "
              "cp.async.bulk.wait_group.read 0"},
};

static void test_hints(void) {
    lane_random(in, 9);
    for (uint32_t k = 0; k < CU_COUNT(hints); k++) {
        World w;
        world_begin(&w);
        LaneRun r = {hints[k].target, .threads = 128, .model = model_same};
        r.text = arena_printf(&w.ctx.perm, "\tmov.b64 %%o0, %%B; %s; add.u32 %%d0, %%a, 1;\n",
                              hints[k].text);
        lane_run(&w, &r, in);
        world_end(&w);
    }
}

// brkpt and trap end the grid with an error that names the instruction's thread.
static void test_stops(void) {
    static const char *const stops[] = {"brkpt", "trap"};
    for (uint32_t k = 0; k < CU_COUNT(stops) && !emit_dir; k++) {
        World w;
        world_begin(&w);
        const char *text = arena_printf(&w.ctx.perm,
                                        ".version 9.0\n.target sm_90\n.address_size 64\n.visible "
                                        ".entry k()\n{\n\t.reg .b32 %%r; .reg .pred %%p;\n\tmov.u32"
                                        " %%r, %%tid.x; setp.eq.u32 %%p, %%r, 5;\n\t@%%p %s;\n\t"
                                        "ret;\n}\n",
                                        stops[k]);
        VmModule *m = vm_load_text(w.vm, "k", text, strlen(text));
        CHECK(m && vm_kernel(m, "k"));
        VmLaunch l = {.grid = {1, 1, 1}, .block = {32, 1, 1}};
        VmResult r;
        if (m) CHECK(vm_launch(w.vm, vm_kernel(m, "k"), &l, &r) == VM_ERR_TRAP);
        if (m) CHECK(r.thread[0] == 5 && strstr(r.error, "thread"));
        world_end(&w);
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_together();
    test_shfl();
    test_active();
    test_barriers();
    test_split_barriers();
    test_cluster();
    test_alone();
    test_fences();
    test_hints();
    test_stops();
    return UNIT_END();
}
