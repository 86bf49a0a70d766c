import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Logger } from '../observability/logger.js';
import { ApiError, BadRequest, BodyTooLarge, NotFound } from './errors.js';

/** Turns whatever a call throws into the one error shape. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const answer = toApiError(error);
    if (!answer) this.logger.error('call failed', error);
    const { status, body, headers } = answer ?? new ApiError(500, { status: 500, error: 'Internal Server Error', code: 'internal_error' });
    void reply.status(status).headers(headers).send(body);
  }
}

/** The answer to an error that callers may see; null for a defect of ours. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new BodyTooLarge();
  if (statusCode === 400 || statusCode === 415) return new BadRequest('the body is not readable as JSON');
  if (error instanceof HttpException && error.getStatus() === 404) return new NotFound('resource');
  if (error instanceof HttpException && error.getStatus() === 400) return new BadRequest('the body is not readable as JSON');
  return null;
}
