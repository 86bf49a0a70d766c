// Runs the programs that play the clients.
import { spawn } from 'node:child_process';

const usuallyLongestMs = 120_000;
const longestReport = 2_000;

/**
 * Runs a program to its end.
 * @returns its output
 * @throws Error when it fails, with the end of its output: compilers report there
 */
export function runToEnd(
  command: string,
  args: string[],
  { input = '', cwd, longestMs = usuallyLongestMs }: { input?: string; cwd?: string; longestMs?: number } = {},
): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'], timeout: longestMs });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${command} ended with ${code ?? signal}\n${output.slice(-longestReport)}`.trim())),
    );
  });
}
