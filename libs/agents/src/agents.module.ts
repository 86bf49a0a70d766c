import { Module } from '@nestjs/common';
import { McpDoor } from './server/mcp-door.js';

/** Tools for agents, for processes that face callers. */
@Module({ providers: [McpDoor] })
export class AgentsModule {}
