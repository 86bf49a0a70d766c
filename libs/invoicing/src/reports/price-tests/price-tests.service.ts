import { Injectable } from '@nestjs/common';
import {
  mostTestedSubscriptions,
  PriceTestCreate,
  type Meta,
  type PriceTest,
  type PriceTestFilters,
  type PriceTestResult,
  type PriceTestResultFilters,
  type PriceTestUpdate,
  type RawInput,
} from '@tollgate/contracts';
import { findPlanByCode, readDraftedPlan } from '@tollgate/catalog/reader';
import {
  Clock,
  currentContext,
  isId,
  Jobs,
  newId,
  NotAllowed,
  NotFound,
  readRawInput,
  ValidationFailed,
  type Repetition,
  type TenantTransaction,
} from '@tollgate/platform';
import { countSubscriptionsOfPlans, searchCustomerIds } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { listResults, sumsOf } from '../../model/price-tests/price-test-results.repository.js';
import {
  countUnfinishedTests,
  deletePriceTest,
  findPriceTest,
  insertPriceTest,
  isUnfinished,
  listPriceTests,
  lockPriceTest,
  updatePriceTest,
  type PriceTestRow,
} from '../../model/price-tests/price-tests.repository.js';
import { presentPriceTest, presentResults } from './price-test.presenter.js';
import { readCustomerFilters, selectionOf } from './tested-customers.js';

/** Tests of an organization that go on at once. */
const mostUnfinished = 3;

/** Tests of prices on past usage as jobs: their requests, their progress and their results (catalog, section 22). */
@Injectable()
export class PriceTestsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Starts a test on the active subscriptions of a plan and its copies.
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound `plan_not_found`, and for an issuer that the filters name. ValidationFailed as the creation of a plan;
   * also for another currency, for wrong filters, and for too many subscriptions or tests
   */
  async create(
    organizationId: string,
    code: string,
    raw: RawInput,
    repetition: Repetition | undefined,
  ): Promise<PriceTest> {
    const now = new Date(await this.clock.now(organizationId));
    const made = await this.database.createOnce(organizationId, repetition, async (transaction) => {
      const current = await findPlanByCode(transaction, code);
      if (!current) throw new NotFound('plan');
      const input = readRawInput(PriceTestCreate, raw);
      if (!input.plan) throw new ValidationFailed({ plan: ['value_is_mandatory'] });
      const tested = await readDraftedPlan(transaction, input.plan, now);
      if (tested.currency !== current.currency)
        throw new ValidationFailed({ amount_currency: ['currencies_does_not_match'] });
      if ((await countUnfinishedTests(transaction)) >= mostUnfinished)
        throw new ValidationFailed({ base: ['too_many_price_tests'] });
      const selected = {
        plan_id: current.id,
        external_customer_ids: input.external_customer_ids ?? null,
        customer_filters: input.customer_filters ? readCustomerFilters(input.customer_filters) : null,
        as_of: now,
      };
      const total = await countSubscriptionsOfPlans(transaction, await selectionOf(transaction, selected));
      if (total > mostTestedSubscriptions) throw new ValidationFailed({ base: ['too_many_subscriptions'] });
      const row = await insertPriceTest(transaction, {
        ...selected,
        id: newId(),
        organization_id: organizationId,
        name: input.name ?? null,
        plan_code: current.code,
        plan: JSON.stringify(input.plan),
        currency: current.currency,
        periods_ago: input.periods_ago ?? 1,
        customer_filters: selected.customer_filters && JSON.stringify(selected.customer_filters),
        status: 'pending',
        subscriptions_total: total,
        request_id: currentContext()?.requestId ?? null,
        created_at: now,
      });
      return presentPriceTest(row);
    });
    await this.queue(organizationId, made.svc_id);
    return made;
  }

  async list(organizationId: string, filters: PriceTestFilters): Promise<{ price_tests: PriceTest[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listPriceTests(transaction, filters);
      return { price_tests: await present(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<PriceTest> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentOne(transaction, await existing(transaction, id, findPriceTest)),
    );
  }

  /** Lists the amounts of the subscriptions of a test. @throws NotFound */
  async results(
    organizationId: string,
    id: string,
    filters: PriceTestResultFilters,
  ): Promise<{ price_test_results: PriceTestResult[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const test = await existing(transaction, id, findPriceTest);
      const term = filters.search_term?.trim();
      const customerIds = term ? await searchCustomerIds(transaction, term) : null;
      const { rows, meta } = await listResults(transaction, test.id, filters, customerIds);
      return { price_test_results: await presentResults(transaction, rows), meta };
    });
  }

  /** Names a test, or takes its name away. @throws NotFound */
  async update(organizationId: string, id: string, { name }: PriceTestUpdate): Promise<PriceTest> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await existing(transaction, id, lockPriceTest);
      return presentOne(
        transaction,
        name === undefined ? row : await updatePriceTest(transaction, row.id, { name: name || null }),
      );
    });
  }

  /** Stops a test before its next subscriptions; repeated, it changes nothing. @throws NotFound, NotAllowed after its end */
  async stop(organizationId: string, id: string): Promise<PriceTest> {
    const stopped = await this.database.tenant(organizationId, async (transaction) => {
      const row = await existing(transaction, id, lockPriceTest);
      if (!isUnfinished(row)) throw new NotAllowed('price_test_has_ended');
      return presentOne(transaction, await updatePriceTest(transaction, row.id, { status: 'stopping' }));
    });
    await this.queue(organizationId, id);
    return stopped;
  }

  /** Deletes a test with its results; one that goes on ends. @throws NotFound */
  async remove(organizationId: string, id: string): Promise<PriceTest> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await existing(transaction, id, lockPriceTest);
      const answer = await presentOne(transaction, row);
      await deletePriceTest(transaction, row.id);
      return answer;
    });
  }

  /** Queues the job of a test; it is the same job, however often it is queued. */
  async queue(organizationId: string, id: string): Promise<void> {
    const request_id = currentContext()?.requestId ?? null;
    const payload = { organization_id: organizationId, request_id, price_test_id: id };
    await this.jobs.add('price-test', payload, { id, blocksTestClock: false });
  }
}

async function existing(
  transaction: TenantTransaction,
  id: string,
  find: (transaction: TenantTransaction, id: string) => Promise<PriceTestRow | undefined>,
): Promise<PriceTestRow> {
  const row = isId(id) ? await find(transaction, id) : undefined;
  if (!row) throw new NotFound('price_test');
  return row;
}

async function present(transaction: TenantTransaction, rows: PriceTestRow[]): Promise<PriceTest[]> {
  const sums = await sumsOf(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentPriceTest(row, sums.get(row.id)));
}

async function presentOne(transaction: TenantTransaction, row: PriceTestRow): Promise<PriceTest> {
  return presentPriceTest(row, (await sumsOf(transaction, [row.id])).get(row.id));
}
