import { z } from 'zod';
import type { ServiceName } from '../services.js';

interface JobContract {
  service: ServiceName;
  /** Maximum attempts before a job is parked as failed. */
  attempts: number;
  payload: z.ZodObject;
}

const tenant = {
  organization_id: z.uuid(),
  request_id: z.string().nullable(),
  /** The W3C trace context of the code that queued it; absent without tracing. */
  traceparent: z.string().optional(),
};

/** A job that works on a key of the keyed queue of its name. */
const keyed = z.object({ ...tenant, key: z.string() });

/** Background jobs; each is a BullMQ queue of the same name. Handlers must tolerate running twice. */
export const jobs = {
  'billing-run': { service: 'invoicing', attempts: 20, payload: keyed },
  'invoice-finalization': {
    service: 'invoicing',
    attempts: 20,
    payload: z.object({ ...tenant, invoice_id: z.uuid() }),
  },
  /** Retries a failed invoice. */
  'invoice-retry': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, invoice_id: z.uuid() }) },
  /** Finalizes the invoices of a customer that waited for its taxes. */
  'invoice-taxes': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, customer_id: z.uuid() }) },
  /** Reports voided invoices and credit notes to the tax engine that booked the invoice. */
  'tax-reports': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, invoice_id: z.uuid() }) },
  /** Sends pending documents to an accounting system. */
  'accounting-syncs': {
    service: 'invoicing',
    attempts: 20,
    payload: z.object({ ...tenant, accounting_provider_id: z.uuid() }),
  },
  /** Queues pending documents of accounting systems without a job again. */
  'accounting-sweep': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  'draft-refresh': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, invoice_id: z.uuid() }) },
  'advance-events': { service: 'invoicing', attempts: 20, payload: keyed },
  'threshold-check': { service: 'invoicing', attempts: 20, payload: keyed },
  /** Takes snapshots of usage that alerts and wallets watch. */
  'usage-measure': { service: 'invoicing', attempts: 20, payload: keyed },
  /** Forecasts amounts, and compares use with its usual, for alerts. */
  'usage-forecast': { service: 'invoicing', attempts: 20, payload: keyed },
  /** Queues waiting work without a job again. */
  'invoicing-sweep': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Imports the reference rates of the European Central Bank. */
  'exchange-rates': { service: 'catalog', attempts: 3, payload: z.object({}) },
  /** Sends a stored payment to its provider. */
  'payment-charge': { service: 'payment', attempts: 20, payload: z.object({ ...tenant, payment_id: z.uuid() }) },
  /** Sends a stored refund to its provider. */
  'payment-refund': { service: 'payment', attempts: 20, payload: z.object({ ...tenant, credit_note_id: z.uuid() }) },
  'payment-refund-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Gives back what no invoice needed of a payment. */
  'payment-return': { service: 'payment', attempts: 20, payload: z.object({ ...tenant, return_id: z.uuid() }) },
  'payment-return-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Has providers send all events that the service handles, also to endpoints of an earlier version. */
  'payment-endpoint-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Creates or updates a customer at its provider. */
  'payment-customer': { service: 'payment', attempts: 20, payload: z.object({ ...tenant, customer_id: z.uuid() }) },
  'payment-customer-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Applies a stored event of a provider. */
  'payment-event': {
    service: 'payment',
    attempts: 20,
    payload: z.object({ ...tenant, connection_id: z.uuid(), event_id: z.string() }),
  },
  /** Queues events without a job again, and deletes old ones. */
  'payment-event-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Releases an amount that was held on a card. */
  'payment-authorization-release': {
    service: 'payment',
    attempts: 20,
    payload: z.object({ ...tenant, authorization_id: z.uuid() }),
  },
  /** Queues holds again that are still to release, and deletes released ones. */
  'payment-authorization-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Expires pages of providers whose invoices need them no more. */
  'payment-page-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Queues payments without a job that wait for a provider again. */
  'payment-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Writes a file of records, part by part. */
  'record-export': { service: 'document', attempts: 20, payload: z.object({ ...tenant, data_export_id: z.uuid() }) },
  /** The same for exports of the previous version, which knows no other format than CSV. */
  'data-export': { service: 'document', attempts: 20, payload: z.object({ ...tenant, data_export_id: z.uuid() }) },
  /** Draws the files of an archive and lists them, part by part. */
  'document-archive': {
    service: 'document',
    attempts: 20,
    payload: z.object({ ...tenant, data_export_id: z.uuid() }),
  },
  /** Writes a file for an accounting program, entry by entry. */
  'accounting-export': {
    service: 'document',
    attempts: 20,
    payload: z.object({ ...tenant, data_export_id: z.uuid() }),
  },
  /** Deletes expired files, and ends exports that take too long. */
  'data-export-retention': { service: 'document', attempts: 1, payload: z.object({}) },
  /** Imports the rows of a file, one by one. */
  'data-import': { service: 'subscription', attempts: 20, payload: z.object({ ...tenant, data_import_id: z.uuid() }) },
  /** Deletes expired results of files. */
  'data-import-retention': { service: 'subscription', attempts: 1, payload: z.object({}) },
  /** Adds up changed figures of analytics. */
  'analytics-totals': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Requests the closing of ended months for movements of recurring revenue. */
  'mrr-movements': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Closes an organization's ended months. */
  'mrr-months': { service: 'invoicing', attempts: 5, payload: z.object(tenant) },
  /** Sends a document by e-mail. */
  'document-mail': { service: 'document', attempts: 20, payload: z.object({ ...tenant, mail_id: z.uuid() }) },
  /** Draws files before their first request. */
  'document-file-sweep': { service: 'document', attempts: 1, payload: z.object({}) },
  /** Queues waiting mails without a job again. */
  'document-mail-sweep': { service: 'document', attempts: 1, payload: z.object({}) },
  /** Starts the computation of ended days, for all organizations that have some. */
  'daily-usages': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Stores an organization's usage of ended days. */
  'usage-days': { service: 'invoicing', attempts: 20, payload: keyed },
  /** Releases credits that were reserved for invoices that were never written. */
  'wallet-sweep': { service: 'wallet', attempts: 1, payload: z.object({}) },
  // Work on places with personal data (`erasurePlaces`): each service finds its own in the table of erasures.
  'subscription-erasures': { service: 'subscription', attempts: 1, payload: z.object({}) },
  'wallet-erasures': { service: 'wallet', attempts: 1, payload: z.object({}) },
  'payment-erasures': { service: 'payment', attempts: 1, payload: z.object({}) },
  'invoicing-erasures': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  'document-erasures': { service: 'document', attempts: 1, payload: z.object({}) },
  'ingestion-erasures': { service: 'ingestion', attempts: 1, payload: z.object({}) },
  'webhook-delivery-erasures': { service: 'webhook-delivery', attempts: 1, payload: z.object({}) },
  'identity-erasures': { service: 'identity', attempts: 1, payload: z.object({}) },
  'webhook-sweep': { service: 'webhook-delivery', attempts: 1, payload: z.object({}) },
  /** Queries the registry for due VAT numbers. */
  'vat-check-sweep': { service: 'subscription', attempts: 1, payload: z.object({}) },
  /** Reads files of events of an organization, batch by batch. */
  'event-backfill': { service: 'ingestion', attempts: 20, payload: z.object(tenant) },
  /** Enriches stored events of an organization by its changed metrics. */
  'event-enrichment': { service: 'ingestion', attempts: 20, payload: z.object(tenant) },
  /** Judges stored events of an organization by its changed metrics. */
  'event-judgement': { service: 'ingestion', attempts: 20, payload: z.object(tenant) },
  'usage-housekeeping': { service: 'ingestion', attempts: 1, payload: z.object({}) },
  'usage-rollups': { service: 'ingestion', attempts: 1, payload: z.object({}) },
  /** Sends waiting mails to people. */
  'mail-delivery': { service: 'identity', attempts: 1, payload: z.object({}) },
  'api-log-retention': { service: 'identity', attempts: 1, payload: z.object({}) },
  'security-log-retention': { service: 'identity', attempts: 1, payload: z.object({}) },
  /** Acts on the records of an act on many, batch by batch. */
  'bulk-act': { service: 'identity', attempts: 20, payload: z.object({ ...tenant, bulk_act_id: z.uuid() }) },
  /** Queues unfinished acts without a job again, and deletes old ones. */
  'bulk-act-sweep': { service: 'identity', attempts: 1, payload: z.object({}) },
  /** Prices the subscriptions of a test of prices, batch by batch. */
  'price-test': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, price_test_id: z.uuid() }) },
  /** Queues unfinished tests of prices without a job again, and deletes old ones. */
  'price-test-sweep': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Moves subscriptions between versions of a plan, batch by batch. */
  'plan-migration': {
    service: 'subscription',
    attempts: 20,
    payload: z.object({ ...tenant, plan_migration_id: z.uuid() }),
  },
  /** Queues migrations of plans without a job again. */
  'plan-migration-sweep': { service: 'subscription', attempts: 1, payload: z.object({}) },
  'due-work-tick': { service: 'identity', attempts: 1, payload: z.object({}) },
  'test-clock-sweep': { service: 'identity', attempts: 1, payload: z.object({}) },
  /** Continues a test clock whose process died; its reconciler recovers it. */
  'test-clock-resume': { service: 'identity', attempts: 1, payload: z.object(tenant) },
} as const satisfies Record<string, JobContract>;

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]['payload']>;
/** Jobs of keyed queues. */
export type KeyedJobName = {
  [N in JobName]: (typeof jobs)[N]['payload'] extends typeof keyed ? N : never;
}[JobName];
