import { Controller, Param } from '@nestjs/common';
import { customerStatementRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { StatementsService } from '../statements/statements.service.js';

@Controller()
export class StatementDownloadsController {
  constructor(private readonly statements: StatementsService) {}

  @Call(routes.download)
  async download(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalId: string,
    @Query() filters: QueryOf<typeof routes.download>,
  ): Promise<AnswerOf<typeof routes.download>> {
    return { customer_statement: await this.statements.file(tenant.organizationId, externalId, filters) };
  }
}
