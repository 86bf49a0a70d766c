// What lives may contain. A dimension that is off in the gate has its reason here; `--with` and `--without` switch.

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
];

/** Off in the gate, and why. */
export const offInGate = {};

/** @param options `with` and `without`: lists of names; `only`: nothing else */
export function switches(options = {}) {
  for (const name of [...(options.with ?? []), ...(options.without ?? []), ...(options.only ?? [])]) {
    if (!dimensions.includes(name)) throw new Error(`No such dimension: ${name}. There are ${dimensions.join(', ')}`);
  }
  const on = new Set(options.only ?? dimensions.filter((name) => !(name in offInGate)));
  for (const name of options.with ?? []) on.add(name);
  for (const name of options.without ?? []) on.delete(name);
  return (name) => on.has(name);
}
