# SPDX-License-Identifier: Apache-2.0
# Builds Cuprum with GNU make and a C11 compiler, nothing else.
#   make                 optimized: build/bin, build/lib
#   make dev             build/dev/cuprum alone, in two seconds after a change of one file (doc/testing.md)
#   make V=debug|asan|tsan|unity|fuzz  another variant, in build/$V (or in build/$VDIR)
#   make difftest N=20000 SEED=1 [KIND=cuda|ir|launch]   random programs (doc/testing.md)
#   make captures N=5000 SEED=1 [CCBIN=clang++-19] [STD=20]  random lambdas that are launched
#   make coverage [TESTS=test/opt] [JOBS=2]    lines that the tests execute, by folder (doc/testing.md)
#   make mutate N=50 SEED=1 [FOLDER=src/opt]      changes of the source that no test notices (doc/testing.md)
#   make CC=aarch64-linux-gnu-gcc HOST_CC=gcc VDIR=aarch64   for another machine (doc/ports.md)
#   make WERROR=1        a warning is an error (as in debug, asan, tsan and fuzz, where WERROR=0 takes it away)
#   make check | bench | fuzz | format | passes-doc | install PREFIX=/usr/local
#   make uninstall PREFIX=/usr/local | dist | dist-tar | dist-wheel | dist-deb      (packaging/README.md)
# Sources are found by folder; a generator is tools/gen/NAME.c and its outputs are declared in
# tools/gen/gen.mk. Nothing generated is committed.

V ?= release
CC ?= cc
ifeq ($(origin CC),default)
CC := gcc
endif
# what runs while we build is made by HOST_CC
HOST_CC ?= $(CC)
NATIVE := $(if $(filter $(HOST_CC),$(CC)),1)
PREFIX ?= /usr/local
# the compiler's own: those of another machine have other names
PROGRAM_OF = $(if $(filter default undefined,$(origin $(1))),$(shell $(CC) -print-prog-name=$(2)),$($(1)))
LD := $(call PROGRAM_OF,LD,ld)
AR := $(call PROGRAM_OF,AR,ar)
OBJCOPY := $(call PROGRAM_OF,OBJCOPY,objcopy)

VDIR ?= $(V)
B := $(if $(filter release,$(VDIR)),build,build/$(VDIR))
# "for any x86-64 processor" clears small structures by `rep stos` (gcc 12), which takes longer to begin
# than the stores that other processors' settings give; the instructions stay those of all of them
TUNE := $(if $(filter x86_64-%,$(shell $(CC) -dumpmachine)),-mtune=skylake)
# no path of this folder in what is built
OPT_release := -O2 -g1 -fno-plt $(TUNE) -ffile-prefix-map=$(CURDIR)=.
OPT_debug := -O0 -g -DCU_DEBUG=1
OPT_asan := -O1 -g1 -DCU_DEBUG=1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_tsan := -O1 -g1 -DCU_DEBUG=1 -fsanitize=thread -fno-omit-frame-pointer
OPT_coverage := -O1 -g1 -DCU_DEBUG=1 --coverage -fprofile-update=atomic
OPT_unity := -O2 -g1 -flto=2
OPT_fuzz := -O1 -g -DCU_DEBUG=1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all
ifeq ($(V),fuzz)
ifeq ($(filter clang%,$(notdir $(CC))),)
CC := clang
endif
endif

# A warning stops developers' builds only: a user's compiler may be one that nobody here has seen.
WERROR ?= $(if $(filter release unity,$(V)),,1)
WARN := -Wall -Wextra $(if $(filter 1,$(WERROR)),-Werror) -Wno-unused-parameter -Wno-missing-field-initializers \
        -Wstrict-prototypes -Wmissing-prototypes -Wvla
# gcc's -Wclobbered cannot tell what changes after setjmp: keep setjmp in functions that change nothing
# psabi is no warning of the code: vectors (src/vm/compute/approx.h) are passed within a file only.
WARN += $(if $(findstring clang,$(CC)),,-Wno-clobbered -Wno-psabi)
CFLAGS_ALL := -std=gnu11 -fPIC -fvisibility=hidden -fno-strict-aliasing -ffp-contract=off -pthread $(WARN) \
              -Isrc -Iinclude -I$(B)/gen $(OPT_$(V)) $(CFLAGS)
