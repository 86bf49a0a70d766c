import { Controller, Delete, Get, Param, Put, Query, UseGuards } from '@nestjs/common';
import { OperatorsQuery, readQuery } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { AdminKeyGuard } from '../api-keys/admin-key.guard.js';
import { Operators } from './operators.service.js';

/** The operators of the installation, under the admin key. */
@Controller('/admin/operators')
@UseGuards(AdminKeyGuard)
export class OperatorsController {
  constructor(private readonly operators: Operators) {}

  @Get()
  async list(@Query() rawQuery: Record<string, unknown>) {
    const read = readQuery(OperatorsQuery, rawQuery);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    return this.operators.list(read.input);
  }

  @Put('/:email')
  async appoint(@Param('email') email: string) {
    return { operator: await this.operators.mark(email, true) };
  }

  @Delete('/:email')
  async dismiss(@Param('email') email: string) {
    return { operator: await this.operators.mark(email, false) };
  }
}
