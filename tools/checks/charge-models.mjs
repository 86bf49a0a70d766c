// A charge model is one declaration: no product file outside its folder names it or one of its own fields. Tables of
// pages have a line for each model, and the compiler misses one that is not there.
import ts from 'typescript';
import { listFiles, read } from './files.mjs';

const home = 'libs/rating/src/charge-models/';
/** The list of models, and tables that are typed by it. */
const tables = [
  `${home}registry.ts`,
  'apps/console/src/ui/charge-model-texts.ts',
  'apps/console/src/features/plans/charge-models/',
];
const product = /^(libs|apps)\/[^/]+\/src\/.*\.tsx?$/;
/** Tests, their harness, and migrations, which are never changed. */
const other = /\.(spec|fixture)\.ts$|^libs\/testing\/|\/migrations\/|\.d\.ts$/;

/** Words that coupons share with a model: they take off a percentage or a fixed amount. */
const shared = { name: 'percentage', field: 'fixed_amount' };

/** The names of the models, by their folders. */
export const namesIn = (paths) => [
  ...new Set(
    paths.flatMap((path) => {
      const [folder, file] = path.startsWith(home) ? path.slice(home.length).split('/') : [];
      return file === 'model.ts' ? [folder.replaceAll('-', '_')] : [];
    }),
  ),
];

const schemaField = /\b([a-z]+(?:_[a-z]+)+): (?:z\.|amount\b|rate\b|[a-zA-Z]+\(\))/g;

/** The fields that one model alone declares. @param sources pairs of path and text of the folder of the models */
export function ownFields(sources) {
  const places = new Map();
  for (const [path, text] of sources) {
    const place = path.slice(home.length).split('/')[0];
    for (const [, field] of text.matchAll(schemaField)) places.set(field, (places.get(field) ?? new Set()).add(place));
  }
  return [...places].flatMap(([field, found]) =>
    found.size === 1 && ![...found][0].endsWith('.ts') && field !== shared.field ? [field] : [],
  );
}

/** Whether a text of the code is about coupons: its statement, or its file, names them. */
const isOfCoupon = (path, node, source) => {
  let statement = node;
  while (statement.parent && !ts.isStatement(statement) && !ts.isTypeElement(statement)) statement = statement.parent;
  return new RegExp(`coupon|'${shared.field}'`, 'i').test(`${path} ${statement.getText(source)}`);
};

/** Whether a key belongs to a table of models: an object with keys for two of them. */
const isInTable = (node, names) =>
  ts.isPropertyAssignment(node.parent) &&
  node.parent.name === node &&
  node.parent.parent.properties.filter(({ name }) => name && names.includes(name.text)).length > 1;

/** Literals with the name of a model, tables of models, and a model's own fields wherever they stand, one line each. */
export function problemsIn(path, text, names, fields) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const problems = [];
  const report = (node, word) => {
    if (word === shared.name && isOfCoupon(path, node, source)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    problems.push(`${path}:${line + 1}: ${word} belongs to its charge model in ${home}`);
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

export function checkChargeModels() {
  const paths = listFiles();
  const models = paths.filter((path) => path.startsWith(home) && path.endsWith('.ts') && !other.test(path));
  const names = namesIn(paths);
  const fields = ownFields(models.map((path) => [path, read(path)]));
  return paths
    .filter((path) => product.test(path) && !other.test(path))
    .filter(
      (path) =>
        !tables.some((table) => path.startsWith(table)) && !/^libs\/rating\/src\/charge-models\/[^/]+\//.test(path),
    )
    .flatMap((path) => problemsIn(path, read(path), names, fields));
}
