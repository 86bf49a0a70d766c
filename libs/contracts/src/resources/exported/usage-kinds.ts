import { customerUsageRoutes, UsageExportFilters } from '../customer-usage.js';
import { Event, EventFilters, eventRoutes } from '../events.js';
import { FeeEvent, feeEventRoutes } from '../fee-events.js';
import { Fee, FeeFilters, feeRoutes } from '../fees.js';
import { exportKind, withMainUnits } from './export-kind.js';

/** Never incremental: metrics, prices and time alone change usage, and none of them leaves a time at it. */
export const usageKind = exportKind({
  service: 'invoicing',
  name: 'usage',
  row: 'A filter and group of each charge of each active subscription, at the time of writing its row',
  record: Fee,
  filters: UsageExportFilters,
  shownBy: [customerUsageRoutes.current],
  currency: 'amount_currency',
  identity: ['external_subscription_id', 'charge_code', 'filter', 'grouped_by'],
  own: {
    plan_code: ['text', 'Code of the plan'],
    from_datetime: ['timestamp', 'Start of the running period'],
    to_datetime: ['timestamp', 'End of the running period'],
    billable_metric_code: ['text', 'Code of the billable metric'],
    charge_code: ['text', 'Code of the charge'],
    charge_model: ['text', 'Charge model'],
    filter: ['json', 'Values of the filter, by key; empty for usage that matches no filter'],
    grouped_by: ['json', 'Values of the group, by property; empty without groups'],
  },
  columns: withMainUnits([
    'external_customer_id',
    'external_subscription_id',
    'plan_code',
    'from_datetime',
    'to_datetime',
    'billable_metric_code',
    'charge_code',
    'charge_model',
    'filter',
    'grouped_by',
    'units',
    'events_count',
    'amount_cents',
    'amount_currency',
  ]),
});

export const eventsKind = exportKind({
  service: 'ingestion',
  name: 'events',
  row: 'A usage event as it was sent. Voided events are left out, unless the filter `status` selects them',
  record: Event,
  filters: EventFilters,
  shownBy: [eventRoutes.list],
  changes: ['created_at'],
  // Later metrics and voids decide the state of an event.
  driftingFilters: ['status'],
  columns: [
    'svc_id',
    'transaction_id',
    'external_subscription_id',
    'code',
    'timestamp',
    'properties',
    'precise_total_amount_cents',
    'created_at',
  ],
});

export const billedEventsKind = exportKind({
  service: 'invoicing',
  name: 'billed_events',
  row: 'An event behind a fee, with its part in the amount; an event stands with each fee that it touches',
  record: FeeEvent,
  filters: FeeFilters,
  shownBy: [feeRoutes.list, feeEventRoutes.list],
  identity: ['svc_fee_id', 'svc_event_id'],
  changes: ['created_at'],
  own: {
    svc_fee_id: ['text', 'Identifier of the fee'],
    svc_invoice_id: ['text', 'Identifier of the invoice; empty for a fee without one'],
    external_customer_id: ['text', 'Own identifier of the customer'],
    external_subscription_id: ['text', 'Own identifier of the subscription'],
    code: ['text', 'Code of the billable metric'],
    fee_created_at: ['timestamp', 'Creation of the fee'],
  },
  columns: [
    'svc_fee_id',
    'svc_invoice_id',
    'external_customer_id',
    'external_subscription_id',
    'code',
    'fee_created_at',
    'svc_event_id',
    'transaction_id',
    'timestamp',
    'received_at',
    'properties',
    'precise_total_amount_cents',
    'value',
    'status',
    'reason',
    'added',
    'voided_since',
  ],
});
