import { Injectable } from '@nestjs/common';
import { RefundChecks } from '@tollgate/invoicing/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { placeOfPayment } from '../../model/connections/payment-connections.js';
import { lastPaymentOf } from '../../model/payments/refunds.repository.js';
import { amountFault } from '../../providers/currency-units.rules.js';
import { paymentProviders } from '../../providers/registry.js';

/** Reads which refunds the provider of a payment could not make. */
@Injectable()
export class RefundChecksReader extends RefundChecks {
  override async faultOf(
    transaction: TenantTransaction,
    invoiceId: string,
    amountCents: bigint,
  ): Promise<string | null> {
    const payment = await lastPaymentOf(transaction, invoiceId);
    const place = payment?.type === 'provider' ? await placeOfPayment(transaction, payment) : undefined;
    const published = place ? paymentProviders[place.connection.provider].currencies : null;
    if (!payment || !published) return null;
    return amountFault(published, amountCents, payment.currency)?.error_code ?? null;
  }
}
