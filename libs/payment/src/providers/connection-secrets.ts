import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { SecretBox, type SecretPlace } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import type { ConnectionRow } from '../model/connections/provider-connections.repository.js';
import type { ProviderSecrets } from './ports/account.js';

/** The connection of a secret. */
type SecretOwner = Pick<ConnectionRow, 'id' | 'organization_id'>;

type Column = 'secret_key' | 'webhook_secret';

/** One sealed secret of each key that sealed some: the start checks these only, however many there are. */
interface SealedSecret extends SecretOwner {
  secret_key: string;
}

/**
 * The secrets of connections, sealed in the database. An installation whose key cannot open them does not start:
 * payments would fail silently (webhooks, section 10).
 */
@Injectable()
export class ConnectionSecrets implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly box: SecretBox,
  ) {}

  /** @throws Error when a stored secret cannot be opened */
  async onApplicationBootstrap(): Promise<void> {
    const samples = await this.database.everyTenant(async (transaction) => {
      const { rows } = await sql<SealedSecret>`
        select distinct on (split_part(secret_key, ':', 3)) id, organization_id, secret_key
        from payment.provider_connections
        where secret_key is not null and deleted_at is null
      `.execute(transaction);
      return rows;
    });
    for (const sample of samples) {
      try {
        this.box.open(sample.secret_key, placeOf(sample, 'secret_key'));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`the keys of payment providers cannot be opened: ${reason}`, { cause: error });
      }
    }
  }

  /** Seals a secret of a connection. */
  seal(secret: string, connection: SecretOwner, column: Column): string {
    return this.box.seal(secret, placeOf(connection, column));
  }

  /** Opens the secrets of a connection. @throws Error when the installation's key does not fit */
  open(connection: ConnectionRow): ProviderSecrets {
    const { secret_key: key, webhook_secret: webhookSecret } = connection;
    return {
      key: key === null ? null : this.box.open(key, placeOf(connection, 'secret_key')),
      webhookSecret:
        webhookSecret === null ? null : this.box.open(webhookSecret, placeOf(connection, 'webhook_secret')),
    };
  }
}

const placeOf = ({ id, organization_id: organizationId }: SecretOwner, column: Column): SecretPlace => ({
  schema: 'payment',
  table: 'provider_connections',
  column,
  id,
  organizationId,
});
