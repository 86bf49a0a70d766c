import { describe, expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { foundIds, foundRows, goodId, poisonedId, passBesidePoison } from '@tollgate/testing';
import { AccountingSyncs } from './accounting/syncs/accounting-syncs.service.js';
import { InvoicingDueWork } from './billing/due-work/invoicing.due-work.js';
import { OverduePayments } from './billing/due-work/overdue-payments.js';
import { InvoicingReconciler } from './billing/reconciliation/invoicing-reconciler.service.js';
import { AnalyticsTotals } from './reports/analytics/analytics-totals.service.js';
import { MrrMovements } from './reports/analytics/mrr-movements.service.js';
import { PriceTestHousekeeping } from './reports/price-tests/price-test-housekeeping.js';
import { DailyUsages } from './usage/daily-usages/daily-usages.service.js';

const quiet = { error: () => undefined, warn: () => undefined } as unknown as Logger;
const real = () => new Map([[Passes, new Passes(quiet, new Metrics())]]);
const organizations = { clocks: [], byWallClock: [poisonedId, goodId], open: new Map() };
const nothing: object[] = [];

describe('beside a poisoned organization', () => {
  it.each([
    ['accounting-sweep', AccountingSyncs, [foundRows]],
    ['analytics-totals', AnalyticsTotals, [foundIds]],
    ['daily-usages', DailyUsages, [nothing, foundIds]],
    ['mrr-movements', MrrMovements, [organizations]],
    ['price-test-sweep', PriceTestHousekeeping, [foundRows, 0]],
  ])('%s does the work of the other one', async (pass, service, found) => {
    const { goodCalls } = await passBesidePoison<object>(service, { pass, real: real(), found });
    expect(goodCalls).not.toEqual([]);
  });

  it.each(['purchases', 'starts', 'invoices', 'taxes', 'reports'])(
    'invoicing-sweep does the step for %s of the other one',
    async (step) => {
      // The first search deletes old checkpoints; one of the others finds rows.
      const found = ['checkpoints', 'purchases', 'starts', 'invoices', 'taxes', 'reports'].map((one) =>
        one === step ? foundRows : nothing,
      );
      const { goodCalls } = await passBesidePoison(InvoicingReconciler, {
        pass: 'invoicing-sweep',
        real: real(),
        found,
      });
      expect(goodCalls).not.toEqual([]);
    },
  );

  it('an overdue invoice of the other one is marked', async () => {
    const pass = (overdue: OverduePayments) => overdue.run(null, 0);
    const { goodCalls } = await passBesidePoison(OverduePayments, { pass, real: real(), found: [foundIds] });
    expect(goodCalls).not.toEqual([]);
  });

  it.each(['draft_refresh', 'finalization'] as const)('%s of a draft of the other one is handed out', async (phase) => {
    const due = [poisonedId, goodId].map((id) => ({ id, organization_id: id, at: new Date(0) }));
    const pass = (dueWork: InvoicingDueWork) => dueWork.run(null, phase, 0);
    const { goodCalls } = await passBesidePoison(InvoicingDueWork, { pass, real: real(), found: [due] });
    expect(goodCalls).not.toEqual([]);
  });
});
