import { Worker } from 'node:worker_threads';
import type { Drawn } from './drawing-thread.js';
import type { IssuedDocument } from './pdf.js';

/** Draws one document at a time, separate from other work of the process. */
export interface Drawer {
  /** @throws Error when the drawing fails or exceeds its time limit; the drawer is unusable then */
  draw(document: IssuedDocument): Promise<Buffer>;
  stop(): void;
}

const longestMs = 60_000;
/** Fonts of a document in many scripts take a part of it. */
const mostMemoryMb = 512;
/** Short-lived objects of a page find room, so the collector rarely runs. */
const youngMemoryMb = 64;

/** Starts a drawing thread. */
export function startDrawer(): Drawer {
  const worker = new Worker(new URL('./drawing-thread.js', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
  });
  // An idle thread does not block the end of the process.
  worker.unref();
  worker.on('error', () => undefined);
  return { draw: (document) => drawIn(worker, document), stop: () => void worker.terminate() };
}

function drawIn(
  worker: Worker,
  { number, contents, created_at, logo, embedded = null, isVoided = false, isSample = false }: IssuedDocument,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', fail).off('exit', onExit);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const onExit = () => fail(new Error('the thread that draws has ended'));
    const onMessage = (drawn: Drawn) => {
      if ('failure' in drawn) return fail(new Error(drawn.failure));
      end();
      resolve(Buffer.from(drawn.file.buffer, drawn.file.byteOffset, drawn.file.byteLength));
    };
    const timer = setTimeout(() => fail(new Error('a document was not drawn in time')), longestMs);
    worker.on('message', onMessage).on('error', fail).on('exit', onExit);
    worker.postMessage({ number, contents, created_at, logo, embedded, isVoided, isSample });
  });
}
