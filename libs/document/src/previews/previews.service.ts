import { Injectable } from '@nestjs/common';
import type { DocumentPreview, DocumentPreviewInput } from '@tollgate/contracts';
import { readPreviewedIssuer, type PreviewedIssuer } from '@tollgate/catalog/reader';
import { Config, writeMail, type MailPage } from '@tollgate/platform';
import { labelsOf } from '../content/languages.js';
import { DocumentDatabase } from '../document.database.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';
import { documentPage } from '../pages/document-page.js';
import { sampleInstant } from './sample-customer.js';
import { sampleOf, type Sample } from './samples.js';

/** Previews of documents with texts that are not stored yet: nothing is stored, and no number is taken. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly files: DrawnFiles,
    private readonly config: Config,
  ) {}

  /**
   * @throws NotFound, ValidationFailed as a change of the billing entity; TooManyRequests and Unavailable when too many
   * files wait to be drawn
   */
  async preview(organizationId: string, code: string, input: DocumentPreviewInput): Promise<DocumentPreview> {
    const { document_type: kind } = input;
    const format = input.format ?? 'page';
    const previewed = await this.database.tenant(organizationId, (transaction) =>
      readPreviewedIssuer(transaction, code, input.billing_entity ?? {}),
    );
    const locale = input.locale ?? previewed.issuer.document_locale;
    const sample = sampleOf(kind, previewed.issuer, locale);
    const shown = { document_type: kind, format, locale, subject: null, html: null, text: null, pdf: null };
    if (format === 'pdf') return { ...shown, pdf: await this.fileOf(organizationId, sample, previewed) };
    if (format === 'email') return { ...shown, ...this.mailOf(sample, previewed) };
    return { ...shown, html: pageOf(sample, previewed) };
  }

  /** The file in base64, with a mark that it is a sample. */
  private async fileOf(organizationId: string, { number, contents }: Sample, { logo }: PreviewedIssuer) {
    const document = { number, contents, logo, created_at: new Date(sampleInstant) };
    return (await this.files.drawSample(organizationId, document)).toString('base64');
  }

  private mailOf({ mail }: Sample, { logo }: PreviewedIssuer): Pick<DocumentPreview, 'subject' | 'html' | 'text'> {
    const page: MailPage = mail({ logo, url: this.config.publicUrl });
    const { subject, text, html = '', logo: image } = writeMail(page);
    // A browser knows no parts of a mail.
    const shown = image
      ? html.replaceAll(`cid:${image.cid}`, `data:image/png;base64,${image.content.toString('base64')}`)
      : html;
    return { subject, text, html: shown };
  }
}

function pageOf({ contents }: Sample, { logo }: PreviewedIssuer): string {
  const labels = labelsOf(contents.language);
  const state = { fileUrl: null, xmlUrl: null, payUrl: null, state: null, isRefused: false };
  return documentPage(contents, logo, { ...state, notice: `${labels.sample}: ${labels.sampleNotice}` }).html;
}
