#!/usr/bin/env python3
"""Builds the documentation site into build-docs/html, by Doxygen.

    scripts/docs.py [--draft]       a draft is finished whatever is missing

1. The Markdown files of the repository become pages for Doxygen, in build-docs/pages: headings get
   the anchors that GitHub gives them, links lead to the pages of the site, and everything that
   Doxygen would take for a command is escaped. Sources that pages link to become pages, too.
2. Doxygen makes the site from these and the public headers (docs/site/Doxyfile,
   scripts/doxygen_filter.py). A public symbol without a description fails the build.
3. Pictures, reports and, if it is built, the playground are copied.
4. The links are checked (scripts/check_links.py).
"""
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_links  # noqa: E402
import doxygen_filter  # noqa: E402

ROOT = check_links.ROOT
BUILD = os.path.join(ROOT, 'build-docs')
PAGES = os.path.join(BUILD, 'pages')
HTML = os.path.join(BUILD, 'html')
SITE = os.path.join(ROOT, 'docs', 'site')
PLAYGROUND = os.path.join(ROOT, 'web', 'dist', 'wend-playground.html')
SKIPPED = re.compile(r'^(test|web|\.)')  # folders whose Markdown is not of the site
PICTURES = ('.png', '.gif', '.svg', '.jpg', '.jpeg', '.webp', '.webm', '.mp4')
COPIED = PICTURES + ('.html',)
LANGUAGES = {'c': '.c', 'h': '.c', 'cpp': '.cpp', 'c++': '.cpp', 'js': '.js', 'mjs': '.js', 'ts': '.js',
             'javascript': '.js', 'typescript': '.js', 'python': '.py', 'py': '.py'}
# Tags that Doxygen does not know; it gets them as they are.
FOREIGN = re.compile(r'</?(?:picture|source|video|iframe|figure|figcaption|kbd|details|summary|sub|sup|br|p|div|img|a)\b[^>]*>')


