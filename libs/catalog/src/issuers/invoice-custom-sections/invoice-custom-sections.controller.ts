import { Controller, Param } from '@nestjs/common';
import { invoiceCustomSectionRoutes } from '@tollgate/contracts';
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
import { InvoiceCustomSectionsService } from './invoice-custom-sections.service.js';

@Controller()
export class InvoiceCustomSectionsController {
  constructor(private readonly sections: InvoiceCustomSectionsService) {}

  @Call(invoiceCustomSectionRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof invoiceCustomSectionRoutes.create>,
  ): Promise<AnswerOf<typeof invoiceCustomSectionRoutes.create>> {
    return { invoice_custom_section: await this.sections.create(tenant.organizationId, input) };
  }

  @Call(invoiceCustomSectionRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof invoiceCustomSectionRoutes.list>,
  ): Promise<AnswerOf<typeof invoiceCustomSectionRoutes.list>> {
    return this.sections.list(tenant.organizationId, page);
  }

  @Call(invoiceCustomSectionRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof invoiceCustomSectionRoutes.read>> {
    return { invoice_custom_section: await this.sections.read(tenant.organizationId, code) };
  }

  @Call(invoiceCustomSectionRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof invoiceCustomSectionRoutes.update>,
  ): Promise<AnswerOf<typeof invoiceCustomSectionRoutes.update>> {
    return { invoice_custom_section: await this.sections.update(tenant.organizationId, code, input) };
  }

  @Call(invoiceCustomSectionRoutes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof invoiceCustomSectionRoutes.remove>> {
    return { invoice_custom_section: await this.sections.remove(tenant.organizationId, code) };
  }
}
