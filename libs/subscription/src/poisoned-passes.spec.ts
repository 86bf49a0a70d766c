import { describe, expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { foundIds, passBesidePoison } from '@tollgate/testing';
import { VatChecksService } from './customers/vat-checks/vat-checks.service.js';
import { SubscriptionDueWork } from './due-work/subscription-due-work.js';
import { PlanMigrationHousekeeping } from './subscriptions/plan-migrations/plan-migration-housekeeping.js';

const quiet = { error: () => undefined } as unknown as Logger;
const real = () => new Map([[Passes, new Passes(quiet, new Metrics())]]);

describe('beside a poisoned organization', () => {
  it('vat-check-sweep looks up the numbers of the other one', async () => {
    const { goodCalls } = await passBesidePoison(VatChecksService, {
      pass: 'vat-check-sweep',
      real: real(),
      found: [foundIds.map((id) => ({ organization_id: id, customer_id: id, vat_number: 'DE136695976' }))],
    });
    expect(goodCalls).not.toEqual([]);
  });

  it('plan-migration-sweep queues the migrations of the other one', async () => {
    const { goodCalls } = await passBesidePoison(PlanMigrationHousekeeping, {
      pass: 'plan-migration-sweep',
      real: real(),
      found: [foundIds.map((id) => ({ organization_id: id, id }))],
    });
    expect(goodCalls).not.toEqual([]);
  });

  it('the due subscriptions of the other one are done', async () => {
    const pass = (dueWork: SubscriptionDueWork) => dueWork.run(null, 'billing', 0);
    const { goodCalls } = await passBesidePoison(SubscriptionDueWork, { pass, real: real(), found: [[...foundIds]] });
    expect(goodCalls).not.toEqual([]);
  });
});
