import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Pdf['struct']>;

/** A kind of element in the structure of a tagged file (ISO 32000-1, 14.8). */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Sect' | 'Div';

/** Options of an element. */
export interface TagOptions {
  /** The text for those who do not see an image. */
  alt?: string;
  /** The cells that a head names. */
  scope?: 'Column' | 'Row';
}

/** The structure of a file: readers for the blind follow it, and copied text has its order. */
export class Tags {
  private readonly root: Element;
  private readonly open: { tag: string; element: Element }[];

  constructor(private readonly pdf: Pdf) {
    this.root = pdf.struct('Document');
    pdf.addStructure(this.root);
    this.open = [{ tag: 'Document', element: this.root }];
  }

  /** Draws an element with everything that the work draws. */
  within<T>(tag: Tag, work: () => T, options: TagOptions = {}): T {
    const element = this.pdf.struct(tag, options);
    this.current.element.add(element);
    this.open.push({ tag, element });
    const result = work();
    this.open.pop();
    element.end();
    return result;
  }

  /** Marks content of the current element; it stays on one page. */
  mark(work: () => void): void {
    const { tag, element } = this.current;
    const content = this.pdf.markStructureContent(tag);
    work();
    this.pdf.endMarkedContent();
    element.add(content);
  }

  /** Draws lines, heads of pages and other content without meaning of its own. */
  artifact(type: 'Layout' | 'Pagination', work: () => void): void {
    this.pdf.markContent('Artifact', { type });
    work();
    this.pdf.endMarkedContent();
  }

  end(): void {
    this.root.end();
  }

  private get current() {
    return this.open.at(-1) ?? { tag: 'Document', element: this.root };
  }
}
