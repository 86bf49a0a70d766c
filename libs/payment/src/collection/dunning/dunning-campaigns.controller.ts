import { Controller, Param } from '@nestjs/common';
import { dunningCampaignRoutes as routes } from '@tollgate/contracts';
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
import { CustomerDunningService } from './customer-dunning.service.js';
import { DunningCampaignsService } from './dunning-campaigns.service.js';

@Controller()
export class DunningCampaignsController {
  constructor(
    private readonly campaigns: DunningCampaignsService,
    private readonly customers: CustomerDunningService,
  ) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { dunning_campaign: await this.campaigns.create(tenant.organizationId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.campaigns.list(tenant.organizationId, filters);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.read>> {
    return { dunning_campaign: await this.campaigns.read(tenant.organizationId, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { dunning_campaign: await this.campaigns.update(tenant.organizationId, code, input) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.remove>> {
    return { dunning_campaign: await this.campaigns.remove(tenant.organizationId, code) };
  }

  @Call(routes.readOfCustomer)
  async readOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
  ): Promise<AnswerOf<typeof routes.readOfCustomer>> {
    return { dunning: await this.customers.read(tenant.organizationId, externalCustomerId) };
  }

  @Call(routes.updateOfCustomer)
  async updateOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Input() input: InputOf<typeof routes.updateOfCustomer>,
  ): Promise<AnswerOf<typeof routes.updateOfCustomer>> {
    return { dunning: await this.customers.update(tenant.organizationId, externalCustomerId, input) };
  }
}
