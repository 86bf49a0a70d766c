// Uses of the types of `@tollgate/sdk`, which a strict compiler must accept, and faults, which it must find. It never runs.
import { type Schema, Tollgate, verifyWebhook } from '@tollgate/sdk';

const tollgate = new Tollgate({ apiKey: 'key', baseUrl: 'https://billing.example.com' });
const fees = [{ add_on_code: 'setup', units: '1' }];
const invoice = { external_customer_id: 'acme', currency: 'EUR' as const, fees };
const tax: Schema<'TaxCreate'> = { name: 'VAT', code: 'vat', rate: 20 };
const event = { code: 'tokens', external_subscription_id: 'sub_acme_1' };

export async function uses(): Promise<unknown> {
  const { customer } = await tollgate.get('/customers/{external_id}', { path: { external_id: 'acme' } });
  const name: string | null = customer.name;
  const made = await tollgate.post('/invoices', { body: { invoice }, idempotencyKey: 'order 7' });
  const cents: number = made.invoice.total_amount_cents;
  for await (const { external_id: id } of tollgate.list('/customers', { query: { 'ids[]': ['a'] } })) id.toUpperCase();
  for await (const { units } of tollgate.list('/fees')) units.length.toFixed();
  tollgate.events.add({ ...event, timestamp: new Date(), properties: { tokens: 12 } });
  const { webhook } = await verifyWebhook('{}', new Headers(), { hmacKey: 'key' });
  if (webhook.webhook_type === 'invoice.created') return [name, cents, webhook.invoice];
  return tollgate.delete('/taxes/{code}', { path: { code: tax.code } });
}

export async function faults(): Promise<void> {
  // @ts-expect-error There is no such call.
  await tollgate.get('/customer');
  // @ts-expect-error The path lacks its identifier.
  await tollgate.get('/customers/{external_id}');
  // @ts-expect-error A query has no such parameter.
  await tollgate.get('/invoices', { query: { modified_since: '2026-11-30' } });
  // @ts-expect-error A body has no such field.
  await tollgate.post('/taxes', { body: { tax: { ...tax, cdoe: 'vat' } } });
  // @ts-expect-error A number would lose digits.
  await tollgate.post('/wallets', { body: { wallet: { external_customer_id: 'acme', rate_amount: 1.0 } } });
  // @ts-expect-error The service does not know a key here: a repetition would act again.
  await tollgate.post('/taxes', { body: { tax }, idempotencyKey: 'tax 7' });
  // @ts-expect-error The iterator chooses pages.
  tollgate.list('/invoices', { query: { page: 2 } });
  // @ts-expect-error An event has no such field.
  tollgate.events.add({ ...event, propertis: { tokens: 12 } });
  // @ts-expect-error A webhook is checked by a key.
  await verifyWebhook('{}', new Headers(), {});
}
