import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { shownFields } from './shown-fields.js';

const Line = z.object({ name: z.string(), item: z.object({ code: z.string() }).nullable() });
const Shape = z.object({ number: z.string(), lines: z.array(Line), groups: z.record(z.string(), z.string()) });

it('keeps the fields of the shape, at any depth', () => {
  const wide = {
    number: '1',
    note: 'internal',
    lines: [
      { name: 'a', cost: 1, item: { code: 'x', svc_id: '2' } },
      { name: 'b', cost: 2, item: null },
    ],
    groups: { region: 'eu' },
  };
  expect(shownFields(Shape, wide)).toEqual({
    number: '1',
    lines: [
      { name: 'a', item: { code: 'x' } },
      { name: 'b', item: null },
    ],
    groups: { region: 'eu' },
  });
});

it('leaves absent fields out', () => {
  const narrow = z.object({ name: z.string().optional() });
  expect(shownFields(narrow, {})).toEqual({});
});
