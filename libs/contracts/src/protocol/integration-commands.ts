import { z } from 'zod';
import { accountingProviders } from '../resources/accounting-providers.js';
import { taxProviders } from '../resources/tax-providers.js';
import type { CommandContract } from './command-contract.js';

/** Commands about external systems of organizations, and the links of customers to them. */
export const integrationCommands = {
  /** Registers an external system of an organization; errors are for the operator. */
  'integration.create': {
    owner: 'subscription',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      integration_id: z.uuid(),
      given: z.record(z.string(), z.unknown()),
      created_at: z.string(),
    }),
    answer: z.object({ errors: z.record(z.string(), z.array(z.string())).nullable() }),
  },
  /**
   * States whether a tax engine or an accounting system is connected, so that it serves the customers linked to its
   * integration. Connecting registers the integration if it does not exist yet.
   */
  'integration.connect': {
    owner: 'subscription',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      integration_id: z.uuid(),
      integration_type: z.enum([...taxProviders, ...accountingProviders]),
      code: z.string(),
      name: z.string(),
      connected: z.boolean(),
      at: z.string(),
    }),
    answer: z.object({}),
  },
  /**
   * Stores the id of a customer's contact in its accounting system, if the customer still is linked to this integration
   * without an id. An earlier error of the contact is over.
   */
  'customer.set_contact_id': {
    owner: 'subscription',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      customer_id: z.uuid(),
      integration_type: z.enum(accountingProviders),
      integration_code: z.string(),
      external_customer_id: z.string(),
    }),
    answer: z.object({}),
  },
} as const satisfies Record<string, CommandContract>;
