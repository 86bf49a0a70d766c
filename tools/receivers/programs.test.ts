import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { codeOf, languages } from './programs.ts';

const page = readFileSync(new URL('../../docs/start/receive-webhooks.md', import.meta.url), 'utf8');

test('the page has one receiver in each language', () => {
  for (const language of languages) assert.match(codeOf(page, language), /listening/);
});

test('code must be there once', () => {
  assert.throws(() => codeOf('text', 'Go'), /0 blocks of go/);
  assert.throws(() => codeOf('```go\na\n```\n\n```go\nb\n```\n', 'Go'), /2 blocks of go/);
  assert.equal(codeOf('x\n```go\na\n```\n', 'Go'), 'a\n');
});
