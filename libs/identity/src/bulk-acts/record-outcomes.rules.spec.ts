import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PerformedAct } from '@tollgate/contracts';
import { mostTries, outcomesOf, pauseUntil } from './record-outcomes.rules.js';

const result = (id: string, outcome: PerformedAct['outcome']): PerformedAct => ({
  id,
  outcome,
  error_code: outcome === 'refused' ? 'not_voidable' : null,
  error_details: null,
});

describe('the outcomes of a batch', () => {
  it('settle what was done, skipped or refused, and put off the rest', () => {
    const records = ['a', 'b', 'c', 'd'].map((record_id) => ({ record_id, tries: 0 }));
    const results = [result('a', 'done'), result('b', 'skipped'), result('c', 'refused'), result('d', 'later')];
    const { settled, later } = outcomesOf(records, results);
    expect(settled.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['a done', 'b skipped', 'c refused']);
    expect(later).toEqual(['d']);
  });

  it('refuse a record after its last try', () => {
    const records = [{ record_id: 'a', tries: mostTries - 1 }];
    expect(outcomesOf(records, [result('a', 'later')])).toEqual({
      settled: [{ id: 'a', outcome: 'refused', error_code: 'unexpected_error', error_details: null }],
      later: [],
    });
  });

  it('name every record once, whatever the owner answers', () => {
    const outcome = fc.constantFrom('done', 'skipped', 'refused', 'later', undefined);
    const record = fc.record({ tries: fc.integer({ min: 0, max: mostTries }), outcome });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), (cases) => {
        const records = cases.map(({ tries }, place) => ({ record_id: String(place), tries }));
        const results = cases.flatMap((one, place) => (one.outcome ? [result(String(place), one.outcome)] : []));
        const { settled, later } = outcomesOf(records, results);
        expect([...settled.map(({ id }) => id), ...later].sort()).toEqual(records.map((one) => one.record_id).sort());
      }),
    );
  });
});

it('waits for the next try of a record, a minute at most', () => {
  const now = new Date('2026-11-29T12:00:00Z');
  expect(pauseUntil(null, now)).toBeNull();
  expect(pauseUntil(new Date('2026-11-29T12:00:04Z'), now)).toBe(4_000);
  expect(pauseUntil(new Date('2026-11-29T11:00:00Z'), now)).toBe(1);
  expect(pauseUntil(new Date('2026-11-29T13:00:00Z'), now)).toBe(60_000);
});
