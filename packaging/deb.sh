#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packaging/deb.sh STAGE FOLDER: the Debian package, by debhelper and dpkg-buildpackage, of the staged tree.
# Environment: VERSION, MACHINE, COMPILER, SOURCE_DATE_EPOCH
set -e
case $MACHINE in x86_64) arch=amd64 ;; aarch64) arch=arm64 ;; *) echo "deb: no Debian name for $MACHINE" >&2; exit 1 ;; esac
version=$VERSION
[ "$COMPILER" = gcc ] || version=$version+$COMPILER
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/cuprum"
cp -R packaging/debian "$work/cuprum/debian"

# Debian's changelog: one entry, this version's
cat >"$work/cuprum/debian/changelog" <<END
cuprum ($version) unstable; urgency=medium

  * Version $VERSION; what is new stands in upstream's CHANGELOG.md.

 -- Cuprum maintainers <maintainers@cuprum.invalid>  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
END
# what the static program has of the C library, by the version of its package
libc=$(dpkg-query -W -f='${source:Package} (= ${source:Version})' "libc6-dev:$arch" 2>/dev/null || true)
stage=$(cd "$1" && pwd)
export SOURCE_DATE_EPOCH CUPRUM_STAGE="$stage" CUPRUM_SUBSTVARS="-Vcuprum:Built-Using='$libc'"
(cd "$work/cuprum" && DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage -d -b -us -uc -a "$arch") >"$work/log" 2>&1 || {
    tail -20 "$work/log" >&2
    exit 1
}
cp "$work/cuprum_${version}_$arch.deb" "$2/"
echo "  DIST  $2/cuprum_${version}_$arch.deb"
