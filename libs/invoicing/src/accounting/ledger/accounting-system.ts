import type { AccountingMapping, AccountingProviderName } from '@tollgate/contracts';

/** A connection to an accounting system with its opened secret. Nothing may log it. */
export interface AccountingConnection {
  id: string;
  provider: AccountingProviderName;
  clientId: string;
  secret: string;
  /** The organization there; null for the only one of the client. */
  tenantId: string | null;
  mappings: readonly AccountingMapping[];
}

/** The system refused a document; a repetition fails likewise until a caller fixes the cause. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal';

  /**
   * @param code the system's type of error, or `invalid_mapping`
   * @param externalId of the document in the system, if it has a faulty one; null otherwise
   */
  constructor(
    readonly code: string,
    message: string,
    readonly externalId: string | null = null,
  ) {
    super(message);
  }
}

/** The system refuses the connection as a whole: its keys, or its rights. All documents wait. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';

  /** @param code such as `invalid_client` or `HTTP_403` */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The system could not answer now; a later attempt may succeed. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable';

  /**
   * @param code such as `HTTP_503` or `TIMEOUT`
   * @param retryAfterMs the wait that the system requests; null without one
   */
  constructor(
    readonly code: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(`the accounting system does not answer: ${code}`);
  }
}

/** No call was made, or the system refused it for its number of calls: a repetition is no attempt. */
export class LedgerBusy extends LedgerUnavailable {
  constructor(waitMs: number) {
    super('BUSY', waitMs);
  }
}
