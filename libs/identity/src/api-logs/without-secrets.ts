import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Of a larger body only the size is stored. */
export const largestLoggedBytes = 32 * 1024;

const removed = '[removed]';
const secretName =
  /passw|passphrase|secret|credential|private_key|hmac|api_key$|access_key|license_key|authorization|cookie|otp|recovery_code|token$/i;
/** A signed address, which grants access to anyone who has it. */
const signedAddress = /^(https?:\/\/[^?#\s]+)\?\S*\b(token|signature|sig|key|expires)=/i;

/** User and password before the host of an address. */
const userinfo = /^(https?:\/\/)[^/?#@\s]*@/i;

/** The address of an invite, which ends with its token. */
const invitation = /(\/invitation\/)[0-9a-f]{40}\b/g;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function cleaned(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replace(userinfo, '$1')
      .replace(signedAddress, `$1?${removed}`)
      .replace(/(\?\[removed\]).*$/s, '$1')
      .replace(invitation, `$1${removed}`);
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanedMember(name, inner)]));
}

function cleanedMember(name: string, value: unknown): unknown {
  // The resource `api_key` is shown without its value.
  if (name === 'api_key' && isRecord(value))
    return { ...(cleaned(value) as object), ...('value' in value ? { value: removed } : {}) };
  if (secretName.test(name)) return value === null ? null : removed;
  return cleaned(value);
}

/** Whether a path parameter of that name is secret. */
export const isSecretName = (name: string): boolean => secretName.test(name);

/** Removes secrets from a JSON object; of a body that is too large or no JSON object, returns only the size. */
export function withoutSecrets(text: string): string {
  if (text.trim() === '') return '{}';
  const bytes = Buffer.byteLength(text);
  const content = bytes > largestLoggedBytes ? undefined : parsed(text);
  return JSON.stringify(isRecord(content) ? cleaned(content) : { bytes_left_out: bytes });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The text of a body as received; empty when it cannot be unpacked or unpacks to more than the limit. */
export function textOfBody(body: Buffer, encoding: string | undefined): string {
  const decoder = decoders[encoding?.trim().toLowerCase() ?? ''];
  if (!decoder) return body.toString('utf8');
  try {
    return decoder(body, { maxOutputLength: largestLoggedBytes }).toString('utf8');
  } catch {
    return '';
  }
}
