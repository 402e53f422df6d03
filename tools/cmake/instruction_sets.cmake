# Which instruction sets the round loops of a build are compiled for. Everything is compiled for the baseline of the
# processor's architecture (engine/real/native.hpp); the round loops are also compiled for REGRETTA_INSTRUCTION_SETS,
# and the program selects one when it starts.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(REGRETTA_BASELINE v3)
  set(REGRETTA_MORE_INSTRUCTION_SETS generic avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  set(REGRETTA_BASELINE neon)
  set(REGRETTA_MORE_INSTRUCTION_SETS generic)
else()
  set(REGRETTA_BASELINE generic)
  set(REGRETTA_MORE_INSTRUCTION_SETS)
endif()

# regretta_choose_instruction_sets(): defines the option, and from it the list REGRETTA_HELD_INSTRUCTION_SETS.
macro(regretta_choose_instruction_sets)
  set(REGRETTA_INSTRUCTION_SETS "all" CACHE STRING
      "Round loops beside ${REGRETTA_BASELINE}: all, tested (all but generic, with less optimisation what this machine cannot play), \
native (what is best on this machine), none, or a list of: ${REGRETTA_MORE_INSTRUCTION_SETS}")
  set(REGRETTA_UNPLAYED_INSTRUCTION_SETS)
  set(REGRETTA_COMPARED_INSTRUCTION_SETS)  # compiled for the first program's learners only, for tests
  if("avx512" IN_LIST REGRETTA_MORE_INSTRUCTION_SETS)
    file(STRINGS /proc/cpuinfo flags REGEX "^flags.* avx512f .*" LIMIT_COUNT 1)
    if(NOT flags)
      set(REGRETTA_UNPLAYED_INSTRUCTION_SETS avx512)
    endif()
  endif()
  if(REGRETTA_SANITIZE OR REGRETTA_TSAN OR REGRETTA_FUZZ OR REGRETTA_INSTRUCTION_SETS STREQUAL "none")
    set(REGRETTA_HELD_INSTRUCTION_SETS)
  elseif(REGRETTA_INSTRUCTION_SETS STREQUAL "all")
    set(REGRETTA_HELD_INSTRUCTION_SETS ${REGRETTA_MORE_INSTRUCTION_SETS})
  elseif(REGRETTA_INSTRUCTION_SETS STREQUAL "tested")
    set(REGRETTA_HELD_INSTRUCTION_SETS ${REGRETTA_MORE_INSTRUCTION_SETS})
    list(REMOVE_ITEM REGRETTA_HELD_INSTRUCTION_SETS "" generic)
    if("generic" IN_LIST REGRETTA_MORE_INSTRUCTION_SETS)
      set(REGRETTA_COMPARED_INSTRUCTION_SETS generic)
    endif()
  elseif(REGRETTA_INSTRUCTION_SETS STREQUAL "native")
    set(REGRETTA_HELD_INSTRUCTION_SETS ${REGRETTA_MORE_INSTRUCTION_SETS})
    list(REMOVE_ITEM REGRETTA_HELD_INSTRUCTION_SETS "" generic ${REGRETTA_UNPLAYED_INSTRUCTION_SETS})
  else()
    set(REGRETTA_HELD_INSTRUCTION_SETS ${REGRETTA_INSTRUCTION_SETS})
    list(REMOVE_ITEM REGRETTA_HELD_INSTRUCTION_SETS ${REGRETTA_BASELINE})
    foreach(isa IN LISTS REGRETTA_HELD_INSTRUCTION_SETS)
      if(NOT isa IN_LIST REGRETTA_MORE_INSTRUCTION_SETS)
        message(FATAL_ERROR "REGRETTA_INSTRUCTION_SETS: \"${isa}\" is unknown for ${CMAKE_SYSTEM_PROCESSOR}, "
                            "expected all, tested, native, none or a list of: ${REGRETTA_MORE_INSTRUCTION_SETS}")
      endif()
    endforeach()
  endif()
  message(STATUS "Instruction sets: ${REGRETTA_BASELINE} ${REGRETTA_HELD_INSTRUCTION_SETS}")
endmacro()

# The compile definitions that with_instruction_set (tools/machine/instruction_set.hpp) needs.
function(regretta_instruction_set_definitions variable)
  set(definitions ${REGRETTA_HELD_INSTRUCTION_SETS})
  list(TRANSFORM definitions TOUPPER)
  list(TRANSFORM definitions PREPEND REGRETTA_WITH_)
  set(${variable} "${definitions}" PARENT_SCOPE)
endfunction()

# regretta_files_of(VARIABLE TARGET FILE...): sets VARIABLE to those of the files that are sources of TARGET.
function(regretta_files_of variable target)
  get_target_property(sources ${target} SOURCES)
  set(missing ${ARGN})
  list(REMOVE_ITEM missing "" ${sources})
  set(found ${ARGN})
  list(REMOVE_ITEM found "" ${missing})
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# regretta_for_every_instruction_set(TARGET FILE...): compiles those of the files that are sources of TARGET once more for
# each further instruction set of the build. Call it after target_link_libraries(TARGET ...).
#
# The objects of a set are linked into one object. In it, only symbols whose names contain the set's tag (such as
# native::Avx512) stay visible, and type infos, which are not code. The linker can therefore never use an inline function compiled for
# AVX-512 where v3 code calls the function of the same name, whatever the link order. The code is in its own section,
# regretta_avx512.
function(regretta_for_every_instruction_set target)
  set(tag_avx512 6Avx512)
  set(tag_generic 7Generic)
  set(sets ${REGRETTA_HELD_INSTRUCTION_SETS})
  if(target MATCHES "_first$")
    list(APPEND sets ${REGRETTA_COMPARED_INSTRUCTION_SETS})
  endif()
  foreach(isa IN LISTS sets)
    # The GNU tools, even if CMake would use clang's own; conda and cross compilers prefix their names.
    set(prefix ${_CMAKE_TOOLCHAIN_PREFIX})
    if(prefix MATCHES "llvm")
      set(prefix)
    endif()
    find_program(REGRETTA_LD NAMES ${prefix}ld.bfd ${prefix}ld ld.bfd REQUIRED)
    find_program(REGRETTA_OBJCOPY NAMES ${prefix}objcopy objcopy REQUIRED)
    set(copy ${target}_${isa})
    get_target_property(libraries ${target} LINK_LIBRARIES)
    get_target_property(definitions ${target} COMPILE_DEFINITIONS)
    regretta_files_of(files ${target} ${ARGN})
    add_library(${copy} OBJECT ${files})
    target_link_libraries(${copy} PRIVATE ${libraries})
    target_compile_definitions(${copy} PRIVATE $<$<BOOL:${definitions}>:${definitions}>)
    set_target_properties(${copy} PROPERTIES REGRETTA_INSTRUCTION_SET ${isa} INTERPROCEDURAL_OPTIMIZATION OFF)
    if(REGRETTA_TOGETHER)  # in the groups of regretta_together
      set_target_properties(${copy} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    endif()
    # g++'s unique symbols cannot be hidden. The warnings come from g++ 12's own _mm512_undefined_pd.
    target_compile_options(
      ${copy} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique;-Wno-uninitialized;-Wno-maybe-uninitialized>)

    # Less optimisation, to compile faster: this code is used only in comparisons, or cannot run on this machine.
    if(isa STREQUAL "generic" OR (REGRETTA_INSTRUCTION_SETS STREQUAL "tested" AND isa IN_LIST REGRETTA_UNPLAYED_INSTRUCTION_SETS))
      target_compile_options(${copy} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()

    set(script ${CMAKE_CURRENT_BINARY_DIR}/regretta_${isa}.ld)
    set(section regretta_${isa})
    file(CONFIGURE OUTPUT ${script} @ONLY CONTENT [[
SECTIONS {
  @section@ : { *(.text .text.*) }
  .init_array : { *(.init_array .init_array.* .ctors .ctors.*) }
}
ASSERT(SIZEOF(.init_array) == 0, "a static initialiser compiled for another instruction set would run on every processor")
]])
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${copy}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${REGRETTA_LD} -r --force-group-allocation -T ${script} -o ${object} $<TARGET_OBJECTS:${copy}>
      COMMAND ${REGRETTA_OBJCOPY} --wildcard --keep-global-symbol=*${tag_${isa}}* --keep-global-symbol=_ZT[IS]* ${object}
      DEPENDS $<TARGET_OBJECTS:${copy}> ${script}
      COMMAND_EXPAND_LISTS VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    target_sources(${target} PRIVATE ${object})
  endforeach()
endfunction()
