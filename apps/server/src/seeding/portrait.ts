// Paper-cut portraits of the demo people, drawn on a square of 200: flat shapes, light from the left.

/** Light, shaded and deep tone of a skin. */
type Skin = readonly [light: string, shade: string, deep: string];
/** Colours in pairs: the lit side and the side in shade. */
type Pair = readonly [lit: string, shade: string];

export interface Portrait {
  hair: keyof typeof hairShapes;
  hairColours: Pair;
  skin: keyof typeof skins;
  top: Pair;
  /** The wall, the halo on it and the sun in the halo. */
  backdrop: readonly [string, string, string];
  sunSide: 'left' | 'right';
  extras?: readonly ('beard' | 'glasses')[];
}

/** The hair behind the head and the hair over the forehead. */
const hairShapes = {
  bob: {
    behind:
      'M58 112C50 60 66 40 100 40s50 20 42 72c-2 12-10 16-16 14V84c-14-2-30-8-38-20-4 10-8 16-14 20v42c-8 2-14-4-16-14Z',
    front: 'M66 88c0-30 14-42 34-42s34 12 34 42c-8-4-14-12-16-22-10 10-34 16-52 22Z',
  },
  afro: {
    behind: 'M100 20c34 0 54 22 54 50 0 22-10 38-24 42H70C56 108 46 92 46 70c0-28 20-50 54-50Z',
    front: 'M66 84c-2-14 2-26 10-32 14-6 34-6 48 0 8 6 12 18 10 32-4-12-12-18-20-18-10 2-20 2-28 0-8 0-16 6-20 18Z',
  },
  crop: {
    behind: 'M65 88c-4-34 12-50 36-50s38 16 34 50l-4 6H69Z',
    front: 'M65 86c-4-30 10-46 36-46 24 0 38 14 34 46-4-4-6-12-8-20-16 4-38 2-52-6-4 8-6 20-10 26Z',
  },
  side: {
    behind: 'M64 92c-6-38 10-56 38-56s40 20 34 56l-5 4H69Z',
    front: 'M64 88c-6-32 4-50 34-52 28-2 42 18 38 52-5-6-8-14-8-24-20 2-36-2-44-10-4 16-12 24-20 34Z',
  },
  scarf: {
    behind: 'M52 178C46 90 58 34 100 34s54 56 48 144Z',
    front:
      'M63 178c-14-20-6-60-2-92 4-30 20-44 39-44s35 14 39 44c4 32 12 72-2 92h-12c14-30 10-62 5-86-4-20-16-30-30-30S74 72 70 92c-5 24-9 56 5 86Z',
  },
} as const;

const scarfWrap = [
  'M60 120c10 14 26 20 40 20s30-6 40-20c6 22 8 44 14 64-30 14-80 14-108 0 6-20 8-42 14-64Z',
  'M64 126c16 22 50 24 74-2 2 12 4 20 6 28-30 16-62 4-80-26Z',
] as const;

const skins = {
  fair: ['#f6cfae', '#dfa981', '#b97d58'],
  tan: ['#e9b183', '#cd8c5d', '#9d6540'],
  brown: ['#c98a5b', '#a66a41', '#7a4a2a'],
  dark: ['#8f5a3a', '#6f4229', '#4c2b1a'],
} as const satisfies Record<string, Skin>;

const haloWobble = [0.5, 0.36, 0.2, 0.1] as const;
const haloWaves = [2, 3, 4, 6] as const;

/** The portrait as an SVG document of the given size in pixels. */
export function drawPortrait(portrait: Portrait, size: number): string {
  const person = [hairBehind, shoulders, neckAndEars, face, eyes, mouth, glasses, hairInFront]
    .map((draw) => draw(portrait))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 200 200">${backdrop(portrait)}<g transform="translate(100 200) scale(1.14) translate(-100 -190)">${person}</g></svg>`;
}

function backdrop({ backdrop: [wall, halo, sun], sunSide }: Portrait): string {
  const x = sunSide === 'left' ? 52 : 150;
  return `<rect width="200" height="200" fill="${wall}"/><path d="${wobblingDisc(x, 64, 74)}" fill="${halo}"/><circle cx="${x}" cy="62" r="40" fill="${sun}"/>`;
}

function hairBehind({ hair, hairColours }: Portrait): string {
  return shape(hairShapes[hair].behind, hairColours[0]);
}

