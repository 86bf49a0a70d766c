import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isForChangelog, parseFragment, sectionOf, withSection } from './fragments.ts';

const fixed = parseFragment('a.md', 'fixed for users\n\nAn end is billed once.\nIt was billed twice.\n');
const added = parseFragment('b.md', 'added for operators, developers\n\nA metric.\n');

describe('a fragment', () => {
  it('has a kind, readers and a text', () => {
    assert.deepEqual(fixed, {
      name: 'a.md',
      kind: 'fixed',
      readers: ['users'],
      text: 'An end is billed once.\nIt was billed twice.',
    });
    assert.deepEqual(added.readers, ['operators', 'developers']);
  });

  it('is refused with the reason', () => {
    assert.throws(() => parseFragment('c.md', 'mended for users\n\nText.'), /c\.md: the first word is one of added, /);
    assert.throws(() => parseFragment('c.md', 'fixed for all\n\nText.'), /followed by some of users, operators/);
    assert.throws(() => parseFragment('c.md', 'fixed\n\nText.'), /followed by some of/);
    assert.throws(() => parseFragment('c.md', 'fixed for users\nText.'), /an empty line and the text follow/);
    assert.throws(() => parseFragment('c.md', 'fixed for users\n\n'), /an empty line and the text follow/);
    assert.throws(() => parseFragment('c.md', ''), /the first word/);
  });

  it('for developers alone is left out of the changelog', () => {
    assert.ok(isForChangelog(added));
    assert.ok(!isForChangelog(parseFragment('d.md', 'changed for developers\n\nText.')));
  });
});

describe('a section', () => {
  it('lists the kinds in their order, and indents longer texts', () => {
    assert.equal(
      sectionOf([fixed, added], '0.3.0', '2026-12-01'),
      '## [0.3.0] - 2026-12-01\n\n### Added\n- A metric.\n\n### Fixed\n- An end is billed once.\n  It was billed twice.',
    );
    assert.equal(sectionOf([], 'Unreleased'), '## [Unreleased]');
  });

  it('stands above those of earlier versions', () => {
    assert.equal(withSection('# Changelog\n\n## [0.2.0]\n', '## [0.3.0]'), '# Changelog\n\n## [0.3.0]\n\n## [0.2.0]\n');
    assert.throws(() => withSection('# Changelog\n', '## [0.3.0]'), /no section/);
  });
});
