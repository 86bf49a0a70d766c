import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MetricView } from '@tollgate/catalog/reader';
import { eventErrorTypes, type EventErrorType } from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import fc from 'fast-check';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { enrich } from '../../model/enrichment/enrichment.js';
import { errorsOf } from '../../model/enrichment/event-errors.rules.js';
import { type DatedCodes, marginMs } from '../../quality/faulty-events/faulty-candidates.js';
import { FaultyEventsReader } from '../../quality/faulty-events/faulty-events.reader.js';
import { FaultyEventsRepository } from '../../quality/faulty-events/faulty-events.repository.js';
import { eventColumns, eventRow, firstVersion, versionNow, voidedVersion } from '../../store/blocks/event-rows.js';
import { migrateUsageStore } from '../../store/blocks/migrate-usage-store.js';
import { openUsageStore, runs } from '../../store/blocks/usage-store.fixture.js';
import { EventErrorsRepository, mostJudged } from './event-errors.repository.js';

const { clickhouse, close } = openUsageStore();
const faultyEvents = new FaultyEventsRepository(clickhouse);

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const minute = 60_000;
const begin = Date.UTC(2024, 5, 15, 12);
const codes = ['a', 'b', 'c'];

/** The metrics that a code may get; null deletes its metric. */
const shapes = [
  { aggregationType: 'sum_agg', fieldName: 'v', filters: [{ key: 'region', values: ['eu'] }] },
  { aggregationType: 'sum_agg', fieldName: 'v', filters: [{ key: 'region', values: ['eu', 'us'] }] },
  { aggregationType: 'unique_count_agg', fieldName: 'w', filters: [] },
  { aggregationType: 'count_agg', fieldName: null, filters: [{ key: 'region', values: ['us'] }] },
  null,
] as const;

const propertiesOf = [{ v: 1 }, { v: 'x' }, { w: 'x', region: 'us' }, { v: 2, region: 'eu' }, {}];

type Step =
  | { kind: 'send'; id: number; code: string; properties: Record<string, unknown> }
  | { kind: 'change'; code: string; shape: (typeof shapes)[number] }
  | { kind: 'rename'; code: string }
  | { kind: 'judge'; code: string; minutes: number }
  | { kind: 'void'; id: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      id: fc.nat(12),
      code: fc.constantFrom(...codes),
      properties: fc.constantFrom(...propertiesOf),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      code: fc.constantFrom(...codes),
      shape: fc.constantFrom(...shapes),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('judge' as const),
      code: fc.constantFrom(...codes),
      minutes: fc.integer({ min: 20, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), code: fc.constantFrom(...codes) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), id: fc.nat(12) }) },
);

const metricOf = (code: string, shape: Exclude<(typeof shapes)[number], null>) =>
  ({ id: code, code, name: code, recurring: false, ...shape }) as unknown as MetricView;

/** An organization whose events and metrics are stored as the service stores them. */
class History {
  readonly id = newId();
  readonly live = new Map<string, MetricView>();
  readonly changedAt = new Map<string, number>();
  readonly judgedFrom = new Map<string, number>();
  /** The first event of each key that is not voided. */
  readonly events = new Map<string, AcceptedEvent>();
  private readonly deleted = new Set<string>();
  private readonly voided = new Set<string>();

  get metrics(): DatedCodes {
    const deletedCodes = [...this.deleted].filter((code) => !this.live.has(code));
    return { live: [...this.live.values()], changedAt: this.changedAt, judgedFrom: this.judgedFrom, deletedCodes };
  }

  /** @param isRecorded false before the table of faulty events existed */
  async send(step: Extract<Step, { kind: 'send' }>, at: number, isRecorded: boolean): Promise<void> {
    const key = `${step.code} ${step.id}`;
    const event: AcceptedEvent = {
      id: newId(),
      organization_id: this.id,
      external_subscription_id: `s${step.id % 2}`,
      transaction_id: `t${step.id}`,
      code: step.code,
      timestamp: (begin + step.id) * 1000,
      properties: step.properties,
      precise_total_amount_cents: null,
      received_at: at,
    };
    if (!this.voided.has(key) && !this.events.has(key)) this.events.set(key, event);
    const enrichment = enrich(event, this.live.get(step.code));
    await clickhouse.insert('events_raw', eventColumns, [eventRow(event, enrichment, firstVersion(at))]);
    const errors = errorsOf(this.live.get(step.code), enrichment);
    if (isRecorded && errors.length > 0) await faultyEvents.record([{ event, errors }]);
  }

