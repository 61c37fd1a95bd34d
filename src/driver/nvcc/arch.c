// SPDX-License-Identifier: Apache-2.0
// -arch, -code and -gencode: which virtual architectures are compiled, and what is made of each.
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const Target *target;
    bool is_virtual, is_lto;
} Code;

// The CUDA whose targets there are: that of the toolkit, or the last one that writes PTX as old as
// is asked for.
uint32_t nvcc_cuda(Nvcc *nvcc) {
    enum { LAST_OF_12 = 12090, ITS_PTX = 88 };
    const char *version = nvcc_value(nvcc, N_PTX_VERSION, NULL);
    uint16_t number = version ? driver_ptx_version(version) : 0;
    bool old = number && number <= ITS_PTX;
    return old ? CU_MIN(nvcc->version.number, (uint32_t)LAST_OF_12) : nvcc->version.number;
}

// sm_NN, compute_NN or lto_NN, with a or f behind it. False after a message.
static bool read_code(Nvcc *nvcc, const char *name, Code *out) {
    static const char virtual_[] = "compute_", lto[] = "lto_";
    out->is_virtual = strncmp(name, virtual_, sizeof virtual_ - 1) == 0;
    out->is_lto = strncmp(name, lto, sizeof lto - 1) == 0;
    const char *real = name, *number = strchr(name, '_');
    bool renamed = out->is_virtual || out->is_lto;
    if (renamed) real = arena_printf(&nvcc->ctx->perm, "sm_%s", number + 1);
    bool named = strncmp(real, "sm_", 3) == 0;
    out->target = named ? target_parse(real, strlen(real)) : NULL;
    bool past = out->target && out->target->cuda_last && nvcc_cuda(nvcc) > out->target->cuda_last;
    // a toolkit's own assembler and linker do not know later targets
    bool later = out->target && nvcc->ptxas && nvcc_cuda(nvcc) / 10 * 10 < out->target->cuda_first;
    return (out->target && !past && !later) || nvcc_say(NM_unknown_arch, name);
}

static bool comes_before(const Target *a, const Target *b) {
    return a->number != b->number ? a->number < b->number : a->suffix < b->suffix;
}

// The virtual architecture's place in the ascending list.
static NvccArch *arch_of(Nvcc *nvcc, const Target *wanted) {
    uint32_t at = 0;
    while (at < nvcc->archs.n && comes_before(nvcc->archs.at[at].target, wanted)) at++;
    if (at < nvcc->archs.n && nvcc->archs.at[at].target == wanted) return &nvcc->archs.at[at];
    vec_push(&nvcc->ctx->perm, &nvcc->archs, ((NvccArch){.target = wanted}));
    for (uint32_t i = nvcc->archs.n - 1; i > at; i--) nvcc->archs.at[i] = nvcc->archs.at[i - 1];
    nvcc->archs.at[at] = (NvccArch){.target = wanted};
    return &nvcc->archs.at[at];
}

// Each target once, in the order of the command line.
static void add_lto(Nvcc *nvcc, NvccArch *owner, const Target *added) {
    for (uint32_t i = 0; i < owner->lto.n; i++) {
        if (owner->lto.at[i] == added) return;
    }
    vec_push(&nvcc->ctx->perm, &owner->lto, added);
}

// What stands twice on the command line is made once.
static void add_code(Nvcc *nvcc, const Target *arch, Code code) {
    NvccArch *a = arch_of(nvcc, arch);
    a->ptx |= code.is_virtual;
    if (code.is_lto) {
        add_lto(nvcc, a, code.target);
        return;
    }
    for (uint32_t i = 0; i < a->real.n; i++) {
        if (a->real.at[i] == code.target) return;
    }
    if (!code.is_virtual) vec_push(&nvcc->ctx->perm, &a->real, code.target);
}

// PTX of an architecture runs on later ones; that of `a` on itself, that of `f` in its family.
static bool fits(const Target *arch, const Target *code) {
    if (arch->suffix == 'a') return arch == code;
    if (arch->suffix == 'f')
        return arch->number / 10 == code->number / 10 && arch->number <= code->number;
    return arch->number <= code->number;
}

