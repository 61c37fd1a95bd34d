// SPDX-License-Identifier: Apache-2.0
// `cuprum toolkit DIR`: a CUDA toolkit whose nvcc is this program, by a link of that name
// (nvcc/nvcc.h) to a file of that name, or with --driver=nvidia NVIDIA's, which calls this program
// as its cicc. nvcc finds cicc and its profile by the folder it was started from, not by where the
// link to it leads (seen with nvcc 13.0), so DIR has links to the installed toolkit's parts, a copy
// of nvcc.profile, and our cicc.
//
// Caches of objects (ccache, sccache) tell compilers apart by their files. A link to this program
// is told by this program's file (toolkit_own.c: where nothing of NVIDIA's is installed). NVIDIA's
// nvcc is a copy with our version and build behind it, which it does not read: for a link to
// NVIDIA's file they would give NVIDIA's objects, or those of another build of ours (doc/nvcc.md).
#include "driver/toolkit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char *join(Toolkit *toolkit, const char *a, const char *b) {
    return arena_printf(&toolkit->ctx->perm, "%s/%s", a, b);
}

static bool failed(Toolkit *toolkit, const char *path) {
    return DRIVER_DIAG(toolkit->ctx, drv_write, path, strerror(errno));
}

bool driver_toolkit_make_dir(Toolkit *toolkit, const char *path) {
    return mkdir(path, 0777) == 0 || errno == EEXIST || failed(toolkit, path);
}

bool driver_toolkit_make_link(Toolkit *toolkit, const char *target, const char *path) {
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode)) unlink(path);
    return symlink(target, path) == 0 || failed(toolkit, path);
}

// An update may have left another file there; a program that was copied elsewhere has none.
bool driver_toolkit_link_nvcc(Toolkit *toolkit, const char *path) {
    const char *folder = driver_library_folder(toolkit->ctx);
    const char *second = folder ? join(toolkit, folder, DRIVER_AS_NVCC) : NULL;
    struct stat own, other;
    bool same = second && stat(toolkit->self, &own) == 0 && stat(second, &other) == 0 &&
                own.st_size == other.st_size;
    return driver_toolkit_make_link(toolkit, same ? second : toolkit->self, path);
}

static bool link_part(Toolkit *toolkit, const char *name) {
    const char *from = join(toolkit, toolkit->cuda, name);
    return access(from, F_OK) != 0 ||
           driver_toolkit_make_link(toolkit, from, join(toolkit, toolkit->dir, name));
}

// Ours ends with this and a line's rest.
static const char mark[] = "\n# cuprum ";

static bool is_our_copy(const char *text, size_t n) {
    enum { LONGEST = 128 };
    const char *end = text + n, *from = n > LONGEST ? end - LONGEST : text;
    for (; from + sizeof mark < end; from++) {
        if (memcmp(from, mark, sizeof mark - 1) == 0) return true;
    }
    return false;
}

// A file that is not ours stays, and is an error; one that is right keeps its time.
static bool copy_nvcc(Toolkit *toolkit, const char *from, const char *path) {
    struct stat st;
    bool there = lstat(path, &st) == 0, link = there && S_ISLNK(st.st_mode);
    size_t nold = 0;
    const char *old = there && !link ? driver_read_file(toolkit->ctx, path, &nold) : NULL;
    if (there && !link && !(old && is_our_copy(old, nold))) {
        errno = EEXIST;
        return failed(toolkit, path);
    }
    Buf out;
    buf_init(&out, &toolkit->ctx->perm);
    size_t n;
    const char *text = driver_read_file(toolkit->ctx, from, &n);
    if (!text) return false;
    buf_write(&out, text, n);
    buf_printf(&out, "%s%s %s\n", mark, CUPRUM_VERSION, driver_build_id(toolkit->ctx));
    if (old && nold == out.n && memcmp(old, out.at, nold) == 0) return true;
    if (there) unlink(path);
    if (!driver_write_file(toolkit->ctx, path, out.at, out.n)) return false;
    return chmod(path, 0755) == 0 || failed(toolkit, path);
}

