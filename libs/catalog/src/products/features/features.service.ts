import { Injectable } from '@nestjs/common';
import {
  bounds,
  FeatureCreate,
  FeatureUpdate,
  type Feature,
  type FeatureFilters,
  type Meta,
  type RawInput,
} from '@tollgate/contracts';
import { Clock, newId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { readMetricsByCode } from '../billable-metrics/billable-metrics.reader.js';
import { CatalogDatabase } from '../../catalog.database.js';
import { readRecord, withUniqueCodes } from '../../records.js';
import type { Scope } from '../../scope.js';
import { presentFeatures } from './feature.presenter.js';
import {
  deleteEntitlementsTo,
  deletePrivilege,
  findFeature,
  insertFeature,
  listFeatures,
  plansEntitlingTo,
  privilegesOfFeatures,
  updateFeature,
  writePrivileges,
  type FeatureRow,
  type PrivilegeRow,
} from './features.repository.js';
import { privilegeFault, readPrivileges, refuseRepeatedPrivileges, type PrivilegeChange } from './privileges.rules.js';

/** Features with their privileges (catalog, section 7). */
@Injectable()
export class FeaturesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed */
  async create(organizationId: string, raw: RawInput): Promise<Feature> {
    return this.write(organizationId, async (scope) => {
      const { transaction, now } = scope;
      refuseRepeatedPrivileges(privilegesIn(raw));
      const input = await readRecord(FeatureCreate, raw, async ({ code }, add) => {
        if (code !== undefined && (await findFeature(transaction, code))) add('code', 'value_already_exist');
      });
      const privileges = readPrivileges(input.privileges ?? []);
      const feature = await insertFeature(transaction, {
        id: newId(),
        organization_id: transaction.organizationId,
        code: input.code,
        name: input.name ?? null,
        description: input.description ?? null,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      });
      await mergePrivileges(scope, feature, [], privileges);
      await transaction.append('feature.created', feature.id, { feature_id: feature.id }, now.getTime());
      return present(transaction, feature);
    });
  }

  async list(organizationId: string, filters: FeatureFilters): Promise<{ features: Feature[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listFeatures(transaction, filters);
      return { features: await presentFeatures(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<Feature> {
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, await existing(transaction, code)),
    );
  }

  /** Renames, adds privileges and adds options to existing ones; removes nothing. @throws NotFound, ValidationFailed */
  async update(organizationId: string, code: string, raw: RawInput): Promise<Feature> {
    return this.write(organizationId, async (scope) => {
      const { transaction, now } = scope;
      const feature = await existing(transaction, code, 'update');
      const storedPrivileges = await privilegesOf(transaction, feature);
      refuseRepeatedPrivileges(privilegesIn(raw));
      const input = await readRecord(FeatureUpdate, raw, () => undefined);
      const typeOf = (privilege: string) => storedPrivileges.find((row) => row.code === privilege)?.value_type;
      const privileges = readPrivileges(input.privileges ?? [], typeOf);
      const changed = await updateFeature(transaction, feature.id, {
        name: input.name,
        description: input.description,
        updated_at: now,
      });
      await mergePrivileges(scope, feature, storedPrivileges, privileges);
      await publishChange(scope, feature, 'feature.updated');
      return present(transaction, changed);
    });
  }

  /** Deletes a feature and its entitlements on plans and subscriptions. Its code is free again. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<Feature> {
    return this.write(organizationId, async (scope) => {
      const { transaction, now } = scope;
      const feature = await existing(transaction, code, 'update');
      const answer = await present(transaction, feature);
      await publishChange(scope, feature, 'feature.deleted');
      await deleteEntitlementsTo(transaction, feature.id);
      await updateFeature(transaction, feature.id, { deleted_at: now, updated_at: now });
      return answer;
    });
  }

  /** Deletes a privilege and its values on plans and subscriptions. @throws NotFound */
  async removePrivilege(organizationId: string, code: string, privilegeCode: string): Promise<Feature> {
    return this.write(organizationId, async (scope) => {
      const { transaction, now } = scope;
      const feature = await existing(transaction, code, 'update');
      const privilege = (await privilegesOf(transaction, feature)).find((row) => row.code === privilegeCode);
      if (!privilege) throw new NotFound('privilege');
      await deletePrivilege(transaction, privilege.id, now);
      await publishChange(scope, feature, 'feature.updated');
      return present(transaction, feature);
    });
  }

  private async write<T>(organizationId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
    const now = new Date(await this.clock.now(organizationId));
    return withUniqueCodes(() => this.database.tenant(organizationId, (transaction) => work({ transaction, now })));
  }
}

const privilegesIn = ({ privileges }: RawInput): RawInput[] =>
  Array.isArray(privileges) ? privileges.filter((item) => item !== null && typeof item === 'object') : [];

const privilegesOf = async (transaction: TenantTransaction, { id }: FeatureRow): Promise<PrivilegeRow[]> =>
  (await privilegesOfFeatures(transaction, [id])).get(id) ?? [];

/**
 * Existing privileges get new names and further options, the others are new.
 * @throws ValidationFailed beyond a bound
 */
async function mergePrivileges(
  { transaction, now }: Scope,
  feature: FeatureRow,
  storedPrivileges: PrivilegeRow[],
  privileges: PrivilegeChange[],
): Promise<void> {
  const metrics = await metricsNamed(transaction, privileges);
  const rows = privileges.map(({ code, name, valueType, selectOptions, metricCode }) => {
    const row = storedPrivileges.find((each) => each.code === code);
    const options = [...new Set([...(row?.select_options ?? []), ...(selectOptions ?? [])])];
    if (options.length > bounds.items) throw privilegeFault('config', 'value_is_too_long');
    return {
      id: row?.id ?? newId(),
      organization_id: transaction.organizationId,
      feature_id: feature.id,
      code,
      name: name === undefined ? (row?.name ?? null) : name,
      value_type: valueType,
      select_options: valueType === 'select' ? JSON.stringify(options) : null,
      billable_metric_id:
        metricCode === undefined ? (row?.billable_metric_id ?? null) : (metrics.get(metricCode ?? '')?.id ?? null),
      created_at: row?.created_at ?? now,
      deleted_at: null,
    };
  });
  const added = rows.filter(({ id }) => !storedPrivileges.some((row) => row.id === id));
  if (storedPrivileges.length + added.length > bounds.items) throw privilegeFault('code', 'value_is_too_long');
  await writePrivileges(transaction, rows);
}

/** The metrics that privileges limit, by code. @throws ValidationFailed for a missing one */
async function metricsNamed(
  transaction: TenantTransaction,
  privileges: PrivilegeChange[],
): Promise<Map<string, { id: string }>> {
  const codes = [...new Set(privileges.flatMap(({ metricCode }) => metricCode ?? []))];
  if (codes.length === 0) return new Map();
  const metrics = await readMetricsByCode(transaction, codes);
  if (metrics.size < codes.length) throw privilegeFault('config', 'value_is_invalid');
  return metrics;
}

/** Publishes a feature, and before it the plans that entitle to it (webhooks, section 5). */
async function publishChange(
  { transaction, now }: Scope,
  feature: FeatureRow,
  type: 'feature.updated' | 'feature.deleted',
): Promise<void> {
  const at = now.getTime();
  const plans = await plansEntitlingTo(transaction, feature.id);
  await transaction.appendAll(
    'plan.updated',
    plans.map((key) => ({ id: newId(), key, payload: { plan_id: key, amount_changed: false }, occurredAt: at })),
  );
  await transaction.append(type, feature.id, { feature_id: feature.id }, at);
}

async function existing(transaction: TenantTransaction, code: string, lock?: 'update'): Promise<FeatureRow> {
  const feature = await findFeature(transaction, code, lock);
  if (!feature) throw new NotFound('feature');
  return feature;
}

async function present(transaction: TenantTransaction, feature: FeatureRow): Promise<Feature> {
  return (await presentFeatures(transaction, [feature]))[0] as Feature;
}
