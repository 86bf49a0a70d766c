import { Controller, Param } from '@nestjs/common';
import { webhookEndpointRoutes } from '@tollgate/contracts';
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
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

@Controller()
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  @Call(webhookEndpointRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof webhookEndpointRoutes.create>,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.create>> {
    return { webhook_endpoint: await this.endpoints.create(tenant.organizationId, input) };
  }

  @Call(webhookEndpointRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof webhookEndpointRoutes.list>,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.list>> {
    return this.endpoints.list(tenant.organizationId, page);
  }

  @Call(webhookEndpointRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.read>> {
    return { webhook_endpoint: await this.endpoints.read(tenant.organizationId, id) };
  }

  @Call(webhookEndpointRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof webhookEndpointRoutes.update>,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.update>> {
    return { webhook_endpoint: await this.endpoints.update(tenant.organizationId, id, input) };
  }

  @Call(webhookEndpointRoutes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.remove>> {
    return { webhook_endpoint: await this.endpoints.remove(tenant.organizationId, id) };
  }

  @Call(webhookEndpointRoutes.pause)
  async pause(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.pause>> {
    return { webhook_endpoint: await this.endpoints.pause(tenant.organizationId, id) };
  }

  @Call(webhookEndpointRoutes.resume)
  async resume(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.resume>> {
    return { webhook_endpoint: await this.endpoints.resume(tenant.organizationId, id) };
  }
}
