import { Controller, Param } from '@nestjs/common';
import { customerStatementRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { StatementResendsService } from './statement-resends.service.js';

@Controller()
export class StatementResendsController {
  constructor(private readonly resends: StatementResendsService) {}

  @Call(routes.sendEmail)
  async send(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalId: string,
    @Input() recipients: InputOf<typeof routes.sendEmail>,
    @Query() filters: QueryOf<typeof routes.sendEmail>,
  ): Promise<AnswerOf<typeof routes.sendEmail>> {
    return { email: await this.resends.send(tenant.organizationId, externalId, filters, recipients) };
  }
}
