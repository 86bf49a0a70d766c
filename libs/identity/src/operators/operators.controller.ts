import { Controller, Param } from '@nestjs/common';
import { operatorCalls } from '@tollgate/contracts';
import { Call, CurrentOperator, Query, type AnswerOf, type Person, type QueryOf } from '@tollgate/platform';
import { Operators } from './operators.service.js';

type Calls = typeof operatorCalls;

/** The operators of the installation. */
@Controller()
export class OperatorsController {
  constructor(private readonly operators: Operators) {}

  @Call(operatorCalls.listOperators)
  async list(@Query() query: QueryOf<Calls['listOperators']>): Promise<AnswerOf<Calls['listOperators']>> {
    return this.operators.list(query);
  }

  @Call(operatorCalls.appointOperator)
  async appoint(@Param('email') email: string): Promise<AnswerOf<Calls['appointOperator']>> {
    return { operator: await this.operators.appoint(email) };
  }

  @Call(operatorCalls.dismissOperator)
  async dismiss(
    @CurrentOperator() by: Person | null,
    @Param('email') email: string,
  ): Promise<AnswerOf<Calls['dismissOperator']>> {
    return { operator: await this.operators.dismiss(email, by) };
  }
}
