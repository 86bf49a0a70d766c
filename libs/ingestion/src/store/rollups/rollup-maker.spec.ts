import { describe, expect, it } from '@jest/globals';
import { fromReached } from './rollup-maker.js';
import type { RequestedRollup } from './rollup-definitions.js';

const requested = (code: string): RequestedRollup => ({
  organizationId: 'o',
  externalSubscriptionId: 's',
  code,
  definition: { id: 'x', family: 'unique', keys: [] },
  since: 0,
});
const codes = (all: RequestedRollup[]) => all.map(({ code }) => code).join('');
const nameOf = (code: string) => JSON.stringify([JSON.stringify(['o', 's', code, 'x']), 0]);

describe('the order of rollups', () => {
  it('continues after the definition that the last run reached', () => {
    const all = [...'dbeac'].map(requested);
    expect(codes(fromReached(all, ''))).toBe('abcde');
    expect(codes(fromReached(all, nameOf('b')))).toBe('cdeab');
    expect(codes(fromReached(all, nameOf('e')))).toBe('abcde');
  });

  it('continues although that definition is gone', () => {
    expect(codes(fromReached([...'ade'].map(requested), nameOf('c')))).toBe('dea');
  });
});
