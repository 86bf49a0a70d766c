import { Injectable } from '@nestjs/common';
import { readOrganization } from '@tollgate/identity/reader';
import { SecretBox, type TenantTransaction } from '@tollgate/platform';
import { placeOfSecret, type TaxProviderRow } from '../../model/taxes/tax-providers.repository.js';
import type { TaxConnection } from '../tax-engines/tax-engine.js';

/** Opens stored connections to tax engines for calls. */
@Injectable()
export class TaxConnections {
  constructor(private readonly secrets: SecretBox) {}

  async open(transaction: TenantTransaction, row: TaxProviderRow): Promise<TaxConnection> {
    return {
      id: row.id,
      engine: row.provider,
      secret: this.secrets.open(row.secret, placeOfSecret(row)),
      accountId: row.account_id,
      companyCode: row.company_code,
      sandbox: (await readOrganization(transaction)).sandbox,
    };
  }
}
