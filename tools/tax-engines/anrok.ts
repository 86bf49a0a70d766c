import type { z } from 'zod';
import { EphemeralTransaction, Negation, Transaction, Void } from './anrok.schema.ts';
import { Documents, type Engine, type EngineAnswer, type EngineRequest, type StoredDocument } from './engine.ts';
import {
  isExemptItem,
  isUnknownItem,
  type Place,
  placeOf,
  roundedMillionths,
  taxMillionths,
  textOfMillionths,
} from './places.ts';

const root = '/v1/seller/transactions/';
const currencies = new Set(['USD', 'EUR', 'GBP', 'JPY', 'CHF']);
const daysAhead = 31;
const dayMs = 24 * 60 * 60_000;

const ok = (body: unknown): EngineAnswer => ({ status: 200, body });
const conflict = (type: string, more: object = {}): EngineAnswer => ({ status: 409, body: { type, ...more } });
const badRequest = (reason: string): EngineAnswer => ({ status: 400, body: `Request body: ${reason}` });

interface Juris {
  name: string;
  notTaxedReason: object | null;
  taxes: object[] | null;
}

/** A double of Anrok: it checks each request against the schema, and stores the transactions of each API key. */
export class Anrok implements Engine {
  private readonly documents = new Documents();

  answer({ method, path, headers, body }: EngineRequest): EngineAnswer {
    const account = /^Bearer (\S{8,})$/.exec(headers['authorization'] ?? '')?.[1];
    if (account === undefined || account.startsWith('revoked')) return { status: 401, body: 'Unauthorized' };
    if (method !== 'POST' || !path.startsWith(root)) return { status: 404, body: 'Not found' };
    if (headers['content-type'] !== 'application/json') return { status: 415, body: 'Unsupported media type' };
    const action = decodeURIComponent(path.slice(root.length));
    if (action === 'createEphemeral')
      return checked(EphemeralTransaction, body, (transaction) => calculated(transaction));
    if (action === 'createOrUpdate')
      return checked(Transaction, body, (transaction) => this.write(account, transaction));
    if (action === 'createNegation') return checked(Negation, body, (negation) => this.negate(account, negation));
    const voided = /^id:(.+)\/void$/.exec(action)?.[1];
    if (voided !== undefined) return checked(Void, body, (raw) => this.void(account, voided, raw));
    return { status: 404, body: 'Not found' };
  }

  documentsOf(account: string): StoredDocument[] {
    return [...this.documents.of(account).values()];
  }

  lock(account: string, id: string): boolean {
    return this.documents.lock(account, id);
  }

  private write(account: string, transaction: z.output<typeof Transaction>): EngineAnswer {
    const stored = this.documents.of(account);
    const before = stored.get(transaction.id);
    if (before?.locked) return conflict('transactionFrozenForFiling');
    const answer = calculated(transaction);
    if (answer.status !== 200) return answer;
    const version = (before?.version ?? 0) + 1;
    const total = transaction.lineItems.reduce((sum, { amount }) => sum + amount, 0);
    stored.set(transaction.id, {
      id: transaction.id,
      kind: total < 0 ? 'return' : 'sale',
      status: 'booked',
      version,
      locked: false,
      date: transaction.accountingDate,
      taxDate: transaction.taxDate ?? transaction.accountingDate,
      currency: transaction.currencyCode,
      customer: transaction.customerId ?? '',
      total,
      tax: (answer.body as { taxAmountToCollect: number }).taxAmountToCollect,
    });
    return ok({ version, ...(answer.body as object) });
  }

  private void(account: string, id: string, { transactionExpectedVersion }: z.output<typeof Void>): EngineAnswer {
    const document = this.documents.of(account).get(id);
    if (!document || document.status === 'voided') return conflict('transactionIdNotFound');
    if (transactionExpectedVersion !== undefined && transactionExpectedVersion !== document.version)
      return conflict('transactionExpectedVersionMismatch');
    if (document.locked) return conflict('transactionFrozenForFiling');
    document.status = 'voided';
    return ok({});
  }

  private negate(
    account: string,
    { originalTransactionId: original, newTransactionId: id }: z.output<typeof Negation>,
  ): EngineAnswer {
    const stored = this.documents.of(account);
    const document = stored.get(original);
    if (!document) return conflict('transactionIdNotFound');
    if (document.kind === 'inverse') return conflict('transactionIsAlreadyANegation');
    if (stored.has(id)) return conflict('duplicateTransactionId');
    const inverse = { total: -document.total, tax: -document.tax };
    stored.set(id, { ...document, ...inverse, id, kind: 'inverse', version: 1, locked: false });
    return ok({});
  }
}

/** Refuses a body that breaks the schema, with the first key at fault. */
function checked<T>(schema: z.ZodType<T>, body: unknown, answer: (input: T) => EngineAnswer): EngineAnswer {
  const read = schema.safeParse(body);
  if (read.success) return answer(read.data);
  const [issue] = read.error.issues;
  return badRequest(`"${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'Invalid'}.`);
}

/** The taxes of a transaction, or why Anrok cannot compute them. */
function calculated(transaction: EphemeralTransaction): EngineAnswer {
  const { lineItems, customerAddress, currencyCode, accountingDate, customerTaxIds } = transaction;
  if (!currencies.has(currencyCode.toUpperCase())) return conflict('currencyCodeNotSupported');
  if (Date.parse(accountingDate) > Date.now() + daysAhead * dayMs) return conflict('taxDateTooFarInFuture');
  const place = placeOf(customerAddress.country, transaction.taxDate ?? accountingDate);
  if (!place) return conflict('customerAddressCouldNotResolve');
  const unknown = lineItems.find((line) => isUnknownItem(line.productExternalId));
  if (unknown) return conflict('productExternalIdUnknown', { productExternalId: unknown.productExternalId });
  const ids = lineItems.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) return badRequest('"lineItems": Duplicate id.');
  const lines = lineItems.map((line) => lineOf(line, place, (customerTaxIds ?? []).length > 0));
  return ok({
    taxAmountToCollect: lines.reduce((sum, line) => sum + line.taxAmountToCollect, 0),
    lineItems: lines,
    preTaxAmount: String(lineItems.reduce((sum, { amount }) => sum + amount, 0)),
    jurisSummaries: [],
  });
}

function lineOf(
  { id, productExternalId, amount }: EphemeralTransaction['lineItems'][number],
  place: Place,
  hasTaxId: boolean,
) {
  const reason = isExemptItem(productExternalId)
    ? { type: 'productNotTaxed' }
    : place.reverseCharge && hasTaxId
      ? { type: 'exempt', reason: { type: 'reverseCharge' } }
      : null;
  const sums = place.jurisdictions.map(({ rate }) => (reason ? 0n : taxMillionths(BigInt(amount), rate)));
  const jurises = place.jurisdictions.map(({ name, rate }, at): Juris => ({
    name,
    notTaxedReason: reason,
    taxes: reason
      ? null
      : [
          {
            taxName: 'Tax',
            taxableAmount: String(amount),
            taxAmount: textOfMillionths(sums[at] ?? 0n),
            taxRate: rate,
          },
        ],
  }));
  return {
    id: id ?? null,
    taxAmountToCollect: Number(roundedMillionths(sums.reduce((sum, each) => sum + each, 0n))),
    preTaxAmount: String(amount),
    jurises,
  };
}
