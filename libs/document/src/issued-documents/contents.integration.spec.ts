import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';
import type { DocumentContents } from '../tables/document-contents.js';

describe('the stored content of documents', () => {
  let client: pg.Client;
  let sandbox: Sandbox;

  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
    sandbox = await Sandbox.create('2026-01-01T10:00:00Z', { timezone: 'Europe/Berlin', country: 'DE' });
    for (const [name, rate] of [
      ['City', 5],
      ['VAT', 19],
    ])
      await sandbox.ok('POST', '/taxes', { tax: { name, code: name, rate, applied_to_organization: true } });
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'c', currency: 'EUR', timezone: 'Europe/Berlin' },
    });
  });
  afterAll(() => client.end());

  const contentsOf = async (subjectId: string): Promise<DocumentContents> => {
    await sandbox.awaitIdle();
    const { rows } = await client.query('select contents from document.documents where subject_id = $1', [subjectId]);
    return (rows[0] as { contents: DocumentContents }).contents;
  };
  const invoiceOf = async (type: string, customer = 'c'): Promise<{ svc_id: string; total_amount_cents: number }> => {
    await sandbox.awaitIdle();
    const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; total_amount_cents: number }[] }>(
      'GET',
      `/invoices?invoice_type=${type}&external_customer_id=${customer}`,
    );
    const [latest] = invoices;
    if (!latest) throw new Error(`no invoice of type ${type}`);
    return latest;
  };
  /** Ends a subscription. @returns the id of its last invoice */
  const terminated = async (externalId: string): Promise<{ invoice: string }> => {
    await sandbox.ok('DELETE', `/subscriptions/${externalId}`);
    await sandbox.awaitIdle();
    const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>(
      'GET',
      `/invoices?external_customer_id=${externalId}`,
    );
    return { invoice: invoices[0]?.svc_id ?? '' };
  };
  /** The titles of groups, each with the first cells and remarks of its rows. */
  const outline = ({ tables }: DocumentContents) =>
    tables.flatMap(({ groups }) =>
      groups.map(({ title, rows }) => [title, ...rows.map(({ cells, remarks }) => [cells[0], ...remarks].join(' | '))]),
    );

  it('has each fee in its own period, with what its plan and charge tell', async () => {
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      {
        billable_metric: {
          name: 'Hours',
          code: 'hours',
          aggregation_type: 'weighted_sum_agg',
          field_name: 'n',
          weighted_interval: 'seconds',
        },
      },
    );
    const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '2' } };
    await sandbox.ok('POST', '/plans', {
      plan: {
        ...{ name: 'Pro', code: 'pro', interval: 'monthly', amount_cents: 9900, amount_currency: 'EUR' },
        ...{ pay_in_advance: true, charges: [charge] },
        minimum_commitment: { amount_cents: 50_000, invoice_display_name: 'Minimum spend' },
      },
    });
    const subscription = { external_customer_id: 'c', plan_code: 'pro', external_id: 's' };
    await sandbox.ok('POST', '/subscriptions', { subscription });
    await sandbox.advanceClock('2026-01-20T10:00:00Z');
    const event = { transaction_id: 'e', external_subscription_id: 's', code: 'hours', properties: { n: 3 } };
    await sandbox.ok('POST', '/events', { event });
    await sandbox.advanceClock('2026-02-01T10:00:00Z');
    const contents = await contentsOf((await invoiceOf('subscription')).svc_id);
    expect(outline(contents)).toEqual([
      ['Jan 01, 2026 – Jan 31, 2026', 'Hours | Prorated per second per month', 'Minimum spend'],
      ['Feb 01, 2026 – Feb 28, 2026', 'Monthly subscription – Pro'],
    ]);
    expect(contents.tables[0]?.groups[1]?.rows[0]?.cells).toEqual([
      'Monthly subscription – Pro',
      '1',
      '€99.00',
      '19.0%\n5.0%',
      '€99.00',
    ]);
  });

  it('names the wallet of purchased credits, and its receipt shows them', async () => {
    const wallet = {
      name: 'Main wallet',
      external_customer_id: 'c',
      rate_amount: '1',
      currency: 'EUR',
      paid_credits: '10',
    };
    await sandbox.ok('POST', '/wallets', { wallet });
    const invoice = await invoiceOf('credit');
    expect(outline(await contentsOf(invoice.svc_id))).toEqual([[null, 'Prepaid credits – Main wallet']]);
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: invoice.svc_id, amount_cents: invoice.total_amount_cents, reference: 'Transfer 7' },
    });
    await sandbox.awaitIdle();
    const { payment_receipts: receipts } = await sandbox.ok<{ payment_receipts: { svc_id: string }[] }>(
      'GET',
      `/payment_receipts?invoice_id=${invoice.svc_id}`,
    );
    const receipt = await contentsOf(receipts[0]?.svc_id ?? '');
    expect(outline({ ...receipt, tables: receipt.details })).toEqual([[null, 'Prepaid credits – Main wallet']]);
    expect(receipt.head.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Bank transfer / other', 'Transfer 7', '€0.00']),
    );
  });

  it("has the issuer's texts in the customer's language, as they were at the issue", async () => {
    const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
      'GET',
      '/billing_entities',
    );
    const entity = `/billing_entities/${issuers[0]?.code}`;
    await sandbox.ok('POST', '/invoice_custom_sections', {
      invoice_custom_section: {
        ...{ code: 'terms', name: 'Terms', display_name: 'Terms', details: 'No discount.' },
        ...{ display_name_translations: { de: 'Bedingungen' }, details_translations: { 'de-CH': 'Kein Skonto.' } },
      },
    });
    await sandbox.ok('PUT', entity, {
      billing_entity: {
        ...{ payment_terms: 'Within 14 days', payment_terms_translations: { de: 'Innerhalb von 14 Tagen' } },
        billing_configuration: { invoice_footer: 'Thanks', invoice_footer_translations: { de: 'Danke' } },
        invoice_custom_section_codes: ['terms'],
      },
    });
    await sandbox.ok('PUT', '/taxes/VAT', { tax: { name_translations: { de: 'USt.' } } });
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'de', currency: 'EUR', billing_configuration: { document_locale: 'de' } },
    });
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'Work', code: 'work', amount_cents: 1000, amount_currency: 'EUR' },
    });
    const sell = async (external_customer_id: string) => {
      const { invoice } = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', {
        invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code: 'work' }] },
      });
      return invoice.svc_id;
    };
    const textsOf = ({ payment, footer, totals, paragraphs }: DocumentContents) => [
      payment?.terms,
      footer,
      ...totals.map(({ label }) => label).filter((label) => /19/.test(label)),
      ...paragraphs.map(({ title, text }) => `${title}: ${text}`),
    ];
    const german = await sell('de');
    const texts = ['Innerhalb von 14 Tagen', 'Danke', 'USt. (19,0\u00a0%)', 'Bedingungen: No discount.'];
    expect(textsOf(await contentsOf(german))).toEqual(texts);
    expect(textsOf(await contentsOf(await sell('c')))).toEqual([
      ...['Within 14 days', 'Thanks', 'VAT (19.0%)', 'Terms: No discount.'],
    ]);
    const nothing = { payment_terms: null, payment_terms_translations: {}, invoice_custom_section_codes: [] };
    await sandbox.ok('PUT', entity, {
      billing_entity: {
        ...nothing,
        billing_configuration: { invoice_footer: null, invoice_footer_translations: {} },
      },
    });
    expect(textsOf(await contentsOf(german))).toEqual(texts);
  });

  it('names items in the language of the customer, those of a copied plan too', async () => {
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      { billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' } },
    );
    const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '2' } };
    await sandbox.ok('POST', '/plans', {
      plan: {
        ...{ name: 'Basic', code: 'basic', interval: 'monthly', amount_cents: 100, amount_currency: 'EUR' },
        ...{ pay_in_advance: false, charges: [charge], invoice_display_name_translations: { es: 'Básico' } },
      },
    });
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'es', currency: 'EUR', billing_configuration: { document_locale: 'es' } },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: {
        ...{ external_customer_id: 'es', plan_code: 'basic', external_id: 'es' },
        plan_overrides: { amount_cents: 200 },
      },
    });
    await sandbox.ok('PUT', '/billable_metrics/calls', { billable_metric: { name_translations: { es: 'Llamadas' } } });
    const event = { transaction_id: 'es', external_subscription_id: 'es', code: 'calls' };
    await sandbox.ok('POST', '/events', { event });
    await sandbox.advanceClock('2026-02-02T10:00:00Z');
    const { invoice } = await terminated('es');
    expect(outline(await contentsOf(invoice)).flat()).toEqual(expect.arrayContaining(['Básico', 'Llamadas']));
  });

  it('says how to pay, and names the card that paid', async () => {
    const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
      'GET',
      '/billing_entities',
    );
    await sandbox.ok('PUT', `/billing_entities/${issuers[0]?.code}`, {
      billing_entity: { bank_account_iban: 'DE89370400440532013000', document_paper: 'Letter' },
    });
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
    });
    const { invoice } = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
    });
    const contents = await contentsOf(invoice.svc_id);
    expect(contents.payment?.account.map(({ value }) => value)).toContain('DE89 3704 0044 0532 0130 00');
    expect(contents.payment?.code?.content).toContain('\nDE89370400440532013000\nEUR12.40\n');
    expect(contents.theme.paper).toBe('Letter');
    await sandbox.ok('POST', '/payment_providers', {
      payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
    });
    await sandbox.ok('PUT', '/customers/c/payment_provider', {
      payment_provider: { payment_provider_code: 'test', provider_method_id: 'pm_succeeds' },
    });
    await sandbox.awaitIdle();
    const { payment_receipts: receipts } = await sandbox.ok<{ payment_receipts: { svc_id: string }[] }>(
      'GET',
      `/payment_receipts?invoice_id=${invoice.svc_id}`,
    );
    const receipt = await contentsOf(receipts[0]?.svc_id ?? '');
    expect(receipt.head.map(({ value }) => value)).toContain('Visa **** 4242');
  });

  it("states the tax in the currency of the seller's country, and on a credit note at the rate of its invoice", async () => {
    const rate = { from_currency: 'USD', to_currency: 'EUR', date: '2026-01-31', rate: '0.9', source: 'Bundesbank' };
    await sandbox.ok('POST', '/exchange_rates', { exchange_rate: rate });
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'usd', currency: 'USD' } });
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'Help', code: 'help', amount_cents: 10_000, amount_currency: 'USD' },
    });
    const { invoice } = await sandbox.ok<{ invoice: { svc_id: string; fees: { svc_id: string }[] } }>(
      'POST',
      '/invoices',
      {
        invoice: {
          external_customer_id: 'usd',
          currency: 'USD',
          fees: [{ add_on_code: 'help', tax_codes: ['VAT'] }],
        },
      },
    );
    const converted = async (id: string) =>
      (await contentsOf(id)).totals
        .filter(({ label }) => label === 'Tax in EUR')
        .map(({ value, remark }) => [value, remark]);
    const remark = '1 USD = 0.9 EUR, Bundesbank, Jan 31, 2026';
    expect(await converted(invoice.svc_id)).toEqual([['€17.10', remark]]);
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: invoice.svc_id, amount_cents: 11_900, reference: 'T' },
    });
    await sandbox.ok('POST', '/exchange_rates', { exchange_rate: { ...rate, date: '2026-02-03', rate: '0.8' } });
    await sandbox.advanceClock('2026-02-04T10:00:00Z');
    const { credit_note: note } = await sandbox.ok<{ credit_note: { svc_id: string } }>('POST', '/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        ...{ reason: 'other', credit_amount_cents: 5_950 },
        items: [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: 5_000 }],
      },
    });
    expect(await converted(note.svc_id)).toEqual([['€8.55', remark]]);
  });

  it('names the progressive invoices that an invoice deducts', async () => {
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      { billable_metric: { name: 'Requests', code: 'requests', aggregation_type: 'sum_agg', field_name: 'n' } },
    );
    const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } };
    await sandbox.ok('POST', '/plans', {
      plan: {
        ...{ name: 'Usage', code: 'usage', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' },
        pay_in_advance: false,
        ...{ charges: [charge], usage_thresholds: [{ amount_cents: 1_000 }, { amount_cents: 2_000 }] },
      },
    });
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'p', currency: 'EUR' } });
    const subscription = { external_customer_id: 'p', plan_code: 'usage', external_id: 'u' };
    await sandbox.ok('POST', '/subscriptions', { subscription });
    for (const [place, n] of [12, 10, 5].entries()) {
      const event = { transaction_id: `u${place}`, external_subscription_id: 'u', code: 'requests', properties: { n } };
      await sandbox.ok('POST', '/events', { event });
      await sandbox.awaitIdle();
    }
    const { invoices } = await sandbox.ok<{ invoices: { number: string }[] }>(
      'GET',
      '/invoices?invoice_type=progressive_billing',
    );
    await sandbox.advanceClock('2026-03-01T10:00:00Z');
    const { paragraphs } = await contentsOf((await invoiceOf('subscription', 'p')).svc_id);
    const names = invoices.map(({ number }) => `${number} (Feb 04, 2026)`).sort();
    expect(paragraphs.map(({ text }) => text)).toEqual([`Deducted invoices: ${names.join(', ')}`]);
    expect(names).toHaveLength(2);
  });
});