  async change(code: string, shape: (typeof shapes)[number], at: number): Promise<void> {
    this.live.delete(code);
    this.changedAt.delete(code);
    this.judgedFrom.delete(code);
    if (shape === null) return void this.deleted.add(code);
    this.live.set(code, metricOf(code, shape));
    this.changedAt.set(code, at);
    const again = [...this.events.values()].filter((event) => event.code === code);
    await clickhouse.insert(
      'events',
      eventColumns,
      again.map((event) => eventRow(event, enrich(event, this.live.get(code)), versionNow() + at - begin)),
    );
  }

  /** Gives the metric of a code another one. */
  rename(code: string): void {
    if (!this.live.delete(code)) return;
    this.judgedFrom.delete(code);
    if (this.deleted.has(code)) this.changedAt.delete(code);
    else this.changedAt.set(code, Infinity);
  }

  /** Judges the stored events of a code that were received since some minutes before its change, or before now. */
  async judge(code: string, minutes: number, now: number): Promise<void> {
    const changedAt = this.changedAt.get(code);
    if (changedAt === undefined) return;
    const at = Math.min(changedAt, now);
    const from = at - minutes * minute;
    const metric = this.live.get(code);
    expect(await faultyEvents.judge(this.id, [{ code, metric }], { from, to: at + marginMs })).toEqual(new Set());
    this.judgedFrom.set(code, from);
  }

  async void(id: number): Promise<void> {
    for (const code of codes) {
      const key = `${code} ${id}`;
      const event = this.events.get(key);
      if (!event) continue;
      this.events.delete(key);
      this.voided.add(key);
      const row = eventRow(event, enrich(event, undefined), voidedVersion);
      await clickhouse.insert('events', [...eventColumns, 'is_deleted'], [[...row, 1]]);
    }
  }

  /** Judges each event. */
  faulty(from: number, to: number, error: EventErrorType | undefined): string[] {
    return [...this.events.values()]
      .filter(({ received_at: at, code }) => at >= from && at <= to && !this.metrics.deletedCodes.includes(code))
      .map((event) => ({
        event,
        errors: errorsOf(this.live.get(event.code), enrich(event, this.live.get(event.code))),
      }))
      .filter(({ errors }) => (error ? errors.includes(error) : errors.length > 0))
      .map(({ event, errors }) => `${event.code} ${event.transaction_id} ${errors.join(' ')}`)
      .sort();
  }
}

it('lists the events that judging each of them finds, whatever changed since they were stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyStep, fc.integer({ min: 0, max: 3 })), { maxLength: 30, size: 'max' }),
      fc.record({
        missing: fc.option(fc.nat(30), { nil: null }),
        from: fc.nat(20),
        span: fc.nat(60),
        error: fc.option(fc.constantFrom(...eventErrorTypes), { nil: undefined }),
      }),
      async (steps, { missing, from, span, error }) => {
        const history = new History();
        const missingUntil = missing === null ? 0 : begin + missing * minute;
        let now = begin;
        for (const [step, minutes] of steps) {
          now += minutes * minute;
          if (step.kind === 'send') await history.send(step, now, now > missingUntil);
          else if (step.kind === 'change') await history.change(step.code, step.shape, now);
          else if (step.kind === 'judge') await history.judge(step.code, step.minutes, now);
          else if (step.kind === 'rename') history.rename(step.code);
          else await history.void(step.id);
        }
        const known = Object.assign(new FaultyEventsRepository(clickhouse), {
          missingUntil: () => Promise.resolve(missingUntil),
        });
        const selection = { from: begin + from * minute, to: begin + (from + span) * minute, error };
        const { rows, meta } = await new EventErrorsRepository(clickhouse, known).list(
          history.id,
          history.metrics,
          selection,
          { page: 1, per_page: 100 },
        );
        const expected = history.faulty(selection.from, selection.to, error);
        expect(
          rows.map(({ event, errors }) => `${event.code} ${event.transaction_id} ${errors.join(' ')}`).sort(),
        ).toEqual(expected);
        expect(meta.total_count).toBe(expected.length);
        const reader = new FaultyEventsReader(clickhouse, known);
        const found = await reader.find(history.id, history.metrics, selection.from, selection.to + 1);
        for (const each of eventErrorTypes) {
          const ids = history.faulty(selection.from, selection.to, each).map((line) => line.split(' ')[1]);
          expect(found[each].sort()).toEqual([...new Set(ids)].sort());
        }
      },
    ),
    { numRuns: runs(60) },
  );
}, 600_000);

