import type { Theme } from '../tables/document-contents.js';

/** Points. */
export const papers: Record<Theme['paper'], [width: number, height: number]> = {
  A4: [595.28, 841.89],
  Letter: [612, 792],
};

/** Sizes of letters, in points. */
export const sizes = { tiny: 6.5, small: 7.5, text: 8.5, lead: 10, heading: 11, amount: 17, title: 21 };

export const inks = {
  text: '#1a1f36',
  label: '#5b6478',
  line: '#dfe3ea',
  band: '#f5f6f8',
  code: '#000000',
  onCode: '#ffffff',
  void: '#a3260f',
  onVoid: '#ffffff',
};

/** Points around the content of a page. */
export const margins = { side: 48, first: 46, next: 62, bottom: 66 };
