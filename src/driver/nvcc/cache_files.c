// SPDX-License-Identifier: Apache-2.0
// The cache's folder. An entry is a file named by its key, in one of sixteen folders by the key's
// first digit; it is written beside its place and renamed, so that any number of builds may share
// the cache. Nobody locks anything: numbers are the lengths of files that are appended to.
//   DIR/7/size       as many bytes as the folder's entries have KiB, about
//   DIR/found.ptx    as many bytes as PTX was found; likewise missed.ptx, found.cubin, missed.cubin
#define _GNU_SOURCE // the nanoseconds of a file's time
#include "driver/nvcc/nvcc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDERS = 16, KIB = 1024 };

// ---- entries ------------------------------------------------------------------------------------

static const char mark[8] = "cuprum1";

typedef struct {
    char mark[sizeof mark];
    uint64_t size[CACHE_PARTS];
    uint8_t digest[DIGEST_BYTES]; // of the key, the sizes and the parts
} Head;

// The key is part of it, so that an entry under a wrong name is no entry.
static void entry_digest(const char *key, const Head *first, const NvccEntry *digested,
                         uint8_t *out) {
    Digest digest;
    digest_init(&digest);
    digest_text(&digest, key);
    digest_add(&digest, first->size, sizeof first->size);
    for (uint32_t i = 0; i < CACHE_PARTS; i++)
        digest_add(&digest, digested->part[i].at, digested->part[i].n);
    digest_end(&digest, out);
}

static const char *subfolder(const NvccCache *cache, Ctx *ctx, const char *key) {
    return arena_printf(&ctx->perm, "%s/%c", cache->folder, key[0]);
}

static const char *entry_path(const NvccCache *cache, Ctx *ctx, const char *key) {
    return arena_printf(&ctx->perm, "%s/%s", subfolder(cache, ctx, key), key + 1);
}

// The whole file, which may vanish meanwhile. NULL: it is not there.
static const char *read_whole(Ctx *ctx, const char *path, size_t *length) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0) return NULL;
    bool plain = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    char *text = plain ? arena_alloc(&ctx->perm, (size_t)about.st_size + 1, 8) : NULL;
    *length = 0;
    for (ssize_t n = 1; text && n > 0 && *length < (size_t)about.st_size; *length += (size_t)n) {
        n = read(file, text + *length, (size_t)about.st_size - *length);
        if (n < 0) text = NULL, n = 0;
    }
    futimens(file, NULL); // used now; no matter if that is not allowed
    close(file);
    return text;
}

// Whether the file's bytes are an entry of the key, whole and unharmed.
static bool take_apart(const char *key, const char *text, size_t length, NvccEntry *found) {
    Head head;
    uint8_t digest[DIGEST_BYTES];
    if (length < sizeof head) return false;
    memcpy(&head, text, sizeof head);
    if (memcmp(head.mark, mark, sizeof mark) != 0) return false;
    size_t at = sizeof head;
    for (uint32_t i = 0; i < CACHE_PARTS; i++) {
        if (head.size[i] > length - at) return false;
        found->part[i].at = text + at;
        found->part[i].n = (size_t)head.size[i];
        at += found->part[i].n;
    }
    entry_digest(key, &head, found, digest);
    return at == length && memcmp(digest, head.digest, sizeof digest) == 0;
}

bool nvcc_cache_read(const NvccCache *cache, Ctx *ctx, const char *key, NvccEntry *found) {
    size_t length;
    const char *text = read_whole(ctx, entry_path(cache, ctx, key), &length);
    return text && take_apart(key, text, length, found);
}

// ---- numbers ------------------------------------------------------------------------------------

// Makes the file `n` bytes longer; its length then, or 0.
static uint64_t add_to(const char *path, uint64_t n) {
    static const char zeros[4096];
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct stat about = {0};
    if (file < 0) return 0;
    while (n) {
        ssize_t written = write(file, zeros, CU_MIN(n, sizeof zeros));
        if (written <= 0) break;
        n -= (uint64_t)written;
    }
    if (fstat(file, &about) != 0) about.st_size = 0;
    close(file);
    return (uint64_t)about.st_size;
}

// 0 where the file is not there: nothing was counted yet.
static uint64_t number_of(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 ? (uint64_t)about.st_size : 0;
}

// ---- removing what is not used ------------------------------------------------------------------

typedef struct {
    const char *path;
    uint64_t used; // nanoseconds
    uint64_t kib;
} Kept;
typedef VEC(Kept) KeptFiles;

static uint64_t kib_of(uint64_t bytes) {
    return (bytes + KIB - 1) / KIB;
}

// The folder's entries, and what builds that broke off have left.
static uint64_t list(Ctx *ctx, const char *folder, KeptFiles *files) {
    DIR *stream = opendir(folder);
    uint64_t total = 0;
    struct dirent *found;
    while (stream && (found = readdir(stream))) {
        struct stat about;
        const char *path = arena_printf(&ctx->perm, "%s/%s", folder, found->d_name);
        bool entry = found->d_name[0] != '.' && strcmp(found->d_name, "size") != 0;
        if (!entry || stat(path, &about) != 0) continue;
        uint64_t used = (uint64_t)about.st_mtim.tv_sec * 1000000000u;
        Kept kept = {path, used + (uint64_t)about.st_mtim.tv_nsec, kib_of((uint64_t)about.st_size)};
        vec_push(&ctx->perm, files, kept);
        total += kept.kib;
    }
    if (stream) closedir(stream);
    return total;
}