function shoulders({ top: [lit, shade] }: Portrait): string {
  return (
    shape('M22 206c2-36 24-50 56-56l44 0c32 6 54 20 56 56Z', lit) + shape('M100 152l22-2c32 6 54 20 56 56h-78Z', shade)
  );
}

function neckAndEars({ skin, hair }: Portrait): string {
  const [, shade, deep] = skins[skin];
  const neck =
    shape('M84 118h32v34c-4 10-28 10-32 0Z', shade) + shape('M84 126c10 10 22 10 32 0v10c-10 8-22 8-32-2Z', deep, 0.75);
  const ear = (x: number) => `<ellipse cx="${x}" cy="92" rx="6" ry="9" fill="${shade}"/>`;
  return hair === 'scarf' ? neck : neck + ear(65) + ear(135);
}

function face({ skin, hairColours, extras = [] }: Portrait): string {
  const [light, shade, deep] = skins[skin];
  const bearded = extras.includes('beard');
  const blush = bearded || skin === 'dark' ? 0.11 : 0.21;
  const cheek = (x: number) => `<ellipse cx="${x}" cy="104" rx="8" ry="5" fill="#e8604c" opacity="${blush}"/>`;
  const beard =
    shape('M64 92c4 10 8 14 16 15 10-5 30-5 40 0 8-1 12-5 16-15v50H64Z', hairColours[0]) +
    shape('M88 115c8-4 16-4 24 0-4 8-20 8-24 0Z', deep);
  return (
    '<clipPath id="face"><path d="M100 46c22 0 34 16 34 40 0 30-14 50-34 50S66 116 66 86c0-24 12-40 34-40Z"/></clipPath>' +
    `<g clip-path="url(#face)"><rect x="60" y="40" width="80" height="100" fill="${light}"/>` +
    shape('M102 40C108 62 101 74 104 84l7 16-8 5c-2 8 1 12-2 31h45V40Z', shade) +
    `${bearded ? beard : ''}${cheek(79)}${cheek(122)}</g>`
  );
}

function eyes({ skin, hair, hairColours }: Portrait): string {
  const brow = skin === 'dark' ? '#1a100b' : hair === 'scarf' ? '#3a2418' : hairColours[0];
  const eye = (x: number) =>
    `<ellipse cx="${x}" cy="91" rx="3.1" ry="3.9" fill="#1d1513"/><circle cx="${x + 1.2}" cy="89.6" r="1" fill="#fff" opacity=".8"/>`;
  return line('M78 82c4-4 10-4 14-1M108 81c4-3 10-3 14 1', brow, 3.2) + eye(86) + eye(115);
}

function mouth({ skin, extras = [] }: Portrait): string {
  const nose = line('M97 104c2 2.4 6 2.4 8 0', skins[skin][2], 2.4);
  if (extras.includes('beard')) return nose;
  return nose + line('M90 116c6 6 15 6 21 0', skin === 'dark' ? '#2d140d' : '#8d3a2c', 3);
}

function glasses({ extras = [] }: Portrait): string {
  if (!extras.includes('glasses')) return '';
  const lens = (x: number) => `<circle cx="${x}" cy="92" r="12" fill="none" stroke="#2a2220" stroke-width="2.6"/>`;
  return lens(85) + lens(116) + line('M97 90c2-2 5-2 7 0M73 90l-7-3M128 90l7-3', '#2a2220', 2.6);
}

function hairInFront({ hair, hairColours: [lit, shade] }: Portrait): string {
  const front = shape(hairShapes[hair].front, shade);
  return hair === 'scarf' ? front + shape(scarfWrap[0], lit) + shape(scarfWrap[1], shade) : front;
}

function shape(path: string, fill: string, opacity = 1): string {
  return `<path d="${path}" fill="${fill}" opacity="${opacity}"/>`;
}

function line(path: string, stroke: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`;
}

/** A circle that is not quite one: four waves run around it. */
function wobblingDisc(cx: number, cy: number, radius: number): string {
  const corners = Array.from({ length: 48 }, (_, i) => {
    const angle = (i / 48) * 2 * Math.PI;
    const wave = haloWaves.reduce((sum, n, k) => sum + (haloWobble[k] ?? 0) * Math.sin(n * angle + cx + k), 0);
    const r = radius * (1 + 0.08 * wave);
    return `${(cx + r * Math.cos(angle)).toFixed(1)} ${(cy + r * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
