import { Worker } from 'node:worker_threads';
import type { Decoded, DecodingRequest } from './parquet-decoding.js';

/** Time for a part: some for each megabyte of its bytes, so a small damaged file ends soon. */
const shortestMs = 10_000;
const msOfMegabyte = 1_000;
const megabyte = 1024 * 1024;
const mostMemoryMb = 512;

const longestMs = ({ footer, rows }: DecodingRequest): number =>
  shortestMs + Math.ceil(((rows?.bytes.length ?? 0) + footer.length) / megabyte) * msOfMegabyte;

/**
 * Decodes in a thread of its own: large pages would occupy the event loop for long, and a hostile file the memory. A
 * part that takes too much of either is a fault.
 */
export function decodeApart(request: DecodingRequest): Promise<Decoded> {
  const worker = new Worker(new URL('./parquet-thread.js', import.meta.url), {
    execArgv: [],
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  return new Promise<Decoded>((resolve) => {
    const fail = () => resolve({ fault: 'file_is_invalid' });
    const timer = setTimeout(fail, longestMs(request));
    worker.on('message', resolve).on('error', fail).on('exit', fail);
    worker.on('exit', () => clearTimeout(timer));
  }).finally(() => void worker.terminate());
}
