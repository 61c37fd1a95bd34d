// SPDX-License-Identifier: Apache-2.0
// What the dynamic loader asks under `cuprum exec` (LD_AUDIT, rtld-audit(7)), for the two kinds of
// libraries that LD_PRELOAD and LD_LIBRARY_PATH do not reach.
//
// A library that is opened by its path, as Python's packages open those in wheels: where this
// library's folder has one of the same name, that is taken.
//
// The static run-time library, which nvcc puts into the program itself: its functions are found by
// their names in the object's symbol table, and a jump to ours is written at the head of each:
//
//     cudaMalloc:  push %rbp ...        ->    cudaMalloc:  jmp *[rip]; address of ours
//
// The program, and a library that it loads later, are seen before their first constructor runs, so
// that the registration of their kernels is ours too. In an object whose symbol table was stripped
// the functions are found another way (stripped.c) if it has no kernels of its own. Else it is left
// as it is: its first call fails in cuGetExportTable, whose message says so. The library may be
// CUDA 12's, too.
//
// The library lies beside libcudart.so.13, and has no state but what it knows of the process's
// objects; the loader calls it under its own lock.
#define _GNU_SOURCE
#include "cudart/redirect/redirect.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

enum {
    MAX_WAITING = 16, // objects that come before ours: the program itself, few others
    // A program may define some functions of the API itself, to watch the calls of others. One with
    // so many has the library in it.
    LIBRARY_FUNCTIONS = 100,
};

#if defined __x86_64__
static const uint8_t jump[] = {0xff, 0x25, 0, 0, 0, 0}; // jmp *0(%rip)
#elif defined __aarch64__
static const uint8_t jump[] = {0x50, 0, 0, 0x58, 0, 2, 0x1f, 0xd6}; // ldr x16, .+8; br x16
#else
#error "no jump is known for this processor"
#endif
enum { JUMP_SIZE = sizeof jump + sizeof(uint64_t) };

// What the loader has told. Objects that come before ours wait for it; those behind are looked at
// at once. The interface has no handle for a state.
static struct {
    const struct link_map *runtime; // our libcudart.so.13
    const struct link_map *waiting[MAX_WAITING];
    uint32_t nwaiting;
    const char *own_path;   // of this library
    char instead[PATH_MAX]; // what la_objsearch gives, read before its next call
} told;

// ---- our functions ------------------------------------------------------------------------------

// A value of the dynamic section. The loader makes addresses of some of them.
static uintptr_t dynamic_value(const struct link_map *map, int64_t tag) {
    for (const ElfW(Dyn) *row = map->l_ld; row->d_tag != DT_NULL; row++) {
        if (row->d_tag != tag) continue;
        bool is_offset = row->d_un.d_ptr < map->l_addr;
        return row->d_un.d_ptr + (is_offset ? map->l_addr : 0);
    }
    return 0;
}

static uint32_t gnu_hash(const char *name) {
    uint32_t hash = 5381;
    for (; *name; name++) hash = hash * 33 + (uint8_t)*name;
    return hash;
}

// The address of a function that the shared object exports; 0 if it has none of the name. The
// table: buckets of the first symbol of a hash, then the hashes of all symbols, the last of a
// bucket with its lowest bit set.
static uintptr_t exported(const struct link_map *map, const char *name) {
    const uint32_t *table = (const uint32_t *)dynamic_value(map, DT_GNU_HASH);
    const ElfW(Sym) *symbol = (const ElfW(Sym) *)dynamic_value(map, DT_SYMTAB);
    const char *names = (const char *)dynamic_value(map, DT_STRTAB);
    if (!table || !symbol || !names || !table[0]) return 0;

    uint32_t nbuckets = table[0], first = table[1], bloom_words = table[2];
    const uint32_t *bucket = table + 4 + bloom_words * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
    const uint32_t *chain = bucket + nbuckets;
    uint32_t hash = gnu_hash(name), i = bucket[hash % nbuckets];
    for (; i >= first; i++) {
        uint32_t have = chain[i - first];
        if ((have | 1) == (hash | 1) && strcmp(names + symbol[i].st_name, name) == 0)
            return map->l_addr + symbol[i].st_value;
        if (have & 1) break;
    }
    return 0;
}

