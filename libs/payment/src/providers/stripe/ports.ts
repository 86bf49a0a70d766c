import type { ProviderPorts } from '../ports/ports.js';
import { cancelCharge, findCharge, makeCharge } from './charges.js';
import { StripeConnections } from './connections.js';
import { StripeCustomers } from './customers.js';
import { openDelivery } from './deliveries.js';
import { StripeEndpoints } from './endpoints.js';
import { isOfAnotherOrganization, readStripeEvent } from './events.rules.js';
import { makeHold } from './holds.js';
import { readInstructions } from './instructions.js';
import { StripeMethods } from './methods.js';
import { StripePages } from './pages.js';
import { findRefund, makeRefund } from './refunds.js';
import { StripeClients } from './stripe-clients.js';

/** The ports of Stripe. @param url the base address of its interface */
export function openStripe(url: string): ProviderPorts {
  const clients = new StripeClients(url);
  const pages = new StripePages(clients);
  return {
    connections: new StripeConnections(clients),
    endpoints: new StripeEndpoints(clients),
    customers: new StripeCustomers(clients),
    methods: new StripeMethods(clients),
    pages,
    paymentPages: pages,
    charges: {
      charge: (account, request) => makeCharge(clients.of(account), account, request),
      findCharge: (account, reference) => findCharge(clients.of(account), reference),
      cancelCharge: (account, reference) => cancelCharge(clients.of(account), reference),
    },
    holds: { hold: (account, request) => makeHold(clients.of(account), account, request) },
    refunds: {
      refund: (account, request) => makeRefund(clients.of(account), request),
      findRefund: (account, request) => findRefund(clients.of(account), request),
    },
    instructions: { readInstructions: (account, request) => readInstructions(clients.of(account), request) },
    events: {
      openDelivery: ({ secrets }, delivery, now) => openDelivery(secrets.webhookSecret, delivery, now),
      readEvent: ({ organizationId }, event) =>
        Promise.resolve(isOfAnotherOrganization(event, organizationId) ? null : readStripeEvent(event)),
    },
    close: () => clients.close(),
  };
}
