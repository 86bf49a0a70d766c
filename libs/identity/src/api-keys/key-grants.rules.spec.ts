import { describe, expect, it } from '@jest/globals';
import { everything } from './api-key.presenter.js';
import { assertKeyMayGive, mayRotate } from './key-grants.rules.js';

type Held = Parameters<typeof assertKeyMayGive>[0];
type Requested = Parameters<typeof assertKeyMayGive>[1];

/** The refusal of a gift; null when the key may make it. */
const refusalOf = (held: Held, requested: Requested): string | null => {
  try {
    assertKeyMayGive(held, requested);
    return null;
  } catch (error) {
    return (error as { body?: { code?: string } }).body?.code ?? String(error);
  }
};

describe('the permissions that a key may give another key', () => {
  const reader = { customer: ['read'], invoice: ['read', 'write'] };

  it('are all without limits of its own', () => {
    expect(refusalOf(null, null)).toBeNull();
    expect(refusalOf(null, { customer: ['read', 'write'] })).toBeNull();
  });

  it('are those that it has, by resource and mode', () => {
    expect(refusalOf(reader, { customer: ['read'] })).toBeNull();
    expect(refusalOf(reader, { invoice: ['write'] })).toBeNull();
    expect(refusalOf(reader, { customer: ['read', 'write'] })).toBe('write_action_not_allowed_for_customer');
    expect(refusalOf(reader, { wallet: ['read'] })).toBe('read_action_not_allowed_for_wallet');
    expect(refusalOf(reader, { invoice: ['read'], customer: ['write'] })).toBe('write_action_not_allowed_for_customer');
  });

  it('may be none on a resource', () => {
    expect(refusalOf(reader, { wallet: [] })).toBeNull();
  });

  it('do not include all of them, which a request without permissions means (customers, section 13)', () => {
    expect(refusalOf(reader, null)).toMatch(/_action_not_allowed_for_/);
    expect(refusalOf(everything(), null)).toBeNull();
  });
});

describe('a rotation of a key (customers, section 13)', () => {
  const [early, now, late] = [new Date('2024-01-01'), new Date('2024-01-02'), new Date('2024-02-01')];

  it.each([
    ['without an end', null, now, true],
    ['without an end, to end later', null, late, true],
    ['that has ended', early, now, false],
    ['that ends now', now, now, false],
    ['that ends later, to end at once', late, now, true],
    ['that ends later, to end then', late, late, false],
  ])('of one %s', (_, before, end, isAllowed) => {
    expect(mayRotate(before, end, now)).toBe(isAllowed);
  });
});
