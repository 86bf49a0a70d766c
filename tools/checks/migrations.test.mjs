import assert from 'node:assert/strict';
import { it } from 'node:test';
import { problemsOf } from './migrations.mjs';

const file = (name) => `export const x: SchemaMigration = {\n  name: '${name}',\n  sql: '',\n};\n`;
const list = (...files) =>
  `${files.map((path, place) => `import { m${place} } from './migrations/${path}.js';\n`).join('')}
export const x = {\n  migrations: [${files.map((_, place) => `m${place}`).join(', ')}],\n};\n`;

it('migrations are files numbered without gaps, and the list has all of them in order', () => {
  const files = { '001-a.ts': file('001_a'), '002-b-c.ts': file('020_b_c') };
  assert.deepEqual(problemsOf(list('001-a', '002-b-c'), files), []);
  assert.match(problemsOf(list('002-b-c', '001-a'), files).join(), /the list has 002-b-c.ts, 001-a.ts and the files/);
  assert.match(problemsOf(list('001-a'), files).join(), /the list has 001-a.ts and the files are 001-a.ts, 002-b-c.ts/);
});

it('the check refuses a gap, a letter, a differing name and a duplicate number', () => {
  const problems = (files) => problemsOf(list(...Object.keys(files).map((path) => path.slice(0, -3))), files);
  assert.deepEqual(problems({ '001-a.ts': file('001_a'), '003-b.ts': file('003_b') }), [
    '003-b.ts should have the number 002',
  ]);
  assert.deepEqual(problems({ '001a-b.ts': file('001_b') }), ['001a-b.ts is not called NUMBER-WORDS.ts']);
  assert.deepEqual(problems({ '001-a.ts': file('001_b') }), ['001-a.ts is recorded as 001_b']);
  assert.deepEqual(problems({ '001-a.ts': file('001_a'), '002-b.ts': file('001_b') }), [
    '002-b.ts is recorded as 001_b',
  ]);
  assert.match(problems({ '001-a.ts': file('003_a'), '002-a.ts': file('003_a') }).join(), /003_a is the name of two/);
  assert.deepEqual(problems({ '001-a.ts': file('020_a'), '002-b.ts': file('002_b') }), [
    '002_b is recorded before 020_a',
  ]);
});

it('the numbers continue after a baseline, and its names precede all others', () => {
  const baseline =
    "export const baseline: Baseline = {\n  release: '0.2.0',\n  names: ['001_a', '020_b'],\n  sql: '',\n};\n";
  const problems = (files) => problemsOf(list('003-c', '004-d'), { '000-baseline.ts': baseline, ...files });
  assert.deepEqual(problems({ '003-c.ts': file('021_c'), '004-d.ts': file('022_d') }), []);
  assert.deepEqual(problems({ '003-c.ts': file('019_c'), '004-d.ts': file('022_d') }), [
    '019_c is recorded before 020_b',
  ]);
  assert.deepEqual(
    problemsOf(list('003-c', '005-d'), {
      '000-baseline.ts': baseline,
      '003-c.ts': file('021_c'),
      '005-d.ts': file('022_d'),
    }),
    ['005-d.ts should have the number 004'],
  );
});
