// SPDX-License-Identifier: Apache-2.0
// Every row of insn.def, with every type and every modifier in turn: the reader accepts what the
// template says, prints it unchanged, and the verifier agrees. `test_ptx --emit DIR` writes the
// texts, one file per row, to be given to ptxas. Also errors of the reader.
#include "ptx_rows.h"
#include "unit.h"

#include "ids/insn_count.h"
#include "ids/mod_class_count.h"

static const char *slurp_print(Ctx *ctx, Buf *in, Buf *err, uint32_t *bad) {
    PtxModule *m = ptx_read(ctx, &ctx->perm, "row", buf_cstr(in), in->n);
    if (!m) return NULL;
    Buf *out = arena_new(&ctx->perm, Buf);
    buf_init(out, &ctx->perm);
    ptx_print(m, out);
    *bad = 0;
    for (uint32_t i = 0; i < m->func.n; i++) *bad += ptx_verify(m->func.at[i], err);
    return buf_cstr(out);
}

// The instruction lines of a printed module.
static const char *body_of(const char *text) {
    const char *p = strstr(text, "LAB;\n");
    return p ? p : text;
}

static void test_row(Ctx *ctx, uint32_t op, const char *dir) {
    const PtxRow *row = &ptx_rows[op];
    Buf b, err;
    buf_init(&b, &ctx->perm);
    buf_init(&err, &ctx->perm);
    header(&b, row->sm);
    row_texts(&b, row);
    buf_puts(&b, "\tret;\n\n}\n");
    if (dir) {
        FILE *f = fopen(arena_printf(&ctx->perm, "%s/%s.ptx", dir, row->id), "w");
        if (f) {
            fwrite(b.at, 1, b.n, f);
            fclose(f);
        }
        return;
    }
    uint32_t bad = 0;
    const char *printed = slurp_print(ctx, &b, &err, &bad);
    CHECK(printed != NULL);
    CHECK(bad == 0);
    if (!printed || bad) fprintf(stderr, "row %s:\n%s", row->id, buf_cstr(&err));
    if (printed) CHECK_STR(body_of(printed), body_of(buf_cstr(&b)));
}

// No two classes of a row share bits.
static void test_bits(void) {
    for (uint32_t op = 1; op < PTXI_COUNT; op++) {
        uint64_t used = 0;
        for (uint32_t i = 0; i < PTX_MAX_SLOTS && ptx_rows[op].slot[i].kind; i++) {
            PtxSlot s = ptx_rows[op].slot[i];
            if (s.kind == PTX_SLOT_TYPE) continue;
            const PtxClassRow *c = &ptx_classes[s.arg];
            uint64_t m = ((1ull << c->width) - 1) << c->shift;
            CHECK(!(used & m));
            if (used & m) fprintf(stderr, "row %s, class %s\n", ptx_rows[op].id, c->name);
            used |= m;
        }
    }
    for (uint32_t c = 1; c < PTXC_COUNT; c++)
        CHECK(ptx_class_count((PtxClass)c) < 1u << ptx_classes[c].width);
}

static void reject(Ctx *ctx, const char *text, const char *want) {
    Buf err;
    buf_init(&err, &ctx->perm);
    text = arena_strndup(&ctx->perm, text, strlen(text)); // diagnostics show it later, too
    CHECK(!ptx_read(ctx, &ctx->perm, "t", text, strlen(text)));
    diag_render(ctx, &err);
    CHECK(strstr(buf_cstr(&err), want) != NULL);
    if (!strstr(buf_cstr(&err), want))
        fprintf(stderr, "wanted '%s', got:\n%s", want, buf_cstr(&err));
}

#define HEAD    ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BODY(x) HEAD ".entry k() {\n.reg .b32 %r<4>; .reg .pred %p;\n" x "\n}\n"

static void test_errors(Ctx *ctx) {
    reject(ctx, "", "does not start with .version");
    reject(ctx, BODY("foo.u32 %r1;"), "t(6): error: unknown PTX instruction 'foo.u32'");
    reject(ctx, BODY("add.q32 %r1, %r1, %r1;"), "'add.q32' does not exist with these modifiers");
    reject(ctx, BODY("add.u32 %r1, %r7, %r1;"), "'%r7' is not declared");
    reject(ctx, BODY("add.u32 %r1, %r2;"), "too few operands");
    reject(ctx, BODY("add.u32 %r1, %r2, %r2, %r2;"), "too many operands");
    reject(ctx, BODY("add.u64 %r1, %r2, %r2;"),
           "operand 1 of 'add.u64' must be a register of the right size");
    reject(ctx, BODY("add.u32 %r1, %r2.b0, %r3;"), "operand 2 of 'add.u32' must be");
    reject(ctx, BODY("fence.acq_rel.gpux;"), "with these modifiers and types: '.gpux'");
    reject(ctx, BODY("bra X;"), "label 'X' is not defined");
    reject(ctx, BODY("A: A:"), "'A' is declared twice");
    reject(ctx, BODY("@%r1 bra A; A:"), "expected a predicate");
    reject(ctx, BODY("mov.u32 %r1, 12ab;"), "invalid number");
    reject(ctx, HEAD ".entry k() { ", "expected '}'");
    reject(ctx, HEAD ".global .u32 x = y;", "is not declared");
    reject(ctx, HEAD ".global .u32 x[2] = {1,2,3};", "too many values");
    reject(ctx, HEAD ".frob", "unknown directive");
    reject(ctx,
           ".version 6.0\n.target sm_70\n.entry k() { .reg .b32 %r<4>; redux.sync.add.u32 %r1, "
           "%r2, %r3; }",
           "needs sm_80");
    char deep[600] = BODY("");
    size_t n = strlen(HEAD ".entry k() {\n");
    memset(deep + n, '{', 100);
    deep[n + 100] = 0;
    reject(ctx, deep, "nested too deeply");
}

