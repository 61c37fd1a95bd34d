# SPDX-License-Identifier: Apache-2.0
# Included by the Makefile: installing, and making packages (packaging/README.md).
D := $(DESTDIR)$(PREFIX)
VERSION = $(shell sed -n 's/.*CUPRUM_VERSION "\(.*\)"/\1/p' src/driver/driver.h)
export VERSION

# the device math library for others: with opaque pointers, and as LLVM 7 wrote it
LIBDEVICE := $(B)/gen/libdevice.10.bc $(B)/gen/libdevice.10.llvm7.bc
$(B)/gen/libdevice.%: $(B)/gen/device.bc tools/libdevice.sh
	@tools/libdevice.sh $(B)/gen/bin/cuprum $< $@.$$$$ $(if $(findstring llvm7,$*),llvm7) && mv -f $@.$$$$ $@

.PHONY: install uninstall
install: all $(LIBDEVICE)
	@B=$(B) packaging/install.sh "$(D)"
uninstall:
	@packaging/uninstall.sh "$(D)"

# Packages, of the optimized build, in $(DIST). The same source, compiler and tools give the same bytes in any folder, at any time:
# the only date in them is that of SOURCE_DATE_EPOCH (by itself that of the commit; without git that of the newest version in
# CHANGELOG.md). Names say which compiler made the program where it was not gcc.
DIST := $(B)/dist
DIST_MACHINE = $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
DIST_COMPILER = $(if $(findstring clang,$(CC)),clang,gcc)
DIST_NAME = cuprum-$(VERSION)-linux-$(DIST_MACHINE)$(if $(filter clang,$(DIST_COMPILER)),-clang)
DIST_ENV = B=$(B) DIST=$(DIST) CC="$(CC)" MACHINE=$(DIST_MACHINE) COMPILER=$(DIST_COMPILER) STRIP="$(call PROGRAM_OF,STRIP,strip)" \
    SOURCE_DATE_EPOCH=$(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),$(shell \
    date -u +%s -d "$$(sed -n 's/^## [0-9].*(\(.*\)).*/\1/p' CHANGELOG.md | head -1)"))

.PHONY: dist dist-stage dist-tar dist-wheel dist-deb
dist: dist-tar
	@command -v python3 >/dev/null || { echo "no wheel: needs python3"; exit 0; }; $(MAKE) --no-print-directory dist-wheel
	@command -v dh >/dev/null || { echo "no Debian package: needs debhelper"; exit 0; }; $(MAKE) --no-print-directory dist-deb
# what is packed, once for all packages
dist-stage: all $(LIBDEVICE)
	@test $(V) = release || { echo "packages are made of the optimized build"; exit 2; }
	@rm -rf $(DIST)/stage && mkdir -p $(DIST)
	@$(DIST_ENV) packaging/stage.sh $(DIST)/stage
	@$(DIST_ENV) packaging/sbom.sh $(DIST)/stage >$(DIST)/$(DIST_NAME).spdx.json
	@cp $(DIST)/$(DIST_NAME).spdx.json $(DIST)/stage/share/doc/cuprum/cuprum.spdx.json
	@packaging/manifest.sh $(DIST)/stage
dist-tar: dist-stage
	@$(DIST_ENV) packaging/tarball.sh $(DIST)/stage $(DIST)/$(DIST_NAME).tar.xz
dist-wheel: dist-stage
	@$(DIST_ENV) packaging/wheel/build.sh $(DIST)/stage $(DIST)
dist-deb: dist-stage
	@$(DIST_ENV) packaging/deb.sh $(DIST)/stage $(DIST)
