import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiedWorkspace } from '../copied-workspace.mjs';
import { inMigrations, inModule, inPermissionType, recordedNumber } from './insertions.mjs';
import { namesOf, pluralOf } from './names.mjs';

describe('the names of a resource', () => {
  it('have a plural', () => {
    assert.deepEqual(['cost-center', 'tax', 'rate-policy', 'day'].map(pluralOf), [
      'cost-centers',
      'taxes',
      'rate-policies',
      'days',
    ]);
  });

  it('have the spelling of each place', () => {
    const { type, types, key, keys, camels, aOne, schema } = namesOf({
      name: 'account-rule',
      service: 'webhook-delivery',
    });
    assert.deepEqual(
      [type, types, key, keys, camels, aOne, schema],
      [
        'AccountRule',
        'AccountRules',
        'account_rule',
        'account_rules',
        'accountRules',
        'an account rule',
        'webhook_delivery',
      ],
    );
  });
});

describe('an insertion into existing files', () => {
  const names = namesOf({ name: 'cost-center', service: 'catalog' });

  it('is the last migration, under the next number', () => {
    const text =
      "import { a } from './migrations/001-a.js';\n\nexport const x = {\n  schema: 'x',\n  migrations: [a],\n};\n";
    assert.match(
      inMigrations(text, names),
      /import \{ costCenters \} from '.\/migrations\/002-cost-centers.js';\n\nexport[^]*migrations: \[a, costCenters\],\n\};/,
    );
  });

  it('is recorded after the previous migration, whatever its number', () => {
    assert.equal(recordedNumber('008', "export const a = {\n  name: '034_traces',\n"), '035');
    assert.equal(recordedNumber('002', "export const a = {\n  name: '001_a',\n"), '002');
    assert.equal(recordedNumber('001'), '001');
    assert.equal(
      recordedNumber('008', "export const a = {\n  names: [\n    '001_a',\n    '034_traces',\n  ],\n"),
      '035',
    );
  });

  it('is refused if its place is not found', () => {
    assert.throws(() => inMigrations('export const other = 1;\n', names), /place for the addition/);
    assert.throws(() => inModule("import { a } from './a.js';\n", names), /place for the addition/);
  });

  it('is the last permission', () => {
    const text = "export type PermissionResource =\n  | 'tax';\n";
    assert.match(inPermissionType(text, { permission: 'cost_center' }), /\| 'tax'\n {2}\| 'cost_center';/);
  });
});

describe('a generated resource', () => {
  let copy;
  before(() => {
    copy = copiedWorkspace();
    copy.run(
      'node_modules/nx/dist/bin/nx.js',
      'generate',
      '@tollgate/generators:resource',
      'cost-center',
      '--service',
      'catalog',
      '--wing',
      'products',
    );
  });
  after(() => copy?.remove());

  it('is in the lists of the service and the contracts', () => {
    const file = (path) => readFileSync(join(copy.directory, path), 'utf8');
    assert.match(file('libs/catalog/src/products/products.module.ts'), /CostCentersController/);
    assert.match(file('libs/catalog/src/model/tables/catalog.tables.ts'), /'catalog.cost_centers': CostCentersTable/);
    assert.match(file('libs/contracts/src/resources/index.ts'), /cost-centers/);
    assert.match(file('libs/contracts/src/openapi/tags.ts'), /'Cost centers'/);
  });

  it('compiles with its tests, is linted, and passes them', () => {
    copy.run('tools/build.mjs');
    copy.run('tools/build.mjs', '--specs');
    copy.run(
      'tools/lint.mjs',
      'libs/catalog/src/products/cost-centers',
      'libs/catalog/src/migrations',
      'libs/catalog/src/model/tables',
      'libs/contracts/src/resources/cost-centers.ts',
    );
    copy.run('node_modules/jest/bin/jest.js', '--config', 'jest.config.mjs', 'cost-center', 'src/openapi');
  });

  it('is refused if it exists, or if its service does not', () => {
    const again = (...args) =>
      copy.run('node_modules/nx/dist/bin/nx.js', 'generate', '@tollgate/generators:resource', ...args);
    assert.throws(() => again('cost-center', '--service', 'catalog', '--wing', 'products'), /is there already/);
    assert.throws(() => again('cost-center', '--service', 'cat'), /no service cat/);
  });
});
