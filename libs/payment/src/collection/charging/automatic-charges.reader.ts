import { Injectable } from '@nestjs/common';
import type { PaymentMethodReference } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { AutomaticCharges, type ChargedMethod } from '@tollgate/wallet/reader';
import { lastFinalDecline, lastMethodsOf } from '../../model/payments/payments.repository.js';
import { usableMethods } from '../../model/connections/provider-connections.repository.js';
import { methodToCharge } from './charges.rules.js';

/** Reads which method an automatic top-up would charge, and which ones were charged. */
@Injectable()
export class AutomaticChargesReader extends AutomaticCharges {
  override async methodOf(
    transaction: TenantTransaction,
    customerId: string,
    reference: PaymentMethodReference,
  ): Promise<ChargedMethod | null> {
    const methods = (await usableMethods(transaction, [customerId])).get(customerId) ?? [];
    const linked = methodToCharge(methods, reference, { requested: false });
    if (typeof linked === 'string') return null;
    const { id } = linked.method;
    return { id, isDeclined: (await lastFinalDecline(transaction, id)) !== undefined };
  }

  override lastMethods(transaction: TenantTransaction, invoiceIds: string[]): Promise<Map<string, string>> {
    return lastMethodsOf(transaction, invoiceIds);
  }
}
