import { Injectable } from '@nestjs/common';
import {
  BillableMetricCreate,
  BillableMetricUpdate,
  type AggregationTypeName,
  type BillableMetric,
  type BillableMetricWithCounters,
  type Meta,
  type RawInput,
  type BillableMetricFilters,
} from '@tollgate/contracts';
import { findAggregation, unavailableAggregation } from '@tollgate/rating';
import { Clock, Forbidden, newId, NotFound, type TenantTransaction, type Instant } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { trimChargeFilters } from '../../model/plan-repositories/charge-filters.repository.js';
import { deleteChargesOfMetric } from '../../model/plan-repositories/charges.repository.js';
import { onlyKeys, readRecord, withUniqueCodes, type AddError } from '../../records.js';
import { presentMetric, presentMetricWithCounters } from './billable-metric.presenter.js';
import { checkMetric } from './billable-metric.rules.js';
import {
  byKey,
  findMetricByCode,
  insertMetric,
  isMetricInUse,
  listMetrics,
  readMetricFilterRows,
  replaceMetricFilters,
  updateMetric,
  type BillableMetricRow,
} from './billable-metrics.repository.js';
import { readMetricFilters } from './metric-filters.js';

/** The fields of a metric in use that can change: a change must not alter the bills of its customers. */
const alwaysEditable = ['name', 'name_translations', 'description', 'filters'] as const;

/** Billable metrics (catalog, section 2). */
@Injectable()
export class BillableMetricsService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden for a custom aggregation, ValidationFailed */
  async create(organizationId: string, raw: RawInput): Promise<BillableMetricWithCounters> {
    refuseCustomAggregation(raw);
    const now = await this.clock.now(organizationId);
    return this.write(organizationId, async (transaction) => {
      const input = await readRecord(BillableMetricCreate, raw, async (metric, add) => {
        checkMetric(metric, add);
        await checkCode(transaction, metric.code, undefined, add);
      });
      const metric = await insertMetric(transaction, {
        id: newId(),
        organization_id: organizationId,
        code: input.code,
        name: input.name,
        name_translations: input.name_translations,
        description: input.description ?? null,
        aggregation_type: input.aggregation_type,
        field_name: hasField(input.aggregation_type) ? (input.field_name ?? null) : null,
        recurring: input.recurring ?? false,
        weighted_interval: input.weighted_interval ?? null,
        rounding_function: input.rounding_function ?? null,
        rounding_precision: input.rounding_precision ?? null,
        expression: input.expression ?? null,
        created_at: new Date(now),
        updated_at: new Date(now),
        deleted_at: null,
      });
      const filters = await readMetricFilters(input.filters ?? []);
      await replaceMetricFilters(transaction, metric, filters);
      await transaction.append('billable_metric.created', metric.id, { billable_metric_id: metric.id }, now);
      // The answer to a creation echoes the values in input order (metering, section 1.1); all other answers sort them.
      return presentMetricWithCounters(metric, byKey(filters));
    });
  }

  async list(
    organizationId: string,
    filters: BillableMetricFilters,
  ): Promise<{ billable_metrics: BillableMetricWithCounters[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listMetrics(transaction, filters);
      const valuesOf = await readMetricFilterRows(
        transaction,
        rows.map(({ id }) => id),
      );
      return {
        billable_metrics: rows.map((metric) => presentMetricWithCounters(metric, valuesOf.get(metric.id) ?? [])),
        meta,
      };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<BillableMetric> {
    return this.database.tenant(organizationId, async (transaction) => {
      const metric = await existing(transaction, code);
      const filters = await readMetricFilterRows(transaction, [metric.id]);
      return presentMetric(metric, filters.get(metric.id) ?? []);
    });
  }

  /**
   * Changes the submitted fields; a metric in use ignores all but name, description and filters.
   * @throws NotFound, Forbidden, ValidationFailed
   */
  async update(organizationId: string, code: string, raw: RawInput): Promise<BillableMetricWithCounters> {
    const now = await this.clock.now(organizationId);
    return this.write(organizationId, async (transaction) => {
      const metric = await existing(transaction, code, 'update');
      const editable = (await isMetricInUse(transaction, metric.id)) ? onlyKeys(raw, alwaysEditable) : raw;
      refuseCustomAggregation(editable);
      const { filters, ...changes } = await readRecord(BillableMetricUpdate, editable, async (input, add) => {
        checkMetric({ ...metric, ...input }, add);
        if (input.code !== metric.code) await checkCode(transaction, input.code, metric.id, add);
      });
      const changed = await updateMetric(transaction, metric.id, {
        ...changes,
        recurring: changes.recurring === null ? false : changes.recurring,
        field_name: hasField(changes.aggregation_type ?? metric.aggregation_type) ? changes.field_name : null,
        updated_at: new Date(now),
      });
      if (filters) await this.replaceFilters(transaction, changed, filters, now);
      await transaction.append('billable_metric.updated', metric.id, { billable_metric_id: metric.id }, now);
      return this.present(transaction, changed);
    });
  }

  /** Deletes a metric and its charges in all plans. Its code is free again. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<BillableMetricWithCounters> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const metric = await existing(transaction, code, 'update');
      const deletedAt = new Date(now);
      await deleteChargesOfMetric(transaction, metric.id, deletedAt);
      const deleted = await updateMetric(transaction, metric.id, { deleted_at: deletedAt, updated_at: deletedAt });
      await transaction.append('billable_metric.deleted', metric.id, { billable_metric_id: metric.id }, now);
      return this.present(transaction, deleted);
    });
  }

  /** Replaces the filters, and trims removed values from charge filters. */
  private async replaceFilters(
    transaction: TenantTransaction,
    metric: BillableMetricRow,
    raw: RawInput[],
    now: Instant,
  ): Promise<void> {
    const filters = await readMetricFilters(raw);
    await replaceMetricFilters(transaction, metric, filters);
    await trimChargeFilters(transaction, metric.id, filters, new Date(now));
  }

  private async present(
    transaction: TenantTransaction,
    metric: BillableMetricRow,
  ): Promise<BillableMetricWithCounters> {
    const filters = await readMetricFilterRows(transaction, [metric.id]);
    return presentMetricWithCounters(metric, filters.get(metric.id) ?? []);
  }

  private async write<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    return withUniqueCodes(() => this.database.tenant(organizationId, work));
  }
}

const hasField = (name: AggregationTypeName): boolean => findAggregation(name)?.reads !== 'nothing';

/** A custom aggregation runs a program, and no call can set that program. */
function refuseCustomAggregation(raw: RawInput): void {
  if (raw['aggregation_type'] === unavailableAggregation) throw new Forbidden('feature_unavailable');
}

async function checkCode(
  transaction: TenantTransaction,
  code: string | undefined,
  ownId: string | undefined,
  add: AddError,
): Promise<void> {
  const holder = code === undefined ? undefined : await findMetricByCode(transaction, code);
  if (holder && holder.id !== ownId) add('code', 'value_already_exist');
}

async function existing(transaction: TenantTransaction, code: string, lock?: 'update'): Promise<BillableMetricRow> {
  const metric = await findMetricByCode(transaction, code, lock);
  if (!metric) throw new NotFound('billable_metric');
  return metric;
}
