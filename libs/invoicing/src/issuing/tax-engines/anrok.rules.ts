import { z } from 'zod';
import { Decimal } from '@tollgate/rating';
import {
  EngineUnavailable,
  type EngineCall,
  type TaxAddress,
  type TaxAnswer,
  type TaxDocument,
  type TaxPart,
} from './tax-engine.js';

/** Anrok accepts no later date (webhooks, section 19). */
const daysAhead = 30;
const dayMs = 24 * 60 * 60_000;
const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const earlier = (one: string, other: string): string => (one < other ? one : other);

const call = (path: string, body: object): EngineCall => ({
  method: 'POST',
  path: `/v1/seller/transactions/${path}`,
  body,
});

/**
 * The call that has Anrok compute the taxes of a document, and book it if it has an id. A repetition under the same id
 * updates the booked one.
 * @param today `YYYY-MM-DD`
 */
export function anrokTransaction(document: TaxDocument, today: string): EngineCall {
  const { bookedAs, currency, customer, lines } = document;
  const latest = daysAfter(today, daysAhead);
  const body = {
    accountingDate: earlier(document.date, latest),
    ...(document.taxDate === undefined ? {} : { taxDate: earlier(document.taxDate, latest) }),
    currencyCode: currency,
    customerId: customer.externalId,
    ...(customer.name ? { customerName: customer.name } : {}),
    customerAddress: anrokAddress(customer.address),
    ...(customer.taxNumber ? { customerTaxIds: [{ type: 'genericVatNumber', value: customer.taxNumber }] } : {}),
    lineItems: lines.map(({ id, itemCode, amountCents }) => ({
      id,
      productExternalId: itemCode ?? '',
      amount: Number(amountCents),
    })),
  };
  return bookedAs === null ? call('createEphemeral', body) : call('createOrUpdate', { id: bookedAs, ...body });
}

/** Anrok refuses empty texts in addresses. */
const anrokAddress = ({ line1, city, region, zipcode, country }: TaxAddress) =>
  Object.fromEntries(
    Object.entries({ line1, city, region, postalCode: zipcode, country }).filter(([, value]) => value !== null),
  );

/** The call that voids a booked document. */
export const anrokVoid = (bookedAs: string): EngineCall => call(`id:${encodeURIComponent(bookedAs)}/void`, {});

/** The call that books the inverse of a document that a filed return contains. */
export const anrokNegation = (bookedAs: string): EngineCall =>
  call('createNegation', { originalTransactionId: bookedAs, newTransactionId: `${bookedAs}_voided` });

const decimal = z
  .string()
  .regex(/^-?\d{1,30}(\.\d{1,30})?$/)
  .transform((value) => new Decimal(value));

const Juris = z.object({
  name: z.string(),
  notTaxedReason: z.object({ type: z.string(), reason: z.object({ type: z.string() }).nullish() }).nullish(),
  taxes: z.array(z.object({ taxName: z.string(), taxAmount: decimal, taxRate: decimal.nullish() })).nullish(),
});

const Answer = z.object({
  taxAmountToCollect: z.int(),
  lineItems: z.array(
    z.object({ id: z.string().nullish(), taxAmountToCollect: z.int(), jurises: z.array(Juris).nullish() }),
  ),
});

/**
 * Reads the answer of Anrok to a document. @throws EngineUnavailable `UNREADABLE` for an answer of another shape, or
 * with other lines
 */
export function readAnrokAnswer(body: unknown, { lines }: Pick<TaxDocument, 'lines'>): TaxAnswer {
  const read = Answer.safeParse(body);
  if (!read.success || read.data.lineItems.length !== lines.length) throw new EngineUnavailable('UNREADABLE');
  return {
    taxCents: BigInt(read.data.taxAmountToCollect),
    // Anrok returns the lines in the order of the request.
    lines: read.data.lineItems.map(({ id, taxAmountToCollect, jurises }, position) => {
      const line = lines[position];
      if (!line || (id !== null && id !== undefined && id !== line.id)) throw new EngineUnavailable('UNREADABLE');
      return { id: line.id, taxCents: BigInt(taxAmountToCollect), parts: (jurises ?? []).flatMap(partsOf) };
    }),
  };
}

function partsOf({ name: jurisdiction, notTaxedReason, taxes }: z.output<typeof Juris>): TaxPart[] {
  if (taxes)
    return taxes.map(({ taxName, taxAmount, taxRate }) => ({
      name: taxName,
      rate: taxRate ? taxRate.times(100) : null,
      amountCents: taxAmount,
      type: null,
      jurisdiction,
    }));
  const reason = notTaxedReason?.reason?.type ?? notTaxedReason?.type;
  if (!reason) return [];
  return [{ name: reason, rate: null, amountCents: new Decimal(0), type: notTaxedReason?.type ?? null, jurisdiction }];
}

const Refusal = z.object({ type: z.string().min(1).max(100), productExternalId: z.string().nullish() });

/** The code and words of a refusal by Anrok. */
export function anrokRefusal(body: unknown): { code: string; message: string } {
  const read = Refusal.safeParse(body);
  if (!read.success) return { code: 'validationError', message: typeof body === 'string' ? body.slice(0, 500) : '' };
  const { type, productExternalId: product } = read.data;
  return { code: type, message: product ? `${type}: ${product.slice(0, 300)}` : type };
}
