// The receivers of docs/start/receive-webhooks.md as programs: their code is taken from the page and runs unchanged.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { has, installPackages, run } from '@tollgate/harness/packages';
import { cacheDirectory, freePort, say, waitFor } from '@tollgate/harness/process';
import { messageOf } from '@tollgate/harness/report';
import { pythonPrograms } from '@tollgate/python/python';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const page = here('../../docs/start/receive-webhooks.md');

export const languages = ['Node', 'Python', 'Go'] as const;
export type Language = (typeof languages)[number];

/** The fence of each language's code, and the file that its programs expect. */
const sources: Record<Language, { fence: string; file: string }> = {
  Node: { fence: 'js', file: 'receiver.mjs' },
  Python: { fence: 'python', file: 'receiver.py' },
  Go: { fence: 'go', file: 'receiver.go' },
};

/** The code of a language on a page. @throws Error unless it is there once */
export function codeOf(markdown: string, language: Language): string {
  const { fence } = sources[language];
  const blocks = [...markdown.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  const [block] = blocks;
  if (!block || blocks.length > 1) throw new Error(`${blocks.length} blocks of ${fence} in the page`);
  return block[1] as string;
}

/** A running receiver. */
export interface Receiver {
  url: string;
  /** The types of webhooks that it has worked on. */
  worked: string[];
  stop(): Promise<void>;
}

/** Starts a receiver with its environment: `HMAC_KEY` or `PUBLIC_KEY`. */
export type Start = (env: Record<string, string>) => Promise<Receiver>;

/** @returns the command of a language's receiver, or why it cannot run on this machine */
export async function prepare(language: Language, directory: string): Promise<Start | { missing: string }> {
  const folder = join(directory, language.toLowerCase());
  mkdirSync(folder, { recursive: true });
  const file = join(folder, sources[language].file);
  writeFileSync(file, codeOf(readFileSync(page, 'utf8'), language));
  if (language === 'Node') return starter(process.execPath, [file]);
  if (language === 'Python')
    return starter(join(await pythonPrograms('receivers', here('requirements.txt')), 'python'), [file]);
  const reason = await withoutGo();
  if (reason) return { missing: reason };
  const program = join(folder, 'receiver');
  // The code needs no module, so nothing is fetched.
  const env = { GOCACHE: join(cacheDirectory(), 'go-build'), GOTOOLCHAIN: 'local', GOPROXY: 'off', GO111MODULE: 'off' };
  const unformatted = await run('gofmt', ['-l', file], { cwd: folder });
  if (unformatted !== '') throw new Error('gofmt would format the code of Go in another way');
  await run('go', ['build', '-o', program, file], { env, cwd: folder });
  return starter(program, []);
}

/** Installs Go where it is missing and that is possible. @returns why it is missing */
async function withoutGo(): Promise<string | null> {
  if (has('go')) return null;
  try {
    await installPackages(['golang-go'], 'the receiver of webhooks in Go');
  } catch (error) {
    say(messageOf(error));
  }
  return has('go') ? null : 'this machine has no Go toolchain, and none could be installed';
}

const starter =
  (command: string, args: string[]): Start =>
  async (env) => {
    const port = await freePort();
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const worked: string[] = [];
    let isListening = false;
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'listening') isListening = true;
      if (line.startsWith('work ')) worked.push(line.slice('work '.length));
    });
    await waitFor(command, () => isListening, {
      timeoutMs: 30_000,
      aborted: () => (child.exitCode === null ? undefined : 'it ended'),
    });
    return {
      url: `http://127.0.0.1:${port}/hooks`,
      worked,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  };
