import { Controller, Param } from '@nestjs/common';
import { customerStatementRoutes as routes, readBody, Resend } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  OptionalRawBody,
  Query,
  ValidationFailed,
  type AnswerOf,
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
    @Query() filters: QueryOf<typeof routes.sendEmail>,
    @OptionalRawBody() raw: Record<string, unknown>,
  ): Promise<AnswerOf<typeof routes.sendEmail>> {
    const read = readBody(Resend, raw);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    return { email: await this.resends.send(tenant.organizationId, externalId, filters, read.input) };
  }
}
