import { WebSocket, type RawData } from 'ws';

/** One socket that asks one question after the other. */
export interface Asker {
  /** The milliseconds until the answer was there. */
  ask(frame: (id: string) => object): Promise<number>;
  stop(): void;
}

export async function openAsker(url: string, hello: object): Promise<Asker> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let next = Promise.withResolvers<string>();
  socket.on('message', (data: RawData) => {
    const said = String(data);
    if (!said.startsWith('{"type":"event"')) next.resolve(said);
  });
  socket.on('error', (error) => next.reject(error));
  const heard = async (frame: object): Promise<string> => {
    next = Promise.withResolvers<string>();
    socket.send(JSON.stringify(frame));
    return next.promise;
  };
  await new Promise((resolve) => socket.once('open', resolve));
  await heard(hello);
  let count = 0;
  return {
    async ask(frame) {
      const started = performance.now();
      const said = await heard(frame(`question-${count++}`));
      const ms = performance.now() - started;
      if (!said.startsWith('{"type":"result"')) throw new Error(`refused: ${said}`);
      return ms;
    },
    stop: () => socket.terminate(),
  };
}
