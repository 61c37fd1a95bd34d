// SPDX-License-Identifier: Apache-2.0
// How much memory the host can give, from files as systems have them: a computer alone, control
// groups of both versions, nested ones, limits of the process.
#include "cudart/cudart_int.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RESERVE = 16 };
#define MIB(n) ((uint64_t)(n) << 20)

static char root[] = "/tmp/cuprum-memory-XXXXXX";

// The file and the folders to it.
static void put(const char *path, const char *text) {
    char name[300];
    snprintf(name, sizeof name, "%s%s", root, path);
    for (char *p = name + strlen(root) + 1; (p = strchr(p, '/')); p++) {
        *p = 0;
        mkdir(name, 0777);
        *p = '/';
    }
    FILE *f = fopen(name, "w");
    if (f) fputs(text, f), fclose(f);
}

static uint64_t given(uint64_t left) {
    return left - left / RESERVE;
}

static void alone(void) {
    put("/proc/meminfo", "MemTotal:  100 kB\nMemFree:  5 kB\nMemAvailable:   2097152 kB\n");
    CHECK(rt_host_memory(root) == given(MIB(2048)));
    put("/proc/self/cgroup", "0::/\n");
    CHECK(rt_host_memory(root) == given(MIB(2048)));
}

// The tightest of the group and those around it; pages of files do not count.
static void second_version(void) {
    put("/proc/self/cgroup", "0::/user/job\n");
    put("/sys/fs/cgroup/user/job/memory.max", "max\n");
    put("/sys/fs/cgroup/user/job/memory.current", "1\n");
    CHECK(rt_host_memory(root) == given(MIB(2048)));
    put("/sys/fs/cgroup/user/memory.max", "1073741824\n");
    put("/sys/fs/cgroup/user/memory.current", "536870912\n");
    CHECK(rt_host_memory(root) == given(MIB(512)));
    put("/sys/fs/cgroup/user/memory.stat", "anon 5\nactive_file 7\ninactive_file 268435456\n");
    CHECK(rt_host_memory(root) == given(MIB(768)));
    put("/sys/fs/cgroup/user/memory.max", "1000\n"); // it has more than it may
    CHECK(rt_host_memory(root) == 0);
    put("/sys/fs/cgroup/user/memory.max", "max\n");
}

// The path is the host's in a container, whose own group is the folder itself.
static void first_version(void) {
    put("/proc/self/cgroup", "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n");
    put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "134217728\n");
    CHECK(rt_host_memory(root) == given(MIB(128)));
    put("/sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 67108864\n");
    CHECK(rt_host_memory(root) == given(MIB(192)));
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    CHECK(rt_host_memory(root) == given(MIB(2048)));
}

static void own_limit(void) {
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ // they take addresses by the TiB
    struct rlimit before;
    put("/proc/self/statm", "1000 10 5 1 0 5 0\n");
    if (!unit_limit_memory(MIB(1024), &before)) return;
    CHECK(rt_host_memory(root) == given(MIB(1024) - 1000 * (uint64_t)sysconf(_SC_PAGESIZE)));
    setrlimit(RLIMIT_AS, &before);
#endif
}

int main(void) {
    CHECK(mkdtemp(root) != NULL);
    alone();
    second_version();
    first_version();
    own_limit();
    char command[200];
    snprintf(command, sizeof command, "rm -r %s", root);
    CHECK(system(command) == 0);
    return UNIT_END();
}
