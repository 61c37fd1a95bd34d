// SPDX-License-Identifier: Apache-2.0
// A client of nvFatbin that loads the library it is given and prints what its functions return and
// what is in the fat binaries: the same program asks NVIDIA's and ours.
//
//     fatbin_client LIBRARY
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Handle;
static struct {
    int (*Create)(Handle *, const char **, size_t);
    int (*Destroy)(Handle *);
    int (*AddPTX)(Handle, const char *, size_t, const char *, const char *, const char *);
    int (*AddCubin)(Handle, const void *, size_t, const char *, const char *);
    int (*AddLTOIR)(Handle, const void *, size_t, const char *, const char *, const char *);
    int (*AddIndex)(Handle, const void *, size_t, const char *);
    int (*AddReloc)(Handle, const void *, size_t);
    int (*Size)(Handle, size_t *);
    int (*Get)(Handle, void *);
    int (*Version)(unsigned *, unsigned *);
    const char *(*GetErrorString)(int);
} fb;
static int calls;

static int said(const char *what, int result) {
    calls++;
    printf("%s: %d\n", what, result);
    return result;
}

// ---- what is in the container -------------------------------------------------------------------

typedef struct {
    uint16_t kind, version;
    uint32_t header;
    uint64_t size;
    uint32_t packed, options;
    uint16_t minor, major;
    uint32_t arch, name, name_size;
    uint64_t flags, zero, full;
} Entry;

static void show_entry(const unsigned char *at) {
    Entry e;
    memcpy(&e, at, sizeof e);
    int packed = e.flags & 0xa000 ? 1 : 0;
    printf("  kind %u version %x header %u arch %u ptx %u.%u flags %llx\n", e.kind, e.version, e.header,
           e.arch, e.major, e.minor, (unsigned long long)(e.flags & ~0xa000ull));
    if (packed)
        printf("    packed, full size %llu, smaller %d\n", (unsigned long long)e.full,
               e.packed < e.full);
    else
        printf("    size %llu\n", (unsigned long long)e.size);
    if (e.name) printf("    name at %u: %.*s\n", e.name, (int)e.name_size, at + e.name);
    if (e.options) {
        uint32_t where[2];
        memcpy(where, at + e.options, 8);
        printf("    options at %u: %u %u", e.options, where[0], where[1]);
        if (where[1]) printf(" '%.*s'", (int)where[1], at + where[0]);
        putchar('\n');
    }
    if (!packed && e.kind == 1) {
        printf("    begins %.20s", (const char *)(at + e.header));
        putchar('\n');
    }
}

static void show(Handle h) {
    size_t size = 12345;
    if (said("size", fb.Size(h, &size))) return;
    unsigned char *bytes = calloc(size + 1, 1);
    said("get", fb.Get(h, bytes));
    uint32_t magic;
    uint16_t version, header;
    uint64_t inside;
    memcpy(&magic, bytes, 4);
    memcpy(&version, bytes + 4, 2);
    memcpy(&header, bytes + 6, 2);
    memcpy(&inside, bytes + 8, 8);
    printf("  magic %x version %u header %u whole %d\n", magic, version, header,
           inside + header == size);
    for (unsigned char *at = bytes + header; at < bytes + size;) {
        Entry e;
        memcpy(&e, at, sizeof e);
        show_entry(at);
        at += e.header + e.size;
    }
    free(bytes);
}

// ---- one handle each ----------------------------------------------------------------------------

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n";

static Handle make(int n, const char **options) {
    Handle h = (Handle)1;
    said("create", fb.Create(&h, options, (size_t)n));
    return h;
}
#define MAKE(...) make(sizeof((const char *[]){NULL, ##__VA_ARGS__}) / 8 - 1, (const char *[]){NULL, ##__VA_ARGS__} + 1)

static void one_ptx(const char *text, size_t n, const char *arch, const char *name,
                    const char *options) {
    Handle h = MAKE("-compress=false");
    printf("%s %s %s\n", arch ? arch : "null", name ? name : "null", options ? options : "null");
    if (!said("add PTX", fb.AddPTX(h, text, n, arch, name, options))) show(h);
    said("destroy", fb.Destroy(&h));
}

static void one_option(const char *option) {
    printf("%s\n", option);
    Handle h = MAKE(option);
    if (!h) return;
    char big[4000];
    size_t n = (size_t)snprintf(big, sizeof big, "%s", ptx);
    for (int i = 0; i < 99; i++)
        n += (size_t)snprintf(big + n, sizeof big - n, ".global .u32 variable_%d;\n", i);
    if (!said("add PTX", fb.AddPTX(h, ptx, sizeof ptx, "90", "small.ptx", "")))
        if (!said("add PTX", fb.AddPTX(h, big, strlen(big) + 1, "80", "big.ptx", ""))) show(h);
    said("destroy", fb.Destroy(&h));
}

