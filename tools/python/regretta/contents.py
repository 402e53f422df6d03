"""Identifies the version of a class or function in Python by a text, which describes its code and values as they are in memory, not as
files contain them now.

The text has one fact per line, such as `Mine.observe: constant 0.5`. It covers the user's functions, classes, modules and values that
the code refers to, directly or not. For installed packages it contains only their versions.
"""

import builtins
import collections
import contextlib
import copyreg
import ctypes
import dis
import enum
import functools
import hashlib
import importlib
import importlib.machinery
import importlib.metadata
import importlib.util
import inspect
import pathlib
import re
import sys
import sysconfig
import types
from typing import Any, Iterator

import numpy

# Attributes of classes and modules that do not change what code does.
NOT_CODE = {"__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__annotations__", "__annotate__", "__annotate_func__",
            "__firstlineno__", "__static_attributes__", "__abstractmethods__", "_abc_impl", "__orig_bases__", "__parameters__",
            "__dataclass_fields__", "__dataclass_params__", "__annotations_cache__", "__classdictcell__", "__slotnames__"}
MODULE_ATTRIBUTES = {"__name__", "__file__", "__doc__", "__package__", "__spec__", "__loader__", "__cached__", "__builtins__"}
PLAIN = (type(None), bool, float, complex, str, bytes, range, type(...), type(NotImplemented))
WRAPPED = ("__wrapped__", "py_func", "fget", "fset", "fdel")  # hold the function of a decorator, static method, property, ...
FLAGS = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS | inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM")
GLOBALS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
LOCALS = ("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF")
# Instructions that may stand between an import and the assignment to its name.
STACK_OPERATIONS = ("SWAP", "POP_TOP", "COPY", "PUSH_NULL")
FEATURE_NAMES = re.compile("FMA|AVX2|AVX512F$|AVX512_S|X86_V[34]|NEON|ASIMD|SVE|VSX|VX|LSX|RVV")  # features that change results
FUSED = re.compile("((?:LOAD|STORE)_FAST(?:_BORROW)?)_((?:LOAD|STORE)_FAST(?:_BORROW)?)")
LONGEST_TEXT = 120  # longer texts of values are shortened, with a hash
GENERATOR = re.compile(r"(method )?(function |class )?(builtins\.getattr\()?(numpy\.random|random\.|secrets\.)")  # in descriptions
TORCH_GENERATOR = re.compile("rand|bernoulli|manual_seed|multinomial|normal|poisson|seed")
# Methods that make or use a generator of random numbers.
DRAWING = {"default_rng", "RandomState", "rvs", "urandom", "uuid1", "uuid4", "bernoulli_", "exponential_", "normal_", "random_", "uniform_"}
ABSENT = object()

HERE = pathlib.Path(__file__).resolve().parent
STANDARD = {pathlib.Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
PACKAGE_FOLDERS = ("site-packages", "dist-packages")


def content_of(thing: Any) -> str:
    """The text for a class, a function, or a dictionary of named values. Raises TypeError for a value that cannot be described, such
    as an open file."""
    reader = _Reader()
    try:
        return "\n".join(reader.lines(thing))
    except RecursionError:
        raise TypeError(f"{reader.place} holds values that are nested too deeply") from None


def named_generator(thing: Any) -> str:
    """A warning about the first use of a generator of random numbers in a class, such as "Mine.draw: np.random.rand";
    "" if there is none."""
    reader = _Reader()
    collections.deque(reader.lines(thing), 0)
    return (f"{reader.generators[0]}: this generator draws the same numbers in every trial or worker process, or others in every run. "
            "Take draws from draw(random)" if reader.generators else "")


def changed_values(before: str, after: str) -> list[str]:
    """The names, such as "Mine.observe: TABLE", of values that differ between two texts."""
    old, new = (dict(line.split(" = ", 1) for line in text.splitlines() if " = " in line) for text in (before, after))
    return sorted(name for name in old | new if old.get(name) != new.get(name))


def cpu_features() -> str:
    """The features of the processor that change NumPy's results: with AVX-512, last digits of exp, log and sin differ."""
    core: Any = sys.modules.get("numpy._core._multiarray_umath") or sys.modules["numpy.core._multiarray_umath"]
    return " ".join(sorted(name for name, has in core.__cpu_features__.items() if has and FEATURE_NAMES.match(name)))


def _hash(data: Any) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _file_text(file: str) -> str:
    path = pathlib.Path(file)
    return f"{path.name} {_hash(path.read_bytes())}" if path.is_file() else path.name


def _extension_text(module: str) -> str:
    """Name and hash of the file of a compiled module; "" for a module in Python."""
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return _file_text(file) if file.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)) else ""