it('judges events before a judgement, and after one of an earlier change, itself', async () => {
  const history = new History();
  const [sum, , unique] = shapes;
  const at = (minutes: number) => begin + minutes * minute;
  const send = (id: number, minutes: number) =>
    history.send({ kind: 'send', id, code: 'a', properties: { w: 'x' } }, at(minutes), true);
  const faultyFrom = async (minutes: number) => {
    const list = new EventErrorsRepository(clickhouse, faultyEvents);
    const selection = { from: at(minutes), to: at(60) };
    const { rows } = await list.list(history.id, history.metrics, selection, { page: 1, per_page: 100 });
    return rows.map(({ event }) => event.transaction_id).sort();
  };
  await history.change('a', unique, at(0));
  await send(1, 3);
  await send(2, 10);
  await history.change('a', sum, at(20));
  await history.judge('a', 15, at(20));
  expect(await faultyFrom(0)).toEqual(['t1', 't2']);
  expect(await faultyFrom(5)).toEqual(['t2']);
  await history.change('a', unique, at(30));
  await history.judge('a', 60, at(30));
  expect(await faultyFrom(0)).toEqual([]);
  await history.change('a', sum, at(40));
  expect(await faultyFrom(0)).toEqual(['t1', 't2']);
  await history.judge('a', 60, at(40));
  expect(await faultyFrom(0)).toEqual(['t1', 't2']);
}, 60_000);

describe('more errors than are judged', () => {
  const organizationId = newId();
  const errors = new EventErrorsRepository(clickhouse, faultyEvents);
  const metrics: DatedCodes = { live: [], deletedCodes: [], changedAt: new Map(), judgedFrom: new Map() };
  const many = 30 * mostJudged;
  const list = async (page: number) => {
    const selection = { from: begin, to: begin + many };
    const { rows, meta } = await errors.list(organizationId, metrics, selection, { page, per_page: 10 });
    return { ids: rows.map(({ event }) => event.transaction_id), total: meta.total_count };
  };
  const named = (latest: number) => Array.from({ length: 10 }, (_, n) => `t${latest - n}`);
  const voidFrom = (first: number) =>
    clickhouse.command(`insert into usage.events
      (organization_id, external_subscription_id, code, timestamp, transaction_id, received_at, version, is_deleted)
      select organization_id, external_subscription_id, code, timestamp, transaction_id, received_at, ${voidedVersion}, 1
      from usage.events where organization_id = '${organizationId}'
        and received_at >= fromUnixTimestamp64Milli(toInt64(${begin + first}), 'UTC')`);

  beforeAll(async () => {
    const events = Array.from({ length: many }, (_, n) => ({
      id: newId(),
      organization_id: organizationId,
      external_subscription_id: `s${n % 7}`,
      transaction_id: `t${n}`,
      code: 'nobody',
      timestamp: (begin + n) * 1000,
      properties: {},
      precise_total_amount_cents: null,
      received_at: begin + n,
    }));
    await clickhouse.insert(
      'events_raw',
      eventColumns,
      events.map((event) => eventRow(event, enrich(event, undefined), 1)),
    );
    const faulty = events.map((event) => ({ event, errors: ['invalid_code' as const] }));
    await faultyEvents.record(faulty);
    // As after a crash.
    await faultyEvents.record(faulty);
  }, 60_000);

  it('shows the latest and counts all', async () => {
    expect(await list(1)).toEqual({ ids: named(many - 1), total: many });
    expect(await list(250)).toEqual({ ids: named(many - 1 - 2490), total: many });
    expect(await list(300)).toEqual({ ids: named(9), total: many });
    expect(await list(301)).toEqual({ ids: [], total: many });
  }, 60_000);

  it('leaves out voided events, and counts all others when the voided ones are among the judged', async () => {
    await voidFrom(many - 500);
    expect(await list(1)).toEqual({ ids: named(many - 501), total: many - 500 });
    await voidFrom(many - 2000);
    expect(await list(1)).toEqual({ ids: named(many - 2001), total: many - 2000 });
    expect(await list(101)).toEqual({ ids: [], total: many - 2000 });
  }, 60_000);
});
