import { describe, expect, it } from '@jest/globals';
import { Unavailable, ValidationFailed } from '@tollgate/platform';
import { AmountOutOfRange, InvoiceDoesNotAddUp } from '@tollgate/rating';
import { answerable, failureOf } from './failure.rules.js';

const databaseError = (code: string) => Object.assign(new Error('secret text of a database'), { code });
const storeError = (type: string) => Object.assign(new Error('secret text of a store'), { type, code: '1' });

describe('the classification of a billing error', () => {
  it.each([
    new Unavailable('x'),
    databaseError('40P01'),
    databaseError('40001'),
    databaseError('57014'),
    databaseError('25P03'),
    databaseError('08006'),
    databaseError('53300'),
    databaseError('ECONNREFUSED'),
    storeError('MEMORY_LIMIT_EXCEEDED'),
    storeError('TIMEOUT_EXCEEDED'),
  ])('an unavailable or busy dependency fails nothing (%#)', (error) => {
    expect(failureOf(error)).toBeNull();
  });

  it.each([new AmountOutOfRange(), databaseError('22003'), databaseError('23514'), storeError('DECIMAL_OVERFLOW')])(
    'faulty figures are permanent (%#)',
    (error) => {
      expect(failureOf(error)?.permanent).toBe(true);
    },
  );

  it('a contradictory invoice fails with its contradiction', () => {
    expect(failureOf(new InvoiceDoesNotAddUp('210 is off its fees, 192 off the invoice'))).toEqual({
      code: 'does_not_add_up',
      message: 'the figures of the invoice do not add up: 210 is off its fees, 192 off the invoice',
      permanent: true,
    });
  });

  it('an unexpected error leads to a retry, and quotes nothing', () => {
    const failure = failureOf(new TypeError('secret'));
    expect(failure).toMatchObject({ code: 'not_computable', permanent: false });
    for (const error of [new TypeError('secret'), databaseError('22003'), databaseError('23514')])
      expect(failureOf(error)?.message).not.toContain('secret');
  });

  it('the answer names the field of an amount out of range', async () => {
    await expect(answerable(Promise.reject(new AmountOutOfRange()))).rejects.toBeInstanceOf(ValidationFailed);
    await expect(answerable(Promise.reject(new TypeError('x')))).rejects.toBeInstanceOf(TypeError);
    await expect(answerable(Promise.resolve(1))).resolves.toBe(1);
  });
});
