import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { sql } from 'kysely';
import type { UnknownSubscription } from '@tollgate/contracts';
import { Clock, type Instant, type SecretBox, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { ApiKeyGuard } from './api-keys/api-key.guard.js';
import { Sessions } from './access/sessions.reader.js';
import { ApiKeys } from './api-keys/api-keys.reader.js';
import { Suspensions } from './access/suspensions.js';
import { Callers } from './api-keys/callers.js';
import { KeysFirst } from './api-keys/keys-first.js';
import { hmacKeyPlace } from './hmac-key.js';
import { tables } from './identity.tables.js';
import { slugOf } from './organizations/slugs.js';
import { OwnRetention } from './retention/own-retention.js';
import { OrganizationClock } from './test-clock/organization-clock.js';

/** An organization, as other services see it. */
export interface OrganizationView {
  id: string;
  name: string;
  slug: string;
  documentNumberPrefix: string;
  sandbox: boolean;
  /** Whether it accepts events of subscriptions that it does not have. */
  unknownSubscription: UnknownSubscription;
  createdAt: Date;
}

/** Reads the organization of the transaction's tenant. */
export async function readOrganization(transaction: TenantTransaction): Promise<OrganizationView> {
  const row = await tables(transaction)
    .selectFrom('identity.organizations')
    .selectAll()
    .where('id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: row.name,
    slug: slugOf(row),
    documentNumberPrefix: row.document_number_prefix,
    sandbox: row.sandbox,
    unknownSubscription: row.unknown_subscription,
    createdAt: row.created_at,
  };
}

/** Reads the key that signs the webhooks to the tenant's organization (webhooks, section 2, point 6). */
export async function readHmacKey(transaction: TenantTransaction, secrets: SecretBox): Promise<string> {
  const { hmac_key: sealedKey } = await tables(transaction)
    .selectFrom('identity.organizations')
    .select('hmac_key')
    .where('id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
  return secrets.open(sealedKey, hmacKeyPlace(transaction.organizationId));
}

/** SQL condition for rows of organizations that follow the wall clock. */
export const followsWallClock = (column: string): string =>
  `not exists (select from identity.test_clocks clock where clock.organization_id = ${column})`;

/** SQL condition for rows of organizations that no operator has suspended. */
export const isActive = (column: string): string =>
  `not exists (select from identity.organizations suspended
    where suspended.id = ${column} and suspended.suspended_at is not null)`;

/** All organizations that follow the wall clock. */
export async function organizationsByWallClock(transaction: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from identity.organizations organization where ${sql.raw(followsWallClock('organization.id'))} order by id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Organizations with a test clock, and its time (Unix ms); excludes clocks that are moving. */
export async function testClocks(transaction: Transaction): Promise<{ organizationId: string; now: Instant }[]> {
  const clocks = await tables(transaction)
    .selectFrom('identity.test_clocks')
    .select(['organization_id', 'frozen_time'])
    .where('status', '=', 'ready')
    .execute();
  return clocks.map(({ organization_id: organizationId, frozen_time: at }) => ({ organizationId, now: at.getTime() }));
}

/** Authentication of public calls and the clock, for every process that answers calls. */
@Global()
@Module({
  providers: [
    ApiKeys,
    Sessions,
    Suspensions,
    Callers,
    KeysFirst,
    OwnRetention,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: Clock, useClass: OrganizationClock },
  ],
  exports: [ApiKeys, Sessions, Suspensions, Callers, Clock, OwnRetention],
})
export class IdentityReaderModule {}

export { workingOrganization } from './organizations/organizations.repository.js';
export { readCallerNames, type CallerNames } from './access/caller-names.reader.js';
export { OwnRetention } from './retention/own-retention.js';
export { Sessions } from './access/sessions.reader.js';
export { Suspensions } from './access/suspensions.js';
export { ApiKeys } from './api-keys/api-keys.reader.js';
export { Callers } from './api-keys/callers.js';
export { keyOfHeader } from './api-keys/api-key.js';
