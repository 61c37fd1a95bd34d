// SPDX-License-Identifier: Apache-2.0
// Growing output buffers. Numbers are printed by hand: printf is too slow for the PTX emitter.
#include "base/base.h"

#include <stdio.h>

void buf_init(Buf *out, Arena *arena) {
    *out = (Buf){.arena = arena};
}

// Doubles; the old bytes stay in the arena, which is why large outputs reserve first.
void buf_reserve(Buf *out, size_t more) {
    if (out->cap - out->n >= more) return;
    size_t cap = CU_MAX(out->cap * 2, CU_MAX(out->n + more, (size_t)256));
    char *at = arena_alloc(out->arena, cap, 1);
    if (out->n) memcpy(at, out->at, out->n);
    out->at = at;
    out->cap = cap;
}

void buf_puts(Buf *out, const char *s) {
    buf_write(out, s, strlen(s));
}

// Digits come out last first.
void buf_u64(Buf *out, uint64_t v) {
    char tmp[20];
    int i = 20;
    do tmp[--i] = (char)('0' + v % 10);
    while (v /= 10);
    buf_write(out, tmp + i, (size_t)(20 - i));
}

void buf_i64(Buf *out, int64_t v) {
    if (v < 0) buf_putc(out, '-');
    buf_u64(out, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

// At least one digit, whatever `digits` says.
void buf_hex(Buf *out, uint64_t v, int digits) {
    char tmp[16];
    int i = 16;
    do tmp[--i] = "0123456789abcdef"[v & 15];
    while ((v >>= 4) || 16 - i < digits);
    buf_write(out, tmp + i, (size_t)(16 - i));
}

void buf_atom(Ctx *ctx, Buf *out, Atom a) {
    AtomInfo *info = atom_info(ctx, a);
    buf_write(out, info->s, info->len);
}

// Formats of %s, %u, %d, %c and %% alone need no printf; most are.
static bool is_simple(const char *fmt) {
    for (const char *p = fmt; (p = strchr(p, '%')) != NULL; p += 2) {
        if (!p[1] || !strchr("sudc%", p[1])) return false;
    }
    return true;
}

// The conversions that is_simple accepts; the result is terminated, as printf's is.
static void print_simple(Buf *out, const char *fmt, va_list ap) {
    for (const char *p, *s; (p = strchr(fmt, '%')) != NULL; fmt = p + 2) {
        buf_write(out, fmt, (size_t)(p - fmt));
        switch (p[1]) {
        case 's':
            s = va_arg(ap, const char *);
            buf_puts(out, s ? s : "(null)");
            break;
        case 'u': buf_u64(out, va_arg(ap, unsigned)); break;
        case 'd': buf_i64(out, va_arg(ap, int)); break;
        case 'c': buf_putc(out, (char)va_arg(ap, int)); break;
        default: buf_putc(out, '%');
        }
    }
    buf_puts(out, fmt);
    buf_cstr(out);
}

// Tries the room at hand first, so that most texts are formatted once.
void buf_vprintf(Buf *out, const char *fmt, va_list ap) {
    if (is_simple(fmt)) {
        print_simple(out, fmt, ap);
        return;
    }
    va_list ap2;
    va_copy(ap2, ap);
    buf_reserve(out, 64);
    size_t room = out->cap - out->n;
    int n = vsnprintf(out->at + out->n, room, fmt, ap);
    if (n > 0 && (size_t)n >= room) {
        buf_reserve(out, (size_t)n + 1);
        vsnprintf(out->at + out->n, (size_t)n + 1, fmt, ap2);
    }
    va_end(ap2);
    if (n > 0) out->n += (size_t)n;
}

// See is_simple for the formats that cost no printf.
void buf_printf(Buf *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(out, fmt, ap);
    va_end(ap);
}

// Bytes that are no UTF-8 become U+FFFD, one each: the output is always valid JSON [RFC 8259, 8.1].
void buf_json(Buf *out, const char *s) {
    buf_putc(out, '"');
    for (const unsigned char *p = (const unsigned char *)s; *p;) {
        uint32_t n = *p < 0x80 ? 1 : *p >= 0xf0 && *p < 0xf5 ? 4 : *p >= 0xe0 ? 3 : 2;
        bool ok = *p < 0x80 || (*p >= 0xc2 && *p < 0xf5);
        for (uint32_t i = 1; ok && i < n; i++) ok = (p[i] & 0xc0) == 0x80;
        if (!ok) {
            buf_puts(out, "\\ufffd");
            p++;
            continue;
        }
        if (*p == '"' || *p == '\\') buf_putc(out, '\\');
        if (*p == '\n')
            buf_puts(out, "\\n");
        else if (*p == '\t')
            buf_puts(out, "\\t");
        else if (*p < 0x20)
            buf_printf(out, "\\u%04x", *p);
        else
            buf_write(out, (const char *)p, n);
        p += n;
    }
    buf_putc(out, '"');
}

const char *buf_cstr(Buf *out) {
    buf_reserve(out, 1);
    out->at[out->n] = 0;
    return out->at;
}
