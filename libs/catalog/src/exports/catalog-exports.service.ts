import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  addOnsKind,
  billableMetricsKind,
  chargesKind,
  couponsKind,
  exchangeRatesKind,
  featuresKind,
  fixedChargesKind,
  invoiceCustomSectionsKind,
  plansKind,
  taxRatesKind,
} from '@tollgate/contracts';
import {
  Clock,
  CommandBus,
  serveExports,
  tableReader,
  type ExportReader,
  type TenantTransaction,
} from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { ratesFound } from '../issuers/exchange-rates/exchange-rates.repository.js';
import { presentRate } from '../issuers/exchange-rates/exchange-rates.service.js';
import { presentSections } from '../issuers/invoice-custom-sections/invoice-custom-section.presenter.js';
import { sectionsFound } from '../issuers/invoice-custom-sections/invoice-custom-sections.repository.js';
import { presentTaxWithEntities } from '../issuers/taxes/tax.presenter.js';
import { taxApplications, taxesFound } from '../issuers/taxes/taxes.repository.js';
import { chargesFound } from '../model/plan-repositories/charges.repository.js';
import { fixedChargesFound } from '../model/plan-repositories/fixed-charges.repository.js';
import { PlanSubscriptions } from '../model/plan-repositories/plan-subscriptions.js';
import { planNames, plansFound } from '../model/plan-repositories/plans.repository.js';
import { presentCharges } from '../plans/charges/charge.presenter.js';
import { presentFixedCharges } from '../plans/fixed-charges/fixed-charge.presenter.js';
import { presentPlans } from '../plans/resource/plan.presenter.js';
import { presentAddOns } from '../products/add-ons/add-on.presenter.js';
import { addOnsFound } from '../products/add-ons/add-ons.repository.js';
import { presentMetric } from '../products/billable-metrics/billable-metric.presenter.js';
import { metricsFound, readMetricFilterRows } from '../products/billable-metrics/billable-metrics.repository.js';
import { presentCoupon } from '../products/coupons/coupon.presenter.js';
import { couponsFound, targetsOfCoupons } from '../products/coupons/coupons.repository.js';
import { presentFeatures } from '../products/features/feature.presenter.js';
import { featuresFound } from '../products/features/features.repository.js';

/** Exports products, prices, taxes and texts of the catalog, page by page (docs/concepts/data.md). */
@Injectable()
export class CatalogExportsService implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    readonly commands: CommandBus,
    readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
  ) {}

  onModuleInit(): void {
    serveExports(this, 'catalog', [...this.products(), ...this.prices(), ...this.issuers()]);
  }

  private products(): ExportReader[] {
    return [
      tableReader(this.database, billableMetricsKind, {
        table: 'catalog.billable_metrics',
        find: metricsFound,
        present: async (transaction, rows) => {
          const filters = await readMetricFilterRows(transaction, idsOf(rows));
          return rows.map((row) => presentMetric(row, filters.get(row.id) ?? []));
        },
      }),
      tableReader(this.database, addOnsKind, { table: 'catalog.add_ons', find: addOnsFound, present: presentAddOns }),
      tableReader(this.database, featuresKind, {
        table: 'catalog.features',
        find: featuresFound,
        present: presentFeatures,
      }),
      tableReader(this.database, couponsKind, {
        table: 'catalog.coupons',
        find: couponsFound,
        present: async (transaction, rows, now) => {
          const targets = await targetsOfCoupons(transaction, idsOf(rows));
          return rows.map((row) => presentCoupon(row, targets.get(row.id) ?? { plans: [], metrics: [] }, now));
        },
      }),
    ];
  }

  private prices(): ExportReader[] {
    return [
      tableReader(this.database, plansKind, {
        table: 'catalog.plans',
        find: plansFound,
        present: (transaction, rows) => presentPlans(transaction, rows, this.subscriptions),
      }),
      tableReader(this.database, chargesKind, {
        table: 'catalog.charges',
        find: (transaction, { plan_code: code }) => chargesFound(transaction, code),
        present: async (transaction, rows) => withPlans(transaction, rows, await presentCharges(transaction, rows)),
      }),
      tableReader(this.database, fixedChargesKind, {
        table: 'catalog.fixed_charges',
        find: (transaction, { plan_code: code }) => fixedChargesFound(transaction, code),
        present: async (transaction, rows) =>
          withPlans(transaction, rows, await presentFixedCharges(transaction, rows)),
      }),
    ];
  }

  private issuers(): ExportReader[] {
    return [
      tableReader(this.database, taxRatesKind, {
        table: 'catalog.taxes',
        find: taxesFound,
        present: async (transaction, rows) => {
          const applications = await taxApplications(transaction, idsOf(rows));
          return rows.map((row) => presentTaxWithEntities(row, applications));
        },
      }),
      tableReader(this.database, exchangeRatesKind, {
        table: 'catalog.exchange_rates',
        find: ratesFound,
        present: (_, rows) => rows.map(presentRate),
      }),
      tableReader(this.database, invoiceCustomSectionsKind, {
        table: 'catalog.invoice_custom_sections',
        find: sectionsFound,
        present: presentSections,
      }),
    ];
  }
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Adds the code and the currency of the plan to each of its charges. */
async function withPlans(
  transaction: TenantTransaction,
  rows: readonly { plan_id: string }[],
  charges: readonly object[],
): Promise<object[]> {
  const plans = await planNames(
    transaction,
    rows.map(({ plan_id: id }) => id),
  );
  return charges.map((charge, place) => {
    const plan = plans.get(rows[place]?.plan_id ?? '');
    return { ...charge, plan_code: plan?.code, plan_amount_currency: plan?.amount_currency };
  });
}
