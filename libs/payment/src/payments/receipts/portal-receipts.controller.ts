import { Controller } from '@nestjs/common';
import { portalDocumentRoutes as routes, PortalPaymentReceipt, shownFields } from '@tollgate/contracts';
import { Call, CurrentCustomer, Query, type AnswerOf, type CallingCustomer, type QueryOf } from '@tollgate/platform';
import { PaymentReceiptsService } from './payment-receipts.service.js';

/** The receipts that customers see in the portal (customers, section 3.3). */
@Controller()
export class PortalReceiptsController {
  constructor(private readonly receipts: PaymentReceiptsService) {}

  @Call(routes.paymentReceipts)
  async list(
    @CurrentCustomer() caller: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.paymentReceipts>,
  ): Promise<AnswerOf<typeof routes.paymentReceipts>> {
    const { payment_receipts: receipts, meta } = await this.receipts.listOfCustomer(caller, filters);
    return { payment_receipts: receipts.map((receipt) => shownFields(PortalPaymentReceipt, receipt)), meta };
  }
}
