// SPDX-License-Identifier: Apache-2.0
// NVRTC: CUDA C++ to PTX in the process (library libnvrtc.so.13; what differs from NVIDIA's: doc/nvrtc.md).
// Programs are made with nvrtcCreateProgram, compiled once, asked for their results, and destroyed.
#ifndef CUPRUM_NVRTC_H
#define CUPRUM_NVRTC_H
#ifndef __NVRTC_H__
#define __NVRTC_H__
#endif
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11,
    NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
    NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
    NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
    NVRTC_ERROR_PCH_CREATE = 15,
    NVRTC_ERROR_CANCELLED = 16,
    NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

// About the library: the name of a result, its version, the numbers of GPU architectures, ascending.
const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs);
nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs);

// `headers` are texts, found by the names in `includeNames`; `name` is for messages (NULL: "default_program").
nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders,
                               const char *const *headers, const char *const *includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog);
nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options);

// Results. Sizes of texts count the NUL; what was not made has size 0 (texts: 1).
nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet);
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t *LTOIRSizeRet);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char *LTOIR);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t *optixirSizeRet);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char *optixir);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log);

// Expressions for the addresses of kernels and variables, added before compiling; then their symbols.
nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *const name_expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *const name_expression, const char **lowered_name);

// Precompiled headers: there are none here; the calls answer.
nvrtcResult nvrtcGetPCHHeapSize(size_t *ret);
nvrtcResult nvrtcSetPCHHeapSize(size_t size);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t *size);

// Called in between while a program is compiled: 1 stops it.
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void *, void *), void *payload);

#ifdef __cplusplus
}
#endif

// With NVRTC_GET_TYPE_NAME: how a type is written, for name expressions.
#if defined(__cplusplus) && NVRTC_GET_TYPE_NAME
#include <cxxabi.h>
#include <string>
#include <typeinfo>
inline nvrtcResult nvrtcGetTypeName(const std::type_info &tinfo, std::string *result) {
    int status = 0;
    char *name = abi::__cxa_demangle(tinfo.name(), nullptr, nullptr, &status);
    if (status || !name) return NVRTC_ERROR_INTERNAL_ERROR;
    *result = name;
    free(name);
    return NVRTC_SUCCESS;
}
template <class T> struct __cuprum_nvrtc_type; // keeps references and const, which typeid drops
template <class T> nvrtcResult nvrtcGetTypeName(std::string *result) {
    std::string whole;
    nvrtcResult r = nvrtcGetTypeName(typeid(__cuprum_nvrtc_type<T> *), &whole);
    if (r) return r;
    std::string::size_type begin = whole.find('<'), end = whole.rfind('>');
    if (begin == std::string::npos || end == std::string::npos) return NVRTC_ERROR_INTERNAL_ERROR;
    *result = whole.substr(begin + 1, end - begin - 1);
    while (!result->empty() && (*result)[result->size() - 1] == ' ') result->erase(result->size() - 1);
    return NVRTC_SUCCESS;
}
#endif

#endif
