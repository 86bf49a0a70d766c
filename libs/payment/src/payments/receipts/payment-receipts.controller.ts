import { Controller, Param } from '@nestjs/common';
import { paymentReceiptRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Query,
  type AnswerOf,
  type QueryOf,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { PaymentReceiptsService } from './payment-receipts.service.js';

@Controller()
export class PaymentReceiptsController {
  constructor(private readonly receipts: PaymentReceiptsService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.receipts.list(tenant.organizationId, filters, may);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() { expand }: QueryOf<typeof routes.read>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { payment_receipt: await this.receipts.read(tenant.organizationId, id, { expand, may }) };
  }
}
