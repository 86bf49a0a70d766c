import type { Feature, Privilege } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { privilegesOfFeatures, type FeatureRow, type PrivilegeRow } from './features.repository.js';

export const presentPrivilege = (row: PrivilegeRow): Privilege => ({
  code: row.code,
  name: row.name,
  value_type: row.value_type,
  config: {
    ...(row.select_options ? { select_options: row.select_options } : {}),
    ...(row.billable_metric_code === null ? {} : { billable_metric_code: row.billable_metric_code }),
  },
});

/** Features as in their own answers. */
export async function presentFeatures(transaction: TenantTransaction, rows: FeatureRow[]): Promise<Feature[]> {
  const privileges = await privilegesOfFeatures(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    description: row.description,
    privileges: (privileges.get(row.id) ?? []).map(presentPrivilege),
    created_at: isoSeconds(row.created_at),
  }));
}
