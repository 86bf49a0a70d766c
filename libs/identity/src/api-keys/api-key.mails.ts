import { isoSeconds, type Tenant } from '@tollgate/platform';
import type { ApiKeyRow } from './api-keys.repository.js';

/**
 * The mail to admins about a key (customers, section 13). It contains only the ending of the value.
 * @param by the actor; absent for an operator
 */
export function keyMail(
  done: 'created' | 'rotated' | 'destroyed',
  { name, last_four: ending, expires_at: end }: ApiKeyRow,
  by: Tenant | undefined,
): { subject: string; lines: string[] } {
  const who = by ? (by.member?.email ?? 'an API key') : 'an operator';
  return {
    subject: `API key ${done}`,
    lines: [
      `An API key of your organization was ${done} by ${who}.`,
      `Key: ${name ?? 'without a name'}, ending in ${ending}`,
      ...(end ? [`It works until ${isoSeconds(end)}.`] : []),
      'If none of you did this, revoke the key and check the security log.',
    ],
  };
}
