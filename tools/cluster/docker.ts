// Whether backends can run as containers here.
import { spawnSync } from 'node:child_process';

export function dockerAnswers(): boolean {
  if (process.env.TOLLGATE_NO_DOCKER) return false;
  const works = (...args: string[]) => spawnSync('docker', args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
  return works('info') && works('compose', 'version');
}
