import { z } from 'zod';

export const notDomains = 'is not a list of domains with the ids of their organizations, such as "acme.com=0190…"';

const isDomain = (text: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text);

/**
 * Reads the domains from which organizations send mails. Each belongs to one organization, so that no other can write
 * in its name.
 * @returns the ids of the organizations by domain; null for a malformed list
 */
export function mailDomainsOf(text: string): Map<string, string> | null {
  const domains = new Map<string, string>();
  for (const part of text.split(',').map((one) => one.trim().toLowerCase())) {
    if (part === '') continue;
    const [domain = '', organizationId = '', ...rest] = part.split('=');
    const isWrong = rest.length > 0 || !isDomain(domain) || !z.uuid().safeParse(organizationId).success;
    if (isWrong || domains.has(domain)) return null;
    domains.set(domain, organizationId);
  }
  return domains;
}