static void one_lto(const void *bytes, size_t n, const char *arch, const char *name,
                    const char *options) {
    Handle h = MAKE("-compress=false");
    printf("lto %s %s %s\n", arch ? arch : "null", name ? name : "null", options ? options : "null");
    if (!said("add LTO", fb.AddLTOIR(h, bytes, n, arch, name, options))) show(h);
    said("destroy", fb.Destroy(&h));
}

static void one_cubin(const void *bytes, size_t n, const char *arch, const char *name) {
    Handle h = MAKE("-compress=false");
    printf("cubin %s %s\n", arch ? arch : "null", name ? name : "null");
    if (!said("add cubin", fb.AddCubin(h, bytes, n, arch, name))) show(h);
    said("destroy", fb.Destroy(&h));
}

static void options(void) {
    static const char *const words[] = {
        "-32", "-64", "-c", "-compress=true", "-compress=false", "-compress=1", "-compress=maybe",
        "-compress", "-compress-all", "-compress-mode=default", "-compress-mode=size",
        "-compress-mode=speed", "-compress-mode=balance", "-compress-mode=none", "-compress-mode=x",
        "-cuda", "-opencl", "-g", "-host=linux", "-host=windows", "-host=mac", "-host=x", "-host",
        "-foo", "--cuda", "cuda", "", "-cuda=1", "-64 ", "-compress-all=true"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) one_option(words[i]);
    Handle h = MAKE("-compress=true", "-compress-mode=none", "-g", "-opencl", "-host=windows");
    said("add PTX", fb.AddPTX(h, ptx, sizeof ptx, "90", "a", ""));
    show(h);
    said("destroy", fb.Destroy(&h));
}

static void ptx_inputs(void) {
    static const char *const archs[] = {"90", "sm_90", "compute_90", "lto_90", "90a", "80", "100", "75",
                                        "", "x", "9", "091", "20", "50", "101", "121f", "999"};
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
        one_ptx(ptx, sizeof ptx, archs[i], "a.ptx", "");
    one_ptx(ptx, sizeof ptx - 1, "90", "without.ptx", "");
    one_ptx(ptx, 10, "90", "cut.ptx", "");
    one_ptx(ptx, 0, "90", "empty.ptx", "");
    one_ptx("", 1, "90", "nothing.ptx", "");
    one_ptx("hello", 6, "90", "none.ptx", "");
    one_ptx(".version 8.0\n", 14, "90", "target.ptx", "");
    one_ptx(".target sm_90\n", 15, "90", "version.ptx", "");
    one_ptx("// .version 7.0\n.version 8.0\n.target sm_90a\n", 46, "90a", "comment.ptx", "");
    one_ptx(ptx, sizeof ptx, "90", "", "-O3 -v");
    one_ptx(ptx, sizeof ptx, "90", "o.ptx", "--maxrregcount=32");
    one_ptx(ptx, sizeof ptx, "90", "o.ptx", "nonsense");
    one_ptx(ptx, sizeof ptx, "90", NULL, "");
    one_ptx(ptx, sizeof ptx, "90", "o.ptx", NULL);
    one_ptx(ptx, sizeof ptx, NULL, "o.ptx", "");
    one_ptx(NULL, 10, "90", "o.ptx", "");
    one_ptx("\n\n.version 9.0\n.target sm_80, debug\n", 38, "80", "d.ptx", "");
}

