# Parentheses of an #if nest so deep, and no deeper: the stack has an end.
# RUN: sh %s %t
# CHECK: #if expression nested more than 250 levels deep
# CHECK: 1 error detected
# EXIT: 0
{ printf '#if '; i=0; while [ $i -lt 3000 ]; do printf '('; i=$((i + 1)); done; printf '1\n#endif\n'; } >$1.cu
cuprum --emit=pp $1.cu 2>&1
exit 0
