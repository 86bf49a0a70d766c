/** The key, person or customer that made a change by a call. The service's own actions have no actor. */
export interface Actor {
  source: 'api' | 'front' | 'portal';
  api_key_id: string | null;
  user_id: string | null;
  /** That of a member, or of a person who signed in to the portal of a customer. */
  user_email: string | null;
  /** The customer in whose portal the change was made; absent elsewhere. */
  customer_id?: string;
  /** The name of the AI agent that called with the key; absent elsewhere. */
  agent?: string;
}

const clientOfAgents = /^Tollgate-MCP \((.{1,150})\)$/;

/** The `User-Agent` of a call that a tool makes for an agent. @param name 150 characters at most */
export const clientOfAgent = (name: string): string => `Tollgate-MCP (${name})`;

/** The name of the agent for which a tool makes a call, from its `User-Agent`; undefined for other calls. */
export const agentOfClient = (client: string | undefined): string | undefined => clientOfAgents.exec(client ?? '')?.[1];
