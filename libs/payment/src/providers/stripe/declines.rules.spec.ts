import { describe, expect, it } from '@jest/globals';
import { isHardDecline } from './declines.rules.js';

const decline = (declineCode: string | null, adviceCode: string | null = null, code = 'card_declined') =>
  isHardDecline({ code, declineCode, adviceCode });

describe('a decline of Stripe', () => {
  it.each(['stolen_card', 'lost_card', 'pickup_card', 'revocation_of_authorization', 'transaction_not_allowed'])(
    'with %s is not repeated',
    (code) => expect(decline(code)).toBe(true),
  );

  it.each(['insufficient_funds', 'do_not_honor', 'generic_decline', 'processing_error', 'try_again_later', null])(
    'with %s may be repeated',
    (code) => expect(decline(code)).toBe(false),
  );

  it("follows the issuer's advice", () => {
    expect(decline('do_not_honor', 'do_not_try_again')).toBe(true);
    expect(decline('incorrect_cvc', 'confirm_card_data')).toBe(true);
    expect(decline('do_not_honor', 'try_again_later')).toBe(false);
  });

  it('of a bank debit follows its code', () => {
    expect(decline(null, null, 'debit_not_authorized')).toBe(true);
    expect(decline(null, null, 'insufficient_funds')).toBe(false);
  });
});
