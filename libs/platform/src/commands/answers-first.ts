import type { CommandAnswer, CommandName, CommandRequest, ServiceName } from '@tollgate/contracts';
import { Unavailable } from '../errors/api-errors.js';
import type { CommandBus } from './command-bus.js';

/** How work asks for what another service does. */
export type CommandSender = Pick<CommandBus, 'send'>;

/** So many commands one piece of work may need; one that others change all the time may be tried again. */
const mostCommands = 10;

interface MissingAnswer {
  service: ServiceName;
  name: CommandName;
  request: object;
  /** Undefined: one of its own. */
  key: string | undefined;
}

/** Work needs an answer that is not there yet. */
class AnswerNeeded extends Error {
  constructor(readonly command: MissingAnswer) {
    super(`The answer to ${command.name} is needed`);
  }
}

/**
 * Does work in a transaction that needs commands of other services done, and sends none of them while the transaction is
 * open: no row is locked, and no connection held, while another process is waited for. Work that asks for an answer that is
 * not there yet is undone, the command is sent, and the work is done anew with it, with all of its checks. What others
 * changed meanwhile shows in what it asks then.
 * Work that dies in between leaves a command done that nothing refers to: what makes something gets a key that follows from
 * what is asked for, so that a repetition of the call is given what was made.
 * @param work begins its transaction itself, and asks the same again as long as what it reads is the same
 * @throws Unavailable when others change what the work depends on again and again
 */
export async function withAnswersFirst<T>(
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
      const known = JSON.stringify(command);
      if (!answers.has(known)) throw new AnswerNeeded(command);
      return answers.get(known) as CommandAnswer<N>;
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
