# The first program: the part of regretta that `tools/regretta run` needs, so that a first result does not wait for the
# rest (tools/first.cpp). Every library has a separate part for it, NAME_first.

# regretta_needed_by(VARIABLE FILE...): these source files, and all others whose headers they include, directly or not.
function(regretta_needed_by variable)
  set(found ${ARGN})
  set(waiting ${ARGN})
  while(waiting)
    list(POP_BACK waiting file)
    file(STRINGS ${file} lines REGEX "^#include \"regretta/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"regretta/(.*)\\.hpp\".*" "${PROJECT_SOURCE_DIR}/\\1" stem "${line}")
      foreach(next ${stem}.hpp ${stem}.cpp)
        if(NOT next IN_LIST found AND EXISTS ${next})
          list(APPEND found ${next})
          list(APPEND waiting ${next})
        endif()
      endforeach()
    endforeach()
  endwhile()
  list(FILTER found INCLUDE REGEX "\\.cpp$")
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()
