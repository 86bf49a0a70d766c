// Migrations are files numbered without gaps, and the list of each schema has all of them in that order. A baseline stands for
// the first ones: the numbers continue after it, wherever it ended.
import { posix } from 'node:path';
import { listFiles, read } from './files.mjs';

const file = /^(\d{3})-([a-z\d]+(?:-[a-z\d]+)*)\.ts$/;
const baseline = '000-baseline.ts';

/**
 * Problems with the migrations of one schema, one line each.
 * @param list text of its `*.migrations.ts`
 * @param files text of each file of `migrations/` by its name, in order
 */
export function problemsOf(list, files) {
  const names = Object.keys(files).filter((name) => name !== baseline);
  const first = baseline in files ? Number(names[0]?.slice(0, 3) ?? 1) : 1;
  const listed = [...list.matchAll(/^import \{ (\w+) \} from '\.\/migrations\/([^']+)\.js';$/gm)];
  const exported = new Map(listed.map(([, name, path]) => [name, `${path}.ts`]));
  const order = (/migrations: \[([^\]]*)\]/.exec(list)?.[1] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => exported.get(entry) ?? entry);
  const problems = names.flatMap((name, place) => problemsOfFile(name, files[name], place + first));
  if (order.join() !== names.join())
    problems.push(`the list has ${order.join(', ')} and the files are ${names.join(', ')}`);
  const recorded = [...recordedByBaseline(files[baseline]), ...names.map((name) => recordedBy(files[name]))];
  for (const name of new Set(recorded.filter((each, place) => recorded.indexOf(each) !== place)))
    problems.push(`${name} is the name of two`);
  for (const [place, name] of recorded.entries())
    if (place > 0 && name <= recorded[place - 1]) problems.push(`${name} is recorded before ${recorded[place - 1]}`);
  return problems;
}

const recordedBy = (text) => /^ {2}name: '([^']+)',$/m.exec(text)?.[1];

/** The names that a baseline stands for. */
const recordedByBaseline = (text = '') =>
  [...(/^ {2}names: \[([^\]]*)\]/m.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name);

/** Older files may have recorded a greater number, never a smaller one. */
function problemsOfFile(name, text, place) {
  const [, number, words] = file.exec(name) ?? [];
  if (number === undefined) return [`${name} is not called NUMBER-WORDS.ts`];
  if (Number(number) !== place) return [`${name} should have the number ${String(place).padStart(3, '0')}`];
  const [recorded, ...rest] = (recordedBy(text) ?? '').split('_');
  if (rest.join('-') !== words || Number(recorded) < place) return [`${name} is recorded as ${recordedBy(text)}`];
  return [];
}

export function checkMigrations() {
  const all = listFiles();
  return all
    .filter((path) => /^libs\/.*\.migrations\.ts$/.test(path))
    .flatMap((path) => {
      const folder = `${posix.dirname(path)}/migrations/`;
      const files = all.filter((other) => `${posix.dirname(other)}/` === folder);
      const texts = Object.fromEntries(files.map((other) => [other.slice(folder.length), read(other)]));
      return problemsOf(read(path), texts).map((problem) => `${path}: ${problem}`);
    });
}
