import { call, waitFor, type Answer } from './client.js';

interface Created {
  organization: { svc_id: string; hmac_key: string };
  api_key: { value: string };
}

/** A new organization with its own clock, and the calls of its API key. */
export class Sandbox {
  private constructor(
    readonly organizationId: string,
    readonly apiKey: string,
    readonly hmacKey: string,
    private now: string,
  ) {}

  /**
   * @param frozenTime the initial time of the clock
   * @param settings any field of an organization
   */
  static async create(frozenTime = '2024-01-01T00:00:00Z', settings: Record<string, unknown> = {}): Promise<Sandbox> {
    const organization = {
      name: 'Integration test',
      sandbox: true,
      frozen_time: frozenTime,
      default_currency: 'EUR',
      ...settings,
    };
    const answer = await call('POST', '/admin/organizations', `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`, {
      organization,
    });
    if (answer.status !== 200) throw new Error(`No organization: ${answer.status} ${JSON.stringify(answer.body)}`);
    const created = answer.body as unknown as Created;
    return new Sandbox(created.organization.svc_id, created.api_key.value, created.organization.hmac_key, frozenTime);
  }

  /** One call below `/api/v1`, with any outcome. @param headers beside that of the key */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    return call(method, `/api/v1${path}`, `Bearer ${this.apiKey}`, body, headers);
  }

  /** One call that must succeed. @returns its body */
  async ok<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T> {
    const answer = await this.call(method, path, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  /** Advances the clock to an instant and waits until all due work is done. */
  async advanceClock(frozenTime: string): Promise<void> {
    this.now = frozenTime;
    let { test_clock: clock } = await this.ok<{ test_clock: { status: string } }>('PUT', '/test_clock', {
      test_clock: { frozen_time: frozenTime },
    });
    if (clock.status === 'ready') return;
    await waitFor(
      `clock at ${frozenTime}`,
      async () => {
        ({ test_clock: clock } = await this.ok<{ test_clock: { status: string } }>('GET', '/test_clock'));
        return clock.status === 'ready';
      },
      60_000,
    );
  }

  /** Waits until all work triggered by earlier calls is done. */
  async awaitIdle(): Promise<void> {
    await this.advanceClock(this.now);
  }
}
