import { Controller, Param } from '@nestjs/common';
import { creditNoteRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { CreditNotesService } from './credit-notes.service.js';

@Controller()
export class CreditNotesController {
  constructor(private readonly creditNotes: CreditNotesService) {}

  @Call(creditNoteRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof creditNoteRoutes.list>,
  ): Promise<AnswerOf<typeof creditNoteRoutes.list>> {
    return this.creditNotes.list(tenant.organizationId, filters);
  }

  @Call(creditNoteRoutes.listOfCustomer)
  async listOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof creditNoteRoutes.listOfCustomer>,
  ): Promise<AnswerOf<typeof creditNoteRoutes.listOfCustomer>> {
    return this.creditNotes.list(tenant.organizationId, filters, externalCustomerId);
  }

  @Call(creditNoteRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() { expand }: QueryOf<typeof creditNoteRoutes.read>,
  ): Promise<AnswerOf<typeof creditNoteRoutes.read>> {
    return { credit_note: await this.creditNotes.read(tenant.organizationId, id, expand) };
  }
}
