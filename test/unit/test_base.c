// SPDX-License-Identifier: Apache-2.0
// Arenas, vectors, maps, hash-consing, bit sets, atoms, buffers.
#include "base/base.h"
#include "unit.h"

#include <stdio.h>

static void test_arena(void) {
    Ctx ctx;
    ctx_init(&ctx);
    Arena a;
    arena_init(&a, &ctx, "test");
    for (size_t align = 1; align <= 64; align *= 2) {
        char *p = arena_alloc(&a, 3, align);
        CHECK((uintptr_t)p % align == 0);
        memset(p, 1, 3);
    }
    ArenaMark m = arena_mark(&a);
    char *big = arena_zalloc(&a, 3 << 20, 16); // larger than any chunk
    CHECK(big[0] == 0 && big[(3 << 20) - 1] == 0);
    size_t before = a.total;
    arena_reset(&a, m);
    CHECK(a.total < before && ctx.mem_used >= a.total);
    CHECK_STR(arena_printf(&a, "%d-%s", 42, "x"), "42-x");
    CHECK_STR(arena_strndup(&a, "hello", 4), "hell");
    CHECK_STR(arena_copy(&a, "abc", 4, 1), "abc");
    arena_free(&a);
    CHECK(a.total == 0);
    arena_mark(&a);
    CHECK(arena_alloc(&a, 0, 1) != NULL);
    arena_free(&a);
    ctx_free(&ctx);
    CHECK(ctx.mem_used == 0);
}

// What is reserved comes from one chunk, as pieces behind each other.
static void test_reserve(void) {
    enum { PIECES = 300, SIZE = 1000 };
    Ctx ctx;
    ctx_init(&ctx);
    Arena a;
    arena_init(&a, &ctx, "test");
    arena_reserve(&a, PIECES * SIZE);
    char *first = arena_alloc(&a, SIZE, 1);
    for (int i = 1; i < PIECES; i++) CHECK(arena_alloc(&a, SIZE, 1) == (void *)(first + i * SIZE));
    arena_free(&a);
    ctx_free(&ctx);
}

// Memory lent to an arena is used first, again after a reset, and never freed.
static void test_lend(void) {
    Ctx ctx;
    ctx_init(&ctx);
    char lent[256];
    Arena a;
    arena_init(&a, &ctx, "test");
    arena_lend(&a, lent, sizeof lent);
    ArenaMark start = arena_mark(&a);
    char *first = arena_alloc(&a, 100, 1);
    CHECK(first == lent && a.total == 0);
    ArenaMark m = arena_mark(&a);
    char *far = arena_alloc(&a, 1000, 1);
    CHECK((far < lent || far >= lent + sizeof lent) && a.total >= 1000);
    memset(far, 1, 1000);
    arena_reset(&a, m);
    CHECK(a.total == 0 && (char *)arena_alloc(&a, 100, 1) == lent + 100);
    arena_reset(&a, start);
    CHECK((char *)arena_alloc(&a, 8, 1) == lent);
    arena_free(&a);
    ctx_free(&ctx);
}

static void test_limit(void) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf env;
    ctx.unwind = &env;
    ctx.mem_limit = 4 << 20;
    volatile int n = 0;
    if (!setjmp(env)) {
        for (; n < 100000; n++) arena_alloc(&ctx.perm, 1000, 8);
    }
    CHECK(n > 1000 && n < 6000);
    CHECK(ctx.fatal_text && strstr(ctx.fatal_text, "memory limit of 4 MiB exceeded"));
    CHECK(!ctx.internal_error);
    Arena lost; // an arena that an unwinding leaves behind
    arena_init(&lost, &ctx, "lost");
    arena_alloc(&lost, 100000, 8);
    if (!setjmp(env)) CU_ASSERT(&ctx, 1 == 2);
    CHECK(ctx.internal_error);
    ctx_free(&ctx);
    CHECK(ctx.mem_used == 0);
}

static void test_vec(void) {
    Ctx ctx;
    ctx_init(&ctx);
    VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 1000; i++) vec_push(&ctx.perm, &v, i * i);
    CHECK(v.n == 1000 && v.at[999] == 999 * 999 && vec_last(&v) == 999 * 999);
    CHECK(vec_pop(&v) == 999 * 999 && v.n == 999);
    uint64_t sum = 0;
    VEC_FOREACH (uint32_t, p, &v) sum += *p;
    CHECK(sum == 998ull * 999 * 1997 / 6);
    ctx_free(&ctx);
}

// While a map is small it has no slots: every size, keys that are there and that are not.
static void test_small_map(void) {
    Ctx ctx;
    ctx_init(&ctx);
    static int item[40];
    Map m;
    map_init(&m, &ctx.perm);
    bool ok = true;
    for (uint32_t n = 1; n <= CU_COUNT(item); n++) {
        map_put(&m, n * 64, &item[n - 1]);
        for (uint32_t k = 1; k <= CU_COUNT(item); k++)
            ok = ok && map_get(&m, k * 64) == (k <= n ? &item[k - 1] : NULL);
        ok = ok && m.n == n && m.entry[n - 1].key == n * 64 && map_get(&m, n * 64 + 1) == NULL;
    }
    CHECK(ok);
    ctx_free(&ctx);
}

