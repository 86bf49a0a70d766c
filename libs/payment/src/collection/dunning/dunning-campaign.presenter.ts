import type { DunningCampaign } from '@tollgate/contracts';
import { readBillingEntities } from '@tollgate/catalog/reader';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { issuersOf, thresholdsOf, type DunningCampaignRow } from '../../model/dunning/dunning-campaigns.repository.js';

/** Presents campaigns with their thresholds and issuers, in input order. */
export async function presentCampaigns(
  transaction: TenantTransaction,
  rows: DunningCampaignRow[],
): Promise<DunningCampaign[]> {
  const ids = rows.map(({ id }) => id);
  const [thresholds, issuers, entities] = [
    await thresholdsOf(transaction, ids),
    await issuersOf(transaction, ids),
    await readBillingEntities(transaction),
  ];
  return rows.map((row) => ({
    svc_id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    days_between_attempts: row.days_between_attempts,
    max_attempts: row.max_attempts,
    bcc_emails: row.bcc_emails,
    thresholds: thresholds.get(row.id) ?? [],
    billing_entity_codes: (issuers.get(row.id) ?? []).map((id) => entities.get(id)?.code ?? '').sort(),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  }));
}
