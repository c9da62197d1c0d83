#!/usr/bin/env python3
"""Input filter of Doxygen for the public headers: turns their plain comments into its own.

    scripts/doxygen_filter.py include/wend/agent.h
    scripts/doxygen_filter.py --undocumented HEADER...    lists what has no comment

The headers have no markup. What the layout of a comment says is translated, line by line, so that
line numbers stay the same:
    /* wend/x.h - text */               the description of the file
    /* ---- Title ---- */               the members that follow are one group
    comment above a declaration         its description; declarations that follow without a blank
                                        line and without a comment share it
    comment behind a declaration        its description
    comment with a blank line after it  part of the description of the group or the file
In comments, blocks that are indented become code or, if they have two columns, tables; lines that
begin with "- " become lists; `names` become code, and names of the library become links.
"""
import os
import re
import sys

HEADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'include', 'wend')
BANNER = re.compile(r'^-{3,}\s*(.*?)\s*-{3,}$')
BULLET = re.compile(r'^[-*] +(?=\S)')
# A name (or several, or a call), at least two blanks, a text.
ROW = re.compile(r'^([A-Za-z_"][^\s;={}]*(?:,? (?:or )?[^\s;={}]+)*?) {2,}(?![=/*])(\S.*)$')
SEVERAL = re.compile(r'(/\*\*(?:(?!\*/)[^@])*\*/)(\s*)([a-z]\w* )(\w+), (\w+(?:, \w+)*);')
NAME = re.compile(r'\b(?:wend_\w+|WEND_\w+)(?:\.[a-z]\w*)?')


# ---- Names of the library -----------------------------------------------------------------------

def without_comments(text):
    """The text with comments blanked, strings kept, and every line where it was."""
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)

    def blank(match):
        found = match.group(0)
        return found if found[0] in '"\'' else re.sub(r'[^\n]', ' ', found)
    return pattern.sub(blank, text)


def header_names(folder=HEADERS):
    """The public headers, as paths below include/wend."""
    paths = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    return sorted(os.path.relpath(path, folder) for path in paths if path.endswith('.h'))


class Names:
    """What the headers declare: names, and the fields of each struct."""

    def __init__(self, folder=HEADERS):
        self.known = set()
        self.fields = {}
        for name in header_names(folder):
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                self.read(without_comments(file.read()))

    def read(self, text):
        self.known.update(re.findall(r'^#define (WEND_\w+|wend_\w+)(?!\w*_H$)\b(?!_H\n)', text, re.M))
        self.known.update(re.findall(r'^typedef struct (wend_\w+) \1;', text, re.M))
        self.known.update(re.findall(r'^typedef [^{};()]*?\b(wend_\w+);', text, re.M))
        self.known.update(re.findall(r'^typedef [^{};]*?\(\*(wend_\w+)\)', text, re.M))
        self.known.update(re.findall(r'^} (wend_\w+);', text, re.M))
        self.known.update(re.findall(r'^(?:WEND_\w+|static inline) [^;{}()]*?\b(wend_\w+)\(', text, re.M))
        self.known.update(re.findall(r'^    (WEND_\w+)\s*(?:=|,|$)', text, re.M))
        for body, name in re.findall(r'^typedef struct \w* ?{\n(.*?)^} (wend_\w+);', text, re.M | re.S):
            self.fields[name] = set(re.findall(r'\b([a-z]\w*)(?:\[\w+\])?\s*[;,]', body))
            self.fields[name].update(re.findall(r'\(\*(\w+)\)', body))

    def link(self, word):
        """`word`, as Doxygen takes it for a link, or as it is."""
        owner, _, field = word.partition('.')
        if owner not in self.known:
            return word
        if not field:
            return f'@ref {owner} "{word}"'
        if field in self.fields.get(owner, ()):
            return f'@ref {owner}::{field} "{word}"'
        return f'@ref {owner} "{owner}".{field}'


