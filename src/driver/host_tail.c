// SPDX-License-Identifier: Apache-2.0
// The end of the host's half of a unit: the fat binary, which the assembler takes in from a file,
// and the constructor that registers it, in one of three ways. The functions called are those of
// lib/include/cuprum_build.h.
#include "driver/host_tail.h"

#include "cudart/abi.h"

// No type is a class and a union, and both traits take types that are not complete.
#define LAMBDA_TRAIT(trait)                                                                        \
    "-D__nv_is_extended_" trait "(...)=(__is_class(__VA_ARGS__)&&__is_union(__VA_ARGS__))"
const char *const driver_host_macros[3] = {
    LAMBDA_TRAIT("device_lambda_closure_type"),
    LAMBDA_TRAIT("host_device_lambda_closure_type"),
    LAMBDA_TRAIT("device_lambda_with_preserved_return_type"),
};

static const char wrapper[] =
    "struct __cuprum_wrapper_type { unsigned magic, version; const void *data; void *parts; };\n"
    "extern \"C\" const unsigned long long fatbinData[];\n";

// A path inside of an assembler's string that stands in a string of C++: what ends either is
// protected twice.
static void put_path(const char *path, Buf *out) {
    for (; *path; path++) {
        if (*path == '"' || *path == '\\') buf_puts(out, "\\\\\\");
        buf_putc(out, *path);
    }
}

// Words of the assembler, a line of them in a string of its own.
static void put_bytes(const char *image, size_t n, Buf *out) {
    enum { IN_A_LINE = 16 };
    for (size_t i = 0; i < n; i++) {
        const char *before = i % IN_A_LINE ? "," : "\\n\"\n\".byte ";
        buf_printf(out, "%s%u", before, (unsigned)(unsigned char)image[i]);
    }
}

// The bytes of the fat binary, by the assembler.
static void put_image(const HostTail *t, Buf *out) {
    bool linked = t->kind == TAIL_LINKED; // nvlink looks for it there
    buf_printf(out, "__asm__(\".section %s,\\\"a\\\"\\n.align 8\\nfatbinData:\\n",
               linked ? "__nv_relfatbin" : ".nv_fatbin");
    if (t->image) {
        put_bytes(t->image, t->nimage, out);
    } else {
        buf_puts(out, ".incbin \\\"");
        put_path(t->fatbin, out);
        buf_puts(out, "\\\"");
    }
    buf_puts(out, "\\n.previous\\n\");\n");
}

// What registers a unit's binary by itself.
static const char whole[] =
    "static __cuprum_wrapper_type __fatDeviceText "
    "__attribute__((__section__(\".nvFatBinSegment\"), __aligned__(8))) =\n"
    "{0x466243b1u, 1, fatbinData, 0};\n"
    "static void **__cuprum_handle;\n"
    "static void __cuprum_end(void) {\n"
    "  if (__cuprum_handle) __cuprum_unregister_binary(__cuprum_handle);\n"
    "  __cuprum_handle = 0;\n}\n"
    "static void __attribute__((__constructor__)) __cuprum_register(void) {\n"
    "  if (__cuprum_handle) return;\n"
    "  __cuprum_handle = __cuprum_register_binary(&__fatDeviceText);\n"
    "  __cuprum_symbols(__cuprum_handle);\n"
    "  __cuprum_register_end(__cuprum_handle);\n"
    "  __cuprum_atexit(__cuprum_end);\n"
    "  if (__cuprum_has_managed) __cuprum_init_module(__cuprum_handle);\n}\n"
    "static void __cuprum_place(void) { __cuprum_register(); }\n";
_Static_assert(RT_FAT_WRAPPER_MAGIC == 0x466243b1u, "the number in the text");

