import type { TaxView } from '@tollgate/catalog/reader';
import { applicableTaxes } from '@tollgate/rating';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';

/** Who pays for what a subscription brings. */
export interface Payer {
  subscription: SubscriptionView;
  customer: CustomerView;
  /** Taxes of the customer's issuer. */
  entityTaxes: TaxView[];
}

/** The taxes of a fee of a payer. @param own those of what is charged, which come before all others */
export const taxesOfFee = (payer: Payer, own: TaxView[] = []): TaxView[] => taxesOfLine(payer, own).taxes;

/** The same, with those that it has whoever pays. */
export function taxesOfLine(
  { subscription, customer, entityTaxes }: Payer,
  own: TaxView[] = [],
): { taxes: TaxView[]; ownTaxes: TaxView[] } {
  const ownTaxes = [...applicableTaxes(own, subscription.plan.taxes)];
  return { taxes: [...applicableTaxes(ownTaxes, customer.taxes, entityTaxes)], ownTaxes };
}
