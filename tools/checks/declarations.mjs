// Declarations: each thing of a kind has one folder, and no product file outside it names the thing or one of its own
// fields. Tables that the compiler checks have a line for each, and stay outside.
import ts from 'typescript';
import { listFiles, read } from './files.mjs';

const product = /^(libs|apps)\/[^/]+\/src\/.*\.tsx?$/;
/** Tests, their harness, and migrations, which are never changed. */
const other = /\.(spec|fixture)\.ts$|^libs\/testing\/|\/migrations\/|\.d\.ts$/;

/**
 * A kind of declarations.
 * @typedef {object} Kind
 * @property {string} noun of one of them
 * @property {string} home the folder of all, with a slash at its end
 * @property {string} file the declaration in the folder of one
 * @property {(folder: string) => string} nameOf the name, by the folder with underscores
 * @property {string[]} [further] names without a folder
 * @property {string[]} tables the list of all, and tables that are typed by it: files or folders
 * @property {(sources: [path: string, text: string][]) => string[]} [ownFields] fields that one of them alone declares
 * @property {(word: string, text: string) => boolean} [isOther] whether a word means something else in a statement of a file
 */

/** The names of a kind, by their folders. @param {Kind} kind @param {string[]} paths */
export const namesIn = ({ home, file, nameOf }, paths) => [
  ...new Set(
    paths.flatMap((path) => {
      const [folder, found] = path.startsWith(home) ? path.slice(home.length).split('/') : [];
      return found === file ? [nameOf(folder.replaceAll('-', '_'))] : [];
    }),
  ),
];

/** The path of a file, and the text of the statement of a node. */
function surroundings(path, node, source) {
  let statement = node;
  while (statement.parent && !ts.isStatement(statement) && !ts.isTypeElement(statement)) statement = statement.parent;
  return `${path} ${statement.getText(source)}`;
}

/** Whether a key belongs to a table of names: an object with keys for two of them. */
const isInTable = (node, names) =>
  ts.isPropertyAssignment(node.parent) &&
  node.parent.name === node &&
  node.parent.parent.properties.filter(({ name }) => name && names.includes(name.text)).length > 1;

/**
 * Literals with a name, tables of names, and own fields wherever they stand, one line each.
 * @param {Kind} kind
 */
export function problemsIn({ noun, home, isOther = () => false }, path, text, names, fields = []) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const problems = [];
  const report = (node, word) => {
    if (isOther(word, surroundings(path, node, source))) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    problems.push(`${path}:${line + 1}: ${word} belongs to its ${noun} in ${home}`);
  };
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) && (names.includes(node.text) || fields.includes(node.text)))
      report(node, node.text);
    if (ts.isIdentifier(node) && (fields.includes(node.text) || (names.includes(node.text) && isInTable(node, names))))
      report(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** Product files that name one of a kind outside its declaration, one line each. @param {Kind} kind */
export function checkDeclarations(kind) {
  const { home, tables, further = [], ownFields = () => [] } = kind;
  const paths = listFiles();
  const declared = paths.filter((path) => path.startsWith(home) && path.endsWith('.ts') && !other.test(path));
  const names = [...namesIn(kind, paths), ...further];
  const fields = ownFields(declared.map((path) => [path, read(path)]));
  const isDeclaration = (path) => path.startsWith(home) && path.slice(home.length).includes('/');
  return paths
    .filter((path) => product.test(path) && !other.test(path) && !isDeclaration(path))
    .filter((path) => !tables.some((table) => path.startsWith(table)))
    .flatMap((path) => problemsIn(kind, path, read(path), names, fields));
}