// The function of ours that is called instead of the library's; 0: none. What is not the same in
// CUDA 12 has a name of its own (runtime12.def).
static uintptr_t instead_of(const char *name, bool is_old) {
    char old[96];
    int n = is_old ? snprintf(old, sizeof old, "__cuda12_%s", name) : 0;
    uintptr_t address = n > 0 && n < (int)sizeof old ? exported(told.runtime, old) : 0;
    return address ? address : exported(told.runtime, name);
}

// Whether there is something to jump to.
bool rt_redirect_is_ours(const char *name) {
    return exported(told.runtime, name) != 0;
}

// ---- an object's symbols ------------------------------------------------------------------------

// Finds the symbol table that is for debuggers and linkers, not the loader's. False: there is none.
static bool find_symbols(Object *object) {
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)object->at;
    uint64_t table_size = (uint64_t)header->e_shnum * sizeof(ElfW(Shdr));
    if (!header->e_shoff || !rt_redirect_is_inside(object, header->e_shoff, table_size))
        return false;

    const ElfW(Shdr) *section = (const ElfW(Shdr) *)(object->at + header->e_shoff);
    for (uint32_t i = 0; i < header->e_shnum; i++) {
        if (section[i].sh_type != SHT_SYMTAB || section[i].sh_link >= header->e_shnum) continue;
        const ElfW(Shdr) *strings = &section[section[i].sh_link];
        if (!rt_redirect_is_inside(object, section[i].sh_offset, section[i].sh_size)) return false;
        if (!strings->sh_size ||
            !rt_redirect_is_inside(object, strings->sh_offset, strings->sh_size))
            return false;
        object->symbol = (const ElfW(Sym) *)(object->at + section[i].sh_offset);
        object->nsymbols = section[i].sh_size / sizeof(ElfW(Sym));
        object->names = (const char *)object->at + strings->sh_offset;
        object->name_bytes = strings->sh_size;
        return object->names[object->name_bytes - 1] == 0;
    }
    return false;
}

// The name of a function that the object defines, if it can be one of the run-time library's.
static const char *runtime_name(const Object *object, const ElfW(Sym) * symbol) {
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF) return NULL;
    if (symbol->st_name >= object->name_bytes) return NULL;
    const char *name = object->names + symbol->st_name;
    const char *word = name + (strncmp(name, "__", 2) == 0 ? 2 : 0);
    return strncmp(word, "cuda", 4) == 0 ? name : NULL;
}

// NVIDIA's functions begin at multiples of 16 bytes, so that a jump has room in the shortest.
static bool has_room(const ElfW(Sym) * symbol) {
    return symbol->st_size >= JUMP_SIZE || symbol->st_value % 16 == 0;
}

static void write_jump(uintptr_t from, uintptr_t to) {
    uint64_t target = to;
    memcpy((void *)from, jump, sizeof jump);
    memcpy((void *)(from + sizeof jump), &target, sizeof target);
    __builtin___clear_cache((char *)from, (char *)from + JUMP_SIZE);
}

// The pages from the first to the last function become writable, then code again.
static bool protect(uintptr_t begin, uintptr_t end, int how) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    begin &= ~(page - 1);
    return mprotect((void *)begin, end - begin, how) == 0;
}

// CUDA 12's library has this function; before and after it, it has another name.
static bool is_cuda12(const Object *object) {
    for (uint64_t i = 0; i < object->nsymbols; i++) {
        const char *name = runtime_name(object, &object->symbol[i]);
        if (name && strcmp(name, "cudaGetDeviceProperties_v2") == 0) return true;
    }
    return false;
}

// Those of the object's functions that its symbol table names.
static void find_named(const Object *object, FunctionList *list) {
    list->is_old = is_cuda12(object);
    for (uint64_t i = 0; i < object->nsymbols; i++) {
        const ElfW(Sym) *symbol = &object->symbol[i];
        const char *name = runtime_name(object, symbol);
        if (!name || !has_room(symbol) || !instead_of(name, list->is_old)) continue;
        if (list->n == CU_COUNT(list->at)) return;
        list->at[list->n++] = (Function){name, symbol->st_value};
    }
}