def _is_global(function: types.FunctionType) -> bool:
    """Whether the function can be found by its name in an installed module."""
    found: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function and package_of_module(function.__module__) is not None


def _attribute(value: Any, name: str) -> Any:
    """The attribute of a module or of the user's object; ABSENT if there is none, or if reading the attribute could run code."""
    with contextlib.suppress(Exception):  # code of the user may raise any
        if not isinstance(value, types.ModuleType):
            is_held = package_of(type(value)) is None and not isinstance(value, type) and not hasattr(type(value), name)
            return vars(value)[name] if is_held else ABSENT
        if not _is_users(value):
            return value
        return getattr(value, name) if hasattr(value, name) else importlib.import_module(f"{value.__name__}.{name}")
    return ABSENT


class _Reader:
    """Describes each function, class and module of the user in lines, in the order in which they are reached."""

    def __init__(self) -> None:
        self.place = ""  # name of the value that is being described, for messages
        self._labels: dict[int, tuple[str, Any]] = {}
        self._label_counts: collections.Counter[str] = collections.Counter()
        self._waiting: collections.deque[tuple[str, Any]] = collections.deque()  # labelled values that are not yet described
        self._texts: dict[int, tuple[str, Any]] = {}  # texts by address; holding the value keeps its address from being reused
        self._open: set[int] = set()  # addresses of the values being described, each inside of the previous ones
        self._packages = {f"numpy {numpy.__version__}"}
        self.generators: list[str] = []  # places that use a generator of random numbers
        self._lenient = False  # whether values that cannot be described are accepted: in installed code and whole modules

    def lines(self, thing: Any) -> Iterator[str]:
        if isinstance(thing, dict):
            yield from self._values(thing)
        else:
            self.place = getattr(thing, "__name__", "")
            yield self._text(thing)
        while self._waiting:
            self.place, value = self._waiting.popleft()
            label, is_function = self.place, isinstance(value, types.FunctionType)
            self._lenient = isinstance(value, types.ModuleType) or is_function and package_of(value) is not None
            read = self._function if is_function else self._class if isinstance(value, type) else self._module
            yield from (f"{label}: {line}" for line in read(value))
        if self._labels:
            yield from sorted(self._packages - {""})
            yield f"python {sys.version_info[0]}.{sys.version_info[1]}"
            yield f"numpy's CPU features: {cpu_features()}"

    def _values(self, values: dict[str, Any], holder: str = "") -> Iterator[str]:
        """A line for each value. holder: label of the class that has the values, or ""."""
        before = self.place
        for name, value in sorted(values.items()):
            self.place = f"{before}: {name}" if before else name
            yield f"{name} = {self._text(value, holder)}"
            self.place = before

    def _class(self, described: type) -> Iterator[str]:
        label, is_enum = self.place, issubclass(described, enum.Enum)
        yield f"bases {', '.join(map(self._text, described.__bases__))}"
        if type(described) is not type:
            yield f"metaclass {self._text(type(described))}"
        members = list(described) if is_enum else []
        yield from (f"{member.name} = {self._text(member.value)}" for member in members)
        excluded = {*NOT_CODE, "__new__", *(member.name for member in members)} if is_enum else NOT_CODE
        yield from self._values({name: value for name, value in vars(described).items()
                                 if name not in excluded and not (is_enum and re.fullmatch("_[a-z].*_", name))}, label)

    def _module(self, module: types.ModuleType) -> Iterator[str]:
        """Lines for all values of a module that is used as a whole."""
        yield from self._values({name: value for name, value in vars(module).items() if name not in MODULE_ATTRIBUTES | NOT_CODE})

    def _function(self, function: types.FunctionType) -> Iterator[str]:
        code, cells = function.__code__, dict[str, Any]()
        for name, cell in zip(code.co_freevars, function.__closure__ or ()):
            with contextlib.suppress(ValueError):  # the variable has no value yet
                cells[name] = cell.cell_contents
        defaults = function.__defaults__ or ()
        yield from self._values({f"default {name}": value for name, value in (
            *zip(code.co_varnames[code.co_argcount - len(defaults):], defaults), *(function.__kwdefaults__ or {}).items())})
        yield from self._values({f".{name}": value for name, value in vars(function).items()})
        if package_of(function) is None:
            yield from self._values({name: value for name, value in cells.items() if name == "__class__"})  # used by super()
            yield from self._code(code, function.__globals__, cells)
        else:
            yield from self._values(cells)
            yield f"code of {function.__globals__.get('__name__')}.{code.co_qualname}"

    def _code(self, code: types.CodeType, known: dict[str, Any], names: dict[str, Any]) -> Iterator[str]:
        """Lines for constants, values of global names, and a hash of the instructions without line numbers and docstrings."""
        steps, index_of, bytecode = list[dis.Instruction](), dict[int, int](), dis.Bytecode(code)
        for step in bytecode:
            if step.opname == "STORE_NAME" and step.argval in NOT_CODE and steps and steps[-1].opcode in dis.hasconst:
                steps.pop()
                continue
            index_of[step.offset] = len(steps)
            if pair := FUSED.fullmatch(step.opname):  # split, because compilers fuse two only within a source line
                steps += (step._replace(opname=name, argval=value, argrepr=value) for name, value in zip(pair.groups(), step.argval))
            elif step.opname not in ("NOP", "EXTENDED_ARG", "CACHE"):
                steps.append(step)
        handlers = {k: f" {index_of[entry.target] - k} {entry.depth} {entry.lasti}"
                    for entry in bytecode.exception_entries  # type: ignore[attr-defined]
                    for k, step in enumerate(steps) if entry.start <= step.offset < entry.end}
        shown, constants, inner, uses = list[str](), dict[str, None](), list[types.CodeType](), dict[str, Any]()
        names, dotted, value = dict(names), "", ABSENT  # the name that the last steps have loaded, such as "numpy.random", and its value
        for k, step in enumerate(steps):
            operation, name, argument = step.opname, step.argval if isinstance(step.argval, str) else "", step.argrepr or step.arg
            if step.opcode in dis.hasconst:
                constant = code.co_consts[step.arg or 0]
                if isinstance(constant, types.CodeType):
                    argument = f"code {constant.co_name}"
                    inner.append(constant)
                else:
                    argument = self._text(constant)
                    constants.update({} if constant is None else {argument: None})
            elif step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
                argument = index_of[step.argval] - k
            shown.append(f"{operation} {argument}{handlers.get(k, '')}")
            if operation in ATTRIBUTES and name in DRAWING:
                self.generators.append(f"{self.place}: {name}")
            if operation in ATTRIBUTES and dotted and (part := _attribute(value, name)) is not ABSENT:
                dotted, value = f"{dotted}.{name}", part
                continue
            if operation in STACK_OPERATIONS and dotted:
                continue
            is_kept = operation in ("STORE_FAST", "STORE_DEREF", "STORE_NAME") and isinstance(value, types.ModuleType)
            if is_kept:
                names[name] = value
            if dotted and not (is_kept and _is_users(value)):
                uses[dotted] = value
            dotted, value = "", ABSENT
            if operation in GLOBALS and name not in MODULE_ATTRIBUTES and (name in known or not hasattr(builtins, name)):
                dotted, value = name, known.get(name, ABSENT)
            elif operation in LOCALS and name in names:
                dotted, value = name, names[name]
            elif operation == "IMPORT_NAME":
                dotted, value = name, self._imported(name, steps[k - 2].argval, steps[k - 1].argval, known)
        count = code.co_argcount + code.co_kwonlyargcount + (code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)).bit_count()
        yield f"arguments {' '.join(code.co_varnames[:count])} ({code.co_posonlyargcount} {code.co_argcount} {code.co_flags & FLAGS})"
        yield from (f"constant {constant}" for constant in constants)
        yield from self._values({name: value for name, value in uses.items() if _is_users(value) and value is not ABSENT})
        self.generators += (f"{self.place}: {name}" for name, value in sorted(uses.items()) if not _is_users(value) and _draws(name, value))
        yield from (f"{name} is {'not there' if value is ABSENT else f'of {self._text(value)}'}"
                    for name, value in sorted(uses.items()) if value is ABSENT or not _is_users(value))
        yield f"code {_hash(chr(10).join(shown).encode())}"
        for function in inner:
            enclosing = {name: value for name, value in names.items() if name in function.co_freevars}
            yield from (f"{function.co_name}: {line}" for line in self._code(function, known, enclosing))

    def _imported(self, name: str, level: int, parts: Any, known: dict[str, Any]) -> Any:
        """The module that an `import` in a function finds. Does not load installed modules: ABSENT for one that is not loaded yet."""
        with contextlib.suppress(Exception):  # loading a module may raise any, and the module may not exist
            full = importlib.util.resolve_name("." * level + name, known.get("__package__") or known.get("__name__"))
            top = full.partition(".")[0]
            if full not in sys.modules:
                spec = None if top in sys.modules else importlib.util.find_spec(top)
                package = package_of_module(top) if spec is None else package_of_file(spec.origin or "")
                if package is not None:
                    self._packages.add(package)
                    return ABSENT
                importlib.import_module(full)
            return sys.modules[full if parts else top]
        return ABSENT

    def _text(self, value: Any, holder: str = "") -> str:
        """The description of a value in one line, the same in every process."""
        if type(value) is int or type(value) in PLAIN:
            return _short(hex(value) if type(value) is int and value.bit_length() > 9999 else ascii(value))
        key = id(value)
        if key in self._open:
            return "itself"
        if key not in self._texts:
            self._open.add(key)
            described = self._described(value, holder)
            if GENERATOR.match(described) and not self._lenient:
                self.generators.append(self.place)
            self._texts[key] = _short(described), value
            self._open.discard(key)
        return self._texts[key][0]

    def _described(self, value: Any, holder: str) -> str:
        kind = type(value)
        if kind in (list, tuple):
            inside = ", ".join(map(self._text, value))
            return f"[{inside}]" if kind is list else f"({inside})"
        if kind in (set, frozenset):
            in_order = sorted(value, key=lambda part: getattr(part, "__qualname__", ""))  # labels are numbered in this order
            return f"{kind.__name__} ({', '.join(sorted(map(self._text, in_order)))})"
        if kind in (dict, types.MappingProxyType):
            return f"{{{', '.join(f'{self._text(key)}: {self._text(part)}' for key, part in value.items())}}}"
        if isinstance(value, (type, types.FunctionType, types.ModuleType)):
            return self._labelled(value, holder)
        if isinstance(value, enum.Enum):
            return f"{self._text(kind)}.{value.name} {self._text(value.value)}"
        if kind is numpy.ndarray and not value.dtype.hasobject:
            # The order in memory changes the rounding of sums.
            order = "" if value.flags.c_contiguous else "columns first " if value.flags.f_contiguous else "with gaps "
            return f"array {order}{numpy.lib.format.dtype_to_descr(value.dtype)} {value.shape} {_hash(value.tobytes())}"
        if isinstance(value, numpy.generic):
            return f"{value.dtype} {ascii(str(value))}"
        if isinstance(value, types.MethodType):
            return f"method {self._text(value.__func__)} of {self._text(value.__self__)}"
        if isinstance(value, ctypes.CDLL):
            return f"library {_file_text(value._name or '')}"
        if package_of(kind) is not None and kind is not functools.partial:
            if kind.__module__.partition(".")[0] == "torch" and hasattr(value, "detach"):  # pickle describes storage by its address
                return f"{self._text(kind)} of {self._text(value.detach().cpu().numpy())}"
            inside = (*WRAPPED, "func") if kind is functools.cached_property else WRAPPED
            if parts := [getattr(value, name) for name in inside if inspect.getattr_static(value, name, ABSENT) is not ABSENT]:
                return f"{kind.__name__} of {', '.join(self._text(part, holder) for part in parts)}"
        return self._reduced(value)

    def _labelled(self, value: Any, holder: str) -> str:
        """The label of a function, class or module. Queues it for description if it is the user's, or made by an installed function."""
        is_module, is_class = isinstance(value, types.ModuleType), isinstance(value, type)
        kind = "module" if is_module else "class" if is_class else "function"
        package = package_of_module(value.__name__) if is_module else package_of(value)
        full = value.__name__ if is_module else f"{value.__module__}.{value.__qualname__}"
        if package is not None:
            self._packages.add(package)
            if kind != "function" or _is_global(value):
                return f"{kind} {full}"
        if extension := _extension_text(value.__name__ if is_module else value.__module__):
            return f"{kind} {full} of {extension}"
        if id(value) not in self._labels:
            name = full.rpartition(".")[2] if is_module else value.__qualname__.rpartition("<locals>.")[2]
            if value.__name__ == "<lambda>":
                name = self.place.replace(": ", ".") if holder else self.place.rpartition(": ")[2]
            count = self._label_counts[name] = self._label_counts[name] + 1
            self._labels[id(value)] = name if count == 1 else f"{name} ({count})", value
            self._waiting.append(self._labels[id(value)])
        return f"{kind} {self._labels[id(value)][0]}"

    def _reduced(self, value: Any) -> str:
        """Describes an object by the parts from which `pickle` would rebuild it."""
        kind = type(value)
        if value is numpy.random.mtrand._rand:
            return "numpy.random"  # its state differs in every process
        try:
            reduced = copyreg.dispatch_table.get(kind, lambda pickled: pickled.__reduce_ex__(4))(value)
            if isinstance(reduced, str):
                return self._global(value, reduced)
        except Exception as error:  # a class may raise any
            if self._lenient:
                return f"of {self._text(kind)}"
            raise TypeError(f"{self.place} is or holds a {kind.__name__}, which cannot be distinguished from another one ({error}): make "
                            "it in __init__, or in the function, from a parameter that is a number or a text, such as a file's "
                            "name") from None
        make, arguments, state, items, entries = (*reduced, None, None, None)[:5]
        if make is copyreg.__newobj__:  # type: ignore[attr-defined]
            make, *arguments = arguments
        parts, before = [*map(self._text, arguments)], self._lenient
        self._lenient |= kind is not functools.partial and package_of(kind) is not None
        for held in state if isinstance(state, tuple) and len(state) == 2 and isinstance(state[1], dict) else (state,):
            if isinstance(held, dict) and all(isinstance(name, str) for name in held):
                parts += (f"{name}={self._text(part)}" for name, part in sorted(held.items()) if name not in NOT_CODE)
            elif held is not None:
                parts.append(self._text(held))
        self._lenient = before
        parts += (self._text(part) for part in (items and list(items), entries and dict(entries)) if part is not None)
        return f"{self._text(make)}({', '.join(parts)})"

    def _global(self, value: Any, name: str) -> str:
        """Describes an object that a module has under this name, such as a function in C."""
        module = getattr(value, "__module__", None)
        if not isinstance(module, str):  # a ufunc
            module = min((path for path, loaded in [*sys.modules.items()] if getattr(loaded, "__dict__", {}).get(name) is value
                          and package_of_module(path) is not None), key=lambda path: (len(path), path), default=None)
        if module is None:
            raise TypeError("no module has it under its name")
        package = package_of_module(module)
        self._packages.add(package or "")
        return f"{name} {_extension_text(module)}".rstrip() if package is None else f"{module}.{name}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT // 2]}... ({len(text)} characters, {_hash(text.encode())})"


