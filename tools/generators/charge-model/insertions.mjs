// Insertions of a new charge model into the tables of models. Each takes the text of a file and returns it with the
// addition. It refuses a file with an unexpected form, so nothing is left half done.

import { changed } from '../insertion.mjs';

/** After the first import. */
const withImport = (text, line, declaration) =>
  changed(text, /^(import [^;]*;\n)/, (first) => `${first}${line}\n`, declaration);

/** An entry at the end of a table. */
const withEntry = (text, table, entry) =>
  changed(text, new RegExp(`(const ${table}\\b[^=]*= \\{[^}]*)(\\n\\};)`), `$1\n  ${entry},$2`, table);

const entryOf = (key, value) => (key === value ? key : `${key}: ${value}`);

/** As the last model of the registry. */
export const inRegistry = (text, { file, key, camel }) =>
  withImport(
    withEntry(text, 'chargeModels', entryOf(key, camel)),
    `import { ${camel} } from './${file}/model.js';`,
    'the registry',
  );

/** As the last word of the console's models. */
export const inWords = (text, { key, upperOne }) => withEntry(text, 'chargeModelTexts', `${key}: msg\`${upperOne}\``);

/** As the last price of the console's models. The type of the table has braces of its own. */
export const inPrices = (text, { file, key, type }) =>
  withImport(
    changed(text, /(const prices: [^]*? = \{[^}]*)(\n\};)/, `$1\n  ${key}: ${type}Price,$2`, 'prices'),
    `import { ${type}Price } from './${file}.js';`,
    'the prices',
  );

/** As the last form of the console's models: one field for the price of a unit. Forms have braces of their own. */
export const inForms = (text, { key }) =>
  changed(
    text,
    /(const forms: [^]*?)(\n\};)/,
    `$1
  ${key}: {
    fieldsOf: ({ amount }) => [price('amount', amount)],
    changesOf: ({ amount = '' }) => ({ amount }),
    unpriced: { amount: '' },
    curveOf: () => smooth,
  },$2`,
    'the forms',
  );
