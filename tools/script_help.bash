# Sourced first by the scripts of this folder: with -h or --help, prints the comment at the top of the script.
case ${1:-} in
  -h | --help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
    exit ;;
esac
