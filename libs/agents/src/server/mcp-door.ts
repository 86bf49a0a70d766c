import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeys, Callers, keyOfHeader } from '@tollgate/identity/reader';
import {
  BadRequest,
  ConcurrentCalls,
  Config,
  currentContext,
  Forbidden,
  isFromOwnPage,
  Logger,
  Unauthorized,
} from '@tollgate/platform';
import { ConsolePages } from '../answers/console-pages.js';
import { agentName } from '../calls/agent-name.js';
import { OwnCalls } from '../calls/own-calls.js';
import { InterfaceIndex } from '../reference/interface-index.js';
import { PlanTokens } from '../plans/plan-tokens.js';
import { toolsFor } from '../tools/registry.js';
import type { Tool, ToolContext } from '../tools/tool.js';

/** The address of the server of the Model Context Protocol. */
export const mcpPath = '/mcp';
const documentPath = '/api/v1/openapi.json';
/** Bytes of a message, and the time of a tool, in milliseconds. */
const largestMessage = 64 * 1024;
const longestAnswerMs = 30_000;
/** Each agent makes few requests at a time; their calls have the bounds of all calls as well. */
const bounds = { ofOne: 4, ofAll: 32, waiting: 50, waitMs: 10_000 };
const passedHeaders = ['accept', 'content-type', 'mcp-protocol-version'];

/** The caller of a request. */
interface Agent {
  organizationId: string;
  apiKeyId: string;
  authorization: string;
  /** Whether it may apply plans. */
  mayWrite: boolean;
}

/**
 * Serves tools for agents: streamable HTTP, without sessions, so that any replica answers a request. The key is checked
 * before the body is read.
 */
@Injectable()
export class McpDoor implements OnModuleInit {
  private readonly agents = new WeakMap<FastifyRequest, Agent>();
  private readonly places = new ConcurrentCalls(bounds);
  private readonly reference: InterfaceIndex;
  private readonly tokens: PlanTokens;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly config: Config,
    private readonly callers: Callers,
    private readonly apiKeys: ApiKeys,
    private readonly logger: Logger,
  ) {
    this.reference = new InterfaceIndex(async () => (await this.fastify.inject({ url: documentPath })).payload);
    this.tokens = new PlanTokens(config);
  }

  onModuleInit(): void {
    this.fastify.route({
      method: 'POST',
      url: mcpPath,
      bodyLimit: largestMessage,
      onRequest: (request) => this.admit(request),
      handler: (request, reply) => this.answer(request, reply),
    });
  }

  private get fastify(): FastifyInstance {
    return this.http.httpAdapter.getInstance<FastifyInstance>();
  }

  /**
   * Admits the holder of an API key. No cookie counts.
   * @throws Unauthorized without a valid key; Forbidden for a session, and for pages of other origins
   */
  private async admit(request: FastifyRequest): Promise<void> {
    const { authorization, origin } = request.headers;
    if (authorization === undefined) throw new Unauthorized();
    if (origin !== undefined && !isFromOwnPage(request, new URL(this.config.publicUrl).origin))
      throw new Forbidden('origin_not_allowed');
    const { organizationId, apiKeyId } = await this.callers.callerOf({ headers: { authorization } });
    if (apiKeyId === null) throw new Forbidden('api_key_required');
    const context = currentContext();
    if (context) context.organizationId = organizationId;
    this.agents.set(request, {
      organizationId,
      apiKeyId,
      authorization,
      mayWrite: await this.mayWrite(authorization),
    });
  }

  /** Whether the list of permissions of a key names changes by agents. A key without a list may make none. */
  private async mayWrite(authorization: string): Promise<boolean> {
    const key = keyOfHeader(authorization);
    const holder = key === null ? null : await this.apiKeys.holderOf(key);
    return holder?.permissions?.['mcp']?.includes('write') === true;
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const agent = this.agents.get(request);
    if (!agent) throw new Unauthorized();
    // A list of messages would be as many questions in one call.
    if (Array.isArray(request.body)) throw new BadRequest('a request holds one message');
    const end = await this.places.begin(agent.organizationId);
    try {
      const response = await this.respond(request, agent);
      const text = await response.text();
      const type = response.headers.get('content-type');
      void reply.status(response.status);
      if (type !== null) void reply.header('content-type', type);
      return reply.send(text === '' ? undefined : text);
    } finally {
      end();
    }
  }

  private async respond(request: FastifyRequest, agent: Agent): Promise<Response> {
    const signal = AbortSignal.timeout(longestAnswerMs);
    // The packages of the protocol take 11 MB, and most processes get no question: they are loaded for the first one.
    const { respond } = await import('./protocol.js');
    return respond(messageOf(request, this.config.publicUrl), request.body ?? null, {
      tools: toolsFor(agent.mayWrite),
      contextOf: (tool) => this.contextOf(tool, request, agent, signal),
      report: (tool, error) => this.logger.error('tool failed', { tool: tool.name, error }),
    });
  }

  private contextOf(tool: Tool, request: FastifyRequest, agent: Agent, signal: AbortSignal): ToolContext {
    const { organizationId, apiKeyId, authorization } = agent;
    const caller = {
      authorization,
      name: agentName(request.headers['user-agent']),
      requestId: request.id,
      address: request.ip,
      prefix: this.config.identifierPrefix,
      signal,
    };
    return {
      calls: new OwnCalls(this.fastify, caller, tool.calls),
      pages: new ConsolePages(this.config.publicUrl, organizationId),
      reference: this.reference,
      plans: { tokens: this.tokens, owner: { organizationId, apiKeyId } },
    };
  }
}

/** The head of a request for the protocol, which gets the body as it was read. */
function messageOf({ headers }: FastifyRequest, publicUrl: string): Request {
  const passed = passedHeaders.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request(`${publicUrl}${mcpPath}`, { method: 'POST', headers: passed });
}
