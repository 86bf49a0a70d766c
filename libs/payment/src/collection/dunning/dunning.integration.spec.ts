import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Request {
  svc_id: string;
  amount_cents: number;
  amount_currency: string;
  created_at: string;
  customer: { external_id: string };
  invoices: { svc_id: string }[];
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-01T12:00:00Z');
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR', email: 'c@example.com' } });
});

const issuerCode = async () =>
  (await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities')).billing_entities[0]
    ?.code as string;
const sell = async (unit_amount_cents: number, currency = 'EUR', customer = 'c'): Promise<string> => {
  const invoice = { external_customer_id: customer, currency, fees: [{ add_on_code: 'setup', unit_amount_cents }] };
  return (await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice })).invoice.svc_id;
};
const campaign = async (changes: object = {}) =>
  sandbox.ok('POST', '/dunning_campaigns', {
    dunning_campaign: {
      code: 'reminders',
      name: 'Reminders',
      days_between_attempts: 2,
      max_attempts: 2,
      thresholds: [{ currency: 'EUR', amount_cents: 15000 }],
      billing_entity_codes: [await issuerCode()],
      ...changes,
    },
  });
const requests = async (): Promise<Request[]> =>
  (await sandbox.ok<{ payment_requests: Request[] }>('GET', '/payment_requests')).payment_requests.reverse();
const demanded = async () => (await requests()).map(({ amount_cents, created_at }) => `${created_at} ${amount_cents}`);
const dunning = async (customer = 'c') =>
  (await sandbox.ok<{ dunning: object }>('GET', `/customers/${customer}/dunning`)).dunning;
const until = (day: string) => sandbox.advanceClock(`2024-01-${day}T00:00:00Z`);

describe('a dunning campaign', () => {
  it('sends a reminder above the threshold, again after its days, and not above its maximum', async () => {
    await campaign();
    await sell(14900);
    await until('06');
    expect(await demanded()).toEqual([]);
    await sell(600);
    await until('20');
    expect(await demanded()).toEqual(['2024-01-07T00:45:00Z 15500', '2024-01-09T01:45:00Z 15500']);
    expect(await dunning()).toMatchObject({
      last_attempt_at: '2024-01-09T01:45:00Z',
      attempts: [{ currency: 'EUR', attempts: 2 }],
    });
  });

  it('makes up missed runs late, with one reminder', async () => {
    await sell(15000);
    await until('10');
    await campaign();
    await sandbox.advanceClock('2024-01-10T00:30:00Z');
    expect(await demanded()).toEqual([]);
    await sandbox.advanceClock('2024-01-10T01:00:00Z');
    expect(await demanded()).toEqual(['2024-01-10T00:45:00Z 15000']);
  });

  it('leaves out excluded customers and partners', async () => {
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'partner', currency: 'EUR', account_type: 'partner' },
    });
    await campaign();
    await sandbox.ok('PUT', '/customers/c/dunning', { dunning: { exclude_from_dunning_campaign: true } });
    await sell(20000);
    await sell(20000, 'EUR', 'partner');
    await until('05');
    expect(await demanded()).toEqual([]);
    await sandbox.ok('PUT', '/customers/c/dunning', { dunning: { exclude_from_dunning_campaign: false } });
    await until('06');
    expect(await demanded()).toEqual(['2024-01-05T00:45:00Z 20000']);
  });

  it('counts each currency separately; a payment resets its attempts', async () => {
    await campaign({
      thresholds: [
        { currency: 'EUR', amount_cents: 100 },
        { currency: 'USD', amount_cents: 100 },
      ],
      max_attempts: 3,
    });
    const [paid] = [await sell(1000), await sell(500, 'USD')];
    await until('05');
    expect((await requests()).map((one) => `${one.amount_currency} ${one.amount_cents}`).sort()).toEqual([
      'EUR 1000',
      'EUR 1000',
      'USD 500',
      'USD 500',
    ]);
    await sandbox.ok('POST', '/payments', { payment: { invoice_id: paid, amount_cents: 1000, reference: 'r' } });
    await sandbox.awaitIdle();
    expect(await dunning()).toMatchObject({ attempts: [{ currency: 'USD', attempts: 2 }] });
  });

  it("is the customer's own before its issuer's; another one starts with no attempts", async () => {
    await campaign({ thresholds: [{ currency: 'EUR', amount_cents: 1 }] });
    await campaign({ code: 'own', thresholds: [{ currency: 'EUR', amount_cents: 50000 }], billing_entity_codes: [] });
    await sell(1000);
    await until('03');
    expect(await demanded()).toEqual(['2024-01-02T00:45:00Z 1000']);
    await sandbox.ok('PUT', '/customers/c/dunning', { dunning: { dunning_campaign_code: 'own' } });
    await until('10');
    expect(await demanded()).toHaveLength(1);
    expect(await dunning()).toEqual({
      external_customer_id: 'c',
      dunning_campaign_code: 'own',
      exclude_from_dunning_campaign: false,
      last_attempt_at: null,
      attempts: [],
    });
    await sandbox.ok('PUT', '/customers/c/dunning', { dunning: { dunning_campaign_code: null } });
    await until('11');
    expect(await demanded()).toHaveLength(2);
    await sandbox.ok('DELETE', '/dunning_campaigns/reminders');
    await until('20');
    expect(await demanded()).toHaveLength(2);
  });

  it('resets the attempts of customers below its new thresholds', async () => {
    await campaign({ thresholds: [{ currency: 'EUR', amount_cents: 1 }] });
    await sell(1000);
    await until('03');
    await sandbox.ok('PUT', '/dunning_campaigns/reminders', {
      dunning_campaign: { thresholds: [{ currency: 'EUR', amount_cents: 1001 }] },
    });
    expect(await dunning()).toMatchObject({ attempts: [], last_attempt_at: null });
  });
});

