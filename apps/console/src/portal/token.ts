import { secretOfAddress } from '../base.js';
import { requestToken } from './embed/around.js';
import { framedPart } from './place.js';

const place = 'tollgate.portal';
const ended = 401;

// A token in the address replaces that of the tab. Only this tab has it, and only until it closes.
if (framedPart === null && secretOfAddress !== '')
  window.sessionStorage.setItem(place, decodeURIComponent(secretOfAddress));

// A frame stores none: the page around it has one at any time.
let present: string = framedPart === null ? (window.sessionStorage.getItem(place) ?? '') : await requestToken();
let renewal: Promise<void> | null = null;

/** Whether the page has the token of a customer's address. */
export const hasToken = (): boolean => present !== '';

/** Discards a token that has ended. */
export function discardToken(): void {
  if (framedPart === null) window.sessionStorage.removeItem(place);
}

/** Replaces the token of a frame by that of a new session. Calls that need one together share it. */
export function renewToken(): Promise<void> {
  renewal ??= requestToken()
    .then((token) => {
      if (token !== '') present = token;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** Sends a call with the token. In a frame, a call whose token has ended is sent again with a new one. */
export async function sendWithToken(request: Request): Promise<Response> {
  const used = present;
  const repeated = framedPart === null ? null : request.clone();
  const answer = await fetch(withToken(request));
  if (answer.status !== ended || repeated === null) return answer;
  if (present === used) await renewToken();
  return present === used ? answer : fetch(withToken(repeated));
}

function withToken(request: Request): Request {
  request.headers.set('Authorization', `Bearer ${present}`);
  return request;
}
