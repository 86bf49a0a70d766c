import type { ProviderPorts } from '../ports/ports.js';
import { cancelCharge, findCharge, makeCharge } from './charges.js';
import { GoCardlessConnections } from './connections.js';
import { GoCardlessCustomers } from './customers.js';
import { openDelivery, readEvent } from './events.js';
import { GoCardlessClients, type GoCardlessAddresses } from './gocardless-clients.js';
import { GoCardlessMethods } from './methods.js';
import { GoCardlessPages } from './pages.js';
import { findRefund, makeRefund } from './refunds.js';

/** The ports of GoCardless. @param addresses the base addresses of its interface */
export function openGoCardless(addresses: GoCardlessAddresses): ProviderPorts {
  const clients = new GoCardlessClients(addresses);
  return {
    connections: new GoCardlessConnections(clients),
    customers: new GoCardlessCustomers(clients),
    methods: new GoCardlessMethods(clients),
    pages: new GoCardlessPages(clients),
    charges: {
      charge: (account, request) => makeCharge(clients.of(account), request),
      findCharge: (account, reference) => findCharge(clients.of(account), reference),
      cancelCharge: (account, reference) => cancelCharge(clients.of(account), reference),
    },
    refunds: {
      refund: (account, request) => makeRefund(clients.of(account), request),
      findRefund: (account, request) => findRefund(clients.of(account), request),
    },
    events: {
      openDelivery: ({ secrets }, delivery) => openDelivery(secrets.webhookSecret, delivery),
      readEvent: (account, event) => readEvent(clients.of(account), event),
    },
    close: () => clients.close(),
  };
}
