import { Controller } from '@nestjs/common';
import { portalDocumentRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  Clock,
  CurrentCustomer,
  Query,
  type AnswerOf,
  type CallingCustomer,
  type QueryOf,
} from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { readCustomerStatement } from './statement.reader.js';

/** The account that a customer sees in the portal (customers, section 3.3). */
@Controller()
export class PortalStatementsController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  @Call(routes.statement)
  async read(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.statement>,
  ): Promise<AnswerOf<typeof routes.statement>> {
    const now = await this.clock.now(organizationId);
    const { statement } = await this.database.tenant(organizationId, (transaction) =>
      readCustomerStatement(transaction, { id: customerId }, filters, now),
    );
    return { customer_statement: statement };
  }
}
