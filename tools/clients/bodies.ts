// The bodies of the clients' calls.

export const tax = (code: string) => ({ name: 'VAT', code, rate: '20', applied_to_organization: false });
export const metric = (code: string) => ({
  name: 'Gigabytes',
  code,
  aggregation_type: 'sum_agg',
  field_name: 'gb',
  filters: [{ key: 'region', values: ['eu', 'us'] }],
});
export const addOn = (code: string) => ({ name: 'Setup', code, amount_cents: 5000, amount_currency: 'EUR' });
export const coupon = (code: string) => ({
  name: 'Welcome',
  code,
  coupon_type: 'fixed_amount',
  amount_cents: 100,
  amount_currency: 'EUR',
  frequency: 'once',
  expiration: 'no_expiration',
  reusable: true,
});
export const plan = (code: string, more: object = {}) => ({
  name: 'Plan',
  code,
  interval: 'monthly',
  amount_cents: 3000,
  amount_currency: 'EUR',
  pay_in_advance: true,
  ...more,
});
export const charge = (id: string, code: string, more: object = {}) => ({
  billable_metric_id: id,
  code,
  charge_model: 'standard',
  properties: { amount: '10' },
  ...more,
});
export const fixedCharge = (code: string) => ({
  add_on_code: 'add_on',
  code,
  charge_model: 'standard',
  invoice_display_name: 'Seats',
  units: 3,
  properties: { amount: '5' },
});
export const filter = (region: string) => ({ properties: { amount: '7' }, values: { region: [region] } });
export const endpoint = (name: string) => ({ webhook_url: `https://receiver.invalid/${name}`, signature_algo: 'hmac' });
export const event = (id: string, more: object = {}) => ({
  transaction_id: id,
  external_subscription_id: 'subscription',
  code: 'metric',
  properties: { gb: 4 },
  ...more,
});

/** A PNG of one pixel. */
export const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4z8AAAAMBAQCc479ZAAAAAElFTkSuQmCC';
