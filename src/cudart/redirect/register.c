// SPDX-License-Identifier: Apache-2.0
// The registration of kernels in an object without a symbol table. These functions of the static
// run-time library have no names in their code, but nvcc's code calls them in one way (its header
// crt/host_runtime.h has the source), and begins with what the object's data show: the record of a
// container, which begins with a number of its own.
//
//   handle = RegisterFatBinary(&record);
//   RegisterFunction(handle, stub, name, name, -1, ...);        for each kernel
//   RegisterVar(handle, variable, name, name, ...);             for each variable
//   RegisterFatBinaryEnd(handle); atexit(unregister);           which calls UnregisterFatBinary
//   stub:  if (PopCallConfiguration(...)) return;
//          GetKernel(&kernel, stub); LaunchKernel(kernel, ...);
//   where kernels are launched:  if (PushCallConfiguration(...)) ...
//
// All of them lie together. Unless everything is found that the object calls, nothing is.
#define _GNU_SOURCE // memmem
#include "cudart/redirect/image.h"

enum { NEIGHBOURS = 0x1000 }; // bytes around the first function in which the others lie

typedef enum {
    FAT_BINARY,
    FAT_BINARY_END,
    UNREGISTER,
    FUNCTION,
    VARIABLE,
    POP,
    PUSH,
    GET_KERNEL,
    LAUNCH,
    ROLES
} Role;
static const char *const role_name[ROLES] = {
    [FAT_BINARY] = "__cudaRegisterFatBinary",
    [FAT_BINARY_END] = "__cudaRegisterFatBinaryEnd",
    [UNREGISTER] = "__cudaUnregisterFatBinary",
    [FUNCTION] = "__cudaRegisterFunction",
    [VARIABLE] = "__cudaRegisterVar",
    [POP] = "__cudaPopCallConfiguration",
    [PUSH] = "__cudaPushCallConfiguration",
    [GET_KERNEL] = "__cudaGetKernel",
    [LAUNCH] = "__cudaLaunchKernel",
};

typedef struct {
    const Image *image;
    uint64_t at[ROLES]; // addresses; 0: not found
    bool contradiction; // two functions for one role
} Search;

static void found(Search *search, Role role, uint64_t address) {
    if (search->at[role] && search->at[role] != address) search->contradiction = true;
    search->at[role] = address;
}

// Near the first one, at the start of a function.
static bool is_near(const Search *search, uint64_t target) {
    return target - search->at[FAT_BINARY] + NEIGHBOURS < 2 * (uint64_t)NEIGHBOURS &&
           target % 16 == 0 && rt_redirect_function_around(search->image, target) == target;
}

static bool is_taken(const Search *search, uint64_t target) {
    for (int i = 0; i < ROLES; i++) {
        if (search->at[i] == target) return true;
    }
    return false;
}

#if defined __x86_64__
enum { CALL = 0xe8, JUMP = 0xe9, CALL_SIZE = 5, LEA_SIZE = 7 };

// An address relative to the end of its instruction.
static uint64_t target_of(const uint8_t *code, uint64_t at, uint32_t size) {
    int32_t distance;
    memcpy(&distance, code + size - sizeof distance, sizeof distance);
    return at + size + (uint64_t)(int64_t)distance;
}

// lea distance(%rip), register: the number of the register in the third byte.
enum { LEA_RDX = 0x15, LEA_RSI = 0x35, LEA_RDI = 0x3d };
static bool is_lea(const uint8_t *code, uint8_t reg) {
    return code[0] == 0x48 && code[1] == 0x8d && code[2] == reg;
}

// The last `lea` of the register in n bytes of code: what it takes the address of; 0: none.
static uint64_t lea_in(const uint8_t *code, uint64_t at, uint64_t n, uint8_t reg) {
    uint64_t address = 0;
    for (uint64_t i = 0; i + LEA_SIZE <= n; i++) {
        if (is_lea(code + i, reg)) address = target_of(code + i, at + i, LEA_SIZE);
    }
    return address;
}

// mov $-1, %r8d: the limit of threads, which only kernels have.
static bool has_limit(const uint8_t *code, uint64_t n) {
    static const uint8_t minus_one[] = {0x41, 0xb8, 0xff, 0xff, 0xff, 0xff};
    return memmem(code, n, minus_one, sizeof minus_one) != NULL;
}

// The code of the function that begins at an address, to the start of the next.
static const uint8_t *body(const Search *search, uint64_t address, uint64_t *n) {
    const uint8_t *code = rt_redirect_bytes_at(search->image, address, n);
    uint64_t end = rt_redirect_function_after(search->image, address);
    if (code && end > address && end - address < *n) *n = end - address;
    return code;
}

// The calls of near functions in a piece of code, each with what stands between it and the one
// before. Jumps count in place of a last call.
typedef void OnCall(Search *search, uint64_t target, const uint8_t *before, uint64_t at, uint64_t n,
                    void *data);
static void each_call(Search *search, uint64_t address, OnCall *on_call, void *data) {
    uint64_t n = 0, begin = 0;
    const uint8_t *code = body(search, address, &n);
    for (uint64_t i = 0; code && i + CALL_SIZE <= n; i++) {
        if (code[i] != CALL && code[i] != JUMP) continue;
        uint64_t target = target_of(code + i, address + i, CALL_SIZE);
        if (!is_near(search, target)) continue;
        on_call(search, target, code + begin, address + begin, i - begin, data);
        begin = i + CALL_SIZE;
        i = begin - 1;
    }
}

