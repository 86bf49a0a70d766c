import { expect, it } from '@jest/globals';
import { contrastOnWhite } from './portal-settings.js';

it.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#777777', 4.48],
  ['#ff0000', 4.0],
  ['#1f4e79', 8.66],
])('the contrast of %s with white is %d', (color, contrast) => expect(contrastOnWhite(color)).toBeCloseTo(contrast, 1));
