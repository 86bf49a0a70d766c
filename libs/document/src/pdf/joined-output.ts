import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

/** The parts of pdfkit that its types lack. */
interface Inside {
  page: Page;
  /** Bytes so far: the place of the next object. */
  _offset: number;
  _write(data: Uint8Array | string): void;
  push(end: null): boolean;
}

interface Page {
  write(content: string): void;
}

/**
 * Makes the output cheaper. The library turns each operator of a page and each line of the file into bytes of its own,
 * and sends these through a stream. Here the operators of a page are written at once, and so is the file.
 */
export class JoinedOutput {
  private readonly contents = new Map<Page, string[]>();
  private readonly parts: (Uint8Array | string)[] = [];
  private readonly written: Promise<Buffer>;

  constructor(private readonly pdf: Pdf) {
    const inside = pdf as unknown as Inside;
    pdf.addContent = (operator: string) => {
      const content = this.contents.get(inside.page);
      if (content) content.push(operator);
      else this.contents.set(inside.page, [operator]);
      return pdf;
    };
    // The library has written the first lines already.
    const begun = pdf.read() as Buffer | null;
    if (begun) this.parts.push(begun);
    inside._write = (data) => {
      const part = typeof data === 'string' ? `${data}\n` : data;
      this.parts.push(part);
      inside._offset += part.length;
    };
    this.written = new Promise((resolve) => {
      inside.push = () => {
        resolve(Buffer.concat(bytesOf(this.parts)));
        return false;
      };
    });
  }

  /** Writes all pages and closes the file. */
  file(): Promise<Buffer> {
    for (const [page, content] of this.contents) page.write(content.join('\n'));
    this.pdf.end();
    return this.written;
  }
}

/** Joins neighbouring texts, whose characters are bytes. */
function bytesOf(parts: (Uint8Array | string)[]): Uint8Array[] {
  const bytes: Uint8Array[] = [];
  let texts: string[] = [];
  const join = () => {
    if (texts.length > 0) bytes.push(Buffer.from(texts.join(''), 'latin1'));
    texts = [];
  };
  for (const part of parts) {
    if (typeof part === 'string') texts.push(part);
    else {
      join();
      bytes.push(part);
    }
  }
  join();
  return bytes;
}
