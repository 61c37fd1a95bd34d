#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packaging/sbom.sh STAGE: what the packages are made of, as SPDX 2.3 (JSON): the files with their sums, and what is linked into
# the programs besides our own code. Environment: B, VERSION, CC, MACHINE, SOURCE_DATE_EPOCH
set -e
stage=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$stage" && find . -type f ! -name manifest | LC_ALL=C sort | while read -r f; do
    echo "$f $(sha1sum <"$f" | cut -d' ' -f1) $(sha256sum <"$f" | cut -d' ' -f1)"
done) >"$work/files"
code=$(cut -d' ' -f2 "$work/files" | LC_ALL=C sort | tr -d '\n' | sha1sum | cut -d' ' -f1)
compiler=$($CC --version | head -1 | tr -d '"\\')
# the C library in the program, where it is linked statically: glibc says its version, musl nothing
libc=
if ! readelf -d "$stage/bin/cuprum" | grep -q NEEDED; then
    libc=$(printf '#include <features.h>\n#ifdef __GLIBC__\nglibc __GLIBC__.__GLIBC_MINOR__\n#else\nmusl NOASSERTION\n#endif\n' |
        $CC -E -P -x c - | tail -1 | sed 's/ \. */./')
fi

package() { # ID NAME VERSION LICENCE WHAT
    printf '    {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "downloadLocation": "NOASSERTION", "filesAnalyzed": %s,\n' "$1" "$2" "$3" "$5"
    printf '      "licenseConcluded": "%s", "licenseDeclared": "%s", "copyrightText": "NOASSERTION", "supplier": "NOASSERTION"' "$4" "$4"
}
relation() { printf ',\n    {"spdxElementId": "SPDXRef-%s", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-%s"}' "$1" "$2" "$3"; }

cat <<END
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "cuprum-$VERSION-linux-$MACHINE",
  "documentNamespace": "https://spdx.org/spdxdocs/cuprum-$VERSION-$code",
  "creationInfo": {"created": "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)", "creators": ["Tool: cuprum-packaging-sbom"]},
  "documentDescribes": ["SPDXRef-cuprum"],
  "packages": [
END
package cuprum cuprum "$VERSION" Apache-2.0 true
printf ', "packageVerificationCode": {"packageVerificationCodeValue": "%s"}},\n' "$code"
package compiler "$(echo "$compiler" | cut -d' ' -f1)" "$compiler" NOASSERTION false
if [ -n "$libc" ]; then
    printf '},\n'
    case $libc in glibc*) licence=LGPL-2.1-or-later ;; *) licence=MIT ;; esac
    package libc "${libc%% *}" "${libc#* }" $licence false
fi
printf '}\n  ],\n  "files": [\n'
awk '{ printf "%s    {\"SPDXID\": \"SPDXRef-file-%d\", \"fileName\": \"%s\", \"licenseConcluded\": \"Apache-2.0\", \"copyrightText\": \"NOASSERTION\",\n", (NR > 1 ? ",\n" : ""), NR, $1
       printf "      \"checksums\": [{\"algorithm\": \"SHA1\", \"checksumValue\": \"%s\"}, {\"algorithm\": \"SHA256\", \"checksumValue\": \"%s\"}]}", $2, $3 }' "$work/files"
printf '\n  ],\n  "relationships": [\n'
printf '    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-cuprum"}'
relation compiler BUILD_TOOL_OF cuprum
[ -z "$libc" ] || relation cuprum STATIC_LINK libc
awk '{ printf ",\n    {\"spdxElementId\": \"SPDXRef-cuprum\", \"relationshipType\": \"CONTAINS\", \"relatedSpdxElement\": \"SPDXRef-file-%d\"}", NR }' "$work/files"
printf '\n  ]\n}\n'
