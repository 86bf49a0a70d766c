import { clientOfAgent } from '@tollgate/contracts';

const longestName = 150;

/**
 * The name of an agent in the logs of its calls, from the `User-Agent` of its request: printable characters of ASCII
 * alone, within a bound. Without one, `unnamed`.
 */
export function agentName(userAgent: string | undefined): string {
  const name = (userAgent ?? '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestName);
  return clientOfAgent(name === '' ? 'unnamed' : name);
}