static void redirect_functions(const struct link_map *map, const FunctionList *list) {
    uintptr_t low = UINTPTR_MAX, high = 0;
    if (list->n < LIBRARY_FUNCTIONS) return;
    for (uint32_t i = 0; i < list->n; i++) {
        uintptr_t at = map->l_addr + list->at[i].offset;
        if (at < low) low = at;
        if (at + JUMP_SIZE > high) high = at + JUMP_SIZE;
    }
    if (!protect(low, high, PROT_READ | PROT_WRITE)) return;

    for (uint32_t i = 0; i < list->n; i++)
        write_jump(map->l_addr + list->at[i].offset, instead_of(list->at[i].name, list->is_old));
    protect(low, high, PROT_READ | PROT_EXEC);
}

static void look_for_functions(const struct link_map *map, Object *object) {
    FunctionList list = {0};
    if (!rt_redirect_is_elf(object)) return;
    if (find_symbols(object))
        find_named(object, &list);
    else
        rt_redirect_find_stripped(object, &list);
    redirect_functions(map, &list);
}

static void look_at(const struct link_map *map) {
    const char *path = *map->l_name ? map->l_name : "/proc/self/exe";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0) return;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        Object object = {.size = (size_t)status.st_size};
        void *text = mmap(NULL, object.size, PROT_READ, MAP_PRIVATE, file, 0);
        if (text != MAP_FAILED) {
            object.at = text;
            look_for_functions(map, &object);
            munmap(text, object.size);
        }
    }
    close(file);
}

// ---- what the loader calls ----------------------------------------------------------------------

const char *rt_redirect_path(void) {
    Dl_info self;
    if (!told.own_path && dladdr((void *)(uintptr_t)la_version, &self))
        told.own_path = self.dli_fname;
    return told.own_path;
}

size_t rt_redirect_folder_length(void) {
    const char *path = rt_redirect_path(), *slash = path ? strrchr(path, '/') : NULL;
    return slash ? (size_t)(slash - path) : 0;
}

// Whether the object is the library that lies beside this one. (NVIDIA's has the same name.)
static bool is_our_runtime(const struct link_map *map) {
    const char *slash = strrchr(map->l_name, '/');
    size_t folder = rt_redirect_folder_length();
    return folder && slash && strcmp(slash + 1, RT_LIBRARY) == 0 &&
           (size_t)(slash - map->l_name) == folder &&
           memcmp(told.own_path, map->l_name, folder) == 0;
}

PUBLIC unsigned la_version(unsigned version) {
    return version < LAV_CURRENT ? version : LAV_CURRENT;
}

// A name is looked for: as the program gave it, or as a path that is tried. Ours is taken for a
// path to a library of the same file name.
PUBLIC char *la_objsearch(const char *name, uintptr_t *cookie, unsigned how) {
    (void)cookie;
    const char *slash = strrchr(name, '/');
    size_t folder = how == LA_SER_ORIG && slash ? rt_redirect_folder_length() : 0;
    if (!folder || strstr(slash, ".so") == NULL) return (char *)(uintptr_t)name;
    int n =
        snprintf(told.instead, sizeof told.instead, "%.*s%s", (int)folder, told.own_path, slash);
    bool is_there = n < (int)sizeof told.instead && access(told.instead, R_OK) == 0;
    return is_there ? told.instead : (char *)(uintptr_t)name;
}

// An object is mapped.
PUBLIC unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie) {
    (void)cookie;
    if (space != LM_ID_BASE) return 0;
    if (told.runtime)
        look_at(map);
    else if (is_our_runtime(map))
        told.runtime = map;
    else if (told.nwaiting < MAX_WAITING)
        told.waiting[told.nwaiting++] = map;
    return 0;
}

// All that the program's start needs is mapped; no constructor has run.
PUBLIC void la_activity(uintptr_t *cookie, unsigned state) {
    (void)cookie;
    if (state != LA_ACT_CONSISTENT) return;
    if (told.runtime) {
        for (uint32_t i = 0; i < told.nwaiting; i++) look_at(told.waiting[i]);
    }
    told.nwaiting = 0;
}
