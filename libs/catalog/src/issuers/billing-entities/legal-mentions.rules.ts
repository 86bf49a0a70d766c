import {
  LegalMentionsInput,
  noLegalMentions,
  type FieldErrors,
  type LegalMentions,
  type LegalMentionsInput as Stored,
} from '@tollgate/contracts';
import { readRawInput } from '@tollgate/platform';
import type { Selectable, Updateable } from 'kysely';
import type { BillingEntitiesTable } from '../../model/tables/billing-entities.tables.js';

/** The stored mentions of an issuer, as answers show them. */
export const presentLegalMentions = ({ late_penalty_rate: rate, ...stored }: Stored): LegalMentions => ({
  late_penalty_rate: rate == null ? null : Number(rate),
  recovery_indemnity: stored.recovery_indemnity ?? noLegalMentions.recovery_indemnity,
  no_early_payment_discount: stored.no_early_payment_discount ?? noLegalMentions.no_early_payment_discount,
  vat_on_debits: stored.vat_on_debits ?? noLegalMentions.vat_on_debits,
  operation_category: stored.operation_category ?? noLegalMentions.operation_category,
});

/** Reads submitted mentions and adds those that stay. @throws ValidationFailed */
export function legalMentionsColumn(
  input: Record<string, unknown> | undefined,
  stored: Stored = {},
): Pick<Updateable<BillingEntitiesTable>, 'legal_mentions'> {
  if (!input) return {};
  const mentions = readRawInput(LegalMentionsInput, input);
  const sent = Object.fromEntries(Object.entries(mentions).filter(([, value]) => value !== undefined));
  return { legal_mentions: JSON.stringify({ ...stored, ...sent }) };
}

/** The mentions that only French law knows, where the issuer is not French. */
export function legalMentionFaults({
  country,
  legal_mentions: stored,
}: Pick<Selectable<BillingEntitiesTable>, 'country' | 'legal_mentions'>): FieldErrors {
  if (country === 'FR') return {};
  return {
    ...(stored.vat_on_debits ? { vat_on_debits: ['country_not_supported'] } : {}),
    ...(stored.operation_category ? { operation_category: ['country_not_supported'] } : {}),
  };
}
