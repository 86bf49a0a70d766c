import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { enrich } from '../../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersionOf } from './event-rows.js';
import { openUsageStore } from './usage-store.fixture.js';
import { usageTables } from './usage-tables.js';

const { clickhouse, close } = openUsageStore();
beforeAll(async () => {
  await clickhouse.command('create database usage');
  for (const statement of usageTables('usage')) await clickhouse.command(statement);
});
afterAll(close);

const organizationId = newId();
const event = (transactionId: string): AcceptedEvent => ({
  id: newId(),
  organization_id: organizationId,
  external_subscription_id: 's',
  transaction_id: transactionId,
  code: 'jobs',
  timestamp: Date.UTC(2024, 1, 1) * 1000,
  properties: {},
  precise_total_amount_cents: null,
  received_at: Date.UTC(2024, 1, 20),
});
const row = (one: AcceptedEvent) => eventRow(one, enrich(one, undefined), firstVersionOf(one));

it.each([
  ['in one block', (first: AcceptedEvent, again: AcceptedEvent) => [[first, again]]],
  ['in one block, the other way round', (first: AcceptedEvent, again: AcceptedEvent) => [[again, first]]],
  ['one after the other', (first: AcceptedEvent, again: AcceptedEvent) => [[first], [again]]],
  ['the later one first', (first: AcceptedEvent, again: AcceptedEvent) => [[again], [first]]],
])('the first of two events at one instant of a test clock stays: %s', async (name, blocks) => {
  const first = event(name);
  await sleep(2);
  const again = event(name);
  for (const block of blocks(first, again)) await clickhouse.insert('events_raw', eventColumns, block.map(row));
  const stored = await clickhouse.rows('select id from usage.events final where transaction_id = {name:String}', {
    name,
  });
  expect(stored).toEqual([{ id: first.id }]);
});
