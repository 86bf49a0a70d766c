import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);

/** A file of a family with a part of its characters. */
export interface Slice {
  /** `noto-sans-jp-12` */
  name: string;
  path: string;
}

/** A variable font in slices, or one file for each weight. */
interface FamilySource {
  /** The package of its slices: `inter`. */
  package: string;
  /** Slices of other scripts than its own are not used. */
  scripts: RegExp;
  /** The first character that it may draw: slices by number have some Latin letters. */
  first?: number;
}

const numbered = /^\[\d+\]$/;
const own = (...names: string[]): RegExp => new RegExp(`^(${names.join('|')})$`);

/** Scripts with a Noto Sans family of their own, in one slice of its name. */
const notoScripts = [
  'arabic',
  'hebrew',
  'devanagari',
  'thai',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'lao',
  'myanmar',
  'georgian',
  'armenian',
  'ethiopic',
];

/** Families of Chinese characters; each draws shared characters in the form of its country. */
export type HanFamily = 'noto-sans-sc' | 'noto-sans-tc' | 'noto-sans-jp' | 'noto-sans-kr';

const inter: FamilySource = { package: 'inter', scripts: /./ };
const scripts: FamilySource[] = notoScripts.map((script) => ({ package: `noto-sans-${script}`, scripts: own(script) }));
const emoji: FamilySource = { package: 'noto-emoji', scripts: numbered, first: 0x2000 };

/** The families in the order of the search for a glyph. */
const sourcesFor = (han: HanFamily[]): FamilySource[] => [
  inter,
  ...scripts,
  ...han.map((name) => ({ package: name, scripts: numbered, first: 0x1100 })),
  emoji,
];

type Range = readonly [from: number, to: number, slice: Slice];

/** A family with the characters of its slices. */
export class Family {
  private readonly ranges: Range[];
  private readonly known = new Map<number, Slice[]>();

  constructor(source: FamilySource) {
    this.ranges = rangesOf(source);
  }

  /** The slices that should have a character. */
  slicesOf(codePoint: number): Slice[] {
    const known = this.known.get(codePoint);
    if (known) return known;
    const slices = this.ranges.flatMap(([from, to, slice]) => (codePoint >= from && codePoint <= to ? [slice] : []));
    this.known.set(codePoint, slices);
    return slices;
  }
}

/** Reads the ranges of a package: `U+20AC,U+2122-2128`. */
function rangesOf({ package: name, scripts: used, first = 0 }: FamilySource): Range[] {
  const listing = require.resolve(`@fontsource-variable/${name}/unicode.json`);
  const ranges = JSON.parse(readFileSync(listing, 'utf8')) as Record<string, string>;
  return Object.entries(ranges)
    .filter(([key]) => used.test(key))
    .flatMap(([key, list]) => {
      const sliceName = `${name}-${key.replaceAll(/[[\]]/g, '')}`;
      const path = join(dirname(listing), 'files', `${sliceName}-wght-normal.woff2`);
      const slice = { name: sliceName, path };
      return list.split(',').map((range): Range => {
        const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
        return [Math.max(first, Number.parseInt(from, 16)), Number.parseInt(to, 16), slice];
      });
    });
}

const families = new Map<string, Family>();

/** The families in the order of the search for a glyph. Each is read when it is searched for the first time. */
export function* familiesFor(han: HanFamily[]): Generator<Family> {
  for (const source of sourcesFor(han)) {
    const family = families.get(source.package) ?? new Family(source);
    families.set(source.package, family);
    yield family;
  }
}
