// SPDX-License-Identifier: Apache-2.0
// The static run-time library in an object without a symbol table. Two things that stripping leaves
// tell where its functions are:
//
// - each public function has its own name in the code, for tools that watch calls
//   (cudaMalloc:  ... lea "cudaMalloc"(%rip), %r8 ...);
// - the table for unwinding (.eh_frame_hdr) has the address of every function.
//
// So the function around an instruction that takes the address of "cudaMalloc" is cudaMalloc. The
// program may have such names too, in functions of its own: one that uses several names is none of
// the library's, and of several functions for one name only that one counts which lies among those
// that are certain.
//
// The registration of kernels has no names: register.c finds it by its callers. Where it does not,
// an object with kernels is left alone: its calls would work and its kernels would not be there.
#define _GNU_SOURCE
#include "cudart/redirect/image.h"

enum { // of the table for unwinding: 4-byte numbers relative to the table, sorted
    UNWIND_COUNT_FORMAT = 0x03,
    UNWIND_TABLE_FORMAT = 0x3b,
};

typedef struct {
    Function function;
    bool several; // names in it
} Candidate;
typedef struct {
    Candidate at[2048];
    uint32_t n;
} Candidates;

// ---- the file -----------------------------------------------------------------------------------

// The segments, of which the file has all that it says.
static bool read_segments(Image *image) {
    const Object *object = image->object;
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)object->at;
    const ElfW(Phdr) *segment = (const ElfW(Phdr) *)(object->at + header->e_phoff);
    if (!rt_redirect_is_inside(object, header->e_phoff, header->e_phnum * sizeof *segment))
        return false;
    for (uint32_t i = 0; i < header->e_phnum; i++) {
        if (!rt_redirect_is_inside(object, segment[i].p_offset, segment[i].p_filesz)) return false;
        if (segment[i].p_type == PT_GNU_EH_FRAME) image->unwind = segment[i].p_vaddr;
        if (segment[i].p_type != PT_LOAD) continue;
        if (image->nsegments == MAX_SEGMENTS) return false;
        image->segment[image->nsegments++] = &segment[i];
    }
    return image->unwind != 0;
}

// What the file has at an address of the object, and how many bytes; NULL: nothing.
const uint8_t *rt_redirect_bytes_at(const Image *image, uint64_t address, uint64_t *n) {
    for (uint32_t i = 0; i < image->nsegments; i++) {
        const ElfW(Phdr) *segment = image->segment[i];
        if (address < segment->p_vaddr || address - segment->p_vaddr >= segment->p_filesz) continue;
        *n = segment->p_filesz - (address - segment->p_vaddr);
        return image->object->at + segment->p_offset + (address - segment->p_vaddr);
    }
    return NULL;
}

// The table: version, three formats, a pointer, the number of entries, the entries.
static bool read_unwind_table(Image *image) {
    enum { HEAD = 12 };
    uint64_t n = 0;
    const uint8_t *table = rt_redirect_bytes_at(image, image->unwind, &n);
    if (!table || n < HEAD || table[0] != 1) return false;
    if (table[2] != UNWIND_COUNT_FORMAT || table[3] != UNWIND_TABLE_FORMAT) return false;
    memcpy(&image->nentries, table + 8, sizeof image->nentries);
    image->entry = (const int32_t *)(table + HEAD);
    return image->nentries <= (n - HEAD) / (2 * sizeof *image->entry);
}

static uint64_t entry_at(const Image *image, uint32_t i) {
    return image->unwind + (uint64_t)(int64_t)image->entry[2 * i];
}

