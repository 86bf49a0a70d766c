import { parentPort, workerData } from 'node:worker_threads';
import { decode, type DecodingRequest } from './parquet-decoding.js';

/** Decodes one part of a file in its own thread. */
void decode(workerData as DecodingRequest).then((decoded) => parentPort?.postMessage(decoded));
