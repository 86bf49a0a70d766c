import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fetchEngine } from './engine-fetch.js';

describe('the fetch of the engine', () => {
  let directory: string;
  let place: string;
  const lines: string[] = [];
  const fetch = (install: (to: string) => Promise<void>) => fetchEngine(place, install, (line) => lines.push(line));
  const installing = (text: string) => async (to: string) => writeFileSync(join(to, 'engine'), text);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tollgate-engine-'));
    place = join(directory, 'cache', 'engine-1.0.0');
    lines.length = 0;
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('puts it into its place whole, and says so', async () => {
    await fetch(installing('one'));
    expect(readFileSync(join(place, 'engine'), 'utf8')).toBe('one');
    expect(readdirSync(join(directory, 'cache'))).toEqual(['engine-1.0.0']);
    expect(lines.at(-1)).toContain('is fetched');
  });

  it('leaves nothing behind when it fails', async () => {
    const half = async (to: string) => {
      await installing('half')(to);
      throw new Error('no network');
    };
    await expect(fetch(half)).rejects.toThrow('no network');
    expect(readdirSync(join(directory, 'cache'))).toEqual([]);
  });

  it('accepts that of a process that was faster', async () => {
    const overtaken = async (to: string) => {
      await installing('slow')(to);
      mkdirSync(place);
      await installing('fast')(place);
    };
    await fetch(overtaken);
    expect(readFileSync(join(place, 'engine'), 'utf8')).toBe('fast');
    expect(readdirSync(join(directory, 'cache'))).toEqual(['engine-1.0.0']);
  });

  it('removes what killed fetches have left, and nothing that is under way', async () => {
    const [killed, running] = [`${place}-killed`, `${place}-running`];
    for (const path of [killed, running]) mkdirSync(path, { recursive: true });
    const longAgo = Date.now() / 1000 - 86_400;
    utimesSync(killed, longAgo, longAgo);
    await fetch(installing('one'));
    expect(existsSync(killed)).toBe(false);
    expect(existsSync(running)).toBe(true);
  });
});
