// Fills a usage store with events of one organization, and times the lists of them. The process receives its task as a
// message, and answers with progress and results (event-lists.ts).
import type { MetricAggregation, MetricView } from '@tollgate/catalog/reader';
import { migrateUsageStore } from '@tollgate/ingestion';
import {
  EventErrorsRepository,
  EventsRepository,
  FaultyEventsRepository,
  type DatedCodes,
  type EventSelection,
} from '@tollgate/ingestion/measured';
import { ClickHouse, Config, type Page } from '@tollgate/platform';
import { percentile } from './benchmark.ts';
import type { Measured, Task, TimedList } from './event-lists-tasks.ts';
import { answerTask, send } from './worker-process.ts';

const organizationId = '00000000-0000-7000-8000-000000000001';
const day = 86_400_000;
const from = Date.UTC(2026, 4, 18);
const to = from + 28 * day;
const lastWeek = { from: to - 7 * day, to };
const blockSize = 1_000_000;
const [codes, subscriptions] = [20, 1000];
const oddCode = 'code_19';
const oddSubscription = 's7';

/**
 * Writes events evenly over four weeks. One in 1,100 has no value. One in ten of a subscription has an odd tier, and 18 in
 * 100 of a code an odd region.
 */
async function fill(clickhouse: ClickHouse, events: number): Promise<void> {
  const code = `'code_' || toString(number % ${codes})`;
  const subscription = `'s' || toString(intDiv(number, ${codes}) % ${subscriptions})`;
  const at = `toInt64(${from} * 1000 + number * ${Math.floor(((to - from) * 1000) / events)})`;
  const value = `if(cityHash64(number) % 1100 = 0, null, number % 1000)`;
  const region = `if(${code} = '${oddCode}' and cityHash64(number, 1) % 100 < 18, 'mars', 'earth')`;
  const tier = `if(${subscription} = '${oddSubscription}' and cityHash64(number, 2) % 10 = 0, 'odd', 'usual')`;
  for (let start = 0; start < events; start += blockSize) {
    await clickhouse.command(`insert into usage.events
      (id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties, received_at, value_text, value, operation_type, texts, version)
      select generateUUIDv7(), '${organizationId}', ${subscription}, ${code}, fromUnixTimestamp64Micro(${at}, 'UTC'),
             'event-' || toString(number), '{"tokens":' || toString(number % 1000) || ',"region":"' || ${region} || '","tier":"' || ${tier} || '"}',
             fromUnixTimestamp64Milli(intDiv(${at}, 1000), 'UTC'), toString(${value}), toDecimal256OrNull(toString(${value}), 30), 'add',
             map('region', ${region}, 'tier', ${tier}), 1
      from numbers(${start}, ${Math.min(blockSize, events - start)})`);
  }
}

