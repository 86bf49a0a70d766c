// Documents of all kinds for the journeys through their pages, made by public calls.
import { advanceClock, newOrganization } from '@tollgate/demo/installation';
import type { Api, Body } from '@tollgate/harness/api';
import { latestMail } from './browser.ts';

/** A document with its page. */
export interface Paper {
  /** Its kind, or the thing that is special about it. */
  kind: string;
  language: string;
  /** The path and the signature of its page. */
  address: string;
}

interface Invoice {
  svc_id: string;
  total_due_amount_cents: number;
  fees: { svc_id: string }[];
  web_url: string;
}

const languages = ['en', 'de', 'es', 'fr', 'it', 'nb', 'pt-BR', 'sv', 'zh-TW'];
const longWord = 'W'.repeat(120);
const description = Array.from({ length: 25 }, (_, line) => `Line ${line + 1}: 1,979.839 units of 2026-01-05`).join(
  '\n',
);

const create = (api: Api, path: string, wrapper: string, record: Body) =>
  api.ok<Record<string, { svc_id: string }>>('POST', `/api/v1/${path}`, { [wrapper]: record });

async function makeMetrics(api: Api): Promise<Record<string, string>> {
  const metrics = [
    { name: 'Storage', code: 'storage', aggregation_type: 'sum_agg', field_name: 'value' },
    { name: 'Payments', code: 'payments', aggregation_type: 'sum_agg', field_name: 'value' },
    { name: 'Messages', code: 'messages', aggregation_type: 'sum_agg', field_name: 'value' },
    { name: 'Seats', code: 'seats', aggregation_type: 'sum_agg', field_name: 'value', recurring: true },
  ];
  const ids: Record<string, string> = {};
  for (const metric of metrics) {
    const { billable_metric: made } = await create(api, 'billable_metrics', 'billable_metric', metric);
    ids[metric.code] = made?.svc_id ?? '';
  }
  return ids;
}

/** Tiers, percentages, packages, prices with many decimals, and units by days. */
async function makePlan(api: Api): Promise<void> {
  const metrics = await makeMetrics(api);
  const ranges = [
    { from_value: 0, to_value: 1000, per_unit_amount: '1.979839', flat_amount: '2' },
    { from_value: 1001, to_value: null, per_unit_amount: '0.0000025', flat_amount: '0' },
  ];
  const packages = { amount: '12.5', free_units: 100, package_size: 1000 };
  await create(api, 'plans', 'plan', {
    name: 'Business',
    code: 'business',
    interval: 'monthly',
    amount_cents: 107100,
    amount_currency: 'EUR',
    pay_in_advance: false,
    charges: [
      { billable_metric_id: metrics.storage, charge_model: 'graduated', properties: { graduated_ranges: ranges } },
      {
        billable_metric_id: metrics.payments,
        charge_model: 'percentage',
        properties: { rate: '2.9', fixed_amount: '0.3' },
      },
      { billable_metric_id: metrics.messages, charge_model: 'package', properties: packages },
      { billable_metric_id: metrics.seats, charge_model: 'standard', properties: { amount: '30' }, prorated: true },
    ],
  });
}

async function makeIssuer(api: Api): Promise<void> {
  const { billing_entities: issuers } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  await api.ok('PUT', `/api/v1/billing_entities/${issuers[0]?.code ?? ''}`, {
    billing_entity: {
      legal_name: 'Nimbus Donaudampfschifffahrtsgesellschaft mbH',
      address_line1: 'Unter den Linden 1',
      city: 'Berlin',
      zipcode: '10117',
      country: 'DE',
      email: 'billing@nimbus.example',
      email_settings: ['credit_note.created', 'payment_receipt.created'],
      tax_identification_number: 'DE123456788',
      bank_account_iban: 'DE89370400440532013000',
      bank_account_bic: 'COBADEFFXXX',
      payment_terms: 'Payable within 14 days, by 2026-02-15.',
      billing_configuration: { invoice_footer: `HRB 12345 B, ${description.slice(0, 580)}` },
    },
  });
  for (const [name, code, rate] of [
    ['Umsatzsteuer', 'standard', '19'],
    ['Kulturförderabgabe', 'culture', '7.125'],
  ])
    await create(api, 'taxes', 'tax', { name, code, rate, applied_to_organization: true });
}

async function makeCustomer(api: Api, id: string, language: string, fields: Body = {}): Promise<void> {
  await create(api, 'customers', 'customer', {
    external_id: id,
    name: 'Acme',
    currency: 'EUR',
    country: 'DE',
    address_line1: 'Invalidenstraße 117/118',
    zipcode: '10115',
    city: 'Berlin',
    email: `${id.toLowerCase()}-accounts-payable@department-of-invoices.example`,
    billing_configuration: { document_locale: language },
    metadata: [{ key: 'Cost centre', value: 'CC-2026-0001-A', display_in_invoice: true }],
    ...fields,
  });
}