LDLIBS := -pthread -lm -ldl
.PHONY: all dev check bench coverage captures fuzz difftest mutate clean format install units tools passes-doc
all:

# the preprocessor's time is that of a few loops: a fiftieth
$(B)/obj/src/lex/%.o $(B)/obj/src/base/atom.o: CFLAGS_ALL += $(if $(filter release,$(V)),-O3 $(if $(findstring clang,$(CC)),-fno-vectorize,-fno-tree-loop-vectorize))
# The optimized program is linked statically where the C library is there for it: finding and
# relocating shared libraries was a tenth of a small compilation.
STATIC := $(if $(filter release unity,$(V)),$(if $(wildcard $(shell $(CC) -print-file-name=libc.a)),-static))
# what --version says: the date of the source, and never that of the build (where git is out of sight, as it was built)
BUILD_DATE := $(if $(SOURCE_DATE_EPOCH),$(shell date -u -d @$(SOURCE_DATE_EPOCH) +%F),$(shell git log -1 --format=%cs 2>/dev/null))
$(shell mkdir -p $(B)/gen; [ -z '$(BUILD_DATE)' -a -e $(B)/gen/date ] || echo '$(BUILD_DATE)' | cmp -s - $(B)/gen/date || echo '$(BUILD_DATE)' >$(B)/gen/date)
$(B)/obj/src/driver/version.o: $(B)/gen/date
$(B)/obj/src/driver/version.o: CFLAGS_ALL += -DCUPRUM_DATE='"$(BUILD_DATE)"'
# what `cuprum exec` preloads uses interfaces of glibc's loader
GLIBC := $(shell printf '\043include <features.h>\n\043ifdef __GLIBC__\nyes\n\043endif\n' | $(CC) -E -P -x c - | tail -1)
# what tests ask for that load our libraries into the host's programs (`REQUIRES: %B/gen/glibc`)
$(if $(GLIBC),$(shell touch $(B)/gen/glibc))
# programs run by themselves, and sixteen bytes are read at once: tools/check_emulated.sh takes these away
$(shell touch $(B)/gen/direct $(B)/gen/whole16)
# unit tests that compare with MPFR where it is installed
UNITLIBS_test_fp128_math = $(UNITLIBS_test_apfloat_mpfr)
MPFR := $(if $(NATIVE),$(wildcard /usr/include/mpfr.h))
UNITLIBS_test_apfloat_mpfr := $(if $(MPFR),-lmpfr -lgmp)