// In a stub, whose address is data: it names itself where it asks for its kernel.
static void in_stub(Search *search, uint64_t target, const uint8_t *before, uint64_t at, uint64_t n,
                    void *data) {
    const uint64_t *stub = data;
    if (lea_in(before, at, n, LEA_RSI) == *stub)
        found(search, GET_KERNEL, target);
    else if (!search->at[POP] || search->at[POP] == target)
        found(search, POP, target);
    else
        found(search, LAUNCH, target);
}

// The function that a short one goes on with: a stub may be a jump to the code that was made of it.
static uint64_t goes_on_with(Search *search, uint64_t address) {
    uint64_t n = 0;
    const uint8_t *code = body(search, address, &n);
    for (uint64_t i = 0; code && i + CALL_SIZE <= n; i++) {
        if (code[i] != CALL && code[i] != JUMP) continue;
        uint64_t target = target_of(code + i, address + i, CALL_SIZE);
        if (target && rt_redirect_function_around(search->image, target) == target) return target;
    }
    return 0;
}

static void read_stub(Search *search, uint64_t stub) {
    each_call(search, stub, in_stub, &stub);
    uint64_t next = search->at[POP] ? 0 : goes_on_with(search, stub);
    if (next) each_call(search, next, in_stub, &stub);
}

static void in_registration(Search *search, uint64_t target, const uint8_t *before, uint64_t at,
                            uint64_t n, void *data) {
    bool *is_full = data; // one kernel's stub says all
    if (target == search->at[FAT_BINARY]) return;
    uint64_t stub = lea_in(before, at, n, LEA_RSI);
    if (has_limit(before, n) && lea_in(before, at, n, LEA_RDX)) {
        found(search, FUNCTION, target);
        if (!*is_full && stub) read_stub(search, stub);
        *is_full |= stub != 0;
    } else if (lea_in(before, at, n, LEA_RDX)) {
        found(search, VARIABLE, target);
    } else {
        found(search, FAT_BINARY_END, target);
    }
}

static void in_unregister(Search *search, uint64_t target, const uint8_t *before, uint64_t at,
                          uint64_t n, void *data) {
    (void)before, (void)at, (void)n, (void)data;
    found(search, UNREGISTER, target);
}

// A function that registers a container: the code at its `lea` of the record, then the rest.
static void read_registration(Search *search, uint64_t address, bool *is_full) {
    uint64_t n = 0;
    const uint8_t *code = body(search, address, &n);
    each_call(search, address, in_registration, is_full);
    // at the end it gives a function to atexit
    uint64_t last = code ? lea_in(code, address, n, LEA_RDI) : 0;
    if (last && rt_redirect_function_around(search->image, last) == last)
        each_call(search, last, in_unregister, NULL);
}

static bool is_record(const Image *image, uint64_t address) {
    static const uint32_t magic[] = {KERNELS_MAGIC};
    uint64_t n = 0;
    const uint8_t *data = rt_redirect_bytes_at(image, address, &n);
    return data && n >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
}

// lea record(%rip), %rdi; call: in all registrations the same function.
static void find_registrations(Search *search, const uint8_t *code, uint64_t at, uint64_t n) {
    bool is_full = false;
    for (uint64_t i = 0; i + LEA_SIZE + CALL_SIZE <= n; i++) {
        if (!is_lea(code + i, LEA_RDI) || code[i + LEA_SIZE] != CALL) continue;
        if (!is_record(search->image, target_of(code + i, at + i, LEA_SIZE))) continue;
        found(search, FAT_BINARY, target_of(code + i + LEA_SIZE, at + i + LEA_SIZE, CALL_SIZE));
        uint64_t around = rt_redirect_function_around(search->image, at + i);
        if (around) read_registration(search, around, &is_full);
    }
}

// What is left of the functions that are called: its result is asked for at once (test %eax, %eax).
static void find_push(Search *search, const uint8_t *code, uint64_t at, uint64_t n) {
    for (uint64_t i = 0; i + CALL_SIZE + 2 <= n; i++) {
        if (code[i] != CALL || code[i + CALL_SIZE] != 0x85 || code[i + CALL_SIZE + 1] != 0xc0)
            continue;
        uint64_t target = target_of(code + i, at + i, CALL_SIZE);
        // not by the library itself
        if (!is_near(search, target) || at + i - search->at[FAT_BINARY] < NEIGHBOURS) continue;
        if (search->at[PUSH] == target || !is_taken(search, target)) found(search, PUSH, target);
    }
}
#else
static void find_registrations(Search *search, const uint8_t *code, uint64_t at, uint64_t n) {}
static void find_push(Search *search, const uint8_t *code, uint64_t at, uint64_t n) {}
#endif

static void each_code(Search *search,
                      void (*look)(Search *search, const uint8_t *code, uint64_t at, uint64_t n)) {
    const Image *image = search->image;
    for (uint32_t i = 0; i < image->nsegments; i++) {
        const ElfW(Phdr) *segment = image->segment[i];
        if (segment->p_flags & PF_X)
            look(search, image->object->at + segment->p_offset, segment->p_vaddr,
                 segment->p_filesz);
    }
}

bool rt_redirect_find_registration(const Image *image, FunctionList *list) {
    Search search = {.image = image};
    each_code(&search, find_registrations);
    const uint64_t *at = search.at;
    if (!at[FAT_BINARY] || !at[FAT_BINARY_END] || !at[UNREGISTER]) return false;
    if (at[FUNCTION]) {
        each_code(&search, find_push);
        if (!at[POP] || !at[PUSH]) return false;
    }
    if (search.contradiction || list->n + ROLES > CU_COUNT(list->at)) return false;
    for (int i = 0; i < ROLES; i++) {
        if (at[i]) list->at[list->n++] = (Function){role_name[i], at[i]};
    }
    return true;
}
