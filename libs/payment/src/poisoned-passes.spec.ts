import { describe, expect, it } from '@jest/globals';
import { Logger, Metrics, Passes } from '@tollgate/platform';
import { foundIds, passBesidePoison } from '@tollgate/testing';
import { AuthorizationWorker } from './collection/authorizations/authorization.worker.js';
import { ChargeWorker } from './collection/charging/charge.worker.js';
import { DelayedCharges } from './collection/charging/delayed-charges.service.js';
import { PaymentPages } from './collection/charging/payment-pages.service.js';
import { DunningRuns } from './collection/dunning/dunning-runs.js';
import { RefundWorker } from './collection/refunds/refund.worker.js';
import { ReturnWorker } from './collection/returns/return.worker.js';
import { EventEndpoints } from './connections/event-endpoints.service.js';
import { ProviderCustomerWorker } from './customers/provider-customer.worker.js';
import { ProviderAnswers } from './events/provider-answers.js';
import { ReceiveDelivery } from './events/receive-delivery.js';

const real = () => new Map([[Passes, new Passes(quiet, new Metrics())]]);
const quiet = { error: () => undefined } as unknown as Logger;

describe('a pass of payments beside a poisoned organization', () => {
  it.each([
    ['payment-authorization-sweep', AuthorizationWorker],
    ['payment-sweep', ChargeWorker],
    ['payment-page-sweep', PaymentPages],
    ['payment-refund-sweep', RefundWorker],
    ['payment-return-sweep', ReturnWorker],
    ['payment-endpoint-sweep', EventEndpoints],
    ['payment-customer-sweep', ProviderCustomerWorker],
    ['payment-event-sweep', ReceiveDelivery],
  ])('%s does the work of the other one', async (pass, service) => {
    const { goodCalls } = await passBesidePoison<object>(service, { pass, real: real() });
    expect(goodCalls).not.toEqual([]);
  });

  it.each([
    ['delayed charges', DelayedCharges],
    ['dunning', DunningRuns],
    ['answers of the sandbox provider', ProviderAnswers],
  ])('%s do the work of the other one', async (_, service) => {
    const pass = (subject: { run(organizationId: null, until: number): Promise<number> }) => subject.run(null, 0);
    const { goodCalls } = await passBesidePoison<Parameters<typeof pass>[0]>(service, {
      pass,
      real: real(),
      found: [foundIds],
    });
    expect(goodCalls).not.toEqual([]);
  });
});
