import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MetricView } from '@tollgate/catalog/reader';
import { newId } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { enrich } from '../../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersion, versionNow, voidedVersion } from '../../store/blocks/event-rows.js';
import { migrateUsageStore } from '../../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../../store/blocks/usage-store.fixture.js';
import { errorsOf } from '../../model/enrichment/event-errors.rules.js';
import { FaultyEventsReader } from './faulty-events.reader.js';
import { FaultyEventsRepository } from './faulty-events.repository.js';

const { clickhouse, close } = openUsageStore();
const faultyEvents = new FaultyEventsRepository(clickhouse);
const reader = new FaultyEventsReader(clickhouse, faultyEvents);

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const hour = Date.UTC(2024, 4, 1, 10);
const until = hour + 3_600_000;
const organizationId = newId();
const metricOf = (
  code: string,
  aggregationType: Exclude<MetricView['aggregationType'], 'count_agg'>,
  filters: MetricView['filters'] = [],
): MetricView => ({
  id: code,
  code,
  name: code,
  description: null,
  aggregationType,
  fieldName: 'v',
  recurring: false,
  roundingFunction: null,
  roundingPrecision: null,
  expression: null,
  filters,
});
const sum = metricOf('sum', 'sum_agg', [{ key: 'region', values: ['eu'] }]);
const unique = metricOf('unique', 'unique_count_agg');
const live = [sum, unique];

const eventOf = (
  id: string,
  code: string,
  properties: Record<string, unknown>,
  receivedAt = hour + 1000,
): AcceptedEvent => ({
  id: newId(),
  organization_id: organizationId,
  external_subscription_id: 's',
  transaction_id: id,
  code,
  timestamp: receivedAt * 1000,
  properties,
  precise_total_amount_cents: null,
  received_at: receivedAt,
});
const enriched = (event: AcceptedEvent, version = firstVersion(event.received_at), metrics = live) =>
  eventRow(
    event,
    enrich(
      event,
      metrics.find(({ code }) => code === event.code),
    ),
    version,
  );

it('finds the events of an hour that the current metrics cannot count', async () => {
  const backfilled = eventOf('metric made later', 'sum', { v: 1 });
  const voided = eventOf('voided', 'nobody', {});
  const nothing = { valueText: null, value: null, operationType: 'add', texts: {} } as const;
  const events = [
    eventOf('right', 'sum', { v: 1, region: 'eu' }),
    eventOf('no number', 'sum', { v: ' 5' }),
    eventOf('missing', 'unique', {}),
    eventOf('text', 'unique', { v: 'x' }),
    eventOf('unknown code', 'nobody', { v: 1 }),
    eventOf('code of a deleted metric', 'gone', {}),
    eventOf('elsewhere', 'sum', { v: 1, region: 'us' }),
    eventOf('twice wrong', 'sum', { region: 'us' }),
    eventOf('before', 'nobody', {}, hour - 1),
    eventOf('after', 'nobody', {}, until),
  ];
  await clickhouse.insert('events_raw', eventColumns, [
    ...events.map((event) => enriched(event)),
    enriched(backfilled, undefined, []),
    enriched(voided),
  ]);
  await clickhouse.insert('events', eventColumns, [enriched(backfilled, versionNow())]);
  await clickhouse.insert(
    'events',
    [...eventColumns, 'is_deleted'],
    [[...eventRow(voided, nothing, voidedVersion), 1]],
  );

  await faultyEvents.record(
    [...events, voided].map((event) => {
      const metric = live.find(({ code }) => code === event.code);
      return { event, errors: errorsOf(metric, enrich(event, metric)) };
    }),
  );
  await faultyEvents.record([{ event: backfilled, errors: ['invalid_code'] }]);
  const changedAt = new Map([['sum', hour + 2000]]);

  const faulty = await reader.find(
    organizationId,
    { live, deletedCodes: ['gone'], changedAt, judgedFrom: new Map() },
    hour,
    until,
  );
  expect(
    Object.fromEntries(Object.entries(faulty).map(([kind, ids]: [string, string[]]) => [kind, [...ids].sort()])),
  ).toEqual({
    invalid_code: ['unknown code'],
    missing_aggregation_property: ['missing', 'no number', 'twice wrong'],
    invalid_filter_values: ['elsewhere', 'twice wrong'],
  });
});

it('finds nothing without events', async () => {
  expect(
    await reader.find(
      newId(),
      { live: [], deletedCodes: [], changedAt: new Map(), judgedFrom: new Map() },
      hour,
      until,
    ),
  ).toEqual({
    invalid_code: [],
    missing_aggregation_property: [],
    invalid_filter_values: [],
  });
});
