import { isoSeconds, type Tenant } from '@tollgate/platform';
import type { ApiKeyRow } from './api-keys.repository.js';

/**
 * What admins are told of a key (customers, section 13). Of its value only the ending.
 * @param by who did it; nobody where an operator did
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
      'If nobody of you did this, revoke the key and look into the security log.',
    ],
  };
}
