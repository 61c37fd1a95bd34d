// SPDX-License-Identifier: Apache-2.0
// What nvJitLink does: every input is recognised by its bytes and gives PTX or containers of LTO
// IR; the containers become one module and PTX (libNVVM's -link-lto), and all PTX becomes one text
// (ptx_join). That text is the result, as "cubin" too: a driver that loads it assembles it.
// Machine code cannot be linked here: an input that has nothing else is refused by name.
#define _GNU_SOURCE // memmem
#include "api/nvjitlink.h"

#include "api/nvvm_api.h"
#include "base/archive.h"
#include "cudart/container.h"

#include <elf.h>
#include <stdlib.h>
#include <time.h>

// ---- what bytes are -----------------------------------------------------------------------------

// Enough bytes for the header too, which is then read unchecked.
static bool is_elf(const void *bytes, size_t n) {
    return n >= sizeof(Elf64_Ehdr) && memcmp(bytes, ELFMAG, SELFMAG) == 0 &&
           ((const uint8_t *)bytes)[EI_CLASS] == ELFCLASS64;
}

static uint16_t elf_machine(const void *bytes) {
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    return header.e_machine;
}

// PTX begins with its version, behind comments and blanks.
static bool is_ptx(const char *text, size_t n) {
    const char *end = text + n;
    while (text < end) {
        size_t left = (size_t)(end - text);
        const char *close = NULL;
        if (left >= 2 && memcmp(text, "//", 2) == 0)
            close = memchr(text, '\n', left);
        else if (left >= 2 && memcmp(text, "/*", 2) == 0)
            close = memmem(text + 2, left - 2, "*/", 2);
        else if (!strchr(" \t\r\n", *text) || !*text)
            return left >= 8 && memcmp(text, ".version", 8) == 0;
        if (*text == '/' && !close) return false;
        text = close ? close + (*close == '*' ? 2 : 1) : text + 1;
    }
    return false;
}

// A fat binary, as the run-time library opens it.
static bool is_container(const void *bytes, size_t n) {
    RtEntries entries;
    return rt_container_open(bytes, n, &entries);
}

static bool is_archive(const void *bytes, size_t n) {
    Archive archive;
    return archive_open(bytes, n, &archive);
}

enum { EM_DEVICE = 190 }; // EM_CUDA

// JIT_NONE: nothing that is known. PTX goes last: only its text says what it is.
static JitKind recognise(const void *bytes, size_t n) {
    if (is_elf(bytes, n)) return elf_machine(bytes) == EM_DEVICE ? JIT_CUBIN : JIT_OBJECT;
    if (is_container(bytes, n)) return JIT_FATBIN;
    if (nvvm_is_container(bytes, n)) return JIT_LTOIR;
    if (is_archive(bytes, n)) return JIT_LIBRARY;
    if (is_ptx(bytes, n)) return JIT_PTX;
    return JIT_NONE;
}

// What `cuprum ptxas` makes: a container with one image, which is PTX.
static bool is_our_cubin(const void *bytes, size_t n) {
    RtEntries entries;
    RtFatEntry entry = {0};
    const uint8_t *payload;
    return rt_container_open(bytes, n, &entries) &&
           rt_container_next(&entries, &entry, &payload) == RT_ENTRY_THERE &&
           entry.kind == RT_FAT_PTX && entries.left == 0;
}

// A client says what it adds, or JIT_ANY. What it says must be what the bytes are.
static JitResult check_kind(JitLink *link, JitKind said, JitKind is, const void *bytes, size_t n,
                            const char *name) {
    static const char *const words[JIT_KINDS] = {"NONE",   "CUBIN",  "PTX",     "LTOIR",
                                                 "FATBIN", "OBJECT", "LIBRARY", "INDEX"};
    if (said == JIT_ANY && is) return JIT_SUCCESS;
    if (said == JIT_ANY) {
        buf_printf(&link->log, "unrecognized input type: %s\n", name);
        return JIT_UNRECOGNIZED_INPUT;
    }
    if (said <= JIT_NONE || said >= JIT_KINDS) {
        buf_printf(&link->log, "unsupported input type: %s\n", name);
        return JIT_INCORRECT_INPUT_TYPE;
    }
    // Our cubins are PTX.
    if (said == is || (said == JIT_CUBIN && is == JIT_PTX)) return JIT_SUCCESS;
    if (said == JIT_CUBIN && is_our_cubin(bytes, n)) return JIT_SUCCESS;
    buf_printf(&link->log, "ERROR 1: bad input: does not match type NVJITLINK_INPUT_%s: %s\n",
               words[said], name);
    return JIT_INCORRECT_INPUT_TYPE;
}

// ---- taking inputs ------------------------------------------------------------------------------

