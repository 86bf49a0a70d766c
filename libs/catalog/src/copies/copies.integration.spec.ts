import { describe, expect, it } from '@jest/globals';
import type { CatalogCopy } from '@tollgate/contracts';
import { aMetric, callAs, forbidden, Sandbox, unauthorized } from '@tollgate/testing';

const lists = ['taxes', 'billable_metrics', 'add_ons', 'features', 'plans', 'coupons'] as const;

async function catalogOf(sandbox: Sandbox): Promise<Record<string, object[]>> {
  const catalog: Record<string, object[]> = {};
  for (const list of lists)
    Object.assign(catalog, { [list]: (await sandbox.ok<Record<string, object[]>>('GET', `/${list}`))[list] });
  return catalog;
}
const copy = async (sandbox: Sandbox, catalog: object, dry_run = false) =>
  (
    await sandbox.ok<{ catalog_copy: CatalogCopy }>('POST', '/catalog_copies', {
      catalog_copy: { ...catalog, dry_run },
    })
  ).catalog_copy;
const outcomes = ({ objects }: CatalogCopy) => objects.map(({ code, outcome }) => `${code} ${outcome}`);

async function source(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  const make = <T>(path: string, wrapper: string, record: object) =>
    sandbox.ok<Record<string, T>>('POST', path, { [wrapper]: record });
  await make('/taxes', 'tax', { name: 'VAT', code: 'vat', rate: '20' });
  const metric = await aMetric('tokens')
    .sumOf('n')
    .with({ filters: [{ key: 'model', values: ['small', 'large'] }] })
    .createIn(sandbox);
  await make('/add_ons', 'add_on', { name: 'Setup', code: 'setup', amount_cents: 900, amount_currency: 'EUR' });
  await make('/features', 'feature', {
    code: 'seats',
    name: 'Seats',
    privileges: [{ code: 'max', value_type: 'integer' }],
  });
  await make('/plans', 'plan', {
    name: 'Pro',
    code: 'pro',
    interval: 'monthly',
    amount_cents: 4900,
    amount_currency: 'EUR',
    pay_in_advance: true,
    tax_codes: ['vat'],
    minimum_commitment: { amount_cents: 10_000 },
    usage_thresholds: [{ amount_cents: 500 }],
    charges: [
      {
        billable_metric_id: metric,
        charge_model: 'graduated',
        properties: {
          graduated_ranges: [
            { from_value: 0, to_value: 10, per_unit_amount: '0.5', flat_amount: '0' },
            { from_value: 11, to_value: null, per_unit_amount: '0.1', flat_amount: '1' },
          ],
        },
        filters: [
          {
            values: { model: ['large'] },
            properties: {
              graduated_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '2', flat_amount: '0' }],
            },
          },
        ],
      },
    ],
    fixed_charges: [{ add_on_code: 'setup', charge_model: 'standard', units: '2', properties: { amount: '9' } }],
  });
  await sandbox.ok('POST', '/plans/pro/entitlements', { entitlements: { seats: { max: 5 } } });
  await make('/coupons', 'coupon', {
    name: 'Welcome',
    code: 'welcome',
    coupon_type: 'percentage',
    percentage_rate: '10',
    frequency: 'once',
    expiration: 'no_expiration',
    applies_to: { plan_codes: ['pro'] },
  });
  return sandbox;
}

describe('a copy of a catalog', () => {
  it('creates what does not exist, and then all is alike', async () => {
    const [from, to] = await Promise.all([source(), Sandbox.create()]);
    const catalog = await catalogOf(from);
    const created = ['vat', 'tokens', 'setup', 'seats', 'pro', 'welcome'].map((code) => `${code} created`);
    expect(outcomes(await copy(to, catalog, true))).toEqual(created);
    expect((await catalogOf(to))['plans']).toEqual([]);
    expect(outcomes(await copy(to, catalog))).toEqual(created);
    const again = await copy(to, catalog);
    expect(again.objects.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
    expect(await to.ok('GET', '/plans/pro')).toMatchObject({
      plan: {
        minimum_commitment: { amount_cents: 10_000 },
        charges: [{ billable_metric_code: 'tokens', filters: [{ values: { model: ['large'] } }] }],
        entitlements: [{ code: 'seats', privileges: [{ code: 'max', value: 5 }] }],
      },
    });
  });

  it('names what differs and changes nothing of it', async () => {
    const [from, to] = await Promise.all([source(), Sandbox.create()]);
    const catalog = await catalogOf(from);
    await copy(to, catalog);
    await to.ok('PUT', '/plans/pro', { plan: { amount_cents: 5900, name: 'Pro 2' } });
    const { objects } = await copy(to, catalog);
    expect(objects.find(({ code }) => code === 'pro')).toMatchObject({
      outcome: 'different',
      differences: ['amount_cents', 'name'],
    });
    expect(await to.ok('GET', '/plans/pro')).toMatchObject({ plan: { amount_cents: 5900, name: 'Pro 2' } });
  });

  it('goes on after an object that is refused', async () => {
    const to = await Sandbox.create();
    const catalog = { taxes: [{ name: 'No rate', code: 'none' }, { name: 'VAT', code: 'vat', rate: 20 }, {}] };
    const { objects } = await copy(to, catalog);
    expect(objects).toMatchObject([
      { code: 'none', outcome: 'refused', error_details: { rate: ['value_is_mandatory'] } },
      { code: 'vat', outcome: 'created' },
      { code: '', outcome: 'refused', error_details: { code: ['value_is_mandatory'] } },
    ]);
    expect(await to.call('POST', '/catalog_copies', { catalog_copy: { dry_run: true } })).toMatchObject({
      status: 422,
      body: { error_details: { base: ['no_objects'] } },
    });
  });

  it('creates no plan without the entitlements that it names', async () => {
    const to = await Sandbox.create();
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 1, amount_currency: 'EUR' };
    const entitlements = [{ code: 'unknown', privileges: [] }];
    const { objects } = await copy(to, { plans: [{ ...plan, pay_in_advance: false, entitlements }] });
    expect(objects).toMatchObject([{ code: 'p', outcome: 'refused' }]);
    expect(await to.call('GET', '/plans/p')).toMatchObject({ status: 404 });
  });

  it('needs the permission of each kind, and creates once for concurrent calls', async () => {
    const to = await Sandbox.create();
    const taxes = [{ name: 'VAT', code: 'vat', rate: 20 }];
    const { api_key: key } = await to.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'plans', permissions: { plan: ['read', 'write'] } },
    });
    expect(await callAs(key.value, 'POST', '/catalog_copies', { catalog_copy: { taxes } })).toEqual(
      forbidden('write_action_not_allowed_for_tax'),
    );
    expect(await callAs(null, 'POST', '/catalog_copies', { catalog_copy: { taxes } })).toEqual(unauthorized);
    const copies = await Promise.all([1, 2, 3, 4].map(() => copy(to, { taxes })));
    expect(copies.flatMap(outcomes).sort()).toEqual(['vat created', ...Array(3).fill('vat unchanged')]);
    expect((await catalogOf(to))['taxes']).toHaveLength(1);
  });
});
