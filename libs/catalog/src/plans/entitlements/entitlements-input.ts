import { EntitlementsInput, type RawInput } from '@tollgate/contracts';
import { NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { presentPrivilege } from '../../products/features/feature.presenter.js';
import {
  findFeatures,
  findFeaturesById,
  privilegesOfFeatures,
  type FeatureRow,
  type PrivilegeRow,
} from '../../products/features/features.repository.js';
import { readRecord } from '../../records.js';
import type { FeatureView, PrivilegeView } from '../../views.js';
import { storableValue } from './entitlement-values.js';

/** A requested feature with its stored values by privilege id. */
export interface EntitlementInput {
  feature: FeatureView;
  values: Map<string, string>;
}

/**
 * Reads the entitlements of a body.
 * @param lock blocks deletion of the named features until the transaction ends; only for transactions of the catalog
 * @throws NotFound for a missing feature or privilege, ValidationFailed for the first invalid value
 * (catalog, section 8)
 */
export async function readEntitlements(
  transaction: TenantTransaction,
  raw: RawInput,
  lock?: 'share',
): Promise<EntitlementInput[]> {
  const { entitlements } = await readRecord(EntitlementsInput, raw, () => undefined);
  const named = Object.entries(entitlements ?? {});
  const features = await readFeaturesByCode(
    transaction,
    named.map(([code]) => code),
    lock,
  );
  return named.map(([code, values]) => {
    const feature = features.get(code) as FeatureView;
    return { feature, values: readValues(feature, values) };
  });
}

function readValues({ privileges }: FeatureView, raw: RawInput): Map<string, string> {
  const values = new Map<string, string>();
  for (const [code, value] of Object.entries(raw)) {
    const privilege = privileges.find((each) => each.shown.code === code);
    if (!privilege) throw new NotFound('privilege');
    if (value === null) throw new ValidationFailed({ 'privilege.value': ['value_is_mandatory'] });
    const { value_type: valueType, config } = privilege.shown;
    const result = storableValue({ valueType, selectOptions: config.select_options ?? [] }, value);
    if ('fault' in result) throw new ValidationFailed({ [`${code}_privilege_value`]: [result.fault] });
    values.set(privilege.id, result.value);
  }
  return values;
}

/** Live features by their codes. @throws NotFound */
async function readFeaturesByCode(
  transaction: TenantTransaction,
  codes: string[],
  lock?: 'share',
): Promise<Map<string, FeatureView>> {
  const rows = await findFeatures(transaction, codes, lock);
  if (rows.length < codes.length) throw new NotFound('feature');
  return new Map((await toFeatureViews(transaction, rows)).map((feature) => [feature.code, feature]));
}

/** A live feature by its code, or null. */
export async function findFeatureByCode(transaction: TenantTransaction, code: string): Promise<FeatureView | null> {
  return (await toFeatureViews(transaction, await findFeatures(transaction, [code])))[0] ?? null;
}

/** Live features by their ids. */
export async function readFeatures(transaction: TenantTransaction, ids: string[]): Promise<Map<string, FeatureView>> {
  const rows = (await findFeaturesById(transaction, ids)).filter((row) => row.deleted_at === null);
  return new Map((await toFeatureViews(transaction, rows)).map((feature) => [feature.id, feature]));
}

async function toFeatureViews(transaction: TenantTransaction, rows: FeatureRow[]): Promise<FeatureView[]> {
  const privileges = await privilegesOfFeatures(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    privileges: (privileges.get(row.id) ?? []).map(toPrivilegeView),
  }));
}

const toPrivilegeView = (row: PrivilegeRow): PrivilegeView => ({
  id: row.id,
  shown: presentPrivilege(row),
  metricId: row.billable_metric_code === null ? null : row.billable_metric_id,
});
