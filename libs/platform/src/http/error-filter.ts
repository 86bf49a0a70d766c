import { STATUS_CODES } from 'node:http';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { hintsOf, limitsOf } from '@tollgate/contracts';
import { isDatabaseUnavailable, lostToAnotherWrite } from '../database/errors.js';
import { Logger } from '../observability/logger.js';
import {
  ApiError,
  BadRequest,
  BodyTooLarge,
  LostToAnotherWrite,
  NotFound,
  Unavailable,
  UnsupportedMediaType,
  ValidationFailed,
} from '../errors/api-errors.js';
import { calledRoute } from './called-route.js';

/** Converts every error of a call to the common error shape. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    answerError(error, host.switchToHttp().getResponse<FastifyReply>(), this.logger);
  }
}

/** Adds the numbers of the limits that fields of a call broke, and hints (catalog, section 1.3). */
function explained(body: ApiError['body'], { request }: FastifyReply): ApiError['body'] {
  const contract = calledRoute(request);
  const details = body['error_details'];
  const limits = contract ? limitsOf(contract, details) : {};
  const hints = hintsOf(details);
  return {
    ...body,
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(hints).length === 0 ? {} : { hints }),
  };
}

/** The answer to a failed call; details that its caller may not see go to the log only. */
export function answerTo(error: unknown, logger: Logger): ApiError {
  const answer = toApiError(error);
  if (!answer) logger.error('call failed', error);
  else if (answer.cause !== undefined) logger.warn('call failed', { error: answer.cause });
  return answer ?? new ApiError(500, { status: 500, error: 'Internal Server Error', code: 'internal_error' });
}

/** Answers a failed call. */
export function answerError(error: unknown, reply: FastifyReply, logger: Logger): void {
  const answer = answerTo(error, logger);
  const { status, body, headers } = answer;
  void reply
    .status(status)
    .headers(headers)
    .send(answer instanceof ValidationFailed ? explained(body, reply) : body);
}

/** The public answer to an error; null for an internal defect. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode;
  if (status === 404) return new NotFound('resource');
  // A plugin that serves files refuses paths out of its folder; the answer does not show what lies there.
  if (status === 403) return new NotFound('resource');
  if (status === 413) return new BodyTooLarge();
  if (status === 415) return new UnsupportedMediaType();
  if (status === 400) return new BadRequest('the body is not readable as JSON');
  if (status !== undefined && status > 400 && status < 500)
    return new ApiError(status, { status, error: STATUS_CODES[status] ?? 'Error' });
  if (lostToAnotherWrite(error)) return new LostToAnotherWrite(error);
  if (isDatabaseUnavailable(error)) return new Unavailable('a database is unavailable, try again', error);
  return null;
}
