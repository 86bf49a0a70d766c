// The program for pages of other origins: `/portal/embed.js`. It puts parts of the portal into frames.
import type { FromFrame, FromPage } from './messages.js';

declare global {
  interface Window {
    /** Returns the token of a new session of the customer, as the page's own server made it. */
    tollgateToken?: () => string | Promise<string>;
  }
}

const mostHeight = 20_000;
const firstHeight = 160;
const marked = '[data-tollgate-part]';
/** Below the address of this program, so that the installation may be at any path. */
const frames = new URL('embed/', (document.currentScript as HTMLScriptElement).src);

let renewal: Promise<string> | null = null;

/** A token of a new session; empty without one. Frames that need one together share it. */
function newToken(): Promise<string> {
  renewal ??= Promise.resolve()
    .then(() => window.tollgateToken?.() ?? '')
    .catch(() => '')
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

function addressOf({
  tollgatePart: part,
  tollgateOrganization: organization,
  tollgateBillingEntity: entity,
}: DOMStringMap) {
  const address = new URL(encodeURIComponent(part ?? ''), frames);
  address.searchParams.set('organization', organization ?? '');
  if (entity) address.searchParams.set('billing_entity', entity);
  address.searchParams.set('origin', window.location.origin);
  return address.href;
}

/** Puts a frame into each marked element that has none yet. A page calls it after it has added such an element. */
export function show(): void {
  for (const place of document.querySelectorAll<HTMLElement>(marked)) {
    if (place.querySelector('iframe')) continue;
    const frame = document.createElement('iframe');
    frame.title = place.dataset['tollgateTitle'] ?? place.dataset['tollgatePart'] ?? '';
    frame.src = addressOf(place.dataset);
    frame.style.cssText = `display:block;width:100%;height:${firstHeight}px;border:0`;
    place.append(frame);
  }
}

// Only the installation's own pages get an answer, and only while they are in a frame that this program has made.
window.addEventListener('message', ({ origin, source, data }: MessageEvent<FromFrame | null>) => {
  if (origin !== frames.origin || !data) return;
  const all = document.querySelectorAll<HTMLIFrameElement>(`${marked} > iframe`);
  const frame = [...all].find(({ contentWindow }) => contentWindow === source);
  if (!frame) return;
  if (data.tollgate === 'height')
    frame.style.height = `${Math.min(Math.max(Number(data.height) || 0, 0), mostHeight)}px`;
  if (data.tollgate === 'token')
    void newToken().then((token) =>
      frame.contentWindow?.postMessage({ tollgate: 'token', token } satisfies FromPage, frames.origin),
    );
});

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
else show();
