#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws doc/compile_time.svg from the measured tables of the README: our time beside that of NVIDIA's or GNU's tool for the
# same work, which is one whole bar. To draw it anew after a change of the numbers: bench/picture.sh >doc/compile_time.svg
cd "$(dirname "$0")/.." || exit 2
awk -F ' *[|] *' '
# the README row, its table (by the header of its second column), what the picture calls the work and the other tool
function wanted(row, head, what, other) { want[head, row] = ++n; title[n] = what; tool[n] = other }
BEGIN {
    wanted("20 kernels, new process", "NVIDIA\047s 13.0", "20 kernels, CUDA C++ to PTX", "NVRTC")
    wanted("20 kernels", "NVIDIA\047s libNVVM", "20 kernels, LLVM IR to PTX", "libNVVM")
    wanted("a kernel with `cuda_runtime.h` (36,000 lines)", "NVIDIA\047s", "cuda_runtime.h and a kernel, to PTX", "cicc")
    wanted("a kernel with `cub/cub.cuh` (290,000 lines)", "NVIDIA\047s", "cub/cub.cuh and a kernel, to PTX", "cicc")
    wanted("`cub/cub.cuh`", "`gcc -E`", "preprocessing cub/cub.cuh", "gcc -E")
}
/^\|/ && !table { table = 1; head = $4; next }
!/^\|/ { table = 0 }
table && (head, $2) in want {
    i = want[head, $2]; ours[i] = $3; theirs[i] = $4
    if ($3 !~ /^[0-9.]+ ms$/ || $4 !~ /^[0-9.]+ ms$/) { print "picture.sh: no times in: " $0 >"/dev/stderr"; bad = 1 }
}
function text(x, y, anchor, fill, size, s) {
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\" font-size=\"%d\">%s</text>\n", x, y, anchor, fill, size, s
}
function bar(y, width, fill) { printf "<rect x=\"290\" y=\"%d\" width=\"%.1f\" height=\"13\" rx=\"2\" fill=\"%s\"/>\n", y, width, fill }
END {
    for (i = 1; i <= n; i++) if (!(i in ours)) { print "picture.sh: the README has no row for: " title[i] >"/dev/stderr"; bad = 1 }
    if (bad) exit 1
    print "<!-- SPDX-License-Identifier: Apache-2.0. Drawn by bench/picture.sh. -->"
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"%d\" font-family=\"sans-serif\">\n", 52 + 48 * n
    printf "<rect width=\"800\" height=\"%d\" fill=\"#ffffff\"/>\n", 52 + 48 * n
    text(16, 26, "start", "#202020", 15, "Processor time: Cuprum, and NVIDIA\047s or GNU\047s tool for the same work")
    for (i = 1; i <= n; i++) {
        y = 48 * i; full = 370
        text(278, y + 19, "end", "#202020", 12, title[i])
        bar(y, full * ours[i] / theirs[i], "#b8621b")
        text(296 + full * ours[i] / theirs[i], y + 11, "start", "#b8621b", 12, "Cuprum " ours[i])
        bar(y + 17, full, "#9aa5b1")
        text(296 + full, y + 28, "start", "#606a75", 12, tool[i] " " theirs[i])
    }
    print "</svg>"
}' README.md
