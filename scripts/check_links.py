#!/usr/bin/env python3
"""Checks relative links and anchors: of the Markdown files of the repository, or of a folder of HTML.

    scripts/check_links.py                      the Markdown files
    scripts/check_links.py --html FOLDER        the pages of a folder

Addresses with a scheme (https:, mailto:) are not looked up. Prints each broken link with its file
and line, and fails if there is one.
"""
import html.parser
import json
import os
import re
import subprocess
import sys
import urllib.parse

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
SKIPPED = ('node_modules', '.git')
PLAYGROUND = 'wend-playground.html'  # its own scripts read what follows # in its addresses
LINK = re.compile(r'(!?)\[((?:[^\[\]]|\[[^\[\]]*\](?:\([^()]*\))?)*)\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)?)>?'
                  r'(?:\s+"([^"]*)")?\s*\)')
TAG = re.compile(r'<(?:a|img|source|iframe|video)\b[^>]*?\b(?:href|src|srcset)="([^"]+)"')


def markdown_files(root=ROOT):
    """The Markdown files that belong to the repository, as paths from its root."""
    listed = subprocess.run(['git', '-C', root, 'ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return sorted(path for path in listed.stdout.split('\n') if path and os.path.exists(os.path.join(root, path)))
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED and not name.startswith('build')]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in files if name.endswith('.md')]
    return sorted(found)


def slug_of(heading, taken):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', heading)
    text = re.sub(r'\\([^\w\s])', r'\1', text).replace('`', '')
    text = re.sub(r'(?<!\w)_(.+?)_(?!\w)', r'\1', text)
    slug = re.sub(r'[^\w\- ]', '', text.strip().lower()).replace(' ', '-')
    number = taken.get(slug, -1) + 1
    taken[slug] = number
    return slug if number == 0 else f'{slug}-{number}'


def blank_code(text):
    """The text with code blanked: fences, indented blocks and `code`. Lines stay where they are."""
    out, fence, before_blank, in_list = [], None, True, False
    for line in text.split('\n'):
        mark = re.match(r'^\s*(```+|~~~+)', line)
        if fence:
            if mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = None
            out.append('')
            continue
        if mark:
            fence = mark.group(1)
            out.append('')
            continue
        if re.match(r'^\s*([-*+]|\d+\.)\s', line):
            in_list = True
        elif line.strip() and not line.startswith(' '):
            in_list = False
        if line.startswith('    ') and before_blank and not in_list:
            out.append('')
            continue
        before_blank = not line.strip()
        out.append(line)
    blanked = '\n'.join(out)

    def spaces(match):
        return re.sub(r'[^\n]', ' ', match.group(0))
    blanked = re.sub(r'<!--.*?-->', spaces, blanked, flags=re.S)
    return re.sub(r'(?<!`)(`+)(?!`)((?:(?!\n\s*\n).)*?)(?<!`)\1(?!`)', spaces, blanked, flags=re.S)


def headings_of(text):
    """(line, level, heading) of all headings."""
    lines = text.split('\n')
    for number, line in enumerate(blank_code(text).split('\n')):
        found = re.match(r'^(#{1,6})\s+\S', line)
        if found:
            yield number, len(found.group(1)), re.sub(r'\s#+\s*$', '', lines[number][len(found.group(1)):]).strip()


def anchors_of(path, known):
    if path not in known:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        taken = {}
        known[path] = {slug_of(heading, taken) for _, _, heading in headings_of(text)}
        known[path].update(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    return known[path]


def links_of(text):
    """(line, address) of all links."""
    plain = blank_code(text)
    # In the order of places; pictures within links, too.
    at = 0
    while True:
        found = LINK.search(plain, at)
        if not found:
            break
        yield plain.count('\n', 0, found.start()) + 1, found.group(3)
        at = found.start() + 1 if '](' in found.group(2) else found.end()
    for pattern in (TAG, re.compile(r'^\[[^\]]+\]:\s*(\S+)', re.M)):
        for found in pattern.finditer(plain):
            yield plain.count('\n', 0, found.start()) + 1, found.group(1)


def check_markdown(files):
    broken, count, known = [], 0, {}
    for path in files:
        full = os.path.join(ROOT, path)
        with open(full, encoding='utf-8') as file:
            text = file.read()
        for line, address in links_of(text):
            if re.match(r'^[a-z][a-z0-9+.-]*:', address):
                continue
            count += 1
            name, _, anchor = address.partition('#')
            name = urllib.parse.unquote(name.split('?')[0])
            target = os.path.normpath(os.path.join(os.path.dirname(full), name)) if name else full
            if not os.path.exists(target):
                broken.append(f'{path}:{line}: {address}: no such file')
            elif anchor and target.endswith('.md') and anchor.lower() not in anchors_of(target, known):
                broken.append(f'{path}:{line}: {address}: no such heading')
    return broken, count


class Page(html.parser.HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.anchors, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == 'id' or (tag == 'a' and name == 'name'):
                self.anchors.add(value)
            if value and ((name == 'href' and tag in ('a', 'link', 'area')) or
                          (name == 'src' and tag in ('img', 'script', 'iframe', 'source', 'video'))):
                self.links.append((self.getpos()[0], value))


def search_links(path):
    """The addresses in the index of the search."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    return [(1, entry[2]) for entry in json.loads(text[text.index('['):text.rindex(']') + 1])]


def check_html(folder):
    broken, count, pages = [], 0, {}
    for base, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(base, name)
            if name.endswith('.html') and name != PLAYGROUND:
                with open(path, encoding='utf-8') as file:
                    pages[os.path.normpath(path)] = Page(file.read())
    todo = [(path, os.path.dirname(path), page.links) for path, page in sorted(pages.items())]
    index = os.path.join(folder, 'search-index.js')
    if os.path.exists(index):
        todo.append((index, folder, search_links(index)))
    for path, base, links in todo:
        shown = os.path.relpath(path, folder)
        for line, address in links:
            if re.match(r'^[a-z][a-z0-9+.-]*:', address):
                if address.startswith('file:'):
                    broken.append(f'{shown}:{line}: {address}: a path of this machine')
                continue
            count += 1
            name, _, anchor = address.partition('#')
            name = urllib.parse.unquote(name.split('?')[0])
            target = os.path.normpath(os.path.join(base, name)) if name else os.path.normpath(path)
            if os.path.isdir(target) or not os.path.exists(target):
                broken.append(f'{shown}:{line}: {address}: no such file')
            elif anchor and target in pages:
                if urllib.parse.unquote(anchor) not in pages[target].anchors:
                    broken.append(f'{shown}:{line}: {address}: no such anchor')
    if not pages:
        broken.append(f'{folder}: no pages')
    return broken, count


def main():
    if len(sys.argv) == 3 and sys.argv[1] == '--html':
        broken, count = check_html(sys.argv[2])
    elif len(sys.argv) == 1:
        broken, count = check_markdown(markdown_files())
    else:
        sys.exit(__doc__)
    for line in broken:
        print(line, file=sys.stderr)
    if broken:
        sys.exit(f'check_links: {len(broken)} of {count} links are broken')
    print(f'check_links: {count} links lead somewhere')


if __name__ == '__main__':
    main()
