import { Controller, Param } from '@nestjs/common';
import { documentPreviewRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { PreviewsService } from './previews.service.js';

@Controller()
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Call(routes.preview)
  async preview(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof routes.preview>,
  ): Promise<AnswerOf<typeof routes.preview>> {
    return { document_preview: await this.previews.preview(tenant.organizationId, code, input) };
  }
}
