// The hammer's organizations.
import sharp from 'sharp';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';

/** Creates a sandbox with a metric, a plan, a customer and a subscription `s`. */
export async function newSandbox(service: Service): Promise<Api> {
  const settings = { name: 'Hammer', sandbox: true, frozen_time: '2024-01-10T00:00:00Z', default_currency: 'EUR' };
  const { api } = await newOrganization(service, settings);
  const post = (path: string, body: object) => api.ok('POST', `/api/v1${path}`, body);
  await post('/billable_metrics', { billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' } });
  await post('/add_ons', { add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' } });
  const plan = { name: 'Basic', code: 'basic', interval: 'monthly', amount_cents: 500, amount_currency: 'EUR' };
  await post('/plans', { plan: { ...plan, pay_in_advance: false } });
  await post('/customers', { customer: { external_id: 'c', name: 'C', currency: 'EUR' } });
  const subscription = { external_customer_id: 'c', external_id: 's', plan_code: 'basic' };
  await post('/subscriptions', { subscription });
  return api;
}

/** Creates an invoice with 300 lines. @returns path and query of the signed addresses of its file and its page */
export async function makeInvoice(api: Api): Promise<{ fileUrl: string; pageUrl: string }> {
  const fees = Array.from({ length: 300 }, (_, index) => ({
    add_on_code: 'setup',
    name: `${'項'.repeat(60)} ${index}`,
  }));
  const sold = { external_customer_id: 'c', currency: 'EUR', fees };
  const { invoice } = await api.ok<{ invoice: { svc_id: string } }>('POST', '/api/v1/invoices', { invoice: sold });
  const path = `/api/v1/invoices/${invoice.svc_id}/download`;
  for (let time = 0; time < 100; time++) {
    const { invoice: shown } = await api.ok<{ invoice?: Record<'file_url' | 'web_url', string | null> }>('POST', path);
    if (shown?.file_url && shown.web_url) return { fileUrl: pathOf(shown.file_url), pageUrl: pathOf(shown.web_url) };
    await sleep(200);
  }
  throw new Error('the invoice has no file');
}

const pathOf = (address: string): string => new URL(address).pathname + new URL(address).search;

/** @returns the code of an organization's first billing entity */
export async function firstEntity(api: Api): Promise<string> {
  const { billing_entities: entities } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  const [first] = entities;
  if (!first) throw new Error('the organization has no billing entity');
  return first.code;
}

/**
 * Creates a square image with different pixels everywhere, so it is expensive to decode.
 * @param side its length in pixels
 * @returns a data URI
 */
export async function logoOf(side: number): Promise<string> {
  const raw = Buffer.alloc(side * side * 3);
  for (let place = 0; place < raw.length; place++) raw[place] = (place * 2654435761) >>> 24;
  const image = await sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  return `data:image/jpeg;base64,${image.toString('base64')}`;
}
