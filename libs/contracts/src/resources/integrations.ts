import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, mandatoryChoice, mandatoryText, text, timestamp } from '../http/fields.js';

export const integrationTypes = ['netsuite', 'anrok', 'avalara', 'xero', 'hubspot', 'salesforce'] as const;
export type IntegrationType = (typeof integrationTypes)[number];

/** An organization's external system for accounting, taxes or sales, registered by operators. */
export const Integration = z.object({
  svc_id: id(),
  integration_type: z.enum(integrationTypes),
  code: z.string(),
  name: z.string().nullable(),
  created_at: timestamp(),
});
export type Integration = z.infer<typeof Integration>;

export const IntegrationCreate = body({
  integration_type: mandatoryChoice(integrationTypes),
  code: mandatoryText(),
  name: text(),
});
export type IntegrationCreate = BodyInput<typeof IntegrationCreate>;
