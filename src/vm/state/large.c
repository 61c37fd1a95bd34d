// SPDX-License-Identifier: Apache-2.0
// Host memory behind large allocations. Programs that keep their own arenas take most of the
// device's memory at their start and touch little of it: what nobody wrote must not take the
// host's. Yet it has the pattern that shows reads before writes: a small file in memory holds the
// pattern, and is mapped once after another, so that the kernel copies a page of it at the first
// write.
#define _GNU_SOURCE // memfd_create
#include "vm/state/state.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN = 64 << 20 }; // a mapping's size: 80 GiB are 1,280 of the 65,530 of a process

// A file that is full of the pattern; < 0: there is none to be had.
static int pattern_file(uint8_t fill) {
    int file = memfd_create("cuprum pattern", MFD_CLOEXEC);
    if (file < 0) return -1;
    uint8_t *at = ftruncate(file, PATTERN) == 0
                      ? mmap(NULL, PATTERN, PROT_WRITE, MAP_SHARED, file, 0)
                      : MAP_FAILED;
    if (at == MAP_FAILED) {
        close(file);
        return -1;
    }
    memset(at, fill, PATTERN);
    munmap(at, PATTERN);
    return file;
}

// `size` bytes of the pattern at `at`, which is mapped already, in whole pages.
static bool map_pattern(uint8_t *at, uint64_t size, int file) {
    for (uint64_t done = 0; done < size; done += PATTERN) {
        uint64_t n = CU_MIN(size - done, (uint64_t)PATTERN);
        void *got = mmap(at + done, n, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED, file, 0);
        if (got == MAP_FAILED) return false;
    }
    return true;
}

uint8_t *vm_map_large(const Vm *vm, uint64_t filled, uint64_t *mapped) {
    // A limit on memory counts what is asked for: arenas do that.
    const Ctx *ctx = vm->ctx->root ? vm->ctx->root : vm->ctx;
    if (filled < VM_LARGE || ctx->mem_limit) return NULL;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), size = CU_ALIGN(*mapped, page);
    uint8_t *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return NULL;
    if (!vm->opt.fill) cu_large_pages(at, size);
    // The page that holds the end of what is filled is written here, as far as it goes.
    uint64_t pages = filled - filled % page;
    int file = vm->opt.fill ? pattern_file(vm->opt.fill) : -1;
    bool done = !vm->opt.fill || (file >= 0 && map_pattern(at, pages, file));
    if (file >= 0) close(file);
    if (!done) {
        munmap(at, size);
        return NULL;
    }
    memset(at + pages, vm->opt.fill, filled - pages);
    *mapped = size;
    return at;
}

void *vm_large_chunk(size_t size) {
    void *at = aligned_alloc(size, size);
    if (at) cu_large_pages(at, size);
    return at;
}

void vm_unmap_large(void *at, uint64_t mapped) {
    munmap(at, mapped);
}
