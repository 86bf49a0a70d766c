import { ZodError } from 'zod';
import { ApiError } from '../errors/api-errors.js';

/** Why something was parked: a short code to filter by, and the error's own text, which only operators see. */
export interface ParkedReason {
  reason: string;
  details: string;
}

const snakeCase = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();

function codeOf(error: unknown): string {
  if (error instanceof ApiError) return String(error.body['code'] ?? 'bad_request');
  if (error instanceof ZodError) return 'invalid_content';
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return `database_${code}`;
  return snakeCase(error.name);
}

/** The reason that an error gives for parking what ran into it. */
export const parkedReasonOf = (error: unknown): ParkedReason => ({
  reason: codeOf(error),
  details: error instanceof Error ? (error.stack ?? error.message) : String(error),
});
