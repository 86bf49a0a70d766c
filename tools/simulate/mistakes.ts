// Mistakes that are planted into the service's billing mathematics, to see whether lives notice them.

/** The dimensions of lives that can notice it are there where few do. */
export type Mistake = [
  description: string,
  compiledFile: string,
  text: string,
  replacement: string,
  bearing?: string[],
];

export const mistakes: Mistake[] = [
  // Periods and days.
  ['a month is a day longer', 'rating/dist/periods/billing-cycle.js', 'anchor.day), -1)', 'anchor.day), 0)'],
  [
    'prices of a day from a period that is a day short',
    'rating/dist/periods/billing-cycle.js',
    'periodEnd(start, cycle)) + 1',
    'periodEnd(start, cycle))',
  ],
  [
    'each period has thirty days',
    'rating/dist/fees/subscription-fee.js',
    'return periodDays(localPlainDate(subscriptionFrom, timezone), cycle);',
    'return 30;',
  ],
  [
    'the hours of summer time count',
    'rating/dist/periods/local-time.js',
    'Math.ceil((end - from - offsets) / DAY)',
    'Math.ceil((end - from) / DAY)',
  ],
  [
    'the day of an upgrade is billed twice',
    'rating/dist/fees/subscription-fee.js',
    'started - 1 : started',
    'started : started',
  ],
  [
    'unused days of a period that is a day short',
    'rating/dist/credit-notes/proration-credit.js',
    'days: daysFrom(start, end) + 1',
    'days: daysFrom(start, end)',
  ],
  ['a trial is a day longer', 'rating/dist/fees/trial.js', 'trial.days.times(DAY)', 'trial.days.plus(1).times(DAY)'],
  [
    'the last day of a prorated fixed charge is free',
    'rating/dist/periods/billed-days.js',
    'localDay(to, timezone) + 1',
    'localDay(to, timezone)',
  ],
  [
    'usage after a move does not carry on from what was billed',
    'rating/dist/periods/carried-period.js',
    'if (!carried)',
    'if (true)',
  ],
  [
    'the day of an upgrade counts for the old plan too',
    'rating/dist/periods/billed-days.js',
    'endedByUpgrade ?',
    'false ?',
  ],
  [
    'a move to another time zone leaves a hole',
    'rating/dist/periods/boundaries.js',
    'billedBefore ? afterTimezoneChange(regularFrom, billedBefore) : regularFrom',
    'regularFrom',
  ],
  [
    'a commitment is that of a whole period',
    'rating/dist/fees/commitment.js',
    'times(days).div(total)',
    'times(total).div(total)',
  ],
  // Events at the ends of periods.
  [
    'an event in the last second of a period is never counted',
    'ingestion/dist/usage-queries/parts-sql.js',
    '({ to }) => to + 1',
    '({ to }) => to - 999',
  ],
  [
    'an event at the beginning of a period is counted twice',
    'ingestion/dist/usage-queries/parts-sql.js',
    'event.timestamp < ${end(untils)}',
    'event.timestamp <= ${end(untils)}',
  ],
  // Prices.
  [
    'a started package is free',
    'rating/dist/charge-models/package.js',
    'paid.div(size).ceil()',
    'paid.div(size).floor()',
  ],
  ['a graduated range is a unit short', 'rating/dist/charge-models/graduated.js', 'shared ? ZERO : ONE', 'ZERO'],
  [
    'a bound of a volume belongs to the next range',
    'rating/dist/charge-models/volume.js',
    'units.lte(to)',
    'units.lt(to)',
  ],
  // Rounding and taxes.
  [
    'halves of a cent are rounded down',
    'rating/dist/decimal.js',
    'cents.toFixed(0, Decimal.ROUND_HALF_UP)',
    'cents.toFixed(0, Decimal.ROUND_HALF_DOWN)',
  ],
  [
    'fees are taxed before their coupons',
    'rating/dist/taxes.js',
    'return centsDecimal(fee.amountCents).minus(fee.preciseCouponsAmountCents);',
    'return centsDecimal(fee.amountCents);',
  ],
  [
    'taxes of an invoice are the sum of rounded ones',
    'rating/dist/taxes.js',
    'roundToCents(sumOf(unrounded))',
    'unrounded.reduce((sum, one) => sum + roundToCents(one), 0n)',
  ],
  // Credits.
  [
    'sold credits are used before granted ones',
    'rating/dist/wallets/funding.js',
    "Number(a.kind === 'purchased') - Number(b.kind === 'purchased')",
    "Number(b.kind === 'purchased') - Number(a.kind === 'purchased')",
    ['wallets'],
  ],
  [
    'cents that the rounding of taxes leaves are paid by no wallet',
    'rating/dist/wallets/allocation.js',
    'missing.lte(0)',
    'missing.gt(-1)',
    ['wallets'],
  ],
  // Rules in combination.
  [
    'what was billed at a threshold is credited less its coupons',
    'invoicing/dist/model/repositories/progressive-invoices.repository.js',
    'fee.grouped_by, fee.amount_cents,',
    'fee.grouped_by, (fee.amount_cents + coalesce(fee.progressive_credit_amount_cents, 0) - round(fee.precise_coupons_amount_cents))::bigint as amount_cents,',
    ['thresholds', 'coupons'],
  ],
  [
    'what was billed at a threshold is credited on any fee',
    'invoicing/dist/issuing/adjustments/progressive-credit.adjustment.js',
    'JSON.stringify([chargeId, filterId, Object',
    'JSON.stringify([0, 0, Object',
    ['thresholds', 'moving_usage'],
  ],
  [
    'a coupon discounts again what was billed at a threshold',
    'rating/dist/coupons/coupons.js',
    'sumOf(targets.map(taxBase)) : centsDecimal(subTotal)',
    'sumOf(targets.map(taxBase)) : sumOf(targets.map((fee) => centsDecimal(fee.amountCents)))',
    ['thresholds', 'coupons'],
  ],
  [
    'a downgrade of a split plan comes with its next month',
    'rating/dist/periods/billing-days.js',
    'scheduleCycle({ ...schedule, monthlySplit: false })',
    'scheduleCycle(schedule)',
    ['split_changes'],
  ],
  [
    'an upgrade leaves recurring quantities to charges in advance',
    'invoicing/dist/billing/billing-runs/invoice-lines.service.js',
    'metric.id === charge.metric.id && !payInAdvance)',
    'metric.id === charge.metric.id)',
    ['recurring_changes', 'advance_recurring'],
  ],
  [
    'notes of a voided invoice stay',
    'invoicing/dist/documents/voiding/own-notes.writer.js',
    'if (before.every(',
    'if (true || before.every(',
    ['voids', 'credit_notes'],
  ],
  [
    'a voided purchase stays pending',
    'invoicing/dist/documents/voiding/voided-invoices.service.js',
    "if (invoice.payment_status !== 'succeeded')",
    'if (false)',
    ['sale_voids'],
  ],
  [
    'the last note of an invoice is rounded like any other',
    'rating/dist/credit-notes/amounts.js',
    'const isLast = rest !== undefined && ',
    'const isLast = false && ',
    ['note_by_note'],
  ],
  [
    'usage in advance asks for invoices at thresholds',
    'rating/dist/progressive-billing/thresholds.js',
    'usage.currentCents - inAdvanceCents - progressiveCents',
    'usage.currentCents - progressiveCents',
    ['threshold_advance'],
  ],
  [
    'a preview passes over the months of a plan',
    'invoicing/dist/documents/preview/kinds/next-invoice.kind.js',
    '=> billedPeriodEnd(',
    '=> planPeriodEnd(',
    ['previews', 'monthly_splits'],
  ],
  [
    'a preview of an end forgets the credit for unused days',
    'invoicing/dist/documents/preview/kinds/termination.kind.js',
    'ended: { subscription, upgrade: false }',
    'never: { subscription, upgrade: false }',
    ['previews', 'advance_plans'],
  ],
  [
    'a provider is charged a cent less than is due',
    'payment/dist/collection/charging/charges.rules.js',
    'sum + dueCents',
    'sum + dueCents - (dueCents > 1n ? 1n : 0n)',
    ['providers'],
  ],
  [
    'a late success of a provider is not recorded',
    'payment/dist/collection/charging/outcomes.service.js',
    "if (outcome.status === 'succeeded')",
    "if (outcome.status === 'succeeded' && reportedBy === 'answer')",
    ['providers'],
  ],
  [
    'a refused start keeps the coupons and credits that it used',
    'invoicing/dist/issuing/waiting-starts/waiting-invoice.writer.js',
    'for (const adjustment of allAdjustments)',
    'for (const adjustment of [])',
    ['waiting_starts', 'coupons'],
  ],
];
