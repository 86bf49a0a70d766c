import { describe, expect, it } from '@jest/globals';
import { agentOfClient } from '@tollgate/contracts';
import { agentName } from './agent-name.js';

describe('the name of an agent', () => {
  it('is that of its client', () => expect(agentName('claude-code/2.1')).toBe('Tollgate-MCP (claude-code/2.1)'));
  it('is read again by the services', () => {
    expect(agentOfClient(agentName('x'.repeat(1_000)))).toBe('x'.repeat(150));
    expect(agentOfClient(agentName('a (b) c'))).toBe('a (b) c');
    for (const client of [undefined, '', 'curl/8', 'Tollgate-MCP', `Tollgate-MCP (${'x'.repeat(151)})`])
      expect(agentOfClient(client)).toBeUndefined();
  });

  it('is needed by no client', () => expect(agentName(undefined)).toBe('Tollgate-MCP (unnamed)'));
  it('has printable characters alone, within a bound', () => {
    const name = agentName(`a\r\nx-evil: 1\u0000é${'b'.repeat(1_000)}`);
    expect(name).toMatch(/^[\x20-\x7e]+$/);
    expect(name.length).toBeLessThan(180);
  });
});
