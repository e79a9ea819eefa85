import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/*
 * Makes the one large window of a screen of Xvfb's another size, as a window manager does: none runs there. These are four
 * requests of the X11 protocol, which Xvfb takes from this machine without a password.
 */

const CONFIGURE = 12;
const GEOMETRY = 14;
const TREE = 15;
/** Which values a request to configure brings: width and height. */
const SIZE = 4 | 8;
const REPLY_BYTES = 32;

export async function resizeWindow(
  display: string,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const socket = connect(`/tmp/.X11-unix/X${display}`);
  try {
    const window = await largest(socket, await children(socket, await root(socket)));
    socket.write(request(CONFIGURE, window, SIZE, width, height));
    // Its answer says that the one before it is done.
    await geometry(socket, window);
  } finally {
    socket.destroy();
  }
}

async function root(socket: Socket): Promise<number> {
  const hello = Buffer.alloc(12);
  hello.write('l');
  hello.writeUInt16LE(11, 2);
  socket.write(hello);
  const head = await read(socket, 8);
  const setup = await read(socket, head.readUInt16LE(6) * 4);
  if (head[0] !== 1) throw new Error(`the screen refuses: ${setup.toString()}`);
  const vendor = setup.readUInt16LE(16);
  const formats = setup.readUInt8(21);
  return setup.readUInt32LE(32 + Math.ceil(vendor / 4) * 4 + formats * 8);
}

async function children(socket: Socket, window: number): Promise<number[]> {
  socket.write(request(TREE, window));
  const reply = await read(socket, REPLY_BYTES);
  const list = await read(socket, reply.readUInt32LE(4) * 4);
  return Array.from({ length: reply.readUInt16LE(16) }, (_, at) => list.readUInt32LE(at * 4));
}

async function largest(socket: Socket, windows: readonly number[]): Promise<number> {
  let found = { window: 0, area: 0 };
  for (const window of windows) {
    const { width, height } = await geometry(socket, window);
    if (width * height > found.area) found = { window, area: width * height };
  }
  return found.window;
}

async function geometry(socket: Socket, window: number): Promise<{ width: number; height: number }> {
  socket.write(request(GEOMETRY, window));
  const reply = await read(socket, REPLY_BYTES);
  return { width: reply.readUInt16LE(16), height: reply.readUInt16LE(18) };
}

function request(opcode: number, ...words: number[]): Buffer {
  const bytes = Buffer.alloc(4 + words.length * 4);
  bytes.writeUInt8(opcode);
  bytes.writeUInt16LE(bytes.length / 4, 2);
  words.forEach((word, at) => bytes.writeUInt32LE(word, 4 + at * 4));
  return bytes;
}

async function read(socket: Socket, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0);
  for (;;) {
    const chunk: Buffer | null = socket.read(bytes);
    if (chunk !== null) return chunk;
    if (socket.readableEnded) throw new Error('the screen has closed');
    await once(socket, 'readable');
  }
}