describe('calls of dunning campaigns', () => {
  it('validate their input', async () => {
    const made = (dunning_campaign: object) => sandbox.call('POST', '/dunning_campaigns', { dunning_campaign });
    const thresholds = [{ currency: 'EUR', amount_cents: 1 }];
    expect((await made({ code: 'a', name: 'A' })).body).toMatchObject({
      error_details: { thresholds: ['value_is_mandatory'] },
    });
    expect(
      (await made({ name: 'A', max_attempts: 0, days_between_attempts: 0, thresholds: [...thresholds, ...thresholds] }))
        .body,
    ).toMatchObject({
      error_details: {
        code: ['value_is_mandatory'],
        max_attempts: ['value_is_out_of_range'],
        days_between_attempts: ['value_is_out_of_range'],
        thresholds: ['value_already_exist'],
      },
    });
    expect(
      (await made({ code: 'a', name: 'A', thresholds: [{ currency: 'EUR', amount_cents: -1 }] })).body,
    ).toMatchObject({
      error_details: { amount_cents: ['value_is_out_of_range'] },
    });
    expect((await made({ code: 'a', name: 'A', thresholds, billing_entity_codes: ['none'] })).body).toMatchObject({
      code: 'billing_entity_not_found',
    });
    expect((await made({ code: 'a', name: 'A', thresholds })).status).toBe(200);
    expect((await made({ code: 'a', name: 'A', thresholds })).body).toMatchObject({
      error_details: { code: ['value_already_exist'] },
    });
    expect((await sandbox.call('GET', '/dunning_campaigns/none')).body).toMatchObject({
      code: 'dunning_campaign_not_found',
    });
    expect(
      (await sandbox.call('PUT', '/customers/none/dunning', { dunning: { exclude_from_dunning_campaign: true } })).body,
    ).toMatchObject({ code: 'customer_not_found' });
  });

  it('show, list, change and delete them', async () => {
    const issuer = await issuerCode();
    await campaign({ bcc_emails: ['b@example.com'] });
    await campaign({ code: 'other', name: 'Other' });
    const { dunning_campaigns: all } = await sandbox.ok<{ dunning_campaigns: object[] }>('GET', '/dunning_campaigns');
    expect(all).toMatchObject([
      { code: 'other', billing_entity_codes: [issuer] },
      { code: 'reminders', billing_entity_codes: [], bcc_emails: ['b@example.com'], max_attempts: 2 },
    ]);
    const { dunning_campaign: changed } = await sandbox.ok<{ dunning_campaign: object }>(
      'PUT',
      '/dunning_campaigns/other',
      {
        dunning_campaign: { code: 'new', max_attempts: 5, description: 'text', billing_entity_codes: [] },
      },
    );
    expect(changed).toMatchObject({ code: 'new', max_attempts: 5, description: 'text', billing_entity_codes: [] });
    await sandbox.ok('DELETE', '/dunning_campaigns/new');
    expect((await sandbox.call('GET', '/dunning_campaigns/new')).status).toBe(404);
  });
});
