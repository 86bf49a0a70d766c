import { Controller } from '@nestjs/common';
import { catalogCopyRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Input,
  type AnswerOf,
  type InputOf,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { CopiesService } from './copies.service.js';

@Controller()
export class CopiesController {
  constructor(private readonly copies: CopiesService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { catalog_copy: await this.copies.create(tenant.organizationId, input, may) };
  }
}
