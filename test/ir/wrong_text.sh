# What the text reader says of each wrong module in inputs/wrong_text.txt.
# RUN: awk '/^;;; /{n=$2; f="%t." n ".ll"; printf "" > f; print n; next} {print > f}' test/ir/inputs/wrong_text.txt | while read -r n; do echo "$n: $(%B/tools/iropt %t.$n.ll 2>&1 >/dev/null | head -1 | sed 's/.*error: //')"; done
# EXPECT:
# type_ptr_star: ptr* is invalid, use ptr instead
# type_void_ptr: pointer to what has no address
# type_struct_void: invalid element type of a struct
# type_array_of: invalid element type of an array
# type_vector_of: bad vector type
# type_vector_zero: bad vector type
# type_int_width: bad integer type
# type_undefined: type 'never' is not defined
# type_twice: type defined twice
# type_forward_alias: forward reference to a type that is no struct
# type_function_result: invalid result type of a function
# type_target_order: number expected: types come before numbers
# type_svcount: target type aarch64.svcount should have no parameters
# type_variable: invalid type of a variable
# argument_void: an argument cannot be void
# argument_opaque: invalid type of a function's argument
# argument_number: argument expected to be numbered %5 or greater
# symbol_twice: symbol defined twice
# symbol_number: symbol expected to be numbered @5 or greater
# symbol_space: symbol was used with another address space
# symbol_undefined: symbol 'h' is used but not defined
# visibility: symbol with local linkage must have default visibility
# dll_local: symbol with local linkage cannot have a DLL storage class
# dll_dso_local: dso_local and dllimport exclude each other
# tls_model: thread-local model expected
# alias_linkage: invalid linkage of an alias
# alias_of: an alias or ifunc must have an address
# variable_property: property of a variable expected
# code_model: unknown code model
# comdat_kind: kind of comdat expected
# comdat_twice: comdat defined twice
# comdat_undefined: comdat 'c' is not defined
# comdat_unnamed: comdat cannot be unnamed
# linkage_definition: invalid linkage of a function definition
# linkage_declaration: invalid linkage of a function declaration
# linkage_function: invalid linkage of a function
# function_result: invalid result type of a function
# layout: pointer alignment missing in data layout
# layout_symbolic: invalid symbolic address space
# attribute_function: attribute 'zeroext' does not apply to functions
# attribute_result: attribute 'readonly' does not apply to return values
# attribute_parameter: attribute 'noinline' does not apply to parameters
# attribute_align: alignment is no power of two, or too large
# attribute_dereferenceable: number of dereferenceable bytes must not be zero
# attribute_memory: memory location or access kind expected
# attribute_memory_order: the default access kind comes first
# attribute_range: the range must not be full or empty
# attribute_range_type: the range must have an integer type
# attribute_initializes: unordered or overlapping ranges
# attribute_nofpclass: class of floating-point values expected
# attribute_nofpclass_mask: invalid mask for nofpclass
# attribute_allocsize: 'allocsize' indices cannot refer to the same parameter
# attribute_allockind: unknown kind of allocation
# attribute_uwtable: kind of unwind table expected
# attribute_byval: '(' expected
# constant_float: floating-point constant is invalid for its type
# constant_hex: floating-point constant is invalid for its type
# constant_fits: integer constant does not fit its type
# constant_null: null is a pointer
# constant_splat: splat of another type
# constant_context: constant does not have the type of its context
# constant_cast: bad constant expression
# constant_expression: bad constant expression
# constant_select: the initializer of 'g' holds a constant expression that LLVM no longer has and that is no constant
# constant_inrange: the end of inrange must be larger than its start
# constant_ptrauth: ptrauth key must be an i32 constant
# blockaddress_what: blockaddress of what is no function with a body
# blockaddress_block: the function has no such block
# blockaddress_never: blockaddress of what is no function with a body
# equivalent: function, alias to a function, or ifunc expected
# body_end: '}' expected
# body_terminator: block before has no terminator
# local_undefined: name is not defined
# local_twice: name defined twice
# local_number: instruction expected to be numbered %5 or greater
# local_type: value used with another type than it has
# local_void: instruction has no value to name
# label_number: label expected to be numbered 8 or greater
# opcode: expected instruction opcode
# tail_what: 'call' expected
# gep_index: bad getelementptr
# extract_index: index out of range
# load_size: loaded type has no size
# ordering: memory ordering expected
# call_type: argument of another type than the parameter
# call_few: not enough parameters specified for call
# call_many: too many arguments specified
# call_fast: fast-math flags on a call that gives no floating-point value
# call_ellipsis: unexpected ellipsis in the arguments of a call that is not musttail
# call_bundle: operand bundle expected
# convention: number too large
# landingpad_filter: a filter is an array, a catch none
# record_kind: kind of debug record expected
# record_node: metadata node expected
# record_and_call: debug intrinsic in a module with debug records
# uselist_sorted: use-list indexes must change the order
# uselist_range: use-list indexes must be distinct and in range
# uselist_count: wrong number of indexes, the value has 1 uses
# metadata_twice: metadata node defined twice
# metadata_undefined: metadata !0 is not defined
# metadata_local: metadata on a local value may only be an argument of a call
# metadata_attachment: metadata node expected
# di_tag: invalid metadata node 'DIWhatever'
# di_field: invalid field
# di_field_twice: field 'filename' given more than once
# di_missing: missing required field 'directory'
# di_null: the field cannot be null
# di_empty: the field cannot be empty
# di_distinct: missing 'distinct', required for !DICompileUnit
# di_name: invalid name or number of this field
# di_large: value is too large, the limit is 65535
# di_bool: 'true' or 'false' expected
# di_operation: invalid DWARF operation
# di_arglist: !DIArgList cannot appear outside of a function
# top_level: expected top-level entity
# summary: kind of summary entry expected
