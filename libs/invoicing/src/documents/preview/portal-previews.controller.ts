import { Controller, Param } from '@nestjs/common';
import { portalPlanRoutes as routes, PortalPreview, shownFields } from '@tollgate/contracts';
import { Call, CurrentCustomer, Input, type AnswerOf, type CallingCustomer, type InputOf } from '@tollgate/platform';
import { PortalPreviewsService } from './portal-previews.service.js';

/** Customers preview a change or an end of a subscription (customers, section 3.5). */
@Controller()
export class PortalPreviewsController {
  constructor(private readonly previews: PortalPreviewsService) {}

  @Call(routes.preview)
  async preview(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
    @Input() input: InputOf<typeof routes.preview>,
  ): Promise<AnswerOf<typeof routes.preview>> {
    return { preview: shownFields(PortalPreview, await this.previews.preview(caller, externalId, input)) };
  }
}
