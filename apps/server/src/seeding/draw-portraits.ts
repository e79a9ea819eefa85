import sharp from 'sharp';
import { SEEDED_PEOPLE } from './people.ts';
import type { Drawing } from './photos.ts';
import { drawPortrait, type Portrait } from './portrait.ts';

/** A process that draws the demo users it is given by their subjects, sends the drawings to its parent, and ends. */
const PIXELS = { photo: 1024, thumb: 256 } as const;

const drawn: Drawing[] = [];
for (const subject of process.argv.slice(2)) drawn.push(await draw(portraitOf(subject)));
process.send?.({ drawn }, () => process.disconnect?.());

function portraitOf(subject: string): Portrait {
  const person = SEEDED_PEOPLE.find((one) => one.subject === subject);
  if (!person) throw new Error(`There is no ${subject} among the demo people.`);
  return person.portrait;
}

async function draw(portrait: Portrait): Promise<Drawing> {
  const [photo, thumb] = await Promise.all([webp(portrait, PIXELS.photo), webp(portrait, PIXELS.thumb)]);
  return { photo, thumb };
}

async function webp(portrait: Portrait, pixels: number): Promise<Uint8Array> {
  return sharp(Buffer.from(drawPortrait(portrait, pixels)))
    .webp({ quality: 86 })
    .toBuffer();
}
