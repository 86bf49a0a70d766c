import { expect, it, jest } from '@jest/globals';
import { Unavailable } from '../errors/api-errors.js';
import { withPrefetchedCommands, type CommandSender } from './prefetched-commands.js';

const request = (currency: string) => ({ organization_id: 'o', customer_id: 'c', currency, at: 1 });

it('sends each command once, outside of transactions, and repeats the work with the answers', async () => {
  let open = 0;
  const send = jest.fn(async () => {
    expect(open).toBe(0);
    return {};
  });
  const work = async (sender: CommandSender) => {
    open++;
    try {
      await sender.send('subscription', 'customer.take_currency', request('EUR'));
      await sender.send('subscription', 'customer.take_currency', request('USD'));
      return 'done';
    } finally {
      open--;
    }
  };
  expect(await withPrefetchedCommands({ send } as unknown as CommandSender, work)).toBe('done');
  expect(send.mock.calls).toEqual([
    ['subscription', 'customer.take_currency', request('EUR')],
    ['subscription', 'customer.take_currency', request('USD')],
  ]);
});

it('gives up when the work sends a different command each time, and fails as the work or the command does', async () => {
  let times = 0;
  const answering = { send: async () => ({}) } as unknown as CommandSender;
  await expect(
    withPrefetchedCommands(answering, (sender) =>
      sender.send('subscription', 'customer.take_currency', request(String(times++))),
    ),
  ).rejects.toBeInstanceOf(Unavailable);
  await expect(withPrefetchedCommands(answering, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const refusing = { send: () => Promise.reject(new Error('refused')) } as unknown as CommandSender;
  await expect(
    withPrefetchedCommands(refusing, (sender) => sender.send('subscription', 'customer.take_currency', request('EUR'))),
  ).rejects.toThrow('refused');
});