static void other_inputs(const char *cubin, size_t n) {
    static const unsigned char lto[] = {0xed, 0x43, 0x4e, 0x7f, 4, 5, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
    one_lto(lto, sizeof lto, "90", "a.lto", "");
    one_lto(lto, sizeof lto, "lto_90", "a.lto", "-O3");
    one_lto(lto, sizeof lto, "80", "a.lto", "-foo");
    one_lto("hello", 5, "90", "a.lto", "");
    one_lto(lto, 0, "90", "a.lto", "");
    one_lto(NULL, 5, "90", "a.lto", "");
    one_lto(lto, sizeof lto, "x", "a.lto", "");
    one_cubin("hello, this is no cubin, but some text that is long enough for a header", 70, "90", "a.cubin");
    one_cubin("", 0, "90", "a.cubin");
    if (n) {
        one_cubin(cubin, n, "90", "a.cubin");
        one_cubin(cubin, n, "sm_90", "");
        one_cubin(cubin, n, "80", "a.cubin");
        one_cubin(cubin, n, "90a", "a.cubin");
        one_cubin(cubin, n - 8, "90", "a.cubin");
        one_cubin(cubin, 40, "90", "a.cubin");
        one_cubin(cubin, n, "x", "a.cubin");
    }
}

static void many(void) {
    Handle h = MAKE("-compress=false");
    said("add", fb.AddPTX(h, ptx, sizeof ptx, "90", "one.ptx", ""));
    said("add", fb.AddPTX(h, ptx, sizeof ptx, "90", "one.ptx", ""));
    said("add", fb.AddPTX(h, ptx, sizeof ptx, "90", "two.ptx", "-O2"));
    said("add", fb.AddPTX(h, ptx, sizeof ptx, "80", "three.ptx", ""));
    show(h);
    said("add", fb.AddPTX(h, ptx, sizeof ptx, "90", "late.ptx", ""));
    show(h);
    said("destroy", fb.Destroy(&h));
    printf("handle %d\n", h == NULL);
    h = MAKE();
    show(h);
    said("destroy", fb.Destroy(&h));
}

static void arguments(void) {
    Handle h = NULL;
    size_t n;
    char byte[64];
    said("create null", fb.Create(NULL, NULL, 0));
    said("create", fb.Create(&h, NULL, 0));
    said("size null", fb.Size(h, NULL));
    said("get null", fb.Get(h, NULL));
    said("destroy", fb.Destroy(&h));
    said("create", fb.Create(&h, NULL, 1));
    if (h) said("destroy", fb.Destroy(&h));
    h = NULL;
    said("destroy null", fb.Destroy(NULL));
    said("destroy null", fb.Destroy(&h));
    said("size", fb.Size(NULL, &n));
    said("get", fb.Get(NULL, byte));
    said("ptx", fb.AddPTX(NULL, ptx, sizeof ptx, "90", "a", ""));
    said("cubin", fb.AddCubin(NULL, ptx, sizeof ptx, "90", "a"));
    said("lto", fb.AddLTOIR(NULL, ptx, sizeof ptx, "90", "a", ""));
    said("reloc", fb.AddReloc(NULL, ptx, sizeof ptx));
    said("index", fb.AddIndex(NULL, ptx, sizeof ptx, "a"));
    said("version null", fb.Version(NULL, NULL));
    unsigned a = 0, b = 0;
    said("version", fb.Version(&a, &b));
    printf("%u.%u\n", a, b);
    h = MAKE("-compress=false");
    said("index", fb.AddIndex(h, "hello", 6, "a.idx"));
    said("index", fb.AddIndex(h, NULL, 6, "a.idx"));
    said("index", fb.AddIndex(h, "", 0, "a.idx"));
    said("reloc", fb.AddReloc(h, "hello", 6));
    said("reloc", fb.AddReloc(h, NULL, 6));
    said("reloc", fb.AddReloc(h, "", 0));
    show(h);
    said("destroy", fb.Destroy(&h));
    for (int i = -1; i < 20; i++) {
        const char *text = fb.GetErrorString(i);
        printf("%d %s\n", i, text ? text : "null");
        calls++;
    }
}

// The head of machine code for sm_90, and nothing behind it.
static char *make_cubin(size_t *n) {
    static char bytes[1000] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41, 8};
    bytes[16] = 2;
    bytes[18] = (char)190;
    bytes[20] = 1;
    bytes[48] = 4;
    bytes[49] = 90;
    bytes[51] = 6;
    bytes[52] = 64;
    *n = sizeof bytes;
    return bytes;
}

int main(int argc, char **argv) {
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return puts(dlerror()), 2;
#define LOAD(name) *(void **)&fb.name = dlsym(library, "nvFatbin" #name);
    LOAD(Create) LOAD(Destroy) LOAD(AddPTX) LOAD(AddCubin) LOAD(AddLTOIR) LOAD(AddIndex)
    LOAD(AddReloc) LOAD(Size) LOAD(Get) LOAD(Version) LOAD(GetErrorString)
    size_t n;
    char *cubin = make_cubin(&n);
    const char *only = argc > 2 ? argv[2] : "";
    if (!*only || *only == 'o') options();
    if (!*only || *only == 'p') ptx_inputs();
    if (!*only || *only == 'i') other_inputs(cubin, n);
    if (!*only || *only == 'm') many();
    if (!*only || *only == 'a') arguments();
    printf("%d calls\n", calls);
    return 0;
}
