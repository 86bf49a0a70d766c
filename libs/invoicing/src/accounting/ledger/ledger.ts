import type { AccountingConnection } from './accounting-system.js';
import type { LedgerRequest, RequestTerms } from './ledger-document.js';

/** The port to an accounting system: contacts, invoices, credit notes and payments (webhooks, section 20). */
export interface Ledger {
  /** Checks the keys of a connection. @throws ConnectionRefused, LedgerBusy, LedgerUnavailable */
  check(connection: AccountingConnection): Promise<void>;
  /**
   * Has the system store a document. A repetition first looks for the result of the earlier request, so the system has
   * it once.
   * @returns its id there; null where the system gives none
   * @throws LedgerRefusal, ConnectionRefused, LedgerBusy, LedgerUnavailable
   */
  put(connection: AccountingConnection, request: LedgerRequest, terms: RequestTerms): Promise<string | null>;
}
