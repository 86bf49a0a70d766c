import { ZodError } from 'zod';
import { ApiError } from '../errors/api-errors.js';

/** Why a service parked an item: a short code for filters, and the error's text for operators only. */
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

/** Derives the reason for parking from an error. */
export const parkedReasonOf = (error: unknown): ParkedReason => ({
  reason: codeOf(error),
  details: error instanceof Error ? (error.stack ?? error.message) : String(error),
});
