# SPDX-License-Identifier: Apache-2.0
# All tags and attributes that debug metadata has names for (inputs/tags.cu, which clang made tags.ll of), as
# llvm-dwarfdump shows what ptxas makes of them. Addresses of functions overlap, since each has a section of its own:
# so do those of nvcc -G. All else verifies.
# REQUIRES: ptxas, llvm-dwarfdump-19
# RUN: cuprum %S/inputs/tags.ll -G -arch=sm_80 -o %t.ptx && ptxas -g -arch=sm_80 %t.ptx -o %t.cubin; \
# RUN: llvm-dwarfdump-19 --verify %t.cubin | grep -c '^error' ; llvm-dwarfdump-19 --verify %t.cubin | grep '^error' | sort -u; \
# RUN: llvm-dwarfdump-19 %t.cubin
# CHECK: 10
# CHECK-NEXT: error: Aggregated error counts:
# CHECK-NEXT: error: DIEs have overlapping address ranges occurred 8 time(s).
# CHECK-NEXT: error: DIEs have overlapping address ranges:
# CHECK: DW_AT_producer ("clang")
# CHECK: DW_AT_language (DW_LANG_C_plus_plus_14)
# CHECK: DW_AT_comp_dir ("/work/here")
# CHECK: DW_TAG_subprogram
# CHECK-NEXT: DW_AT_MIPS_linkage_name ("_Z6kernelPi4Bitsb")
# CHECK-NEXT: DW_AT_name ("kernel")
# CHECK: DW_AT_prototyped (0x01)
# CHECK-NEXT: DW_AT_external (0x01)
# CHECK: DW_AT_frame_base (DW_OP_call_frame_cfa)
# CHECK: DW_AT_name ("restrict_")
# CHECK: DW_AT_type ({{.*}} "int *")
# CHECK-NEXT: DW_AT_location (DW_OP_fbreg {{.*}}, DW_OP_plus_uconst 0x0)
# CHECK-NEXT: DW_AT_address_class (0x06)
# CHECK: DW_AT_name ("bits")
# CHECK: DW_AT_type ({{.*}} "Bits")
# CHECK-NEXT: DW_AT_location (DW_OP_addr {{.*}})
# CHECK-NEXT: DW_AT_address_class (0x07)
# CHECK: DW_AT_type ({{.*}} "int Both::*")
# CHECK: DW_AT_type ({{.*}} "int (Both::*)() const")
# CHECK: DW_AT_type ({{.*}} "std::nullptr_t")
# CHECK: DW_AT_name ("wide")
# CHECK: DW_TAG_lexical_block
# CHECK: DW_AT_name ("i")
# CHECK: DW_TAG_lexical_block
# CHECK: DW_AT_name ("square")
# CHECK: DW_TAG_lexical_block
# CHECK: DW_AT_name ("lambda")
# CHECK: DW_AT_accessibility (DW_ACCESS_public)
# CHECK: DW_AT_name ("local")
# CHECK: DW_AT_type ({{.*}} "short[4]")
# CHECK: DW_AT_address_class (0x08)
# CHECK: DW_TAG_imported_module
# CHECK: DW_TAG_union_type
# CHECK: DW_TAG_structure_type
# CHECK-NEXT: DW_AT_name ("Both")
# CHECK: DW_AT_explicit (0x01)
# CHECK-NEXT: DW_AT_declaration (0x01)
# CHECK: DW_AT_virtuality (DW_VIRTUALITY_virtual)
# CHECK-NEXT: DW_AT_vtable_elem_location (DW_OP_constu 0x0)
# CHECK: DW_TAG_inheritance
# CHECK: DW_TAG_inheritance
# CHECK: DW_AT_type ({{.*}} "outer::v1::Point")
# CHECK: DW_AT_data_member_location (DW_OP_plus_uconst 0xc)
# CHECK: DW_AT_name ("limit")
# CHECK: DW_AT_const_value (12)
# CHECK: DW_TAG_template_value_parameter
# CHECK: DW_AT_const_value (5)
# CHECK: DW_AT_GNU_template_name ("Wrap")
# CHECK: DW_TAG_GNU_template_parameter_pack
# CHECK: DW_AT_name ("MINUS")
# CHECK-NEXT: DW_AT_const_value (-3)
# CHECK: DW_AT_enum_class (0x01)
# CHECK: DW_AT_const_value (255)
# CHECK: DW_AT_GNU_vector (0x01)
# CHECK: DW_TAG_unspecified_parameters
# CHECK: DW_TAG_unspecified_type
# CHECK: DW_AT_MIPS_linkage_name ("_ZN4BothC1Ei")
# CHECK-NEXT: DW_AT_specification ({{.*}} "Both")
# CHECK: DW_AT_name ("this")
# CHECK: DW_AT_artificial (0x01)
# CHECK: DW_TAG_class_type
# CHECK: DW_AT_name ("low")
# CHECK: DW_AT_bit_size (0x03)
# CHECK-NEXT: DW_AT_bit_offset (29)
# CHECK: DW_AT_bit_size (0x0c)
# CHECK-NEXT: DW_AT_bit_offset (17)
# CHECK: DW_AT_data_member_location (DW_OP_dup, DW_OP_deref, DW_OP_constu 0x18, DW_OP_minus, DW_OP_deref, DW_OP_plus)
# CHECK: DW_TAG_namespace
# CHECK: DW_AT_name ("counter")
# CHECK: DW_AT_address_class (0x05)
# CHECK: DW_AT_export_symbols (0x01)
# CHECK: DW_AT_type ({{.*}} "float")
# CHECK: DW_AT_count (0x05)
# CHECK: DW_AT_count (0x02)
# CHECK: DW_AT_specification ({{.*}} "scale")
# CHECK: DW_AT_name ("table")
# CHECK: DW_AT_address_class (0x04)
# CHECK: DW_AT_type ({{.*}} "const int *volatile")
# CHECK: DW_TAG_imported_declaration
# CHECK: DW_AT_name ("alias")
