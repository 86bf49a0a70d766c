import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from './directories.js';

const placeholder = /(change|replace)[-_ ]?(me|this|it)|^your[-_ ]|^<.*>$/i;
const wellKnown = new Set([
  'admin',
  'default',
  'example',
  'password',
  'postgres',
  'secret',
  'tollgate',
  '12345678',
  'secretsecret',
]);

/** Whether a secret is well known: an example value or a product's default. */
export const isWellKnownSecret = (secret: string): boolean =>
  placeholder.test(secret) || wellKnown.has(secret.toLowerCase());

/** Variables that hold a secret, and addresses that contain a password. */
const secretVariables = ['ADMIN_API_KEY', 'INTERNAL_TOKEN', 'KAFKA_PASSWORD', 'REDIS_SENTINEL_PASSWORD'];
const addressVariables = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'CLICKHOUSE_URL', 'REDIS_URL', 'SMTP_URL'];

/** @returns the problems with an environment's secrets, one per line */
export function wellKnownSecrets(env: Record<string, string | undefined>): string[] {
  const explain = (name: string, what: string) =>
    `${name}: ${what} is a published default. Generate your own (openssl rand -base64 32); NODE_ENV=development accepts it`;
  return [
    ...secretVariables.filter((name) => isWellKnownSecret(env[name] ?? '')).map((name) => explain(name, 'the value')),
    ...addressVariables
      .filter((name) => isWellKnownSecret(passwordOf(env[name])))
      .map((name) => explain(name, 'the password')),
  ];
}

const shortestKey = 16;
const fewestCharacters = 8;

/**
 * Whether a key is guessable: short, made of few characters, or a repeated run of the keyboard or the alphabet. Keys
 * from `openssl rand` are not.
 */
export function isWeakKey(key: string): boolean {
  if (key.length < shortestKey || new Set(key).size < fewestCharacters) return true;
  const steps = [...key]
    .slice(1)
    .filter((character, index) => Math.abs(character.charCodeAt(0) - key.charCodeAt(index)) <= 1);
  return steps.length > key.length / 2;
}

/** @returns the problem with the operators' key of an environment; null when it is fine or not set */
export function weakAdminKey(env: Record<string, string | undefined>): string | null {
  const key = env['ADMIN_API_KEY'];
  if (!key || env['NODE_ENV'] === 'development' || !isWeakKey(key)) return null;
  return 'ADMIN_API_KEY: the value can be guessed. Make one of your own (openssl rand -base64 32); NODE_ENV=development accepts it';
}

function passwordOf(address: string | undefined): string {
  if (!address || !URL.canParse(address)) return '';
  const { password } = new URL(address);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/**
 * Creates an unset secret once and stores it next to the data, readable by its owner only.
 * @param make generates a new secret
 */
export function storedSecret(directory: string, name: string, make: () => string): string {
  const file = join(directory, name);
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (stored) return stored;
  makeDirectory(directory);
  const secret = make();
  // The rename is atomic: a full disk would otherwise leave an empty secret.
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secret;
}

/** Generates a secret for people and services to send. */
export const newToken = (): string => `tg_${randomBytes(24).toString('base64url')}`;

const encryptionKeyBytes = 32;

/** Generates a key for secrets at rest, in the format of its setting. */
export const newEncryptionKey = (): string => randomBytes(encryptionKeyBytes).toString('base64');

/** Whether a setting is a valid key for secrets at rest: 32 bytes in base64, not all equal. */
export function isEncryptionKey(value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === encryptionKeyBytes && new Set(bytes).size > 1 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value);
}