// code=sm_80, code=[sm_80,compute_80], code=\"sm_80,compute_80\"
static bool add_codes(Nvcc *nvcc, const Target *arch, const char *arch_name, const char *list) {
    for (const char *p = list; *p;) {
        p += strspn(p, "[]\"\\', ");
        size_t k = strcspn(p, "[]\"\\', ");
        if (!k) break;
        const char *name = arena_strndup(&nvcc->ctx->perm, p, k);
        Code code;
        if (!read_code(nvcc, name, &code)) return false;
        if (!fits(arch, code.target)) return nvcc_say(NM_incompatible, name, arch_name);
        // machine code made of a family's PTX is that family's
        bool machine_code = !code.is_virtual && !code.is_lto;
        if (machine_code && arch->suffix == 'f' && !code.target->suffix)
            code.target = target_find(code.target->number, 'f');
        add_code(nvcc, arch, code);
        p += k;
    }
    return true;
}

// The value behind arch= or code=, in either order; NULL: the keyword is not there. A list of codes
// has commas of its own and ends with the next arch=.
static const char *part_of(Nvcc *nvcc, const char *spec, const char *keyword) {
    const char *p = strstr(spec, keyword);
    if (!p) return NULL;
    p += strlen(keyword);
    bool code = strcmp(keyword, "code=") == 0;
    const char *next = strstr(p, "arch=");
    size_t k = code ? (next ? (size_t)(next - p) : strlen(p)) : strcspn(p, ",");
    return arena_strndup(&nvcc->ctx->perm, p, k);
}

// arch= must be virtual (or lto_NN): it is what is compiled. False after a message.
static bool read_gencode(Nvcc *nvcc, const char *spec) {
    if (!strchr(spec, '=')) return nvcc_say(NM_not_a_pair, spec);
    const char *arch = part_of(nvcc, spec, "arch="), *code = part_of(nvcc, spec, "code=");
    if (!arch && !code) return nvcc_say(NM_unknown_keyword, spec);
    if (!arch || !code) return nvcc_say(NM_missing_part, spec, arch ? "code" : "arch");
    Code a;
    if (!read_code(nvcc, arch, &a)) return false;
    if (!a.is_virtual && !a.is_lto) return nvcc_say(NM_arch_not_virtual, arch);
    return add_codes(nvcc, a.target, arch, code);
}

// All GPUs, or those that begin a generation; PTX for the newest of those that do.
static void add_all(Nvcc *nvcc, bool major) {
    uint32_t count;
    const Target *all = target_all(&count), *newest = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const Target *t = &all[i];
        if (t->suffix || !target_of_cuda(t, nvcc_cuda(nvcc))) continue;
        bool begins = t->number % 10 == 0 || nvcc->archs.n == 0;
        if (major && !begins) continue;
        add_code(nvcc, t, (Code){.target = t});
        if (begins) newest = t;
    }
    if (newest) add_code(nvcc, newest, (Code){.target = newest, .is_virtual = true});
}

static void add_default(Nvcc *nvcc) {
    const Target *first_of_12 = target_find(52, 0), *t = target_find(75, 0);
    if (target_of_cuda(first_of_12, nvcc->version.number)) t = first_of_12;
    add_code(nvcc, t, (Code){.target = t});
    add_code(nvcc, t, (Code){.target = t, .is_virtual = true});
}

// The GPUs that NVIDIA's program names, if it is there: "8.6" a line.
static void add_native(Nvcc *nvcc) {
    uint32_t before = nvcc->archs.n;
    FILE *f = popen("nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null", "r");
    unsigned major, minor;
    while (f && fscanf(f, "%u.%u", &major, &minor) == 2) {
        const Target *t = target_find((uint16_t)(major * 10 + minor), 0);
        if (t) add_code(nvcc, t, (Code){.target = t});
    }
    if (f) pclose(f);
    if (nvcc->archs.n != before) return;
    nvcc_say(NM_no_gpu);
    add_default(nvcc);
}

