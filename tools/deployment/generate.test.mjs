import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outdatedFiles, withBlock } from './generate.mjs';

describe('deployment files', () => {
  it('match the declarations of the services', () => {
    assert.deepEqual(outdatedFiles(), []);
  });

  it('change only within their blocks', () => {
    const text = 'a\n  # begin: x (how)\n  old\n  # end: x\nb $1\n';
    assert.equal(withBlock(text, 'x', '  new $& $1\n'), 'a\n  # begin: x (how)\n  new $& $1\n  # end: x\nb $1\n');
    assert.throws(() => withBlock(text, 'y', ''), /has no block "y"/);
  });
});
