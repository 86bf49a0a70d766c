import { useSyncExternalStore, type MouseEvent } from 'react';
import { base } from '../base.js';

const parameter = 'invoice';
const root = `${base}/portal`;

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  return () => window.removeEventListener('popstate', onChange);
}

/** The parts of the address below that of the portal. */
const below = (): string[] =>
  window.location.pathname
    .slice(root.length)
    .split('/')
    .filter((part) => part !== '');

const readInvoice = (): string | null =>
  framedPart === null && below()[0] === 'invoices'
    ? (below()[1] ?? null)
    : new URLSearchParams(window.location.search).get(parameter);

/** The invoice that the address names; null without one. The page follows the buttons Back and Forward. */
export const useOpenInvoice = (): string | null => useSyncExternalStore(subscribe, readInvoice);

/** The name of the page in the address; empty for none. An address with an invoice alone names its page. */
export const usePageName = (): string =>
  useSyncExternalStore(subscribe, () => below()[0] ?? (readInvoice() === null ? '' : 'invoices'));

/** The address of a page. */
export const addressOfPage = (name: string): string => `${root}/${name}`;

/** The address of this page with other parameters. A frame keeps those that name its issuer. */
function addressWith(change: (parameters: URLSearchParams) => void): string {
  const { pathname, search } = window.location;
  const parameters = new URLSearchParams(search);
  change(parameters);
  return parameters.size === 0 ? pathname : `${pathname}?${parameters.toString()}`;
}

/** The address of an invoice. It has no token: that one stays in the tab. A frame stays at its own address. */
export const addressOfInvoice = (id: string): string =>
  framedPart === null ? `${root}/invoices/${id}` : addressWith((parameters) => parameters.set(parameter, id));

/** The address of the invoices without an open one. */
export const addressOfAll = (): string =>
  framedPart === null ? addressOfPage('invoices') : addressWith((parameters) => parameters.delete(parameter));

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

/** The part of the portal that a frame shows on its own, from the address; null on the page of the portal. */
export const framedPart: string | null = /\/portal\/embed\/([^/]+)\/?$/.exec(window.location.pathname)?.[1] ?? null;

/** Goes to the page of a payment provider. A frame shows a link in its place: such a page may not be in a frame. */
export function leaveFor(url: string): void {
  if (framedPart === null) window.location.assign(url);
}
