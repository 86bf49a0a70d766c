// Fragments of the changelog: one file for each change in `changes/`, so that two changes never touch the same lines.
// The first line names its kind and its readers, such as `fixed for users, operators`; the text follows after an empty
// line.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kinds in the order of a version's sections (Keep a Changelog). */
export const kinds = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const;
export const readers = ['users', 'operators', 'developers'] as const;

export type Kind = (typeof kinds)[number];
export type Reader = (typeof readers)[number];

export interface Fragment {
  /** The file's name. */
  name: string;
  kind: Kind;
  readers: Reader[];
  /** Markdown of one list item. */
  text: string;
}

const isKind = (word: string): word is Kind => kinds.some((kind) => kind === word);
const isReader = (word: string): word is Reader => readers.some((reader) => reader === word);

/** Reads a fragment. @throws Error that names the file and its mistake */
export function parseFragment(name: string, content: string): Fragment {
  const [head = '', empty, ...lines] = content.trimEnd().split('\n');
  const [kind = '', list = ''] = head.split(' for ');
  const named = list.split(', ');
  if (!isKind(kind)) throw new Error(`${name}: the first word is one of ${kinds.join(', ')}`);
  if (!named.every(isReader)) throw new Error(`${name}: "for" is followed by some of ${readers.join(', ')}`);
  if (empty !== '' || lines.join('').trim() === '') throw new Error(`${name}: an empty line and the text follow`);
  return { name, kind, readers: named, text: lines.join('\n').trim() };
}

/** All fragments of a directory, by name. @throws Error for a malformed one */
export const readFragments = (directory: string): Fragment[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => parseFragment(name, readFileSync(join(directory, name), 'utf8')));

/**
 * The section of a version, with a heading for each kind that has fragments.
 * @param title such as `0.2.0` or `Unreleased`
 * @param date of the release, as YYYY-MM-DD; undefined for what is not released yet
 */
export function sectionOf(fragments: Fragment[], title: string, date?: string): string {
  const parts = kinds.flatMap((kind) => {
    const items = fragments.filter((fragment) => fragment.kind === kind);
    return items.length > 0 ? [`### ${capitalized(kind)}\n${items.map(asItem).join('\n')}`] : [];
  });
  return [`## [${title}]${date ? ` - ${date}` : ''}`, ...parts].join('\n\n');
}

/** Developers read the history of the repository; the changelog is for the others. */
export const isForChangelog = ({ readers: named }: Fragment): boolean =>
  named.some((reader) => reader !== 'developers');

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const asItem = ({ text }: Fragment): string => `- ${text.replaceAll('\n', '\n  ')}`;

/** The changelog with a new section above those of earlier versions. @throws Error if it has no version */
export function withSection(changelog: string, section: string): string {
  const place = changelog.search(/^## \[/m);
  if (place < 0) throw new Error('CHANGELOG.md: there is no section of a version');
  return `${changelog.slice(0, place)}${section}\n\n${changelog.slice(place)}`;
}
