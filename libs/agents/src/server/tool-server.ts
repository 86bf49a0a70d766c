import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { fitted, type Answer } from '../answers/answer.js';
import { errorAnswer } from '../calls/refusal.js';
import type { Tool, ToolContext } from '../tools/tool.js';
import { instructions } from './instructions.js';

const serverInfo = { name: 'tollgate', title: 'Tollgate', version: '1.0.0' };
const mostInputElements = 1_000;

export interface ServedTools {
  tools: readonly Tool[];
  /** The surroundings of one answer of a tool. */
  contextOf(tool: Tool): ToolContext;
  /** Reports a defect, which the agent does not see. */
  report(tool: Tool, error: unknown): void;
}

/** A server of the protocol for one request: it has the tools that its caller may use. */
export function toolServer({ tools, contextOf, report }: ServedTools): McpServer {
  const server = new McpServer(serverInfo, { instructions, maxToolInputElements: mostInputElements });
  for (const tool of tools) {
    const { name, title, description, input, changes = false } = tool;
    const annotations = {
      title,
      readOnlyHint: !changes,
      destructiveHint: changes,
      idempotentHint: true,
      openWorldHint: false,
    };
    server.registerTool(
      name,
      { title, description, inputSchema: z.strictObject(input), annotations },
      async (values) => {
        try {
          const context = contextOf(tool);
          const answer = await tool.answer(values, context);
          return resultOf(fitted(withMissing(answer, context)));
        } catch (error) {
          const refusal = errorAnswer(error);
          if (!refusal) report(tool, error);
          return { ...resultOf(fitted(refusal ?? { error: { code: 'internal_error' } })), isError: true };
        }
      },
    );
  }
  return server;
}

/** Names the permissions whose parts the answer lacks. */
const withMissing = (answer: Answer, { calls: { missing } }: ToolContext): Answer =>
  missing.size === 0 ? answer : { ...answer, not_permitted: [...missing] };

/** The answer as structured content, and as its JSON for clients that show text alone. */
const resultOf = (answer: Answer): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
});
