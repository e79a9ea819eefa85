import { round } from './geometry.ts';

const SVG = 'http://www.w3.org/2000/svg';

export interface Nodes {
  readonly sky: SVGElement;
  readonly stars: SVGElement;
  readonly halos: readonly [SVGElement, SVGElement, SVGElement];
  readonly sun: SVGElement;
  readonly photo: SVGElement;
  /** A box of 100 × 100 for the figure that replaces a missing photo. */
  readonly figure: SVGElement;
  readonly face: SVGElement;
  readonly rim: SVGElement;
  readonly far: SVGElement;
  readonly near: SVGElement;
}

let drawn = 0;

/** The picture's parts, back to front; their colours are in the style sheet. */
export function buildNodes(svg: SVGSVGElement): Nodes {
  const add = (tag: string, part: string, into: SVGElement = svg): SVGElement => {
    const node = document.createElementNS(SVG, tag);
    node.setAttribute('data-part', part);
    into.append(node);
    return node;
  };
  const sky = add('rect', 'sky');
  const stars = add('path', 'stars');
  const [outer, middle, inner] = [add('path', 'halo-outer'), add('path', 'halo-middle'), add('path', 'halo-inner')];
  const sun = add('circle', 'sun');
  const photo = add('g', 'photo');
  const figure = add('svg', 'figure', photo);
  figure.setAttribute('viewBox', '0 0 100 100');
  const face = add('image', 'face', photo);
  face.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  const clip = add('clipPath', 'clip', photo);
  const disc = add('circle', 'disc', clip);
  clip.id = `horizon-face-${++drawn}`;
  clip.setAttribute('clipPathUnits', 'objectBoundingBox');
  setNumbers(disc, { cx: 0.5, cy: 0.5, r: 0.5 });
  face.setAttribute('clip-path', `url(#${clip.id})`);
  const rim = add('circle', 'rim', photo);
  return {
    sky,
    stars,
    halos: [inner, middle, outer],
    sun,
    photo,
    figure,
    face,
    rim,
    far: add('path', 'far'),
    near: add('path', 'near'),
  };
}

/** Rounds to a tenth of a CSS pixel. Unchanged attributes are not written again. */
export function setNumbers(node: SVGElement, attributes: Record<string, number>): void {
  for (const name in attributes) {
    const text = String(round(attributes[name] ?? 0));
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}