# ---- Text ---------------------------------------------------------------------------------------

def escape(text):
    """Text in which nothing is a command, a link or markup of Doxygen."""
    text = re.sub(r'[\\@<>#&$%*|\[\]"`]', lambda m: {
        '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;'}.get(m.group(0), '\\' + m.group(0)), text)
    text = re.sub(r'-(?=-)', '-&zwj;', text)
    text = re.sub(r'~~', '~&zwj;~', text)
    text = re.sub(r'(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])', r'\\_', text)
    text = re.sub(r'::', '\\::', text)
    return text


def inline(text, names):
    """Prose: `code` and names of the library, everything else literally."""
    out = []
    for index, piece in enumerate(re.split(r'`([^`]*)`', text)):
        done, end = [], 0
        for match in NAME.finditer(piece):
            done += [escape(piece[end:match.start()]), names.link(match.group(0))]
            end = match.end()
        done.append(escape(piece[end:]))
        joined = ''.join(done)
        out.append(f'<code>{joined}</code>' if index % 2 else joined)
    text = ''.join(out)
    # Nothing at the start of a line is a list or a heading.
    text = re.sub(r'(?m)^(\d+)\.(?=\s|$)', r'\1\\.', text)
    text = re.sub(r'(?m)^-(?=\s)', '&ndash;', text)
    return re.sub(r'(?m)^(?=[+=])', '&zwj;', text)


def indent_of(line):
    return len(line) - len(line.lstrip())


def is_code_of_c(lines):
    return any(re.search(r';\s*(//.*)?$|\w\(.*\)|//|^\s*#\s*(include|define)', line) for line in lines)


def rows_of(lines):
    """Whether these lines, from their least indentation on, are a table."""
    least = min(indent_of(line) for line in lines if line.strip())
    first = [line[least:] for line in lines if line.strip() and indent_of(line) == least]
    rows = [line for line in first if ROW.match(line)]
    lone = [line for line in first if re.match(r'^WEND_\w+(, _?\w+)*( \(.*\)?)?$', line)]
    if not rows and not lone:
        return False
    if any(re.search(r';\s*(//.*)?$', line) for line in first) and not all(ROW.match(x) for x in first):
        return False
    return len(rows) + len(lone) >= (len(first) + 1) // 2


def table(lines, names):
    least = min(indent_of(line) for line in lines if line.strip())
    out, is_open = [], False
    for line in lines:
        text = line[least:]
        if not text.strip():
            out.append('')
            continue
        row = ROW.match(text) if indent_of(line) == least else None
        if indent_of(line) > least and is_open:
            out.append(inline(text.strip(), names))
            continue
        start = '</td></tr><tr>' if is_open else '<table class="terms"><tr>'
        if row:
            out.append(f'{start}<td>{inline(row.group(1), names)}</td><td>{inline(row.group(2), names)}')
        else:
            out.append(f'{start}<td colspan="2">{inline(text.strip(), names)}')
        is_open = True
    out[-1] += '</td></tr></table>'
    return out


def bullets(lines, names):
    least = min(indent_of(line) for line in lines if line.strip())
    items = []
    for line in lines:
        text = line[least:]
        if BULLET.match(text):
            items.append([BULLET.sub('', text)])
        else:
            items[-1].append(text[2:] if not text[:2].strip() else text)
    out = []
    for index, item in enumerate(items):
        body = blocks(item, names)
        body[0] = ('<ul>' if index == 0 else '') + '<li>' + body[0]
        body[-1] += '</li>' + ('</ul>' if index == len(items) - 1 else '')
        out += body
    return out


def code(lines, out):
    least = min(indent_of(line) for line in lines if line.strip())
    language = '{.c}' if is_code_of_c(lines) else '{.unparsed}'
    body = [line[least:] for line in lines]
    body[-1] += '@endcode'
    if out:
        out[-1] += f' @code{language}'
        out += body
    else:
        body[0] = f'@code{language}\n' + body[0]
        out += body
    return out


