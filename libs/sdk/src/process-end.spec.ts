import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { idsOf, LocalService, type Script } from './service.fixture.js';

const hooks = new URL('../../../jest.modules.mjs', import.meta.url).href;
const program = fileURLToPath(new URL('process-end.fixture.ts', import.meta.url));

let service: LocalService;
afterEach(() => service.stop());

/** Runs the program to its end. @param signal what it gets once it has added its events */
async function play(way: string, signal: NodeJS.Signals | null, script: Script = () => ({})) {
  service = await LocalService.start(script);
  const child = spawn(process.execPath, ['--import', hooks, program, service.baseUrl, way]);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdout.once('data', () => signal && child.kill(signal));
  const [code, ended] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { end: code ?? ended, errors, sent: new Set(service.received.flatMap(idsOf)) };
}
const both = new Set(['e0', 'e1']);

describe('the events of a process that ends', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('are sent at %s, which then ends it', async (signal) => {
    expect(await play('signal', signal)).toEqual({ end: signal, errors: '', sent: both });
  });

  it('are sent while the process ends itself by a listener of its own', async () => {
    expect(await play('own listener', 'SIGTERM')).toEqual({ end: 7, errors: '', sent: both });
  });

  it('are sent when it has nothing else to do', async () => {
    const begun = Date.now();
    expect(await play('idle', null)).toEqual({ end: 0, errors: '', sent: both });
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  it('are reported when the service is away', async () => {
    const { end, errors } = await play('signal', 'SIGTERM', () => ({ status: 503 }));
    expect(end).toBe('SIGTERM');
    for (const id of both) expect(errors).toContain(`event ${id} was dropped: closed`);
  });

  it('are reported when nothing can be sent any more', async () => {
    const { end, errors, sent } = await play('exit', null);
    expect([end, sent]).toEqual([0, new Set()]);
    for (const id of both) expect(errors).toContain(`event ${id} was dropped: closed`);
  });
});
