import { AppliedPricingUnitInput, type RawInput } from '@tollgate/contracts';
import { draftOf, type Draft } from '../../records.js';

/** The pricing unit in the body of a charge. */
export interface PricingUnitDraft {
  fields: Draft<typeof AppliedPricingUnitInput>;
  /** Whether the body has a conversion rate at all, even a malformed one. */
  hasRate: boolean;
}

export const draftPricingUnit = (raw: RawInput): PricingUnitDraft => ({
  fields: draftOf(AppliedPricingUnitInput, raw),
  hasRate: raw['conversion_rate'] !== undefined,
});

/** The code of the unit that a new charge names; undefined if it names none. */
export const unitCodeOf = ({ fields }: PricingUnitDraft): string | undefined => readable(fields).code ?? undefined;

/** The fields of a unit; a malformed one makes all of them unreadable. */
export const readable = ({ input, problems }: PricingUnitDraft['fields']): PricingUnitDraft['fields']['input'] =>
  Object.keys(problems).length > 0 ? {} : input;
