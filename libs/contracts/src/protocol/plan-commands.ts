import { z } from 'zod';
import { ActorOfCommand } from './bulk-act-commands.js';
import type { CommandContract } from './command-contract.js';

/** An error for the public caller. */
const Refusal = z.object({ status: z.int(), body: z.record(z.string(), z.unknown()) });

/** Commands about plans and their copies. */
export const planCommands = {
  /** Copies a plan for one subscription with changes, or edits such a copy. Refusals are for the public caller. */
  'plan.override': {
    owner: 'catalog',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      plan_id: z.uuid(),
      overrides: z.record(z.string(), z.unknown()),
      /** Units of fixed charges that already differ for the subscription; they move to the copy. */
      fixed_charge_units: z.record(z.string(), z.string()),
      /** Webhooks report an edit of a copy as a change of a plan. */
      announced: z.boolean(),
      at: z.int(),
    }),
    answer: z.object({
      plan_id: z.uuid().nullable(),
      refusal: Refusal.nullable(),
    }),
  },
  /**
   * Overrides a charge for one subscription on a copy of its plan, or edits such a copy. Refusals are for the public
   * caller.
   */
  'charge.override': {
    owner: 'catalog',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      plan_id: z.uuid(),
      charge_code: z.string(),
      change: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('charge'), given: z.record(z.string(), z.unknown()) }),
        z.object({ kind: z.literal('filter_added'), given: z.record(z.string(), z.unknown()) }),
        z.object({
          kind: z.literal('filter_changed'),
          filter_id: z.string(),
          given: z.record(z.string(), z.unknown()),
        }),
        z.object({ kind: z.literal('filter_removed'), filter_id: z.string() }),
      ]),
      /** Units of fixed charges that already differ for the subscription; they move to the copy. */
      fixed_charge_units: z.record(z.string(), z.string()),
      at: z.int(),
    }),
    answer: z.object({
      plan_id: z.uuid().nullable(),
      /** The changed filter, or the removed one. */
      filter_id: z.uuid().nullable(),
      refusal: Refusal.nullable(),
    }),
  },
  /**
   * Retains the present version of a plan for the subscriptions that stay there: a copy with all parts, one for each version.
   * Refusals are for the public caller.
   */
  'plan.retain_version': {
    owner: 'catalog',
    changes: true,
    request: z.object({ organization_id: z.uuid(), plan_id: z.uuid(), at: z.int() }),
    answer: z.object({ plan_id: z.uuid().nullable(), version: z.int().nullable(), refusal: Refusal.nullable() }),
  },
  /** Changes a plan by a body of its update, or back to a version. Refusals are for the public caller. */
  'plan.change': {
    owner: 'catalog',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      plan_id: z.uuid(),
      change: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('body'), plan: z.record(z.string(), z.unknown()) }),
        z.object({ kind: z.literal('version'), number: z.int() }),
      ]),
      /** The catalog checks the change, and writes nothing. */
      rehearsed: z.boolean(),
      actor: ActorOfCommand.nullable(),
      at: z.int(),
    }),
    answer: z.object({ refusal: Refusal.nullable() }),
  },
} satisfies Record<string, CommandContract>;
