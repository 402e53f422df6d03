# Support for packages that are unpacked, not installed. Sourced by tools/setup, which unpacks them, and by the scripts
# that use them. Expects `root`, the repository.
unpacked=$root/build/packages/root

# unpack_packages FILE...: unpacks them into `unpacked` and adapts their paths.
unpack_packages() {
  local file link target
  for file; do dpkg-deb -x "$file" "$unpacked" || return; done
  find "$unpacked" -name '*.pc' -exec sed -i "s#=/usr#=$unpacked/usr#; s#\(-[IL]\)/usr#\1$unpacked/usr#g" {} +
  file=$unpacked/usr/lib/python3/dist-packages/matplotlib/__init__.py  # looks for its files at fixed paths
  [[ ! -e $file ]] || sed -i "s#'\(/usr/share/matplotlib\|/etc/matplotlibrc\)#'$unpacked\1#" "$file"
  # libx.so of one package links to libx.so.1 of another, which may be installed in the system already
  find "$unpacked" -xtype l -name '*.so*' | while read -r link; do
    target=$(basename "$(readlink "$link")")
    for file in {,/usr}/lib/"$(basename "$(dirname "$link")")/$target" {,/usr}/lib/"$target"; do
      [[ -e $file ]] && { ln -sfn "$file" "$link"; break; }
    done
  done
  find "$unpacked" -xtype l -lname '/*' | while read -r link; do  # absolute links are made to point below `unpacked`
    target=$unpacked$(readlink "$link")
    [[ ! -e $target ]] || ln -sfn "$target" "$link"
  done
}

# use_unpacked_packages: sets the environment variables for building and running with them.
use_unpacked_packages() {
  [[ -d $unpacked/usr ]] || return 0
  local libraries
  libraries=$(ls -d "$unpacked"/usr/lib/*-linux-gnu*{,/blas,/lapack} "$unpacked"/lib/*-linux-gnu* 2>/dev/null | tr '\n' ':')
  export PATH=$PATH:$unpacked/usr/bin
  export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$libraries
  export LIBRARY_PATH=${LIBRARY_PATH:+$LIBRARY_PATH:}$libraries
  export CMAKE_PREFIX_PATH=$unpacked/usr${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
  local folder
  for folder in "$unpacked"/usr/lib/*/pkgconfig "$unpacked/usr/share/pkgconfig"; do
    export PKG_CONFIG_PATH=$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
  done
  export PYTHONPATH=$unpacked/usr/lib/python3/dist-packages${PYTHONPATH:+:$PYTHONPATH}
}
