import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import type { Config } from '../config/config.js';
import { MailTransport } from './mail-transport.js';

const servers: Server[] = [];
const lines: string[] = [];

/** A mail server that speaks SMTP without encryption. @param answers its reply to a line; undefined is silence */
async function listen(answers: (line: string) => string | undefined): Promise<number> {
  const server = createServer((socket: Socket) => {
    const greeting = answers('');
    if (greeting) socket.write(greeting);
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        for (const line of data.toString().split('\r\n').slice(0, -1)) {
          lines.push(line);
          const answer = answers(line);
          if (answer) socket.write(answer);
        }
      });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const plain = (line: string): string | undefined => {
  if (line === '') return '220 mail\r\n';
  if (line.startsWith('EHLO')) return '250-mail\r\n250 AUTH PLAIN\r\n';
  if (line.startsWith('AUTH')) return '235 ok\r\n';
  if (line === 'DATA') return '354 go on\r\n';
  if (line === 'STARTTLS') return '502 no\r\n';
  return line === '.' || /^(MAIL|RCPT)/.test(line) ? '250 ok\r\n' : undefined;
};

const transportTo = (smtpUrl: string) =>
  new MailTransport({ smtpUrl, mailFrom: 'Tollgate <billing@example.com>', publicUrl: 'http://localhost' } as Config);
const mail = { id: 'one', to: 'a@example.com', subject: 's', text: 't' };

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  lines.length = 0;
});

it('sends no password without encryption', async () => {
  const port = await listen(plain);
  const { accepted, error } = await transportTo(`smtp://user:secret@127.0.0.1:${port}`).send(mail);
  expect([accepted, String(error)]).toEqual([[], expect.stringContaining('STARTTLS')]);
  expect(lines.some((line) => line.startsWith('AUTH') || line.startsWith('MAIL'))).toBe(false);
});

it('sends without encryption when the address has no password, or permits it', async () => {
  const port = await listen(plain);
  await transportTo(`smtp://127.0.0.1:${port}`).send(mail);
  await transportTo(`smtp://user:secret@127.0.0.1:${port}?requireTLS=false`).send(mail);
  expect(lines.filter((line) => line === 'DATA')).toHaveLength(2);
});

it('does not wait for a silent server', async () => {
  const port = await listen(() => undefined);
  const began = Date.now();
  const { accepted, unreachable, error } = await transportTo(`smtp://127.0.0.1:${port}`).send(mail);
  expect([accepted, unreachable, String(error)]).toEqual([[], true, expect.stringContaining('Greeting')]);
  expect(Date.now() - began).toBeLessThan(20_000);
}, 60_000);
