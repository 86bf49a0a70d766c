import { Controller, Param } from '@nestjs/common';
import { operatorCalls } from '@tollgate/contracts';
import { Call, CommandBus, isId, NotFound, Query, type AnswerOf, type QueryOf } from '@tollgate/platform';

type Calls = typeof operatorCalls;

/** Operators' calls about webhook endpoints that are paused because their receivers hang. */
@Controller()
export class PausedEndpointsController {
  constructor(private readonly commands: CommandBus) {}

  @Call(operatorCalls.listPausedEndpoints)
  async list(@Query() query: QueryOf<Calls['listPausedEndpoints']>): Promise<AnswerOf<Calls['listPausedEndpoints']>> {
    const { page, per_page } = query;
    return this.commands.send('webhook-delivery', 'webhook_endpoint.list_paused', { page, per_page });
  }

  /** Retries the endpoint now; an endpoint that is not paused stays unchanged. @throws NotFound */
  @Call(operatorCalls.resumeEndpoint)
  async resume(@Param('svc_id') id: string): Promise<AnswerOf<Calls['resumeEndpoint']>> {
    if (!isId(id)) throw new NotFound('webhook_endpoint');
    const request = { webhook_endpoint_id: id };
    const { outcome } = await this.commands.send('webhook-delivery', 'webhook_endpoint.resume', request, id);
    if (outcome === 'gone') throw new NotFound('webhook_endpoint');
    return { webhook_endpoint: { svc_id: id, outcome } };
  }
}
