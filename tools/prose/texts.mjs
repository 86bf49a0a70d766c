// The texts that people read outside of documents and comments: pages, errors, logs, texts of the interface, alerts.
import ts from 'typescript';
import { faceWords } from './rules.mjs';

/** Languages of translated texts: a property with such a name holds words that are not English. */
const language = /^(?!en\b)[a-z]{2}(?:[-_][A-Z]{2})?$/;

/** Tags of templates that are for programs. */
const forPrograms = /^(?:sql|css)\b|^String\.raw/;

/** At least two words: one word is a code or a name. */
const isSentence = (text) => /\p{L}{2,}[,;:]? \p{L}/u.test(text);
/** Statements and columns of SQL are for programs. */
const isStatement = (text) => /^\s*(?:(?:select|insert|update|delete|with|create|alter)\s|[\w.]+ as \w+$)/.test(text);

const nameOf = (node) => (ts.isPropertyAssignment(node) ? node.name.getText().replace(/['"]/g, '') : '');

/** The pieces of a node's text, `{ text, at }` each; expressions within a template separate them. */
function piecesOf(node, source) {
  const at = node.getStart(source);
  if (ts.isJsxText(node)) return [{ text: node.text, at: node.pos }];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [{ text: node.text, at: at + 1 }];
  if (!ts.isTemplateExpression(node) || isStatement(node.head.text)) return [];
  const spans = node.templateSpans.map(({ literal }) => ({ text: literal.text, at: literal.getStart(source) + 1 }));
  return [{ text: node.head.text, at: at + 1 }, ...spans];
}

/** English texts of a program, `{ text, at }` each. */
function textsOfCode(path, text) {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || language.test(nameOf(node))) return;
    if (ts.isTaggedTemplateExpression(node) && forPrograms.test(node.tag.getText())) return;
    found.push(...piecesOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The matches of a pattern's first group in a text. */
const matchesOf = (text, pattern) =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: text, index }) => ({ text, at: index + whole.indexOf(text) }));

const blank = (text, pattern) => text.replaceAll(pattern, (found) => ' '.repeat(found.length));

/** The English texts of a file for readers, `{ text, at }` each; `at` is their offset. */
export function textsOf(path, text) {
  if (path.endsWith('.po')) return matchesOf(text, /^msgid "(.+)"$/gm);
  if (/\.ya?ml$/.test(path)) return matchesOf(text, /^\s+(?:summary|description): "?(.+?)"?$/gm);
  return textsOfCode(path, text).filter((one) => isSentence(one.text) && !isStatement(one.text));
}

/** Findings `{ line, column, message }` in the texts of a file, in order. */
export const findingsInTexts = (path, text) =>
  textsOf(path, text).flatMap((one) =>
    faceWords(blank(one.text, /`[^`]*`|\{\{.*?\}\}/g)).map(({ at, message }) => {
      const before = text.slice(0, one.at + at).split('\n');
      return { line: before.length, column: before.at(-1).length + 1, message };
    }),
  );
