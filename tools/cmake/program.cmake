# regretta_program(NAME HEADER...): builds the program NAME, which has all of Regretta's commands and plugins, and the plugins
# of these headers. A header ends with a function add_to, like the headers that `regretta new` writes. It also works with
# --with.
function(regretta_program name)
  set(text "#include \"regretta/tools/program.hpp\"\n#include \"regretta/tools/standard_catalogue.hpp\"\n")
  set(embedded "")
  # Options for embed_sources.cmake. Regretta's folders are -isystem, so that -MM lists only the user's files.
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
    # Every header defines add_to, so each of these functions gets another name.
    string(APPEND text "#define add_to add_plugins_${number}\n#include \"${path}\"\n#undef add_to\n")
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/${name}_sources_${number}.hpp)
    # The contents of the user's files, whose hash identifies the plugins in results.
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
