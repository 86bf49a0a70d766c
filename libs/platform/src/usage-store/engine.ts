import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchEngine, installEngine, type Report } from './engine-fetch.js';

export type Engine = typeof import('chdb/connection');

/** The version among the packages of a clone; package.json has the same. */
export const engineVersion = '3.4.0';
const entry = 'chdb/connection';

let loading: Promise<Engine> | undefined;

/**
 * Loads the engine that stores usage in this process: that of its packages, or the one that an earlier start fetched, or
 * a new one. Concurrent calls share one load; a failed one is tried again by the next call.
 * @param directory of fetched engines, which processes may share
 * @param report receives lines for people about a fetch
 * @throws Error that says what to do if the engine cannot be fetched
 */
export function loadEngine(directory: string, report: Report = () => undefined): Promise<Engine> {
  return (loading ??= load(directory, report).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

async function load(directory: string, report: Report): Promise<Engine> {
  try {
    return await import('chdb/connection');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const place = join(directory, `engine-${engineVersion}`);
  if (!existsSync(place)) await fetchEngine(place, (to) => installEngine(engineVersion, to), report);
  const path = createRequire(join(place, 'package.json')).resolve(entry);
  const { default: engine } = (await import(pathToFileURL(path).href)) as { default: Engine };
  return engine;
}

/** Whether the packages lack the engine. One that is there and cannot start has another error. */
export const isMissing = (error: unknown): boolean => {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes("'chdb'");
};
