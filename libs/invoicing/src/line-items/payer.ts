import type { TaxView } from '@tollgate/catalog/reader';
import { applicableTaxes } from '@tollgate/rating';
import type { CustomerView, SubscriptionView, UsedSubscriptionView } from '@tollgate/subscription/reader';

/** Who pays for what a subscription uses. */
export interface UsagePayer {
  subscription: UsedSubscriptionView;
  customer: CustomerView;
  /** Taxes of the customer's issuer. */
  entityTaxes: TaxView[];
}

/** Who pays for what a subscription brings. */
export interface Payer extends UsagePayer {
  subscription: SubscriptionView;
}

/** The taxes of a fee of a payer. @param own those of what is charged, which come before all others */
export const taxesOfFee = (payer: UsagePayer, itemTaxes: TaxView[] = []): TaxView[] => taxesOfLine(payer, itemTaxes).taxes;

/** The same, with those that it has whoever pays. */
export function taxesOfLine(
  { subscription, customer, entityTaxes }: UsagePayer,
  itemTaxes: TaxView[] = [],
): { taxes: TaxView[]; ownTaxes: TaxView[] } {
  const ownTaxes = [...applicableTaxes(itemTaxes, subscription.plan.taxes)];
  return { taxes: [...applicableTaxes(ownTaxes, customer.taxes, entityTaxes)], ownTaxes };
}
