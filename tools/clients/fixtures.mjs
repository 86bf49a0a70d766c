// The objects of the clients' calls: one organization with one of everything, created over plain HTTP.

/** Calls of one organization. */
async function organization({ baseUrl, adminApiKey }) {
  const send = async (method, path, key, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = JSON.parse((await response.text()).replaceAll('"lago_', '"svc_'));
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const settings = { name: 'Clients', sandbox: true, frozen_time: '2024-01-10T00:00:00Z', default_currency: 'EUR' };
  const { api_key: key } = await send('POST', '/admin/organizations', adminApiKey, { organization: settings });
  const call = (method, path, body) => send(method, `/api/v1${path}`, key.value, body);
  const advanceClock = async (time) => {
    let { test_clock: clock } = await call('PUT', '/test_clock', { test_clock: { frozen_time: time } });
    for (; clock.status !== 'ready'; { test_clock: clock } = await call('GET', '/test_clock'))
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  return { apiKey: key.value, call, advanceClock };
}

export const tax = (code) => ({ name: 'VAT', code, rate: '20', applied_to_organization: false });
export const metric = (code) => ({
  name: 'Gigabytes',
  code,
  aggregation_type: 'sum_agg',
  field_name: 'gb',
  filters: [{ key: 'region', values: ['eu', 'us'] }],
});
export const addOn = (code) => ({ name: 'Setup', code, amount_cents: 5000, amount_currency: 'EUR' });
export const coupon = (code) => ({
  name: 'Welcome',
  code,
  coupon_type: 'fixed_amount',
  amount_cents: 100,
  amount_currency: 'EUR',
  frequency: 'once',
  expiration: 'no_expiration',
  reusable: true,
});
export const plan = (code, more = {}) => ({
  name: 'Plan',
  code,
  interval: 'monthly',
  amount_cents: 3000,
  amount_currency: 'EUR',
  pay_in_advance: true,
  ...more,
});
export const charge = (id, code, more = {}) => ({
  billable_metric_id: id,
  code,
  charge_model: 'standard',
  properties: { amount: '10' },
  ...more,
});
export const fixedCharge = (code) => ({
  add_on_code: 'add_on',
  code,
  charge_model: 'standard',
  invoice_display_name: 'Seats',
  units: 3,
  properties: { amount: '5' },
});
export const filter = (region) => ({ properties: { amount: '7' }, values: { region: [region] } });
export const endpoint = (name) => ({ webhook_url: `https://receiver.invalid/${name}`, signature_algo: 'hmac' });
export const event = (id, more = {}) => ({
  transaction_id: id,
  external_subscription_id: 'subscription',
  code: 'metric',
  properties: { gb: 4 },
  ...more,
});

/**
 * Creates everything that calls read, change or delete. Objects to delete exist only for that call and are named
 * `gone`.
 * @returns the API key, and identifiers by name
 */
export async function makeFixtures(service) {
  const { apiKey, call, advanceClock } = await organization(service);
  const wrapped = (path, wrapper, value) => call('POST', path, { [wrapper]: value }).then((answer) => answer[wrapper]);
  const ids = {};
  for (const name of ['tax', 'gone']) await wrapped('/taxes', 'tax', tax(name));
  for (const name of ['add_on', 'gone']) await wrapped('/add_ons', 'add_on', addOn(name));
  for (const name of ['coupon', 'gone']) await wrapped('/coupons', 'coupon', coupon(name));
  for (const name of ['metric', 'gone'])
    ids[`${name}_id`] = (await wrapped('/billable_metrics', 'billable_metric', metric(name))).svc_id;
  for (const name of ['endpoint', 'gone'])
    ids[`${name}_endpoint`] = (await wrapped('/webhook_endpoints', 'webhook_endpoint', endpoint(name))).svc_id;
  for (const name of ['customer', 'gone'])
    await wrapped('/customers', 'customer', { external_id: name, name: 'Ada', currency: 'EUR' });
  await wrapped('/customers', 'customer', {
    external_id: 'patient',
    currency: 'EUR',
    billing_configuration: { invoice_grace_period: 3 },
  });

  const charges = [
    charge(ids.metric_id, 'charge'),
    charge(ids.metric_id, 'instant', { pay_in_advance: true, invoiceable: false }),
    charge(ids.metric_id, 'gone'),
  ];
  await wrapped(
    '/plans',
    'plan',
    plan('plan', { charges, fixed_charges: [fixedCharge('fixed_charge'), fixedCharge('gone')] }),
  );
  await wrapped('/plans', 'plan', plan('gone'));
  for (const [name, region] of [
    ['filter', 'eu'],
    ['gone_filter', 'us'],
  ]) {
    ids[name] = (await wrapped('/plans/plan/charges/charge/filters', 'filter', filter(region))).svc_id;
  }
  const subscribe = (customer, id, planCode = 'plan') =>
    wrapped('/subscriptions', 'subscription', { external_customer_id: customer, plan_code: planCode, external_id: id });
  await wrapped('/plans', 'plan', plan('plain', { charges: [charge(ids.metric_id, 'charge')] }));
  await subscribe('customer', 'subscription');
  await subscribe('customer', 'plain', 'plain');
  for (const id of ['patient', 'gone_draft']) await subscribe('patient', id);
  for (const id of ['ended', 'gone']) await subscribe('customer', id);
  // The first change of a subscription's charge copies the plan; the copy's filters have their own identifiers.
  await call('PUT', '/subscriptions/subscription/charges/charge', { charge: { invoice_display_name: 'Gigabytes' } });
  const { filters } = await call('GET', '/subscriptions/subscription/charges/charge/filters');
  [ids.subscription_filter, ids.gone_subscription_filter] = filters.map((one) => one.svc_id);
  for (const id of ['event', 'gone']) await wrapped('/events', 'event', event(id));
  await advanceClock('2024-01-11T00:00:00Z');
  await call('DELETE', '/subscriptions/ended');
  const appliedCoupon = await wrapped('/applied_coupons', 'applied_coupon', {
    external_customer_id: 'patient',
    coupon_code: 'coupon',
  });
  await advanceClock('2024-01-12T00:00:00Z');

  const { invoices } = await call('GET', '/invoices');
  const sold = { external_customer_id: 'customer', currency: 'EUR', fees: [{ add_on_code: 'add_on' }] };
  ids.gone_invoices = [];
  for (let i = 0; i < 2; i++) ids.gone_invoices.push((await wrapped('/invoices', 'invoice', sold)).svc_id);
  const { fees } = await call('GET', '/fees?fee_type=charge');
  [ids.draft, ids.gone_draft] = invoices.filter(({ status }) => status === 'draft').map((one) => one.svc_id);
  ids.invoice = invoices.find(({ status, total_due_amount_cents: due }) => status === 'finalized' && due > 0)?.svc_id;
  ids.overdue = invoices.find(({ svc_id, payment_overdue }) => payment_overdue && svc_id !== ids.invoice)?.svc_id;
  const request = { external_customer_id: 'customer', lago_invoice_ids: [ids.overdue], email: 'ada@example.com' };
  ids.payment_request = (await wrapped('/payment_requests', 'payment_request', request)).svc_id;
  ids.payment = (
    await wrapped('/payments', 'payment', { invoice_id: ids.invoice, amount_cents: 1, reference: 'ref' })
  ).svc_id;
  ids.receipt = (await call('GET', '/payment_receipts')).payment_receipts[0]?.svc_id;
  [ids.fee, ids.gone_fee] = fees.filter((fee) => fee.svc_invoice_id === null).map((fee) => fee.svc_id);
  ids.credit_note = (await call('GET', '/credit_notes')).credit_notes[0]?.svc_id;
  // This customer has no other invoices, so none uses its notes.
  await wrapped('/customers', 'customer', { external_id: 'credited', currency: 'EUR' });
  const toCredit = await wrapped('/invoices', 'invoice', { ...sold, external_customer_id: 'credited' });
  ids.credited = { invoice_id: toCredit.svc_id, items: [{ fee_id: toCredit.fees[0].svc_id, amount_cents: 1 }] };
  ids.gone_credit_notes = [];
  for (let i = 0; i < 2; i++) {
    const credit = await wrapped('/credit_notes', 'credit_note', { ...ids.credited, credit_amount_cents: 1 });
    ids.gone_credit_notes.push(credit.svc_id);
  }
  // They belong to another customer, so no other invoice uses them.
  await wrapped('/customers', 'customer', { external_id: 'prepaid', currency: 'EUR' });
  for (const name of ['wallet', 'gone_wallet', 'ended_wallet', 'other_wallet']) {
    const wallet = { external_customer_id: 'prepaid', code: name, name, currency: 'EUR', rate_amount: '1.0' };
    ids[name] = (await wrapped('/wallets', 'wallet', wallet)).svc_id;
  }
  const credits = { wallet_id: ids.wallet, paid_credits: '5', granted_credits: '10', voided_credits: '0' };
  [ids.sold_credits, ids.granted_credits] = (
    await wrapped('/wallet_transactions', 'wallet_transaction', credits).then(
      async () => (await call('GET', `/wallets/${ids.wallet}/wallet_transactions`)).wallet_transactions,
    )
  )
    .sort((one, other) => other.transaction_status.localeCompare(one.transaction_status))
    .map((one) => one.svc_id);
  await call('POST', '/wallet_transactions', { wallet_transaction: { wallet_id: ids.wallet, voided_credits: '1' } });
  ids.voided_credits = (
    await call('GET', `/wallets/${ids.wallet}/wallet_transactions?transaction_type=outbound`)
  ).wallet_transactions[0].svc_id;
  ids.applied_coupon = appliedCoupon.svc_id;
  return { apiKey, ids };
}

/** A PNG of one pixel. */
export const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4z8AAAAMBAQCc479ZAAAAAElFTkSuQmCC';
