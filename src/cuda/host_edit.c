// SPDX-License-Identifier: Apache-2.0
// The changes that the host's half of a unit is made by: noted in any order, applied at the end.
#include "cuda/host_text_int.h"

#include <stdlib.h>

static size_t token_end(const HostText *host_text, uint32_t i) {
    return host_offset(host_text, i) + strlen(atom_str(host_text->ctx, host_text->tok[i].text));
}

static void edit(HostText *host_text, size_t at, size_t len, const char *text) {
    vec_push(&host_text->ctx->perm, &host_text->edit,
             ((HostEdit){at, len, text, host_text->edit.n}));
}

void cuda_host_cut(HostText *host_text, size_t from, size_t to) {
    edit(host_text, from, to - from, "");
}

void cuda_host_insert(HostText *host_text, uint32_t i, const char *text) {
    edit(host_text, host_offset(host_text, i), 0, text);
}

void cuda_host_append(HostText *host_text, uint32_t i, const char *text) {
    edit(host_text, token_end(host_text, i), 0, text);
}

// The tokens [begin, end) become `text` and the line ends that they held.
void cuda_host_replace(HostText *host_text, uint32_t begin, uint32_t end, const char *text) {
    size_t from = host_offset(host_text, begin), to = token_end(host_text, end - 1);
    Buf b;
    buf_init(&b, &host_text->ctx->perm);
    buf_puts(&b, text);
    for (size_t k = from; k < to; k++) {
        if (host_text->text[k] == '\n') buf_putc(&b, '\n');
    }
    edit(host_text, from, to - from, buf_cstr(&b));
}

// What was declared there goes, and its lines stay: markers tell which those behind it are.
void cuda_host_leave_out(HostText *host_text, uint32_t begin, uint32_t end) {
    size_t from = host_offset(host_text, begin), to = token_end(host_text, end - 1);
    const char *text = host_text->text;
    Buf b;
    buf_init(&b, &host_text->ctx->perm);
    for (size_t k = from; k < to; k++) {
        if (text[k] != '\n') continue;
        buf_putc(&b, '\n');
        bool marker = text[k + 1] == '#' && text[k + 2] == ' ';
        for (; marker && text[k + 1] != '\n'; k++) buf_putc(&b, text[k + 1]);
    }
    edit(host_text, from, to - from, buf_cstr(&b));
}

// What is put in front of a place comes before what replaces the text there; of what does that, the
// longest.
static int by_place(const void *a, const void *b) {
    const HostEdit *x = a, *y = b;
    if (x->at != y->at) return cu_order(x->at, y->at);
    if (!x->len != !y->len) return x->len ? 1 : -1;
    if (x->len != y->len) return cu_order(y->len, x->len);
    return cu_order(x->order, y->order);
}

// Text that stays: the bytes [from, to).
static void keep(HostText *host_text, size_t from, size_t to, HostPlaces *moved, uint32_t *next,
                 Buf *out) {
    for (; *next < moved->n; ++*next) {
        HostPlace *place = &moved->at[*next];
        size_t at = host_offset(host_text, place->token);
        if (at >= to) break;
        place->at = at < from ? HOST_GONE : out->n + (at - from);
    }
    buf_write(out, host_text->text + from, to - from);
}

void cuda_host_apply(HostText *host_text, size_t length, HostPlaces *moved, Buf *out) {
    if (host_text->edit.n)
        qsort(host_text->edit.at, host_text->edit.n, sizeof *host_text->edit.at, by_place);
    size_t at = 0;
    uint32_t next = 0;
    buf_reserve(out, length + length / 4);
    VEC_FOREACH (HostEdit, e, &host_text->edit) {
        if (e->at < at) continue; // inside of what is gone
        keep(host_text, at, e->at, moved, &next, out);
        buf_puts(out, e->text);
        at = e->at + e->len;
    }
    keep(host_text, at, length, moved, &next, out);
}
