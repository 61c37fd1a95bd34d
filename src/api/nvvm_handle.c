// SPDX-License-Identifier: Apache-2.0
// The table of live programs. libNVVM's functions take nothing but a handle, so this is the one
// place of the library with state between calls. It is empty, and holds no memory, when no program
// is alive.
//
// A handle is (serial number << 20 | place + 1): a place is used again, a serial number is not.
#include "api/nvvm_api.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct {
    NvProgram program;
    pthread_mutex_t lock; // held while a call works on the program
    uint32_t users;       // calls that hold or wait for the lock
    uint64_t serial;
    bool destroyed; // freed by the last user
    uint32_t place;
} Live;

static struct {
    pthread_mutex_t lock;
    Live **at; // NULL: free place
    uint32_t n, cap, live;
    uint32_t hint; // no place below is free
    uint64_t serial;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

enum { PLACE_BITS = 20, PLACE_MAX = (1 << PLACE_BITS) - 2 };

static void *handle_of(const Live *l) {
    return (void *)(uintptr_t)(l->serial << PLACE_BITS | (l->place + 1));
}

// The table is locked.
static Live *find(void *handle) {
    uint64_t h = (uint64_t)(uintptr_t)handle, place = (h & ((1 << PLACE_BITS) - 1)) - 1;
    Live *l = place < table.n ? table.at[place] : NULL;
    return l && !l->destroyed && l->serial == h >> PLACE_BITS ? l : NULL;
}

static bool take_place(Live *live) {
    uint32_t i = table.hint;
    while (i < table.n && table.at[i]) i++;
    table.hint = i;
    if (i == PLACE_MAX) return false;
    if (i == table.cap) {
        uint32_t cap = table.cap ? 2 * table.cap : 16;
        Live **at = realloc(table.at, cap * sizeof *at);
        if (!at) return false;
        table.at = at;
        table.cap = cap;
    }
    if (i == table.n) table.n++;
    table.at[i] = live;
    live->place = i;
    live->serial = ++table.serial & (((uint64_t)1 << 43) - 1); // a positive pointer
    table.live++;
    return true;
}

static void free_place(Live *l) {
    table.at[l->place] = NULL;
    table.hint = CU_MIN(table.hint, l->place);
    if (--table.live) return;
    free(table.at);
    table.at = NULL;
    table.n = table.cap = table.hint = 0;
}

static void drop(Live *l) {
    nvvm_program_free(&l->program);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

void *nvvm_handle_new(void) {
    Live *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    nvvm_program_init(&l->program);
    pthread_mutex_init(&l->lock, NULL);
    pthread_mutex_lock(&table.lock);
    bool ok = take_place(l);
    void *handle = ok ? handle_of(l) : NULL;
    pthread_mutex_unlock(&table.lock);
    if (!ok) drop(l);
    return handle;
}

NvProgram *nvvm_handle_enter(void *handle) {
    pthread_mutex_lock(&table.lock);
    Live *l = find(handle);
    if (l) l->users++;
    pthread_mutex_unlock(&table.lock);
    if (!l) return NULL;
    pthread_mutex_lock(&l->lock);
    return &l->program;
}

void nvvm_handle_leave(NvProgram *nv_program) {
    Live *l = CU_CONTAINER(nv_program, Live, program);
    pthread_mutex_unlock(&l->lock);
    pthread_mutex_lock(&table.lock);
    bool last = --l->users == 0 && l->destroyed;
    if (last) free_place(l);
    pthread_mutex_unlock(&table.lock);
    if (last) drop(l);
}

bool nvvm_handle_destroy(void *handle) {
    pthread_mutex_lock(&table.lock);
    Live *l = find(handle);
    bool now = l && !l->users;
    if (l) l->destroyed = true;
    if (now) free_place(l);
    pthread_mutex_unlock(&table.lock);
    if (now) drop(l);
    return l != NULL;
}
