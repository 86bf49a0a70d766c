// Dimensions of lives; `--with`, `--without` and `--only` switch them.

/** All dimensions that random lives know. */
export const dimensions = [
  'time_zones',
  'grace',
  'backdated',
  'future',
  'ending',
  'termination',
  'plan_changes',
  'trials',
  'monthly_splits',
  'fixed_charges',
  'fixed_in_advance',
  'commitments',
  'coupons',
  'advance_events',
  'deletion',
  'odd',
  'uncounted_in_groups',
  'time_zone_moves',
  'late_ticks',
  'trial_before_creation',
  'credits_of_drafts',
  'fixed_in_advance_beside_split',
  'advance_out_of_order',
  'price_changes',
  'unit_changes',
  'advance_uninvoiced',
  'advance_recurring',
  'empty_groups',
  'thresholds',
  'cascades',
  'wallets',
  'payments',
  'credit_notes',
  'voids',
  'one_offs',
  'disputes',
  'coupon_mixes',
  'tax_levels',
  'own_thresholds',
  'moving_usage',
  'threshold_drafts',
  'threshold_voids',
  'threshold_advance',
  'refreshes',
  'first_second',
  'sale_voids',
  'one_invoice',
  'split_changes',
  'recurring_changes',
  'previews',
  'note_by_note',
];

/** Off unless `--with` names them: their right result is undecided. */
export const disabledByDefault = [];

const chargesOf = ({ steps }) => steps.flatMap(({ body }) => body?.plan?.charges ?? []);

const recurring = ({ steps }) =>
  steps.map(({ body }) => body?.billable_metric).flatMap((metric) => (metric?.recurring ? [`{{${metric.code}}}`] : []));

/** How a history shows that it has a dimension, for the rare ones. */
const calls = (path) => (history) => history.steps.some(({ do: call }) => call === path);

const isSplit = ({ body }) => body?.plan?.bill_charges_monthly || body?.plan?.bill_fixed_charges_monthly;

/** Whether a history requests a subscription again, usually with another plan. */
const changesPlans = ({ steps }) => {
  const names = steps.flatMap(({ body }) => body?.subscription?.external_id ?? []);
  return new Set(names).size < names.length;
};

const takesUsageBack = ({ body }) => body?.event?.properties?.value < -5;

const marks = {
  payments: calls('POST /payments'),
  credit_notes: calls('POST /credit_notes'),
  voids: calls('POST /invoices/void'),
  one_offs: calls('POST /invoices'),
  disputes: calls('POST /invoices/lose_dispute'),
  advance_uninvoiced: (history) => chargesOf(history).some(({ invoiceable }) => invoiceable === false),
  advance_recurring: (history) =>
    chargesOf(history).some((one) => one.pay_in_advance && recurring(history).includes(one.billable_metric_id)),
  empty_groups: (history) => JSON.stringify(chargesOf(history)).includes('"zone"'),
  thresholds: ({ steps }) => steps.some(({ body }) => body?.plan?.usage_thresholds),
  wallets: calls('POST /wallets'),
  previews: calls('POST /invoices/preview'),
  note_by_note: ({ steps }) => steps.some(({ choose }) => choose?.one),
  monthly_splits: ({ steps }) => steps.some(isSplit),
  split_changes: (history) => history.steps.some(isSplit) && changesPlans(history),
  recurring_changes: (history) => recurring(history).length > 0 && changesPlans(history),
  coupons: calls('POST /applied_coupons'),
  advance_plans: ({ steps }) => steps.some(({ body }) => body?.plan?.pay_in_advance),
  sale_voids: (history) =>
    JSON.stringify(history).includes('"paid_credits"') && history.steps.some(({ choose }) => choose?.sales),
  refreshes: calls('PUT /invoices/refresh'),
  coupon_mixes: ({ steps }) => steps.filter(({ do: call }) => call === 'POST /coupons').length > 1,
  moving_usage: ({ steps }) => steps.some(({ body }) => body?.plan?.usage_thresholds && steps.some(takesUsageBack)),
  threshold_drafts: (history) => marks.thresholds(history) && JSON.stringify(history).includes('invoice_grace_period'),
  threshold_voids: (history) => marks.thresholds(history) && marks.voids(history),
  threshold_advance: (history) =>
    marks.thresholds(history) && chargesOf(history).some(({ pay_in_advance: inAdvance }) => inAdvance),
  cascades: ({ steps }) => steps.some(({ body }) => body?.plan?.cascade_updates),
};

/** @returns whether a history has each of some dimensions */
export function bears(history, names = []) {
  for (const name of names)
    if (!marks[name]) throw new Error(`No mark of ${name}. There are ${Object.keys(marks).join(', ')}`);
  return names.every((name) => marks[name](history));
}

/** @param options `with` and `without`: lists of names; `only`: a list of names without all others */
export function switches(options = {}) {
  for (const name of [...(options.with ?? []), ...(options.without ?? []), ...(options.only ?? [])]) {
    if (!dimensions.includes(name)) throw new Error(`No such dimension: ${name}. There are ${dimensions.join(', ')}`);
  }
  const on = new Set(options.only ?? dimensions.filter((name) => !disabledByDefault.includes(name)));
  for (const name of options.with ?? []) on.add(name);
  for (const name of options.without ?? []) on.delete(name);
  return (name) => on.has(name);
}
