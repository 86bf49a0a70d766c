import { z } from 'zod';
import { centsDecimal, Decimal, subunit, toCents } from '@tollgate/rating';
import {
  EngineUnavailable,
  type EngineCall,
  type TaxAddress,
  type TaxAnswer,
  type TaxDocument,
  type TaxedLine,
  type TaxPart,
} from './tax-engine.js';

const overrideReason = 'Credit of an earlier invoice';
/** Longest texts of AvaTax. */
const longest = { code: 50, description: 2048, taxNumber: 25, line: 50, city: 50, region: 3, zipcode: 11, country: 2 };

/** The call that checks account and license key. */
export const avalaraPing: EngineCall = { method: 'GET', path: '/api/v2/utilities/ping', body: null };

/**
 * The call that has AvaTax compute the taxes of a document, and commit it if it has an id. A repetition under the same
 * id adjusts the committed one. An estimate is an order, which AvaTax does not store.
 */
export function avalaraTransaction(document: TaxDocument, companyCode: string): EngineCall {
  const { kind, bookedAs, date, taxDate, currency, customer, issuer, lines } = document;
  const estimate = bookedAs === null;
  const model = {
    type: kind === 'sale' ? (estimate ? 'SalesOrder' : 'SalesInvoice') : estimate ? 'ReturnOrder' : 'ReturnInvoice',
    ...(estimate ? {} : { code: bookedAs.slice(0, longest.code) }),
    companyCode,
    date,
    ...(taxDate === undefined ? {} : { taxOverride: { type: 'TaxDate', taxDate, reason: overrideReason } }),
    customerCode: customer.externalId.slice(0, longest.code),
    ...(customer.taxNumber ? { businessIdentificationNo: customer.taxNumber.slice(0, longest.taxNumber) } : {}),
    currencyCode: currency,
    commit: !estimate,
    addresses: { shipFrom: avalaraAddress(issuer), shipTo: avalaraAddress(customer.address) },
    lines: lines.map(({ id, itemCode, description, amountCents, taxCents, units }) => ({
      number: id,
      quantity: units.isZero() ? 1 : units.abs().toNumber(),
      amount: mainUnit(amountCents, currency),
      ...(itemCode === null ? {} : { itemCode: itemCode.slice(0, longest.code) }),
      description: description.slice(0, longest.description),
      ...(taxCents === undefined ? {} : { taxOverride: taxAmountOf(taxCents, { currency, taxDate: taxDate ?? date }) }),
    })),
  };
  if (estimate) return { method: 'POST', path: '/api/v2/transactions/create', body: model };
  const adjustment = { adjustmentReason: 'Other', adjustmentDescription: 'Repeated request' };
  return {
    method: 'POST',
    path: '/api/v2/transactions/createoradjust',
    body: { ...adjustment, createTransactionModel: model },
  };
}

const mainUnit = (cents: bigint, currency: string): number => centsDecimal(cents).div(subunit(currency)).toNumber();

/** The tax of a credited line is that of its credit note, by the rules of the date on which the sale was taxed. */
const taxAmountOf = (taxCents: bigint, { currency, taxDate }: { currency: string; taxDate: string }) => ({
  type: 'TaxAmount',
  taxAmount: mainUnit(taxCents, currency),
  taxDate,
  reason: overrideReason,
});

const avalaraAddress = ({ line1, city, region, zipcode, country }: TaxAddress) =>
  Object.fromEntries(
    [
      ['line1', line1?.slice(0, longest.line)],
      ['city', city?.slice(0, longest.city)],
      ['region', region?.slice(0, longest.region)],
      ['postalCode', zipcode?.slice(0, longest.zipcode)],
      ['country', country?.slice(0, longest.country)],
    ].filter(([, value]) => value !== undefined),
  ) as Record<string, string>;

const pathOf = (companyCode: string, bookedAs: string, action: string, kind: TaxDocument['kind']): string =>
  `/api/v2/companies/${encodeURIComponent(companyCode)}/transactions/${encodeURIComponent(bookedAs)}/${action}` +
  `?documentType=${kind === 'sale' ? 'SalesInvoice' : 'ReturnInvoice'}`;