static int by_use(const void *a, const void *b) {
    uint64_t x = ((const Kept *)a)->used, y = ((const Kept *)b)->used;
    return (x > y) - (x < y);
}

// Down to four fifths of the limit, so that the next entries need not do it again.
static void clean(Ctx *ctx, const char *folder, uint64_t limit) {
    KeptFiles files = {0};
    uint64_t total = list(ctx, folder, &files);
    if (files.n) qsort(files.at, files.n, sizeof *files.at, by_use);
    for (uint32_t i = 0; i < files.n && total > limit / 5 * 4; i++) {
        if (unlink(files.at[i].path) == 0) total -= files.at[i].kib;
    }
    const char *size = arena_printf(&ctx->perm, "%s/size", folder);
    if (truncate(size, (off_t)total) != 0) unlink(size);
}

// ---- writing ------------------------------------------------------------------------------------

// Others may make the same folders meanwhile: what is there already is no failure.
static bool make_folders(Ctx *ctx, const char *path) {
    char *part = arena_strndup(&ctx->perm, path, strlen(path));
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(part, 0777);
        *slash = '/';
    }
    return mkdir(part, 0777) == 0 || errno == EEXIST;
}

static bool write_all(FILE *file, const void *bytes, size_t n) {
    return n == 0 || fwrite(bytes, 1, n, file) == n;
}

// The entry appears whole or not at all. On failure errno says why, whatever the clean-up did.
static bool write_entry(const char *path, const char *beside, const char *key,
                        const NvccEntry *kept) {
    Head head = {{0}, {0}, {0}};
    memcpy(head.mark, mark, sizeof mark);
    for (uint32_t i = 0; i < CACHE_PARTS; i++) head.size[i] = kept->part[i].n;
    entry_digest(key, &head, kept, head.digest);
    FILE *file = fopen(beside, "wbx");
    if (!file) return false;
    bool ok = write_all(file, &head, sizeof head);
    for (uint32_t i = 0; ok && i < CACHE_PARTS; i++)
        ok = write_all(file, kept->part[i].at, kept->part[i].n);
    ok &= fclose(file) == 0;
    if (ok && rename(beside, path) == 0) return true;
    int why = errno;
    unlink(beside);
    errno = why;
    return false;
}

// A sixteenth of the limit is each folder's, so that cleaning looks at one folder only.
void nvcc_cache_write(Nvcc *nvcc, NvccCache *cache, const char *key, const NvccEntry *kept) {
    Ctx *ctx = nvcc->ctx;
    uint64_t limit = CU_MAX(cache->limit / FOLDERS / KIB, 1u), size = sizeof(Head);
    for (uint32_t i = 0; i < CACHE_PARTS; i++) size += kept->part[i].n;
    if (cache->broken || kib_of(size) > limit / 2) return; // would drive the others out
    const char *folder = subfolder(cache, ctx, key), *path = entry_path(cache, ctx, key);
    // other machines may write to the same folder: a number of the process is not enough
    const char *beside = arena_printf(&ctx->perm, "%s/new-%ld-%llx", folder, (long)getpid(),
                                      (unsigned long long)(uintptr_t)path ^ (uintptr_t)&size);
    bool written = make_folders(ctx, folder) && write_entry(path, beside, key, kept);
    if (!written && errno == EEXIST) return; // another machine's process of that number
    if (!written) {
        if (!cache->silent) nvcc_say(NM_cache_unwritable, cache->folder, strerror(errno));
        cache->broken = true;
        return;
    }
    uint64_t total = add_to(arena_printf(&ctx->perm, "%s/size", folder), kib_of(size));
    if (total > limit) clean(ctx, folder, limit);
}

// ---- what it was good for -----------------------------------------------------------------------

static const char *counter(Nvcc *nvcc, const char *what, bool found) {
    return arena_printf(&nvcc->ctx->perm, "%s/%s.%s", nvcc->cache.folder,
                        found ? "found" : "missed", what);
}

static const char *name_of(const char *what) {
    return strcmp(what, "ptx") == 0 ? "PTX" : "machine code";
}

void nvcc_cache_count(Nvcc *nvcc, const char *what, bool found, const char *input,
                      const char *target) {
    make_folders(nvcc->ctx, nvcc->cache.folder);
    add_to(counter(nvcc, what, found), 1);
    if (nvcc->verbose)
        nvcc_say(found ? NM_cache_found : NM_cache_made, name_of(what), input, target);
}

// Entries are counted afresh; the sizes that writers append to are only about right.
bool nvcc_cache_stats(Nvcc *nvcc) {
    static const char *const kinds[] = {"ptx", "cubin"};
    const NvccCache *cache = &nvcc->cache;
    if (!cache->folder) return nvcc_say(NM_cache_none);
    KeptFiles files = {0};
    uint64_t kib = 0;
    for (uint32_t i = 0; i < FOLDERS; i++)
        kib += list(nvcc->ctx, arena_printf(&nvcc->ctx->perm, "%s/%x", cache->folder, i), &files);
    printf("cache: %s\nentries: %u, %.1f MiB of %.0f\n", cache->folder, files.n, (double)kib / KIB,
           (double)cache->limit / KIB / KIB);
    for (uint32_t i = 0; i < CU_COUNT(kinds); i++)
        printf("%s: %llu found, %llu not\n", name_of(kinds[i]),
               (unsigned long long)number_of(counter(nvcc, kinds[i], true)),
               (unsigned long long)number_of(counter(nvcc, kinds[i], false)));
    return true;
}
