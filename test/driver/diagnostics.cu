// Layouts and severities of messages.
// EXIT: 1
// RUN[NVCC]: cuprum --syntax-only %s
// NVCC: diagnostics.cu(31): warning #192-D: unrecognized escape sequence "\q"
// NVCC: diagnostics.cu(32): error: identifier "one" is undefined
// NVCC: 2 errors detected in the compilation of "test/driver/diagnostics.cu".
// RUN[CLANG]: cuprum --syntax-only --diag-format=clang %s
// CLANG: diagnostics.cu:31:12: warning: unrecognized
// CLANG: diagnostics.cu:32:12: error: identifier "one" is undefined
// CLANG: 1 warning and 2 errors generated.
// RUN[JSON]: cuprum --syntax-only --diag-format=json %s 2>&1 | while read -r l; do printf '%%s' "$l" | python3 -m json.tool || exit 1; done; exit 1
// JSON: "severity": "warning"
// JSON: "line": 32
// JSON: "column": 12
// RUN[SUP]: cuprum --syntax-only -diag-suppress=192 %s
// SUP-NOT: warning
// RUN[W]: cuprum --syntax-only -w %s
// W-NOT: warning
// RUN[WE]: cuprum --syntax-only -Werror all-warnings %s
// WE: diagnostics.cu(31): error
// WE: 3 errors detected
// RUN[DE]: cuprum --syntax-only --diag-error=192 %s
// DE: diagnostics.cu(31): error
// RUN[LIM]: cuprum --syntax-only --error-limit=1 %s
// LIM: "one"
// LIM-NOT: "two"
// LIM: Error limit reached.
// LIM: 1 error detected in the compilation of "test/driver/diagnostics.cu".
// REQUIRES: python3
__global__ void k(int *p) {
    p[3] = '\q';
    p[0] = one;
    p[1] = two;
}
