import { beforeAll, expect, it } from '@jest/globals';
import { exportKinds, type ExportKindName } from '@tollgate/contracts';
import { aMetric, aPlan, Sandbox } from '@tollgate/testing';
import { endedExport, fetchFile } from './exported-files.fixture.js';

interface Invoice {
  svc_id: string;
  fees: { svc_id: string }[];
}

type Row = Record<string, unknown>;

let sandbox: Sandbox;
/** One for each change that must not touch the others. */
const invoices: Record<'changed' | 'paid' | 'noted' | 'voided' | 'requested' | 'of_fee', Invoice> = {} as never;
let walletId = '';

async function sell(): Promise<Invoice> {
  const { invoice } = await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
    invoice: { external_customer_id: 'buyer', currency: 'EUR', fees: [{ add_on_code: 'setup', units: 2 }] },
  });
  return invoice;
}

const codesOf = async (kind: 'charges' | 'fixed_charges') =>
  (await sandbox.ok<{ plan: Record<typeof kind, { code: string }[]> }>('GET', '/plans/p')).plan[kind].map(
    ({ code }) => code,
  );
const pay = (invoiceId: string, amount_cents: number) =>
  sandbox.ok('POST', '/payments', { payment: { invoice_id: invoiceId, amount_cents, reference: 'transfer' } });
const put = (path: string, body: object) => sandbox.ok('PUT', path, body);
/** An event of a time that may be long before its reception. No wallet pays for its subscription. */
const sendEvent = (transaction_id: string, at: string) =>
  sandbox.ok('POST', '/events', {
    event: {
      ...{ transaction_id, external_subscription_id: 'elsewhere', code: 'other' },
      timestamp: Date.parse(at) / 1000,
      properties: {},
    },
  });
const setRate = (rate: string) =>
  sandbox.ok('POST', '/exchange_rates', {
    exchange_rate: { from_currency: 'USD', to_currency: 'SEK', date: '2024-01-03', rate },
  });

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-08T00:00:00Z', { country: 'DE' });
  for (const code of ['vat', 'other'])
    await sandbox.ok('POST', '/taxes', {
      tax: { code, name: code, rate: '19', applied_to_organization: code === 'vat' },
    });
  for (const code of ['terms', 'thanks'])
    await sandbox.ok('POST', '/invoice_custom_sections', {
      invoice_custom_section: { code, name: code, details: 'x' },
    });
  const addOnIds: string[] = [];
  for (const code of ['setup', 'training']) {
    const { add_on: addOn } = await sandbox.ok<{ add_on: { svc_id: string } }>('POST', '/add_ons', {
      add_on: { name: code, code, amount_cents: 1000, amount_currency: 'EUR' },
    });
    addOnIds.push(addOn.svc_id);
  }
  for (const code of ['seats', 'support'])
    await sandbox.ok('POST', '/features', { feature: { code, name: code, privileges: [] } });
  const metric = await aMetric().createIn(sandbox);
  await aMetric('other').createIn(sandbox);
  await aPlan('p').charge(metric, '0.5').charge(metric, '1', { code: 'second' }).createIn(sandbox);
  await aPlan('q').createIn(sandbox);
  for (const code of ['seat', 'desk'])
    await sandbox.ok('POST', '/plans/p/fixed_charges', {
      fixed_charge: { add_on_id: addOnIds[0], code, charge_model: 'standard', units: '1', properties: { amount: '5' } },
    });
  for (const code of ['c', 'd'])
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        ...{ code, name: code, coupon_type: 'fixed_amount', amount_cents: 1, amount_currency: 'EUR' },
        ...{ frequency: 'once', expiration: 'no_expiration', reusable: true },
      },
    });
  for (const code of ['reminders', 'warnings'])
    await sandbox.ok('POST', '/dunning_campaigns', {
      dunning_campaign: {
        ...{ code, name: code, days_between_attempts: 1, max_attempts: 3 },
        thresholds: [{ amount_cents: 100_000_000, currency: 'EUR' }],
      },
    });
  for (const external_id of ['buyer', 'user', 'other'])
    await sandbox.ok('POST', '/customers', { customer: { external_id, currency: 'EUR' } });
  for (const [external_id, plan_code] of [
    ['s1', 'q'],
    ['s2', 'q'],
    ['metered', 'p'],
  ])
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'user', external_id, plan_code },
    });
  for (const name of ['changed', 'paid', 'noted', 'voided', 'requested', 'of_fee'] as const)
    invoices[name] = await sell();
  await pay((await sell()).svc_id, 100);
  for (const name of ['One', 'Two']) {
    const wallet = { external_customer_id: 'user', rate_amount: '1', currency: 'EUR', granted_credits: '5', name };
    ({
      wallet: { svc_id: walletId },
    } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', { wallet }));
  }
  await sendEvent('early', '2024-01-09T00:00:00Z');
  await setRate('9.9');
  await sandbox.ok('POST', '/exchange_rates', {
    exchange_rate: { from_currency: 'USD', to_currency: 'NOK', date: '2024-01-03', rate: '10' },
  });
  // The invoices are overdue by then.
  await sandbox.advanceClock('2024-01-10T00:00:00Z');
});

