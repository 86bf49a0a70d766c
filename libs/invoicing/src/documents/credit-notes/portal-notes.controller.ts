import { Controller } from '@nestjs/common';
import { portalDocumentRoutes as routes, PortalCreditNote, shownFields } from '@tollgate/contracts';
import { Call, CurrentCustomer, Query, type AnswerOf, type CallingCustomer, type QueryOf } from '@tollgate/platform';
import { CreditNotesService } from './credit-notes.service.js';

/** The credit notes that customers see in the portal (customers, section 3.3). */
@Controller()
export class PortalNotesController {
  constructor(private readonly creditNotes: CreditNotesService) {}

  @Call(routes.creditNotes)
  async list(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.creditNotes>,
  ): Promise<AnswerOf<typeof routes.creditNotes>> {
    const { credit_notes: notes, meta } = await this.creditNotes.list(organizationId, filters, { id: customerId });
    return { credit_notes: notes.map((note) => shownFields(PortalCreditNote, note)), meta };
  }
}
