import { sentEmail } from '@tollgate/contracts';

interface Sender {
  replyTo?: string;
  fromAddress?: string;
}

/**
 * The sender of an issuer's mails: answers go to the issuer. The address itself is the issuer's where the operator has
 * assigned its domain to the organization, else the installation's (webhooks, section 7).
 * @param domains ids of organizations by domain
 */
export function senderOf(email: string | null, domains: ReadonlyMap<string, string>, organizationId: string): Sender {
  if (!email) return {};
  // The setting has domains as the network knows them.
  const domain = sentEmail(email)
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase();
  return { replyTo: email, ...(domains.get(domain) === organizationId ? { fromAddress: email } : {}) };
}
