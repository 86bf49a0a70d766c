// Cleans up after a cluster whose starter died without stopping it (SIGKILL, a crashed test runner). The starter holds
// this process's stdin open and writes everything that must not outlive it, one line each:
//   +PID    a process group was started        -PID   it has ended
//   !JSON   a command (array) to run at the end, for other cleanup
//   ~JSON   that command is no longer needed
// When stdin closes, the starter is gone: kill every remaining group and run the commands.
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

const groups = new Set<number>();
const commands = new Set<string>();

for await (const line of createInterface({ input: process.stdin })) {
  if (line[0] === '+') groups.add(Number(line.slice(1)));
  else if (line[0] === '-') groups.delete(Number(line.slice(1)));
  else if (line[0] === '!') commands.add(line.slice(1));
  else if (line[0] === '~') commands.delete(line.slice(1));
}
for (const pid of groups) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it ended by itself
  }
}
for (const text of commands) {
  const [command = '', ...args] = JSON.parse(text) as string[];
  spawnSync(command, args, { stdio: 'ignore' });
}
