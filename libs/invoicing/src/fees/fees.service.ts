import { Injectable } from '@nestjs/common';
import type { FeeWithTaxes } from '@tollgate/contracts';
import { isId, NotFound } from '@tollgate/platform';
import { readEmbeddedCustomers, readSubscriptionNames } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { presentFee, presentFeeTax } from './fee.resource.js';
import { findFee, taxesOfFee } from './fees.repository.js';

/** Fees: the lines of invoices. */
@Injectable()
export class FeesService {
  constructor(private readonly database: InvoicingDatabase) {}

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<FeeWithTaxes> {
    if (!isId(id)) throw new NotFound('fee');
    return this.database.tenant(organizationId, async (transaction) => {
      const fee = await findFee(transaction, organizationId, id);
      if (!fee) throw new NotFound('fee');
      const customers = await readEmbeddedCustomers(transaction, organizationId, [fee.customer_id]);
      const names = await readSubscriptionNames(transaction, organizationId, fee.subscription_id ? [fee.subscription_id] : []);
      const taxes = await taxesOfFee(transaction, fee.id);
      const owners = {
        externalCustomerId: customers.get(fee.customer_id)?.external_id ?? null,
        externalSubscriptionId: names.get(fee.subscription_id ?? '') ?? null,
      };
      return { ...presentFee(fee, owners), applied_taxes: taxes.map((tax) => presentFeeTax(tax, fee.currency)) };
    });
  }
}