static JitResult bad_input(JitLink *link, const char *name) {
    buf_printf(&link->log, "ERROR 4: bad input: %s\n", name);
    return JIT_INVALID_INPUT;
}

// It names what the client can do, since NVIDIA's library would have linked the input.
static JitResult refuse_machine_code(JitLink *link, const char *name) {
    buf_printf(
        &link->log,
        "ERROR 4: bad input: %s has machine code and no PTX for %s: Cuprum links PTX and LTO "
        "IR; compile it for compute_NN too\n",
        name, link->options.target->name);
    return JIT_INVALID_INPUT;
}

// The context's diagnostics since `from`, as ptxas names places.
static void log_diagnostics(JitLink *link, uint32_t from) {
    for (uint32_t i = from; i < diag_count(&link->ctx); i++) {
        DiagView view;
        diag_get(&link->ctx, i, &view);
        if (view.severity < SEV_ERROR) continue;
        buf_printf(&link->log, "ptxas application ptx input, line %u; error   : %s\n", view.line,
                   view.text);
    }
}

// The text is read now, so that who adds it learns of a mistake in it.
static JitResult add_ptx(JitLink *link, const char *text, size_t n, const char *name) {
    n = strnlen(text, n);
    JitPtx input = {name, {arena_strndup(&link->ctx.perm, text, n), n}};
    uint32_t before = diag_count(&link->ctx);
    const PtxModule *module = ptx_read(&link->ctx, &link->ctx.perm, name, input.text.text, n);
    if (!module) {
        log_diagnostics(link, before);
        buf_printf(&link->log,
                   "ptxas fatal   : Ptx assembly aborted due to errors\n"
                   "ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (%s)\n",
                   name);
        return JIT_PTX_COMPILE;
    }
    vec_push(&link->ctx.perm, &link->ptx, input);
    return JIT_SUCCESS;
}

// Whether the container can be read is told now; its IR is read when all are linked.
static JitResult add_lto(JitLink *link, const void *bytes, size_t n, const char *name) {
    if (!link->options.lto) {
        buf_puts(&link->log, "ERROR 1: LTO-IR input cannot be used without LTO enabled (-lto)\n");
        return JIT_LTO_NOT_ENABLED;
    }
    NvvmContainer container;
    NvvmContainerFault fault = nvvm_open_container(bytes, n, &container);
    if (fault == NVVM_CONTAINER_LATER) {
        buf_printf(&link->log, "ERROR 4: %s: may need newer version of nvJitLink library\n", name);
        return JIT_OUTDATED_LIBRARY;
    }
    if (fault == NVVM_CONTAINER_DAMAGED) return bad_input(link, name);
    NvvmLtoInput input = {name, arena_copy(&link->ctx.perm, bytes, n, 8), n};
    vec_push(&link->ctx.perm, &link->lto, input);
    return JIT_SUCCESS;
}

// Of a container's images LTO IR is taken where it may be, else PTX. `part`: it may have none.
static JitResult add_container(JitLink *link, const void *bytes, size_t n, const char *name,
                               bool part) {
    RtEntries entries;
    RtFatEntry entry, best = {0};
    const uint8_t *payload, *best_payload = NULL;
    uint32_t fit = 0, images = 0;
    if (!rt_container_open(bytes, n, &entries)) return bad_input(link, name);
    RtNext state;
    while ((state = rt_container_next(&entries, &entry, &payload)) == RT_ENTRY_THERE) {
        images++;
        bool lto = entry.kind == RT_FAT_LTO && link->options.lto;
        if (entry.kind != RT_FAT_PTX && !lto) continue;
        uint32_t how = rt_container_fitness(link->options.target, &entry);
        bool better = how && (lto > (best.kind == RT_FAT_LTO) ||
                              (lto == (best.kind == RT_FAT_LTO) && how > fit));
        if (better) fit = how, best = entry, best_payload = payload;
    }
    if (state == RT_ENTRY_BROKEN) return bad_input(link, name);
    if (!fit) return part || !images ? JIT_SUCCESS : refuse_machine_code(link, name);

    const char *image;
    size_t size;
    if (rt_container_unpack(&link->ctx.perm, &best, best_payload, &image, &size)) {
        buf_printf(&link->log, "ERROR 4: bad input: %s cannot be unpacked\n", name);
        return JIT_INVALID_INPUT;
    }
    return best.kind == RT_FAT_LTO ? add_lto(link, image, size, name)
                                   : add_ptx(link, image, size, name);
}

