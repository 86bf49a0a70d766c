import { createHmac, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { normalizeEmail } from '@tollgate/contracts';
import {
  Config,
  sameSecret,
  keyOfText,
  newId,
  sessionCookieOf,
  setSessionCookie,
  tokenOfCookies,
  type SessionCookie,
} from '@tollgate/platform';

/** Browsers keep no cookie for longer. */
const lifetimeSeconds = 400 * 86_400;

/**
 * Devices from which people have signed in. Each has a signed cookie for its person, so that wrong passwords from
 * elsewhere do not lock the person out there.
 */
@Injectable()
export class KnownDevices {
  private readonly session: SessionCookie | null;

  constructor(private readonly config: Config) {
    this.session = sessionCookieOf(config);
  }

  /** The device of a call for a person; null for one without a genuine cookie. @param cookies the header of the call */
  of(email: string, cookies: string | undefined): string | null {
    const address = normalizeEmail(email);
    const [device = '', signature = ''] = (tokenOfCookies(cookies, this.cookieOf(address)) ?? '').split('.');
    const { encryptionKey, previousEncryptionKey } = this.config;
    const isGenuine = [encryptionKey, previousEncryptionKey].some(
      (key) => key !== undefined && sameSecret(signature, signatureOf(key, device, address)),
    );
    return isGenuine ? device : null;
  }

  /** Marks the browser of a person who signed in. */
  remember(email: string, reply: FastifyReply): void {
    const address = normalizeEmail(email);
    const cookie = this.cookieOf(address);
    if (!cookie) return;
    const device = newId();
    const value = `${device}.${signatureOf(this.config.encryptionKey, device, address)}`;
    void reply.header('set-cookie', setSessionCookie(cookie, value, lifetimeSeconds));
  }

  /** One cookie for each person, as several may share a browser. */
  private cookieOf(address: string): SessionCookie | null {
    return this.session && { ...this.session, name: `${this.session.name}-device-${keyOfText(address).slice(0, 8)}` };
  }
}

function signatureOf(key: Buffer, device: string, address: string): string {
  const ownKey = Buffer.from(hkdfSync('sha256', key, '', 'known-device', 32));
  return createHmac('sha256', ownKey).update(`${device} ${address}`).digest('base64url');
}
