import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Logger } from '../observability/logger.js';
import { ApiError, BadRequest, BodyTooLarge, NotFound, Unavailable } from './errors.js';

/** Turns whatever a call throws into the one error shape. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const answer = toApiError(error);
    if (!answer) this.logger.error('call failed', error);
    else if (answer.cause !== undefined) this.logger.warn('call failed', { error: answer.cause });
    const { status, body, headers } = answer ?? new ApiError(500, { status: 500, error: 'Internal Server Error', code: 'internal_error' });
    void reply.status(status).headers(headers).send(body);
  }
}

/** What PostgreSQL or its client say when the server is away, going down, coming up or full. */
const databaseAway = /^(08|57P0|53300)/;
const clientGaveUp = /timeout exceeded when trying to connect|Connection terminated/;

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const refused = code === 'ECONNREFUSED' || (code === 'ECONNRESET' && syscall === 'read');
  return refused || (code !== undefined && databaseAway.test(code)) || clientGaveUp.test(error.message);
}

/** The answer to an error that callers may see; null for a defect of ours. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode;
  if (status === 404) return new NotFound('resource');
  if (status === 413) return new BodyTooLarge();
  if (status === 400 || status === 415) return new BadRequest('the body is not readable as JSON');
  if (isDatabaseAway(error)) return new Unavailable('a database is away, try again');
  return null;
}
