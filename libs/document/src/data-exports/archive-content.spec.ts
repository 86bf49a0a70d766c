import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { IssuedPaper } from '@tollgate/invoicing/reader';
import { archiveContent, type ArchiveSource } from './archive-content.js';
import { archiveBytes, fileNameOf, newArchive, partOf, withPart, type FiledDocument } from './archive-parts.js';
import { filesOf } from './zip.fixture.js';

const paper = (changes: Partial<IssuedPaper>): IssuedPaper => ({
  id: 'p',
  number: 'A-1',
  issuingDate: '2024-01-31',
  status: 'finalized',
  billingEntityCode: 'main',
  externalCustomerId: 'acme',
  customerName: '=Acme',
  currency: 'EUR',
  totalCents: 1234n,
  ...changes,
});

const fileOf = (text: string) => ({ content: Buffer.from(text), sha256: hash('sha256', text, 'hex') });

const filed = (documentId: string, changes: Partial<IssuedPaper>, xml: string | null): FiledDocument => ({
  documentId,
  paper: paper(changes),
  name: `invoices/${changes.number}`,
  pdf: { ...fileOf(`pdf ${documentId}`), state: 'issued' },
  xml: xml === null ? null : fileOf(xml),
});

async function contentOf(source: ArchiveSource): Promise<Buffer> {
  const written: Buffer[] = [];
  for await (const bytes of archiveContent(source)) written.push(bytes);
  return Buffer.concat(written);
}

const parts = [
  partOf('invoice', [filed('d1', { number: 'A-1' }, '<xml/>')], true),
  partOf('invoice', [filed('d2', { number: 'A-2', status: 'voided', currency: 'JPY' }, null)], false),
];
const progress = parts.reduce(withPart, newArchive('invoice'));
const source: ArchiveSource = {
  progress,
  at: new Date('2024-02-01T00:00:00Z'),
  parts: async function* () {
    yield* parts;
  },
  read: async ({ documentId, type }) => Buffer.from(type === 'pdf' ? `pdf ${documentId}` : '<xml/>'),
};

describe('an archive of documents', () => {
  it('has their files and a list, and the size that is known before', async () => {
    const bytes = await contentOf(source);
    expect(bytes.length).toBe(archiveBytes(progress));
    const files = filesOf(bytes);
    expect([...files.keys()]).toEqual(['invoices/A-1.pdf', 'invoices/A-1.xml', 'invoices/A-2.pdf', 'list.csv']);
    expect(files.get('invoices/A-2.pdf')?.toString()).toBe('pdf d2');
    const [head, ...lines] = files.get('list.csv')?.toString().trim().split('\r\n') ?? [];
    expect(head).toContain('number,kind,issuing_date,status');
    const of = (name: string, text: string) => `${name},${hash('sha256', text, 'hex')}`;
    expect(lines).toEqual([
      `A-1,invoice,2024-01-31,finalized,main,acme,'=Acme,EUR,1234,12.34,${of('invoices/A-1.pdf', 'pdf d1')}`,
      `A-1,invoice,2024-01-31,finalized,main,acme,'=Acme,EUR,1234,12.34,${of('invoices/A-1.xml', '<xml/>')}`,
      `A-2,invoice,2024-01-31,voided,main,acme,'=Acme,JPY,1234,1234,${of('invoices/A-2.pdf', 'pdf d2')}`,
    ]);
  });

  it('ends when a file has other bytes than its list says', async () => {
    const spoiled = { ...source, read: async () => Buffer.from('pdf d3') };
    await expect(contentOf(spoiled)).rejects.toThrow('invoices/A-1.pdf');
  });

  it('has only its list where no document was issued', async () => {
    const part = partOf('invoice', [], true);
    const empty = withPart(newArchive('invoice'), part);
    const bytes = await contentOf({
      ...source,
      progress: empty,
      parts: async function* () {
        yield part;
      },
    });
    expect(bytes.length).toBe(archiveBytes(empty));
    expect([...filesOf(bytes).keys()]).toEqual(['list.csv']);
  });
});

describe('the name of a file', () => {
  const id = '00000000-0000-7000-8000-0123456789ab';
  const nameOf = (number: string, shared: string[] = []) => fileNameOf('invoice', { id, number }, new Set(shared));

  it('is the number of its document', () => {
    expect(nameOf('ACME-2024-001')).toBe('invoices/ACME-2024-001');
    expect(nameOf('Größe 7')).toBe('invoices/Größe 7');
  });

  it('has the end of the id where several documents have the number', () => {
    expect(nameOf('A-1', ['a-1'])).toBe('invoices/A-1-0123456789ab');
  });

  it('never leaves its folder', () => {
    expect(nameOf('../../etc/passwd')).toBe('invoices/__.._etc_passwd-0123456789ab');
    expect(nameOf('A/1')).toBe('invoices/A_1-0123456789ab');
    expect(nameOf('..')).toBe('invoices/_-0123456789ab');
  });
});
