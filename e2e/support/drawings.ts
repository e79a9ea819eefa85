/** Tokens of the golden hour, as a page of the product has them. */
export const SKY_TOKENS = ['sky-1', 'sky-2', 'sky-3', 'sky-4', 'sun', 'surface-0', 'ink-1'] as const;
export type Sky = Readonly<Record<(typeof SKY_TOKENS)[number], string>>;

/** plate: on rounded ground of its own. bleed: to every edge, for those who cut it to their own shape. */
type IconShape = 'plate' | 'bleed';

/** The product's sign in 512 units: a sun over its line. */
export function iconSvg(shape: IconShape, sky: Sky): string {
  // Whoever cuts the edges away leaves at least the inner four fifths.
  const size = shape === 'bleed' ? 0.74 : 0.92;
  const bands = [
    ['sky-2', 236],
    ['sky-3', 188],
    ['sky-4', 146],
  ] as const;
  const halos = bands.map(([band, r]) => `<circle cx="256" cy="292" r="${r * size}" fill="${sky[band]}"/>`).join('');
  return svg(`
    <clipPath id="plate"><rect width="512" height="512" rx="${shape === 'plate' ? 116 : 0}"/></clipPath>
    <g clip-path="url(#plate)">
      <rect width="512" height="512" fill="${sky['sky-1']}"/>
      ${halos}
      <circle cx="256" cy="292" r="${106 * size}" fill="${sky.sun}"/>
      <rect y="292" width="512" height="220" fill="${sky['surface-0']}"/>
      ${lines({ size, ink: sky['ink-1'] })}
    </g>`);
}

/** One colour on nothing, for the system to tint. */
export function signSvg(): string {
  return svg(`<path d="M112 288a144 144 0 0 1 288 0Z" fill="#fff"/>${lines({ size: 1, ink: '#fff' })}`);
}

function lines({ size, ink }: { size: number; ink: string }): string {
  const line = (y: number, half: number, opacity: number) =>
    `<path d="M${256 - half * size} ${y}h${2 * half * size}" stroke="${ink}" stroke-opacity="${opacity}" stroke-width="${26 * size}" stroke-linecap="round"/>`;
  return line(292 + 52 * size, 190, 1) + line(292 + 112 * size, 104, 0.55);
}

function svg(inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${inner}</svg>`;
}

/** What a link to the product looks like elsewhere. Without its name, which every operator chooses. */
export function shareCard({ scene, words, font, sky }: Card): string {
  return `<!doctype html><style>
    @font-face { font-family: Sans; src: url(${font}); font-weight: 200 900; font-stretch: 75% 125%; }
    body { margin: 0; background: ${sky['surface-0']}; }
    svg { display: block; width: 1200px; height: 630px; }
    h1 { position: absolute; inset: 64px auto auto 72px; margin: 0; color: ${sky['ink-1']};
      font: 700 80px/.96 Sans; font-stretch: 125%; letter-spacing: -.04em; }
  </style>${scene}<h1>${words.join('<br>')}</h1>`;
}

interface Card {
  /** An SVG of 1200 by 630. */
  scene: string;
  words: readonly string[];
  /** Its address. */
  font: string;
  sky: Sky;
}

/** Runs in the landing page: its horizon, with the colours written into it. */
export function landingScene(): string {
  const scene = document.querySelector('svg:has([data-part="sky"])');
  if (!(scene instanceof SVGElement)) throw new Error('the landing page has no horizon');
  for (const part of scene.querySelectorAll('[data-part]')) {
    const { fill, opacity } = getComputedStyle(part);
    part.setAttribute('fill', fill);
    part.setAttribute('opacity', opacity);
  }
  scene.setAttribute('preserveAspectRatio', 'xMidYMax slice');
  return scene.outerHTML;
}

/** An .ico that holds one PNG: all that browsers ask of it. */
export function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
