# What is wrong in a data layout's text is said, and what is right next to it is taken.
# RUN: for l in 'e--p:64:64:64' '-e' 'e-' 'e-q:1' 'e-p' 'e-p:0:64' 'e-p:64' 'e-p:64:48' 'e-p:64:64:32' 'e-p:64:64:64:65' 'e' 'e-p:64:64-i64:64' ''; do \
# RUN:     echo "target datalayout = \"$l\"" >%t.ll; echo "'$l'" `%B/tools/iropt %t.ll 2>&1 | sed -n 's/^.*error: //p'`; done
# EXPECT:
# 'e--p:64:64:64' token expected before a separator in data layout
# '-e' token expected before a separator in data layout
# 'e-' trailing separator in data layout
# 'e-q:1' unknown specifier in data layout
# 'e-p' pointer size missing in data layout
# 'e-p:0:64' pointer size of 0 in data layout
# 'e-p:64' pointer alignment missing in data layout
# 'e-p:64:48' pointer alignment in data layout is no power of two
# 'e-p:64:64:32' preferred alignment in data layout is less than the ABI's
# 'e-p:64:64:64:65' index is wider than the pointer in data layout
# 'e'
# 'e-p:64:64-i64:64'
# ''
