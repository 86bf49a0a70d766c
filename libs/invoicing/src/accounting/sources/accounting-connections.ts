import { Injectable } from '@nestjs/common';
import { SecretBox } from '@tollgate/platform';
import { placeOfSecret, type AccountingProviderRow } from '../../model/accounting/accounting-providers.repository.js';
import type { AccountingConnection } from '../ledger/accounting-system.js';

/** Opens stored connections to accounting systems for calls. */
@Injectable()
export class AccountingConnections {
  constructor(private readonly secrets: SecretBox) {}

  open(row: AccountingProviderRow): AccountingConnection {
    return {
      id: row.id,
      provider: row.provider,
      clientId: row.client_id,
      secret: this.secrets.open(row.secret, placeOfSecret(row)),
      tenantId: row.tenant_id,
      mappings: row.mappings,
    };
  }
}
