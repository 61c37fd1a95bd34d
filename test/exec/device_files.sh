# SPDX-License-Identifier: Apache-2.0
# Programs that look for the files of NVIDIA's driver before they ask it find those of the virtual GPU (JAX takes the processor without them);
# other files are as they were.
# REQUIRES: %B/lib/cuprum/libcudart.so.13
# RUN: cuprum exec sh %s
# CHECK: yes
# REQUIRES: python3
# RUN[PYTHON]: cuprum exec python3 -c "import os, stat; s = os.stat('/dev/nvidiactl'); print(stat.S_ISCHR(s.st_mode), os.major(s.st_rdev), os.minor(s.st_rdev)); \
# RUN: print([os.path.exists(f) for f in ('/dev/nvidia0', '/dev/nvidia9', '/dev/null', '%t.none')], os.path.lexists('/dev/nvidia0'), os.access('/dev/nvidia0', 6))"
# PYTHON: True 195 255
# PYTHON: [True, False, True, False] True True
test -c /dev/nvidia0 && test -c /dev/nvidiactl && test ! -e /dev/nvidia9 && test -c /dev/null && test ! -e /dev/nvidia0/x && echo yes
