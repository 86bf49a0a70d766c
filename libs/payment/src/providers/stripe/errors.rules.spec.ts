import { describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import { healthOf, isMissing, meaningOf, plainError, refusalOf, withoutSecrets } from './errors.rules.js';

const { errors } = Stripe;
const raw = (more: object) => ({ message: 'No.', type: 'invalid_request_error', ...more }) as never;
const card = new errors.StripeCardError(
  raw({
    message: 'Your card was declined.',
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'stolen_card',
    statusCode: 402,
    requestId: 'req_1',
  }),
);

describe('an error of a Stripe call (webhooks, section 11.4)', () => {
  it.each([
    ['refused', card],
    ['refused', new errors.StripeInvalidRequestError(raw({ code: 'amount_too_large' }))],
    ['refused', new errors.StripeAuthenticationError(raw({}))],
    ['refused', new errors.StripePermissionError(raw({}))],
    ['clash', new errors.StripeIdempotencyError(raw({}))],
    ['unknown', new errors.StripeInvalidRequestError(raw({ code: 'lock_timeout' }))],
    ['unknown', new errors.StripeRateLimitError(raw({}))],
    ['unknown', new errors.StripeConnectionError(raw({}))],
    ['unknown', new errors.StripeAPIError(raw({}))],
    ['unknown', new Error('cut off')],
  ])('is %s', (meaning, error) => {
    expect(meaningOf(error)).toBe(meaning);
  });

  it("is told in Stripe's words, with the issuer's code", () => {
    expect(refusalOf(card)).toMatchObject({
      message: 'Your card was declined.',
      error_code: 'stolen_card',
      hard: true,
      details: { code: 'card_declined', request_id: 'req_1', http_status: 402 },
    });
    expect(refusalOf(new errors.StripeCardError(raw({ code: 'card_declined' })))).not.toHaveProperty('hard');
  });

  it('without a code of the issuer has that of Stripe', () => {
    const error = new Stripe.errors.StripeCardError(raw({ code: 'authentication_required' }));
    expect(refusalOf(error).error_code).toBe('authentication_required');
    expect(refusalOf(new Stripe.errors.StripeAuthenticationError(raw({}))).error_code).toBe(
      'StripeAuthenticationError',
    );
  });

  it('knows an object that Stripe does not have', () => {
    expect(isMissing(new errors.StripeInvalidRequestError(raw({ code: 'resource_missing' })))).toBe(true);
    expect(isMissing(card)).toBe(false);
  });

  it('shows no key', () => {
    const text = 'Invalid API Key provided: sk_test_****abcd, rk_live_51Hx, whsec_x9';
    expect(withoutSecrets(text)).toBe('Invalid API Key provided: [removed], [removed], [removed]');
    const refused = new errors.StripeAuthenticationError(raw({ message: text }));
    expect(JSON.stringify([refusalOf(refused), healthOf(refused), plainError(refused)])).not.toMatch(/_51Hx|abcd/);
  });
});

describe('the plain error of a call', () => {
  it('is one that comes back, and says whether there were too many calls', () => {
    const limited = plainError(new errors.StripeRateLimitError(raw({ message: 'Too many.', requestId: 'req_2' })));
    expect(limited).toMatchObject({ status: 503, words: 'Stripe: Too many. (req_2)', isRateLimited: true });
    expect(plainError(new errors.StripeConnectionError(raw({})))).toMatchObject({ isRateLimited: false });
  });

  it('is a refusal where the caller expects none', () => {
    expect(plainError(card)).toMatchObject({ refusal: { error_code: 'stolen_card' } });
  });

  it('leaves a mistake of this code as it is', () => {
    const mistake = new TypeError('a mistake');
    expect(plainError(mistake)).toBe(mistake);
  });
});

describe('the health of a connection', () => {
  it('is refused for a bad key, and unavailable without an answer', () => {
    expect(healthOf(new errors.StripePermissionError(raw({}))).status).toBe('refused');
    expect(healthOf(new errors.StripeConnectionError(raw({}))).status).toBe('unavailable');
    expect(healthOf(new Error('x')).status).toBe('unavailable');
  });
});
