import { Injectable } from '@nestjs/common';
import type { AccountingProviderName } from '@tollgate/contracts';
import type { AccountingConnection } from '../ledger/accounting-system.js';
import type { Ledger } from '../ledger/ledger.js';
import type { LedgerRequest, RequestTerms } from '../ledger/ledger-document.js';
import { XeroLedger } from '../xero/xero-ledger.service.js';

/** The accounting systems. There is one for each name that the interface publishes, or this does not compile. */
@Injectable()
export class AccountingSystems implements Ledger {
  private readonly byName: Readonly<Record<AccountingProviderName, Ledger>>;

  constructor(xero: XeroLedger) {
    this.byName = { xero };
  }

  check(connection: AccountingConnection): Promise<void> {
    return this.byName[connection.provider].check(connection);
  }

  put(connection: AccountingConnection, request: LedgerRequest, terms: RequestTerms): Promise<string | null> {
    return this.byName[connection.provider].put(connection, request, terms);
  }
}
