import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { Config, newId, SecretBox, type SecretPlace, type Transaction } from '@tollgate/platform';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { tables } from '../tables/webhook-delivery.tables.js';

export interface SigningKeys {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/** The installation's RSA key pair: from `WEBHOOK_SIGNING_KEY`, else generated once and stored. */
@Injectable()
export class SigningKeysService implements OnApplicationBootstrap {
  private cachedKeys: Promise<SigningKeys> | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly secrets: SecretBox,
  ) {}

  /** Loads the key at the start, so an unusable key fails before the first webhook. */
  async onApplicationBootstrap(): Promise<void> {
    await this.keys();
  }

  keys(): Promise<SigningKeys> {
    this.cachedKeys ??= this.load().catch((error: unknown) => {
      this.cachedKeys = undefined;
      throw error;
    });
    return this.cachedKeys;
  }

  private async load(): Promise<SigningKeys> {
    const { webhookSigningKey: configuredKey } = this.config;
    const privateKey =
      configuredKey === undefined
        ? createPrivateKey(await this.database.everyTenant((transaction) => loadOrCreateKey(transaction, this.secrets)))
        : readConfiguredKey(configuredKey);
    return { privateKey, publicKey: createPublicKey(privateKey) };
  }
}

/** Reads the stored private key, or generates it once under a lock across processes. */
async function loadOrCreateKey(transaction: Transaction, secrets: SecretBox): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook signing key', 0))`.execute(transaction);
  const storedKey = await tables(transaction)
    .selectFrom('webhook_delivery.signing_keys')
    .select(['id', 'private_key'])
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  if (storedKey) return secrets.open(storedKey.private_key, placeOf(storedKey.id));
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const id = newId();
  await tables(transaction)
    .insertInto('webhook_delivery.signing_keys')
    .values({ id, private_key: secrets.seal(pem, placeOf(id)) })
    .execute();
  return pem;
}

const placeOf = (id: string): SecretPlace => ({
  schema: 'webhook_delivery',
  table: 'signing_keys',
  column: 'private_key',
  id,
  organizationId: null,
});

/** @throws Error when the setting is not an RSA private key */
function readConfiguredKey(pem: string): KeyObject {
  try {
    // Files of settings and secrets often hold the line breaks of a PEM as the two characters "\\n".
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Reported below; the original message would not help.
  }
  throw new Error('WEBHOOK_SIGNING_KEY is not an RSA private key in PEM form');
}