MODULES := base lex ir cxx cuda irgen analysis opt nvvm tile ptx jit vm cudart driver api
LIBSRC := $(foreach m,$(filter-out driver cudart,$(MODULES)),$(wildcard src/$(m)/*.c src/$(m)/*/*.c))
# the command-line programs; everything else of the driver is library code
DRVSRC := $(wildcard src/driver/*.c src/driver/*/*.c)
MAINSRC := src/driver/main.c
# what loads the driver of a GPU: programs of their own, for those above are static
GPUSRC := src/driver/gpu_main.c src/driver/gpu_library.c
LIBSRC += $(filter-out $(MAINSRC) $(GPUSRC),$(DRVSRC))
# libnvvm.so.4 has its own entry points over the same library
NVVMSRC := src/api/libnvvm.c $(wildcard src/api/nvvm_*.c)
NVVMOBJ := $(NVVMSRC:%.c=$(B)/obj/%.o)
# and libnvrtc.so.13
NVRTCSRC := src/api/libnvrtc.c $(wildcard src/api/nvrtc_*.c)
NVRTCOBJ := $(NVRTCSRC:%.c=$(B)/obj/%.o)
# and libnvJitLink.so.13, which links by the first's way and reads what nvcc wraps
JITLINKSRC := src/api/libnvjitlink.c $(wildcard src/api/nvjitlink_*.c)
JITLINKOBJ := $(JITLINKSRC:%.c=$(B)/obj/%.o)
# and libnvfatbin.so.13
FATBINSRC := src/api/libnvfatbin.c $(wildcard src/api/nvfatbin_*.c)
FATBINOBJ := $(FATBINSRC:%.c=$(B)/obj/%.o)
# and libnvptxcompiler, which NVIDIA has as a static library
PTXCOBJ := $(B)/obj/src/api/libnvptxcompiler.o
# what the libraries that compile have instead of a need of libm.so
LAZYSRC := src/api/lazy_math.c
LAZYOBJ := $(LAZYSRC:%.c=$(B)/obj/%.o)
$(LAZYOBJ): CFLAGS_ALL += -fno-builtin
LIBSRC := $(filter-out $(NVVMSRC) $(NVRTCSRC) $(JITLINKSRC) $(FATBINSRC) $(LAZYSRC) src/api/libnvptxcompiler.c,$(LIBSRC))
# both of the driver and of the run-time library
LIBSRC += src/cudart/container.c
# CUDA's run-time library on the virtual machine, for `cuprum exec`, likewise
CUDARTOBJ := $(patsubst %.c,$(B)/obj/%.o,$(filter-out src/cudart/container.c,$(wildcard src/cudart/*.c)))
# and the stand-ins for NVIDIA's libraries, each of its folder's objects and the common ones: NAME.VERSION
STANDINS := cublas.13 cublasLt.13 cudnn.9 cufft.12 cupti.13 curand.10 cusparse.12 cusolver.12
STANDINLIBS := $(foreach s,$(STANDINS),$(B)/lib/cuprum/lib$(basename $(s)).so$(suffix $(s)))
STANDINOBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard src/standin/*.c))
# beside it, what the dynamic loader asks about every object
REDIRECTOBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard src/cudart/redirect/*.c))
ifeq ($(V),unity)
LIBOBJ := $(B)/obj/unity.o
UNITYOBJ := $(LIBSRC:%.c=$(B)/obj/%.o)
else
LIBOBJ := $(LIBSRC:%.c=$(B)/obj/%.o)
endif
MAINOBJ := $(MAINSRC:%.c=$(B)/obj/%.o)
GPUOBJ := $(GPUSRC:%.c=$(B)/obj/%.o)

UNITSRC := $(filter-out $(if $(GLIBC),,test/unit/test_cudart_% test/unit/test_fp128.c),$(wildcard test/unit/test_*.c))
UNITBIN := $(UNITSRC:test/unit/%.c=$(B)/test/%) $(B)/test/test_rules
TOOLSRC := $(wildcard tools/*.c)
TOOLBIN := $(TOOLSRC:tools/%.c=$(B)/tools/%) $(B)/tools/nvvm-client $(B)/tools/nvrtc-client $(B)/tools/difftest \
           $(B)/tools/gpu-times $(B)/tools/gpu-shim.so \
           $(if $(MPFR),$(B)/tools/math-check)
DIFFTESTOBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard tools/difftest/*.c))
BENCHSRC := $(wildcard bench/*.c)
BENCHBIN := $(BENCHSRC:bench/%.c=$(B)/bench/%)

LIBA := $(B)/obj/libcuprum-all.a
include $(wildcard tools/gen/gen.mk)

EXTRA_LIBS += $(if $(filter release,$(V)),$(B)/lib/libcuprum.so)
EXTRA_LIBS += $(if $(filter unity fuzz,$(V)),,$(B)/lib/libnvvm.so)
EXEC_LIBS := bin/ptxas bin/tileiras libcuda.so.1 libcuda.so libnvidia-ml.so.1 libnvvm.so.4 nvvm/lib64/libnvvm.so libcuprum-redirect.so
EXTRA_LIBS += $(if $(filter unity fuzz asan tsan,$(V))$(if $(GLIBC),,musl),,$(EXEC_LIBS:%=$(B)/lib/cuprum/%) $(STANDINLIBS))
EXTRA_LIBS += $(if $(filter unity fuzz,$(V)),,$(B)/lib/cuprum/libnvrtc.so)
EXTRA_LIBS += $(if $(filter unity fuzz asan tsan,$(V)),,$(B)/lib/cuprum/libnvJitLink.so $(B)/lib/cuprum/libnvfatbin.so \
    $(B)/lib/cuprum/libnvptxcompiler.so $(B)/lib/cuprum/libnvptxcompiler_static.a)
EXTRA_LIBS += $(if $(filter unity fuzz,$(V)),,$(B)/lib/cuprum/cuprum-gpu $(B)/lib/cuprum/driver/nvcc)

PROGRAMS := $(if $(wildcard $(MAINSRC)),$(B)/bin/cuprum $(B)/bin/cicc) $(if $(wildcard test/run.c),$(B)/bin/test-run)
all: $(PROGRAMS) $(B)/lib/libcuprum.a $(EXTRA_LIBS) tools
units: $(UNITBIN)
tools: $(TOOLBIN)
# doc/passes.md, from the tables of passes, knobs, pipelines and analyses
passes-doc: $(B)/tools/passes_doc
	@$< >doc/passes.md

# everything, for our own programs, tests and tools
$(LIBA): $(LIBOBJ) $(GENOBJ)
	@mkdir -p $(@D)
	@rm -f $@
	@$(AR) rcs $@ $^
	@echo "  AR    $@"

# The static library is one object in which only the names that include/cuprum.h marks are global:
# internal ones cannot meet the names of a program.
$(B)/lib/libcuprum.a: $(LIBOBJ) $(GENOBJ)
	@mkdir -p $(@D)
	@rm -f $@
	@$(LD) -r -o $(B)/obj/cuprum.o $^
	@$(OBJCOPY) --localize-hidden $(B)/obj/cuprum.o
	@$(AR) rcs $@ $(B)/obj/cuprum.o
	@rm -f $(B)/obj/cuprum.o
	@echo "  AR    $@"

# A linker writes a file in many small pieces, and so it lies in the kernel's page cache; a copy lies in
# large ones, and a new process maps it with less work: a twelfth of a small JIT compilation's time.
AS_ONE_PIECE = cp $@ $@.copy && mv -f $@.copy $@
# The shared libraries export what their version scripts name. (A sanitizer's library defines what
# it needs at run time only.)
SHARED := -shared $(if $(findstring -fsanitize,$(OPT_$(V)) $(CFLAGS)),,-Wl,-z,defs) -Wl,-O1 -Wl,--as-needed
$(B)/lib/libcuprum.so.0: $(LIBOBJ) $(GENOBJ) | src/api/libcuprum.map
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -Wl,-soname,libcuprum.so.0 -Wl,--version-script=src/api/libcuprum.map -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"
$(B)/lib/libcuprum.so: $(B)/lib/libcuprum.so.0
	@ln -sf libcuprum.so.0 $@

$(B)/lib/libnvvm.so.4: $(NVVMOBJ) $(LAZYOBJ) $(LIBA) | src/api/libnvvm.map
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -Wl,-soname,libnvvm.so.4 -Wl,--version-script=src/api/libnvvm.map -o $@ $^ $(LDLIBS)
	@$(AS_ONE_PIECE)
	@echo "  LINK  $@"
$(B)/lib/libnvvm.so: $(B)/lib/libnvvm.so.4
	@ln -sf libnvvm.so.4 $@

# where nvlink -nvvmpath looks for it
$(B)/lib/cuprum/nvvm/lib64/libnvvm.so: $(B)/lib/libnvvm.so
	@mkdir -p $(@D)
	@ln -sf ../../../libnvvm.so.4 $@

$(B)/lib/cuprum/libnvrtc.so.13: $(NVRTCOBJ) $(LAZYOBJ) $(LIBA) | src/api/libnvrtc.map
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -Wl,-soname,libnvrtc.so.13 -Wl,--build-id=sha1 -Wl,--version-script=src/api/libnvrtc.map -o $@ $^ $(LDLIBS)
	@$(AS_ONE_PIECE)
	@echo "  LINK  $@"
# the names under which it is looked for: there are no builtins apart
NVRTC_NAMES := libnvrtc.so libnvrtc.so.12 libnvrtc-builtins.so libnvrtc-builtins.so.13.0
$(B)/lib/cuprum/libnvrtc.so: $(B)/lib/cuprum/libnvrtc.so.13
	@for n in $(NVRTC_NAMES); do ln -sf libnvrtc.so.13 $(@D)/$$n; done

$(B)/lib/cuprum/libnvJitLink.so.13: $(JITLINKOBJ) $(filter-out %/libnvvm.o,$(NVVMOBJ)) $(B)/obj/src/cudart/unpack.o $(LAZYOBJ) $(LIBA) | src/api/libnvjitlink.map
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -Wl,-soname,libnvJitLink.so.13 -Wl,--version-script=src/api/libnvjitlink.map -o $@ $^ $(LDLIBS)
	@$(AS_ONE_PIECE)
	@echo "  LINK  $@"
$(B)/lib/cuprum/libnvJitLink.so: $(B)/lib/cuprum/libnvJitLink.so.13
	@ln -sf libnvJitLink.so.13 $@

$(B)/lib/cuprum/libnvfatbin.so.13: $(FATBINOBJ) $(B)/obj/src/cudart/unpack.o $(LIBA) | src/api/libnvfatbin.map
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -Wl,-soname,libnvfatbin.so.13 -Wl,--version-script=src/api/libnvfatbin.map -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"
$(B)/lib/cuprum/libnvfatbin.so: $(B)/lib/cuprum/libnvfatbin.so.13
	@ln -sf libnvfatbin.so.13 $@

$(B)/lib/cuprum/libnvptxcompiler.so: $(PTXCOBJ) $(LIBA) | src/api/libnvptxcompiler.map
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -Wl,-soname,libnvptxcompiler.so -Wl,--version-script=src/api/libnvptxcompiler.map -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"
# one object with its functions alone in sight, as libcuprum.a
$(B)/lib/cuprum/libnvptxcompiler_static.a: $(PTXCOBJ) $(LIBA)
	@mkdir -p $(@D)
	@rm -f $@
	@$(LD) -r -o $(B)/obj/nvptxcompiler.o $^
	@$(OBJCOPY) --wildcard --localize-hidden --keep-global-symbol='nvPTXCompiler*' $(B)/obj/nvptxcompiler.o
	@$(AR) rcs $@ $(B)/obj/nvptxcompiler.o
	@rm -f $(B)/obj/nvptxcompiler.o
	@echo "  AR    $@"

# One file with four names (programs of the driver API open libcuda.so as well, as its package has it): a process that loads them has one state.
$(B)/lib/cuprum/libcudart.so.13: $(CUDARTOBJ) $(LIBA) | src/cudart/cudart.map
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -Wl,-soname,libcudart.so.13 -Wl,--version-script=src/cudart/cudart.map -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"
$(B)/lib/cuprum/libcuda.so.1 $(B)/lib/cuprum/libcuda.so $(B)/lib/cuprum/libnvidia-ml.so.1: $(B)/lib/cuprum/libcudart.so.13
	@ln -sf libcudart.so.13 $@
# and what programs open, where `cuprum exec` looks
$(B)/lib/cuprum/libnvvm.so.4: $(B)/lib/libnvvm.so.4
	@ln -sf ../libnvvm.so.4 $@
$(B)/lib/cuprum/libcuprum-redirect.so: $(REDIRECTOBJ)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(SHARED) -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"

define STANDIN_RULE
$(B)/lib/cuprum/lib$(basename $(1)).so$(suffix $(1)): $(STANDINOBJ) $(patsubst %.c,$(B)/obj/%.o,$(wildcard src/standin/$(basename $(1))/*.c)) \
    $(B)/lib/cuprum/libcudart.so.13 | src/standin/$(basename $(1))/$(basename $(1)).map
	@mkdir -p $$(@D)
	@$$(CC) $$(CFLAGS_ALL) $$(SHARED) -Wl,-soname,$$(@F) -Wl,--version-script=$$| -o $$@ $$^ $$(LDLIBS)
	@echo "  LINK  $$@"
endef
$(foreach s,$(STANDINS),$(eval $(call STANDIN_RULE,$(s))))

$(B)/bin/cuprum: $(MAINOBJ) $(LIBA)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(STATIC) -o $@ $^ $(LDLIBS)
	@$(AS_ONE_PIECE)
	@echo "  LINK  $@"

# For whoever changes a file and wants to see what comes out: the program alone, linked from the objects
# without an archive, with the device library as the last `make` left it (none if there was none).
DEV := $(B)/dev/cuprum
dev: $(DEV)
$(DEV): $(MAINOBJ) $(LIBOBJ) $(filter-out %/device.o,$(GENOBJ)) $(B)/obj/gen/no_device.o
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -o $@ $(filter-out %/no_device.o,$^) $(firstword $(wildcard $(B)/obj/gen/device.o) $(B)/obj/gen/no_device.o) $(LDLIBS)
	@echo "  LINK  $@"

# `cuprum run` starts it for a kernel on a GPU
$(B)/lib/cuprum/cuprum-gpu: $(GPUOBJ) $(LIBA)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"

$(B)/bin/cicc: $(B)/bin/cuprum
	@ln -sf cuprum $@

# first in the PATH of what `cuprum exec` runs
$(B)/lib/cuprum/bin/ptxas $(B)/lib/cuprum/bin/tileiras: $(B)/bin/cuprum
	@mkdir -p $(@D)
	@ln -sf ../../../bin/cuprum $@

# what the nvcc of `cuprum toolkit` leads to: the same file by a name that ccache knows, which follows links
$(B)/lib/cuprum/driver/nvcc: $(B)/bin/cuprum
	@mkdir -p $(@D)
	@ln -f $< $@ 2>/dev/null || cp -p $< $@

$(B)/bin/test-run: $(wildcard test/run*.c) $(LIBA) | test/run.h
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"

$(B)/test/%: test/unit/%.c $(LIBA) $(wildcard test/unit/*.h)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -Itest/unit -o $@ $< $(LIBA) $(UNITLIBS_$*) $(LDLIBS)
	@echo "  UNIT  $@"

# the checker of rewriting rules
$(B)/test/test_rules: $(wildcard test/rules/*.c) $(LIBA) $(wildcard test/rules/*.h test/unit/*.h)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -Itest/unit -Itest/rules -o $@ $(wildcard test/rules/*.c) $(LIBA) $(LDLIBS)
	@echo "  UNIT  $@"
$(B)/test/test_nvvm_%: test/unit/test_nvvm_%.c $(NVVMOBJ) $(LIBA) $(wildcard test/unit/*.h)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -Itest/unit -o $@ $< $(NVVMOBJ) $(LIBA) $(LDLIBS)
	@echo "  UNIT  $@"

$(B)/test/test_cudart_%: test/unit/test_cudart_%.c $(CUDARTOBJ) $(LIBA) $(wildcard test/unit/*.h)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -Itest/unit -o $@ $< $(CUDARTOBJ) $(LIBA) $(LDLIBS)
	@echo "  UNIT  $@"

$(B)/tools/readability: tools/readability.def

$(B)/tools/%: tools/%.c $(LIBA)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE -o $@ $< $(LIBA) $(LDLIBS)

$(B)/tools/difftest: $(DIFFTESTOBJ) $(LIBA)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -o $@ $^ $(LDLIBS)
	@echo "  LINK  $@"
$(DIFFTESTOBJ): CFLAGS_ALL += -D_GNU_SOURCE

$(B)/tools/gpu-times: tools/gpu/times.c $(B)/obj/src/driver/gpu_library.o $(LIBA)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE -o $@ $^ $(LDLIBS)

# preloaded into programs that are no sanitizer's
$(B)/tools/gpu-shim.so: tools/gpu/shim.c src/driver/gpu_api.h src/driver/gpu_api.def
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O2 $(WARN) -Wno-missing-prototypes -D_GNU_SOURCE -Isrc -fPIC -shared -o $@ $< $(LDLIBS)

# compiled against NVIDIA's header where there is one: it asks both libraries (test/api)
NVVM_H := $(firstword $(wildcard $(addsuffix /include/nvvm.h,$(CUDA_HOME) $(CUDA_PATH) /usr/local/cuda)))
$(B)/tools/nvvm-client: test/api/nvvm_client.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(if $(NVVM_H),-DHAVE_NVVM_H -isystem $(dir $(NVVM_H))) -o $@ $< $(LDLIBS)

$(B)/tools/nvrtc-client: test/api/nvrtc_client.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -o $@ $< $(LDLIBS)

$(B)/bench/%: bench/%.c $(LIBA)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -o $@ $< $(LIBA) $(LDLIBS)

$(B)/obj/%.o: %.c | $(GENERATED)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(CFLAGS_$(subst /,_,$*)) -MMD -MP -c -o $@ $<
	@echo "  CC    $<"

# unity: the library as one object, optimized across files by gcc
$(B)/obj/unity.o: $(UNITYOBJ)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -flinker-output=nolto-rel -r -nostdlib -o $@ $^
	@echo "  UNITY $@"

-include $(LIBOBJ:.o=.d) $(DIFFTESTOBJ:.o=.d) $(NVVMOBJ:.o=.d) $(NVRTCOBJ:.o=.d) $(JITLINKOBJ:.o=.d) $(FATBINOBJ:.o=.d) $(PTXCOBJ:.o=.d) $(CUDARTOBJ:.o=.d) $(REDIRECTOBJ:.o=.d) $(STANDINOBJ:.o=.d) $(patsubst %.c,$(B)/obj/%.d,$(wildcard src/standin/*/*.c)) $(UNITYOBJ:.o=.d) $(MAINOBJ:.o=.d) $(GPUOBJ:.o=.d)

format:
	@git ls-files -co --exclude-standard '*.c' '*.h' | grep -v -E '^(lib|examples|test/[^/]*/)' | xargs -r clang-format -i

check: all units
	@B=$(B) tools/run_checks.sh

# install, uninstall, dist
include packaging/dist.mk

# a build of its own, whose programs count; what building the device library executed does not count
coverage:
	@$(MAKE) V=coverage all units
	@find build/coverage/obj -name '*.gcda' -delete
	@-build/coverage/bin/test-run -j$(or $(JOBS),2) --unit build/coverage/test $(or $(TESTS),test)
	@tools/coverage.py build/coverage

bench: all $(BENCHBIN)
	@B=$(B) bench/run.sh

fuzz:
	@tools/run_fuzz.sh

# N lambdas with CCBIN as the host's compiler; CAPTURE: more options of the script
captures: all
	@tools/difftest/gen_capture.py run --cuprum=$(B)/bin/cuprum --count=$(or $(N),1000) --seed=$(or $(SEED),1) \
	  --ccbin=$(or $(CCBIN),g++) --std=$(or $(STD),17) --jobs=$(or $(JOBS),1) --keep=$(B)/captures $(CAPTURE)

difftest: $(B)/tools/difftest
	@$(B)/tools/difftest --count=$(or $(N),1000) --seed=$(or $(SEED),1) $(if $(KIND),--kind=$(KIND)) $(if $(VERIFY),--verify) -j$(or $(JOBS),1)

# in the optimized build; MUTATE: more options of tools/mutate/mutate.py
mutate: all
	@nice tools/mutate/mutate.py -n $(or $(N),50) --seed=$(or $(SEED),1) --folder=$(or $(FOLDER),src) -j$(or $(JOBS),1) --diff $(MUTATE)

# on a computer with an NVIDIA GPU and its driver; PROGRAMS: a list of more programs, CASES: folders of more kernels
gpu-check: all
	@CUPRUM=$(B)/bin tools/gpu/prepare.py $(B)/gpu $(if $(PROGRAMS),--programs=$(PROGRAMS)) $(if $(CASES),--cases=$(CASES))
	@tools/gpu/check.sh $(B)/gpu $(B)/gpu-report

clean:
	rm -rf build
