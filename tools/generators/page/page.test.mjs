import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { copiedWorkspace } from '../copied-workspace.mjs';
import { namesOf } from '../resource/names.mjs';
import { inNavigation, inRecordLinks, inRecords, inRouter } from './insertions.mjs';

describe('an insertion of pages', () => {
  const names = { ...namesOf({ name: 'cost-center', service: 'console' }), section: 'catalog' };

  it('is the last record, route and page', () => {
    assert.match(
      inRecords('export type Tax = Schemas[T];\n', names),
      /\nexport type CostCenter = Schemas\['CostCenter'\];\n$/,
    );
    assert.match(
      inRecordLinks("export const recordRoutes = {\n  tax: '/t',\n} as const;\n", names),
      /costCenter: '\/\$organization\/catalog\/cost-centers\/\$id',\n\} as const;/,
    );
    const router = inRouter("const pages = [\n  lazyPage('a', b),\n] as const;\n", names);
    assert.match(router, /lazyPage\('catalog\/cost-centers', [^\n]*\/cost-centers\/list\.js'\)\)\.CostCenters\),\n/);
    assert.match(
      router,
      /lazyPage\('catalog\/cost-centers\/\$id', [^\n]*\/detail\.js'\)\)\.CostCenter\),\n\] as const/,
    );
  });

  it('does not repeat the type of a record', () => {
    const text = "export type CostCenter = Schemas['CostCenter'];\n";
    assert.equal(inRecords(text, names), text);
  });

  it('is the last item of its part of the navigation', () => {
    const part = (label) => `  {\n    label: ${label},\n    icon: 'a',\n    items: [\n      { a },\n    ],\n  },\n`;
    const text = `${part('null')}${part('msg`Catalog`')}`;
    assert.match(
      inNavigation(text, names),
      /Catalog`,\n {4}icon: 'a',\n {4}items: \[\n {6}\{ a \},\n {6}\{ label: msg`Cost centers`/,
    );
    assert.match(inNavigation(text, { ...names, section: 'billing' }), /label: null,[^]*cost-centers[^]*Catalog/);
  });

  it('is refused if its place is not found', () =>
    assert.throws(() => inRouter('export const other = 1;\n', names), /place for the addition/));
});

describe('generated pages', () => {
  const pages = 'apps/console';
  const generate = ['node_modules/nx/dist/bin/nx.js', 'generate'];
  const page = [...generate, '@tollgate/generators:page', 'cost-center'];
  let copy;
  before(() => {
    copy = copiedWorkspace();
    const place = ['--service', 'catalog', '--wing', 'products', '--chapter', 'Catalog'];
    copy.run(...generate, '@tollgate/generators:resource', 'cost-center', ...place);
    copy.run(...page, '--section', 'settings');
  });
  after(() => copy?.remove());

  it('compile, are built with their routes, are linted, and pass their spec', () => {
    copy.translate();
    copy.run('tools/build.mjs');
    copy.run('tools/build.mjs', '--specs');
    const changed = ['features/cost-centers', 'router.tsx', 'organization', 'ui/record-link.tsx', 'api/records.ts'];
    copy.run('tools/lint.mjs', ...changed.map((path) => `${pages}/src/${path}`));
    copy.run('node_modules/jest/bin/jest.js', '--config', 'jest.config.mjs', 'features/cost-centers');
  });

  it('are in the router and in the navigation', () => {
    assert.match(copy.read(`${pages}/src/router.tsx`), /settings\/cost-centers\/\$id/);
    assert.match(copy.read(`${pages}/src/organization/navigation.tsx`), /cost_centers:view/);
  });

  it('are refused if they exist', () => assert.throws(() => copy.run(...page), /is there already/));
});
