import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  id,
  isBlank,
  mandatoryChoice,
  mandatoryText,
  recordList,
  text,
  timestamp,
  withElements,
} from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';

/** The tax engines that organizations can connect (webhooks, section 19). */
export const taxProviders = ['anrok', 'avalara'] as const;
export type TaxProviderName = (typeof taxProviders)[number];

/** A mapping names a metric or an add-on by its code, or all fees of a kind. */
export const mappedItemTypes = [
  'billable_metric',
  'add_on',
  'subscription_fee',
  'minimum_commitment',
  'fallback_item',
] as const;
export type MappedItemType = (typeof mappedItemTypes)[number];

/** The engine's code of an item. */
export const TaxMapping = z.object({
  item_type: z.enum(mappedItemTypes),
  item_code: z.string().nullable(),
  external_code: z.string(),
});
export type TaxMapping = z.infer<typeof TaxMapping>;

/** A connection to a tax engine; no answer shows its keys. */
export const TaxProvider = z.object({
  svc_id: id(),
  provider: z.enum(taxProviders),
  code: z.string(),
  name: z.string(),
  account_id: z.string().nullable(),
  company_code: z.string().nullable(),
  mappings: z.array(TaxMapping),
  created_at: timestamp(),
});
export type TaxProvider = z.infer<typeof TaxProvider>;

const hasCode = (type: unknown): boolean => type === 'billable_metric' || type === 'add_on';

export const TaxMappingInput = body(
  {
    item_type: mandatoryChoice(mappedItemTypes),
    item_code: text(),
    external_code: mandatoryText(50),
  },
  ({ item_type: type, item_code: code }, add) => {
    if (hasCode(type) && isBlank(code)) add('item_code', 'value_is_mandatory');
  },
);
export type TaxMappingInput = BodyInput<typeof TaxMappingInput>;

const longestKey = 1_024;
const keys = {
  /** Of Anrok. */
  api_key: text(longestKey),
  /** Of Avalara. */
  account_id: text(),
  license_key: text(longestKey),
  company_code: text(25),
};

/** The keys that each engine needs. */
export const keysOfTaxProvider = {
  anrok: ['api_key'],
  avalara: ['account_id', 'license_key', 'company_code'],
} as const satisfies Record<TaxProviderName, readonly (keyof typeof keys)[]>;

export const TaxProviderCreate = body(
  {
    provider: mandatoryChoice(taxProviders),
    code: mandatoryText(),
    name: mandatoryText(),
    ...keys,
    mappings: withElements(recordList(), TaxMappingInput),
  },
  (input, add) => {
    if (input.provider)
      for (const key of keysOfTaxProvider[input.provider]) if (isBlank(input[key])) add(key, 'value_is_mandatory');
  },
);
export type TaxProviderCreate = BodyInput<typeof TaxProviderCreate>;

/** Mappings replace all earlier ones; absent keys stay unchanged. */
export const TaxProviderUpdate = body({ name: text(), ...keys, mappings: withElements(recordList(), TaxMappingInput) });
export type TaxProviderUpdate = BodyInput<typeof TaxProviderUpdate>;

const shared = { service: 'invoicing', permission: 'tax' } as const;
const one = { tax_provider: TaxProvider };

export const taxProviderRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/tax_providers',
    summary: 'Connect a tax engine',
    wrapper: 'tax_provider',
    body: TaxProviderCreate,
    answer: one,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/tax_providers',
    summary: 'List connected tax engines, newest first',
    query: query(pagination),
    answer: { tax_providers: z.array(TaxProvider), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/tax_providers/:code',
    summary: 'Read a connected tax engine',
    answer: one,
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/tax_providers/:code',
    summary: 'Update the name, keys or mappings of a connected tax engine',
    wrapper: 'tax_provider',
    body: TaxProviderUpdate,
    answer: one,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/tax_providers/:code',
    summary: 'Disconnect a tax engine and return its customers to local taxes',
    answer: one,
  }),
};
