import { Controller, Param } from '@nestjs/common';
import { apiLogRoutes } from '@tollgate/contracts';
import {
  Call,
  ClickHouse,
  CurrentTenant,
  NotFound,
  Query,
  type AnswerOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { ApiLogWriter } from './api-log.writer.js';
import { findApiLog, listApiLogs } from './api-logs.repository.js';

/**
 * The log of calls (customers, section 15.2). Flushes this process's queue first, so that its answers are listed at
 * once.
 */
@Controller()
export class ApiLogsController {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly writer: ApiLogWriter,
  ) {}

  @Call(apiLogRoutes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Query() filters: QueryOf<typeof apiLogRoutes.list>,
  ): Promise<AnswerOf<typeof apiLogRoutes.list>> {
    await this.writer.write();
    const { rows, meta } = await listApiLogs(this.clickhouse, organizationId, filters);
    return { api_logs: rows, meta };
  }

  @Call(apiLogRoutes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('request_id') id: string,
  ): Promise<AnswerOf<typeof apiLogRoutes.read>> {
    await this.writer.write();
    const log = await findApiLog(this.clickhouse, organizationId, id);
    if (!log) throw new NotFound('api_log');
    return { api_log: log };
  }
}
