# cmake -D FOLDER=tools/report -D OUT=FILE.cpp -P embed.cmake: puts style and scripts into page.html, and writes it as
# the C++ source of regretta::report_template.
cmake_minimum_required(VERSION 3.25)

# Order matters: each module uses those before it.
set(names data format dom labels looks selection scale draw download header summary table details figures differences ledger diagnosis main)
set(script "")
foreach(module ${names})
  file(READ ${FOLDER}/${module}.js text)
  string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/style.css style)
foreach(part style script)
  string(TOUPPER ${part} mark)
  string(REPLACE "@REGRETTA_${mark}@" "${${part}}" page "${page}")
endforeach()

file(WRITE ${OUT}.new "#include \"regretta/tools/report/report_page.hpp\"

const std::string_view regretta::report_template = R\"regretta(${page})regretta\";
")
file(RENAME ${OUT}.new ${OUT})
