# regretta_also_for_avx512(TARGET FILE...): compiles these files of TARGET a second time, for AVX-512. Call it after
# target_link_libraries(TARGET ...).
#
# The second objects become one, in which only symbols that name native::Avx512 stay visible (and type infos, which are
# no code). The linker can therefore never take an inline function compiled for AVX-512 where v3 code calls its namesake,
# in whatever order libraries are linked. Their code is in a section of its own, regretta_avx512.
function(regretta_also_for_avx512 target)
  if(NOT REGRETTA_AVX512)
    return()
  endif()
  find_program(REGRETTA_LD ld.bfd REQUIRED)  # the GNU tools, also where clang would have CMake take its own
  find_program(REGRETTA_OBJCOPY objcopy REQUIRED)
  set(again ${target}_avx512)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  add_library(${again} OBJECT ${ARGN})
  target_link_libraries(${again} PRIVATE ${libraries})
  set_target_properties(${again} PROPERTIES REGRETTA_AVX512 ON INTERPROCEDURAL_OPTIMIZATION OFF)
  # Unique symbols cannot be hidden. The warnings: g++ 12 dislikes its own _mm512_undefined_pd.
  target_compile_options(
    ${again} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique;-Wno-uninitialized;-Wno-maybe-uninitialized>)

  set(script ${CMAKE_CURRENT_BINARY_DIR}/regretta_avx512.ld)
  file(CONFIGURE OUTPUT ${script} CONTENT [[
SECTIONS {
  regretta_avx512 : { *(.text .text.*) }
  .init_array : { *(.init_array .init_array.* .ctors .ctors.*) }
}
ASSERT(SIZEOF(.init_array) == 0, "a static initialiser compiled for AVX-512 would run on every processor")
]])
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${again}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${REGRETTA_LD} -r --force-group-allocation -T ${script} -o ${object} $<TARGET_OBJECTS:${again}>
    COMMAND ${REGRETTA_OBJCOPY} --wildcard --keep-global-symbol=*6Avx512* --keep-global-symbol=_ZT[IS]* ${object}
    DEPENDS $<TARGET_OBJECTS:${again}> ${script}
    COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(${target} PRIVATE ${object})
endfunction()
