import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { integer } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape } from '../http/texts.js';
import type { ServiceName } from '../services.js';

interface RetentionDeclaration {
  /** The service that deletes expired rows. */
  service: ServiceName;
  /** The operator's setting; null for a period that the code sets. */
  variable: string | null;
  /** Days, unless the operator sets others. An organization may keep its rows for less, never for longer. */
  days: number;
  /** The fewest days that an organization may choose. */
  least: number;
  /** Whether 0 days of the operator's setting mean for ever. */
  zeroKeeps?: true;
}

/** Days that no period exceeds. */
export const mostRetentionDays = 36_500;

/** Everything that is deleted after some time, and that an organization may have deleted earlier. */
export const retentionKinds = {
  webhooks: { service: 'webhook-delivery', variable: 'WEBHOOK_RETENTION_DAYS', days: 90, least: 1 },
  activity_log: { service: 'webhook-delivery', variable: 'ACTIVITY_LOG_RETENTION_DAYS', days: 90, least: 1 },
  api_log: { service: 'identity', variable: 'API_LOG_RETENTION_DAYS', days: 90, least: 1 },
  security_log: { service: 'identity', variable: 'SECURITY_LOG_RETENTION_DAYS', days: 90, least: 30 },
  mails: { service: 'document', variable: null, days: 30, least: 1 },
  data_exports: { service: 'document', variable: null, days: 7, least: 1 },
  provider_events: { service: 'payment', variable: null, days: 90, least: 7 },
  raw_events: { service: 'ingestion', variable: 'RAW_EVENT_RETENTION_DAYS', days: 400, least: 1, zeroKeeps: true },
} as const satisfies Record<string, RetentionDeclaration>;

/** The tables that grow with the use of an installation, by kind: of PostgreSQL with their schema, else of the usage store. */
export const growingTables = {
  webhooks: ['webhook_delivery.webhook_messages', 'webhook_delivery.webhook_attempts'],
  activity_log: ['webhook_delivery.activity_logs', 'webhook_delivery.told_objects'],
  api_log: ['api_logs'],
  security_log: ['identity.security_logs'],
  mails: ['document.mails'],
  data_exports: ['document.data_export_parts'],
  provider_events: ['payment.provider_events'],
  raw_events: ['events_raw'],
  events: ['events'],
  documents: ['document.documents', 'document.drawn_files', 'document.e_invoices'],
  customers: ['subscription.customers', 'subscription.customer_metadata'],
  subscriptions: ['subscription.subscriptions'],
  invoices: ['invoicing.invoices', 'invoicing.invoice_taxes', 'invoicing.billing_periods'],
  fees: ['invoicing.fees', 'invoicing.fee_taxes', 'invoicing.fee_inputs'],
  wallet_transactions: ['wallet.transactions', 'wallet.consumptions'],
  payments: ['payment.payments', 'invoicing.payments'],
  analytics: ['invoicing.analytics_totals', 'invoicing.analytics_customer_totals', 'invoicing.daily_usages'],
} as const satisfies Record<RetentionKind, readonly string[]> & Record<string, readonly string[]>;
export type GrowingKind = keyof typeof growingTables;

export type RetentionKind = keyof typeof retentionKinds;
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[];

/** A record with a value for each kind. */
const ofEachKind = <V>(valueOf: (kind: RetentionKind) => V) =>
  Object.fromEntries(retentionKindNames.map((kind) => [kind, valueOf(kind)])) as Record<RetentionKind, V>;

/** How long rows of a kind are stored. */
export const RetentionPeriod = shape('How long records of a kind are stored, and what the organization may choose', {
  days: described(z.int(), 'Days after which a record is deleted; 0: never', 90),
  own: described(z.boolean(), 'Whether the organization chose them'),
  minimum_days: described(z.int(), 'Fewest days that the organization may choose', 1),
  maximum_days: described(z.int(), 'Days of the installation, which the organization may shorten; 0: no limit', 90),
});
export type RetentionPeriod = z.infer<typeof RetentionPeriod>;

/** How long logs, mails and other records of an organization are stored (customers, section 17). */
export const Retention = shape(
  'How long records of each kind are stored',
  ofEachKind(() => RetentionPeriod),
);
export type Retention = z.infer<typeof Retention>;

/** The begin of the period of each kind. */
const begins: Record<RetentionKind, string> = {
  webhooks: 'the last change of a webhook',
  activity_log: 'an activity',
  api_log: 'a call',
  security_log: 'an event',
  mails: 'the delivery of a mail',
  data_exports: 'the completion of an export',
  provider_events: 'the receipt of an event of a payment provider',
  raw_events: 'the receipt of an event, for its copy as received',
};

/** Null takes the installation's period. */
export const RetentionUpdate = described(
  body(
    ofEachKind((kind) =>
      described(integer(retentionKinds[kind].least, mostRetentionDays), `Days after ${begins[kind]}`, 30),
    ),
  ),
  'Days by kind; null takes the period of the installation',
);
export type RetentionUpdate = BodyInput<typeof RetentionUpdate>;

const shared = { service: 'identity', permission: 'organization', path: '/organizations/retention' } as const;

export const retentionRoutes = {
  read: route({
    ...shared,
    method: 'GET',
    summary: 'Read how long logs, mails and other records are stored',
    answer: { retention: Retention },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    summary: 'Update how long logs, mails and other records are stored',
    wrapper: 'retention',
    body: RetentionUpdate,
    answer: { retention: Retention },
  }),
};
