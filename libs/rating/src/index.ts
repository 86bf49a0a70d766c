export {
  AmountOutOfRange,
  Decimal,
  MAX_CENTS,
  boundedCents,
  ceilTo,
  centsDecimal,
  centsNumber,
  convertCents,
  decimalText,
  floorTo,
  percentOf,
  plainDecimal,
  roundHalfUp,
  roundToCents,
  subunit,
  sumOf,
  toCents,
} from './decimal.js';
export { currencyExponent, unusualExponents } from './currencies.js';

export {
  DAY,
  HOUR,
  SECOND,
  daysBetween,
  endOfDate,
  endOfLocalDay,
  floorToSecond,
  localDate,
  localDay,
  localPlainDate,
  startOfDate,
  startOfLocalDay,
  utcDate,
  utcOffset,
} from './periods/local-time.js';
export type { Instant } from './periods/local-time.js';
export { addDays, addMonths, dateOfDayNumber, formatDate, parseDate } from './periods/plain-date.js';
export type { PlainDate } from './periods/plain-date.js';
export { daysOfMonth, monthToDate } from './periods/month-to-date.js';
export type { DaysOfMonth, MonthToDate } from './periods/month-to-date.js';
export {
  billingCycle,
  nextPeriodStart,
  oneIntervalBefore,
  periodDays,
  periodEnd,
  periodStart,
} from './periods/billing-cycle.js';
export type { BillingCycle, BillingTime, Interval } from './periods/billing-cycle.js';
export {
  firstBillingInstant,
  isBillingDay,
  isBillingDayAt,
  isPlanDayAt,
  nextBillingInstant,
} from './periods/billing-days.js';
export type { BillingSchedule } from './periods/billing-days.js';
export { movedBillingInstant, unbilledPeriods } from './periods/unbilled-periods.js';
export type { UnbilledPeriods } from './periods/unbilled-periods.js';
export { areSameDays } from './periods/plan-days.js';
export type { PlanDays } from './periods/plan-days.js';
export {
  hasMonthlySplit,
  planChange,
  startedInPast,
  terminatedBy,
  yearlyAmountCents,
} from './periods/subscription-agreement.js';
export type { PlanChange, SubscriptionAgreement } from './periods/subscription-agreement.js';
export { isFirstMonthOfFirstPeriod, isFirstMonthOfPeriod } from './periods/first-month.js';
export {
  LARGEST_MOVE,
  afterTimezoneChange,
  fullChargesPeriod,
  fullFixedChargesPeriod,
  invoiceBoundaries,
  isEmptySpan,
} from './periods/boundaries.js';
export type { BilledSpan, BoundaryOptions, InvoiceBoundaries } from './periods/boundaries.js';
export {
  billedPeriodEnd,
  currentBillingPeriod,
  currentPlanPeriod,
  downgradePlanDate,
  planPeriodEnd,
  unbilledFixedChargePeriod,
  unbilledInstant,
} from './periods/running-period.js';
export type { UsagePeriod } from './periods/running-period.js';
export { noBills, runningFixedChargePeriod, runningPeriod, spanToContinue } from './periods/carried-period.js';
export type { BilledPeriod, PeriodHistory } from './periods/carried-period.js';
export { billedDays } from './periods/billed-days.js';
export { endedPeriodBoundaries, terminationBoundaries } from './periods/termination-boundaries.js';

export { inTrial, trialEnd } from './fees/trial.js';
export type { Trial } from './fees/trial.js';
export { addOnFee } from './fees/add-on-fee.js';
export { dayPrice, isSubscriptionFeeDue, subscriptionFee } from './fees/subscription-fee.js';
export type {
  BillingHistory,
  FeeAmount,
  SubscriptionFee,
  SubscriptionFeeBasis,
  SubscriptionFeeFormula,
  SubscriptionFeeInput,
} from './fees/subscription-fee.js';

export { chargeMinimumCents, chargeTrueUp, pricingUnitTrueUp } from './fees/charge-minimum.js';
export {
  commitmentPeriod,
  commitmentTrueUpCents,
  isCommitmentDue,
  proratedCommitmentCents,
} from './fees/commitment.js';
export type { CommitmentPeriod } from './fees/commitment.js';

export * from './charge-models/index.js';

