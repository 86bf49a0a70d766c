import { ApiError } from '@tollgate/platform';

/** The refusal of a command for the public caller of its sender. */
export interface CommandRefusal {
  status: number;
  body: Record<string, unknown>;
}

/** The refusal that an error means: the sender of the command reports it. @throws any other error */
export function refusalOf(error: unknown): CommandRefusal {
  if (error instanceof ApiError && error.status < 500) return { status: error.status, body: error.body };
  throw error;
}
