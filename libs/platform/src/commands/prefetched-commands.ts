import type { CommandAnswer, CommandName, CommandRequest, ServiceName } from '@tollgate/contracts';
import { Unavailable } from '../errors/api-errors.js';
import type { CommandBus } from './command-bus.js';

/** The part of the command bus that work uses. */
export type CommandSender = Pick<CommandBus, 'send'>;

/**
 * Maximum number of commands for one piece of work. Work that exceeds it because of concurrent changes may be retried.
 */
const mostCommands = 10;

interface MissingAnswer {
  service: ServiceName;
  name: CommandName;
  request: object;
  /** Undefined: the bus generates a key. */
  key: string | undefined;
}

/** The work needs an answer that has not arrived yet. */
class AnswerNeeded extends Error {
  constructor(readonly command: MissingAnswer) {
    super(`The answer to ${command.name} is needed`);
  }
}

/**
 * Runs transactional work that needs commands of other services, and sends no command while the transaction is open. So
 * it holds no row lock and no connection while it waits for another process. When the work needs a missing answer, its
 * transaction rolls back. The command is then sent, and the work runs again with the answer and repeats all of its
 * checks. Concurrent changes show in the commands that it sends then.
 * When the process dies in between, the command's result stays unreferenced. Commands that create something therefore
 * derive their key from the request, so a repeated call receives the same result.
 * @param work begins its transaction itself, and sends the same commands as long as it reads the same data
 * @throws Unavailable when concurrent changes force too many repetitions
 */
export async function withPrefetchedCommands<T>(
  commands: CommandSender,
  work: (sender: CommandSender) => Promise<T>,
): Promise<T> {
  const answers = new Map<string, unknown>();
  const sender: CommandSender = {
    async send<N extends CommandName>(
      service: ServiceName,
      name: N,
      request: CommandRequest<N>,
      key?: string,
    ): Promise<CommandAnswer<N>> {
      const command = { service, name, request, key };
      const commandKey = JSON.stringify(command);
      if (!answers.has(commandKey)) throw new AnswerNeeded(command);
      return answers.get(commandKey) as CommandAnswer<N>;
    },
  };
  for (;;) {
    try {
      return await work(sender);
    } catch (error) {
      if (!(error instanceof AnswerNeeded)) throw error;
      if (answers.size === mostCommands) throw new Unavailable('others change the same, try again');
      const { service, name, request, key } = error.command;
      answers.set(JSON.stringify(error.command), await commands.send(service, name, request as never, key));
    }
  }
}
