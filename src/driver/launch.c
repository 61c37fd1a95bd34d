// SPDX-License-Identifier: Apache-2.0
// A kernel launch from the command line: arguments are read and bound, results shown and compared.
#include "driver/launch.h"
#include "driver/driver.h"
#include "vm/compute/float.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const ElemType elem_types[] = {{"u8", 1, 'u'},  {"i32", 4, 'i'}, {"u32", 4, 'u'},
                                      {"i64", 8, 'i'}, {"u64", 8, 'u'}, {"f16", 2, 'f'},
                                      {"f32", 4, 'f'}, {"f64", 8, 'f'}};

// ---- arguments ---------------------------------------------------------------------------------

static uint64_t splitmix(uint64_t *s) {
    uint64_t z = *s += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void put_float(uint8_t *p, const ElemType *element, double v) {
    float f = (float)v;
    uint16_t h;
    switch (element->size) {
    case 2:
        h = vm_half_put(v, false, PTX_RND_RN);
        memcpy(p, &h, 2);
        break;
    case 4: memcpy(p, &f, 4); break;
    default: memcpy(p, &v, 8); break;
    }
}

static bool fill_buffer(Launch *launch, uint8_t *p, const ElemType *element, uint64_t n,
                        const char *init) {
    if (strcmp(init, "zero") == 0 || strcmp(init, "none") == 0) {
        memset(p, 0, n * element->size);
        return true;
    }
    if (strncmp(init, "file:", 5) == 0) {
        size_t len;
        char *data = driver_read_file(launch->ctx, init + 5, &len);
        if (!data) return false;
        memset(p, 0, n * element->size);
        memcpy(p, data, CU_MIN(len, n * element->size));
        return true;
    }
    bool iota = strcmp(init, "iota") == 0;
    char *end = NULL;
    uint64_t state = strncmp(init, "rand:", 5) == 0 ? strtoull(init + 5, &end, 0) : 0;
    if (!iota && (!end || *end || end == init + 5)) return false;
    for (uint64_t i = 0; i < n; i++, p += element->size) {
        uint64_t x = iota ? i : splitmix(&state);
        if (element->kind != 'f') {
            memcpy(p, &x, element->size);
        } else if (iota) {
            put_float(p, element, (double)i);
        } else {
            put_float(p, element,
                      element->size == 8 ? (double)(x >> 11) * 0x1p-53
                                         : (double)(x >> 40) * 0x1p-24);
        }
    }
    return true;
}

static bool parse_scalar(Launch *launch, RunArg *filled, const ElemType *element, const char *v) {
    char *end;
    errno = 0;
    filled->size = element->size;
    filled->bytes = arena_zalloc(&launch->ctx->perm, 8, 8);
    if (element->kind == 'f') {
        put_float(filled->bytes, element, strtod(v, &end));
    } else {
        uint64_t x = *v == '-' ? (uint64_t)strtoll(v, &end, 0) : strtoull(v, &end, 0);
        memcpy(filled->bytes, &x, element->size);
    }
    return end != v && !*end;
}

static bool parse_bytes(Launch *launch, RunArg *filled, const char *hex) {
    size_t n = strlen(hex);
    if (n % 2) return false;
    filled->size = n / 2;
    filled->bytes = arena_zalloc(&launch->ctx->perm, filled->size + 1, 8);
    for (size_t i = 0; i < n; i++) {
        const char *digits = "0123456789abcdef",
                   *p = strchr(digits, hex[i] | (hex[i] >= 'A' ? 0x20 : 0));
        if (!p) return false;
        filled->bytes[i / 2] |= (uint8_t)((p - digits) << (i % 2 ? 0 : 4));
    }
    return true;
}

static const ElemType *find_type(const char *s, size_t n) {
    for (size_t i = 0; i < CU_COUNT(elem_types); i++) {
        if (strlen(elem_types[i].name) == n && strncmp(elem_types[i].name, s, n) == 0)
            return &elem_types[i];
    }
    return NULL;
}

// buf:TYPE:COUNT:INIT
static bool parse_buffer(Launch *launch, RunArg *filled, const char *s) {
    const char *colon = strchr(s, ':');
    filled->type = colon ? find_type(s, (size_t)(colon - s)) : NULL;
    if (!filled->type) return false;
    char *end;
    filled->count = strtoull(colon + 1, &end, 0);
    if (*end != ':' || end == colon + 1 || filled->count > (1ull << 36) / filled->type->size)
        return false;
    filled->bytes = arena_alloc(&launch->ctx->perm, filled->count * filled->type->size + 1, 64);
    filled->undefined = strcmp(end + 1, "none") == 0;
    return fill_buffer(launch, filled->bytes, filled->type, filled->count, end + 1);
}

static bool parse_value(Launch *launch, RunArg *a, const char *s) {
    if (strncmp(s, "buf:", 4) == 0) return parse_buffer(launch, a, s + 4);
    if (strncmp(s, "bytes:", 6) == 0) return parse_bytes(launch, a, s + 6);
    const char *colon = strchr(s, ':');
    const ElemType *t = colon ? find_type(s, (size_t)(colon - s)) : NULL;
    return t && t->size >= 4 && parse_scalar(launch, a, t, colon + 1);
}

void driver_launch_parse_arg(Launch *launch, const char *s) {
    if (launch->narg == MAX_ARGS) {
        DRIVER_DIAG(launch->ctx, drv_run_many, MAX_ARGS);
        return;
    }
    RunArg *a = &launch->arg[launch->narg++];
    a->text = s;
    uint32_t before = diag_error_count(launch->ctx);
    if (!parse_value(launch, a, s) && diag_error_count(launch->ctx) == before)
        DRIVER_DIAG(launch->ctx, drv_run_arg, s);
}

bool driver_launch_parse_dims(const char *s, uint32_t *dims) {
    for (int i = 0; i < 3; i++) {
        char *end;
        uint64_t v = strtoull(s, &end, 0);
        if (end == s || v == 0 || v > INT32_MAX || *s == '-') return false;
        dims[i] = (uint32_t)v;
        if (!*end) return true;
        if (*end != ',') return false;
        s = end + 1;
    }
    return false;
}

// ---- the kernel ---------------------------------------------------------------------------------

VmFunc *driver_launch_kernel(const Launch *launch, VmModule *mod) {
    uint32_t n = vm_kernel_count(mod);
    VmFunc *func = launch->kernel ? vm_kernel(mod, launch->kernel)
                   : n == 1       ? vm_kernel_at(mod, 0)
                                  : NULL;
    if (func) return func;
    if (launch->kernel) {
        DRIVER_DIAG(launch->ctx, drv_run_kernel, launch->kernel);
    } else if (n == 0) {
        DRIVER_DIAG(launch->ctx, drv_run_no_kernel);
    } else {
        Buf b;
        buf_init(&b, &launch->ctx->perm);
        for (uint32_t i = 0; i < n; i++)
            buf_printf(&b, "%s %s", i ? "," : "", vm_kernel_name(vm_kernel_at(mod, i)));
        DRIVER_DIAG(launch->ctx, drv_run_choose, buf_cstr(&b));
    }
    return NULL;
}

bool driver_launch_bind(const Launch *launch, const VmFunc *kernel, uint8_t *params) {
    VmKernelInfo info = vm_kernel_info(kernel);
    if (info.count != launch->narg)
        return DRIVER_DIAG(launch->ctx, drv_run_count, vm_kernel_name(kernel), info.count,
                           launch->narg);
    for (uint32_t i = 0; i < launch->narg; i++) {
        const RunArg *a = &launch->arg[i];
        uint32_t off = 0, size = 0;
        vm_kernel_param(kernel, i, &off, &size);
        const void *data = a->type ? (const void *)&a->addr : a->bytes;
        size_t n = a->type ? 8 : a->size;
        if (n > size || (n != size && strncmp(a->text, "bytes:", 6) != 0))
            return DRIVER_DIAG(launch->ctx, drv_run_size, i, a->text, n, size);
        memcpy(params + off, data, n);
    }
    return true;
}

// ---- results -----------------------------------------------------------------------------------

static void print_element(const ElemType *elem_type, const uint8_t *p) {
    uint64_t u = 0;
    memcpy(&u, p, elem_type->size);
    if (elem_type->kind == 'u') {
        printf(" %llu", (unsigned long long)u);
    } else if (elem_type->kind == 'i') {
        printf(" %lld", elem_type->size == 4 ? (long long)(int32_t)u : (long long)u);
    } else if (elem_type->size == 8) {
        double d;
        memcpy(&d, p, 8);
        printf(" %.17g", d);
    } else {
        float f = elem_type->size == 2 ? vm_half_get((uint16_t)u, false) : 0;
        if (elem_type->size == 4) memcpy(&f, p, 4);
        printf(" %.9g", (double)f);
    }
}

static RunArg *buffer_arg(Launch *launch, const char *s, const char **rest) {
    char *end;
    uint64_t i = strtoull(s, &end, 10);
    *rest = end;
    return end != s && i < launch->narg && launch->arg[i].type ? &launch->arg[i] : NULL;
}

bool driver_launch_print(Launch *launch, const char *what) {
    const char *rest;
    RunArg *a = buffer_arg(launch, what, &rest);
    if (!a || (*rest && *rest != ':'))
        return DRIVER_DIAG(launch->ctx, drv_run_index, "print", what);
    uint64_t n = *rest == ':' ? strtoull(rest + 1, NULL, 10) : a->count;
    printf("arg %u:", (unsigned)(a - launch->arg));
    for (uint64_t i = 0; i < CU_MIN(n, a->count); i++)
        print_element(a->type, a->bytes + i * a->type->size);
    putchar('\n');
    return true;
}

bool driver_launch_dump(Launch *launch, const char *what) {
    const char *rest;
    RunArg *a = buffer_arg(launch, what, &rest);
    if (!a || *rest != '=') return DRIVER_DIAG(launch->ctx, drv_run_index, "dump", what);
    return driver_write_file(launch->ctx, rest + 1, (const char *)a->bytes,
                             driver_launch_buffer_size(a));
}

void driver_launch_print_hashes(const Launch *launch) {
    for (uint32_t i = 0; i < launch->narg; i++) {
        const RunArg *a = &launch->arg[i];
        if (!a->type) continue;
        uint64_t h = 0xcbf29ce484222325u;
        for (uint64_t b = 0; b < driver_launch_buffer_size(a); b++)
            h = (h ^ a->bytes[b]) * 0x100000001b3u;
        printf("arg %u: %llu x %s fnv1a64 %016llx\n", i, (unsigned long long)a->count,
               a->type->name, (unsigned long long)h);
    }
}

// A float's place in the order of all floats of its width, so that neighbours differ by one.
static int64_t float_rank(const ElemType *t, const uint8_t *p) {
    uint64_t bits = 0, sign = 1ull << (t->size * 8 - 1);
    memcpy(&bits, p, t->size);
    return bits & sign ? -(int64_t)(bits & ~sign) : (int64_t)bits;
}

static uint64_t distance(const ElemType *t, const uint8_t *p, const uint8_t *q) {
    int64_t a = float_rank(t, p), b = float_rank(t, q);
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

// The line about one buffer. False: nothing to say.
static bool print_difference(uint32_t index, const RunArg *left, const RunArg *right) {
    uint64_t count = 0, first = 0, far = 0;
    uint32_t size = left->type->size;
    for (uint64_t i = 0; i < left->count; i++) {
        const uint8_t *p = left->bytes + i * size, *q = right->bytes + i * size;
        if (memcmp(p, q, size) == 0) continue;
        if (!count++) first = i;
        if (left->type->kind == 'f') far = CU_MAX(far, distance(left->type, p, q));
    }
    if (!count) return false;
    printf("arg %u: %llu of %llu x %s differ, first [%llu]:", index, (unsigned long long)count,
           (unsigned long long)left->count, left->type->name, (unsigned long long)first);
    print_element(left->type, left->bytes + first * size);
    printf(" and");
    print_element(left->type, right->bytes + first * size);
    if (left->type->kind == 'f') printf(", at most %llu ulp", (unsigned long long)far);
    putchar('\n');
    return true;
}

uint32_t driver_launch_print_differences(const Launch *launch, const Launch *other) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < launch->narg; i++) {
        if (launch->arg[i].type) count += print_difference(i, &launch->arg[i], &other->arg[i]);
    }
    return count;
}
