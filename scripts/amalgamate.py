#!/usr/bin/env python3
"""Writes the library as two files that can be dropped into any build: wend.c and wend.h.

    scripts/amalgamate.py [FOLDER]      build-amalgamation if none is given

Both have the part for games, and with WEND_RESEARCH defined the rest (wend/research.h). Headers are
written where they are first included, templates (files without an include guard) at every place.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ["base", "store", "domain", "search", "plan", "finder", "fleet", "agent", "io"]

# Sources for research: those of src/research, and what only wend/movingai.h needs.
RESEARCH_IO = ["io/file.c", "io/movingai_map.c", "io/movingai_scenario.c"]

INCLUDE = re.compile(r'\s*#\s*include\s+(?:"(?P<private>[^"]+)"|<(?P<public>wend/[^>]+)>)')


class Text:
    """What has been written, and which headers it has."""

    def __init__(self, folder):
        self.folder = folder  # base of the names in #include
        self.pieces = []
        self.has = set()

    def add(self, text):
        self.pieces.append(text)

    def add_file(self, name):
        self.add(f"\n/* ---- {name} " + "-" * max(0, 87 - len(name)) + " */\n\n")
        for line in (self.folder / name).read_text().splitlines(keepends=True):
            self.add_line(line)

    def add_line(self, line):
        include = INCLUDE.match(line)
        if include:
            self.include(include["private"], include["public"])
        else:
            self.add(line)

    def include_once(self, name):
        if name not in self.has:
            self.has.add(name)
            self.add_file(name)


class Header(Text):
    def include(self, private, public):
        assert not private, f"a public header includes {private}"
        if public == "wend/research.h":
            self.add("#ifdef WEND_RESEARCH\n")
            self.include_once(public)
            self.add("#endif /* WEND_RESEARCH */\n")
        else:
            self.include_once(public)


class Source(Text):
    def include(self, private, public):
        if public:
            return  # all of them are in wend.h
        is_header = re.search(r"^#ifndef WN_\w+_H$", (self.folder / private).read_text(), re.M)
        if is_header:
            self.include_once(private)
        else:
            self.add_file(private)


def version():
    base = (ROOT / "include/wend/base.h").read_text()
    return ".".join(re.findall(r"^#define WEND_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", base, re.M))


def opening(name, about):
    licence = "".join(f" * {line}".rstrip() + "\n" for line in (ROOT / "LICENSE").read_text().splitlines())
    return f"/* {name} - wend {version()}: {about}\n *\n{licence} */\n"


def write_header():
    text = Header(ROOT / "include")
    text.add(opening("wend.h", "time-bounded search, in two files. Made by scripts/amalgamate.py.\n"
                     " *\n"
                     " * Compile wend.c as C11 with the rest of the program; on Unix link with -lm. Define\n"
                     " * WEND_RESEARCH, for wend.c and before this file, to have all of the library."))
    for name in ("wend/wend.h", "wend/watch.h", "wend/research.h"):
        text.include(None, name)
    return "".join(text.pieces)


def write_source():
    def by_layer(pattern):
        files = (ROOT / "src").glob(pattern)
        return sorted(files, key=lambda f: (LAYERS.index(f.parent.name), f.name))

    def names_of(files):
        return [str(f.relative_to(ROOT / "src")) for f in files]

    names = names_of(f for f in by_layer("*/*.c") if f.parent.name != "research")
    research = names_of(by_layer("research/*/*.c")) + RESEARCH_IO
    text = Source(ROOT / "src")
    text.add(opening("wend.c", "time-bounded search, in two files. wend.h says how to use them."))
    text.add('#define WEND_BUILDING\n#include "wend.h"\n\n'
             "#ifndef WEND_RESEARCH\n#define WN_WITHOUT_RESEARCH\n#endif\n\n"
             "/* Inline functions of headers need not be called; clang knows headers by their being files. */\n"
             '#ifdef __clang__\n#pragma clang diagnostic ignored "-Wunused-function"\n#endif\n')
    for name in names:
        if name not in research:
            text.add_file(name)
    text.add("\n#ifdef WEND_RESEARCH\n")
    for name in research:
        text.add_file(name)
    text.add("\n#endif /* WEND_RESEARCH */\n")
    return "".join(text.pieces)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build-amalgamation"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("wend.h", write_header()), ("wend.c", write_source())):
        (folder / name).write_text(text)
        print(f"{folder / name}: {text.count(chr(10))} lines, {len(text)} bytes")


if __name__ == "__main__":
    main()
