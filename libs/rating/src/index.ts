export { Decimal, ceilTo, centsDecimal, decimalText, floorTo, plainDecimal, roundHalfUp, roundToCents, subunit, toCents } from './decimal.js';
export { currencyExponent } from './currencies.js';

export { DAY, HOUR, SECOND, daysBetween, endOfDate, endOfLocalDay, localDate, localPlainDate, startOfDate, startOfLocalDay, utcDate, utcOffset } from './periods/local-time.js';
export type { Instant } from './periods/local-time.js';
export { addDays, addMonths, formatDate, parseDate } from './periods/plain-date.js';
export type { PlainDate } from './periods/plain-date.js';
export { billingCycle, nextPeriodStart, oneIntervalBefore, periodDays, periodEnd, periodStart } from './periods/billing-cycle.js';
export type { BillingCycle, BillingTime, Interval } from './periods/billing-cycle.js';
export { firstBillingInstant, isBillingDay, isBillingDayAt, nextBillingInstant } from './periods/billing-days.js';
export type { BillingSchedule } from './periods/billing-days.js';
export { hasMonthlySplit, planChange, startedInPast, terminatedBy, yearlyAmountCents } from './periods/subscription-terms.js';
export type { PlanChange, SubscriptionTerms } from './periods/subscription-terms.js';
export { isFirstMonthOfFirstPeriod, isFirstMonthOfPeriod } from './periods/first-month.js';
export { afterTimezoneChange, invoiceBoundaries } from './periods/boundaries.js';
export type { BilledSpan, BoundaryOptions, InvoiceBoundaries } from './periods/boundaries.js';
export { currentBillingPeriod, downgradePlanDate, planPeriodEnd, usagePeriod, usagePeriodEnd } from './periods/running-period.js';
export type { UsagePeriod } from './periods/running-period.js';
export { endedPeriodBoundaries, terminationBoundaries } from './periods/termination-boundaries.js';

export { inTrial, trialEnd } from './fees/trial.js';
export type { Trial } from './fees/trial.js';
export { dayPrice, isSubscriptionFeeDue, subscriptionFee } from './fees/subscription-fee.js';
export type { BillingHistory, FeeAmount, SubscriptionFeeInput } from './fees/subscription-fee.js';

export { priceUsage } from './charge-models/price-usage.js';
export type { PricedCharge } from './charge-models/price-usage.js';
export { chargeFee, makesFee } from './charge-models/charge-fee.js';
export type { ChargeFee } from './charge-models/charge-fee.js';
export type { AmountDetails, ChargeModel, ChargeProperties, Movement, OnePerUnit, PercentageRange, Price, PriceRange, Usage } from './charge-models/types.js';

export { aggregate } from './aggregations/aggregate.js';
export type { FreeUnits } from './aggregations/aggregate.js';
export { roundUnits } from './aggregations/rounding.js';
export { eventsUntil, eventsWithin } from './aggregations/events.js';
export type { Aggregation, AggregationType, Metric, RoundingFunction, UsageEvent, UsageWindow } from './aggregations/types.js';

export { applicableTaxes, feeTaxes, invoiceTaxes, taxBase } from './taxes.js';
export type { FeeTax, FeeTaxes, InvoiceTax, InvoiceTaxes, TaxRate, TaxableFee } from './taxes.js';
export { feesTotal, invoiceTotals } from './invoice-totals.js';
export type { InvoiceDeductions, InvoiceTotals } from './invoice-totals.js';
export { datePlusDays, issuingDateOffset, paymentDueDate, plainInvoiceDates, subscriptionInvoiceDates } from './issuing-date.js';
export type { InvoiceDates, IssuingDateAdjustment, IssuingDateAnchor, IssuingDateSettings } from './issuing-date.js';
