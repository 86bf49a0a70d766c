import { Resolver, lookup } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

const longestQuestionMs = 4_000;
const tries = 2;

/** Finds the IP addresses that a host name stands for. */
@Injectable()
export class AddressResolver {
  // Asks name servers over sockets of its own. The system's lookup blocks one of the process's few threads for as long
  // as a name server is silent: names whose servers hang would hold up everybody's files and names.
  private readonly resolver = new Resolver({ timeout: longestQuestionMs, tries });

  constructor(private readonly config: Config) {}

  /**
   * @returns the addresses, at least one
   * @throws Error when the name is not known
   */
  async resolve(name: string): Promise<string[]> {
    // Names of a private network may come from its hosts file and search domains, which only the system knows.
    if (this.config.allowPrivateWebhooks) return (await lookup(name, { all: true })).map(({ address }) => address);
    const answers = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error(`${name} has no address`);
  }
}
