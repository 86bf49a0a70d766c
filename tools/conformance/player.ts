// Plays one scenario: a new organization, its clock, calls, and what must be seen.
import type { TestClock } from '@tollgate/harness/api';
import { checkOrganization } from '@tollgate/explain/organization';
import { sleep } from '@tollgate/harness/process';
import { differs } from './operators.ts';
import { getPath } from './paths.ts';
import type { ExpectedWebhook, Scenario, Step } from './scenario.ts';
import { fill, fillText, type Variables } from './variables.ts';
import type { Inbox, Inboxes, Message } from './webhook-inbox.ts';

export interface Installation {
  baseUrl: string;
  adminApiKey: string;
  /** How long a call, or an advance of the clock, may take. */
  stepTimeoutMs: number;
}

interface Call {
  headers: Record<string, string>;
  body?: unknown;
}

interface Answer {
  status: number;
  text: string;
  /** Undefined if the text is no JSON. */
  json: unknown;
}

interface NewOrganization {
  organization: { svc_id: string; hmac_key?: string };
  api_key: { value: string };
}

const webhookPatienceMs = 10_000;

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Plays scenarios on an installation. */
export class Player {
  /** Fees and invoices whose explanations were checked, and the organizations whose key may not read them. */
  readonly explained = { fees: 0, invoices: 0, recounted: 0, usages: 0, refused: 0 };
  private readonly installation: Installation;
  private readonly inboxes: Inboxes;

  constructor(installation: Installation, inboxes: Inboxes) {
    this.installation = installation;
    this.inboxes = inboxes;
  }

  /** @throws Error that says what differs, and in which step */
  async play(scenario: Scenario): Promise<void> {
    const start = scenario.steps[0]?.at;
    const created = await this.call('POST', '/admin/organizations', {
      headers: { Authorization: `Bearer ${this.installation.adminApiKey}` },
      body: {
        organization: {
          name: scenario.name.slice(0, 80),
          sandbox: true,
          frozen_time: start,
          ...(scenario.organization ?? {}),
        },
      },
    });
    if (created.status >= 300)
      throw new Error(`creating the organization: HTTP ${created.status} ${created.text.slice(0, 300)}`);
    const { organization, api_key: key } = created.json as NewOrganization;
    const inbox = this.inboxes.open(organization.svc_id, organization.hmac_key);
    const variables = { webhook_url: inbox.url, organization_id: organization.svc_id };
    const headers = { Authorization: `Bearer ${key.value}` };
    try {
      await new Performance(this, { headers, inbox, variables, clock: start ?? '' }).run(scenario.steps);
      await this.checkExplanations(headers);
    } finally {
      inbox.close();
    }
  }

  /** Computes the amounts of all fees and invoices again, from their explanations. @throws Error that says what differs */
  private async checkExplanations(headers: Record<string, string>): Promise<void> {
    const { fees, invoices, recounted, usages, faults, refused } = await checkOrganization(async (path) => {
      const { status, json } = await this.call('GET', `/api/v1${path}`, { headers });
      return { status, body: json };
    });
    this.explained.fees += fees;
    this.explained.invoices += invoices;
    this.explained.recounted += recounted;
    this.explained.usages += usages;
    if (refused) this.explained.refused += 1;
    if (faults.length > 0) throw new Error(`explanations: ${faults.slice(0, 3).join('; ')}`);
  }

