import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptEvent, type ShownEvent } from '../../model/accepted-events/accepted-event.js';
import { correctedEvent, correctedId } from './corrected-event.js';

const event: ShownEvent = {
  id: '01a227d3-f26c-771f-ba22-abd6fb602581',
  external_subscription_id: 'sub_1',
  transaction_id: 'evt_17',
  code: 'tokenz',
  timestamp: 1_772_323_200_000_042,
  properties: { tokens: '12', region: 'eu', note: null },
  precise_total_amount_cents: '1.5',
  received_at: 1_772_323_201_000,
};

it('changes what is corrected, removes properties by null, and leaves the rest', () => {
  expect(correctedEvent(event, { code: 'tokens', properties: { region: null, tokens: '13' } })).toEqual({
    transaction_id: 'evt_17~abd6fb602581',
    external_subscription_id: 'sub_1',
    code: 'tokens',
    timestamp: '1772323200.000042',
    properties: { tokens: '13', note: null },
    precise_total_amount_cents: '1.5',
  });
});

it('is an event that intake accepts, at the same microsecond', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Date.UTC(2199, 0, 1) * 1000 }),
      fc.string({ minLength: 1, maxLength: 255, unit: fc.constantFrom('a', '~', '7') }),
      (timestamp, sent) => {
        const corrected = correctedEvent({ ...event, timestamp, transaction_id: sent }, { code: 'tokens' });
        const accepted = acceptEvent(corrected, 'org', 0);
        expect(accepted).toMatchObject({ timestamp, code: 'tokens' });
      },
    ),
  );
});

it('has an id of its own for each event, however long', () => {
  const long = { ...event, transaction_id: 'x'.repeat(255) };
  expect(correctedId(long)).toHaveLength(255);
  expect(correctedId(long)).not.toBe(correctedId({ ...long, id: '01a227d3-f26c-771f-ba22-abd6fb602582' }));
});
