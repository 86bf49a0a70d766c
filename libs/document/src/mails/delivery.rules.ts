import type { Delivery, Refusal } from '@tollgate/platform';
import type { MailStep, Recipients } from '../tables/document.tables.js';

const second = 1000;
const minute = 60 * second;
/** A mail waits as long again as it has waited, within these limits, in milliseconds. */
const shortestWait = 30 * second;
const longestWait = 30 * minute;
/** After four days a mail is refused (RFC 5321, section 4.5.4.1). */
const longestLife = 4 * 24 * 60 * minute;

const noRecipient: Refusal = { address: '', code: null, reason: 'the mail has no recipient' };

/** The stored delivery of a mail. */
export interface StoredDelivery {
  recipients: Recipients;
  queued_at: Date;
  accepted: string[];
  refused: Refusal[];
  delayed: Refusal[];
  steps: MailStep[];
}

/** The state of a mail after a try. */
export interface Settled {
  accepted: string[];
  refused: Refusal[];
  delayed: Refusal[];
  /** Unix ms of the next try; null when no recipient is left. */
  nextTryAt: number | null;
  /** The steps of this try. */
  steps: MailStep[];
}

/** Every address of a mail once. */
export const addressesOfMail = ({ to, cc, bcc }: Recipients): string[] => [...new Set([...to, ...cc, ...bcc])];

/** The recipients that a mail has neither reached nor lost: only they are tried again (webhooks, section 7). */
export function openRecipients({ recipients, accepted, refused }: StoredDelivery): string[] {
  const settled = new Set([...accepted, ...refused.map(({ address }) => address)]);
  return addressesOfMail(recipients).filter((address) => !settled.has(address));
}

/** Unix ms of the next try: a mail waits half a minute, then as long as before, and half an hour at most. */
export function nextTry({ queued_at: queuedAt }: Pick<StoredDelivery, 'queued_at'>, now: number): number {
  return now + Math.min(longestWait, Math.max(shortestWait, now - queuedAt.getTime()));
}

/** Adds the outcome of a try to a mail. @param now Unix ms, in real time */
export function settle(mail: StoredDelivery, delivery: Delivery, now: number): Settled {
  const accepted = [...mail.accepted, ...delivery.accepted];
  const isOver = now - mail.queued_at.getTime() >= longestLife;
  const delayed = isOver ? [] : delivery.delayed;
  const refused = [...mail.refused, ...delivery.refused, ...(isOver ? delivery.delayed : [])];
  if (accepted.length + refused.length + delayed.length === 0) refused.push(noRecipient);
  if (delayed.length > 0) return { accepted, refused, delayed, nextTryAt: nextTry(mail, now), steps: [] };
  const at = new Date(now).toISOString();
  const steps: MailStep[] = [];
  if (accepted.length > 0) steps.push({ status: 'sent', at, reason: null });
  if (refused.length > 0) steps.push({ status: 'refused', at, reason: refused[0]?.reason ?? null });
  return { accepted, refused, delayed, nextTryAt: null, steps };
}
