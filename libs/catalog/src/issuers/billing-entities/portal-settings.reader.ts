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

/** The portals of issuers, archived ones too, by issuer. */
export async function readPortalSettingsOf(
  transaction: TenantTransaction,
  billingEntityIds: string[],
): Promise<Map<string, PortalSettings>> {
  if (billingEntityIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.billing_entities')
    .select(['id', 'portal_settings'])
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', billingEntityIds)
    .execute();
  return new Map(rows.map(({ id, portal_settings: stored }) => [id, presentPortalSettings(stored)]));
}
