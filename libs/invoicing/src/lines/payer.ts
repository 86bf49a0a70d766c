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
export const taxesOfFee = ({ subscription, customer, entityTaxes }: Payer, own: TaxView[] = []): TaxView[] => [
  ...applicableTaxes(own, subscription.plan.taxes, customer.taxes, entityTaxes),
];
