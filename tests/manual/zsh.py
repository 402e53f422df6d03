"""zsh.py FOLDER LINE WORD...: with the completion in FOLDER/_regretta, zsh on a terminal completes each LINE to one that ends
with WORD when Tab is pressed."""

import os
import pty
import re
import select
import sys
import time

folder, *pairs = sys.argv[1:]
process, terminal = pty.fork()
if process == 0:
    os.execvpe("zsh", ["zsh", "-f", "-i"], dict(os.environ, TERM="xterm", HOME=folder, COLUMNS="200"))


def read_until(wanted, seconds=20):
    text, end = "", time.monotonic() + seconds
    while wanted not in text and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            text += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\x08\r]", "", os.read(terminal, 65536).decode(errors="replace"))
    return text


def send(text):
    os.write(terminal, text.encode())


send(f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; PS1='rea''dy '\n")
read_until("ready ")
bad = []
for line, word in zip(pairs[::2], pairs[1::2]):
    send(line + "\t")
    text = read_until(line.rpartition(" ")[0] + " " + word)
    if not text.rstrip().endswith(word):
        bad.append(f'zsh does not complete "{line}" with {word}, but shows: {text[-300:]!r}')
    send("\x15\n")  # an empty line
    read_until("ready ")
send("exit\n")
os.waitpid(process, 0)
sys.exit("\n".join(bad) if bad else 0)
