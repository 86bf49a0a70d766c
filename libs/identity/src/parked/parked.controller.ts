import { Controller, Param } from '@nestjs/common';
import { operatorCalls } from '@tollgate/contracts';
import { Call, Input, Query, type AnswerOf, type InputOf, type QueryOf } from '@tollgate/platform';
import { ParkedItems } from './parked.service.js';

type Calls = typeof operatorCalls;

/** Operators' calls about the parked items of services. */
@Controller()
export class ParkedController {
  constructor(private readonly items: ParkedItems) {}

  @Call(operatorCalls.listParked)
  async list(@Query() query: QueryOf<Calls['listParked']>): Promise<AnswerOf<Calls['listParked']>> {
    const { rows, meta } = await this.items.list(query);
    return { parked: rows, meta };
  }

  /** Retries all filtered items, up to a limit. */
  @Call(operatorCalls.retryAllParked)
  async retryAll(@Input() input: InputOf<Calls['retryAllParked']>): Promise<AnswerOf<Calls['retryAllParked']>> {
    return { parked: await this.items.retryAll(input) };
  }

  @Call(operatorCalls.readParked)
  async read(@Param('svc_id') id: string): Promise<AnswerOf<Calls['readParked']>> {
    return { parked: await this.items.read(id) };
  }

  @Call(operatorCalls.retryParked)
  async retry(@Param('svc_id') id: string): Promise<AnswerOf<Calls['retryParked']>> {
    return { parked: await this.items.retry(id) };
  }

  @Call(operatorCalls.discardParked)
  async discard(@Param('svc_id') id: string): Promise<AnswerOf<Calls['discardParked']>> {
    const { item, outcome } = await this.items.discard(id);
    return { parked: { ...item, outcome: outcome.outcome } };
  }
}
