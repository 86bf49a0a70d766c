import { Injectable } from '@nestjs/common';
import {
  isBlank,
  normalizeSlug,
  type Organization,
  type OrganizationUpdate,
  type OrganizationWithTaxes,
  type SingleBillingEntity,
} from '@tollgate/contracts';
import { Clock, CommandBus, isoSeconds, ValidationFailed } from '@tollgate/platform';
import { ApiKeys } from '../api-keys/api-keys.reader.js';
import { IdentityDatabase } from '../identity.database.js';
import { ownOrganization, setSlug, updateOrganization } from './organizations.repository.js';
import { slugOf } from './slugs.js';

/** An organization's own view: its settings are those of its default billing entity (catalog, section 14). */
@Injectable()
export class OwnOrganizationService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly keys: ApiKeys,
  ) {}

  async read(organizationId: string): Promise<Organization> {
    const { billing_entity: entity } = await this.commands.send('catalog', 'billing_entity.read_default', {
      organization_id: organizationId,
    });
    return this.present(organizationId, entity);
  }

  /**
   * Changes the settings that are present. It sends the settings of other services to them, serially. After an
   * interruption or a refusal the caller repeats the call, which completes the rest.
   * @throws ValidationFailed
   */
  async update(organizationId: string, input: OrganizationUpdate): Promise<OrganizationWithTaxes> {
    const { slug, webhook_url: url, document_numbering: numbering, ...others } = input;
    const { unknown_subscription: subscription, unknown_parameters: parameters, ...settings } = others;
    if (parameters === 'refuse') await this.assertSandbox(organizationId);
    const at = await this.clock.now(organizationId);
    if (!isBlank(url))
      await this.commands.send('webhook-delivery', 'webhook_endpoint.set_first_url', {
        organization_id: organizationId,
        webhook_url: url as string,
      });
    const { billing_entity: entity } = await this.commands.send('catalog', 'billing_entity.update_default', {
      organization_id: organizationId,
      given: { ...settings, ...(numbering ? { document_numbering: ofEntity[numbering] } : {}) },
      at,
    });
    await this.database.tenant(organizationId, async (transaction) => {
      const prefix = settings.document_number_prefix;
      const own = {
        ...(prefix ? { document_number_prefix: prefix } : {}),
        ...(subscription ? { unknown_subscription: subscription } : {}),
        ...(parameters ? { unknown_parameters: parameters } : {}),
      };
      if (Object.keys(own).length > 0) await updateOrganization(transaction, own);
      if (slug && !(await setSlug(transaction, normalizeSlug(slug))))
        throw new ValidationFailed({ slug: ['value_already_exist'] });
    });
    if (parameters) this.keys.evictAllOf(organizationId);
    return { ...(await this.present(organizationId, entity)), taxes: entity.taxes };
  }

  private async assertSandbox(organizationId: string): Promise<void> {
    const { sandbox } = await this.database.tenant(organizationId, ownOrganization);
    if (!sandbox) throw new ValidationFailed({ unknown_parameters: ['only_for_sandbox'] });
  }

  private async present(organizationId: string, entity: SingleBillingEntity): Promise<Organization> {
    const { webhook_urls: urls } = await this.commands.send('webhook-delivery', 'webhook_endpoint.list_urls', {
      organization_id: organizationId,
    });
    const row = await this.database.tenant(organizationId, ownOrganization);
    return {
      svc_id: row.id,
      name: row.name,
      slug: slugOf(row),
      default_currency: entity.default_currency,
      created_at: isoSeconds(row.created_at),
      webhook_url: urls[0] ?? '',
      webhook_urls: urls,
      country: entity.country,
      address_line1: entity.address_line1,
      address_line2: entity.address_line2,
      state: entity.state,
      zipcode: entity.zipcode,
      email: entity.email,
      city: entity.city,
      legal_name: entity.legal_name,
      legal_number: entity.legal_number,
      timezone: entity.timezone,
      net_payment_term: entity.net_payment_term,
      email_settings: entity.email_settings,
      document_numbering: entity.document_numbering === 'per_customer' ? 'per_customer' : 'per_organization',
      document_number_prefix: row.document_number_prefix,
      tax_identification_number: entity.tax_identification_number,
      finalize_zero_amount_invoice: entity.finalize_zero_amount_invoice,
      unknown_subscription: row.unknown_subscription,
      unknown_parameters: row.unknown_parameters,
      billing_configuration: {
        invoice_footer: entity.invoice_footer,
        invoice_footer_translations: entity.invoice_footer_translations,
        invoice_grace_period: entity.invoice_grace_period,
        document_locale: entity.document_locale,
      },
    };
  }
}

const ofEntity = { per_customer: 'per_customer', per_organization: 'per_billing_entity' } as const;
