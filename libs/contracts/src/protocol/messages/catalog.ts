import { z } from 'zod';
import { toWebhooks, type MessageContract } from '../message-contract.js';
import { ChangedUnits, ShownCoupon, ShownEntity } from '../message-payloads.js';

/** The messages that the catalog service publishes, by type. */
export const catalogMessages = {
  'billable_metric.created': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'ingestion'],
    payload: z.object({ billable_metric_id: z.uuid() }),
  },
  'billable_metric.updated': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'ingestion', 'invoicing'],
    payload: z.object({ billable_metric_id: z.uuid() }),
  },
  'billable_metric.deleted': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ billable_metric_id: z.uuid() }),
  },
  'plan.created': { producer: 'catalog', consumers: toWebhooks, payload: z.object({ plan_id: z.uuid() }) },
  'plan.updated': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription', 'invoicing'],
    payload: z.object({
      plan_id: z.uuid(),
      amount_changed: z.boolean(),
      repriced_copies: z.array(z.uuid()).optional(),
    }),
  },
  'feature.created': { producer: 'catalog', consumers: toWebhooks, payload: z.object({ feature_id: z.uuid() }) },
  'feature.updated': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({ feature_id: z.uuid() }),
  },
  'feature.deleted': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({ feature_id: z.uuid() }),
  },
  /** A charge or fixed charge of a plan was added, changed or removed individually; it has no webhook. */
  'plan.charges_changed': { producer: 'catalog', consumers: ['invoicing'], payload: z.object({ plan_id: z.uuid() }) },
  'plan.deleted': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({ plan_id: z.uuid() }),
  },
  /** Fixed charges of a plan, and of its override plans, have new units. */
  'fixed_charges.units_changed': {
    producer: 'catalog',
    consumers: ['subscription'],
    payload: z.object({ plan_id: z.uuid(), changes: z.array(ChangedUnits) }),
  },
  /** Settings or taxes of an issuer changed; it has no webhook. */
  'billing_entity.updated': {
    producer: 'catalog',
    consumers: ['subscription', 'invoicing', 'wallet', 'document', 'webhook-delivery', 'identity'],
    payload: ShownEntity.partial({ billing_entity: true, resources: true }).extend({
      /** Whether the time zone of customers without one of their own changes. */
      timezone_changed: z.boolean(),
      /** Absent in messages of older versions. */
      statement_schedule_changed: z.boolean().optional(),
    }),
  },
  'tax.changed': { producer: 'catalog', consumers: ['invoicing'], payload: z.object({ tax_id: z.uuid() }) },
  /** The usage thresholds of a plan changed: current usage must be checked against them. */
  'plan.thresholds_changed': {
    producer: 'catalog',
    consumers: ['invoicing'],
    payload: z.object({ plan_id: z.uuid() }),
  },
  'coupon.deleted': {
    producer: 'catalog',
    consumers: ['invoicing', 'webhook-delivery'],
    payload: ShownCoupon.partial({ coupon: true }),
  },
} as const satisfies Record<string, MessageContract>;
