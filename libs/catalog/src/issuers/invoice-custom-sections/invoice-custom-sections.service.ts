import { Injectable } from '@nestjs/common';
import type {
  InvoiceCustomSection,
  InvoiceCustomSectionCreate,
  InvoiceCustomSectionUpdate,
  Meta,
  InvoiceCustomSectionFilters,
} from '@tollgate/contracts';
import { Clock, newId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { withUniqueCodes } from '../../records.js';
import { presentSections } from './invoice-custom-section.presenter.js';
import {
  deselectSection,
  findSection,
  insertSection,
  listSections,
  lockSection,
  updateSection,
  type SectionRow,
} from './invoice-custom-sections.repository.js';

/** Texts that issuers put on invoices (catalog, section 16). */
@Injectable()
export class InvoiceCustomSectionsService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed if the code is taken */
  async create(organizationId: string, input: InvoiceCustomSectionCreate): Promise<InvoiceCustomSection> {
    const now = await this.clock.now(organizationId);
    return withUniqueCodes(() =>
      this.database.tenant(organizationId, async (transaction) => {
        const section = await insertSection(transaction, {
          id: newId(),
          organization_id: organizationId,
          code: input.code,
          name: input.name,
          description: input.description ?? null,
          details: input.details ?? null,
          display_name: input.display_name ?? null,
          details_translations: input.details_translations,
          display_name_translations: input.display_name_translations,
          created_at: new Date(now),
          deleted_at: null,
        });
        return presentOne(transaction, section);
      }),
    );
  }

  async list(
    organizationId: string,
    filters: InvoiceCustomSectionFilters,
  ): Promise<{ invoice_custom_sections: InvoiceCustomSection[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listSections(transaction, filters);
      return { invoice_custom_sections: await presentSections(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<InvoiceCustomSection> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentOne(transaction, existing(await findSection(transaction, code))),
    );
  }

  /** Changes the submitted fields; finalized invoices retain their copies. @throws NotFound, ValidationFailed */
  async update(organizationId: string, code: string, input: InvoiceCustomSectionUpdate): Promise<InvoiceCustomSection> {
    return withUniqueCodes(() =>
      this.database.tenant(organizationId, async (transaction) => {
        const section = existing(await lockSection(transaction, code));
        const { name, code: newCode, ...texts } = input;
        const definedTexts = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
        const changes = { ...definedTexts, ...(name ? { name } : {}), ...(newCode ? { code: newCode } : {}) };
        return presentOne(transaction, await updateSection(transaction, section, changes));
      }),
    );
  }

  /** Deletes a section and all its selections; its code is free again. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<InvoiceCustomSection> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const section = existing(await lockSection(transaction, code));
      const answer = await presentOne(transaction, section);
      await deselectSection(transaction, section.id);
      await updateSection(transaction, section, { deleted_at: new Date(now) });
      return answer;
    });
  }
}

function existing(section: SectionRow | undefined): SectionRow {
  if (!section) throw new NotFound('invoice_custom_section');
  return section;
}

async function presentOne(transaction: TenantTransaction, row: SectionRow): Promise<InvoiceCustomSection> {
  const [section] = await presentSections(transaction, [row]);
  return section as InvoiceCustomSection;
}
