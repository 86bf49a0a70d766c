import type { TaxProviderName } from '@tollgate/contracts';
import type { Decimal } from '@tollgate/rating';

/** A connection to an engine with its opened secret. Nothing may log it. */
export interface TaxConnection {
  /** Also identifies the connection in the memory of outages. */
  id: string;
  engine: TaxProviderName;
  /** The key of calls. */
  secret: string;
  /** The account and the company there; null for engines without them. */
  accountId: string | null;
  companyCode: string | null;
  /** Whether the organization is a sandbox, which uses an engine's sandbox. */
  sandbox: boolean;
}

/** An address, as engines use it; blank lines are null. */
export interface TaxAddress {
  line1: string | null;
  city: string | null;
  region: string | null;
  zipcode: string | null;
  country: string | null;
}

export interface TaxCustomer {
  externalId: string;
  name: string | null;
  address: TaxAddress;
  /** A customer with a number is taxable by it (webhooks, section 19). */
  taxNumber: string | null;
}

/** A line of a document; its amount is after coupons, in cents. */
export interface TaxableLine {
  /** The fee. */
  id: string;
  /** The engine's code of the item; null without a mapping. */
  itemCode: string | null;
  description: string;
  amountCents: bigint;
  /** The tax of a credited line, which the engine repeats where it can; absent: the engine computes it. */
  taxCents?: bigint;
  units: Decimal;
}

/** A document whose taxes an engine computes. */
export interface TaxDocument {
  /** Sales have positive amounts; returns report credit notes with negative ones. */
  kind: 'sale' | 'return';
  /** Under which id the engine books it; null for an estimate, which it does not store. */
  bookedAs: string | null;
  /** `YYYY-MM-DD`. */
  date: string;
  /** The date whose taxes apply, `YYYY-MM-DD`, where it is not that of the document. */
  taxDate?: string;
  currency: string;
  customer: TaxCustomer;
  /** Where the issuer is. */
  issuer: TaxAddress;
  lines: TaxableLine[];
}

/** A tax of one line. */
export interface TaxPart {
  name: string;
  /** Percent; null when the line is not taxed. */
  rate: Decimal | null;
  /** Cents, not rounded. */
  amountCents: Decimal;
  /** Why the line is not taxed, or the kind of the tax. */
  type: string | null;
  /** The name of the jurisdiction. */
  jurisdiction: string | null;
}

export interface TaxedLine {
  id: string;
  /** Whole cents that the customer pays. */
  taxCents: bigint;
  parts: TaxPart[];
}

/** The answer of an engine, with the lines of the document in its order. */
export interface TaxAnswer {
  /** Whole cents that the customer pays for all lines. */
  taxCents: bigint;
  lines: TaxedLine[];
}

/** An HTTP call to an engine, without host and secret. */
export interface EngineCall {
  method: 'GET' | 'POST';
  /** With a leading slash. */
  path: string;
  body: object | null;
}

/** An engine refused a request; a repetition fails likewise until a caller fixes the cause. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';

  /** @param code the engine's type of error, or `validationError` */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** An engine could not answer now; a later attempt may succeed. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';

  /**
   * @param code such as `HTTP_503` or `UNREACHABLE`
   * @param retryAfterMs the wait that the engine requests; null without one
   */
  constructor(
    readonly code: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(`the tax engine does not answer: ${code}`);
  }
}

/** No call was made to the engine, because it has just not answered. */
export class EngineResting extends EngineUnavailable {
  constructor(restMs: number) {
    super('RESTING', restMs);
  }
}
