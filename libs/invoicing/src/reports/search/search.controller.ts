import { Controller } from '@nestjs/common';
import { searchRoutes as routes } from '@tollgate/contracts';
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
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Call(routes.search)
  async search(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Query() { q }: QueryOf<typeof routes.search>,
  ): Promise<AnswerOf<typeof routes.search>> {
    return this.searches.search(tenant.organizationId, q.trim(), may);
  }
}
