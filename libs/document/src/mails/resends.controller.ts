import { Controller, Param } from '@nestjs/common';
import { readBody, Resend, resendRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, OptionalRawBody, ValidationFailed, type Tenant } from '@tollgate/platform';
import type { DocumentKind } from '../tables/document.tables.js';
import { ResendsService } from './resends.service.js';

type RawInput = Record<string, unknown>;

@Controller()
export class ResendsController {
  constructor(private readonly resends: ResendsService) {}

  @Call(routes.invoice)
  invoice(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string, @OptionalRawBody() raw: RawInput) {
    return this.resend(tenant, 'invoice', id, raw);
  }

  @Call(routes.creditNote)
  creditNote(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string, @OptionalRawBody() raw: RawInput) {
    return this.resend(tenant, 'credit_note', id, raw);
  }

  @Call(routes.paymentReceipt)
  paymentReceipt(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string, @OptionalRawBody() raw: RawInput) {
    return this.resend(tenant, 'payment_receipt', id, raw);
  }

  private async resend(tenant: Tenant, kind: DocumentKind, id: string, raw: RawInput): Promise<string> {
    const read = readBody(Resend, raw);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    await this.resends.resend(tenant.organizationId, kind, id, read.input);
    return '';
  }
}
