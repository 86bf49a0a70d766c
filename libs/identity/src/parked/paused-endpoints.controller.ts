import { Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { PausedEndpointsQuery, readQuery } from '@tollgate/contracts';
import { CommandBus, isId, NotFound, ValidationFailed } from '@tollgate/platform';
import { AdminKeyGuard } from '../api-keys/admin-key.guard.js';

/** Operators' calls about webhook endpoints that are paused because their receivers hang, under the admin key. */
@Controller('/admin/paused_webhook_endpoints')
@UseGuards(AdminKeyGuard)
export class PausedEndpointsController {
  constructor(private readonly commands: CommandBus) {}

  @Get()
  async list(@Query() rawQuery: Record<string, unknown>) {
    const read = readQuery(PausedEndpointsQuery, rawQuery);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    const { page, per_page } = read.input;
    return this.commands.send('webhook-delivery', 'webhook_endpoint.list_paused', { page, per_page });
  }

  /** Retries the endpoint now; an endpoint that is not paused stays unchanged. @throws NotFound */
  @Post('/:svc_id/resume')
  @HttpCode(200)
  async resume(@Param('svc_id') id: string) {
    if (!isId(id)) throw new NotFound('webhook_endpoint');
    const request = { webhook_endpoint_id: id };
    const { outcome } = await this.commands.send('webhook-delivery', 'webhook_endpoint.resume', request, id);
    if (outcome === 'gone') throw new NotFound('webhook_endpoint');
    return { webhook_endpoint: { svc_id: id, outcome } };
  }
}
