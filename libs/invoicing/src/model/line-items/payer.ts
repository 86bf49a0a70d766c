import type { TaxView } from '@tollgate/catalog/reader';
import { applicableTaxes } from '@tollgate/rating';
import type { CustomerView, SubscriptionView, UsedSubscriptionView } from '@tollgate/subscription/reader';

/** The payer of a subscription's usage. */
export interface UsagePayer {
  subscription: UsedSubscriptionView;
  customer: CustomerView;
  /** Taxes of the customer's issuer. */
  entityTaxes: TaxView[];
}

/** The payer of all of a subscription's charges. */
export interface Payer extends UsagePayer {
  subscription: SubscriptionView;
}

/** The taxes of a payer's fee. @param itemTaxes those of the charged item, which take precedence */
export const taxesOfFee = (payer: UsagePayer, itemTaxes: TaxView[] = []): TaxView[] =>
  taxesOfLine(payer, itemTaxes).taxes;

/**
 * The taxes of a payer's fee, and those of the item or its plan. A tax engine computes them in place of the catalog
 * (webhooks, section 19).
 */
export function taxesOfLine(
  { subscription, customer, entityTaxes }: UsagePayer,
  itemTaxes: TaxView[] = [],
): { taxes: TaxView[]; ownTaxes: TaxView[] } {
  const ownTaxes = [...applicableTaxes(itemTaxes, subscription.plan.taxes)];
  return { taxes: customer.taxEngine ? [] : [...applicableTaxes(ownTaxes, customer.taxes, entityTaxes)], ownTaxes };
}
