/** A resource that several concurrent callers create, change and delete. */
export interface Raced {
  /** Its list, and the wrapper of its bodies. */
  list: string;
  wrapper: string;
  /** The body of its creation; absent if its prerequisites include it. */
  made?: Record<string, unknown>;
  /** Its name if its prerequisites include it. */
  existing?: string;
  /** Ids of prerequisites, by the fields of `made` that hold them: the call that reads each. */
  ids?: Record<string, [path: string, wrapper: string]>;
  /** The body of its change; absent if a call that only names it cannot change it. */
  changed?: Record<string, unknown>;
  /** The field that names it in its address; defaults to `code`. */
  name?: string;
  /** Activities and webhooks of its creation and deletion, each published once. */
  activity?: string;
  madeActivity?: string;
  webhook?: string;
  madeWebhook?: string;
  /** A repeated creation changes it (customers, section 2.3). */
  isUpserted?: boolean;
  /** Each call creates another one, because it has no unique field. The test changes and deletes the first. */
  isRepeatable?: boolean;
  /** A repeated deletion succeeds without a message: the resource only ends, or is deleted later. */
  staysForAWhile?: boolean;
  /** The answer of its creation has no wrapping key. */
  isBare?: boolean;
  /** It cannot be deleted. */
  stays?: boolean;
  /** Calls that create its prerequisites. */
  before?: [path: string, body: object][];
}

