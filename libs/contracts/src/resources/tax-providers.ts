import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { isBlank, mandatoryChoice, mandatoryText, recordList, text, withElements } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId } from '../http/texts.js';

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
export const TaxMapping = shape("A tax engine's code for an item", {
  item_type: described(z.enum(mappedItemTypes), 'Kind of the mapped item'),
  item_code: described(z.string().nullable(), 'Code of the metric or add-on; null for all fees of a kind', 'storage'),
  external_code: described(z.string(), 'Code of the engine', 'SW054000'),
});
export type TaxMapping = z.infer<typeof TaxMapping>;

/** A connection to a tax engine; no answer shows its keys. */
export const TaxProvider = shape('A connection to a tax engine', {
  svc_id: svcId(),
  provider: described(z.enum(taxProviders), 'Tax engine'),
  code: described(z.string(), 'Unique code for calls', 'anrok_us'),
  name: described(z.string(), 'Display name', 'Anrok'),
  account_id: described(z.string().nullable(), 'Number of the account at Avalara', '1100012345'),
  company_code: described(z.string().nullable(), 'Code of the company at Avalara', 'ACME'),
  mappings: z.array(TaxMapping),
  created_at: createdAt(),
});
export type TaxProvider = z.infer<typeof TaxProvider>;

const hasCode = (type: unknown): boolean => type === 'billable_metric' || type === 'add_on';

export const TaxMappingInput = bodyOf(
  TaxMapping,
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
  api_key: described(text(longestKey), 'Key of the account at Anrok; no answer shows it', 'sbx/acme/secret'),
  /** Of Avalara. */
  account_id: text(),
  license_key: described(text(longestKey), 'Key of the account at Avalara; no answer shows it', '4A1B2C3D4E5F'),
  company_code: text(25),
};

/** The keys that each engine needs. */
export const keysOfTaxProvider = {
  anrok: ['api_key'],
  avalara: ['account_id', 'license_key', 'company_code'],
} as const satisfies Record<TaxProviderName, readonly (keyof typeof keys)[]>;

export const TaxProviderCreate = bodyOf(
  TaxProvider,
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
export const TaxProviderUpdate = bodyOf(TaxProvider, {
  name: text(),
  ...keys,
  mappings: withElements(recordList(), TaxMappingInput),
});
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
