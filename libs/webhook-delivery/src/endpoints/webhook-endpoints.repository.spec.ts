import { expect, it } from '@jest/globals';
import { idOfName, newId } from '@tollgate/platform';
import { endpointsFor } from './webhook-endpoints.repository.js';

const all = { event_types: null };

it('tells endpoints that were there when an event happened, of the types that they want', () => {
  const [before, choosy] = [
    { id: newId(), ...all },
    { id: newId(), event_types: ['event.error'] },
  ];
  const event = newId();
  const after = { id: newId(), ...all };
  expect(endpointsFor([before, choosy, after], 'event.error', event)).toEqual([before.id, choosy.id]);
  expect(endpointsFor([before, choosy, after], 'plan.created', event)).toEqual([before.id]);
});

it('tells every endpoint of an event whose identifier is made of a name, whatever its digits are', () => {
  const endpoint = { id: newId(), ...all };
  const space = newId();
  for (let place = 0; place < 2000; place++)
    expect(endpointsFor([endpoint], 'event.error', idOfName(space, String(place)))).toEqual([endpoint.id]);
});
