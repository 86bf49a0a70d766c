import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Clock, tablesOf, type SecretBox, type Transaction } from '@tollgate/platform';
import { ApiKeyGuard } from './api-keys/api-key.guard.js';
import { ApiKeys } from './api-keys/api-keys.reader.js';
import { hmacKeyPlace } from './hmac-key.js';
import type { IdentityTables } from './identity.tables.js';
import { OrganizationClock } from './test-clock/organization-clock.js';

/** An organization, as other services see it. */
export interface OrganizationView {
  id: string;
  name: string;
  documentNumberPrefix: string;
  sandbox: boolean;
}

/** Reads the organization of the transaction's tenant. */
export async function readOrganization(transaction: Transaction, organizationId: string): Promise<OrganizationView> {
  const row = await tablesOf<IdentityTables>(transaction)
    .selectFrom('identity.organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: row.name,
    documentNumberPrefix: row.document_number_prefix,
    sandbox: row.sandbox,
  };
}

/** Reads the key that webhooks to the organization of the transaction's tenant are signed with (webhooks, section 2, point 6). */
export async function readHmacKey(transaction: Transaction, organizationId: string, secrets: SecretBox): Promise<string> {
  const { hmac_key: kept } = await tablesOf<IdentityTables>(transaction)
    .selectFrom('identity.organizations')
    .select('hmac_key')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return secrets.open(kept, hmacKeyPlace(organizationId));
}

/** SQL condition for rows of organizations that follow the wall clock. */
export const followsWallClock = (column: string): string =>
  `not exists (select from identity.test_clocks clock where clock.organization_id = ${column})`;

/** Authentication of public calls and the clock, in every process that answers calls. */
@Global()
@Module({
  providers: [ApiKeys, { provide: APP_GUARD, useClass: ApiKeyGuard }, { provide: Clock, useClass: OrganizationClock }],
  exports: [ApiKeys, Clock],
})
export class IdentityReaderModule {}

export { ApiKeys } from './api-keys/api-keys.reader.js';
export { keyOfHeader } from './api-keys/api-key.js';