// -arch sm_NN alone stands for machine code and PTX of that architecture; with -code it must be
// virtual, as in -gencode. False after a message.
static bool read_arch(Nvcc *nvcc, const char *arch) {
    bool all = strcmp(arch, "all") == 0, major = strcmp(arch, "all-major") == 0;
    bool native = strcmp(arch, "native") == 0, has_code = nvcc_has(nvcc, N_CODE);
    if ((all || major || native) && has_code) return nvcc_say(NM_arch_with_code, arch);
    if (all || major) add_all(nvcc, major);
    if (native) add_native(nvcc);
    if (all || major || native) return true;
    Code code;
    if (!read_code(nvcc, arch, &code)) return false;
    if (has_code && !code.is_virtual && !code.is_lto) return nvcc_say(NM_arch_not_virtual, arch);
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        if (it->id == N_CODE && !add_codes(nvcc, code.target, arch, it->value)) return false;
    }
    if (has_code) return true;
    // beside what is for one GPU or its family nvcc makes PTX for those to come, where a file holds
    // both
    bool of_one = is_any_of(nvcc->phase, PHASE_PTX, PHASE_LTOIR, PHASE_CUBIN);
    if (code.target->suffix && !of_one) {
        const Target *plain = target_find(code.target->number, 0);
        add_code(nvcc, plain, (Code){plain, .is_virtual = !code.is_lto, .is_lto = code.is_lto});
    }
    add_code(nvcc, code.target, code);
    if (!code.is_lto && !code.is_virtual)
        add_code(nvcc, code.target, (Code){.target = code.target, .is_virtual = true});
    return true;
}

// At least one architecture comes of it: without options sm_75 and its PTX, as in nvcc 13.0, or
// sm_52 as in nvcc 12.
bool nvcc_read_archs(Nvcc *nvcc) {
    const char *arch = nvcc_value(nvcc, N_ARCH, NULL);
    if (!arch && nvcc_has(nvcc, N_CODE)) return nvcc_say(NM_code_alone);
    if (arch && !read_arch(nvcc, arch)) return false;
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        if (it->id == N_GENCODE && !read_gencode(nvcc, it->value)) return false;
    }
    if (!nvcc->archs.n) add_default(nvcc);
    // without ptxas the driver assembles PTX when the program runs: that stands for machine code
    for (uint32_t i = 0; i < nvcc->archs.n; i++)
        nvcc->archs.at[i].ptx |= !nvcc->ptxas && nvcc->archs.at[i].real.n;
    // -dlto: beside the PTX of each, in place of machine code
    bool listed = nvcc_has(nvcc, N_CODE) || nvcc_has(nvcc, N_GENCODE);
    for (uint32_t i = 0; i < nvcc->archs.n && nvcc->dlto && !listed; i++)
        add_lto(nvcc, &nvcc->archs.at[i], nvcc->archs.at[i].target);
    return true;
}

// Ascending numbers times ten, each once: variants with a suffix have no value of their own.
const char *nvcc_arch_list(Nvcc *nvcc) {
    Buf b;
    buf_init(&b, &nvcc->ctx->perm);
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        unsigned number = nvcc->archs.at[i].target->number;
        bool repeated = i && nvcc->archs.at[i - 1].target->number == number; // of another suffix
        if (!repeated) buf_printf(&b, "%s%u0", i ? "," : "", number);
    }
    return buf_cstr(&b);
}

const char *nvcc_virtual_name(Nvcc *nvcc, const Target *t) {
    return arena_printf(&nvcc->ctx->perm, "compute_%s", t->name + strlen("sm_"));
}

// Variants with a suffix are not listed. With both options each line can stand behind -gencode.
void nvcc_list_archs(Nvcc *nvcc) {
    uint32_t count;
    const Target *all = target_all(&count);
    bool codes = nvcc_has(nvcc, N_CODE_LS), archs = nvcc_has(nvcc, N_ARCH_LS);
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].suffix || !target_of_cuda(&all[i], nvcc_cuda(nvcc))) continue;
        const char *name = nvcc_virtual_name(nvcc, &all[i]);
        if (codes && archs)
            printf("arch=%s,code=%s\n", name, all[i].name);
        else
            printf("%s\n", codes ? all[i].name : name);
    }
}
