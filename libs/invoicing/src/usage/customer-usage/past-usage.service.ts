import { Injectable } from '@nestjs/common';
import type { ChargeUsage, Meta, PastUsageFilters, UsagePeriod } from '@tollgate/contracts';
import {
  readBilledCharges,
  readMetrics,
  readMetricsByCode,
  type BilledChargeView,
  type MetricView,
} from '@tollgate/catalog/reader';
import { isoSeconds, metaOf, NotFound, type TenantTransaction } from '@tollgate/platform';
import { centsNumber, Decimal } from '@tollgate/rating';
import { findCustomerView, subscriptionIdsOfCustomer } from '@tollgate/subscription/reader';
import { filterName } from '../../model/line-items/fee.writer.js';
import { presentedUnits } from '../../model/line-items/presentation.js';
import { feesOfInvoices, type FeeRow } from '../../model/fees/fees.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { listBilledPeriods, type BilledPeriodRow } from '../../model/billed-usage/past-usage.repository.js';
import type { ShownBucket } from './usage-parts.presenter.js';
import { presentChargeUsage } from './usage.presenter.js';

interface Context {
  fees: FeeRow[];
  charges: Map<string, BilledChargeView>;
  metrics: Map<string, MetricView>;
  metricCode: string | undefined;
}

/** Reads billed usage (metering, section 7.2). */
@Injectable()
export class PastUsageService {
  constructor(private readonly database: InvoicingDatabase) {}

  /** @throws NotFound `billable_metric_not_found` */
  async list(
    organizationId: string,
    externalCustomerId: string,
    filters: PastUsageFilters,
  ): Promise<{ usage_periods: UsagePeriod[]; meta: Meta }> {
    const page = { page: filters.page, per_page: periodsCount(filters) ?? filters.per_page };
    return this.database.tenant(organizationId, async (transaction) => {
      const metricCode = filters.billable_metric_code;
      if (metricCode !== undefined && !(await readMetricsByCode(transaction, [metricCode])).has(metricCode)) {
        throw new NotFound('billable_metric');
      }
      const customer = await findCustomerView(transaction, externalCustomerId);
      const ids = customer
        ? await subscriptionIdsOfCustomer(transaction, customer.id, filters.external_subscription_id ?? '')
        : [];
      if (ids.length === 0) return { usage_periods: [], meta: metaOf(page, 0) };
      const { rows, meta } = await listBilledPeriods(transaction, ids, page);
      const context = await readContext(transaction, rows, metricCode);
      return { usage_periods: rows.map((row) => presentPeriod(row, context)), meta };
    });
  }
}

function periodsCount({ periods_count: text }: PastUsageFilters): number | undefined {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

async function readContext(
  transaction: TenantTransaction,
  rows: BilledPeriodRow[],
  metricCode: string | undefined,
): Promise<Context> {
  const fees = await feesOfInvoices(transaction, [...new Set(rows.map((row) => row.invoice_id))]);
  const charges = await readBilledCharges(transaction, [...new Set(fees.flatMap((fee) => fee.charge_id ?? []))]);
  const metrics = await readMetrics(transaction, [...new Set([...charges.values()].map((charge) => charge.metricId))]);
  return { fees, charges, metrics, metricCode };
}

function presentPeriod(row: BilledPeriodRow, context: Context): UsagePeriod {
  const fees = context.fees.filter((fee) => fee.invoice_id === row.invoice_id);
  const taxes = fees.reduce((total, fee) => total + fee.taxes_amount_cents, 0n);
  return {
    from_datetime: isoSeconds(row.charges_from as Date),
    to_datetime: isoSeconds(row.charges_to ?? (row.charges_from as Date)),
    issuing_date: row.issuing_date,
    svc_invoice_id: row.invoice_id,
    currency: row.currency,
    amount_cents: centsNumber(row.fees_amount_cents),
    taxes_amount_cents: centsNumber(taxes),
    total_amount_cents: centsNumber(row.fees_amount_cents + taxes),
    charges_usage: presentCharges(
      fees.filter((fee) => fee.subscription_id === row.subscription_id),
      row.currency,
      context,
    ),
  };
}

function presentCharges(fees: FeeRow[], currency: string, { charges, metrics, metricCode }: Context): ChargeUsage[] {
  const ids = new Set(fees.flatMap((fee) => (fee.fee_type === 'charge' && fee.charge_id ? [fee.charge_id] : [])));
  return [...ids].flatMap((id) => {
    const charge = charges.get(id);
    const metric = metrics.get(charge?.metricId ?? '');
    if (!charge || !metric || (metricCode !== undefined && metric.code !== metricCode)) return [];
    const chargeFees = fees.filter((fee) => fee.charge_id === id);
    return [presentChargeUsage({ ...charge, metric }, chargeFees.map(toBucket), currency)];
  });
}

function toBucket(fee: FeeRow): ShownBucket {
  const units = new Decimal(fee.units);
  return {
    filter:
      fee.charge_filter_id && fee.filters
        ? { id: fee.charge_filter_id, invoiceDisplayName: ownFilterName(fee), values: fee.filters }
        : null,
    groupedBy: fee.grouped_by,
    units,
    totalAggregatedUnits: fee.total_aggregated_units === null ? units : new Decimal(fee.total_aggregated_units),
    eventsCount: Number(fee.events_count ?? 0n),
    amountCents: fee.amount_cents,
    pricingUnit: pricingUnitOf(fee),
    presentation: presentedUnits(fee.presentation),
  };
}

const pricingUnitOf = ({ pricing_unit_details: details }: FeeRow): ShownBucket['pricingUnit'] =>
  details && {
    amount_cents: details.amount_cents,
    short_name: details.short_name,
    conversion_rate: details.conversion_rate,
  };

/** The name of a filter; null if the fee shows its values instead. */
function ownFilterName({ filters, filter_invoice_display_name: name }: FeeRow): string | null {
  return name === filterName({ invoiceDisplayName: null, values: filters ?? {} }) ? null : name;
}
