// SPDX-License-Identifier: Apache-2.0
// What frameworks want of cuDNN and CUPTI before they run a kernel: a handle with a stream, versions, texts. What there is not
// is refused by name.
// REQUIRES: gcc, %B/lib/cuprum/libcudnn.so.9
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcudnn.so.9 -l:libcupti.so.13 -l:libcudart.so.13 && cuprum exec %t.exe 2>&1
// EXPECT:
// cudnn 92801 for CUDA 13000, 9.28.1, bad 2000
// handle 0, stream 0 same, destroyed 0, again 2000, none 2002
// CUDNN_STATUS_SUCCESS, CUDNN_STATUS_NOT_SUPPORTED
// cuprum exec: cudnnCreateTensorDescriptor is not supported on the virtual GPU; it returns an error
// tensor 3000, ''
// cupti 0 130001, none 1
// CUPTI_ERROR_NOT_SUPPORTED 0, 1
// device 0 0, time runs
// cuprum exec: cuptiSubscribe is not supported on the virtual GPU; it returns an error
// subscribe 27, end 0
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int cudnnCreate(void **), cudnnDestroy(void *), cudnnSetStream(void *, void *), cudnnGetStream(void *, void **);
int cudnnGetProperty(int, int *), cudnnCreateTensorDescriptor(void **);
size_t cudnnGetVersion(void), cudnnGetCudartVersion(void);
const char *cudnnGetErrorString(int);
void cudnnGetLastErrorString(char *, size_t);
int cuptiGetVersion(uint32_t *), cuptiGetResultString(int, const char **), cuptiDeviceSupported(int, int *);
int cuptiGetTimestamp(uint64_t *), cuptiSubscribe(void **, void *, void *), cuptiFinalize(void);
int cudaStreamCreate(void **);

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    int part[3], bad;
    for (int i = 0; i < 3; i++) cudnnGetProperty(i, &part[i]);
    bad = cudnnGetProperty(3, &bad);
    printf("cudnn %zu for CUDA %zu, %d.%d.%d, bad %d\n", cudnnGetVersion(), cudnnGetCudartVersion(), part[0], part[1], part[2], bad);

    void *handle = NULL, *stream = NULL, *seen = NULL, *tensor = NULL, *subscriber = NULL;
    cudaStreamCreate(&stream);
    int made = cudnnCreate(&handle), set = cudnnSetStream(handle, stream);
    cudnnGetStream(handle, &seen);
    char same = stream && seen == stream, message[8] = "before";
    int destroyed = cudnnDestroy(handle);
    printf("handle %d, stream %d %s, destroyed %d, again %d, none %d\n", made, set, same ? "same" : "another", destroyed, cudnnDestroy(NULL), cudnnCreate(NULL));
    printf("%s, %s\n", cudnnGetErrorString(0), cudnnGetErrorString(3000));
    int status = cudnnCreateTensorDescriptor(&tensor);
    cudnnGetLastErrorString(message, sizeof message);
    printf("tensor %d, '%s'\n", status, message);

    uint32_t version = 0;
    uint64_t first = 0, second = 0;
    const char *text = "";
    int supported = 7, got = cuptiGetVersion(&version);
    printf("cupti %d %u, none %d\n", got, version, cuptiGetVersion(NULL));
    got = cuptiGetResultString(27, &text);
    printf("%s %d, %d\n", text, got, cuptiGetResultString(12345, &text));
    got = cuptiDeviceSupported(0, &supported);
    cuptiGetTimestamp(&first), cuptiGetTimestamp(&second);
    printf("device %d %d, time %s\n", got, supported, first && second >= first ? "runs" : "stands");
    got = cuptiSubscribe(&subscriber, NULL, NULL);
    printf("subscribe %d, end %d\n", got, cuptiFinalize());
}
