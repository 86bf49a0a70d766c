import { readTaxes, readTaxesOfBillingEntity } from '@tollgate/catalog/reader';
import { applicableTaxes } from '@tollgate/rating';
import { hasVatCheck } from '@tollgate/subscription/reader';
import type { TaxSource } from './tax-source.js';

/**
 * Taxes of the catalog: of the item, the customer or its issuer (invoices, section 4.2). They are unknown during a check
 * of the customer's VAT number (invoices, section 4.5).
 */
export const catalogTaxes: TaxSource = {
  /**
   * Whether a check was pending when the customer was read, or is now. It takes no lock: the reconciler finds the
   * invoice if the result arrives before the commit.
   */
  isUnknown: async (transaction, customer) =>
    customer.isVatCheckPending || (customer.billingEntity.euTaxManagement && hasVatCheck(transaction, customer)),

  isPendingForAll: ({ isVatCheckPending }) => isVatCheckPending,

  isPending: (_transaction, { customer }) => Promise.resolve(customer.isVatCheckPending),

  async taxesOf(transaction, { customer }, fees) {
    const itemTaxes = await readTaxes(transaction, [...new Set(fees.flatMap(({ ownTaxIds }) => ownTaxIds))]);
    const entityTaxes = await readTaxesOfBillingEntity(transaction, customer.billingEntity.id);
    return fees.map(({ ownTaxIds }) => {
      const ownTaxes = itemTaxes.filter(({ id }) => ownTaxIds.includes(id));
      return [...applicableTaxes(ownTaxes, customer.taxes, entityTaxes)];
    });
  },
};
