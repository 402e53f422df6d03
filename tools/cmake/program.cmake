# regretta_program(NAME HEADER...): the program NAME has all of Regretta's commands, and the plugins of these headers
# beside those that ship. A header ends with a function add_to, as those that `regretta new` writes; it can also be given
# to --with.
function(regretta_program name)
  set(text "#include \"regretta/tools/program.hpp\"\n#include \"regretta/tools/standard_catalogue.hpp\"\n")
  set(embedded "")
  # With which plugins are compiled; what is ours comes as -isystem, so that the compiler does not count it as the user's.
  set(ours "$<TARGET_PROPERTY:regretta::tools,INTERFACE_INCLUDE_DIRECTORIES>")
  set(defined "$<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>")
  string(CONCAT options "-isystem|$<JOIN:${ours},|-isystem|>|-I$<JOIN:$<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>,|-I>"
         "|$<JOIN:$<TARGET_PROPERTY:${name},COMPILE_OPTIONS>,|>"
         "|$<$<BOOL:${defined}>:-D$<JOIN:${defined},|-D>>")
  set(calls "")
  set(number 0)
  foreach(header IN LISTS ARGN)
    math(EXPR number "${number} + 1")
    file(REAL_PATH ${header} path)
    # Every header has a function of this name.
    string(APPEND text "#define add_to add_plugins_${number}\n#include \"${path}\"\n#undef add_to\n")
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/${name}_sources_${number}.hpp)
    # What results say of the plugins that played them.
    add_custom_command(
      OUTPUT ${sources} DEPENDS ${path} DEPFILE ${sources}.d VERBATIM
      COMMAND ${CMAKE_COMMAND} -D COMPILER=${CMAKE_CXX_COMPILER} -D HEADER=${path} -D NAME=sources_${number} -D OUT=${sources}
              -D RULE=${sources}.d -D "OPTIONS=${options}"
              -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_sources.cmake)
    list(APPEND embedded ${sources})
    string(APPEND text "#include \"${sources}\"\n")
    string(APPEND calls "  regretta::add_plugins(catalogue, {regretta::hash_of_contents(sources_${number})}, "
           "add_plugins_${number});\n")
  endforeach()
  string(APPEND text "int main(int argc, char** argv) {\n  regretta::Catalogue catalogue = regretta::standard_catalogue();\n"
         "${calls}  return regretta::regretta_main(argc, argv, catalogue);\n}\n")
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "${text}" @ONLY)
  add_executable(${name} ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp ${embedded})
  target_link_libraries(${name} PRIVATE regretta::tools)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)  # for --with
endfunction()