export { aggregate } from './aggregations/aggregate.js';
export { aggregateProrated, daysOfEvent, proratedIncrement, prorationOfEvent } from './aggregations/prorated.js';
export type { ProratedAggregation, Proration } from './aggregations/prorated.js';
export type { DatedMovement, ProratedWindow } from './aggregations/prorated-units.js';
export type { UnitDays } from './aggregations/unit-days.js';
export { heldLevel, levelBefore, weightedSum, weightedUnits } from './aggregations/weighted-sum.js';
export type { WeightedWindow } from './aggregations/weighted-sum.js';
export { presenceChanges } from './aggregations/unique-count/unique-values.js';
export type { PresenceChange, PresentValues } from './aggregations/unique-count/unique-values.js';
export { roundedUnits, roundUnits } from './aggregations/rounding.js';
export { eventsUntil, eventsWithin } from './aggregations/events.js';
export {
  aggregationOf,
  aggregationNames,
  countedBy,
  eachEvent,
  findAggregation,
  isFieldless,
  needsNumber,
  unavailableAggregation,
} from './aggregations/registry.js';
export type { AggregationType, FieldlessAggregation } from './aggregations/registry.js';
export type { Aggregation, BilledEvents, PresenceStep } from './aggregations/aggregation.js';
export type {
  AggregatedUsage,
  HeldLevel,
  Metric,
  RoundingFunction,
  UsageEvent,
  UsageWindow,
} from './aggregations/types.js';

export { forecastOfPast, forecastUnits } from './forecasts/forecast-units.js';
export type { UnitsBand, UnitsForecast } from './forecasts/forecast-units.js';
export { deviationPercent } from './forecasts/deviation.js';
export { errorPercent, weightedErrorPercent } from './forecasts/errors.js';
export type { ForecastMethod } from './forecasts/summed-days.js';
export { daysOfMetric, endedPeriods, MOST_HISTORY_DAYS, unitsIn } from './forecasts/usage-history.js';
export type { DaySpan, UsageHistory } from './forecasts/usage-history.js';

export {
  inAdvanceUsageUnits,
  countIncrement,
  proratedInAdvanceUsageUnits,
  sumIncrement,
  uniqueIncrement,
} from './in-advance/high-water.js';
export type { HighWater, Increment, ProratedInAdvanceUsage } from './in-advance/high-water.js';
export { usageWithEvent, usageWithoutEvent } from './in-advance/event-usage.js';
export type { InAdvanceEvent } from './in-advance/event-usage.js';
export {
  carriesFlatAmount,
  estimatedEventFee,
  eventFee,
  eventFeeBetween,
  instantEventFee,
} from './in-advance/event-price.js';
export { noUsage, usageAround, withNextEvent } from './in-advance/running-usage.js';
export type { NextEvent, RunningRules, RunningUsage } from './in-advance/running-usage.js';

export { ALL_FILTER_VALUES, filterOfSingleEvent, filtersOfEvent, resolveFilters } from './filters/charge-filters.js';
export type { ChargeFilter, FilterValues, ResolvedFilter } from './filters/charge-filters.js';
export { fieldText, groupOfEvent, propertyText, propertyTexts, textOf } from './filters/property-text.js';
export type { EventTexts } from './filters/property-text.js';

export { evaluateExpression, expressionResultText } from './expressions/evaluate.js';
export type { ExpressionEvent } from './expressions/evaluate.js';
export { isExpression, parseExpression } from './expressions/parse.js';
export { ExpressionEvaluationError, ExpressionSyntaxError } from './expressions/syntax.js';
export type { Expression } from './expressions/syntax.js';

