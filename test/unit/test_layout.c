// SPDX-License-Identifier: Apache-2.0
// 1000 random classes, made from a seed, laid out by g++ and by us: sizes, alignments, offsets of bases
// and members, places of bit-fields; bases of every kind (virtual, primary, empty), [[no_unique_address]], packing. The same text is compiled for the host, and as kernels that
// run in the virtual machine. LAYOUT_SEED=N LAYOUT_FILES=N: others. Skipped where g++ is missing.
#include "base/base.h"
#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

enum { PER_FILE = 125, FILES = 8, MAX_BASES = 3, MAX_MEMBERS = 7, MAX_WEIGHT = 120 };

typedef struct Class {
    uint32_t nbase, base[MAX_BASES];
    bool is_union, poly, vbases, empty, named_virtual, last; // last: ends in an array of no size
    int first;                                               // a plain member, or -1
    uint32_t weight;                 // members in it, at any depth
    uint16_t ancestor[PER_FILE + 1]; // how often each class is a base, direct or not
} Class;

typedef struct Gen {
    uint64_t seed;
    FILE *f;
    Class c[PER_FILE];
    uint32_t n;
    char facts[8192]; // what is printed of the class being made
    size_t nfacts;
} Gen;

static uint32_t pick(Gen *g, uint32_t n) {
    return (uint32_t)(unit_random(&g->seed) >> 33) % n;
}

static bool chance(Gen *g, uint32_t percent) {
    return pick(g, 100) < percent;
}

static void fact(Gen *g, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(g->facts + g->nfacts, sizeof g->facts - g->nfacts, fmt, ap);
    va_end(ap);
    if (n > 0 && g->nfacts + (size_t)n < sizeof g->facts) g->nfacts += (size_t)n;
}

static const char *const scalar[] = {"char",      "short",  "int",      "long",   "float",  "double",
                                     "long long", "bool",   "char *",   "Small",  "Big",    "int Any::*",
                                     "signed char", "wchar_t", "unsigned", "__int128", "char16_t", "Plain", "int *"};
static const char *const bits_type[] = {"char", "short", "int",  "long",  "unsigned",
                                        "bool", "Small", "unsigned char", "unsigned long", "Big", "Plain"};
static const int bits_max[] = {8, 16, 32, 64, 32, 1, 8, 8, 64, 64, 2};

// An earlier class that fits in as a member or base; PER_FILE: none.
static uint32_t earlier(Gen *g, uint32_t room, bool as_base) {
    for (int tries = 0; tries < 8 && g->n; tries++) {
        uint32_t from = g->n > 40 ? g->n - 40 : 0, k = from + pick(g, g->n - from);
        if (chance(g, 25)) k = pick(g, g->n < 10 ? g->n : 10); // the same empty ones again
        if (g->c[k].weight > room || g->c[k].last || (as_base && g->c[k].is_union)) continue;
        return k;
    }
    return PER_FILE;
}

static void bitfield(Gen *g, Class *c, uint32_t id, uint32_t m) {
    uint32_t t = pick(g, CU_COUNT(bits_type));
    if (chance(g, 10)) {
        fprintf(g->f, "    %s : %u;\n", bits_type[t], chance(g, 50) ? 0 : 1 + pick(g, (uint32_t)bits_max[t]));
        return;
    }
    if (chance(g, 5)) fprintf(g->f, "    alignas(%u)", 1u << (3 + pick(g, 2)));
    uint32_t width = 1 + pick(g, (uint32_t)bits_max[t]);
    bool wider = chance(g, 7); // than its type
    if (wider) width = (uint32_t)bits_max[t] + pick(g, 100);
    fprintf(g->f, "    %s m%u_%u : %u;\n", bits_type[t], id, m, width);
    if (!c->vbases) fact(g, "    BITS(C%u, m%u_%u, %s)\n", id, id, m, bits_type[t]);
    c->weight++;
    c->empty = false;
}

static void member(Gen *g, Class *c, uint32_t id, uint32_t m) {
    uint32_t r = pick(g, 100);
    const char *packed = chance(g, 4) ? " __attribute__((packed))" : "";
    char align[32] = "";
    if (chance(g, 7)) snprintf(align, sizeof align, "alignas(%u) ", 1u << (3 + pick(g, 3)));
    if (r < 30) {
        bitfield(g, c, id, m);
        return;
    }
    if (r < 36) { // anonymous, its members count as the class's
        fprintf(g->f, "    %s { char a%u_%u; %s m%u_%u; int c%u_%u : 5; };\n", chance(g, 50) ? "union" : "struct", id, m,
                scalar[pick(g, CU_COUNT(scalar))], id, m, id, m);
        fact(g, "    PLACE(C%u, m%u_%u)\n", id, id, m);
        c->weight += 2;
        c->empty = false;
        return;
    }
    uint32_t k = r < 62 ? earlier(g, MAX_WEIGHT - CU_MIN(c->weight, MAX_WEIGHT), false) : PER_FILE;
    uint32_t n = chance(g, 18) ? 1 + pick(g, 3) : 0;
    if (k < PER_FILE && !c->is_union && chance(g, 35) && !n) {
        fprintf(g->f, "    [[no_unique_address]] %sC%u m%u_%u;\n", align, k, id, m);
        if (!g->c[k].empty) c->empty = false;
    } else {
        if (k < PER_FILE)
            fprintf(g->f, "    %sC%u m%u_%u", align, k, id, m);
        else
            fprintf(g->f, "    %s%s m%u_%u", align, scalar[pick(g, CU_COUNT(scalar))], id, m);
        if (n) fprintf(g->f, "[%u]", n);
        fprintf(g->f, "%s;\n", packed);
        c->empty = false;
    }
    fact(g, "    PLACE(C%u, m%u_%u)\n", id, id, m);
    c->first = (int)m;
    c->weight += k < PER_FILE ? CU_MAX(g->c[k].weight, 1) * CU_MAX(n, 1u) : 1;
}

