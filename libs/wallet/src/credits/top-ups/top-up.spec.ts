import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@tollgate/platform';
import { Decimal, MAX_CENTS } from '@tollgate/rating';
import { walletRow } from '../../model/wallets/rows.fixture.js';
import { hasValidNameAndPriority, checkTopUp } from './top-up.js';

const request = (paid: string, granted = '0', ignoreLimits = false) => ({
  paidCredits: new Decimal(paid),
  grantedCredits: new Decimal(granted),
  ignoreLimits,
});

/** The errors of a refused top-up; undefined when it is valid. */
function faultsOf(wallet: ReturnType<typeof walletRow>, topUp: ReturnType<typeof request>): unknown {
  try {
    checkTopUp(wallet, topUp);
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return (error.body as { error_details: unknown }).error_details;
  }
}

describe('a top-up (wallets, sections 1 and 3.4)', () => {
  it('values its sale and its grant', () => {
    const { sell, grant } = checkTopUp(walletRow({ rate_amount: '0.001' }), request('1034', '5000'));
    expect([sell?.amountCents, sell?.creditAmount.toFixed()]).toEqual([103n, '1030']);
    expect([grant?.amountCents, grant?.creditAmount.toFixed()]).toEqual([500n, '5000']);
  });

  it('omits a part without credits (wallets, section 3.2)', () => {
    expect(checkTopUp(walletRow(), request('0'))).toEqual({ sell: null, grant: null, void: null });
  });

  it.each([
    ['0.4', '0', { paid_credits: ['amount_rounds_to_zero'] }],
    ['0', '0.4', { granted_credits: ['amount_rounds_to_zero'] }],
    ['0.4', '0.4', { paid_credits: ['amount_rounds_to_zero'] }],
    ['0.5', '0', undefined],
  ])('must be worth a cent: %s sold, %s granted', (paid, granted, faults) => {
    expect(faultsOf(walletRow({ rate_amount: '0.01' }), request(paid, granted))).toEqual(faults);
  });

  const limited = walletRow({ paid_top_up_min_amount_cents: 500n, paid_top_up_max_amount_cents: 1000n });

  it.each([
    ['4.99', { paid_credits: ['amount_below_minimum'] }],
    ['5', undefined],
    ['10', undefined],
    ['10.01', { paid_credits: ['amount_above_maximum'] }],
  ])('sells within the limits of the wallet, both included: %s', (paid, faults) => {
    expect(faultsOf(limited, request(paid))).toEqual(faults);
  });

  it('grants without limits, and ignores them on request', () => {
    expect(faultsOf(limited, request('0', '1000'))).toBeUndefined();
    expect(faultsOf(limited, request('1000', '0', true))).toBeUndefined();
  });

  it('reports an amount that rounds to zero before a limit (wallets, section 2.2)', () => {
    const cheap = { ...limited, rate_amount: '0.01' };
    expect(faultsOf(cheap, request('0.4'))).toEqual({ paid_credits: ['amount_rounds_to_zero'] });
    expect(faultsOf(cheap, request('1', '0.4'))).toEqual({ granted_credits: ['amount_rounds_to_zero'] });
  });

  it('is refused when its amount, or the balance after it, is out of range', () => {
    const invalid = { granted_credits: ['invalid_granted_credits', 'invalid_amount'] };
    expect(faultsOf(walletRow(), request('0', '9999999999999999999999999'))).toEqual(invalid);
    const full = walletRow({ balance_cents: MAX_CENTS - 100n });
    expect(faultsOf(full, request('0', '1'))).toBeUndefined();
    expect(faultsOf(full, request('0', '1.01'))).toEqual(invalid);
  });
});

describe('the name and the priority of a top-up (wallets, sections 2.2 and 3.1)', () => {
  it('have limits', () => {
    expect(hasValidNameAndPriority('x'.repeat(255), 50)).toBe(true);
    expect(hasValidNameAndPriority(null, 1)).toBe(true);
    expect(hasValidNameAndPriority('x'.repeat(256), 50)).toBe(false);
    expect(hasValidNameAndPriority('x', 51)).toBe(false);
    expect(hasValidNameAndPriority('x', 0)).toBe(false);
  });
});
