// SPDX-License-Identifier: Apache-2.0
// Linking: the parts of a program built with -rdc=true, and cuLink*. The parts' PTX is joined into
// one text (ptx_join).
#include "cudart/cudart_int.h"

// What a CUlinkState stands for. The joined text lives as long as the run-time system, since the
// caller loads it after the link is destroyed.
typedef struct {
    RtObj o;
    VEC(PtxPart) part;
} Link;

// One text of all parts, which lives as long as the run-time system.
static const char *join(Rt *rt, const PtxPart *part, uint32_t n, size_t *size) {
    PtxJoined joined = ptx_join(&rt->ctx, part, n);
    *size = joined.n;
    return joined.text;
}

// The parts of a program come as several registered fat binaries that share one library [abi.h].
int rt_link_parts(Rt *rt, RtLibrary *lib) {
    VEC(PtxPart) parts = {0};
    for (uint32_t i = 0; lib->prelinked[i]; i++) {
        RtFatHeader fat_header;
        PtxPart p = {0};
        memcpy(&fat_header, lib->prelinked[i], sizeof fat_header);
        if (fat_header.magic != RT_FAT_MAGIC) return RTE_InvalidKernelImage;
        // NVIDIA's library for launches from kernels has no PTX: what needs it is reported as
        // missing
        bool part = parts.n || lib->prelinked[i + 1];
        int e = rt_fat_ptx(rt, &rt->ctx.perm, lib->prelinked[i],
                           fat_header.header_size + fat_header.size, part, &p.text, &p.n);
        if (e && e != RTE_NoKernelImageForDevice) return e;
        if (!e) vec_push(&rt->ctx.perm, &parts, p);
    }
    if (!parts.n) return RTE_NoKernelImageForDevice;
    lib->text = join(rt, parts.at, parts.n, &lib->ntext);
    return 0;
}

// ---- cuLink ------------------------------------------------------------------------------------

// Options set limits of NVIDIA's compiler and buffers for its log: nothing here has use for them.
int rt_cuLinkCreate_v2(Rt *rt, unsigned n, int *options, void **values, void **state) {
    if (!state) return RTE_InvalidValue;
    *state = rt_new(rt, OBJ_LINK, sizeof(Link));
    return 0;
}

int rt_cuLinkAddData_v2(Rt *rt, void *state, int type, void *data, size_t size, const char *name,
                        unsigned n, int *options, void **values) {
    enum { CUBIN, PTX, FATBINARY };
    // The caller may free the data right after this call, so PTX is copied; what is unpacked from a
    // fat binary is a copy already.
    PtxPart part = {.text = data};
    if (!rt_is(rt, state, OBJ_LINK) || !data) return RTE_InvalidValue;
    // Our assembler's cubins are fat binaries.
    if (type == CUBIN && size > sizeof(RtFatHeader) && rt_begins(data, RT_FAT_MAGIC))
        type = FATBINARY;
    if (type == FATBINARY) {
        RT_TRY(rt_fat_ptx(rt, &rt->ctx.perm, data, size, false, &part.text, &part.n));
    } else if (type == PTX) {
        part.n = strnlen(data, size);
        part.text = arena_strndup(&rt->ctx.perm, data, part.n);
    } else {
        rt_message(rt, "cuLinkAddData: only PTX and fat binaries can be linked");
        return RTE_NotSupported;
    }
    vec_push(&rt->ctx.perm, &((Link *)state)->part, part);
    return 0;
}

int rt_cuLinkAddFile_v2(Rt *rt, void *state, int type, const char *path, unsigned n, int *options,
                        void **values) {
    Buf b;
    if (!rt_read_file(rt, path, &b)) return RTE_FileNotFound;
    return rt_cuLinkAddData_v2(rt, state, type, b.at, b.n, path, n, options, values);
}

// What comes out is the joined text: cuModuleLoadData takes it.
int rt_cuLinkComplete(Rt *rt, void *state, void **cubin, size_t *size) {
    size_t n;
    if (!rt_is(rt, state, OBJ_LINK) || !cubin) return RTE_InvalidValue;
    Link *l = state;
    *cubin = (void *)join(rt, l->part.at, l->part.n, &n);
    if (size) *size = n + 1;
    return 0;
}

int rt_cuLinkDestroy(Rt *rt, void *state) {
    if (!rt_is(rt, state, OBJ_LINK)) return RTE_InvalidValue;
    rt_delete(rt, state);
    return 0;
}