// How many functions begin at or before the address.
static uint32_t functions_before(const Image *image, uint64_t address) {
    uint32_t low = 0, high = image->nentries;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (entry_at(image, middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t rt_redirect_function_around(const Image *image, uint64_t address) {
    uint32_t n = functions_before(image, address);
    return n ? entry_at(image, n - 1) : 0;
}

uint64_t rt_redirect_function_after(const Image *image, uint64_t address) {
    uint32_t n = functions_before(image, address);
    return n < image->nentries ? entry_at(image, n) : 0;
}

// Whether there is something to be found: the library opens the driver's by this name.
static bool names_driver(const Image *image) {
    static const char driver[] = "libcuda.so.1";
    for (uint32_t i = 0; i < image->nsegments; i++) {
        const ElfW(Phdr) *segment = image->segment[i];
        if (segment->p_flags & PF_X) continue;
        if (memmem(image->object->at + segment->p_offset, segment->p_filesz, driver, sizeof driver))
            return true;
    }
    return false;
}

static bool has_kernels(const Image *image) {
    static const uint32_t magic[] = {KERNELS_MAGIC};
    for (uint32_t i = 0; i < image->nsegments; i++) {
        const ElfW(Phdr) *segment = image->segment[i];
        if (segment->p_flags & PF_X) continue;
        const uint8_t *data = image->object->at + segment->p_offset;
        for (uint64_t k = 0; k + sizeof magic <= segment->p_filesz; k += sizeof magic) {
            if (memcmp(data + k, magic, sizeof magic) == 0) return true;
        }
    }
    return false;
}

// ---- the code -----------------------------------------------------------------------------------

#if defined __x86_64__
// The name of one of our functions at an address of the object; NULL: something else is there.
static const char *name_at(const Image *image, uint64_t address) {
    uint64_t n = 0;
    const char *text = (const char *)rt_redirect_bytes_at(image, address, &n);
    if (!text || n < 5 || memcmp(text, "cuda", 4) != 0 || !memchr(text, 0, n)) return NULL;
    return rt_redirect_is_ours(text) ? text : NULL;
}

// A function takes the address of a name.
static void note(Candidates *all, uint64_t function, const char *name) {
    for (uint32_t i = all->n; i-- > 0;) { // the code is read in the order of addresses
        if (all->at[i].function.offset != function) break;
        if (strcmp(all->at[i].function.name, name) != 0) all->at[i].several = true;
        return;
    }
    if (all->n == CU_COUNT(all->at)) return;
    all->at[all->n++] = (Candidate){.function = {name, function}};
}

// lea register, distance(%rip): a prefix for 64 bits, 8d, the register and that the base is rip.
static bool takes_address(const uint8_t *code) {
    return (code[0] & 0xfb) == 0x48 && code[1] == 0x8d && (code[2] & 0xc7) == 0x05;
}

static void read_code(const Image *image, const ElfW(Phdr) * segment, Candidates *all) {
    enum { OPCODE = 3, SIZE = OPCODE + sizeof(int32_t) };
    const uint8_t *code = image->object->at + segment->p_offset;
    for (uint64_t i = 0; i + SIZE <= segment->p_filesz; i++) {
        int32_t distance;
        if (!takes_address(code + i)) continue;
        memcpy(&distance, code + i + OPCODE, sizeof distance);
        uint64_t at = segment->p_vaddr + i;
        const char *name = name_at(image, at + SIZE + (uint64_t)(int64_t)distance);
        uint64_t function = name ? rt_redirect_function_around(image, at) : 0;
        if (function) note(all, function, name);
    }
}
#else
// How code takes an address is not known for this processor: nothing is found.
static void read_code(const Image *image, const ElfW(Phdr) * segment, Candidates *all) {}
#endif

// How many functions have the candidate's name as their only one.
static uint32_t rivals(const Candidates *all, const Candidate *of) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        const Candidate *c = &all->at[i];
        n += !c->several && strcmp(c->function.name, of->function.name) == 0;
    }
    return n;
}

// Certain ones first: they give the range of addresses that the library has. (A few hundred: all
// pairs are compared.)
static void choose(const Candidates *all, FunctionList *list) {
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        const Candidate *c = &all->at[i];
        if (c->several || rivals(all, c) != 1) continue;
        if (c->function.offset < low) low = c->function.offset;
        if (c->function.offset > high) high = c->function.offset;
    }
    for (uint32_t i = 0; i < all->n && list->n < CU_COUNT(list->at); i++) {
        const Candidate *c = &all->at[i];
        bool is_among = c->function.offset >= low && c->function.offset <= high;
        // at a multiple of 16, as the library's functions are: a jump has room
        if (!c->several && is_among && c->function.offset % 16 == 0)
            list->at[list->n++] = c->function;
    }
}

// Cheap questions come first: most objects have nothing to do with CUDA.
void rt_redirect_find_stripped(const Object *object, FunctionList *list) {
    Image image = {.object = object};
    Candidates all = {0};
    if (!read_segments(&image) || !names_driver(&image) || !read_unwind_table(&image)) return;
    if (has_kernels(&image) && !rt_redirect_find_registration(&image, list)) return;
    for (uint32_t i = 0; i < image.nsegments; i++) {
        if (image.segment[i]->p_flags & PF_X) read_code(&image, image.segment[i], &all);
    }
    choose(&all, list);
}
