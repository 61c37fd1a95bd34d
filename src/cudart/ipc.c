// SPDX-License-Identifier: Apache-2.0
// Memory and events that processes share: pools and physical memory by file descriptors, single
// allocations and events by handles of 64 bytes.
//
// What is shared is a memory file that each process maps. A pool that can be exported has a file of
// its own, with a head that says what it is. An allocation of cudaMalloc moves into a file when its
// handle is asked for; its addresses on the device stay. A handle names the file through /proc, so
// that the system decides who may open it.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    HANDLE_FILE = 1, // cudaMemHandleTypePosixFileDescriptor
    POOL_MAGIC = 0x4c504d43,
    POINTER_MAGIC = 0x54504d43,
    MEMORY_MAGIC = 0x4d504d43,
    EVENT_MAGIC = 0x45504d43,
};

typedef struct { // the first bytes of a pool's file
    uint32_t magic, kind;
    uint64_t id; // of the pool, among all processes'
} PoolHead;
typedef struct { // cudaMemPoolPtrExportData; programs tell pointers apart by these bytes
    uint32_t magic, spare;
    uint64_t pool, offset, size;
} Pointer;
typedef struct { // cudaIpcMemHandle_t, cudaIpcEventHandle_t
    uint32_t magic, process;
    int32_t file;
    uint32_t flags; // of an event
    uint64_t size;
} Handle;

// A page more than the bytes: wide loads may read behind an allocation.
static uint64_t room_for(uint64_t size) {
    return CU_ALIGN(size, (uint64_t)PAGE) + PAGE;
}

// Maps a piece of a file and makes it the device's.
static int map_piece(Rt *rt, int file, uint64_t offset, uint64_t size, RtMem **mem) {
    uint64_t room = room_for(size);
    void *p = rt_map_host(rt, room, file, offset);
    if (!p) return RTE_MemoryAllocation;
    if (!vm_adopt(rt->vm, p, size)) {
        munmap(p, room);
        return RTE_MemoryAllocation;
    }
    *mem = rt_mem_note(rt, (uint64_t)(uintptr_t)p, size, MEM_SHARED);
    (*mem)->map_size = room;
    (*mem)->file_offset = offset;
    rt->used_memory += size;
    return 0;
}

// ---- pools --------------------------------------------------------------------------------------

bool rt_pool_share(RtPool *pool) {
    PoolHead head = {POOL_MAGIC, pool->kind, (uint64_t)getpid() << 32 | (uint32_t)pool->o.id};
    pool->file = memfd_create("cuprum pool", MFD_CLOEXEC);
    if (pool->file < 0) return false;
    pool->file_end = PAGE;
    pool->file_id = head.id;
    return ftruncate(pool->file, PAGE) == 0 &&
           pwrite(pool->file, &head, sizeof head, 0) == sizeof head;
}

// Places in the file are not used again; what is freed gives its memory back.
int rt_pool_shared_memory(Rt *rt, RtPool *pool, uint64_t size, RtMem **mem) {
    if (pool->is_imported) return RTE_InvalidValue;
    if (!rt_has_memory(rt, size, false)) return RTE_MemoryAllocation;
    uint64_t offset = pool->file_end, end = offset + room_for(size);
    if (ftruncate(pool->file, (off_t)end) != 0) return RTE_MemoryAllocation;
    RT_TRY(map_piece(rt, pool->file, offset, size, mem));
    pool->file_end = end;
    return 0;
}

