import { Injectable } from '@nestjs/common';
import {
  copiedKinds,
  type CatalogCopy,
  type CatalogCopyCreate,
  type CopiedKind,
  type CopiedObject,
} from '@tollgate/contracts';
import { Forbidden, type Rights } from '@tollgate/platform';
import type { Form } from '../plans/versions/plan-form.js';
import { CopiedObjects } from './copied-objects.js';
import { differencesOf, formOf } from './forms.js';

/**
 * Copies objects of another catalog by their codes (catalog, section 20). It creates what does not exist, and changes and
 * deletes nothing. Each object is created alone, so a repeated copy goes on where an interrupted one ended.
 */
@Injectable()
export class CopiesService {
  constructor(private readonly objects: CopiedObjects) {}

  /** @throws Forbidden when the caller may not create a kind of these objects */
  async create(organizationId: string, input: CatalogCopyCreate, may: Rights): Promise<CatalogCopy> {
    const kinds = copiedKinds.filter((kind) => (input[kind]?.length ?? 0) > 0);
    const refused = kinds.map((kind) => this.objects.callOf(kind)).find((call) => !may(call));
    if (refused) throw new Forbidden(`write_action_not_allowed_for_${refused.permission}`);
    const isDryRun = input.dry_run ?? false;
    const copied: CopiedObject[] = [];
    for (const kind of kinds)
      for (const object of input[kind] ?? [])
        copied.push(await this.copy(organizationId, kind, formOf[kind](object), isDryRun));
    return { dry_run: isDryRun, objects: copied };
  }

  private async copy(organizationId: string, kind: CopiedKind, form: Form, isDryRun: boolean): Promise<CopiedObject> {
    const code = typeof form['code'] === 'string' ? form['code'] : '';
    const copied = { kind, code, differences: [], error_details: {} };
    const existing = await this.compared(organizationId, kind, form, code);
    if (existing) return { ...copied, ...existing };
    if (isDryRun) return { ...copied, outcome: 'created' };
    const errors = await this.objects.create(organizationId, kind, form);
    if (!errors) return { ...copied, outcome: 'created' };
    // Another call may have created it meanwhile.
    const made = await this.compared(organizationId, kind, form, code);
    return { ...copied, ...(made ?? { outcome: 'refused', error_details: errors }) };
  }

  /** Whether the existing object of a code is alike; null without one. */
  private async compared(
    organizationId: string,
    kind: CopiedKind,
    form: Form,
    code: string,
  ): Promise<Pick<CopiedObject, 'outcome' | 'differences'> | null> {
    const existing = code === '' ? null : await this.objects.find(organizationId, kind, code);
    if (!existing) return null;
    const differences = differencesOf(form, formOf[kind]({ ...existing }));
    return { outcome: differences.length > 0 ? 'different' : 'unchanged', differences };
  }
}
