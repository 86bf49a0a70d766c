import { expect, it } from '@jest/globals';
import { toClientKeys, toClientName, toOwnKeys, toOwnName } from './identifier-prefix.js';

it("the service's keys get the prefix, and callers' keys stay", () => {
  const ours = {
    svc_id: '1',
    properties: { svc_id: 'p', acme_id: 'q' },
    entitlements: { acme_seats: { acme_max: 5, svc_max: 6 } },
    presentation_by: { svc_region: 'eu' },
    metadata: [{ svc_id: '2' }],
    plan_overrides: { svc_id: '3' },
  };
  const theirs = {
    ...ours,
    acme_id: '1',
    svc_id: undefined,
    metadata: [{ acme_id: '2' }],
    plan_overrides: { acme_id: '3' },
  };
  const { svc_id: _, ...shown } = theirs;
  expect(toClientKeys(ours, 'acme')).toEqual(shown);
  expect(toOwnKeys(shown, 'acme')).toEqual(ours);
});

it('columns of files get it too', () => {
  expect([toClientName('svc_id', 'acme'), toClientName('name', 'acme'), toOwnName('acme_id', 'acme')]).toEqual([
    'acme_id',
    'name',
    'svc_id',
  ]);
});
