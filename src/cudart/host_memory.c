// SPDX-License-Identifier: Apache-2.0
// How much memory the computer can give the process before its kernel must end one: what is
// available (proc(5), /proc/meminfo), the limits of the control groups that the process is in
// (version 2 and 1), and the process's own (getrlimit(2)). Device memory is the host's, taken when
// it is first written; a GPU of 80 GiB is a promise that few hosts can keep.
#define _GNU_SOURCE // memmem
#include "cudart/cudart_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { RESERVE = 16 }; // one part of so many stays for others

// The text of a small file below `root`; false: there is none.
static bool read_text(char *to, size_t n, const char *root, const char *path) {
    char name[600];
    int k = snprintf(name, sizeof name, "%s%s", root, path);
    FILE *f = k > 0 && (size_t)k < sizeof name ? fopen(name, "rb") : NULL;
    if (!f) return false;
    size_t got = fread(to, 1, n - 1, f);
    fclose(f);
    to[got] = 0;
    return got != 0;
}

// The number behind a word at the start of a line, or false.
static bool number_after(const char *text, const char *word, uint64_t *value) {
    size_t n = strlen(word);
    for (const char *line = text; line && *line;) {
        if (strncmp(line, word, n) == 0) {
            *value = strtoull(line + n, NULL, 10);
            return true;
        }
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return false;
}

typedef struct { // of a version of control groups
    const char *root, *folder, *limit, *used, *cache;
} Control;

// What a group leaves. Pages of files that nobody uses can go. No limit is no number.
static uint64_t left_in_group(const Control *control, const char *path) {
    char name[560], text[4096];
    uint64_t limit, used, cache = 0;
    snprintf(name, sizeof name, "%s%s/%s", control->folder, path, control->limit);
    if (!read_text(text, sizeof text, control->root, name) || *text < '0' || *text > '9')
        return UINT64_MAX;
    limit = strtoull(text, NULL, 10);
    snprintf(name, sizeof name, "%s%s/%s", control->folder, path, control->used);
    if (!read_text(text, sizeof text, control->root, name)) return UINT64_MAX;
    used = strtoull(text, NULL, 10);
    snprintf(name, sizeof name, "%s%s/memory.stat", control->folder, path);
    if (read_text(text, sizeof text, control->root, name))
        number_after(text, control->cache, &cache);
    used -= CU_MIN(cache, used);
    return limit - CU_MIN(used, limit);
}

// The group and all those that it is in. (In a container the path may be that of outside: then the
// folder itself is the group.)
static uint64_t left_in_groups(const Control *control, const char *line) {
    char path[400];
    size_t n = strcspn(line, "\n");
    if (n >= sizeof path) return UINT64_MAX;
    memcpy(path, line, n);
    path[n] = 0;
    uint64_t left = left_in_group(control, "");
    for (char *slash; (slash = strrchr(path, '/')) && slash[1]; *slash = 0)
        left = CU_MIN(left, left_in_group(control, path));
    return left;
}

// Lines are NUMBER:CONTROLLERS:PATH; version 2 has the number 0 and no controllers.
static uint64_t group_limit(const char *root) {
    char text[4096];
    const Control two = {root, "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "};
    const Control one = {root, "/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                         "memory.usage_in_bytes", "total_inactive_file "};
    uint64_t left = UINT64_MAX;
    if (!read_text(text, sizeof text, root, "/proc/self/cgroup")) return left;
    for (const char *line = text; *line; line += *line == '\n') {
        const char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        if (!path) break;
        bool is_two = strncmp(line, "0::", 3) == 0;
        bool is_one = memmem(names, (size_t)(path - names), ":memory", 7) != NULL;
        if (is_two || is_one) left = CU_MIN(left, left_in_groups(is_two ? &two : &one, path + 1));
        line += strcspn(line, "\n");
    }
    return left;
}

// Addresses that the process may still have. Pages of the first number, of statm(5).
static uint64_t address_limit(const char *root) {
    char text[200];
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    if (!read_text(text, sizeof text, root, "/proc/self/statm")) return limit.rlim_cur;
    uint64_t used = strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
    return limit.rlim_cur - CU_MIN(used, (uint64_t)limit.rlim_cur);
}

uint64_t rt_host_memory(const char *root) {
    char text[4096];
    uint64_t kib, left = group_limit(root), addresses = address_limit(root);
    left = CU_MIN(left, addresses);
    if (read_text(text, sizeof text, root, "/proc/meminfo") &&
        number_after(text, "MemAvailable:", &kib))
        left = CU_MIN(left, kib << 10);
    return left - left / RESERVE;
}

// ---- the device's ------------------------------------------------------------------------------

// What the host had to give at first. The checker of uninitialised memory keeps a bit for each
// byte.
static uint64_t host_at_first(Rt *rt) {
    if (!rt->host_memory) {
        uint64_t n = rt_host_memory("");
        rt->host_memory = CU_MAX(rt->checks & VM_CHECK_INIT ? n / 9 * 8 : n, 1ull);
    }
    return rt->host_memory;
}

// Less what was promised since.
static uint64_t host_left(Rt *rt) {
    host_at_first(rt);
    uint64_t promised = rt->used_memory + rt->pinned_memory;
    return rt->host_memory - CU_MIN(promised, rt->host_memory);
}

uint64_t rt_all_memory(Rt *rt) {
    enum { UNIT = 64 << 20 }; // the same from run to run, more or less
    if (rt->memory_is_given) return rt->total_memory;
    uint64_t host = host_at_first(rt);
    if (host > UNIT) host -= host % UNIT;
    return CU_MIN(rt->total_memory, host);
}

uint64_t rt_free_memory(Rt *rt) {
    uint64_t all = rt_all_memory(rt), left = all - CU_MIN(rt->used_memory, all);
    if (rt->memory_is_given) return left;
    uint64_t promised = host_left(rt), now = rt_host_memory("");
    return CU_MIN(left, CU_MIN(promised, now));
}

bool rt_has_memory(Rt *rt, uint64_t size, bool pinned) {
    enum { MUCH = 64 << 20 }; // what is smaller is not worth reading the host's files
    uint64_t left = rt->total_memory - CU_MIN(rt->used_memory, rt->total_memory);
    if (!pinned && size > left) return false;
    if (rt->memory_is_given) return true;
    return size <= host_left(rt) && (size < MUCH || size <= rt_host_memory(""));
}
