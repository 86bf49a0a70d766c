// The heavy and the hostile calls.

/** A call that is repeated, or connections whose bodies never end. */
export type Kind = { method: string; path: string; key?: string; body?: string } | { endless: true };

const nested = '['.repeat(400_000) + ']'.repeat(400_000);
const names = JSON.stringify({
  event: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`n${index}`, 1])),
});
const text = 'ü'.repeat(10);
/** Events of the greatest number and width, with no plain values. */
const wideEvents = JSON.stringify({
  events: Array.from({ length: 100 }, (_, index) => ({
    transaction_id: `wide-${index}`,
    external_subscription_id: 's',
    code: 'calls',
    properties: Object.fromEntries(Array.from({ length: 200 }, (__, name) => [`p${index}_${name}`, text])),
  })),
});
/** An expression of the greatest length and cost. */
const expression = Array.from({ length: 60 }, (_, index) => `round(event.properties.v * ${index}.5, 2)`).join(' + ');
const estimated = Array.from({ length: 100 }, (_, index) => ({
  code: 'calls',
  external_subscription_id: 's',
  transaction_id: `estimate-${index}`,
}));

/**
 * Each kind of call by its name; null makes none.
 * @param key that of an organization of `newOrganization`
 * @param fileUrl path and query of a file's signed address; `pageUrl` those of its page
 * @param logo a data URI
 */
export function kindsOf({
  key,
  fileUrl,
  pageUrl,
  logo,
  entityCode,
}: Record<'key' | 'fileUrl' | 'pageUrl' | 'logo' | 'entityCode', string>): Record<string, Kind | null> {
  const post = (path: string, body: string | object, callKey: string | null = key) => ({
    method: 'POST',
    path: `/api/v1${path}`,
    ...(callKey === null ? {} : { key: callKey }),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const get = (path: string) => ({ method: 'GET', path: `/api/v1${path}`, key });
  return {
    'nothing else': null,
    'nested bodies without key': post('/session', nested, null),
    'nested bodies with a wrong key': post('/events', nested, 'tg_wrong'),
    'nested bodies with a key': post('/events/batch', nested),
    'bodies of 60,000 names with a key': post('/events/batch', names),
    'batches of 100 wide events': post('/events/batch', wideEvents),
    'bodies that never end': { endless: true },
    'a signed file of 300 lines': { method: 'GET', path: fileUrl },
    'a signed page of 300 lines': { method: 'GET', path: pageUrl },
    previews: post('/invoices/preview', {
      customer: { currency: 'EUR', external_id: 'c' },
      plan_code: 'basic',
      coupons: [],
    }),
    'estimates of 100 events': post('/events/batch_estimate_instant_fees', { events: estimated }),
    expressions: post('/billable_metrics/evaluate_expression', {
      expression,
      event: { code: 'calls', properties: { v: '12.345' } },
    }),
    exports: post('/data_exports', { data_export: { resource_type: 'fees' } }),
    images: {
      ...post(`/billing_entities/${entityCode}`, { billing_entity: { logo } }),
      method: 'PUT',
    },
    'current usage': get('/customers/c/current_usage?external_subscription_id=s'),
    'searches of invoices': get('/invoices?search_term=nobody&per_page=100'),
    'analytics of usage': get('/analytics/usage'),
    'analytics of revenue': get('/analytics/gross_revenue'),
  };
}