export const customer: [string, object] = ['/customers', { customer: { external_id: 'c', currency: 'EUR' } }];
export const plan: [string, object] = [
  '/plans',
  {
    plan: { code: 'p', name: 'P', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR', pay_in_advance: false },
  },
];
const metric: [string, object] = [
  '/billable_metrics',
  { billable_metric: { code: 'm', name: 'M', aggregation_type: 'count_agg' } },
];
const wallet: [string, object] = [
  '/wallets',
  { wallet: { external_customer_id: 'c', code: 'w', rate_amount: '1', currency: 'EUR' } },
];
const filteredMetric: [string, object] = [
  '/billable_metrics',
  {
    billable_metric: {
      code: 'm',
      name: 'M',
      aggregation_type: 'count_agg',
      filters: [{ key: 'region', values: ['eu', 'us'] }],
    },
  },
];
const addOn: [string, object] = [
  '/add_ons',
  { add_on: { code: 'a', name: 'A', amount_cents: 1, amount_currency: 'EUR' } },
];
const subscription: [string, object] = [
  '/subscriptions',
  { subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' } },
];
const feature: [string, object] = [
  '/features',
  { feature: { code: 'f', name: 'F', privileges: [{ code: 'r', value_type: 'integer' }, { code: 'q' }] } },
];
const chargeOfMetric = { code: 'h', charge_model: 'standard', properties: { amount: '1' } };
const metricId: [string, string] = ['/billable_metrics/m', 'billable_metric'];
const addOnId: [string, string] = ['/add_ons/a', 'add_on'];
const campaign = { days_between_attempts: 1, max_attempts: 1, thresholds: [{ currency: 'EUR', amount_cents: 1 }] };
export const coupon = {
  coupon_type: 'percentage',
  percentage_rate: '10',
  frequency: 'once',
  expiration: 'no_expiration',
};

export const raced: Raced[] = [
  {
    list: '/billable_metrics',
    wrapper: 'billable_metric',
    made: { code: 'r', name: 'R', aggregation_type: 'count_agg' },
    changed: { name: 'S' },
    activity: 'billable_metric.deleted',
    madeActivity: 'billable_metric.created',
  },
  {
    list: '/add_ons',
    wrapper: 'add_on',
    made: { code: 'r', name: 'R', amount_cents: 1, amount_currency: 'EUR' },
    changed: { name: 'S' },
  },
  { list: '/taxes', wrapper: 'tax', made: { code: 'r', name: 'R', rate: '10' }, changed: { rate: '20' } },
  {
    list: '/coupons',
    wrapper: 'coupon',
    made: { code: 'r', name: 'R', ...coupon },
    changed: { name: 'S' },
    activity: 'coupon.deleted',
    madeActivity: 'coupon.created',
  },
  {
    list: '/features',
    wrapper: 'feature',
    made: { code: 'r', name: 'R' },
    changed: { name: 'S' },
    activity: 'feature.deleted',
    madeActivity: 'feature.created',
    webhook: 'feature.deleted',
    madeWebhook: 'feature.created',
  },
  {
    list: '/plans',
    wrapper: 'plan',
    made: { ...(plan[1] as { plan: object }).plan, code: 'r' },
    changed: { name: 'S' },
    activity: 'plan.deleted',
    madeActivity: 'plan.created',
    webhook: 'plan.deleted',
    madeWebhook: 'plan.created',
    staysForAWhile: true,
  },
  {
    list: '/customers',
    wrapper: 'customer',
    made: { external_id: 'r', currency: 'EUR' },
    changed: { external_id: 'r', name: 'S' },
    name: 'external_id',
    activity: 'customer.deleted',
    madeActivity: 'customer.created',
    madeWebhook: 'customer.created',
    isUpserted: true,
  },
  {
    list: '/invoice_custom_sections',
    wrapper: 'invoice_custom_section',
    made: { code: 'r', name: 'R' },
    changed: { name: 'S' },
  },
  {
    list: '/dunning_campaigns',
    wrapper: 'dunning_campaign',
    made: { code: 'r', name: 'R', ...campaign },
    changed: { name: 'S' },
  },
  {
    list: '/roles',
    wrapper: 'role',
    made: { code: 'r', name: 'R', permissions: ['plans:view'] },
    changed: { name: 'S' },
  },
  {
    list: '/payment_providers',
    wrapper: 'payment_provider',
    made: { provider: 'sandbox', code: 'r', name: 'R' },
  },
  {
    list: '/accounting_providers',
    wrapper: 'accounting_provider',
    made: { provider: 'xero', code: 'r', name: 'R', client_id: 'client', client_secret: 'secret of the race' },
    changed: { name: 'S' },
  },
  {
    list: '/tax_providers',
    wrapper: 'tax_provider',
    made: { provider: 'anrok', code: 'r', name: 'R', api_key: 'key of the race' },
    changed: { name: 'S' },
  },
  {
    list: '/plans/p/charges',
    wrapper: 'charge',
    made: { code: 'r', charge_model: 'standard', properties: { amount: '1' } },
    ids: { billable_metric_id: metricId },
    changed: { charge_model: 'standard', properties: { amount: '2' } },
    before: [metric, plan],
  },
  {
    list: '/plans/p/charges/h/filters',
    wrapper: 'filter',
    made: { values: { region: ['eu'] }, properties: { amount: '2' } },
    name: 'svc_id',
    isRepeatable: true,
    changed: { properties: { amount: '3' } },
    before: [filteredMetric, plan, ['/plans/p/charges', { charge: chargeOfMetric }]],
  },
  {
    list: '/plans/p/fixed_charges',
    wrapper: 'fixed_charge',
    made: { code: 'r', charge_model: 'standard', units: '1', properties: { amount: '1' } },
    ids: { add_on_id: addOnId },
    changed: { charge_model: 'standard', properties: { amount: '2' }, units: '2' },
    before: [addOn, plan],
  },
  {
    list: '/subscriptions/s/charges/h/filters',
    wrapper: 'filter',
    made: { values: { region: ['us'] }, properties: { amount: '2' } },
    name: 'svc_id',
    changed: { properties: { amount: '3' } },
    before: [filteredMetric, plan, ['/plans/p/charges', { charge: chargeOfMetric }], customer, subscription],
  },
  {
    list: '/subscriptions/s/alerts',
    wrapper: 'alert',
    made: { code: 'r', alert_type: 'current_usage_amount', thresholds: [{ value: 1 }] },
    changed: { name: 'S', thresholds: [{ value: 2 }] },
    before: [plan, customer, subscription],
  },
  {
    list: '/features/f/privileges',
    wrapper: 'feature',
    existing: 'r',
    before: [feature],
  },
  {
    list: '/plans/p/entitlements',
    wrapper: 'entitlements',
    existing: 'f',
    before: [feature, plan, ['/plans/p/entitlements', { entitlements: { f: { r: 1 } } }]],
  },
  {
    list: '/plans/p/entitlements/f/privileges',
    wrapper: 'entitlements',
    existing: 'r',
    before: [feature, plan, ['/plans/p/entitlements', { entitlements: { f: { r: 1, q: 'x' } } }]],
  },
  {
    list: '/billing_entities',
    wrapper: 'billing_entity',
    made: { code: 'r', name: 'R' },
    changed: { name: 'S' },
    madeActivity: 'billing_entities.created',
    isBare: true,
    stays: true,
  },
  {
    list: '/api_keys',
    wrapper: 'api_key',
    made: { name: 'R' },
    name: 'svc_id',
    changed: { name: 'S' },
    isRepeatable: true,
    staysForAWhile: true,
  },
  {
    list: '/invites',
    wrapper: 'invite',
    made: { email: 'someone@races.example.com', roles: ['finance'] },
    name: 'svc_id',
    changed: { roles: ['manager'] },
  },
  {
    list: '/customers/c/wallets/w/alerts',
    wrapper: 'alert',
    made: { code: 'r', alert_type: 'wallet_balance_amount', thresholds: [{ value: 1 }] },
    changed: { name: 'S' },
    before: [customer, wallet],
  },
  {
    list: '/customers/c/wallets',
    wrapper: 'wallet',
    made: { code: 'r', rate_amount: '1', currency: 'EUR' },
    changed: { name: 'S' },
    webhook: 'wallet.terminated',
    madeWebhook: 'wallet.created',
    staysForAWhile: true,
    before: [customer],
  },
];