def blocks(lines, names):
    """The lines of a comment as those of one of Doxygen, as many."""
    out, at = [], 0
    while at < len(lines):
        if not lines[at].strip():
            out.append('')
            at += 1
            continue
        start = at
        if BULLET.match(lines[at].strip()):
            least = indent_of(lines[at])
            at += 1
            while at < len(lines) and (not lines[at].strip() or indent_of(lines[at]) > least or
                                       (indent_of(lines[at]) == least and BULLET.match(lines[at].strip()))):
                at += 1
        elif indent_of(lines[at]) >= 2 or ROW.match(lines[at]):
            least = indent_of(lines[at])
            at += 1
            while at < len(lines) and (not lines[at].strip() or indent_of(lines[at]) > least or
                                       (indent_of(lines[at]) == least and
                                        (least >= 2 or ROW.match(lines[at])))):
                at += 1
        else:
            at += 1
            while (at < len(lines) and lines[at].strip() and indent_of(lines[at]) < 2 and
                   not BULLET.match(lines[at].strip()) and not ROW.match(lines[at])):
                at += 1
        while not lines[at - 1].strip():
            at -= 1
        block = lines[start:at]
        if BULLET.match(block[0].strip()):
            out += bullets(block, names)
        elif indent_of(block[0]) < 2 and not ROW.match(block[0]):
            out += inline('\n'.join(line.strip() for line in block), names).split('\n')
        elif rows_of(block):
            out += table(block, names)
        else:
            out = code(block, out)
    return out


def lines_of(comment):
    """The lines of a comment without its marks, the common indentation kept off."""
    lines = comment[2:-2].split('\n')
    out = [lines[0].strip()]
    for line in lines[1:]:
        line = re.sub(r'^\s*\*? ?', '', line, count=1) if re.match(r'^\s*\*', line) else line.strip()
        out.append(line.rstrip())
    # In a macro that goes over lines.
    return [re.sub(r'\s*\\$', '', line) for line in out]


def document(comment, names, head='', tail=''):
    text = '\n'.join(blocks(lines_of(comment), names))
    return f'/**{head} {text}{tail} */'


# ---- Headers ------------------------------------------------------------------------------------

class Comment:
    def __init__(self, text, start, end, is_trailing):
        self.text, self.start, self.end, self.is_trailing = text, start, end, is_trailing
        self.shared = None


def comments_of(text):
    """All comments with their place, and the nesting of braces where they stand."""
    found = []
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
    for match in pattern.finditer(text):
        if match.group(0).startswith('/*'):
            line_start = text.rfind('\n', 0, match.start()) + 1
            is_trailing = bool(text[line_start:match.start()].strip())
            found.append(Comment(match.group(0), match.start(), match.end(), is_trailing))
    return found


def bodies_of(code_text):
    """Places inside the bodies of functions."""
    inside, stack, since = [], [], 0
    for match in re.finditer(r'[{};]', code_text):
        at, char = match.start(), match.group(0)
        if char == '{':
            before = code_text[since:at]
            kind = 'body'
            if 'extern "C"' in before:
                kind = 'open'
            elif re.search(r'\b(struct|union|enum)\b[^()]*$', before):
                kind = 'record'
            if kind == 'body' and 'body' not in stack:
                inside.append([at, len(code_text)])
            stack.append(kind)
        elif char == '}' and stack:
            if stack.pop() == 'body' and 'body' not in stack:
                inside[-1][1] = at
        since = match.end()
    return inside


def flat(comment, names):
    """A description in one line, or None if it has a block of code."""
    text = '\n'.join(blocks(lines_of(comment.text), names))
    if '@code' in text:
        return None
    return re.sub(r'\s*\n\s*\n\s*', ' <p> ', text).replace('\n', ' ')


