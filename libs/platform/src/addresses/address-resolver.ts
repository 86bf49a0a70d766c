import { Resolver, lookup } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

const longestQuestionMs = 4_000;
const tries = 2;

/** Resolves a host name to its IP addresses. */
@Injectable()
export class AddressResolver {
  // Queries name servers over its own sockets. The system's lookup blocks one of the process's few threads while a name
  // server is silent. Names with hanging servers would then delay all file and name lookups.
  private readonly resolver = new Resolver({ timeout: longestQuestionMs, tries });

  constructor(private readonly config: Config) {}

  /**
   * @returns the addresses, at least one
   * @throws Error when the name does not exist
   */
  async resolve(name: string): Promise<string[]> {
    // The hosts file and search domains can define names of a private network. Only the system resolver reads them.
    if (this.config.allowPrivateWebhooks) return (await lookup(name, { all: true })).map(({ address }) => address);
    const answers = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error(`${name} has no address`);
  }
}
