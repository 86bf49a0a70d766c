import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Config } from '../config/config.js';
import { MailTransport, type OutgoingMail } from './mail-transport.js';
import { failedTo } from './smtp-outcome.js';

type Reply = Error & { responseCode: number };
type Stage = 'connect' | 'sender' | 'recipient' | 'content';

const reply = (responseCode: number, text: string): Reply => Object.assign(new Error(text), { responseCode });

/** The server's fault at a stage: a reply, silence, or a lost connection. */
let fault: { stage: Stage; does: Reply | 'hang' | 'drop'; only?: string } | null;
let received: ParsedMail[];
let envelopes: string[][];
let server: SMTPServer;
let transport: MailTransport;

/** Applies the fault of a stage, if it has one. */
function at(stage: Stage, session: SMTPServerSession, done: (error?: Error | null) => void, address?: string): void {
  if (fault?.stage !== stage || (fault.only !== undefined && fault.only !== address)) return done();
  if (fault.does === 'hang') return;
  if (fault.does !== 'drop') return done(fault.does);
  const { connections } = server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> };
  for (const connection of connections) if (connection.id === session.id) connection._socket.destroy();
}

async function read(stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error | null) => void) {
  const mail = await simpleParser(stream);
  at('content', session, (error) => {
    if (!error) {
      received.push(mail);
      envelopes.push(session.envelope.rcptTo.map(({ address }) => address));
    }
    done(error);
  });
}

/** A pause of this process beyond the deadline counts as silence of the server, so only tests of silence keep it short. */
function transportWithDeadline(socketTimeoutMs: number): MailTransport {
  const { port } = server.server.address() as { port: number };
  return new MailTransport({
    smtpUrl: `smtp://127.0.0.1:${port}?socketTimeout=${socketTimeoutMs}`,
    mailFrom: 'Tollgate <billing@example.com>',
    publicUrl: 'https://bill.example.com',
  } as Config);
}

beforeEach(async () => {
  [fault, received, envelopes] = [null, [], []];
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (session, done) => at('connect', session, done),
    onMailFrom: (_address, session, done) => at('sender', session, done),
    onRcptTo: ({ address }, session, done) => at('recipient', session, done, address),
    onData: (stream, session, done) => void read(stream, session, done),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  transport = transportWithDeadline(20_000);
});
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
});

const mail: OutgoingMail = {
  id: 'one',
  to: ['a@example.com', 'b@example.com'],
  bcc: ['c@example.com'],
  fromName: 'Acme',
  replyTo: 'acme@example.com',
  subject: 'Invoice',
  text: 'plain',
  html: '<p>rich</p>',
  logo: { cid: 'logo', content: Buffer.from('png') },
};
const none = { accepted: [], refused: [], delayed: [] };
const all = ['a@example.com', 'b@example.com', 'c@example.com'];

