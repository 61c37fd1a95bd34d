// SPDX-License-Identifier: Apache-2.0
// The table of live objects (handle.h).
//
// A handle is (serial number << 20 | place + 1): a place is used again, a serial number is not.
#include "api/handle.h"

#include <stdlib.h>

// The object's bytes follow their bookkeeping: a pointer to them is enough to leave.
struct ApiLive {
    pthread_mutex_t lock; // held while a call works on the object
    uint32_t users;       // calls that hold or wait for the lock
    uint64_t serial;
    bool destroyed; // freed by the last user
    uint32_t place;
    _Alignas(max_align_t) char object[];
};

enum { PLACE_BITS = 20, PLACE_MAX = (1 << PLACE_BITS) - 2 };

static void *handle_of(const ApiLive *live) {
    return (void *)(uintptr_t)(live->serial << PLACE_BITS | (live->place + 1));
}

// The table is locked.
static ApiLive *find(ApiTable *table, const void *handle) {
    uint64_t h = (uint64_t)(uintptr_t)handle, place = (h & ((1 << PLACE_BITS) - 1)) - 1;
    ApiLive *live = place < table->n ? table->at[place] : NULL;
    return live && !live->destroyed && live->serial == h >> PLACE_BITS ? live : NULL;
}

// The table is locked. False: no memory, or as many handles are live as a place can number.
static bool take_place(ApiTable *table, ApiLive *live) {
    uint32_t i = table->hint;
    while (i < table->n && table->at[i]) i++;
    table->hint = i;
    if (i == PLACE_MAX) return false;
    if (i == table->cap) {
        uint32_t cap = table->cap ? 2 * table->cap : 16;
        ApiLive **at = realloc(table->at, cap * sizeof *at);
        if (!at) return false;
        table->at = at;
        table->cap = cap;
    }
    if (i == table->n) table->n++;
    table->at[i] = live;
    live->place = i;
    live->serial = ++table->serial & (((uint64_t)1 << 43) - 1); // a positive pointer
    table->live++;
    return true;
}

// The table is locked. The last one frees the list: a client that destroys all leaks nothing.
static void free_place(ApiTable *table, ApiLive *live) {
    table->at[live->place] = NULL;
    table->hint = CU_MIN(table->hint, live->place);
    if (--table->live) return;
    free(table->at);
    table->at = NULL;
    table->n = table->cap = table->hint = 0;
}

// The table is not locked: what frees the object may take long.
static void drop(ApiTable *table, ApiLive *live) {
    table->drop(live->object);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

// glibc gives back to the system what is free above twice the largest block that it ever freed. By
// one that nobody touches it learns to keep what one object needed for the next, for which the
// kernel would else clear as many pages again: a third of a small compilation's time.
static void keep_memory(void) {
    enum { KEPT = 8 << 20 };
    void *volatile block = malloc(KEPT / 2); // volatile, else the calls are optimized away
    free(block);
}

// NULL: no memory. The object is ready before anyone can find it.
void *api_handle_new(ApiTable *table) {
    keep_memory();
    ApiLive *live = calloc(1, sizeof *live + table->size);
    if (!live) return NULL;
    table->init(live->object);
    pthread_mutex_init(&live->lock, NULL);
    pthread_mutex_lock(&table->lock);
    bool ok = take_place(table, live);
    void *handle = ok ? handle_of(live) : NULL;
    pthread_mutex_unlock(&table->lock);
    if (!ok) drop(table, live);
    return handle;
}

// NULL: the handle is not live. The table's lock is let go before waiting for the object's, so that
// a long call holds up nobody else.
void *api_handle_enter(ApiTable *table, const void *handle) {
    pthread_mutex_lock(&table->lock);
    ApiLive *live = find(table, handle);
    if (live) live->users++;
    pthread_mutex_unlock(&table->lock);
    if (!live) return NULL;
    pthread_mutex_lock(&live->lock);
    return live->object;
}

// Frees the object if it was destroyed meanwhile and nobody else waits for it.
void api_handle_leave(ApiTable *table, void *object) {
    ApiLive *live = (ApiLive *)(void *)((char *)object - offsetof(ApiLive, object));
    pthread_mutex_unlock(&live->lock);
    pthread_mutex_lock(&table->lock);
    bool last = --live->users == 0 && live->destroyed;
    if (last) free_place(table, live);
    pthread_mutex_unlock(&table->lock);
    if (last) drop(table, live);
}

// False: it is not live. Nobody waits: the last call that works on the object frees it, and later
// ones do not find it.
bool api_handle_destroy(ApiTable *table, const void *handle) {
    pthread_mutex_lock(&table->lock);
    ApiLive *live = find(table, handle);
    bool now = live && !live->users;
    if (live) live->destroyed = true;
    if (now) free_place(table, live);
    pthread_mutex_unlock(&table->lock);
    if (now) drop(table, live);
    return live != NULL;
}
