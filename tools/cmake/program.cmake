# regretta_program(NAME HEADER...): the program NAME has all of Regretta's commands, and the plugins of these headers
# beside those that ship. A header ends with a function add_to, as those that `regretta new` writes; it can also be given
# to --with.
function(regretta_program name)
  set(text "#include \"regretta/tools/program.hpp\"\n#include \"regretta/tools/standard_catalogue.hpp\"\n")
  set(calls "")
  set(number 0)
  foreach(header IN LISTS ARGN)
    math(EXPR number "${number} + 1")
    file(REAL_PATH ${header} path)
    # Every header has a function of this name.
    string(APPEND text "#define add_to add_plugins_${number}\n#include \"${path}\"\n#undef add_to\n")
    string(APPEND calls "  add_plugins_${number}(catalogue);\n")
  endforeach()
  string(APPEND text "int main(int argc, char** argv) {\n  regretta::Catalogue catalogue = regretta::standard_catalogue();\n"
         "${calls}  return regretta::regretta_main(argc, argv, catalogue);\n}\n")
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "${text}" @ONLY)
  add_executable(${name} ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE regretta::tools)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)  # for --with
  if(TARGET regretta::counted_heap)  # for `check`
    add_custom_command(TARGET ${name} POST_BUILD VERBATIM COMMAND ${CMAKE_COMMAND} -E copy_if_different
                       $<TARGET_FILE:regretta::counted_heap> $<TARGET_FILE_DIR:${name}>)
  endif()
endfunction()
