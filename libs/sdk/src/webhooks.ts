import type { Webhook } from './calls.js';

/** Headers of a request, as `fetch` or as Node has them. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The key that signs your webhooks, by the `signature_algo` that you chose for the endpoint. */
export type WebhookKey =
  /** The `hmac_key` of your organization. */
  | { hmacKey: string }
  /** The answer of `GET /webhooks/json_public_key`: base64 of a PEM. The PEM itself is taken, too. */
  | { publicKey: string };

/** A webhook whose signature is genuine. */
export interface VerifiedWebhook {
  webhook: Webhook;
  /** The same at every attempt: ignore a webhook whose key you know. */
  uniqueKey: string;
  /** Its place among the webhooks about the object: drop one below the highest that you have seen. */
  sequence: number | null;
}

/** A webhook without a genuine signature. */
export class WebhookError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WebhookError';
  }
}

const encoder = new TextEncoder();
const hmac = { name: 'HMAC', hash: 'SHA-256' };
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Checks the signature of a webhook (webhooks, section 2). The algorithm follows from the key, never from the request.
 * @param body the bytes as they came, or the text that they are
 * @param prefix the prefix of the headers, which follows `IDENTIFIER_PREFIX` of the installation
 * @throws WebhookError unless the signature is genuine
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersLike,
  key: WebhookKey & { prefix?: string },
): Promise<VerifiedWebhook> {
  const header = (name: string) => headerOf(headers, `x-${key.prefix ?? 'svc'}-${name}`);
  const signature = header('signature');
  if (signature === null) throw new WebhookError('The webhook has no signature');
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);
  const isGenuine = await (
    'hmacKey' in key ? isSignedByHmac(bytes, signature, key.hmacKey) : isSignedByJwt(bytes, signature, key.publicKey)
  ).catch((cause: unknown) => {
    throw new WebhookError('The signature of the webhook cannot be read', { cause });
  });
  if (!isGenuine) throw new WebhookError('The signature of the webhook is not genuine');
  const sequence = header('sequence');
  return {
    webhook: JSON.parse(textOf(bytes)) as Webhook,
    uniqueKey: header('unique-key') ?? '',
    sequence: sequence === null ? null : Number(sequence),
  };
}

function headerOf(headers: HeadersLike, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const [, value] = Object.entries(headers).find(([other]) => other.toLowerCase() === name.toLowerCase()) ?? [];
  const first = typeof value === 'string' ? value : value?.[0];
  return first ?? null;
}

/** `verify` of Web Crypto compares in constant time. */
async function isSignedByHmac(body: Bytes, signature: string, secret: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, bytesOf(signature), body);
}

async function isSignedByJwt(body: Bytes, token: string, publicKey: string): Promise<boolean> {
  const [head, claims, seal, ...others] = token.split('.');
  if (head === undefined || claims === undefined || seal === undefined || others.length > 0) return false;
  // Another algorithm would use the public key as a secret.
  if ((parsed(head) as { alg?: unknown }).alg !== 'RS256') return false;
  const key = await crypto.subtle.importKey('spki', keyBytes(publicKey), rsa, false, ['verify']);
  const isGenuine = await crypto.subtle.verify(rsa.name, key, bytesOf(seal), encoder.encode(`${head}.${claims}`));
  return isGenuine && (parsed(claims) as { data?: unknown }).data === textOf(body);
}

const textOf = (bytes: Bytes): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const parsed = (part: string): unknown => JSON.parse(textOf(bytesOf(part)));

/** The bytes of base64 or base64url. @throws DOMException for other text */
function bytesOf(text: string): Bytes {
  const binary = atob(text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The DER of a public key. */
function keyBytes(publicKey: string): Bytes {
  const pem = publicKey.includes('-----BEGIN') ? publicKey : textOf(bytesOf(publicKey));
  return bytesOf(pem.replace(/-----[^-]+-----/g, ''));
}