/** The call that voids a committed document. */
export const avalaraVoid = (companyCode: string, bookedAs: string, kind: TaxDocument['kind']): EngineCall => ({
  method: 'POST',
  path: pathOf(companyCode, bookedAs, 'void', kind),
  body: { code: 'DocVoided' },
});

/** The call that refunds a whole sale that a filed return contains. @param date `YYYY-MM-DD` */
export const avalaraRefund = (companyCode: string, bookedAs: string, date: string): EngineCall => ({
  method: 'POST',
  path: pathOf(companyCode, bookedAs, 'refund', 'sale'),
  body: {
    refundTransactionCode: `${bookedAs}_voided`,
    refundDate: date,
    refundType: 'Full',
    referenceCode: bookedAs,
  },
});

/** JSON has no decimals: the shortest text of the number is the decimal that AvaTax wrote. */
const amount = z.number().transform((value) => new Decimal(String(value)));

const Detail = z.object({
  taxName: z.string(),
  rate: amount,
  tax: amount,
  taxType: z.string().nullish(),
  jurisName: z.string().nullish(),
  exemptAmount: amount.nullish(),
  nonTaxableAmount: amount.nullish(),
  taxableAmount: amount.nullish(),
});
type Detail = z.output<typeof Detail>;

const Answer = z.object({
  totalTax: amount,
  lines: z.array(z.object({ lineNumber: z.string(), tax: amount, details: z.array(Detail).nullish() })),
});

/**
 * Reads the answer of AvaTax to a document. @throws EngineUnavailable `UNREADABLE` for an answer of another shape, or
 * with other lines
 */
export function readAvalaraAnswer(
  body: unknown,
  { lines, currency }: Pick<TaxDocument, 'lines' | 'currency'>,
): TaxAnswer {
  const read = Answer.safeParse(body);
  if (!read.success || read.data.lines.length !== lines.length) throw new EngineUnavailable('UNREADABLE');
  const answered = new Map(read.data.lines.map((line) => [line.lineNumber, line]));
  return {
    taxCents: toCents(read.data.totalTax, currency),
    lines: lines.map(({ id }): TaxedLine => {
      const line = answered.get(id);
      if (!line) throw new EngineUnavailable('UNREADABLE');
      const parts = (line.details ?? []).map((detail) => partOf(detail, currency));
      return { id, taxCents: toCents(line.tax, currency), parts };
    }),
  };
}

function partOf(detail: Detail, currency: string): TaxPart {
  const reason = untaxedReason(detail);
  return {
    name: reason ?? detail.taxName,
    rate: reason === null ? detail.rate.times(100) : null,
    amountCents: detail.tax.times(subunit(currency)),
    type: reason ?? detail.taxType ?? null,
    jurisdiction: detail.jurisName ?? null,
  };
}

/** Why nothing of a line is taxable there: the customer is exempt, or the item is. Null if something is. */
function untaxedReason({ taxableAmount, exemptAmount, nonTaxableAmount }: Detail): string | null {
  if (!taxableAmount?.isZero()) return null;
  if (exemptAmount && !exemptAmount.isZero()) return 'exempt';
  return nonTaxableAmount && !nonTaxableAmount.isZero() ? 'productNotTaxed' : null;
}

const Refusal = z.object({
  error: z.object({
    code: z.string().min(1).max(100),
    message: z.string().nullish(),
    details: z.array(z.object({ message: z.string().nullish(), description: z.string().nullish() })).nullish(),
  }),
});

/** The code and words of a refusal by AvaTax. */
export function avalaraRefusal(body: unknown): { code: string; message: string } {
  const read = Refusal.safeParse(body);
  if (!read.success) return { code: 'validationError', message: '' };
  const { code, message, details } = read.data.error;
  return { code, message: (details?.[0]?.description ?? message ?? '').slice(0, 500) };
}
