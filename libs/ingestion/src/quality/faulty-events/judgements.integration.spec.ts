import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import { Config, Connections, Metrics, newId, Passes, type Clock, type Jobs, type Logger } from '@tollgate/platform';
import { aMetric, databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import { enrich } from '../../model/enrichment/enrichment.js';
import { EventErrorsRepository } from '../../intake/event-errors/event-errors.repository.js';
import { IngestionDatabase } from '../../ingestion.database.js';
import { findEnrichment, enqueueEnrichment, recordProgress } from '../../store/blocks/enrichments.repository.js';
import { eventColumns, eventRow, versionNow } from '../../store/blocks/event-rows.js';
import { migrateUsageStore } from '../../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../../store/blocks/usage-store.fixture.js';
import { tables } from '../../model/tables/ingestion.tables.js';
import { FaultyEventsRepository } from './faulty-events.repository.js';
import { Judgements } from './judgements.js';
import { readDatedCodes } from './judgements.repository.js';

// The metrics are those of the installation; the events are in a usage store of this test. The installation would run a
// judgement a minute after its change.
const { clickhouse, close } = openUsageStore();
const faultyEvents = new FaultyEventsRepository(clickhouse);
const add = jest.fn<(name: string, payload: { organization_id: string }, options: { id: string }) => Promise<void>>();
let connections: Connections;
let database: IngestionDatabase;
let judgements: Judgements;
let run: (payload: { organization_id: string }) => Promise<void>;
let sandbox: Sandbox;

const hour = 3_600_000;
const begin = Date.UTC(2024, 2, 1);

beforeAll(async () => {
  await migrateUsageStore(clickhouse);
  connections = new Connections(
    new Config({
      DATABASE_URL: databaseUrl(),
      ADMIN_API_KEY: 'unused here',
      INTERNAL_TOKEN: 'unused here',
      LOG_LEVEL: 'silent',
    }),
  );
  database = new IngestionDatabase(connections);
  const jobs = { add, work: (_name: string, handler: typeof run) => (run = handler) } as unknown as Jobs;
  const clock = { now: () => Promise.resolve(begin) } as unknown as Clock;
  const logger = { info: () => undefined, error: () => undefined } as unknown as Logger;
  const passes = new Passes(logger, new Metrics());
  judgements = new Judgements(clock, database, faultyEvents, jobs, passes, logger);
  judgements.onApplicationBootstrap();
}, 60_000);
afterAll(async () => {
  await connections.onApplicationShutdown();
  await close();
}, 60_000);

beforeEach(async () => {
  add.mockReset();
  add.mockResolvedValue();
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await aMetric('calls').sumOf('n').createIn(sandbox);
});

const tenant = <T>(work: Parameters<IngestionDatabase['tenant']>[1]) =>
  database.tenant(sandbox.organizationId, work) as Promise<T>;

/** The judgement of the metric, as stored. */
const stored = () =>
  database.tenant(sandbox.organizationId, (transaction) =>
    tables(transaction)
      .selectFrom('ingestion.judgements')
      .selectAll()
      .where('organization_id', '=', sandbox.organizationId)
      .where('code', '=', 'calls')
      .executeTakeFirst(),
  );
const makeDue = () =>
  tenant((transaction) =>
    tables(transaction)
      .updateTable('ingestion.judgements')
      .set({ due_at: new Date(0) })
      .where('organization_id', '=', sandbox.organizationId)
      .execute(),
  );
/** Counts the judgements that are pending and whose events are enriched by their metrics. */
const left = () =>
  database.tenant(sandbox.organizationId, async (transaction) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ingestion.judgements where organization_id = ${sandbox.organizationId} and not done
        and code not in (select code from ingestion.enrichments where organization_id = ${sandbox.organizationId} and not done)
    `.execute(transaction);
    return rows[0]?.count;
  });
/** Queues due judgements, as the housekeeping does. @returns those of this organization */
async function queued() {
  add.mockClear();
  await judgements.reconcile();
  return add.mock.calls.filter(([, { organization_id: id }]) => id === sandbox.organizationId);
}
const judge = () => run({ organization_id: sandbox.organizationId });
/** Waits until the judgement is pending, and the installation has enriched the events of the metric. */
async function isPending(): Promise<void> {
  await waitFor('the judgement', async () => (await stored())?.done === false);
  await waitFor('the enrichment', () =>
    database.tenant(sandbox.organizationId, async (transaction) => !(await findEnrichment(transaction, 'calls'))),
  );
}
const codes = () => database.tenant(sandbox.organizationId, (transaction) => readDatedCodes(transaction));

/** Stores events without the field of the metric, an hour apart, as if there had been no metric. */
async function store(count: number, code = 'calls'): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    organization_id: sandbox.organizationId,
    external_subscription_id: 's',
    transaction_id: `t${n}`,
    code,
    timestamp: (begin - n * hour) * 1000,
    properties: {},
    precise_total_amount_cents: null,
    received_at: begin - n * hour,
  }));
  const rows = events.map((event) => eventRow(event, enrich(event, undefined), 1));
  await clickhouse.insert('events_raw', eventColumns, rows);
}
async function recorded(): Promise<string[]> {
  const rows = await clickhouse.rows<{ id: string }>(
    `select transaction_id as id from usage.faulty_events final
     where organization_id = {organization:UUID} and notEmpty(errors) order by id`,
    { organization: sandbox.organizationId },
  );
  return rows.map(({ id }) => id);
}

it('records the stored events that a new metric cannot count', async () => {
  await store(3);
  await isPending();
  expect(await queued()).toEqual([]);
  await judge();
  expect(await recorded()).toEqual([]);
  await makeDue();
  const [job] = await queued();
  expect(job).toMatchObject(['event-judgement', {}, { id: sandbox.organizationId }]);
  expect((await codes()).judgedFrom.size).toBe(0);
  await judge();
  expect(await recorded()).toEqual(['t0', 't1', 't2']);
  expect((await codes()).judgedFrom.get('calls')).toBeLessThan(begin - 31 * 24 * hour);
  expect(await queued()).toEqual([]);
  const listed = await new EventErrorsRepository(clickhouse, faultyEvents).list(
    sandbox.organizationId,
    await codes(),
    { from: begin - 30 * 24 * hour, to: begin },
    { page: 1, per_page: 2 },
  );
  expect(listed).toMatchObject({ rows: [{ errors: ['missing_aggregation_property'] }, {}], meta: { total_count: 3 } });
});

it('starts again when the metric changes, and forgets events that count now', async () => {
  await store(2);
  await isPending();
  await makeDue();
  await judge();
  expect(await recorded()).toEqual(['t0', 't1']);
  const before = await stored();
  await sandbox.ok('PUT', '/billable_metrics/calls', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg', field_name: null },
  });
  await isPending();
  expect((await stored())?.id).toBe(before?.id);
  expect((await codes()).judgedFrom.size).toBe(0);
  await makeDue();
  await judge();
  expect(await recorded()).toEqual([]);
  expect((await stored())?.done).toBe(true);
});

it('is no longer valid when its metric changes at the same instant, before the message', async () => {
  await isPending();
  await makeDue();
  await judge();
  const judgement = await stored();
  await sandbox.ok('PUT', '/billable_metrics/calls', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg', field_name: null },
  });
  await isPending();
  await tenant((transaction) =>
    tables(transaction)
      .updateTable('ingestion.judgements')
      .set({ done: true, received_from: judgement?.received_from, metric_hash: judgement?.metric_hash })
      .where('organization_id', '=', sandbox.organizationId)
      .execute(),
  );
  expect((await stored())?.changed_at).toEqual(judgement?.changed_at);
  expect((await codes()).judgedFrom.size).toBe(0);
});

it('finds events of a code that a renamed metric left behind', async () => {
  await store(2);
  await isPending();
  await makeDue();
  await judge();
  await sandbox.ok('PUT', '/billable_metrics/calls', {
    billable_metric: { name: 'Calls', code: 'requests', aggregation_type: 'count_agg', field_name: null },
  });
  await isPending();
  const listed = async () =>
    (
      await new EventErrorsRepository(clickhouse, faultyEvents).list(
        sandbox.organizationId,
        await codes(),
        { from: begin - 30 * 24 * hour, to: begin },
        { page: 1, per_page: 5 },
      )
    ).rows.map(({ event, errors }) => [event.transaction_id, ...errors]);
  const faulty = [
    ['t0', 'invalid_code'],
    ['t1', 'invalid_code'],
  ];
  expect((await codes()).judgedFrom.size).toBe(0);
  expect(await listed()).toEqual(faulty);
  await makeDue();
  await judge();
  expect((await codes()).judgedFrom.has('calls')).toBe(true);
  expect(await listed()).toEqual(faulty);
  // Further changes do not judge them again.
  await judgements.enqueue(sandbox.organizationId, 'requests', false);
  expect((await stored())?.done).toBe(true);
});

it('waits until the events are enriched by the metric', async () => {
  await store(1);
  await isPending();
  await makeDue();
  const enrichment = {
    organization_id: sandbox.organizationId,
    code: 'calls',
    field_name: 'other',
    version: versionNow(),
  };
  await tenant((transaction) => enqueueEnrichment(transaction, enrichment));
  await judge();
  expect(await recorded()).toEqual([]);
  expect(await queued()).toHaveLength(1);
  await tenant((transaction) =>
    recordProgress(
      transaction,
      { ...enrichment, version: String(enrichment.version), position: null, events: 0, done: false },
      null,
      0,
    ),
  );
  await judge();
  expect(await recorded()).toEqual(['t0']);
});

it('ends without a metric', async () => {
  await store(1);
  await isPending();
  await sandbox.ok('DELETE', '/billable_metrics/calls');
  await makeDue();
  await judge();
  expect(await stored()).toMatchObject({ done: true, received_from: null });
  expect(await recorded()).toEqual([]);
});

it('judges many codes of an organization in few runs, and only those with events', async () => {
  const others = Array.from({ length: 25 }, (_, n) => `other_${n}`);
  await Promise.all(others.map((code) => aMetric(code).sumOf('n').createIn(sandbox)));
  await store(2, 'calls');
  for (const code of others.slice(0, 22)) await store(1, code);
  await isPending();
  await waitFor('the other judgements', async () => (await left()) === 26);
  await makeDue();
  await judge();
  // As many codes as one statement judges, and those without events.
  expect(await left()).toBe(3);
  expect(add.mock.calls).toMatchObject([['event-judgement', { organization_id: sandbox.organizationId }, {}]]);
  await judge();
  expect(await left()).toBe(0);
  expect(await recorded()).toHaveLength(24);
  expect((await codes()).judgedFrom.size).toBe(26);
});