def filter_header(text, names, shown, missing=None):
    guard = re.search(r'^#define (WEND_\w+_H)$', text, re.M)
    code_text = without_comments(text)
    bodies = bodies_of(code_text)
    comments = [c for c in comments_of(text) if not any(a < c.start < b for a, b in bodies)]
    in_group = False
    pieces, end = [], 0
    pending = None  # the title of a group that has no member yet

    def next_line(comment):
        after = text[comment.end:].split('\n', 2)
        return after[1] if len(after) > 1 else ''

    def open_group(title, more=''):
        nonlocal in_group
        close = '/** @} */ ' if in_group else ''
        in_group = True
        return f'{close}/** @name {title}\n{more}@{{ */'

    for index, comment in enumerate(comments):
        pieces.append(text[end:comment.start])
        end = comment.end
        banner = BANNER.match(' '.join(lines_of(comment.text)).strip())
        line_start = text.rfind('\n', 0, comment.start) + 1
        code_before = text[line_start:comment.start].strip()
        following = next_line(comment)
        if comment.is_trailing:
            if re.match(r'^struct \w+;$', code_before) or code_before.startswith(('#if', '#e', '#include')):
                pieces.append(comment.text)
            elif re.search(r'\w+, \**\w+(, \**\w+)*;$', code_before) and '(' not in code_before:
                # Behind several fields it would be that of the last one.
                at = pieces[-1].rindex('\n') + 1
                pieces[-1] = pieces[-1][:at] + document(comment.text, names) + pieces[-1][at:]
            else:
                pieces.append(document(comment.text, names, '<'))
        elif index == 0:
            lines = lines_of(comment.text)
            lines[0] = re.sub(r'^wend/[\w/]+\.h - ', '', lines[0])
            lines[0] = lines[0][:1].upper() + lines[0][1:]
            pieces.append(f'/** @file {shown}\n' + '\n'.join(blocks(lines, names)) + ' */')
        elif banner:
            after = comments[index + 1] if index + 1 < len(comments) else None
            if after and not after.is_trailing and not text[end:after.start].strip() and \
                    not next_line(after).strip():
                pending = banner.group(1)
                pieces.append('')
            else:
                pieces.append(open_group(banner.group(1)))
                end += 1 if text[end:end + 2] == '\n\n' else 0
        elif pending:
            body = '\n'.join(blocks(lines_of(comment.text), names))
            pieces.append(open_group(pending, body + '\n'))
            pending = None
        elif not following.strip():
            pieces.append(f'/** @file {shown}\n' + '\n'.join(blocks(lines_of(comment.text), names)) + ' */')
            end += 1 if text[end:end + 2] == '\n\n' else 0  # a line for that of @file
        elif following.startswith('#if'):
            defined = re.search(r'^#define (\w+)', text[end:], re.M).group(1)
            pieces.append(document(comment.text, names, f' @def {defined}\n'))
        else:
            pieces.append(document(comment.text, names))
    pieces.append(text[end:])
    out = ''.join(pieces)
    if in_group:
        at = out.rfind('#ifdef __cplusplus')
        at = at if at >= 0 else out.rfind('#endif')
        out = out[:at].rstrip('\n') + '\n/** @} */\n' + out[at:]
    out = share(out, text, comments, names, missing)
    # Doxygen gives the description of several fields to one of them.
    while re.search(SEVERAL, out):
        out = re.sub(SEVERAL, lambda m: (f'{m.group(1)}{m.group(2)}{m.group(3)}{m.group(4)}; ' +
                                         m.group(1).replace('\n', ' ') + f' {m.group(3)}{m.group(5)};'), out)
    if guard:
        out = out.replace(f'#define {guard.group(1)}\n', '', 1)  # a line for that of @file
    return out


