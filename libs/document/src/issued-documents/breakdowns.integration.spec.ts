import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';
import type { DocumentContents } from '../tables/document-contents.js';

describe('the breakdown of prorated units on invoices', () => {
  let client: pg.Client;

  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
  });
  afterAll(() => client.end());

  /** The rows of the pages behind the newest invoice of a subscription, and what it bills. */
  const latestInvoice = async (sandbox: Sandbox) => {
    await sandbox.awaitIdle();
    const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; fees_amount_cents: number }[] }>(
      'GET',
      '/invoices?invoice_type=subscription',
    );
    const invoice = invoices[0];
    const { rows } = await client.query('select contents from document.documents where subject_id = $1', [
      invoice?.svc_id,
    ]);
    const { tables, details } = (rows[0] as { contents: DocumentContents }).contents;
    const [line] = tables.flatMap(({ groups }) => groups.flatMap((group) => group.rows)).slice(-1);
    const shown = details.flatMap(({ groups }) => groups.flatMap((group) => group.rows.map(({ cells }) => cells)));
    return { cents: invoice?.fees_amount_cents, product: line?.cells.slice(1, 3), shown };
  };

  const seats = async (at: string, charge: object) => {
    const sandbox = await Sandbox.create(at, { timezone: 'UTC' });
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      {
        billable_metric: {
          ...{ name: 'Seats', code: 'seats', aggregation_type: 'unique_count_agg' },
          ...{ field_name: 'user', recurring: true },
        },
      },
    );
    await sandbox.ok('POST', '/plans', {
      plan: {
        ...{ name: 'Pro', code: 'pro', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' },
        pay_in_advance: false,
        charges: [{ billable_metric_id: metric.svc_id, prorated: true, ...charge }],
      },
    });
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
    const subscription = { external_customer_id: 'c', plan_code: 'pro', external_id: 's' };
    await sandbox.ok('POST', '/subscriptions', { subscription });
    return sandbox;
  };
  const use = (sandbox: Sandbox, user: string, operation = 'add') =>
    sandbox.ok('POST', '/events', {
      event: {
        ...{ transaction_id: `${user} ${operation}`, external_subscription_id: 's', code: 'seats' },
        properties: { user, operation_type: operation },
      },
    });

  it('lists what was added and carried over, with its days', async () => {
    const sandbox = await seats('2024-06-01T10:00:00Z', { charge_model: 'standard', properties: { amount: '30' } });
    await sandbox.advanceClock('2024-06-11T10:00:00Z');
    await use(sandbox, 'a');
    await use(sandbox, 'b');
    await sandbox.advanceClock('2024-06-21T10:00:00Z');
    await use(sandbox, 'c');
    await sandbox.advanceClock('2024-07-01T10:00:00Z');
    // 2 × 20/30 + 1 × 10/30 = 1.66667, at 30.00
    expect(await latestInvoice(sandbox)).toEqual({
      cents: 5000,
      product: ['1.66667', '€30.00'],
      shown: [
        ['Jun 11, 2024 – Jun 30, 2024', '+2', '20 of 30 days', '1.33334'],
        ['Jun 21, 2024 – Jun 30, 2024', '+1', '10 of 30 days', '0.33333'],
        ['Subtotal', '3', '', '1.66667'],
      ],
    });
    await use(sandbox, 'c', 'remove');
    await sandbox.advanceClock('2024-08-01T10:00:00Z');
    // 2 + 1 × 1/31 = 2.03226, at 30.00
    expect(await latestInvoice(sandbox)).toEqual({
      cents: 6097,
      product: ['2.03226', '€30.00'],
      shown: [
        ['Jul 01, 2024 – Jul 31, 2024', '2', '31 of 31 days', '2'],
        ['Jul 01, 2024', '1', '1 of 31 days', '0.03226'],
        ['Subtotal', '2', '', '2.03226'],
      ],
    });
  });

  it('has the days of an event that is paid in advance', async () => {
    const sandbox = await seats('2023-09-01T10:00:00Z', {
      ...{ charge_model: 'standard', properties: { amount: '10' }, pay_in_advance: true, invoiceable: true },
    });
    await sandbox.advanceClock('2023-09-02T10:00:00Z');
    await use(sandbox, 'a');
    // 29/30 = 0.96667, at 10.00
    expect(await latestInvoice(sandbox)).toEqual({
      cents: 967,
      product: ['0.96667', '€10.00'],
      shown: [
        ['Sep 02, 2023 – Sep 30, 2023', '+1', '29 of 30 days', '0.96667'],
        ['Subtotal', '1', '', '0.96667'],
      ],
    });
  });
});