def read(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def page_id(path):
    """The name of the page of a Markdown file."""
    name = re.sub(r'^docs/', '', path)[:-len('.md')]
    name = re.sub(r'(^|/)README$', '', name)
    return re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-') or 'index'


def source_id(path):
    return 'source-' + re.sub(r'[^A-Za-z0-9]+', '-', path).strip('-').lower()


def header_page(name):
    """The page that Doxygen makes of include/wend/`name`."""
    return posixpath.basename(name).replace('_', '__').replace('.', '_8') + '.html'


def header_path(name):
    """The path in #include of the header with this file name."""
    return next((f'wend/{path}' for path in doxygen_filter.header_names() if posixpath.basename(path) == name), name)


def title_of(path):
    text = read(path)
    for _, level, heading in check_links.headings_of(text):
        if level == 1:
            return plain(heading)
    return os.path.basename(path)


def plain(heading):
    """The text of a heading, without its markup."""
    text = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', heading)
    text = re.sub(r'\*\*(.+?)\*\*|(?<![\w*])\*(\S.*?)\*(?!\w)', lambda m: m.group(1) or m.group(2), text)
    return re.sub(r'\\([^\w\s])', r'\1', text.replace('`', ''))


class Site:
    def __init__(self, is_draft):
        self.is_draft = is_draft
        self.names = doxygen_filter.Names()
        self.markdown = [path for path in check_links.markdown_files() if not SKIPPED.match(path)]
        self.headers = self.ordered_headers()
        self.sources, self.copies = {}, {}
        self.version = '.'.join(re.findall(r'#define WEND_VERSION_\w+ (\d+)', read('include/wend/base.h')))

    @staticmethod
    def ordered_headers():
        """The public headers, as wend.h and research.h include them, then the others."""
        order = ['wend.h'] + re.findall(r'#include <wend/(\S+\.h)>', read('include/wend/wend.h')) + ['research.h']
        order += re.findall(r'#include <wend/(\S+\.h)>', read('include/wend/research.h'))
        order += doxygen_filter.header_names()
        return list(dict.fromkeys(order))

    # ---- Links ----

    def address(self, path, link):
        """The address on the site of a link in the file `path`."""
        if re.match(r'^[a-z][a-z0-9+.-]*:', link):
            return link
        name, _, anchor = link.partition('#')
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) if name else path
        if os.path.isdir(os.path.join(ROOT, target)) and os.path.exists(os.path.join(ROOT, target, 'README.md')):
            target = posixpath.join(target, 'README.md')
        if target in self.markdown:
            page = page_id(target)
            return f'{page}.html' + (f'#{page}-{anchor.lower()}' if anchor else '')
        if target.startswith('include/wend/') and target.endswith('.h'):
            return header_page(target)
        if target == 'include/wend':
            return 'headers.html'
        if target.endswith(COPIED):
            self.copies[target] = re.sub(r'^docs/', '', target)
            return self.copies[target] + (f'#{anchor}' if anchor else '')
        if not os.path.exists(os.path.join(ROOT, target)):
            return link  # of a draft: named by the check of links
        self.sources[target] = source_id(target)
        return self.sources[target] + '.html'

    # ---- Text ----

    def text(self, path, text, keep):
        """A stretch of Markdown without blocks of code, for Doxygen."""
        text = re.sub(r'<!--.*?-->', '', text, flags=re.S)

        def code(match):
            body = re.sub(r'\s*\n\s*', ' ', match.group(2))
            if match.group(1) != '`' and body[:1] == body[-1:] == ' ':
                body = body[1:-1]
            return keep(('code', body.replace('\\|', '|')))
        text = re.sub(r'(?<![`\\])(`+)(?!`)((?:(?!\n\s*\n).)*?)(?<!`)\1(?!`)', code, text, flags=re.S)
        text = re.sub(r'<(https?://[^>\s]+)>', lambda m: keep(('raw', self.anchor(m.group(1), m.group(1)))), text)

        def tag(match):
            whole = re.sub(r'\b(href|src|srcset)="([^"]+)"',
                           lambda m: f'{m.group(1)}="{html.escape(self.address(path, m.group(2)))}"', match.group(0))
            return keep(('raw', f'@htmlonly{whole}@endhtmlonly'))
        text = FOREIGN.sub(tag, text)

        def link(match):
            bang, shown, address, title = match.groups()
            target = html.escape(self.address(path, address))
            if bang:
                alt = html.escape(re.sub(r'\x00\d+\x00', '', shown))
                named = f' title="{html.escape(title)}"' if title else ''
                return keep(('raw', f'@htmlonly<img src="{target}" alt="{alt}"{named} loading="lazy"/>@endhtmlonly'))
            inner = check_links.LINK.sub(link, shown)
            return keep(('raw', f'<a href="{target}">')) + keep(('quiet', inner)) + keep(('raw', '</a>'))
        text = check_links.LINK.sub(link, text)
        # Doxygen finds no emphasis beside a tag.
        text = re.sub(r'(?<!\\)\*\*(?=[^\s*])((?:(?!\n\s*\n)[^*])+?)(?<=\S)\*\*', r'<b>\1</b>', text)
        text = re.sub(r'(?<![\w\\*])\*(\x00[^*\n]*\x00)\*(?!\w)', r'<em>\1</em>', text)
        return self.linked(text)

    @staticmethod
    def anchor(address, text):
        return f'<a href="{html.escape(address)}">{html.escape(text)}</a>'

    def linked(self, text):
        out, end = [], 0
        for match in doxygen_filter.NAME.finditer(text):
            out += [self.escaped(text[end:match.start()]), self.names.link(match.group(0))]
            end = match.end()
        return ''.join(out) + self.escaped(text[end:])

    @staticmethod
    def escaped(text):
        """Markdown in which Doxygen finds no commands."""
        text = text.replace('@', '\\@').replace('::', '\\::')
        text = re.sub(r'-(?=-)(?!-+[-|: ]*$)', '-&zwj;', text, flags=re.M)
        text = re.sub(r'(?<![&\w\\])#(?=\w)', '\\#', text)
        text = re.sub(r'%(?=\w)', '\\%', text)
        text = re.sub(r'\\(?=[a-zA-Z])', r'\\\\', text)
        text = re.sub(r'<(?![/a-zA-Z])', '&lt;', text)
        text = re.sub(r'(?<=[A-Za-z0-9)])(?<!\\)\*(?=[\s,.;:)|]|$)(?<!\*\*)', r'\*', text)  # A*
        return re.sub(r'(?<![\w\\])_(?=[A-Z])', r'\\_', text)

    def kept(self, item):
        kind, body = item
        if kind == 'raw':
            return body
        if kind == 'quiet':
            return self.escaped(body)
        linked, end = [], 0
        for match in doxygen_filter.NAME.finditer(body):
            linked += [doxygen_filter.escape(body[end:match.start()]), self.names.link(match.group(0))]
            end = match.end()
        return '<code>' + ''.join(linked) + doxygen_filter.escape(body[end:]) + '</code>'

    def restore(self, text, items):
        """Puts what was kept back; within links no name is a link of its own."""
        in_link = 0
        while '\x00' in text:
            out, end = [], 0
            for match in re.finditer(r'\x00(\d+)\x00', text):
                out.append(text[end:match.start()])
                kind, body = items[int(match.group(1))]
                if kind == 'raw' and body.startswith('<a '):
                    in_link += not body.endswith('</a>')
                elif kind == 'raw' and body == '</a>':
                    in_link -= 1
                if kind == 'code' and (in_link or items[int(match.group(1))] in self.quiet):
                    out.append(f'<code>{doxygen_filter.escape(body)}</code>')
                elif kind == 'quiet':
                    for inner in re.findall(r'\x00(\d+)\x00', body):
                        self.quiet.append(items[int(inner)])
                    out.append(self.escaped(body))
                else:
                    out.append(self.kept((kind, body)))
                end = match.end()
            text = ''.join(out) + text[end:]
        return text

    # ---- Pages ----

    def page(self, path):
        """The page of a Markdown file."""
        page = page_id(path)
        text = read(path).replace('\r', '')
        if path == 'CHANGELOG.md':
            text = re.sub(r'^## \[([^\]]+)\]', r'## \1', text, flags=re.M)
        heads = {number: (level, heading) for number, level, heading in check_links.headings_of(text)}
        blank = check_links.blank_code(text).split('\n')
        lines = text.split('\n')
        items, out, chunk, taken = [], [], [], {}
        self.quiet = []

        def keep(item):
            items.append(item)
            return f'\x00{len(items) - 1}\x00'

        def flush():
            if chunk:
                out.append(self.restore(self.text(path, '\n'.join(chunk), keep), items))
                chunk.clear()

        number, has_title, depth = 0, False, 1
        while number < len(lines):
            line = lines[number]
            if number in heads:
                flush()
                level, heading = heads[number]
                anchor = check_links.slug_of(heading, taken)
                # Doxygen takes the title as plain text.
                if level == 1 and not has_title:
                    has_title = True
                    out.append(f'# {plain(heading)} {{#{"mainpage" if page == "index" else page}}}\n')
                    many = sum(1 for other, _ in heads.values() if other == 2) >= 3
                    out.append('[TOC]\n' if many else '')
                    out += self.extra(path)
                else:
                    shown = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).replace('`', '')
                    depth = min(level, depth + 1)  # Doxygen allows no level to be left out
                    out.append(f'{"#" * depth} {self.escaped(shown)} {{#{page}-{anchor}}}\n')
            elif line.strip() and not blank[number].strip() and re.match(r'^\s*(```+|~~~+)', line):
                flush()
                mark = re.match(r'^(\s*)(```+|~~~+)\s*([\w+-]*)', line)
                body = []
                number += 1
                while number < len(lines) and not re.match(rf'^\s*{re.escape(mark.group(2))}\s*$', lines[number]):
                    body.append(re.sub(rf'^ {{0,{len(mark.group(1))}}}', '', lines[number]))
                    number += 1
                out.append(self.block(body, LANGUAGES.get(mark.group(3).lower()) if mark.group(3) else None))
            elif line.startswith('    ') and not blank[number].strip() and line.strip() and \
                    not self.is_span(blank, lines, number):
                flush()
                body = []
                while number < len(lines) and (lines[number].startswith('    ') or
                                               (not lines[number].strip() and body)):
                    body.append(lines[number][4:])
                    number += 1
                number -= 1
                while body and not body[-1].strip():
                    body.pop()
                out.append(self.block(body, self.guess(body)))
            else:
                chunk.append(line)
            number += 1
        flush()
        return '\n'.join(out)

    @staticmethod
    def is_span(blank, lines, number):
        """A line of prose that is all `code`: the line before it is prose."""
        return number > 0 and bool(lines[number - 1].strip()) and bool(blank[number - 1].strip())

    @staticmethod
    def guess(body):
        text = '\n'.join(body)
        if re.search(r'^\s*(wend|make|cmake|ctest|git|npm|cc|gcc|cd|node|WEND_\w+=\S+ |test/|build/|scripts/) ', text, re.M):
            return None
        return '.c' if re.search(r';\s*((//|/\*).*)?$|^#include|^\w.*\) \{$', text, re.M) else None

    @staticmethod
    def block(body, language):
        return f'\n@code{{{language or ".unparsed"}}}\n' + '\n'.join(body) + '\n@endcode\n'

    def extra(self, path):
        """What the page has on the site only."""
        if path != 'docs/playground.md':
            return []
        if not os.path.exists(PLAYGROUND):
            return ['@note The playground was not built when this site was made: run `make web`, then `make docs`.\n']
        name = os.path.basename(PLAYGROUND)
        return [f'@htmlonly<iframe class="playground" title="Playground" src="{name}?embed&amp;play"></iframe>'
                f'<p><a href="{name}">Open the playground</a> in the whole window.</p>@endhtmlonly\n']

    def source(self, path):
        """A page with a source file, or with the files of a folder."""
        full = os.path.join(ROOT, path)
        head = f'# {path} {{#{source_id(path)}}}\n\n'
        if not os.path.isdir(full):
            text = read(path)
            language = LANGUAGES.get(path.rsplit('.', 1)[-1])
            return head + self.block(text.rstrip('\n').split('\n'), language)
        listed = subprocess.run(['git', '-C', ROOT, 'ls-files', path], capture_output=True, text=True, check=False)
        names = listed.stdout.split() or [f'{path}/{name}' for name in sorted(os.listdir(full))]
        files = [name for name in names if not re.search(r'\.(png|gif|wasm|gz)$', name)]
        return head + '\n'.join(f'- <a href="{self.address("README.md", name)}">{html.escape(name)}</a>'
                                if posixpath.dirname(name) == path.rstrip('/') else
                                f'- <code>{html.escape(name)}</code>' for name in files) + '\n'

    # ---- Navigation ----

    def header_index(self):
        rows = []
        for name in self.headers:
            comment = re.match(r'/\* wend/[\w/]+\.h - (.*?)(?:\n \*\n|\*/)', read(f'include/wend/{name}'), re.S)
            text = re.sub(r'\s*\n \* ?', ' ', comment.group(1)) if comment else ''
            text = re.split(r'(?<=[.?])(?: |$)', text.strip())[0]
            rows.append(f'<tr><td><a href="{header_page(name)}">wend/{name}</a></td>'
                        f'<td>{doxygen_filter.escape(text[:1].upper() + text[1:])}</td></tr>')
        return ('# Public headers {#headers}\n\nAll names of the library in one list: <a href="names.html">names</a>.\n\n'
                '<table class="terms">' + ''.join(rows) + '</table>\n')

    def navigation(self):
        sections, named = [], set()
        for line in read('docs/site/navigation.txt').split('\n'):
            if not line.strip() or line.startswith('#'):
                continue
            if line.startswith('['):
                sections.append((line.strip('[] '), []))
                continue
            path, _, title = line.partition('  ')
            if path == 'headers':
                entries = [('headers.html', 'All headers')]
                entries += [(header_page(name), f'wend/{name}') for name in self.headers]
                sections[-1][1].extend(entries)
            elif path in self.markdown:
                named.add(path)
                sections[-1][1].append((f'{page_id(path)}.html', title.strip() or title_of(path)))
        for path in self.markdown:
            if path not in named and posixpath.dirname(path) == 'docs':
                sections[-1][1].append((f'{page_id(path)}.html', title_of(path)))
        out = []
        for title, entries in sections:
            if not entries:
                continue
            items = ''.join(f'<li><a href="$relpath^{name}">{html.escape(text)}</a></li>' for name, text in entries)
            is_long = ' open' if len(entries) < 12 else ''
            out.append(f'<details{is_long}><summary>{html.escape(title)}</summary><ul>{items}</ul></details>')
        return '\n'.join(out)

    # ---- All of it ----

    def build(self):
        shutil.rmtree(PAGES, ignore_errors=True)
        shutil.rmtree(HTML, ignore_errors=True)
        for path in self.markdown:
            write(os.path.join(PAGES, f'{page_id(path)}.md'), self.page(path))
        done = set()
        while done != set(self.sources):  # a folder brings its files
            for path in sorted(set(self.sources) - done):
                write(os.path.join(PAGES, f'{source_id(path)}.md'), self.source(path))
                done.add(path)
        write(os.path.join(PAGES, 'headers.md'), self.header_index())
        header = os.path.join(BUILD, 'header.html')
        write(header, read('docs/site/header.html').replace('NAVIGATION', self.navigation()))
        settings = read('docs/site/Doxyfile') + '\n'.join([
            '', f'PROJECT_NUMBER = {self.version}', 'OUTPUT_DIRECTORY = build-docs', 'HTML_OUTPUT = html',
            'INPUT = include/wend include/wend/research build-docs/pages', 'FILE_PATTERNS = *.h *.md',
            'FILTER_PATTERNS = "*.h=python3 -B scripts/doxygen_filter.py"',
            'USE_MDFILE_AS_MAINPAGE = build-docs/pages/index.md', 'HTML_HEADER = build-docs/header.html', ''])
        if self.is_draft:
            settings += 'WARN_AS_ERROR = NO\n'
        made = subprocess.run(['doxygen', '-'], cwd=ROOT, input=settings, text=True, check=False)
        if made.returncode:
            sys.exit('docs: Doxygen found what is listed above')
        for path, name in self.copies.items():
            os.makedirs(os.path.dirname(os.path.join(HTML, name)), exist_ok=True)
            shutil.copyfile(os.path.join(ROOT, path), os.path.join(HTML, name))
        if os.path.exists(PLAYGROUND):
            shutil.copyfile(PLAYGROUND, os.path.join(HTML, os.path.basename(PLAYGROUND)))
        else:
            print('docs: without the playground, which is not built (make web)')
        self.finish()
        self.search_index()

    @staticmethod
    def finish():
        """Marks the entry of each page in its navigation, and opens its section; names headers by their path."""
        for name in os.listdir(HTML):
            if not name.endswith('.html'):
                continue
            path = os.path.join(HTML, name)
            with open(path, encoding='utf-8') as file:
                text = file.read()
            text = re.sub(r'\b(?:wend/(?:research/)?)?(\w+\.h) (?:File Reference|Source File)',
                          lambda m: header_path(m.group(1)), text)
            # Kept Doxygen from making dashes.
            text = text.replace('&zwj;', '').replace('\u200d', '')
            # Tables that are too wide scroll: columns of text stay wide enough to be read.
            text = re.sub(r'<td class="(markdownTable\w+)">(?=((?:(?!</td>).)*))', lambda m: (
                f'<td class="{m.group(1)} long">' if len(re.sub(r'<[^>]*>', '', m.group(2))) > 50 else m.group(0)), text)
            text = text.replace('<h3>Table of Contents</h3>', '<h3>On this page</h3>')
            own = re.sub(r'_source\.html$', '.html', name)
            entry = f'<li><a href="{own}">'
            at = text.find(entry)
            if at >= 0:
                start = text.rfind('<details', 0, at)
                text = (text[:start] + re.sub(r'^<details( open)?', '<details open', text[start:at]) +
                        f'<li><a href="{own}" aria-current="page">' + text[at + len(entry):])
            write(path, text)

    # ---- Search ----

    def search_index(self):
        """Names of the library, and each section of each page with its text."""
        entries = []
        for compound in xml.etree.ElementTree.parse(os.path.join(BUILD, 'wend.tag')).getroot():
            kind = compound.get('kind')
            if kind not in ('file', 'struct'):
                continue
            name, page = compound.findtext('name'), compound.findtext('filename')
            if kind == 'struct':
                entries.append((name, 'struct', page, ''))
            elif name.endswith('.h'):
                page = header_page(name)
                entries.append((header_path(name), 'header', page, ''))
            for member in compound.findall('member'):
                title = member.findtext('name')
                if title.startswith('@'):
                    continue
                where = {'define': 'macro', 'enumvalue': 'constant', 'enumeration': 'enum',
                         'variable': 'field'}.get(member.get('kind'), member.get('kind'))
                if kind == 'struct':
                    title = f'{name}.{title}'
                entries.append((title, where, f'{member.findtext("anchorfile")}#{member.findtext("anchor")}', ''))
        self.names_page(entries)
        for path in self.markdown:
            page, name = page_id(path), title_of(path)
            entries += [(title, name if title != name else 'page', address, text)
                        for title, address, text in self.sections(path, page)]
        # Twice the same: a name in two headers.
        entries = list(dict.fromkeys(entries))
        write(os.path.join(HTML, 'search-index.js'),
              'window.WEND_SEARCH = ' + json.dumps(entries, ensure_ascii=False, separators=(',', ':')) + ';\n')

    @staticmethod
    def names_page(entries):
        """A list of all names, in the frame of the list of headers."""
        rows = ''.join(f'<tr><td><a href="{address}"><code>{title}</code></a></td><td>{where}</td></tr>'
                       for title, where, address, _ in sorted(set(entries), key=lambda one: one[0].lower())
                       if where not in ('field', 'header'))
        with open(os.path.join(HTML, 'headers.html'), encoding='utf-8') as file:
            text = file.read().replace('Public headers', 'Names')
        text = re.sub(r'(<div class="textblock">).*?(</div><!-- PageDoc -->|</div></div>)',
                      lambda m: f'{m.group(1)}<table class="terms">{rows}</table>{m.group(2)}', text, count=1, flags=re.S)
        write(os.path.join(HTML, 'names.html'), text.replace(' aria-current="page"', ''))

    @staticmethod
    def sections(path, page):
        """(title, address, text) of each section of a Markdown file."""
        lines, taken = read(path).split('\n'), {}
        heads = list(check_links.headings_of('\n'.join(lines)))
        for index, (number, level, heading) in enumerate(heads):
            slug = check_links.slug_of(heading, taken)
            end = heads[index + 1][0] if index + 1 < len(heads) else len(lines)
            text = plain(' '.join(lines[number + 1:end])).replace('|', ' ')
            text = re.sub(r'<[^>]*>|[-=~]{3,}', ' ', text)
            yield (plain(heading), f'{page}.html' if level == 1 and index == 0 else f'{page}.html#{page}-{slug}',
                   re.sub(r'\s+', ' ', text).strip())


def report(found, is_draft):
    broken, count = found
    for line in broken:
        print(line, file=sys.stderr)
    if broken and not is_draft:
        sys.exit(f'docs: {len(broken)} of {count} links are broken')
    return count


def main():
    is_draft = sys.argv[1:] == ['--draft']
    if sys.argv[1:] and not is_draft:
        sys.exit(__doc__)
    report(check_links.check_markdown(check_links.markdown_files()), is_draft)
    site = Site(is_draft)
    missing = [f'include/wend/{name}:{line}: no comment: {what}' for name in site.headers
               for line, what in doxygen_filter.undocumented(os.path.join(ROOT, 'include', 'wend', name), site.names)]
    for line in missing:
        print(line, file=sys.stderr)
    if missing and not is_draft:
        sys.exit(f'docs: {len(missing)} declarations without a comment')
    site.build()
    count = report(check_links.check_html(HTML), is_draft)
    print(f'docs: {os.path.relpath(os.path.join(HTML, "index.html"), ROOT)}, {count} links checked')


if __name__ == '__main__':
    main()
