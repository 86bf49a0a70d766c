import { describe, expect, it, jest } from '@jest/globals';
import { ClickHouse, Metrics, Passes, Unavailable, type Logger } from '@tollgate/platform';
import { foundIds, foundRows, goodId, poisonedId, passBesidePoison } from '@tollgate/testing';
import { EventErrorsDueWork } from './quality/checks/event-errors.due-work.js';
import { RollupMaker } from './store/rollups/rollup-maker.js';
import { Enrichments } from './store/blocks/enrichments.js';
import { Judgements } from './quality/faulty-events/judgements.js';
import { VoidsService } from './intake/voids/voids.service.js';

const quiet = { error: () => undefined, info: () => undefined } as unknown as Logger;
const real = () => new Map([[Passes, new Passes(quiet, new Metrics())]]);

const voidOf = (organizationId: string) => ({
  organization_id: organizationId,
  event_id: organizationId,
  external_subscription_id: 's',
  code: 'c',
  transaction_id: 't',
  done: false,
  voided_at: new Date(0),
  event: { transaction_id: 't', external_subscription_id: 's', code: 'c', timestamp: '1700000000.000', properties: {} },
});

const rollupOf = (organizationId: string) => ({
  organization_id: organizationId,
  external_subscription_id: 's',
  code: 'c',
  shape: 'count',
  family: 'count',
  keys: [],
  since: '0',
});

interface Step {
  reconcile(): Promise<void>;
}

describe('beside a poisoned organization', () => {
  it.each([
    ['enriched', Enrichments, foundRows],
    ['judged', Judgements, foundRows],
    ['voided', VoidsService, foundIds.map(voidOf)],
  ])('usage-housekeeping has the events of the other one %s', async (_, service, found) => {
    const pass = (step: Step) => step.reconcile();
    const { goodCalls } = await passBesidePoison<Step>(service, { pass, real: real(), found: [found] });
    expect(goodCalls).not.toEqual([]);
  });

  it('the hours of the other one are looked through', async () => {
    // Hours of the double never end, so each reading of the clock brings the deadline of the pass nearer.
    let now = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
    const pass = (dueWork: EventErrorsDueWork) => dueWork.run(null, 'alert', 0);
    const { goodCalls } = await passBesidePoison(EventErrorsDueWork, { pass, real: real(), found: [[...foundIds]] });
    clock.mockRestore();
    expect(goodCalls).not.toEqual([]);
  });

  it('usage-rollups makes those of the other one when a statement of one takes too long', async () => {
    const requested: string[] = [];
    const clickhouse = {
      database: 'test',
      rows: (query: string, parameters: unknown) => {
        if (query.includes('rollup_shapes')) return Promise.resolve(foundIds.map(rollupOf));
        const about = JSON.stringify(parameters);
        requested.push(...[poisonedId, goodId].filter((id) => about.includes(id)));
        return about.includes(poisonedId) ? Promise.reject(new Unavailable('usage_store')) : Promise.resolve([]);
      },
    };
    const dependencies = new Map<unknown, unknown>([...real(), [ClickHouse, clickhouse]]);
    await passBesidePoison(RollupMaker, { pass: 'usage-rollups', real: dependencies });
    expect(new Set(requested)).toEqual(new Set([poisonedId, goodId]));
  });
});
