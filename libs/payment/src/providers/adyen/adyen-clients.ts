import type { ProviderAccount } from '../ports/account.js';
import { AdyenConfig, CheckoutApi, Client, EnvironmentEnum } from './adyen-sdk.js';
import { AdyenFailure, type AdyenErrorBody } from './errors.rules.js';
import { adyenSettings } from './settings.js';

/** Limit of a call in ms. The jobs that call repeat a call without an answer. */
const timeoutMs = 30_000;

/** The options of a call, as the SDK hands them over. */
interface CallOptions {
  method?: string;
  idempotencyKey?: string;
  params?: ConstructorParameters<typeof URLSearchParams>[0];
}

/** The interface of a connection, and its merchant account. */
export interface AdyenClient {
  checkout: CheckoutApi;
  merchantAccount: string;
}

/** Clients of Adyen's interface, one for a key. */
export class AdyenClients {
  private readonly http: AdyenHttp;

  /** @param url in place of Adyen's own addresses; undefined for these */
  constructor(url: string | undefined) {
    this.http = new AdyenHttp(url);
  }

  /** The client of a connection. @throws Error without a key or a merchant account */
  of({ secrets: { key }, settings: stated, connectionId }: ProviderAccount): AdyenClient {
    const { merchantAccount, livePrefix, isLive } = adyenSettings(stated);
    if (key === null || merchantAccount === null) throw new Error(`connection ${connectionId} has no key or account`);
    const settings = new AdyenConfig({
      apiKey: key,
      environment: isLive ? EnvironmentEnum.LIVE : EnvironmentEnum.TEST,
      ...(livePrefix === null ? {} : { liveEndpointUrlPrefix: livePrefix }),
    });
    return { checkout: new CheckoutApi(new Client(settings, this.http)), merchantAccount };
  }
}

/**
 * Makes the calls of the SDK, whose own client ignores its time limit once an answer has begun, follows redirects and
 * refuses plain HTTP.
 */
class AdyenHttp {
  /** @param url in place of Adyen's own addresses; undefined for these */
  constructor(private readonly url: string | undefined) {}

  /** @returns the text of the answer @throws AdyenFailure for an answer that is no success; Error without one */
  async request(
    endpoint: string,
    json: string,
    { apiKey }: { apiKey?: string },
    _isKeyRequired: boolean,
    { method = 'POST', idempotencyKey, params }: CallOptions = {},
  ): Promise<string> {
    const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT';
    const answer = await fetch(this.addressOf(endpoint, params), {
      method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey ?? '',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(hasBody ? { body: json } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    if (!answer.ok) throw new AdyenFailure(answer.status, errorIn(text));
    // The SDK would hand on a text that is no JSON as if it were an answer.
    if (text !== '') JSON.parse(text);
    return text;
  }

  private addressOf(endpoint: string, params: CallOptions['params']): URL {
    const { pathname, search } = new URL(endpoint);
    const address = new URL(this.url === undefined ? endpoint : `${this.url}${pathname}${search}`);
    for (const [name, value] of new URLSearchParams(params)) address.searchParams.set(name, value);
    return address;
  }
}

function errorIn(text: string): AdyenErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return body !== null && typeof body === 'object' ? body : {};
  } catch {
    return {};
  }
}
