import { z } from 'zod';
import type { ServiceName } from '../services.js';

interface JobContract {
  service: ServiceName;
  /** Tries before a job is given up and parked as failed. */
  attempts: number;
  payload: z.ZodObject;
}

const tenant = {
  organization_id: z.uuid(),
  request_id: z.string().nullable(),
  /** The W3C trace context of who queued it; absent where no traces are made. */
  traceparent: z.string().optional(),
};

/** A job that does what waits under a key of the queue of its name. */
const keyed = z.object({ ...tenant, key: z.string() });

/** Background jobs; each is a BullMQ queue of the same name. Handlers survive being run twice. */
export const jobs = {
  'billing-run': { service: 'invoicing', attempts: 20, payload: keyed },
  'invoice-finalization': {
    service: 'invoicing',
    attempts: 20,
    payload: z.object({ ...tenant, invoice_id: z.uuid() }),
  },
  /** Makes an invoice that failed once more. */
  'invoice-retry': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, invoice_id: z.uuid() }) },
  /** Makes the invoices of a customer final that waited for its taxes. */
  'invoice-taxes': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, customer_id: z.uuid() }) },
  'draft-refresh': { service: 'invoicing', attempts: 20, payload: z.object({ ...tenant, invoice_id: z.uuid() }) },
  'advance-events': { service: 'invoicing', attempts: 20, payload: keyed },
  'threshold-check': { service: 'invoicing', attempts: 20, payload: keyed },
  /** Measures usage that alerts and wallets watch. */
  'usage-measure': { service: 'invoicing', attempts: 20, payload: keyed },
  /** Queues again what waits and has no job. */
  'invoicing-sweep': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Has a provider make a payment that is kept. */
  'payment-charge': { service: 'payment', attempts: 20, payload: z.object({ ...tenant, payment_id: z.uuid() }) },
  /** Has a provider make a refund that is kept. */
  'payment-refund': { service: 'payment', attempts: 20, payload: z.object({ ...tenant, credit_note_id: z.uuid() }) },
  'payment-refund-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Queues again payments that wait for a provider and have no job. */
  'payment-sweep': { service: 'payment', attempts: 1, payload: z.object({}) },
  /** Writes a file of comma-separated values, page by page. */
  'data-export': { service: 'document', attempts: 20, payload: z.object({ ...tenant, data_export_id: z.uuid() }) },
  /** Removes files that are too old. */
  'data-export-retention': { service: 'document', attempts: 1, payload: z.object({}) },
  /** Does the rows of a file, one by one. */
  'data-import': { service: 'subscription', attempts: 20, payload: z.object({ ...tenant, data_import_id: z.uuid() }) },
  /** Removes what files came to that are too old. */
  'data-import-retention': { service: 'subscription', attempts: 1, payload: z.object({}) },
  /** Adds up what changed of the figures that analytics tell. */
  'analytics-totals': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Sends a document by e-mail. */
  'document-mail': { service: 'document', attempts: 20, payload: z.object({ ...tenant, mail_id: z.uuid() }) },
  /** Queues again mails that wait and have no job. */
  'document-mail-sweep': { service: 'document', attempts: 1, payload: z.object({}) },
  /** Has the days that have ended looked at, of all organizations for which there are such. */
  'daily-usages': { service: 'invoicing', attempts: 1, payload: z.object({}) },
  /** Keeps what an organization used on the days that have ended. */
  'usage-days': { service: 'invoicing', attempts: 20, payload: keyed },
  /** Releases credits that were reserved for invoices that were never written. */
  'wallet-sweep': { service: 'wallet', attempts: 1, payload: z.object({}) },
  'webhook-sweep': { service: 'webhook-delivery', attempts: 1, payload: z.object({}) },
  /** Asks the registry for VAT numbers that are due. */
  'vat-check-sweep': { service: 'subscription', attempts: 1, payload: z.object({}) },
  'event-enrichment': { service: 'ingestion', attempts: 20, payload: z.object({ ...tenant, code: z.string() }) },
  'usage-housekeeping': { service: 'ingestion', attempts: 1, payload: z.object({}) },
  'usage-rollups': { service: 'ingestion', attempts: 1, payload: z.object({}) },
  /** Sends mails to people that wait. */
  'mail-delivery': { service: 'identity', attempts: 1, payload: z.object({}) },
  'security-log-retention': { service: 'identity', attempts: 1, payload: z.object({}) },
  'due-work-tick': { service: 'identity', attempts: 1, payload: z.object({}) },
  'test-clock-sweep': { service: 'identity', attempts: 1, payload: z.object({}) },
  /** Goes on with a test clock whose process went away; a sweep looks after it. */
  'test-clock-resume': { service: 'identity', attempts: 1, payload: z.object(tenant) },
} as const satisfies Record<string, JobContract>;

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]['payload']>;
/** Jobs of keyed queues. */
export type KeyedJobName = {
  [N in JobName]: (typeof jobs)[N]['payload'] extends typeof keyed ? N : never;
}[JobName];
