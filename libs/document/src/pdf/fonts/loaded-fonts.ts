import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import subsetFont from 'subset-font';
import type { Slice } from './families.js';
import { ShapedFont } from './shaped-font.js';

export type Weight = 'regular' | 'bold';

/** Values of the weight axis. */
const weights: Record<Weight, number> = { regular: 400, bold: 600 };
/** Slices of variable fonts are small; those of a long Chinese document are about sixty. */
const mostFonts = 300;

const fonts = new LRUCache<string, Promise<ShapedFont>>({ max: mostFonts });

/** Loads a slice of a variable font in one weight, once. */
export function loadSlice({ name, path }: Slice, weight: Weight): Promise<ShapedFont> {
  return loaded(`${name}-${weights[weight]}`, async (key) => {
    const variable = await readFile(path);
    const options = { targetFormat: 'sfnt', variationAxes: { wght: weights[weight] }, keepAllGlyphs: true } as const;
    return new ShapedFont(key, await subsetFont(variable, undefined, options));
  });
}

const pathOf = createRequire(import.meta.url).resolve;
const lastPaths: Record<Weight, string> = {
  regular: pathOf('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: pathOf('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

/** Loads the last font of the search, with symbols and rare letters. */
export function loadLast(weight: Weight): Promise<ShapedFont> {
  return loaded(`dejavu-sans-${weight}`, async (key) => new ShapedFont(key, await readFile(lastPaths[weight])));
}

function loaded(key: string, load: (key: string) => Promise<ShapedFont>): Promise<ShapedFont> {
  const known = fonts.get(key);
  if (known) return known;
  const font = load(key);
  fonts.set(key, font);
  return font;
}
