// SPDX-License-Identifier: Apache-2.0
// Hash containers: open addressing with linear probing, load at most 1/2. Map keeps its entries in
// insertion order beside the slots, so that iteration is deterministic.
#include "base/base.h"

// Eight bytes a step. The length goes in first, so zeros at the end count.
uint64_t hash_bytes(const void *p, size_t n, uint64_t seed) {
    const unsigned char *s = p;
    uint64_t h = seed ^ (n * 0x9e3779b97f4a7c15u);
    if (n >= 256) { // four at a time: a multiplication need not wait for the one before
        uint64_t lane[4] = {h, h + 1, h + 2, h + 3}, w[4];
        for (; n >= 32; n -= 32, s += 32) {
            memcpy(w, s, 32);
            for (int i = 0; i < 4; i++) {
                lane[i] = (lane[i] ^ w[i]) * 0xd6e8feb86659fd93u;
                lane[i] ^= lane[i] >> 29;
            }
        }
        // not hash_mix: names are made of this hash, and stay what they were
        for (int i = 0; i < 4; i++) h = hash_u64(h ^ (lane[i] + 0x9e3779b97f4a7c15u + (h << 6)));
    }
    for (; n >= 8; n -= 8, s += 8) {
        uint64_t w;
        memcpy(&w, s, 8);
        h = (h ^ w) * 0xd6e8feb86659fd93u;
        h ^= h >> 29;
    }
    uint64_t w = 0;
    for (size_t i = 0; i < n; i++) w |= (uint64_t)s[i] << (8 * i);
    return hash_u64(h ^ w);
}

void map_init(Map *map, Arena *arena) {
    memset(map, 0, sizeof *map);
    map->arena = arena;
}

// Up to so many entries are searched one by one, without slots: most maps of a scope stay small.
enum { MAP_SMALL = 8 };

// Where the search for a key begins: the top bits of its product with 2^64 over the golden ratio,
// which all bits of the key have a part in (Knuth, volume 3, 6.4).
static inline uint32_t first_slot(const Map *map, uint64_t key) {
    uint32_t below = 33 + (uint32_t)__builtin_clz(map->nslot); // a power of two, more than one
    return (uint32_t)(key * 0x9e3779b97f4a7c15u >> below);
}

// The slot of a key, or the free one where it would go. The table has free slots always.
static inline uint32_t map_find(const Map *map, uint64_t key) {
    uint32_t mask = map->nslot - 1, i = first_slot(map, key);
    while (map->slot[i] && map->entry[map->slot[i] - 1].key != key) i = (i + 1) & mask;
    return i;
}

// The key's entry of a map without slots, or NULL.
static inline MapEntry *map_find_small(const Map *map, uint64_t key) {
    for (uint32_t i = 0; i < map->n; i++) {
        if (map->entry[i].key == key) return &map->entry[i];
    }
    return NULL;
}

// Doubles the slots, or makes the first; the entries stay where they are.
static void map_rehash(Map *map) {
    uint32_t nslot = map->nslot ? map->nslot * 2 : MAP_SMALL * 4;
    uint32_t *slot = arena_array(map->arena, uint32_t, nslot); // without memory nothing changes
    map->nslot = nslot;
    map->slot = slot;
    for (uint32_t i = 0; i < map->n; i++) map->slot[map_find(map, map->entry[i].key)] = i + 1;
}

void *map_get(const Map *map, uint64_t key) {
    if (!map->nslot) {
        const MapEntry *small = map_find_small(map, key);
        return small ? small->val : NULL;
    }
    uint32_t entry = map->slot[map_find(map, key)];
    return entry ? map->entry[entry - 1].val : NULL;
}

static void **map_push(Map *map, uint64_t key) {
    if (map->n == map->cap) {
        map->entry =
            vec_grow_(map->arena, map->entry, map->n, &map->cap, sizeof(MapEntry), map->n + 1);
    }
    map->entry[map->n] = (MapEntry){key, NULL};
    return &map->entry[map->n++].val;
}

// Room in the slots comes first: without memory for it nothing changes.
void **map_slot(Map *map, uint64_t key) {
    if (!map->nslot) {
        MapEntry *small = map_find_small(map, key);
        if (small) return &small->val;
        if (map->n < MAP_SMALL) return map_push(map, key);
        map_rehash(map);
    }
    uint32_t at = map_find(map, key), entry = map->slot[at];
    if (entry) return &map->entry[entry - 1].val;
    if ((map->n + 1) * 2 > map->nslot) {
        map_rehash(map);
        at = map_find(map, key);
    }
    void **val = map_push(map, key);
    map->slot[at] = map->n;
    return val;
}

void map_put(Map *map, uint64_t key, void *val) {
    *map_slot(map, key) = val;
}

void cons_init(ConsSet *s, Arena *arena) {
    memset(s, 0, sizeof *s);
    s->arena = arena;
}

// A table is replaced by a larger one as a whole, and an item comes to a slot last of all: readers
// need no lock. (The old table stays in the arena.)
typedef struct {
    uint64_t hash;
    void *item;
} ConsSlot;
struct ConsTable {
    uint32_t nslot;
    ConsSlot slot[];
};

// The hash is compared first, so eq is called for hardly any item but the right one.
void *cons_find(const ConsSet *cons_set, uint64_t hash, bool (*eq)(const void *, const void *),
                const void *key) {
    ConsTable *t = __atomic_load_n(&cons_set->table, __ATOMIC_ACQUIRE);
    if (!t) return NULL;
    uint32_t mask = t->nslot - 1;
    for (uint32_t i = (uint32_t)hash & mask;; i = (i + 1) & mask) {
        void *item = __atomic_load_n(&t->slot[i].item, __ATOMIC_ACQUIRE);
        if (!item) return NULL;
        if (t->slot[i].hash == hash && eq(key, item)) return item;
    }
}

// Readers see the hash before the item, and the item is what makes the slot count.
static void table_add(ConsTable *t, uint64_t hash, void *item) {
    uint32_t mask = t->nslot - 1, i = (uint32_t)hash & mask;
    while (t->slot[i].item) i = (i + 1) & mask;
    t->slot[i].hash = hash;
    __atomic_store_n(&t->slot[i].item, item, __ATOMIC_RELEASE);
}

// The caller has looked for the item and did not find it; it is not looked for again.
void cons_add(ConsSet *set, uint64_t hash, void *item) {
    ConsTable *old = set->table;
    if (!old || (set->n + 1) * 2 > old->nslot) {
        uint32_t n = old ? old->nslot * 2 : 64;
        ConsTable *t = arena_zalloc(set->arena, sizeof *t + n * sizeof *t->slot, 16);
        t->nslot = n;
        for (uint32_t i = 0; old && i < old->nslot; i++) {
            if (old->slot[i].item) table_add(t, old->slot[i].hash, old->slot[i].item);
        }
        __atomic_store_n(&set->table, t, __ATOMIC_RELEASE);
    }
    table_add(set->table, hash, item);
    set->n++;
}
