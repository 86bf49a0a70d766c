import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { toolServer, type ServedTools } from './tool-server.js';

/**
 * Answers one request of the protocol, without a session.
 * @param request its head
 * @param body as it was read, null for none
 */
export async function respond(request: Request, body: unknown, served: ServedTools): Promise<Response> {
  const server = toolServer(served);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
