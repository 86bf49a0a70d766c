import { call } from './client.js';
import type { Sandbox } from './sandbox.js';

/** A customer in its portal, with the token of its address. */
export class PortalVisitor {
  private constructor(readonly token: string) {}

  /** Opens the portal by a twelve-hour address. */
  static async of(sandbox: Sandbox, externalId: string): Promise<PortalVisitor> {
    const { customer } = await sandbox.ok<{ customer: { portal_url: string } }>(
      'GET',
      `/customers/${externalId}/portal_url`,
    );
    return PortalVisitor.at(customer.portal_url);
  }

  /** Opens the portal at an address. */
  static at(url: string): PortalVisitor {
    return new PortalVisitor(url.split('/').at(-1) ?? '');
  }

  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    return call(method, `/api/v1/portal${path}`, `Bearer ${this.token}`, body);
  }

  async ok<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }
}