// The program closes the descriptor.
int rt_cudaMemPoolExportToShareableHandle(Rt *rt, void *handle, void *pool, int type,
                                          unsigned flags) {
    RtPool *p = pool;
    if (!handle || !rt_is(rt, pool, OBJ_POOL) || type != HANDLE_FILE || flags)
        return RTE_InvalidValue;
    if (p->file < 0) return RTE_InvalidValue;
    int file = fcntl(p->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return RTE_OperatingSystem;
    memcpy(handle, &file, sizeof file);
    return 0;
}

int rt_cuMemPoolExportToShareableHandle(Rt *rt, void *handle, void *pool, int type,
                                        unsigned long long flags) {
    return rt_cudaMemPoolExportToShareableHandle(rt, handle, pool, type, flags != 0);
}

// `handle` is the descriptor itself.
int rt_cudaMemPoolImportFromShareableHandle(Rt *rt, void **pool, void *handle, int type,
                                            unsigned flags) {
    PoolHead head;
    int from = (int)(intptr_t)handle;
    if (!pool || type != HANDLE_FILE || flags || from < 0) return RTE_InvalidValue;
    if (pread(from, &head, sizeof head, 0) != sizeof head || head.magic != POOL_MAGIC ||
        head.kind >= POOL_KINDS)
        return RTE_InvalidValue;
    int file = fcntl(from, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return RTE_OperatingSystem;
    RtPool *p = rt_pool_new(rt, (RtPoolKind)head.kind);
    p->file = file;
    p->file_id = head.id;
    p->is_imported = true;
    *pool = p;
    return 0;
}

int rt_cuMemPoolImportFromShareableHandle(Rt *rt, void **pool, void *handle, int type,
                                          unsigned long long flags) {
    return rt_cudaMemPoolImportFromShareableHandle(rt, pool, handle, type, flags != 0);
}

int rt_cudaMemPoolExportPointer(Rt *rt, void *data, void *p) {
    RtMem *mem = map_get(&rt->mem, (uint64_t)(uintptr_t)p);
    if (!data || !mem || mem->kind != MEM_SHARED || !mem->pool) return RTE_InvalidValue;
    Pointer pointer = {POINTER_MAGIC, 0, mem->pool->file_id, mem->file_offset, mem->size};
    memset(data, 0, RT_HANDLE_BYTES);
    memcpy(data, &pointer, sizeof pointer);
    return 0;
}

// The same memory at an address of this process.
int rt_cudaMemPoolImportPointer(Rt *rt, void **p, void *pool, const void *data) {
    RtPool *from = pool;
    Pointer pointer;
    RtMem *mem;
    struct stat status;
    if (!p || !data || !rt_is(rt, pool, OBJ_POOL) || from->file < 0) return RTE_InvalidValue;
    memcpy(&pointer, data, sizeof pointer);
    bool is_pointer = pointer.magic == POINTER_MAGIC && pointer.pool == from->file_id;
    if (!is_pointer || !pointer.size || pointer.offset % PAGE || fstat(from->file, &status) != 0)
        return RTE_InvalidValue;
    uint64_t end = (uint64_t)status.st_size;
    if (pointer.offset > end || room_for(pointer.size) > end - pointer.offset)
        return RTE_InvalidValue;
    RT_TRY(map_piece(rt, from->file, pointer.offset, pointer.size, &mem));
    mem->pool = from;
    rt_pool_note(from, (int64_t)mem->size);
    *p = (void *)(uintptr_t)mem->addr;
    return 0;
}

// ---- one allocation -----------------------------------------------------------------------------

// Moves the bytes of an allocation of the device's into a file.
static int share(Rt *rt, RtMem *mem) {
    uint64_t room = room_for(mem->size);
    int file = memfd_create("cuprum memory", MFD_CLOEXEC);
    if (file < 0) return RTE_OperatingSystem;
    void *host = ftruncate(file, (off_t)room) == 0
                     ? mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                     : MAP_FAILED;
    if (host == MAP_FAILED) {
        close(file);
        return RTE_MemoryAllocation;
    }
    vm_move(rt->vm, mem->addr, host);
    mem->shared_host = host;
    mem->file = file;
    mem->map_size = room;
    return 0;
}

int rt_cudaIpcGetMemHandle(Rt *rt, RtHandle *handle, void *p) {
    RtMem *mem = rt_mem_at(rt, (uint64_t)(uintptr_t)p);
    if (!handle || !mem || mem->kind != MEM_DEVICE || mem->pool) return RTE_InvalidValue;
    if (!mem->shared_host) RT_TRY(share(rt, mem));
    Handle own = {MEMORY_MAGIC, (uint32_t)getpid(), mem->file, 0, mem->size};
    memset(handle, 0, sizeof *handle);
    memcpy(handle, &own, sizeof own);
    return 0;
}

// Memory of this process has its pointer already: that is an error, as with CUDA.
int rt_cudaIpcOpenMemHandle(Rt *rt, void **p, RtHandle handle, unsigned flags) {
    Handle from;
    char path[64];
    struct stat status;
    RtMem *mem;
    memcpy(&from, &handle, sizeof from);
    if (!p || from.magic != MEMORY_MAGIC || !from.size) return RTE_InvalidValue;
    if (from.process == (uint32_t)getpid()) return RTE_DeviceUninitialized;
    snprintf(path, sizeof path, "/proc/%u/fd/%d", from.process, from.file);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return RTE_MapBufferObjectFailed;
    bool is_whole = fstat(file, &status) == 0 && (uint64_t)status.st_size == room_for(from.size);
    int error = is_whole ? map_piece(rt, file, 0, from.size, &mem) : RTE_InvalidValue;
    close(file);
    if (!error) *p = (void *)(uintptr_t)mem->addr;
    return error;
}

int rt_cudaIpcCloseMemHandle(Rt *rt, void *p) {
    RtMem *mem = map_get(&rt->mem, (uint64_t)(uintptr_t)p);
    if (!mem || mem->kind != MEM_SHARED || mem->pool) return RTE_InvalidValue;
    RT_TRY(rt_sync(rt));
    rt->used_memory -= mem->size;
    rt_shared_free(rt, mem);
    rt_mem_forget(rt, mem);
    return 0;
}

// ---- events -------------------------------------------------------------------------------------

enum { EVENT_NO_TIMING = 2, EVENT_BETWEEN_PROCESSES = 4 };

// Work is done when it is issued: an event of another process that has been recorded is complete,
// one that has not counts as complete. So processes share no more than what the event is.
int rt_cudaIpcGetEventHandle(Rt *rt, RtHandle *handle, void *event) {
    if (!handle || !rt_is(rt, event, OBJ_EVENT)) return RTE_InvalidResourceHandle;
    uint32_t flags = ((RtEvent *)event)->flags;
    if (!(flags & EVENT_BETWEEN_PROCESSES)) return RTE_InvalidValue;
    Handle own = {EVENT_MAGIC, (uint32_t)getpid(), -1, flags, ((RtEvent *)event)->o.id};
    memset(handle, 0, sizeof *handle);
    memcpy(handle, &own, sizeof own);
    return 0;
}

int rt_cudaIpcOpenEventHandle(Rt *rt, void **event, RtHandle handle) {
    Handle from;
    memcpy(&from, &handle, sizeof from);
    if (!event || from.magic != EVENT_MAGIC) return RTE_InvalidValue;
    if (from.process == (uint32_t)getpid()) return RTE_DeviceUninitialized;
    return rt_cudaEventCreateWithFlags(rt, event, from.flags);
}
