import { parentPort } from 'node:worker_threads';
import { drawPdf, type IssuedDocument } from './pdf.js';

/** What a thread says of a document that it was given: its file, or why there is none. */
export type Drawn = { file: Uint8Array } | { failure: string };

/** Draws one document after the other, in a thread of its own. */
parentPort?.on('message', (document: Omit<IssuedDocument, 'logo'> & { logo: Uint8Array | null }) => {
  const logo = document.logo && Buffer.from(document.logo);
  drawPdf({ ...document, logo }).then(
    (file) => parentPort?.postMessage({ file } satisfies Drawn),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) } satisfies Drawn),
  );
});
