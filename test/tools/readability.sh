# What tools/readability complains about: a folder that has become denser than its row says.
# RUN: rm -rf %t.d && mkdir -p %t.d/src/api && top=$PWD && cd %t.d && \
# RUN: (echo '// the only comment'; echo 'int f(int a) {'; yes '    a = a && a ? a : 1;' | head -60; echo '}') >src/api/dense.c && \
# RUN: printf 'int bare(int value);\n\n// Says what it gives.\nint told(int value);\nint told_too(int value);\n\nint aside(int value); // at its side\n' >src/api/api.h && \
# RUN: $(cd "$top" && realpath %B)/tools/readability | grep -E '^(api|src/api)'
# CHECK: api 66 1.818 {{4\.\d}} % {{\d+\.\d}} % 1 of 4
# CHECK: src/api: 1.818 decisions a line
# CHECK: src/api: {{4\.\d}} % comment lines, at least
# CHECK: src/api: {{\d+\.\d}} % identifiers of one letter