  /** One call, sent once. A text body is sent unchanged. @param path on the service */
  async call(method: string, path: string, { headers, body }: Call): Promise<Answer> {
    const response = await fetch(`${this.installation.baseUrl}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(this.installation.stepTimeoutMs),
    });
    const text = await response.text();
    return { status: response.status, text, json: parse(text) };
  }

  /** Advances the organization's clock and waits until all due work is done. @throws Error */
  async advance(headers: Record<string, string>, time: string): Promise<void> {
    const path = '/api/v1/test_clock';
    const { stepTimeoutMs } = this.installation;
    const deadline = Date.now() + stepTimeoutMs;
    let answer = await this.call('PUT', path, { headers, body: { test_clock: { frozen_time: time } } });
    for (;;) {
      if (answer.status >= 300)
        throw new Error(`test clock to ${time}: HTTP ${answer.status} ${answer.text.slice(0, 300)}`);
      const status = (answer.json as { test_clock?: TestClock } | undefined)?.test_clock?.status;
      if (status === 'ready') return;
      if (Date.now() > deadline) throw new Error(`test clock to ${time}: still '${status}' after ${stepTimeoutMs} ms`);
      await sleep(50);
      answer = await this.call('GET', path, { headers });
    }
  }
}

/** The steps of one scenario, one after another, in its own organization. */
class Performance {
  private readonly player: Player;
  private readonly headers: Record<string, string>;
  private readonly inbox: Inbox;
  private readonly variables: Variables;
  private clock: string;
  /** Whether something changed since the clock was last set: its consequences may still be under way. */
  private isUnsettled = false;

  constructor(
    player: Player,
    { headers, inbox, variables, clock }: Pick<Call, 'headers'> & { inbox: Inbox; variables: Variables; clock: string },
  ) {
    this.player = player;
    this.headers = headers;
    this.inbox = inbox;
    this.variables = variables;
    this.clock = clock;
  }

  async run(steps: Step[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      const where = `step ${index + 1}${step.do ? ` ${step.do}` : step.at ? ` at ${step.at}` : ' webhooks'}`;
      if (step.at !== undefined) {
        this.clock = step.at;
        await this.advance();
      }
      if (step.do !== undefined) await this.perform(step, step.do, where);
      if (step.webhooks !== undefined) await this.expectWebhooks(step.webhooks, where);
    }
  }

  private async advance(): Promise<void> {
    await this.player.advance(this.headers, this.clock);
    this.isUnsettled = false;
  }

  private async perform(step: Step, call: string, where: string): Promise<void> {
    const [method = '', ...rest] = call.split(' ');
    const path = fillText(rest.join(' '), this.variables);
    if (method === 'GET' && this.isUnsettled && step.settle !== false) await this.advance();
    const isAbsolute = path.startsWith('/admin') || step.headers?.absolute;
    const answer = await this.player.call(method, `${isAbsolute ? '' : '/api/v1'}${path}`, {
      headers: { ...this.headers, ...(step.headers ?? {}) },
      body: step.body === undefined ? step.text : fill(step.body, this.variables),
    });
    if (method !== 'GET') this.isUnsettled = true;
    const { status, text, json } = answer;
    const isExpected = step.status === undefined ? status >= 200 && status < 300 : status === step.status;
    if (!isExpected)
      throw new Error(`${where}: expected HTTP ${step.status ?? '2xx'}, got ${status} ${text.slice(0, 400)}`);
    for (const [place, expected] of Object.entries(step.expect ?? {})) {
      const actual = getPath(json, fillText(place, this.variables));
      const difference = differs(actual, fill(expected, this.variables), place);
      if (difference) throw new Error(`${where}: ${difference}`);
    }
    for (const [name, place] of Object.entries(step.save ?? {})) {
      const value = getPath(json, fillText(place, this.variables));
      if (value === undefined) throw new Error(`${where}: nothing at '${place}' to save as {{${name}}}`);
      this.variables[name] = value;
    }
  }

  private async expectWebhooks(expected: ExpectedWebhook[], where: string): Promise<void> {
    if (this.isUnsettled) await this.advance();
    const { received } = this.inbox;
    for (const webhook of expected) {
      const deadline = Date.now() + webhookPatienceMs;
      let problem: string | undefined;
      for (;;) {
        const messages = received.filter(({ json }) => json?.webhook_type === webhook.type);
        problem = webhookProblem(messages, webhook, this.variables);
        if (!problem || Date.now() > deadline || webhook.count === 0) break;
        await sleep(50);
      }
      const types = received.map(({ json }) => json?.webhook_type).join(', ') || 'none';
      if (problem) throw new Error(`${where}: webhook ${webhook.type}: ${problem} (received: ${types})`);
    }
    const unsigned = received.find(({ signed }) => !signed);
    if (unsigned) throw new Error(`${where}: webhook ${unsigned.json?.webhook_type} has no valid hmac signature`);
  }
}

/** @returns why the messages of a type are not those expected; undefined if they are */
function webhookProblem(messages: Message[], webhook: ExpectedWebhook, variables: Variables): string | undefined {
  const { count, expect } = webhook;
  if (count !== undefined && messages.length !== count) return `expected ${count} messages, got ${messages.length}`;
  if (count === 0) return undefined;
  if (messages.length === 0) return 'none received';
  if (!expect) return undefined;
  const problems = messages.map(({ json }) =>
    Object.entries(expect)
      .map(([path, expected]) => differs(getPath(json, path), fill(expected, variables), path))
      .find(Boolean),
  );
  return problems.includes(undefined) ? undefined : problems.at(-1);
}
