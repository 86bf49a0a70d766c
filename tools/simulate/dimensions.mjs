// What lives may contain; `--with`, `--without` and `--only` switch.

/** Everything that random lives know. */
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
];

const chargesOf = ({ steps }) => steps.flatMap(({ body }) => body?.plan?.charges ?? []);

const recurring = ({ steps }) =>
  steps.map(({ body }) => body?.billable_metric).flatMap((metric) => (metric?.recurring ? [`{{${metric.code}}}`] : []));

/** How a history shows that it bears a dimension, for those that few lives bear. */
const calls = (path) => (history) => history.steps.some(({ do: call }) => call === path);

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
  cascades: ({ steps }) => steps.some(({ body }) => body?.plan?.cascade_updates),
};

/** @returns whether a history bears each of some dimensions */
export function bears(history, names = []) {
  for (const name of names)
    if (!marks[name]) throw new Error(`No mark of ${name}. There are ${Object.keys(marks).join(', ')}`);
  return names.every((name) => marks[name](history));
}

/** @param options `with` and `without`: lists of names; `only`: nothing else */
export function switches(options = {}) {
  for (const name of [...(options.with ?? []), ...(options.without ?? []), ...(options.only ?? [])]) {
    if (!dimensions.includes(name)) throw new Error(`No such dimension: ${name}. There are ${dimensions.join(', ')}`);
  }
  const on = new Set(options.only ?? dimensions);
  for (const name of options.with ?? []) on.add(name);
  for (const name of options.without ?? []) on.delete(name);
  return (name) => on.has(name);
}
