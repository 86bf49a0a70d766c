import { Controller } from '@nestjs/common';
import { oneOffInvoiceRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type Repetition,
  type Tenant,
} from '@tollgate/platform';
import { OneOffInvoicesService } from './one-off-invoices.service.js';

@Controller()
export class OneOffInvoicesController {
  constructor(private readonly invoices: OneOffInvoicesService) {}

  @Call(oneOffInvoiceRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof oneOffInvoiceRoutes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof oneOffInvoiceRoutes.create>> {
    return { invoice: await this.invoices.create(tenant.organizationId, input, repetition) };
  }
}