def _draws(name: str, module: types.ModuleType) -> bool:
    """Whether the attribute of an installed module makes random numbers."""
    words = [*module.__name__.split("."), *name.split(".")]
    return "random" in words or "secrets" in words or words[0] == "torch" and bool(TORCH_GENERATOR.match(words[-1]))


def _is_users(value: Any) -> bool:
    """Whether the value is not a module of an installed package."""
    return not isinstance(value, types.ModuleType) or package_of_module(value.__name__) is None


@functools.cache
def package_of_file(file: str) -> str | None:
    """The distribution that contains the file and its version, such as "numpy 1.24.2"; "" for the standard library and this package; None
    for files of the user, also if they are installed in editable mode."""
    if file.startswith("<"):
        return "" if file.startswith("<frozen ") else None
    path = pathlib.Path(file).resolve()
    folders = [folder for folder in path.parents if folder.name in PACKAGE_FOLDERS]
    if HERE in path.parents or not folders and not STANDARD.isdisjoint(path.parents):
        return ""
    for root in folders or path.parents:
        name = path.relative_to(root).as_posix()
        for found in importlib.metadata.distributions(path=[str(root)]):
            files = _text_of(found, "RECORD")  # missing in Debian, and sometimes in conda
            if f"\n{name}," in f"\n{files}" or folders and not files and name.split("/")[0].partition(".")[0] in _top_level(found):
                return f"{found.name} {found.version}"
    return "Debian" if path.is_relative_to("/usr/lib/python3/dist-packages") else None  # some of its files belong to no distribution


@functools.cache
def _text_of(found: importlib.metadata.Distribution, file: str) -> str:
    return found.read_text(file) or ""


@functools.cache
def _top_level(found: importlib.metadata.Distribution) -> list[str]:
    return [*_text_of(found, "top_level.txt").split(), found.name.lower().replace("-", "_")]


def package_of_module(name: Any) -> str | None:
    """The distribution of a loaded module, as package_of_file; None for a module that is not loaded."""
    module = sys.modules.get(name) if isinstance(name, str) else None
    if module is None or name == "__main__":
        return None
    file = getattr(module, "__file__", None)
    if file is None:
        return "" if name.partition(".")[0] in sys.stdlib_module_names else None
    return package_of_file(file)


def package_of(code: Any) -> str | None:
    """The distribution of a function or class, as package_of_file."""
    if isinstance(code, types.FunctionType) and not code.__code__.co_filename.startswith("<"):
        return package_of_file(code.__code__.co_filename)
    if isinstance(code, type) and code.__module__ == "builtins" and code.__flags__ & 1 << 9 and not hasattr(builtins, code.__name__):
        return None  # a class made by `exec` in a namespace without __name__
    return package_of_module(code.__module__)
