import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../config/config.js';

/** The cookie that carries the session of the console. */
export interface SessionCookie {
  name: string;
  /** Whether browsers send it over TLS only. */
  isSecure: boolean;
}

const name = 'tollgate';
const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The session cookie of an installation. Over TLS it has the prefix `__Host-`, so that no other host of the domain can
 * set it. Plain HTTP allows it on the own machine, or by `ALLOW_PLAIN_COOKIES`.
 * @returns null where browsers must not keep it
 */
export function sessionCookieOf({ publicUrl, allowPlainCookies }: CookieSettings): SessionCookie | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return { name: `__Host-${name}`, isSecure: true };
  return allowPlainCookies || loopback.test(hostname) ? { name, isSecure: false } : null;
}

type CookieSettings = Pick<Config, 'publicUrl' | 'allowPlainCookies'>;

/** The session token in a `Cookie` header; null without one. */
export const tokenOfCookies = (header: string | undefined, cookie: SessionCookie | null): string | null =>
  (cookie && parseCookie(header ?? '')[cookie.name]) || null;

/**
 * A `Set-Cookie` header that hands a session to the browser.
 * @param token null removes it
 * @param seconds how long the browser keeps it
 */
export const setSessionCookie = (
  { name: cookieName, isSecure }: SessionCookie,
  token: string | null,
  seconds: number,
): string =>
  stringifySetCookie({
    name: cookieName,
    value: token ?? '',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'strict',
    path: '/',
    maxAge: token === null ? 0 : seconds,
  });
