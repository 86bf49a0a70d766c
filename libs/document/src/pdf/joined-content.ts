import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

/** A page of pdfkit, which its types lack. */
interface Page {
  write(content: string): void;
}

/**
 * Makes the content of pages cheaper. The library turns each operator into bytes of its own, and measures each text
 * again after drawing it, to continue the line. Here all texts have their place, and the operators of a page are
 * written at once.
 * @returns writes the pages; nothing can be drawn after it
 */
export function joinContent(pdf: Pdf): () => void {
  const contents = new Map<Page, string[]>();
  pdf.addContent = (operator: string) => {
    const page = pdf.page as unknown as Page;
    const content = contents.get(page);
    if (content) content.push(operator);
    else contents.set(page, [operator]);
    return pdf;
  };
  pdf.widthOfString = () => 0;
  return () => {
    for (const [page, content] of contents) page.write(content.join('\n'));
  };
}
