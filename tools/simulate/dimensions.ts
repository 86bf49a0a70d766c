// Dimensions of lives; `--with`, `--without` and `--only` switch them.
import type { CallStep, History, Step } from './history.ts';

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
  'providers',
  'waiting_starts',
  'advance_mixes',
  'moving_reads',
  'upgrade_chains',
  'unit_days',
  'partly_settled',
] as const;

export type Dimension = (typeof dimensions)[number];
/** Whether a dimension is on. */
export type Has = (dimension: Dimension) => boolean;

/** Off unless `--with` names them: their right result is undecided. */
export const disabledByDefault: string[] = [];

const isCall = (step: Step): step is CallStep => step.do !== undefined;
const callsOf = ({ steps }: History) => steps.filter(isCall);
const chargesOf = (history: History) => callsOf(history).flatMap(({ body }) => body?.plan?.charges ?? []);

/** References to recurring metrics. */
const recurring = (history: History) =>
  callsOf(history)
    .map(({ body }) => body?.billable_metric)
    .flatMap((metric) => (metric?.recurring ? [`{{${metric.code}}}`] : []));

/** How a history shows that it has a dimension, for the rare ones. */
type Mark = (history: History) => boolean;

const calls =
  (path: string): Mark =>
  ({ steps }) =>
    steps.some(({ do: call }) => call === path);

const isSplit = ({ body }: CallStep) =>
  body?.plan?.bill_charges_monthly === true || body?.plan?.bill_fixed_charges_monthly === true;

/** Whether a history requests a subscription again, usually with another plan. */
const changesPlans = (history: History) => {
  const names = callsOf(history).flatMap(({ body }) => body?.subscription?.external_id ?? []);
  return new Set(names).size < names.length;
};

const takesUsageBack = ({ body }: CallStep) => Number(body?.event?.properties.value) < -5;

const hasThresholds = ({ body }: CallStep) => body?.plan?.usage_thresholds !== undefined;
const billsAtThresholds: Mark = (history) => callsOf(history).some(hasThresholds);
const voids = calls('POST /invoices/void');
const readsUsage = calls('GET /current_usage');
const fixedOf = (history: History) => callsOf(history).flatMap(({ body }) => body?.plan?.fixed_charges ?? []);

/** Whether a customer exists before it gets a time zone. */
const moves: Mark = (history) =>
  callsOf(history).some(({ body }) => body?.customer?.timezone !== undefined && body.customer.name === undefined);

const marks: Record<string, Mark> = {
  payments: calls('POST /payments'),
  credit_notes: calls('POST /credit_notes'),
  voids,
  one_offs: calls('POST /invoices'),
  disputes: calls('POST /invoices/lose_dispute'),
  advance_uninvoiced: (history) => chargesOf(history).some(({ invoiceable }) => invoiceable === false),
  advance_recurring: (history) =>
    chargesOf(history).some((one) => one.pay_in_advance && recurring(history).includes(one.billable_metric_id ?? '')),
  empty_groups: (history) => JSON.stringify(chargesOf(history)).includes('"zone"'),
  thresholds: billsAtThresholds,
  wallets: calls('POST /wallets'),
  previews: calls('POST /invoices/preview'),
  note_by_note: (history) => callsOf(history).some(({ choose }) => choose?.one === true),
  monthly_splits: (history) => callsOf(history).some(isSplit),
  split_changes: (history) => callsOf(history).some(isSplit) && changesPlans(history),
  recurring_changes: (history) => recurring(history).length > 0 && changesPlans(history),
  coupons: calls('POST /applied_coupons'),
  advance_plans: (history) => callsOf(history).some(({ body }) => body?.plan?.pay_in_advance === true),
  sale_voids: (history) =>
    JSON.stringify(history).includes('"paid_credits"') && callsOf(history).some(({ choose }) => choose?.sales === true),
  providers: calls('POST /payment_providers'),
  waiting_starts: (history) => callsOf(history).some(({ body }) => body?.subscription?.activation_rules !== undefined),
  refreshes: calls('PUT /invoices/refresh'),
  coupon_mixes: ({ steps }) => steps.filter(({ do: call }) => call === 'POST /coupons').length > 1,
  moving_usage: (history) => billsAtThresholds(history) && callsOf(history).some(takesUsageBack),
  threshold_drafts: (history) => billsAtThresholds(history) && JSON.stringify(history).includes('invoice_grace_period'),
  threshold_voids: (history) => billsAtThresholds(history) && voids(history),
  threshold_advance: (history) =>
    billsAtThresholds(history) && chargesOf(history).some((one) => one.pay_in_advance === true),
  advance_mixes: (history) =>
    history.waits === true &&
    chargesOf(history).some((one) => one.pay_in_advance === true) &&
    callsOf(history).some(({ do: call }) =>
      /^POST \/(wallets|applied_coupons|credit_notes|invoices\/void)$/.test(call),
    ),
  moving_reads: (history) => readsUsage(history) && moves(history),
  upgrade_chains: (history) =>
    changesPlans(history) && fixedOf(history).some((one) => one.pay_in_advance === true && one.prorated === true),
  unit_days: (history) => callsOf(history).some(({ body }) => body?.fixed_charge?.apply_units_immediately === true),
  partly_settled: (history) => callsOf(history).some(({ choose }) => choose?.underWay === true),
  cascades: (history) => callsOf(history).some(({ body }) => body?.plan?.cascade_updates === true),
};

/** @returns whether a history has each of some dimensions */
export const bears = (history: History, names: string[] = []): boolean =>
  names.map(markOf).every((hasMark) => hasMark(history));

function markOf(name: string): Mark {
  const mark = marks[name];
  if (!mark) throw new Error(`No mark of ${name}. There are ${Object.keys(marks).join(', ')}`);
  return mark;
}

const isDimension = (name: string): name is Dimension => dimensions.some((one) => one === name);

interface Switches {
  with?: string[];
  without?: string[];
  /** These without all others. */
  only?: string[];
}

export function switches(options: Switches = {}): Has {
  for (const name of [...(options.with ?? []), ...(options.without ?? []), ...(options.only ?? [])]) {
    if (!isDimension(name)) throw new Error(`No such dimension: ${name}. There are ${dimensions.join(', ')}`);
  }
  const on = new Set<string>(options.only ?? dimensions.filter((name) => !disabledByDefault.includes(name)));
  for (const name of options.with ?? []) on.add(name);
  for (const name of options.without ?? []) on.delete(name);
  return (name) => on.has(name);
}
