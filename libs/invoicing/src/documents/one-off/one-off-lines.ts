import { DateTime } from 'luxon';
import { bounds, isBlank, type OneOffFee } from '@tollgate/contracts';
import type { AddOnView, TaxView } from '@tollgate/catalog/reader';
import { ValidationFailed, type Instant } from '@tollgate/platform';
import { addOnFee, applicableTaxes, centsDecimal, Decimal, subunit } from '@tollgate/rating';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { NewFee } from '../../model/line-items/new-invoice.js';

/** The buyer of an add-on, and the applicable taxes. */
export interface OneOffPayer {
  customer: CustomerView;
  /** Taxes of the customer's issuer. */
  entityTaxes: TaxView[];
  /** The taxes that calls may name, by code. */
  taxesByCode: Map<string, TaxView>;
  currency: string;
  /** Unix milliseconds. */
  now: Instant;
}

/** Builds the line of a one-off add-on (invoices, section 10). @throws ValidationFailed, AmountOutOfRange */
export function oneOffLine(addOn: AddOnView, fee: OneOffFee, payer: OneOffPayer): NewFee {
  const { customer, entityTaxes, currency, now } = payer;
  const unitAmountCents = isBlank(fee.unit_amount_cents) ? addOn.amountCents : BigInt(fee.unit_amount_cents as number);
  const units = new Decimal(fee.units ?? 1);
  const ownTaxes = [...applicableTaxes(namedTaxes(fee, payer), addOn.taxes)];
  const period = periodOf(fee) ?? { from: now, to: now };
  return {
    type: 'add_on',
    subscription: null,
    charge: null,
    bucket: null,
    itemId: addOn.id,
    itemCode: addOn.code,
    itemName: addOn.name,
    itemDescription: addOn.description,
    description: fee.description ?? addOn.description,
    invoiceDisplayName: fee.invoice_display_name || addOn.invoiceDisplayName || addOn.name,
    ...addOnFee(unitAmountCents, units),
    preciseCouponsAmountCents: new Decimal(0),
    units,
    totalAggregatedUnits: null,
    preciseUnitAmount: centsDecimal(unitAmountCents).div(subunit(currency)),
    eventsCount: null,
    amountDetails: {},
    payInAdvance: false,
    ...period,
    inputs: { kind: 'add_on', unit_amount_cents: String(unitAmountCents), units: units.toFixed() },
    // A tax engine computes them in place of the catalog (webhooks, section 19).
    taxes: customer.taxEngine ? [] : [...applicableTaxes(ownTaxes, customer.taxes, entityTaxes)],
    ownTaxes,
  };
}

/** Skips unknown codes (invoices, section 4.2). */
const namedTaxes = ({ tax_codes: codes = [] }: OneOffFee, { taxesByCode }: OneOffPayer): TaxView[] =>
  [...new Set(codes)].flatMap((code) => taxesByCode.get(code) ?? []);

/** The period that a fee shows, in Unix milliseconds; null without one. @throws ValidationFailed `boundaries` */
function periodOf({ from_datetime: from, to_datetime: to }: OneOffFee): { from: number; to: number } | null {
  if (isBlank(from) && isBlank(to)) return null;
  const [start, end] = [instantOf(from), instantOf(to)];
  if (start === null || end === null || start > end) throw new ValidationFailed({ boundaries: ['values_are_invalid'] });
  return { from: start, to: end };
}

/** Defaults to UTC; null for an invalid instant, or a year outside the interface's range. */
function instantOf(text: string | null | undefined): number | null {
  const parsed = DateTime.fromISO(text?.trim() ?? '', { zone: 'utc' });
  return parsed.isValid && parsed.year >= bounds.firstYear && parsed.year <= bounds.lastYear ? parsed.toMillis() : null;
}
