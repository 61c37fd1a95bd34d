// SPDX-License-Identifier: Apache-2.0
// Bitcode that is cut off or has a flipped bit is read or refused, in bounded memory; functions of a
// lazily read module are read when linked.
#include "ir/ir.h"
#include "unit.h"

#include <stdlib.h>

static const char text[] =
    "%S = type { i32, ptr, [2 x %S2] }\n%S2 = type { i8, float }\n$c = comdat any\n"
    "@g = addrspace(1) global %S { i32 1, ptr @f, [2 x %S2] zeroinitializer }, align 8, comdat($c)\n"
    "@s = constant [3 x i8] c\"ab\\00\", section \"x\"\n@al = alias i32, ptr @s\n"
    "define i32 @f(i32 %x, ptr byval(%S) align 8 %p) #0 !dbg !4 {\nentry:\n"
    "  %c = icmp ult i32 %x, 10\n  br i1 %c, label %l, label %e\n"
    "l:\n  %i = phi i32 [ 0, %entry ], [ %j, %l ]\n  %j = add nuw i32 %i, 1, !dbg !6\n"
    "  %q = getelementptr inbounds %S, ptr %p, i64 0, i32 2, i32 %i\n"
    "  %v = load atomic i32, ptr %q syncscope(\"block\") acquire, align 4\n"
    "  %w = cmpxchg ptr %q, i32 %v, i32 %j seq_cst monotonic\n"
    "  %z = extractvalue { i32, i1 } %w, 1\n  br i1 %z, label %l, label %e, !llvm.loop !7\n"
    "e:\n  %u = call i32 @h(i32 %x) [ \"tag\"(i32 %x) ]\n"
    "  %a = call i32 asm \"mov $0, $1;\", \"=r,r\"(i32 %u)\n"
    "  switch i32 %a, label %d [ i32 1, label %d2 ]\nd:\n  ret i32 0\nd2:\n"
    "  %sh = shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> poison, <2 x i32> <i32 1, i32 poison>\n"
    "  %ex = extractelement <2 x i32> %sh, i32 0\n  ret i32 %ex\n}\n"
    "define i32 @h(i32 %x) { ret i32 %x }\n"
    "attributes #0 = { nounwind memory(read) \"k\"=\"v\" }\n"
    "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)\n"
    "!2 = !DIFile(filename: \"a.c\", directory: \"d\")\n!3 = !DISubroutineType(types: !{null})\n"
    "!4 = distinct !DISubprogram(name: \"f\", file: !2, line: 1, type: !3, unit: !1, spFlags: "
    "DISPFlagDefinition)\n!6 = !DILocation(line: 2, column: 3, scope: !4)\n"
    "!7 = distinct !{!7}\n";

static jmp_buf unwind;

// Reads bytes in a context of their own; true when they were a module.
static bool read_one(const uint8_t *p, size_t n, size_t *memory) {
    Ctx ctx;
    ctx_init(&ctx);
    ctx.unwind = &unwind;
    bool ok = false;
    if (setjmp(unwind) == 0) ok = ir_read_bitcode(&ctx, "t.bc", p, n) != NULL;
    CHECK(!ctx.internal_error);
    CHECK(ok || ctx.fatal_text || diag_error_count(&ctx));
    *memory = ctx.mem_used;
    ctx.unwind = NULL;
    ctx_free(&ctx);
    return ok;
}

static void damage(const uint8_t *p, size_t n) {
    size_t most = 0, used, taken = 0;
    uint8_t *copy = malloc(n);
    for (size_t k = 0; k < n; k++) {
        memcpy(copy, p, n);
        if (read_one(copy, k, &used)) taken++;
        if (used > most) most = used;
    }
    for (size_t bit = 0; bit < n * 8; bit++) {
        memcpy(copy, p, n);
        copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
        read_one(copy, n, &used);
        if (used > most) most = used;
    }
    free(copy);
    CHECK(taken <= 40); // cut within the padding or the last table
    CHECK(most < 16u << 20);
}

static void test_damage(void) {
    Ctx ctx;
    ctx_init(&ctx);
    IrModule *m = ir_parse(&ctx, "t.ll", text, sizeof text - 1);
    CHECK(m != NULL);
    for (int d = IR_BC_MODERN; m && d <= IR_BC_LLVM7; d++) {
        Buf b;
        buf_init(&b, &ctx.perm);
        CHECK(ir_write_bitcode(m, (IrBitcodeDialect)d, &b));
        damage((const uint8_t *)b.at, b.n);
    }
    ctx_free(&ctx);
}

static void test_lazy(void) {
    static const char lib[] = "define i32 @a(i32 %x) { %y = call i32 @b(i32 %x) ret i32 %y }\n"
                              "define i32 @b(i32 %x) { ret i32 %x }\n"
                              "define i32 @c(i32 %x) { %y = call i32 @a(i32 %x) ret i32 %y }\n"
                              "define i32 @d(i32 %x) { ret i32 %x }\n";
    static const char user[] = "declare i32 @a(i32)\n"
                               "define i32 @u(i32 %x) { %y = call i32 @a(i32 %x) ret i32 %y }\n";
    Ctx ctx;
    ctx_init(&ctx);
    IrModule *l = ir_parse(&ctx, "l", lib, sizeof lib - 1), *u = ir_parse(&ctx, "u", user, sizeof user - 1);
    Buf b;
    buf_init(&b, &ctx.perm);
    ir_write_bitcode(l, IR_BC_MODERN, &b);
    IrModule *lazy = ir_read_bitcode_lazy(&ctx, "l.bc", b.at, b.n);
    CHECK(lazy != NULL);
    CHECK(ir_link(u, lazy, IR_LINK_LIBRARY));
    uint32_t read = 0, bodies = 0;
    IR_FOREACH_FUNC(f, lazy) {
        bodies += ir_has_body(f);
        read += f->first != NULL;
    }
    CHECK(bodies == 4 && read == 2);
    CHECK(u->funcs.n == 3);
    ctx_free(&ctx);
}

int main(void) {
    test_damage();
    test_lazy();
    return UNIT_END();
}
