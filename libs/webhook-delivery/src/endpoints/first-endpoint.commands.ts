import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@tollgate/platform';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

/** Webhook addresses of the organization's own requests (catalog, section 14). */
@Injectable()
export class FirstEndpointCommands implements OnModuleInit {
  constructor(
    private readonly commands: CommandBus,
    private readonly endpoints: WebhookEndpointsService,
  ) {}

  onModuleInit(): void {
    this.commands.handle('webhook-delivery', 'webhook_endpoint.list_urls', async (request) => ({
      webhook_urls: await this.endpoints.listUrls(request.organization_id),
    }));
    // Idempotent: a repeated command has the same result.
    this.commands.handle('webhook-delivery', 'webhook_endpoint.set_first_url', async (request) => {
      await this.endpoints.setFirstUrl(request.organization_id, request.webhook_url);
      return {};
    });
  }
}
