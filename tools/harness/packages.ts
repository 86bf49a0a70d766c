// Finds the programs that tests need, and installs their system packages where possible.
import { spawn, spawnSync } from 'node:child_process';
import { messageOf } from './report.ts';
import { say } from './process.ts';

export const has = (command: string): boolean => spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command]).status === 0;

/** Runs a command to its end. @returns its output @throws Error with the end of its output */
export async function run(
  command: string,
  args: string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<string> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status === 0) return output;
  const end = output.trimEnd().split('\n').slice(-15).join('\n');
  throw new Error(`${command} ${args.join(' ')} failed with status ${status}:\n${end}`);
}

let listsUpdated = false;
/** Installs system packages with apt-get, as root. @throws Error with advice where this is impossible */
export async function installPackages(packages: string[], purpose: string): Promise<void> {
  const advice = `Install what is needed for ${purpose} (Debian, Ubuntu: apt-get install ${packages.join(' ')}) and try again.`;
  if (!has('apt-get') || process.getuid?.() !== 0) throw new Error(advice);
  // RUNLEVEL=1 keeps the packages from starting their services: ours run on private ports.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  try {
    if (!listsUpdated) {
      say('apt-get update');
      await run('apt-get', ['update', '-q'], { env });
      listsUpdated = true;
    }
    say(`apt-get install ${packages.join(' ')} (for ${purpose})`);
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
  } catch (error) {
    throw new Error(`${advice}\n${messageOf(error)}`);
  }
}

/** Ensures that `command` exists; installs `packages` with apt-get if it is missing. */
export async function ensureCommand(command: string, packages: string[], purpose: string): Promise<void> {
  if (has(command)) return;
  try {
    await installPackages(packages, purpose);
  } catch (error) {
    throw new Error(`'${command}' is missing. ${messageOf(error)}`);
  }
  if (!has(command)) throw new Error(`'${command}' is still missing after installing ${packages.join(' ')}.`);
}
