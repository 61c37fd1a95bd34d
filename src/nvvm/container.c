// SPDX-License-Identifier: Apache-2.0
// The container in which IR for link-time optimization travels (nvlink -dlto, nvJitLink): a header
// of 24 bytes, pairs of 16-bit tags and values up to a zero pair, then bitcode. NVIDIA's own files
// have the bitcode scrambled by a key; its readers take it plain as well.
#include "nvvm/nvvm.h"

enum { TAG_ARCH = 1, TAG_COMPILE_MODE = 2, TAG_ACCELERATED = 32, TAG_KEY = 99 };
enum { HEADER = 24, LEVEL_LTO = 1, MODE_SEPARATE = 2, WIDE_VALUE = 0xffff };

// Versions of container, IR and debug information, of which later ones cannot be read.
static const uint8_t magic[4] = {0xed, 0x43, 0x4e, 0x7f};
static const uint8_t versions[3][2] = {{1, 0x41}, {2, 0x62}, {3, 2}};
enum { LLVM_OLD = 7, LLVM_LATEST = 20 };

// ---- writing ------------------------------------------------------------------------------------

// Numbers are little-endian.
static void u16(Buf *out, uint32_t v) {
    buf_putc(out, (char)v);
    buf_putc(out, (char)(v >> 8));
}

static void u32(Buf *out, uint32_t v) {
    u16(out, v & 0xffff);
    u16(out, v >> 16);
}

// One entry of the list of tags.
static void pair(Buf *out, uint32_t tag, uint32_t value) {
    u16(out, tag);
    u16(out, value);
}

// Everything before the bitcode.
static void put_header(uint32_t sm, bool accelerated, bool latest, Buf *out) {
    Buf tags;
    buf_init(&tags, out->arena);
    pair(&tags, TAG_ARCH, sm * 10);
    pair(&tags, TAG_COMPILE_MODE, MODE_SEPARATE);
    if (accelerated) pair(&tags, TAG_ACCELERATED, 1);
    pair(&tags, 0, 0);
    uint32_t end = HEADER + (uint32_t)tags.n;
    buf_write(out, (const char *)magic, sizeof magic);
    buf_write(out, (const char *)versions, sizeof versions);
    buf_putc(out, latest ? LLVM_LATEST : LLVM_OLD);
    buf_putc(out, 0);
    u16(out, HEADER);
    u16(out, LEVEL_LTO);
    u32(out, end); // of the tags, and of the blobs, of which there are none
    u32(out, end);
    buf_write(out, tags.at, tags.n);
}

void nvvm_plain_lists(IrModule *module) {
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
    for (size_t i = 0; i < CU_COUNT(lists); i++) {
        IrGlobal *list = ir_find(module, atom_cstr(module->ctx, lists[i]));
        if (list) list->align = 0;
    }
}

bool nvvm_write_container(IrModule *module, uint32_t sm, bool accelerated, bool latest, Buf *out) {
    put_header(sm, accelerated, latest, out);
    nvvm_plain_lists(module);
    return ir_write_bitcode(module, latest ? IR_BC_MODERN : IR_BC_LLVM7, out);
}

bool nvvm_write_own_container(IrModule *module, uint32_t sm, bool accelerated, bool latest,
                              Buf *out) {
    size_t before = out->n;
    if (!latest) {
        DiagTrap trap;
        diag_trap_push(module->ctx, &trap);
        bool fits = nvvm_write_container(module, sm, accelerated, false, out);
        if (!diag_trap_pop(module->ctx, &trap) && fits) return true;
    }
    out->n = before;
    return nvvm_write_container(module, sm, accelerated, true, out);
}

// ---- reading ------------------------------------------------------------------------------------

static uint32_t read16(const uint8_t *at) {
    return at[0] | (uint32_t)at[1] << 8;
}

static uint32_t read32(const uint8_t *at) {
    return read16(at) | read16(at + 2) << 16;
}

bool nvvm_is_container(const void *bytes, size_t n) {
    return n >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

// Whether a pair of numbers, major and minor, is beyond the one that is known.
static bool is_later(const uint8_t *version, const uint8_t *known) {
    return version[0] != known[0] ? version[0] > known[0] : version[1] > known[1];
}

// Notes what a tag says; most are of no interest to a reader.
static void take_tag(NvvmContainer *to, uint32_t tag, uint32_t value) {
    if (tag == TAG_ARCH) to->arch = value;
    if (tag == TAG_ACCELERATED) to->accelerated = value != 0;
    if (tag == TAG_KEY) to->scrambled = true;
}

// Pairs up to a zero one; tags that mean nothing here are passed over.
static bool read_tags(const uint8_t *at, const uint8_t *end, NvvmContainer *to) {
    while (end - at >= 4) {
        uint32_t tag = read16(at), value = read16(at + 2);
        at += 4;
        if (!tag) return true;
        // A value that 16 bits cannot hold follows in 32.
        if (value == WIDE_VALUE) {
            if (end - at < 4) return false;
            value = read32(at);
            at += 4;
        }
        take_tag(to, tag, value);
    }
    return at == end;
}

NvvmContainerFault nvvm_open_container(const void *bytes, size_t n, NvvmContainer *out) {
    const uint8_t *at = bytes;
    *out = (NvvmContainer){0};
    if (!nvvm_is_container(bytes, n) || n < HEADER) return NVVM_CONTAINER_DAMAGED;
    for (size_t i = 0; i < CU_COUNT(versions); i++) {
        if (is_later(at + sizeof magic + 2 * i, versions[i])) return NVVM_CONTAINER_LATER;
    }
    if (at[10] > LLVM_LATEST) return NVVM_CONTAINER_LATER;

    // The offsets come from outside: each part must begin behind the one before and end in the
    // file.
    uint32_t header = read16(at + 12), tags = read32(at + 16), blobs = read32(at + 20);
    if (header < HEADER || header > tags || tags > blobs || blobs > n)
        return NVVM_CONTAINER_DAMAGED;
    if (!read_tags(at + header, at + tags, out)) return NVVM_CONTAINER_DAMAGED;

    // Behind the tags there is nothing but the bitcode.
    out->bitcode = at + blobs;
    out->size = n - blobs;
    if (out->scrambled) return NVVM_CONTAINER_SCRAMBLED;
    return ir_is_bitcode(out->bitcode, out->size) ? NVVM_CONTAINER_READ : NVVM_CONTAINER_DAMAGED;
}
