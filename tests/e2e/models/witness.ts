import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Sees programs come and go: each stays connected for as long as it lives. */
export type Witness = {
  readonly port: number;
  /** Resolves when so many are here. */
  readonly sees: (count: number) => Promise<void>;
  /** How many have ever been here. */
  readonly saw: () => number;
};

export async function aWitness(): Promise<Witness> {
  const here = new Set<Socket>();
  let came = 0;
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const server = createServer((socket) => {
    here.add(socket);
    came += 1;
    tell();
    socket
      .on('error', () => undefined)
      .on('close', () => {
        here.delete(socket);
        tell();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of here) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    saw: () => came,
    sees: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (here.size === count) resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}
