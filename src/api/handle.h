// SPDX-License-Identifier: Apache-2.0
// Handles of the C interfaces that are NVIDIA's (libNVVM, NVRTC, nvJitLink): their functions take
// nothing but a handle, so each library has one table of live objects, the one place with state
// between calls. It is empty, and holds no memory, when no object is alive.
//
// Handles are numbers, not addresses: a destroyed, invented or foreign handle is found out without
// touching memory, and an object lives until the last call that uses it has returned.
#ifndef CUPRUM_API_HANDLE_H
#define CUPRUM_API_HANDLE_H

#include "base/base.h"

#include <pthread.h>

typedef struct ApiLive ApiLive;

// One kind of object. Everything but the first three members is the table's own.
typedef struct ApiTable {
    size_t size; // of an object
    void (*init)(void *object);
    void (*drop)(void *object); // frees what it holds, not itself
    pthread_mutex_t lock;
    ApiLive **at; // NULL: free place
    uint32_t n, cap, live;
    uint32_t hint; // no place below is free
    uint64_t serial;
} ApiTable;
#define API_TABLE(type, init, drop)                                                                \
    { sizeof(type), init, drop, .lock = PTHREAD_MUTEX_INITIALIZER }

// The handle of a new object; NULL: no memory.
void *api_handle_new(ApiTable *table);
// The object, locked for this thread; NULL when the handle is not live.
void *api_handle_enter(ApiTable *table, const void *handle);
void api_handle_leave(ApiTable *table, void *object);
bool api_handle_destroy(ApiTable *table, const void *handle); // false: it was not live

#endif
