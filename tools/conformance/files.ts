// Scenarios of files and folders, in an order that does not change, and their shards.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { mistakesOf, type Scenario } from './scenario.ts';

/** A scenario of a file, or why it cannot be played. */
export interface Entry {
  file: string;
  name: string;
  features: string[];
  /** Undefined if there is a problem. */
  scenario?: Scenario;
  /** As the runner prints it after `BROKEN`. */
  problem?: string;
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => {
      const inner = join(path, name);
      return statSync(inner).isDirectory() ? filesUnder(inner) : inner.endsWith('.json') ? [inner] : [];
    });
}

function entriesOfFile(path: string, filter: string): Entry[] {
  const file = relative(process.cwd(), path);
  let content: Scenario | Scenario[];
  try {
    content = JSON.parse(readFileSync(path, 'utf8')) as Scenario | Scenario[];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ file, name: basename(path), features: [], problem: `${path}: ${reason}` }];
  }
  return (Array.isArray(content) ? content : [content])
    .map((scenario) => entryOf(file, scenario))
    .filter(({ name, features }) => `${file} ${name} ${features.join(' ')}`.includes(filter));
}

function entryOf(file: string, scenario: Scenario): Entry {
  const { name, features = [] } = scenario;
  const mistakes = mistakesOf(scenario);
  if (mistakes.length === 0) return { file, name, features, scenario };
  return { file, name, features, problem: `${file}: ${name}\n  ${mistakes.join('\n  ')}` };
}

/** @param filter a part of file, name or features; a file that cannot be read always stays, as a problem */
export const entriesOf = (paths: string[], filter: string): Entry[] =>
  paths.flatMap(filesUnder).flatMap((path) => entriesOfFile(path, filter));

/** The place of a shard among all: the `index`-th of `count`, from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** Reads `2/4`. @throws Error */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw new Error(`--shard takes I/N, such as 2/4, with I from 1 to N; not ${text}`);
  return { index, count };
}

/** Deals items out like cards: neighbours take similar time and go to different shards. Sizes differ by one at most. */
export const shardOf = <Item>(items: Item[], { index, count }: Shard): Item[] =>
  items.filter((_, place) => place % count === index - 1);
