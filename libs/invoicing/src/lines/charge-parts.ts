import type { ChargeView } from '@tollgate/catalog/reader';
import type { UsagePart, UsageRestriction } from '@tollgate/ingestion/reader';
import { allowanceOf, resolveFilters, type ChargeProperties } from '@tollgate/rating';

/** How usage is looked at: all of it as priced, or what a caller asks for (metering, section 7.1). */
export interface UsageView {
  /** Only events with these property values; their keys no longer split. */
  only?: UsageRestriction[];
  /** Whether pricing groups are left together. */
  skipGrouping?: boolean;
  /** Whether units are broken down for presentation; a list restricts the keys. */
  presentation?: boolean | string[];
}

/** The parts of a charge: one a filter, and one for the events of none (metering, section 6). */
export function partsOf(charge: ChargeView, view: UsageView, furtherKeys: string[] = []): UsagePart[] {
  const metricValues = Object.fromEntries(charge.metric.filters.map(({ key, values }) => [key, values]));
  const resolved = resolveFilters(
    charge.filters.map(({ id, values }) => ({ id, values })),
    metricValues,
  );
  const part = (filter: UsagePart['filter'], properties: Record<string, unknown>): UsagePart => ({
    filter,
    groupKeys: [...new Set([...groupKeysIn(charge, properties, view), ...furtherKeys])],
    ...(furtherKeys.length > 0 ? {} : pricingNeeds(charge.chargeModel, properties as ChargeProperties)),
  });
  return [
    ...resolved.map((filter, index) => part(filter, charge.filters[index]?.properties ?? {})),
    part(null, charge.properties),
  ];
}

/** Keys that split a charge or filter into pricing groups, as far as the caller wants it split. */
export function groupKeysIn(
  charge: ChargeView,
  properties: Record<string, unknown>,
  { only = [], skipGrouping = false }: UsageView,
): string[] {
  if (skipGrouping) return [];
  return pricingGroupKeys(charge, properties).filter((key) => !only.some((restricted) => restricted.key === key));
}

/** Keys by which a charge, or a filter of it with properties of its own, is split; the wallet that events may name is one more (charges, section 2.2). */
export function pricingGroupKeys(
  { acceptsTargetWallet }: Pick<ChargeView, 'acceptsTargetWallet'>,
  properties: Record<string, unknown>,
): string[] {
  const given = properties['pricing_group_keys'];
  const keys = Array.isArray(given) ? given.filter((key): key is string => typeof key === 'string') : [];
  return acceptsTargetWallet ? [...new Set([...keys, 'target_wallet_code'])] : keys;
}

/** Keys by which the units of a charge are broken down, without effect on the price (metering, section 6.3). */
export function presentationKeys({ properties }: ChargeView, { presentation = false }: UsageView): string[] {
  if (presentation === false) return [];
  const names = presentationGroupKeys(properties).map(({ name }) => name);
  return presentation === true ? names : names.filter((name) => presentation.includes(name));
}

/** Those of the keys that invoices show too. */
export const displayedKeys = ({ properties }: Pick<ChargeView, 'properties'>): string[] =>
  presentationGroupKeys(properties).flatMap(({ name, displayed }) => (displayed ? [name] : []));

function presentationGroupKeys(properties: Record<string, unknown>): { name: string; displayed: boolean }[] {
  const keys = properties['presentation_group_keys'];
  if (!Array.isArray(keys)) return [];
  return keys.flatMap((key: unknown) => {
    if (!isRecord(key) || typeof key['value'] !== 'string') return [];
    const { options } = key;
    return [{ name: key['value'], displayed: isRecord(options) && options['display_in_invoice'] === true }];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';

/** What pricing needs of the usage besides its units. */
function pricingNeeds(model: string, properties: ChargeProperties): Pick<UsagePart, 'free' | 'needsEventValues'> {
  if (model !== 'percentage') return {};
  const free = allowanceOf(properties);
  const perTransaction =
    isGiven(properties.per_transaction_min_amount) || isGiven(properties.per_transaction_max_amount);
  return {
    ...(free.events > 0 || !free.total.isZero() ? { free } : {}),
    ...(perTransaction ? { needsEventValues: true } : {}),
  };
}

const isGiven = (value: unknown) => value !== null && value !== undefined;
