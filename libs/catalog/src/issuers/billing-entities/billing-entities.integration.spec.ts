import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Invoice {
  status: string;
  number: string;
  issuing_date: string;
  payment_due_date: string;
  net_payment_term: number;
  taxes_amount_cents: number;
}

const plan = (interval: string) => ({
  plan: { name: 'p', code: 'p', interval, amount_cents: 10_000, amount_currency: 'EUR', pay_in_advance: false },
});
const invoices = async (sandbox: Sandbox) => (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices')).invoices;
const defaultCode = async (sandbox: Sandbox) =>
  (await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities')).billing_entities[0]?.code;

/** A customer with one draft of January over 100.00, because its issuer has a grace period. */
async function withDraft(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-01-01T10:00:00Z');
  const code = await defaultCode(sandbox);
  await sandbox.ok('PUT', `/billing_entities/${code}`, {
    billing_entity: { billing_configuration: { invoice_grace_period: 10 } },
  });
  await sandbox.ok('POST', '/plans', plan('monthly'));
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', plan_code: 'p', external_id: 's1' },
  });
  await sandbox.advanceClock('2024-02-01T10:20:00Z');
  return sandbox;
}

describe('billing entities', () => {
  it('can be created and changed, and are identified by their codes', async () => {
    const sandbox = await Sandbox.create('2024-01-01T10:00:00Z');
    const create = (billing_entity: object) => sandbox.call('POST', '/billing_entities', { billing_entity });
    expect((await create({ code: 'b', name: 'Branch', country: 'fr' })).body).toMatchObject({
      code: 'b',
      country: 'FR',
      default_currency: 'USD',
      document_number_prefix: expect.stringMatching(/^BRA-[0-9A-F]{4}$/) as unknown,
      is_default: false,
    });
    const refused = async (billing_entity: object) =>
      ((await create(billing_entity)).body as { error_details: object }).error_details;
    expect(await refused({ code: 'b', name: 'Other' })).toEqual({ code: ['value_already_exist'] });
    expect(
      await refused({
        email_settings: ['x'],
        email: 'x',
        document_numbering: 'x',
        document_number_prefix: '12345678901',
        finalize_zero_amount_invoice: 'x',
        billing_configuration: { document_locale: 'x', invoice_grace_period: -1, invoice_footer: 'x'.repeat(601) },
      }),
    ).toEqual({
      code: ['value_is_mandatory'],
      name: ['value_is_mandatory'],
      email: ['invalid_email_format'],
      email_settings: ['unsupported_value'],
      document_numbering: ['value_is_invalid'],
      document_number_prefix: ['value_is_too_long'],
      finalize_zero_amount_invoice: ['value_is_invalid'],
      document_locale: ['not_a_valid_language_code'],
      invoice_grace_period: ['value_is_out_of_range'],
      invoice_footer: ['value_is_too_long'],
    });
    expect(await refused({ code: 'c', name: 'C', country: 'US', eu_tax_management: true, einvoicing: true })).toEqual({
      eu_tax_management: ['billing_entity_must_be_in_eu'],
      einvoicing: ['country_not_supported'],
    });
    expect((await sandbox.call('GET', '/billing_entities/c')).status).toBe(404);
    const changed = await sandbox.call('PUT', '/billing_entities/b', {
      billing_entity: { name: null, timezone: null, billing_configuration: { document_locale: null } },
    });
    expect(changed.body).toMatchObject({
      error_details: {
        name: ['value_is_mandatory'],
        timezone: ['invalid_timezone'],
        document_locale: ['not_a_valid_language_code'],
      },
    });
  });

  it('have a bank account, terms of payment and a look of their documents', async () => {
    const sandbox = await Sandbox.create('2024-01-01T10:00:00Z');
    const change = async (billing_entity: object) =>
      (await sandbox.call('PUT', `/billing_entities/${await defaultCode(sandbox)}`, { billing_entity })).body;
    const set = {
      bank_account_holder: 'Nimbus GmbH',
      bank_account_iban: 'de89 3704 0044 0532 0130 00',
      bank_account_bic: 'cobadeff',
      payment_terms: 'Net 30 days',
      document_paper: 'Letter',
      document_accent_color: '#0A7D5A',
    };
    expect(await change(set)).toMatchObject({
      billing_entity: {
        ...set,
        bank_account_iban: 'DE89370400440532013000',
        bank_account_bic: 'COBADEFF',
        document_accent_color: '#0a7d5a',
      },
    });
    const wrong = {
      bank_account_holder: 'x'.repeat(256),
      bank_account_iban: 'DE89370400440532013001',
      bank_account_bic: 'COBA',
      payment_terms: 'x'.repeat(601),
      document_paper: 'A5',
      document_accent_color: 'red',
    };
    expect(await change(wrong)).toMatchObject({
      error_details: {
        bank_account_holder: ['value_is_too_long'],
        bank_account_iban: ['value_is_invalid'],
        bank_account_bic: ['value_is_invalid'],
        payment_terms: ['value_is_too_long'],
        document_paper: ['value_is_invalid'],
        document_accent_color: ['value_is_invalid'],
      },
    });
    const cleared = Object.fromEntries(Object.keys(set).map((field) => [field, null]));
    expect(await change(cleared)).toMatchObject({ billing_entity: { ...cleared, document_paper: 'A4' } });
  });

  it('have what the law wants on their invoices', async () => {
    const sandbox = await Sandbox.create('2024-01-01T10:00:00Z');
    const code = await defaultCode(sandbox);
    const change = async (legal_mentions: object, more: object = {}) =>
      (await sandbox.call('PUT', `/billing_entities/${code}`, { billing_entity: { legal_mentions, ...more } })).body;
    expect(await sandbox.ok('GET', `/billing_entities/${code}`)).toMatchObject({
      billing_entity: { legal_mentions: { late_penalty_rate: null, recovery_indemnity: null, vat_on_debits: false } },
    });
    const french = { vat_on_debits: true, operation_category: 'services' };
    expect(await change(french)).toMatchObject({
      error_details: { vat_on_debits: ['country_not_supported'], operation_category: ['country_not_supported'] },
    });
    expect(await change({ ...french, late_penalty_rate: '12.15' }, { country: 'FR' })).toMatchObject({
      billing_entity: { legal_mentions: { ...french, late_penalty_rate: 12.15, no_early_payment_discount: false } },
    });
    expect(await change({ late_penalty_rate: 101, operation_category: 'x' })).toMatchObject({
      error_details: { late_penalty_rate: ['value_is_out_of_range'], operation_category: ['value_is_invalid'] },
    });
    expect(await change({ late_penalty_rate: null, no_early_payment_discount: true })).toMatchObject({
      billing_entity: { legal_mentions: { ...french, late_penalty_rate: null, no_early_payment_discount: true } },
    });
    expect(await change({}, { country: 'DE' })).toMatchObject({
      error_details: { vat_on_debits: ['country_not_supported'] },
    });
  });

  it('update dates, terms and taxes of their customers’ drafts', async () => {
    const sandbox = await withDraft();
    const code = await defaultCode(sandbox);
    expect(await invoices(sandbox)).toMatchObject([
      { status: 'draft', issuing_date: '2024-02-11', payment_due_date: '2024-02-11', taxes_amount_cents: 0 },
    ]);
    await sandbox.ok('POST', '/taxes', { tax: { name: 'VAT', code: 'vat', rate: '20' } });
    await sandbox.ok('PUT', `/billing_entities/${code}`, {
      billing_entity: { net_payment_term: 7, tax_codes: ['VAT'], billing_configuration: { invoice_grace_period: 20 } },
    });
    await sandbox.awaitIdle();
    expect(await invoices(sandbox)).toMatchObject([
      { status: 'draft', issuing_date: '2024-02-21', payment_due_date: '2024-02-28', net_payment_term: 7 },
    ]);
    await sandbox.advanceClock('2024-02-01T10:25:00Z');
    expect(await invoices(sandbox)).toMatchObject([{ status: 'draft', taxes_amount_cents: 2_000 }]);
  });

  it('finalize drafts at the next full hour once a shorter grace period has passed', async () => {
    const sandbox = await withDraft();
    await sandbox.ok('PUT', '/organizations', {
      organization: { billing_configuration: { invoice_grace_period: 0 }, document_number_prefix: 'next' },
    });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-02-01T10:59:59Z');
    expect(await invoices(sandbox)).toMatchObject([{ status: 'draft' }]);
    await sandbox.advanceClock('2024-02-01T11:00:00Z');
    expect(await invoices(sandbox)).toMatchObject([{ status: 'finalized', number: 'NEXT-001-001' }]);
  });

  it('bill customers without a time zone in the time zone of the issuer', async () => {
    const sandbox = await Sandbox.create('2024-01-01T12:00:00Z');
    await sandbox.ok('POST', '/plans', plan('monthly'));
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'own', timezone: 'Europe/London' } });
    for (const customer of ['c1', 'own'])
      await sandbox.ok('POST', '/subscriptions', {
        subscription: { external_customer_id: customer, plan_code: 'p', external_id: customer },
      });
    await sandbox.ok('PUT', '/organizations', { organization: { timezone: 'America/New_York' } });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-02-01T04:59:00Z');
    expect(await invoices(sandbox)).toHaveLength(1);
    await sandbox.advanceClock('2024-02-01T05:00:00Z');
    expect(await invoices(sandbox)).toHaveLength(2);
  });

  it('present their organization with its webhook addresses and its slug', async () => {
    const sandbox = await Sandbox.create('2024-01-01T12:00:00Z');
    const other = await Sandbox.create('2024-01-01T12:00:00Z');
    const slug = `slug-${sandbox.organizationId.slice(-12)}`;
    const answer = await sandbox.ok('PUT', '/organizations', {
      organization: { slug: ` ${slug.toUpperCase()} `, webhook_url: 'http://127.0.0.1:9/hook', country: 'de' },
    });
    expect(answer).toMatchObject({ organization: { slug, webhook_url: 'http://127.0.0.1:9/hook', taxes: [] } });
    expect(await sandbox.ok('GET', '/organizations')).toMatchObject({
      organization: { slug, webhook_urls: ['http://127.0.0.1:9/hook'], country: 'DE' },
    });
    const refused = async (candidate: string) =>
      (await other.call('PUT', '/organizations', { organization: { slug: candidate } })).body;
    expect(await refused(slug)).toMatchObject({ error_details: { slug: ['value_already_exist'] } });
    expect(await refused('ab')).toMatchObject({ error_details: { slug: ['value_is_too_short'] } });
    expect(await refused('admin')).toMatchObject({ error_details: { slug: ['value_is_reserved'] } });
    expect(await refused('a_b')).toMatchObject({ error_details: { slug: ['value_is_invalid'] } });
  });
});