/** Subscribes a customer, with usage of January in each charge. */
async function subscribe(api: Api, customer: string): Promise<void> {
  const subscription = `${customer}-main`;
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: customer, external_id: subscription, plan_code: 'business' },
  });
  const usage = { storage: 123_456.789, payments: 56_789.01, messages: 12_345, seats: 7 };
  const events = Object.entries(usage).map(([code, value]) => ({
    transaction_id: `${customer}-${code}`,
    external_subscription_id: subscription,
    code,
    properties: { value },
    timestamp: Date.UTC(2026, 0, 11) / 1000,
  }));
  await api.ok('POST', '/api/v1/events/batch', { events });
}

async function sell(api: Api, customer: string, currency: string, amounts: number[]): Promise<void> {
  const fees = amounts.map((cents, index) => ({
    add_on_code: 'setup',
    unit_amount_cents: cents,
    units: index === 0 ? '1' : '12345.678901',
    invoice_display_name: index === 0 ? longWord : `Setup ${longWord.slice(0, 30)}`,
    description,
  }));
  await create(api, 'invoices', 'invoice', { external_customer_id: customer, currency, fees });
}

async function invoiceOf(api: Api, customer: string): Promise<Invoice> {
  const { invoices } = await api.ok<{ invoices: { svc_id: string }[] }>(
    'GET',
    `/api/v1/invoices?external_customer_id=${customer}&status=finalized`,
  );
  const { invoice } = await api.ok<{ invoice: Invoice }>('GET', `/api/v1/invoices/${invoices[0]?.svc_id ?? ''}`);
  return invoice;
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** The page that a mail links to beside the one of its invoice. */
async function inMail(to: string, invoice: Invoice): Promise<string> {
  const known = new URL(invoice.web_url).pathname.split('/').at(-1) ?? '';
  const other = new RegExp(`http\\S+/documents/[^/\\s]+/(?!${known})[^\\s>)\\]]+`);
  return pathOf(await latestMail(to, other));
}

/** A credit note and a receipt, whose mails link to their pages. */
async function makeOthers(api: Api): Promise<Paper[]> {
  const credited = await invoiceOf(api, 'de');
  await create(api, 'credit_notes', 'credit_note', {
    invoice_id: credited.svc_id,
    reason: 'order_change',
    credit_amount_cents: 1261,
    items: credited.fees.slice(0, 1).map((fee) => ({ fee_id: fee.svc_id, amount_cents: 1000 })),
  });
  const paid = await invoiceOf(api, 'fr');
  await create(api, 'payments', 'payment', {
    invoice_id: paid.svc_id,
    amount_cents: paid.total_due_amount_cents,
    reference: 'Transfer-2026-02-01/4711',
    paid_at: '2026-02-01',
  });
  return [
    { kind: 'credit note', language: 'de', address: await inMail('de-accounts-payable', credited) },
    { kind: 'receipt', language: 'fr', address: await inMail('fr-accounts-payable', paid) },
  ];
}

/** Makes an invoice in each language, and documents with long names, long amounts and names from right to left. */
export async function makePapers(): Promise<Paper[]> {
  const api = await newOrganization({
    name: 'Papers',
    sandbox: true,
    frozen_time: '2026-01-05T12:00:00Z',
    default_currency: 'EUR',
    country: 'DE',
    timezone: 'Europe/Berlin',
    net_payment_term: 14,
  });
  await makeIssuer(api);
  await makePlan(api);
  await create(api, 'add_ons', 'add_on', { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' });
  for (const language of languages) {
    await makeCustomer(api, language, language);
    await subscribe(api, language);
  }
  const right = { name: 'אקמה בע״מ 2026-01', address_line1: 'רחוב הרצל 12', city: 'תל אביב', country: 'IL' };
  await makeCustomer(api, 'right', 'en', right);
  await subscribe(api, 'right');
  await makeCustomer(api, 'dinar', 'en', { currency: 'KWD', name: longWord, country: 'KW' });
  await makeCustomer(api, 'yen', 'sv', { currency: 'JPY', city: longWord, country: 'JP' });
  await advanceClock(api, '2026-02-01T12:00:00Z');
  await sell(api, 'dinar', 'KWD', [9_007_199_254_740, 12_345]);
  await sell(api, 'yen', 'JPY', [514_306, 98_765]);
  await advanceClock(api, '2026-02-01T13:00:00Z');
  const papers: Paper[] = [];
  const kinds = [
    ...languages.map((language) => ['invoice', language, language] as const),
    ['names from right to left', 'en', 'right'] as const,
    ['long amounts', 'en', 'dinar'] as const,
    ['long names', 'sv', 'yen'] as const,
  ];
  for (const [kind, language, customer] of kinds)
    papers.push({ kind, language, address: pathOf((await invoiceOf(api, customer)).web_url) });
  return [...papers, ...(await makeOthers(api))];
}
