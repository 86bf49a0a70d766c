import { expect, it } from '@jest/globals';
import { taxFailure, voidingFailure } from './tax-failure.rules.js';

it('a refusal shows its code, and its words if it has others', () => {
  expect(taxFailure({ code: 'InvalidAddress', message: 'not deliverable' })).toMatchObject({
    code: 'tax_error',
    details: { tax_error: 'InvalidAddress', tax_error_message: 'not deliverable' },
  });
  const same = { code: 'customerAddressCouldNotResolve', message: 'customerAddressCouldNotResolve' };
  expect(taxFailure(same).details).toEqual({ tax_error: 'customerAddressCouldNotResolve' });
  expect(voidingFailure({ code: 'X', message: '' })).toMatchObject({
    code: 'tax_voiding_error',
    details: { tax_voiding_error: 'X' },
  });
});
