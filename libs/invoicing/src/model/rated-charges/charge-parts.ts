import type { ChargeFilterView, ChargeView } from '@tollgate/catalog/reader';
import type { UsagePart, UsageRestriction } from '@tollgate/ingestion/reader';
import { hasAllowance, usageNeeds } from '@tollgate/rating';
import { resolvedFilters } from '../fee-inputs/charge-inputs.js';

type Properties = ChargeView['properties'];

/** How usage is aggregated: all of it as priced, or by a caller's filters (metering, section 7.1). */
export interface UsageView {
  /** Only events with these property values; their keys no longer split. */
  only?: UsageRestriction[];
  /** Whether to merge pricing groups. */
  skipGrouping?: boolean;
  /** Whether to break units down for presentation; a list restricts the keys. */
  presentation?: boolean | string[];
}

/** The parts of a charge: one for each filter, and one for the events of none (metering, section 6). */
export function partsOf(charge: ChargeView, view: UsageView, furtherKeys: string[] = []): UsagePart[] {
  const resolved = resolvedFilters(charge);
  const part = (filter: UsagePart['filter'], properties: Properties): UsagePart => ({
    filter,
    groupKeys: [...new Set([...groupKeysIn(charge, properties, view), ...furtherKeys])],
    ...(furtherKeys.length > 0 ? {} : pricingNeeds(charge.chargeModel, properties)),
  });
  return [
    ...resolved.map((filter, index) => part(filter, (charge.filters[index] as ChargeFilterView).properties)),
    part(null, charge.properties),
  ];
}

/** Keys that split a charge or filter into pricing groups, as far as the caller requests. */
export function groupKeysIn(
  charge: ChargeView,
  properties: Properties,
  { only = [], skipGrouping = false }: UsageView,
): string[] {
  if (skipGrouping) return [];
  return pricingGroupKeys(charge, properties).filter((key) => !only.some((restricted) => restricted.key === key));
}

/**
 * Keys that split a charge, or a filter with properties of its own. Charges that accept a target wallet add its key
 * (charges, section 2.2).
 */
export function pricingGroupKeys(
  { acceptsTargetWallet }: Pick<ChargeView, 'acceptsTargetWallet'>,
  properties: Properties,
): string[] {
  const keys = properties.pricing_group_keys ?? [];
  return acceptsTargetWallet ? [...new Set([...keys, 'target_wallet_code'])] : keys;
}

/** Keys that break down the units of a charge, without effect on the price (metering, section 6.3). */
export function presentationKeys({ properties }: ChargeView, { presentation = false }: UsageView): string[] {
  if (presentation === false) return [];
  const names = presentationGroupKeys(properties).map(({ name }) => name);
  return presentation === true ? names : names.filter((name) => presentation.includes(name));
}

/** The presentation keys that invoices show too. */
export const displayedKeys = ({ properties }: Pick<ChargeView, 'properties'>): string[] =>
  presentationGroupKeys(properties).flatMap(({ name, displayed }) => (displayed ? [name] : []));

const presentationGroupKeys = ({ presentation_group_keys: keys }: Properties) =>
  (keys ?? []).map(({ value, options }) => ({ name: value, displayed: options?.display_in_invoice === true }));

/** The usage that pricing needs besides units. */
function pricingNeeds(
  model: ChargeView['chargeModel'],
  properties: Properties,
): Pick<UsagePart, 'free' | 'needsEventValues' | 'needsPrices'> {
  const { allowance, transactions, eventPrices } = usageNeeds({ model, properties });
  return {
    ...(allowance && hasAllowance(allowance) ? { free: allowance } : {}),
    ...(transactions ? { needsEventValues: true } : {}),
    ...(eventPrices ? { needsPrices: true } : {}),
  };
}