static void bases(Gen *g, Class *c, uint32_t id) {
    uint32_t want = chance(g, 55) ? 0 : 1 + pick(g, MAX_BASES);
    for (uint32_t i = 0; i < want && !c->is_union; i++) {
        uint32_t k = earlier(g, MAX_WEIGHT - CU_MIN(c->weight, MAX_WEIGHT), true);
        bool again = k >= PER_FILE;
        for (uint32_t j = 0; j < c->nbase; j++) again |= c->base[j] == k;
        if (again) continue;
        bool virtual_ = chance(g, g->c[k].poly || g->c[k].vbases ? 35 : 8);
        fprintf(g->f, "%s%sC%u", c->nbase ? ", " : " : ", virtual_ ? "virtual " : "", k);
        c->base[c->nbase++] = k;
        const Class *b = &g->c[k];
        c->poly |= b->poly;
        c->vbases |= b->vbases || virtual_;
        c->empty &= b->empty && !virtual_;
        c->weight += b->weight;
        c->ancestor[k] = (uint16_t)(c->ancestor[k] + (virtual_ ? 2 : 1)); // 2: not to be cast to
        for (uint32_t a = 0; a < PER_FILE; a++) c->ancestor[a] = (uint16_t)(c->ancestor[a] + b->ancestor[a]);
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        uint32_t b = c->base[i];
        if (c->ancestor[b] != 1) continue;
        if (!c->vbases)
            fact(g, "    BASE(C%u, C%u)\n", id, b);
        else if (g->c[b].first >= 0)
            fact(g, "    PLACE(C%u, m%u_%d)\n", id, b, g->c[b].first);
    }
}

static void virtuals(Gen *g, Class *c, uint32_t id) {
    if (c->is_union || !chance(g, 18)) return;
    fprintf(g->f, "    FN virtual int v%u() { return %u; }\n", id, id);
    c->poly = c->named_virtual = true;
    c->empty = false;
    for (uint32_t i = 0; i < c->nbase && !c->vbases; i++) {
        if (g->c[c->base[i]].named_virtual && chance(g, 50))
            fprintf(g->f, "    FN int v%u() override { return 1; }\n", c->base[i]);
    }
}

static void make_class(Gen *g) {
    uint32_t id = g->n;
    Class *c = &g->c[id];
    memset(c, 0, sizeof *c);
    c->is_union = chance(g, 8);
    c->empty = true;
    c->first = -1;
    g->nfacts = 0;
    uint32_t pack = chance(g, 6) ? 1u << pick(g, 4) : 0;
    if (pack) fprintf(g->f, "#pragma pack(push, %u)\n", pack);
    bool packed = chance(g, 6);
    fprintf(g->f, "%s %s", c->is_union ? "union" : "struct",
            packed ? "__attribute__((packed)) " : chance(g, 5) ? "alignas(16) " : "");
    fprintf(g->f, "C%u", id);
    bases(g, c, id);
    fprintf(g->f, " {\n");
    virtuals(g, c, id);
    uint32_t n = chance(g, c->poly || c->vbases ? 50 : 20) ? 0 : 1 + pick(g, MAX_MEMBERS);
    if (c->is_union && !n) n = 1;
    bool hidden = !c->is_union && chance(g, 12);
    for (uint32_t m = 0; m < n; m++) member(g, c, id, m);
    if (hidden) fprintf(g->f, "private:\n    char hidden%u;\n", id), c->empty = false, c->weight++;
    if (n && !c->is_union && !c->empty && chance(g, 3)) {
        c->last = true;
        fprintf(g->f, "    %s last[%s];\n", scalar[pick(g, CU_COUNT(scalar))], chance(g, 50) ? "0" : "");
    }
    if (!c->is_union && chance(g, 12)) fprintf(g->f, "public:\n    FN C%u();\n", id);
    fprintf(g->f, "};\n");
    if (pack) fprintf(g->f, "#pragma pack(pop)\n");
    // members of unions are never made, only looked at
    fprintf(g->f, "FN void f%u(char *buf) {\n    SIZES(%u, C%u)\n", id, id, id);
    fwrite(g->facts, 1, g->nfacts, g->f);
    fprintf(g->f, "    show(~0ul);\n}\n");
    g->n++;
}

