import { beforeEach, describe, expect, it } from '@jest/globals';
import { aMetric, aPlan, aSubscription, Sandbox, sendEvent } from '@tollgate/testing';

interface Notes {
  credit_notes: { total_amount_cents: number }[];
}

let sandbox: Sandbox;
let events = 0;

/** Units of two metrics cost 1.00 each; thresholds are at 10.00 and at 30.00 of usage. */
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const plan = aPlan().with({ usage_thresholds: [{ amount_cents: 1_000 }, { amount_cents: 3_000 }] });
  for (const code of ['a', 'b']) plan.charge(await aMetric(code).sumOf('units').createIn(sandbox), '1');
  await plan.createIn(sandbox);
  await aSubscription().createIn(sandbox);
});

async function use(code: string, units: number): Promise<void> {
  events += 1;
  await sendEvent(sandbox, { id: `e${events}`, metric: code, at: '2024-03-02T00:00:00Z', properties: { units } });
  await sandbox.awaitIdle();
}

const notes = async (): Promise<number[]> => {
  await sandbox.advanceClock('2024-04-01T12:00:00Z');
  const { credit_notes: creditNotes } = await sandbox.ok<Notes>('GET', '/credit_notes');
  return creditNotes.map((note) => note.total_amount_cents);
};

describe('usage that has fallen since its invoice at a threshold', () => {
  beforeEach(async () => {
    await sandbox.advanceClock('2024-03-03T00:00:00Z');
    await use('a', 20);
  });

  it('is credited', async () => {
    await use('a', -5);
    expect(await notes()).toEqual([500]);
  });

  it('is credited on the fee that billed it, whatever an earlier invoice billed of others', async () => {
    await use('b', 12);
    await use('b', -5);
    expect(await notes()).toEqual([500]);
  });
});
