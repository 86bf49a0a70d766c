import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  AdminOrganization,
  Integration,
  IntegrationCreate,
  NewApiKey,
  OrganizationCreate,
  PricingUnit,
  PricingUnitCreate,
  RawInput,
} from '@tollgate/contracts';
import { CommandBus, isId, isoSeconds, newId, NotFound, SecretBox, ValidationFailed } from '@tollgate/platform';
import type { TenantTransaction } from '@tollgate/platform';
import { setSlug } from './organizations.repository.js';
import { slugOfName, varied } from './slugs.js';
import { hmacKeyPlace } from '../hmac-key.js';
import { hashApiKey, newApiKeyValue } from '../api-keys/api-key.js';
import { insertApiKey } from '../api-keys/api-keys.repository.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';

/** The currency of a new organization unless its operator names another one (conformance format). */
const defaultCurrency = 'EUR';

/** Creates organizations and their resources for operators. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly commands: CommandBus,
    private readonly secrets: SecretBox,
  ) {}

  /** Creates an organization with a first API key. */
  async create(input: OrganizationCreate): Promise<{ organization: AdminOrganization; api_key: NewApiKey }> {
    const keyValue = newApiKeyValue();
    const { organization, first } = await this.make(input, async (transaction, createdAt) => {
      const { id } = await insertApiKey(transaction, {
        id: newId(),
        organization_id: transaction.organizationId,
        name: 'first key',
        value_hash: hashApiKey(keyValue),
        last_four: keyValue.slice(-4),
        permissions: null,
        expires_at: null,
        created_at: createdAt,
      });
      return id;
    });
    return { organization, api_key: { svc_id: first, value: keyValue } };
  }

  /**
   * Creates an organization with its default billing entity. A sandbox organization gets a test clock that starts at
   * `frozen_time`.
   * @param insertFirst inserts its first caller, in the same transaction
   */
  async make<T>(
    input: OrganizationCreate,
    insertFirst: (transaction: TenantTransaction, createdAt: Date) => Promise<T>,
  ): Promise<{ organization: AdminOrganization; first: T }> {
    const { name, sandbox, frozen_time: frozenTime, unknown_parameters: unknownParameters, ...settings } = input;
    const organizationId = newId();
    const createdAt = sandbox && frozenTime ? new Date(frozenTime) : new Date();
    const prefix = settings.document_number_prefix ?? defaultPrefix(name, organizationId);
    const currency = settings.default_currency ?? defaultCurrency;
    await this.commands.send('catalog', 'billing_entity.create_default', {
      organization_id: organizationId,
      billing_entity_id: newId(),
      name,
      created_at: createdAt.toISOString(),
      settings: { ...settings, default_currency: currency, document_number_prefix: prefix },
    });
    const hmacKey = randomBytes(32).toString('hex');
    const first = await this.database.tenant(organizationId, async (transaction) => {
      await tables(transaction)
        .insertInto('identity.organizations')
        .values({
          id: organizationId,
          name,
          slug: null,
          hmac_key: this.secrets.seal(hmacKey, hmacKeyPlace(organizationId)),
          document_number_prefix: prefix,
          sandbox: sandbox ?? false,
          ...(unknownParameters ? { unknown_parameters: unknownParameters } : {}),
          created_at: createdAt,
        })
        .execute();
      await takeSlug(transaction, slugOfName(name));
      if (sandbox) {
        await tables(transaction)
          .insertInto('identity.test_clocks')
          .values({
            organization_id: organizationId,
            frozen_time: createdAt,
            target_time: createdAt,
            lease_until: null,
          })
          .execute();
      }
      return insertFirst(transaction, createdAt);
    });
    return {
      organization: {
        svc_id: organizationId,
        name,
        sandbox: sandbox ?? false,
        hmac_key: hmacKey,
        default_currency: currency,
        timezone: settings.timezone ?? 'UTC',
        country: settings.country ?? null,
        email: settings.email ?? null,
        document_number_prefix: prefix,
        net_payment_term: settings.net_payment_term ?? 0,
        created_at: isoSeconds(createdAt),
      },
      first,
    };
  }

  /** Creates a pricing unit for charges. @throws NotFound, ValidationFailed */
  async createPricingUnit(organizationId: string, raw: RawInput): Promise<PricingUnit> {
    await this.existing(organizationId);
    const [id, createdAt] = [newId(), new Date()];
    const { errors } = await this.commands.send('catalog', 'pricing_unit.create', {
      organization_id: organizationId,
      pricing_unit_id: id,
      given: raw,
      created_at: createdAt.toISOString(),
    });
    if (errors) throw new ValidationFailed(errors);
    const { name, code, short_name, description } = raw as PricingUnitCreate;
    return { svc_id: id, name, code, short_name, description: description ?? null, created_at: isoSeconds(createdAt) };
  }

  /** Registers an external system of the organization. @throws NotFound, ValidationFailed */
  async createIntegration(organizationId: string, raw: RawInput): Promise<Integration> {
    await this.existing(organizationId);
    const [id, createdAt] = [newId(), new Date()];
    const { errors } = await this.commands.send('subscription', 'integration.create', {
      organization_id: organizationId,
      integration_id: id,
      given: raw,
      created_at: createdAt.toISOString(),
    });
    if (errors) throw new ValidationFailed(errors);
    const { integration_type, code, name } = raw as IntegrationCreate;
    return { svc_id: id, integration_type, code, name: name ?? null, created_at: isoSeconds(createdAt) };
  }

  private async existing(organizationId: string): Promise<void> {
    const organization =
      isId(organizationId) &&
      (await this.database.tenant(organizationId, (transaction) =>
        tables(transaction)
          .selectFrom('identity.organizations')
          .select('id')
          .where('id', '=', organizationId)
          .executeTakeFirst(),
      ));
    if (!organization) throw new NotFound('organization');
  }
}

/**
 * Sets the slug of a new organization, or a variation when it is in use; organizations do not see each other's slugs.
 */
async function takeSlug(transaction: TenantTransaction, slug: string): Promise<void> {
  for (const candidate of [slug, varied(slug), varied(slug)]) if (await setSlug(transaction, candidate)) return;
  // If all attempts fail, the organization has the slug of its id (`slugOf`).
}

/** First three letters of the name and the last four of the id, upper-cased (invoices, section 9.2). */
const defaultPrefix = (name: string, id: string) => `${name.slice(0, 3)}-${id.slice(-4)}`.toUpperCase();
