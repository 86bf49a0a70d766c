import type { AccountingProviderName, Meta, TaxProviderName } from '@tollgate/contracts';
import {
  brokenUniqueIndex,
  NotFound,
  ValidationFailed,
  type CommandBus,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import type { InvoicingDatabase } from './invoicing.database.js';

/** The common part of connections to every integration. */
export interface IntegrationRow {
  id: string;
  organization_id: string;
  provider: TaxProviderName | AccountingProviderName;
  code: string;
  name: string;
  created_at: Date;
}

/** The connections of one kind: where they are stored, and how calls show them. */
export interface IntegrationKind<Row extends IntegrationRow, Shown> {
  /** As errors name it. */
  resource: string;
  /** The unique index of the codes. */
  codes: string;
  find(transaction: TenantTransaction, code: string): Promise<Row | undefined>;
  list(transaction: TenantTransaction, page: Page): Promise<{ rows: Row[]; meta: Meta }>;
  present(row: Row): Shown;
}

/**
 * Connections of organizations to external systems. The subscription service knows which integrations are connected,
 * because customers are linked to integrations.
 */
export abstract class IntegrationConnections<Row extends IntegrationRow, Shown> {
  protected constructor(
    protected readonly database: InvoicingDatabase,
    private readonly commands: CommandBus,
    private readonly kind: IntegrationKind<Row, Shown>,
  ) {}

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<Shown> {
    return this.kind.present(await this.existing(organizationId, code));
  }

  protected async listed(organizationId: string, page: Page): Promise<{ shown: Shown[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      this.kind.list(transaction, page),
    );
    return { shown: rows.map((row) => this.kind.present(row)), meta };
  }

  /** @throws NotFound */
  protected existing(organizationId: string, code: string): Promise<Row> {
    return this.database.tenant(organizationId, (transaction) => this.existingIn(transaction, code));
  }

  /** @throws NotFound */
  protected async existingIn(transaction: TenantTransaction, code: string): Promise<Row> {
    const row = await this.kind.find(transaction, code);
    if (!row) throw this.missing();
    return row;
  }

  protected missing(): NotFound {
    return new NotFound(this.kind.resource);
  }

  /** @throws ValidationFailed for the code of another connection */
  protected async refuseTaken({ organization_id: organizationId, code }: Row): Promise<void> {
    const taken = await this.database.tenant(organizationId, (transaction) => this.kind.find(transaction, code));
    if (taken) throw codeTaken();
  }

  /**
   * Stores a connection. @param onLost what remains to do when another call has stored the code meanwhile
   * @throws ValidationFailed for the code of another connection
   */
  protected async store(
    { organization_id: organizationId }: Row,
    write: (transaction: TenantTransaction) => Promise<void>,
    onLost: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    try {
      await this.database.tenant(organizationId, write);
    } catch (error) {
      if (brokenUniqueIndex(error) !== this.kind.codes) throw error;
      await onLost();
      throw codeTaken();
    }
  }

  /** States whether the integration is connected. It may be repeated. */
  protected async connect(row: Row, connected: boolean): Promise<void> {
    await this.commands.send('subscription', 'integration.connect', {
      organization_id: row.organization_id,
      integration_id: row.id,
      integration_type: row.provider,
      code: row.code,
      name: row.name,
      connected,
      at: row.created_at.toISOString(),
    });
  }
}

const codeTaken = (): ValidationFailed => new ValidationFailed({ code: ['value_already_exist'] });
