import { Controller, Param } from '@nestjs/common';
import { invoicePaymentRoutes as routes, walletTransactionRoutes as creditRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { InvoicePaymentsService } from './invoice-payments.service.js';

@Controller()
export class InvoicePaymentsController {
  constructor(private readonly payments: InvoicePaymentsService) {}

  @Call(routes.retryPayment)
  async retryPayment(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof routes.retryPayment>,
  ): Promise<string> {
    await this.payments.retry(tenant.organizationId, id, input);
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