// The containers of a section follow each other, aligned to 8 bytes.
static JitResult add_section(JitLink *link, const uint8_t *at, size_t n, const char *name,
                             bool part, bool *any) {
    RtEntries entries;
    while (rt_container_open(at, n, &entries)) {
        *any = true;
        JitResult result = add_container(link, at, n, name, part);
        if (result) return result;
        size_t size = (size_t)(entries.at + entries.left - at + 7) & ~(size_t)7;
        size = CU_MIN(size, n);
        at += size;
        n -= size;
    }
    return JIT_SUCCESS;
}

// What nvcc puts device code into: one section for linked code, one for relocatable code.
static bool is_device_section(const char *name) {
    return strcmp(name, ".nv_fatbin") == 0 || strcmp(name, "__nv_relfatbin") == 0;
}

// Every size is checked: the object may be damaged.
static JitResult add_object(JitLink *link, const void *bytes, size_t n, const char *name,
                            bool part) {
    const uint8_t *file = bytes;
    Elf64_Ehdr header;
    memcpy(&header, file, sizeof header);
    size_t table = (size_t)header.e_shnum * sizeof(Elf64_Shdr);
    bool any = false, sound = header.e_shoff <= n && table <= n - header.e_shoff &&
                              header.e_shstrndx < header.e_shnum;
    Elf64_Shdr *section = arena_array(&link->ctx.perm, Elf64_Shdr, header.e_shnum + 1u);
    if (sound) memcpy(section, file + header.e_shoff, table);
    Elf64_Shdr names = sound ? section[header.e_shstrndx] : (Elf64_Shdr){0};
    sound = sound && names.sh_offset <= n && names.sh_size <= n - names.sh_offset &&
            names.sh_size && !file[names.sh_offset + names.sh_size - 1];

    for (uint32_t i = 0; sound && i < header.e_shnum; i++) {
        const Elf64_Shdr *s = &section[i];
        if (s->sh_name >= names.sh_size || s->sh_type == SHT_NOBITS) continue;
        if (!is_device_section((const char *)file + names.sh_offset + s->sh_name)) continue;
        if (s->sh_offset > n || s->sh_size > n - s->sh_offset) sound = false;
        JitResult result =
            sound ? add_section(link, file + s->sh_offset, s->sh_size, name, part, &any)
                  : JIT_SUCCESS;
        if (result) return result;
    }
    if (sound && (any || part)) return JIT_SUCCESS;
    if (!sound) return bad_input(link, name);
    buf_printf(&link->log, "ERROR 4: %s has no device code\n", name);
    return JIT_MISSING_FATBIN;
}

// The members of an archive that are objects.
static JitResult add_library(JitLink *link, const void *bytes, size_t n, const char *name) {
    Archive archive;
    ArchiveMember member;
    ArchiveNext state;
    if (!archive_open(bytes, n, &archive)) return JIT_INVALID_INPUT;
    while ((state = archive_next(&archive, &member)) == ARCHIVE_MEMBER) {
        bool object = is_elf(member.bytes, member.n) && elf_machine(member.bytes) != EM_DEVICE;
        JitResult result =
            object ? add_object(link, member.bytes, member.n, name, true) : JIT_SUCCESS;
        if (result) return result;
    }
    return state == ARCHIVE_END ? JIT_SUCCESS : bad_input(link, name);
}

// A link goes on after an input that was refused.
JitResult nvjitlink_add(JitLink *link, JitKind kind, const void *bytes, size_t n,
                        const char *name) {
    JitKind is = recognise(bytes, n);
    name = arena_printf(&link->ctx.perm, "%s", name ? name : "<unnamed>");
    JitResult result = check_kind(link, kind, is, bytes, n, name);
    if (result) return result;
    switch (is) {
    case JIT_PTX: return add_ptx(link, bytes, n, name);
    case JIT_LTOIR: return add_lto(link, bytes, n, name);
    case JIT_FATBIN: return add_container(link, bytes, n, name, false);
    case JIT_OBJECT: return add_object(link, bytes, n, name, false);
    case JIT_LIBRARY: return add_library(link, bytes, n, name);
    default: return refuse_machine_code(link, name);
    }
}

// ---- linking ------------------------------------------------------------------------------------

// "-host-ref-ek=a,b" for names that are given one by one; nothing for none.
static void add_names(JitLink *link, JitWords *words, const char *spelling, const JitWords *names) {
    Buf list;
    if (!names->n) return;
    buf_init(&list, &link->ctx.perm);
    buf_puts(&list, spelling);
    for (uint32_t i = 0; i < names->n; i++) buf_printf(&list, "%s%s", i ? "," : "", names->at[i]);
    vec_push(&link->ctx.perm, words, (const char *)buf_cstr(&list));
}

