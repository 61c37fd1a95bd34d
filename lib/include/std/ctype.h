// SPDX-License-Identifier: Apache-2.0
// C17 7.4 in the C locale, for host and device.
#ifndef CUPRUM_CTYPE_H
#define CUPRUM_CTYPE_H

extern "C" {
__host__ __device__ inline int isdigit(int c) {
    return (unsigned int)c - '0' < 10u;
}
__host__ __device__ inline int islower(int c) {
    return (unsigned int)c - 'a' < 26u;
}
__host__ __device__ inline int isupper(int c) {
    return (unsigned int)c - 'A' < 26u;
}
__host__ __device__ inline int isalpha(int c) {
    return islower(c | 0x20);
}
__host__ __device__ inline int isalnum(int c) {
    return isalpha(c) || isdigit(c);
}
__host__ __device__ inline int isblank(int c) {
    return c == ' ' || c == '\t';
}
__host__ __device__ inline int isspace(int c) {
    return c == ' ' || (unsigned int)c - '\t' < 5u;
}
__host__ __device__ inline int iscntrl(int c) {
    return (unsigned int)c < 32u || c == 127;
}
__host__ __device__ inline int isprint(int c) {
    return (unsigned int)c - 32u < 95u;
}
__host__ __device__ inline int isgraph(int c) {
    return (unsigned int)c - 33u < 94u;
}
__host__ __device__ inline int ispunct(int c) {
    return isgraph(c) && !isalnum(c);
}
__host__ __device__ inline int isxdigit(int c) {
    return isdigit(c) || (unsigned int)(c | 0x20) - 'a' < 6u;
}
__host__ __device__ inline int tolower(int c) {
    return isupper(c) ? c | 0x20 : c;
}
__host__ __device__ inline int toupper(int c) {
    return islower(c) ? c & 0x5f : c;
}
}

#endif
