import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mistakes } from './mistakes.ts';

/** The compiled libraries. */
const libraries = new URL('../../libs/', import.meta.url);

test('each mistake finds the text that it replaces, once', () => {
  const problems = mistakes.flatMap(([description, file, text]) => {
    const count = readFileSync(new URL(file, libraries), 'utf8').split(text).length - 1;
    return count === 1 ? [] : [`${description}: ${count} times in ${file}`];
  });
  assert.deepEqual(problems, []);
});
