import { Injectable, type LoggerService } from '@nestjs/common';
import { pino, type Logger as Pino } from 'pino';
import { Config } from '../config/config.js';
import { currentContext } from './request-context.js';
import { traceIds } from './tracing/tracing.js';

/** Structured log lines on standard output: one JSON object a line, with service, request id, organization and trace. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: Pino;

  constructor(config: Config) {
    this.pino = pino({
      level: config.logLevel,
      base: { service: process.env['SERVICE_NAME'] ?? 'standalone' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.api_key', '*.hmac_key', '*.password', '*.token'],
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const context = currentContext();
        return {
          ...(context ? { request_id: context.requestId } : {}),
          ...(context?.organizationId ? { organization_id: context.organizationId } : {}),
          ...traceIds(),
        };
      },
    });
  }

  info(message: string, fields: object = {}): void {
    this.pino.info(fields, message);
  }
  warn(message: string, fields?: unknown): void {
    this.pino.warn(asFields(fields), message);
  }
  error(message: string, fields?: unknown): void {
    this.pino.error(asFields(fields), message);
  }
  debug(message: string, fields?: unknown): void {
    // Every call logs here, and most installations disable this level.
    if (this.pino.isLevelEnabled('debug')) this.pino.debug(asFields(fields), message);
  }
  /** Nest's own messages. */
  log(message: string, context?: string): void {
    this.pino.debug({ context }, message);
  }
}

function asFields(fields: unknown): object {
  if (fields instanceof Error) return { error: fields.message, stack: fields.stack };
  if (typeof fields === 'object' && fields !== null) {
    const { error, ...rest } = fields as { error?: unknown };
    return error instanceof Error ? { ...rest, error: error.message, stack: error.stack } : fields;
  }
  return fields === undefined ? {} : { context: fields };
}
