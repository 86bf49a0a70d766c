import { z } from 'zod';
import { Meta } from '../http/route.js';
import type { ServiceName } from '../services.js';
import { duePhases } from './due-work.js';
import { CreditReservation, ReservedCredits } from './credit-reservations.js';
import { RecordedPayment } from './message-payloads.js';
import { exportedResources } from '../resources/data-exports.js';
import { SingleBillingEntity } from '../resources/billing-entities.js';
import { ParkedOutcome } from '../resources/parked.js';
import { PausedEndpoint } from '../resources/paused-endpoints.js';

interface CommandContract {
  owner: ServiceName | 'every';
  /** It changes something, once for its idempotency key. */
  changes?: true;
  request: z.ZodObject;
  answer: z.ZodObject;
}

/**
 * Commands that must be decided at once: sent to the owner's internal interface, answered at once, and answered the
 * same when repeated with the same idempotency key.
 */
export const commands = {
  /** Makes the default billing entity of a new organization; repeated, it changes nothing. */
  'billing_entity.create_default': {
    owner: 'catalog',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      billing_entity_id: z.uuid(),
      name: z.string(),
      created_at: z.string(),
      settings: z.record(z.string(), z.unknown()),
    }),
    answer: z.object({ billing_entity_id: z.uuid() }),
  },
  /** The default billing entity, whose settings are those of its organization. */
  'billing_entity.read_default': {
    owner: 'catalog',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({ billing_entity: SingleBillingEntity }),
  },
  /** Changes settings of the default billing entity, as its own call would. */
  'billing_entity.update_default': {
    owner: 'catalog',
    changes: true,
    request: z.object({ organization_id: z.uuid(), given: z.record(z.string(), z.unknown()), at: z.int() }),
    answer: z.object({ billing_entity: SingleBillingEntity }),
  },
  /** Where an organization hears of what happens, oldest first. */
  'webhook_endpoint.list_urls': {
    owner: 'webhook-delivery',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({ webhook_urls: z.array(z.string()) }),
  },
  /** Gives the oldest endpoint another address, or makes a first one. */
  'webhook_endpoint.set_first_url': {
    owner: 'webhook-delivery',
    changes: true,
    request: z.object({ organization_id: z.uuid(), webhook_url: z.string() }),
    answer: z.object({}),
  },
  /** Endpoints of all organizations that are paused, those that are tried again first at the top. */
  'webhook_endpoint.list_paused': {
    owner: 'webhook-delivery',
    request: z.object({ page: z.int(), per_page: z.int() }),
    answer: z.object({ webhook_endpoints: z.array(PausedEndpoint), meta: Meta }),
  },
  /** Has a paused endpoint tried again now. Of one that is not paused nothing changes. */
  'webhook_endpoint.resume': {
    owner: 'webhook-delivery',
    changes: true,
    request: z.object({ webhook_endpoint_id: z.uuid() }),
    answer: z.object({ outcome: z.enum(['resumed', 'not_paused', 'gone']) }),
  },
  /** Makes a unit that charges can be priced in; what is wrong with it is for the operator. */
  'pricing_unit.create': {
    owner: 'catalog',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      pricing_unit_id: z.uuid(),
      given: z.record(z.string(), z.unknown()),
      created_at: z.string(),
    }),
    answer: z.object({ errors: z.record(z.string(), z.array(z.string())).nullable() }),
  },
  /** Makes a system known that an organization has beside this one; what is wrong with it is for the operator. */
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
  /** Copies a plan with terms of its own for one subscription; of such a copy, edits it. Refusals are for the public caller. */
  'plan.override': {
    owner: 'catalog',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      plan_id: z.uuid(),
      overrides: z.record(z.string(), z.unknown()),
      /** Units of fixed charges that the subscription has otherwise already; they move onto the copy. */
      fixed_charge_units: z.record(z.string(), z.string()),
      /** An edit of a copy is told to the outside, as a change of a plan. */
      announced: z.boolean(),
      at: z.int(),
    }),
    answer: z.object({
      plan_id: z.uuid().nullable(),
      refusal: z.object({ status: z.int(), body: z.record(z.string(), z.unknown()) }).nullable(),
    }),
  },
  /** Gives one subscription a charge of its own, on a copy of its plan; of such a copy, edits it. Refusals are for the public caller. */
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
      /** Units of fixed charges that the subscription has otherwise already; they move onto the copy. */
      fixed_charge_units: z.record(z.string(), z.string()),
      at: z.int(),
    }),
    answer: z.object({
      plan_id: z.uuid().nullable(),
      /** The filter that the change was about, of a removed one too. */
      filter_id: z.uuid().nullable(),
      refusal: z.object({ status: z.int(), body: z.record(z.string(), z.unknown()) }).nullable(),
    }),
  },
  /**
   * Something that has a currency was given to a customer: its account type stays from then on. One that has no currency yet
   * takes this one.
   */
  'customer.take_currency': {
    owner: 'subscription',
    changes: true,
    request: z.object({ organization_id: z.uuid(), customer_id: z.uuid(), currency: z.string(), at: z.int() }),
    answer: z.object({}),
  },
  /** Has an invoice take a payment, where as much is due. Refusals are for the public caller. */
  'invoice.pay': {
    owner: 'invoicing',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      payment_id: z.uuid(),
      invoice_id: z.uuid(),
      amount_cents: z.int().positive(),
      reference: z.string(),
      /** Whether a provider took it; else it is entered by hand. */
      by_provider: z.boolean().optional(),
      /** The payment of a payment request that it is a part of: that one is told of by its own service. */
      part_of: z.uuid().optional(),
      /** Unix ms, both. */
      paid_at: z.int(),
      at: z.int(),
    }),
    answer: RecordedPayment,
  },
  /**
   * Takes prepaid credits for invoices that are about to be written, in their order. Asked again under the same key it answers
   * the same, with the id that the invoice was given then; asked something else, what was taken before is given back first.
   * What is never confirmed by the message of its invoice is released after a time.
   */
  'wallet.reserve_credits': {
    owner: 'wallet',
    changes: true,
    request: z.object({ organization_id: z.uuid(), invoices: z.array(CreditReservation).max(1000) }),
    answer: z.object({ invoices: z.array(ReservedCredits) }),
  },
  /**
   * Takes back credits that were sold, for a credit note that is about to be written and pays them back; confirmed and released
   * as those for invoices are. Refusals are for the public caller.
   */
  'wallet.reserve_refund': {
    owner: 'wallet',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      credit_note_id: z.uuid(),
      wallet_transaction_id: z.uuid(),
      amount_cents: z.int().positive(),
      /** Unix milliseconds. */
      at: z.int(),
    }),
    answer: z.object({ until: z.int() }),
  },
  /** Which of these invoices and credit notes were written. */
  'document.written_among': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid(), ids: z.array(z.uuid()).max(1000) }),
    answer: z.object({ ids: z.array(z.uuid()) }),
  },
  /** A provider refused to pay an invoice; one that is paid otherwise stays so. */
  'invoice.fail_payment': {
    owner: 'invoicing',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      invoice_id: z.uuid(),
      /** Whether the new payment status is told to the outside. */
      announced: z.boolean(),
      at: z.int(),
    }),
    answer: z.object({}),
  },
  /** What of a subscription's usage is on invoices, and what is running up. */
  'usage.lifetime_amounts': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid(), subscription_id: z.uuid() }),
    answer: z.object({
      invoiced_usage_amount_cents: z.int(),
      current_usage_amount_cents: z.int(),
      /** The thresholds that were passed: at which usage, and when. */
      passed: z.array(z.object({ recurring: z.boolean(), lifetime_usage_amount_cents: z.int(), at: z.int() })),
    }),
  },
  /** The next rows of an export, by who owns the records; oldest first, each once. */
  'export.page': {
    owner: 'every',
    request: z.object({
      organization_id: z.uuid(),
      resource_type: z.enum(exportedResources),
      /** As they were given; known to be readable. */
      filters: z.record(z.string(), z.unknown()),
      /** Where the page before ended; null for the first. */
      after: z.uuid().nullable(),
      /** Unix milliseconds: what was made later is left out. */
      until: z.int(),
      limit: z.int().positive().max(1000),
    }),
    answer: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      /** How many records the rows are of. */
      walked: z.int(),
      /** Null at the end. */
      next: z.uuid().nullable(),
      /** Of the first page: how many records there are. */
      total: z.int().nullable(),
    }),
  },
  /** What a subscription has used of a metric in its running period, whether it is charged or not. */
  'usage.of_metric': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid(), subscription_id: z.uuid(), billable_metric_id: z.uuid() }),
    answer: z.object({
      /** Decimal text. */
      units: z.string(),
      /** Unix milliseconds, both inclusive. */
      from: z.int(),
      to: z.int(),
    }),
  },
  /** When is something due next, by phase; without organization for all that follow the wall clock. */
  'due_work.next': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({ due: z.array(z.object({ phase: z.enum(duePhases), at: z.int() })) }),
  },
  /** Do what is due in one phase up to an instant (Unix ms); without organization for all that follow the wall clock. */
  'due_work.run': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid().nullable(), phase: z.enum(duePhases), until: z.int() }),
    answer: z.object({ done: z.int() }),
  },
  /** The test clock of an organization has arrived where it was turned to; told again, it does no harm. */
  'test_clock.turned': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({}),
  },
  /**
   * Waits, not for long, until every event accepted before a target is in the usage store. Without one, the target is the moment of the
   * call; asked again with it, later events are not waited for.
   */
  'usage_events.settle': {
    owner: 'ingestion',
    request: z.object({ organization_id: z.uuid(), target: z.string().max(100_000).optional() }),
    answer: z.object({ settled: z.boolean(), target: z.string() }),
  },
  /** Tries once more what the service has parked. */
  'parked.retry': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid(), id: z.uuid() }),
    answer: ParkedOutcome,
  },
  /** Gives up for good what the service has parked. */
  'parked.discard': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid(), id: z.uuid() }),
    answer: ParkedOutcome,
  },
} as const satisfies Record<string, CommandContract>;

export type CommandName = keyof typeof commands;
export type CommandRequest<N extends CommandName> = z.infer<(typeof commands)[N]['request']>;
export type CommandAnswer<N extends CommandName> = z.infer<(typeof commands)[N]['answer']>;