// A copy that was made with --driver=nvidia gives way.
static bool link_nvcc(Toolkit *toolkit, const char *path) {
    struct stat st;
    size_t n;
    bool file = lstat(path, &st) == 0 && S_ISREG(st.st_mode);
    const char *old = file ? driver_read_file(toolkit->ctx, path, &n) : NULL;
    if (old && is_our_copy(old, n)) unlink(path);
    return driver_toolkit_link_nvcc(toolkit, path);
}

// The installed toolkit's programs but nvcc, which pip's packages have not at all.
static bool link_programs(Toolkit *toolkit, const char *bin, const char *to) {
    DIR *dir = opendir(bin);
    if (!dir) return DRIVER_DIAG(toolkit->ctx, drv_cuda_path, toolkit->cuda);
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(dir));) {
        bool ours = strcmp(e->d_name, "nvcc") == 0 || strcmp(e->d_name, "nvcc.profile") == 0;
        if (e->d_name[0] == '.' || ours) continue;
        ok = driver_toolkit_make_link(toolkit, join(toolkit, bin, e->d_name),
                                      join(toolkit, to, e->d_name));
    }
    closedir(dir);
    return ok;
}

// What nvcc is told where no profile is installed (pip's packages): the folders of a toolkit.
static const char plain_profile[] =
    "TOP = $(_HERE_)/..\n"
    "NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice\n"
    "PATH += $(TOP)/nvvm/bin:$(_HERE_):\n"
    "INCLUDES += \"-I$(TOP)/include\" $(_SPACE_)\n"
    "SYSTEM_INCLUDES += \"-isystem\" \"$(TOP)/include/cccl\" $(_SPACE_)\n"
    "LIBRARIES =+ $(_SPACE_) \"-L$(TOP)/lib/stubs\" \"-L$(TOP)/lib\"\n";

static bool write_profile(Toolkit *toolkit, const char *from, const char *path) {
    size_t n = sizeof plain_profile - 1;
    const char *profile = plain_profile;
    if (access(from, F_OK) == 0) profile = driver_read_file(toolkit->ctx, from, &n);
    return profile && driver_write_file(toolkit->ctx, path, profile, n);
}

static bool fill_bin(Toolkit *toolkit) {
    const char *bin = join(toolkit, toolkit->cuda, "bin"), *to = join(toolkit, toolkit->dir, "bin");
    const char *nvcc = join(toolkit, to, "nvcc");
    if (!driver_toolkit_make_dir(toolkit, to) || !link_programs(toolkit, bin, to)) return false;
    bool made = toolkit->nvidia_driver ? copy_nvcc(toolkit, join(toolkit, bin, "nvcc"), nvcc)
                                       : link_nvcc(toolkit, nvcc);
    return made && write_profile(toolkit, join(toolkit, bin, "nvcc.profile"),
                                 join(toolkit, to, "nvcc.profile"));
}

static bool find_self(Toolkit *toolkit) {
    toolkit->self = driver_own_path(toolkit->ctx);
    return toolkit->self || failed(toolkit, "this program");
}

static bool link_cicc(Toolkit *toolkit) {
    const char *nvvm = join(toolkit, toolkit->dir, "nvvm"), *bin = join(toolkit, nvvm, "bin");
    return driver_toolkit_make_dir(toolkit, nvvm) && driver_toolkit_make_dir(toolkit, bin) &&
           driver_toolkit_make_link(toolkit, toolkit->self, join(toolkit, bin, "cicc")) &&
           link_part(toolkit, "nvvm/libdevice") && link_part(toolkit, "nvvm/lib64");
}

