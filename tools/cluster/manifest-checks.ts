// The common part of the checks of deployment files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@tollgate/harness/process';
import { Report, messageOf } from '@tollgate/harness/report';
import { containerPort, operationsPort, services } from './services.ts';

export const report = new Report();
export const names: string[] = services.map(({ name }) => name);
export const sorted = (list: readonly string[]): string[] => [...list].sort();

/** A check that passes unless it throws; only failures are printed. */
export function check(name: string, work: () => void): void {
  try {
    work();
    report.counts.passed++;
  } catch (error) {
    report.line(false, `${name}: ${messageOf(error)}`);
  }
}

/** The item at a place of a list. @throws Error if the list is shorter */
export function at<T>(list: readonly T[] | undefined, index: number): T {
  const item = list?.[index];
  if (item === undefined) throw new Error(`There is no item ${index} in ${JSON.stringify(list)}`);
  return item;
}

/** The command must run a program that is compiled from a source file of an application. */
export function assertCommand(command: unknown, expected: string): void {
  assert.deepEqual(command, ['node', expected]);
  const source = expected.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
  assert.ok(existsSync(join(repository, source)), `${source} does not exist`);
}

export function assertAddresses(values: Record<string, string>): void {
  for (const { name, urlVariable } of services)
    assert.equal(values[urlVariable], `http://${name}:${containerPort}`, urlVariable);
  assert.equal(Number(values.PORT), containerPort);
  assert.equal(Number(values.OPERATIONS_PORT), operationsPort);
  assert.equal(values.HOST, '0.0.0.0');
}

/** The variables of a text with one `NAME=value` in each line. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The output of a command, in the repository. @throws Error unless it succeeds */
export function output(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
