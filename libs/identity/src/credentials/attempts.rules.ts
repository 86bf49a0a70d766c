/** How often something may be tried within a window; further tries fail until the window ends. */
export interface Limit {
  name: string;
  most: number;
  seconds: number;
}

const quarterOfAnHour = 900;

export const limits = {
  /**
   * A person's proofs from one address: password, code, recovery code. Beyond it the account is locked to that address.
   */
  person: { name: 'person', most: 10, seconds: quarterOfAnHour },
  /** The same from all addresses together. Beyond it the account is locked to everyone. */
  everywhere: { name: 'everywhere', most: 50, seconds: quarterOfAnHour },
  /**
   * From one address, for all people. Beyond it everyone still has a first try there, as others may share the address.
   */
  address: { name: 'address', most: 100, seconds: quarterOfAnHour },
  /** A person's proofs from a device from which it signed in before: they count apart from those of strangers. */
  device: { name: 'device', most: 10, seconds: quarterOfAnHour },
  /** Begins and ends of sign-ins at providers from one address: they prove no password. */
  openId: { name: 'open_id', most: 300, seconds: quarterOfAnHour },
  /** Requested and finished password resets from one address. */
  reset: { name: 'reset', most: 100, seconds: quarterOfAnHour },
  /** Requested and entered codes of customers from one address: they lock no member out (customers, section 3.7). */
  portal: { name: 'portal', most: 100, seconds: quarterOfAnHour },
  /** Mails of one organization to one person about a link to confirm. */
  link: { name: 'link', most: 3, seconds: 3_600 },
  /** Mails to one person. */
  mail: { name: 'mail', most: 3, seconds: 3_600 },
  /** Invitations of one organization to one address: an end and a new invite send another mail. */
  invitation: { name: 'invitation', most: 20, seconds: 3_600 },
  /** Mails to people whom one customer invites to its portal. */
  portalInvitations: { name: 'portal_invitations', most: 100, seconds: 3_600 },
  /** Invitations of one organization. */
  invitations: { name: 'invitations', most: 1_000, seconds: 3_600 },
} as const satisfies Record<string, Limit>;

/** A counted try: its subject, and its address if the limit counts per address. */
export interface Try {
  limit: Limit;
  subject: string;
  from?: string;
}

/**
 * The tries that an attempt to prove a person's identity counts as.
 * @param device from which the person signed in before; null for another one
 */
export const proofTries = (email: string, ipAddress: string, device: string | null): Try[] =>
  device === null
    ? [
        { limit: limits.person, subject: email, from: ipAddress },
        { limit: limits.everywhere, subject: email },
        { limit: limits.address, subject: ipAddress },
      ]
    : [{ limit: limits.device, subject: email, from: device }];

/** A try after its count. */
export interface Counted {
  limit: Limit;
  tries: number;
  /** Whether it counts a person from one address. */
  isOfPair: boolean;
  leftMs: number;
}

/** The wait before the next try in milliseconds, and whether this was the person's last try. */
export function judge(counted: readonly Counted[]): { wait: number; isLast: boolean } {
  // A person who shares an address with an attacker passes on the first try.
  const isFirst = counted.some(({ isOfPair, tries }) => isOfPair && tries === 1);
  const beyond = counted.filter(
    ({ limit, tries }) => tries > limit.most && !(isFirst && limit.name === limits.address.name),
  );
  const isLast = counted.some(({ limit, tries }) => tries === limit.most && limit.name !== limits.address.name);
  return { wait: Math.max(0, ...beyond.map(({ leftMs }) => leftMs)), isLast };
}
