// The receiver of webhooks, with one inbox for each organization.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  /** Undefined if the body is no JSON. */
  json: ({ webhook_type?: string } & Record<string, unknown>) | undefined;
  /** Whether its signature is that of the organization's key. */
  signed: boolean;
}

export interface Inbox {
  url: string;
  received: Message[];
  close(): void;
}

export interface Inboxes {
  /** @param hmacKey the organization's key of signatures */
  open(organizationId: string, hmacKey: string | undefined): Inbox;
  close(): void;
}

function parse(raw: Buffer): Message['json'] {
  try {
    return JSON.parse(raw.toString()) as Message['json'];
  } catch {
    return undefined;
  }
}

/** Listens on 127.0.0.1. */
export async function openInboxes(): Promise<Inboxes> {
  const byOrganization = new Map<string, { hmacKey: string | undefined; received: Message[] }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const inbox = byOrganization.get(request.url?.split('/')[1] ?? '');
      if (inbox) {
        const { hmacKey } = inbox;
        const signature = hmacKey ? createHmac('sha256', hmacKey).update(raw).digest('base64') : undefined;
        const signed = signature !== undefined && request.headers['x-svc-signature'] === signature;
        inbox.received.push({ json: parse(raw), signed });
      }
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    open(id, hmacKey) {
      const received: Message[] = [];
      byOrganization.set(id, { hmacKey, received });
      return { url: `http://127.0.0.1:${port}/${id}`, received, close: () => void byOrganization.delete(id) };
    },
    close: () => void server.close(),
  };
}
