import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { NewSession } from '@tollgate/contracts';
import { Config, sessionCookieOf, setSessionCookie } from '@tollgate/platform';
import { KnownDevices } from '../credentials/known-devices.js';
import type { Origin } from './origin.js';
import type { OpenedSession } from './sessions.service.js';

/** Gives the console its session as a cookie, which no script of a page can read. */
@Injectable()
export class SessionCookies {
  constructor(
    private readonly config: Config,
    private readonly devices: KnownDevices,
  ) {}

  /** The answer to a sign-in: with the token, or with a cookie in its place for the console. */
  handOver(session: OpenedSession, { isConsole }: Origin, reply: FastifyReply): NewSession {
    const cookie = isConsole ? sessionCookieOf(this.config) : null;
    if (!cookie) return session;
    this.devices.remember(session.user.email, reply);
    const { token, ...shown } = session;
    const seconds = Math.floor((Date.parse(session.expires_at) - Date.now()) / 1_000);
    void reply.header('set-cookie', setSessionCookie(cookie, token, seconds));
    return shown;
  }

  /** Removes the cookie after a sign-out. */
  remove({ isConsole }: Origin, reply: FastifyReply): void {
    const cookie = isConsole ? sessionCookieOf(this.config) : null;
    if (cookie) void reply.header('set-cookie', setSessionCookie(cookie, null, 0));
  }
}