/** Kinds of which other changes of the list touch records, too. */
const touchedByOthers = ['invoices', 'fees', 'taxes', 'wallets', 'plans'];

/** Kinds whose rows have no time of change: each export has all of them. */
const withoutTimes = ['usage', 'price_test_results'] as const satisfies readonly ExportKindName[];

/** How a record of each kind changes, or comes to be, and the columns of the only row that a later run has. */
const changesOf: Record<Exclude<ExportKindName, (typeof withoutTimes)[number]>, [() => Promise<unknown>, Row]> = {
  customers: [
    () => sandbox.ok('POST', '/customers', { customer: { external_id: 'other', name: 'Renamed' } }),
    { external_id: 'other', name: 'Renamed' },
  ],
  subscriptions: [() => put('/subscriptions/s1', { subscription: { name: 'Renamed' } }), { external_id: 's1' }],
  plans: [() => put('/plans/q', { plan: { name: 'Renamed' } }), { code: 'q' }],
  charges: [
    () => put('/plans/p/charges/second', { charge: { properties: { amount: '2' } } }),
    { code: 'second', properties: { amount: '2' } },
  ],
  fixed_charges: [() => put('/plans/p/fixed_charges/desk', { fixed_charge: { units: '3' } }), { code: 'desk' }],
  billable_metrics: [
    () => put('/billable_metrics/other', { billable_metric: { name: 'Renamed' } }),
    { code: 'other', name: 'Renamed' },
  ],
  add_ons: [() => put('/add_ons/training', { add_on: { amount_cents: 7 } }), { code: 'training', amount_cents: 7 }],
  coupons: [() => put('/coupons/d', { coupon: { name: 'Renamed' } }), { code: 'd', name: 'Renamed' }],
  applied_coupons: [
    () =>
      sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'other', coupon_code: 'c' } }),
    { coupon_code: 'c', external_customer_id: 'other' },
  ],
  features: [() => put('/features/seats', { feature: { name: 'Renamed' } }), { code: 'seats', name: 'Renamed' }],
  // The tax itself stays as it is: another object uses it.
  tax_rates: [
    async () => {
      const { billing_entities: entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
        'GET',
        '/billing_entities',
      );
      const codes = { tax_codes: ['vat', 'other'], invoice_custom_section_codes: ['terms'] };
      await put(`/billing_entities/${entities[0]?.code}`, { billing_entity: codes });
    },
    { code: 'other', applied_to_organization: true },
  ],
  invoice_custom_sections: [() => Promise.resolve(), { code: 'terms', applied_to_organization: true }],
  exchange_rates: [() => setRate('9.8'), { to_currency: 'SEK', rate: '9.8' }],
  invoices: [
    () => put(`/invoices/${invoices.changed.svc_id}`, { invoice: { metadata: [{ key: 'a', value: 'b' }] } }),
    {},
  ],
  fees: [
    () => put(`/invoices/${invoices.of_fee.svc_id}`, { invoice: { payment_status: 'succeeded' } }),
    { payment_status: 'succeeded' },
  ],
  credit_notes: [
    () =>
      sandbox.ok('POST', '/credit_notes', {
        credit_note: {
          invoice_id: invoices.noted.svc_id,
          credit_amount_cents: 119,
          items: [{ fee_id: invoices.noted.fees[0]?.svc_id, amount_cents: 100 }],
        },
      }),
    { total_amount_cents: 119 },
  ],
  taxes: [() => sandbox.ok('POST', `/invoices/${invoices.voided.svc_id}/void`), { status: 'voided' }],
  payments: [() => pay(invoices.paid.svc_id, 321), { amount_cents: 321 }],
  payment_receipts: [() => Promise.resolve(), { payment_amount_cents: 321 }],
  payment_requests: [
    () =>
      sandbox.ok('POST', '/payment_requests', {
        payment_request: { external_customer_id: 'buyer', svc_invoice_ids: [invoices.requested.svc_id] },
      }),
    { customer_external_id: 'buyer' },
  ],
  dunning_campaigns: [
    () => put('/dunning_campaigns/warnings', { dunning_campaign: { name: 'Renamed' } }),
    { code: 'warnings', name: 'Renamed' },
  ],
  wallets: [() => put(`/wallets/${walletId}`, { wallet: { name: 'Renamed' } }), { name: 'Renamed' }],
  wallet_transactions: [
    () =>
      sandbox.ok('POST', '/wallet_transactions', {
        wallet_transaction: { wallet_id: walletId, granted_credits: '1', name: 'More' },
      }),
    { name: 'More' },
  ],
  billed_events: [() => Promise.resolve(), {}],
  events: [() => sendEvent('late', '2024-01-08T12:00:00Z'), { transaction_id: 'late' }],
  // The invoice that is voided above has a number.
  number_sequences: [() => Promise.resolve(), { document_type: 'invoice', documents_count: 7, voided_count: 1 }],
};