// What makes it a part of the program's where there is no nvlink: the run-time library links the
// parts' PTX when the program starts (cuprum_build.h).
static const char part[] =
    "static __cuprum_part __cuprum_this __attribute__((__section__(\"cuprum_parts\"), __used__)) "
    "=\n{fatbinData, __cuprum_symbols};\n"
    "static void __attribute__((__constructor__)) __cuprum_register(void) {\n"
    "  __cuprum_link(__cuprum_has_managed);\n}\n"
    "static void __cuprum_place(void) {\n"
    "  __cuprum_link(true);\n"
    "  __cuprum_placed = true;\n}\n";

// A name by which the part is taken from an archive: no host code need call what it has for
// kernels.
static void put_part(const char *id, Buf *out) {
    buf_puts(out, part);
    if (!id) return;
    buf_printf(out,
               "extern \"C\" {\n"
               "extern const char " PART_SYMBOL
               "%s __attribute__((__visibility__(\"hidden\"), __used__));\n"
               "const char " PART_SYMBOL "%s = 0;\n}\n",
               id, id);
}

// What registers it by the object that links the program's device code: nvlink finds the unit by
// the section __nv_module_id and writes a list of all, and link.stub defines the function called
// here (seen with nvcc --dryrun and nm). All our units do so before any variable is initialised by
// code, and the last unit to do so completes it: then managed variables can have their places.
static void put_linked(const char *id, Buf *out) {
    buf_printf(out,
               "static const unsigned char __module_id_str[] "
               "__attribute__((__section__(\"__nv_module_id\"), __used__)) = \"%s\";\n"
               "extern \"C\" {\n"
               "void __cudaRegisterLinkedBinary%s(void (*)(void **), void *, void *, "
               "void (*)(void *));\n"
               "__cuprum_wrapper_type __fatbinwrap%s "
               "__attribute__((__section__(\".nvFatBinSegment\"), __aligned__(8))) =\n"
               "{0x466243b1u, 1, fatbinData, 0};\n}\n",
               id, id, id);
    buf_printf(out,
               "static void **__cuprum_handle;\n"
               "static void __cuprum_seen(void *) {}\n"
               "static void __cuprum_linked(void **h) { __cuprum_handle = h; "
               "__cuprum_symbols(h); }\n"
               "static void __attribute__((__constructor__(1000))) __cuprum_enter(void) {\n"
               "  __cudaRegisterLinkedBinary%s(__cuprum_linked, &__fatbinwrap%s, "
               "(void *)__module_id_str, __cuprum_seen);\n}\n"
               "static void __cuprum_place(void) {\n"
               "  if (!__cuprum_handle) __cuprum_too_early();\n"
               "  __cuprum_init_module(__cuprum_handle);\n"
               "  __cuprum_placed = true;\n}\n"
               "static void __attribute__((__constructor__(1001))) __cuprum_register(void) {\n"
               "  if (__cuprum_has_managed && __cuprum_handle) __cuprum_place();\n}\n",
               id, id);
}

bool driver_shows_unnamed(const char *option) {
    static const char *const beginnings[] = {"-fkeep-",
                                             "-Wsystem-headers",
                                             "-aux-info",
                                             "-fplugin=",
                                             "-fno-eliminate-unused-debug",
                                             "-fdump-",
                                             "-fcallgraph-info",
                                             "-fstandalone-debug"};
    for (uint32_t i = 0; i < CU_COUNT(beginnings); i++) {
        if (strncmp(option, beginnings[i], strlen(beginnings[i])) == 0) return true;
    }
    return false;
}

void driver_put_host_tail(const HostTail *host_tail, Buf *out) {
    buf_puts(out, "\n# 1 \"cuprum\" 3\n");
    buf_write(out, host_tail->registration->at, host_tail->registration->n);
    buf_puts(out, wrapper);
    put_image(host_tail, out);
    if (host_tail->kind == TAIL_LINKED)
        put_linked(host_tail->module_id, out);
    else if (host_tail->kind == TAIL_PART)
        put_part(host_tail->module_id, out);
    else
        buf_puts(out, whole);
}
