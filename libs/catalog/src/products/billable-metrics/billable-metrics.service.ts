import { Injectable } from '@nestjs/common';
import type {
  BillableMetric,
  BillableMetricWithCounters,
  Meta,
  RawInput,
  BillableMetricFilters,
} from '@tollgate/contracts';
import { Clock, newId, NotFound, type TenantTransaction, type Instant } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { trimChargeFilters } from '../../model/plan-repositories/charge-filters.repository.js';
import { deleteChargesOfMetric } from '../../model/plan-repositories/charges.repository.js';
import { withUniqueCodes } from '../../records.js';
import type { MetricFilterView } from '../../views.js';
import { checkUnusedCode, readMetricChange, readNewMetric } from './billable-metric.input.js';
import { presentMetric, presentMetricWithCounters } from './billable-metric.presenter.js';
import {
  byKey,
  findMetricByCode,
  insertMetric,
  listMetrics,
  readMetricFilterRows,
  replaceMetricFilters,
  updateMetric,
  type BillableMetricRow,
} from './billable-metrics.repository.js';

/** Billable metrics (catalog, section 2). */
@Injectable()
export class BillableMetricsService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden for a custom aggregation, ValidationFailed */
  async create(organizationId: string, raw: RawInput): Promise<BillableMetricWithCounters> {
    const now = await this.clock.now(organizationId);
    return this.write(organizationId, async (transaction) => {
      const { metric: fields, filters } = await readNewMetric(raw, (code, add) =>
        checkUnusedCode(transaction, code, undefined, add),
      );
      const metric = await insertMetric(transaction, {
        ...fields,
        id: newId(),
        organization_id: organizationId,
        created_at: new Date(now),
        updated_at: new Date(now),
        deleted_at: null,
      });
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
      const { changes, filters } = await readMetricChange(transaction, metric, raw);
      const changed = await updateMetric(transaction, metric.id, { ...changes, updated_at: new Date(now) });
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
    filters: MetricFilterView[],
    now: Instant,
  ): Promise<void> {
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

async function existing(transaction: TenantTransaction, code: string, lock?: 'update'): Promise<BillableMetricRow> {
  const metric = await findMetricByCode(transaction, code, lock);
  if (!metric) throw new NotFound('billable_metric');
  return metric;
}
