import { framedBy } from '../../base.js';
import type { FromFrame, FromPage } from './messages.js';

const longestWaitMs = 30_000;

/** Whether a page may talk to this frame: the one around it, of the origin that the service has checked. */
const isAround = ({ source, origin }: MessageEvent): boolean =>
  framedBy !== '' && source === window.parent && origin === framedBy;

/** Sends a message to the page around this frame. The browser drops it for a page of another origin. */
function report(message: FromFrame): void {
  if (framedBy !== '' && window.parent !== window) window.parent.postMessage(message, framedBy);
}

/** Requests the token of a new session from the page around this frame; empty if it gives none in time. */
export function requestToken(): Promise<string> {
  if (framedBy === '' || window.parent === window) return Promise.resolve('');
  return new Promise((resolve) => {
    const finish = (token: string) => {
      clearTimeout(deadline);
      window.removeEventListener('message', receive);
      resolve(token);
    };
    const receive = (event: MessageEvent<Partial<FromPage> | null>) => {
      if (!isAround(event) || event.data?.tollgate !== 'token') return;
      finish(typeof event.data.token === 'string' ? event.data.token : '');
    };
    const deadline = setTimeout(() => finish(''), longestWaitMs);
    window.addEventListener('message', receive);
    report({ tollgate: 'token' });
  });
}

/** Reports the height of an element to the page around this frame, now and after each change. @returns ends that */
export function reportHeight(element: Element): () => void {
  const observer = new ResizeObserver(() =>
    report({ tollgate: 'height', height: Math.ceil(element.getBoundingClientRect().height) }),
  );
  observer.observe(element);
  return () => observer.disconnect();
}
