import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anchorsOf, linksOf, missingPathsOf, withFolders } from './links.mjs';

describe('links of documents', () => {
  it('are listed with their line, relative to the repository', () => {
    assert.deepEqual(linksOf('docs/a.md', 'x\n[b](b.md#one) and [up](../README.md), [here](#two)'), [
      { line: 2, target: 'docs/b.md', anchor: 'one' },
      { line: 2, target: 'README.md', anchor: undefined },
      { line: 2, target: 'docs/a.md', anchor: 'two' },
    ]);
  });

  it('exclude external targets and code', () => {
    assert.deepEqual(linksOf('a.md', '[x](https://example.org)\n```\n[y](z.md)\n```\n`a[0](b)`'), []);
  });

  it('refer to headings by the anchors of code hosts', () => {
    assert.deepEqual(
      [...anchorsOf('# Who owns what?\n## `npm start`: now\n## Same\n## Same\n```\n# no heading\n```')],
      ['who-owns-what', 'npm-start-now', 'same', 'same-1'],
    );
  });
});

describe('paths in backticks', () => {
  const existing = withFolders([
    'README.md',
    'docs/operate/logs.md',
    'libs/wallet/src/ledger/balance.ts',
    'libs/wallet/src/reader.ts',
    'tools/cluster/up.ts',
  ]);
  const missing = (document, markdown) =>
    missingPathsOf(document, markdown, existing).map(({ line, path }) => `${line}: ${path}`);

  it('exist from the root, as files or folders, also within a command', () => {
    assert.deepEqual(missing('docs/a.md', '`README.md` `libs/wallet` `tools/` `node tools/cluster/up.ts`'), []);
    assert.deepEqual(missing('docs/a.md', 'x\n\n## B\nsee `libs/purse`, `node tools/down.mjs`'), [
      '4: libs/purse',
      '4: tools/down.mjs',
    ]);
  });

  it('exist from the folder of their document', () => {
    assert.deepEqual(missing('docs/operate/a.md', '`logs.md` `../operate/logs.md`'), []);
    assert.deepEqual(missing('docs/a.md', '`logs.md` `operate/logs.md`'), ['1: logs.md']);
  });

  it('exist from the library or folder that the introduction or their section names', () => {
    assert.deepEqual(missing('libs/wallet/README.md', '# Wallet\n`ledger/balance.ts`, `reader.ts`'), []);
    assert.deepEqual(missing('docs/a.md', '# A\nIn libs/wallet.\n## B\n`ledger/balance.ts`'), []);
    assert.deepEqual(missing('docs/a.md', '# A\n## B\n`libs/wallet/src/ledger` has `balance.ts`'), []);
    assert.deepEqual(missing('docs/a.md', '# A\n## B\nIn libs/wallet.\n## C\n`ledger/balance.ts`'), [
      '5: ledger/balance.ts',
    ]);
  });

  it('do not exist by their base name alone', () => {
    assert.deepEqual(missing('libs/wallet/README.md', '`balance.ts` `other/balance.ts`'), [
      '1: balance.ts',
      '1: other/balance.ts',
    ]);
  });

  it('are no patterns, placeholders, addresses or code blocks', () => {
    assert.deepEqual(missing('a.md', '`*.ts` `libs/{a}/b.ts` `apps/NAME/main.ts` `/api/v1/openapi.json` `.mjs`'), []);
    assert.deepEqual(missing('a.md', '```sh\n`libs/none.ts`\n```\n`a.b` `order.created`'), []);
  });
});
