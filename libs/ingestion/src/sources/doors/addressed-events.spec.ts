import { expect, it } from '@jest/globals';
import { addressed, subjectsOf, type PlacedEvent } from './addressed-events.js';

const placed = (input: number, name: string): PlacedEvent => ({
  input,
  rule: 'tokens',
  event: { transaction_id: `r${input}:tokens`, external_subscription_id: name, code: 'tokens', properties: {} },
});

it('events go to the subscriptions that their names stand for, or say why not', () => {
  const events = [placed(0, 'sub'), placed(1, 'customer'), placed(2, 'many'), placed(3, 'unknown'), placed(4, 'sub')];
  expect(subjectsOf(events)).toEqual(['sub', 'customer', 'many', 'unknown']);
  const found = new Map([
    ['sub', { externalId: 'sub' }],
    ['customer', { externalId: 'only' }],
    ['many', { reason: 'several_active_subscriptions' as const }],
  ]);
  const { events: retained, refusals } = addressed(events, found);
  expect(retained.map(({ input, event }) => [input, event['external_subscription_id']])).toEqual([
    [0, 'sub'],
    [1, 'only'],
    [3, 'unknown'],
    [4, 'sub'],
  ]);
  expect(refusals).toEqual([
    { input: 2, rule: 'tokens', errors: { external_subscription_id: ['several_active_subscriptions'] } },
  ]);
});