// A large chunk that is given back serves the next that asks for no more, and does not count
// meanwhile; for more it makes room.
static void test_spare(void) {
    Ctx ctx;
    ctx_init(&ctx);
    Arena a, b;
    arena_init(&a, &ctx, "test");
    arena_init(&b, &ctx, "test");
    size_t before = ctx.mem_used;
    char *first = arena_alloc(&a, 5 << 20, 16);
    size_t used = ctx.mem_used;
    arena_free(&a);
    CHECK(ctx.mem_used == before && ctx.nspare == 1);
    char *again = arena_alloc(&b, 4 << 20, 16);
    CHECK(again == first && ctx.mem_used == used && ctx.nspare == 0);
    arena_free(&b);
    arena_alloc(&b, 32 << 20, 16);
    CHECK(ctx.nspare == 0);
    arena_free(&b);
    ctx_free(&ctx);
}

static void test_map(void) {
    Ctx ctx;
    ctx_init(&ctx);
    Map m;
    map_init(&m, &ctx.perm);
    CHECK(map_get(&m, 7) == NULL);
    static char item[5000];
    for (uint32_t i = 0; i < 5000; i++) map_put(&m, (uint64_t)i * 0x100000001ull, &item[i]);
    bool ok = true;
    for (uint32_t i = 0; i < 5000; i++) {
        ok = ok && map_get(&m, (uint64_t)i * 0x100000001ull) == &item[i];
    }
    CHECK(ok && m.n == 5000);
    CHECK(map_get(&m, 1) == NULL);
    uint32_t k = 0; // the order of insertion
    MAP_FOREACH (e, &m) ok = ok && e->val == &item[k++];
    CHECK(ok && k == 5000);
    *map_slot(&m, 0) = &item[9];
    CHECK(map_get(&m, 0) == &item[9] && m.n == 5000);
    CHECK(hash_bytes("abcdefghi", 9, 0) != hash_bytes("abcdefghj", 9, 0));
    CHECK(hash_bytes("abc", 3, 0) != hash_bytes("abc", 3, 1));
    ctx_free(&ctx);
}

static bool same(const void *key, const void *item) {
    return *(const int *)key == *(const int *)item;
}

static void test_cons(void) {
    Ctx ctx;
    ctx_init(&ctx);
    ConsSet s;
    cons_init(&s, &ctx.perm);
    static int item[1000];
    for (int i = 0; i < 1000; i++) {
        item[i] = i;
        uint64_t h = (uint64_t)i % 7; // many collisions
        CHECK(cons_find(&s, h, same, &i) == NULL);
        cons_add(&s, h, &item[i]);
    }
    bool ok = true;
    for (int i = 0; i < 1000; i++) ok = ok && cons_find(&s, (uint64_t)i % 7, same, &i) == &item[i];
    CHECK(ok && s.n == 1000);
    ctx_free(&ctx);
}

static void test_bitset(void) {
    Ctx ctx;
    ctx_init(&ctx);
    BitSet a, b;
    bitset_init(&a, &ctx.perm, 200);
    bitset_init(&b, &ctx.perm, 200);
    CHECK(bitset_next(&a, 0) == UINT32_MAX && bitset_count(&a) == 0);
    for (uint32_t i = 0; i < 200; i += 63) bitset_add(&a, i); // 0 63 126 189
    bitset_add(&b, 63);
    bitset_add(&b, 199);
    CHECK(bitset_has(&a, 126) && !bitset_has(&a, 127));
    CHECK(bitset_or(&a, &b) && !bitset_or(&a, &b) && bitset_count(&a) == 5);
    uint32_t sum = 0;
    BITSET_FOREACH (i, &a) sum += i;
    CHECK(sum == 63 + 126 + 189 + 199);
    CHECK(bitset_next(&a, 190) == 199 && bitset_next(&a, 200) == UINT32_MAX);
    CHECK(bitset_next(&a, 4000) == UINT32_MAX);
    CHECK(bitset_andnot(&a, &b) && bitset_count(&a) == 3 && !bitset_andnot(&a, &b));
    CHECK(bitset_and(&a, &b) && bitset_count(&a) == 0);
    bitset_copy(&a, &b);
    CHECK(bitset_equal(&a, &b));
    bitset_del(&a, 199);
    CHECK(!bitset_equal(&a, &b));
    bitset_clear(&a);
    CHECK(bitset_count(&a) == 0);
    ctx_free(&ctx);
}

