import { Controller, Param } from '@nestjs/common';
import { customerStatementRoutes as routes } from '@tollgate/contracts';
import { Call, Clock, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { readCustomerStatement } from './statement.reader.js';

/** The account of a customer. */
@Controller()
export class StatementsController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  @Call(routes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Query() filters: QueryOf<typeof routes.read>,
  ): Promise<AnswerOf<typeof routes.read>> {
    const now = await this.clock.now(organizationId);
    const { statement } = await this.database.tenant(organizationId, (transaction) =>
      readCustomerStatement(transaction, externalId, filters, now),
    );
    return { customer_statement: statement };
  }
}
