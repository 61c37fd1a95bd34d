// SPDX-License-Identifier: Apache-2.0
// `cuprum toolkit DIR`: a CUDA toolkit whose nvcc is this program, by a link of that name
// (nvcc/nvcc.h), or with --driver=nvidia NVIDIA's, which calls this program as its cicc. nvcc finds
// cicc and its profile by the folder it was started from, not by where the link to it leads (seen
// with nvcc 13.0), so DIR has links to the installed toolkit's parts, a copy of nvcc.profile, and
// our cicc.
//
// Caches of objects (ccache, sccache) tell compilers apart by their files. A link to this program
// is told by this program's file. NVIDIA's nvcc is a copy with our version and build behind it,
// which it does not read: for a link to NVIDIA's file they would give NVIDIA's objects, or those of
// another build of ours (doc/nvcc.md).
#include "driver/driver.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    Ctx *ctx;
    const char *cuda, *dir, *self;
    bool nvidia_driver;
} Toolkit;

static char *join(Toolkit *toolkit, const char *a, const char *b) {
    return arena_printf(&toolkit->ctx->perm, "%s/%s", a, b);
}

static bool failed(Toolkit *toolkit, const char *path) {
    return DRIVER_DIAG(toolkit->ctx, drv_write, path, strerror(errno));
}

static bool make_dir(Toolkit *toolkit, const char *path) {
    return mkdir(path, 0777) == 0 || errno == EEXIST || failed(toolkit, path);
}

// A link in place of an older link; what is no link stays, and is an error.
static bool link_to(Toolkit *toolkit, const char *target, const char *path) {
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode)) unlink(path);
    return symlink(target, path) == 0 || failed(toolkit, path);
}

static bool link_part(Toolkit *toolkit, const char *name) {
    const char *from = join(toolkit, toolkit->cuda, name);
    return access(from, F_OK) != 0 || link_to(toolkit, from, join(toolkit, toolkit->dir, name));
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
    return link_to(toolkit, toolkit->self, path);
}

// The toolkit of pip's wheels has no nvcc, so ours does not wait for one in its place.
static bool make_nvcc(Toolkit *toolkit, const char *from, const char *to) {
    const char *path = join(toolkit, to, "nvcc");
    return toolkit->nvidia_driver ? copy_nvcc(toolkit, join(toolkit, from, "nvcc"), path)
                                  : link_nvcc(toolkit, path);
}

static bool link_programs(Toolkit *toolkit) {
    const char *bin = join(toolkit, toolkit->cuda, "bin"), *to = join(toolkit, toolkit->dir, "bin");
    DIR *dir = opendir(bin);
    if (!dir) return DRIVER_DIAG(toolkit->ctx, drv_cuda_path, toolkit->cuda);
    bool ok = make_dir(toolkit, to) && make_nvcc(toolkit, bin, to);
    for (struct dirent *e; ok && (e = readdir(dir));) {
        const char *name = e->d_name;
        bool made = strcmp(name, "nvcc.profile") == 0 || strcmp(name, "nvcc") == 0;
        if (name[0] == '.' || made) continue;
        ok = link_to(toolkit, join(toolkit, bin, name), join(toolkit, to, name));
    }
    closedir(dir);
    size_t n;
    char *profile =
        ok ? driver_read_file(toolkit->ctx, join(toolkit, bin, "nvcc.profile"), &n) : NULL;
    return profile &&
           driver_write_file(toolkit->ctx, join(toolkit, to, "nvcc.profile"), profile, n);
}

static bool find_self(Toolkit *toolkit) {
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) return failed(toolkit, "/proc/self/exe");
    toolkit->self = arena_strndup(&toolkit->ctx->perm, self, (size_t)n);
    return true;
}

static bool link_cicc(Toolkit *toolkit) {
    const char *nvvm = join(toolkit, toolkit->dir, "nvvm"), *bin = join(toolkit, nvvm, "bin");
    return make_dir(toolkit, nvvm) && make_dir(toolkit, bin) &&
           link_to(toolkit, toolkit->self, join(toolkit, bin, "cicc")) &&
           link_part(toolkit, "nvvm/libdevice") && link_part(toolkit, "nvvm/lib64");
}

static bool make_toolkit(Toolkit *toolkit) {
    static const char *const parts[] = {"include", "lib", "lib64", "targets"};
    bool ok = find_self(toolkit) && make_dir(toolkit, toolkit->dir) && link_programs(toolkit) &&
              link_cicc(toolkit);
    for (uint32_t i = 0; i < CU_COUNT(parts) && ok; i++) ok = link_part(toolkit, parts[i]);
    return ok;
}

int cmd_toolkit(int argc, char **argv) {
    static const char usage[] =
        "usage: cuprum toolkit [--driver=nvidia] DIR [CUDA]\n"
        "Makes DIR a CUDA toolkit whose nvcc is cuprum. CUDA is the installed toolkit (default:\n"
        "CUDA_HOME, else /usr/local/cuda). With --driver=nvidia its nvcc is NVIDIA's, which\n"
        "calls cuprum for device code alone.\n";
    bool help = argc == 2 && strcmp(argv[1], "--help") == 0;
    bool nvidia = argc > 1 && strcmp(argv[1], "--driver=nvidia") == 0;
    if (nvidia) argv++, argc--;
    if (help || argc < 2 || argc > 3 || argv[1][0] == '-') {
        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    Ctx ctx;
    ctx_init(&ctx);
    Toolkit toolkit = {.ctx = &ctx,
                       .dir = argv[1],
                       .cuda = argc == 3 ? argv[2] : getenv("CUDA_HOME"),
                       .nvidia_driver = nvidia};
    if (!toolkit.cuda || !*toolkit.cuda) toolkit.cuda = "/usr/local/cuda";
    char *cuda = realpath(toolkit.cuda, NULL);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) {
        if (!cuda)
            DRIVER_DIAG(&ctx, drv_cuda_path, toolkit.cuda);
        else
            toolkit.cuda = arena_strndup(&ctx.perm, cuda, strlen(cuda));
        if (cuda && make_toolkit(&toolkit)) printf("%s/bin/nvcc\n", toolkit.dir);
    }
    free(cuda);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
