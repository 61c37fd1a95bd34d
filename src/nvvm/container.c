// SPDX-License-Identifier: Apache-2.0
// The container in which IR for link-time optimization travels (nvlink -dlto, nvJitLink): a header
// of 24 bytes, pairs of 16-bit tags and values up to a zero pair, then bitcode. NVIDIA's own files
// have the bitcode scrambled by a key; its readers take it plain as well.
#include "nvvm/nvvm.h"

enum { TAG_ARCH = 1, TAG_COMPILE_MODE = 2, TAG_ACCELERATED = 32 };
enum { HEADER = 24, LEVEL_LTO = 1, MODE_SEPARATE = 2 };

static void u16(Buf *out, uint32_t v) {
    buf_putc(out, (char)v);
    buf_putc(out, (char)(v >> 8));
}

static void u32(Buf *out, uint32_t v) {
    u16(out, v & 0xffff);
    u16(out, v >> 16);
}

static void pair(Buf *out, uint32_t tag, uint32_t value) {
    u16(out, tag);
    u16(out, value);
}

bool nvvm_write_container(IrModule *module, uint32_t sm, bool accelerated, bool latest, Buf *out) {
    Buf tags;
    buf_init(&tags, out->arena);
    pair(&tags, TAG_ARCH, sm * 10);
    pair(&tags, TAG_COMPILE_MODE, MODE_SEPARATE);
    if (accelerated) pair(&tags, TAG_ACCELERATED, 1);
    pair(&tags, 0, 0);
    uint32_t end = HEADER + (uint32_t)tags.n;
    buf_write(out, "\xed\x43\x4e\x7f\x01\x41\x02\x62\x03\x02",
              10);                  // magic; versions of container, IR, debug
    buf_putc(out, latest ? 20 : 7); // LLVM's
    buf_putc(out, 0);
    u16(out, HEADER);
    u16(out, LEVEL_LTO);
    u32(out, end); // of the tags, and of the blobs, of which there are none
    u32(out, end);
    buf_write(out, tags.at, tags.n);
    return ir_write_bitcode(module, latest ? IR_BC_MODERN : IR_BC_LLVM7, out);
}
