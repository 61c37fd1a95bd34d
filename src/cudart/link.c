// SPDX-License-Identifier: Apache-2.0
// Linking: the parts of a program built with -rdc=true, and cuLink*. The parts' PTX is joined into
// one text under one head; declarations of what another part defines stand beside the definition,
// as PTX allows.
#include "cudart/cudart_int.h"

#include <stdio.h>

typedef struct {
    RtObj o;
    Buf text;
    uint32_t parts;
} Link;

// Behind the directives that open a module.
static const char *body_of(const char *text) {
    const char *p = strstr(text, ".address_size");
    const char *end = p ? strchr(p, '\n') : NULL;
    return end ? end + 1 : text;
}

static void add_part(Buf *to, const char *text, size_t n, bool first) {
    const char *from = first ? text : body_of(text);
    buf_write(to, from, n - (size_t)(from - text));
    buf_putc(to, '\n');
}

int rt_link_parts(Rt *rt, RtLibrary *lib) {
    Buf all;
    buf_init(&all, &rt->ctx.perm);
    for (uint32_t i = 0; lib->prelinked[i]; i++) {
        RtFatHeader h;
        const char *text;
        size_t n;
        memcpy(&h, lib->prelinked[i], sizeof h);
        if (h.magic != RT_FAT_MAGIC) return RTE_InvalidKernelImage;
        RT_TRY(rt_fat_ptx(rt, &rt->ctx.perm, lib->prelinked[i], h.header_size + h.size, &text, &n));
        add_part(&all, text, n, i == 0);
    }
    lib->text = buf_cstr(&all);
    lib->ntext = all.n;
    return 0;
}

// ---- cuLink ------------------------------------------------------------------------------------

int rt_cuLinkCreate_v2(Rt *rt, unsigned n, int *options, void **values, void **state) {
    if (!state) return RTE_InvalidValue;
    Link *l = rt_new(rt, OBJ_LINK, sizeof *l);
    buf_init(&l->text, &rt->ctx.perm);
    *state = l;
    return 0;
}

int rt_cuLinkAddData_v2(Rt *rt, void *state, int type, void *data, size_t size, const char *name,
                        unsigned n, int *options, void **values) {
    enum { PTX = 1, FATBINARY = 2 };
    if (!rt_is(rt, state, OBJ_LINK) || !data) return RTE_InvalidValue;
    Link *l = state;
    const char *text = data;
    size_t len = strnlen(text, size);
    if (type == FATBINARY) {
        RT_TRY(rt_fat_ptx(rt, &rt->ctx.perm, data, size, &text, &len));
    } else if (type != PTX) {
        rt_message(rt, "cuLinkAddData: only PTX and fat binaries can be linked");
        return RTE_NotSupported;
    } else {
        text = arena_strndup(&rt->ctx.perm, text, len);
    }
    add_part(&l->text, text, len, l->parts++ == 0);
    return 0;
}

int rt_cuLinkAddFile_v2(Rt *rt, void *state, int type, const char *path, unsigned n, int *options,
                        void **values) {
    FILE *f = path ? fopen(path, "rb") : NULL;
    if (!f) return RTE_FileNotFound;
    Buf b;
    buf_init(&b, &rt->ctx.perm);
    for (size_t k = 1; k;) {
        buf_reserve(&b, 1 << 16);
        k = fread(b.at + b.n, 1, b.cap - b.n, f);
        b.n += k;
    }
    fclose(f);
    size_t size = b.n;
    return rt_cuLinkAddData_v2(rt, state, type, (void *)buf_cstr(&b), size, path, n, options,
                               values);
}

// What comes out is the joined text: cuModuleLoadData takes it.
int rt_cuLinkComplete(Rt *rt, void *state, void **cubin, size_t *size) {
    if (!rt_is(rt, state, OBJ_LINK) || !cubin) return RTE_InvalidValue;
    Link *l = state;
    *cubin = (void *)buf_cstr(&l->text);
    if (size) *size = l->text.n + 1;
    return 0;
}

int rt_cuLinkDestroy(Rt *rt, void *state) {
    if (!rt_is(rt, state, OBJ_LINK)) return RTE_InvalidValue;
    rt_delete(rt, state);
    return 0;
}
