import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@tollgate/platform';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

/** Addresses of webhooks as an organization's own calls name them (catalog, section 14). */
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
    // Done twice it leaves what it left the first time.
    this.commands.handle('webhook-delivery', 'webhook_endpoint.set_first_url', async (request) => {
      await this.endpoints.setFirstUrl(request.organization_id, request.webhook_url);
      return {};
    });
  }
}
