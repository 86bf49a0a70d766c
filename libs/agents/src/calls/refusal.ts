import { ApiError } from '@tollgate/platform';
import type { Answer } from '../answers/answer.js';

const refusedPermission = /^(read|write)_action_not_allowed_for_(\w+)$/;

/** A call of the interface that was refused: its status and its body, as callers see them. */
export class CallRefused extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(String(body['code'] ?? body['error'] ?? status));
  }

  /** The permission that the key lacks, such as `invoice: read`; null for another reason. */
  get permission(): string | null {
    const [, mode, resource] = refusedPermission.exec(String(this.body['code'] ?? '')) ?? [];
    return this.status === 403 && mode && resource ? `${resource}: ${mode}` : null;
  }
}

/** An input that a tool cannot answer; the text says why, and has no text of other people. */
export class NoAnswer extends Error {
  /** @param code a word for programs @param more facts for the next question */
  constructor(
    readonly code: string,
    message: string,
    readonly more: Answer = {},
  ) {
    super(message);
  }
}

/** The error of a tool as its answer. Null for a defect, which no caller sees. */
export function errorAnswer(error: unknown): Answer | null {
  if (error instanceof NoAnswer) return { error: { code: error.code, message: error.message, ...error.more } };
  if (error instanceof ApiError) return errorAnswer(new CallRefused(error.status, error.body));
  if (!(error instanceof CallRefused)) return null;
  const { status, body, permission } = error;
  const { code, error: reason, error_details: details } = body;
  return {
    error: {
      status,
      code: code ?? reason,
      ...(details === undefined ? {} : { details }),
      ...(permission === null ? {} : { permission, message: `The API key lacks the permission ${permission}.` }),
    },
  };
}
