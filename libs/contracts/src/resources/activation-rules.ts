import { z } from 'zod';
import { bodyOf } from '../http/body.js';
import { integer, mandatoryChoice, timestamp } from '../http/fields.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';

/** The states of an activation rule; `declined` exists for rules that a person decides. */
export const activationRuleStatuses = [
  'inactive',
  'pending',
  'satisfied',
  'declined',
  'failed',
  'expired',
  'not_applicable',
] as const;
export type ActivationRuleStatus = (typeof activationRuleStatuses)[number];

/** A condition that a subscription waits for before it starts (subscriptions, section 3.5). */
export const ActivationRule = shape('A condition for the start of a subscription', {
  svc_id: svcId(),
  type: described(z.enum(['payment']), 'Condition of the start'),
  /** 0: it waits without end. */
  timeout_hours: described(z.int(), 'Time limit of the payment in hours; 0: none', 48),
  status: described(z.enum(activationRuleStatuses), ...texts.state),
  expires_at: described(timestamp().nullable(), ...texts.expiry),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type ActivationRule = z.infer<typeof ActivationRule>;

export const ActivationRuleInput = bodyOf(ActivationRule, {
  type: mandatoryChoice(['payment']),
  timeout_hours: integer(0),
});
