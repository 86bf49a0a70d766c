import type { ChargesPort } from './charges.js';
import type { ConnectionsPort, EndpointsPort } from './connections.js';
import type { CustomersPort } from './customers.js';
import type { EventsPort } from './events.js';
import type { HoldsPort } from './holds.js';
import type { InstructionsPort } from './instructions.js';
import type { MethodsPort } from './methods.js';
import type { PagesPort, PaymentPagesPort } from './pages.js';
import type { RefundsPort } from './refunds.js';

/**
 * The ports of a provider, by capability; a provider leaves out what it cannot do. Each call is idempotent and runs
 * outside of transactions. An exception means an unknown outcome, and the caller repeats the call; a refusal is an
 * outcome.
 */
export interface ProviderPorts {
  connections: ConnectionsPort;
  customers: CustomersPort;
  methods: MethodsPort;
  charges: ChargesPort;
  refunds: RefundsPort;
  pages: PagesPort;
  events: EventsPort;
  endpoints?: EndpointsPort;
  paymentPages?: PaymentPagesPort;
  holds?: HoldsPort;
  instructions?: InstructionsPort;
  /** Ends what the process holds open towards the provider. */
  close?(): void;
}
