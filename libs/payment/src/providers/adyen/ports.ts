import type { ProviderPorts } from '../ports/ports.js';
import { AdyenClients } from './adyen-clients.js';
import { cancelCharge, findCharge, makeCharge, makeRefund } from './charges.js';
import { AdyenConnections } from './connections.js';
import { AdyenCustomers } from './customers.js';
import { openDelivery } from './deliveries.js';
import { readAdyenEvent } from './events.rules.js';
import { AdyenMethods } from './methods.js';
import { AdyenPages, placeOf } from './pages.js';
import { adyenSettings } from './settings.js';

/** The ports of Adyen. @param url in place of Adyen's own addresses; undefined for these */
export function openAdyen(url: string | undefined): ProviderPorts {
  const clients = new AdyenClients(url);
  const pages = new AdyenPages(clients);
  const methods = new AdyenMethods(clients);
  return {
    connections: new AdyenConnections(clients),
    customers: new AdyenCustomers(methods),
    methods,
    pages,
    paymentPages: pages,
    charges: {
      charge: (account, request) => {
        const client = clients.of(account);
        return makeCharge(client, request, placeOf(client, account).returnUrl);
      },
      findCharge: (_account, reference) => findCharge(reference, Date.now()),
      cancelCharge: (account, reference) => cancelCharge(clients.of(account), reference),
    },
    refunds: {
      refund: (account, request) => makeRefund(clients.of(account), request),
      // Adyen has no call that finds a refund: the repeated request does so, and events report its end.
      findRefund: () => Promise.resolve(null),
    },
    events: {
      openDelivery: ({ secrets, settings }, delivery) =>
        openDelivery({ hmacKey: secrets.webhookSecret, ...adyenSettings(settings) }, delivery),
      readEvent: (_account, event) => Promise.resolve(readAdyenEvent(event)),
    },
  };
}
