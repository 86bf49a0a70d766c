import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersOf, scriptOf, stepsOf } from './walks.ts';

const page = '# A\n\n```sh\necho 1\n```\n```\n1\n```\n\n```sh\nX=2\n```\n\n```json\n{}\n```\n';

test('steps are the blocks of commands, with the answers behind them', () => {
  assert.deepEqual(stepsOf(page), [
    { line: 3, command: 'echo 1', answer: '1' },
    { line: 10, command: 'X=2', answer: '' },
  ]);
});

test('answers are divided by marks, and a step that did not run has none', () => {
  const steps = stepsOf(page);
  assert.equal(scriptOf(steps, '# '), "echo '# 0'\necho 1\necho '# 1'\nX=2\n");
  assert.deepEqual(answersOf('# 0\n1\n# 1\n', 3, '# '), ['1', '', undefined]);
});
