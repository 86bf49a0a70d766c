import { expect, it } from '@jest/globals';
import { idOfName, newId } from '@tollgate/platform';
import { endpointsFor } from './webhook-endpoints.repository.js';

const all = { event_types: null };

it('selects endpoints that existed at the event and subscribe to its type', () => {
  const [before, choosy] = [
    { id: newId(), ...all },
    { id: newId(), event_types: ['event.error'] },
  ];
  const event = newId();
  const after = { id: newId(), ...all };
  expect(endpointsFor([before, choosy, after], 'event.error', event)).toEqual([before.id, choosy.id]);
  expect(endpointsFor([before, choosy, after], 'plan.created', event)).toEqual([before.id]);
});

it('selects every endpoint for an event with a name-based identifier, whatever its digits', () => {
  const endpoint = { id: newId(), ...all };
  const space = newId();
  for (let place = 0; place < 2000; place++)
    expect(endpointsFor([endpoint], 'event.error', idOfName(space, String(place)))).toEqual([endpoint.id]);
});
