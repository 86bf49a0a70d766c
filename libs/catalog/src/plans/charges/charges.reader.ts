import { sql } from 'kysely';
import type { Charge, ChargeFilter, ChargeModelName, Meta, UsableAggregationType } from '@tollgate/contracts';
import type { Page, TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import { presentFilter } from '../charge-filters/charge-filter.presenter.js';
import {
  existingFilter,
  findWrittenFilter,
  listFilters,
} from '../../model/plan-repositories/charge-filters.repository.js';
import { presentCharges } from './charge.presenter.js';
import { existingCharge, listCharges } from '../../model/plan-repositories/charges.repository.js';

/** A billed charge, deleted ones too. */
export interface BilledChargeView {
  id: string;
  code: string;
  chargeModel: ChargeModelName;
  invoiceDisplayName: string | null;
  metricId: string;
}

/** How a charge or fixed charge counts its units, deleted ones too. */
export interface ChargeCountView {
  prorated: boolean;
  /** Null for fixed charges. */
  aggregationType: UsableAggregationType | null;
}

/** Charges by their ids, deleted ones too. */
export async function readBilledCharges(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, BilledChargeView>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.charges')
    .select(['id', 'code', 'charge_model', 'invoice_display_name', 'billable_metric_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        code: row.code,
        chargeModel: row.charge_model,
        invoiceDisplayName: row.invoice_display_name,
        metricId: row.billable_metric_id,
      },
    ]),
  );
}

/** How charges and fixed charges count their units, by their ids. */
export async function readChargeCounts(
  transaction: TenantTransaction,
  { chargeIds, fixedChargeIds }: { chargeIds: string[]; fixedChargeIds: string[] },
): Promise<Map<string, ChargeCountView>> {
  const charges =
    chargeIds.length === 0
      ? []
      : await tables(transaction)
          .selectFrom('catalog.charges as charge')
          .innerJoin('catalog.billable_metrics as metric', 'metric.id', 'charge.billable_metric_id')
          .select(['charge.id', 'charge.prorated', 'metric.aggregation_type as aggregationType'])
          .where('charge.organization_id', '=', transaction.organizationId)
          .where('charge.id', 'in', chargeIds)
          .execute();
  const fixedCharges =
    fixedChargeIds.length === 0
      ? []
      : await tables(transaction)
          .selectFrom('catalog.fixed_charges')
          .select(['id', 'prorated'])
          .where('organization_id', '=', transaction.organizationId)
          .where('id', 'in', fixedChargeIds)
          .execute();
  return new Map(
    [...charges, ...fixedCharges.map((charge) => ({ ...charge, aggregationType: null }))].map(({ id, ...count }) => [
      id,
      count,
    ]),
  );
}

/** Plans with a charge of this kind on one of these metrics, as pairs of the metric's code and the plan. */
export async function plansWithCharges(
  transaction: TenantTransaction,
  codes: string[],
  kind: 'pay_in_advance' | 'accepts_target_wallet',
): Promise<{ code: string; planId: string }[]> {
  const rows = await tables(transaction)
    .selectFrom('catalog.charges as charge')
    .innerJoin('catalog.billable_metrics as metric', 'metric.id', 'charge.billable_metric_id')
    .select(['metric.code', 'charge.plan_id'])
    .distinct()
    .where('metric.organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`metric.code = any(${codes}::text[])`)
    .where('metric.deleted_at', 'is', null)
    .where('charge.deleted_at', 'is', null)
    .where(`charge.${kind}`, '=', true)
    .execute();
  return rows.map((row) => ({ code: row.code, planId: row.plan_id }));
}

/** One page of a plan's charges in the shape of answers, newest first. */
export async function listChargeResources(
  transaction: TenantTransaction,
  planId: string,
  page: Page,
): Promise<{ charges: Charge[]; meta: Meta }> {
  const { rows, meta } = await listCharges(transaction, planId, page);
  return { charges: await presentCharges(transaction, rows), meta };
}

/** A charge of a plan by its code, in the shape of answers. @throws NotFound */
export async function readChargeResource(
  transaction: TenantTransaction,
  planId: string,
  code: string,
): Promise<Charge> {
  const [charge] = await presentCharges(transaction, [await existingCharge(transaction, planId, code)]);
  return charge as Charge;
}

/** One page of the filters of a charge, in the shape of answers. @throws NotFound */
export async function listFilterResources(
  transaction: TenantTransaction,
  planId: string,
  code: string,
  page: Page,
): Promise<{ filters: ChargeFilter[]; meta: Meta }> {
  const charge = await existingCharge(transaction, planId, code);
  const { rows, meta } = await listFilters(transaction, charge.id, page);
  return { filters: rows.map((filter) => presentFilter(filter, charge.code)), meta };
}

/** A filter of a charge, in the shape of answers. @throws NotFound */
export async function readFilterResource(
  transaction: TenantTransaction,
  planId: string,
  code: string,
  id: string,
): Promise<ChargeFilter> {
  const charge = await existingCharge(transaction, planId, code);
  return presentFilter(await existingFilter(transaction, charge.id, id), charge.code);
}

/** A filter that was just written, in the shape of answers; a removed one too. */
export async function readWrittenFilter(transaction: TenantTransaction, id: string): Promise<ChargeFilter> {
  const filter = await findWrittenFilter(transaction, id);
  return presentFilter(filter, filter.charge_code);
}
