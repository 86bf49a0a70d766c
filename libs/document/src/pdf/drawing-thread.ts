import { parentPort } from 'node:worker_threads';
import { drawPdf, type IssuedDocument } from './pdf.js';

/** The answer of a thread: the file, or the failure. */
export type Drawn = { file: Uint8Array } | { failure: string };

/** Draws documents one after another, in its own thread. */
parentPort?.on('message', (document: Omit<IssuedDocument, 'logo'> & { logo: Uint8Array | null }) => {
  const logo = document.logo && Buffer.from(document.logo);
  drawPdf({ ...document, logo }).then(
    (file) => parentPort?.postMessage({ file } satisfies Drawn),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) } satisfies Drawn),
  );
});
