import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { copiedWorkspace } from '../copied-workspace.mjs';
import { inForms, inPrices, inRegistry, inWords } from './insertions.mjs';
import { namesOf } from './names.mjs';

describe('the name of a charge model', () => {
  it('has the spelling of each place', () =>
    assert.deepEqual(namesOf('matrix-price'), {
      one: 'matrix price',
      upperOne: 'Matrix price',
      file: 'matrix-price',
      key: 'matrix_price',
      camel: 'matrixPrice',
      type: 'MatrixPrice',
    }));
});

describe('an insertion of a charge model', () => {
  const names = namesOf('matrix-price');

  it('is the last entry of each table', () => {
    const registry = "import { a } from './a.js';\n\nexport const chargeModels = {\n  a,\n};\n";
    assert.equal(
      inRegistry(registry, names),
      "import { a } from './a.js';\nimport { matrixPrice } from './matrix-price/model.js';\n\nexport const chargeModels = {\n  a,\n  matrix_price: matrixPrice,\n};\n",
    );
    const words = 'export const chargeModelTexts: Record<Name, Word> = {\n  a: msg`A`,\n};\n';
    assert.match(inWords(words, names), /a: msg`A`,\n {2}matrix_price: msg`Matrix price`,\n};/);
    const prices = "import { A } from './a.js';\n\nconst prices: { readonly [M in Name]: Of<M> } = {\n  a: A,\n};\n";
    assert.match(inPrices(prices, names), /a: A,\n {2}matrix_price: MatrixPricePrice,\n};/);
    const forms =
      'const forms: { readonly [M in Name]: Of<M> } = {\n  a: { b: () => ({}) },\n};\n\nconst after = {\n};\n';
    assert.match(
      inForms(forms, names),
      /a: \{ b: \(\) => \(\{\}\) \},\n {2}matrix_price: \{\n[^]*smooth,\n {2}\},\n\};\n\nconst after/,
    );
  });

  it('is refused if its place is not found', () =>
    assert.throws(() => inRegistry('export const other = 1;\n', names), /place for the addition/));
});

describe('a generated charge model', () => {
  const pages = 'apps/console';
  let copy;
  before(() => {
    copy = copiedWorkspace();
    copy.run('node_modules/nx/dist/bin/nx.js', 'generate', '@tollgate/generators:charge-model', 'matrix-price');
  });
  after(() => copy?.remove());

  it('compiles with its price in the console, is linted, and passes the tests of all models', () => {
    copy.translate();
    copy.run('tools/build.mjs');
    copy.run('tools/build.mjs', '--specs');
    copy.run('tools/lint.mjs', 'libs/rating/src/charge-models', `${pages}/src/features/plans/charge-models`);
    copy.run(
      'node_modules/jest/bin/jest.js',
      '--config',
      'jest.config.mjs',
      'rating/src/charge-models',
      'catalog/src/plans',
      'contracts/src/openapi',
      'amount-details',
    );
  });

  it('is in the document of the interface', () => {
    const types = copy.read(`${pages}/src/api/schema.d.ts`);
    assert.match(types, /MatrixPriceProperties: \{/);
    assert.match(types, /"matrix_price"/);
  });
});
