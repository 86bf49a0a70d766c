import { describe, expect, it } from '@jest/globals';
import { isConsoleCall, isFromOwnPage } from './console-calls.js';
import { sessionCookieOf, setSessionCookie, tokenOfCookies } from './session-cookie.js';

const origin = 'https://billing.example.com';

describe('a call of the console', () => {
  it('has its header, and no `Authorization`', () => {
    expect(isConsoleCall({ headers: { 'x-tollgate-console': '1' } })).toBe(true);
    expect(isConsoleCall({ headers: { 'x-tollgate-console': '1', authorization: 'Bearer tg_key' } })).toBe(false);
    expect(isConsoleCall({ headers: { 'x-tollgate-console': 'yes' } })).toBe(false);
    expect(isConsoleCall({ headers: {} })).toBe(false);
  });

  it.each([
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', { 'sec-fetch-site': 'same-site', origin }, false],
    ['GET', { 'sec-fetch-site': 'cross-site' }, false],
    ['GET', { 'sec-fetch-site': 'none' }, false],
    ['POST', { origin }, true],
    ['POST', { origin: `${origin}:8443` }, false],
    ['GET', { origin: 'null' }, false],
    ['GET', {}, true],
    ['HEAD', {}, true],
    ['POST', {}, false],
    ['DELETE', {}, false],
  ])('by %s with %j is from an own page: %p', (method, headers, isOwn) => {
    expect(isFromOwnPage({ method, headers }, origin)).toBe(isOwn);
  });
});

describe('the cookie of a session', () => {
  const cookieAt = (publicUrl: string, allowPlainCookies = false) => sessionCookieOf({ publicUrl, allowPlainCookies });
  const secure = { name: '__Host-tollgate', isSecure: true };
  const plain = { name: 'tollgate', isSecure: false };

  it.each([
    ['https://billing.example.com/billing', false, secure],
    ['https://localhost', true, secure],
    ['http://localhost:3000', false, plain],
    ['http://a.localhost', false, plain],
    ['http://127.0.0.1:3000', false, plain],
    ['http://[::1]:3000', false, plain],
    ['http://billing.example.com', false, null],
    ['http://localhost.example.com', false, null],
    ['http://127.0.0.1.example.com', false, null],
    ['http://billing.example.com', true, plain],
  ])('at %s, plain allowed %p, is %j', (publicUrl, isAllowed, cookie) => {
    expect(cookieAt(publicUrl, isAllowed)).toEqual(cookie);
  });

  it('is out of reach for scripts and other sites', () => {
    expect(setSessionCookie(secure, 'tgs_a', 60)).toBe(
      '__Host-tollgate=tgs_a; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    );
    expect(setSessionCookie(plain, null, 60)).toBe('tollgate=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict');
  });

  it('is found among others by its exact name', () => {
    expect(tokenOfCookies('a=b; __Host-tollgate=tgs_a; tollgate=tgs_b', secure)).toBe('tgs_a');
    expect(tokenOfCookies('tollgate=tgs_b', secure)).toBeNull();
    expect(tokenOfCookies('__Host-tollgate=', secure)).toBeNull();
    expect(tokenOfCookies(undefined, secure)).toBeNull();
    expect(tokenOfCookies('tollgate=tgs_b', null)).toBeNull();
  });
});