static bool make_toolkit(Toolkit *toolkit) {
    static const char *const parts[] = {"include", "lib", "lib64", "targets"};
    bool ok = find_self(toolkit) && driver_toolkit_make_dir(toolkit, toolkit->dir);
    if (ok && !toolkit->cuda) return driver_toolkit_fill(toolkit);
    ok = ok && fill_bin(toolkit) && link_cicc(toolkit);
    for (uint32_t i = 0; i < CU_COUNT(parts) && ok; i++) ok = link_part(toolkit, parts[i]);
    return ok;
}

typedef struct {
    const char *cuda; // as the command line has it, or NULL
    bool help, own;   // nothing of NVIDIA's
} Words;

// The value of --driver=, or of --driver and the next word; NULL: this word is another.
static const char *driver_value(int argc, char **argv, int *i) {
    static const char joined[] = "--driver=";
    const char *word = argv[*i];
    if (strncmp(word, joined, sizeof joined - 1) == 0) return word + sizeof joined - 1;
    return strcmp(word, "--driver") == 0 && *i + 1 < argc ? argv[++*i] : NULL;
}

// False: there is no such driver.
static bool choose_driver(Toolkit *toolkit, const char *name) {
    toolkit->nvidia_driver = strcmp(name, "nvidia") == 0;
    return toolkit->nvidia_driver || strcmp(name, "cuprum") == 0;
}

// Options may stand before and behind the folders. False: it is not understood, or help is wanted.
static bool read_words(int argc, char **argv, Toolkit *toolkit, Words *words) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *driver = driver_value(argc, argv, &i);
        if (driver && !choose_driver(toolkit, driver)) return false;
        if (driver) continue;
        if (strcmp(word, "--no-toolkit") == 0)
            words->own = true;
        else if (strcmp(word, "--help") == 0)
            words->help = true;
        else if (*word == '-' || (toolkit->dir && words->cuda))
            return false;
        else if (toolkit->dir)
            words->cuda = word;
        else
            toolkit->dir = word;
    }
    bool odd =
        words->own && (words->cuda || toolkit->nvidia_driver); // a part of NVIDIA's, and none
    return toolkit->dir && *toolkit->dir && !words->help && !odd;
}

// Who names one means this one; where none is installed the folder has our own, which is said.
// False after a message.
static bool find_cuda(Toolkit *toolkit, const Words *words) {
    const char *named = words->cuda ? words->cuda : getenv("CUDA_HOME");
    if (words->own) return true;
    if (named && !*named) named = NULL;
    const char *path = named ? named : "/usr/local/cuda";
    char *cuda = realpath(path, NULL);
    if (cuda) toolkit->cuda = arena_strndup(&toolkit->ctx->perm, cuda, strlen(cuda));
    free(cuda);
    if (toolkit->cuda) return true;
    if (named || toolkit->nvidia_driver) return DRIVER_DIAG(toolkit->ctx, drv_cuda_path, path);
    DRIVER_DIAG(toolkit->ctx, drv_own_toolkit, path);
    return true;
}

int cmd_toolkit(int argc, char **argv) {
    static const char usage[] =
        "usage: cuprum toolkit [--driver=nvidia|cuprum] [--no-toolkit] DIR [CUDA]\n"
        "Makes DIR a CUDA toolkit whose nvcc is cuprum. CUDA is the installed toolkit (default:\n"
        "CUDA_HOME, else /usr/local/cuda); where there is none, and with --no-toolkit, DIR has\n"
        "Cuprum's own headers and libraries. With --driver=nvidia its nvcc is NVIDIA's, which\n"
        "calls cuprum for device code alone.\n";
    Toolkit toolkit = {0};
    Words words = {0};
    if (!read_words(argc, argv, &toolkit, &words)) {
        fputs(usage, words.help ? stdout : stderr);
        return words.help ? 0 : 2;
    }
    Ctx ctx;
    ctx_init(&ctx);
    toolkit.ctx = &ctx;
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0 && find_cuda(&toolkit, &words) && make_toolkit(&toolkit))
        printf("%s/bin/nvcc\n", toolkit.dir);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
