// SPDX-License-Identifier: Apache-2.0
// The host's include directories, found by probing the places where gcc is installed.
#include "base/host.h"
#include "lex/lex_int.h"

#include <sys/stat.h>

static bool is_dir(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void try_dir(Ctx *ctx, LexDirs *out, uint8_t kind, const char *path) {
    if (!is_dir(path)) return;
    LexDir d = {.path = path, .kind = kind};
    vec_push(&ctx->perm, out, d);
}

// The newest gcc that has C++ headers, else the newest (a machine without g++ has C's headers):
// Debian and Ubuntu, then RHEL and Fedora, SUSE, Arch.
static const char *find_gcc(Ctx *ctx, const char *root, const char **triple, int *version) {
    static const char *const triples[] = {HOST_MACHINE "-linux-gnu", HOST_MACHINE "-redhat-linux",
                                          HOST_MACHINE "-suse-linux", HOST_MACHINE "-pc-linux-gnu"};
    static const char *const libs[] = {"lib", "lib64"};
    const char *dirs[CU_COUNT(triples) * CU_COUNT(libs)];
    bool here[CU_COUNT(dirs)];
    for (size_t i = 0; i < CU_COUNT(dirs); i++) {
        dirs[i] = arena_printf(&ctx->perm, "%s/usr/%s/gcc/%s", root, libs[i % CU_COUNT(libs)],
                               triples[i / CU_COUNT(libs)]);
        here[i] = is_dir(dirs[i]);
    }
    const char *plain = NULL;
    for (int v = 16; v >= 5; v--) {
        for (size_t i = 0; i < CU_COUNT(dirs); i++) {
            if (!here[i]) continue;
            const char *dir = arena_printf(&ctx->perm, "%s/%d", dirs[i], v);
            const char *cxx = arena_printf(&ctx->perm, "%s/usr/include/c++/%d", root, v);
            if (!is_dir(dir)) continue;
            bool has_cxx = is_dir(cxx);
            if (!has_cxx && plain) continue;
            *triple = triples[i / CU_COUNT(libs)];
            *version = v;
            if (has_cxx) return dir;
            plain = dir;
        }
    }
    return plain;
}

// Their order is gcc's own, as `gcc -xc++ -v` prints it.
void lex_host_dirs(Ctx *ctx, const char *sysroot, LexDirs *out) {
    const char *triple = HOST_MACHINE "-linux-gnu";
    int v = 0;
    const char *gcc = find_gcc(ctx, sysroot, &triple, &v);
    Arena *arena = &ctx->perm;
    enum { SYS = LEX_DIR_SYSTEM };
    if (gcc) {
        try_dir(ctx, out, SYS, arena_printf(arena, "%s/usr/include/c++/%d", sysroot, v));
        // Debian keeps the target's part apart, the others inside
        try_dir(ctx, out, SYS, arena_printf(arena, "%s/usr/include/%s/c++/%d", sysroot, triple, v));
        try_dir(ctx, out, SYS, arena_printf(arena, "%s/usr/include/c++/%d/%s", sysroot, v, triple));
        try_dir(ctx, out, SYS, arena_printf(arena, "%s/usr/include/c++/%d/backward", sysroot, v));
        try_dir(ctx, out, SYS, arena_printf(arena, "%s/include", gcc));
    }
    try_dir(ctx, out, SYS, arena_printf(arena, "%s/usr/local/include", sysroot));
    if (gcc) try_dir(ctx, out, SYS, arena_printf(arena, "%s/include-fixed", gcc));
    try_dir(ctx, out, SYS, arena_printf(arena, "%s/usr/include/%s", sysroot, triple));
    try_dir(ctx, out, SYS, arena_printf(arena, "%s/usr/include", sysroot));
}