it('sends both parts with the headers of a generated mail, and names no blind copies', async () => {
  expect(await transport.send(mail)).toEqual({ ...none, accepted: all, unreachable: false, error: null });
  expect(envelopes).toEqual([all]);
  const [message] = received;
  expect(message).toMatchObject({ text: 'plain', messageId: '<one@bill.example.com>', subject: 'Invoice' });
  expect(message?.html).toContain('<p>rich</p>');
  expect(message?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(message?.headers.has('list-unsubscribe') || message?.headers.has('list')).toBe(false);
  expect(message?.headers.has('bcc')).toBe(false);
  expect(message?.from?.text).toBe('"Acme" <billing@example.com>');
  expect(message?.replyTo?.text).toBe('acme@example.com');
  expect(message?.attachments[0]).toMatchObject({
    cid: 'logo',
    contentDisposition: 'inline',
    contentType: 'image/png',
  });
});

it('joins the thread of the mails that it follows', async () => {
  await transport.send({ ...mail, id: 'two', follows: ['one', 'other'] });
  await transport.send(mail);
  expect(received.map(({ references, inReplyTo }) => [references, inReplyTo])).toEqual([
    ['<one@bill.example.com>', '<one@bill.example.com> <other@bill.example.com>'],
    [undefined, undefined],
  ]);
});

describe('a fault', () => {
  const everybody = (code: number | null, reason: string) =>
    all.map((address) => ({ address, code, reason: expect.stringContaining(reason) as unknown }));

  it('421 at the greeting delays the mail and shows that the server takes none', async () => {
    fault = { stage: 'connect', does: reply(421, 'too busy') };
    expect(await transport.send(mail)).toMatchObject({
      ...none,
      delayed: everybody(421, 'too busy'),
      unreachable: true,
    });
  });

  it('450 for the sender delays the mail', async () => {
    fault = { stage: 'sender', does: reply(450, 'greylisted') };
    expect(await transport.send(mail)).toMatchObject({
      ...none,
      delayed: everybody(450, 'greylisted'),
      unreachable: false,
    });
  });

  it('450 for one recipient delays that one only, and the next try goes to nobody else', async () => {
    fault = { stage: 'recipient', does: reply(450, 'busy'), only: 'b@example.com' };
    expect(await transport.send(mail)).toMatchObject({
      accepted: ['a@example.com', 'c@example.com'],
      refused: [],
      delayed: [{ address: 'b@example.com', code: 450, reason: '450 busy' }],
      unreachable: false,
    });
    fault = null;
    expect(await transport.send({ ...mail, only: ['b@example.com'] })).toMatchObject({ accepted: ['b@example.com'] });
    expect(envelopes).toEqual([['a@example.com', 'c@example.com'], ['b@example.com']]);
    expect(received.map(({ messageId }) => messageId)).toEqual(Array(2).fill('<one@bill.example.com>'));
  });

  it('550 for one recipient is final for that one', async () => {
    fault = { stage: 'recipient', does: reply(550, 'unknown'), only: 'a@example.com' };
    expect(await transport.send(mail)).toMatchObject({
      accepted: ['b@example.com', 'c@example.com'],
      refused: [{ address: 'a@example.com', code: 550, reason: '550 unknown' }],
      delayed: [],
    });
  });

  it('concerns an address whose domain the library writes otherwise', async () => {
    fault = { stage: 'recipient', does: reply(550, 'unknown'), only: 'Ada@bücher.example' };
    const to = ['Ada@Bücher.Example', 'b@EXAMPLE.com'];
    expect(await transport.send({ ...mail, to, bcc: [] })).toMatchObject({
      accepted: ['b@EXAMPLE.com'],
      refused: [{ address: 'Ada@Bücher.Example', code: 550 }],
    });
  });

  it('a recipient that the library itself refuses is refused for good', () => {
    const error = { code: 'EENVELOPE', command: 'API' };
    expect(failedTo(['<a'], error, false)).toMatchObject({
      refused: [{ address: '<a', code: null, reason: 'the address is malformed' }],
      delayed: [],
      unreachable: false,
    });
  });

  it('550 for all recipients, or for the content, is final for all', async () => {
    fault = { stage: 'recipient', does: reply(550, 'unknown') };
    const final = { accepted: [], delayed: [], unreachable: false };
    expect(await transport.send(mail)).toMatchObject({ ...final, refused: everybody(550, 'unknown') });
    fault = { stage: 'content', does: reply(550, 'spam') };
    expect(await transport.send(mail)).toMatchObject({ ...final, refused: everybody(550, 'spam') });
  });

  it('451 for the content delays the mail', async () => {
    fault = { stage: 'content', does: reply(451, 'later') };
    expect(await transport.send(mail)).toMatchObject({ ...none, delayed: everybody(451, 'later'), unreachable: false });
  });

  it('a hang before the content delays the mail', async () => {
    fault = { stage: 'sender', does: 'hang' };
    transport = transportWithDeadline(700);
    const delayed = everybody(null, 'the mail server did not answer');
    expect(await transport.send(mail)).toMatchObject({ ...none, delayed, unreachable: true });
  });

  it.each(['hang', 'drop'] as const)('a %s after the content leaves open whether somebody got it', async (does) => {
    fault = { stage: 'content', does };
    transport = transportWithDeadline(700);
    const delayed = everybody(null, 'after the content was sent');
    expect(await transport.send(mail)).toMatchObject({ ...none, delayed, unreachable: true });
    expect(received).toEqual([]);
  });

  it('a server that is away delays the mail', async () => {
    await new Promise<void>((resolve) => server.close(resolve));
    const delayed = everybody(null, 'the mail server did not answer');
    expect(await transport.send(mail)).toMatchObject({ ...none, delayed, unreachable: true });
  });
});
