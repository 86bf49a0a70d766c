import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anchorsOf, linksOf } from './links.mjs';

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
