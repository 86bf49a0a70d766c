import { describe, expect, it } from '@jest/globals';
import { amount, d, used } from '../models.fixture.js';

describe('dynamic', () => {
  it("adds up the events' own prices", () => {
    expect(amount('dynamic', {}, used(20, { eventsPriceCents: d('912') }))).toBe('9.12');
    expect(amount('dynamic', {}, used(0, { eventsPriceCents: d('912') }))).toBe('0');
  });
});