def share(out, text, comments, names, missing):
    """Gives declarations without a comment that of the one above, if no blank line is between."""
    lines = out.split('\n')
    plain = without_comments(out).split('\n')
    by_end = {}
    for comment in comments:
        if not comment.is_trailing:
            by_end[text.count('\n', 0, comment.end)] = comment
    original = text.split('\n')
    # Both texts have the same lines of code in the same order.
    stripped = without_comments(text).split('\n')
    wanted = [i for i, line in enumerate(stripped) if line.strip()]
    actual = [i for i, line in enumerate(plain) if line.strip()]
    if [stripped[i].split() for i in wanted] != [plain[i].split() for i in actual]:
        raise SystemExit('doxygen_filter: lost a line of code')
    where = dict(zip(wanted, actual))

    depth_text = '\n'.join(stripped)
    inside = bodies_of(depth_text)
    starts = [0]
    for line in stripped:
        starts.append(starts[-1] + len(line) + 1)

    chain, first, parens = None, None, 0
    statement_open = False
    for number, line in enumerate(stripped):
        code_line = line.strip()
        in_body = any(a < starts[number] < b for a, b in inside)
        if in_body:
            continue
        if not code_line:
            if not original[number].strip():
                chain, statement_open = None, False
            continue
        above = by_end.get(number - 1)
        if code_line.startswith('#') and not code_line.startswith('#define'):
            chain, statement_open = None, False
            continue
        if not statement_open:
            parens = 0
            if missing is not None and not (above or chain) and is_declaration(code_line) and \
                    chain_applies(number, stripped, original):
                missing.append((number + 1, code_line))
            if above:
                chain, first = above, re.search(r'\b(wend_\w+)\(', code_line)
            elif chain and not chain_applies(number, stripped, original):
                chain = None
            elif chain and code_line[0] not in '})':
                body = flat(chain, names) or (first and f'@copydoc {first.group(1)}')
                if body:
                    target = where[number]
                    if code_line.startswith('#define'):
                        if not code_line.endswith('\\'):
                            lines[target] += f' /**< {body} */'
                    else:
                        lines[target] = f'/** {body} */ ' + lines[target]
        if code_line.startswith('#define'):
            statement_open = code_line.endswith('\\')
            continue
        parens += code_line.count('(') - code_line.count(')')
        if code_line.endswith('{'):
            # A record begins; its description is not that of its first member.
            chain, statement_open = None, False
        else:
            statement_open = parens != 0 or not re.search(r'[;,}]$', code_line)
            if not statement_open and '/*' in original[number].split(code_line[-1], 1)[-1]:
                chain = None
    return '\n'.join(lines)


def is_declaration(line):
    """Whether a line of code begins something that needs a description."""
    if line.startswith(('}', '{', 'extern "C"')) or re.match(r'struct \w+;', line):
        return False
    # api.h describes a macro once, above the #if that chooses among its definitions.
    return not re.match(r'#define (\w+_H$|WEND_API\b|WEND_PLUGIN_EXPORT\b)', line)


def undocumented(path, names):
    """(line, declaration) of what has no description: Doxygen passes over values of enums."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    missing = []
    filter_header(text, names, os.path.basename(path), missing)
    return missing


def chain_applies(number, stripped, original):
    """Not if the declaration that begins here has a comment behind it."""
    for at in range(number, len(stripped)):
        if '/*' in original[at]:
            return False
        if stripped[at].lstrip().startswith('#') or stripped[at].endswith('\\'):
            if not stripped[at].endswith('\\'):
                return True
        elif re.search(r'[;,{]\s*$', stripped[at]) or not stripped[at].strip():
            return True
    return True


def main():
    if sys.argv[1:2] == ['--undocumented']:
        names, status = Names(), 0
        for path in sys.argv[2:]:
            for line, what in undocumented(path, names):
                print(f'{path}:{line}: no comment: {what}', file=sys.stderr)
                status = 1
        sys.exit(status)
    path = sys.argv[1]
    with open(path, encoding='utf-8') as file:
        text = file.read()
    sys.stdout.write(filter_header(text, Names(), 'wend/' + os.path.relpath(path, HEADERS).replace(os.sep, '/')))


if __name__ == '__main__':
    main()
