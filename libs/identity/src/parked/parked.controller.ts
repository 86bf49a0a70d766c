import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ParkedQuery, ParkedRetry, readQuery } from '@tollgate/contracts';
import { unwrap, ValidationFailed, readRawInput } from '@tollgate/platform';
import { AdminKeyGuard } from '../api-keys/admin-key.guard.js';
import { ParkedItems } from './parked.service.js';

/** Operators' calls about the parked items of services, under the admin key. */
@Controller('/admin/parked')
@UseGuards(AdminKeyGuard)
export class ParkedController {
  constructor(private readonly items: ParkedItems) {}

  @Get()
  async list(@Query() rawQuery: Record<string, unknown>) {
    const read = readQuery(ParkedQuery, rawQuery);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    const { rows, meta } = await this.items.list(read.input);
    return { parked: rows, meta };
  }

  /** Retries all filtered items, up to a limit. */
  @Post('/retry')
  @HttpCode(200)
  async retryAll(@Body() body: unknown) {
    return { parked: await this.items.retryAll(readRawInput(ParkedRetry, unwrap(body, 'parked'))) };
  }

  @Get('/:svc_id')
  async read(@Param('svc_id') id: string) {
    return { parked: await this.items.read(id) };
  }

  @Post('/:svc_id/retry')
  @HttpCode(200)
  async retry(@Param('svc_id') id: string) {
    return { parked: await this.items.retry(id) };
  }

  @Delete('/:svc_id')
  async discard(@Param('svc_id') id: string) {
    const { item, outcome } = await this.items.discard(id);
    return { parked: { ...item, outcome: outcome.outcome } };
  }
}