/** Waits until no merge runs, for ten minutes at most. */
async function untilMerged(clickhouse: ClickHouse): Promise<void> {
  for (let quiet = 0, rounds = 0; quiet < 5 && rounds < 600; rounds += 1) {
    const [row] = await clickhouse.rows<{ merges: string }>('select count() as merges from system.merges');
    quiet = Number(row?.merges) === 0 ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

const count: MetricAggregation = { aggregationType: 'count_agg', fieldName: null };
const sum: MetricAggregation = { aggregationType: 'sum_agg', fieldName: 'tokens' };

const metrics = (
  aggregation: MetricAggregation,
  filtersOf: (code: string) => MetricView['filters'] = () => [],
): MetricView[] =>
  Array.from({ length: codes }, (_, n) => `code_${n}`).map((code) => ({
    ...aggregation,
    id: code,
    code,
    name: code,
    description: null,
    recurring: false,
    roundingFunction: null,
    roundingPrecision: null,
    expression: null,
    filters: filtersOf(code),
  }));
const dated = (live: MetricView[], changed: Readonly<Record<string, number>> = {}): DatedCodes => ({
  live,
  deletedCodes: [],
  changedAt: new Map(live.map(({ code }) => [code, changed[code] ?? from - day])),
  judgedFrom: new Map(),
});

const countMetrics = metrics(count);
const sumMetrics = metrics(sum);
const allowedFilters = [
  { key: 'region', values: ['earth', 'mars'] },
  { key: 'tier', values: ['usual', 'odd'] },
];
const filteredCodes = ['code_1', 'code_2', oddCode];
const filteredMetrics = metrics(sum, (code) => (filteredCodes.includes(code) ? allowedFilters : []));
const tierMetrics = metrics(count, () => [{ key: 'tier', values: ['usual'] }]);
const regionMetrics = metrics(count, (code) => (code === oddCode ? [{ key: 'region', values: ['earth'] }] : []));

const page = { page: 1, per_page: 100 };
const everything: EventSelection = {
  code: undefined,
  externalSubscriptionId: undefined,
  externalSubscriptionIds: undefined,
  transactionId: undefined,
  from: undefined,
  to: undefined,
  state: undefined,
};
type State = NonNullable<EventSelection['state']>['name'];
const stateOf = (name: State): Partial<EventSelection> => ({ state: { name, metrics: countMetrics } });

type ListedPage = [name: string, selection: Partial<EventSelection>, page: Page];
/** The first pages of lists of events. */
const firstPages: ListedPage[] = [
  ['`/events` with 100 rows', {}, page],
  ['`/events?per_page=20`', {}, { page: 1, per_page: 20 }],
  ['`/events?external_subscription_id=`', { externalSubscriptionId: 's1' }, page],
  ['`/events?status=counted`', stateOf('counted'), page],
  ['`/events?status=unknown_code` without such events', stateOf('unknown_code'), page],
  ['`/events` of one day', { from: to - 3 * day, to: to - 2 * day }, page],
];
const laterPage: ListedPage = ['`/events?page=1000`', {}, { page: 1000, per_page: 100 }];

type Read = () => Promise<{ meta: { total_count: number } }>;

async function time(name: string, read: Read, { times }: Task): Promise<TimedList> {
  let answer = await read();
  for (let warm = 1; warm < 3; warm += 1) answer = await read();
  const took: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const begun = performance.now();
    await read();
    took.push(performance.now() - begun);
  }
  took.sort((a, b) => a - b);
  return { name, p50: percentile(took, 0.5), p95: percentile(took, 0.95), total: answer.meta.total_count };
}

/** Records the faulty events of a condition in place of others, as the follow-up work of their blocks does. */
async function record(clickhouse: ClickHouse, error: string, condition: string): Promise<void> {
  await clickhouse.command('truncate table usage.faulty_events');
  const key = 'organization_id, received_at, external_subscription_id, code, timestamp, transaction_id';
  await clickhouse.command(`insert into usage.faulty_events (${key}, errors)
    select ${key}, ['${error}'] from usage.events where organization_id = '${organizationId}' and ${condition}`);
}

/** Times the lists of event errors of the last week. */
async function timeErrors(clickhouse: ClickHouse, task: Task) {
  const faultyEvents = new FaultyEventsRepository(clickhouse);
  const repository = new EventErrorsRepository(clickhouse, faultyEvents);
  const list = (name: string, known: DatedCodes) =>
    time(name, () => repository.list(organizationId, known, lastWeek, page), task);
  const none = await list('`/event_errors` without errors', dated(countMetrics));
  await record(clickhouse, 'missing_aggregation_property', 'value is null');
  const random = await list('`/event_errors`, one in 1,100 events', dated(sumMetrics));
  const filtered = await list(
    '`/event_errors`, one in 1,100 events, three metrics with filters',
    dated(filteredMetrics),
  );
  const ofSubscription = `external_subscription_id = '${oddSubscription}' and texts['tier'] = 'odd'`;
  await record(clickhouse, 'invalid_filter_values', ofSubscription);
  const subscription = await list('`/event_errors`, one in ten events of a subscription', dated(tierMetrics));
  await clickhouse.command('truncate table usage.faulty_events');
  const changed = dated(regionMetrics, { [oddCode]: to });
  const unjudged = await list('`/event_errors`, 18 in 100 events of a code before its judgement', changed);
  const begun = performance.now();
  const metric = regionMetrics.find(({ code }) => code === oddCode);
  await faultyEvents.judge(organizationId, [{ code: oddCode, metric }], { from: from - day, to });
  const seconds = (performance.now() - begun) / 1000;
  const judged = { ...changed, judgedFrom: new Map([[oddCode, from - day]]) };
  const code = await list('`/event_errors`, 18 in 100 events of a code', judged);
  return { results: [none, random, filtered, subscription, code], unjudged, seconds };
}

async function measure(clickhouse: ClickHouse, task: Task): Promise<Measured> {
  const { events } = task;
  send({ progress: `storing ${events.toLocaleString('en')} events` });
  await fill(clickhouse, events);
  send({ progress: 'building the keys in the order of time' });
  await clickhouse.command('alter table usage.events materialize projection by_time settings mutations_sync = 2');
  await untilMerged(clickhouse);
  send({ progress: 'reading lists' });
  const repository = new EventsRepository(clickhouse);
  const list = ([name, selection, at]: ListedPage) =>
    time(name, () => repository.list(organizationId, { ...everything, ...selection }, at), task);
  const first: TimedList[] = [];
  for (const each of firstPages) first.push(await list(each));
  const later = await list(laterPage);
  send({ progress: 'reading lists of errors' });
  const errors = await timeErrors(clickhouse, task);
  return {
    firstPages: [...first, ...errors.results],
    others: [later, errors.unjudged],
    judgementSeconds: errors.seconds,
  };
}

answerTask(async (task: Task): Promise<Measured> => {
  const clickhouse = new ClickHouse(new Config({ CLICKHOUSE_DATABASE: 'usage', DATA_DIR: task.directory }));
  try {
    await migrateUsageStore(clickhouse);
    return await measure(clickhouse, task);
  } finally {
    await clickhouse.onApplicationShutdown();
  }
});
