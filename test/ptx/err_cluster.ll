; .blocksareclusters needs both shapes.
; RUN: cuprum %s -arch=sm_90 -o -
define ptx_kernel void @a() "nvvm.blocksareclusters" "nvvm.cluster_dim"="2" { ret void }
; ERROR@0: "a": nvvm.blocksareclusters needs nvvm.reqntid and nvvm.cluster_dim
define ptx_kernel void @b() "nvvm.blocksareclusters" "nvvm.reqntid"="64" { ret void }
; ERROR@0: "b": nvvm.blocksareclusters needs nvvm.reqntid and nvvm.cluster_dim
