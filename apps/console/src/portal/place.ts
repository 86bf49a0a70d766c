import { useSyncExternalStore, type MouseEvent } from 'react';

const parameter = 'invoice';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  return () => window.removeEventListener('popstate', onChange);
}

const readInvoice = (): string | null => new URLSearchParams(window.location.search).get(parameter);

/** The invoice that the address names; null without one. The page follows the buttons Back and Forward. */
export const useOpenInvoice = (): string | null => useSyncExternalStore(subscribe, readInvoice);

/** The address of an invoice. It has no token: that one stays in the tab. */
export const addressOfInvoice = (id: string): string => `${window.location.pathname}?${parameter}=${id}`;

/** The address of the page without an invoice. */
export const addressOfAll = (): string => window.location.pathname;

/** The element that names an invoice in the list: it has the focus again once the reader is back. */
export const numberId = (invoice: string): string => `invoice-${invoice}`;

/** Follows a link within the page. A click that opens another tab or window stays one of the browser. */
export function followInPage(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  window.history.pushState(null, '', event.currentTarget.href);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** The slug of the organization in the address of a sign-in; null for another address. */
export const signInOrganization: string | null =
  /\/portal\/sign-in\/([^/]+)\/?$/.exec(window.location.pathname)?.[1] ?? null;
