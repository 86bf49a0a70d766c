import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandRequest, OrganizationCreate } from '@tollgate/contracts';
import { CommandBus } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { insertBillingEntity } from './billing-entities.repository.js';

type Settings = Partial<Omit<OrganizationCreate, 'name' | 'sandbox' | 'frozen_time'>>;

/** Issuers of invoices. */
@Injectable()
export class BillingEntitiesService implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'billing_entity.create_default', (request) => this.createDefault(request));
  }

  /** The default issuer of a new organization, with the defaults of catalog, section 13. */
  private async createDefault(
    request: CommandRequest<'billing_entity.create_default'>,
  ): Promise<{ billing_entity_id: string }> {
    const settings = request.settings as Settings;
    const createdAt = new Date(request.created_at);
    await this.database.tenant(request.organization_id, (transaction) =>
      insertBillingEntity(transaction, {
        id: request.billing_entity_id,
        organization_id: request.organization_id,
        code: codeOf(request.name),
        name: request.name,
        default_currency: settings.default_currency ?? 'USD',
        timezone: settings.timezone ?? 'UTC',
        country: settings.country ?? null,
        email: settings.email ?? null,
        legal_name: settings.legal_name ?? null,
        legal_number: settings.legal_number ?? null,
        tax_identification_number: settings.tax_identification_number ?? null,
        address_line1: settings.address_line1 ?? null,
        address_line2: settings.address_line2 ?? null,
        city: settings.city ?? null,
        state: settings.state ?? null,
        zipcode: settings.zipcode ?? null,
        phone: settings.phone ?? null,
        document_numbering: 'per_customer',
        document_number_prefix: settings.document_number_prefix ?? '',
        document_locale: settings.document_locale ?? 'en',
        invoice_footer: settings.invoice_footer ?? null,
        net_payment_term: settings.net_payment_term ?? 0,
        invoice_grace_period: settings.invoice_grace_period ?? 0,
        subscription_invoice_issuing_date_anchor:
          settings.subscription_invoice_issuing_date_anchor ?? 'next_period_start',
        subscription_invoice_issuing_date_adjustment:
          settings.subscription_invoice_issuing_date_adjustment ?? 'align_with_finalization_date',
        finalize_zero_amount_invoice: settings.finalize_zero_amount_invoice ?? true,
        email_settings: JSON.stringify(settings.email_settings ?? []),
        created_at: createdAt,
        updated_at: createdAt,
        archived_at: null,
      }),
    );
    return { billing_entity_id: request.billing_entity_id };
  }
}

const codeOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_') || 'default';