// Parts and negations of operands of video instructions.
static void test_video(Ctx *ctx) {
    Buf b, err;
    buf_init(&b, &ctx->perm);
    buf_init(&err, &ctx->perm);
    header(&b, 90);
    buf_puts(&b, "\tvadd.u32.u32.s32.sat \t%r1.h1, %r2.b3, %r3.h0, %r4;\n"
                 "\tvmad.s32.u32.u32 \t%r1, -%r2.b1, %r3, %r4;\n"
                 "\tvmad.s32.u32.u32 \t%r1, %r2, %r3, -%r4;\n"
                 "\tvadd2.u32.u32.u32 \t%r1.h1, %r2.h30, %r3, %r4;\n"
                 "\tvset4.u32.u32.lt.add \t%r1.b310, %r2.b7654, %r3.b0000, %r4;\n"
                 "\tret;\n\n}\n");
    uint32_t bad = 0;
    const char *printed = slurp_print(ctx, &b, &err, &bad);
    CHECK(printed && bad == 0);
    if (printed) CHECK_STR(body_of(printed), body_of(buf_cstr(&b)));
    reject(ctx, BODY("add.u32 %r1, -%r2, %r3;"), "operand 2 of 'add.u32' must be");
    reject(ctx, BODY("ld.global.u32 %r1, [%r2.h0];"), "operand 2 of 'ld.global.u32' must be");
    reject(ctx, BODY("vadd.u32.u32.u32 %r1, %r2.h2, %r3;"), "operand 2 of 'vadd");
    reject(ctx, BODY("vadd.u32.u32.u32 %r1, %r2.b10, %r3;"), "operand 2 of 'vadd");
    reject(ctx, BODY("vadd.u32.u32.u32 %r1, -%r2, %r3;"), "operand 2 of 'vadd");
    reject(ctx, BODY("vadd.u32.u32.u32.add %r1, %r2, %r3, %r1.b0;"), "operand 4 of 'vadd");
    reject(ctx, BODY("vadd2.u32.u32.u32 %r1, %r2.b10, %r3, %r1;"), "operand 2 of 'vadd2");
    reject(ctx, BODY("vadd2.u32.u32.u32 %r1.h01, %r2, %r3, %r1;"), "operand 1 of 'vadd2");
    reject(ctx, BODY("vadd4.u32.u32.u32 %r1, %r2.b210, %r3, %r1;"), "operand 2 of 'vadd4");
    reject(ctx, BODY("vadd4.u32.u32.u32 %r1.b4, %r2, %r3, %r1;"), "operand 1 of 'vadd4");
}

// Inline assembly: scopes and labels of its own, registers of the function, failure without a
// trace.
static void test_asm(Ctx *ctx) {
    PtxModule *m = ptx_module_new(ctx, &ctx->perm);
    PtxFunc *f = ptx_sym_func(m, ptx_add_func(m, atom_cstr(ctx, "k"), true, &ctx->perm));
    f->has_body = true;
    ptx_newreg(f, PTX_U32);
    ptx_newreg(f, PTX_U32);
    const char *text = "{ .reg .pred p; setp.eq.s32 p, %r1, 0; @p bra L; add.s32 %r2, %r1, 1; L: }";
    for (int i = 0; i < 3; i++) CHECK(ptx_read_asm(f, text, strlen(text)));
    uint32_t n = f->inst.n, regs = f->reg.n;
    CHECK(n == 18 && regs == 5);
    CHECK(!ptx_read_asm(f, "add.s32 %r2, %r9, 1;", 20));
    CHECK(f->inst.n == n && f->reg.n == regs);
    CHECK(ptx_verify(f, NULL) == 0);
    Buf b;
    buf_init(&b, &ctx->perm);
    ptx_print(m, &b);
    CHECK(ptx_read(ctx, &ctx->perm, "asm", buf_cstr(&b), b.n) != NULL);
    ptx_compact(f);
    CHECK(ptx_read_asm(f, text, strlen(text)));
}

// What an instruction writes stands in front of what it reads (ptx_walk_regs).
static void test_destinations_first(void) {
    for (uint32_t op = 1; op < PTXI_COUNT; op++) {
        bool reads = false;
        for (const char *o = ptx_rows[op].ops; *o;) {
            bool writes = strchr("devV", *o) != NULL;
            if (writes && reads) fprintf(stderr, "row %s\n", ptx_rows[op].id);
            CHECK(!writes || !reads);
            reads |= !writes;
            o += strcspn(o, ",");
            o += *o == ',';
        }
    }
}

int main(int argc, char **argv) {
    const char *dir = argc > 2 && strcmp(argv[1], "--emit") == 0 ? argv[2] : NULL;
    Ctx ctx;
    ctx_init(&ctx);
    for (uint32_t op = 1; op < PTXI_COUNT; op++) {
        if (*ptx_rows[op].name) test_row(&ctx, op, dir);
    }
    test_bits();
    test_destinations_first();
    test_errors(&ctx);
    test_video(&ctx);
    test_asm(&ctx);
    ctx_free(&ctx);
    return UNIT_END();
}
