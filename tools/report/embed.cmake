# cmake -D FOLDER=tools/report -D OUT=FILE.cpp -P embed.cmake: puts style and scripts into page.html, and writes it as
# the C++ source of regretta::report_template. Vendored files must match SHA256SUMS.
cmake_minimum_required(VERSION 3.25)

file(STRINGS ${FOLDER}/uplot/SHA256SUMS sums)
foreach(line ${sums})
  string(REGEX MATCH "^([0-9a-f]+)  (.+)$" _ "${line}")
  file(SHA256 ${FOLDER}/uplot/${CMAKE_MATCH_2} sum)
  if(NOT sum STREQUAL CMAKE_MATCH_1)
    message(FATAL_ERROR "${FOLDER}/uplot/${CMAKE_MATCH_2} has changed (SHA-256 ${sum}), expected ${CMAKE_MATCH_1}")
  endif()
endforeach()

# Order matters: each module uses those before it.
set(modules data format dom palette selection svg download header summary table details curves levels frontier distribution profiles paired heatmap
            ledger diagnosis main)
set(script "")
foreach(module ${modules})
  file(READ ${FOLDER}/${module}.js text)
  string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/style.css style)
file(READ ${FOLDER}/uplot/uPlot.min.css uplot_style)
file(READ ${FOLDER}/uplot/uPlot.iife.min.js uplot)
file(READ ${FOLDER}/uplot/LICENSE uplot_licence)
foreach(part style script uplot_style uplot uplot_licence)
  string(TOUPPER ${part} mark)
  string(REPLACE "@REGRETTA_${mark}@" "${${part}}" page "${page}")
endforeach()

file(WRITE ${OUT}.new "#include \"regretta/tools/report/report_page.hpp\"

const std::string_view regretta::report_template = R\"regretta(${page})regretta\";
")
file(RENAME ${OUT}.new ${OUT})
