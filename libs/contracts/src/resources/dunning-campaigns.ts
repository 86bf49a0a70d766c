import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import {
  cents,
  flag,
  ifPresent,
  integer,
  mandatoryInteger,
  mandatoryText,
  mandatoryCurrency,
  prose,
  recordList,
  text,
  textList,
  timestamp,
  withElements,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';

/** The overdue amount of a currency from which a campaign requests payment. */
export const DunningThreshold = shape('The overdue amount in a currency from which a campaign sends requests to pay', {
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), ...texts.amountCents),
});
export type DunningThreshold = z.infer<typeof DunningThreshold>;

/** A schedule of payment requests to customers with overdue invoices (invoices, section 14). */
export const DunningCampaign = shape('A schedule of requests to pay overdue invoices', {
  svc_id: svcId(),
  code: described(z.string(), 'Unique code for calls', 'soft'),
  name: described(z.string(), 'Display name', 'Soft reminders'),
  description: described(z.string().nullable(), 'Description', 'Three reminders in three weeks'),
  days_between_attempts: described(z.int(), 'Days between two requests to pay', 7),
  max_attempts: described(z.int(), 'Maximum number of requests to pay for one balance', 3),
  bcc_emails: described(
    z.array(z.string()),
    'Addresses that receive a blind copy of each request',
    'finance@acme.example',
  ),
  thresholds: z.array(DunningThreshold),
  /** The issuers whose customers it covers, unless a customer has a campaign of its own. */
  billing_entity_codes: described(z.array(z.string()), ...texts.billingEntityCodes),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type DunningCampaign = z.infer<typeof DunningCampaign>;

const mostDays = 365;
const mostAttempts = 100;

export const DunningThresholdInput = bodyOf(DunningThreshold, {
  currency: mandatoryCurrency(),
  amount_cents: mandatoryInteger(0),
});
export type DunningThresholdInput = BodyInput<typeof DunningThresholdInput>;

const thresholds = () => withElements(recordList(), DunningThresholdInput);

/** The list replaces all thresholds: at least one, and one per currency (invoices, section 14). */
function judgeThresholds(
  list: Record<string, unknown>[] | null | undefined,
  add: (field: string, code: string) => void,
): void {
  if (!list?.length) return add('thresholds', 'value_is_mandatory');
  const currencies = list.map((threshold) => threshold['currency']);
  if (new Set(currencies).size < currencies.length) add('thresholds', 'value_already_exist');
}

const settings = {
  description: prose(),
  days_between_attempts: integer(1, mostDays),
  max_attempts: integer(1, mostAttempts),
  bcc_emails: textList(),
  thresholds: thresholds(),
  /** Exactly these have this campaign. */
  billing_entity_codes: textList(),
};

export const DunningCampaignCreate = bodyOf(
  DunningCampaign,
  { code: mandatoryText(), name: mandatoryText(), ...settings },
  (input, add) => judgeThresholds(input.thresholds, add),
);
export type DunningCampaignCreate = BodyInput<typeof DunningCampaignCreate>;

export const DunningCampaignUpdate = bodyOf(
  DunningCampaign,
  { code: ifPresent(mandatoryText()), name: ifPresent(mandatoryText()), ...settings },
  (input, add) => {
    if (input.thresholds !== undefined) judgeThresholds(input.thresholds, add);
    for (const field of ['days_between_attempts', 'max_attempts'] as const)
      if (input[field] === null) add(field, 'value_is_mandatory');
  },
);
export type DunningCampaignUpdate = BodyInput<typeof DunningCampaignUpdate>;

/** A customer's own dunning settings, and its progress. */
export const CustomerDunning = shape('The dunning settings of a customer, and the progress of its requests to pay', {
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  /** Its own campaign; null if its issuer's applies. */
  dunning_campaign_code: described(
    z.string().nullable(),
    "Code of the customer's own campaign; null: the one of its billing entity",
    'soft',
  ),
  exclude_from_dunning_campaign: described(z.boolean(), 'Whether the customer is excluded from requests to pay'),
  last_attempt_at: described(timestamp().nullable(), 'When the last request to pay was sent; null before the first'),
  attempts: described(
    z.array(
      z.object({
        currency: described(z.string(), ...texts.currency),
        attempts: described(z.int(), 'Number of requests to pay so far', 1),
      }),
    ),
    'Number of requests to pay so far',
    1,
  ),
});
export type CustomerDunning = z.infer<typeof CustomerDunning>;

export const CustomerDunningUpdate = bodyOf(CustomerDunning, {
  /** Null: its issuer's applies. */
  dunning_campaign_code: text(),
  exclude_from_dunning_campaign: flag(),
});
export type CustomerDunningUpdate = BodyInput<typeof CustomerDunningUpdate>;

export const DunningCampaignFilters = query({
  ...updatedListParameters(['created_at', 'name', 'code']),
  currency: described(queryText(), ...texts.currency),
});
export type DunningCampaignFilters = QueryInput<typeof DunningCampaignFilters>;

const shared = { service: 'payment', permission: 'payment_request' } as const;

export const dunningCampaignRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/dunning_campaigns',
    summary: 'Create a dunning campaign',
    wrapper: 'dunning_campaign',
    body: DunningCampaignCreate,
    answer: { dunning_campaign: DunningCampaign },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/dunning_campaigns',
    summary: 'List dunning campaigns, newest first',
    query: DunningCampaignFilters,
    answer: { dunning_campaigns: z.array(DunningCampaign), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/dunning_campaigns/:code',
    summary: 'Read a dunning campaign',
    answer: { dunning_campaign: DunningCampaign },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/dunning_campaigns/:code',
    summary: 'Update a dunning campaign',
    wrapper: 'dunning_campaign',
    body: DunningCampaignUpdate,
    answer: { dunning_campaign: DunningCampaign },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/dunning_campaigns/:code',
    summary: 'Delete a dunning campaign',
    answer: { dunning_campaign: DunningCampaign },
  }),
  readOfCustomer: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_customer_id/dunning',
    summary: 'Read the dunning settings and progress of a customer',
    answer: { dunning: CustomerDunning },
  }),
  updateOfCustomer: route({
    ...shared,
    method: 'PUT',
    path: '/customers/:external_customer_id/dunning',
    summary: 'Set the dunning campaign of a customer, or exclude the customer',
    wrapper: 'dunning',
    body: CustomerDunningUpdate,
    answer: { dunning: CustomerDunning },
  }),
};
