// Runs phive and Mustang, each in one process for all files: starting Java and compiling the rules takes most of the
// time.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ensureCommand } from '@tollgate/harness/packages';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = fileURLToPath(new URL('../../.data/e-invoices', import.meta.url));

export interface Check {
  path: string;
  /** Of phive, or `mustang`. */
  rules: string;
}

type Validator = 'phive' | 'mustang';

const programs: Record<Validator, string> = { phive: 'Phive.java', mustang: 'Mustang.java' };

/** Fetches a validator through Maven, once. @returns its class path */
function fetchValidator(validator: Validator): string {
  const file = join(cache, `${validator}.txt`);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (known !== '' && known.split(':').every((path) => existsSync(path))) return known;
  mkdirSync(cache, { recursive: true });
  const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${file}`];
  const { status, stdout } = spawnSync('mvn', ['-q', '-B', '-f', join(here, 'pom.xml'), '-P', validator, ...goal], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (status !== 0) throw new Error(`Maven did not resolve ${validator}: ${stdout}`);
  return readFileSync(file, 'utf8');
}

/** Installs Java and Maven, and fetches both validators; existing ones stay unchanged. */
export async function fetchValidators(): Promise<void> {
  await ensureCommand('javac', ['openjdk-17-jdk-headless'], 'the validators of e-invoices');
  await ensureCommand('mvn', ['maven'], 'the validators of e-invoices');
  fetchValidator('phive');
  fetchValidator('mustang');
}

async function answersOf(validator: Validator, checks: readonly Check[]): Promise<string> {
  if (checks.length === 0) return '';
  const child = spawn('java', ['-Xmx2g', '-cp', fetchValidator(validator), join(here, programs[validator])], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  // A process that never began to read closes its input; its exit code and log show why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(checks.map(({ path, rules }) => `${path}\t${rules}\n`).join(''));
  const [output, log] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${validator} ended with ${code}: ${log.slice(-4000)}`);
  return output;
}

/** Validates files. @returns the errors of each check, in order; none for a valid file */
export async function validate(checks: readonly Check[]): Promise<string[][]> {
  const isMustang = ({ rules }: Check) => rules === 'mustang';
  const outputs = await Promise.all([
    answersOf(
      'phive',
      checks.filter((check) => !isMustang(check)),
    ),
    answersOf('mustang', checks.filter(isMustang)),
  ]);
  return errorsOf(checks, outputs.join('\n'));
}

function errorsOf(checks: readonly Check[], output: string): string[][] {
  const errors = new Map<string, string[]>();
  for (const line of output.split('\n')) {
    const [state, path, rules, ...message] = line.split('\t');
    const key = `${path}\t${rules}`;
    if (state === 'done') errors.set(key, errors.get(key) ?? []);
    if (state === 'error') errors.set(key, [...(errors.get(key) ?? []), message.join(' ')]);
  }
  return checks.map(({ path, rules }) => errors.get(`${path}\t${rules}`) ?? ['not checked']);
}
