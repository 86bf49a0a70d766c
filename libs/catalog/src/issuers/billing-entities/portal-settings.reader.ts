import { sql } from 'kysely';
import type { PortalSettings } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import { presentPortalSettings } from './portal-settings.rules.js';

/** The portal of the customers of an issuer, an archived one too. */
export async function readPortalSettings(
  transaction: TenantTransaction,
  billingEntityId: string,
): Promise<PortalSettings> {
  const { portal_settings: stored } = await tables(transaction)
    .selectFrom('catalog.billing_entities')
    .select('portal_settings')
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', billingEntityId)
    .executeTakeFirstOrThrow();
  return presentPortalSettings(stored);
}

/** The issuers whose customers sign in to the portal with a code from a mail. */
export async function issuersWithMailSignIn(transaction: TenantTransaction): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('catalog.billing_entities')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`(portal_settings ->> 'sign_in_by_mail')::boolean`)
    .execute();
  return rows.map(({ id }) => id);
}
