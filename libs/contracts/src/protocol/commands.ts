import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { Meta } from '../http/route.js';
import type { CommandContract } from './command-contract.js';
import { bulkActCommands } from './bulk-act-commands.js';
import { customerCommands } from './customer-commands.js';
import { duePhases } from './due-work.js';
import { integrationCommands } from './integration-commands.js';
import { CreditReservation, ReservedCredits } from './credit-reservations.js';
import { paymentCommands } from './payment-commands.js';
import { planCommands } from './plan-commands.js';
import { exportKindNames } from '../resources/exported/kinds.js';
import { SingleBillingEntity } from '../resources/billing-entities.js';
import { ParkedOutcome } from '../resources/parked.js';
import { ProcessReport } from '../resources/operator-fields.js';
import { PausedEndpoint } from '../resources/paused-endpoints.js';

/**
 * Synchronous commands, sent to the owner's internal interface. Repeating a command with its idempotency key returns
 * the same answer.
 */
export const commands = {
  ...integrationCommands,
  ...bulkActCommands,
  /** Finds the event source that has a secret, by the hash of that; deleted ones too, so that their senders get 404. */
  'event_source.read_secret': {
    owner: 'ingestion',
    request: z.object({ secret_hash: z.string() }),
    answer: z.object({
      event_source: z.object({ organization_id: z.uuid(), event_source_id: z.uuid() }).nullable(),
    }),
  },
  /** Creates the default billing entity of a new organization; a repetition changes nothing. */
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
  /** Reads the default billing entity, which stores the settings of its organization. */
  'billing_entity.read_default': {
    owner: 'catalog',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({ billing_entity: SingleBillingEntity }),
  },
  /** Reads the settings of organizations that pages need before any other call; one without an entity is left out. */
  'billing_entity.read_settings': {
    owner: 'catalog',
    request: z.object({ organization_ids: z.array(z.uuid()).max(200) }),
    answer: z.object({
      organizations: z.array(
        z.object({
          organization_id: z.uuid(),
          timezone: z.string(),
          country: z.string().nullable(),
          default_currency: z.string(),
        }),
      ),
    }),
  },
  /** Counts the events of a span that do not count, as their list does. Instants are Unix ms; without `to`, until now. */
  'event_errors.count': {
    owner: 'ingestion',
    request: z.object({ organization_id: z.uuid(), from: z.int(), to: z.int().optional() }),
    answer: z.object({ count: z.int() }),
  },
  /** Counts the stored events of organizations, and those received since an instant (Unix ms); none: left out. */
  'events.count_by_organization': {
    owner: 'ingestion',
    request: z.object({ organization_ids: z.array(z.uuid()).max(bounds.perPage), since: z.int() }),
    answer: z.object({
      organizations: z.array(z.object({ organization_id: z.uuid(), stored: z.int(), recent: z.int() })),
    }),
  },
  /** A process reports its state and lag. */
  'process.report': { owner: 'every', request: z.object({}), answer: ProcessReport },
  /** Changes settings of the default billing entity, as its own call would. */
  'billing_entity.update_default': {
    owner: 'catalog',
    changes: true,
    request: z.object({ organization_id: z.uuid(), given: z.record(z.string(), z.unknown()), at: z.int() }),
    answer: z.object({ billing_entity: SingleBillingEntity }),
  },
  /** Lists the webhook addresses of an organization, oldest first. */
  'webhook_endpoint.list_urls': {
    owner: 'webhook-delivery',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({ webhook_urls: z.array(z.string()) }),
  },
  /** Changes the address of the oldest endpoint, or creates a first one. */
  'webhook_endpoint.set_first_url': {
    owner: 'webhook-delivery',
    changes: true,
    request: z.object({ organization_id: z.uuid(), webhook_url: z.string() }),
    answer: z.object({}),
  },
  /** Lists paused endpoints of all organizations, ordered by their next retry. */
  'webhook_endpoint.list_paused': {
    owner: 'webhook-delivery',
    request: z.object({ page: z.int(), per_page: z.int() }),
    answer: z.object({ webhook_endpoints: z.array(PausedEndpoint), meta: Meta }),
  },
  /** Retries a paused endpoint now. It does not change an endpoint that is not paused. */
  'webhook_endpoint.resume': {
    owner: 'webhook-delivery',
    changes: true,
    request: z.object({ webhook_endpoint_id: z.uuid() }),
    answer: z.object({ outcome: z.enum(['resumed', 'not_paused', 'gone']) }),
  },
  /** Creates a pricing unit for charges; errors are for the operator. */
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
  ...planCommands,
  ...customerCommands,
  ...paymentCommands,
  /**
   * Reserves prepaid credits for invoices before they are written, in order. Under the same key, it returns the same
   * answer, with the invoice id from the first call. Under that key with another request, it first releases the earlier
   * reservation. A reservation without its invoice's message expires.
   */
  'wallet.reserve_credits': {
    owner: 'wallet',
    changes: true,
    request: z.object({ organization_id: z.uuid(), invoices: z.array(CreditReservation).max(1000) }),
    answer: z.object({ invoices: z.array(ReservedCredits) }),
  },
  /**
   * Reserves sold credits for the refund by a credit note before it is written. It is confirmed and released like a
   * reservation for an invoice. Refusals are for the public caller.
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
  /** Whether all requested bills of subscriptions are written. */
  'billing.is_settled': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({ settled: z.boolean() }),
  },
  /** Selects those of the invoices and credit notes that were written. */
  'document.written_among': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid(), ids: z.array(z.uuid()).max(1000) }),
    answer: z.object({ ids: z.array(z.uuid()) }),
  },
  /** A provider refused to pay an invoice; an invoice paid in another way stays paid. */
  'invoice.fail_payment': {
    owner: 'invoicing',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      invoice_id: z.uuid(),
      /** Whether webhooks report the new payment status. */
      announced: z.boolean(),
      at: z.int(),
    }),
    answer: z.object({}),
  },
  /**
   * Records what a provider reports about a payment of an invoice after its success. The latest report decides, whatever
   * their order (webhooks, amendments).
   */
  'invoice.report_dispute': {
    owner: 'invoicing',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      invoice_id: z.uuid(),
      /** The id of the payment at the invoice. */
      payment_id: z.uuid(),
      /** `restored`: the money is there, which counts only after a loss. */
      status: z.enum(['opened', 'lost', 'won', 'restored']),
      /** The provider's reason. */
      reason: z.string().nullable(),
      /** Unix ms, when that happened at the provider. */
      at: z.int(),
    }),
    /** Whether the payment is lost now, and was not before. */
    answer: z.object({ newly_lost: z.boolean() }),
  },
  /** The invoiced and the current usage of a subscription. */
  'usage.lifetime_amounts': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid(), subscription_id: z.uuid() }),
    answer: z.object({
      invoiced_usage_amount_cents: z.int(),
      current_usage_amount_cents: z.int(),
      /** The passed thresholds, with usage and time. */
      passed: z.array(z.object({ recurring: z.boolean(), lifetime_usage_amount_cents: z.int(), at: z.int() })),
    }),
  },
  /** Returns the next rows of an export from the records' owner, oldest first, each once. */
  'export.page': {
    owner: 'every',
    request: z.object({
      organization_id: z.uuid(),
      resource_type: z.enum(exportKindNames),
      /** The raw filters, already validated. */
      filters: z.record(z.string(), z.unknown()),
      /** The end of the previous page; null for the first. */
      after: z.string().max(16_384).nullable(),
      /** Unix milliseconds; later records are left out. */
      until: z.int(),
      /** Unix milliseconds; records without a change since then are left out. */
      changed_from: z.int().nullable().default(null),
      limit: z.int().positive().max(1000),
    }),
    answer: z.object({
      /** Names of the columns, for a document service of the previous version. */
      columns: z.array(z.string()).optional(),
      /** The cells of each row, in the order of the kind's columns. */
      rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      /** The number of records in the rows. */
      walked: z.int(),
      /** Null at the end. */
      next: z.string().nullable(),
      /** On the first page, the total number of records; null if it is not known. */
      total: z.int().nullable(),
    }),
  },
  /** Selects those instants of subscriptions that lie in a period whose usage is invoiced for good. */
  'usage.invoiced_among': {
    owner: 'invoicing',
    request: z.object({
      organization_id: z.uuid(),
      /** Unix milliseconds. */
      usage: z.array(z.object({ external_subscription_id: z.string(), at: z.int() })).max(10_000),
    }),
    /** The places in the list. */
    answer: z.object({ places: z.array(z.int()) }),
  },
  /** The usage of a metric by a subscription in its running period, charged or not. */
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
  /** The next due instant by phase; without organization, for all on the wall clock. */
  'due_work.next': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({ due: z.array(z.object({ phase: z.enum(duePhases), at: z.int() })) }),
  },
  /** Does the due work of one phase up to an instant (Unix ms); without organization, for all on the wall clock. */
  'due_work.run': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid().nullable(), phase: z.enum(duePhases), until: z.int() }),
    answer: z.object({ done: z.int() }),
  },
  /** The test clock of an organization has reached its new time; a repetition is harmless. */
  'test_clock.turned': {
    owner: 'invoicing',
    request: z.object({ organization_id: z.uuid() }),
    answer: z.object({}),
  },
  /**
   * Waits a short time until the usage store holds every event accepted before a target. Without a target, that is the
   * moment of the call. A repetition with its target ignores later events.
   */
  'usage_events.settle': {
    owner: 'ingestion',
    request: z.object({ organization_id: z.uuid(), target: z.string().max(100_000).optional() }),
    answer: z.object({ settled: z.boolean(), target: z.string() }),
  },
  /** Retries an item that the service has parked. */
  'parked.retry': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid(), id: z.uuid() }),
    answer: ParkedOutcome,
  },
  /** Discards an item that the service has parked. */
  'parked.discard': {
    owner: 'every',
    request: z.object({ organization_id: z.uuid(), id: z.uuid() }),
    answer: ParkedOutcome,
  },
} as const satisfies Record<string, CommandContract>;

export type CommandName = keyof typeof commands;
export type CommandRequest<N extends CommandName> = z.infer<(typeof commands)[N]['request']>;
export type CommandAnswer<N extends CommandName> = z.infer<(typeof commands)[N]['answer']>;
