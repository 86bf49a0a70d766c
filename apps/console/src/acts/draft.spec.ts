import { describe, expect, it } from '@jest/globals';
import { conflictsOf, settle, typeInto } from './draft.js';

const opened = { name: 'Acme', city: 'Berlin' };
const draft = typeInto({ typed: {}, over: {} }, { name: 'Acme AG' }, opened);

describe('a draft over a record', () => {
  it('has no conflict while the record stays as it was', () => {
    expect(conflictsOf(draft, opened)).toEqual([]);
  });

  it('has none about a field that the person has not typed in', () => {
    expect(conflictsOf(draft, { ...opened, city: 'Bern' })).toEqual([]);
  });

  it('has none where another person typed the same', () => {
    expect(conflictsOf(draft, { ...opened, name: 'Acme AG' })).toEqual([]);
  });

  const changed = { ...opened, name: 'Acme Ltd' };
  const [conflict] = conflictsOf(draft, changed);
  it('names what another person has changed since', () => {
    expect(conflict).toEqual({ name: 'name', mine: 'Acme AG', theirs: 'Acme Ltd' });
  });

  it('keeps the typed text or follows the record, by choice', () => {
    const mine = settle(draft, conflict!, 'mine');
    expect(mine.typed).toEqual({ name: 'Acme AG' });
    expect(conflictsOf(mine, changed)).toEqual([]);
    expect(conflictsOf(mine, { ...opened, name: 'Acme SE' })).toHaveLength(1);
    expect(settle(draft, conflict!, 'theirs')).toEqual({ typed: {}, over: {} });
  });

  it('remembers what the field showed when the person began to type', () => {
    const longer = typeInto(draft, { name: 'Acme AG & Co' }, changed);
    expect(conflictsOf(longer, changed)).toHaveLength(1);
  });
});