static const char prologue[] =
    "#ifdef __CUDACC__\n"
    "#define FN __device__\n"
    "#else\n"
    "#define FN\n"
    "extern \"C\" int printf(const char *, ...);\n"
    "#endif\n"
    "enum Small : unsigned char { one, two };\n"
    "enum class Big : long { three };\n"
    "enum Plain { four, five, six };\n"
    "struct Any;\n"
    "FN void show(unsigned long v) {\n"
    "    if (v == ~0ul) printf(\"\\n\");\n"
    "    else printf(\"%lu \", v);\n"
    "}\n"
    "FN void bits(const unsigned char *b, unsigned n) {\n"
    "    unsigned long first = ~1ul, count = 0;\n"
    "    for (unsigned i = 0; i < n * 8; i++)\n"
    "        if (b[i / 8] >> i % 8 & 1) first = count ? first : i, count++;\n"
    "    show(first); show(count);\n"
    "}\n"
    "FN void clear(char *b, unsigned n) { for (unsigned i = 0; i < n; i++) b[i] = 0; }\n"
    "#define SIZES(i, C) show(i); show(sizeof(C)); show(alignof(C));\n"
    "#define BASE(C, B)  show((unsigned long)((char *)static_cast<B *>((C *)buf) - buf));\n"
    "#define PLACE(C, m) show(__builtin_offsetof(C, m));\n"
    "#define BITS(C, m, T) clear(buf, sizeof(C)); ((C *)buf)->m = (T)-1; bits((unsigned char *)buf, sizeof(C));\n";

static void make_file(Gen *g, const char *path) {
    g->n = 0;
    g->f = fopen(path, "w");
    if (!g->f) exit(2);
    fputs(prologue, g->f);
    while (g->n < PER_FILE) make_class(g);
    fprintf(g->f, "#ifdef __CUDACC__\n__global__ void k() {\n    alignas(64) static char buf[1 << 16];\n#else\n"
                  "int main() {\n    alignas(64) static char buf[1 << 16];\n#endif\n");
    for (uint32_t i = 0; i < PER_FILE; i++) fprintf(g->f, "    f%u(buf);\n", i);
    fprintf(g->f, "}\n");
    fclose(g->f);
}

static FILE *run(const char *dir, const char *what, const char *cmd, const char *out) {
    char path[512];
    if (system(cmd) != 0) {
        fprintf(stderr, "%s fails: %s\n", what, cmd);
        CHECK(!"ran");
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", dir, out);
    return fopen(path, "r");
}

static void compare_file(const char *cuprum, const char *dir, Gen *g, uint32_t n) {
    char cu[256], cmd[1024], a[4096], b[4096];
    uint64_t seed = g->seed;
    snprintf(cu, sizeof cu, "%s/l.cu", dir);
    make_file(g, cu);
    snprintf(cmd, sizeof cmd, "g++ -std=c++17 -w -O0 -x c++ %s -o %s/host 2>%s/log && %s/host >%s/theirs", cu, dir, dir, dir,
             dir);
    FILE *theirs = run(dir, "g++", cmd, "theirs");
    snprintf(cmd, sizeof cmd, "%s run -w %s -O1 --grid=1 --block=1 >%s/ours 2>&1", cuprum, cu, dir);
    FILE *ours = run(dir, "cuprum", cmd, "ours");
    for (uint32_t i = 0; theirs && ours && i < PER_FILE; i++) {
        if (!fgets(a, sizeof a, theirs) || !fgets(b, sizeof b, ours)) break;
        CHECK_STR(b, a);
        if (strcmp(a, b) == 0) continue;
        fprintf(stderr, "class C%u of file %u, LAYOUT_SEED=%llu LAYOUT_FILES=1\n", i, n, (unsigned long long)seed);
    }
    if (theirs) fclose(theirs);
    if (ours) fclose(ours);
}

int main(int argc, char **argv) {
    char dir[] = "/tmp/layoutXXXXXX", cuprum[512];
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    snprintf(cuprum, sizeof cuprum, "%.*s/../bin/cuprum", slash ? (int)(slash - argv[0]) : 1,
             slash ? argv[0] : ".");
    if (system("g++ --version >/dev/null 2>&1") != 0 || access(cuprum, X_OK) != 0) {
        printf("SKIP random classes: g++ or cuprum is missing\n");
        return 0;
    }
    if (!mkdtemp(dir)) return 1;
    const char *s = getenv("LAYOUT_SEED"), *files = getenv("LAYOUT_FILES");
    Gen *g = calloc(1, sizeof *g);
    g->seed = s ? strtoull(s, NULL, 10) : 2026;
    uint32_t n = files ? (uint32_t)atoi(files) : FILES;
    for (uint32_t i = 0; g && i < n; i++) compare_file(cuprum, dir, g, i);
    free(g);
    char cmd[64];
    snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
    if (!getenv("LAYOUT_KEEP") && system(cmd) != 0) return 1;
    return UNIT_END();
}
