import type { InboundDelivery, InboundEvent } from '../ports/events.js';
import { HmacValidator } from './adyen-sdk.js';
import { idOfItem, itemOf, type AdyenItem } from './events.rules.js';

/** Adyen sends a few items at once. */
const mostItems = 100;

/** The connection that a delivery is for. */
interface AdyenReceiver {
  hmacKey: string | null;
  merchantAccount: string | null;
  /** Whether it uses Adyen's live environment. */
  isLive: boolean;
}

/**
 * Checks the signature of each item before anything else reads it: Adyen signs items, not the body. One wrong signature
 * refuses the delivery. Items of other merchant accounts are left out.
 * @returns null for a wrong signature or an unreadable body
 */
export function openDelivery(
  { hmacKey, merchantAccount, isLive }: AdyenReceiver,
  { body }: InboundDelivery,
): InboundEvent[] | null {
  const items = itemsOf(body, isLive);
  if (hmacKey === null || items === null || !items.every((item) => isSigned(item, hmacKey))) return null;
  return items
    .filter(({ merchantAccountCode }) => merchantAccountCode === merchantAccount)
    .map((item) => ({ id: idOfItem(item), payload: item as unknown as Record<string, unknown> }));
}

function itemsOf(body: Buffer, isLive: boolean): AdyenItem[] | null {
  try {
    const { live, notificationItems: list } = JSON.parse(body.toString('utf8')) as {
      live?: unknown;
      notificationItems?: unknown;
    };
    // Nothing signs the field. A delivery of the other environment is refused, and one without it passes.
    if (live !== undefined && String(live) !== String(isLive)) return null;
    if (!Array.isArray(list) || list.length === 0 || list.length > mostItems) return null;
    const items = list.map((one: { NotificationRequestItem?: unknown } | null) => itemOf(one?.NotificationRequestItem));
    return items.some((item) => item === null) ? null : (items as AdyenItem[]);
  } catch {
    return null;
  }
}

function isSigned(item: AdyenItem, hmacKey: string): boolean {
  try {
    const signed = item as unknown as Parameters<InstanceType<typeof HmacValidator>['validateHMAC']>[0];
    return new HmacValidator().validateHMAC(signed, hmacKey);
  } catch {
    return false;
  }
}