static void test_atom(void) {
    Ctx ctx;
    ctx_init(&ctx);
    CHECK(atom_cstr(&ctx, "") == 0 && atom_str(&ctx, 0)[0] == 0);
    Atom first = atom_cstr(&ctx, "name0");
    AtomInfo *info = atom_info(&ctx, first);
    char name[32];
    bool ok = true;
    for (int i = 0; i < 20000; i++) {
        int n = snprintf(name, sizeof name, "name%d", i);
        ok = ok && atom_intern(&ctx, name, (size_t)n) == first + (Atom)i;
    }
    CHECK(ok);
    CHECK(atom_info(&ctx, first) == info); // never moves
    CHECK(atom_cstr(&ctx, "name777") == first + 777);
    CHECK_STR(atom_str(&ctx, first + 19999), "name19999");
    CHECK(atom_len(&ctx, first + 19999) == 9);
    CHECK(atom_printf(&ctx, "name%d", 5) == first + 5);
    // what the lexer finds behind its first slot changes places; room for more keeps all
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < 5000; i++) {
            char padded[40] = "";
            int n = snprintf(padded, 24, "name%d", i);
            uint32_t hash = atom_hash_padded(padded, (size_t)n);
            Atom got = atom_intern_padded(&ctx, padded, (size_t)n, hash);
            ok = ok && got == atom_intern(&ctx, padded, (size_t)n) &&
                 atom_len(&ctx, got) == (uint32_t)n;
        }
        if (pass == 1) atom_reserve(&ctx, 100000);
    }
    CHECK(ok);
    CHECK(atom_intern(&ctx, "a\0b", 3) != atom_intern(&ctx, "a\0c", 3));
    ctx_free(&ctx);
}

static void test_buf(void) {
    Ctx ctx;
    ctx_init(&ctx);
    Buf b;
    buf_init(&b, &ctx.perm);
    buf_u64(&b, 0);
    buf_putc(&b, ' ');
    buf_u64(&b, UINT64_MAX);
    buf_putc(&b, ' ');
    buf_i64(&b, INT64_MIN);
    buf_putc(&b, ' ');
    buf_hex(&b, 0xbeef, 8);
    buf_putc(&b, ' ');
    buf_hex(&b, UINT64_MAX, 1);
    buf_putc(&b, ' ');
    buf_atom(&ctx, &b, atom_cstr(&ctx, "atom"));
    buf_printf(&b, " %s", "printf");
    CHECK_STR(buf_cstr(&b), "0 18446744073709551615 -9223372036854775808 0000beef "
                            "ffffffffffffffff atom printf");
    size_t n = b.n;
    char big[3000];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = 0;
    Buf f; // with and without the C library's help
    buf_init(&f, &ctx.perm);
    buf_printf(&f, "%s%u%%%c%d|%s", "a", 4294967295u, 'x', -2147483647 - 1, "");
    buf_printf(&f, "|%5d|%-3s|%llx", 42, "b", 0xfeedfacecafeull);
    CHECK_STR(buf_cstr(&f), "a4294967295%x-2147483648||   42|b  |feedfacecafe");
    buf_printf(&b, "%s|%s", big, big); // longer than the free space
    CHECK(b.n == n + 5999 && buf_cstr(&b)[n + 2999] == '|');
    CHECK(strlen(buf_cstr(&b)) == b.n);
    ctx_free(&ctx);
}

// As deep as the stack is, in frames of a KiB; the sum keeps them from being one loop.
static uint64_t go_down(const Ctx *ctx, uint64_t levels) {
    volatile char frame[1024];
    frame[levels & 1023] = 1;
    bool low = (char *)__builtin_frame_address(0) < cu_stack_low(ctx);
    return levels && !low ? go_down(ctx, levels - 1) + (uint64_t)frame[levels & 1023] : 0;
}

static void deep(void *arg) {
    Ctx *ctx = arg;
    jmp_buf out, *outer = ctx->unwind;
    CHECK(go_down(ctx, 100000) == 100000); // 100 MiB
    CHECK(go_down(ctx, 400000) < 400000);  // the end is seen in time
    ctx->unwind = &out;
    if (setjmp(out) == 0) cu_fatal(ctx, "out of here");
    CHECK_STR(ctx->fatal_text, "out of here");
    ctx->unwind = outer;
}

static void *on_small_stack(void *arg) {
    Ctx *ctx = arg;
    CHECK(go_down(ctx, 100000) < 1000);
    cu_on_stack(ctx, deep, ctx);
    CHECK(!ctx->stack_low && go_down(ctx, 100000) < 1000);
    return NULL;
}

static void without(void *arg) {
    Ctx *ctx = arg;
    CHECK(!ctx->stack_low && ctx->max_chain == 2048);
}

static void test_no_stack(Ctx *ctx) { // no address space for another
    uint32_t chain = ctx->max_chain;
    struct rlimit old;
    if (!unit_limit_memory(1 << 20, &old)) return;
    cu_on_stack(ctx, without, ctx);
    CHECK(setrlimit(RLIMIT_AS, &old) == 0);
    CHECK(chain > 2048 && ctx->max_chain == chain);
}

static void test_stack(void) {
    Ctx ctx;
    ctx_init(&ctx);
    test_no_stack(&ctx);
    unit_on_stack(512 << 10, on_small_stack, &ctx);
    ctx_free(&ctx);
}

int main(void) {
    test_arena();
    test_reserve();
    test_spare();
    test_lend();
    test_limit();
    test_vec();
    test_map();
    test_small_map();
    test_cons();
    test_bitset();
    test_atom();
    test_buf();
    test_stack();
    return UNIT_END();
}
