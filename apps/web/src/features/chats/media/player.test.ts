import { expect, test } from 'vitest';
import { type Loudspeaker, Player, type Track } from './player.ts';

class Speaker implements Loudspeaker {
  src = '';
  currentTime = 0;
  playbackRate = 1;
  readonly heard: string[] = [];
  refuses = new Set<string>();
  /** iOS plays in a press, and later only what was loaded or played in one. */
  permits: 'everything' | 'what was pressed' = 'everything';
  isPressed = false;
  #isBlessed = false;
  #listeners: [type: string, listener: () => void][] = [];

  load(): void {
    this.#isBlessed ||= this.isPressed;
  }
  async play(): Promise<void> {
    this.load();
    if (this.permits === 'what was pressed' && !this.#isBlessed) throw new DOMException('', 'NotAllowedError');
    if (this.refuses.has(this.src)) throw new DOMException('', 'NotSupportedError');
    this.heard.push(`${this.src} at ${this.currentTime}`);
    this.tell('playing');
  }
  pause(): void {
    this.heard.push('pause');
  }
  addEventListener(type: string, listener: () => void): void {
    this.#listeners.push([type, listener]);
  }
  tell(type: string): void {
    for (const [known, listener] of this.#listeners) if (known === type) listener();
  }
}

function listening() {
  const speaker = new Speaker();
  const asked: string[] = [];
  let announced = 0;
  let hush = (): void => {};
  let speed = 1;
  let respeed = (): void => {};
  const player = new Player({
    loudspeaker: () => speaker,
    release: () => {},
    announce: () => (announced += 1),
    onOthers: (listener) => {
      hush = listener;
      return () => {};
    },
    speed: {
      get: () => speed,
      subscribe: (listener) => {
        respeed = listener;
        return () => {};
      },
    },
  });
  const track = (id: string, next?: () => Track | undefined): Track => ({
    id,
    seconds: 10,
    address: async (how) => {
      asked.push(`${id} ${how}`);
      return how === 'known' ? id : `${id} renewed`;
    },
    ...(next && { next }),
  });
  return {
    speaker,
    player,
    asked,
    track,
    announced: () => announced,
    hush: () => hush(),
    setSpeed(next: number) {
      speed = next;
      respeed();
    },
  };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('a press plays, another pauses, a third goes on where it was', async () => {
  const { player, speaker, track } = listening();
  player.toggle(track('a'));
  expect(player.get()).toEqual({ at: 'loading', id: 'a', position: 0 });
  await settled();
  expect(player.get().at).toBe('playing');
  speaker.currentTime = 4;
  speaker.tell('timeupdate');
  player.toggle(track('a'));
  expect(player.get()).toEqual({ at: 'paused', id: 'a', position: 4 });
  player.toggle(track('a'));
  await settled();
  expect(player.get()).toEqual({ at: 'playing', id: 'a', position: 4 });
  expect(speaker.heard).toEqual(['pause', 'a at 0', 'pause', 'a at 4']);
});

test('one at a time: another message takes its place', async () => {
  const { player, speaker, track } = listening();
  player.toggle(track('a'));
  await settled();
  player.toggle(track('b'));
  await settled();
  expect(player.get()).toMatchObject({ at: 'playing', id: 'b' });
  expect(speaker.src).toBe('b');
});

test('on iOS it plays at the first press, though its address comes later', async () => {
  const { player, speaker, track } = listening();
  speaker.permits = 'what was pressed';
  speaker.isPressed = true;
  player.toggle(track('a'));
  speaker.isPressed = false;
  await settled();
  expect(player.get()).toMatchObject({ at: 'playing', id: 'a' });
});

test('an answer that comes after another was chosen is not played', async () => {
  const { player, speaker, track } = listening();
  const slow = Promise.withResolvers<string>();
  player.toggle({ id: 'slow', seconds: 1, address: () => slow.promise });
  player.toggle(track('b'));
  slow.resolve('slow');
  await settled();
  expect(speaker.heard).toEqual(['pause', 'pause', 'b at 0']);
});

test('at its end the next one goes on, and after the last one nothing plays', async () => {
  const { player, speaker, track } = listening();
  player.toggle(track('a', () => track('b')));
  await settled();
  speaker.tell('ended');
  await settled();
  expect(player.get()).toMatchObject({ at: 'playing', id: 'b' });
  speaker.tell('ended');
  expect(player.get()).toEqual({ at: 'idle' });
});

test('an address that is refused is asked for anew once, and goes on at the same second', async () => {
  const { player, speaker, track, asked } = listening();
  player.toggle(track('a'));
  await settled();
  speaker.currentTime = 6;
  speaker.tell('timeupdate');
  speaker.tell('error');
  await settled();
  expect(asked).toEqual(['a known', 'a renewed']);
  expect(speaker.heard.at(-1)).toBe('a renewed at 6');
  speaker.tell('error');
  expect(player.get()).toMatchObject({ at: 'failed', id: 'a' });
  player.toggle(track('a'));
  await settled();
  expect(player.get()).toMatchObject({ at: 'playing', id: 'a' });
});

test('what neither address plays has failed', async () => {
  const { player, speaker, track, asked } = listening();
  speaker.refuses = new Set(['a', 'a renewed']);
  player.toggle(track('a'));
  await settled();
  expect(asked).toEqual(['a known', 'a renewed']);
  expect(player.get()).toMatchObject({ at: 'failed', id: 'a' });
});

test('what is sought in before it was played begins there, and never beyond its end', async () => {
  const { player, speaker, track } = listening();
  player.seek(track('a'), 12);
  expect(player.get()).toEqual({ at: 'paused', id: 'a', position: 10 });
  player.seek(track('a'), 7);
  player.toggle(track('a'));
  await settled();
  expect(speaker.heard.at(-1)).toBe('a at 7');
  player.seek(track('a'), -3);
  expect(speaker.currentTime).toBe(0);
});

test('what was heard to its end goes on where it is sought', async () => {
  const { player, speaker, track } = listening();
  player.toggle(track('a'));
  await settled();
  speaker.currentTime = 10;
  speaker.tell('ended');
  player.seek(track('a'), 4);
  player.toggle(track('a'));
  await settled();
  expect(player.get()).toEqual({ at: 'playing', id: 'a', position: 4 });
  expect(speaker.heard.at(-1)).toBe('a at 4');
});

test('what was paused goes on where it is sought, also when another was sought in meanwhile', async () => {
  const { player, speaker, track } = listening();
  player.toggle(track('a'));
  await settled();
  speaker.currentTime = 2;
  speaker.tell('timeupdate');
  player.toggle(track('a'));
  player.seek(track('b'), 5);
  player.seek(track('a'), 8);
  player.toggle(track('a'));
  await settled();
  expect(speaker.heard.at(-1)).toBe('a at 8');
});

test('what goes on in place of another that was still being fetched is followed by its own next one', async () => {
  const { player, speaker, track } = listening();
  const first = track('a', () => track('c'));
  player.toggle(first);
  await settled();
  player.toggle({ id: 'b', seconds: 1, address: () => new Promise(() => {}) });
  player.seek(first, 3);
  player.toggle(first);
  await settled();
  speaker.tell('ended');
  await settled();
  expect(player.get()).toMatchObject({ at: 'playing', id: 'c' });
});

test('paused before its address was known, it plays when it is pressed again', async () => {
  const { player, speaker, track } = listening();
  player.toggle(track('a'));
  player.toggle(track('a'));
  await settled();
  expect(player.get().at).toBe('paused');
  player.toggle(track('a'));
  await settled();
  expect(speaker.heard.at(-1)).toBe('a at 0');
});

test('other tabs are told, and hush this one', async () => {
  const { player, track, hush, announced } = listening();
  player.toggle(track('a'));
  await settled();
  expect(announced()).toBe(1);
  hush();
  expect(player.get()).toMatchObject({ at: 'paused', id: 'a' });
});

test('a change of speed is heard at once', async () => {
  const { player, speaker, track, setSpeed } = listening();
  setSpeed(1.5);
  player.toggle(track('a'));
  await settled();
  expect(speaker.playbackRate).toBe(1.5);
  setSpeed(2);
  expect(speaker.playbackRate).toBe(2);
});
