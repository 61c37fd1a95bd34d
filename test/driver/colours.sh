# SPDX-License-Identifier: Apache-2.0
# Messages are coloured on a terminal, and plain elsewhere, where NO_COLOR is set, and where --color=no asks for it.
# REQUIRES: python3
# RUN: sh %s
# CHECK: terminal: error warning note
# CHECK-NEXT: pipe: plain
# CHECK-NEXT: NO_COLOR: plain
# CHECK-NEXT: dumb: plain
# CHECK-NEXT: asked for: error warning note
# CHECK-NEXT: refused: plain
# CHECK-NEXT: nvcc: error warning note
# CHECK-NEXT: nvcc, pipe: plain
# CHECK-NEXT: nvcc, NO_COLOR: plain
# CHECK-NEXT: nvcc, refused: plain
# CHECK-NEXT: cicc: plain
show() { python3 test/driver/inputs/colours.py "$@"; }
file=test/driver/inputs/colours.cu
export TERM=xterm
unset NO_COLOR NOCOLOR
show terminal tty cuprum --syntax-only $file
show pipe pipe cuprum --syntax-only $file
NO_COLOR=1 show NO_COLOR tty cuprum --syntax-only $file
TERM=dumb show dumb tty cuprum --syntax-only $file
show "asked for" pipe cuprum --color=yes --syntax-only $file
show refused tty cuprum --color=no --syntax-only $file
show nvcc tty cuprum nvcc -ptx $file -o /dev/null
show "nvcc, pipe" pipe cuprum nvcc -ptx $file -o /dev/null
NO_COLOR=1 show "nvcc, NO_COLOR" tty cuprum nvcc -ptx $file -o /dev/null
show "nvcc, refused" tty cuprum nvcc -Xcudafe --no_colors -ptx $file -o /dev/null
show cicc tty cicc -arch compute_90 -m64 $file -o /dev/null
