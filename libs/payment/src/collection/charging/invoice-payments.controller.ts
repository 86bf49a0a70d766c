import { Controller, Param } from '@nestjs/common';
import {
  invoicePaymentRoutes as routes,
  PaymentRetry,
  readBody,
  walletTransactionRoutes as creditRoutes,
} from '@tollgate/contracts';
import { Call, CurrentTenant, OptionalRawBody, ValidationFailed, type AnswerOf, type Tenant } from '@tollgate/platform';
import { InvoicePaymentsService } from './invoice-payments.service.js';

@Controller()
export class InvoicePaymentsController {
  constructor(private readonly payments: InvoicePaymentsService) {}

  @Call(routes.retryPayment)
  async retryPayment(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @OptionalRawBody() raw: Record<string, unknown>,
  ): Promise<string> {
    const read = readBody(PaymentRetry, raw);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    await this.payments.retry(tenant.organizationId, id, read.input);
    return '';
  }

  @Call(routes.paymentUrl)
  async paymentUrl(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.paymentUrl>> {
    return { invoice_payment_details: await this.payments.paymentUrl(tenant.organizationId, id) };
  }

  @Call(creditRoutes.paymentUrl)
  async creditsPaymentUrl(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof creditRoutes.paymentUrl>> {
    return { wallet_transaction_payment_details: await this.payments.creditsPaymentUrl(tenant.organizationId, id) };
  }
}
