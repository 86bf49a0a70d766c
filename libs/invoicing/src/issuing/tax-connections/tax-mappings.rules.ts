import {
  isBlank,
  keysOfTaxProvider,
  TaxMappingInput,
  type RawInput,
  type TaxMapping,
  type TaxProviderName,
} from '@tollgate/contracts';
import { ValidationFailed, readRawInput } from '@tollgate/platform';

/**
 * Reads the mappings of a connection. A mapping of all fees of a kind has no item code. Of two mappings of an item, the
 * last one counts. @throws ValidationFailed with the errors of the first faulty one
 */
export function readMappings(raw: readonly RawInput[]): TaxMapping[] {
  const mappings = raw.map((entry): TaxMapping => {
    const { item_type, item_code, external_code } = readRawInput(TaxMappingInput, entry);
    const named = item_type === 'billable_metric' || item_type === 'add_on';
    return { item_type, item_code: named ? (item_code ?? null) : null, external_code };
  });
  return [...new Map(mappings.map((mapping) => [`${mapping.item_type}:${mapping.item_code ?? ''}`, mapping])).values()];
}

interface Keys {
  api_key?: string | null | undefined;
  account_id?: string | null | undefined;
  license_key?: string | null | undefined;
  company_code?: string | null | undefined;
}

/** The changed keys of a connection; undefined ones stay as they are. */
export interface ChangedKeys {
  secret: string | undefined;
  account_id: string | undefined;
  company_code: string | undefined;
}

/** The keys that the engine of a connection uses. @throws ValidationFailed when one is emptied */
export function keysOf(provider: TaxProviderName, keys: Keys): ChangedKeys {
  const used: readonly (keyof Keys)[] = keysOfTaxProvider[provider];
  const emptied = used.filter((key) => keys[key] !== undefined && isBlank(keys[key]));
  if (emptied.length > 0)
    throw new ValidationFailed(Object.fromEntries(emptied.map((key) => [key, ['value_is_mandatory']])));
  const of = (key: keyof Keys) => (used.includes(key) ? (keys[key]?.trim() ?? undefined) : undefined);
  return { secret: of('api_key') ?? of('license_key'), account_id: of('account_id'), company_code: of('company_code') };
}
