import { Controller, Param } from '@nestjs/common';
import { type Resend, resendRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type InputOf, type Tenant } from '@tollgate/platform';
import type { DocumentKind } from '../tables/document.tables.js';
import { ResendsService } from './resends.service.js';

@Controller()
export class ResendsController {
  constructor(private readonly resends: ResendsService) {}

  @Call(routes.invoice)
  invoice(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() recipients: InputOf<typeof routes.invoice>,
  ) {
    return this.resend(tenant, 'invoice', id, recipients);
  }

  @Call(routes.creditNote)
  creditNote(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() recipients: InputOf<typeof routes.creditNote>,
  ) {
    return this.resend(tenant, 'credit_note', id, recipients);
  }

  @Call(routes.paymentReceipt)
  paymentReceipt(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() recipients: InputOf<typeof routes.paymentReceipt>,
  ) {
    return this.resend(tenant, 'payment_receipt', id, recipients);
  }

  private async resend(tenant: Tenant, kind: DocumentKind, id: string, recipients: Resend): Promise<string> {
    await this.resends.resend(tenant.organizationId, kind, id, recipients);
    return '';
  }
}
