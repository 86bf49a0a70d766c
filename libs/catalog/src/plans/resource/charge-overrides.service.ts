import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus, NotFound } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { refusalOf } from '../../command-refusals.js';
import {
  deleteFilters,
  existingFilter,
  filtersOfCharges,
  type ChargeFilterRow,
} from '../../model/plan-repositories/charge-filters.repository.js';
import { checkNewValues } from '../charge-filters/charge-filter.checks.js';
import { draftFilter, draftFilterChange } from '../charge-filters/charge-filter.draft.js';
import { addFilter, changeFilter } from '../charge-filters/filter-writes.js';
import { namedMetric } from '../../products/billable-metrics/named-metric.js';
import { chargesOfPlans, existingCharge, type ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { draftChargeOverride } from '../charges/charge.draft.js';
import { overrideCharge } from '../charges/overridden-charge.js';
import type { Scope } from '../../scope.js';
import { copyPlan } from './plan-overrides.service.js';
import { findPlansById, isOverride } from '../../model/plan-repositories/plans.repository.js';

type Request = CommandRequest<'charge.override'>;
type Answer = CommandAnswer<'charge.override'>;

/**
 * Overrides charges for a single subscription: the first change copies its plan, later ones edit the copy
 * (charges, section 9).
 */
@Injectable()
export class ChargeOverridesService implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'charge.override', (request, key) => this.override(request, key));
  }

  private async override(request: Request, key: string): Promise<Answer> {
    const { organization_id: organizationId, at } = request;
    try {
      return await this.database.answerOnce(organizationId, key, (transaction) =>
        override({ transaction, now: new Date(at) }, request),
      );
    } catch (error) {
      return { plan_id: null, filter_id: null, refusal: refusalOf(error) };
    }
  }
}

async function override(
  scope: Scope,
  { plan_id: planId, charge_code: code, change, fixed_charge_units: units }: Request,
): Promise<Answer> {
  const [plan] = await findPlansById(scope.transaction, [planId]);
  if (!plan) throw new NotFound('plan');
  const named = await existingCharge(scope.transaction, plan.id, code);
  const namedFilter =
    'filter_id' in change ? await existingFilter(scope.transaction, named.id, change.filter_id) : null;
  const isCopied = !isOverride(plan);
  const ownPlanId = isCopied ? await copyPlan(scope, plan, {}, units) : plan.id;
  const charge = isCopied ? await copyOf(scope, ownPlanId, named) : named;
  const filter = namedFilter && isCopied ? await copyOfFilter(scope, charge, namedFilter) : namedFilter;
  if (change.kind !== 'charge')
    return { plan_id: ownPlanId, filter_id: (await changeFilters(scope, charge, filter, change)).id, refusal: null };
  await overrideCharge(scope, charge, draftChargeOverride(change.given));
  return { plan_id: ownPlanId, filter_id: null, refusal: null };
}

async function changeFilters(
  scope: Scope,
  charge: ChargeRow,
  filter: ChargeFilterRow | null,
  change: Request['change'],
): Promise<ChargeFilterRow> {
  const metric = await namedMetric(scope.transaction, charge.billable_metric_id);
  if (change.kind === 'filter_added') {
    const draft = draftFilter(change.given);
    checkNewValues(draft, await filtersOf(scope, charge));
    return addFilter(scope, { charge, metric }, draft);
  }
  if (!filter) throw new NotFound('charge_filter');
  if (change.kind === 'filter_changed')
    return changeFilter(scope, { charge, metric }, filter, draftFilterChange(change.given));
  // The copy is not locked: one of several concurrent removals succeeds.
  if ((await deleteFilters(scope.transaction, [filter.id], scope.now)) === 0) throw new NotFound('charge_filter');
  return filter;
}

const filtersOf = async ({ transaction }: Scope, charge: ChargeRow): Promise<ChargeFilterRow[]> =>
  (await filtersOfCharges(transaction, [charge.id])).get(charge.id) ?? [];

/** The copy of a charge on the copied plan. */
async function copyOf({ transaction }: Scope, planId: string, original: ChargeRow): Promise<ChargeRow> {
  const root = original.parent_id ?? original.id;
  const copy = (await chargesOfPlans(transaction, [planId])).find((charge) => charge.parent_id === root);
  if (!copy) throw new Error(`charge ${original.id} was not copied`);
  return copy;
}

/** The copy of a filter on the copied plan. */
async function copyOfFilter(scope: Scope, charge: ChargeRow, original: ChargeFilterRow): Promise<ChargeFilterRow> {
  const root = original.parent_id ?? original.id;
  const copy = (await filtersOf(scope, charge)).find((filter) => filter.parent_id === root);
  if (!copy) throw new Error(`filter ${original.id} was not copied`);
  return copy;
}
