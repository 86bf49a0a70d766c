// The hammer's organizations.
import sharp from 'sharp';

/** Makes a call. @throws Error unless it succeeds */
async function ok(baseUrl, key, method, path, body) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Creates a sandbox with a metric, a plan, a customer and a subscription `s`. @returns its API key */
export async function newOrganization(baseUrl, adminApiKey) {
  const settings = { name: 'Hammer', sandbox: true, frozen_time: '2024-01-10T00:00:00Z', default_currency: 'EUR' };
  const created = await ok(baseUrl, adminApiKey, 'POST', '/admin/organizations', { organization: settings });
  const key = created.api_key.value;
  const api = (path, body) => ok(baseUrl, key, 'POST', `/api/v1${path}`, body);
  await api('/billable_metrics', { billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' } });
  await api('/add_ons', { add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' } });
  const plan = { name: 'Basic', code: 'basic', interval: 'monthly', amount_cents: 500, amount_currency: 'EUR' };
  await api('/plans', { plan: { ...plan, pay_in_advance: false } });
  await api('/customers', { customer: { external_id: 'c', name: 'C', currency: 'EUR' } });
  const subscription = { external_customer_id: 'c', external_id: 's', plan_code: 'basic' };
  await api('/subscriptions', { subscription });
  return key;
}

/** Creates an invoice with 300 lines. @returns path and query of the signed address of its file */
export async function makeInvoice(baseUrl, key) {
  const fees = Array.from({ length: 300 }, (_, index) => ({
    add_on_code: 'setup',
    name: `${'項'.repeat(60)} ${index}`,
  }));
  const sold = { external_customer_id: 'c', currency: 'EUR', fees };
  const { invoice } = await ok(baseUrl, key, 'POST', '/api/v1/invoices', { invoice: sold });
  for (let time = 0; time < 100; time++) {
    const shown = await ok(baseUrl, key, 'POST', `/api/v1/invoices/${invoice.svc_id}/download`);
    const address = shown.invoice?.file_url;
    if (address) return new URL(address).pathname + new URL(address).search;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the invoice has no file');
}

/** @returns the code of an organization's first billing entity */
export async function firstEntity(baseUrl, key) {
  const { billing_entities: entities } = await ok(baseUrl, key, 'GET', '/api/v1/billing_entities');
  return entities[0].code;
}

/**
 * Creates a square image with different pixels everywhere, so it is expensive to decode.
 * @param side its length in pixels
 * @returns a data URI
 */
export async function logoOf(side) {
  const raw = Buffer.alloc(side * side * 3);
  for (let place = 0; place < raw.length; place++) raw[place] = (place * 2654435761) >>> 24;
  const image = await sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  return `data:image/jpeg;base64,${image.toString('base64')}`;
}
