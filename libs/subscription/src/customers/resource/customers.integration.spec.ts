import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Shown {
  customer: {
    account_type: string;
    name: string | null;
    legal_name: string | null;
    city: string | null;
    billing_configuration: Record<string, unknown>;
  };
}

const upsert = (sandbox: Sandbox, customer: object) => sandbox.ok<Shown>('POST', '/customers', { customer });
const refused = async (sandbox: Sandbox, customer: object) => {
  const { status, body } = await sandbox.call('POST', '/customers', { customer });
  return { status, ...(body as { code: string; error_details?: object }) };
};

describe('the account type of a customer', () => {
  it.each([
    ['a wallet', '/wallets', { wallet: { external_customer_id: 'c', rate_amount: '1', currency: 'EUR' } }],
    [
      'a one-off invoice',
      '/invoices',
      { invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'a' }] } },
    ],
    ['a coupon', '/applied_coupons', { applied_coupon: { external_customer_id: 'c', coupon_code: 'off' } }],
  ])('is fixed by %s, also for a customer with a currency', async (_, path, body) => {
    const sandbox = await Sandbox.create();
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'n', code: 'a', amount_cents: 1, amount_currency: 'EUR' },
    });
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        name: 'n',
        code: 'off',
        coupon_type: 'fixed_amount',
        amount_cents: 1,
        amount_currency: 'EUR',
        frequency: 'once',
        expiration: 'no_expiration',
      },
    });
    await upsert(sandbox, { external_id: 'c', currency: 'EUR' });
    expect((await upsert(sandbox, { external_id: 'c', account_type: 'partner' })).customer.account_type).toBe(
      'partner',
    );
    await sandbox.ok('POST', path, body);
    const { customer } = await upsert(sandbox, { external_id: 'c', account_type: 'customer', name: 'n' });
    expect([customer.account_type, customer.name]).toEqual(['partner', 'n']);
  });
});

describe('an upsert', () => {
  it('is checked in the order of the reference, and stops at the first special check', async () => {
    const sandbox = await Sandbox.create();
    const metadata = Array.from({ length: 6 }, (_, index) => ({ key: `k${index}`, value: 'v' }));
    const integrations = [{ integration_type: 'xero' }, { integration_type: 'xero' }];
    const all = {
      billing_entity_code: 'nobody',
      metadata,
      finalize_zero_amount_invoice: 'x',
      integration_customers: integrations,
      currency: 'x',
      country: 'x',
      shipping_address: { country: 'x' },
    };
    expect((await refused(sandbox, all)).code).toBe('billing_entity_not_found');
    const details = async (raw: object) => (await refused(sandbox, raw)).error_details;
    const { billing_entity_code: _, ...second } = all;
    expect(await details(second)).toEqual({ metadata: ['invalid_count'] });
    const third = { ...second, metadata: [] };
    expect(await details(third)).toEqual({ finalize_zero_amount_invoice: ['invalid_value'] });
    const fourth = { ...third, finalize_zero_amount_invoice: null };
    expect(await details(fourth)).toEqual({ integration_customers: ['invalid_count_per_integration_type'] });
    expect(await details({ ...fourth, integration_customers: [] })).toEqual({
      external_id: ['value_is_mandatory'],
      currency: ['value_is_invalid'],
      country: ['not_a_valid_country_code'],
      shipping_country: ['not_a_valid_country_code'],
    });
  });

  it('removes null bytes from names', async () => {
    const sandbox = await Sandbox.create();
    const { customer } = await upsert(sandbox, { external_id: 'c', name: 'A\0B', legal_name: '\0', city: ' ' });
    expect([customer.name, customer.legal_name, customer.city]).toEqual(['AB', '', null]);
  });

  it('stores the named payment provider; an unknown one clears it', async () => {
    const sandbox = await Sandbox.create();
    const named = (billing_configuration: object) => upsert(sandbox, { external_id: 'c', billing_configuration });
    const stripe = await named({ payment_provider: 'stripe', payment_provider_code: 's1' });
    expect(stripe.customer.billing_configuration).toMatchObject({
      payment_provider: 'stripe',
      payment_provider_code: 's1',
      provider_customer_id: null,
      provider_payment_methods: ['card'],
    });
    const none = await named({ payment_provider: 'nobody' });
    expect(none.customer.billing_configuration).toMatchObject({ payment_provider: null, payment_provider_code: null });
  });
});