// libNVVM's command line: what the link's own options say, then those passed on as they are.
static JitWords nvvm_words(JitLink *link) {
    Arena *arena = &link->ctx.perm;
    const Target *target = link->options.target;
    const char suffix[] = {target->suffix, 0};
    JitWords words = {0};
    const char *arch = arena_printf(arena, "-arch=compute_%u%s", target->number, suffix);
    vec_push(arena, &words, arch);
    vec_push(arena, &words, "-link-lto");
    for (uint32_t i = 0; i < link->options.nvvm.n; i++)
        vec_push(arena, &words, link->options.nvvm.at[i]);
    // What is linked with other PTX stays visible to it.
    if (link->ptx.n) vec_push(arena, &words, "--force-device-c");
    add_names(link, &words, "-host-ref-ek=", &link->options.kernels);
    add_names(link, &words, "-host-ref-eg=", &link->options.variables);
    add_names(link, &words, "-host-ref-ec=", &link->options.variables);
    return words;
}

// All containers become one more text of PTX.
static JitResult link_containers(JitLink *link) {
    NvProgram program;
    nvvm_program_init(&program);
    NvResult result = NV_SUCCESS;
    for (uint32_t i = 0; i < link->lto.n && result == NV_SUCCESS; i++) {
        const NvvmLtoInput *input = &link->lto.at[i];
        result = nvvm_program_add_container(&program, input->bytes, input->n, input->name);
    }
    JitWords words = nvvm_words(link);
    if (result == NV_SUCCESS) result = nvvm_program_run(&program, (int)words.n, words.at, false);
    if (program.nlog) buf_write(&link->log, program.log, strnlen(program.log, program.nlog));
    bool made = program.nresult && is_any_of(result, NV_SUCCESS, NV_LINK_LTO);
    if (made) {
        JitPtx input = {"LTO",
                        {arena_strndup(&link->ctx.perm, program.result, program.nresult), 0}};
        input.text.n = strlen(input.text.text);
        vec_push(&link->ctx.perm, &link->ptx, input);
    } else {
        buf_puts(&link->log, "ERROR in nvvmCompileProgram\n");
    }
    nvvm_program_free(&program);
    return made ? JIT_SUCCESS : JIT_NVVM_COMPILE;
}

// In nvlink's words, with the names that the client gave the inputs.
static void log_fault(JitLink *link, const PtxJoinFault *fault) {
    const char *part = link->ptx.at[fault->part].name, *first = link->ptx.at[fault->first].name;
    if (fault->kind == PTX_UNDEFINED)
        buf_printf(&link->log, "error   : Undefined reference to '%s' in '%s'\n", fault->name,
                   part);
    else
        buf_printf(&link->log,
                   "error   : Multiple definition of '%s' in '%s', first defined in '%s'\n",
                   fault->name, part, first);
}

// All faults are told, not only the first. The result's size counts the NUL.
static JitResult join_texts(JitLink *link) {
    PtxPart *part = arena_array(&link->ctx.perm, PtxPart, link->ptx.n + 1);
    for (uint32_t i = 0; i < link->ptx.n; i++) part[i] = link->ptx.at[i].text;
    PtxJoined joined = ptx_join(&link->ctx, part, link->ptx.n);
    VEC_FOREACH (const PtxJoinFault, fault, &joined.fault) {
        log_fault(link, fault);
    }
    if (joined.fault.n) {
        buf_puts(&link->log, "ERROR 9: finish\n");
        return JIT_INTERNAL;
    }
    link->result = joined.text;
    link->size = joined.n + 1;
    return JIT_SUCCESS;
}

// Of a clock that nobody sets: only differences count.
static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

// Options that the inputs contradict are refused first; then LTO IR becomes PTX and joins the rest.
JitResult nvjitlink_complete(JitLink *link) {
    const JitOptions *options = &link->options;
    double begin = milliseconds();
    if (options->ptx && link->ptx.n) {
        buf_puts(&link->log, "ERROR: -ptx requires that all inputs have LTOIR\n");
        return JIT_INCORRECT_INPUT_TYPE;
    }
    if (options->lto && !link->lto.n && !link->ptx.n) {
        buf_puts(&link->log, "ERROR in nvvmCompileProgram: NVVM_ERROR_NO_MODULE_IN_PROGRAM\n");
        return JIT_NVVM_COMPILE;
    }
    JitResult result = link->lto.n ? link_containers(link) : JIT_SUCCESS;
    if (result) return result;
    if (options->verbose) {
        VEC_FOREACH (const JitPtx, input, &link->ptx) {
            buf_printf(&link->info, "info    : %zu bytes of PTX in '%s'\n", input->text.n,
                       input->name);
        }
    }
    // Nothing to link is no mistake, and the result is empty.
    result = join_texts(link);
    if (options->time)
        buf_printf(&link->info, "nvJitLinkComplete time to finish: %f\n", milliseconds() - begin);
    return result;
}
