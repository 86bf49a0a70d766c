import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** Where a fault strikes: before the content, or after all of it was received. */
type Stage = 'recipient' | 'content';

/** A fault of a server: a reply, silence, or a lost connection. */
export interface MailFault {
  stage: Stage;
  does: 'hang' | 'drop' | { code: number; text: string };
  /** The recipient that it concerns; absent: all. */
  address?: string;
}

/** A mail that the server accepted. */
export interface TakenMail {
  recipients: string[];
  mail: ParsedMail;
}

type Done = (error?: Error | null) => void;

/** A mail server that fails as a test states, and keeps what it accepts. */
export class MailServer {
  readonly taken: TakenMail[] = [];
  /** How many connections it has had. */
  connections = 0;
  fault: MailFault | null = null;
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onRcptTo: ({ address }, session, done) => this.strike('recipient', session, done, address),
      onData: (stream, session, done) =>
        void simpleParser(stream).then((mail) =>
          this.strike('content', session, (error) => {
            if (!error) this.taken.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail });
            done(error);
          }),
        ),
    });
    this.server.on('error', () => undefined);
  }

  static async start(): Promise<MailServer> {
    const started = new MailServer();
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  /** The setting `SMTP_URL` for this server, with a short wait for its answers. */
  get url(): string {
    const { port } = this.server.server.address() as { port: number };
    return `smtp://127.0.0.1:${port}?socketTimeout=700`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private strike(stage: Stage, session: SMTPServerSession, done: Done, address?: string): void {
    const { fault } = this;
    if (fault?.stage !== stage || (fault.address !== undefined && fault.address !== address)) return done();
    if (fault.does === 'hang') return;
    if (fault.does !== 'drop') {
      const { code, text } = fault.does;
      return done(Object.assign(new Error(text), { responseCode: code }));
    }
    for (const connection of openConnections(this.server))
      if (connection.id === session.id) connection._socket.destroy();
  }
}

/** The library offers no way to break a connection. */
const openConnections = (server: SMTPServer) =>
  (server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }).connections;