/** Rows of a run that continues the one before. */
async function run(name: string): Promise<Row[]> {
  const done = await endedExport(sandbox, name, undefined, { incremental: true, format: 'jsonl' });
  if (done.status !== 'completed') throw new Error(`the export of ${name} ${done.status}: ${done.error}`);
  return (await (await fetchFile(done.file_url ?? '')).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

const runAll = async () => {
  const rows: Record<string, Row[]> = {};
  for (const name of Object.keys(changesOf)) rows[name] = await run(name);
  return rows;
};

it('exports of every kind whose changes have a time have only what changed', async () => {
  const times = exportKinds.flatMap(({ name, changes }) => (changes === null ? [] : [name]));
  expect(new Set(times)).toEqual(new Set(Object.keys(changesOf)));
  expect(exportKinds.filter(({ changes }) => changes === null).map(({ name }) => name)).toEqual(withoutTimes);
  for (const resource_type of withoutTimes)
    expect(
      (await sandbox.call('POST', '/data_exports', { data_export: { resource_type, incremental: true } })).status,
    ).toBe(422);
  expect(
    await sandbox.call('POST', '/data_exports', {
      data_export: { resource_type: 'events', filters: { status: 'counted' }, incremental: true },
    }),
  ).toMatchObject({
    status: 422,
    body: { error_details: { incremental: ['not_supported_with_filter: status'] } },
  });
  await sandbox.advanceClock('2024-01-10T01:00:00Z');
  const first = await runAll();
  expect(await codesOf('charges')).toHaveLength(first['charges']?.length ?? 0);
  await sandbox.advanceClock('2024-01-10T02:00:00Z');
  // In this order: the payment and its receipt belong to the same invoice.
  for (const [change] of Object.values(changesOf)) await change();
  await sandbox.advanceClock('2024-01-10T03:00:00Z');
  const second = await runAll();
  for (const [name, [, expected]] of Object.entries(changesOf)) {
    const rows = second[name] ?? [];
    if (!touchedByOthers.includes(name) && name !== 'billed_events') expect([name, rows.length]).toEqual([name, 1]);
    if (name !== 'billed_events')
      expect([name, rows]).toEqual([name, expect.arrayContaining([expect.objectContaining(expected)])]);
  }
  expect(second['invoices']?.length).toBeLessThan(first['invoices']?.length ?? 0);
  await sandbox.advanceClock('2024-01-10T04:00:00Z');
  const third = await runAll();
  for (const [name, rows] of Object.entries(third)) expect([name, rows]).toEqual([name, []]);
}, 240_000);
