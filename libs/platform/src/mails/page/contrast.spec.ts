import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrastOf, inkOn, lightEnough } from './contrast.js';

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const ground = '#1f232a';

it('measures contrast as WCAG 2.2 does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#123456', '#123456')).toBe(1);
});

it('gives every colour a tint that stands out in the dark, and letters that can be read on it', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const tint = lightEnough(colour, ground);
      expect(contrastOf(tint, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(tint, inkOn(tint))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it('keeps a colour that stands out, and the hue of one that does not', () => {
  expect(lightEnough('#ffcc00', ground)).toBe('#ffcc00');
  expect(lightEnough('#000000', ground)).toMatch(/^#(..)\1\1$/);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    parseInt(lightEnough('#7a1fa2', ground).slice(at, at + 2), 16),
  );
  expect(blue).toBeGreaterThan(red);
  expect(red).toBeGreaterThan(green);
});
