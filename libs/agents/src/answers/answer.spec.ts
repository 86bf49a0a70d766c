import { describe, expect, it } from '@jest/globals';
import { answerBounds, fitted } from './answer.js';

describe('an answer', () => {
  it('within its bounds stays as it is', () => {
    expect(fitted({ rows: [1, 2], name: 'a' })).toEqual({ rows: [1, 2], name: 'a' });
  });

  it('that is too long loses rows of its largest list, and says how many', () => {
    const rows = Array.from({ length: 100 }, (_, place) => ({ place, text: 'x'.repeat(400) }));
    const fit = fitted({ few: [1, 2], rows });
    expect(JSON.stringify(fit).length).toBeLessThanOrEqual(answerBounds.characters + 100);
    expect(fit).toMatchObject({ few: [1, 2], left_out: { rows: 50 } });
    expect((fit['rows'] as unknown[]).length).toBe(50);
  });

  it('has no text beyond its bound, at any depth', () => {
    const { deep } = fitted({ deep: [{ text: 'y'.repeat(5_000) }] }) as { deep: { text: string }[] };
    expect(deep[0]?.text).toHaveLength(answerBounds.text + 1);
  });

  it('keeps one row of each list, however long it is', () => {
    expect(fitted({ rows: [[1, 2, 3], [4]] }, 5)).toEqual({ rows: [[1, 2, 3]], left_out: { rows: 1 } });
  });
});