export { applyCoupons, couponTargets, inOrderOfUse, spreadOverFees } from './coupons/coupons.js';
export type {
  AppliedCoupon,
  CouponCredit,
  CouponLimit,
  CouponResult,
  CouponUse,
  DiscountableFee,
  FeeType,
} from './coupons/coupons.js';
export {
  creditNoteAmounts,
  estimatedCredit,
  NOTHING_TAKEN,
  restAfter,
  restTotal,
  splitTotal,
  withFinalCent,
} from './credit-notes/amounts.js';
export type {
  CreditNoteAmounts,
  CreditNoteItem,
  CreditNoteSplit,
  CreditNoteTax,
  NoteRest,
  TakenByNotes,
} from './credit-notes/amounts.js';
export { noteFaults, noteLimits, partsWithin, scaledSplit, writtenSplit } from './credit-notes/requested-note.js';
export type { InvoiceToCredit, NoteFault, NoteLimits, WholeFee } from './credit-notes/requested-note.js';
export { coveredBalances, usableCents } from './credit-notes/usable-balances.js';
export type { NoteBalance, VoidedWorth } from './credit-notes/usable-balances.js';
export { afterVoidNote, voidNotes } from './credit-notes/void-notes.js';
export type { VoidedFee, VoidNote, VoidNotes } from './credit-notes/void-notes.js';
export { unusedDays, prorationCreditCents, prorationCreditNote } from './credit-notes/proration-credit.js';
export type {
  EarlyEnding,
  PaidInvoice,
  PrepaidFee,
  ProrationCreditMode,
  ProrationCreditNote,
} from './credit-notes/proration-credit.js';

export { applyCreditNotes, creditableCents, offsettableCents, refundableCents } from './credit-notes/limits.js';
export type {
  AvailableNote,
  CreditedFee,
  CreditedInvoice,
  NotesResult,
  RemainingFee,
  UsedNote,
} from './credit-notes/limits.js';

export {
  daysLeft,
  fixedChargeDelta,
  fixedChargeUnits,
  fixedChargeUnitsInForce,
  paidByOldPlans,
  proratedFixedChargeUnits,
} from './fixed-charges/units.js';
export type { FixedChargePeriod, UnitChange, UnitsInForce } from './fixed-charges/units.js';
export { progressiveBillingCredit } from './progressive-billing/credit.js';
export type {
  CreditableFee,
  ProgressiveCredit,
  ProgressiveFee,
  ProgressivelyCredited,
  ProgressiveRemainder,
  ProgressiveUse,
} from './progressive-billing/credit.js';
export { lifetimeTotalCents, passedThresholds, thresholdProgress } from './progressive-billing/thresholds.js';
export type {
  BilledUsage,
  LifetimeUsage,
  ThresholdProgress,
  UsageThreshold,
} from './progressive-billing/thresholds.js';
export { crossedThresholds } from './alerts/crossing.js';
export type { AlertDirection, AlertThreshold, WatchedChange } from './alerts/crossing.js';
export { bucketsByKey, ongoingUsage, payFromWallets, walletPays } from './wallets/allocation.js';
export type { Bucket, OngoingWallet, PayableFee, PayingWallet, UsageKey, WalletPayment } from './wallets/allocation.js';
export { isBelowThreshold, nextTopUp, topUpCredits } from './wallets/top-up-rules.js';
export type { IntervalRule, TopUpCredits, TopUpInterval, TopUpRule, WalletToTopUp } from './wallets/top-up-rules.js';
export { matchFundings } from './wallets/funding.js';
export type { Funding, FundingShare } from './wallets/funding.js';
export { creditsOfCents, inboundCredits, voidedCredits } from './wallets/credits.js';
export type { CreditAmount } from './wallets/credits.js';

export { applicableTaxes, feeTaxes, invoiceTaxes, taxBase } from './taxes.js';
export type { FeeTax, FeeTaxes, InvoiceTax, InvoiceTaxes, TaxRate, TaxableFee } from './taxes.js';
export { assertInvoiceAddsUp, assertNoteFits, InvoiceDoesNotAddUp } from './invoice-invariants.js';
export { feesTotal, invoiceTotals } from './invoice-totals.js';
export type { InvoiceDeductions, InvoiceTotals } from './invoice-totals.js';
export {
  datePlusDays,
  issuingDateOffset,
  paymentDueDate,
  plainInvoiceDates,
  subscriptionInvoiceDates,
} from './issuing-date.js';
export type { InvoiceDates, IssuingDateAdjustment, IssuingDateAnchor, IssuingDateSettings } from './issuing-date.js';

export { amountDue, isSettled, upToAmountDue, withPayment } from './settlement.js';
export type { Settlement } from './settlement.js';

export { monthlyPrice, recurringRevenue } from './revenue/recurring-revenue.js';
export type { SubscriptionFees } from './revenue/recurring-revenue.js';
