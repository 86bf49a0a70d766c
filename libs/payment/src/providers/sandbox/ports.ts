import type { PaymentDatabase } from '../../payment.database.js';
import type { CardDetails } from '../../model/connections/providers.tables.js';
import type { ProviderPorts } from '../ports/ports.js';
import { SandboxCharges } from './charges.js';
import { readSandboxEvent, sandboxEventsOf } from './events.rules.js';
import { SandboxPages } from './pages.js';
import { SandboxRefunds } from './refunds.js';

/** All of its methods are one test card. */
const testCard: CardDetails = { type: 'card', brand: 'visa', last4: '4242' };

/**
 * The ports of the sandbox provider, with tables of its own: callers use only the ports, as with a remote provider. It
 * stores nothing of customers, and its events stay in this process.
 */
export function openSandbox(database: PaymentDatabase, publicUrl: string): ProviderPorts {
  const pages = new SandboxPages(database, publicUrl);
  return {
    connections: { checkHealth: () => Promise.resolve({ status: 'working', error: null }) },
    customers: {
      createCustomer: (_account, { id }) => Promise.resolve({ id: `sandbox_${id}` }),
      findCustomer: () => Promise.resolve(null),
      updateCustomer: () => Promise.resolve(null),
      deleteCustomer: () => Promise.resolve(null),
    },
    methods: {
      findDefaultMethod: () => Promise.resolve(null),
      describeMethod: () => Promise.resolve(testCard),
      makeDefault: () => Promise.resolve(),
      detachMethod: () => Promise.resolve(),
    },
    pages,
    paymentPages: pages,
    charges: new SandboxCharges(database),
    refunds: new SandboxRefunds(database),
    events: {
      openDelivery: sandboxEventsOf,
      readEvent: (_account, event) => Promise.resolve(readSandboxEvent(event)),
    },
  };
}
