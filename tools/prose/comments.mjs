// A textlint plugin: the prose of comments in TypeScript and JavaScript. Its document has a paragraph for each paragraph,
// list item and tag of a comment; the ranges of its nodes are those of the source.
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;
const endsExpression = new Set([
  Kind.Identifier,
  Kind.NumericLiteral,
  Kind.BigIntLiteral,
  Kind.StringLiteral,
  Kind.RegularExpressionLiteral,
  Kind.NoSubstitutionTemplateLiteral,
  Kind.TemplateTail,
  Kind.ThisKeyword,
  Kind.SuperKeyword,
  Kind.CloseParenToken,
  Kind.CloseBracketToken,
  Kind.CloseBraceToken,
]);

/** @returns the comments of a source: `{ start, end }` each */
export function commentsOf(source) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  const comments = [];
  /** For each open brace: whether it belongs to a template. */
  const braces = [];
  let previous;
  for (let token = scanner.scan(); token !== Kind.EndOfFileToken; token = scanner.scan()) {
    if (token === Kind.SingleLineCommentTrivia || token === Kind.MultiLineCommentTrivia)
      comments.push({ start: scanner.getTokenStart(), end: scanner.getTokenEnd() });
    if (token <= Kind.LastTriviaToken) continue;
    if ((token === Kind.SlashToken || token === Kind.SlashEqualsToken) && !endsExpression.has(previous))
      token = scanner.reScanSlashToken();
    else if (token === Kind.OpenBraceToken || token === Kind.TemplateHead) braces.push(token === Kind.TemplateHead);
    else if (token === Kind.CloseBraceToken && braces.at(-1)) {
      token = scanner.reScanTemplateToken(false);
      if (token === Kind.TemplateTail) braces.pop();
    } else if (token === Kind.CloseBraceToken) braces.pop();
    previous = token;
  }
  return comments;
}

/** The same of a source with JSX, whose texts only a parser separates from code. */
export function commentsOfPage(source) {
  const comments = new Map();
  const visit = (node) => {
    if (ts.isJsxText(node)) return;
    const children = node.getChildren();
    for (const child of children) visit(child);
    if (children.length > 0) return;
    const before = [ts.getTrailingCommentRanges(source, node.pos), ts.getLeadingCommentRanges(source, node.pos)];
    for (const { pos, end } of before.flatMap((ranges) => ranges ?? [])) comments.set(pos, { start: pos, end });
  };
  visit(ts.createSourceFile('page.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return [...comments.values()].sort((one, other) => one.start - other.start);
}

/** Comments for programs: directives of linters and compilers. */
const isDirective = (text) => /^\/\/\/ ?<|^\/[/*]\s*(?:eslint|oxlint|prettier|@ts|global |c8 |v8 )/.test(text);

/**
 * Lines of comments without their gutter: `{ start, end, own }`, where `own` says that the line begins a comment. Line
 * comments on consecutive lines at one column are one comment.
 */
function linesOf(source, comments) {
  const lines = [];
  let last;
  for (const { start, end } of comments) {
    const text = source.slice(start, end);
    if (isDirective(text)) continue;
    const column = start - source.lastIndexOf('\n', start - 1);
    if (text.startsWith('//')) {
      const continues = last && last.column === column && /^\r?\n[ \t]*$/.test(source.slice(last.end, start));
      lines.push({ start: start + 2, end: Math.min(end + 1, source.length), own: !continues });
      last = { column, end };
      continue;
    }
    last = undefined;
    const body = /^\/\*\*?|(?:\n|^)[ \t]*\*(?!\/)|\n/g;
    const gutters = [...text.slice(0, -2).matchAll(body)];
    gutters.forEach(({ 0: gutter, index }, place) => {
      const next = gutters[place + 1];
      const lineEnd = next ? next.index + 1 : text.length - 2;
      lines.push({ start: start + index + gutter.length, end: start + lineEnd, own: place === 0 });
    });
  }
  return lines;
}

/** Paragraphs, each a list of ranges of one line. Indented lines and commands are code. */
function paragraphsOf(source, lines) {
  const paragraphs = [];
  let current;
  const begin = () => paragraphs.push((current = []));
  let fenced = false;
  for (const { start, end, own } of lines) {
    const line = source.slice(start, end);
    if (own) fenced = false;
    if (/^\s*```/.test(line)) fenced = !fenced;
    const isBullet = /^\s*(?:[-*]|\d+[.)])\s/.test(line);
    const isCommand = /^ (?:npm|npx|node) (?!.*: )/.test(line);
    const isCode = fenced || isCommand || /^\s*```/.test(line) || (/^ {3,}/.test(line) && !isBullet);
    if (own || isBullet || isCode || line.trim() === '' || !current) begin();
    if (isCode || line.trim() === '') continue;
    const bullet = /^\s*(?:[-*]|\d+[.)])?\s*/.exec(line)[0].length;
    let from = start + bullet;
    for (const tag of line.matchAll(/(?<=^|\s)@(param(?: \S+)?|\w+)(?=\s|$)/g)) {
      const at = start + tag.index;
      if (at > from) current.push([from, at]);
      begin();
      from = at + tag[0].length;
    }
    if (end > from) current.push([from, end]);
  }
  return paragraphs.filter((ranges) => ranges.length > 0);
}

/** Texts and code of one paragraph; code may go on in the next line. */
function piecesOf(source, ranges) {
  const pieces = [];
  let inCode = false;
  for (const [start, end] of ranges) {
    let from = start;
    for (let at = start; at < end; at++) {
      if (source[at] !== '`') continue;
      if (at > from) pieces.push({ type: inCode ? 'Code' : 'Str', range: [from, at] });
      inCode = !inCode;
      from = at + 1;
    }
    if (end > from) pieces.push({ type: inCode ? 'Code' : 'Str', range: [from, end] });
  }
  return pieces;
}

/** The TxtAST of a source's comments. */
export function documentOf(source, read = commentsOf) {
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  let line = 0;
  const position = (offset) => {
    while (line > 0 && lineStarts[line] > offset) line -= 1;
    while (line + 1 < lineStarts.length && lineStarts[line + 1] <= offset) line += 1;
    return { line: line + 1, column: offset - lineStarts[line] };
  };
  const node = (type, [start, end], rest) => ({
    type,
    raw: source.slice(start, end),
    range: [start, end],
    loc: { start: position(start), end: position(end) },
    ...rest,
  });
  const children = paragraphsOf(source, linesOf(source, read(source))).map((ranges) =>
    node('Paragraph', [ranges[0][0], ranges.at(-1)[1]], {
      children: piecesOf(source, ranges).map(({ type, range }) => node(type, range, { value: source.slice(...range) })),
    }),
  );
  return node('Document', [0, source.length], { children });
}

export default {
  Processor: class {
    availableExtensions() {
      return ['.ts', '.tsx', '.mjs'];
    }
    processor(extension) {
      return {
        preProcess: (text) => documentOf(text, extension === '.tsx' ? commentsOfPage : commentsOf),
        postProcess: (messages, filePath) => ({ messages, filePath: filePath ?? '' }),
      };
    }
  },
};
