import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox, validationFailed } from '@tollgate/testing';

interface Preview {
  document_type: string;
  format: string;
  locale: string;
  subject: string | null;
  html: string | null;
  text: string | null;
  pdf: string | null;
}

let sandbox: Sandbox;
let path: string;
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'FR' });
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  path = `/billing_entities/${billing_entities[0]?.code}`;
});

const preview = async (document_preview: object) =>
  (await sandbox.ok<{ document_preview: Preview }>('POST', `${path}/documents/preview`, { document_preview }))
    .document_preview;
const refused = async (document_preview: object) =>
  sandbox.call('POST', `${path}/documents/preview`, { document_preview });

describe('the preview of a document', () => {
  it('has texts that are not stored, and stores none', async () => {
    const before = await sandbox.ok('GET', path);
    const billing_entity = {
      payment_terms: 'Net 30',
      payment_terms_translations: { fr: 'À <b>30</b> jours' },
      legal_mentions: { late_penalty_rate: 12, vat_on_debits: true },
      billing_configuration: { invoice_footer: 'Merci bien' },
    };
    const shown = await preview({ document_type: 'invoice', locale: 'fr', billing_entity });
    expect(shown).toMatchObject({ document_type: 'invoice', format: 'page', locale: 'fr', subject: null, pdf: null });
    expect(shown.html).toContain('À &lt;b&gt;30&lt;/b&gt; jours');
    expect(shown.html).toContain('Merci bien');
    expect(shown.html).toContain('Option pour le paiement de la taxe d’après les débits');
    expect(shown.html).toContain('SPÉCIMEN');
    expect(await sandbox.ok('GET', path)).toEqual(before);
    expect(await sandbox.ok('GET', '/invoices')).toMatchObject({ invoices: [] });
  });

  it('is a file with the mark of a sample, or the mail that sends it', async () => {
    const { pdf, html } = await preview({ document_type: 'statement', format: 'pdf', locale: 'de' });
    expect(html).toBeNull();
    const file = Buffer.from(pdf ?? '', 'base64').toString('latin1');
    expect(file.slice(0, 5)).toBe('%PDF-');
    expect(file).toContain('>MUSTER');
    const mail = await preview({
      ...{ document_type: 'credit_note', format: 'email', locale: 'en' },
      billing_entity: { email_text: 'Closed in August', legal_name: 'Nimbus SAS' },
    });
    expect(mail.subject).toContain('Nimbus SAS: ');
    expect(mail.text).toContain('Closed in August');
    expect(mail.html).toContain('Closed in August');
  });

  it('has the errors of a change', async () => {
    expect(await refused({ document_type: 'quote', format: 'x', locale: 'xx' })).toEqual(
      validationFailed({
        document_type: ['value_is_invalid'],
        format: ['value_is_invalid'],
        locale: ['not_a_valid_language_code'],
      }),
    );
    const wrong = { payment_terms: 'x'.repeat(601), country: 'DE', legal_mentions: { operation_category: 'goods' } };
    expect(await refused({ document_type: 'invoice', billing_entity: wrong })).toMatchObject({
      status: 422,
      body: { error_details: { payment_terms: ['value_is_too_long'] } },
    });
    const { payment_terms: _, ...unlawful } = wrong;
    expect(await refused({ document_type: 'invoice', billing_entity: unlawful })).toEqual(
      validationFailed({ operation_category: ['country_not_supported'] }),
    );
    const logo = { logo: 'data:image/png;base64,AAAA' };
    expect(await refused({ document_type: 'invoice', billing_entity: logo })).toEqual(
      validationFailed({ logo: ['invalid_content_type'] }),
    );
    expect(
      await sandbox.call('POST', '/billing_entities/none/documents/preview', {
        document_preview: { document_type: 'invoice' },
      }),
    ).toMatchObject({ status: 404 });
  });
});
