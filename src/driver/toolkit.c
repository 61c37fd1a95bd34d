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

static char *join(Toolkit *t, const char *a, const char *b) {
    return arena_printf(&t->ctx->perm, "%s/%s", a, b);
}

static bool failed(Toolkit *t, const char *path) {
    return DRIVER_DIAG(t->ctx, drv_write, path, strerror(errno));
}

static bool make_dir(Toolkit *t, const char *path) {
    return mkdir(path, 0777) == 0 || errno == EEXIST || failed(t, path);
}

// A link in place of an older link; what is no link stays, and is an error.
static bool link_to(Toolkit *t, const char *target, const char *path) {
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode)) unlink(path);
    return symlink(target, path) == 0 || failed(t, path);
}

static bool link_part(Toolkit *t, const char *name) {
    const char *from = join(t, t->cuda, name);
    return access(from, F_OK) != 0 || link_to(t, from, join(t, t->dir, name));
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
static bool copy_nvcc(Toolkit *t, const char *from, const char *path) {
    struct stat st;
    bool there = lstat(path, &st) == 0, link = there && S_ISLNK(st.st_mode);
    size_t nold = 0;
    const char *old = there && !link ? driver_read_file(t->ctx, path, &nold) : NULL;
    if (there && !link && !(old && is_our_copy(old, nold))) {
        errno = EEXIST;
        return failed(t, path);
    }
    Buf b;
    buf_init(&b, &t->ctx->perm);
    size_t n;
    const char *text = driver_read_file(t->ctx, from, &n);
    if (!text) return false;
    buf_write(&b, text, n);
    buf_printf(&b, "%s%s %s\n", mark, CUPRUM_VERSION, driver_build_id(t->ctx));
    if (old && nold == b.n && memcmp(old, b.at, nold) == 0) return true;
    if (there) unlink(path);
    if (!driver_write_file(t->ctx, path, b.at, b.n)) return false;
    return chmod(path, 0755) == 0 || failed(t, path);
}

// A copy that was made with --driver=nvidia gives way.
static bool link_nvcc(Toolkit *t, const char *path) {
    struct stat st;
    size_t n;
    bool file = lstat(path, &st) == 0 && S_ISREG(st.st_mode);
    const char *old = file ? driver_read_file(t->ctx, path, &n) : NULL;
    if (old && is_our_copy(old, n)) unlink(path);
    return link_to(t, t->self, path);
}

static bool link_program(Toolkit *t, const char *from, const char *name, const char *to) {
    bool nvcc = strcmp(name, "nvcc") == 0;
    if (!nvcc) return link_to(t, from, to);
    return t->nvidia_driver ? copy_nvcc(t, from, to) : link_nvcc(t, to);
}

static bool link_programs(Toolkit *t) {
    const char *bin = join(t, t->cuda, "bin"), *to = join(t, t->dir, "bin");
    DIR *d = opendir(bin);
    if (!d) return DRIVER_DIAG(t->ctx, drv_cuda_path, t->cuda);
    bool ok = make_dir(t, to);
    for (struct dirent *e; ok && (e = readdir(d));) {
        if (e->d_name[0] == '.' || strcmp(e->d_name, "nvcc.profile") == 0) continue;
        ok = link_program(t, join(t, bin, e->d_name), e->d_name, join(t, to, e->d_name));
    }
    closedir(d);
    size_t n;
    char *profile = ok ? driver_read_file(t->ctx, join(t, bin, "nvcc.profile"), &n) : NULL;
    return profile && driver_write_file(t->ctx, join(t, to, "nvcc.profile"), profile, n);
}

static bool find_self(Toolkit *t) {
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) return failed(t, "/proc/self/exe");
    t->self = arena_strndup(&t->ctx->perm, self, (size_t)n);
    return true;
}

static bool link_cicc(Toolkit *t) {
    const char *nvvm = join(t, t->dir, "nvvm"), *bin = join(t, nvvm, "bin");
    return make_dir(t, nvvm) && make_dir(t, bin) && link_to(t, t->self, join(t, bin, "cicc")) &&
           link_part(t, "nvvm/libdevice") && link_part(t, "nvvm/lib64");
}

static bool make_toolkit(Toolkit *t) {
    static const char *const parts[] = {"include", "lib", "lib64", "targets"};
    bool ok = find_self(t) && make_dir(t, t->dir) && link_programs(t) && link_cicc(t);
    for (uint32_t i = 0; i < CU_COUNT(parts) && ok; i++) ok = link_part(t, parts[i]);
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
    Toolkit t = {.ctx = &ctx,
                 .dir = argv[1],
                 .cuda = argc == 3 ? argv[2] : getenv("CUDA_HOME"),
                 .nvidia_driver = nvidia};
    if (!t.cuda || !*t.cuda) t.cuda = "/usr/local/cuda";
    char *cuda = realpath(t.cuda, NULL);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) {
        if (!cuda)
            DRIVER_DIAG(&ctx, drv_cuda_path, t.cuda);
        else
            t.cuda = arena_strndup(&ctx.perm, cuda, strlen(cuda));
        if (cuda && make_toolkit(&t)) printf("%s/bin/nvcc\n", t.dir);
    }
    free(cuda);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
