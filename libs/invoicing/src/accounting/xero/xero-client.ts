import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  AddressResolver,
  Config,
  NoAnswer,
  OutboundCalls,
  type OutboundAnswer,
  type OutboundCall,
} from '@tollgate/platform';
import { LedgerUnavailable, type AccountingConnection } from '../ledger/accounting-system.js';
import { CallPace } from './call-pace.js';
import { bodyOfAnswer, tokenOfAnswer } from './xero-answers.rules.js';
import type { XeroCall } from './xero-requests.rules.js';

/** The rights that a custom connection must have. */
const scope = 'accounting.contacts accounting.invoices accounting.payments';
/** A token is renewed before its end, so that no call meets it. */
const marginMs = 60_000;
const mostTokens = 10_000;

interface HeldToken {
  token: string;
  /** Unix milliseconds. */
  until: number;
}

/** Calls Xero's Accounting API as the client of a custom connection (OAuth 2.0, client credentials). */
@Injectable()
export class XeroClient implements OnApplicationShutdown {
  private readonly calls: OutboundCalls;
  private readonly tokens = new Map<string, HeldToken>();

  constructor(
    private readonly config: Config,
    resolver: AddressResolver,
    private readonly pace: CallPace,
  ) {
    this.calls = new OutboundCalls(config, resolver);
  }

  /**
   * Makes a call. A changing one has an idempotency key of its own for each body.
   * @param key the same for repetitions; null for a call that changes nothing
   * @returns the body of the answer
   * @throws LedgerRefusal, ConnectionRefused, LedgerBusy, LedgerUnavailable
   */
  async call(connection: AccountingConnection, call: XeroCall, key: string | null): Promise<unknown> {
    const answer = await this.send(connection, call, key);
    if (answer.status !== 401) return bodyOfAnswer(answer);
    // The token may have been revoked: one more attempt with a fresh one.
    this.tokens.delete(holderOf(connection));
    return bodyOfAnswer(await this.send(connection, call, key));
  }

  /** Gets a token. @throws ConnectionRefused, LedgerBusy, LedgerUnavailable */
  async authorize(connection: AccountingConnection): Promise<string> {
    const holder = holderOf(connection);
    const held = this.tokens.get(holder);
    if (held && held.until > Date.now()) return held.token;
    const { clientId, secret } = connection;
    const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64');
    const answer = await this.reach({
      url: `${this.config.xeroIdentityUrl}/connect/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
    });
    const { token, lifeMs } = tokenOfAnswer(answer);
    if (this.tokens.size >= mostTokens) this.tokens.clear();
    this.tokens.set(holder, { token, until: Date.now() + Math.max(lifeMs - marginMs, 0) });
    return token;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.calls.close();
  }

  private async send(connection: AccountingConnection, call: XeroCall, key: string | null): Promise<OutboundAnswer> {
    const token = await this.authorize(connection);
    this.pace.count(connection.id);
    const body = call.body === null ? null : JSON.stringify(call.body);
    return this.reach({
      url: `${this.config.xeroUrl}/api.xro/2.0${call.path}`,
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(connection.tenantId === null ? {} : { 'xero-tenant-id': connection.tenantId }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(key === null || body === null ? {} : { 'idempotency-key': `${key}-${digestOf(call, body)}` }),
      },
      body,
    });
  }

  /** @throws LedgerUnavailable */
  private async reach(call: OutboundCall): Promise<OutboundAnswer> {
    try {
      return await this.calls.send(call);
    } catch (error) {
      throw error instanceof NoAnswer ? new LedgerUnavailable(error.code) : error;
    }
  }
}

/** The holder of a token: other keys of a connection need another one. */
const holderOf = ({ id, clientId, secret }: AccountingConnection): string =>
  `${id} ${createHash('sha256').update(`${clientId}\n${secret}`).digest('hex')}`;

const digestOf = ({ method, path }: XeroCall, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex').slice(0, 16);
